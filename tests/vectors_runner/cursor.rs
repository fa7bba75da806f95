//! Where a replay stands in its case: what comes next, and what is wrong with it.

use std::fmt;

use super::transcript::{Case, Step};

pub const NOTHING: &str = "nothing";

/// What a replay found wrong.
#[derive(Debug)]
pub struct Fault {
    pub line: usize,
    pub title: String,
    /// How it was replayed.
    pub how: String,
    pub expected: String,
    pub got: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} ({})", self.line, self.title, self.how)?;
        writeln!(f, "  expected {}", self.expected)?;
        writeln!(f, "  got      {}", self.got)?;
        let same = self.expected.chars().zip(self.got.chars()).take_while(|(a, b)| a == b).count();
        write!(f, "           {}^", " ".repeat(same))
    }
}

/// A place in a case.
pub struct Cursor<'c> {
    pub case: &'c Case,
    /// How it is replayed.
    how: String,
    pub at: usize,
}

impl<'c> Cursor<'c> {
    pub fn new(case: &'c Case, how: String) -> Self {
        Self { case, how, at: 0 }
    }

    pub fn step(&self) -> Option<&'c Step> {
        self.case.steps.get(self.at).map(|(_, step)| step)
    }

    /// What is wrong at a step.
    pub fn fault(&self, at: usize, expected: &str, got: &str) -> Fault {
        Fault {
            line: self.case.steps.get(at).map_or(self.case.line, |(line, _)| *line),
            title: self.case.title.clone(),
            how: self.how.clone(),
            expected: expected.to_owned(),
            got: got.to_owned(),
        }
    }

    /// Passes over the verbs that come first, as long as `set_up` takes them.
    pub fn set_up(
        &mut self,
        mut set_up: impl FnMut(&str) -> Result<bool, String>,
    ) -> Result<(), Fault> {
        while let Some(Step::Act(action)) = self.step() {
            match set_up(action) {
                Ok(true) => self.at += 1,
                Ok(false) => break,
                Err(error) => return Err(self.fault(self.at, action, &error)),
            }
        }
        Ok(())
    }

    /// Does all that comes before the next input or event. `act` takes the step, a time or what the
    /// application does, and gives the lines that have to follow.
    pub fn go_on(
        &mut self,
        mut act: impl FnMut(&Step) -> Result<Vec<String>, String>,
    ) -> Result<(), Fault> {
        while let Some(step @ (Step::Time(_) | Step::Act(_))) = self.step() {
            let here = self.at;
            self.at += 1;
            match (act(step), step) {
                (Ok(lines), _) => self.expect(&lines)?,
                (Err(error), Step::Act(action)) => return Err(self.fault(here, action, &error)),
                (Err(error), _) => return Err(self.fault(here, "a time", &error)),
            }
        }
        Ok(())
    }

    /// These lines come next.
    pub fn expect(&mut self, lines: &[String]) -> Result<(), Fault> {
        for line in lines {
            match self.step() {
                Some(Step::Expect(expected)) if expected == line => self.at += 1,
                Some(Step::Expect(expected)) => return Err(self.fault(self.at, expected, line)),
                _ => return Err(self.fault(self.at.saturating_sub(1), NOTHING, line)),
            }
        }
        Ok(())
    }
}

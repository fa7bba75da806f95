//! One case, replayed in one way.

use std::fmt;

use sansmcp::{Frame, Lines};

use super::transcript::{Case, Step};
use super::world::World;

/// How each input arrives.
#[derive(Clone, Copy, Debug)]
pub enum Cut {
    Whole,
    Bytes,
    /// In two pieces, the first of so many bytes.
    At(usize),
}

/// Inputs longer than this are cut at the borders of tokens only.
const LONG: usize = 4096;

/// Every way in which a case is replayed.
pub fn cuts(case: &Case) -> Vec<Cut> {
    let mut places = vec![false; 0];
    for (_, step) in &case.steps {
        let Step::Input(input) = step else { continue };
        places.resize(places.len().max(input.len()), false);
        for (at, place) in places.iter_mut().enumerate().take(input.len()).skip(1) {
            *place |= input.len() <= LONG || is_border(input[at - 1]) || is_border(input[at]);
        }
    }
    let places = places.iter().enumerate().filter(|(_, is)| **is).map(|(at, _)| Cut::At(at));
    [Cut::Whole, Cut::Bytes].into_iter().chain(places).collect()
}

fn is_border(byte: u8) -> bool {
    matches!(byte, b'{' | b'}' | b'[' | b']' | b',' | b':' | b'"' | b'\n')
}

/// An input in the pieces in which it arrives.
pub fn pieces(input: &[u8], cut: Cut) -> Vec<&[u8]> {
    match cut {
        Cut::At(at) if at < input.len() => vec![&input[..at], &input[at..]],
        Cut::Bytes => input.chunks(1).collect(),
        _ => vec![input],
    }
}

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

impl Fault {
    /// What is wrong at a step of a case.
    pub fn of(case: &Case, cut: Cut, at: usize, expected: &str, got: &str) -> Self {
        Self {
            line: case.steps.get(at).map_or(case.line, |(line, _)| *line),
            title: case.title.clone(),
            how: match cut {
                Cut::Whole => "whole".to_owned(),
                Cut::Bytes => "byte by byte".to_owned(),
                Cut::At(at) => format!("cut at {at}"),
            },
            expected: expected.to_owned(),
            got: got.to_owned(),
        }
    }
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

const NOTHING: &str = "nothing";

struct Replay<'c> {
    case: &'c Case,
    cut: Cut,
    at: usize,
    world: World,
}

/// Replays a case in one way.
pub fn replay(case: &Case, cut: Cut) -> Result<(), Fault> {
    let mut replay = Replay { case, cut, at: 0, world: World::new() };
    replay.set_up()?;
    let mut rx = vec![0; replay.world.rx];
    let mut lines = Lines::new(&mut rx);
    loop {
        replay.go_on()?;
        match replay.step() {
            None => break,
            Some(Step::Input(input)) => {
                replay.at += 1;
                for piece in pieces(input, cut) {
                    let mut rest = piece;
                    while !rest.is_empty() {
                        let space = lines.space();
                        let count = space.len().min(rest.len());
                        assert!(count > 0, "line {}: a receive buffer of no bytes", case.line);
                        space[..count].copy_from_slice(&rest[..count]);
                        rest = &rest[count..];
                        lines.filled(count);
                        while let Some(frame) = lines.next_frame() {
                            replay.frame(frame)?;
                        }
                    }
                }
            }
            Some(Step::EndOfInput) => {
                replay.at += 1;
                while let Some(frame) = lines.finish() {
                    replay.frame(frame)?;
                }
            }
            Some(Step::Expect(expected)) => {
                return Err(replay.fault(replay.at, expected, NOTHING));
            }
            Some(step) => {
                let step = format!("{step:?}");
                return Err(replay.fault(replay.at, "a step of a pipe", &step));
            }
        }
    }
    replay.check_wire()
}

impl<'c> Replay<'c> {
    fn step(&self) -> Option<&'c Step> {
        self.case.steps.get(self.at).map(|(_, step)| step)
    }

    fn fault(&self, at: usize, expected: &str, got: &str) -> Fault {
        Fault::of(self.case, self.cut, at, expected, got)
    }

    fn set_up(&mut self) -> Result<(), Fault> {
        while let Some(Step::Act(action)) = self.step() {
            match self.world.set_up(action) {
                Ok(true) => self.at += 1,
                Ok(false) => break,
                Err(error) => return Err(self.fault(self.at, action, &error)),
            }
        }
        Ok(())
    }

    /// Does all that comes before the next input or event.
    fn go_on(&mut self) -> Result<(), Fault> {
        loop {
            match self.step() {
                Some(Step::Time(now)) => self.world.desk.now = *now,
                Some(Step::Act(action)) => {
                    let here = self.at;
                    let lines = match self.world.act(action) {
                        Ok(lines) => lines,
                        Err(error) => return Err(self.fault(here, action, &error)),
                    };
                    for line in lines {
                        self.at += 1;
                        match self.step() {
                            Some(Step::Expect(expected)) => {
                                if *expected != line {
                                    return Err(self.fault(self.at, expected, &line));
                                }
                            }
                            _ => return Err(self.fault(self.at - 1, NOTHING, &line)),
                        }
                    }
                }
                _ => return Ok(()),
            }
            self.at += 1;
        }
    }

    fn frame(&mut self, mut frame: Frame<'_>) -> Result<(), Fault> {
        while let Some(line) = self.world.receive(&mut frame) {
            match self.step() {
                Some(Step::Expect(expected)) if *expected == line => self.at += 1,
                Some(Step::Expect(expected)) => {
                    return Err(self.fault(self.at, expected, &line));
                }
                _ => return Err(self.fault(self.at.saturating_sub(1), NOTHING, &line)),
            }
            self.go_on()?;
        }
        Ok(())
    }

    /// Every line that was sent is one JSON object; only the last may still be under way.
    fn check_wire(&self) -> Result<(), Fault> {
        let mut lines: Vec<_> = self.world.wire.split(|byte| *byte == b'\n').collect();
        lines.pop();
        for line in lines {
            let is_object = line.first() == Some(&b'{');
            if !is_object || serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err() {
                let got = String::from_utf8_lossy(line);
                return Err(self.fault(self.case.steps.len(), "one JSON object a line", &got));
            }
        }
        Ok(())
    }
}

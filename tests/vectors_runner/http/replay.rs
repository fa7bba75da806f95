//! One case, replayed in one way.

use sansmcp::http::Head;
use sansmcp::{Frame, Route};

use super::super::replay::Fault;
use super::super::transcript::{Case, Step};
use super::request::Request;
use super::world::{Way, World};

/// Every way in which a case is replayed.
pub const WAYS: [Way; 2] = [Way::Whole, Way::Moved];

const NOTHING: &str = "nothing";

struct Replay<'c> {
    case: &'c Case,
    way: Way,
    at: usize,
    world: World,
}

/// Replays a case in one way.
pub fn replay(case: &Case, way: Way) -> Result<(), Fault> {
    let mut replay = Replay { case, way, at: 0, world: World::new(way) };
    replay.set_up()?;
    loop {
        replay.go_on(None)?;
        match replay.step() {
            None => return Ok(()),
            Some(Step::Request(line)) => replay.request(line)?,
            Some(Step::Expect(expected)) => {
                return Err(replay.fault(replay.at, expected, NOTHING));
            }
            Some(step) => {
                let step = format!("{step:?}");
                return Err(replay.fault(replay.at, "a request", &step));
            }
        }
    }
}

impl<'c> Replay<'c> {
    fn step(&self) -> Option<&'c Step> {
        self.case.steps.get(self.at).map(|(_, step)| step)
    }

    fn fault(&self, at: usize, expected: &str, got: &str) -> Fault {
        let line = self.case.steps.get(at).map_or(self.case.line, |(line, _)| *line);
        Fault {
            line,
            title: self.case.title.clone(),
            how: format!("{:?}", self.way).to_lowercase(),
            expected: expected.to_owned(),
            got: got.to_owned(),
        }
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

    /// Does all that comes before the next request or event.
    fn go_on(&mut self, frame: Option<&Frame<'_>>) -> Result<(), Fault> {
        loop {
            match self.step() {
                Some(Step::Time(now)) => {
                    self.world.desk.now = *now;
                    self.at += 1;
                }
                Some(Step::Act(action)) => {
                    let here = self.at;
                    self.at += 1;
                    match self.world.act(action, frame) {
                        Ok(lines) => self.expect(&lines)?,
                        Err(error) => return Err(self.fault(here, action, &error)),
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    /// These lines come next.
    fn expect(&mut self, lines: &[String]) -> Result<(), Fault> {
        for line in lines {
            match self.step() {
                Some(Step::Expect(expected)) if expected == line => self.at += 1,
                Some(Step::Expect(expected)) => return Err(self.fault(self.at, expected, line)),
                _ => return Err(self.fault(self.at.saturating_sub(1), NOTHING, line)),
            }
        }
        Ok(())
    }

    fn request(&mut self, line: &str) -> Result<(), Fault> {
        let here = self.at;
        self.at += 1;
        let mut headers = Vec::new();
        while let Some(Step::Header(header)) = self.step() {
            headers.push(header.as_str());
            self.at += 1;
        }
        let wrong = |replay: &Self, error: String| replay.fault(here, line, &error);
        let mut request = Request::of(line, &headers).map_err(|error| wrong(self, error))?;
        while let Some(Step::Input(bytes)) = self.step() {
            request.body.extend(bytes);
            self.at += 1;
        }
        let headers = request.headers();
        let head = Head { method: &request.method, headers: &headers };
        let judged = self.world.judge(&request, &head).map_err(|error| wrong(self, error))?;
        if let Some(lines) = judged {
            return self.expect(&lines);
        }
        let mut frame = Frame::new(&request.body)
            .on(Route::post(request.number))
            .from(request.principal)
            .under(&head);
        while let Some(event) = self.world.receive(&mut frame) {
            self.expect(&[event])?;
            let frame = frame;
            self.go_on(Some(&frame))?;
        }
        if self.step() == Some(&Step::EndOfInput) {
            self.at += 1;
        }
        let lines = self.world.received(&frame).map_err(|error| wrong(self, error))?;
        self.expect(&lines)
    }
}

//! One case, replayed in one way.

use sansmcp::http::Head;
use sansmcp::{Frame, Route};

use super::super::cursor::{Cursor, Fault, NOTHING};
use super::super::transcript::{Case, Step};
use super::request::Request;
use super::world::{Way, World};

/// Every way in which a case is replayed.
pub const WAYS: [Way; 2] = [Way::Whole, Way::Moved];

struct Replay<'c> {
    cursor: Cursor<'c>,
    world: World,
}

/// Replays a case in one way.
pub fn replay(case: &Case, way: Way) -> Result<(), Fault> {
    let how = format!("{way:?}").to_lowercase();
    let mut replay = Replay { cursor: Cursor::new(case, how), world: World::new(way) };
    replay.cursor.set_up(|action| replay.world.set_up(action))?;
    loop {
        replay.go_on(None)?;
        match replay.cursor.step() {
            None => return Ok(()),
            Some(Step::Request(line)) => replay.request(line)?,
            Some(Step::Expect(expected)) => {
                return Err(replay.cursor.fault(replay.cursor.at, expected, NOTHING));
            }
            Some(step) => {
                let step = format!("{step:?}");
                return Err(replay.cursor.fault(replay.cursor.at, "a request", &step));
            }
        }
    }
}

impl Replay<'_> {
    /// Does all that comes before the next request or event.
    fn go_on(&mut self, frame: Option<&Frame<'_>>) -> Result<(), Fault> {
        self.cursor.go_on(|step| match step {
            Step::Act(action) => self.world.act(action, frame),
            Step::Time(now) => {
                self.world.desk.now = *now;
                Ok(Vec::new())
            }
            _ => Ok(Vec::new()),
        })
    }

    fn request(&mut self, line: &str) -> Result<(), Fault> {
        let here = self.cursor.at;
        self.cursor.at += 1;
        let mut headers = Vec::new();
        while let Some(Step::Header(header)) = self.cursor.step() {
            headers.push(header.as_str());
            self.cursor.at += 1;
        }
        let wrong = |replay: &Self, error: String| replay.cursor.fault(here, line, &error);
        let mut request = Request::of(line, &headers).map_err(|error| wrong(self, error))?;
        while let Some(Step::Input(bytes)) = self.cursor.step() {
            request.body.extend(bytes);
            self.cursor.at += 1;
        }
        let headers = request.headers();
        let head = Head { method: &request.method, headers: &headers };
        let judged = self.world.judge(&request, &head).map_err(|error| wrong(self, error))?;
        if let Some(lines) = judged {
            return self.cursor.expect(&lines);
        }
        let mut frame = Frame::new(&request.body)
            .on(Route::post(request.number))
            .from(request.principal)
            .under(&head);
        while let Some(event) = self.world.receive(&mut frame) {
            self.cursor.expect(&[event])?;
            let frame = frame;
            self.go_on(Some(&frame))?;
        }
        if self.cursor.step() == Some(&Step::EndOfInput) {
            self.cursor.at += 1;
        }
        let lines = self.world.received(&frame).map_err(|error| wrong(self, error))?;
        self.cursor.expect(&lines)
    }
}

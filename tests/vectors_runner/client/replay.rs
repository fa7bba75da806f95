//! One case of a client, replayed in one way.

use sansmcp::client::Expect;
use sansmcp::http::Header;
use sansmcp::{Frame, Lines, Route};

use super::super::cursor::{Cursor, Fault, NOTHING};
use super::super::replay::{Cut, feed, pieces};
use super::super::transcript::{Case, Step};
use super::host::Reads;
use super::lines::expect_line;
use super::world::World;

struct Replay<'c> {
    cursor: Cursor<'c>,
    cut: Cut,
    world: World,
    /// The exchange that what comes in belongs to.
    exchange: u32,
}

/// Replays a case in one way.
pub fn replay(case: &Case, cut: Cut) -> Result<(), Fault> {
    let cursor = Cursor::new(case, cut.how());
    let mut replay = Replay { cursor, cut, world: World::new(), exchange: 0 };
    replay.cursor.set_up(|action| replay.world.set_up(action))?;
    let mut rx = vec![0; replay.world.rx];
    let mut lines = Lines::new(&mut rx);
    let is_http = replay.world.host.is_some();
    loop {
        replay.go_on()?;
        let here = replay.cursor.at;
        let Some(step) = replay.cursor.step() else { break };
        replay.cursor.at += 1;
        match step {
            Step::Input(input) if !is_http => {
                for piece in pieces(input, cut) {
                    feed(&mut lines, piece, |frame| replay.frame(frame))?;
                }
            }
            Step::EndOfInput if !is_http => {
                while let Some(frame) = lines.finish() {
                    replay.frame(frame)?;
                }
            }
            Step::Request(line) if is_http => replay.response(line, here)?,
            Step::Input(input) if is_http => replay.body(input, here)?,
            Step::EndOfInput => replay.end(here)?,
            Step::Expect(expected) => return Err(replay.cursor.fault(here, expected, NOTHING)),
            step => {
                let step = format!("{step:?}");
                return Err(replay.cursor.fault(here, "a step of this world", &step));
            }
        }
    }
    replay.check_wire()
}

impl Replay<'_> {
    /// Does all that comes before the next input or event.
    fn go_on(&mut self) -> Result<(), Fault> {
        self.cursor.go_on(|step| match step {
            Step::Act(action) => self.world.act(action),
            Step::Time(now) => {
                self.world.desk.now = *now;
                Ok(Vec::new())
            }
            _ => Ok(Vec::new()),
        })
    }

    fn frame(&mut self, mut frame: Frame<'_>) -> Result<(), Fault> {
        while let Some(line) = self.world.receive(&mut frame) {
            self.cursor.expect(&[line])?;
            self.go_on()?;
        }
        Ok(())
    }

    /// The head of a response, or more of one that has begun.
    fn response(&mut self, line: &str, here: usize) -> Result<(), Fault> {
        let wrong = |replay: &Self, error: &str| replay.cursor.fault(here, line, error);
        let mut words = line.split(' ');
        let number = words.next().and_then(|word| word.parse().ok());
        self.exchange = number.ok_or(wrong(self, "no number"))?;
        let open = self.world.host.as_ref().and_then(|host| host.open.get(&self.exchange));
        let Some(open) = open else { return Err(wrong(self, "this exchange is not open")) };
        let route = open.route;
        let Some(status) = words.next() else { return Ok(()) };
        let status = status.parse().map_err(|_| wrong(self, "no status"))?;
        let kind = match words.next() {
            Some("json") => Some("application/json"),
            Some("events") => Some("text/event-stream"),
            Some("empty") | None => None,
            Some(_) => return Err(wrong(self, "no such kind")),
        };
        let implied = kind.map(|kind| ("content-type".to_owned(), kind.to_owned()));
        let mut all: Vec<_> = implied.into_iter().collect();
        while let Some(Step::Header(header)) = self.cursor.step() {
            let (name, value) = header.split_once(':').ok_or(wrong(self, "no header"))?;
            all.push((name.to_owned(), value.to_owned()));
            self.cursor.at += 1;
        }
        let headers: Vec<_> =
            all.iter().map(|(name, value)| Header { name, value: value.as_bytes() }).collect();
        let expect = self.world.with(|client, now| client.responded(route, status, &headers, now));
        let reads = Reads::of(&expect, self.world.rx);
        if let Expect::Denied { ticket, .. } = &expect {
            self.world.desk.denied = Some(*ticket);
        }
        let mut lines = vec![expect_line(&expect)];
        lines.extend(self.world.expire());
        if let Some(exchange) =
            self.world.host.as_mut().and_then(|host| host.open.get_mut(&self.exchange))
        {
            exchange.reads = Some(reads);
        }
        self.cursor.expect(&lines)
    }

    /// Some of the body of a response.
    fn body(&mut self, input: &[u8], here: usize) -> Result<(), Fault> {
        let Some((route, reads)) = self.take() else {
            return Err(self.cursor.fault(here, "a body", "this exchange has no head"));
        };
        let reads = match reads {
            Reads::Json(mut body) => {
                body.extend(input);
                Reads::Json(body)
            }
            Reads::Nothing => Reads::Nothing,
            Reads::Events(mut state, mut buffer) => {
                let text = String::from_utf8_lossy(input);
                let bytes = match text.strip_suffix('\n') {
                    Some(data) => format!("event: message\ndata: {data}\n\n"),
                    None => text.replace('␊', "\n").replace('␍', "\r"),
                };
                for piece in pieces(bytes.as_bytes(), self.cut) {
                    let mut rest = piece;
                    while !rest.is_empty() {
                        let space = state.space(&mut buffer);
                        let count = space.len().min(rest.len());
                        space[..count].copy_from_slice(&rest[..count]);
                        rest = &rest[count..];
                        state.filled(&mut buffer, count);
                        while let Some(event) = state.next_event(&mut buffer) {
                            let frame = event.frame().on(route);
                            let id = event.id.to_vec();
                            self.frame(frame)?;
                            self.world.with(|client, _| client.seen(route, &id, None));
                        }
                        let (id, retry) = (state.last_id().to_vec(), state.retry());
                        self.world.with(|client, _| client.seen(route, &id, retry));
                    }
                }
                Reads::Events(state, buffer)
            }
        };
        let open = self.world.host.as_mut().and_then(|host| host.open.get_mut(&self.exchange));
        if let Some(exchange) = open {
            exchange.reads = Some(reads);
        }
        Ok(())
    }

    fn take(&mut self) -> Option<(Route, Reads)> {
        let exchange = self.world.host.as_mut()?.open.get_mut(&self.exchange)?;
        Some((exchange.route, exchange.reads.take()?))
    }

    /// The response has ended.
    fn end(&mut self, here: usize) -> Result<(), Fault> {
        let Some((route, reads)) = self.take() else {
            return Err(self.cursor.fault(here, "an end", "this exchange has no head"));
        };
        let mut lines = Vec::new();
        if let Reads::Json(body) = reads {
            let mut frame = Frame::new(&body).on(route);
            while let Some(line) = self.world.receive(&mut frame) {
                lines.push(line);
            }
        }
        if let Some(host) = &mut self.world.host {
            host.open.remove(&self.exchange);
        }
        self.world.with(|client, now| client.closed(route, now));
        lines.extend(self.world.expire());
        self.cursor.expect(&lines)
    }

    /// Every line that was sent on a pipe is one JSON object.
    fn check_wire(&self) -> Result<(), Fault> {
        let mut lines: Vec<_> = self.world.wire.split(|byte| *byte == b'\n').collect();
        let last = lines.pop();
        for line in lines {
            let is_object = line.first() == Some(&b'{');
            if !is_object || serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err() {
                let got = String::from_utf8_lossy(line);
                return Err(self.cursor.fault(
                    self.cursor.case.steps.len(),
                    "one JSON object a line",
                    &got,
                ));
            }
        }
        if last.is_some_and(|last| !last.is_empty()) {
            return Err(self.cursor.fault(
                self.cursor.case.steps.len(),
                "whole lines",
                "a piece of one",
            ));
        }
        Ok(())
    }
}

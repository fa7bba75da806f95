//! The HTTP exchanges of a client.

use std::collections::BTreeMap;

use sansmcp::client::{Expect, Verb};
use sansmcp::sse::EventsState;
use sansmcp::{Out, Route};

/// The exchanges, by numbers from 1 in the order in which they began.
#[derive(Default)]
pub struct Host {
    pub open: BTreeMap<u32, Exchange>,
    count: u32,
}

/// One request and its response.
pub struct Exchange {
    pub route: Route,
    /// How its response is read, once its head was.
    pub reads: Option<Reads>,
}

pub enum Reads {
    Json(Vec<u8>),
    Events(Box<EventsState>, Vec<u8>),
    Nothing,
}

impl Reads {
    pub fn of(expect: &Expect<'_>, room: usize) -> Self {
        match expect {
            Expect::Json => Self::Json(Vec::new()),
            Expect::Events => Self::Events(Box::new(EventsState::NEW), vec![0; room]),
            _ => Self::Nothing,
        }
    }
}

/// What goes without saying in the head of each method.
fn implied(verb: Verb) -> &'static [&'static str] {
    match verb {
        Verb::Post => {
            &["<: Accept: application/json, text/event-stream", "<: Content-Type: application/json"]
        }
        Verb::Get => &["<: Accept: text/event-stream"],
        Verb::Delete => &[],
    }
}

impl Host {
    /// Sends a request, or closes an exchange.
    pub fn send(
        &mut self,
        out: &Out<'_>,
        bytes: &[u8],
        head: &[String],
    ) -> Result<Vec<String>, String> {
        if bytes.is_empty() && out.is_last() {
            let mut open = self.open.iter().rev().filter(|(_, it)| it.route == out.route());
            let Some((number, _)) = open.next() else { return Ok(Vec::new()) };
            let number = *number;
            self.open.remove(&number);
            return Ok(vec![format!("<x {number}")]);
        }
        if bytes.is_empty() && out.verb() == Verb::Post {
            return Ok(Vec::new());
        }
        self.count += 1;
        let exchange = Exchange { route: out.route(), reads: None };
        self.open.insert(self.count, exchange);
        let mut lines = vec![format!("<< {} {}", out.verb().name(), self.count)];
        let implied = implied(out.verb());
        if !implied.iter().eq(head.iter().take(implied.len())) {
            return Err("a header is missing".into());
        }
        lines.extend(head.iter().skip(implied.len()).cloned());
        if !bytes.is_empty() {
            let line = bytes.strip_suffix(b"\n").ok_or("a message without an end")?;
            lines.push(format!("< {}", String::from_utf8_lossy(line)));
        }
        Ok(lines)
    }
}

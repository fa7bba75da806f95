//! Heads of requests.

use sansmcp::http::{Head, Header};

/// The forms of answers that clients take.
const ACCEPTS: [Option<&str>; 5] = [
    Some("application/json, text/event-stream"),
    Some("application/json"),
    Some("text/event-stream"),
    None,
    Some("text/html"),
];

/// The lines of a head, in memory of their own.
#[derive(Clone)]
pub struct Lines {
    pub method: &'static str,
    pub lines: Vec<(String, Vec<u8>)>,
}

impl Lines {
    /// What every POST has.
    pub fn post(accept: usize) -> Self {
        let mut lines = Self { method: "POST", lines: Vec::new() };
        lines.put("Host", "localhost:8080");
        lines.put("Content-Type", "application/json");
        if let Some(accept) = ACCEPTS[accept % ACCEPTS.len()] {
            lines.put("Accept", accept);
        }
        lines
    }

    pub fn other(method: &'static str, accept: usize) -> Self {
        let mut lines = Self::post(accept);
        lines.method = method;
        lines.lines.retain(|(name, _)| name != "Content-Type");
        lines
    }

    pub fn put(&mut self, name: &str, value: &str) {
        self.lines.push((name.into(), value.into()));
    }

    /// Whether the client takes JSON, and events; by the table above.
    pub fn takes(accept: usize) -> (bool, bool) {
        [(true, true), (true, false), (false, true), (true, true), (false, false)]
            [accept % ACCEPTS.len()]
    }

    pub fn with<R>(&self, run: impl FnOnce(&Head<'_>) -> R) -> R {
        let headers: Vec<_> =
            self.lines.iter().map(|(name, value)| Header { name, value }).collect();
        run(&Head { method: self.method, headers: &headers })
    }
}

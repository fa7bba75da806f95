//! A client with its memory, and a hostile server's hands on it: for the tests of attacks.
#![allow(dead_code)] // Each test file takes what it needs.

use sansmcp::client::{Client, ClientInfo, Event, Failed, Options, Outcome, Policy, Remote};
use sansmcp::http::Header;
use sansmcp::rules::Capabilities;
use sansmcp::schema::{Implementation, Json};
use sansmcp::{Connection, Frame, Route, Slot, Ticket};

pub const INFO: ClientInfo<'static> = ClientInfo {
    implementation: Implementation { name: "me", version: "1", ..Implementation::EMPTY },
    capabilities: Capabilities::ROOTS,
    ..ClientInfo::EMPTY
};

pub const DISCOVERED: &str = concat!(
    r#""result":{"resultType":"complete","supportedVersions":["2026-07-28"],"#,
    r#""capabilities":{"tools":{},"resources":{"listChanged":true}},"#,
    r#""ttlMs":0,"cacheScope":"private"}"#
);
pub const INITIALIZED: &str = concat!(
    r#""result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"#,
    r#""resources":{"subscribe":true,"listChanged":true}},"#,
    r#""serverInfo":{"name":"s","version":"1"}}"#
);
pub const LIST: &str = r#""result":{"tools":[]}"#;

/// An output, copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub text: String,
    pub route: Route,
    pub verb: &'static str,
    pub is_last: bool,
}

impl Sent {
    /// The id of its request.
    pub fn id(&self) -> String {
        let message: serde_json::Value = serde_json::from_str(&self.text).expect("JSON");
        message["id"].to_string()
    }

    pub fn is(&self, method: &str) -> bool {
        self.text.contains(&format!(r#""method":"{method}""#))
    }
}

/// An event in words, and its ticket.
pub type Told = (String, Ticket);

/// A client and its memory.
pub struct Host {
    pub connection: Connection,
    pub slots: Vec<Slot>,
    pub remote: Option<Remote>,
    pub now: u64,
}

impl Host {
    pub fn new(is_http: bool) -> Self {
        let remote = is_http.then_some(Remote::NEW);
        Self { connection: Connection::NEW, slots: vec![Slot::EMPTY; 8], remote, now: 0 }
    }

    pub fn client(&mut self) -> Client<'_> {
        match &mut self.remote {
            Some(remote) => Client::over_http(&INFO, &mut self.connection, &mut self.slots, remote),
            None => Client::new(&INFO, &mut self.connection, &mut self.slots),
        }
    }

    /// All that is due.
    pub fn outputs(&mut self) -> Vec<Sent> {
        let mut all = Vec::new();
        let mut tx = [0; 4096];
        while let Some(out) = self.client().next_output(&mut tx).expect("room enough") {
            all.push(sent(&out));
            assert!(all.len() < 100, "there is no end of outputs");
        }
        all
    }

    /// The only one that is due.
    pub fn output(&mut self) -> Sent {
        let mut all = self.outputs();
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    pub fn receive(&mut self, route: Route, text: &str) -> Vec<Told> {
        self.receive_bytes(route, text.as_bytes())
    }

    pub fn receive_bytes(&mut self, route: Route, text: &[u8]) -> Vec<Told> {
        let now = self.now;
        let mut frame = Frame::new(text).on(route);
        let mut all = Vec::new();
        let mut client = self.client();
        while let Some(event) = client.receive(&mut frame, now) {
            all.push(told(&event));
        }
        all
    }

    pub fn expire(&mut self) -> Vec<Told> {
        let now = self.now;
        let mut all = Vec::new();
        while let Some(event) = self.client().expire(now) {
            all.push(told(&event));
            assert!(all.len() < 100, "there is no end of events");
        }
        all
    }

    pub fn call(&mut self, method: &str) -> (Ticket, Sent) {
        let now = self.now;
        let mut tx = [0; 4096];
        let (ticket, out) = self
            .client()
            .call(method, &Json("{}"), &Options::DEFAULT, now, &mut tx)
            .expect("a connection");
        (ticket, sent(&out))
    }

    pub fn responded(&mut self, route: Route, status: u16, headers: &[(&str, &str)]) -> String {
        let now = self.now;
        let headers: Vec<_> =
            headers.iter().map(|(name, value)| Header { name, value: value.as_bytes() }).collect();
        format!("{:?}", self.client().responded(route, status, &headers, now))
    }

    pub fn closed(&mut self, route: Route) {
        let now = self.now;
        self.client().closed(route, now);
    }

    /// A whole exchange that is answered with JSON.
    pub fn exchange(
        &mut self,
        sent: &Sent,
        status: u16,
        headers: &[(&str, &str)],
        rest: &str,
    ) -> Vec<Told> {
        let mut all_headers = vec![("Content-Type", "application/json")];
        all_headers.extend(headers);
        let expect = self.responded(sent.route, status, &all_headers);
        let mut all = Vec::new();
        if expect == "Json" {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{},{rest}}}"#, sent.id());
            all.extend(self.receive(sent.route, &text));
        }
        self.closed(sent.route);
        all.extend(self.expire());
        all
    }

    /// A message that nobody answers, or any that gets a bare status.
    pub fn bare(&mut self, sent: &Sent, status: u16) -> Vec<Told> {
        self.responded(sent.route, status, &[]);
        self.closed(sent.route);
        self.expire()
    }

    /// A connection of an older revision, with a session over HTTP.
    pub fn legacy(is_http: bool) -> Self {
        let mut host = Self::new(is_http);
        host.client().connect(&Policy::LEGACY, 0).expect("a policy");
        host.shake("S");
        host
    }

    /// The handshake, whose `initialize` is due.
    pub fn shake(&mut self, session: &str) {
        let first = self.output();
        assert!(first.is("initialize"), "{first:?}");
        let told = match self.remote {
            Some(_) => self.exchange(&first, 200, &[("Mcp-Session-Id", session)], INITIALIZED),
            None => self.receive(
                Route::PIPE,
                &format!(r#"{{"jsonrpc":"2.0","id":{},{INITIALIZED}}}"#, first.id()),
            ),
        };
        assert_eq!(words(&told)[0], "connected", "{told:?}");
    }

    pub fn modern(is_http: bool) -> Self {
        let mut host = Self::new(is_http);
        host.client().connect(&Policy::ANY, 0).expect("a policy");
        let probe = host.output();
        let told = if is_http {
            host.exchange(&probe, 200, &[], DISCOVERED)
        } else {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{},{DISCOVERED}}}"#, probe.id());
            host.receive(Route::PIPE, &text)
        };
        assert_eq!(words(&told), ["connected"]);
        host
    }

    /// Nothing is open, and every slot can be taken.
    pub fn is_free(&mut self) {
        assert_eq!(self.client().open().count(), 0);
        let mut tx = [0; 4096];
        let (mut all, now) = (Vec::new(), self.now);
        for _ in 0..self.slots.len() {
            let called =
                self.client().call("tools/list", &Json("{}"), &Options::DEFAULT, now, &mut tx);
            all.push(called.expect("a free slot").0);
        }
        for ticket in all {
            self.client().cancel(ticket).expect("it is open");
        }
        self.outputs();
    }
}

pub fn sent(out: &sansmcp::Out<'_>) -> Sent {
    Sent {
        text: String::from_utf8(out.json().to_vec()).expect("UTF-8"),
        route: out.route(),
        verb: out.verb().name(),
        is_last: out.is_last(),
    }
}

pub fn told(event: &Event<'_>) -> Told {
    let words = match event {
        Event::Answered(answered) => match answered.outcome() {
            Outcome::Result(_) => "answered".into(),
            Outcome::Error(_) => "error".into(),
            Outcome::Failed(failure) => format!("failed {}", failure.name()),
        },
        Event::Failed(failed) => format!("over {}", Failed::failure(failed).name()),
        Event::Suspended(suspended) => format!("suspended {}", suspended.why().name()),
        other => other.kind().name().into(),
    };
    (words, event.ticket())
}

pub fn words(told: &[Told]) -> Vec<&str> {
    told.iter().map(|(words, _)| words.as_str()).collect()
}

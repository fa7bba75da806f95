//! What the tests of the whole server share: one that offers everything, and its memory, over
//! which the server is made anew for each call.
#![allow(dead_code)] // Each test uses a part.

pub mod acts;
pub mod memory;
pub mod states;

use sansmcp::rules::Capabilities;
use sansmcp::schema::{Prompt, Resource, ResourceTemplate};
use sansmcp::{
    Catalog, Connection, Error, Event, EventKind, Frame, Out, Parts, Revision, Route, Server,
    ServerInfo, Slot, Ticket, Tool,
};

pub static WHOLE: ServerInfo<'static> = ServerInfo {
    name: "whole",
    version: "1",
    capabilities: Capabilities(0x1ff),
    tools: &[Tool { name: "t", ..Tool::EMPTY }],
    resources: &[Resource { uri: "r:1", name: "r", ..Resource::EMPTY }],
    templates: &[ResourceTemplate { uri_template: "r:{n}", name: "v", ..ResourceTemplate::EMPTY }],
    prompts: &[Prompt { name: "p", ..Prompt::EMPTY }],
    ..ServerInfo::EMPTY
};

/// All that a client can declare.
pub const CAN_ALL: &str =
    r#"{"roots":{},"sampling":{"tools":{},"context":{}},"elicitation":{"form":{},"url":{}}}"#;

/// An event that outlives its frame.
#[derive(Clone, Debug)]
pub struct Kept {
    pub kind: EventKind,
    pub text: String,
    pub parts: Parts,
}

impl Kept {
    pub fn of(event: &Event<'_>) -> Self {
        let (kind, text, parts) = event.raw();
        Self { kind, text: text.into(), parts }
    }

    pub fn event(&self) -> Event<'_> {
        Event::from_parts(self.kind, &self.text, self.parts)
    }

    pub fn ticket(&self) -> Ticket {
        self.parts.ticket
    }
}

/// The memory of one connection.
#[derive(Clone)]
pub struct World {
    pub connection: Connection,
    pub slots: Vec<Slot>,
    pub now: u64,
}

impl World {
    pub fn new(slots: usize) -> Self {
        Self { connection: Connection::NEW, slots: vec![Slot::EMPTY; slots], now: 0 }
    }

    /// After the handshake of a legacy revision, with a client that can do everything.
    pub fn of(revision: Revision, slots: usize) -> Self {
        Self::with(revision, slots, CAN_ALL)
    }

    pub fn with(revision: Revision, slots: usize, capabilities: &str) -> Self {
        let mut world = Self::new(slots);
        let params = format!(
            r#"{{"protocolVersion":"{}","capabilities":{},"clientInfo":{}}}"#,
            revision.name(),
            capabilities,
            r#"{"name":"c","version":"1"}"#
        );
        let event = world.read(&request("\"init\"", "initialize", &params));
        assert_eq!(event.kind, EventKind::Initialize);
        let answer = world.reply(&event).expect("room");
        assert!(answer.contains(revision.name()), "{answer}");
        let ready = world.read(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        assert_eq!(ready.kind, EventKind::Initialized);
        world
    }

    /// Everything is done by a server made for it alone.
    pub fn does<T>(&mut self, act: impl FnOnce(&mut Server<'_>) -> T) -> T {
        self.does_with(&WHOLE, act)
    }

    pub fn does_with<T>(
        &mut self,
        catalog: &dyn Catalog,
        act: impl FnOnce(&mut Server<'_>) -> T,
    ) -> T {
        act(&mut Server::new(catalog, &mut self.connection, &mut self.slots))
    }

    pub fn read(&mut self, line: &str) -> Kept {
        self.read_on(line, Route::PIPE)
    }

    pub fn read_on(&mut self, line: &str, route: Route) -> Kept {
        let now = self.now;
        self.does(|server| {
            let mut frame = Frame::new(line.as_bytes()).on(route);
            Kept::of(&server.receive(&mut frame, now).expect("an event"))
        })
    }

    /// The bytes of one output, as text.
    pub fn out(
        &mut self,
        act: impl FnOnce(&mut Server<'_>, &mut [u8]) -> Result<String, Error>,
    ) -> Result<String, Error> {
        let mut tx = vec![0; 1 << 16];
        self.does(|server| act(server, &mut tx))
    }

    pub fn reply(&mut self, event: &Kept) -> Result<String, Error> {
        self.out(|server, tx| server.reply(&event.event(), tx).map(text))
    }

    /// All that `next_output` has.
    pub fn rest(&mut self) -> Vec<(Route, String)> {
        let mut all = Vec::new();
        let mut tx = vec![0; 1 << 16];
        loop {
            let next = self.does(|server| {
                server.next_output(&mut tx).expect("room").map(|out| (out.route(), text(out)))
            });
            match next {
                Some(next) => all.push(next),
                None => return all,
            }
        }
    }

    pub fn open(&mut self) -> Vec<Ticket> {
        self.does(|server| server.open().collect())
    }

    pub fn listens(&mut self) -> Vec<Ticket> {
        self.does(|server| server.listens().collect())
    }
}

pub fn text(out: Out<'_>) -> String {
    let text = String::from_utf8(out.line().to_vec()).expect("UTF-8");
    if out.is_last() || text.ends_with('\n') {
        assert_eq!(text.find('\n'), Some(text.len() - 1), "one line: {text}");
    }
    text
}

pub fn request(id: &str, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
}

pub fn call(id: &str) -> String {
    request(id, "tools/call", r#"{"name":"t"}"#)
}

/// As [`request`], of 2026-07-28. `params` is an object with one member at least.
pub fn modern(id: &str, method: &str, params: &str) -> String {
    modern_of(id, method, params, CAN_ALL)
}

pub fn modern_of(id: &str, method: &str, params: &str, capabilities: &str) -> String {
    let inside = params.strip_prefix('{').expect("an object");
    let meta = format!(
        concat!(
            r#""_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientCapabilities":{},"#,
            r#""io.modelcontextprotocol/logLevel":"debug","progressToken":"tok"}}"#
        ),
        capabilities
    );
    let comma = if inside.trim_start().starts_with('}') { "" } else { "," };
    request(id, method, &format!("{{{meta}{comma}{inside}"))
}

/// The result of a request of the server's own.
pub fn answer(ticket: Ticket, outcome: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},{outcome}}}"#, ticket.number())
}

pub fn cancel(id: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}

/// The id of a message of the server's own, as a ticket.
pub fn ticket_of(line: &str) -> Ticket {
    let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
    Ticket::from_number(value["id"].as_u64().unwrap_or_else(|| panic!("a number: {line}")))
}

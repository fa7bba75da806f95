//! The engine, the application's memory around it, and what the application does.

use std::collections::BTreeMap;

use sansmcp::json::Number;
use sansmcp::schema::Prose;
use sansmcp::{
    Catalog, Code, Connection, Error, Event, EventKind, Frame, Limits, Out, Outcome, Parts, Server,
    Shape, Slot, Ticket,
};

use super::features;
use super::servers::server;
use super::transcript::bytes_of;

/// An event apart from its frame, as a binding keeps it.
#[derive(Clone)]
pub struct Kept {
    kind: EventKind,
    text: String,
    parts: Parts,
}

impl Kept {
    pub fn of(event: &Event<'_>) -> Self {
        let (kind, text, parts) = event.raw();
        Self { kind, text: text.to_owned(), parts }
    }

    /// Before any event; nothing can be answered by it.
    fn nothing() -> Self {
        Self { kind: EventKind::Ignored, text: String::new(), parts: Parts::default() }
    }

    pub fn event(&self) -> Event<'_> {
        Event::from_parts(self.kind, &self.text, self.parts)
    }

    pub fn ticket(&self) -> Ticket {
        self.parts.ticket
    }
}

/// The server's side of a connection.
pub struct World {
    pub now: u64,
    pub rx: usize,
    catalog: &'static dyn Catalog,
    connection: Connection,
    slots: Vec<Slot>,
    tx: Vec<u8>,
    last: Option<Kept>,
    kept: BTreeMap<String, Kept>,
    /// What is remembered of a call while the client is asked, by the call's ticket.
    pub questions: BTreeMap<Ticket, String>,
    pub limits: Limits,
    /// All that was sent.
    pub wire: Vec<u8>,
}

impl World {
    pub fn new() -> Self {
        Self {
            now: 0,
            rx: 4096,
            catalog: server("echo").expect("a server"),
            connection: Connection::NEW,
            slots: vec![Slot::EMPTY; 8],
            tx: vec![0; 4096],
            last: None,
            kept: BTreeMap::new(),
            questions: BTreeMap::new(),
            limits: Limits::DEFAULT,
            wire: Vec::new(),
        }
    }

    /// Takes an action as one of those that come before the first input; false if it is not.
    pub fn set_up(&mut self, action: &str) -> Result<bool, String> {
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        let number = || rest.parse().map_err(|_| format!("{verb} needs a number"));
        match verb {
            "rx" => self.rx = number()?,
            "tx" => self.tx = vec![0; number()?],
            "slots" => self.slots = vec![Slot::EMPTY; number()?],
            "server" => self.catalog = server(rest).ok_or(format!("no server {rest}"))?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The line of the next event of a frame.
    pub fn receive(&mut self, frame: &mut Frame<'_>) -> Option<String> {
        let mut server = Server::new(self.catalog, &mut self.connection, &mut self.slots);
        let event = server.receive(frame, self.now)?;
        self.last = Some(Kept::of(&event));
        Some(line_of(&event))
    }

    /// Does what the application does, and gives the lines that come of it. An error is a fault of
    /// the transcript.
    pub fn act(&mut self, action: &str) -> Result<Vec<String>, String> {
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        let (kept, rest) = match rest.strip_prefix('@') {
            Some(named) => {
                let (name, rest) = named.split_once(' ').unwrap_or((named, ""));
                (self.kept.get(name).cloned().ok_or(format!("nothing kept as {name}"))?, rest)
            }
            None => (self.last.clone().unwrap_or_else(Kept::nothing), rest),
        };
        if let Some(lines) = features::act(self, verb, rest, &kept)? {
            return Ok(lines);
        }
        let ticket = kept.ticket();
        let mut tx = std::mem::take(&mut self.tx);
        let mut server = Server::new(self.catalog, &mut self.connection, &mut self.slots);
        let tx_ref = &mut tx[..];
        let mut pieces = Vec::new();
        let done: Result<Option<Out<'_>>, Error> = match verb {
            "keep" => {
                self.kept.insert(rest.to_owned(), kept);
                Ok(None)
            }
            "reply" => server.reply(&kept.event(), tx_ref).map(Some),
            "echo" => echo(&mut server, &kept.event(), tx_ref).map(Some),
            "answer" => server.answer(ticket, tx_ref).text(rest).end().map(Some),
            "fail" => server.answer(ticket, tx_ref).fail(rest).end().map(Some),
            "result" => server.result(ticket, rest, tx_ref).map(Some),
            "error" => {
                let (code, message) = rest.split_once(' ').ok_or("error needs CODE TEXT")?;
                let code = Code(code.parse().map_err(|_| "not a code")?);
                server.error(ticket, code, message, "", tx_ref).map(Some)
            }
            "progress" => {
                let mut words = rest.splitn(3, ' ');
                let mut word = || words.next().ok_or("progress needs N TOTAL TEXT");
                let progress = Number::parse(word()?);
                let total = Some(word()?).filter(|total| *total != "-").map(Number::parse);
                let text = words.next().filter(|text| !text.is_empty()).map(Prose::from);
                server.progress(ticket, progress, total, text, tx_ref).map(Some)
            }
            "begin" => server.begin(ticket, shape_of(rest)?, tx_ref).map(Some),
            "piece" => put_all(&mut server, ticket, rest.as_bytes(), tx_ref, &mut pieces),
            "piecex" => {
                let data = bytes_of(rest).ok_or("not hexadecimal")?;
                put_all(&mut server, ticket, &data, tx_ref, &mut pieces)
            }
            "end" => {
                let failure = Some(rest).filter(|text| !text.is_empty()).map(Prose::from);
                server.end(ticket, failure, tx_ref).map(Some)
            }
            "begin_reply" => server.begin_reply(&kept.event(), tx_ref).map(Some),
            "next" => server.next_output(tx_ref),
            "cancelled" => {
                let is = if server.is_cancelled(ticket) { "yes" } else { "no" };
                same(is, rest)?;
                Ok(None)
            }
            "abandon" => server.abandon(ticket).map(|()| None),
            "open" => {
                same(&server.open().count().to_string(), rest)?;
                Ok(None)
            }
            _ => return Err(format!("no such action: {verb}")),
        };
        let mut lines: Vec<_> = pieces.iter().map(|piece| sent(piece)).collect();
        self.wire.extend(pieces.concat());
        match done {
            Ok(Some(out)) if !out.is_empty() => {
                lines.push(sent(out.line()));
                self.wire.extend(out.line());
            }
            Ok(_) => {}
            Err(error) => lines.push(error_line(error)),
        }
        self.tx = tx;
        Ok(lines)
    }
}

impl World {
    /// A server over this world, its transmit buffer, and what else an action needs.
    pub fn parts(&mut self) -> (Server<'_>, &mut [u8]) {
        let server = Server::new(self.catalog, &mut self.connection, &mut self.slots);
        (server, &mut self.tx)
    }

    pub fn set_last(&mut self, kept: Kept) {
        self.last = Some(kept);
    }
}

pub fn same(found: &str, expected: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}

/// What the README's echo server does with an event.
fn echo<'t>(
    server: &mut Server<'_>,
    event: &Event<'_>,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    match event {
        Event::CallTool(call) if call.name() == "echo" => match call.arg("text") {
            Some(text) => server.answer(call.ticket(), tx).text(text).end(),
            None => server.answer(call.ticket(), tx).fail("text is missing").end(),
        },
        other => server.reply(other, tx),
    }
}

/// All of `data` in pieces, as many as it takes.
fn put_all<'t>(
    server: &mut Server<'_>,
    ticket: Ticket,
    data: &[u8],
    tx: &mut [u8],
    pieces: &mut Vec<Vec<u8>>,
) -> Result<Option<Out<'t>>, Error> {
    let mut rest = data;
    loop {
        let (taken, out) = server.piece(ticket, rest, tx)?;
        if !out.is_empty() {
            pieces.push(out.line().to_vec());
        }
        rest = &rest[taken..];
        if rest.is_empty() {
            return Ok(None);
        }
    }
}

fn shape_of(words: &str) -> Result<Shape<'_>, String> {
    let mut words = words.split(' ');
    let kind = words.next();
    let mut word = || words.next().ok_or("begin needs a type");
    Ok(match kind {
        Some("text") => Shape::Text,
        Some("image") => Shape::Image(word()?),
        Some("audio") => Shape::Audio(word()?),
        Some("blob") => Shape::Blob(word()?, word()?),
        Some("contents") => Shape::Contents(word()?, word()?),
        Some("bytes") => Shape::Bytes(word()?, word()?),
        _ => return Err("begin what?".into()),
    })
}

pub fn sent(bytes: &[u8]) -> String {
    match bytes.strip_suffix(b"\n") {
        Some(line) => format!("< {}", String::from_utf8_lossy(line)),
        None => format!("<+ {}", String::from_utf8_lossy(bytes)),
    }
}

pub fn error_line(error: Error) -> String {
    match error {
        Error::Short { need } => format!("? short {need}"),
        Error::Stale => "? stale".into(),
        Error::Streaming => "? streaming".into(),
        Error::Busy => "? busy".into(),
        Error::NotSupported => "? not_supported".into(),
        Error::NotJson => "? not_json".into(),
        Error::NotText => "? not_text".into(),
        Error::UseAsk => "? use_ask".into(),
        Error::Undeclared => "? undeclared".into(),
        Error::NotReady => "? not_ready".into(),
        Error::Rejected => "? rejected".into(),
        other => format!("? {other}"),
    }
}

/// The line of an event.
pub fn line_of(event: &Event<'_>) -> String {
    let (kind, text, parts) = event.raw();
    let id = parts.id.of(text).unwrap_or("-");
    let head = format!("= {} {id}", kind.name());
    match event {
        Event::CallTool(call) => format!("{head} {}", call.name().raw()),
        Event::GetPrompt(call) => format!("{head} {}", call.name().raw()),
        Event::ReadResource(read) | Event::Subscribe(read) | Event::Unsubscribe(read) => {
            format!("{head} {}", read.uri().raw())
        }
        Event::Complete(complete) => {
            format!("{head} {} {}", complete.name().raw(), complete.value().raw())
        }
        Event::SetLevel(set) => format!("{head} {}", set.level().name()),
        Event::Answered(answered) => match answered.outcome() {
            Outcome::Result(result) => format!("{head} result {}", result.as_str()),
            Outcome::Error(error) => format!("{head} error {}", error.as_str()),
            Outcome::Malformed => format!("{head} malformed"),
            Outcome::Expired => format!("{head} expired"),
        },
        Event::Request(call) => format!("{head} {}", call.method_name().raw()),
        Event::Notification(message) => format!("{head} {}", message.method_name().raw()),
        Event::Cancelled(cancelled) => {
            format!("{head} {}", cancelled.reason().map_or("-", |reason| reason.raw()))
        }
        Event::Refused(refused) => format!("{head} {}", refused.refusal().words().code.0),
        _ => head,
    }
}

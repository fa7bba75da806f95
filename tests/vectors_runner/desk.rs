//! What the application remembers: its events, its questions, the time.

use std::collections::BTreeMap;

use sansmcp::{Event, EventKind, Limits, Out, Parts, Ticket};

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

/// What stands on the application's desk.
pub struct Desk {
    pub now: u64,
    pub limits: Limits,
    last: Option<Kept>,
    named: BTreeMap<String, Kept>,
    /// What is remembered of a call while the client is asked, by the call's ticket.
    pub questions: BTreeMap<Ticket, String>,
}

impl Desk {
    pub fn new() -> Self {
        Self {
            now: 0,
            limits: Limits::DEFAULT,
            last: None,
            named: BTreeMap::new(),
            questions: BTreeMap::new(),
        }
    }

    pub fn set_last(&mut self, event: &Event<'_>) {
        self.last = Some(Kept::of(event));
    }

    pub fn keep(&mut self, name: &str, kept: Kept) {
        self.named.insert(name.to_owned(), kept);
    }

    /// The event that an action is about, and what is left of its words. True if it is the last
    /// event.
    pub fn event_of<'r>(&self, rest: &'r str) -> Result<(Kept, &'r str, bool), String> {
        let Some(named) = rest.strip_prefix('@') else {
            return Ok((self.last.clone().unwrap_or_else(Kept::nothing), rest, true));
        };
        let (name, rest) = named.split_once(' ').unwrap_or((named, ""));
        let kept = self.named.get(name).cloned().ok_or(format!("nothing kept as {name}"))?;
        Ok((kept, rest, false))
    }
}

/// One output of the engine, apart from the buffer that it was written to.
pub struct Sent {
    /// Only an endpoint asks where it goes.
    #[cfg_attr(not(all(feature = "http", feature = "full")), allow(dead_code))]
    pub out: Out<'static>,
    pub bytes: Vec<u8>,
}

impl Sent {
    pub fn of(out: &Out<'_>) -> Self {
        Self { out: out.over(&[]), bytes: out.line().to_vec() }
    }
}

/// What came of an action: what was sent, and the lines of its events or its error.
#[derive(Default)]
pub struct Done {
    pub sent: Vec<Sent>,
    pub lines: Vec<String>,
}

impl Done {
    pub const NOTHING: Self = Self { sent: Vec::new(), lines: Vec::new() };
}

//! What the application of a client remembers: its calls, events, listens, and how it calls.

use std::collections::BTreeMap;

use sansmcp::client::{Event, EventKind, Policy, Subscription};
use sansmcp::{Limits, Parts, Ticket};

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

    fn nothing() -> Self {
        Self { kind: EventKind::Ignored, text: String::new(), parts: Parts::default() }
    }

    pub fn event(&self) -> Event<'_> {
        Event::from_parts(self.kind, &self.text, self.parts)
    }
}

/// A call as it was made, to make it again.
#[derive(Clone)]
pub struct Called {
    pub ticket: Ticket,
    pub method: String,
    pub params: String,
}

/// What is given to the server: the key, and the result of its method or the content of a form.
pub enum Gift {
    Result(String),
    Content(String),
}

/// What stands on the application's desk.
pub struct Desk {
    pub now: u64,
    pub policy: Policy,
    pub limits: Limits,
    pub meta: String,
    pub anyway: bool,
    /// The input schema of the tool that is called, empty for none.
    pub schema: String,
    last: Option<Kept>,
    /// What was denied last, if no event came since.
    pub denied: Option<Ticket>,
    events: BTreeMap<String, Kept>,
    pub calls: BTreeMap<String, Called>,
    pub listens: BTreeMap<String, Subscription<'static>>,
    pub gifts: Vec<(String, Gift)>,
    pub pages: sansmcp::client::Pages,
}

impl Desk {
    pub fn new() -> Self {
        Self {
            now: 0,
            policy: Policy::ANY,
            limits: Limits::DEFAULT,
            meta: String::new(),
            anyway: false,
            schema: String::new(),
            last: None,
            denied: None,
            events: BTreeMap::new(),
            calls: BTreeMap::new(),
            listens: BTreeMap::new(),
            gifts: Vec::new(),
            pages: sansmcp::client::Pages::NEW,
        }
    }

    pub fn set_last(&mut self, event: &Event<'_>) {
        self.last = Some(Kept::of(event));
        self.denied = None;
    }

    pub fn keep(&mut self, name: &str, kept: Kept) {
        self.events.insert(name.to_owned(), kept);
    }

    /// The event kept under a name; the last one for no name.
    pub fn event_of(&self, name: &str) -> Result<Kept, String> {
        if name.is_empty() {
            return Ok(self.last.clone().unwrap_or_else(Kept::nothing));
        }
        self.events.get(name).cloned().ok_or(format!("nothing kept as {name}"))
    }

    /// The call made under a name; the one that the last event is of for no name.
    pub fn call_of(&self, name: &str) -> Result<(String, Called), String> {
        let found = if name.is_empty() {
            let ticket = self.ticket_of("")?;
            self.calls.iter().find(|(_, call)| call.ticket == ticket)
        } else {
            self.calls.get_key_value(name)
        };
        let found = found.map(|(name, call)| (name.clone(), call.clone()));
        found.ok_or(format!("no call {name}"))
    }

    /// The ticket of a call or a listen; that of the last event for no name.
    pub fn ticket_of(&self, name: &str) -> Result<Ticket, String> {
        if name.is_empty() {
            let last = self.event_of("")?.event().ticket();
            return Ok(self.denied.unwrap_or(last));
        }
        let call = self.calls.get(name).map(|call| call.ticket);
        let listen = self.listens.get(name).map(|listen| listen.ticket());
        let event = self.events.get(name).map(|kept| kept.event().ticket());
        call.or(listen).or(event).ok_or(format!("no call {name}"))
    }
}

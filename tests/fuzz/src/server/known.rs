//! A request as the model knows it: of the peer's, or of the server's own.

use sansmcp::{Event, EventKind, Limits, Parts, Revision, Route, Ticket, What};

/// Where a request of the peer's stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It waits for its answer.
    Open,
    /// The peer gave it up: nothing of it is sent any more.
    Cancelled,
    /// As before, and the application streams an answer that nobody gets.
    Silent,
    /// Its answer goes out in pieces.
    Streaming,
    /// As before, and the peer gave it up: it still comes to its end.
    Ending,
    /// A listen that was acknowledged.
    Listening,
    /// It is answered, or given up, or its place was taken by another.
    Done,
}

/// What a listener gets, and how its end stands.
#[derive(Clone, Debug, Default)]
pub struct Agreed {
    /// The lists whose changes it is told, as bits of [`bit`].
    pub lists: u8,
    /// The resources whose changes it is told, decoded.
    pub uris: Vec<Vec<u8>>,
    /// The changes that it is still to be told.
    pub due: u8,
    /// It ends, and is still to be told.
    pub is_ending: bool,
}

/// One bit for each list.
pub fn bit(what: What) -> u8 {
    1 << what as u8
}

/// A request that came in and what has to be known of it.
pub struct Known {
    /// Its event taken apart, over a copy of its text.
    pub event: (EventKind, String, Parts),
    /// The id that its response has to have.
    pub id: Option<String>,
    /// What it has is not known: any that was written.
    pub is_id_open: bool,
    /// The progress token as written.
    pub token: Option<String>,
    /// The last progress that was sent.
    pub progress: Option<String>,
    /// The level of log messages that it asks for in its own context; 0 for none.
    pub level: u8,
    /// `params.uri`, decoded.
    pub uri: Option<Vec<u8>>,
    /// Where it stands.
    pub state: State,
    /// What it listens to.
    pub agreed: Agreed,
    /// Where its answer belongs.
    pub route: Route,
    /// How many responses it got.
    pub responses: u32,
    /// Peer, application or engine gave it up before its answer: it gets none.
    pub is_given_up: bool,
}

impl Known {
    /// Its ticket.
    pub fn ticket(&self) -> Ticket {
        self.event.2.ticket
    }

    /// It has the one place that is left when the table is full.
    pub fn is_spare(&self) -> bool {
        self.ticket().index == Ticket::SPARE
    }

    /// Its event, over the copy.
    pub fn event(&self) -> Event<'_> {
        Event::from_parts(self.event.0, &self.event.1, self.event.2)
    }

    /// It is served in a revision that keeps no state.
    pub fn is_modern(&self) -> bool {
        Revision::from_number(self.event.2.revision).is_none_or(Revision::is_modern)
    }

    /// No second request may have its id.
    pub fn holds_id(&self) -> bool {
        self.event.0 != EventKind::Refused
            && !self.is_spare()
            && matches!(self.state, State::Open | State::Streaming | State::Listening)
    }

    /// It waits for an answer, or its end is not written yet.
    pub fn is_unanswered(&self) -> bool {
        !matches!(self.state, State::Listening | State::Done)
    }
}

/// Where a request of the server's own stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// It waits for the peer's answer.
    Waiting,
    /// It was given up, and the peer is to be told.
    Withdrawn,
    /// It has ended.
    Done,
}

/// A request of the server's own.
pub struct Asked {
    /// Its ticket, whose number is its id.
    pub ticket: Ticket,
    /// The request in whose course it was asked.
    pub parent: Ticket,
    /// Which way it went.
    pub route: Route,
    /// Where it stands.
    pub state: Asking,
    /// What was handed out to be kept.
    pub kept: String,
    idle_ms: u32,
    idle_at: u64,
    hard_at: u64,
}

fn after(now: u64, ms: u32) -> u64 {
    if ms == 0 { u64::MAX } else { now.saturating_add(u64::from(ms)) }
}

impl Asked {
    /// Sent at `now`.
    pub fn new(ticket: Ticket, parent: Ticket, route: Route, limits: &Limits, now: u64) -> Self {
        Self {
            ticket,
            parent,
            route,
            state: Asking::Waiting,
            kept: String::new(),
            idle_ms: limits.idle_ms,
            idle_at: after(now, limits.idle_ms),
            hard_at: after(now, limits.hard_ms),
        }
    }

    /// Progress on it came.
    pub fn progressed(&mut self, now: u64) {
        self.idle_at = after(now, self.idle_ms);
    }

    /// When patience ends; the last moment of all stands for never.
    pub fn deadline(&self) -> u64 {
        self.idle_at.min(self.hard_at)
    }

    /// An answer or progress that comes on this way can be its.
    pub fn hears(&self, route: Route) -> bool {
        self.route.kind != route.kind || self.route == route
    }
}

//! What the model knows of requests, ours and the server's, and of HTTP exchanges.

use sansmcp::client::EventKind;
use sansmcp::{Limits, Parts, Route, Ticket};

/// Where the connection stands, as far as the application was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nothing was begun.
    Start,
    /// `connect` was called, or a session of HTTP is begun anew.
    Connecting,
    /// Connected, from 2026-07-28 on.
    Modern,
    /// Connected, before.
    Legacy,
    /// It failed, and that was told; or the application gave it up.
    Failed,
}

/// Where a call or a listen of ours stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The server has it.
    Open,
    /// The application has it.
    Suspended,
    /// It is over.
    Ended,
}

/// A call or a listen of ours.
#[derive(Clone, Debug)]
pub struct Call {
    pub ticket: Ticket,
    /// Which of the script's methods, and its params.
    pub method: &'static str,
    pub params: usize,
    pub is_listen: bool,
    /// A listen before 2026-07-28, which takes requests of its own.
    pub is_legacy: bool,
    pub state: State,
    pub limits: Limits,
    /// The times at which patience ends.
    pub idle_at: u64,
    pub hard_at: u64,
    /// A response came that may have suspended it, of which the application is still to be told.
    pub is_doubtful: bool,
    /// How often it was given to the application for input.
    pub rounds: u32,
}

/// The end of patience.
pub fn after(now: u64, ms: u32) -> u64 {
    if ms == 0 { u64::MAX } else { now.saturating_add(u64::from(ms)) }
}

impl Call {
    pub fn is_open(&self) -> bool {
        self.state != State::Ended
    }

    /// It goes out (again) under this ticket.
    pub fn goes_out(&mut self, ticket: Ticket, limits: Limits, now: u64) {
        self.ticket = ticket;
        self.state = State::Open;
        self.limits = limits;
        self.idle_at = after(now, limits.idle_ms);
        self.hard_at = after(now, limits.hard_ms);
        self.is_doubtful = false;
    }

    /// When patience ends; of what is or may be suspended, never.
    pub fn deadline(&self) -> u64 {
        match self.state {
            State::Open if !self.is_doubtful => self.idle_at.min(self.hard_at),
            _ => u64::MAX,
        }
    }
}

/// A request of the server's.
#[derive(Clone, Debug)]
pub struct Asked {
    pub event: Kept,
    /// As it was written.
    pub id: String,
    /// The server gave it up.
    pub is_withdrawn: bool,
    /// It was answered, given up, or lost with the connection: no byte may be written of it.
    pub is_over: bool,
}

/// An event apart from its frame.
#[derive(Clone, Debug)]
pub struct Kept {
    pub kind: EventKind,
    pub text: String,
    pub parts: Parts,
}

/// An output, copied.
#[derive(Clone, Debug)]
pub struct Sent {
    pub text: String,
    pub route: Route,
    pub verb: &'static str,
    pub is_last: bool,
}

/// What is to be done with an HTTP exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// No response came yet.
    Sent,
    /// A body is to come.
    Json,
    /// Events are to come.
    Events,
    /// The body is dropped.
    Nothing,
    /// It is over.
    Closed,
}

/// An HTTP exchange of ours.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub route: Route,
    pub stage: Stage,
    /// The id of its request, if it is one.
    pub id: Option<u64>,
}

//! Server-sent events (`text/event-stream` of the WHATWG's HTML standard), both ways: what the
//! answer to a POST or a GET of Streamable HTTP is made of, from 2025-03-26 to 2026-07-28.
//!
//! A server writes: [`head`], the JSON of one message, [`TAIL`]. What it writes beside are
//! [`prime`], [`retry`] and [`KEEP_ALIVE`]. An event that can be asked for again has an
//! [`EventId`].
//!
//! A client reads with [`Events`].

mod events;
mod id;
mod short;
mod state;
mod write;

pub use events::{Events, SseEvent};
pub use id::EventId;
pub use state::EventsState;
pub use write::{Fields, KEEP_ALIVE, TAIL, head, prime, retry};

/// Longest event id that is kept, in bytes. A longer one is ignored, as if its line was not there.
pub const MAX_EVENT_ID: usize = 128;

/// Longest kind of an event that is kept, in bytes: of a longer one these are the first. Those of
/// the protocol are `message`, and `endpoint` in 2024-11-05.
pub const MAX_KIND: usize = 64;

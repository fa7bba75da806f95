//! The memory of the host: how much of everything there may be.

use everything_fixtures::Place as Call;
use sansmcp::Slot;
use sansmcp::http::{Hub, Session, Stream};

use crate::{LINKS, OUTBOX, RX, TX};

/// Open requests of all clients.
pub const SLOTS: usize = 96;
/// Clients before 2026-07-28 with a session.
pub const SESSIONS: usize = 64;
/// HTTP exchanges, and streams that clients may come back to.
pub const STREAMS: usize = 128;
/// Bytes of events that are kept for clients that come back.
pub const KEPT: usize = 128 * 1024;
/// Calls that may wait at once, half of them for the time and half for their clients, and bytes of
/// what is kept of them.
pub const CALLS: usize = 128;
pub const TEXTS: usize = 128 * 1024;
/// Bytes of what one event brings.
pub const QUEUE: usize = 128 * 1024;

/// What was read of the requests. It stands beside the rest, since a request is read while the rest
/// is changed.
pub type Requests = [[u8; RX]; LINKS];

/// The calls that wait, for the time or for their clients.
pub type Calls = [Call; CALLS];
/// None do.
pub const NO_CALLS: Calls = [Call::EMPTY; CALLS];

/// The other memory of the host, all of it.
pub struct Lent {
    pub outboxes: [[u8; OUTBOX]; LINKS],
    pub tx: [u8; TX],
    pub app: [[u8; TX]; 3],
    pub texts: [u8; TEXTS],
    pub queue: [u8; QUEUE],
    pub kept: [u8; KEPT],
    pub hub: Hub,
    pub sessions: [Session; SESSIONS],
    pub streams: [Stream; STREAMS],
    pub slots: [Slot; SLOTS],
}

impl Lent {
    /// Nothing is in it, and all of it is zero, so that it takes no flash.
    pub const NEW: Lent = Lent {
        outboxes: [[0; OUTBOX]; LINKS],
        tx: [0; TX],
        app: [[0; TX]; 3],
        texts: [0; TEXTS],
        queue: [0; QUEUE],
        kept: [0; KEPT],
        hub: Hub::NEW,
        sessions: [Session::EMPTY; SESSIONS],
        streams: [Stream::EMPTY; STREAMS],
        slots: [Slot::EMPTY; SLOTS],
    };
}

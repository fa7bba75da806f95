//! What the model knows of exchanges, sessions, requests and questions.

use sansmcp::http::{Body, Delivery, ResponseHead};
use sansmcp::sse::EventId;
use sansmcp::{Event, EventKind, Parts, Ticket};

/// How many clients there are; each two are of one principal.
pub const CLIENTS: usize = 4;

pub fn principal(client: usize) -> u64 {
    (client % CLIENTS / 2) as u64
}

/// An HTTP exchange. Its number is one more than its place.
pub struct Exchange {
    pub client: usize,
    pub principal: u64,
    /// When it began.
    pub begun: u64,
    pub is_post: bool,
    pub is_initialize: bool,
    /// Its disconnect cancels.
    pub is_modern: bool,
    /// The session that it named, if that was a good one.
    pub session: Option<usize>,
    /// The exchange whose stream it goes on with, or itself.
    pub root: usize,
    pub head: Option<(u16, Body)>,
    pub is_over: bool,
    /// Its client is gone.
    pub is_closed: bool,
    /// What came and was not read yet.
    pub bytes: Vec<u8>,
    /// Not all of it came, so that nothing can be missed.
    pub is_torn: bool,
}

impl Exchange {
    pub fn is_live(&self) -> bool {
        !self.is_over && !self.is_closed
    }
}

pub struct Session {
    pub id: String,
    pub principal: u64,
    pub used: u64,
    pub is_over: bool,
    /// The resources that it ever subscribed to.
    pub uris: Vec<&'static str>,
}

/// A request that came in.
pub struct Request {
    /// What its answer says.
    pub number: usize,
    pub exchange: usize,
    pub session: Option<usize>,
    /// As it was written; empty where that is not known.
    pub id: String,
    /// Its ticket is no longer good.
    pub is_done: bool,
    /// Nobody waits for it any more.
    pub is_given_up: bool,
    /// Its client cancelled it.
    pub is_unwanted: bool,
    /// Its response came.
    pub is_delivered: bool,
    pub event: (EventKind, String, Parts),
    /// Its answer goes out in pieces, by itself.
    pub is_going_out: bool,
    pub is_streaming: bool,
    pub is_listening: bool,
    pub reached: i64,
}

impl Request {
    pub fn event(&self) -> Event<'_> {
        Event::from_parts(self.event.0, &self.event.1, self.event.2)
    }

    pub fn ticket(&self) -> Ticket {
        self.event().ticket()
    }

    pub fn is_spare(&self) -> bool {
        self.ticket().index == Ticket::SPARE
    }

    pub fn is_open(&self) -> bool {
        !self.is_done && !self.is_given_up
    }
}

/// A request of the server's.
pub struct Question {
    pub id: u64,
    pub session: Option<usize>,
    pub parent: usize,
    pub is_over: bool,
}

/// A delivery in memory of its own.
pub struct Sent {
    pub to: Option<u32>,
    pub head: Option<ResponseHead>,
    pub bytes: Vec<u8>,
    pub is_end: bool,
    pub keep: Option<(EventId, Vec<u8>)>,
}

impl Sent {
    pub fn of(delivery: &Delivery<'_>) -> Self {
        assert_eq!(delivery.len(), delivery.parts().concat().len());
        Self {
            to: delivery.to(),
            head: delivery.head().copied(),
            bytes: delivery.parts().concat(),
            is_end: delivery.is_end(),
            keep: delivery.keep().map(|(id, bytes)| (id, bytes.to_vec())),
        }
    }
}

/// The events of a stream that were kept.
#[derive(Default)]
pub struct Log {
    /// The exchange that it began on, once that shows.
    pub root: Option<usize>,
    pub events: Vec<Vec<u8>>,
}

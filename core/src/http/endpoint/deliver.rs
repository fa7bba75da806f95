//! From a message of the engine's to what goes to a socket.

use super::Endpoint;
use super::response::ResponseHead;
use super::session::State as Held;
use super::stream::{Name, State, Stream, flag};
use crate::frame::Route;
use crate::out::Out;
use crate::rules::status;
use crate::rules::transition::Stage;
use crate::sse::{self, EventId, Fields};

/// What to send, where, and what to keep.
#[derive(Clone, Copy, Debug)]
#[must_use = "the bytes have to be sent"]
pub struct Delivery<'t> {
    to: Option<u32>,
    head: Option<ResponseHead>,
    lead: Option<Fields>,
    bytes: &'t [u8],
    tail: &'static [u8],
    is_end: bool,
    is_half: bool,
    is_cut: bool,
    keep: Option<EventId>,
}

impl<'t> Delivery<'t> {
    const NOTHING: Delivery<'static> = Delivery {
        to: None,
        head: None,
        lead: None,
        bytes: b"",
        tail: b"",
        is_end: false,
        is_half: false,
        is_cut: false,
        keep: None,
    };

    pub(super) fn whole(number: u32, head: ResponseHead, bytes: &'t [u8]) -> Self {
        Self { to: Some(number), head: Some(head), bytes, is_end: true, ..Delivery::NOTHING }
    }

    /// The number of the HTTP exchange that it belongs to. `None` where nobody is there: send
    /// nothing.
    #[must_use]
    pub fn to(&self) -> Option<u32> {
        self.to
    }

    /// The head to begin the response with; `None` if it has begun.
    #[must_use]
    pub fn head(&self) -> Option<&ResponseHead> {
        self.head.as_ref()
    }

    /// The bytes of the body, in three parts to be sent one behind the other; each may be empty.
    #[must_use]
    pub fn parts(&self) -> [&[u8]; 3] {
        [self.lead.as_ref().map_or(b"", Fields::bytes), self.bytes, self.tail]
    }

    pub(super) fn last(number: u32, head: Option<ResponseHead>, lead: Fields) -> Self {
        Self { to: Some(number), head, lead: Some(lead), is_end: true, ..Delivery::NOTHING }
    }

    /// How many bytes that are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts().iter().map(|part| part.len()).sum()
    }

    /// True if there are no bytes to send; a head or an end there may be.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True if the response ends with it.
    #[must_use]
    pub fn is_end(&self) -> bool {
        self.is_end
    }

    /// True if a message is half out with it, so that nothing of the host's own, such as
    /// [`crate::sse::KEEP_ALIVE`], may be sent before the next delivery.
    #[must_use]
    pub fn is_half(&self) -> bool {
        self.is_half
    }

    /// True if the response ends in the middle of a message, since its session has ended: break it
    /// off (close the socket, send no last chunk), so that nobody takes it for whole.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// True if the response is whole: its head, all of its body and its end.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.head.is_some() && self.is_end
    }

    /// The message to keep for clients that come again ([`super::Policy::replay`]), and under what:
    /// JSON text without a newline. Also where nobody is there.
    #[must_use]
    pub fn keep(&self) -> Option<(EventId, &'t [u8])> {
        self.keep.map(|id| (id, self.bytes))
    }
}

impl Endpoint<'_> {
    /// Says what becomes of a message: to which exchange it goes, as a JSON body or as an event,
    /// with which head, and whether the response ends. Each output of a server of this endpoint has
    /// to come here once, in the order in which they were made, also those that are empty.
    ///
    /// The first message decides the form: if it is the answer, the response is JSON; else events.
    pub fn deliver<'t>(&mut self, out: Out<'t>) -> Delivery<'t> {
        let name = out.route().number;
        if out.is_empty() && !out.is_last() {
            return Delivery::NOTHING;
        }
        self.streams.touch(name);
        let Some(stream) = self.streams.of(out.route()) else { return Delivery::NOTHING };
        if out.is_last() {
            stream.pending = stream.pending.saturating_sub(1);
        }
        let is_get = stream.is(flag::GET);
        let is_over = stream.is(flag::OVER);
        let is_done = stream.pending == 0 && !stream.is(flag::READING) && !is_get;
        let is_end = out.is_last() && (is_done || is_over);
        let takes_json = stream.is(flag::JSON) && is_done;
        let delivery = match stream.state() {
            State::Free | State::Ended => return Delivery::NOTHING,
            State::Waiting if is_end && out.is_empty() => {
                // It was given up: by its client, or with its session.
                let status = match stream.status {
                    0 if is_over => status::NOT_FOUND,
                    0 => status::ACCEPTED,
                    status => status,
                };
                Delivery { head: Some(ResponseHead::empty(status)), ..Delivery::NOTHING }
            }
            // An error has its status, whatever form an answer would have.
            State::Waiting if is_end && (takes_json || out.status() != status::OK) => Delivery {
                head: Some(ResponseHead::json(out.status())),
                bytes: out.json(),
                ..Delivery::NOTHING
            },
            State::Waiting if out.is_piece() && stream.takes_body() => {
                stream.set(State::Body);
                Delivery {
                    head: Some(ResponseHead::json(status::OK)),
                    bytes: out.line(),
                    ..Delivery::NOTHING
                }
            }
            State::Body => Delivery { bytes: out.line(), ..Delivery::NOTHING },
            // It takes no events: what is no answer is lost on it.
            State::Waiting if !stream.is(flag::EVENTS) => Delivery::NOTHING,
            State::Waiting | State::Events => event(stream, self.policy.retry_ms, &out),
        };
        let (to, is_half) = (stream.socket(), stream.is(flag::HALF));
        let is_cut = is_over && (is_half || stream.state() == State::Body);
        let delivery = Delivery { to, is_end, is_half, is_cut, ..delivery };
        self.settle(name, delivery)
    }

    /// What a delivery means for the session and the stream.
    fn settle<'t>(&mut self, name: Name, mut delivery: Delivery<'t>) -> Delivery<'t> {
        let is_end = delivery.is_end;
        let Some(stream) = self.streams.get(name) else { return delivery };
        let (session, begins) = (stream.session, stream.is(flag::INITIALIZE));
        let mut is_refused = false;
        if begins && (delivery.head.is_some() || is_end) {
            let place = session.wrapping_sub(1);
            if let Some(held) = self.sessions.get_mut(usize::from(place)) {
                // Its answer has begun to go out, or is there.
                let has_begun = held.connection.stage() != Stage::Fresh
                    && delivery.head.is_some_and(|head| head.status == status::OK);
                if let Some(head) = delivery.head.as_mut().filter(|_| has_begun) {
                    head.session = Some(held.id(place));
                    held.set(Held::Open);
                }
                is_refused = is_end && held.state() == Held::Opening;
            }
        }
        if is_end {
            self.end_stream(name);
        }
        if is_refused {
            self.terminate(session);
        }
        delivery
    }

    /// The response of a stream has ended.
    fn end_stream(&mut self, name: Name) {
        let Some(stream) = self.streams.get(name) else { return };
        let is_kept = stream.is(flag::KEPT) && !stream.is(flag::OVER);
        if is_kept && stream.sequence != 0 {
            stream.set(State::Ended);
            stream.mark(flag::LIVE, false);
        } else {
            self.streams.close(name);
        }
    }

    /// Begins a response of events before there is one.
    pub(super) fn open_events(&mut self, name: Name) -> Option<Delivery<'static>> {
        let stream = self.streams.get(name)?;
        let lead = first_of(stream, self.policy.retry_ms);
        stream.set(State::Events);
        let to = stream.socket();
        let head = Some(ResponseHead::events());
        let delivery = Delivery { to, head, lead, ..Delivery::NOTHING };
        Some(self.settle(name, delivery))
    }

    /// Ends a response of events, all of whose answers are out.
    pub(super) fn end_events(&mut self, name: Name) -> Delivery<'static> {
        let to = self.streams.get(name).and_then(|stream| stream.socket());
        self.settle(name, Delivery { to, is_end: true, ..Delivery::NOTHING })
    }
}

impl Stream {
    /// True if the one answer that is due can go out in pieces as one JSON body.
    fn takes_body(&self) -> bool {
        self.is(flag::JSON) && self.pending <= 1 && !self.is(flag::READING) && !self.is(flag::GET)
    }
}

/// The event without data that says where to come back to, where its client knows such.
pub(super) fn first_of(stream: &Stream, retry_ms: u32) -> Option<Fields> {
    let id = EventId { stream: stream.serial, sequence: 0 };
    stream.is(flag::PRIMED).then(|| sse::prime(id, Some(retry_ms)))
}

/// A message, or a piece of one, as an event.
fn event<'t>(stream: &mut Stream, retry_ms: u32, out: &Out<'t>) -> Delivery<'t> {
    let is_new = stream.state() == State::Waiting;
    stream.set(State::Events);
    let first = if is_new { first_of(stream, retry_ms) } else { None };
    let head = is_new.then(ResponseHead::events);
    if out.is_empty() {
        return Delivery { head, lead: first, ..Delivery::NOTHING };
    }
    let is_first = !stream.is(flag::HALF);
    let is_whole_now = !out.is_piece() || out.is_last();
    stream.mark(flag::HALF, !is_whole_now);
    let mut keep = None;
    // What goes out in pieces was never whole anywhere, so it cannot be kept and has no id.
    if stream.is(flag::KEPT) && !out.is_piece() {
        stream.sequence = stream.sequence.saturating_add(1);
        keep = Some(EventId { stream: stream.serial, sequence: stream.sequence });
    }
    let lead = is_first.then(|| sse::head(keep, None));
    let lead = match (first, lead) {
        (Some(first), Some(lead)) => Some(first.and(&lead)),
        (first, lead) => first.or(lead),
    };
    let tail = if is_whole_now { sse::TAIL } else { b"" };
    Delivery { head, lead, bytes: out.json(), tail, keep, ..Delivery::NOTHING }
}

/// A route of an endpoint names a stream.
pub(super) fn route_of(name: Name) -> Route {
    Route::stream(name)
}

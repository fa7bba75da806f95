//! Streams that outlive their socket: an event stream of a session (GET), a lost one that its
//! client comes back to, one that is put off on purpose, and the ones that are gone.

use super::Endpoint;
use super::deliver::{Delivery, first_of, route_of};
use super::denial::Denial;
use super::judge::{Missed, Opening};
use super::response::ResponseHead;
use super::session::State as Held;
use super::stream::{Name, State, Stream, flag};
use crate::exchange::Ticket;
use crate::frame::Route;
use crate::http::head::{Head, Single};
use crate::sse::{self, EventId};

impl Endpoint<'_> {
    /// The event stream that a GET asks for: a new one, or one that was lost.
    pub(super) fn resume(
        &mut self,
        head: &Head<'_>,
        number: u32,
        session: u16,
    ) -> Result<Opening, Denial> {
        let after = match head.single("last-event-id") {
            Single::Absent => return self.listen(number, session),
            // No event had such a one.
            Single::One(b"") => return self.listen(number, session),
            Single::One(id) => EventId::parse(id).ok_or(Denial::UnknownEvent)?,
            Single::Conflict => return Err(Denial::UnknownEvent),
        };
        let is_it = |stream: &Stream| stream.is(flag::KEPT) && stream.serial == after.stream;
        let name = self.streams.find(is_it).ok_or(Denial::UnknownEvent)?;
        let stream = self.streams.get(name).ok_or(Denial::UnknownEvent)?;
        let was_sent = matches!(stream.state(), State::Events | State::Ended);
        // The other half of a message would make no sense.
        let cannot = stream.is(flag::OVER | flag::HALF);
        if stream.session != session || !was_sent || cannot || after.sequence > stream.sequence {
            return Err(Denial::UnknownEvent);
        }
        let replaces = stream.socket();
        let is_over = stream.state() == State::Ended;
        if is_over && after.sequence == stream.sequence {
            // Nothing will ever come: "come again" would go on for ever.
            return Err(Denial::UnknownEvent);
        }
        stream.number = number;
        stream.mark(flag::LIVE, !is_over);
        let missed = Missed { after, last: stream.sequence };
        let missed = (missed.last > after.sequence).then_some(missed);
        let is_get = stream.is(flag::GET);
        self.streams.touch(name);
        if is_get && let Some(connection) = self.connection(session) {
            connection.route = route_of(name);
        }
        Ok(Opening { head: ResponseHead::events(), first: None, replaces, missed, is_over })
    }

    /// A new event stream for what belongs to no request. A session has one: the last that was
    /// asked for.
    fn listen(&mut self, number: u32, session: u16) -> Result<Opening, Denial> {
        let before = self.connection(session).map(|connection| connection.route.number);
        let mut replaces = None;
        if let Some(name) = before.filter(|name| *name != 0)
            && let Some(stream) = self.streams.get(name)
        {
            replaces = stream.socket();
            self.streams.close(name);
        }
        let revision = self.connection(session).and_then(|connection| connection.revision());
        let mut flags = flag::GET | flag::EVENTS;
        if self.policy.replay {
            let is_primed = revision.is_some_and(|revision| revision.rules().primed_events);
            flags |= if is_primed { flag::PRIMED } else { 0 };
        }
        let retry_ms = self.policy.retry_ms;
        let name = self.streams.open(number, flags, session).ok_or(Denial::Busy)?;
        if self.policy.replay {
            self.streams.keep_events(name);
        }
        let mut first = None;
        if let Some(stream) = self.streams.get(name) {
            stream.set(State::Events);
            first = first_of(stream, retry_ms);
        }
        if let Some(connection) = self.connection(session) {
            connection.route = route_of(name);
        }
        Ok(Opening { head: ResponseHead::events(), first, replaces, missed: None, is_over: false })
    }

    /// Puts a request off: ends the response of its POST, though it is not answered, and asks the
    /// client to come back for the answer after `retry_ms` milliseconds (2025-11-25,
    /// basic/transports: polling). `None` where that cannot be: another revision, a client that
    /// takes no events, an endpoint that keeps none, or a response that has ended already.
    pub fn put_off(&mut self, ticket: Ticket, retry_ms: u32) -> Option<Delivery<'static>> {
        let slot = self.slots.get(usize::from(ticket.index));
        let exchange = &slot.filter(|slot| slot.exchange.is(ticket))?.exchange;
        let stream = self.streams.of(exchange.route())?;
        if !stream.is(flag::PRIMED) || !stream.is(flag::EVENTS) || stream.is(flag::HALF) {
            return None;
        }
        let to = stream.socket()?;
        let (head, lead) = match stream.state() {
            State::Waiting => (Some(ResponseHead::events()), first_of(stream, retry_ms)?),
            State::Events => (None, sse::retry(retry_ms)),
            _ => return None,
        };
        stream.set(State::Events);
        stream.mark(flag::LIVE, false);
        Some(Delivery::last(to, head, lead))
    }

    /// Says that an HTTP exchange is gone: its socket was closed before its response had ended. Of
    /// a number that names none, since it has ended or never took a stream, it does nothing: call
    /// it whenever a socket goes. A request of 2026-07-28 is cancelled with it
    /// ([`Endpoint::cancelled`]). Before, the work goes on: its client may come back for what was
    /// kept, and for what is still to come.
    pub fn closed(&mut self, number: u32) {
        let Some(name) = self.streams.on(number) else { return };
        let Some(stream) = self.streams.get(name) else { return };
        let session = stream.session;
        let is_modern = stream.is(flag::MODERN);
        // A message that was half out cannot be taken up in its middle.
        let is_torn = stream.is(flag::HALF);
        let can_come_back = stream.is(flag::KEPT) && stream.state() == State::Events && !is_torn;
        stream.mark(flag::LIVE | flag::HALF, false);
        if stream.is(flag::OVER) || is_modern {
            self.view(session).closed(Route::post(name));
            return self.streams.close(name);
        }
        let is_get = stream.is(flag::GET);
        if is_get
            && !can_come_back
            && let Some(connection) = self.connection(session)
            && connection.route.number == name
        {
            connection.route = Route::NOWHERE;
        }
        self.drop_session_of(name);
        if !can_come_back {
            self.lose(name);
        }
    }

    /// A session whose id reached nobody is none.
    fn drop_session_of(&mut self, name: Name) {
        let Some(stream) = self.streams.get(name) else { return };
        let (session, begins) = (stream.session, stream.is(flag::INITIALIZE));
        let place = usize::from(session).wrapping_sub(1);
        if begins && self.sessions.get(place).is_some_and(|it| it.state() == Held::Opening) {
            self.terminate(session);
        }
    }

    /// A stream that nobody can come back to. While requests are open on it its name stays, so that
    /// their answers find that nobody is there.
    fn lose(&mut self, name: Name) {
        let Some(stream) = self.streams.get(name) else { return };
        stream.mark(flag::KEPT | flag::PRIMED, false);
        if stream.pending == 0 || stream.is(flag::GET) {
            self.streams.close(name);
        }
    }
}

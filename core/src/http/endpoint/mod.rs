//! The endpoint: one server for all clients that come over HTTP.
//!
//! - `judge`, `receive`, `deliver`: the three steps, from a head to what goes to a socket.
//! - `agree`: the head against the body.
//! - `policy`, `denial`, `response`: what is let in, what is said to the others, and how.
//! - `session`, `stream`: the tables; `resume`: what survives a lost socket.

pub(crate) mod agree;
mod deliver;
mod denial;
mod judge;
mod policy;
mod receive;
mod response;
mod resume;
mod session;
mod stream;

pub use deliver::Delivery;
pub use denial::Denial;
pub use judge::{Missed, Opening, Verdict};
pub use policy::Policy;
pub use response::{Body, Reply, ResponseHead};
pub use session::{Session, SessionId};
pub use stream::{Hub, Stream};

use session::State;
use stream::{Streams, flag};

use crate::error::Error;
use crate::exchange::{Connection, Slot, Ticket};
use crate::frame::{Frame, Route};
use crate::out::Out;
use crate::rules::What;
use crate::rules::transition::{State as Exchanged, Step};
use crate::schema::Catalog;
use crate::server::{Event, Receivers, Server};

/// The memory of an endpoint, lent by the caller: plain data that stays where it is while views
/// come and go. A longer slice serves more at once; none may be shorter than it was.
pub struct Memory<'m> {
    /// What there is once.
    pub hub: &'m mut Hub,
    /// One for each client before 2026-07-28 that may be connected at once (at most 65,535); none
    /// where [`Policy::sessions`] is false.
    pub sessions: &'m mut [Session],
    /// One for each HTTP exchange that may be open at once (at most 65,534), and with
    /// [`Policy::replay`] for each that clients may come back to.
    pub streams: &'m mut [Stream],
    /// One for each request that may be open at once, of all clients.
    pub slots: &'m mut [Slot],
}

/// A server over HTTP: a view over a catalog, a policy and memory, made whenever it is handy.
pub struct Endpoint<'a> {
    catalog: &'a dyn Catalog,
    policy: &'a Policy<'a>,
    sessions: &'a mut [Session],
    streams: Streams<'a>,
    slots: &'a mut [Slot],
}

impl<'a> Endpoint<'a> {
    /// An endpoint of `catalog`. While anything in the memory is in use it has to be the same.
    #[must_use]
    pub fn new(catalog: &'a dyn Catalog, policy: &'a Policy<'a>, memory: Memory<'a>) -> Self {
        let Memory { hub, sessions, streams, slots } = memory;
        Self { catalog, policy, sessions, streams: Streams { hub, slice: streams }, slots }
    }

    /// The server that a ticket belongs to, to answer it with, to tell its progress, and so on.
    /// What it gives goes to [`Endpoint::deliver`]. Of a ticket that is out of date it is one that
    /// says so.
    pub fn server(&mut self, ticket: Ticket) -> Server<'_> {
        let session = if ticket.index == Ticket::SPARE {
            self.streams.hub.spare_session
        } else {
            self.slots.get(usize::from(ticket.index)).map_or(0, |slot| slot.session)
        };
        self.view(session)
    }

    /// The server that the message which was read last of a frame belongs to, also if it has no
    /// ticket.
    pub fn server_of(&mut self, frame: &Frame<'_>) -> Server<'_> {
        let session = self.streams.get(frame.stream).map_or(0, |stream| stream.session);
        self.view(session)
    }

    /// The server of a session by the number that [`Server::session`] gave, for bindings that keep
    /// servers as plain data and make the view anew for each call. Of a number that names none it
    /// is the server of what belongs to no session.
    pub fn server_in(&mut self, session: u16) -> Server<'_> {
        let is_one = usize::from(session) <= self.sessions.len();
        self.view(if is_one { session } else { 0 })
    }

    /// The server of a session, or with 0 of what belongs to none.
    fn view(&mut self, session: u16) -> Server<'_> {
        let session = session.min(u16::try_from(self.sessions.len()).unwrap_or(u16::MAX));
        let way = self.connection(session).map_or(Route::NOWHERE, |connection| connection.route);
        let is_lost = way != Route::NOWHERE && self.streams.get(way.number).is_none();
        let connection = match self.sessions.get_mut(usize::from(session).wrapping_sub(1)) {
            Some(session) => &mut session.connection,
            None => &mut self.streams.hub.connection,
        };
        if is_lost {
            // Its event stream gave way to another.
            connection.route = Route::NOWHERE;
        }
        let most = match self.policy.slots_each {
            most if session != 0 && most != 0 => most,
            _ => u16::MAX,
        };
        Server::of_endpoint(self.catalog, connection, self.slots, session, most)
    }

    /// The connection of a session, or with 0 of what belongs to none.
    fn connection(&mut self, session: u16) -> Option<&mut Connection> {
        match usize::from(session).checked_sub(1) {
            None => Some(&mut self.streams.hub.connection),
            Some(place) => self.sessions.get_mut(place).map(|session| &mut session.connection),
        }
    }

    /// The numbers of the sessions that were ever used.
    fn numbers(&self) -> core::ops::RangeInclusive<u16> {
        1..=self.streams.hub.sessions
    }

    /// The tickets of all requests that are not answered yet, of all clients; see
    /// [`Server::open`].
    pub fn open(&self) -> impl Iterator<Item = Ticket> {
        self.tickets(|state| state.is_unanswered())
    }

    /// The tickets of those among them that nobody waits for any more, since the client gave them
    /// up, left, or ended its session: stop their work, and abandon them
    /// (`endpoint.server(ticket).abandon(ticket)`). One that came as [`Event::Cancelled`] is among
    /// them until it is abandoned. Ask after [`Endpoint::judge`], [`Endpoint::receive`] and
    /// [`Endpoint::closed`]; it costs a walk over the slots.
    pub fn cancelled(&self) -> impl Iterator<Item = Ticket> {
        self.tickets(|state| state == Exchanged::Cancelled)
    }

    fn tickets(&self, is: impl Fn(Exchanged) -> bool) -> impl Iterator<Item = Ticket> {
        let hub = &self.streams.hub;
        let place = usize::from(hub.spare_session).checked_sub(1);
        let aside = match place {
            Some(place) => self.sessions.get(place).map(|session| &session.connection.spare),
            None => Some(&hub.connection.spare),
        };
        let slots = (0..).zip(self.slots.iter().map(|slot| &slot.exchange));
        let aside = aside.map(|spare| (Ticket::SPARE, spare));
        let all = slots.chain(aside).filter(move |(_, exchange)| is(exchange.state()));
        all.map(|(index, exchange)| Ticket { generation: exchange.generation, index })
    }

    /// Says that a list has changed, to all clients that want to know; see [`Server::changed`].
    pub fn changed(&mut self, what: What) {
        self.view(0).changed(what);
        for session in self.numbers() {
            self.view(session).changed(what);
        }
    }

    /// Tells the next of those who listen to a resource that it has changed; see
    /// [`Server::updated`]. Clients before 2026-07-28 hear of it if they hold an event stream open
    /// (GET).
    ///
    /// # Errors
    /// As [`Server::updated`].
    pub fn updated<'t>(
        &mut self,
        uri: &str,
        receivers: &mut Receivers,
        tx: &'t mut [u8],
    ) -> Result<Option<Out<'t>>, Error> {
        while let Some((at, session)) = self.listener_from(receivers.at()) {
            *receivers = Receivers::from(at);
            // The buffer is lent only where there is something to write.
            if self.view(session).is_told(uri, at) {
                return self.view(session).updated(uri, receivers, tx);
            }
            *receivers = Receivers::from(at.saturating_add(1));
        }
        Ok(None)
    }

    fn listener_from(&self, from: u16) -> Option<(u16, u16)> {
        let slots = self.slots.iter().enumerate().skip(usize::from(from));
        let mut found = slots.filter(|(_, slot)| slot.exchange.state() == Exchanged::Listening);
        found.next().map(|(at, slot)| (at as u16, slot.session))
    }

    /// The next message, piece or end that is due without being asked for, until it gives `None`;
    /// see [`Server::next_output`]. What it gives goes to [`Endpoint::deliver`], also if it is
    /// empty: that is the end of an exchange.
    ///
    /// # Errors
    /// As [`Server::next_output`].
    pub fn next_output<'t>(&mut self, tx: &'t mut [u8]) -> Result<Option<Out<'t>>, Error> {
        if self.streams.hub.over != 0
            && let Some(name) = self.streams.find(|stream| stream.is(flag::OVER))
        {
            return Ok(Some(Out::end_of(Route::stream(name))));
        }
        let mut sessions = core::iter::once(0).chain(self.numbers());
        match sessions.find(|session| self.view(*session).has_output()) {
            Some(session) => self.view(session).next_output(tx),
            None => Ok(None),
        }
    }

    /// When to call [`Endpoint::expire`]; see [`Server::next_deadline`].
    #[must_use]
    pub fn next_deadline(&self) -> Option<u64> {
        let has_asked = |session: &Session| session.connection.asked != 0;
        if !self.sessions.iter().take(usize::from(self.streams.hub.sessions)).any(has_asked) {
            return None;
        }
        let asked = self.slots.iter().filter(|slot| slot.exchange.state() == Exchanged::Asked);
        asked.map(|slot| slot.waiting().deadline()).min().filter(|at| *at != u64::MAX)
    }

    /// Ends a request of yours whose time is over; see [`Server::expire`].
    pub fn expire(&mut self, now: u64) -> Option<Event<'static>> {
        self.numbers().find_map(|session| self.view(session).expire(now))
    }

    /// A session's place has ended for its client. What is open in it is cancelled.
    fn terminate(&mut self, session: u16) {
        if session == 0 {
            return;
        }
        self.view(session).give_up_all();
        while let Some(name) = self.streams.find(|stream| stream.session == session) {
            if let Some(stream) = self.streams.get(name) {
                // Its place may be another's before the host was told.
                stream.session = 0;
            }
            self.streams.end(name);
        }
        let place = usize::from(session).wrapping_sub(1);
        if let Some(session) = self.sessions.get_mut(place) {
            session.set(State::Closing);
            session.connection.step(Step::Close);
        }
    }
}

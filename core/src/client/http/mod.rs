//! A client over Streamable HTTP: which head goes with a message, what a response means, the
//! session, and event streams that are gone on with.

mod remote;
mod response;
mod stream;

pub use remote::Remote;
pub use response::Expect;

use super::head::{HeadFacts, HeadLines, Verb};
use super::{Client, due};
use crate::error::Error;
use crate::exchange::Ticket;
use crate::frame::{Route, RouteKind};
use crate::json::{Raw, text_of};
use crate::out::Out;
use crate::rules::Revision;
use crate::rules::transition::{Phase, State};

/// What an HTTP exchange of ours is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The probe or `initialize`.
    Handshake,
    /// A request.
    Call(Ticket),
    /// An event stream for what belongs to no request.
    Stream,
    /// A notification, an answer, or the end of the session.
    Aside,
    /// It is over.
    Gone,
}

impl Client<'_> {
    /// The lines of the request head that goes with an output. `schema` is the input schema of the
    /// tool that is called, if it is known: some of its arguments may have to go into headers
    /// (2026-07-28). The host adds what belongs to HTTP itself: `Host`, `Content-Length`.
    ///
    /// # Errors
    /// [`Error::Short`] if `buffer` is too small; [`Error::NotText`] if a value cannot be said in a
    /// header; [`Error::NotSupported`] on a pipe.
    pub fn head<'b>(
        &self,
        out: &Out<'_>,
        schema: Option<Raw<'_>>,
        buffer: &'b mut [u8],
    ) -> Result<HeadLines<'b>, Error> {
        let remote = self.remote.as_deref().ok_or(Error::NotSupported)?;
        let last = match (out.verb(), out.route().kind) {
            (Verb::Get, RouteKind::Stream) => remote.last_id(),
            (Verb::Get, _) => self.last_id_of(out.route()),
            _ => &[],
        };
        let message = text_of(out.json()).map_err(|_| Error::NotText)?;
        let facts = HeadFacts {
            verb: out.verb(),
            revision: self.spoken(),
            session: remote.session(),
            last_event_id: last,
            schema,
            message,
        };
        facts.lines(buffer)
    }

    /// Ends the session, where there is one: [`Client::next_output`] says so to the server
    /// (DELETE), which may not want to know. Nothing can be called afterwards.
    pub fn leave(&mut self) {
        let has_session = self.remote.as_deref().is_some_and(|it| !it.session().is_empty());
        if has_session && self.is_connected() {
            self.connection.due |= due::LEAVE;
        }
    }

    /// What an HTTP exchange is for whose response has yet to be looked at.
    fn purpose_of_response(&self, route: Route) -> Purpose {
        match self.purpose(route) {
            // What was taken back, or waits for the application, is over for the server.
            Purpose::Call(ticket) if !self.is_in(ticket, State::Asked) => Purpose::Gone,
            purpose => purpose,
        }
    }

    fn is_in(&self, ticket: Ticket, state: State) -> bool {
        self.table.peek(ticket).is_some_and(|slot| slot.exchange.state() == state)
    }

    /// What an HTTP exchange of ours is for.
    fn purpose(&self, route: Route) -> Purpose {
        match route.kind {
            RouteKind::Stream => {
                // That of a session that was lost is nobody's.
                let is_its = self.remote.as_deref().is_some_and(|it| it.stream_route() == route);
                return if is_its { Purpose::Stream } else { Purpose::Gone };
            }
            RouteKind::Post if route.number != 0 => {}
            _ => return Purpose::Aside,
        }
        let handshake = &self.connection.handshake;
        if self.way(handshake.ticket()) == route {
            let is_out = handshake.is_out() && self.connection.due & due::HANDSHAKE == 0;
            return if is_out { Purpose::Handshake } else { Purpose::Gone };
        }
        let found = self.table.find_from(0, &|slot| {
            slot.exchange.state().is_ours() && slot.exchange.route() == route
        });
        match found {
            Some(ticket) if self.way(ticket) == route => Purpose::Call(ticket),
            _ => Purpose::Gone,
        }
    }

    /// The revision in which a request goes out.
    fn spoken(&self) -> Option<Revision> {
        let handshake = &self.connection.handshake;
        match handshake.phase() {
            Phase::Probing | Phase::Correcting => Some(handshake.offered()),
            Phase::Handshake => None,
            // What ends a session says in which revision it was.
            Phase::Failed => Some(handshake.offered()),
            _ => self.connection.revision(),
        }
    }

    /// The last event id of a request whose event stream broke off.
    fn last_id_of(&self, route: Route) -> &[u8] {
        let Purpose::Call(ticket) = self.purpose(route) else { return &[] };
        self.table.peek(ticket).and_then(|slot| slot.exchange.id()).unwrap_or(&[])
    }
}

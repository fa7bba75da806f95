//! Where a server sits: on one connection, or behind an endpoint of HTTP.

use sansmcp::{Connection, Error, Out, Receivers, Route, Slot, Ticket, What};

use crate::catalog::Offer;
use crate::endpoint::Http;
use crate::event::Event;
use crate::frame::Frame;
use crate::shelf::Shelf;

/// The memory of a server.
pub(crate) enum Seat {
    /// Of one connection.
    Pipe(Box<Pipe>),
    /// Of all clients that come over HTTP.
    Http(Box<Http>),
}

/// One connection.
pub(crate) struct Pipe {
    shelf: Shelf,
    connection: Connection,
    slots: Box<[Slot]>,
}

impl Pipe {
    pub(crate) fn new(shelf: Shelf, slots: usize) -> Self {
        let slots = vec![Slot::EMPTY; slots].into_boxed_slice();
        Self { shelf, connection: Connection::NEW, slots }
    }

    /// One piece of code for all that call it.
    #[inline(never)]
    fn server(&mut self) -> sansmcp::Server<'_> {
        sansmcp::Server::new(&self.shelf, &mut self.connection, &mut self.slots)
    }
}

impl Seat {
    /// Makes a call of the server that a ticket belongs to.
    pub(crate) fn with<T>(
        &mut self,
        ticket: Ticket,
        call: impl FnOnce(&mut sansmcp::Server<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let (mut done, mut call) = (Err(Error::Stale), Some(call));
        self.with_in(ticket, 0, &mut |server| {
            if let Some(call) = call.take() {
                done = call(server);
            }
        });
        done
    }

    /// Makes a call of the server that a ticket belongs to, or without one of that of a session,
    /// as events name it. One piece of code for all calls.
    #[inline(never)]
    fn with_in(
        &mut self,
        ticket: Ticket,
        session: u16,
        call: &mut dyn FnMut(&mut sansmcp::Server<'_>),
    ) {
        let mut endpoint;
        call(&mut match self {
            Self::Pipe(pipe) => pipe.server(),
            Self::Http(http) => {
                endpoint = http.view();
                match ticket {
                    Ticket::NONE => endpoint.server_in(session),
                    _ => endpoint.server(ticket),
                }
            }
        });
    }

    /// Makes a call of the server that a ticket belongs to, or without one a session, which gives
    /// bytes.
    pub(crate) fn write<'t, T>(
        &mut self,
        ticket: Ticket,
        session: u16,
        tx: &'t mut [u8],
        call: impl FnOnce(&mut sansmcp::Server<'_>, &'t mut [u8]) -> Result<(T, Out<'t>), Error>,
    ) -> Result<(T, Out<'t>), Error> {
        let (mut done, mut call) = (Err(Error::Stale), Some((call, tx)));
        self.with_in(ticket, session, &mut |server| {
            if let Some((call, tx)) = call.take() {
                done = call(server, tx);
            }
        });
        let (value, out) = done?;
        self.deliver(out);
        Ok((value, out))
    }

    /// The next message or piece that is due.
    pub(crate) fn next_output<'t>(&mut self, tx: &'t mut [u8]) -> Result<(bool, Out<'t>), Error> {
        let next = match self {
            Self::Pipe(pipe) => pipe.server().next_output(tx)?,
            Self::Http(http) => http.view().next_output(tx)?,
        };
        if let Some(out) = next {
            self.deliver(out);
        }
        Ok((next.is_some(), next.unwrap_or(Out::NOTHING)))
    }

    /// Each output is delivered as soon as it was made, so that none is out of its order.
    fn deliver(&mut self, out: Out<'_>) {
        if let Self::Http(http) = self {
            http.deliver(out);
        }
    }

    pub(crate) fn receive(&mut self, frame: &mut Frame, now: u64) -> Option<Event> {
        match self {
            Self::Pipe(pipe) => {
                let next = frame.next(|frame| Some(pipe.server().receive(frame, now)?.raw()));
                next.map(Event::of)
            }
            Self::Http(http) => {
                // What is no POST of this endpoint's has no exchange to be answered on.
                let random = frame.random()?;
                let mut session = 0;
                let next = frame.next(|frame| {
                    let mut endpoint = http.view();
                    let event = endpoint.receive(frame, now, &random)?.raw();
                    session = endpoint.server_of(frame).session();
                    Some(event)
                });
                next.map(|event| Event { session, ..Event::of(event) })
            }
        }
    }

    /// Says that a list has changed.
    pub(crate) fn changed(&mut self, what: What) {
        match self {
            Self::Pipe(pipe) => pipe.server().changed(what),
            Self::Http(http) => http.view().changed(what),
        }
    }

    /// Tells the next of those who listen to a resource that it has changed.
    pub(crate) fn updated<'t>(
        &mut self,
        uri: &str,
        receivers: &mut Receivers,
        tx: &'t mut [u8],
    ) -> Result<(bool, Out<'t>), Error> {
        let next = match self {
            Self::Pipe(pipe) => pipe.server().updated(uri, receivers, tx)?,
            Self::Http(http) => http.view().updated(uri, receivers, tx)?,
        };
        if let Some(out) = next {
            self.deliver(out);
        }
        Ok((next.is_some(), next.unwrap_or(Out::NOTHING)))
    }

    /// Puts other tables in the place of those that it has.
    pub(crate) fn offer(&mut self, offer: Offer) {
        match self {
            Self::Pipe(pipe) => pipe.shelf.take(offer),
            Self::Http(http) => http.offer(offer),
        }
    }

    /// Says that the pipe was closed, or an exchange of HTTP.
    pub(crate) fn closed(&mut self, number: u32) {
        match self {
            Self::Pipe(pipe) => pipe.server().closed(Route::PIPE),
            Self::Http(http) => http.view().closed(number),
        }
    }

    /// When the first request of ours ends for want of an answer.
    pub(crate) fn next_deadline(&mut self) -> Option<u64> {
        match self {
            Self::Pipe(pipe) => pipe.server().next_deadline(),
            Self::Http(http) => http.view().next_deadline(),
        }
    }

    /// The end of a request of ours whose time is over.
    pub(crate) fn expire(&mut self, now: u64) -> Option<Event> {
        let ended = match self {
            Self::Pipe(pipe) => pipe.server().expire(now)?.raw(),
            Self::Http(http) => http.view().expire(now)?.raw(),
        };
        let (kind, text, parts) = ended;
        Some(Event::of((kind, text.into(), parts)))
    }

    pub(crate) fn open(&mut self) -> Vec<Ticket> {
        match self {
            Self::Pipe(pipe) => pipe.server().open().collect(),
            Self::Http(http) => http.view().open().collect(),
        }
    }
}

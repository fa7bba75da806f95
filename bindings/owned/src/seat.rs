//! Where a server sits: on one connection, or behind an endpoint of HTTP.

use sansmcp::{Connection, Error, Out, Slot, Ticket};

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

    fn server(&mut self) -> sansmcp::Server<'_> {
        sansmcp::Server::new(&self.shelf, &mut self.connection, &mut self.slots)
    }
}

impl Seat {
    /// Makes a call of the server that a ticket belongs to.
    pub(crate) fn with<T>(
        &mut self,
        ticket: Ticket,
        call: impl FnOnce(&mut sansmcp::Server<'_>) -> T,
    ) -> T {
        match self {
            Self::Pipe(pipe) => call(&mut pipe.server()),
            Self::Http(http) => http.with(|endpoint| call(&mut endpoint.server(ticket))),
        }
    }

    /// Makes a call of the server that a ticket belongs to, which gives bytes.
    pub(crate) fn write<'t, T>(
        &mut self,
        ticket: Ticket,
        tx: &'t mut [u8],
        call: impl FnOnce(&mut sansmcp::Server<'_>, &'t mut [u8]) -> Result<(T, Out<'t>), Error>,
    ) -> Result<(T, Out<'t>), Error> {
        let (value, out) = self.with(ticket, |server| call(server, tx))?;
        self.deliver(out);
        Ok((value, out))
    }

    /// The next message or piece that is due.
    pub(crate) fn next_output<'t>(&mut self, tx: &'t mut [u8]) -> Result<(bool, Out<'t>), Error> {
        let next = match self {
            Self::Pipe(pipe) => pipe.server().next_output(tx)?,
            Self::Http(http) => http.with(|endpoint| endpoint.next_output(tx))?,
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
                let next = frame.next(|frame| {
                    http.with(|endpoint| Some(endpoint.receive(frame, now, &random)?.raw()))
                });
                next.map(Event::of)
            }
        }
    }

    pub(crate) fn open(&mut self) -> Vec<Ticket> {
        match self {
            Self::Pipe(pipe) => pipe.server().open().collect(),
            Self::Http(http) => http.with(|endpoint| endpoint.open().collect()),
        }
    }
}

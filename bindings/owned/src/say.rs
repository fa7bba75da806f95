//! What a server says beside its answers: log messages, notifications, changes; and who listens.

use sansmcp::rules::Level;
use sansmcp::schema::Json;
use sansmcp::{Error, Receivers, Ticket, Value, What};

use crate::catalog::Offer;
use crate::event::Event;
use crate::output::Output;
use crate::server::{FIRST, Server};

/// How far those who listen to a resource were told of one change.
#[derive(Clone, Debug)]
pub struct Telling {
    uri: String,
    receivers: Receivers,
}

impl Telling {
    /// Nobody was told yet.
    #[must_use]
    pub fn new(uri: impl Into<String>) -> Self {
        Self { uri: uri.into(), receivers: Receivers::NEW }
    }
}

impl Server {
    /// Puts other tables in the place of those that it has. Nobody is told of it: see
    /// [`Server::changed`].
    ///
    /// # Errors
    /// [`Error::Streaming`] while an answer of the engine's own goes out in pieces, since it is
    /// made of the tables: nothing has changed.
    pub fn offer(&mut self, offer: Offer) -> Result<(), Error> {
        if !self.replies.is_empty() {
            let open = self.open();
            self.replies.retain(|ticket| open.contains(ticket));
        }
        if !self.replies.is_empty() {
            return Err(Error::Streaming);
        }
        self.seat.offer(offer);
        Ok(())
    }

    /// Tells the client what goes on; `data` is JSON text. With [`Ticket::NONE`] the message
    /// belongs to the connection: over HTTP that of `session`, as events name it.
    ///
    /// # Errors
    /// As [`sansmcp::Server::log`].
    pub fn log(
        &mut self,
        ticket: Ticket,
        session: u16,
        level: Level,
        logger: Option<&str>,
        data: &str,
    ) -> Result<Output, Error> {
        self.said(ticket, session, data.len(), |server, tx| {
            server.log(ticket, level, logger, Value::Json(data), tx)
        })
    }

    /// Sends a notification that has no call of its own; `params` is the JSON text of an object.
    /// With [`Ticket::NONE`] as [`Server::log`].
    ///
    /// # Errors
    /// As [`sansmcp::Server::notify`].
    pub fn notify(
        &mut self,
        ticket: Ticket,
        session: u16,
        method: &str,
        params: &str,
    ) -> Result<Output, Error> {
        self.said(ticket, session, params.len(), |server, tx| {
            server.notify(ticket, method, &Json(params), tx)
        })
    }

    fn said(
        &mut self,
        ticket: Ticket,
        session: u16,
        len: usize,
        mut say: impl for<'t> FnMut(
            &mut sansmcp::Server<'_>,
            &'t mut [u8],
        ) -> Result<sansmcp::Out<'t>, Error>,
    ) -> Result<Output, Error> {
        let done = self.write(len.saturating_add(FIRST), |seat, tx| {
            seat.write(ticket, session, tx, |server, tx| Ok(((), say(server, tx)?)))
        });
        done.map(|((), output)| output)
    }

    /// Says that a list has changed; see [`sansmcp::Server::changed`].
    pub fn changed(&mut self, what: What) {
        self.seat.changed(what);
    }

    /// Tells the next of those who listen to a resource that it has changed; `None` when all know.
    ///
    /// # Errors
    /// As [`sansmcp::Server::updated`]; it can be gone on with.
    pub fn updated(&mut self, telling: &mut Telling) -> Result<Option<Output>, Error> {
        let Telling { uri, receivers } = telling;
        let (is_told, output) = self.write(FIRST, |seat, tx| seat.updated(uri, receivers, tx))?;
        Ok(is_told.then_some(output))
    }

    /// Acknowledges a listen with what is offered of it, and those of its URIs that `accept` takes;
    /// it is asked for their characters.
    ///
    /// # Errors
    /// [`Error::NotSupported`] if it is another event; else as [`sansmcp::Server::accept`].
    pub fn accept(
        &mut self,
        event: &Event,
        accept: &dyn Fn(&str) -> bool,
    ) -> Result<Output, Error> {
        let sansmcp::Event::Listen(listen) = event.view() else {
            return Err(Error::NotSupported);
        };
        // What stands for no text can have been agreed upon with nobody.
        let mut takes = |uri: sansmcp::json::Text<'_>| {
            let mut room = vec![0; uri.raw().len()];
            uri.decode(&mut room).is_ok_and(accept)
        };
        self.output(listen.ticket(), FIRST, |server, tx| server.accept(&listen, &mut takes, tx))
    }

    /// Ends a listen from this side: [`Server::next_output`] tells the peer.
    ///
    /// # Errors
    /// As [`sansmcp::Server::end_listen`].
    pub fn end_listen(&mut self, ticket: Ticket) -> Result<(), Error> {
        self.seat.with(ticket, |server| server.end_listen(ticket))
    }

    /// The listens that were acknowledged and have not ended.
    #[must_use]
    pub fn listens(&mut self) -> Vec<Ticket> {
        // All of them are of the era without sessions.
        self.seat.with(Ticket::NONE, |server| Ok(server.listens().collect())).unwrap_or_default()
    }

    /// Says that the pipe is gone, or over HTTP the exchange of this number; see
    /// [`sansmcp::Server::closed`].
    pub fn closed(&mut self, number: u32) {
        self.seat.closed(number);
    }
}

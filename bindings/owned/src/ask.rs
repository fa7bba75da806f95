//! What the server asks of the client, owned, and how that ends.

use std::sync::Arc;

use sansmcp::json::{Raw, Writer};
use sansmcp::rules::{Capabilities, Method};
use sansmcp::schema::{Json, Object};
use sansmcp::{Error, Limits, Out, Resumed as CoreResumed, Revision, Ticket};

use crate::event::Event;
use crate::output::Output;
use crate::question::Question;
use crate::server::{FIRST, Server};

/// One thing to ask for; see [`sansmcp::Input`].
#[derive(Clone, Debug)]
pub struct Input {
    /// The name under which the answer comes back.
    pub key: String,
    /// [`Method::Elicit`], [`Method::CreateMessage`] or [`Method::ListRoots`].
    pub method: Method,
    /// The params of that method.
    pub params: Params,
}

impl Input {
    /// What the client must have declared; see [`Capabilities::needed_by`].
    ///
    /// # Errors
    /// [`Error::NotJson`] if the params are not an object.
    pub fn needs(&self) -> Result<Capabilities, Error> {
        // The newest revision has all that a client can be asked for.
        let text = written(&self.params, Revision::LATEST)?;
        let params = Raw::parse_str(&text).map_err(|_| Error::NotJson)?;
        Ok(Capabilities::needed_by(self.method, params))
    }
}

/// The JSON text of an object.
pub(crate) fn written(object: &dyn Object, revision: Revision) -> Result<String, Error> {
    let mut out = Writer::new(&mut []);
    object.write(&mut out, revision)?;
    let mut text = vec![0; out.total()];
    let mut out = Writer::new(&mut text);
    object.write(&mut out, revision)?;
    Ok(String::from_utf8_lossy(out.finish()).into_owned())
}

/// What goes out as the params of a question.
#[derive(Clone, Debug)]
pub enum Params {
    /// The JSON text of an object, which goes out as it is.
    Json(String),
    /// What was read, written as the client's revision has it.
    Read(Question),
}

impl Object for Params {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        match self {
            Self::Json(text) => Json(text).write(out, revision),
            Self::Read(question) => question.write(out, revision),
        }
    }
}

/// What became of a call whose question was answered; see [`sansmcp::Resumed`].
#[derive(Clone, Debug)]
pub enum Resumed {
    /// All answers are there: the call again.
    Event(Event),
    /// The next question: send it, and keep [`Output::keep`] in the place of what was kept.
    Asked(Output),
}

impl Server {
    /// Asks the client for something that a call needs; see [`sansmcp::Server::ask`]. The state is
    /// empty for none.
    ///
    /// # Errors
    /// As [`sansmcp::Server::ask`].
    pub fn ask(
        &mut self,
        event: &Event,
        inputs: &[Input],
        state: &str,
        limits: Limits,
        now: u64,
    ) -> Result<Output, Error> {
        let inputs: Vec<sansmcp::Input<'_>> = inputs
            .iter()
            .map(|Input { key, method, params }| sansmcp::Input { key, method: *method, params })
            .collect();
        let ask = sansmcp::Ask { inputs: &inputs, state, limits };
        let request = event.view().request();
        self.output(event.ticket(), FIRST, |server, tx| server.ask(&request, &ask, now, tx))
    }

    /// Makes the call again of what was kept and the answer that came, or asks the next question;
    /// see [`sansmcp::Server::resume`].
    ///
    /// # Errors
    /// [`Error::NotSupported`] if the event is no answer; else as [`sansmcp::Server::resume`].
    pub fn resume(
        &mut self,
        event: &Event,
        kept: &str,
        limits: Limits,
        now: u64,
    ) -> Result<Resumed, Error> {
        let sansmcp::Event::Answered(answered) = event.view() else {
            return Err(Error::NotSupported);
        };
        let size = FIRST.saturating_add(event.text.len()).saturating_add(kept.len());
        let (event, output) = self.write(size, |seat, tx| {
            seat.write(answered.parent(), 0, tx, |server, tx| {
                Ok(match server.resume(&answered, kept, &limits, now, tx)? {
                    CoreResumed::Event(event) => {
                        let (kind, text, parts) = event.raw();
                        (Some((kind, Arc::from(text), parts)), Out::NOTHING)
                    }
                    CoreResumed::Asked(out) => (None, out),
                })
            })
        })?;
        Ok(event.map_or(Resumed::Asked(output), |event| Resumed::Event(Event::of(event))))
    }

    /// Sends a request to the client, whose answer comes as [`sansmcp::Event::Answered`] with the
    /// ticket that this gives; see [`sansmcp::Server::request`]. With [`Ticket::NONE`] it belongs
    /// to no call but to the client of a session, or to that of the pipe.
    ///
    /// # Errors
    /// As [`sansmcp::Server::request`].
    pub fn request(
        &mut self,
        parent: Ticket,
        session: u16,
        method: &str,
        params: &str,
        limits: Limits,
        now: u64,
    ) -> Result<(Ticket, Output), Error> {
        let params = Json(params);
        let size = FIRST.saturating_add(params.0.len());
        self.write(size, |seat, tx| {
            seat.write(parent, session, tx, |server, tx| {
                server.request(parent, method, &params, &limits, now, tx)
            })
        })
    }

    /// Answers a request with the error that it needs what the client did not declare.
    ///
    /// # Errors
    /// As [`sansmcp::Server::undeclared`].
    pub fn undeclared(&mut self, ticket: Ticket, needed: Capabilities) -> Result<Output, Error> {
        self.output(ticket, FIRST, |server, tx| server.undeclared(ticket, needed, tx))
    }

    /// When to call [`Server::expire`]; see [`sansmcp::Server::next_deadline`].
    #[must_use]
    pub fn next_deadline(&mut self) -> Option<u64> {
        self.seat.next_deadline()
    }

    /// Ends a request of yours whose time is over, until it gives `None`; see
    /// [`sansmcp::Server::expire`].
    pub fn expire(&mut self, now: u64) -> Option<Event> {
        self.latest = self.latest.max(now);
        self.seat.expire(now)
    }
}

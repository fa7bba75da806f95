//! The client in the same way. The bytes of a call are those of an output, with the ticket
//! (little-endian, 64 bits) before the bytes to send.

use sansmcp::Error;
use sansmcp::client::{Pages, Stuck};
use sansmcp::json::Raw;

use super::{named, nothing, pack, status};
use crate::client::{About, Client, Listen, Terms, accepted, policy, said};
use crate::frame::Frame;
use crate::output::Output;
use crate::read::ReadError;
use crate::record::view_heard;

/// A client behind numbers, texts and bytes. Tickets are [`sansmcp::Ticket::number`]s.
pub struct PackedClient(Client);

/// Empty text stands for no members.
fn object(text: &str) -> &str {
    if text.is_empty() { "{}" } else { text }
}

impl PackedClient {
    /// As [`About::from_json`] and [`Client::new`].
    ///
    /// # Errors
    /// As [`About::from_json`].
    pub fn new(about: &str, slots: usize, max_tx: usize) -> Result<Self, ReadError> {
        Ok(Self(Client::new(About::from_json(about)?, slots, max_tx)))
    }

    /// As [`policy`] and [`Client::connect`].
    ///
    /// # Errors
    /// As [`policy`].
    pub fn connect(&mut self, text: &str, now: f64) -> Result<Vec<u8>, ReadError> {
        let policy = policy(object(text))?;
        Ok(done(self.0.connect(&policy, now as u64)))
    }

    /// The record of the next event; `None` at the end, when the frame's bytes are let go.
    pub fn receive(&mut self, frame: &mut Frame, now: f64) -> Option<Vec<u8>> {
        let heard = self.0.receive(frame, now as u64);
        if heard.is_none() {
            frame.let_go();
        }
        heard.map(|heard| heard.record())
    }

    /// The record of the next thing that came to its end without a message.
    pub fn expire(&mut self, now: f64) -> Option<Vec<u8>> {
        self.0.expire(now as u64).map(|heard| heard.record())
    }

    /// As [`Client::next_deadline`].
    pub fn next_deadline(&mut self) -> Option<f64> {
        self.0.next_deadline().map(|deadline| deadline as f64)
    }

    /// As [`Client::closed`].
    pub fn closed(&mut self, now: f64) {
        self.0.closed(now as u64);
    }

    /// As [`Client::next_output`].
    pub fn next_output(&mut self) -> Vec<u8> {
        maybe(self.0.next_output())
    }

    /// As [`Client::reply`], of an event's record.
    pub fn reply(&mut self, record: &[u8]) -> Vec<u8> {
        let event = view_heard(record).ok_or(Error::Stale);
        pack(event.and_then(|event| self.0.reply(&event)))
    }

    /// As [`Client::call`]; the params and the terms are the JSON text of objects, empty for none.
    ///
    /// # Errors
    /// As [`Terms::from_json`].
    pub fn call(
        &mut self,
        method: &str,
        params: &str,
        terms: &str,
        now: f64,
    ) -> Result<Vec<u8>, ReadError> {
        let terms = Terms::from_json(object(terms))?;
        Ok(pack_call(self.0.call(method, object(params), &terms, now as u64)))
    }

    /// As [`Client::again`]; else as [`PackedClient::call`].
    ///
    /// # Errors
    /// As [`Terms::from_json`].
    pub fn again(
        &mut self,
        ticket: f64,
        method: &str,
        params: &str,
        terms: &str,
        now: f64,
    ) -> Result<Vec<u8>, ReadError> {
        let terms = Terms::from_json(object(terms))?;
        Ok(pack_call(self.0.again(named(ticket), method, object(params), &terms, now as u64)))
    }

    /// As [`Client::provide`], of an event's record; else as [`PackedClient::call`].
    ///
    /// # Errors
    /// As [`Terms::from_json`].
    pub fn provide(
        &mut self,
        record: &[u8],
        given: &str,
        params: &str,
        terms: &str,
        now: f64,
    ) -> Result<Vec<u8>, ReadError> {
        let terms = Terms::from_json(object(terms))?;
        let event = view_heard(record).ok_or(Error::Stale);
        let now = now as u64;
        Ok(pack_call(
            event.and_then(|event| self.0.provide(&event, given, object(params), &terms, now)),
        ))
    }

    /// As [`Client::refuse`], of an event's record.
    pub fn refuse(&mut self, record: &[u8], code: i32, message: &str) -> Vec<u8> {
        let event = view_heard(record).ok_or(Error::Stale);
        pack(event.and_then(|event| self.0.refuse(&event, code, message)))
    }

    /// As [`Client::cancel`].
    pub fn cancel(&mut self, ticket: f64) -> Vec<u8> {
        done(self.0.cancel(named(ticket)))
    }

    /// As [`Client::listen`].
    pub fn listen(&mut self, listen: &mut Listen, now: f64) -> Vec<u8> {
        maybe(self.0.listen(listen, now as u64))
    }

    /// As [`Client::unlisten`].
    pub fn unlisten(&mut self, listen: &mut Listen, now: f64) -> Vec<u8> {
        maybe(self.0.unlisten(listen, now as u64))
    }

    /// As [`Client::set_level`]; else as [`PackedClient::call`].
    ///
    /// # Errors
    /// As [`Terms::from_json`].
    pub fn set_level(&mut self, level: &str, terms: &str, now: f64) -> Result<Vec<u8>, ReadError> {
        let terms = Terms::from_json(object(terms))?;
        Ok(pack_call(self.0.set_level(level, &terms, now as u64)))
    }

    /// As [`Client::notify`].
    pub fn notify(&mut self, method: &str, params: &str) -> Vec<u8> {
        pack(self.0.notify(method, object(params)))
    }

    /// As [`Client::result`].
    pub fn result(&mut self, ticket: f64, result: &str) -> Vec<u8> {
        pack(self.0.result(named(ticket), result))
    }

    /// As [`Client::error`].
    pub fn error(&mut self, ticket: f64, code: i32, message: &str, data: Option<&str>) -> Vec<u8> {
        pack(self.0.error(named(ticket), code, message, data))
    }

    /// The name of the revision that is spoken.
    pub fn revision(&mut self) -> Option<String> {
        self.0.revision().map(|revision| revision.name().to_owned())
    }

    /// As [`Client::is_connected`].
    pub fn is_connected(&mut self) -> bool {
        self.0.is_connected()
    }

    /// As [`Client::open`].
    pub fn open(&mut self) -> Vec<f64> {
        self.0.open().into_iter().map(|ticket| ticket.number() as f64).collect()
    }

    /// Gives its memory back, where a host language cannot drop it.
    pub fn let_go(&mut self) {
        self.0 = Client::new(About::default(), 0, 0);
    }
}

/// What the event of a record says, as the JSON text of an object; see [`said`].
#[must_use]
pub fn heard(record: &[u8]) -> Option<String> {
    view_heard(record).map(|event| said(&event))
}

/// As [`accepted`].
///
/// # Errors
/// Says which text is not what it has to be.
pub fn accept(params: &str, content: &str) -> Result<String, ReadError> {
    accepted(params, content).map_err(|_| ReadError::new("content must be an object"))
}

/// The cursor of the next page of a list, a JSON string; see [`Pages::next`].
///
/// # Errors
/// Why there is none though the server names one.
pub fn next_page(pages: &mut Pages, result: &str) -> Result<Option<String>, ReadError> {
    let result = Raw::parse_str(result).map_err(|_| ReadError::new("result must be JSON"))?;
    match pages.next(result) {
        Ok(cursor) => Ok(cursor.map(|cursor| format!("\"{}\"", cursor.raw()))),
        Err(Stuck::Repeated) => Err(ReadError::new(Stuck::Repeated.message())),
        Err(Stuck::NotText) => Err(ReadError::new(Stuck::NotText.message())),
    }
}

fn done(done: Result<(), Error>) -> Vec<u8> {
    match done {
        Ok(()) => nothing(),
        Err(error) => pack(Err(error)),
    }
}

fn maybe(done: Result<Option<Output>, Error>) -> Vec<u8> {
    match done {
        Ok(Some(output)) => pack(Ok(output)),
        Ok(None) => nothing(),
        Err(error) => pack(Err(error)),
    }
}

fn pack_call(done: Result<(sansmcp::Ticket, Output), Error>) -> Vec<u8> {
    match done {
        Ok((ticket, output)) => {
            let mut bytes = Vec::with_capacity(13 + output.bytes.len());
            bytes.extend([status::GOES_ON, 0, 0, 0, 0]);
            bytes.extend(ticket.number().to_le_bytes());
            bytes.extend(&output.bytes);
            bytes
        }
        Err(error) => pack(Err(error)),
    }
}

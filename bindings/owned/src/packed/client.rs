//! The client in the same way.

use sansmcp::Error;
use sansmcp::client::{Pages, Stuck};
use sansmcp::json::Raw;

use super::http::{pairs, pairs_json};
use super::{named, pack, pack_call, pack_done, pack_maybe, route, unpack};
use crate::client::{About, Client, Listed, Listen, Terms, accepted, policy, said};
use crate::frame::Frame;
use crate::object::Object;
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
    /// As [`About::from_json`], and [`Client::over_http`] or [`Client::new`].
    ///
    /// # Errors
    /// As [`About::from_json`].
    pub fn new(about: &str, slots: usize, max_tx: usize, is_http: bool) -> Result<Self, ReadError> {
        let about = About::from_json(about)?;
        let make = if is_http { Client::over_http } else { Client::new };
        Ok(Self(make(about, slots, max_tx)))
    }

    /// As [`policy`] and [`Client::connect`].
    ///
    /// # Errors
    /// As [`policy`].
    pub fn connect(&mut self, text: &str, now: f64) -> Result<Vec<u8>, ReadError> {
        let policy = policy(object(text))?;
        Ok(pack_done(self.0.connect(&policy, now as u64)))
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

    /// As [`Client::closed_on`].
    pub fn closed(&mut self, number: f64, now: f64) {
        self.0.closed_on(route(number), now as u64);
    }

    /// As [`Client::head`], of an output's bytes: the JSON text of an array of pairs, or why there
    /// is none, in the bytes of an output.
    pub fn head(&mut self, output: &[u8], schema: Option<&str>) -> Vec<u8> {
        let output = unpack(output).ok_or(Error::Stale);
        let head = output.and_then(|output| self.0.head(&output, schema));
        pack(head.map(|head| {
            let pairs = head.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            Output { bytes: pairs_json(pairs).into_bytes(), ..Output::EMPTY }
        }))
    }

    /// As [`Client::responded`]: the JSON text of `{"kind", "ticket", "challenge"}`, the last with
    /// one character for each byte, as the values of the headers.
    pub fn responded(&mut self, number: f64, status: u16, headers: &[String], now: f64) -> String {
        let pairs = pairs(headers);
        let lines = pairs.iter().map(|(name, value)| (*name, value.as_slice()));
        let expect = self.0.responded(route(number), status, lines, now as u64);
        let mut object = Object::new();
        object.string("kind", expect.kind.name());
        object.put("ticket", &expect.ticket.number().to_string());
        let challenge: String = expect.challenge.iter().copied().map(char::from).collect();
        object.string("challenge", &challenge);
        object.end()
    }

    /// As [`Client::seen`].
    pub fn seen(&mut self, number: f64, last_id: &[u8], retry_ms: Option<f64>) {
        self.0.seen(route(number), last_id, retry_ms.map(|ms| ms as u64));
    }

    /// As [`Client::leave`].
    pub fn leave(&mut self) {
        self.0.leave();
    }

    /// As [`Client::session`], which is ASCII.
    pub fn session(&mut self) -> Option<String> {
        let session = String::from_utf8_lossy(self.0.session()).into_owned();
        (!session.is_empty()).then_some(session)
    }

    /// As [`Client::tools`]: the JSON text of an array of `{"name", "tool", "schema"}` and
    /// `{"name", "why"}`.
    pub fn tools(&mut self, page: &str) -> String {
        let listed = self.0.tools(page);
        let entries: Vec<String> = listed.iter().map(entry).collect();
        format!("[{}]", entries.join(","))
    }

    /// As [`Client::next_output`].
    pub fn next_output(&mut self) -> Vec<u8> {
        pack_maybe(self.0.next_output())
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
        pack_done(self.0.cancel(named(ticket)))
    }

    /// As [`Client::listen`].
    pub fn listen(&mut self, listen: &mut Listen, now: f64) -> Vec<u8> {
        pack_maybe(self.0.listen(listen, now as u64))
    }

    /// As [`Client::unlisten`].
    pub fn unlisten(&mut self, listen: &mut Listen, now: f64) -> Vec<u8> {
        pack_maybe(self.0.unlisten(listen, now as u64))
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

fn entry(listed: &Listed) -> String {
    let mut object = Object::new();
    match listed {
        Listed::Tool { name, tool, schema } => {
            object.string("name", name);
            object.put("tool", tool);
            object.string("schema", schema);
        }
        Listed::Dropped { name, why } => {
            object.string("name", name);
            object.string("why", why);
        }
    }
    object.end()
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

//! A client that owns what it says of itself, its state and its buffer.
//!
//! - `about`: what it says of itself. `terms`: how it connects, calls and listens.
//! - `heard`, `said`: what came in, and what that says.
//! - `http`: heads, responses and the session over HTTP. `tools`: those of a list.

mod about;
mod heard;
mod http;
mod said;
mod terms;
mod tools;

pub use about::About;
pub use heard::Heard;
pub use http::{Expect, ExpectKind};
pub use said::{failure, said};
pub(crate) use said::{method_of, what_name};
pub use sansmcp::client::Pages;
pub use terms::{Listen, Terms, policy};
pub use tools::Listed;

use sansmcp::client::{self, Accepted, Event, Given, InputNeeded, Policy, Remote};
use sansmcp::json::{Kind, Raw, Writer};
use sansmcp::rules::{Code, Level};
use sansmcp::schema::{Json, Object};
use sansmcp::{Connection, Error, Out, Revision, Route, Slot, Ticket};

use self::about::Card;
use crate::event::decoded;
use crate::frame::Frame;
use crate::output::{Made, Output};

/// Bytes of the buffer with which a message is first tried.
const FIRST: usize = 4096;

/// A larger buffer is given away with its message, not kept.
const KEPT: usize = 65536;

/// What an output call of the core gives.
type Written<'t> = Result<Out<'t>, Error>;

/// A client on one pipe or over HTTP; see [`sansmcp::client::Client`]. Output calls give bytes of
/// their own.
pub struct Client {
    card: Card,
    connection: Connection,
    slots: Box<[Slot]>,
    /// What is remembered of a server over HTTP.
    remote: Option<Box<Remote>>,
    /// Scratch; what leaves is cut from it.
    tx: Vec<u8>,
    max_tx: usize,
}

impl Client {
    /// A client with memory for as many open requests as `slots` says (256 bytes each), whose
    /// messages are at most `max_tx` bytes long, their newline included.
    #[must_use]
    pub fn new(about: About, slots: usize, max_tx: usize) -> Self {
        let slots = vec![Slot::EMPTY; slots].into_boxed_slice();
        let card = Card::new(about);
        Self { card, connection: Connection::NEW, slots, remote: None, tx: Vec::new(), max_tx }
    }

    /// The same over Streamable HTTP, where each message is an exchange of its own.
    #[must_use]
    pub fn over_http(about: About, slots: usize, max_tx: usize) -> Self {
        Self { remote: Some(Box::new(Remote::NEW)), ..Self::new(about, slots, max_tx) }
    }

    fn with<T>(&mut self, call: impl FnOnce(&mut client::Client<'_>) -> T) -> T {
        call(&mut self.view())
    }

    /// One piece of code for all that call it.
    #[inline(never)]
    fn view(&mut self) -> client::Client<'_> {
        let (info, connection, slots) =
            (self.card.info(), &mut self.connection, &mut self.slots[..]);
        match &mut self.remote {
            Some(remote) => client::Client::over_http(info, connection, slots, remote),
            None => client::Client::new(info, connection, slots),
        }
    }

    /// Makes an output call with a buffer of `size` bytes, and with one that is as large as it has
    /// to be where that is too small and `max_tx` allows it.
    fn write<T: Default>(
        &mut self,
        size: usize,
        mut call: impl for<'t> FnMut(
            &mut client::Client<'_>,
            &'t mut [u8],
        ) -> Result<(T, Out<'t>), Error>,
    ) -> Result<(T, Output), Error> {
        let mut value = T::default();
        let output = self.written(size, &mut |client, tx| {
            let out;
            (value, out) = call(client, tx)?;
            Ok((out.line().len(), Output::without_bytes(&out)))
        })?;
        Ok((value, output))
    }

    /// One piece of code for all calls: each gives the length of what it wrote, and the rest.
    #[inline(never)]
    fn written(
        &mut self,
        size: usize,
        call: &mut dyn FnMut(&mut client::Client<'_>, &mut [u8]) -> Made,
    ) -> Result<Output, Error> {
        let mut size = size.saturating_add(FIRST).min(self.max_tx);
        let mut tx = std::mem::take(&mut self.tx);
        let done = loop {
            if tx.len() < size {
                tx.resize(size, 0);
            }
            let room = tx.get_mut(..size).unwrap_or_default();
            match call(&mut self.view(), room) {
                Err(Error::Short { need }) if need > size && need <= self.max_tx => size = need,
                done => break done,
            }
        };
        let done = done.map(|(len, output)| {
            let bytes = tx.get(..len).unwrap_or_default().to_vec();
            Output { bytes, ..output }
        });
        if tx.len() <= KEPT {
            self.tx = tx;
        }
        done
    }

    /// As [`Client::write`], for calls that give nothing but bytes.
    fn output(
        &mut self,
        size: usize,
        mut call: impl for<'t> FnMut(&mut client::Client<'_>, &'t mut [u8]) -> Written<'t>,
    ) -> Result<Output, Error> {
        self.spoken(size, &mut call)
    }

    /// One piece of code for all of them.
    #[inline(never)]
    fn spoken(
        &mut self,
        size: usize,
        call: &mut dyn for<'t> FnMut(&mut client::Client<'_>, &'t mut [u8]) -> Written<'t>,
    ) -> Result<Output, Error> {
        let done = self.write(size, |client, tx| Ok(((), call(client, tx)?)));
        done.map(|((), output)| output)
    }

    /// As [`Client::write`], for calls that may have nothing to give.
    fn maybe(
        &mut self,
        mut call: impl for<'t> FnMut(
            &mut client::Client<'_>,
            &'t mut [u8],
        ) -> Result<Option<Out<'t>>, Error>,
    ) -> Result<Option<Output>, Error> {
        let (is_due, output) = self.write(0, |client, tx| {
            let next = call(client, tx)?;
            Ok((next.is_some(), next.unwrap_or(Out::NOTHING)))
        })?;
        Ok(is_due.then_some(output))
    }

    /// Begins a connection.
    ///
    /// # Errors
    /// As [`sansmcp::client::Client::connect`].
    pub fn connect(&mut self, policy: &Policy, now: u64) -> Result<(), Error> {
        self.with(|client| client.connect(policy, now))
    }

    /// Reads the next message of a frame; `now` in milliseconds. Call it until it gives `None`.
    pub fn receive(&mut self, frame: &mut Frame, now: u64) -> Option<Heard> {
        let next = frame.next(|frame| self.with(|client| Some(client.receive(frame, now)?.raw())));
        next.map(Heard::of)
    }

    /// What came to its end without a message, until it gives `None`.
    pub fn expire(&mut self, now: u64) -> Option<Heard> {
        let (kind, text, parts) = self.with(|client| client.expire(now))?.raw();
        Some(Heard::of((kind, text.into(), parts)))
    }

    /// When to call [`Client::expire`], in milliseconds.
    #[must_use]
    pub fn next_deadline(&mut self) -> Option<u64> {
        self.with(|client| client.next_deadline())
    }

    /// Tells that the pipe was closed.
    pub fn closed(&mut self, now: u64) {
        self.closed_on(Route::PIPE, now);
    }

    /// The next message that is due without being asked for.
    ///
    /// # Errors
    /// As [`sansmcp::client::Client::next_output`].
    pub fn next_output(&mut self) -> Result<Option<Output>, Error> {
        self.maybe(|client, tx| client.next_output(tx))
    }

    /// Answers an event as far as the engine can.
    ///
    /// # Errors
    /// As [`sansmcp::client::Client::reply`].
    pub fn reply(&mut self, event: &Event<'_>) -> Result<Output, Error> {
        self.output(0, |client, tx| client.reply(event, tx))
    }

    /// Writes a request; `params` is the JSON text of an object.
    ///
    /// # Errors
    /// As [`sansmcp::client::Client::call`].
    pub fn call(
        &mut self,
        method: &str,
        params: &str,
        terms: &Terms,
        now: u64,
    ) -> Result<(Ticket, Output), Error> {
        self.write(params.len(), |client, tx| {
            client.call(method, &Json(params), &terms.options(), now, tx)
        })
    }

    /// Writes a suspended request again, under another ticket.
    ///
    /// # Errors
    /// As [`sansmcp::client::Client::again`].
    pub fn again(
        &mut self,
        ticket: Ticket,
        method: &str,
        params: &str,
        terms: &Terms,
        now: u64,
    ) -> Result<(Ticket, Output), Error> {
        self.write(params.len(), |client, tx| {
            client.again(ticket, method, &Json(params), &terms.options(), now, tx)
        })
    }

    /// Gives the server what it wants: `given` is the JSON text of an object with a result under
    /// the key of each input.
    ///
    /// # Errors
    /// [`Error::NotJson`] if `given` is none; [`Error::NotSupported`] for an event that wants
    /// nothing; else as [`sansmcp::client::Client::provide`].
    pub fn provide(
        &mut self,
        event: &Event<'_>,
        given: &str,
        params: &str,
        terms: &Terms,
        now: u64,
    ) -> Result<(Ticket, Output), Error> {
        let needed = wanted(event)?;
        let object = Raw::parse_str(given).ok().filter(|given| given.kind() == Kind::Object);
        let results: Vec<(String, Json<'_>)> = object
            .ok_or(Error::NotJson)?
            .members()
            .map(|(key, result)| (decoded(key), Json(result.as_str())))
            .collect();
        let given: Vec<Given<'_>> =
            results.iter().map(|(key, result)| Given { key, result }).collect();
        let size = params.len().saturating_add(given_size(&results));
        self.write(size, |client, tx| {
            client.provide(needed, &given, &Json(params), &terms.options(), now, tx)
        })
    }

    /// Gives the server nothing.
    ///
    /// # Errors
    /// [`Error::NotSupported`] for an event that wants nothing; else as
    /// [`sansmcp::client::Client::refuse`].
    pub fn refuse(&mut self, event: &Event<'_>, code: i32, message: &str) -> Result<Output, Error> {
        let needed = wanted(event)?;
        self.output(message.len(), |client, tx| client.refuse(needed, Code(code), message, tx))
    }

    /// Ends a call or a listen without an answer.
    ///
    /// # Errors
    /// As [`sansmcp::client::Client::cancel`].
    pub fn cancel(&mut self, ticket: Ticket) -> Result<(), Error> {
        self.with(|client| client.cancel(ticket))
    }

    /// Asks to be told of changes: call it until it gives nothing.
    ///
    /// # Errors
    /// As [`sansmcp::client::Client::listen`].
    pub fn listen(&mut self, listen: &mut Listen, now: u64) -> Result<Option<Output>, Error> {
        self.maybe(|client, tx| client.listen(&mut listen.core, now, tx))
    }

    /// Asks not to be told any more: call it until it gives nothing.
    ///
    /// # Errors
    /// As [`sansmcp::client::Client::unlisten`].
    pub fn unlisten(&mut self, listen: &mut Listen, now: u64) -> Result<Option<Output>, Error> {
        self.maybe(|client, tx| client.unlisten(&mut listen.core, now, tx))
    }

    /// Asks for log messages from a level on.
    ///
    /// # Errors
    /// [`Error::NotSupported`] for a word that is no level; else as
    /// [`sansmcp::client::Client::set_level`].
    pub fn set_level(
        &mut self,
        level: &str,
        terms: &Terms,
        now: u64,
    ) -> Result<(Ticket, Output), Error> {
        let level = Level::ALL.into_iter().find(|known| known.name() == level);
        let level = level.ok_or(Error::NotSupported)?;
        self.write(0, |client, tx| client.set_level(level, &terms.options(), now, tx))
    }

    /// Writes a notification; `params` is the JSON text of an object.
    ///
    /// # Errors
    /// As [`sansmcp::client::Client::notify`].
    pub fn notify(&mut self, method: &str, params: &str) -> Result<Output, Error> {
        self.output(params.len(), |client, tx| client.notify(method, &Json(params), tx))
    }

    /// Answers a custom request of the server's; `result` is the JSON text of an object.
    ///
    /// # Errors
    /// As [`sansmcp::client::Client::result`].
    pub fn result(&mut self, ticket: Ticket, result: &str) -> Result<Output, Error> {
        self.output(result.len(), |client, tx| client.result(ticket, &Json(result), tx))
    }

    /// Answers a custom request of the server's with an error; `data` is JSON text.
    ///
    /// # Errors
    /// As [`sansmcp::client::Client::error`].
    pub fn error(
        &mut self,
        ticket: Ticket,
        code: i32,
        message: &str,
        data: Option<&str>,
    ) -> Result<Output, Error> {
        let data = data.unwrap_or("");
        let size = message.len().saturating_add(data.len());
        self.output(size, |client, tx| client.error(ticket, Code(code), message, data, tx))
    }

    /// The revision that is spoken, once there is a connection.
    #[must_use]
    pub fn revision(&mut self) -> Option<Revision> {
        self.with(|client| client.revision())
    }

    /// True while there is a connection.
    #[must_use]
    pub fn is_connected(&mut self) -> bool {
        self.with(|client| client.is_connected())
    }

    /// The tickets of all that is open.
    #[must_use]
    pub fn open(&mut self) -> Vec<Ticket> {
        self.with(|client| client.open().collect())
    }
}

fn wanted<'e, 'f>(event: &'e Event<'f>) -> Result<&'e InputNeeded<'f>, Error> {
    match event {
        Event::InputNeeded(needed) => Ok(needed),
        _ => Err(Error::NotSupported),
    }
}

fn given_size(results: &[(String, Json<'_>)]) -> usize {
    results.iter().map(|(key, result)| 64 + key.len() + result.0.len()).sum()
}

/// The answer of a person who filled in a form, with the defaults of what was left out; see
/// [`Accepted`]. All texts are the JSON text of objects.
///
/// # Errors
/// As [`Accepted`]'s.
pub fn accepted(params: &str, content: &str) -> Result<String, Error> {
    let params = Raw::parse_str(params).map_err(|_| Error::NotJson)?;
    let accepted = Accepted::new(params, content);
    let mut room = vec![0; 256 + content.len() + params.as_str().len()];
    let mut writer = Writer::new(&mut room);
    accepted.write(&mut writer, Revision::LATEST)?;
    if !writer.fits() {
        return Err(Error::Short { need: writer.total() });
    }
    Ok(String::from_utf8_lossy(writer.finish()).into_owned())
}

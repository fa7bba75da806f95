//! The server once more, with calls that take and give nothing but numbers, texts and bytes, for
//! languages into which a call is dear: one call in, one piece of bytes out.
//!
//! The bytes of an output: a status; the first letter of the verb with which a client sends it over
//! HTTP, or 0; two zeros; then, little-endian, a number (32 bits), a ticket (64 bits) and the route
//! (the number, 32 bits, and the kind, 32 bits); then the bytes to send. What the number says
//! depends on the status, see [`status`]. An error has the bytes that were needed in the place of
//! the ticket.
//!
//! - `rarely`: what is rarely done, behind one call. `page`: lists by hand.
//! - [`client`], [`http`], [`seal`], [`uri`]: the other role, endpoints, sealed texts, templates.

pub mod client;
pub mod http;
mod page;
mod rarely;
pub mod seal;
pub mod uri;

pub use page::PackedPage;
pub use rarely::needs;

use sansmcp::client::Verb;
use sansmcp::{Error, Route, RouteKind, Shape, Ticket};

use crate::answer::Answer;
use crate::block::prose;
use crate::capability::CLIENT_CAPABILITIES;
use crate::event::Event;
use crate::fault::{ERRORS, number};
use crate::frame::Frame;
use crate::info::Info;
use crate::object::string;
use crate::output::Output;
use crate::read::ReadError;
use crate::record::view_record;
use crate::say::Telling;
use crate::server::Server;

/// The first byte of an output.
pub mod status {
    /// More of this exchange may follow. Of a piece, the number says how many bytes were taken; of
    /// a question, how many bytes at the end are to be kept and not sent.
    pub const GOES_ON: u8 = 0;
    /// This ends the exchange.
    pub const LAST: u8 = 1;
    /// Nothing is due.
    pub const NOTHING: u8 = 2;
    /// The number is the place in [`ERRORS`](crate::ERRORS).
    pub const ERROR: u8 = 3;
    /// The bytes are the record of an event.
    pub const EVENT: u8 = 4;
}

/// Bytes before those to send.
pub const START: usize = 24;

/// A server behind numbers, texts and bytes. Tickets are [`Ticket::number`]s.
pub struct Packed(Server);

impl Packed {
    /// As [`Info::from_json`] and [`Server::new`].
    ///
    /// # Errors
    /// As [`Info::from_json`].
    pub fn new(info: &str, slots: usize, max_tx: usize) -> Result<Self, ReadError> {
        Ok(Self(Server::new(Info::from_json(info)?, slots, max_tx)))
    }

    /// The record of the next event; `None` at the end, when the frame's bytes are let go.
    pub fn receive(&mut self, frame: &mut Frame, now: f64) -> Option<Vec<u8>> {
        let event = self.0.receive(frame, now as u64);
        // That of a POST is still asked for: [`Packed::received`].
        if event.is_none() && frame.of_post().is_none() {
            frame.let_go();
        }
        event.map(|event| event.record())
    }

    /// As [`Server::reply`], of an event's record.
    pub fn reply(&mut self, record: &[u8]) -> Vec<u8> {
        let event = view_record(record).ok_or(Error::Stale);
        pack(event.and_then(|event| self.0.reply_to(&event)))
    }

    /// As [`Server::begin_reply`], of an event's record.
    pub fn begin_reply(&mut self, record: &[u8]) -> Vec<u8> {
        let event = view_record(record).ok_or(Error::Stale);
        pack(event.and_then(|event| self.0.begin_reply_to(&event)))
    }

    /// As [`Answer::from_json`] and [`Server::answer`].
    ///
    /// # Errors
    /// As [`Answer::from_json`].
    pub fn answer(
        &mut self,
        ticket: f64,
        answer: &str,
        data: &[&[u8]],
    ) -> Result<Vec<u8>, ReadError> {
        let answer = Answer::from_json(answer, data)?;
        Ok(pack(self.0.answer(named(ticket), &answer)))
    }

    /// As [`Server::error`]; the message is a JSON string.
    pub fn error(&mut self, ticket: f64, code: i32, message: &str, data: Option<&str>) -> Vec<u8> {
        let message = prose(message);
        pack(message.and_then(|message| self.0.error(named(ticket), code, message, data)))
    }

    /// As [`Server::result`].
    pub fn result(&mut self, ticket: f64, result: &str) -> Vec<u8> {
        pack(self.0.result(named(ticket), result))
    }

    /// As [`Server::progress`]; the message is a JSON string.
    pub fn progress(
        &mut self,
        ticket: f64,
        progress: &str,
        total: Option<&str>,
        message: Option<&str>,
    ) -> Vec<u8> {
        let message = message.map(prose).transpose();
        pack(message.and_then(|message| self.0.progress(named(ticket), progress, total, message)))
    }

    /// As [`Server::begin`]: `text`, `image` and `audio` with a media type; `blob`, `contents`
    /// and `bytes` with a URI too.
    pub fn begin(&mut self, ticket: f64, shape: &str, mime_type: &str, uri: &str) -> Vec<u8> {
        let shape = match shape {
            "text" => Ok(Shape::Text),
            "image" => Ok(Shape::Image(mime_type)),
            "audio" => Ok(Shape::Audio(mime_type)),
            "blob" => Ok(Shape::Blob(uri, mime_type)),
            "contents" => Ok(Shape::Contents(uri, mime_type)),
            "bytes" => Ok(Shape::Bytes(uri, mime_type)),
            _ => Err(Error::NotSupported),
        };
        pack(shape.and_then(|shape| self.0.begin(named(ticket), shape)))
    }

    /// As [`Server::piece`].
    pub fn piece(&mut self, ticket: f64, data: &[u8]) -> Vec<u8> {
        match self.0.piece(named(ticket), data) {
            Ok((taken, output)) => pack_with(taken as u32, Ticket::NONE, &output),
            Err(error) => pack(Err(error)),
        }
    }

    /// As [`Server::end`]; the failure is a JSON string.
    pub fn end(&mut self, ticket: f64, failure: Option<&str>) -> Vec<u8> {
        let failure = failure.map(prose).transpose();
        pack(failure.and_then(|failure| self.0.end(named(ticket), failure)))
    }

    /// As [`Server::next_output`].
    pub fn next_output(&mut self) -> Vec<u8> {
        pack_maybe(self.0.next_output())
    }

    /// As [`Server::abandon`].
    pub fn abandon(&mut self, ticket: f64) -> Vec<u8> {
        pack_done(self.0.abandon(named(ticket)))
    }

    /// As [`Server::is_cancelled`].
    pub fn is_cancelled(&mut self, ticket: f64) -> bool {
        self.0.is_cancelled(named(ticket))
    }

    /// Gives its memory back, where a host language cannot drop it.
    pub fn let_go(&mut self) {
        self.0 = Server::new(Info::default(), 0, 0);
    }

    /// As [`Server::listens`].
    pub fn listens(&mut self) -> Vec<f64> {
        self.0.listens().into_iter().map(|ticket| ticket.number() as f64).collect()
    }

    /// As [`Server::next_deadline`].
    pub fn next_deadline(&mut self) -> Option<f64> {
        self.0.next_deadline().map(|deadline| deadline as f64)
    }

    /// As [`Server::updated`].
    pub fn updated(&mut self, telling: &mut Telling) -> Vec<u8> {
        pack_maybe(self.0.updated(telling))
    }

    /// As [`Server::open`].
    pub fn open(&mut self) -> Vec<f64> {
        self.0.open().into_iter().map(|ticket| ticket.number() as f64).collect()
    }
}

/// What the host language does not know: the version, and every kind of event of a server's and
/// (`heard`) of a client's, revision, refusal (code and words) and error (name and words), in the
/// order of their numbers, and each capability of a client's (name and bit), as the JSON text of an
/// object.
#[must_use]
pub fn words() -> String {
    let mut text = format!("{{\"version\":\"{}\",\"kinds\":[", env!("CARGO_PKG_VERSION"));
    let list = |text: &mut String, items: &mut dyn Iterator<Item = String>| {
        let items: Vec<String> = items.collect();
        text.push_str(&items.join(","));
    };
    list(&mut text, &mut sansmcp::EventKind::ALL.iter().map(|kind| quoted(kind.name())));
    text.push_str("],\"heard\":[");
    let heard = &sansmcp::client::EventKind::ALL;
    list(&mut text, &mut heard.iter().map(|kind| quoted(kind.name())));
    text.push_str("],\"revisions\":[");
    list(&mut text, &mut sansmcp::rules::revision::TABLE.iter().map(|rules| quoted(rules.name)));
    text.push_str("],\"refusals\":[");
    list(
        &mut text,
        &mut sansmcp::rules::refusal::TABLE
            .iter()
            .map(|words| format!("[{},\"{}\"]", words.code.0, words.message)),
    );
    text.push_str("],\"errors\":[");
    list(
        &mut text,
        &mut ERRORS
            .iter()
            .map(|(name, error)| format!("[{},{}]", quoted(name), quoted(error.message()))),
    );
    text.push_str("],\"capabilities\":[");
    list(
        &mut text,
        &mut CLIENT_CAPABILITIES
            .iter()
            .map(|(name, capability)| format!("[{},{}]", quoted(name), capability.0)),
    );
    text.push_str("]}");
    text
}

/// `words` are plain: no quote or backslash is in any of them; a test parses the whole.
fn quoted(words: &str) -> String {
    format!("\"{words}\"")
}

/// As [`crate::told`], of an event's record.
#[must_use]
pub fn told(record: &[u8]) -> Option<String> {
    view_record(record).map(|event| crate::told(&event))
}

/// One member of an object as it was written.
#[must_use]
pub fn member(object: &str, key: &str) -> Option<String> {
    let object = sansmcp::json::Raw::parse_str(object).ok()?;
    object.get(key).map(|value| value.as_str().to_owned())
}

/// What is known of a line that was too long, as the JSON text of an object: `id` is the text of
/// the id as it was written.
#[must_use]
pub fn overlong(frame: &Frame) -> Option<String> {
    let known = frame.overlong()?;
    let kind = match known.kind {
        sansmcp::OverlongKind::Request => "request",
        sansmcp::OverlongKind::Notification => "notification",
        sansmcp::OverlongKind::Response => "response",
        sansmcp::OverlongKind::Unknown => "unknown",
    };
    let id = known.id.as_deref().map_or(String::new(), |id| format!("\"id\":{},", string(id)));
    Some(format!("{{{id}\"kind\":\"{kind}\",\"length\":{}}}", known.len))
}

fn named(ticket: f64) -> Ticket {
    // Anything that is no ticket becomes one that does not exist.
    Ticket::from_number(ticket as u64)
}

/// The bytes of an output where nothing is due.
fn nothing() -> Vec<u8> {
    head(status::NOTHING, 0, 0, Route::PIPE, 0)
}

fn head(status: u8, number: u32, ticket: u64, route: Route, verb: u8) -> Vec<u8> {
    let mut bytes = vec![status, verb, 0, 0];
    bytes.extend(number.to_le_bytes());
    bytes.extend(ticket.to_le_bytes());
    bytes.extend(route.number.to_le_bytes());
    bytes.extend((route.kind as u32).to_le_bytes());
    bytes
}

#[inline(never)]
fn pack(done: Result<Output, Error>) -> Vec<u8> {
    match done {
        Ok(output) => pack_with(output.keep.len() as u32, Ticket::NONE, &output),
        Err(error) => {
            let need = match error {
                Error::Short { need } => need,
                _ => 0,
            };
            head(status::ERROR, number(error) as u32, need as u64, Route::PIPE, 0)
        }
    }
}

#[inline(never)]
fn pack_with(number: u32, ticket: Ticket, output: &Output) -> Vec<u8> {
    let status = if output.is_last { status::LAST } else { status::GOES_ON };
    let verb = output.verb_name().and_then(|name| name.bytes().next()).unwrap_or(0);
    let mut bytes = head(status, number, ticket.number(), output.route, verb);
    bytes.extend(&output.bytes);
    bytes.extend(output.keep.as_bytes());
    bytes
}

#[inline(never)]
fn pack_call(done: Result<(Ticket, Output), Error>) -> Vec<u8> {
    match done {
        Ok((ticket, output)) => pack_with(0, ticket, &output),
        Err(error) => pack(Err(error)),
    }
}

#[inline(never)]
fn pack_done(done: Result<(), Error>) -> Vec<u8> {
    done.map_or_else(|error| pack(Err(error)), |()| nothing())
}

#[inline(never)]
fn pack_maybe(done: Result<Option<Output>, Error>) -> Vec<u8> {
    match done {
        Ok(Some(output)) => pack(Ok(output)),
        Ok(None) => nothing(),
        Err(error) => pack(Err(error)),
    }
}

/// The record of an event as an output, or nothing.
#[inline(never)]
fn pack_event(event: Option<&Event>) -> Vec<u8> {
    let Some(event) = event else { return nothing() };
    let mut bytes = head(status::EVENT, 0, 0, Route::PIPE, 0);
    bytes.extend(event.record());
    bytes
}

/// The output of a client's that was packed so, as far as its head is to be written.
fn unpack(packed: &[u8]) -> Option<Output> {
    let (head, bytes) = packed.split_at_checked(START)?;
    let verb = match head.get(1)? {
        b'G' => Verb::Get,
        b'D' => Verb::Delete,
        _ => Verb::Post,
    };
    let (words, _) = head.get(16..)?.as_chunks::<4>();
    let [number, kind] = *words else { return None };
    let route = route_of(u32::from_le_bytes(number), u32::from_le_bytes(kind));
    let is_last = head.first() == Some(&status::LAST);
    Some(Output { bytes: bytes.to_vec(), is_last, route, keep: String::new(), verb })
}

/// The route of a number and a kind; the pipe if there is no such kind.
fn route_of(number: u32, kind: u32) -> Route {
    let kind = match kind {
        1 => RouteKind::Post,
        2 => RouteKind::Stream,
        _ => RouteKind::Pipe,
    };
    Route { number, kind }
}

/// The route of one number, as the host language has it: the kind times 2^32, and the number.
fn route(number: f64) -> Route {
    let number = number as u64;
    route_of(number as u32, (number >> 32) as u32)
}

impl Frame {
    /// The same frame on another way.
    #[must_use]
    pub fn on_number(&self, number: f64) -> Self {
        self.clone().on(route(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sansmcp::json::Raw;

    #[test]
    fn the_words_are_json() {
        let text = words();
        let words = Raw::parse_str(&text).expect("JSON");
        let count = |key| words.get(key).map_or(0, |list| list.items().count());
        assert_eq!(count("kinds"), sansmcp::EventKind::ALL.len());
        assert_eq!(count("heard"), sansmcp::client::EventKind::ALL.len());
        assert_eq!((count("revisions"), count("errors")), (6, ERRORS.len()));
        assert_eq!(count("refusals"), sansmcp::rules::refusal::TABLE.len());
    }

    #[test]
    fn a_wrong_record_is_stale() {
        let mut server = Packed::new(r#"{"name":"a","version":"1"}"#, 1, 100).expect("a server");
        assert_eq!(server.reply(b"")[..5], [status::ERROR, 0, 0, 0, 1]);
        assert_eq!(server.abandon(f64::NAN)[..5], [status::ERROR, 0, 0, 0, 1]);
    }
}

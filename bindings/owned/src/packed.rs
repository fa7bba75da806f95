//! The server once more, with calls that take and give nothing but numbers, texts and bytes, for
//! languages into which a call is dear: one call in, one piece of bytes out.
//!
//! The bytes of an output: a status, a number (little-endian, 32 bits), then the bytes to send.
//! What the number says depends on the status, see [`status`]. After an error's number come the
//! bytes that were needed (64 bits) instead.

pub mod client;
pub mod http;

use sansmcp::{Error, Shape, Ticket};

use crate::answer::Answer;
use crate::block::prose;
use crate::fault::{ERRORS, number};
use crate::frame::Frame;
use crate::info::Info;
use crate::output::Output;
use crate::read::ReadError;
use crate::record::view_record;
use crate::server::Server;

/// The first byte of an output.
pub mod status {
    /// More of this exchange may follow. Of a piece, the number says how many bytes were taken.
    pub const GOES_ON: u8 = 0;
    /// This ends the exchange.
    pub const LAST: u8 = 1;
    /// Nothing is due.
    pub const NOTHING: u8 = 2;
    /// The number is the place in [`ERRORS`](crate::ERRORS).
    pub const ERROR: u8 = 3;
}

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

    /// As [`Server::begin`]: `text`, `image` and `audio` with a media type, `blob` with a URI
    /// too.
    pub fn begin(&mut self, ticket: f64, shape: &str, mime_type: &str, uri: &str) -> Vec<u8> {
        let shape = match shape {
            "text" => Ok(Shape::Text),
            "image" => Ok(Shape::Image(mime_type)),
            "audio" => Ok(Shape::Audio(mime_type)),
            "blob" => Ok(Shape::Blob(uri, mime_type)),
            _ => Err(Error::NotSupported),
        };
        pack(shape.and_then(|shape| self.0.begin(named(ticket), shape)))
    }

    /// As [`Server::piece`].
    pub fn piece(&mut self, ticket: f64, data: &[u8]) -> Vec<u8> {
        match self.0.piece(named(ticket), data) {
            Ok((taken, output)) => pack_with(taken as u32, &output),
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
        match self.0.next_output() {
            Ok(Some(output)) => pack(Ok(output)),
            Ok(None) => nothing(),
            Err(error) => pack(Err(error)),
        }
    }

    /// As [`Server::abandon`].
    pub fn abandon(&mut self, ticket: f64) -> Vec<u8> {
        match self.0.abandon(named(ticket)) {
            Ok(()) => nothing(),
            Err(error) => pack(Err(error)),
        }
    }

    /// As [`Server::is_cancelled`].
    pub fn is_cancelled(&mut self, ticket: f64) -> bool {
        self.0.is_cancelled(named(ticket))
    }

    /// Gives its memory back, where a host language cannot drop it.
    pub fn let_go(&mut self) {
        self.0 = Server::new(Info::default(), 0, 0);
    }

    /// As [`Server::open`].
    pub fn open(&mut self) -> Vec<f64> {
        self.0.open().into_iter().map(|ticket| ticket.number() as f64).collect()
    }
}

/// What the host language does not know: the version, and every kind of event of a server's and
/// (`heard`) of a client's, revision, refusal (code and words) and error (name and words), in the
/// order of their numbers, as the JSON text of an object.
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
    text.push_str("]}");
    text
}

/// `words` are plain: no quote or backslash is in any of them; a test parses the whole.
fn quoted(words: &str) -> String {
    format!("\"{words}\"")
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
    let id = known.id.as_deref().map_or(String::new(), |id| {
        let mut text = vec![0; 2 + 6 * id.len()];
        let mut writer = sansmcp::json::Writer::new(&mut text);
        writer.string(id);
        format!("\"id\":{},", String::from_utf8_lossy(writer.finish()))
    });
    Some(format!("{{{id}\"kind\":\"{kind}\",\"length\":{}}}", known.len))
}

fn named(ticket: f64) -> Ticket {
    // Anything that is no ticket becomes one that does not exist.
    Ticket::from_number(ticket as u64)
}

/// The bytes of an output where nothing is due.
fn nothing() -> Vec<u8> {
    vec![status::NOTHING, 0, 0, 0, 0]
}

fn pack(done: Result<Output, Error>) -> Vec<u8> {
    match done {
        Ok(output) => pack_with(0, &output),
        Err(error) => {
            let need = match error {
                Error::Short { need } => need,
                _ => 0,
            };
            let mut bytes = vec![status::ERROR];
            bytes.extend((number(error) as u32).to_le_bytes());
            bytes.extend((need as u64).to_le_bytes());
            bytes
        }
    }
}

fn pack_with(number: u32, output: &Output) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(5 + output.bytes.len());
    bytes.push(if output.is_last { status::LAST } else { status::GOES_ON });
    bytes.extend(number.to_le_bytes());
    bytes.extend(&output.bytes);
    bytes
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
        assert_eq!(server.reply(b"")[..2], [status::ERROR, 1]);
        assert_eq!(server.abandon(f64::NAN)[..2], [status::ERROR, 1]);
    }
}

//! Responses as bytes: heads and chunks (RFC 9112, sections 4, 6 and 7.1).

use core::fmt;

use super::reason;
use super::request::Version;
use super::syntax::is_value_byte;
use crate::http::head::is_token;

/// What to send to a client that waits for it before it sends the body, see
/// [`Conversation::accept`](super::Conversation::accept).
pub const CONTINUE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// What ends a chunked body.
pub const LAST_CHUNK: &[u8] = b"0\r\n\r\n";

/// How the response to a request has to look; from
/// [`Conversation::terms`](super::Conversation::terms). Plain data that may be kept for as long as
/// the answer takes.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// What the client understands.
    pub version: Version,
    /// The connection goes on after this response. Set it to false to end the connection; then
    /// close it, whatever [`finish`](super::Conversation::finish) says.
    pub keep: bool,
    /// The method is `HEAD`: the head alone is sent.
    pub is_head_only: bool,
}

/// What the body of a response will be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Framing {
    /// So many bytes, which may be 0.
    Length(u64),
    /// A stream, of which nobody knows the length yet.
    Stream,
}

/// How to send the body after the head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyForm {
    /// No body follows: the status or the method has none.
    None,
    /// The bytes as they are. With [`Framing::Stream`] the end of the connection is the end of the
    /// body.
    Plain,
    /// Each piece as a [`Chunk`], at last [`LAST_CHUNK`].
    Chunked,
}

/// A head that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sent<'t> {
    /// Its bytes, all of them.
    pub head: &'t [u8],
    /// What follows it.
    pub body: BodyForm,
    /// The connection goes on after this response; otherwise close it.
    pub keep: bool,
}

/// Why no head was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeadError {
    /// The buffer is too small.
    Short {
        /// Bytes that the head takes.
        need: usize,
    },
    /// It would be no valid head: the status is not in 100..=599, a header's name is no token, its
    /// value has a control character, or it is one of `Connection`, `Content-Length` and
    /// `Transfer-Encoding`, which are written here; or a status without a body was given one.
    Invalid,
}

impl fmt::Display for HeadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Short { .. } => "buffer too small for the head of the response",
            Self::Invalid => "the status or a header cannot be sent",
        })
    }
}

impl core::error::Error for HeadError {}

impl Terms {
    /// To a client of which nothing is known, on a connection that ends.
    pub const CLOSE: Terms = Terms { version: Version::Http11, keep: false, is_head_only: false };

    /// Writes the head of the response: the status line, the headers (those of
    /// [`crate::http::ResponseHead::headers`], of [`crate::http::cors`], and the caller's own), and
    /// those that say where the body ends and whether the connection goes on.
    ///
    /// Statuses 1xx, 204 and 304 have no body; for these give [`Framing::Length`] of 0. After a
    /// 1xx the real response is still to come. `Date` is the caller's to add: there is no clock
    /// here. Without headers a head takes at most 128 bytes.
    ///
    /// # Errors
    /// [`HeadError::Short`] if `tx` is too small, [`HeadError::Invalid`] for what is no head.
    pub fn write_head<'h, 't>(
        self,
        status: u16,
        headers: impl IntoIterator<Item = (&'h str, &'h str)>,
        framing: Framing,
        tx: &'t mut [u8],
    ) -> Result<Sent<'t>, HeadError> {
        let is_bare = matches!(status, 100..=199 | 204 | 304);
        if !matches!(status, 100..=599) || (is_bare && framing != Framing::Length(0)) {
            return Err(HeadError::Invalid);
        }
        let is_interim = status < 200;
        let mut out = Out { tx, at: 0 };
        out.put(b"HTTP/1.1 ");
        out.number(u64::from(status));
        out.put(b" ");
        out.put(reason(status).as_bytes());
        for (name, value) in headers {
            if !is_sendable(name, value) {
                return Err(HeadError::Invalid);
            }
            out.line(name.as_bytes(), value.as_bytes());
        }
        let body = match framing {
            _ if is_bare => BodyForm::None,
            Framing::Length(length) => {
                out.put(b"\r\nContent-Length: ");
                out.number(length);
                BodyForm::Plain
            }
            Framing::Stream if self.version == Version::Http10 => BodyForm::Plain,
            Framing::Stream => {
                out.line(b"Transfer-Encoding", b"chunked");
                BodyForm::Chunked
            }
        };
        // A stream to HTTP/1.0 ends with the connection.
        let keep = self.keep && !(framing == Framing::Stream && self.version == Version::Http10);
        if !keep && !is_interim {
            out.line(b"Connection", b"close");
        }
        out.put(b"\r\n\r\n");
        let body = if self.is_head_only { BodyForm::None } else { body };
        let need = out.at;
        let Out { tx, .. } = out;
        match tx.get(..need) {
            Some(head) => Ok(Sent { head, body, keep: keep || is_interim }),
            None => Err(HeadError::Short { need }),
        }
    }
}

/// Nothing in it ends the line, and it does not speak of what is written here.
fn is_sendable(name: &str, value: &str) -> bool {
    let is_ours = |ours: &&str| name.eq_ignore_ascii_case(ours);
    is_token(name.as_bytes())
        && value.bytes().all(is_value_byte)
        && !["connection", "content-length", "transfer-encoding"].iter().any(is_ours)
}

/// Counts on past the end of the buffer, so that it is known how much it takes.
struct Out<'t> {
    tx: &'t mut [u8],
    at: usize,
}

impl Out<'_> {
    fn put(&mut self, bytes: &[u8]) {
        let end = self.at.saturating_add(bytes.len());
        if let Some(to) = self.tx.get_mut(self.at..end) {
            to.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        }
        self.at = end;
    }

    fn line(&mut self, name: &[u8], value: &[u8]) {
        self.put(b"\r\n");
        self.put(name);
        self.put(b": ");
        self.put(value);
    }

    fn number(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut count = 0_usize;
        for digit in digits.iter_mut().rev() {
            *digit = b'0'.wrapping_add((number % 10) as u8);
            number /= 10;
            count = count.wrapping_add(1);
            if number == 0 {
                break;
            }
        }
        let start = digits.len().saturating_sub(count);
        self.put(digits.get(start..).unwrap_or_default());
    }
}

/// What goes around one piece of a chunked body: first [`head`](Chunk::head), then the piece, then
/// [`tail`](Chunk::tail). For an empty piece both are empty, since a chunk of no bytes would end
/// the body.
#[derive(Clone, Copy, Debug)]
pub struct Chunk {
    /// The size in hexadecimal digits, at the end of its room, and the line end.
    bytes: [u8; Chunk::MAX_HEAD],
    /// Where it begins.
    start: usize,
}

impl Chunk {
    /// The longest [`head`](Chunk::head) in bytes.
    pub const MAX_HEAD: usize = 18;

    /// Around a piece of so many bytes.
    #[must_use]
    pub fn new(len: usize) -> Chunk {
        let mut bytes = *b"0000000000000000\r\n";
        let mut start = bytes.len();
        if len > 0 {
            start = start.saturating_sub(2);
            let mut rest = len as u64;
            for byte in bytes.iter_mut().rev().skip(2) {
                if rest == 0 {
                    break;
                }
                let digit = (rest & 0xf) as u8;
                *byte = if digit < 10 { b'0' } else { b'a'.wrapping_sub(10) }.wrapping_add(digit);
                rest >>= 4;
                start = start.saturating_sub(1);
            }
        }
        Chunk { bytes, start }
    }

    /// What goes before the piece.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// What goes after it.
    #[must_use]
    pub fn tail(&self) -> &'static [u8] {
        if self.start < self.bytes.len() { b"\r\n" } else { b"" }
    }
}

//! What stands around the JSON of a message in an event stream.

use super::EventId;
use super::short::Short;

/// Ends an event: comes right after the JSON of its message.
pub const TAIL: &[u8] = b"\n\n";

/// A comment, which every client skips: written now and then to a stream on which nothing else is
/// due, so that nobody on the way takes it for dead.
pub const KEEP_ALIVE: &[u8] = b":\n\n";

/// Bytes that an event begins with or consists of, at most 112; kept by value.
#[derive(Clone, Copy, Debug)]
pub struct Fields(Short<LONGEST>);

/// Room for an event that primes a client, and the head of the next.
const LONGEST: usize = 112;

impl Fields {
    /// The bytes, as they are written to the stream.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// These, and more behind them.
    pub(crate) fn and(mut self, more: &Fields) -> Fields {
        self.0.push(more.bytes());
        self
    }
}

impl AsRef<[u8]> for Fields {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}

/// What comes before the JSON of one message; [`TAIL`] comes after it.
///
/// The JSON must have no line end in it: what the engine writes has none. `retry` is how long the
/// client shall wait before it connects again, in milliseconds.
///
/// ```
/// use sansmcp::sse::{self, EventId};
///
/// let head = sse::head(Some(EventId { stream: 0x1a0003, sequence: 2 }), None);
/// assert_eq!(head.bytes(), b"event: message\nid: 1a0003-2\ndata: ");
/// ```
pub fn head(id: Option<EventId>, retry: Option<u32>) -> Fields {
    let mut fields = Short::EMPTY;
    fields.push(b"event: message\n");
    add(&mut fields, id, retry);
    fields.push(b"data: ");
    Fields(fields)
}

/// The event that primes a client (2025-11-25): an id and empty data, so that a client which loses
/// the stream before the first message can ask for what it missed. Its sequence is 0.
///
/// Older clients take the data for a message and fail: it is for those of 2025-11-25 alone.
pub fn prime(id: EventId, retry: Option<u32>) -> Fields {
    let mut fields = Short::EMPTY;
    add(&mut fields, Some(id), retry);
    fields.push(b"data: \n\n");
    Fields(fields)
}

/// An event that only says how long to wait before connecting again, in milliseconds: for a server
/// that closes a stream before its response is out (2025-11-25).
pub fn retry(milliseconds: u32) -> Fields {
    let mut fields = Short::EMPTY;
    add(&mut fields, None, Some(milliseconds));
    fields.push(b"\n");
    Fields(fields)
}

fn add(fields: &mut Short<LONGEST>, id: Option<EventId>, retry: Option<u32>) {
    if let Some(id) = id {
        fields.push(b"id: ");
        id.write(fields);
        fields.push(b"\n");
    }
    if let Some(milliseconds) = retry {
        fields.push(b"retry: ");
        decimal(milliseconds, fields);
        fields.push(b"\n");
    }
}

fn decimal(number: u32, to: &mut Short<LONGEST>) {
    let mut digits = [0; 10];
    let (mut rest, mut first) = (number, digits.len());
    for place in digits.iter_mut().rev() {
        *place = b'0' | (rest % 10) as u8;
        (rest, first) = (rest / 10, first.saturating_sub(1));
        if rest == 0 {
            break;
        }
    }
    to.push(digits.get(first..).unwrap_or_default());
}

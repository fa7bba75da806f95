//! An event stream cut into events.

use super::EventsState;
use crate::frame::{Frame, Overlong};

/// Cuts an event stream into events, in a buffer of the caller's.
///
/// Read into [`space`](Events::space), say how much with [`filled`](Events::filled), take events
/// with [`next_event`](Events::next_event) until there is none, and begin again. When the stream
/// ends, what is left of an event without an end is dropped, as the standard has it:
/// [`reset`](Events::reset).
///
/// All of the standard's reading is here: a byte order mark at the start, lines that end with LF,
/// CR or both, values after an optional space, fields without a colon, comments, unknown fields,
/// several lines of data. Where it differs:
///
/// - Bytes are given as they are; nobody checks that they are UTF-8 until the message is read.
/// - An event whose data is empty gives nothing, since no message is empty: it primes the client
///   (2025-11-25). Its id and time are noted.
/// - Ids longer than [`MAX_EVENT_ID`](super::MAX_EVENT_ID) are ignored, kinds longer than
///   [`MAX_KIND`](super::MAX_KIND) are cut.
/// - A `retry` without digits, or with more than 128, is ignored; one beyond 64 bits is the
///   greatest there is.
///
/// # How large a buffer
///
/// The data of an event must be shorter than the buffer by one byte at least; nothing else takes
/// room in it, however long it is. Of an event that is longer the data is gone, and all that is
/// known of its message comes as an [`Overlong`]. Whether an event is too long depends on its data
/// and the buffer alone, never on how the bytes arrived. At most 4 GiB are used.
///
/// Each byte is searched once and moved at most once. The value itself takes at most 720 bytes.
///
/// # Example
///
/// ```
/// use sansmcp::sse::Events;
///
/// let mut buffer = [0; 64];
/// let mut events = Events::new(&mut buffer);
/// let arrived = b"id: 7\ndata: {\"a\":1}\n\nretry: 500\n: nothing\ndata: {";
/// events.space()[..arrived.len()].copy_from_slice(arrived); // in earnest: a read
/// events.filled(arrived.len());
/// let event = events.next_event().unwrap();
/// assert_eq!((event.kind, event.data, event.id), (&b"message"[..], &b"{\"a\":1}"[..], &b"7"[..]));
/// assert!(events.next_event().is_none()); // the second is not whole yet
/// assert_eq!(events.retry(), Some(500));
/// ```
pub struct Events<'b> {
    buffer: &'b mut [u8],
    state: EventsState,
}

/// One event of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SseEvent<'e> {
    /// Its `event` field, `message` if it has none.
    pub kind: &'e [u8],
    /// Its `data` fields with LF between them: one message, or a batch in 2025-03-26. Empty if
    /// they are gone because they did not fit into the buffer, and never otherwise.
    pub data: &'e [u8],
    /// The last id that was set on this stream, by this event or one before; empty if there is
    /// none. What `Last-Event-ID` says to have what comes after this event.
    pub id: &'e [u8],
    /// What is known of the message if it did not fit into the buffer; `None` if it did.
    pub overlong: Option<Overlong<'e>>,
}

impl<'e> SseEvent<'e> {
    /// The message as a frame, to be read by `receive`; one that was too long as well.
    pub fn frame(&self) -> Frame<'e> {
        match self.overlong {
            Some(known) => Frame::too_long(known),
            None => Frame::new(self.data),
        }
    }
}

impl<'b> Events<'b> {
    /// Begins with an empty buffer; what is in it is not looked at. Its length bounds the longest
    /// message, see [above](Events#how-large-a-buffer).
    pub fn new(buffer: &'b mut [u8]) -> Events<'b> {
        Events { buffer, state: EventsState::NEW }
    }

    /// The free part of the buffer, to read into.
    ///
    /// Never empty (for a buffer that is not) once [`next_event`](Events::next_event) has returned
    /// `None`, so that a read of zero bytes always means the end of the stream. Before that it may
    /// be.
    pub fn space(&mut self) -> &mut [u8] {
        self.state.space(self.buffer)
    }

    /// Says that the first `count` bytes of [`space`](Events::space) were filled. More than there
    /// is space for counts as all of it.
    pub fn filled(&mut self, count: usize) {
        self.state.filled(self.buffer, count);
    }

    /// The next event; `None` when more bytes are needed. Call it until then.
    pub fn next_event(&mut self) -> Option<SseEvent<'_>> {
        self.state.next_event(self.buffer)
    }

    /// The last id that was set by an event that is whole, one without data as well; empty if
    /// there is none. The value of `Last-Event-ID` for going on after the stream broke off.
    pub fn last_id(&self) -> &[u8] {
        self.state.last_id()
    }

    /// How long to wait before connecting again, in milliseconds; `None` if the server said
    /// nothing.
    pub fn retry(&self) -> Option<u64> {
        self.state.retry()
    }

    /// The stream has ended and another one begins: forgets all that was read and not given out,
    /// but for [`last_id`](Events::last_id) and [`retry`](Events::retry), which are needed to go
    /// on.
    pub fn reset(&mut self) {
        self.state.reset();
    }
}

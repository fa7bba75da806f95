//! One connection, over a buffer that is borrowed for as long.

use super::reply::Terms;
use super::request::{Headers, Request};
use super::state::ConversationState;

/// One connection of a client, in a buffer of the caller's.
///
/// Read into [`space`](Conversation::space), say how much with [`filled`](Conversation::filled),
/// then call [`advance`](Conversation::advance) until it gives nothing, and do what it says:
///
/// - [`Step::Head`]: look at the head with [`request`](Conversation::request). Then either
///   [`accept`](Conversation::accept) the body, up to a limit of your choice, also where there is
///   none; or answer at once: [`skip`](Conversation::skip).
/// - [`Step::Request`]: head and body are whole. Answer on these [`terms`](Conversation::terms).
/// - [`Step::Refused`]: answer with this status; the connection is over.
///
/// Once the response was sent to its end, say [`finish`](Conversation::finish). The next request
/// may have arrived before; it waits in the buffer, untouched, so that requests are answered in
/// their order, and a client that sends without waiting is held up when the buffer is full.
///
/// # How large a buffer
///
/// One request stands in it at a time, head and body, so it takes the longest body that should be
/// accepted and a kilobyte or two for the head: browsers send about one, with a token for
/// authorization it may be more. A chunked body takes one byte more than it has. A head that does
/// not fit is refused with 431, a body with 413. No size is unsafe.
///
/// # Closing
///
/// A connection that is closed while the client still sends is reset, and the client may not see
/// the response. So after the last response end the sending side, then read on for a moment into
/// [`space`](Conversation::space), until the client ends too: what arrives is dropped.
///
/// # Example
///
/// ```
/// use sansmcp::http1::{Conversation, Framing, NO_HEADERS, Step};
///
/// let mut buffer = [0; 1024];
/// let mut conversation = Conversation::new(&mut buffer);
/// let arrived = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";
/// conversation.space()[..arrived.len()].copy_from_slice(arrived); // in earnest: a read
/// conversation.filled(arrived.len());
///
/// assert_eq!(conversation.advance(), Some(Step::Head));
/// let mut headers = NO_HEADERS;
/// let request = conversation.request(&mut headers).unwrap();
/// assert_eq!((request.method, request.path), ("POST", "/mcp"));
/// let is_awaited = conversation.accept(1000);
/// assert!(!is_awaited); // otherwise: send http1::CONTINUE
///
/// assert_eq!(conversation.advance(), Some(Step::Request));
/// let mut headers = NO_HEADERS;
/// assert_eq!(conversation.request(&mut headers).unwrap().body, b"{}");
///
/// let mut tx = [0; 128];
/// let sent = conversation.terms().write_head(202, [], Framing::Length(0), &mut tx).unwrap();
/// assert_eq!(sent.head, b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
/// assert!(conversation.finish()); // otherwise: close
/// assert_eq!(conversation.advance(), None);
/// ```
pub struct Conversation<'b> {
    buffer: &'b mut [u8],
    state: ConversationState,
}

/// What has become known, see [`Conversation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A head is whole: judge it, then [`accept`](Conversation::accept) or
    /// [`skip`](Conversation::skip) its body.
    Head,
    /// Head and body are whole: answer.
    Request,
    /// What arrived is not accepted. Answer with this status and close the connection; there is
    /// no request to look at.
    Refused(u16),
}

/// Where a conversation stands, for those who set time limits.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Nothing of a request has arrived. The connection may be closed at any time.
    Idle = 0,
    /// A head is on its way.
    Head,
    /// A head was given out, and [`accept`](Conversation::accept) or
    /// [`skip`](Conversation::skip) is due.
    Judging,
    /// A body is on its way.
    Body,
    /// The response is due, up to [`finish`](Conversation::finish).
    Answering,
    /// The response was sent, and the rest of a body that nobody wanted is on its way.
    Draining,
    /// No more is read. Once the last response is sent the connection is to be closed.
    Closed,
}

impl<'b> Conversation<'b> {
    /// Begins a connection with an empty buffer; what is in it is not looked at.
    pub fn new(buffer: &'b mut [u8]) -> Conversation<'b> {
        Conversation { buffer, state: ConversationState::NEW }
    }

    /// The free part of the buffer, to read into.
    ///
    /// While a request is read, and once the conversation is closed, it is never empty (for a
    /// buffer that is not) after [`advance`](Conversation::advance) returned `None`. It may be
    /// empty while a response is due: then a read of zero bytes is not the end of input.
    pub fn space(&mut self) -> &mut [u8] {
        self.state.space(self.buffer)
    }

    /// Says that the first `count` bytes of [`space`](Conversation::space) were filled. More than
    /// there is space for counts as all of it.
    pub fn filled(&mut self, count: usize) {
        self.state.filled(self.buffer, count);
    }

    /// What is next; `None` when more bytes are needed, or when it is the caller's turn.
    pub fn advance(&mut self) -> Option<Step> {
        self.state.advance(self.buffer)
    }

    /// The request whose head was given out, until [`finish`](Conversation::finish). The headers
    /// are put into `headers`, which begin as [`NO_HEADERS`](super::NO_HEADERS).
    pub fn request<'r: 'h, 'h>(&'r self, headers: &'h mut Headers<'r>) -> Option<Request<'h>> {
        self.state.request(self.buffer, headers)
    }

    /// Accepts the request after its head, with a body of at most `limit` bytes. A longer one is
    /// the next step: [`Step::Refused`] with 413.
    ///
    /// Returns whether the client waits for [`CONTINUE`](super::CONTINUE), which is then to be
    /// sent at once.
    pub fn accept(&mut self, limit: u64) -> bool {
        self.state.accept(self.buffer, limit)
    }

    /// The request is answered without its body, which is read through and dropped. Where it is
    /// longer than `limit`, or the client waits to be told to send it, the connection ends with
    /// this response instead.
    ///
    /// May be called after the head, or later while the body is on its way.
    pub fn skip(&mut self, limit: u64) -> Terms {
        self.state.skip(limit)
    }

    /// How the response has to look, from the head on until [`finish`](Conversation::finish), and
    /// after a refusal.
    pub fn terms(&self) -> Terms {
        self.state.terms()
    }

    /// The response was sent to its end. Returns whether the connection goes on; otherwise close
    /// it. It does not where no response was due.
    pub fn finish(&mut self) -> bool {
        self.state.finish()
    }

    /// Ends the conversation: what is held is dropped, and no more is read. The terms of the
    /// response that is due stay known; it is the last one.
    pub fn close(&mut self) {
        self.state.close();
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        self.state.stage()
    }
}

//! From bytes to frames: where one message ends and the next begins.
//!
//! This is the first step of the data's way:
//!
//! ```text
//! bytes in ─► frame ─► envelope ─► rules ─► event
//! ```
//!
//! - A byte stream (standard input, a socket, a UART) goes through [`Lines`]: one message a line.
//! - A message that already stands alone (the body of an HTTP POST, a datagram) is a frame as it
//!   is: [`Frame::new`].
//!
//! Either way the [`Frame`] says which [`Route`] it came on, and `receive` of a server or client
//! reads it from there. Nothing here knows what a message means, with one exception: of a line
//! longer than the buffer the id and the kind are found ([`Overlong`]), so that its sender gets
//! an error instead of silence.
//!
//! How large a buffer has to be follows from that: [`Lines`] keeps one message at a time, so it
//! needs the longest line that should be accepted, with its line end. [`Lines`] says more.

mod lines;
mod route;
#[cfg(feature = "http")]
pub(crate) mod shift;
pub(crate) mod skim;
#[cfg(feature = "http")]
pub mod sse;

#[cfg(feature = "http")]
use crate::http::Head;

pub use lines::{Lines, LinesState};
pub use route::{Route, RouteKind};

/// Of [`Frame::step`]: all of it was read.
pub(crate) const DONE: u8 = 3;

/// One message, or one batch of them: its bytes, where it came from, and how far it was read.
///
/// It borrows its bytes and is plain data, so it can be copied; each copy is read on its own.
/// `receive` takes it by `&mut` and gives one event at a time: call until there is none.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'f> {
    body: Body<'f>,
    route: Route,
    principal: u64,
    /// The reader's: the position in a batch, in bytes from the start.
    pub(crate) at: u32,
    /// The reader's: how far it is with this frame; 0 is untouched.
    pub(crate) step: u8,
    /// The reader's: the bytes, once they are known to be UTF-8.
    pub(crate) text: Option<&'f str>,
    /// The head of the POST whose body it is.
    #[cfg(feature = "http")]
    pub(crate) head: Option<&'f Head<'f>>,
    /// The endpoint's: the stream that its answers go out on.
    #[cfg(feature = "http")]
    pub(crate) stream: u32,
}

/// What a frame holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Body<'f> {
    /// All bytes of the message; at most `u32::MAX` of them, so that spans have 32 bits.
    Whole(&'f [u8]),
    /// The message did not fit into the buffer; this is what is known of it.
    TooLong(Overlong<'f>),
}

/// What is known of a message that did not fit into the buffer.
///
/// Its bytes are gone, except for the id. All of it was read before `id` or `kind` say anything:
/// they are exact if it is JSON, and unknown if it is no object or has no end. Otherwise it was
/// not checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlong<'f> {
    /// The message's id exactly as it was written: a JSON string with its quotes and escapes, or
    /// a JSON number; at most 128 bytes.
    ///
    /// `None` if there is none, if it is longer, if it is neither string nor number, if the key
    /// `id` stands there twice, or if the line is no object.
    pub id: Option<&'f str>,
    /// What kind of message it is.
    pub kind: OverlongKind,
    /// The length of the line in bytes, without its newline (a CR before that is counted).
    pub len: u64,
}

/// The kind of a message that did not fit into the buffer.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OverlongKind {
    /// It has `method` and `id`. The id itself may be unusable: then it is `None`.
    Request = 0,
    /// It has `method` and no `id`: nobody waits for an answer.
    Notification = 1,
    /// It has `result` or `error`, and no `method`.
    Response = 2,
    /// It is not an object (a batch is not), has no end, or has none of these keys.
    #[default]
    Unknown = 3,
}

impl<'f> Frame<'f> {
    /// A frame of a message that stands alone, such as the body of an HTTP POST.
    ///
    /// The bytes need not be valid in any way; reading them finds that out. More than `u32::MAX`
    /// bytes (4 GiB) are an over-long message of unknown kind.
    pub const fn new(bytes: &'f [u8]) -> Frame<'f> {
        if bytes.len() as u64 > u32::MAX as u64 {
            let len = bytes.len() as u64;
            return Frame::too_long(Overlong { id: None, kind: OverlongKind::Unknown, len });
        }
        Frame::with(Body::Whole(bytes))
    }

    /// A frame of a message already known to be UTF-8. With [`Frame::resume`], which a batch needs
    /// this for, it is what [`Frame::reading`] left.
    pub const fn of_text(text: &'f str) -> Frame<'f> {
        let mut frame = Frame::new(text.as_bytes());
        frame.text = Some(text);
        frame
    }

    /// A frame of a message of which the bytes are gone: [`Frame::overlong`] put together again.
    pub const fn too_long(known: Overlong<'f>) -> Frame<'f> {
        Frame::with(Body::TooLong(known))
    }

    /// How far it was read, as a number, for bindings that keep frames as plain data; 0 is a frame
    /// that nothing was read of.
    pub const fn reading(&self) -> u64 {
        (self.at as u64) << 8 | self.step as u64
    }

    /// A frame over the same bytes, read as far as [`Frame::reading`] said. Other numbers make it
    /// give fewer events or none.
    #[must_use]
    pub const fn resume(mut self, reading: u64) -> Frame<'f> {
        self.at = (reading >> 8) as u32;
        self.step = reading as u8;
        self
    }

    const fn with(body: Body<'f>) -> Frame<'f> {
        Frame {
            body,
            route: Route::PIPE,
            principal: 0,
            at: 0,
            step: 0,
            text: None,
            #[cfg(feature = "http")]
            head: None,
            #[cfg(feature = "http")]
            stream: 0,
        }
    }

    /// Says which way the message came; [`Route::PIPE`] if nothing is said.
    #[must_use]
    pub const fn on(mut self, route: Route) -> Frame<'f> {
        self.route = route;
        self
    }

    /// Says who sent it: a number of the caller's choice for an authenticated sender, 0 for
    /// nobody in particular. A session of an HTTP endpoint belongs to who began it; else it is kept
    /// for the caller.
    #[must_use]
    pub const fn from(mut self, principal: u64) -> Frame<'f> {
        self.principal = principal;
        self
    }

    /// Says that it is the body of an HTTP POST with this head, so that the two can be held against
    /// each other.
    #[cfg(feature = "http")]
    #[must_use]
    pub const fn under(mut self, head: &'f Head<'f>) -> Frame<'f> {
        self.head = Some(head);
        self
    }

    /// The number of the stream that an endpoint has for its answers, for bindings that keep frames
    /// as plain data; 0 before anything of it was read.
    #[cfg(feature = "http")]
    pub const fn stream(&self) -> u32 {
        self.stream
    }

    /// The same frame with the stream that [`Frame::stream`] gave. Another number makes its
    /// answers go to another client or to nobody.
    #[cfg(feature = "http")]
    #[must_use]
    pub const fn answered_on(mut self, stream: u32) -> Frame<'f> {
        self.stream = stream;
        self
    }

    /// The way the message came.
    pub const fn route(&self) -> Route {
        self.route
    }

    /// The way that the engine knows it by: over HTTP a stream of its own table.
    pub(crate) const fn way(&self) -> Route {
        #[cfg(feature = "http")]
        if self.stream != 0 {
            return Route::post(self.stream);
        }
        self.route
    }

    /// Who sent it; 0 for nobody in particular.
    pub const fn principal(&self) -> u64 {
        self.principal
    }

    /// The bytes of the message, without the line end; empty if they are gone because the
    /// message was too long ([`overlong`](Frame::overlong)).
    pub const fn bytes(&self) -> &'f [u8] {
        match self.body {
            Body::Whole(bytes) => bytes,
            Body::TooLong(_) => &[],
        }
    }

    /// What is known of the message if it did not fit into the buffer; `None` if it did.
    pub const fn overlong(&self) -> Option<Overlong<'f>> {
        match self.body {
            Body::Whole(_) => None,
            Body::TooLong(known) => Some(known),
        }
    }

    /// True if more messages of it may follow.
    #[cfg(feature = "http")]
    pub(crate) const fn is_batch(&self) -> bool {
        !matches!(self.step, DONE)
    }

    /// What the frame holds.
    pub(crate) const fn body(&self) -> Body<'f> {
        self.body
    }
}

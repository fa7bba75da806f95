//! Bytes on their way out, owned.

use sansmcp::client::Verb;
use sansmcp::{Out, OutParts, Route};

/// One whole message, or one piece of a streamed one, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The bytes, with the newline that ends a message.
    pub bytes: Vec<u8>,
    /// True if this ends the exchange.
    pub is_last: bool,
    /// Where the bytes belong.
    pub route: Route,
    /// What to remember of the call until the answer to this question comes, JSON text; empty where
    /// it is none. See [`sansmcp::Out::keep`].
    pub keep: String,
    /// Of a client's over HTTP: the method that its request has.
    pub verb: Verb,
}

/// What a call wrote: the length of its bytes, and the rest.
pub(crate) type Made = Result<(usize, Output), sansmcp::Error>;

impl Output {
    /// No bytes, on the pipe.
    pub(crate) const EMPTY: Self = Self {
        bytes: Vec::new(),
        is_last: false,
        route: Route::PIPE,
        keep: String::new(),
        verb: Verb::Post,
    };

    /// What the core gave, but for its bytes.
    #[inline(never)]
    pub(crate) fn without_bytes(out: &Out<'_>) -> Self {
        let (_, OutParts { is_last, route, verb, .. }) = out.raw();
        Self { is_last, route, keep: out.keep().to_owned(), verb, ..Self::EMPTY }
    }

    /// The bytes for a byte stream; empty where nothing is due.
    #[must_use]
    pub fn line(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes without the newline.
    #[must_use]
    pub fn json(&self) -> &[u8] {
        self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes)
    }

    /// The name of the method with which a client sends it over HTTP; `None` where nothing is to be
    /// sent. Then it closes the exchange of its route if it is the last there.
    #[must_use]
    pub fn verb_name(&self) -> Option<&'static str> {
        let is_nothing = self.bytes.is_empty() && self.verb == Verb::Post;
        (!is_nothing).then_some(self.verb.name())
    }

    /// The core's output over these bytes.
    pub(crate) fn view(&self) -> Out<'_> {
        let (_, nothing) = Out::NOTHING.raw();
        let Self { bytes, is_last, route, verb, keep: _ } = self;
        let parts = OutParts { route: *route, is_last: *is_last, verb: *verb, ..nothing };
        Out::from_parts(bytes, parts)
    }
}

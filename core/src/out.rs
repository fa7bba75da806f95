//! The bytes of one message on their way out.

#[cfg(all(feature = "http", feature = "client"))]
use crate::client::Verb;
use crate::frame::Route;

/// Bytes of a transmit buffer in which every error answer of the engine fits.
pub const MIN_TX: usize = 512;

/// One whole message, or one piece of a streamed one, or nothing.
#[derive(Clone, Copy, Debug)]
#[must_use = "the bytes have to be sent"]
pub struct Out<'t> {
    pub(crate) bytes: &'t [u8],
    pub(crate) keep: &'t str,
    pub(crate) route: Route,
    pub(crate) is_last: bool,
    /// The status that goes with it if nothing was sent on its POST before.
    #[cfg(feature = "http")]
    pub(crate) status: u16,
    /// It is one of the pieces of an answer.
    pub(crate) is_piece: bool,
    /// A client's: with which method it goes out.
    #[cfg(all(feature = "http", feature = "client"))]
    pub(crate) verb: Verb,
}

/// What an output is beside its bytes: plain data, for bindings that hand both out and take them
/// back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutParts {
    /// As [`Out::route`].
    pub route: Route,
    /// As [`Out::status`].
    #[cfg(feature = "http")]
    pub status: u16,
    /// As [`Out::is_last`].
    pub is_last: bool,
    /// It is one of the pieces of an answer.
    pub is_piece: bool,
    /// As [`Out::verb`].
    #[cfg(all(feature = "http", feature = "client"))]
    pub verb: Verb,
}

impl<'t> Out<'t> {
    /// Nothing is due.
    pub const NOTHING: Out<'static> = Out {
        bytes: &[],
        keep: "",
        route: Route::PIPE,
        is_last: false,
        #[cfg(feature = "http")]
        status: 200,
        is_piece: false,
        #[cfg(all(feature = "http", feature = "client"))]
        verb: Verb::Post,
    };

    /// Of a client's: the method with which it goes out over HTTP.
    #[cfg(all(feature = "http", feature = "client"))]
    #[must_use]
    pub fn verb(&self) -> Verb {
        self.verb
    }

    /// An exchange that takes no body.
    #[cfg(all(feature = "http", feature = "client"))]
    pub(crate) fn of_verb(verb: Verb, route: Route) -> Out<'static> {
        Out { verb, route, ..Out::NOTHING }
    }

    /// An event stream, or one that is gone on with; over a pipe there are none.
    #[cfg(feature = "client")]
    pub(crate) fn get(route: Route) -> Out<'static> {
        #[cfg(feature = "http")]
        return Out::of_verb(Verb::Get, route);
        #[cfg(not(feature = "http"))]
        Out { route, ..Out::NOTHING }
    }

    /// The end of what goes this way, without a message.
    #[cfg(any(feature = "http", feature = "client"))]
    pub(crate) fn end_of(route: Route) -> Out<'static> {
        Out { route, is_last: true, ..Out::NOTHING }
    }

    /// True if it is one of the pieces of an answer.
    #[cfg(feature = "http")]
    pub(crate) fn is_piece(&self) -> bool {
        self.is_piece
    }

    #[cfg(feature = "http")]
    pub(crate) fn with_status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// The same as a piece of an answer.
    pub(crate) fn piece(self) -> Self {
        Self { is_piece: true, ..self }
    }

    /// The bytes for a byte stream, with the newline that ends a message. A piece of a streamed
    /// answer has none before its last.
    #[must_use]
    pub fn line(&self) -> &'t [u8] {
        self.bytes
    }

    /// The bytes without the newline.
    #[must_use]
    pub fn json(&self) -> &'t [u8] {
        self.bytes.strip_suffix(b"\n").unwrap_or(self.bytes)
    }

    /// What to remember under the call's ticket until the answer comes, and to give to
    /// [`crate::Server::resume`] then: of [`crate::Server::ask`] before 2026-07-28; else empty. It
    /// is the params of the call as they would come again, JSON text, and not to be sent.
    #[must_use]
    pub fn keep(&self) -> &'t str {
        self.keep
    }

    /// True if there is nothing to send.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Where the bytes belong.
    #[must_use]
    pub fn route(&self) -> Route {
        self.route
    }

    /// The HTTP status that goes with it, if nothing was sent on its POST before.
    #[cfg(feature = "http")]
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The output taken apart, without what [`Out::keep`] has.
    #[must_use]
    pub fn raw(&self) -> (&'t [u8], OutParts) {
        let parts = OutParts {
            route: self.route,
            #[cfg(feature = "http")]
            status: self.status,
            is_last: self.is_last,
            is_piece: self.is_piece,
            #[cfg(all(feature = "http", feature = "client"))]
            verb: self.verb,
        };
        (self.bytes, parts)
    }

    /// The output put together again, over its bytes or a copy of them.
    pub fn from_parts(bytes: &'t [u8], parts: OutParts) -> Out<'t> {
        Out {
            bytes,
            keep: "",
            route: parts.route,
            is_last: parts.is_last,
            #[cfg(feature = "http")]
            status: parts.status,
            is_piece: parts.is_piece,
            #[cfg(all(feature = "http", feature = "client"))]
            verb: parts.verb,
        }
    }

    /// The same message over a copy of its bytes, for a host that cannot send it at once.
    pub fn over<'b>(&self, bytes: &'b [u8]) -> Out<'b> {
        Out { bytes, keep: "", ..*self }
    }

    /// True if this ends the exchange: nothing more of it will follow.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.is_last
    }
}

//! The bytes of one message on their way out.

use crate::frame::Route;

/// Bytes of a transmit buffer in which every error answer of the engine fits.
pub const MIN_TX: usize = 512;

/// One whole message, or one piece of a streamed one, or nothing.
#[derive(Clone, Copy, Debug)]
#[must_use = "the bytes have to be sent"]
pub struct Out<'t> {
    pub(super) bytes: &'t [u8],
    pub(super) keep: &'t str,
    pub(super) route: Route,
    pub(super) is_last: bool,
}

impl<'t> Out<'t> {
    /// Nothing is due.
    pub const NOTHING: Out<'static> =
        Out { bytes: &[], keep: "", route: Route::PIPE, is_last: false };

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
    /// [`super::Server::resume`] then: of [`super::Server::ask`] before 2026-07-28; else empty. It
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

    /// True if this ends the exchange: nothing more of it will follow.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.is_last
    }
}

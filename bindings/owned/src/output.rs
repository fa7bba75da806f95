//! Bytes on their way out, owned.

use sansmcp::Route;

/// One whole message, or one piece of a streamed one, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The bytes, with the newline that ends a message.
    pub bytes: Vec<u8>,
    /// True if this ends the exchange.
    pub is_last: bool,
    /// Where the bytes belong.
    pub route: Route,
}

impl Output {
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
}

//! What an output call says when it wrote nothing.

use core::fmt;

/// Why a call wrote nothing. The engine's state is as before, so the call can be made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The buffer is too small: the message needs `need` bytes.
    Short {
        /// Bytes that the whole message takes, its newline included.
        need: usize,
    },
    /// The ticket was answered before, given up, or never issued.
    Stale,
    /// A streamed answer is under way on this connection; go on with it first.
    Streaming,
    /// No slot is free.
    Busy,
    /// The revision, or the kind of message that the ticket belongs to, does not allow this.
    NotSupported,
    /// A JSON text given by the caller is not one valid value of the kind asked for.
    NotJson,
    /// A piece of streamed text is not UTF-8.
    NotText,
    /// From 2026-07-28 on a server sends no requests: ask in the answer ([`crate::Server::ask`]).
    UseAsk,
    /// The client did not declare the capability that this needs.
    Undeclared,
    /// There is no connection yet: the client has not said `notifications/initialized`, or the
    /// server has not answered.
    NotReady,
    /// The client refused what it was asked, or did not answer in time.
    Rejected,
    /// The server did not announce the capability that this needs.
    NotOffered,
}

impl Error {
    /// A short text that says what was wrong and what to do.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Short { .. } => "the buffer is too small for the message; give a larger one",
            Self::Stale => "this ticket has been answered or given up before",
            Self::Streaming => "a streamed answer is under way on this connection; end it first",
            Self::Busy => "no slot is free; answer or give up an open request",
            Self::NotSupported => "the revision or the kind of the message does not allow this",
            Self::NotJson => "the JSON text is not one valid value of the kind asked for",
            Self::NotText => "the piece of text is not UTF-8",
            Self::UseAsk => "this revision has no requests of servers; use ask",
            Self::Undeclared => "the client did not declare the capability that this needs",
            Self::NotReady => "the handshake is not over yet",
            Self::Rejected => "the client refused what it was asked, or did not answer in time",
            Self::NotOffered => "the server did not announce the capability that this needs",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for Error {}

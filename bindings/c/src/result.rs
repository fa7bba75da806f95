//! What calls return.

use core::ffi::c_char;

use engine::Error;

/// What a call returns. Outputs are written if it is SANSMCP_OK, and otherwise only where it says
/// so.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum sansmcp_result {
    /// It is done.
    SANSMCP_OK = 0,
    /// There is nothing (any more): the end of a loop, not an error.
    SANSMCP_NONE = 1,
    /// The buffer is too small; the output says how many bytes it takes. Nothing else has
    /// happened, so the call can be made again with a larger one.
    SANSMCP_SHORT = 2,
    /// The ticket was answered before, given up, or never issued.
    SANSMCP_STALE = 3,
    /// A streamed answer is under way on this connection; go on with it first.
    SANSMCP_STREAMING = 4,
    /// No slot is free.
    SANSMCP_BUSY = 5,
    /// The revision, or the kind of message that the ticket belongs to, does not allow this.
    SANSMCP_NOT_SUPPORTED = 6,
    /// A text that should be JSON is not one value of the kind asked for.
    SANSMCP_NOT_JSON = 7,
    /// A text is not UTF-8, or has half a surrogate pair where plain text is asked for.
    SANSMCP_NOT_TEXT = 8,
    /// A pointer is NULL that must not be.
    SANSMCP_NULL_POINTER = 9,
    /// A number is none of its enumeration, or a length is larger than memory.
    SANSMCP_OUT_OF_RANGE = 10,
    /// A client has no connection yet, or none any more.
    SANSMCP_NOT_READY = 11,
    /// The server did not announce the capability that this needs.
    SANSMCP_NOT_OFFERED = 12,
    /// The client did not declare the capability that this needs.
    SANSMCP_UNDECLARED = 13,
    /// The server's cursor came before, or is no string: there is no way to the next page.
    SANSMCP_STUCK = 14,
    /// The client refused what it was asked, or did not answer in time.
    SANSMCP_REJECTED = 15,
    /// From 2026-07-28 on a server sends no requests: ask with sansmcp_server_ask.
    SANSMCP_USE_ASK = 16,
    /// A secret key has fewer than SANSMCP_MIN_KEY bytes.
    SANSMCP_WEAK_KEY = 17,
    /// A text that should be sealed was not made by a seal.
    SANSMCP_NOT_SEALED = 18,
    /// A sealed text was changed or made up, sealed with another key, or for something else.
    SANSMCP_FORGED = 19,
    /// A sealed text is genuine, but its time is over.
    SANSMCP_EXPIRED = 20,
    /// A text is not Base64.
    SANSMCP_NOT_BASE64 = 21,
}

pub(crate) use sansmcp_result::*;

impl From<Error> for sansmcp_result {
    fn from(error: Error) -> Self {
        match error {
            Error::Short { .. } => SANSMCP_SHORT,
            Error::Stale => SANSMCP_STALE,
            Error::Streaming => SANSMCP_STREAMING,
            Error::Busy => SANSMCP_BUSY,
            Error::NotJson => SANSMCP_NOT_JSON,
            Error::NotText => SANSMCP_NOT_TEXT,
            Error::NotReady => SANSMCP_NOT_READY,
            Error::NotOffered => SANSMCP_NOT_OFFERED,
            Error::Undeclared => SANSMCP_UNDECLARED,
            Error::Rejected => SANSMCP_REJECTED,
            Error::UseAsk => SANSMCP_USE_ASK,
            _ => SANSMCP_NOT_SUPPORTED,
        }
    }
}

/// The result of a body that ends early with `?`.
pub(crate) fn done(body: Result<(), sansmcp_result>) -> sansmcp_result {
    match body {
        Ok(()) => SANSMCP_OK,
        Err(result) => result,
    }
}

/// A short text for a log: what the result means. It ends with a NUL and lasts for ever.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_result_text(result: u32) -> *const c_char {
    const TEXTS: [&core::ffi::CStr; 22] = [
        c"done",
        c"there is nothing (any more)",
        c"the buffer is too small; give a larger one",
        c"this ticket has been answered or given up before",
        c"a streamed answer is under way; end it first",
        c"no slot is free; pass a larger table or answer an open request",
        c"the revision or the kind of the message does not allow this",
        c"the JSON text is not one valid value of the kind asked for",
        c"the text is not UTF-8",
        c"a pointer is NULL",
        c"a number is none of its enumeration",
        c"there is no connection",
        c"the server did not announce the capability that this needs",
        c"the client did not declare the capability that this needs",
        c"the server's cursors go in a circle, or are no strings",
        c"the client refused what it was asked, or did not answer in time",
        c"this revision has no requests of servers; use sansmcp_server_ask",
        c"the key is too short; give 16 bytes or more",
        c"the text was not made by a seal",
        c"the text was changed, or is not for this request",
        c"the text has expired",
        c"the text is not Base64",
    ];
    let text = usize::try_from(result).ok().and_then(|result| TEXTS.get(result));
    text.unwrap_or(&c"unknown result").as_ptr()
}

/// The version of the library, such as "0.1.0"; compare it with SANSMCP_VERSION, the one of the
/// header. It ends with a NUL and lasts for ever.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

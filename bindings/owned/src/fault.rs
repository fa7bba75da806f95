//! The core's errors by name, as the bindings call them.

use sansmcp::Error;

/// Every error: its name in transcripts, and one of its kind for the message.
pub const ERRORS: [(&str, Error); 12] = [
    ("short", Error::Short { need: 0 }),
    ("stale", Error::Stale),
    ("streaming", Error::Streaming),
    ("busy", Error::Busy),
    ("not_supported", Error::NotSupported),
    ("not_json", Error::NotJson),
    ("not_text", Error::NotText),
    ("undeclared", Error::Undeclared),
    ("not_ready", Error::NotReady),
    ("not_offered", Error::NotOffered),
    ("use_ask", Error::UseAsk),
    ("rejected", Error::Rejected),
];

/// The name of an error in transcripts, such as `not_json`.
#[must_use]
pub fn error_name(error: Error) -> &'static str {
    ERRORS.get(number(error)).map_or("unknown", |(name, _)| name)
}

/// Its place in [`ERRORS`].
pub(crate) fn number(error: Error) -> usize {
    let same = std::mem::discriminant(&error);
    let found = ERRORS.iter().position(|(_, one)| std::mem::discriminant(one) == same);
    found.unwrap_or(ERRORS.len())
}

//! Request ids, kept as they were written: `1` is not `"1"`, and 2^63 survives.

use crate::json::{Raw, Text};

/// The longest id as written, in bytes, quotes included.
pub(crate) const LONGEST_ID: usize = 128;

/// What stands under `id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Id<'f> {
    /// No such key.
    Absent,
    /// Null, or neither a string nor a number, or given twice.
    Bad,
    /// Longer than [`LONGEST_ID`].
    Long,
    /// A JSON string or number, as written.
    Good(&'f str),
}

impl<'f> Id<'f> {
    /// Judges the JSON value `token`.
    pub(crate) fn of(token: &'f str) -> Self {
        match token.as_bytes().first() {
            Some(b'"' | b'-' | b'0'..=b'9') if token.len() <= LONGEST_ID => Self::Good(token),
            Some(b'"' | b'-' | b'0'..=b'9') => Self::Long,
            _ => Self::Bad,
        }
    }

    /// The id as written, if it can be echoed.
    pub(crate) fn good(self) -> Option<&'f str> {
        match self {
            Self::Good(token) => Some(token),
            _ => None,
        }
    }
}

/// The text inside an id or token that is a JSON string.
fn text(token: &str) -> Option<Text<'_>> {
    Raw::trusted(token).text()
}

/// A number for the table's search: equal ids have equal hashes, however they are escaped.
pub(crate) fn hash(token: &str) -> u32 {
    match text(token) {
        Some(text) => text.hash32() ^ 0x5bd1_e995,
        None => token.bytes().fold(0x811c_9dc5, |hash: u32, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        }),
    }
}

/// True if two ids are the same: strings by what they say, numbers by how they are written.
pub(crate) fn same(one: &str, other: &str) -> bool {
    one == other
        || match (text(one), text(other)) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
}

//! Why a text was refused, and where.

use core::fmt;

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The bytes are not UTF-8.
    Utf8,
    /// The text is not JSON, or ends too early.
    Syntax,
    /// More than [`DEPTH`](super::DEPTH) containers are open at once.
    Depth,
}

/// A text that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where, in bytes from the start of the text; its length if it ended too early.
    pub at: usize,
}

impl Fault {
    #[inline]
    pub(crate) const fn syntax(at: usize) -> Self {
        Self { kind: FaultKind::Syntax, at }
    }

    /// The fault in a few words, without the place.
    pub const fn message(self) -> &'static str {
        match self.kind {
            FaultKind::Utf8 => "not UTF-8",
            FaultKind::Syntax => "not JSON",
            FaultKind::Depth => "nested too deeply",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for Fault {}

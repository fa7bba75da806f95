//! Why a text could not be closed or opened, and what to tell the peer.

use crate::rules::Code;
use core::fmt;

/// Why a text could not be closed or opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SealError {
    /// The key has fewer than [`MIN_KEY`](super::MIN_KEY) bytes.
    WeakKey,
    /// The output does not fit.
    Short {
        /// How many bytes it takes.
        need: usize,
    },
    /// The text is none that any seal gives: wrong symbols, or too few of them.
    NotSealed,
    /// The text was changed or made up, closed with another key, or bound to something else: to
    /// another principal, method, name, arguments or purpose. These cannot be told apart.
    Forged,
    /// The text is genuine and for this request, but its time is over.
    Expired,
}

impl SealError {
    /// A short text for a log.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::WeakKey => "the key is too short; give 16 bytes or more",
            Self::Short { .. } => "the buffer is too small",
            Self::NotSealed => "the text was not made by a seal",
            Self::Forged => "the text was changed, or is not for this request",
            Self::Expired => "the text has expired",
        }
    }

    /// The error answer that the peer gets (basic/patterns/mrtr: a state that fails its check is
    /// refused; server/utilities/pagination: so is a bad cursor). It is the same for all that the
    /// peer can be to blame for, so that it learns nothing from trying. `None` where it is not:
    /// [`SealError::WeakKey`] and [`SealError::Short`].
    #[must_use]
    pub const fn answer(self) -> Option<(Code, &'static str)> {
        match self {
            Self::WeakKey | Self::Short { .. } => None,
            Self::NotSealed | Self::Forged | Self::Expired => {
                Some((Code::INVALID_PARAMS, "The state or cursor is not valid; start over"))
            }
        }
    }
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for SealError {}

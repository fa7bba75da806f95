//! The levels of log messages (server/utilities/logging), those of RFC 5424.

use super::packed::{place, word};
use crate::json::Text;

/// How serious a log message is, the least serious first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)] // As on the wire.
pub enum Level {
    Debug = 1,
    Info = 2,
    Notice = 3,
    Warning = 4,
    Error = 5,
    Critical = 6,
    Alert = 7,
    Emergency = 8,
}

const NAMES: &[u8] = b"debug\ninfo\nnotice\nwarning\nerror\ncritical\nalert\nemergency\n";

impl Level {
    /// Every level, the least serious first.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The name on the wire, such as `warning`.
    #[must_use]
    pub fn name(self) -> &'static str {
        core::str::from_utf8(self.word()).unwrap_or("")
    }

    pub(crate) fn word(self) -> &'static [u8] {
        word(NAMES, (self as usize).wrapping_sub(1))
    }

    /// The level of this name; names are lower case.
    #[must_use]
    pub fn from_text(name: Text<'_>) -> Option<Self> {
        Self::ALL.get(place(NAMES, name)?).copied()
    }

    /// The level stored as a number; 0 is none.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).wrapping_sub(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_levels_agree() {
        for (index, level) in Level::ALL.into_iter().enumerate() {
            assert_eq!(level as usize, index + 1);
            assert_eq!(Level::from_text(Text::trusted(level.name())), Some(level));
            assert_eq!(Level::from_number(level as u8), Some(level));
        }
        assert_eq!(Level::Warning.name(), "warning");
        assert_eq!(Level::from_text(Text::trusted("Warning")), None);
        assert_eq!(Level::from_text(Text::trusted("")), None);
        assert_eq!(Level::from_number(0), None);
        assert_eq!(Level::from_number(9), None);
    }
}

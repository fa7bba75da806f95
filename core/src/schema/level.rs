//! The levels of log messages as a property of objects.

use super::view::Read;
use super::words::Word;
use crate::json::{Raw, Text};
use crate::rules::Level;

impl Word for Level {
    fn name(self) -> &'static str {
        Self::name(self)
    }

    fn of(text: Text<'_>) -> Option<Self> {
        Self::from_text(text)
    }
}

impl Read<'_> for Level {
    fn read(raw: Raw<'_>) -> Option<Self> {
        Self::from_text(raw.text()?)
    }
}

//! Text on its way out: the caller's own, or a piece of the message that came in.

use crate::json::{Text, Writer};

/// A text to be written as a JSON string.
#[derive(Clone, Copy, Debug)]
pub enum Prose<'a> {
    /// Plain text, which is escaped on the way.
    Plain(&'a str),
    /// The inside of a JSON string, copied as it was written: no decoding, nothing lost.
    Json(Text<'a>),
}

impl Prose<'_> {
    pub(crate) fn write(self, out: &mut Writer<'_>) {
        out.put_str("\"");
        self.write_inside(out);
        out.put_str("\"");
    }

    /// Without the quotes.
    pub(crate) fn write_inside(self, out: &mut Writer<'_>) {
        match self {
            Self::Plain(text) => out.escaped(text),
            Self::Json(text) => out.put_str(text.raw()),
        }
    }
}

impl<'a> From<&'a str> for Prose<'a> {
    fn from(text: &'a str) -> Self {
        Self::Plain(text)
    }
}

impl<'a> From<Text<'a>> for Prose<'a> {
    fn from(text: Text<'a>) -> Self {
        Self::Json(text)
    }
}

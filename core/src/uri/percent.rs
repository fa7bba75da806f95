//! Percent-encoding (RFC 3986, section 2.1).

use crate::json::text_of;
use core::fmt;

/// Why a piece of a URI could not be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UriError {
    /// The buffer is too small.
    Short {
        /// How many bytes it takes.
        need: usize,
    },
    /// What the percent signs stand for is not UTF-8.
    NotText,
}

impl fmt::Display for UriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Short { .. } => "the buffer is too small for the decoded text",
            Self::NotText => "the decoded bytes are not UTF-8",
        })
    }
}

impl core::error::Error for UriError {}

/// The value that a variable has in a URI, as it stands there. Each of its percent signs has two
/// hex digits after it. Compares as what it stands for.
#[derive(Clone, Copy, Debug)]
pub struct Captured<'u>(&'u str);

impl<'u> Captured<'u> {
    pub(super) const fn new(raw: &'u str) -> Self {
        Self(raw)
    }

    /// Such a piece of a URI; `None` if a percent sign has not two hex digits after it.
    #[must_use]
    pub fn parse(raw: &'u str) -> Option<Self> {
        broken(raw).is_none().then_some(Self(raw))
    }

    /// As it stands in the URI, percent signs and all.
    #[must_use]
    pub const fn raw(&self) -> &'u str {
        self.0
    }

    /// The value itself if it has no percent sign, else `None`: see [`Captured::decode`].
    #[must_use]
    pub fn as_str(&self) -> Option<&'u str> {
        (!self.0.as_bytes().contains(&b'%')).then_some(self.0)
    }

    /// The bytes it stands for, one by one; they may be any.
    pub fn bytes(&self) -> impl Iterator<Item = u8> + use<'u> {
        let mut rest = self.0.as_bytes();
        core::iter::from_fn(move || {
            let (byte, after) = match rest {
                [b'%', high, low, after @ ..] => (hex(*high)? << 4 | hex(*low)?, after),
                [byte, after @ ..] => (*byte, after),
                [] => return None,
            };
            rest = after;
            Some(byte)
        })
    }

    /// What it stands for, written into `buffer`. It is the peer's: `%2F` gives a slash and
    /// `%2E%2E` gives `..`, so a path made of it has to be checked after this, not before.
    ///
    /// # Errors
    /// [`UriError::Short`], or [`UriError::NotText`]. The buffer may have been written to.
    pub fn decode<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b str, UriError> {
        let need = self.bytes().count();
        let Some(out) = buffer.get_mut(..need) else { return Err(UriError::Short { need }) };
        out.iter_mut().zip(self.bytes()).for_each(|(to, from)| *to = from);
        text_of(out).map_err(|_| UriError::NotText)
    }
}

impl PartialEq<str> for Captured<'_> {
    fn eq(&self, other: &str) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl PartialEq<&str> for Captured<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

/// The value of a hex digit.
pub(super) const fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit.wrapping_sub(b'0')),
        b'a'..=b'f' => Some(digit.wrapping_sub(b'a' - 10)),
        b'A'..=b'F' => Some(digit.wrapping_sub(b'A' - 10)),
        _ => None,
    }
}

/// Whether the bytes start with a percent sign and two hex digits.
pub(super) fn is_triplet(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())
}

/// Where the first percent sign stands that has not two hex digits after it.
pub(super) fn broken(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut signs = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'%');
    signs.find(|(at, _)| !is_triplet(bytes.get(*at..).unwrap_or_default())).map(|(at, _)| at)
}

/// RFC 3986, section 2.3: what never needs encoding.
pub(super) const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// RFC 3986, section 2.2: what has a meaning of its own in URIs.
pub(super) const fn is_reserved(byte: u8) -> bool {
    matches!(
        byte,
        b':' | b'/'
            | b'?'
            | b'#'
            | b'['
            | b']'
            | b'@'
            | b'!'
            | b'$'
            | b'&'
            | b'\''
            | b'('
            | b')'
            | b'*'
            | b'+'
            | b','
            | b';'
            | b'='
    )
}

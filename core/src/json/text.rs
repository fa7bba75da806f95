//! The inside of a JSON string, compared and decoded without a copy.

use super::find::{find_special, text_of};
use crate::SMALL;
use core::fmt;

/// The inside of a JSON string as it was written, escapes and all, without its quotes.
///
/// Comparisons are between decoded texts: `"m\u0065thod"` equals `"method"`. A lone surrogate
/// (`\ud800` without its other half) is valid JSON that stands for no character; it equals only
/// itself, and is an error only when decoded.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(&'a str);

/// Half of a surrogate pair whose other half is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surrogate(pub u16);

/// Why a text could not be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextError {
    /// The buffer is too small.
    Short {
        /// How many bytes it takes.
        need: usize,
    },
    /// The text has a lone surrogate, which stands for no character.
    Surrogate,
}

impl fmt::Display for Surrogate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lone surrogate")
    }
}

impl core::error::Error for Surrogate {}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Short { .. } => "buffer too small for the text",
            Self::Surrogate => "lone surrogate",
        })
    }
}

impl core::error::Error for TextError {}

impl From<Surrogate> for TextError {
    fn from(_: Surrogate) -> Self {
        Self::Surrogate
    }
}

impl<'a> Text<'a> {
    /// The caller knows that `inside` is the inside of a valid JSON string.
    #[inline]
    pub(crate) const fn trusted(inside: &'a str) -> Self {
        Self(inside)
    }

    /// The text whose inside, as it would stand between quotes, is `inside`; `None` if that could
    /// not stand there.
    ///
    /// ```
    /// use sansmcp::json::Text;
    ///
    /// assert!(Text::parse("caf\\u00e9").is_some_and(|text| text == "café"));
    /// assert!(Text::parse("a \" ends it").is_none());
    /// ```
    pub fn parse(inside: &'a str) -> Option<Self> {
        let bytes = inside.as_bytes();
        let mut at = find_special(bytes, 0);
        while at < bytes.len() {
            let escape = bytes.get(at..)?;
            let len = match escape {
                [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => 2,
                [b'\\', b'u', digits @ ..]
                    if digits.get(..4)?.iter().all(u8::is_ascii_hexdigit) =>
                {
                    6
                }
                _ => return None,
            };
            at = find_special(bytes, at.saturating_add(len));
        }
        Some(Self(inside))
    }

    /// As it was written, without the quotes.
    #[inline]
    pub const fn raw(&self) -> &'a str {
        self.0
    }

    /// Whether nothing is between the quotes.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text itself if it was written without an escape, else `None`: see [`Text::decode`].
    #[inline]
    pub fn as_str(&self) -> Option<&'a str> {
        if self.is_plain() { Some(self.0) } else { None }
    }

    /// The text, decoded into `buffer`.
    ///
    /// # Errors
    /// [`TextError::Short`] with the bytes it takes, or [`TextError::Surrogate`], which comes
    /// first. The buffer may have been written to.
    pub fn decode<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b str, TextError> {
        let need = self.len()?;
        let Some(room) = buffer.get_mut(..need) else { return Err(TextError::Short { need }) };
        let mut rest = &mut *room;
        let mut pieces = self.pieces();
        while let Some(from) = pieces.next() {
            let Some((to, after)) = rest.split_at_mut_checked(from.len()) else { break };
            to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
            rest = after;
        }
        // It was valid before, and is joined from whole characters: this cannot fail.
        text_of(room).map_err(|_| TextError::Surrogate)
    }

    /// How many bytes the decoded text has.
    ///
    /// # Errors
    /// [`Surrogate`] if the text has a lone one.
    pub fn len(&self) -> Result<usize, Surrogate> {
        let mut len: usize = 0;
        let mut pieces = self.pieces();
        while let Some(piece) = pieces.next() {
            if let Some(half) = lone(piece) {
                return Err(half);
            }
            len = len.saturating_add(piece.len());
        }
        Ok(len)
    }

    /// The characters, decoded; a lone surrogate is an error in its place.
    #[inline]
    pub fn chars(&self) -> Chars<'a> {
        Chars { rest: self.0, run: "".chars() }
    }

    /// A hash of the decoded text: FNV-1a, 32 bits, over its UTF-8. A lone surrogate counts as
    /// the three bytes it would have there, so texts that are equal have equal hashes.
    #[inline]
    pub fn hash32(&self) -> u32 {
        let mut hash = 0x811c_9dc5;
        // Without a backslash there is one run, and no second look at it.
        let plain = !SMALL
            && self.0.bytes().all(|byte| {
                hash = fnv(hash, byte);
                byte != b'\\'
            });
        if plain { hash } else { self.hash_escaped() }
    }

    /// The hash that a text has which decodes to `plain`.
    pub(crate) fn hash_of(plain: &str) -> u32 {
        plain.bytes().fold(0x811c_9dc5, fnv)
    }

    #[inline(never)]
    fn hash_escaped(&self) -> u32 {
        let mut hash = 0x811c_9dc5;
        let mut pieces = self.pieces();
        while let Some(piece) = pieces.next() {
            hash = piece.iter().fold(hash, |hash, byte| fnv(hash, *byte));
        }
        hash
    }

    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        // Inside a valid string nothing but a backslash is special.
        find_special(self.0.as_bytes(), 0) == self.0.len()
    }

    /// The text decoded into `buffer`, and `end` behind it; `None` if that is too small.
    #[inline]
    pub(super) fn decode_before<'b>(&self, end: &[u8], buffer: &'b mut [u8]) -> Option<&'b [u8]> {
        let len = self.decode(buffer).ok()?.len();
        let whole = len.saturating_add(end.len());
        buffer.get_mut(len..whole)?.iter_mut().zip(end).for_each(|(to, from)| *to = *from);
        buffer.get(..whole)
    }

    /// The decoded text, piece by piece.
    #[inline]
    pub(crate) fn pieces(&self) -> Pieces<'a> {
        Pieces { rest: self.0.as_bytes(), bytes: [0; 4] }
    }

    /// Whether the decoded text is `other`, which is UTF-8.
    #[inline(never)]
    pub(crate) fn is(&self, other: &[u8]) -> bool {
        let mut rest = other;
        let mut pieces = self.pieces();
        while let Some(piece) = pieces.next() {
            // A lone surrogate is in no other text.
            match rest.split_at_checked(piece.len()) {
                Some((before, after)) if before == piece => rest = after,
                _ => return false,
            }
        }
        rest.is_empty()
    }
}

impl Text<'_> {
    #[inline(never)]
    fn equals_text(self, other: Text<'_>) -> bool {
        let (mut left, mut right) = (self.pieces(), other.pieces());
        let (mut one, mut two): (&[u8], &[u8]) = (&[], &[]);
        loop {
            if one.is_empty() {
                one = left.next().unwrap_or_default();
            }
            if two.is_empty() {
                two = right.next().unwrap_or_default();
            }
            match (one.split_first(), two.split_first()) {
                (None, None) => return true,
                (Some((a, after)), Some((b, rest))) if a == b => (one, two) = (after, rest),
                _ => return false,
            }
        }
    }
}

#[inline(always)]
const fn fnv(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

impl PartialEq<str> for Text<'_> {
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn eq(&self, other: &str) -> bool {
        if SMALL {
            return self.is(other.as_bytes());
        }
        // Each escape is longer than what it stands for. So a text that is as long as `other`
        // and the same is equal if it has no escape, and a shorter one never is.
        if self.0.len() <= other.len() {
            return self.0 == other && !other.as_bytes().contains(&b'\\');
        }
        // Most others differ at once.
        let first = self.0.as_bytes().first();
        (first == other.as_bytes().first() || first == Some(&b'\\')) && self.is(other.as_bytes())
    }
}

impl PartialEq<&str> for Text<'_> {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialEq<Text<'_>> for Text<'_> {
    fn eq(&self, other: &Text<'_>) -> bool {
        if self.0 == other.0 {
            return true;
        }
        self.equals_text(*other)
    }
}

impl Eq for Text<'_> {}

/// The characters of a [`Text`], decoded.
#[derive(Clone, Debug)]
pub struct Chars<'a> {
    rest: &'a str,
    run: core::str::Chars<'a>,
}

impl Iterator for Chars<'_> {
    type Item = Result<char, Surrogate>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(c) = self.run.next() {
            return Some(Ok(c));
        }
        let bytes = self.rest.as_bytes();
        if bytes.first()? == &b'\\' {
            let (code, len) = escape(bytes);
            self.rest = self.rest.get(len..).unwrap_or_default();
            return Some(char::from_u32(code).ok_or(Surrogate(code as u16)));
        }
        let run = self.rest.split_at_checked(run_of(bytes));
        let (run, rest) = run.unwrap_or((self.rest, ""));
        self.rest = rest;
        self.run = run.chars();
        self.run.next().map(Ok)
    }
}

/// The decoded text, piece by piece: a run without escapes, or what one escape stands for, in
/// UTF-8. A lone surrogate is the three bytes that it would have there.
pub(crate) struct Pieces<'a> {
    rest: &'a [u8],
    bytes: [u8; 4],
}

impl Pieces<'_> {
    #[inline(never)]
    pub(crate) fn next(&mut self) -> Option<&[u8]> {
        let bytes = self.rest;
        if bytes.first()? != &b'\\' {
            let (run, rest) = bytes.split_at_checked(run_of(bytes))?;
            self.rest = rest;
            return Some(run);
        }
        let (code, len) = escape(bytes);
        self.rest = bytes.get(len..).unwrap_or_default();
        let low = |shift: u32| (code >> shift) as u8 & 0x3f | 0x80;
        let (bytes, len) = match code {
            0..0x80 => ([code as u8, 0, 0, 0], 1),
            0x80..0x800 => ([0xc0 | (code >> 6) as u8, low(0), 0, 0], 2),
            0x800..0x1_0000 => ([0xe0 | (code >> 12) as u8, low(6), low(0), 0], 3),
            _ => ([0xf0 | (code >> 18) as u8, low(12), low(6), low(0)], 4),
        };
        self.bytes = bytes;
        self.bytes.get(..len)
    }
}

/// How many bytes there are before the next escape. At least one: only a text that is no JSON
/// string could give none.
#[inline]
fn run_of(bytes: &[u8]) -> usize {
    match find_special(bytes, 0) {
        0 => bytes.len(),
        len => len,
    }
}

/// Whether a piece is a lone surrogate, which no text can hold.
pub(crate) fn is_lone(piece: &[u8]) -> bool {
    matches!(*piece, [0xed, 0xa0..=0xff, _])
}

/// The surrogate that a piece is, if it is one.
fn lone(piece: &[u8]) -> Option<Surrogate> {
    match *piece {
        [0xed, high @ 0xa0..=0xff, low] => {
            let half = 0xd000 | u16::from(high & 0x3f) << 6 | u16::from(low & 0x3f);
            Some(Surrogate(half))
        }
        _ => None,
    }
}

/// What the escape at the start stands for, a character or half of one, and how many bytes it
/// takes. A pair of surrogates is one.
fn escape(bytes: &[u8]) -> (u32, usize) {
    let letter = bytes.get(1).copied().unwrap_or(b'\\');
    let code = match letter {
        b'u' => {
            let first = hex(bytes, 2);
            if first & 0xfc00 == 0xd800 && bytes.get(6..8) == Some(b"\\u") {
                let second = hex(bytes, 8);
                if second & 0xfc00 == 0xdc00 {
                    return (0x1_0000 + ((first & 0x3ff) << 10 | second & 0x3ff), 12);
                }
            }
            return (first, 6);
        }
        b'b' => 0x8,
        b'f' => 0xc,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        other => other,
    };
    (u32::from(code), 2)
}

/// Four hex digits.
fn hex(bytes: &[u8], from: usize) -> u32 {
    let digits = bytes.get(from..).unwrap_or_default().iter().take(4);
    digits.fold(0, |value, digit| {
        let digit = match digit {
            b'0'..=b'9' => digit.wrapping_sub(b'0'),
            _ => (digit | 0x20).wrapping_sub(b'a' - 10),
        };
        (value << 4) | u32::from(digit & 0xf)
    })
}

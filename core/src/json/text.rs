//! The inside of a JSON string, compared and decoded without a copy.

use super::find::find_special;
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
        for piece in self.pieces() {
            let mut bytes = [0; 4];
            let from = match &piece {
                Piece::Run(run) => run.as_bytes(),
                Piece::Char(c) => c.encode_utf8(&mut bytes).as_bytes(),
                Piece::Lone(_) => return Err(TextError::Surrogate),
            };
            let Some((to, after)) = rest.split_at_mut_checked(from.len()) else { break };
            to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
            rest = after;
        }
        // It was valid before, and is joined from whole characters: this cannot fail.
        core::str::from_utf8(room).map_err(|_| TextError::Surrogate)
    }

    /// How many bytes the decoded text has.
    ///
    /// # Errors
    /// [`Surrogate`] if the text has a lone one.
    pub fn len(&self) -> Result<usize, Surrogate> {
        let mut len: usize = 0;
        for piece in self.pieces() {
            len = len.saturating_add(match piece {
                Piece::Run(run) => run.len(),
                Piece::Char(c) => c.len_utf8(),
                Piece::Lone(half) => return Err(Surrogate(half)),
            });
        }
        Ok(len)
    }

    /// The characters, decoded; a lone surrogate is an error in its place.
    #[inline]
    pub fn chars(&self) -> Chars<'a> {
        Chars { pieces: self.pieces(), run: "".chars() }
    }

    /// A hash of the decoded text: FNV-1a, 32 bits, over its UTF-8. A lone surrogate counts as
    /// the three bytes it would have there, so texts that are equal have equal hashes.
    #[inline]
    pub fn hash32(&self) -> u32 {
        let mut hash = 0x811c_9dc5;
        // Without a backslash there is one run, and no second look at it.
        let plain = self.0.bytes().all(|byte| {
            hash = fnv(hash, byte);
            byte != b'\\'
        });
        if plain { hash } else { self.hash_escaped() }
    }

    #[inline(never)]
    fn hash_escaped(&self) -> u32 {
        let mut hash = 0x811c_9dc5;
        for piece in self.pieces() {
            let mut bytes = [0; 4];
            let from = match &piece {
                Piece::Run(run) => run.as_bytes(),
                Piece::Char(c) => c.encode_utf8(&mut bytes).as_bytes(),
                Piece::Lone(half) => {
                    let [top, low] = half.to_be_bytes();
                    bytes = [
                        0xe0 | (top >> 4),
                        0x80 | ((top & 0xf) << 2) | (low >> 6),
                        0x80 | (low & 0x3f),
                        0,
                    ];
                    bytes.get(..3).unwrap_or_default()
                }
            };
            hash = from.iter().fold(hash, |hash, byte| fnv(hash, *byte));
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

    #[inline]
    fn pieces(&self) -> Pieces<'a> {
        Pieces { rest: self.0 }
    }

    #[inline(never)]
    fn equals_escaped(&self, other: &str) -> bool {
        let mut rest = other.as_bytes();
        for piece in self.pieces() {
            let mut bytes = [0; 4];
            let from = match &piece {
                Piece::Run(run) => run.as_bytes(),
                Piece::Char(c) => c.encode_utf8(&mut bytes).as_bytes(),
                Piece::Lone(_) => return false,
            };
            match rest.strip_prefix(from) {
                Some(after) => rest = after,
                None => return false,
            }
        }
        rest.is_empty()
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
        // Each escape is longer than what it stands for. So a text that is as long as `other`
        // and the same is equal if it has no escape, and a shorter one never is.
        if self.0.len() <= other.len() {
            return self.0 == other && !other.as_bytes().contains(&b'\\');
        }
        // Most others differ at once.
        let first = self.0.as_bytes().first();
        (first == other.as_bytes().first() || first == Some(&b'\\')) && self.equals_escaped(other)
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
        match (self.as_str(), other.as_str()) {
            (Some(_), Some(_)) => false,
            (Some(plain), None) => *other == *plain,
            (None, Some(plain)) => *self == *plain,
            (None, None) => self.chars().eq(other.chars()),
        }
    }
}

impl Eq for Text<'_> {}

/// The characters of a [`Text`], decoded.
#[derive(Clone, Debug)]
pub struct Chars<'a> {
    pieces: Pieces<'a>,
    run: core::str::Chars<'a>,
}

impl Iterator for Chars<'_> {
    type Item = Result<char, Surrogate>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(c) = self.run.next() {
                return Some(Ok(c));
            }
            match self.pieces.next()? {
                Piece::Run(run) => self.run = run.chars(),
                Piece::Char(c) => return Some(Ok(c)),
                Piece::Lone(half) => return Some(Err(Surrogate(half))),
            }
        }
    }
}

/// A stretch without escapes, or one escape.
enum Piece<'a> {
    Run(&'a str),
    Char(char),
    Lone(u16),
}

#[derive(Clone, Debug)]
struct Pieces<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let text = self.rest;
        let bytes = text.as_bytes();
        if bytes.first()? != &b'\\' {
            let run = text.split_at_checked(find_special(bytes, 0)).filter(|(run, _)| {
                // Only a text that is no JSON string could give an empty one; it ends here.
                !run.is_empty()
            });
            let (run, rest) = run.unwrap_or((text, ""));
            self.rest = rest;
            return Some(Piece::Run(run));
        }
        let (piece, len) = escape(bytes);
        self.rest = text.get(len..).unwrap_or_default();
        Some(piece)
    }
}

/// The escape at the start, and how many bytes it takes. A pair of surrogates is one.
fn escape<'a>(bytes: &[u8]) -> (Piece<'a>, usize) {
    let c = match bytes.get(1) {
        Some(b'u') => {
            let first = hex(bytes, 2);
            if let Some(c) = char::from_u32(u32::from(first)) {
                return (Piece::Char(c), 6);
            }
            let second = match bytes.get(6..8) {
                Some(b"\\u") => hex(bytes, 8),
                _ => 0,
            };
            if first < 0xdc00 && (0xdc00..0xe000).contains(&second) {
                let high = u32::from(first & 0x3ff) << 10;
                let c = char::from_u32(0x1_0000 + (high | u32::from(second & 0x3ff)));
                return (Piece::Char(c.unwrap_or(char::REPLACEMENT_CHARACTER)), 12);
            }
            return (Piece::Lone(first), 6);
        }
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(other) => char::from(*other),
        None => '\\',
    };
    (Piece::Char(c), 2)
}

/// Four hex digits.
fn hex(bytes: &[u8], from: usize) -> u16 {
    let digits = bytes.get(from..).unwrap_or_default().iter().take(4);
    digits.fold(0, |value, digit| {
        let digit = match digit {
            b'0'..=b'9' => digit.wrapping_sub(b'0'),
            _ => (digit | 0x20).wrapping_sub(b'a' - 10),
        };
        (value << 4) | u16::from(digit & 0xf)
    })
}

//! The keys of an object: the next one, or the next of a few that are looked for.

use super::scan::{expect, space_run, string};
use super::{Fault, Scanner, Text};
use crate::SMALL;

/// The longest key that is known, in bytes, with its closing quote, its colon and room to spare.
const LONGEST_KEY: usize = 64;

/// A few keys of an object that are looked for.
pub(crate) trait Known: Sized {
    /// The one that stands at the start of `rest`, with its closing quote and its colon, and how
    /// long it is with them.
    fn at_start(rest: &[u8]) -> Option<(Self, usize)>;

    /// The one that `key` is: slower, and small.
    fn of(key: Text<'_>) -> Option<Self>;
}

impl<'a> Scanner<'a> {
    /// The next key of the object it is in, having gone past the `:`; `None` past its `}`.
    ///
    /// `first` is true before the first call and belongs to this function afterwards.
    ///
    /// # Errors
    /// [`super::FaultKind::Syntax`] where no key, comma or closing bracket stands.
    pub fn member(&mut self, first: &mut bool) -> Result<Option<Text<'a>>, Fault> {
        let Some(start) = self.open_key(first)? else { return Ok(None) };
        match key(self.text, start) {
            Ok((key, at)) => {
                self.at = at;
                Ok(Some(key))
            }
            Err(fault) => self.stay(fault),
        }
    }

    /// As [`Scanner::member`] for those who look for a few keys: of others it only says that there
    /// is one (`Some(None)`). A key that is known is compared and not searched.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn known_member<K: Known>(
        &mut self,
        first: &mut bool,
    ) -> Result<Option<Option<K>>, Fault> {
        if SMALL {
            return Ok(self.member(first)?.map(K::of));
        }
        let Some(start) = self.open_key(first)? else { return Ok(None) };
        let rest = self.text.as_bytes().get(start..);
        if let Some((key, len)) = rest.and_then(K::at_start) {
            self.at = start.wrapping_add(len);
            return Ok(Some(Some(key)));
        }
        let mut buffer = [0; LONGEST_KEY];
        match other_key(self.text, start, &mut buffer) {
            Ok((key, at)) => {
                self.at = at;
                Ok(Some(known_whole(key)))
            }
            Err(fault) => self.stay(fault),
        }
    }

    /// Past the opening quote of the next key; `None` past the closing bracket.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn open_key(&mut self, first: &mut bool) -> Result<Option<usize>, Fault> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        // A compact message has no white space: it is looked for only where nothing else fits.
        if let (false, Some([b',', b'"', ..])) = (*first, bytes.get(at..)) {
            return Ok(Some(at.wrapping_add(2)));
        }
        let mut byte = bytes.get(at);
        if let Some(b' ' | b'\n' | b'\r' | b'\t') = byte {
            at = space_run(bytes, at);
            byte = bytes.get(at);
        }
        if byte == Some(&b'}') {
            self.at = at.wrapping_add(1);
            return Ok(None);
        }
        if !core::mem::take(first) {
            if byte != Some(&b',') {
                return self.stay(Fault::syntax(at));
            }
            at = at.wrapping_add(1);
        }
        match expect(bytes, at, b'"') {
            Ok(start) => Ok(Some(start)),
            Err(fault) => self.stay(fault),
        }
    }
}

/// The key whose inside starts at `start`, and the place past its `:`.
#[inline(never)]
fn key(text: &str, start: usize) -> Result<(Text<'_>, usize), Fault> {
    let bytes = text.as_bytes();
    let end = string(bytes, start)?;
    let at = expect(bytes, end, b':')?;
    Ok((Text::trusted(text.get(start..end.wrapping_sub(1)).unwrap_or_default()), at))
}

/// As [`key`], for a key that is not known as it stands: it may have escapes, or white space
/// before its colon. Gives it decoded, its quote and colon behind it; nothing if it is too long to
/// be known.
#[cold]
#[inline(never)]
fn other_key<'b>(
    text: &str,
    start: usize,
    buffer: &'b mut [u8; LONGEST_KEY],
) -> Result<(&'b [u8], usize), Fault> {
    let (key, at) = key(text, start)?;
    Ok((key.decode_before(b"\":", buffer).unwrap_or_default(), at))
}

/// The key that is the whole of `key`. A decoded one may have quotes in it.
#[cold]
#[inline(never)]
fn known_whole<K: Known>(key: &[u8]) -> Option<K> {
    K::at_start(key).filter(|(_, len)| *len == key.len()).map(|(key, _)| key)
}

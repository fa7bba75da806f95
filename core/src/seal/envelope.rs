//! The text itself: data, time and code in Base64 for URLs (RFC 4648, section 5), unpadded.
//!
//! There is exactly one text for given bytes: unused bits are zero, and nothing else is read.

use super::{SealError, TAG};
use crate::json::base64::{Carry, decode, encode_end, encode_piece};
use crate::json::{Text, text_of};

/// How many bytes the time takes.
const EXPIRES: usize = 8;

/// How many symbols are decoded at a time, a multiple of 4.
const GROUP: usize = 64;

/// How many bytes the text has that `data` bytes are sealed in: four thirds of them and 40 more,
/// rounded up. 32 bytes of data take 96, none take 54.
#[must_use]
pub const fn sealed_len(data: usize) -> usize {
    let bytes = data.saturating_add(EXPIRES + TAG);
    let spare = (bytes % 3).wrapping_mul(4).div_ceil(3);
    (bytes / 3).saturating_mul(4).saturating_add(spare)
}

/// Writes the parts, one after the other; the first is the data.
pub(super) fn write<'o>(parts: [&[u8]; 3], out: &'o mut [u8]) -> Result<&'o str, SealError> {
    let need = sealed_len(parts[0].len());
    let Some(out) = out.get_mut(..need) else { return Err(SealError::Short { need }) };
    let (mut carry, mut at) = (Carry::NEW, 0_usize);
    for part in parts {
        let room = out.get_mut(at..).unwrap_or_default();
        at = at.wrapping_add(encode_piece(&mut carry, part, room).1);
    }
    // The padding of the last group is left out.
    let mut last = [0; 4];
    let _ = encode_end(&mut carry, &mut last);
    let room = out.get_mut(at..).unwrap_or_default();
    room.iter_mut().zip(last).for_each(|(to, from)| *to = from);
    for symbol in &mut *out {
        *symbol = match *symbol {
            b'+' => b'-',
            b'/' => b'_',
            other => other,
        };
    }
    // Symbols are ASCII: this cannot fail.
    text_of(out).map_err(|_| SealError::NotSealed)
}

/// A text that came, of a length that a sealed one can have.
pub(super) struct Carried<'a> {
    text: Text<'a>,
    /// How many bytes there are without the code.
    body: usize,
}

impl<'a> Carried<'a> {
    pub(super) fn new(text: Text<'a>) -> Result<Self, SealError> {
        let len = text.len().map_err(|_| SealError::NotSealed)?;
        let bytes = (len / 4).saturating_mul(3).saturating_add((len % 4).saturating_sub(1));
        match bytes.checked_sub(TAG) {
            Some(body) if body >= EXPIRES => Ok(Self { text, body }),
            _ => Err(SealError::NotSealed),
        }
    }

    pub(super) const fn data_len(&self) -> usize {
        self.body.saturating_sub(EXPIRES)
    }

    /// Gives data and time to `put`, and reads the time and the code, of which nothing is known
    /// before the code is checked.
    pub(super) fn read(
        &self,
        mut put: impl FnMut(&[u8]),
    ) -> Result<([u8; EXPIRES], [u8; TAG]), SealError> {
        let (mut expires, mut tag) = ([0; EXPIRES], [0; TAG]);
        self.decode(|at, bytes| {
            let inside = self.body.saturating_sub(at).min(bytes.len());
            put(bytes.get(..inside).unwrap_or_default());
            overlap(&mut expires, self.data_len(), bytes, at);
            overlap(&mut tag, self.body, bytes, at);
        })?;
        Ok((expires, tag))
    }

    /// The data, which has been checked.
    pub(super) fn data<'o>(&self, out: &'o mut [u8]) -> Result<&'o [u8], SealError> {
        let need = self.data_len();
        let Some(out) = out.get_mut(..need) else { return Err(SealError::Short { need }) };
        self.decode(|at, bytes| overlap(out, 0, bytes, at))?;
        Ok(out)
    }

    /// Gives all bytes to `put`, in order, in pieces, each with its place.
    fn decode(&self, mut put: impl FnMut(usize, &[u8])) -> Result<(), SealError> {
        let mut group = [b'='; GROUP];
        let (mut filled, mut at) = (0_usize, 0_usize);
        let mut flush = |group: &[u8]| {
            let mut bytes = [0; GROUP];
            let len = decode(group, &mut bytes).map_err(|_| SealError::NotSealed)?;
            put(at, bytes.get(..len).unwrap_or_default());
            at = at.saturating_add(len);
            Ok(())
        };
        let mut pieces = self.text.pieces();
        while let Some(piece) = pieces.next() {
            let mut rest = piece;
            while !rest.is_empty() {
                let free = group.get_mut(filled..).unwrap_or_default();
                let (now, after) = rest.split_at_checked(free.len()).unwrap_or((rest, &[]));
                let mut is_other = false;
                for (to, symbol) in free.iter_mut().zip(now) {
                    is_other |= matches!(symbol, b'+' | b'/' | b'=');
                    *to = match *symbol {
                        b'-' => b'+',
                        b'_' => b'/',
                        other => other,
                    };
                }
                if is_other {
                    return Err(SealError::NotSealed);
                }
                (rest, filled) = (after, filled.saturating_add(now.len()));
                if filled >= GROUP {
                    flush(&group)?;
                    (group, filled) = ([b'='; GROUP], 0);
                }
            }
        }
        flush(group.get(..filled.wrapping_add(3) & !3).unwrap_or_default())
    }
}

/// Copies what `from`, whose first byte has place `from_at`, has for `to`, which begins at `to_at`.
fn overlap(to: &mut [u8], to_at: usize, from: &[u8], from_at: usize) {
    let skip_to = to.get_mut(from_at.saturating_sub(to_at)..).unwrap_or_default();
    let skip_from = from.get(to_at.saturating_sub(from_at)..).unwrap_or_default();
    skip_to.iter_mut().zip(skip_from).for_each(|(to, from)| *to = *from);
}

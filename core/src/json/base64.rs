//! Base64 (RFC 4648, the standard alphabet, with padding), strict in what it reads.

use core::fmt;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// In `VALUES`: not in the alphabet.
const NONE: u8 = 0xff;

static VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut value = 0;
    while value < 64 {
        values[ALPHABET[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// The output does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Short {
    /// How many bytes it takes.
    pub need: usize,
}

/// Why a text could not be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base64Error {
    /// The output does not fit.
    Short {
        /// How many bytes it takes.
        need: usize,
    },
    /// The text is not Base64: a byte outside the alphabet, padding in the wrong place, bits
    /// left over that are not zero, or a length that is no multiple of 4.
    Invalid {
        /// The start of the group of four it is in, in bytes.
        at: usize,
    },
}

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("buffer too small for Base64")
    }
}

impl core::error::Error for Short {}

impl fmt::Display for Base64Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Short { .. } => "buffer too small for the decoded bytes",
            Self::Invalid { .. } => "not Base64",
        })
    }
}

impl core::error::Error for Base64Error {}

/// How many bytes `len` bytes take in Base64, padding included.
#[inline]
pub const fn encode_len(len: usize) -> usize {
    len.div_ceil(3).saturating_mul(4)
}

/// How many bytes `text` stands for, by its length and padding alone; `None` if its length is no
/// multiple of 4.
pub fn decode_len(text: &[u8]) -> Option<usize> {
    if text.len() & 3 != 0 {
        return None;
    }
    let padding = text.iter().rev().take(2).take_while(|byte| **byte == b'=').count();
    (text.len() >> 2).wrapping_mul(3).checked_sub(padding)
}

/// Encodes `bytes` into `out` and says how many bytes that took.
///
/// # Errors
/// [`Short`] if `out` is smaller than [`encode_len`]; nothing has been written then.
pub fn encode(bytes: &[u8], out: &mut [u8]) -> Result<usize, Short> {
    let need = encode_len(bytes.len());
    let Some(out) = out.get_mut(..need) else { return Err(Short { need }) };
    let (groups, rest) = bytes.as_chunks::<3>();
    let mut quads = out.as_chunks_mut::<4>().0.iter_mut();
    // The groups lead: the other way round the last quad would be taken from them and dropped.
    for (group, quad) in groups.iter().zip(quads.by_ref()) {
        *quad = four(*group);
    }
    if let Some(quad) = quads.next() {
        *quad = last(rest);
    }
    Ok(need)
}

/// Decodes `text` into `out` and says how many bytes that gave.
///
/// # Errors
/// [`Base64Error::Invalid`], or [`Base64Error::Short`] if `out` is too small. The buffer may have
/// been written to.
pub fn decode(text: &[u8], out: &mut [u8]) -> Result<usize, Base64Error> {
    let end = text.len() & !3;
    let need = decode_len(text).ok_or(Base64Error::Invalid { at: end })?;
    let Some(out) = out.get_mut(..need) else { return Err(Base64Error::Short { need }) };
    let Some((last, body)) = text.as_chunks::<4>().0.split_last() else { return Ok(0) };
    let (groups, rest) = out.split_at_mut_checked(body.len().wrapping_mul(3)).unwrap_or_default();
    let mut at = 0;
    for (quad, group) in body.iter().zip(groups.as_chunks_mut::<3>().0) {
        // Padding before the end is no symbol.
        *group = three(quad, 0).ok_or(Base64Error::Invalid { at })?;
        at = at.wrapping_add(4);
    }
    let padding = last.iter().rev().take(2).take_while(|byte| **byte == b'=').count();
    let group = three(last, padding).ok_or(Base64Error::Invalid { at })?;
    rest.iter_mut().zip(group).for_each(|(to, from)| *to = from);
    Ok(need)
}

/// What a piece of a stream left over: up to two bytes that did not fill a group of three.
///
/// Plain data, all zero bits when new.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carry {
    bytes: [u8; 2],
    len: u8,
}

impl Carry {
    /// Nothing left over.
    pub const NEW: Carry = Carry { bytes: [0; 2], len: 0 };

    /// How many bytes are left over: 0, 1 or 2.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether nothing is left over.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The whole of it as one number, for a place that keeps plain numbers.
    #[must_use]
    pub const fn bits(self) -> u32 {
        u32::from_le_bytes([self.len, self.bytes[0], self.bytes[1], 0])
    }

    /// The carry of a number that [`Carry::bits`] gave; of any other number, some carry.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        let [len, first, second, _] = bits.to_le_bytes();
        Self { bytes: [first, second], len: if len > 2 { 2 } else { len } }
    }

    fn push(&mut self, byte: u8) {
        if let Some(free) = self.bytes.get_mut(self.len as usize) {
            *free = byte;
            self.len = self.len.wrapping_add(1);
        }
    }
}

/// Encodes the next piece of a stream: as many of `bytes` as fit, without padding. Gives how many
/// were taken and how many were written; what is left of the last group waits in `carry`.
///
/// All of `bytes` are taken if `out` has [`encode_len`] of them and what is carried.
pub fn encode_piece(carry: &mut Carry, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let mut quads = out.as_chunks_mut::<4>().0.iter_mut();
    let mut rest = bytes;
    let mut written: usize = 0;
    while carry.len().saturating_add(rest.len()) >= 3 {
        let Some(quad) = quads.next() else { break };
        let group = match (carry.len, carry.bytes, rest) {
            (0, _, [a, b, c, after @ ..]) => {
                rest = after;
                [*a, *b, *c]
            }
            (1, [a, _], [b, c, after @ ..]) => {
                rest = after;
                [a, *b, *c]
            }
            (_, [a, b], [c, after @ ..]) => {
                rest = after;
                [a, b, *c]
            }
            _ => break,
        };
        *carry = Carry::NEW;
        *quad = four(group);
        written = written.wrapping_add(4);
    }
    // Fewer than three with what was carried: they wait for the next piece.
    if carry.len().saturating_add(rest.len()) < 3 {
        rest.iter().for_each(|byte| carry.push(*byte));
        rest = &[];
    }
    (bytes.len().wrapping_sub(rest.len()), written)
}

/// Encodes what is left over at the end of a stream, with padding: 0 or 4 bytes.
///
/// # Errors
/// [`Short`] if there are 4 and `out` has no room; nothing has changed then.
pub fn encode_end(carry: &mut Carry, out: &mut [u8]) -> Result<usize, Short> {
    let rest = carry.bytes.get(..carry.len()).unwrap_or_default();
    if rest.is_empty() {
        return Ok(0);
    }
    let Some(quad) = out.first_chunk_mut::<4>() else { return Err(Short { need: 4 }) };
    *quad = last(rest);
    *carry = Carry::NEW;
    Ok(4)
}

#[inline(always)]
fn symbol(bits: u32) -> u8 {
    ALPHABET.get((bits & 63) as usize).copied().unwrap_or(b'=')
}

#[inline(always)]
fn four([a, b, c]: [u8; 3]) -> [u8; 4] {
    let bits = u32::from_be_bytes([0, a, b, c]);
    [symbol(bits >> 18), symbol(bits >> 12), symbol(bits >> 6), symbol(bits)]
}

/// The last group, of one or two bytes.
fn last(rest: &[u8]) -> [u8; 4] {
    match rest {
        [a] => {
            let [w, x, _, _] = four([*a, 0, 0]);
            [w, x, b'=', b'=']
        }
        [a, b, ..] => {
            let [w, x, y, _] = four([*a, *b, 0]);
            [w, x, y, b'=']
        }
        [] => [b'='; 4],
    }
}

#[inline(always)]
fn value(symbol: u8) -> u8 {
    VALUES.get(usize::from(symbol)).copied().unwrap_or(NONE)
}

/// The bytes of one group; `None` if it has a wrong symbol or bits left over.
#[inline(always)]
fn three(quad: &[u8; 4], padding: usize) -> Option<[u8; 3]> {
    let [w, x, y, z] = quad.map(value);
    let (y, z, spare) = match padding {
        0 => (y, z, 0),
        1 => (y, 0, y & 0b11),
        _ => (0, 0, x & 0b1111),
    };
    if (w | x | y | z) > 63 || spare != 0 {
        return None;
    }
    Some([(w << 2) | (x >> 4), (x << 4) | (y >> 2), (y << 6) | z])
}

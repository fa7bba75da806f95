//! The portable form, a machine word at a time.

use super::{Byte, LineEnd, Probe, Special};
use crate::SMALL;

const SIZE: usize = size_of::<usize>();

/// As [`super::find_special`].
pub fn find_special(bytes: &[u8], from: usize) -> usize {
    find(bytes, from, Special)
}

/// As [`super::find_byte`].
pub fn find_byte(bytes: &[u8], from: usize, byte: u8) -> usize {
    find(bytes, from, Byte(byte))
}

/// As [`super::find_line_end`].
pub fn find_line_end(bytes: &[u8], from: usize) -> usize {
    find(bytes, from, LineEnd)
}

#[allow(dead_code)]
#[inline(always)]
pub(super) fn find_quote(bytes: &[u8], from: usize) -> Result<usize, usize> {
    let at = find(bytes, from, Special);
    if bytes.get(at) == Some(&b'"') { Ok(at) } else { Err(at) }
}

/// How many bytes are UTF-8 from the start; all of them if the text is good. In as little
/// flash as it takes: [`core::str::from_utf8`] has tables.
pub fn valid_up_to(bytes: &[u8]) -> usize {
    let mut at: usize = 0;
    while let Some((first, rest)) = bytes.get(at..).and_then(<[u8]>::split_first) {
        let len = first.leading_ones();
        if len == 0 {
            at = at.wrapping_add(1);
            continue;
        }
        let more = (len as usize).wrapping_sub(1);
        let Some(rest) = rest.get(..more) else { break };
        let mut code = u32::from(*first) & (0x7f_u32 >> (len & 7));
        for byte in rest {
            code = (code << 6) ^ u32::from(*byte) ^ 0x80;
            if *byte & 0xc0 != 0x80 {
                return at;
            }
        }
        let least = match len {
            2 => 0x80,
            3 => 0x800,
            4 => 0x1_0000,
            _ => break,
        };
        if code < least || char::from_u32(code).is_none() {
            break;
        }
        at = at.wrapping_add(len as usize);
    }
    at
}

#[inline(always)]
pub(super) const fn splat(byte: u8) -> usize {
    usize::from_ne_bytes([byte; SIZE])
}

#[inline(always)]
pub(super) const fn zeros(word: usize) -> usize {
    word.wrapping_sub(splat(1)) & !word & splat(0x80)
}

#[allow(dead_code)] // as the two below, unused where vectors do it
#[inline(always)]
pub(super) fn mask<P: Probe>(_: &[u8], _: usize, _: P) -> Option<u64> {
    None
}

/// Never made: words find no runs of digits.
#[allow(dead_code)]
pub(in crate::json) enum DigitRuns {}

impl DigitRuns {
    #[allow(dead_code)]
    pub(in crate::json) fn next(&mut self) -> usize {
        match *self {}
    }
}

#[allow(dead_code)]
#[inline(always)]
pub(super) fn digit_runs(_: &[u8], _: usize) -> Option<DigitRuns> {
    None
}

/// Not inlined: where words are the best there is, flash is short.
#[inline(never)]
pub(super) fn find<P: Probe>(bytes: &[u8], from: usize, probe: P) -> usize {
    let Some(mut rest) = bytes.get(from..) else { return bytes.len() };
    let mut at = from;
    while (P::RUNS || !SMALL)
        && let Some((chunk, after)) = rest.split_first_chunk::<SIZE>()
    {
        let hits = probe.word(usize::from_le_bytes(*chunk));
        if hits != 0 {
            return at.wrapping_add((hits.trailing_zeros() >> 3) as usize);
        }
        at = at.wrapping_add(SIZE);
        rest = after;
    }
    for &byte in rest {
        if probe.byte(byte) {
            break;
        }
        at = at.wrapping_add(1);
    }
    at
}

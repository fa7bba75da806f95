//! Header values against values of the body (2026-07-28): `Mcp-Name` and `Mcp-Param-…`.
//!
//! A value that no header can carry as it is travels as `=?base64?…?=`: Base64 of its UTF-8. Both
//! sides are compared as they stand, decoded on the way, without a copy.

use super::head::trim;
use crate::json::{Number, Raw, Surrogate, Text, Writer, base64};

/// Before the Base64 of a value; exactly so, in lower case.
const START: &[u8] = b"=?base64?";
/// Behind it.
const END: &[u8] = b"?=";

/// How long a number in Base64 may be once decoded, in bytes. The numbers that a header carries
/// are integers of 16 digits at most.
const LONGEST_NUMBER: usize = 64;

/// How a header's value and a value of the body stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// They are equal.
    Same,
    /// They are not.
    Different,
    /// The header's value is none: bytes that no value has (control characters, or what is not
    /// ASCII), wrong Base64, or not UTF-8 beneath it.
    Malformed,
}

/// Whether the header's value is the text. White space around the value does not count.
///
/// A text with a lone surrogate is equal to no header.
pub fn matches_text(header: &[u8], text: Text<'_>) -> Match {
    let payload = match Value::of(header) {
        Value::Literal(literal) if text.is(literal) => return Match::Same,
        Value::Literal(_) => return Match::Different,
        Value::Base64(payload) => payload,
        Value::Malformed => return Match::Malformed,
    };
    let mut decoded = Decoded::new(payload);
    let mut pieces = text.pieces();
    let mut is_same = true;
    while let Some(piece) = pieces.next() {
        is_same = is_same && piece.iter().all(|byte| decoded.next() == Some(*byte));
    }
    // What is left is read as well: a value that is none is told from another one.
    is_same &= decoded.next().is_none();
    decoded.by_ref().for_each(drop);
    match (decoded.is_valid(), is_same) {
        (false, _) => Match::Malformed,
        (true, true) => Match::Same,
        (true, false) => Match::Different,
    }
}

/// Whether the header's value is the number: exactly, whatever form both have. `42.0`, `42` and
/// `4.2e1` are the same; `042` and `+42` are no numbers.
pub fn matches_number(header: &[u8], number: Number<'_>) -> Match {
    let mut buffer = [0; LONGEST_NUMBER];
    let digits = match Value::of(header) {
        Value::Literal(literal) => literal,
        Value::Base64(payload) => {
            let mut decoded = Decoded::new(payload);
            let mut len: usize = 0;
            for (to, byte) in buffer.iter_mut().zip(decoded.by_ref()) {
                *to = byte;
                len = len.wrapping_add(1);
            }
            // Longer than any number: what does not fit makes it another text.
            let is_whole = decoded.next().is_none();
            decoded.by_ref().for_each(drop);
            if !decoded.is_valid() {
                return Match::Malformed;
            }
            buffer.get(..len).filter(|_| is_whole).unwrap_or_default()
        }
        Value::Malformed => return Match::Malformed,
    };
    let is_same = is_bare(digits)
        && Raw::parse(digits)
            .is_ok_and(|value| value.number().is_some_and(|header| header == number));
    if is_same { Match::Same } else { Match::Different }
}

/// Whether the header's value is `true` or `false`, as the body has it; in lower case only.
pub fn matches_bool(header: &[u8], value: bool) -> Match {
    matches_text(header, Text::trusted(if value { "true" } else { "false" }))
}

/// Whether `value` cannot travel as it is: it has a byte that no header carries, a space or tab
/// at its start or end, or looks as if it were Base64 already.
pub fn needs_sentinel(value: &str) -> bool {
    needs(|each| each(value.as_bytes()))
}

/// As [`needs_sentinel`], of a JSON string, decoded.
pub fn text_needs_sentinel(value: Text<'_>) -> bool {
    needs(|each| each_piece(value, each))
}

/// Writes `value` as the value of a header, in Base64 where it must be; an empty one is nothing.
pub fn write(out: &mut Writer<'_>, value: &str) {
    write_pieces(out, |each| each(value.as_bytes()));
}

/// As [`write()`], of a JSON string, decoded.
///
/// # Errors
/// [`Surrogate`] if the text has a lone one, which UTF-8 cannot say; nothing has been written
/// then.
pub fn write_text(out: &mut Writer<'_>, value: Text<'_>) -> Result<(), Surrogate> {
    value.len()?;
    write_pieces(out, |each| each_piece(value, each));
    Ok(())
}

/// What takes a value piece by piece.
type Each<'e> = &'e mut dyn FnMut(&[u8]);

fn each_piece(text: Text<'_>, each: Each<'_>) {
    let mut pieces = text.pieces();
    while let Some(piece) = pieces.next() {
        each(piece);
    }
}

/// `value` hands out the pieces of a value, in order, each time it is called.
fn needs(value: impl Fn(Each<'_>)) -> bool {
    let mut look = Look { is_plain: true, count: 0, begun: 0, first: 0, last: [0; 2] };
    value(&mut |piece| piece.iter().for_each(|byte| look.at(*byte)));
    look.needs_sentinel()
}

/// As [`needs`] takes it, and writes it.
fn write_pieces(out: &mut Writer<'_>, value: impl Fn(Each<'_>)) {
    if !needs(&value) {
        return value(&mut |piece| out.put(piece));
    }
    out.put(START);
    let mut carry = base64::Carry::NEW;
    value(&mut |piece| {
        // With what is carried these are 16 groups at most, and all are taken.
        for part in piece.chunks(48) {
            let mut symbols = [0; 64];
            let (_, len) = base64::encode_piece(&mut carry, part, &mut symbols);
            out.put(symbols.get(..len).unwrap_or_default());
        }
    });
    let mut last = [0; 4];
    let len = base64::encode_end(&mut carry, &mut last).unwrap_or_default();
    out.put(last.get(..len).unwrap_or_default());
    out.put(END);
}

/// What is noted of a value in one pass.
struct Look {
    /// Every byte may stand in a header.
    is_plain: bool,
    /// How many bytes there were, and how many at the start are those of [`START`].
    count: usize,
    begun: usize,
    /// The first byte and the last two; 0 where there is none.
    first: u8,
    last: [u8; 2],
}

impl Look {
    fn at(&mut self, byte: u8) {
        self.is_plain &= is_plain(byte);
        if self.count == 0 {
            self.first = byte;
        }
        if self.begun == self.count && START.get(self.begun) == Some(&byte) {
            self.begun = self.begun.wrapping_add(1);
        }
        self.count = self.count.wrapping_add(1);
        let [_, before] = self.last;
        self.last = [before, byte];
    }

    fn needs_sentinel(&self) -> bool {
        let [_, end] = self.last;
        let is_blank = |byte| matches!(byte, b' ' | b'\t');
        let is_marked = self.begun == START.len() && self.last == *b"?=";
        !self.is_plain || is_blank(self.first) || is_blank(end) || is_marked
    }
}

/// What stands behind the mark at the start, that at the end included; `None` if one is missing.
/// The two may share a byte.
fn payload(value: &[u8]) -> Option<&[u8]> {
    let (start, rest) = value.split_at_checked(START.len())?;
    (start == START && matches!(value, [.., b'?', b'='])).then_some(rest)
}

/// A byte that a value may have as it is.
const fn is_plain(byte: u8) -> bool {
    matches!(byte, b'\t' | b' '..=b'~')
}

/// Whether a text begins and ends as a number does: parsing JSON passes white space over.
fn is_bare(digits: &[u8]) -> bool {
    let is_space = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    !is_space(digits.first()) && !is_space(digits.last())
}

/// A header's value.
enum Value<'h> {
    Literal(&'h [u8]),
    Base64(&'h [u8]),
    Malformed,
}

impl<'h> Value<'h> {
    fn of(header: &'h [u8]) -> Self {
        let value = trim(header);
        if !value.iter().all(|byte| is_plain(*byte)) {
            return Value::Malformed;
        }
        match payload(value) {
            Some([payload @ .., b'?', b'=']) => Value::Base64(payload),
            // `=?base64?=`: some would read it so and some so, and no one needs to send it.
            Some(_) => Value::Malformed,
            None => Value::Literal(value),
        }
    }
}

/// The bytes that a Base64 text stands for, each once it was checked. It ends where the text
/// does, or where it is not Base64 or not UTF-8.
struct Decoded<'h> {
    rest: &'h [u8],
    group: [u8; 3],
    at: u8,
    len: u8,
    /// How many bytes of a character are still to come, and between what the next one must be.
    wanted: u8,
    low: u8,
    high: u8,
    is_broken: bool,
}

impl<'h> Decoded<'h> {
    fn new(payload: &'h [u8]) -> Self {
        let (group, at, len, wanted, low, high) = ([0; 3], 0, 0, 0, 0x80, 0xbf);
        Self { rest: payload, group, at, len, wanted, low, high, is_broken: false }
    }

    /// Whether all of it was Base64 of whole characters; asked at its end.
    fn is_valid(&self) -> bool {
        !self.is_broken && self.wanted == 0
    }

    /// Decodes the next group of four.
    fn refill(&mut self) -> Option<()> {
        // Fewer than four are no group.
        let (quad, rest) = self.rest.split_at_checked(4)?;
        let len = base64::decode(quad, &mut self.group).ok()?;
        // Padding is for the last one.
        if len < 3 && !rest.is_empty() {
            return None;
        }
        self.rest = rest;
        (self.at, self.len) = (0, len as u8);
        Some(())
    }

    /// Whether `byte` may come next in UTF-8.
    fn takes(&mut self, byte: u8) -> bool {
        if self.wanted > 0 {
            let is_right = (self.low..=self.high).contains(&byte);
            self.wanted = self.wanted.wrapping_sub(1);
            (self.low, self.high) = (0x80, 0xbf);
            return is_right;
        }
        // The second byte is bounded further where a longer form than needed, a surrogate or a
        // number past the last character would begin.
        (self.wanted, self.low, self.high) = match byte {
            0..=0x7f => (0, 0x80, 0xbf),
            0xc2..=0xdf => (1, 0x80, 0xbf),
            0xe0 => (2, 0xa0, 0xbf),
            0xed => (2, 0x80, 0x9f),
            0xe1..=0xef => (2, 0x80, 0xbf),
            0xf0 => (3, 0x90, 0xbf),
            0xf1..=0xf3 => (3, 0x80, 0xbf),
            0xf4 => (3, 0x80, 0x8f),
            _ => return false,
        };
        true
    }
}

impl Iterator for Decoded<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.is_broken || (self.at >= self.len && self.rest.is_empty()) {
            return None;
        }
        if self.at >= self.len && self.refill().is_none() {
            self.is_broken = true;
            return None;
        }
        let byte = self.group.get(usize::from(self.at)).copied()?;
        self.at = self.at.wrapping_add(1);
        self.is_broken = !self.takes(byte);
        if self.is_broken { None } else { Some(byte) }
    }
}

#[cfg(test)]
mod tests;

//! JSON into the caller's buffer, counting on past its end.

use super::find::{find_line_end, find_special, text_of};
use super::number::{Digits, is_number};
use super::{Number, Raw, Text, base64};
use crate::{FULL, SMALL};

/// Writes into the caller's buffer, and counts what did not fit.
///
/// It knows no grammar: commas, colons and brackets are the caller's. It never fails; ask
/// [`Writer::fits`] at the end, and [`Writer::total`] for how much it would have taken.
///
/// A [`Writer::window`] writes one stretch of a longer message, which is how a message larger
/// than any buffer leaves a small device: it is made again for each stretch.
#[derive(Debug)]
pub struct Writer<'b> {
    buffer: &'b mut [u8],
    skip: usize,
    at: usize,
}

impl<'b> Writer<'b> {
    /// A writer at the start of `buffer`.
    #[inline]
    pub const fn new(buffer: &'b mut [u8]) -> Self {
        Self { buffer, skip: 0, at: 0 }
    }

    /// A writer that keeps only the bytes from `skip` on, as many as `buffer` has.
    #[inline]
    pub const fn window(buffer: &'b mut [u8], skip: usize) -> Self {
        Self { buffer, skip, at: 0 }
    }

    /// A writer that goes on in `buffer` where another one stood, whose [`Writer::total`] was `at`.
    #[cfg(feature = "server")]
    pub(crate) const fn resume(buffer: &'b mut [u8], at: usize) -> Self {
        Self { buffer, skip: 0, at }
    }

    /// Bytes written, copied as they are: JSON, or a part of it, that the caller answers for.
    // Where flash is short the calls, which are many, are kept small.
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn put(&mut self, bytes: &[u8]) {
        let start = self.at.wrapping_sub(self.skip);
        self.at = self.at.saturating_add(bytes.len());
        // One comparison in the common case: `start` wraps to something huge before a window.
        let room = self.buffer.get_mut(start..).and_then(|rest| rest.get_mut(..bytes.len()));
        match room {
            Some(room) => copy(room, bytes),
            None => self.put_part(bytes),
        }
    }

    /// The part of `bytes`, already counted, that lies in the window.
    #[inline(never)]
    fn put_part(&mut self, bytes: &[u8]) {
        let start = self.at.saturating_sub(bytes.len());
        let before = self.skip.saturating_sub(start);
        let bytes = bytes.get(before..).unwrap_or_default();
        let room = self.buffer.get_mut(start.saturating_sub(self.skip)..).unwrap_or_default();
        copy(room, bytes);
    }

    /// As [`Writer::put`].
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn put_str(&mut self, text: &str) {
        self.put(text.as_bytes());
    }

    /// `text` as a JSON string: in quotes, escaped where needed.
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn string(&mut self, text: &str) {
        self.put(b"\"");
        self.escaped(text);
        self.put(b"\"");
    }

    /// `text` escaped where needed, without quotes: a part of a string.
    pub fn escaped(&mut self, text: &str) {
        let bytes = text.as_bytes();
        // A name or a version: searching takes longer than looking.
        if cfg!(target_pointer_width = "64")
            && bytes.len() < 16
            && bytes.iter().all(|byte| !matches!(byte, 0..=0x1f | b'"' | b'\\'))
        {
            return self.put(bytes);
        }
        self.escaped_bytes(bytes);
    }

    /// As [`Writer::escaped`]; the bytes are UTF-8.
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn escaped_bytes(&mut self, bytes: &[u8]) {
        let mut from = 0;
        loop {
            let at = find_special(bytes, from);
            self.put(bytes.get(from..at).unwrap_or_default());
            let Some(special) = bytes.get(at) else { return };
            self.escape(*special);
            from = at.wrapping_add(1);
        }
    }

    #[inline(never)]
    fn escape(&mut self, special: u8) {
        let letter = match special {
            b'"' | b'\\' => special,
            0x08 => b'b',
            b'\t' => b't',
            b'\n' => b'n',
            0x0c => b'f',
            b'\r' => b'r',
            _ => {
                let low = special & 0xf;
                let low = if low < 10 { b'0' | low } else { (b'a' - 10).wrapping_add(low) };
                return self.put(&[b'\\', b'u', b'0', b'0', b'0' | (special >> 4), low]);
            }
        };
        self.put(&[b'\\', letter]);
    }

    /// A text from another message, in quotes, its escapes as they were written.
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn text(&mut self, text: Text<'_>) {
        self.put(b"\"");
        self.put_str(text.raw());
        self.put(b"\"");
    }

    /// An integer.
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn int(&mut self, value: i64) {
        self.digits(value.unsigned_abs(), value < 0);
    }

    /// An integer that is not negative.
    #[inline]
    pub fn uint(&mut self, value: u64) {
        self.digits(value, false);
    }

    /// An integer whose size has 32 bits: small machines need less code for it.
    #[inline(never)]
    pub(crate) fn int32(&mut self, size: u32, negative: bool) {
        if SMALL && FULL {
            // Then the other is there in any case.
            return self.digits(u64::from(size), negative);
        }
        let mut rest = size;
        let mut bytes = [b'-'; 11];
        let mut start = bytes.len();
        for byte in bytes.iter_mut().rev() {
            *byte = b'0' | (rest % 10) as u8;
            rest /= 10;
            start = start.wrapping_sub(1);
            if rest == 0 {
                break;
            }
        }
        start = start.wrapping_sub(usize::from(negative));
        self.put(bytes.get(start..).unwrap_or_default());
    }

    #[inline(never)]
    fn digits(&mut self, value: u64, negative: bool) {
        let mut digits = Digits::NEW;
        self.put(digits.write(value, negative));
    }

    /// An integer with a point before the last `decimals` of its digits: 2150 with two decimals is
    /// `21.50`. What [`Number::scaled`] reads.
    pub fn decimal(&mut self, value: i64, decimals: u8) {
        let mut digits = Digits::NEW;
        let digits = digits.write(value.unsigned_abs(), false);
        let zeros = usize::from(decimals).saturating_sub(digits.len());
        let whole = digits.len().saturating_sub(usize::from(decimals));
        let (whole, part) = digits.split_at_checked(whole).unwrap_or_default();
        self.put_str(if value < 0 { "-" } else { "" });
        self.put(if whole.is_empty() { b"0" } else { whole });
        if decimals > 0 {
            self.put_str(".");
        }
        for _ in 0..zeros {
            self.put_str("0");
        }
        self.put(part);
    }

    /// `true` or `false`.
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn bool(&mut self, value: bool) {
        self.put(if value { b"true" } else { b"false" });
    }

    /// `null`
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn null(&mut self) {
        self.put(b"null");
    }

    /// A number, as it was written. A [`Number::Text`] that is none becomes `null`.
    pub fn number(&mut self, number: Number<'_>) {
        match number {
            Number::Int(value) => self.int(value),
            Number::Text(text) if is_number(text.as_bytes()) => self.put_str(text),
            Number::Text(_) => self.null(),
        }
    }

    /// A float, with as many digits as it takes to read the same one back; `null` if it is not
    /// finite, since JSON has no word for that.
    #[cfg(feature = "float")]
    pub fn float(&mut self, value: f64) {
        self.shortest(value.is_finite(), format_args!("{value:?}"));
    }

    /// As [`Writer::float`], for the digits that 32 bits need.
    #[cfg(feature = "float")]
    pub fn float32(&mut self, value: f32) {
        self.shortest(value.is_finite(), format_args!("{value:?}"));
    }

    #[cfg(feature = "float")]
    fn shortest(&mut self, finite: bool, digits: core::fmt::Arguments<'_>) {
        struct Put<'w, 'b>(&'w mut Writer<'b>);
        impl core::fmt::Write for Put<'_, '_> {
            fn write_str(&mut self, text: &str) -> core::fmt::Result {
                self.0.put_str(text);
                Ok(())
            }
        }
        if !finite {
            return self.null();
        }
        // `put` never fails, so neither does this.
        let _ = core::fmt::Write::write_fmt(&mut Put(self), digits);
    }

    /// A value, copied. Line ends between its tokens become spaces, so that a message stays on
    /// one line.
    pub fn json(&mut self, value: Raw<'_>) {
        let bytes = value.as_str().as_bytes();
        let mut from = 0;
        loop {
            let at = find_line_end(bytes, from);
            self.put(bytes.get(from..at).unwrap_or_default());
            if at >= bytes.len() {
                return;
            }
            self.put(b" ");
            from = at.wrapping_add(1);
        }
    }

    /// As [`Writer::json`], of text not yet checked. If it is not one JSON value, nothing is
    /// written and the answer is `false`. White space around it is left out.
    #[must_use]
    pub fn json_str(&mut self, text: &str) -> bool {
        match Raw::parse_str(text) {
            Ok(value) => {
                self.json(value);
                true
            }
            Err(_) => false,
        }
    }

    /// `bytes` in Base64, without quotes.
    pub fn base64(&mut self, bytes: &[u8]) {
        let len = base64::encode_len(bytes.len());
        let start = self.at.wrapping_sub(self.skip);
        let room = self.buffer.get_mut(start..).and_then(|rest| rest.get_mut(..len));
        if let Some(room) = room {
            if base64::encode(bytes, room).is_ok() {
                self.at = self.at.saturating_add(len);
            }
            return;
        }
        for piece in bytes.chunks(48) {
            let mut symbols = [0; 64];
            let len = base64::encode(piece, &mut symbols).unwrap_or_default();
            self.put(symbols.get(..len).unwrap_or_default());
        }
    }

    /// How many bytes have been written and counted since the start of the message, those before
    /// a window and past the buffer included.
    #[inline]
    pub const fn total(&self) -> usize {
        self.at
    }

    /// Whether nothing was lost at the end: all that was written lies before the end of the
    /// buffer.
    #[inline]
    pub const fn fits(&self) -> bool {
        self.at <= self.skip.saturating_add(self.buffer.len())
    }

    /// How many bytes are in the buffer.
    #[inline]
    pub fn written(&self) -> usize {
        self.at.saturating_sub(self.skip).min(self.buffer.len())
    }

    /// The present place, to come back to with [`Writer::rewind`].
    #[inline]
    pub const fn mark(&self) -> usize {
        self.at
    }

    /// What was written since `mark`; `None` if some of it was lost.
    pub(crate) fn since(&self, mark: usize) -> Option<&str> {
        let start = mark.checked_sub(self.skip)?;
        let end = self.at.checked_sub(self.skip)?;
        text_of(self.buffer.get(start..end)?).ok()
    }

    /// Drops all that was written after `mark`. A mark that lies ahead changes nothing.
    #[inline]
    pub fn rewind(&mut self, mark: usize) {
        self.at = self.at.min(mark);
    }

    /// The bytes in the buffer.
    #[inline]
    pub fn finish(self) -> &'b [u8] {
        let written = self.written();
        self.buffer.get(..written).unwrap_or_default()
    }
}

/// Copies as much as both have.
#[inline(always)]
fn copy(to: &mut [u8], from: &[u8]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
}

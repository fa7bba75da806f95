//! The chunked transfer coding (RFC 9112, section 7.1), read with constant state.

use super::MAX_EXTRA;
use super::syntax::is_value_byte;
use crate::http::head::is_tchar;

/// How far the body is: all zero bits at its start.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunks {
    /// While a size is read, the size; in the data, how many bytes are left.
    left: u64,
    /// Bytes of extensions and trailers so far.
    extra: u16,
    /// Digits of the size so far.
    digits: u8,
    phase: Phase,
}

#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Size = 0,
    /// Between the size and a semicolon.
    Space,
    Extension,
    SizeLf,
    Data,
    DataCr,
    DataLf,
    /// Where a trailer begins, or the empty line at the end.
    Line,
    Name,
    Value,
    ValueLf,
    LastLf,
    Done,
}

/// The next bytes of the input: first some that only frame the body, then some of the body.
pub(super) struct Piece {
    pub(super) framing: usize,
    pub(super) data: usize,
    /// The body ends after these; what follows in the input is the next request's.
    pub(super) is_last: bool,
}

impl Chunks {
    pub(super) const NEW: Chunks = Chunks { left: 0, extra: 0, digits: 0, phase: Phase::Size };

    /// Takes the input apart up to the end of the first data in it, or all of it. No more than
    /// `room` bytes of data may come.
    ///
    /// # Errors
    /// The status that refuses the request.
    pub(super) fn piece(&mut self, input: &[u8], room: u64) -> Result<Piece, u16> {
        let mut framing = 0_usize;
        for &byte in input {
            if self.phase == Phase::Data || self.phase == Phase::Done {
                break;
            }
            framing = framing.wrapping_add(1);
            self.byte(byte)?;
            if self.phase == Phase::Data && self.left > room {
                return Err(413);
            }
        }
        let mut data = 0;
        if self.phase == Phase::Data {
            let rest = input.len().saturating_sub(framing);
            data = usize::try_from(self.left).unwrap_or(rest).min(rest);
            self.left = self.left.saturating_sub(data as u64);
            if self.left == 0 {
                self.phase = Phase::DataCr;
            }
        }
        Ok(Piece { framing, data, is_last: self.phase == Phase::Done })
    }

    /// One byte that is not data.
    fn byte(&mut self, byte: u8) -> Result<(), u16> {
        use Phase as P;
        self.phase = match (self.phase, byte) {
            (P::Size, b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => {
                // Sixteen digits are all that fit.
                if self.digits >= 16 {
                    return Err(400);
                }
                self.digits = self.digits.wrapping_add(1);
                self.left = self.left << 4 | u64::from(hex(byte));
                P::Size
            }
            (P::Size, _) if self.digits == 0 => return Err(400),
            (P::Size | P::Extension, b'\r') => P::SizeLf,
            (P::Size | P::Space, b' ' | b'\t') => self.extra(P::Space, 400)?,
            (P::Size | P::Space, b';') => self.extra(P::Extension, 400)?,
            (P::Extension, _) if is_value_byte(byte) => self.extra(P::Extension, 400)?,
            (P::SizeLf, b'\n') => {
                self.digits = 0;
                if self.left == 0 { P::Line } else { P::Data }
            }
            (P::DataCr, b'\r') => P::DataLf,
            (P::DataLf, b'\n') => P::Size,
            (P::Line, b'\r') => P::LastLf,
            (P::Line | P::Name, _) if is_tchar(byte) => self.extra(P::Name, 431)?,
            (P::Name, b':') => self.extra(P::Value, 431)?,
            (P::Value, b'\r') => P::ValueLf,
            (P::Value, _) if is_value_byte(byte) => self.extra(P::Value, 431)?,
            (P::ValueLf, b'\n') => P::Line,
            (P::LastLf, b'\n') => P::Done,
            _ => return Err(400),
        };
        Ok(())
    }

    /// Goes on to a phase, with a byte that is of no use to anybody.
    fn extra(&mut self, phase: Phase, status: u16) -> Result<Phase, u16> {
        self.extra = self.extra.saturating_add(1);
        if usize::from(self.extra) > MAX_EXTRA { Err(status) } else { Ok(phase) }
    }
}

fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit.wrapping_sub(b'0'),
        _ => (digit | 0x20).wrapping_sub(b'a').wrapping_add(10),
    }
}

//! The ids of events that a server of ours gives out.

use super::short::Short;

/// The id of an event: which stream it is of, and the how manieth there.
///
/// Written as two numbers in lower-case hexadecimal without leading zeros and a hyphen between
/// them, such as `1a0003-2`: at most 17 bytes, and one form for each id. A client gives it back in
/// `Last-Event-ID` to have what came after it, on that stream alone.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct EventId {
    /// The number of the stream.
    pub stream: u32,
    /// Counts the events of the stream from 1. 0 comes before them all: the id of the event that
    /// [primes](super::prime) a client.
    pub sequence: u32,
}

impl EventId {
    /// Longest form, in bytes.
    pub const MAX_LEN: usize = 17;

    /// Reads the one form that an id has; `None` for any other bytes.
    pub fn parse(bytes: &[u8]) -> Option<EventId> {
        let hyphen = bytes.iter().position(|&byte| byte == b'-')?;
        let (stream, rest) = bytes.split_at_checked(hyphen)?;
        let [_, sequence @ ..] = rest else { return None };
        Some(EventId { stream: number(stream)?, sequence: number(sequence)? })
    }

    pub(super) fn write<const N: usize>(self, to: &mut Short<N>) {
        hexadecimal(self.stream, to);
        to.push(b"-");
        hexadecimal(self.sequence, to);
    }
}

/// Hexadecimal in its one form.
fn number(digits: &[u8]) -> Option<u32> {
    let is_one_form = digits.len() == 1 || digits.first() != Some(&b'0');
    if digits.is_empty() || digits.len() > 8 || !is_one_form {
        return None;
    }
    let mut number = 0;
    for &digit in digits {
        let digit = match digit {
            b'0'..=b'9' => digit.wrapping_sub(b'0'),
            b'a'..=b'f' => digit.wrapping_sub(b'a').wrapping_add(10),
            _ => return None,
        };
        number = number << 4 | u32::from(digit);
    }
    Some(number)
}

fn hexadecimal<const N: usize>(number: u32, to: &mut Short<N>) {
    let mut digits = [0; 8];
    let (mut rest, mut first) = (number, digits.len());
    for place in digits.iter_mut().rev() {
        let digit = (rest & 15) as u8;
        let zero = if digit < 10 { b'0' } else { b'a'.wrapping_sub(10) };
        *place = zero.wrapping_add(digit);
        (rest, first) = (rest >> 4, first.saturating_sub(1));
        if rest == 0 {
            break;
        }
    }
    to.push(digits.get(first..).unwrap_or_default());
}

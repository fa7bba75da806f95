//! Numbers as they were written: nothing is rounded, and no float is needed to compare them.

use super::scan;
use core::cmp::Ordering;

/// A JSON number.
///
/// Comparisons are exact and between values: `1`, `1.0` and `10e-1` are equal, and so are `0`
/// and `-0`.
#[derive(Clone, Copy, Debug)]
pub enum Number<'a> {
    /// An integer written without point or exponent that fits.
    Int(i64),
    /// Any other, as it was written. [`Number::parse`] and [`Raw::number`](super::Raw::number)
    /// put only numbers here; text that is none counts as 0 and is written as `null`.
    Text(&'a str),
}

impl<'a> Number<'a> {
    /// The number that `token` is: [`Number::Int`] if it is an integer without point or exponent
    /// that fits 64 bits (`-0`, which no integer can say, does not), else [`Number::Text`].
    #[inline]
    pub fn parse(token: &'a str) -> Number<'a> {
        match int(token.as_bytes()) {
            Some(value) => Number::Int(value),
            None => Number::Text(token),
        }
    }

    /// The value, if it is integral and fits: `42.0` and `1e3` do, `0.5` and `1e19` do not.
    pub fn as_i64(&self) -> Option<i64> {
        let text = match self {
            Number::Int(value) => return Some(*value),
            Number::Text(text) => text.as_bytes(),
        };
        Decimal::of(text)?.as_i64()
    }

    /// The value times ten to the power of `decimals`, if that fits; what it has beyond is cut off:
    /// `21.506` with two decimals is 2150. For those who count without floats.
    pub fn scaled(&self, decimals: u8) -> Option<i64> {
        let mut digits = Digits::NEW;
        Decimal::of_number(*self, &mut digits).scaled(decimals, false)
    }

    /// The nearest float.
    #[cfg(feature = "float")]
    pub fn as_f64(&self) -> f64 {
        match self {
            Number::Int(value) => *value as f64,
            Number::Text(text) if is_number(text.as_bytes()) => text.parse().unwrap_or_default(),
            Number::Text(_) => 0.0,
        }
    }

    /// Which is greater, exactly: no float is involved, however many digits there are. Takes
    /// time in proportion to the length of the two texts, whatever their exponents are.
    pub fn compare(a: Number<'_>, b: Number<'_>) -> Ordering {
        if let (Number::Int(a), Number::Int(b)) = (a, b) {
            return a.cmp(&b);
        }
        let (mut a_digits, mut b_digits) = (Digits::NEW, Digits::NEW);
        let a = Decimal::of_number(a, &mut a_digits);
        let b = Decimal::of_number(b, &mut b_digits);
        Decimal::compare(&a, &b)
    }
}

impl From<i64> for Number<'_> {
    fn from(value: i64) -> Self {
        Number::Int(value)
    }
}

impl PartialEq for Number<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Number<'_> {}

impl PartialOrd for Number<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        Number::compare(*self, *other)
    }
}

/// Whether the whole text is one JSON number.
pub(super) fn is_number(text: &[u8]) -> bool {
    scan::number(text, 0).is_ok_and(|end| end == text.len())
}

fn int(token: &[u8]) -> Option<i64> {
    let (negative, digits) = match token {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    match digits {
        [] | [b'0', _, ..] => return None,
        [b'0'] if negative => return None,
        _ => {}
    }
    let mut value: i64 = 0;
    // Counted downwards, since the negative side reaches one further.
    for digit in digits {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value.checked_mul(10)?.checked_sub(i64::from(digit))?;
    }
    if negative { Some(value) } else { value.checked_neg() }
}

/// The digits of an integer, without a heap or `core::fmt`.
pub(super) struct Digits {
    bytes: [u8; 20],
}

impl Digits {
    pub(super) const NEW: Digits = Digits { bytes: [0; 20] };

    /// `value` in decimal.
    pub(super) fn write(&mut self, value: u64, negative: bool) -> &[u8] {
        let mut rest = value;
        let mut start = self.bytes.len();
        for byte in self.bytes.iter_mut().rev() {
            start = start.wrapping_sub(1);
            let (tenth, digit) = tenth(rest);
            *byte = b'0' | digit;
            rest = tenth;
            if rest == 0 {
                break;
            }
        }
        // 64 bits have 20 digits at most, and 19 where there can be a sign.
        if negative {
            start = start.wrapping_sub(1);
            if let Some(byte) = self.bytes.get_mut(start) {
                *byte = b'-';
            }
        }
        self.bytes.get(start..).unwrap_or_default()
    }
}

/// `value / 10` and the digit that is left over.
#[inline(always)]
const fn tenth(value: u64) -> (u64, u8) {
    if cfg!(target_pointer_width = "64") {
        (value / 10, (value % 10) as u8)
    } else {
        tenth_on_paper(value)
    }
}

/// In pieces that 32 bits hold, as on paper: small machines divide these by multiplying, and need
/// 500 bytes of code to divide 64 bits.
#[inline(always)]
const fn tenth_on_paper(value: u64) -> (u64, u8) {
    let high = (value >> 32) as u32;
    let middle = ((high % 10) << 16) | ((value >> 16) as u32 & 0xffff);
    let low = ((middle % 10) << 16) | (value as u32 & 0xffff);
    let tenth = ((high / 10) as u64) << 32 | ((middle / 10) as u64) << 16;
    (tenth | (low / 10) as u64, (low % 10) as u8)
}

/// A number taken apart: sign, digits, where the point is, exponent.
struct Decimal<'a> {
    negative: bool,
    /// From the first digit that is not 0; may have a point in it. Empty for zero.
    digits: &'a [u8],
    /// How many digits lie between the start of `digits` and the point; negative if the point
    /// comes first.
    point: i64,
    /// The exponent's digits without leading zeros, and its sign. Kept as text, since it can be
    /// longer than any integer.
    exponent: &'a [u8],
    exponent_negative: bool,
}

impl<'a> Decimal<'a> {
    const ZERO: Decimal<'static> =
        Decimal { negative: false, digits: &[], point: 0, exponent: &[], exponent_negative: false };

    fn of(bytes: &'a [u8]) -> Option<Decimal<'a>> {
        if !is_number(bytes) {
            return None;
        }
        let mark = bytes.iter().position(|byte| byte | 0x20 == b'e').unwrap_or(bytes.len());
        let (mantissa, exponent) = bytes.split_at_checked(mark)?;
        let (negative, mantissa) = match mantissa {
            [b'-', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let whole = mantissa.iter().position(|byte| *byte == b'.').unwrap_or(mantissa.len());
        let Some(first) = mantissa.iter().position(|byte| !matches!(byte, b'0' | b'.')) else {
            return Some(Decimal::ZERO);
        };
        let point = if first < whole {
            whole.wrapping_sub(first) as i64
        } else {
            // `0.05`: the point stands one digit before the 5.
            whole.wrapping_add(1).wrapping_sub(first) as isize as i64
        };
        let (exponent_negative, exponent) = match exponent {
            [_, b'-', rest @ ..] => (true, rest),
            [_, b'+', rest @ ..] | [_, rest @ ..] => (false, rest),
            [] => (false, exponent),
        };
        let nonzero = exponent.iter().position(|byte| *byte != b'0').unwrap_or(exponent.len());
        Some(Decimal {
            negative,
            digits: mantissa.get(first..)?,
            point,
            exponent: exponent.get(nonzero..)?,
            exponent_negative,
        })
    }

    fn of_number(number: Number<'a>, digits: &'a mut Digits) -> Decimal<'a> {
        let text = match number {
            Number::Int(value) => digits.write(value.unsigned_abs(), value < 0),
            Number::Text(text) => text.as_bytes(),
        };
        Decimal::of(text).unwrap_or(Decimal::ZERO)
    }

    fn sign(&self) -> i8 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => -1,
        }
    }

    fn digits(&self) -> impl Iterator<Item = u8> {
        self.digits.iter().filter(|byte| **byte != b'.').map(|byte| byte.wrapping_sub(b'0'))
    }

    fn compare(a: &Decimal<'_>, b: &Decimal<'_>) -> Ordering {
        let signs = a.sign().cmp(&b.sign());
        if signs.is_ne() || a.sign() == 0 {
            return signs;
        }
        let far = exponents(a, b).saturating_add(a.point).saturating_sub(b.point);
        let size = far.cmp(&0).then_with(|| {
            let (mut left, mut right) = (a.digits(), b.digits());
            loop {
                match (left.next(), right.next()) {
                    (None, None) => return Ordering::Equal,
                    (x, y) => {
                        let order = x.unwrap_or(0).cmp(&y.unwrap_or(0));
                        if order.is_ne() {
                            return order;
                        }
                    }
                }
            }
        });
        if a.negative { size.reverse() } else { size }
    }

    fn as_i64(&self) -> Option<i64> {
        self.scaled(0, true)
    }

    /// The value with the point moved to the right, if it fits; `is_exact`: and if nothing is left
    /// behind it.
    fn scaled(&self, decimals: u8, is_exact: bool) -> Option<i64> {
        if self.digits.is_empty() {
            return Some(0);
        }
        // How many of the digits, with zeros after them, make the integer.
        let whole = exponents(self, &Decimal::ZERO).saturating_add(self.point);
        let whole = whole.saturating_add(i64::from(decimals));
        if whole < 1 {
            // All of it lies behind the point.
            return if is_exact { None } else { Some(0) };
        }
        let whole = u8::try_from(whole).ok().filter(|whole| *whole <= 19)?;
        let mut digits = self.digits();
        let mut value: i64 = 0;
        for _ in 0..whole {
            let digit = digits.next().unwrap_or(0);
            value = value.checked_mul(10)?.checked_sub(i64::from(digit))?;
        }
        if is_exact && digits.any(|digit| digit != 0) {
            return None;
        }
        if self.negative { Some(value) } else { value.checked_neg() }
    }
}

/// The exponent of `a` less that of `b`. Exact up to `FAR`, and at least that beyond: no text is
/// long enough to make up for it.
fn exponents(a: &Decimal<'_>, b: &Decimal<'_>) -> i64 {
    const FAR: i64 = 10_000_000_000_000_000;
    let long = a.exponent.len().max(b.exponent.len());
    let digit = |d: &Decimal<'_>, place: usize| {
        let skip = long.wrapping_sub(d.exponent.len());
        let digit = place.checked_sub(skip).and_then(|at| d.exponent.get(at));
        let digit = digit.map_or(0, |byte| i64::from(byte.wrapping_sub(b'0')));
        if d.exponent_negative { digit.wrapping_neg() } else { digit }
    };
    let mut difference: i64 = 0;
    for place in 0..long {
        // From 3 on it only grows, whatever digits follow.
        if difference.abs() >= FAR {
            break;
        }
        difference = difference.wrapping_mul(10);
        difference = difference.wrapping_add(digit(a, place)).wrapping_sub(digit(b, place));
    }
    difference
}

#[cfg(test)]
mod tests {
    use super::tenth_on_paper;

    #[test]
    fn a_tenth_on_paper_is_a_tenth() {
        let mut value: u64 = 1;
        for round in 0..100_000u32 {
            value = value.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            for value in [value >> (round % 64), value | 0xffff, u64::MAX - u64::from(round)] {
                assert_eq!(tenth_on_paper(value), (value / 10, (value % 10) as u8));
            }
        }
    }
}

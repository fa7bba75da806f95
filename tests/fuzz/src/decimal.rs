//! Numbers as written, compared exactly: the model that numbers are checked against.

use std::cmp::Ordering;

/// `0.digits × 10^point`, without zeros at either end of the digits; no digits are zero.
#[derive(Debug)]
pub struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    point: i128,
}

/// Exponents beyond this are not compared: it takes a gigabyte of digits to make up for one.
const FAR: i128 = 1 << 100;

impl Decimal {
    /// The value of a JSON number; `None` if its exponent is beyond all reason.
    pub fn of(token: &str) -> Option<Self> {
        let negative = token.starts_with('-');
        let unsigned = token.trim_start_matches('-');
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..zeros);
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        if digits.is_empty() {
            return Some(Self { negative: false, digits, point: 0 });
        }
        let exponent: i128 = exponent.parse().ok()?;
        if exponent.abs() > FAR {
            return None;
        }
        let point = exponent + whole.len() as i128 - zeros as i128;
        Some(Self { negative, digits, point })
    }

    /// The value, if it is an integer of 64 bits.
    pub fn as_i64(&self) -> Option<i64> {
        if self.digits.is_empty() {
            return Some(0);
        }
        let places = usize::try_from(self.point).ok().filter(|places| *places < 20)?;
        if self.digits.len() > places {
            return None;
        }
        let mut value: i128 = 0;
        for place in 0..places {
            let digit = self.digits.get(place).map_or(0, |digit| digit - b'0');
            value = value * 10 + i128::from(digit);
        }
        i64::try_from(if self.negative { -value } else { value }).ok()
    }
}

/// Which is greater.
pub fn compare(a: &Decimal, b: &Decimal) -> Ordering {
    let sign = |it: &Decimal| match (it.digits.is_empty(), it.negative) {
        (true, _) => 0,
        (false, true) => -1,
        (false, false) => 1,
    };
    sign(a).cmp(&sign(b)).then_with(|| {
        let size = a.point.cmp(&b.point).then_with(|| a.digits.cmp(&b.digits));
        match sign(a) {
            0 => Ordering::Equal,
            1 => size,
            _ => size.reverse(),
        }
    })
}

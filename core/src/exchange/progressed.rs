//! Progress values, compared exactly and without floating point.

use core::cmp::Ordering;

use crate::json::Number;

/// A progress value: its whole part and its billionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Progressed {
    /// False until something was sent; sorts below every value.
    any: u32,
    billionths: u32,
    whole: i64,
}

impl Ord for Progressed {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |value: &Self| (value.any, value.whole, value.billionths);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Progressed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Digits that a value may have before its point; more of them count as this many nines.
const WHOLE_DIGITS: i32 = 18;
const BILLION: u32 = 1_000_000_000;

impl Progressed {
    pub(crate) const NOTHING: Self = Self { any: 0, billionths: 0, whole: 0 };

    /// The value of a number; finer than a billionth is cut off.
    pub(crate) fn of(number: Number<'_>) -> Self {
        match number {
            Number::Int(whole) => Self { any: 1, billionths: 0, whole },
            Number::Text(text) => Self::of_text(text),
        }
    }

    fn of_text(text: &str) -> Self {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (digits, exponent) = match digits.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, exponent_of(exponent)),
            None => (digits, 0),
        };
        let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
        let point = i32::try_from(before.len()).unwrap_or(i32::MAX).saturating_add(exponent);
        let (mut whole, mut billionths) = (0_i64, 0_u32);
        let mut place = point;
        for digit in before.bytes().chain(after.bytes()).map(|byte| byte.wrapping_sub(b'0')) {
            if place > 0 {
                whole = whole.saturating_mul(10).saturating_add(i64::from(digit));
            } else if place > -9 {
                let unit = (BILLION / 10).checked_div(10_u32.saturating_pow(place.unsigned_abs()));
                let part = unit.unwrap_or(0).saturating_mul(u32::from(digit));
                billionths = billionths.saturating_add(part);
            }
            place = place.saturating_sub(1);
        }
        while place > 0 && place <= WHOLE_DIGITS && whole != 0 {
            whole = whole.saturating_mul(10);
            place = place.saturating_sub(1);
        }
        if place > WHOLE_DIGITS && whole != 0 {
            whole = i64::MAX;
        }
        match (negative, billionths) {
            (false, _) => Self { any: 1, billionths, whole },
            (true, 0) => Self { any: 1, billionths: 0, whole: whole.saturating_neg() },
            (true, _) => Self {
                any: 1,
                billionths: BILLION.saturating_sub(billionths),
                whole: whole.saturating_neg().saturating_sub(1),
            },
        }
    }
}

/// The exponent, held within what could matter.
fn exponent_of(text: &str) -> i32 {
    let (negative, digits) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let size = digits.iter().fold(0_i32, |size, byte| {
        size.saturating_mul(10).saturating_add(i32::from(byte.wrapping_sub(b'0'))).min(1 << 20)
    });
    if negative { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Progressed {
        Progressed::of(Number::Text(text))
    }

    #[test]
    fn values_are_ordered_as_numbers() {
        let ascending = [
            "-1e30",
            "-12",
            "-1.5",
            "-1",
            "-0.5",
            "0",
            "0.000000001",
            "1e-7",
            "0.1",
            "0.25",
            "0.9",
            "1",
            "1.000000001",
            "1.5",
            "9.99",
            "10",
            "1.05e1",
            "123456.789",
            "1e6",
            "1e18",
            "1e40",
        ];
        for pair in ascending.windows(2) {
            assert!(of(pair[0]) < of(pair[1]), "{} < {}", pair[0], pair[1]);
        }
        assert!(Progressed::NOTHING < of("-1e30"));
        assert_eq!(of("100"), Progressed::of(Number::Int(100)));
        assert_eq!(of("1e2"), of("100.0"));
        assert_eq!(of("2.5e-1"), of("0.25"));
        assert_eq!(of("25e-2"), of("0.25"));
    }
}

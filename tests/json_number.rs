//! Numbers: comparing and reading them exactly, against arithmetic on long decimals done here.

mod json_kit;

use json_kit::Dice;
use sansmcp::json::{Number, Raw};
use std::cmp::Ordering;

/// A decimal as sign, digits and power of ten: the plainest arithmetic there is.
#[derive(Clone, Debug)]
struct Big {
    negative: bool,
    /// Least digit first, no zeros at the high end.
    digits: Vec<u8>,
    power: i64,
}

impl Big {
    fn of(text: &str) -> Big {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all: String = [whole.trim_start_matches('-'), part].concat();
        let mut digits: Vec<u8> = all.bytes().rev().map(|b| b - b'0').collect();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let power = exponent.parse::<i64>().expect("small") - part.len() as i64;
        Big { negative: mantissa.starts_with('-'), digits, power }
    }

    /// The same number with a smaller power of ten.
    fn scaled(&self, power: i64) -> Vec<u8> {
        let mut digits =
            vec![0; if self.digits.is_empty() { 0 } else { (self.power - power) as usize }];
        digits.extend(&self.digits);
        digits
    }

    fn compare(&self, other: &Big) -> Ordering {
        let power = self.power.min(other.power);
        let (a, b) = (self.scaled(power), other.scaled(power));
        let sign = |big: &Big| {
            if big.digits.is_empty() {
                0
            } else if big.negative {
                -1
            } else {
                1
            }
        };
        let size = a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()));
        let size = if self.negative { size.reverse() } else { size };
        sign(self).cmp(&sign(other)).then(if sign(self) == 0 { Ordering::Equal } else { size })
    }

    /// The value times a power of ten, cut off at the point.
    fn scaled_i64(&self, decimals: u8) -> Option<i64> {
        let mut big = Big { power: self.power + i64::from(decimals), ..self.clone() };
        if big.power < 0 {
            let low = (-big.power) as usize;
            big.digits = big.digits.iter().skip(low).copied().collect();
            big.power = 0;
        }
        big.as_i64()
    }

    fn as_i64(&self) -> Option<i64> {
        let low = (-self.power).max(0) as usize;
        if self.digits.iter().take(low).any(|digit| *digit != 0) {
            return None;
        }
        let whole = if self.power > 0 {
            self.scaled(0)
        } else {
            self.digits.iter().skip(low).copied().collect()
        };
        let value = whole.iter().rev().try_fold(0i128, |value, digit| {
            value.checked_mul(10)?.checked_add(i128::from(*digit)).filter(|value| *value < 1 << 100)
        })?;
        i64::try_from(if self.negative { -value } else { value }).ok()
    }
}

fn number(token: &str) -> Number<'_> {
    Raw::parse_str(token).expect("valid").number().expect("a number")
}

fn token(dice: &mut Dice) -> String {
    let digits = |dice: &mut Dice, most: usize| -> String {
        let few = dice.below(3) > 0;
        (0..1 + dice.below(most))
            .map(|_| (b'0' + dice.below(if few { 2 } else { 10 }) as u8) as char)
            .collect()
    };
    let mut text = String::new();
    if dice.below(3) == 0 {
        text.push('-');
    }
    let most = if dice.below(4) == 0 { 30 } else { 4 };
    let whole = digits(dice, most);
    let whole = whole.trim_start_matches('0');
    text.push_str(if whole.is_empty() { "0" } else { whole });
    if dice.below(2) == 0 {
        text.push('.');
        text.push_str(&digits(dice, 5));
    }
    if dice.below(2) == 0 {
        text.push_str(dice.pick(&["e", "E", "e+", "e-", "E-0", "e00"]));
        let end = if dice.below(3) == 0 { 40 } else { 4 };
        text.push_str(&dice.below(end).to_string());
    }
    text
}

#[test]
fn random_numbers() {
    let mut dice = Dice::new(6);
    let mut orders = [0; 3];
    let mut whole = 0;
    for _ in 0..100_000 {
        let (left, right) = (token(&mut dice), token(&mut dice));
        let (a, b) = (Big::of(&left), Big::of(&right));
        let order = Number::compare(number(&left), number(&right));
        assert_eq!(order, a.compare(&b), "{left} {right}");
        assert_eq!(Number::compare(number(&right), number(&left)), order.reverse());
        assert_eq!(number(&left) == number(&right), order.is_eq());
        orders[(order as i8 + 1) as usize] += 1;
        let value = number(&left).as_i64();
        assert_eq!(value, a.as_i64(), "{left}");
        whole += usize::from(value.is_some());
        let decimals = dice.below(12) as u8;
        assert_eq!(number(&left).scaled(decimals), a.scaled_i64(decimals), "{left} {decimals}");
        match number(&left) {
            Number::Int(value) => assert_eq!(left, value.to_string()),
            Number::Text(text) => {
                assert_eq!(text, left);
                let plain = !text.contains(['.', 'e', 'E']) && text != "-0";
                assert!(!plain || text.parse::<i64>().is_err(), "{text}");
            }
        }
    }
    assert!(orders.iter().all(|count| *count > 500) && whole > 10_000, "{orders:?} {whole}");
}

#[test]
fn integers_at_their_borders() {
    for value in [0, 1, -1, 9, 10, i64::MAX, i64::MAX - 1, i64::MIN, i64::MIN + 1] {
        let text = value.to_string();
        assert!(matches!(Number::parse(&text), Number::Int(found) if found == value));
        for same in [
            text.clone() + ".0",
            text.clone() + ".000",
            text.clone() + "e0",
            text.clone() + ".0e-0",
            text.clone() + "E+00",
        ] {
            assert!(matches!(number(&same), Number::Text(_)), "{same}");
            assert_eq!(number(&same).as_i64(), Some(value), "{same}");
            assert_eq!(number(&same), Number::Int(value));
        }
    }
    for text in [
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
        "99999999999999999999",
    ] {
        assert!(matches!(Number::parse(text), Number::Text(found) if found == text));
        assert_eq!(Number::parse(text).as_i64(), None);
    }
    assert!(matches!(Number::parse("-0"), Number::Text("-0")));
    assert_eq!(Number::parse("-0").as_i64(), Some(0));
    assert_eq!(Number::parse("-0"), Number::Int(0));
    for (text, value) in [
        ("42.0", Some(42)),
        ("1e3", Some(1000)),
        ("1.5e1", Some(15)),
        ("0.05e2", Some(5)),
        ("0.5", None),
        ("1e-1", None),
        ("1e19", None),
        ("1e18", Some(1_000_000_000_000_000_000)),
        ("0e999999999999999999999", Some(0)),
        ("1e999999999999999999999", None),
        ("0.00000000000000000001e20", Some(1)),
        ("100000000000000000000000e-20", Some(1000)),
    ] {
        assert_eq!(number(text).as_i64(), value, "{text}");
    }
}

#[test]
fn exponents_longer_than_any_integer() {
    // From small to large; each stands for one value, and so do those after `=`.
    let ladder: &[&[&str]] = &[
        &["-1e1000000000000000000001", "-10e1000000000000000000000", "-0.1e1000000000000000000002"],
        &["-1e1000000000000000000000"],
        &["-1"],
        &["-1e-1000000000000000000000"],
        &["0", "-0", "0e1000000000000000000000", "0.000e-1", "-0.0e99"],
        &["1e-1000000000000000000001", "0.1e-1000000000000000000000", "10e-1000000000000000000002"],
        &["1e-1000000000000000000000", "0.001e-999999999999999999997"],
        &["1e-99999999999999999"],
        &["1", "1.0", "10e-1", "0.0001e00000000000000000000000000004"],
        &["1e99999999999999998", "10e99999999999999997"],
        &["1e99999999999999999"],
        &["1e999999999999999999999", "0.1e1000000000000000000000", "0.01e1000000000000000000001"],
        &["1e1000000000000000000000", "10e999999999999999999999", "0.1e0001000000000000000000001"],
        &["1.000000000000000000000000000001e1000000000000000000000"],
        &["1e9999999999999999999999999999999999999999999999999999999999999999999999999999999"],
    ];
    for (n, left) in ladder.iter().enumerate() {
        for (m, right) in ladder.iter().enumerate() {
            for (a, b) in left.iter().flat_map(|a| right.iter().map(move |b| (a, b))) {
                assert_eq!(Number::compare(number(a), number(b)), n.cmp(&m), "{a} {b}");
            }
        }
    }
}

#[test]
fn comparing_takes_time_by_length_only() {
    let long = format!("1{}e-{}", "0".repeat(100_000), "9".repeat(100_000));
    let longer = format!("0.{}1e{}", "0".repeat(100_000), "9".repeat(100_000));
    let start = std::time::Instant::now();
    assert_eq!(Number::compare(number(&long), number(&longer)), Ordering::Less);
    assert_eq!(Number::compare(number(&long), number(&long)), Ordering::Equal);
    assert_eq!(number(&longer).as_i64(), None);
    assert!(start.elapsed().as_secs() < 5);
}

#[test]
fn what_is_no_number_counts_as_zero() {
    for text in ["", "-", "+1", "01", "1.", ".5", "1e", "NaN", "1 ", "0x1", "１"] {
        assert!(matches!(Number::parse(text), Number::Text(_)), "{text}");
        assert_eq!(Number::parse(text).as_i64(), None, "{text}");
        assert_eq!(Number::compare(Number::parse(text), Number::Int(0)), Ordering::Equal);
    }
}

#[cfg(feature = "float")]
#[test]
fn floats() {
    let mut dice = Dice::new(8);
    for _ in 0..20_000 {
        let text = token(&mut dice);
        let wanted: f64 = serde_json::from_str(&text).expect("a number");
        let found = number(&text).as_f64();
        assert!(
            found == wanted || (found - wanted).abs() <= wanted.abs() * 1e-15,
            "{text} {found}"
        );
        assert_eq!(found, text.parse::<f64>().expect("a number"), "{text}");
    }
    assert_eq!(Number::Int(-3).as_f64(), -3.0);
    assert_eq!(Number::Text("nan").as_f64(), 0.0);
}

#[test]
fn counting_without_floats() {
    for (text, decimals, value) in [
        ("21.506", 2, Some(2150)),
        ("-21.506", 2, Some(-2150)),
        ("0.04", 1, Some(0)),
        ("-0.04", 1, Some(0)),
        ("5e-3", 3, Some(5)),
        ("0", 255, Some(0)),
        ("1", 18, Some(1_000_000_000_000_000_000)),
        ("1", 19, None),
        ("9223372036854775807", 0, Some(i64::MAX)),
        ("-9223372036854775808", 0, Some(i64::MIN)),
        ("9223372036854775807", 1, None),
        ("922337203685477580.79", 1, Some(i64::MAX)),
        ("922337203685477580.8", 1, None),
        ("1e999999999999999999999", 0, None),
        ("1e-999999999999999999999", 255, Some(0)),
    ] {
        assert_eq!(number(text).scaled(decimals), value, "{text} {decimals}");
    }
    for (value, decimals, text) in [
        (2150, 2, "21.50"),
        (-2150, 2, "-21.50"),
        (5, 3, "0.005"),
        (-5, 1, "-0.5"),
        (0, 0, "0"),
        (0, 2, "0.00"),
        (7, 0, "7"),
        (100, 3, "0.100"),
        (i64::MIN, 19, "-0.9223372036854775808"),
        (i64::MIN, 0, "-9223372036854775808"),
        (i64::MAX, 1, "922337203685477580.7"),
    ] {
        let mut buffer = [0; 64];
        let mut writer = sansmcp::json::Writer::new(&mut buffer);
        writer.decimal(value, decimals);
        assert_eq!(writer.finish(), text.as_bytes());
        assert_eq!(number(text).scaled(decimals), Some(value), "{text}");
    }
    let mut buffer = [0; 300];
    let mut writer = sansmcp::json::Writer::new(&mut buffer);
    writer.decimal(-1, 255);
    assert_eq!((writer.total(), writer.fits()), (258, true));
}

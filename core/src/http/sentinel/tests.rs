#![allow(clippy::unwrap_used)] // a panic is how a test fails

use super::Match::{Different, Malformed, Same};
use super::*;
use proptest::prelude::*;
use std::string::String;
use std::vec::Vec;
use std::{format, vec};

/// A JSON string with its quotes, against a header.
fn text(header: &[u8], json: &str) -> Match {
    matches_text(header, Raw::parse(json.as_bytes()).unwrap().text().unwrap())
}

fn number(header: &str, json: &str) -> Match {
    matches_number(header.as_bytes(), Raw::parse(json.as_bytes()).unwrap().number().unwrap())
}

fn encoded(bytes: &[u8]) -> String {
    let mut buffer = vec![0; base64::encode_len(bytes.len())];
    let len = base64::encode(bytes, &mut buffer).unwrap();
    format!("=?base64?{}?=", str::from_utf8(&buffer[..len]).unwrap())
}

fn written(value: &str) -> String {
    let mut buffer = vec![0; value.len() * 2 + 32];
    let mut out = Writer::new(&mut buffer);
    write(&mut out, value);
    assert!(out.fits());
    String::from_utf8(out.finish().to_vec()).unwrap()
}

/// As [`written`], of a JSON string with its quotes.
fn written_text(json: &str) -> Result<String, Surrogate> {
    let mut buffer = vec![0; json.len() * 2 + 32];
    let mut out = Writer::new(&mut buffer);
    write_text(&mut out, Raw::parse(json.as_bytes()).unwrap().text().unwrap())?;
    assert!(out.fits());
    Ok(String::from_utf8(out.finish().to_vec()).unwrap())
}

#[test]
fn texts_against_headers() {
    for (header, json, wanted) in [
        ("us-west1", r#""us-west1""#, Same),
        ("  us-west1\t", r#""us-west1""#, Same),
        ("us-west1", r#""us\u002dwest1""#, Same),
        ("us-west1", r#""US-west1""#, Different),
        ("us-west", r#""us-west1""#, Different),
        ("us-west12", r#""us-west1""#, Different),
        ("", r#""""#, Same),
        (" \t ", r#""""#, Same),
        ("", r#""a""#, Different),
        ("a", r#""""#, Different),
        ("", r#"" ""#, Different),
        ("a b", r#""a b""#, Same),
        ("a\tb", r#""a\tb""#, Same),
        ("a  b", r#""a b""#, Different),
        ("a", r#"" a""#, Different),
        (r#"a"b\c/"#, r#""a\"b\\c\/""#, Same),
        ("a%20b", r#""a b""#, Different),
        // From the page of the transport.
        ("=?base64?SGVsbG8sIOS4lueVjA==?=", r#""Hello, 世界""#, Same),
        ("=?base64?SGVsbG8sIOS4lueVjA==?=", r#""Hello, \u4e16\u754C""#, Same),
        ("=?base64?IHBhZGRlZCA=?=", r#"" padded ""#, Same),
        ("=?base64?bGluZTEKbGluZTI=?=", r#""line1\nline2""#, Same),
        ("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=", r#""=?base64?literal?=""#, Same),
        // A plain value may be encoded as well.
        ("=?base64?SGVsbG8=?=", r#""Hello""#, Same),
        (" =?base64?SGVsbG8=?= ", r#""Hello""#, Same),
        ("=?base64?SGVsbG8=?=", r#""Hello!""#, Different),
        ("=?base64?SGVsbG8=?=", r#""Hell""#, Different),
        ("=?base64?SGVsbG8=?=", r#""hello""#, Different),
        ("=?base64?SGVsbG8=?=", r#""""#, Different),
        ("=?base64?SGVsbG8=?=", r#""=?base64?SGVsbG8=?=""#, Different),
        ("=?base64??=", r#""""#, Same),
        ("=?base64??=", r#""a""#, Different),
        ("=?base64?8J+YgA==?=", r#""\ud83d\ude00""#, Same),
        ("=?base64?8J+YgA==?=", r#""😀""#, Same),
        ("=?base64?AA==?=", r#""\u0000""#, Same),
        // Without both marks it is what it is.
        ("SGVsbG8=", r#""Hello""#, Different),
        ("SGVsbG8=", r#""SGVsbG8=""#, Same),
        ("=?base64?SGVsbG8=", r#""=?base64?SGVsbG8=""#, Same),
        ("=?base64?SGVsbG8=", r#""Hello""#, Different),
        ("SGVsbG8=?=", r#""SGVsbG8=?=""#, Same),
        ("=?BASE64?SGVsbG8=?=", r#""Hello""#, Different),
        ("=?Base64?SGVsbG8=?=", r#""=?Base64?SGVsbG8=?=""#, Same),
        ("=?utf-8?B?SGVsbG8=?=", r#""Hello""#, Different),
        ("x=?base64?SGVsbG8=?=", r#""x=?base64?SGVsbG8=?=""#, Same),
        ("=?base64?SGVsbG8=?=x", r#""=?base64?SGVsbG8=?=x""#, Same),
        ("=?base64", r#""=?base64""#, Same),
        ("=?base64?", r#""=?base64?""#, Same),
        ("?=", r#""?=""#, Same),
        // The marks share a byte.
        ("=?base64?=", r#""=?base64?=""#, Malformed),
        ("=?base64?=", r#""""#, Malformed),
        // Wrong Base64.
        ("=?base64?SGVsbG8?=", r#""Hello""#, Malformed),
        ("=?base64?SGVsbG8==?=", r#""Hello""#, Malformed),
        ("=?base64?SGVs!!!bG8=?=", r#""Hello""#, Malformed),
        ("=?base64?SGVs bG8=?=", r#""Hello""#, Malformed),
        ("=?base64? SGVsbG8=?=", r#""Hello""#, Malformed),
        ("=?base64?SGVsbG8= ?=", r#""Hello""#, Malformed),
        ("=?base64?SGVsbG9=?=", r#""Hello""#, Malformed),
        ("=?base64?SGVsbG8-?=", r#""Hello""#, Malformed),
        ("=?base64?8J-YgA==?=", r#""😀""#, Malformed),
        ("=?base64?SGVsbA==bG8=?=", r#""Hello""#, Malformed),
        ("=?base64?SA==SA==?=", r#""HH""#, Malformed),
        ("=?base64?=?=", r#""""#, Malformed),
        ("=?base64?====?=", r#""""#, Malformed),
        ("=?base64?A===?=", r#""""#, Malformed),
        ("=?base64?S?=", r#""Hello""#, Malformed),
        ("=?base64?SG?=", r#""Hello""#, Malformed),
        ("=?base64?SGVsbG8=?=?=", r#""Hello""#, Malformed),
        ("=?base64?=?base64?SGVsbG8=?=?=", r#""Hello""#, Malformed),
        // It is wrong at its end, whatever its start says.
        ("=?base64?SGVsbG8?=", r#""other""#, Malformed),
        ("=?base64?QUJDREVGRw?=", r#""x""#, Malformed),
        ("=?base64?QUJDREVGRw=a?=", r#""x""#, Malformed),
        ("=?base64?QUJDREVG/////w==?=", r#""ABCDEF""#, Malformed),
        ("=?base64?QUJDREVG/////w==?=", r#""x""#, Malformed),
        // A surrogate on its own stands for no character.
        ("=?base64?7aCA?=", r#""\ud800""#, Malformed),
        ("a", r#""\ud800""#, Different),
        ("=?base64?77+9?=", r#""\ud800""#, Different),
        // No header has these.
        ("a\u{1}", r#""a\u0001""#, Malformed),
        ("a\nb", r#""a\nb""#, Malformed),
        ("a\rb", r#""a""#, Malformed),
        ("a\0", r#""a\u0000""#, Malformed),
        ("a\u{7f}", r#""a\u007f""#, Malformed),
        ("é", r#""é""#, Malformed),
        ("=?base64?SGVs\nbG8=?=", r#""Hello""#, Malformed),
    ] {
        assert_eq!(text(header.as_bytes(), json), wanted, "{header:?} {json}");
    }
    assert_eq!(text(b"\xff", r#""x""#), Malformed);
    assert_eq!(text(b"caf\xe9", r#""x""#), Malformed);
}

#[test]
fn what_is_not_utf8_is_malformed() {
    for bytes in [
        &b"\x80"[..],
        b"a\xbf",
        b"\xc0\x80",
        b"\xc1\xbf",
        b"\xc3",
        b"\xc3(",
        b"\xe0\x9f\xbf",
        b"\xe2\x82",
        b"\xe2(\xa1",
        b"\xed\xa0\x80",
        b"\xed\xbf\xbf",
        b"\xf0\x8f\xbf\xbf",
        b"\xf0\x9f\x98",
        b"\xf4\x90\x80\x80",
        b"\xf5\x80\x80\x80",
        b"\xff",
        b"\xfe",
        b"abc\xff",
        b"abcdefghijkl\xff",
    ] {
        assert!(str::from_utf8(bytes).is_err());
        for json in [r#""""#, r#""abc""#, r#""\ud800""#, r#""abcdefghijkl""#] {
            assert_eq!(text(encoded(bytes).as_bytes(), json), Malformed, "{bytes:?}");
        }
        assert_eq!(number(&encoded(bytes), "1"), Malformed, "{bytes:?}");
    }
}

#[test]
fn numbers_against_headers() {
    for (header, json, wanted) in [
        ("42", "42", Same),
        (" 42\t", "42", Same),
        ("42.0", "42", Same),
        ("42", "42.0", Same),
        ("4.2e1", "42", Same),
        ("420E-1", "42", Same),
        ("42", "4.2e1", Same),
        ("-7", "-7", Same),
        ("-7", "7", Different),
        ("0", "-0", Same),
        ("-0.0", "0", Same),
        ("0", "0e5", Same),
        ("43", "42", Different),
        ("42.5", "42", Different),
        ("42.5", "42.5", Same),
        ("042", "42", Different),
        ("+42", "42", Different),
        ("42.", "42", Different),
        (".5", "0.5", Different),
        ("0x2a", "42", Different),
        ("4 2", "42", Different),
        ("42,42", "42", Different),
        ("42 42", "42", Different),
        ("\"42\"", "42", Different),
        ("[42]", "42", Different),
        ("NaN", "42", Different),
        ("Infinity", "42", Different),
        ("true", "1", Different),
        ("", "0", Different),
        ("-", "0", Different),
        ("null", "0", Different),
        // Exactly, where floats no longer tell them apart.
        ("9007199254740991", "9007199254740991", Same),
        ("9007199254740993", "9007199254740992", Different),
        ("9007199254740993", "9007199254740993.0", Same),
        ("9223372036854775808", "9223372036854775808", Same),
        ("9223372036854775808", "9223372036854775807", Different),
        ("18446744073709551616", "18446744073709551617", Different),
        ("1e400", "1e400", Same),
        ("1e400", "1e401", Different),
        ("10e399", "1e400", Same),
        ("1e99999999999999999999", "1e99999999999999999999", Same),
        ("1e99999999999999999999", "1", Different),
        ("=?base64?NDI=?=", "42", Same),
        ("=?base64?NDIuMA==?=", "42", Same),
        ("=?base64?NDM=?=", "42", Different),
        ("=?base64?IDQy?=", "42", Different),
        ("=?base64?NDIK?=", "42", Different),
        ("=?base64??=", "42", Different),
        ("=?base64?NDI?=", "42", Malformed),
        ("=?base64?=", "42", Malformed),
        ("42\n", "42", Malformed),
        ("\u{b}42", "42", Malformed),
        ("٤٢", "42", Malformed),
    ] {
        assert_eq!(number(header, json), wanted, "{header:?} {json}");
    }
    let long = format!("42.{}", "0".repeat(61));
    assert_eq!(number(&encoded(long.as_bytes()), "42"), Same);
    let longer = format!("{long}0");
    assert_eq!(number(&encoded(longer.as_bytes()), "42"), Different);
    assert_eq!(number(&longer, "42"), Same);
    let broken = [longer.as_bytes(), b"\xff"].concat();
    assert_eq!(number(&encoded(&broken), "42"), Malformed);
}

#[test]
fn truth_against_headers() {
    for (header, value, wanted) in [
        ("true", true, Same),
        ("false", false, Same),
        (" true ", true, Same),
        ("=?base64?dHJ1ZQ==?=", true, Same),
        ("=?base64?dHJ1ZQ==?=", false, Different),
        ("=?base64?dHJ1ZQ?=", true, Malformed),
        ("true", false, Different),
        ("false", true, Different),
        ("True", true, Different),
        ("TRUE", true, Different),
        ("1", true, Different),
        ("0", false, Different),
        ("", false, Different),
        ("truetrue", true, Different),
        ("true\0", true, Malformed),
    ] {
        assert_eq!(matches_bool(header.as_bytes(), value), wanted, "{header:?} {value}");
    }
}

#[test]
fn what_is_written() {
    for (value, wanted) in [
        ("us-west1", "us-west1"),
        ("", ""),
        ("a b\tc", "a b\tc"),
        ("~!\"\\", "~!\"\\"),
        ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="),
        (" a", "=?base64?IGE=?="),
        ("a\t", "=?base64?YQk=?="),
        (" ", "=?base64?IA==?="),
        ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
        ("\u{7f}", "=?base64?fw==?="),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ("=?base64??=", "=?base64?PT9iYXNlNjQ/Pz0=?="),
        ("=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="),
        ("=?base64?a", "=?base64?a"),
        ("x=?base64?a?=", "x=?base64?a?="),
        ("a?=", "a?="),
        ("=?BASE64?a?=", "=?BASE64?a?="),
    ] {
        assert_eq!(written(value), wanted);
        assert_eq!(needs_sentinel(value), value != wanted, "{value:?}");
        for every in 1..4 {
            let json = json(value, every);
            assert_eq!(written_text(&json).as_deref(), Ok(wanted), "{json}");
            let value = Raw::parse(json.as_bytes()).unwrap().text().unwrap();
            assert_eq!(
                text_needs_sentinel(value),
                needs_sentinel(value.decode(&mut [0; 64]).unwrap())
            );
        }
    }
}

#[test]
fn half_a_character_is_not_written() {
    for json in [r#""\ud800""#, r#""a\udc00b""#, r#""é\ud83d""#, r#"" \ude00\ud83d""#] {
        assert!(written_text(json).is_err(), "{json}");
        let mut out = Writer::new(&mut []);
        let text = Raw::parse(json.as_bytes()).unwrap().text().unwrap();
        assert!(write_text(&mut out, text).is_err());
        assert_eq!(out.total(), 0);
        // It is told that it is no plain value.
        assert!(text_needs_sentinel(text));
    }
}

/// Texts that look like what they are not.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[ \t]{0,2}[ -~\t]{0,12}[ \t]{0,2}",
        "(=\\?base64\\?)?[A-Za-z0-9+/=]{0,9}(\\?=)?",
        "(=\\?)?(base64)?\\??[ -~é]{0,4}\\??=?",
    ]
}

/// A JSON string of `value`: every `every`th character as an escape.
fn json(value: &str, every: usize) -> String {
    let mut json = String::from("\"");
    for (at, c) in value.chars().enumerate() {
        if at % every == 0 || c < ' ' || c == '"' || c == '\\' {
            c.encode_utf16(&mut [0; 2])
                .iter()
                .for_each(|unit| json.push_str(&format!("\\u{unit:04x}")));
        } else {
            json.push(c);
        }
    }
    json + "\""
}

proptest! {
    #[test]
    fn what_was_written_is_the_same(value in texts(), every in 1usize..5, around in "[ \t]{0,2}") {
        let header = format!("{around}{}{around}", written(&value));
        prop_assert_eq!(written_text(&json(&value, every)), Ok(written(&value)));
        prop_assert!(header.bytes().all(is_plain));
        prop_assert_eq!(text(header.as_bytes(), &json(&value, every)), Same);
        prop_assert_eq!(text(encoded(value.as_bytes()).as_bytes(), &json(&value, every)), Same);
    }

    #[test]
    fn another_text_is_different(one in texts(), two in texts(), every in 1usize..5) {
        let wanted = if one == two { Same } else { Different };
        prop_assert_eq!(text(written(&one).as_bytes(), &json(&two, every)), wanted);
        let longer = format!("{one}{two}");
        let wanted = if two.is_empty() { Same } else { Different };
        prop_assert_eq!(text(written(&longer).as_bytes(), &json(&one, every)), wanted);
        prop_assert_eq!(text(written(&one).as_bytes(), &json(&longer, every)), wanted);
    }

    #[test]
    fn any_bytes_in_base64_are_text_or_malformed(
        bytes in prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..12),
            proptest::collection::vec(0x7fu8..0xf8, 0..6),
            any::<String>().prop_map(String::into_bytes),
        ],
        cut in 0usize..12,
    ) {
        let bytes = &bytes[cut.min(bytes.len())..];
        let other = r#""an other text""#;
        let wanted = match str::from_utf8(bytes) {
            Ok("an other text") => Same,
            Ok(_) => Different,
            Err(_) => Malformed,
        };
        prop_assert_eq!(text(encoded(bytes).as_bytes(), other), wanted);
    }

    #[test]
    fn any_payload_is_judged_as_the_decoder_of_the_crate_does(
        payload in "[A-Da-d/+=]{0,9}|([A-Za-z0-9+/]{4}){0,3}[A-Za-z0-9+/]{0,3}={0,3}",
    ) {
        let mut buffer = [0; 64];
        let decoded = base64::decode(payload.as_bytes(), &mut buffer).ok();
        let decoded = decoded.and_then(|len| str::from_utf8(&buffer[..len]).ok());
        let header = format!("=?base64?{payload}?=");
        match decoded {
            Some(value) => {
                prop_assert_eq!(text(header.as_bytes(), &json(value, 2)), Same);
                let other = format!("{value}x");
                prop_assert_eq!(text(header.as_bytes(), &json(&other, 2)), Different);
            }
            None => prop_assert_eq!(text(header.as_bytes(), r#""A""#), Malformed),
        }
    }

    #[test]
    fn integers_are_what_they_are_written_as(value in any::<i64>(), other in any::<i64>()) {
        prop_assert_eq!(number(&format!("{value}"), &format!("{value}")), Same);
        prop_assert_eq!(number(&format!("{value}.000"), &format!("{value}")), Same);
        prop_assert_eq!(number(&format!("{value}0e-1"), &format!("{value}")), Same);
        prop_assert_eq!(number(&format!("{value}.5"), &format!("{value}")), Different);
        let near = value.wrapping_add(1);
        prop_assert_eq!(number(&format!("{near}"), &format!("{value}")), Different);
        let wanted = if value == other { Same } else { Different };
        prop_assert_eq!(number(&format!("{other}"), &format!("{value}.0")), wanted);
    }

    #[test]
    fn any_bytes_are_judged(header in proptest::collection::vec(any::<u8>(), 0..40)) {
        let is_plain = trim(&header).iter().all(|byte| is_plain(*byte));
        let found: Vec<Match> = [
            text(&header, r#""a""#),
            matches_number(&header, Number::Int(1)),
            matches_bool(&header, true),
        ].into();
        prop_assert!(is_plain || found.iter().all(|found| *found == Malformed));
    }
}

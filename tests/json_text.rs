//! Text with escapes: decoding, lengths, comparing and hashing agree with each other and with
//! serde_json.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod json_kit;

use json_kit::{Dice, string};
use sansmcp::json::{Raw, Surrogate, Text, TextError};

fn text(quoted: &str) -> Text<'_> {
    Raw::parse_str(quoted).expect("valid").text().expect("a string")
}

/// FNV-1a as its authors give it.
fn fnv(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(2_166_136_261, |hash: u32, byte| (hash ^ u32::from(*byte)).wrapping_mul(16_777_619))
}

/// The UTF-16 units of the text, which say all that JSON can, lone surrogates too.
fn units(text: Text<'_>) -> Vec<u16> {
    let mut units = Vec::new();
    let mut chars = text.raw().chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            units.extend(c.encode_utf16(&mut [0; 2]).iter());
            continue;
        }
        units.push(match chars.next().expect("valid") {
            'u' => {
                let hex: String = chars.by_ref().take(4).collect();
                u16::from_str_radix(&hex, 16).expect("valid")
            }
            'b' => 8,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            c => c as u16,
        });
    }
    units
}

fn check(text: Text<'_>) {
    let wanted: Vec<Result<char, Surrogate>> = char::decode_utf16(units(text))
        .map(|c| c.map_err(|error| Surrogate(error.unpaired_surrogate())))
        .collect();
    assert_eq!(text.chars().collect::<Vec<_>>(), wanted, "{text:?}");
    let lone = wanted.iter().find_map(|c| c.err());
    let mut room = vec![b'#'; text.raw().len() + 4];
    if let Some(lone) = lone {
        assert_eq!(text.len(), Err(lone));
        assert_eq!(text.decode(&mut room), Err(TextError::Surrogate));
        assert_eq!(text.decode(&mut []), Err(TextError::Surrogate));
        assert!(text.as_str().is_none() && !text.is_empty());
        return;
    }
    let wanted: String = wanted.into_iter().flatten().collect();
    assert_eq!(text.len(), Ok(wanted.len()));
    assert_eq!(text.decode(&mut room), Ok(&*wanted));
    assert!(room[wanted.len()..].iter().all(|byte| *byte == b'#'), "past the end: {text:?}");
    assert_eq!(text.decode(&mut vec![0; wanted.len()]), Ok(&*wanted), "just enough room");
    for short in 0..wanted.len() {
        let found = text.decode(&mut room[..short]);
        assert_eq!(found, Err(TextError::Short { need: wanted.len() }));
    }
    assert_eq!(text.as_str(), (!text.raw().contains('\\')).then_some(&*wanted));
    assert_eq!(text.is_empty(), wanted.is_empty());
    assert_eq!(text.hash32(), fnv(wanted.as_bytes()), "{text:?}");
    assert!(text == *wanted && text == wanted.as_str());
    let quoted = serde_json::to_string(&wanted).expect("a string");
    assert_eq!(text, self::text(&quoted));
    for other in
        [wanted.clone() + "x", format!("x{wanted}"), format!("{wanted}\\"), text.raw().to_owned()]
    {
        assert_eq!(text == *other, wanted == other, "{text:?} {other:?}");
    }
    if let Some((last, _)) = wanted.char_indices().next_back() {
        assert!(text != wanted[..last]);
    }
}

#[test]
fn random_texts() {
    let mut dice = Dice::new(4);
    let mut all = Vec::new();
    for _ in 0..20_000 {
        let mut quoted = String::new();
        string(&mut dice, &mut quoted);
        check(text(&quoted));
        all.push(quoted);
    }
    let mut equal = 0;
    for pair in all.chunks_exact(2) {
        for (left, right) in [(&pair[0], &pair[1]), (&pair[0], &pair[0])] {
            let (left, right) = (text(left), text(right));
            let same = units(left) == units(right);
            assert_eq!(left == right, same, "{left:?} {right:?}");
            if same {
                equal += 1;
                assert_eq!(left.hash32(), right.hash32(), "{left:?} {right:?}");
            }
        }
    }
    assert!(equal > 10_000);
}

#[test]
fn every_unit_escaped() {
    for unit in 0..=0xffffu32 {
        let lower = format!("\"\\u{unit:04x}\"");
        let upper = format!("\"x\\u{unit:04X}\"");
        for quoted in [&lower, &upper] {
            let inside = text(quoted);
            let wanted: Vec<_> = char::decode_utf16(units(inside)).collect();
            let found: Vec<_> = inside.chars().collect();
            assert_eq!(found.len(), wanted.len());
            for (found, wanted) in found.into_iter().zip(wanted) {
                assert_eq!(found.ok(), wanted.ok());
            }
        }
    }
}

#[test]
fn surrogates_equal_themselves_only() {
    let lone = [
        r#""\ud800""#,
        r#""\ud801""#,
        r#""\udc00""#,
        r#""\ud800\ud800""#,
        r#""\udc00\ud800""#,
        r#""x\ud800""#,
    ];
    for (n, left) in lone.iter().enumerate() {
        for (m, right) in lone.iter().enumerate() {
            assert_eq!(text(left) == text(right), n == m);
            assert_eq!(text(left).hash32() == text(right).hash32(), n == m, "as it happens");
        }
        let upper = left.to_uppercase().replace("\\U", "\\u").replace('X', "x");
        assert_eq!(text(left), text(&upper));
        assert_eq!(text(left).hash32(), text(&upper).hash32());
    }
    // As the three bytes that WTF-8 has for it.
    assert_eq!(text(r#""\ud800""#).hash32(), fnv(b"\xed\xa0\x80"));
    assert_eq!(text(r#""a\udfffb""#).hash32(), fnv(b"a\xed\xbf\xbfb"));
    assert_eq!(text(r#""\ud83d\ude00""#), "😀");
    assert_eq!(text(r#""\ud83d\ude00""#).hash32(), fnv("😀".as_bytes()));
    // A pair and the character it stands for are the same text.
    assert_eq!(text(r#""\ud83d\ude00""#), text("\"😀\""));
    assert_ne!(text(r#""\ude00\ud83d""#), text("\"😀\""));
}

#[test]
fn a_backslash_is_no_escape_of_itself() {
    assert_eq!(text(r#""m\u0065thod""#), "method");
    assert_ne!(text(r#""m\u0065thod""#), r"m\u0065thod");
    assert_eq!(text(r#""a\\b""#), r"a\b");
    assert_ne!(text(r#""a\\b""#), r"a\\b");
    assert_ne!(text(r#""\n""#), r"\n");
    assert_eq!(text(r#""""#), "");
    assert_ne!(text(r#""""#), "a");
}

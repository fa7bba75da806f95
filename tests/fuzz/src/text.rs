//! Texts of strings, and the searches under them, against plain loops.

use super::oracle;
use sansmcp::json::find::{self, words};
use sansmcp::json::{Raw, Text, TextError, Writer};

/// The inside of a JSON string, which is valid, and what it stands for.
pub fn check(text: Text<'_>, wanted: &[u8]) {
    let plain = std::str::from_utf8(wanted).ok();
    let is_as_written = text.raw().as_bytes() == wanted;
    assert_eq!(text.is_empty(), wanted.is_empty());
    assert_eq!(text.as_str().map(str::as_bytes), is_as_written.then_some(wanted));
    assert_eq!(text.hash32(), fnv(wanted));
    assert_eq!(text.len().ok(), plain.map(str::len));
    let mut buffer = vec![0; wanted.len()];
    match (text.decode(&mut buffer), plain) {
        (Ok(text), Some(plain)) => assert_eq!(text, plain),
        (Err(TextError::Surrogate), None) => {}
        (got, _) => panic!("{got:?} instead of {plain:?}"),
    }
    if plain.is_some_and(|plain| !plain.is_empty()) {
        let short = text.decode(&mut buffer[1..]);
        assert_eq!(short, Err(TextError::Short { need: wanted.len() }));
    }
    let mut encoded = Vec::new();
    for character in text.chars() {
        match character {
            Ok(character) => {
                encoded.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Err(half) => {
                let low = |shift: u32| (half.0 >> shift) as u8 & 0x3f | 0x80;
                encoded.extend_from_slice(&[0xe0 | (half.0 >> 12) as u8, low(6), low(0)]);
            }
        }
    }
    assert_eq!(encoded, wanted);
    if let Some(plain) = plain {
        assert!(text == *plain);
        let longer = format!("{plain}a");
        assert!(text != *longer.as_str());
        let written = write(plain.len() * 6 + 2, |out| out.string(plain));
        let back = Raw::parse(&written).expect("own strings are JSON");
        assert_eq!(oracle::string(back.as_str()).as_deref(), Some(wanted));
        assert!(back.text().is_some_and(|back| back == text && back == *plain));
    }
    let written = write(text.raw().len() + 2, |out| out.text(text));
    assert_eq!(written, format!("\"{}\"", text.raw()).as_bytes());
    assert_eq!(Text::parse(text.raw()).map(|text| text.raw()), Some(text.raw()));
}

/// What is written into exactly as much room as it takes, and never into less.
fn write(most: usize, mut put: impl FnMut(&mut Writer<'_>)) -> Vec<u8> {
    let mut buffer = vec![0; most];
    let mut out = Writer::new(&mut buffer);
    put(&mut out);
    assert!(out.fits(), "{} bytes instead of {most} at most", out.total());
    let (need, whole) = (out.total(), out.finish().to_vec());
    let mut short = vec![0xaa; need];
    let mut out = Writer::new(&mut short[..need - 1]);
    put(&mut out);
    assert!(!out.fits() && out.total() == need);
    assert_eq!(short[need - 1], 0xaa);
    whole
}

fn fnv(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Any text is the inside of a string if it is one between quotes.
pub fn check_inside(text: &str) {
    let quoted = format!("\"{text}\"");
    let is_string = oracle::value(&quoted) == Some(&quoted) && oracle::string(&quoted).is_some();
    assert_eq!(Text::parse(text).is_some(), is_string);
}

/// The searches, from a few places on, in both of their forms.
pub fn check_searches(bytes: &[u8]) {
    for from in [0, 1, 7, 15, 16, 17, 33, 64, 65].into_iter().filter(|from| *from <= bytes.len()) {
        let first = |is: fn(u8) -> bool| {
            let found = bytes[from..].iter().position(|byte| is(*byte));
            found.map_or(bytes.len(), |at| from + at)
        };
        let special = first(|byte| byte == b'"' || byte == b'\\' || byte < 0x20);
        assert_eq!(find::find_special(bytes, from), special);
        assert_eq!(words::find_special(bytes, from), special);
        let comma = first(|byte| byte == b',');
        assert_eq!(find::find_byte(bytes, from, b','), comma);
        assert_eq!(words::find_byte(bytes, from, b','), comma);
        let line_end = first(|byte| byte == b'\n' || byte == b'\r');
        assert_eq!(find::find_line_end(bytes, from), line_end);
        assert_eq!(words::find_line_end(bytes, from), line_end);
        let part = &bytes[from..];
        let valid = std::str::from_utf8(part).map_or_else(|error| error.valid_up_to(), str::len);
        assert_eq!(words::valid_up_to(part), valid);
        let got = find::text_of(part);
        assert_eq!(got.map_or_else(|fault| fault.at, str::len), valid);
        assert_eq!(got.is_ok(), valid == part.len());
    }
}

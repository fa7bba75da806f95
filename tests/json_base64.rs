//! Base64: the vectors of RFC 4648, every length, every wrong byte, and streams cut anywhere.

mod json_kit;

use json_kit::Dice;
use sansmcp::json::base64::{
    Base64Error, Carry, Short, decode, decode_len, encode, encode_end, encode_len, encode_piece,
};

/// Encodes bit by bit, as the RFC tells it.
fn slow(bytes: &[u8]) -> String {
    let alphabet: Vec<char> =
        ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
    let bits: Vec<u8> = bytes.iter().flat_map(|b| (0..8).rev().map(move |n| b >> n & 1)).collect();
    let mut text: String = bits
        .chunks(6)
        .map(|six| (0..6).fold(0, |value, n| value * 2 + usize::from(*six.get(n).unwrap_or(&0))))
        .map(|value| alphabet[value])
        .collect();
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

#[test]
fn vectors_of_the_rfc() {
    for (plain, text) in [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ] {
        let mut out = [0; 16];
        let len = encode(plain.as_bytes(), &mut out).expect("it fits");
        assert_eq!(&out[..len], text.as_bytes());
        let len = decode(text.as_bytes(), &mut out).expect("it is sound");
        assert_eq!(&out[..len], plain.as_bytes());
        assert_eq!(slow(plain.as_bytes()), text);
    }
}

#[test]
fn every_length_and_every_room() {
    let mut dice = Dice::new(1);
    for len in 0..150 {
        let bytes: Vec<u8> = (0..len).map(|_| dice.next() as u8).collect();
        let text = slow(&bytes);
        assert_eq!(encode_len(len), text.len());
        assert_eq!(decode_len(text.as_bytes()), Some(len));
        for room in 0..text.len() + 3 {
            let mut out = vec![b'#'; room];
            let found = encode(&bytes, &mut out);
            if room < text.len() {
                assert_eq!(found, Err(Short { need: text.len() }));
                assert!(out.iter().all(|byte| *byte == b'#'));
            } else {
                assert_eq!(found, Ok(text.len()));
                assert_eq!(&out[..text.len()], text.as_bytes());
                assert!(out[text.len()..].iter().all(|byte| *byte == b'#'));
            }
            let found = decode(text.as_bytes(), &mut out);
            if room < len {
                assert_eq!(found, Err(Base64Error::Short { need: len }));
            } else {
                assert_eq!(found, Ok(len));
                assert_eq!(&out[..len], bytes);
            }
        }
    }
    assert_eq!(encode_len(usize::MAX), usize::MAX);
}

#[test]
fn what_is_not_base64() {
    let mut out = [0; 64];
    for (text, at) in [
        ("A", 0),
        ("AA", 0),
        ("AAA", 0),
        ("AAAAA", 4),
        ("====", 0),
        ("A===", 0),
        ("=AAA", 0),
        ("A=AA", 0),
        ("AA=A", 0),
        ("AA==AAAA", 0),
        ("AAA=AAAA", 0),
        ("AAAAAA=A", 4),
        ("AAAA====", 4),
        ("AA\nA", 0),
        (" AAA", 0),
        ("AA-_", 0),
        ("AA..", 0),
        ("éAA", 0),
        ("AB==", 0),
        ("Zh==", 0),
        ("Zm9=", 0),
        ("AAAAZm9=", 4),
    ] {
        let found = decode(text.as_bytes(), &mut out);
        // Where the length is no multiple of 4, the last group is the fault.
        assert_eq!(found, Err(Base64Error::Invalid { at }), "{text}");
    }
    // Each byte in each place of a group: it is decoded exactly if encoding gives it back.
    for place in 0..8 {
        for byte in 0..=255u8 {
            let mut text = *b"Zm9vYmA=";
            text[place] = byte;
            if let Ok(len) = decode(&text, &mut out) {
                assert_eq!(slow(&out[..len]).as_bytes(), text);
            } else {
                let symbol = byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
                assert!(!symbol || place == 6 || place == 7, "{place} {byte}");
            }
        }
    }
}

#[test]
fn streams_cut_anywhere() {
    let mut dice = Dice::new(9);
    assert_eq!(Carry::NEW, Carry::default());
    for _ in 0..5_000 {
        let bytes: Vec<u8> = (0..dice.below(60)).map(|_| dice.next() as u8).collect();
        let mut carry = Carry::NEW;
        let mut text = Vec::new();
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let piece = &rest[..1 + dice.below(rest.len())];
            let mut out = vec![0; 4 + dice.below(20)];
            let (taken, written) = encode_piece(&mut carry, piece, &mut out);
            assert!(taken > 0 && carry.len() < 3 && written.is_multiple_of(4));
            // All that fits is taken.
            assert!(taken == piece.len() || written + 4 > out.len());
            text.extend_from_slice(&out[..written]);
            rest = &rest[taken..];
        }
        let before = carry;
        if !carry.is_empty() {
            assert_eq!(encode_end(&mut carry, &mut [0; 3]), Err(Short { need: 4 }));
            assert_eq!(carry, before);
        }
        let mut out = [0; 4];
        let len = encode_end(&mut carry, &mut out).expect("it fits");
        text.extend_from_slice(&out[..len]);
        assert_eq!(String::from_utf8(text).expect("ASCII"), slow(&bytes));
        assert_eq!(encode_end(&mut carry, &mut []), Ok(0));
    }
    // Without room nothing is taken but what waits anyway.
    let mut carry = Carry::NEW;
    assert_eq!(encode_piece(&mut carry, b"abc", &mut [0; 3]), (0, 0));
    assert_eq!(encode_piece(&mut carry, b"ab", &mut []), (2, 0));
    assert_eq!(encode_piece(&mut carry, b"c", &mut []), (0, 0));
}

//! The hot step: every length, every place, both forms, against a loop over bytes.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod json_kit;

use json_kit::Dice;
use sansmcp::json::find::{find_byte, find_line_end, find_special, words};
use sansmcp::json::{FaultKind, Raw, text_of};

type Find = fn(&[u8], usize) -> usize;

type Search = (&'static str, Find, Find, fn(u8) -> bool);

/// Both forms of each search, and what it looks for.
const SEARCHES: &[Search] = &[
    ("special", find_special, words::find_special, |b| b < 0x20 || b == b'"' || b == b'\\'),
    ("line end", find_line_end, words::find_line_end, |b| b == b'\n' || b == b'\r'),
    ("newline", |t, n| find_byte(t, n, b'\n'), |t, n| words::find_byte(t, n, b'\n'), |b| b == 10),
    ("zero", |t, n| find_byte(t, n, 0), |t, n| words::find_byte(t, n, 0), |b| b == 0),
    ("last", |t, n| find_byte(t, n, 255), |t, n| words::find_byte(t, n, 255), |b| b == 255),
];

fn check(bytes: &[u8], from: usize) {
    for (name, best, portable, hit) in SEARCHES {
        let wanted =
            bytes.iter().skip(from).position(|b| hit(*b)).map_or(bytes.len(), |n| from + n);
        assert_eq!(best(bytes, from), wanted, "{name} from {from} in {bytes:?}");
        assert_eq!(portable(bytes, from), wanted, "words: {name} from {from} in {bytes:?}");
    }
}

#[test]
fn every_length_and_every_place() {
    for len in 0..200 {
        let mut bytes = vec![b'a'; len];
        check(&bytes, 0);
        for at in 0..len {
            let turn = [b'\\', b'\n', 0, 0x1f, 0xff][(len + at) % 5];
            for special in [b'"', turn] {
                bytes[at] = special;
                // One before the place where it starts must not be seen.
                for from in [0, at.saturating_sub(17), at + 1] {
                    check(&bytes, from.min(len));
                }
            }
            bytes[at] = b'a';
        }
    }
}

#[test]
fn neighbours_of_a_hit_are_not_hits() {
    // A borrow in the word form reaches into the next byte: `!` and `#` beside `"`, and so on.
    for around in [0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0x9f, 0xa2, 0xdc, 0xfe] {
        for hit in [b'"', b'\\', b'\n', 0, 0x1f, 0xff] {
            for len in [1, 7, 8, 9, 15, 16, 17, 40] {
                for at in 0..len {
                    let mut bytes = vec![around; len];
                    bytes[at] = hit;
                    check(&bytes, at + 1);
                    check(&bytes, 0);
                }
            }
        }
    }
}

#[test]
fn every_byte_alone() {
    for byte in 0..=255u8 {
        for len in [1, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100] {
            let mut bytes = vec![byte; len];
            check(&bytes, 0);
            bytes.fill(b'x');
            bytes[len / 2] = byte;
            check(&bytes, 0);
        }
    }
}

#[test]
fn every_alignment() {
    let mut dice = Dice::new(3);
    let mut bytes = vec![0; 400];
    for round in 0..100 {
        for byte in &mut bytes {
            // Mostly plain, so that hits are far apart.
            *byte =
                if dice.below(60) == 0 { dice.next() as u8 } else { b' ' + dice.below(2) as u8 };
        }
        let start = round % 67;
        let part = &bytes[start..];
        for from in 0..part.len().min(70) {
            check(part, from);
        }
        check(part, part.len());
    }
}

#[test]
fn beyond_the_end() {
    for from in [4, 5, 17, 1000, usize::MAX] {
        assert_eq!(find_special(b"a\"b", from), 3);
        assert_eq!(words::find_special(b"a\"b", from), 3);
        assert_eq!(find_byte(&[b'a'; 40], from.max(41), b'a'), 40);
    }
}

#[test]
fn strings_of_every_length_with_every_fault() {
    for len in 0..200 {
        let plain = format!("\"{}\"", "a".repeat(len));
        assert!(Raw::parse_str(&plain).is_ok());
        for at in 0..len {
            let mut bytes = plain.clone().into_bytes();
            for (byte, fault) in [(b'"', Some(at + 2)), (0x1f, Some(at + 1)), (0x7f, None)] {
                bytes[at + 1] = byte;
                let found = Raw::parse(&bytes).map_err(|fault| (fault.kind, fault.at));
                assert_eq!(found.err(), fault.map(|at| (FaultKind::Syntax, at)), "{len} {byte}");
            }
            bytes[at + 1] = 0xe9;
            let found = Raw::parse(&bytes).map_err(|fault| (fault.kind, fault.at));
            assert_eq!(found.err(), Some((FaultKind::Utf8, at + 1)), "{len}");
        }
    }
}

#[test]
fn utf8_as_the_standard_library() {
    let mut dice = Dice::new(11);
    let pieces: &[&[u8]] = &[
        b"a",
        b"plain text of some length ",
        "é".as_bytes(),
        "漢字".as_bytes(),
        "😀".as_bytes(),
        b"\x80",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xf4\x8f\xbf\xbf",
        b"\xf4\x90",
        b"\0",
    ];
    let mut bad = 0;
    for _ in 0..50_000 {
        let mut bytes = Vec::new();
        for _ in 0..dice.below(8) {
            // Mostly sound ones, so that faults come late, too.
            let end = if dice.below(6) == 0 { pieces.len() } else { 5 };
            bytes.extend_from_slice(pieces[dice.below(end)]);
        }
        let wanted = std::str::from_utf8(&bytes);
        let found = text_of(&bytes);
        assert_eq!(found.ok(), wanted.ok(), "{bytes:?}");
        if let Err(error) = wanted {
            bad += 1;
            assert_eq!(found.unwrap_err().at, error.valid_up_to(), "{bytes:?}");
            assert_eq!(found.unwrap_err().kind, FaultKind::Utf8);
        }
    }
    assert!((5_000..45_000).contains(&bad), "{bad}");
}

/// The check of UTF-8 for small machines gives what the library's gives.
#[test]
fn both_checks_of_utf8_agree() {
    let agree = |bytes: &[u8]| {
        let wanted = std::str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), str::len);
        assert_eq!(words::valid_up_to(bytes), wanted, "{}", bytes.escape_ascii());
    };
    for first in 0..=255 {
        agree(&[first]);
        for second in 0..=255 {
            agree(&[first, second]);
            agree(&[b'a', first, second, b'b']);
            // What matters of the third and fourth byte is on which side of a border they are.
            for third in [0, 0x41, 0x7f, 0x80, 0x9f, 0xa0, 0xbf, 0xc0, 0xff] {
                agree(&[first, second, third]);
                for fourth in [0, 0x7f, 0x80, 0xbf, 0xc0, 0xff] {
                    agree(&[first, second, third, fourth]);
                    agree(&[first, second, third, fourth, 0x80, b'c']);
                }
            }
        }
    }
}

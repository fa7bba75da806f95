//! The writer: what it writes reads back, each window is a slice of the whole, and the count is
//! right whatever fits.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod json_kit;

use json_kit::{Dice, NUMBERS, document, is_valid};
use sansmcp::json::{Number, Raw, Writer};

/// One thing to write, so that the same message can be written again and again.
#[derive(Clone, Debug)]
enum Step {
    Put(String),
    Text(String),
    Escaped(String),
    Copied(String),
    Int(i64),
    Uint(u64),
    Bool(bool),
    Null,
    Number(&'static str),
    Json(String),
    Base64(Vec<u8>),
}

fn write(writer: &mut Writer<'_>, steps: &[Step]) {
    for step in steps {
        match step {
            Step::Put(text) => writer.put_str(text),
            Step::Text(text) => writer.string(text),
            Step::Escaped(text) => writer.escaped(text),
            Step::Copied(quoted) => writer.text(Raw::parse_str(quoted).unwrap().text().unwrap()),
            Step::Int(value) => writer.int(*value),
            Step::Uint(value) => writer.uint(*value),
            Step::Bool(value) => writer.bool(*value),
            Step::Null => writer.null(),
            Step::Number(text) => writer.number(Number::parse(text)),
            Step::Json(text) => assert!(writer.json_str(text)),
            Step::Base64(bytes) => writer.base64(bytes),
        }
    }
}

/// What the steps should give, told without the writer.
fn wanted(steps: &[Step]) -> String {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    steps
        .iter()
        .map(|step| match step {
            Step::Put(text) | Step::Copied(text) => text.clone(),
            Step::Text(text) => quoted(text),
            Step::Escaped(text) => quoted(text)[1..].trim_end_matches('"').to_owned(),
            Step::Int(value) => value.to_string(),
            Step::Uint(value) => value.to_string(),
            Step::Bool(value) => value.to_string(),
            Step::Null => "null".to_owned(),
            Step::Number(text) => (*text).to_owned(),
            Step::Json(text) => text.trim().replace(['\n', '\r'], " "),
            Step::Base64(bytes) => {
                let mut out = vec![0; bytes.len() * 2 + 4];
                let len = sansmcp::json::base64::encode(bytes, &mut out).unwrap();
                String::from_utf8(out[..len].to_vec()).unwrap()
            }
        })
        .collect()
}

fn steps(dice: &mut Dice) -> Vec<Step> {
    let text = |dice: &mut Dice| -> String {
        (0..dice.below(30))
            .map(|_| match dice.below(8) {
                0 => char::from(dice.below(128) as u8),
                1 => ['é', '漢', '😀', '\u{2028}', '\u{7f}'][dice.below(5)],
                _ => 'a',
            })
            .collect()
    };
    (0..1 + dice.below(6))
        .map(|_| match dice.below(11) {
            0 => Step::Put(text(dice)),
            1 => Step::Text(text(dice)),
            2 => Step::Escaped(text(dice).replace('"', "")),
            3 => {
                let mut quoted = String::new();
                json_kit::string(dice, &mut quoted);
                Step::Copied(quoted)
            }
            4 => Step::Int(dice.next() as i64 >> dice.below(64)),
            5 => Step::Uint(dice.next() >> dice.below(64)),
            6 => Step::Bool(dice.below(2) == 0),
            7 => Step::Null,
            8 => Step::Number(dice.pick(NUMBERS)),
            9 => {
                let mut text = String::new();
                document(dice, 3, &mut text);
                Step::Json(text)
            }
            _ => Step::Base64((0..dice.below(120)).map(|_| dice.next() as u8).collect()),
        })
        .collect()
}

#[test]
fn every_window_is_a_slice_of_the_whole() {
    let mut dice = Dice::new(12);
    for round in 0..300 {
        let steps = steps(&mut dice);
        let whole = wanted(&steps);
        let whole = whole.as_bytes();
        let far = round >= 6;
        for skip in 0..whole.len() + 3 {
            for len in 0..whole.len() + 3 {
                // All of them for some, a sample of them for many.
                if far && dice.below(200) > 0 {
                    continue;
                }
                let mut buffer = vec![b'#'; len + 5];
                let mut writer = Writer::window(&mut buffer[..len], skip);
                write(&mut writer, &steps);
                let end = (skip + len).min(whole.len());
                let slice = whole.get(skip..end).unwrap_or_default();
                assert_eq!(writer.total(), whole.len());
                assert_eq!(writer.written(), slice.len());
                assert_eq!(writer.fits(), whole.len() <= skip + len);
                assert_eq!(writer.finish(), slice, "{skip} {len} {steps:?}");
                assert!(buffer[slice.len()..].iter().all(|byte| *byte == b'#'), "{skip} {len}");
            }
        }
    }
}

#[test]
fn strings_of_every_kind_read_back() {
    for c in (0..0x3000).chain(0xd7f0..0x10fff).filter_map(char::from_u32) {
        for text in
            [c.to_string(), format!("some text before {c} and after"), format!("{c}{c}\\{c}")]
        {
            let mut buffer = [0; 256];
            let mut writer = Writer::new(&mut buffer);
            writer.string(&text);
            let out = writer.finish();
            assert_eq!(out, serde_json::to_string(&text).unwrap().as_bytes());
            let raw = Raw::parse(out).expect("valid");
            assert_eq!(raw.text().expect("a string"), text.as_str());
        }
    }
}

#[test]
fn strings_of_every_length() {
    for len in 0..200 {
        for at in 0..len {
            let mut text = vec![b'a'; len];
            text[at] = [b'"', b'\\', b'\n', 1][at % 4];
            let text = String::from_utf8(text).unwrap();
            let mut buffer = [0; 256];
            let mut writer = Writer::new(&mut buffer);
            writer.string(&text);
            assert_eq!(writer.finish(), serde_json::to_string(&text).unwrap().as_bytes());
        }
    }
}

#[test]
fn lines_stay_lines() {
    let mut dice = Dice::new(13);
    for _ in 0..5_000 {
        let mut text = String::new();
        document(&mut dice, 4, &mut text);
        let mut buffer = vec![0; text.len()];
        let mut writer = Writer::new(&mut buffer);
        assert!(writer.json_str(&text));
        let out = writer.finish();
        assert!(!out.iter().any(|byte| matches!(byte, b'\n' | b'\r')));
        assert!(is_valid(out));
        let same = |bytes: &[u8]| -> Vec<u8> {
            bytes.iter().map(|b| if matches!(b, b'\n' | b'\r') { b' ' } else { *b }).collect()
        };
        assert_eq!(out, same(text.trim().as_bytes()));
    }
}

#[test]
fn text_that_is_not_json_is_not_written() {
    let mut buffer = [0; 64];
    let mut writer = Writer::new(&mut buffer);
    writer.put(b"[");
    for bad in ["", " ", "{", "1 2", "[1,]", "'a'", "}", "\u{feff}1", "nul", &"[".repeat(129)] {
        assert!(!writer.json_str(bad), "{bad}");
        assert_eq!(writer.total(), 1);
    }
    assert!(writer.json_str("\n{\"a\":\r\n1}\n"));
    for bad in ["", "nan", "1.", "01", "1\n", "1,2"] {
        writer.put(b",");
        writer.number(Number::Text(bad));
    }
    writer.put(b"]");
    assert_eq!(writer.finish(), br#"[{"a":  1},null,null,null,null,null,null]"#);
}

#[test]
fn back_to_a_mark() {
    let mut buffer = [b'#'; 10];
    let mut writer = Writer::new(&mut buffer);
    writer.put(b"[1");
    let mark = writer.mark();
    writer.put(b",\"a long entry that does not fit\"");
    assert!(!writer.fits() && writer.total() == 35 && writer.written() == 10);
    writer.rewind(mark);
    assert!(writer.fits() && writer.total() == 2);
    writer.rewind(9);
    assert_eq!(writer.mark(), 2, "a mark that lies ahead changes nothing");
    writer.put(b"]");
    assert_eq!(writer.finish(), b"[1]");

    // In a window, too, from either side of its borders.
    for skip in 0..12 {
        let mut buffer = [b'#'; 4];
        let mut writer = Writer::window(&mut buffer, skip);
        writer.put(b"01234");
        let mark = writer.mark();
        writer.put(b"xxxxxxxxxx");
        writer.rewind(mark);
        writer.put(b"56789");
        let whole = b"0123456789";
        assert_eq!(writer.finish(), whole.get(skip..(skip + 4).min(10)).unwrap_or_default());
    }
}

#[test]
fn counts_do_not_wrap() {
    let mut buffer = [0; 4];
    let mut writer = Writer::window(&mut buffer, usize::MAX);
    writer.put(b"abc");
    assert_eq!((writer.total(), writer.written(), writer.fits()), (3, 0, true));
    assert_eq!(writer.finish(), b"");
    let mut none = Writer::new(&mut []);
    none.put(b"");
    assert!(none.fits());
    none.put(b"a");
    assert!(!none.fits() && none.total() == 1 && none.written() == 0);
}

#[cfg(feature = "float")]
#[test]
fn floats_read_back() {
    let mut dice = Dice::new(14);
    let fixed = [0.0, -0.0, 1.0, -1.5, 1e300, 1e-300, 0.1, f64::MAX, f64::MIN_POSITIVE, 5e-324];
    for value in fixed.into_iter().chain((0..20_000).map(|_| f64::from_bits(dice.next()))) {
        let mut buffer = [0; 64];
        let mut writer = Writer::new(&mut buffer);
        writer.float(value);
        assert!(writer.fits());
        let out = writer.finish();
        if !value.is_finite() {
            assert_eq!(out, b"null");
            continue;
        }
        let raw = Raw::parse(out).expect("valid");
        assert_eq!(raw.number().map(|number| number.as_f64().to_bits()), Some(value.to_bits()));
    }
}

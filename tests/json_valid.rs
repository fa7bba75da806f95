//! Which bytes are one JSON value: the same ones that others accept, refused at the same place.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod json_kit;

use json_kit::{Dice, damage, depth, document, is_valid};
use proptest::prelude::*;
use sansmcp::json::{DEPTH, Fault, FaultKind, Raw, Scanner, Span, text_of};
use serde_json::value::RawValue;

/// Checks one input against the judge, and the place of a fault against what serde_json thinks of
/// the text before and up to it.
fn check(bytes: &[u8]) -> bool {
    let shown = String::from_utf8_lossy(bytes);
    match Raw::parse(bytes) {
        Ok(raw) => {
            assert!(is_valid(bytes), "accepted: {shown:?}");
            let space = |c| matches!(c, ' ' | '\n' | '\r' | '\t');
            assert_eq!(raw.as_str(), shown.trim_matches(space), "trimmed: {shown:?}");
            true
        }
        Err(fault) => {
            assert!(!is_valid(bytes), "refused: {shown:?} {fault:?}");
            check_place(bytes, fault);
            false
        }
    }
}

fn check_place(bytes: &[u8], fault: Fault) {
    let shown = String::from_utf8_lossy(bytes);
    if fault.kind == FaultKind::Utf8 {
        let error = std::str::from_utf8(bytes).expect_err("UTF-8 after all");
        assert_eq!(fault.at, error.valid_up_to(), "{shown:?}");
        return;
    }
    let text = std::str::from_utf8(bytes).expect("not UTF-8, but another fault came first");
    let (before, rest) = text.split_at(fault.at);
    if fault.kind == FaultKind::Depth {
        assert!(rest.starts_with(['[', '{']), "{shown:?} {fault:?}");
        assert_eq!(depth(before), DEPTH, "{shown:?}");
        return;
    }
    // What stands before the fault is good so far: valid, or in want of more. Of a number that
    // lacks a digit serde_json does not say so; it gets one.
    let wants_more = |text: &str| match serde_json::from_str::<&RawValue>(text) {
        Ok(_) => true,
        Err(error) => error.is_eof(),
    };
    assert!(
        wants_more(before) || wants_more(&format!("{before}0")),
        "earlier: {shown:?} {fault:?}"
    );
    // With the next character it is not. Where there is none, the text ends too early.
    let Some(next) = rest.chars().next() else { return };
    let hex = before.trim_end_matches(|c: char| c.is_ascii_hexdigit());
    if hex.ends_with("\\u") && before.len() - hex.len() < 4 {
        // serde_json looks at the four digits of an escape together.
        assert!(!next.is_ascii_hexdigit(), "later: {shown:?} {fault:?}");
        return;
    }
    let upto = &text[..fault.at + next.len_utf8()];
    assert!(!wants_more(upto) && !wants_more(&format!("{upto}0")), "later: {shown:?} {fault:?}");
}

#[test]
fn known_classes() {
    let valid: &[&str] = &[
        // numbers
        "0",
        "-0",
        "0.0",
        "-0.0e-0",
        "1e1",
        "1E+1",
        "1.25e-7",
        "1e999999999999999999999",
        "123456789012345678901234567890",
        // literals, white space
        "null",
        "true",
        "false",
        " \t\r\n1\n",
        "[ ]",
        "{ }",
        "{\r\n}",
        "[1 ,2 , 3 ]",
        "{ \"a\" : 1 , \"b\":2}",
        // strings
        r#""""#,
        r#""\"\\\/\b\f\n\r\t""#,
        r#""\u0000\uFFFF\uabCD""#,
        r#""\ud83d\ude00""#,
        // lone and swapped surrogates are valid, if meaningless
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\udc00\ud800""#,
        r#""\ud800\ud800\udc00""#,
        "\"\u{7f}\u{80}\u{2028}\u{feff}\u{10ffff}\"",
        // duplicate and empty keys
        r#"{"a":1,"a":2,"":3}"#,
        r#"{"\u0061":1,"a":2}"#,
        "[[],{},[[]],[{}],{\"a\":[]}]",
    ];
    for text in valid {
        assert!(check(text.as_bytes()), "{text:?}");
    }
    let invalid: &[&str] = &[
        // nothing, or not enough
        "",
        " ",
        "\n",
        "[",
        "{",
        "[1",
        "[1,",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "\"",
        "\"a",
        "\"\\",
        "\"\\u",
        "\"\\u12",
        "\"\\u123",
        "-",
        "1.",
        "1e",
        "1e+",
        "tru",
        "nul",
        "fals",
        // trailing bytes
        "1 2",
        "1,",
        "[]]",
        "{}}",
        "[],",
        "null x",
        "\"a\"b",
        "{}{}",
        "1\0",
        "[1]\n[2]",
        // numbers
        "+1",
        "01",
        "-01",
        ".5",
        "-.5",
        "1.e1",
        "1.5.",
        "1e1.5",
        "0x1",
        "1_000",
        "NaN",
        "Infinity",
        "-Infinity",
        "--1",
        "1-",
        "1e++1",
        "00",
        "-a",
        "１",
        // literals
        "True",
        "nulL",
        "nullx",
        "truefalse",
        "undefined",
        "n",
        "t",
        "f",
        // commas and colons
        "[,]",
        "[1,]",
        "[,1]",
        "[1,,2]",
        "[1 2]",
        "{,}",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{\"a\"::1}",
        "{\"a\",1}",
        "{1:2}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":}",
        "{null:1}",
        "[:]",
        "[\"a\":1]",
        "{[]:1}",
        // brackets that do not match
        "[}",
        "{]",
        "[1}",
        "{\"a\":1]",
        "[[}]",
        "]",
        "}",
        "[{]}",
        // strings
        "'a'",
        "\"\\x\"",
        "\"\\a\"",
        "\"\\'\"",
        "\"\\u00g0\"",
        "\"\\U0041\"",
        "\"\\u 123\"",
        "\"\\u+123\"",
        "\"\\\n\"",
        "\"\\0\"",
        "\"a\nb\"",
        "\"\t\"",
        "\"\0\"",
        "\"\u{1f}\"",
        "\"\\u00é0\"",
        "\"\\é\"",
        // white space that is none, comments, BOM
        "\u{a0}1",
        "\u{b}1",
        "\u{c}1",
        "1\u{2028}",
        "\u{feff}1",
        "\u{feff}{}",
        "// a\n1",
        "/**/1",
        "[1/*a*/]",
        "# a",
        "[\u{a0}]",
        "{\"a\"\u{c}:1}",
    ];
    for text in invalid {
        assert!(!check(text.as_bytes()), "{text:?}");
    }
    let not_utf8: &[&[u8]] = &[
        b"\xff",
        b"\"\x80\"",
        b"\"\xc3\"",
        b"\"\xc0\x80\"",
        b"\"\xe0\x80\x80\"",
        b"\"\xed\xa0\x80\"",
        b"\"\xf4\x90\x80\x80\"",
        b"\"\xf5\"",
        b"\"\xe2\x82",
        b"{\"a\":1}\xc3",
        b"\xff\xfe1\0",
        b"\"a longer text that leaves the first vector \xe6\x97\"",
        b"\"\xe6\x97\xa5 and then 16 more bytes \xa5\"",
    ];
    for bytes in not_utf8 {
        assert!(!check(bytes), "{bytes:?}");
        assert_eq!(Raw::parse(bytes).map_err(|fault| fault.kind).err(), Some(FaultKind::Utf8));
    }
}

#[test]
fn depth_has_one_border() {
    for open in [1, 2, 63, 64, 65, 127, 128, 129, 130, 500, 100_000] {
        for (before, middle, after) in [
            ("[", "", "]"),
            ("{\"a\":", "1", "}"),
            ("[{\"k\":", "[]", "}]"),
            (" [ ", " {} ", " ] "),
        ] {
            let text = before.repeat(open) + middle + &after.repeat(open);
            assert_eq!(check(text.as_bytes()), depth(&text) <= DEPTH, "{open} {before}");
        }
    }
    // The bracket that is one too many is the fault, before anything that is wrong after it.
    let text = "[".repeat(5000);
    let fault = Raw::parse_str(&text).unwrap_err();
    assert_eq!(fault, Fault { kind: FaultKind::Depth, at: DEPTH });
    // Closed ones do not count.
    assert!(check(format!("[{}]", ["[[]]"; 500].join(",")).as_bytes()));
    // The caller's own containers do.
    for outside in [0, 1, 5, 126, 127, 128, 129, usize::MAX] {
        for inside in [0, 1, 2, 3, 124, 127, 128] {
            let text = "[".repeat(inside) + "0" + &"]".repeat(inside);
            let found = Scanner::new(&text).value(outside);
            let fits = inside == 0 || outside.saturating_add(inside) <= DEPTH;
            assert_eq!(found.is_ok(), fits, "{outside} {inside}");
        }
    }
    // Which kind each bracket closes is remembered all the way down.
    for wrong in 0..DEPTH {
        let mut text: Vec<u8> = Vec::new();
        let kinds: Vec<bool> = (0..DEPTH).map(|n| (n * n + n / 3) % 2 == 0).collect();
        kinds.iter().for_each(|object| text.extend(if *object { &b"{\"\":"[..] } else { b"[" }));
        text.push(b'7');
        for (place, object) in kinds.iter().enumerate().rev() {
            text.push(if *object != (place == wrong) { b'}' } else { b']' });
        }
        let closing = text.len() - 1 - wrong;
        assert!(!check(&text));
        assert_eq!(Raw::parse(&text).unwrap_err().at, closing);
        text[closing] ^= b']' ^ b'}';
        assert!(check(&text));
    }
}

#[test]
fn many_documents_and_their_ruins() {
    let (mut good, mut bad) = (0, 0);
    let mut dice = Dice::new(2026);
    for _ in 0..40_000 {
        let mut text = String::new();
        document(&mut dice, 5, &mut text);
        assert!(check(text.as_bytes()), "{text}");
        for _ in 0..5 {
            let mut bytes = text.clone().into_bytes();
            damage(&mut dice, &mut bytes);
            if check(&bytes) { good += 1 } else { bad += 1 }
        }
    }
    // Both sides were tried often, or the damage is of the wrong kind.
    assert!(good > 20_000 && bad > 100_000, "{good} {bad}");
}

#[test]
fn every_cut_and_every_byte_of_one_message() {
    let text = r#" {"jsonrpc":"2.0","id":"\u00e9-1","method":"tools/call","params":{"name":"é",
        "arguments":{"a":[1,-2.5e+3,true,false,null,{}],"b\\":"漢\"字"}}} "#;
    let bytes = text.as_bytes();
    for cut in 0..bytes.len() {
        assert!(!check(&bytes[..cut]) || cut == bytes.len() - 1, "{cut}");
    }
    for at in 0..bytes.len() {
        for byte in 0..=255 {
            let mut changed = bytes.to_vec();
            changed[at] = byte;
            check(&changed);
        }
    }
}

/// Walks a document with the calls that go inside, and gives the spans of all its values.
fn walk(scanner: &mut Scanner<'_>, depth: usize, spans: &mut Vec<Span>) -> Result<(), Fault> {
    let mut first = true;
    if scanner.enter(b'{') {
        while scanner.member(&mut first)?.is_some() {
            walk_value(scanner, depth + 1, spans)?;
        }
    } else if scanner.enter(b'[') {
        while scanner.element(&mut first)? {
            walk_value(scanner, depth + 1, spans)?;
        }
    } else {
        spans.push(scanner.value(depth)?);
    }
    Ok(())
}

fn walk_value(scanner: &mut Scanner<'_>, depth: usize, spans: &mut Vec<Span>) -> Result<(), Fault> {
    if depth < 3 {
        return walk(scanner, depth, spans);
    }
    spans.push(scanner.value(depth)?);
    Ok(())
}

#[test]
fn going_inside_gives_the_same_verdict_and_place() {
    let mut dice = Dice::new(7);
    for _ in 0..60_000 {
        let mut text = String::new();
        document(&mut dice, 5, &mut text);
        let mut bytes = text.into_bytes();
        if dice.below(3) > 0 {
            damage(&mut dice, &mut bytes);
        }
        let Ok(text) = text_of(&bytes) else { continue };
        let mut spans = Vec::new();
        let mut scanner = Scanner::new(text);
        let inside = walk(&mut scanner, 0, &mut spans).and_then(|()| scanner.end());
        assert_eq!(inside.err(), Raw::parse_str(text).err(), "{text:?}");
        for span in spans {
            let piece = span.of(text).expect("a span of the text");
            assert!(is_valid(piece.as_bytes()) && piece.trim() == piece, "{piece:?} of {text:?}");
        }
        match inside {
            Ok(()) => assert_eq!(scanner.at(), text.len()),
            Err(fault) => assert_eq!(scanner.at(), fault.at, "{text:?}"),
        }
    }
}

#[test]
fn spans_are_careful() {
    let text = "aé漢";
    assert_eq!(Span::new(0, 1).of(text), Some("a"));
    assert_eq!(Span::new(1, 3).of(text), Some("é"));
    assert_eq!(Span::new(1, 2).of(text), None);
    assert_eq!(Span::new(2, 6).of(text), None);
    assert_eq!(Span::new(3, 7).of(text), None);
    assert_eq!(Span::new(100, 107).of(text), None);
    assert_eq!(Span { start: u32::MAX, len: u32::MAX }.of(text), None);
    assert_eq!(Span::NONE.of(text), None);
    assert_eq!(Span::new(5, 4), Span::NONE);
    assert_eq!(Span::new(0, usize::MAX), Span::NONE);
    assert!(Span::new(3, 3).is_none());
    assert_eq!(Span::new(2, 7).end(), 7);
    assert_eq!(size_of::<Span>(), 8);
}

fn any_document() -> impl Strategy<Value = String> {
    let space = "[ \n\r\t]{0,2}";
    let number = "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?";
    let string = "\"([^\"\\\\\u{0}-\u{1f}]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4}){0,20}\"";
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        number,
        string,
    ];
    let tree = leaf.prop_recursive(8, 64, 6, move |inner| {
        let spaced = (space, inner, space).prop_map(|(a, value, b)| a + &value + &b);
        let member = (space, string, space, spaced.clone())
            .prop_map(|(a, key, b, value)| a + &key + &b + ":" + &value);
        prop_oneof![
            prop::collection::vec(spaced, 1..6).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(member, 1..6)
                .prop_map(|items| format!("{{{}}}", items.join(","))),
            space.prop_map(|space| format!("[{space}]")),
            space.prop_map(|space| format!("{{{space}}}")),
        ]
    });
    (space, tree, space).prop_map(|(a, value, b)| a + &value + &b)
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(512)
    })]

    #[test]
    fn any_valid_document(text in any_document()) {
        prop_assert!(check(text.as_bytes()));
    }

    #[test]
    fn any_changed_document(text in any_document(), at: prop::sample::Index, byte: u8) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        check(&bytes);
    }

    #[test]
    fn any_tokens(tokens in prop::collection::vec(prop::sample::select(vec![
        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"\\u12\"", "1", "-", "0", ".", "e", "null",
        "true", "\\", " ",
        "é", "\n",
    ]), 0..12)) {
        check(tokens.concat().as_bytes());
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        check(&bytes);
    }
}

//! Sealed texts: known codes, every way to change one, what it is bound to, keys, time, sizes.
#![cfg(feature = "seal")]

use hmac::{Hmac, KeyInit, Mac};
use proptest::prelude::*;
use sansmcp::Code;
use sansmcp::json::{Raw, Text, base64};
use sansmcp::seal::{self, Bound, MIN_KEY, Purpose, Seal, SealError, sealed_len};

const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";

fn key() -> Seal {
    Seal::new(KEY).expect("32 bytes are enough")
}

fn close(seal: &Seal, bound: &Bound<'_>, expires: u64, data: &[u8]) -> String {
    let mut out = vec![b'#'; sealed_len(data.len())];
    seal.close(bound, expires, data, &mut out).expect("it fits").to_owned()
}

/// Opens a text whose inside is given as it stands between quotes.
fn open(seal: &Seal, bound: &Bound<'_>, now: u64, inside: &str) -> Result<Vec<u8>, SealError> {
    let mut out = vec![b'#'; inside.len()];
    let text = Text::parse(inside).expect("the inside of a string");
    seal.open(bound, now, text, &mut out).map(<[u8]>::to_vec)
}

fn raw(json: &str) -> Option<Raw<'_>> {
    Some(Raw::parse_str(json).expect("JSON"))
}

/// Base64 for URLs as the RFC tells it, by the alphabet of the other one.
fn unpadded(bytes: &[u8]) -> String {
    let mut out = vec![0; base64::encode_len(bytes.len())];
    base64::encode(bytes, &mut out).expect("it fits");
    let text = String::from_utf8(out).expect("ASCII");
    text.trim_end_matches('=').replace('+', "-").replace('/', "_")
}

#[test]
fn the_code_is_hmac_sha_256() {
    // RFC 4231, cases 1, 2 and 6: the functions that the seal is built on are the right ones.
    let cases: [(&[u8], &[u8], &str); 3] = [
        (
            &[0x0b; 20],
            b"Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        ),
        (
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
        (
            &[0xaa; 131],
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
    ];
    for (key, message, expected) in cases {
        let mut code = Hmac::<sha2::Sha256>::new_from_slice(key).expect("any length");
        code.update(message);
        let found: String =
            code.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn the_text_is_what_its_description_says() {
    for key in [KEY, &[5; MIN_KEY], &[6; 64], &[7; 65], &[8; 200]] {
        described(key);
    }
}

fn described(key: &[u8]) {
    // Built by hand: what is under the code, and what the text is made of. Whoever changes this
    // makes texts that are under way invalid, and has to say so.
    let arguments = raw("{ \"b\" : [1, 2.0,true ], \"a\\u0062\":\"x y\\n\" }");
    let bound = Bound::state("tools/call").principal(0x0102).name("t").arguments(arguments);
    let (expires, data) = (0x0a0b_u64, b"data!");
    let mut under = b"sansmcp seal 1\n\x01".to_vec();
    under.extend(0x0102_u64.to_be_bytes());
    under.extend(b"tools/call\xff\x01\x01t\xff");
    under.extend(b"{\"b\xff:[1,2.0,true],\"ab\xff:\"x y\n\xff}");
    under.extend(5_u64.to_be_bytes());
    under.extend(data);
    under.extend(expires.to_be_bytes());
    let mut code = Hmac::<sha2::Sha256>::new_from_slice(key).expect("any length");
    code.update(&under);
    let mut whole = data.to_vec();
    whole.extend(expires.to_be_bytes());
    whole.extend(code.finalize().into_bytes());
    let seal = Seal::new(key).expect("long enough");
    assert_eq!(close(&seal, &bound, expires, data), unpadded(&whole));
}

#[test]
fn every_length_comes_back_and_needs_no_escape() {
    let (seal, bound) = (key(), Bound::cursor("tools/list"));
    for len in 0..200 {
        let data: Vec<u8> = (0..len).map(|n| (n * 37 + len) as u8).collect();
        let text = close(&seal, &bound, 10, &data);
        assert_eq!(text.len(), sealed_len(len));
        assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')));
        assert_eq!(open(&seal, &bound, 9, &text), Ok(data));
    }
    assert_eq!((sealed_len(0), sealed_len(32)), (54, 96));
}

#[test]
fn a_buffer_too_small_says_what_it_takes_and_stays_as_it_was() {
    let (seal, bound) = (key(), Bound::state("tools/call"));
    let need = sealed_len(5);
    for room in 0..need {
        let mut out = vec![b'#'; room];
        assert_eq!(seal.close(&bound, 1, b"hello", &mut out), Err(SealError::Short { need }));
        assert!(out.iter().all(|byte| *byte == b'#'));
    }
    let text = close(&seal, &bound, 1, b"hello");
    let text = Text::parse(&text).expect("plain");
    for room in 0..5 {
        let found = seal.open(&bound, 0, text, &mut vec![0; room]).map(<[u8]>::to_vec);
        assert_eq!(found, Err(SealError::Short { need: 5 }));
    }
    // Not good: then the size of the buffer does not matter, and nobody is told to grow it.
    assert_eq!(seal.open(&bound, 1, text, &mut []), Err(SealError::Expired));
    assert_eq!(seal.open(&bound.principal(1), 0, text, &mut []), Err(SealError::Forged));
}

#[test]
fn nothing_is_written_that_was_not_checked() {
    let seal = key();
    let bound = Bound::state("tools/call");
    let text = close(&seal, &bound, 5, &[7; 100]);
    for (bound, now) in [(bound.principal(1), 0), (bound, 5)] {
        let mut out = [b'#'; 200];
        assert!(seal.open(&bound, now, Text::parse(&text).expect("plain"), &mut out).is_err());
        assert_eq!(out, [b'#'; 200]);
    }
}

#[test]
fn every_changed_symbol_is_seen() {
    let (seal, bound) = (key(), Bound::state("tools/call").name("t"));
    // All three remainders of the length, since unused bits could otherwise be changed.
    for data in [&b"abc"[..], b"abcd", b"abcde"] {
        let text = close(&seal, &bound, 10, data);
        for at in 0..text.len() {
            for symbol in "ABCDwxyz019-_+/=.~ é".chars() {
                let mut changed = text.clone();
                changed.replace_range(at..=at, symbol.encode_utf8(&mut [0; 4]));
                if changed != text {
                    let found = open(&seal, &bound, 0, &changed);
                    assert!(matches!(found, Err(SealError::Forged | SealError::NotSealed)));
                }
            }
            let cut = format!("{}{}", &text[..at], &text[at + 1..]);
            assert!(open(&seal, &bound, 0, &cut).is_err());
            assert!(open(&seal, &bound, 0, &text[..at]).is_err());
        }
        for tail in ["-TAMPERED", "A", "AA", "AAA", "AAAA", "=", "==", " ", "\\n", "\\u0000"] {
            assert!(open(&seal, &bound, 0, &format!("{text}{tail}")).is_err(), "{tail}");
            assert!(open(&seal, &bound, 0, &format!("{tail}{text}")).is_err(), "{tail}");
        }
        // Padding is no part of it, even where Base64 has some.
        let padded = format!("{text}{}", &"==="[..text.len().next_multiple_of(4) - text.len()]);
        if padded != text {
            assert_eq!(open(&seal, &bound, 0, &padded), Err(SealError::NotSealed));
        }
        // Bytes may not move between data, time and code either.
        assert!(open(&seal, &bound, 0, &format!("{text}{text}")).is_err());
    }
}

#[test]
fn what_no_seal_gives_is_told_apart() {
    let (seal, bound) = (key(), Bound::cursor("tools/list"));
    for text in ["", "A", "eyJwYWdlIjoyfQ==", "not sealed", "\\ud800", "\\\"", "ключ"] {
        assert_eq!(open(&seal, &bound, 0, text), Err(SealError::NotSealed), "{text}");
    }
    // The shortest that could be one, and lengths that Base64 has not.
    assert_eq!(open(&seal, &bound, 0, &"A".repeat(53)), Err(SealError::NotSealed));
    assert_eq!(open(&seal, &bound, 0, &"A".repeat(54)), Err(SealError::Forged));
    assert_eq!(open(&seal, &bound, 0, &"A".repeat(57)), Err(SealError::NotSealed));
    // Unused bits that are not zero.
    assert_eq!(open(&seal, &bound, 0, &("A".repeat(53) + "B")), Err(SealError::NotSealed));
    assert_eq!(open(&seal, &bound, 0, &("A".repeat(200_000))), Err(SealError::Forged));
}

#[test]
fn escapes_in_the_text_make_no_difference() {
    let (seal, bound) = (key(), Bound::state("tools/call"));
    let text = close(&seal, &bound, 10, b"some data");
    let escaped: String = text.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
    assert_eq!(open(&seal, &bound, 0, &escaped), Ok(b"some data".to_vec()));
    let half = format!("{}{}", &escaped[..escaped.len() / 2 / 6 * 6], &text[text.len() / 2..]);
    assert_eq!(open(&seal, &bound, 0, &half), Ok(b"some data".to_vec()));
}

#[test]
fn time_is_over_at_the_moment_given() {
    let (seal, bound) = (key(), Bound::state("tools/call"));
    let text = close(&seal, &bound, 1000, b"x");
    assert_eq!(open(&seal, &bound, 999, &text), Ok(b"x".to_vec()));
    assert_eq!(open(&seal, &bound, 1000, &text), Err(SealError::Expired));
    assert_eq!(open(&seal, &bound, u64::MAX, &text), Err(SealError::Expired));
    // Expired or not is said only of what is genuine.
    assert_eq!(open(&seal, &bound.name("other"), 1000, &text), Err(SealError::Forged));
    let forever = close(&seal, &bound, u64::MAX, b"x");
    assert_eq!(open(&seal, &bound, u64::MAX - 1, &forever), Ok(b"x".to_vec()));
}

#[test]
fn each_part_of_what_it_is_bound_to_counts() {
    let args = raw(r#"{"a":1,"b":"x"}"#);
    let base = Bound::state("tools/call").principal(7).name("t").arguments(args);
    let others = [
        Bound::cursor("tools/call").principal(7).name("t").arguments(args),
        Bound::state("prompts/get").principal(7).name("t").arguments(args),
        base.principal(8),
        base.name("u"),
        base.name(""),
        Bound::state("tools/call").principal(7).arguments(args),
        Bound::state("tools/call").principal(7).name("t"),
        base.arguments(None),
        base.arguments(raw(r#"{"a":1,"b":"y"}"#)),
        base.arguments(raw(r#"{"a":1,"b":"x","c":null}"#)),
        base.arguments(raw(r#"{"a":10,"b":"x"}"#)),
        base.arguments(raw(r#"{"a":"1","b":"x"}"#)),
        base.arguments(raw(r#"{"a":1.0,"b":"x"}"#)),
        base.arguments(raw(r#"{"b":"x","a":1}"#)),
        base.arguments(raw(r#"[{"a":1,"b":"x"}]"#)),
        // What moves from one part to the next.
        Bound::state("tools/callt").principal(7).name("").arguments(args),
    ];
    let seal = key();
    for (number, one) in others.iter().chain([&base]).enumerate() {
        let text = close(&seal, one, 10, b"data");
        assert_eq!(open(&seal, one, 0, &text), Ok(b"data".to_vec()));
        for (place, other) in others.iter().chain([&base]).enumerate() {
            if place != number {
                assert_eq!(open(&seal, other, 0, &text), Err(SealError::Forged), "{other:?}");
            }
        }
    }
    assert_eq!((base.purpose(), others[0].purpose()), (Purpose::State, Purpose::Cursor));
}

#[test]
fn the_same_request_written_in_another_way_is_the_same() {
    let seal = key();
    let base = Bound::state("tools/call").name("é/t").arguments(raw(r#"{"ab":["x\ny",-1.5e3]}"#));
    let text = close(&seal, &base, 10, b"data");
    let again = [
        Bound::state(Text::parse("tools\\/call").expect("sound"))
            .name(Text::parse("\\u00e9\\/t").expect("sound"))
            .arguments(raw("{\r\n\t\"a\\u0062\" : [ \"x\\u000Ay\" , -1.5e3 ]\n }")),
        base.name(Text::parse("é/t").expect("sound")),
    ];
    for bound in again {
        assert_eq!(open(&seal, &bound, 0, &text), Ok(b"data".to_vec()));
    }
    let none = Bound::state("tools/call").arguments(None);
    let text = close(&seal, &none, 10, b"data");
    for same in ["{}", "{ }", "null"] {
        assert_eq!(open(&seal, &none.arguments(raw(same)), 0, &text), Ok(b"data".to_vec()));
    }
    // White space within a string is no white space between tokens, and quotes do not confuse it.
    for (one, other) in [
        (r#"{"a":"x y"}"#, r#"{"a":"xy"}"#),
        (r#"{"a":"\"","b":""}"#, r#"{"a":"","b":"\""}"#),
        (r#"{"a":"b\",\"c"}"#, r#"{"a":"b","c":""}"#),
        (r#"["a,b"]"#, r#"["a","b"]"#),
        (r#"["\\"," "]"#, r#"["\\",""]"#),
        (r#"["\ud800"]"#, r#"["\ud801"]"#),
    ] {
        let text = close(&seal, &none.arguments(raw(one)), 10, b"data");
        assert_eq!(open(&seal, &none.arguments(raw(one)), 0, &text), Ok(b"data".to_vec()));
        let found = open(&seal, &none.arguments(raw(other)), 0, &text);
        assert_eq!(found, Err(SealError::Forged), "{one} {other}");
    }
}

#[test]
fn keys_change_without_losing_what_is_under_way() {
    let bound = Bound::cursor("resources/list");
    let (old, new) = (key(), Seal::new(&[9; MIN_KEY]).expect("just enough"));
    let text = close(&old, &bound, 10, b"page 2");
    let inside = Text::parse(&text).expect("plain");
    let mut out = [0; 16];
    assert_eq!(new.open(&bound, 0, inside, &mut out), Err(SealError::Forged));
    let both = [new.clone(), old.clone()];
    assert_eq!(seal::open(&both, &bound, 0, inside, &mut out), Ok(&b"page 2"[..]));
    assert_eq!(seal::open(&both, &bound, 10, inside, &mut out), Err(SealError::Expired));
    assert_eq!(seal::open(&both[..1], &bound, 0, inside, &mut out), Err(SealError::Forged));
    assert_eq!(seal::open(&[], &bound, 0, inside, &mut out), Err(SealError::Forged));
}

#[test]
fn weak_keys_are_refused_and_no_key_is_printed() {
    for len in 0..MIN_KEY {
        assert_eq!(Seal::new(&vec![1; len]).err(), Some(SealError::WeakKey));
    }
    assert!(Seal::new(&[1; 300]).is_ok());
    assert_eq!(format!("{:?}", key()), "Seal");
    println!("size of Seal: {} bytes", size_of::<Seal>());
    assert!(size_of::<Seal>() <= 256);
}

#[test]
fn the_peer_hears_the_same_whatever_was_wrong() {
    let said = SealError::Forged.answer();
    assert_eq!(said.map(|(code, _)| code), Some(Code::INVALID_PARAMS));
    assert_eq!(SealError::NotSealed.answer(), said);
    assert_eq!(SealError::Expired.answer(), said);
    assert_eq!(SealError::Short { need: 1 }.answer(), None);
    assert_eq!(SealError::WeakKey.answer(), None);
    for error in [SealError::WeakKey, SealError::NotSealed, SealError::Forged, SealError::Expired] {
        assert_eq!(error.to_string(), error.message());
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(512)
    })]

    #[test]
    fn what_is_closed_opens(
        secret in prop::collection::vec(any::<u8>(), MIN_KEY..100),
        data in prop::collection::vec(any::<u8>(), 0..300),
        principal: u64, expires in 1..u64::MAX, name: String,
    ) {
        let seal = Seal::new(&secret).expect("long enough");
        let bound = Bound::state("tools/call").principal(principal).name(&*name);
        let text = close(&seal, &bound, expires, &data);
        prop_assert_eq!(open(&seal, &bound, expires - 1, &text), Ok(data));
        prop_assert_eq!(open(&seal, &bound, expires, &text), Err(SealError::Expired));
    }

    #[test]
    fn any_text_is_refused(text: String, now: u64) {
        let inside = serde_json::to_string(&text).expect("a string");
        let inside = &inside[1..inside.len() - 1];
        prop_assert!(open(&key(), &Bound::state("tools/call"), now, inside).is_err());
    }

    #[test]
    fn any_symbols_are_refused(text in "[A-Za-z0-9_-]{0,200}", now: u64) {
        prop_assert!(open(&key(), &Bound::state("tools/call"), now, &text).is_err());
    }

    /// Two arguments are bound alike if and only if they are the same, as another parser has it.
    #[test]
    fn arguments_count_as_they_mean(one in json(), other in json()) {
        let written = [one.to_string(), serde_json::to_string_pretty(&one).expect("JSON")];
        let bound = Bound::state("tools/call");
        let text = close(&key(), &bound.arguments(raw(&written[0])), 10, b"data");
        let pretty = open(&key(), &bound.arguments(raw(&written[1])), 0, &text);
        prop_assert_eq!(pretty, Ok(b"data".to_vec()));
        let rest = other.to_string();
        let found = open(&key(), &bound.arguments(raw(&rest)), 0, &text);
        let is_empty = |value: &serde_json::Value| matches!(&*value.to_string(), "null" | "{}");
        let is_same = one == other || is_empty(&one) && is_empty(&other);
        prop_assert_eq!(found.is_ok(), is_same, "{} {}", one, other);
    }
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::Value;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..30_i64).prop_map(Value::from),
        "[a\" \\\\]{0,2}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-b]{1,2}", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

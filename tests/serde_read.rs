//! The user's own types out of JSON: the same values that serde_json reads, text borrowed where it
//! can be, and scratch that says how much it takes.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod json_kit;

use json_kit::{Dice, document};
use sansmcp::json::Raw;
use sansmcp::serde::{DeError, from_raw, scratch_for};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

fn read<T: DeserializeOwned>(text: &str) -> Result<T, DeError> {
    let mut scratch = vec![0; text.len()];
    // Nothing owned borrows from the scratch, so it may go.
    let scratch: &'static mut [u8] = Box::leak(std::mem::take(&mut scratch).into_boxed_slice());
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    from_raw(Raw::parse_str(text).expect("valid"), scratch)
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Unit;

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct New(String);

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Pair(i32, String);

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Fields {
    plain_one: i64,
    text: String,
    maybe: Option<Vec<u8>>,
    #[serde(default)]
    more: bool,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Strict {
    a: u8,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
enum Outside {
    Unit,
    New(i32),
    Tuple(i32, bool),
    Struct { a: i32, b: Option<String> },
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "type")]
enum Inside {
    #[serde(rename = "text")]
    Text { text: String },
    #[serde(rename = "none")]
    None,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "t", content = "c")]
enum Beside {
    A(i32),
    B { x: String },
    C,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
enum Bare {
    Number(i64),
    Float(f64),
    Text(String),
    List(Vec<Bare>),
    Nothing,
    Map(BTreeMap<String, Bare>),
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Flat {
    a: i32,
    #[serde(flatten)]
    rest: BTreeMap<String, serde_json::Value>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
enum Key {
    One,
    Two,
}

/// What serde_json reads, we read, and nothing else.
fn same<T: DeserializeOwned + PartialEq + Debug>(text: &str) {
    let wanted = serde_json::from_str::<T>(text);
    let found = read::<T>(text);
    match (&wanted, &found) {
        (Ok(wanted), Ok(found)) => assert_eq!(wanted, found, "{text}"),
        (Err(_), Err(_)) => {}
        _ => panic!("{} of {text}: {wanted:?}, but {found:?}", std::any::type_name::<T>()),
    }
}

fn same_in_all(text: &str) {
    same::<()>(text);
    same::<bool>(text);
    same::<f64>(text);
    same::<char>(text);
    same::<String>(text);
    same::<Option<String>>(text);
    same::<Option<Option<bool>>>(text);
    same::<Vec<String>>(text);
    same::<Vec<Vec<bool>>>(text);
    same::<(bool, String)>(text);
    same::<[String; 2]>(text);
    same::<[(); 0]>(text);
    same::<BTreeMap<String, String>>(text);
    same::<BTreeMap<char, serde_json::Value>>(text);
    if text.is_ascii() {
        // serde_json 1.0.154 cuts a character in two where it reports such a key, and panics.
        same::<BTreeMap<bool, Option<String>>>(text);
    }
    same::<BTreeMap<Key, Option<Key>>>(text);
    same::<Unit>(text);
    same::<New>(text);
    same::<Key>(text);
    same::<Box<New>>(text);
    same::<Inside>(text);
    same::<serde_json::Value>(text);
    same::<Vec<serde_json::Value>>(text);
    same::<std::net::Ipv4Addr>(text);
    same::<Cow<'static, str>>(text);
    // Integers in other shapes than plain digits are ours alone.
    if has_plain_numbers(text) {
        same::<Fields>(text);
        same::<Strict>(text);
        same::<Pair>(text);
        same::<Outside>(text);
        same::<Beside>(text);
        same::<Bare>(text);
        same::<Flat>(text);
        same::<BTreeMap<u8, i64>>(text);
        same::<BTreeMap<i64, Vec<u16>>>(text);
        same::<(u8, i8, u16, i16, u32, i32, u64, i64)>(text);
        same::<Vec<u8>>(text);
        same::<i8>(text);
        same::<u64>(text);
        same::<i64>(text);
        same::<u128>(text);
        same::<i128>(text);
    }
}

/// Whether no number outside strings has a point, an exponent or a zero with a sign.
fn has_plain_numbers(text: &str) -> bool {
    let (mut quoted, mut escaped) = (false, false);
    let outside: String = text
        .chars()
        .filter(|c| {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = quoted,
                '"' => quoted = !quoted,
                _ => return !quoted,
            }
            false
        })
        .collect();
    let outside = outside.replace("true", "").replace("false", "");
    !outside.contains(['.', 'e', 'E']) && !outside.contains("-0")
}

#[test]
fn chosen_documents() {
    for text in [
        "null",
        "true",
        "0",
        "-1",
        "255",
        "256",
        "-129",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "340282366920938463463374607431768211455",
        "340282366920938463463374607431768211456",
        "-170141183460469231731687303715884105728",
        "1.5",
        "-0.0",
        "1e2",
        "123456789.125",
        r#""""#,
        r#""a""#,
        r#""é""#,
        r#""\u00e9""#,
        r#""\ud83d\ude00""#,
        r#""ab""#,
        r#""Unit""#,
        r#""One""#,
        r#""\u004fne""#,
        r#""127.0.0.1""#,
        r#""127.0.0.\u0031""#,
        r#""a\n\"b\"""#,
        "[]",
        "[[]]",
        "[null]",
        "[true,\"x\"]",
        "[true,\"x\",1]",
        "[true]",
        r#"["a","b"]"#,
        r#"["a\n","\tb"]"#,
        "[1,\"x\"]",
        "[1,2,3]",
        "[1,2,300]",
        "[1,-2,3,-4,5,-6,7,-8]",
        "[[true,false],[]]",
        "{}",
        r#"{"a":1}"#,
        r#"{"a":1,"b":2}"#,
        r#"{"a":1,"a":2}"#,
        r#"{"\u0061":1}"#,
        r#"{"a":256}"#,
        r#"{"1":2,"3":4}"#,
        r#"{"-1":[1,2]}"#,
        r#"{"1":[1,2],"x":[]}"#,
        r#"{" 1":2}"#,
        r#"{"1 ":2}"#,
        r#"{"01":2}"#,
        r#"{"\u0031":2}"#,
        r#"{"true":null,"false":"x"}"#,
        r#"{"One":"Two","Two":null}"#,
        r#"{"x":1,"y":"z"}"#,
        r#"{"plainOne":1,"text":"x"}"#,
        r#"{"plainOne":1,"text":"x","maybe":null,"more":true,"other":[{}]}"#,
        r#"{"plainOne":1,"text":"\u0078\n","maybe":[1,2]}"#,
        r#"{"plainOne":1,"text":2}"#,
        r#"{"text":"x"}"#,
        r#"{"plainOne":1,"plainOne":1,"text":"x"}"#,
        r#"{"plain\u004fne":7,"te\u0078t":"x"}"#,
        r#"[1,"x",null,true]"#,
        r#"[1,"x",null]"#,
        r#"[1,"x",[5],false,0]"#,
        r#"{"Unit":null}"#,
        r#"{"Unit":1}"#,
        r#"{"New":5}"#,
        r#"{"New":null}"#,
        r#""New""#,
        r#"{"Tuple":[1,true]}"#,
        r#"{"Tuple":[1]}"#,
        r#"{"Tuple":[1,true,2]}"#,
        r#"{"Struct":{"a":1}}"#,
        r#"{"Struct":{"a":1,"b":"\n"}}"#,
        r#"{"Struct":[1,"x"]}"#,
        r#"{"Struct":{}}"#,
        r#"{"Str\u0075ct":{"a":1}}"#,
        r#"{"New":5,"Unit":null}"#,
        r#"{"Other":1}"#,
        r#"{"type":"text","text":"x"}"#,
        r#"{"text":"x\n","type":"te\u0078t"}"#,
        r#"{"type":"none"}"#,
        r#"{"type":"x"}"#,
        r#"{"type":1}"#,
        r#"{"t":"A","c":1}"#,
        r#"{"c":{"x":"\t"},"t":"B"}"#,
        r#"{"t":"C"}"#,
        r#"{"t":"C","c":null}"#,
        r#"{"t":"A"}"#,
        r#"[1,"a",[2,[]],null,{"k":{"l":"\u006d"}}]"#,
        r#"{"a":1,"z":{"y":[1,"\n",null,2.5]}}"#,
    ] {
        same_in_all(text);
        same_in_all(&format!(" [ {text} , {text} ] "));
        same_in_all(&format!("{{\"a\" : {text}}}"));
    }
}

#[test]
fn random_documents() {
    let mut dice = Dice::new(20);
    let (mut read_as_any, mut plain) = (0, 0);
    for _ in 0..4_000 {
        let mut text = String::new();
        document(&mut dice, 5, &mut text);
        // The nearest float is not what serde_json finds without a feature of its own.
        let text = text.replace("123456789012345678901234567890.5", "0.5");
        same_in_all(&text);
        plain += usize::from(has_plain_numbers(&text));
        read_as_any += usize::from(read::<serde_json::Value>(&text).is_ok());
        assert!(read::<IgnoredAny>(&text).is_ok());
    }
    assert!(read_as_any > 2_000 && plain > 1_000, "{read_as_any} {plain}");
}

#[test]
fn text_is_borrowed() {
    #[derive(Debug, Deserialize)]
    struct Borrowed<'a> {
        plain: &'a str,
        escaped: &'a str,
        #[serde(borrow)]
        cow: Cow<'a, str>,
        bytes: &'a [u8],
    }
    let text = r#"{"plain":"é","escaped":"a\u00e9\ud83d\ude00\n","cow":"x","bytes":"\u0001\\"}"#;
    let raw = Raw::parse_str(text).unwrap();
    let mut scratch = [b'#'; 20];
    let place = scratch.as_ptr_range();
    let value: Borrowed<'_> = from_raw(raw, &mut scratch).unwrap();
    assert_eq!((value.plain, value.escaped), ("é", "aé😀\n"));
    assert_eq!((&*value.cow, value.bytes), ("x", &b"\x01\\"[..]));
    assert!(text.as_bytes().as_ptr_range().contains(&value.plain.as_ptr()));
    assert!(place.contains(&value.escaped.as_ptr()) && place.contains(&value.bytes.as_ptr()));
    assert!(matches!(value.cow, Cow::Borrowed(_)));
    assert_eq!(scratch_for(raw), 8 + 2);
    assert_eq!(&scratch[10..], b"##########");
}

#[test]
fn scratch_says_how_much() {
    let text = r#"{"list":["\n\n\n","plain",{"\u0061b":"\u00e9"}],"x":"\\","y":"\ud800"}"#;
    let raw = Raw::parse_str(text).unwrap();
    // 3 and 2 and 2 and 1; the lone surrogate can never be decoded, so it needs nothing.
    assert_eq!(scratch_for(raw), 8);
    #[derive(Debug, Deserialize)]
    struct Outer<'a> {
        #[serde(borrow)]
        list: (&'a str, &'a str, BTreeMap<&'a str, &'a str>),
        x: &'a str,
    }
    for len in 0..8 {
        let found = from_raw::<Outer<'_>>(raw, &mut vec![0; len]).map(|_| ());
        assert_eq!(found, Err(DeError::Short { need: 8 }), "{len}");
    }
    let mut scratch = [0; 8];
    let outer: Outer<'_> = from_raw(raw, &mut scratch).unwrap();
    assert_eq!((outer.list.0, outer.list.1, outer.x), ("\n\n\n", "plain", "\\"));
    assert_eq!(outer.list.2.get("ab"), Some(&"é"));
    // What is copied leaves the scratch as it was: the longest is enough.
    let raw = Raw::parse(br#"["\n\n","\n\n\n","\n"]"#).unwrap();
    assert!(from_raw::<Vec<String>>(raw, &mut [0; 3]).is_ok());
    assert_eq!(from_raw::<Vec<String>>(raw, &mut [0; 2]), Err(DeError::Short { need: 6 }));
    assert_eq!(from_raw::<Vec<&str>>(raw, &mut [0; 5]), Err(DeError::Short { need: 6 }));
    // Without escapes none is needed, nor for members that nobody reads.
    let raw = Raw::parse(br#"{"a":1,"b":"\n"}"#).unwrap();
    assert_eq!(from_raw::<BTreeMap<&str, IgnoredAny>>(raw, &mut []).map(|map| map.len()), Ok(2));
}

#[test]
fn lone_surrogates_are_errors_where_they_are_read() {
    let raw = Raw::parse(br#"{"a":"\ud800","b":"\ude00x","c":1}"#).unwrap();
    #[derive(Debug, PartialEq, Deserialize)]
    struct C {
        c: u8,
    }
    assert_eq!(from_raw(raw, &mut [0; 8]), Ok(C { c: 1 }));
    let mut scratch = [0; 8];
    let found = from_raw::<BTreeMap<&str, serde_json::Value>>(raw, &mut scratch);
    assert_eq!(found, Err(DeError::Surrogate));
    assert_eq!(read::<char>(r#""\ud800""#), Err(DeError::Surrogate));
    assert_eq!(read::<String>(r#""\udfff\ud800""#), Err(DeError::Surrogate));
    assert_eq!(read::<char>(r#""\ud83d\ude00""#), Ok('😀'));
    assert_eq!(read::<BTreeMap<String, u8>>(r#"{"\ud800":1}"#), Err(DeError::Surrogate));
}

#[test]
fn integers_are_exact_in_any_shape() {
    assert_eq!(read("42.0"), Ok(42u8));
    assert_eq!(read("1e3"), Ok(1000i16));
    assert_eq!(read("-2.50e1"), Ok(-25i64));
    assert_eq!(read("-0"), Ok(0u8));
    assert_eq!(read("9007199254740993"), Ok(9_007_199_254_740_993i64));
    assert_eq!(read("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(read("340282366920938463463374607431768211455"), Ok(u128::MAX));
    assert_eq!(read("-170141183460469231731687303715884105728"), Ok(i128::MIN));
    for text in ["0.5", "1e-1", "256", "-1", "1e30", "\"1\"", "null", "true", "[1]"] {
        assert_eq!(read::<u8>(text), Err(DeError::Type), "{text}");
    }
    assert_eq!(read::<i64>("9223372036854775808"), Err(DeError::Type));
    assert_eq!(read::<u64>("18446744073709551616"), Err(DeError::Type));
}

#[test]
fn floats_are_the_nearest() {
    for text in
        ["0.1", "1", "-2.5e-3", "1e22", "123456789012345678901234567890.5", "5e-324", "16777217"]
    {
        assert_eq!(read::<f64>(text), Ok(text.parse().unwrap()));
        assert_eq!(read::<f32>(text), Ok(text.parse().unwrap()));
    }
    assert_eq!(read::<f64>("1e999"), Err(DeError::Type));
    assert_eq!(read::<f32>("1e99"), Err(DeError::Type));
}

#[test]
fn errors_say_what_is_wrong() {
    assert_eq!(read::<Fields>("{}"), Err(DeError::Missing("plainOne")));
    assert_eq!(read::<Fields>("[]"), Err(DeError::Length));
    assert_eq!(read::<Strict>(r#"{"a":1,"a":2}"#), Err(DeError::Duplicate("a")));
    assert_eq!(read::<Strict>(r#"{"b":1}"#), Err(DeError::UnknownField));
    assert_eq!(read::<Outside>("\"Nope\""), Err(DeError::UnknownVariant));
    assert_eq!(read::<Outside>(r#"{"Unit":null,"New":1}"#), Err(DeError::Length));
    assert_eq!(read::<(u8, u8)>("[1,2,3]"), Err(DeError::Length));
    assert_eq!(read::<(u8, u8)>("[1]"), Err(DeError::Length));
    assert_eq!(read::<bool>("1"), Err(DeError::Type));
    assert_eq!(read::<char>("\"ab\""), Err(DeError::Value));
    assert_eq!(read::<std::net::Ipv4Addr>("\"x\""), Err(DeError::Custom));
    assert_eq!(DeError::Missing("a").to_string(), "missing member a");
    assert_eq!(DeError::Short { need: 1 }.to_string(), "scratch too small");
}

#[test]
fn raw_is_a_type_too() {
    #[derive(Debug, Deserialize)]
    struct Kept<'a> {
        #[serde(borrow)]
        any: Raw<'a>,
        #[serde(borrow)]
        maybe: Option<Raw<'a>>,
    }
    let raw = Raw::parse(br#"{ "any" : { "a" : [ 1, "\ud800" ] } , "maybe" : null }"#).unwrap();
    let kept: Kept<'_> = from_raw(raw, &mut []).unwrap();
    assert_eq!(kept.any.as_str(), r#"{ "a" : [ 1, "\ud800" ] }"#);
    assert!(kept.maybe.is_none());
    // Others hand over what they like: it is checked.
    let found = serde::Deserialize::deserialize(serde::de::value::BorrowedStrDeserializer::<
        serde::de::value::Error,
    >::new("[1"));
    assert!(found.map(|raw: Raw<'_>| raw.as_str().len()).is_err());
}

#[test]
fn as_deep_as_json_goes() {
    #[derive(Debug, Deserialize)]
    #[serde(transparent)]
    struct Nest(Vec<Nest>);
    let text = "[".repeat(128) + &"]".repeat(128);
    let mut nest = &read::<Nest>(&text).unwrap();
    let mut depth = 1;
    while let Some(inner) = nest.0.first() {
        nest = inner;
        depth += 1;
    }
    assert_eq!(depth, 128);
}

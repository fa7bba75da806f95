//! The walk through a value: the same members, items and kinds that serde_json finds.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod json_kit;

use json_kit::{Dice, document};
use sansmcp::json::{Kind, Number, Raw};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

fn compare(raw: Raw<'_>, wanted: &RawValue) {
    let text = wanted.get();
    assert_eq!(raw.as_str(), text);
    let kind = match text.as_bytes()[0] {
        b'n' => Kind::Null,
        b't' | b'f' => Kind::Bool,
        b'"' => Kind::String,
        b'[' => Kind::Array,
        b'{' => Kind::Object,
        _ => Kind::Number,
    };
    assert_eq!(raw.kind(), kind);
    assert_eq!(raw.is_null(), kind == Kind::Null);
    assert_eq!(raw.bool(), serde_json::from_str(text).ok());
    assert_eq!(raw.number().is_some(), kind == Kind::Number);
    assert_eq!(raw.text().map(|text| format!("\"{}\"", text.raw())).as_deref(), {
        (kind == Kind::String).then_some(text)
    });
    let items: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
    assert_eq!(raw.items().count(), items.len());
    for (index, (item, wanted)) in raw.items().zip(&items).enumerate() {
        compare(item, wanted);
        assert_eq!(raw.at(index).map(|item| item.as_str()), Some(wanted.get()));
    }
    assert!(raw.at(items.len()).is_none());
    if kind != Kind::Object {
        assert_eq!(raw.members().count(), 0);
        assert!(raw.get("a").is_none());
        return;
    }
    // serde_json refuses keys with lone surrogates, which are ours to carry.
    let Ok(members) = serde_json::from_str::<BTreeMap<String, &RawValue>>(text) else { return };
    let mut last = BTreeMap::new();
    for (key, value) in raw.members() {
        last.insert(key.chars().map(Result::unwrap).collect::<String>(), value);
    }
    assert_eq!(last.len(), members.len());
    for (key, wanted) in &members {
        compare(last[key], wanted);
        let found = raw.get(key).expect("a key that is there");
        assert_eq!(found.as_str(), wanted.get(), "the last of those named {key:?}");
    }
    assert!(raw.get("a key that nobody has").is_none());
}

#[test]
fn random_documents() {
    let mut dice = Dice::new(5);
    for _ in 0..20_000 {
        let mut text = String::new();
        document(&mut dice, 5, &mut text);
        let wanted: &RawValue = serde_json::from_str(&text).expect("valid");
        compare(Raw::parse_str(&text).expect("valid"), wanted);
    }
}

#[test]
fn the_last_of_duplicates() {
    let raw = Raw::parse(br#"{"a":1,"\u0061":2,"b":3,"a":[4],"A":5}"#).expect("valid");
    assert_eq!(raw.get("a").map(|value| value.as_str()), Some("[4]"));
    let both: Value = serde_json::from_str(raw.as_str()).expect("valid");
    assert_eq!(both["a"].to_string(), "[4]");
    let raw = Raw::parse(br#"{"a":1,"\u0061":2}"#).expect("valid");
    assert_eq!(raw.get("a").map(|value| value.as_str()), Some("2"));
    assert_eq!(raw.get("\\u0061").map(|value| value.as_str()), None);
}

#[test]
fn empty_names_and_values_are_there() {
    let raw = Raw::parse(br#" { "" : "" , "n" : null , "o":{ } , "l":[ ] } "#).expect("valid");
    assert_eq!(raw.as_str(), r#"{ "" : "" , "n" : null , "o":{ } , "l":[ ] }"#);
    assert!(raw.get("").and_then(|value| value.text()).is_some_and(|text| text.is_empty()));
    assert!(raw.get("n").is_some_and(|value| value.is_null()));
    assert_eq!(
        raw.get("o").map(|value| (value.as_str(), value.members().count())),
        Some(("{ }", 0))
    );
    assert_eq!(raw.get("l").map(|value| (value.as_str(), value.items().count())), Some(("[ ]", 0)));
    assert_eq!(raw.members().count(), 4);
}

#[test]
fn path_through_a_message() {
    let raw = Raw::parse(br#"{"params":{"list":[1,{"x":"y"},"z"]}}"#).expect("valid");
    let list = raw.get("params").and_then(|params| params.get("list")).expect("there");
    assert_eq!(list.at(0).and_then(|item| item.number()), Some(Number::Int(1)));
    assert_eq!(list.at(1).and_then(|item| item.get("x")).map(|item| item.as_str()), Some("\"y\""));
    assert_eq!(list.at(2).map(|item| item.kind()), Some(Kind::String));
    assert!(list.at(3).is_none() && list.get("x").is_none() && raw.at(0).is_none());
    assert!(Raw::NULL.is_null());
}

#[test]
fn deep_values_take_no_stack() {
    let text = "[".repeat(128) + &"]".repeat(128);
    let mut raw = Raw::parse_str(&text).expect("valid");
    for _ in 0..127 {
        raw = raw.at(0).expect("one more");
    }
    assert_eq!(raw.as_str(), "[]");
}

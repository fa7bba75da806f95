//! Types written for serde-json-core, and where it and our own reading differ. If one of these
//! fails after an update, serde-json-core has become better: say so in the docs of `json_core`.
#![cfg(feature = "serde-json-core")]
#![allow(clippy::unwrap_used)] // a panic is how a test fails

use sansmcp::json::{Raw, Writer};
use sansmcp::serde::{CoreError, DeError, core_from_raw, core_to_writer, from_raw, to_writer};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Reading<'a> {
    name: &'a str,
    value: i32,
    on: Option<bool>,
}

#[test]
fn both_read_and_write_plain_types() {
    let text = r#"{"name":"é","value":-7,"on":null}"#;
    let raw = Raw::parse_str(text).unwrap();
    let wanted = Reading { name: "é", value: -7, on: None };
    assert_eq!(core_from_raw(raw, None), Ok(Reading { name: "é", value: -7, on: None }));
    assert_eq!(from_raw(raw, &mut []), Ok(Reading { name: "é", value: -7, on: None }));
    let (mut ours, mut theirs, mut between) = ([0; 64], [0; 64], [0; 64]);
    let (mut ours, mut theirs) = (Writer::new(&mut ours), Writer::new(&mut theirs));
    to_writer(&wanted, &mut ours).unwrap();
    core_to_writer(&wanted, &mut theirs, &mut between).unwrap();
    assert_eq!(ours.finish(), text.as_bytes());
    assert_eq!(theirs.finish(), text.as_bytes());
}

#[test]
fn escaped_text_is_read_wrongly_without_scratch() {
    let raw = Raw::parse(br#"{"name":"a\u0062\n","value":1,"on":true}"#).unwrap();
    let theirs: Reading<'_> = core_from_raw(raw, None).unwrap();
    assert_eq!(theirs.name, r"a\u0062\n", "the escapes, not the text");
    let mut scratch = [0; 8];
    let ours: Reading<'_> = from_raw(raw, &mut scratch).unwrap();
    assert_eq!(ours.name, "ab\n");
}

#[test]
fn surrogate_pairs_are_refused_with_scratch() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Owned {
        name: String,
    }
    let raw = Raw::parse(br#"{"name":"\ud83d\ude00"}"#).unwrap();
    assert_eq!(core_from_raw::<Owned>(raw, Some(&mut [0; 64])), Err(CoreError::Read));
    assert_eq!(from_raw(raw, &mut [0; 64]), Ok(Owned { name: "😀".to_owned() }));
    let raw = Raw::parse(br#"{"name":"\u0041"}"#).unwrap();
    let owned = Owned { name: "A".to_owned() };
    assert_eq!(core_from_raw(raw, Some(&mut [0; 64])), Ok(owned));
}

#[test]
fn types_that_look_first_are_refused() {
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(i32),
        Flag(bool),
    }
    let raw = Raw::parse(b"true").unwrap();
    assert_eq!(core_from_raw::<Either>(raw, None), Err(CoreError::Read));
    assert_eq!(from_raw(raw, &mut []), Ok(Either::Flag(true)));
}

#[test]
fn sizes_are_ours_alone() {
    let value = Reading { name: "a long enough name", value: 1, on: None };
    let mut buffer = [0; 8];
    let mut writer = Writer::new(&mut buffer);
    assert_eq!(core_to_writer(&value, &mut writer, &mut [0; 8]), Err(CoreError::Write));
    assert_eq!(writer.total(), 0);
    to_writer(&value, &mut writer).unwrap();
    assert_eq!((writer.fits(), writer.total()), (false, 49));
    let raw = Raw::parse(br#""\n""#).unwrap();
    assert_eq!(from_raw::<&str>(raw, &mut []), Err(DeError::Short { need: 1 }));
}

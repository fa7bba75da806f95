//! The user's own types into JSON: the same bytes as serde_json, counted whatever fits.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used)] // a panic is how a test fails

use sansmcp::json::{Raw, Writer};
use sansmcp::serde::{SerError, to_writer};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Unit;

#[derive(Serialize)]
struct New<T>(T);

#[derive(Serialize)]
struct Pair(i32, &'static str);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fields<'a> {
    plain_one: i64,
    text: &'a str,
    maybe: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    absent: Option<u8>,
    inner: Box<Option<Fields<'a>>>,
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
enum Outside {
    Unit,
    New(i32),
    Tuple(i32, bool),
    Struct { a: i32, b: Option<String> },
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum Inside {
    Text { text: String },
    None,
}

#[derive(Serialize)]
struct Flat<'a> {
    a: i32,
    #[serde(flatten)]
    rest: &'a BTreeMap<String, Inside>,
}

struct Bytes;

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&[0, 10, 255])
    }
}

/// Writes a part and then gives up.
struct Broken;

impl Serialize for Broken {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("no"))
    }
}

fn write<T: Serialize + ?Sized>(value: &T) -> Result<String, SerError> {
    let mut buffer = vec![0; 4096];
    let mut writer = Writer::new(&mut buffer);
    to_writer(value, &mut writer)?;
    assert!(writer.fits());
    Ok(String::from_utf8(writer.finish().to_vec()).unwrap())
}

fn same<T: Serialize + ?Sized>(value: &T) {
    let wanted = serde_json::to_string(value).unwrap();
    assert_eq!(write(value).as_deref(), Ok(wanted.as_str()));
    for skip in 0..wanted.len() {
        for len in [0, 1, 7, wanted.len()] {
            let mut buffer = vec![0; len];
            let mut writer = Writer::window(&mut buffer, skip);
            to_writer(value, &mut writer).unwrap();
            assert_eq!(writer.total(), wanted.len());
            let end = (skip + len).min(wanted.len());
            assert_eq!(writer.finish(), &wanted.as_bytes()[skip..end]);
        }
    }
}

#[test]
fn all_shapes() {
    same(&());
    same(&true);
    same(&(i8::MIN, u8::MAX, i16::MIN, u16::MAX, i32::MIN, u32::MAX));
    same(&(i64::MIN, i64::MAX, u64::MAX, i128::MIN, i128::MAX, u128::MAX, 0u128, -7i128));
    same(&('a', '"', '\n', '😀', "", "a\"\\\u{1}\u{1f}é"));
    same(&Some("x"));
    same(&None::<u8>);
    same::<[u8]>(&[]);
    same(&vec![vec![1, 2], vec![], vec![3]]);
    same(&Unit);
    same(&New(Unit));
    same(&New(New(vec![1])));
    same(&Pair(-1, "\t"));
    same(&Bytes);
    same(&[Outside::Unit, Outside::New(1), Outside::Tuple(2, false)]);
    same(&Outside::Struct { a: 1, b: Some("é\u{2028}".to_owned()) });
    same(&[Inside::None, Inside::Text { text: "\"".to_owned() }]);
    let leaf =
        Fields { plain_one: 2, text: "", maybe: None, absent: Some(1), inner: Box::new(None) };
    let inner = Box::new(Some(leaf));
    same(&Fields { plain_one: 1, text: "é\n", maybe: Some(vec![1, 2]), absent: None, inner });
    let rest = BTreeMap::from([("x".to_owned(), Inside::None), ("\"".to_owned(), Inside::None)]);
    same(&Flat { a: 1, rest: &rest });
    same(&std::net::Ipv4Addr::LOCALHOST);
    same(&format_args!("a \"{}\" \n é", 'b'));
    same(&serde_json::json!({"a": [1, -2, "x", null, true, {"b": {}}], "c": []}));
}

#[test]
fn all_keys() {
    same(&BTreeMap::from([("a\"", 1), ("", 2)]));
    same(&BTreeMap::from([('a', 1), ('"', 2)]));
    same(&BTreeMap::from([(i8::MIN, ()), (0, ()), (7, ())]));
    same(&BTreeMap::from([(u64::MAX, ())]));
    same(&BTreeMap::from([(i128::MIN, ()), (i128::MAX, ())]));
    same(&BTreeMap::from([(u128::MAX, ())]));
    same(&BTreeMap::from([(true, 1), (false, 0)]));
    same(&BTreeMap::from([(Outside::Unit, 1)]));
    same(&BTreeMap::from([(std::net::Ipv4Addr::LOCALHOST, 1)]));
    #[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Name(String);
    same(&BTreeMap::from([(Name("x".to_owned()), 1)]));
    assert_eq!(write(&BTreeMap::from([((), 1)])), Err(SerError::Key));
    assert_eq!(write(&BTreeMap::from([(vec![1], 1)])), Err(SerError::Key));
    assert_eq!(write(&BTreeMap::from([((1, 2), 1)])), Err(SerError::Key));
    assert_eq!(write(&BTreeMap::from([(None::<u8>, 1)])), Err(SerError::Key));
    assert_eq!(write(&BTreeMap::from([(Outside::New(1), 1)])), Err(SerError::Key));
    let long = Outside::Struct { a: 1, b: None };
    assert_eq!(write(&BTreeMap::from([(long, 1)])), Err(SerError::Key));
}

#[test]
fn nothing_is_written_in_vain() {
    let mut buffer = [0; 64];
    let mut writer = Writer::new(&mut buffer);
    writer.put(b"[");
    assert_eq!(to_writer(&("text", 1, Broken), &mut writer), Err(SerError::Custom));
    assert_eq!(to_writer(&(1, BTreeMap::from([((), 1)])), &mut writer), Err(SerError::Key));
    assert_eq!(writer.total(), 1);
    to_writer(&(1, "x"), &mut writer).unwrap();
    assert_eq!(writer.finish(), b"[[1,\"x\"]");
}

#[test]
fn raw_stays_raw() {
    #[derive(Serialize)]
    struct Kept<'a> {
        any: Raw<'a>,
        list: [Raw<'a>; 2],
    }
    let any = Raw::parse(b"{\"a\" :\n[1, \"\\ud800\"]}").unwrap();
    let kept = Kept { any, list: [Raw::NULL, any] };
    let wanted = r#"{"any":{"a" : [1, "\ud800"]},"list":[null,{"a" : [1, "\ud800"]}]}"#;
    assert_eq!(write(&kept).as_deref(), Ok(wanted));
    // The name by which it is known is no back door.
    struct Fake<T>(T);
    impl<T: Serialize> Serialize for Fake<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_newtype_struct("$sansmcp::Raw", &self.0)
        }
    }
    assert_eq!(write(&Fake("[1")), Err(SerError::Custom));
    assert_eq!(write(&Fake(1)), Err(SerError::Custom));
    assert_eq!(write(&Fake(vec![1])), Err(SerError::Custom));
    assert_eq!(write(&Fake("[1]")).as_deref(), Ok("[1]"));
}

#[test]
fn floats() {
    for value in [0.0, 1.0, -1.0, 42.0, 9_007_199_254_740_992.0, -9_007_199_254_740_992.0] {
        let text = write(&value).unwrap();
        assert_eq!(text.parse::<f64>(), Ok(value));
        assert_eq!(write(&(value as f32)).unwrap().parse::<f32>(), Ok(value as f32));
        if cfg!(not(feature = "float")) {
            assert_eq!(text, (value as i64).to_string());
        }
    }
    for value in [0.5, 1e300, -0.1, f64::MIN_POSITIVE, 9_007_199_254_740_994.0] {
        match write(&(1, value)) {
            Err(error) => assert!(error == SerError::Float && cfg!(not(feature = "float"))),
            Ok(text) if cfg!(not(feature = "float")) => panic!("{value} as {text}"),
            Ok(text) => {
                assert_eq!(serde_json::from_str::<(u8, f64)>(&text).unwrap().1, value);
            }
        }
    }
    assert_eq!(write(&f64::NAN).as_deref(), Ok("null"));
    assert_eq!(write(&f32::INFINITY).as_deref(), Ok("null"));
    if cfg!(feature = "float") {
        assert_eq!(write(&0.1f32).as_deref(), Ok("0.1"));
    }
}

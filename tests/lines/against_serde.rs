//! What is known of an over-long line against what serde_json reads in the same bytes. Of those
//! that are no JSON object, only that no id goes out that is not JSON itself.

use crate::{Dice, Got, Known, NOTIFICATION, REQUEST, RESPONSE, UNKNOWN, read};
use proptest::prelude::*;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The members of an object in their order, doubles included.
struct Members<'a>(Vec<(String, &'a str)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;
            fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((key, value)) = map.next_entry::<&'de RawValue, &'de RawValue>()? {
                    // A lone surrogate is valid, and no text; no key of interest has one.
                    let key = serde_json::from_str(key.get()).unwrap_or_default();
                    members.push((key, value.get()));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// `None` if it is no JSON object.
fn by_serde(line: &[u8]) -> Option<Known> {
    let len = line.len() as u64;
    let Members(members) = serde_json::from_slice(line).ok()?;
    let has = |name: &str| members.iter().any(|(key, _)| key == name);
    let ids: Vec<&str> =
        members.iter().filter(|(key, _)| key == "id").map(|(_, value)| *value).collect();
    let id = match ids[..] {
        [id] if id.len() <= 128
            && id.starts_with(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) =>
        {
            Some(id.to_owned())
        }
        _ => None,
    };
    let kind = match (has("method"), has("id"), has("result") || has("error")) {
        (true, true, _) => REQUEST,
        (true, false, _) => NOTIFICATION,
        (false, _, true) => RESPONSE,
        (false, _, false) => UNKNOWN,
    };
    Some(Known { id, kind, len })
}

/// Whether what was read of a line that is no JSON object can do harm.
fn is_harmless(got: &Known, line: &[u8]) -> bool {
    let is_json = |id: &String| serde_json::from_str::<&RawValue>(id).is_ok();
    got.len == line.len() as u64 && got.id.as_ref().is_none_or(is_json)
}

fn by_skim(line: &[u8], size: usize, chunk: impl FnMut(usize) -> usize) -> Known {
    match &read(line, size, chunk)[..] {
        [Got::TooLong(known)] => known.clone(),
        other => panic!("{other:?}"),
    }
}

fn space() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["", "", "", "", " ", "\t", "\r", "  "])
}

/// The inside of a JSON string, escapes and all.
fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        8 => "[ -!#-\\[\\]-~]{0,6}",
        2 => "[\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]{1,2}",
        2 => prop::sample::select(vec![
            "\\\"", "\\\\", "\\/", "\\n", "\\u0069", "\\u00e9", "\\ud83d\\ude00", "id", "{", "]",
        ]).prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 0..4).prop_map(|parts| parts.concat())
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "id", "id", "\\u0069d", "i\\u0064", "method", "m\\u0065thod", "params", "result",
            "error", "jsonrpc", "Id", "idx", "i", "", "\\\"id", "id\\\\",
        ]).prop_map(str::to_owned),
        1 => text(),
    ]
}

fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop::sample::select(vec!["null", "true", "false", "{}", "[]", "0", "-0", "1e9"])
            .prop_map(str::to_owned),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,4})?([eE][+-]?[0-9]{1,3})?",
        text().prop_map(|text| format!("\"{text}\"")),
        (120_usize..136).prop_map(|count| "9".repeat(count)),
        (120_usize..136).prop_map(|count| format!("\"{}\"", "n".repeat(count))),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec((space(), inner.clone(), space()), 0..4).prop_map(|items| {
                let items: Vec<String> =
                    items.iter().map(|(a, item, b)| format!("{a}{item}{b}")).collect();
                format!("[{}]", items.join(","))
            }),
            prop::collection::vec(member(inner), 0..4)
                .prop_map(|members| format!("{{{}}}", members.join(","))),
        ]
    })
}

fn member(value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    (space(), key(), space(), space(), value, space())
        .prop_map(|(a, key, b, c, value, d)| format!("{a}\"{key}\"{b}:{c}{value}{d}"))
}

fn document() -> impl Strategy<Value = String> {
    (space(), prop::collection::vec(member(value()), 0..7), space())
        .prop_map(|(a, members, b)| format!("{a}{{{}}}{b}", members.join(",")))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn the_same_id_and_kind_in_every_object(
        line in document(),
        size in any::<prop::sample::Index>(),
        largest in 1_usize..40,
    ) {
        prop_assert!(serde_json::from_str::<Members<'_>>(&line).is_ok(), "not JSON: {}", line);
        let size = 1 + size.index(line.len());
        let got = by_skim(line.as_bytes(), size, |_| largest);
        prop_assert_eq!(Some(got), by_serde(line.as_bytes()));
    }

    #[test]
    fn the_same_verdict_on_damaged_objects(
        line in document(),
        damage in prop::collection::vec(
            (any::<prop::sample::Index>(), 0_u8..4, any::<u8>(), any::<prop::sample::Index>()),
            1..4,
        ),
        size in any::<prop::sample::Index>(),
    ) {
        let mut line = line.into_bytes();
        for (place, how, byte, other) in damage {
            let at = place.index(line.len());
            match how {
                0 => line[at] = byte,
                1 => line.insert(at, byte),
                2 if line.len() > 1 => { line.remove(at); }
                _ => line[at] = line[other.index(line.len())],
            }
        }
        line.retain(|&byte| byte != b'\n');
        prop_assume!(!line.iter().all(|byte| b" \t\r".contains(byte)));
        let size = 1 + size.index(line.len());
        let got = by_skim(&line, size, |_| 3);
        match by_serde(&line) {
            Some(wanted) => prop_assert_eq!(got, wanted),
            None => prop_assert!(is_harmless(&got, &line), "{:?} of {}", got, line.escape_ascii()),
        }
    }
}

/// The same with bytes that are likely to matter, very often. Deterministic.
#[test]
fn the_same_verdict_on_many_small_changes() {
    const SEEDS: [&str; 4] = [
        r#"{"jsonrpc":"2.0","method":"x","params":{"a":[1,{"id":"x"},-2.5e3,"é\n"]},"id":42}"#,
        r#"{"id":"\u0041-😀","method":"x","params":[true,false,null,[[]],{"":{}}]}"#,
        r#" { "result" : { "content" : [ { "text" : "\"}\\" } ] } , "id" : -0.1E+5 } "#,
        r#"{"\u0069d":0,"error":{"code":-32600,"message":"\ud83d\ude00"},"x":"id"}"#,
    ];
    let bytes = b"\"\"\"\\\\{}[],,::019-+.eEtfnuid \t\r\x00\x1f\x7f\x80\xbf\xc3\xe2\xed\xf0\xff";
    let mut dice = Dice(0x5eed_0003);
    let (mut read, mut refused) = (0, 0);
    for round in 0..60_000 {
        let mut line = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        for _ in 0..1 + dice.roll(3) {
            let at = dice.roll(line.len());
            let byte = bytes[dice.roll(bytes.len())];
            match dice.roll(4) {
                0 => line[at] = byte,
                1 => line.insert(at, byte),
                2 => drop(line.remove(at)),
                _ => {
                    let from = dice.roll(line.len());
                    let piece = line[from..line.len().min(from + 12)].to_vec();
                    line.splice(at..at, piece);
                }
            }
        }
        let size = 1 + dice.roll(line.len());
        let wanted = by_serde(&line);
        let got = by_skim(&line, size, |_| 1 + dice.roll(size));
        match wanted {
            Some(wanted) => {
                assert_eq!(got, wanted, "{}", line.escape_ascii());
                read += 1;
            }
            None => {
                assert!(is_harmless(&got, &line), "{got:?} of {}", line.escape_ascii());
                refused += 1;
            }
        }
    }
    assert!(read > 5_000 && refused > 5_000, "too one-sided: {read} {refused}");
}

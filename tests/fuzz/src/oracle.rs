//! What serde_json and the standard library say of a text. Nothing here owes anything to the code
//! under test.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The value in `text`, without the white space around it; `None` if it is not one JSON value.
/// serde_json sets no limit to the depth of a raw value.
pub fn value(text: &str) -> Option<&str> {
    serde_json::from_str::<&RawValue>(text).ok().map(RawValue::get)
}

/// How many containers are open at once, at most; of a text that is not JSON, a number that no
/// reader goes beyond before it finds that out.
pub fn depth(text: &str) -> usize {
    let (mut open, mut deepest, mut quoted, mut escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => {
                open += 1;
                deepest = deepest.max(open);
            }
            b'}' | b']' if !quoted => open = open.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// The decoded bytes of a JSON string with its quotes. A lone surrogate, which is valid JSON and
/// no text, is the three bytes that it would have in UTF-8. `None` if it is no JSON string.
pub fn string(token: &str) -> Option<Vec<u8>> {
    struct Bytes;
    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;
        fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            to.write_str("a string")
        }
        fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }
    }
    if !token.starts_with('"') {
        return None;
    }
    let mut from = serde_json::Deserializer::from_str(token);
    let bytes = from.deserialize_bytes(Bytes).ok()?;
    from.end().ok().map(|()| bytes)
}

/// The members of an object as written, doubles included, each key decoded as by [`string`].
pub struct Members<'a>(pub Vec<(Vec<u8>, &'a str)>);

/// The items of an array as written.
pub struct Items<'a>(pub Vec<&'a str>);

/// The members of the object in `text`; `None` if it is no JSON object.
pub fn members(text: &str) -> Option<Vec<(Vec<u8>, &str)>> {
    serde_json::from_str::<Members<'_>>(text).ok().map(|it| it.0)
}

/// The items of the array in `text`; `None` if it is no JSON array.
pub fn items(text: &str) -> Option<Vec<&str>> {
    serde_json::from_str::<Items<'_>>(text).ok().map(|it| it.0)
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;
            fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut all = Vec::new();
                while let Some((key, value)) = map.next_entry::<&'de RawValue, &'de RawValue>()? {
                    all.push((string(key.get()).unwrap_or_default(), value.get()));
                }
                Ok(Members(all))
            }
        }
        from.deserialize_map(InOrder)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Items<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Items<'de>;
            fn expecting(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                to.write_str("an array")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut all = Vec::new();
                while let Some(item) = seq.next_element::<&'de RawValue>()? {
                    all.push(item.get());
                }
                Ok(Items(all))
            }
        }
        from.deserialize_seq(InOrder)
    }
}

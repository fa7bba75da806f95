//! Values made up to fit a schema: what a person or a model would have chosen.

use on_hyper::client::{plain, quoted};
use sansmcp::json::{Kind, Raw};

/// How deep a value may be. Deeper ones are `{}` and may not fit.
const DEEPEST: u32 = 8;

/// An object with the properties that the schema requires; with `all`, with every one that has no
/// default.
pub fn object(schema: Raw<'_>, all: bool) -> String {
    object_within(schema, all, DEEPEST)
}

/// The members of an object, one after the other: `("name", value)` as JSON.
pub fn members<'m>(members: impl IntoIterator<Item = (&'m str, String)>) -> String {
    let members = members.into_iter().map(|(name, value)| format!("{}:{value}", quoted(name)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

fn object_within(schema: Raw<'_>, all: bool, deep: u32) -> String {
    let Some(properties) = schema.get("properties") else { return "{}".into() };
    let required: Vec<String> = match schema.get("required") {
        Some(names) => names.items().filter_map(|name| Some(plain(name.text()?))).collect(),
        None => Vec::new(),
    };
    let mut chosen = Vec::new();
    for (name, property) in properties.members() {
        let name = plain(name);
        let is_open = all && property.get("default").is_none();
        if is_open || required.contains(&name) {
            chosen.push((name, value(property, deep)));
        }
    }
    members(chosen.iter().map(|(name, value)| (name.as_str(), value.clone())))
}

fn value(schema: Raw<'_>, deep: u32) -> String {
    for key in ["const", "default"] {
        if let Some(given) = schema.get(key) {
            return given.as_str().into();
        }
    }
    if let Some(first) = schema.get("enum").and_then(|choices| choices.at(0)) {
        return first.as_str().into();
    }
    let Some(deeper) = deep.checked_sub(1) else { return "{}".into() };
    for key in ["oneOf", "anyOf"] {
        if let Some(first) = schema.get(key).and_then(|choices| choices.at(0)) {
            return value(first, deeper);
        }
    }
    match kind(schema).as_str() {
        "string" => quoted(word(schema)),
        "integer" | "number" => match schema.get("minimum") {
            Some(least) if least.kind() == Kind::Number => least.as_str().into(),
            _ => "1".into(),
        },
        "boolean" => "true".into(),
        "null" => "null".into(),
        "array" => match schema.get("items") {
            Some(item) => format!("[{}]", value(item, deeper)),
            None => "[]".into(),
        },
        _ => object_within(schema, false, deeper),
    }
}

/// The type, or the first of several.
fn kind(schema: Raw<'_>) -> String {
    let kind = schema.get("type").unwrap_or(Raw::NULL);
    let first = if kind.kind() == Kind::Array { kind.at(0).unwrap_or(Raw::NULL) } else { kind };
    first.text().map(plain).unwrap_or_default()
}

fn word(schema: Raw<'_>) -> &'static str {
    match schema.get("format").and_then(|format| format.text()).map(plain).as_deref() {
        Some("email") => "ada@example.com",
        Some("uri") => "https://example.com/",
        Some("date") => "2026-07-28",
        Some("date-time") => "2026-07-28T12:00:00Z",
        _ => "Ada",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_required_is_made_up() {
        let schema = r#"{"type":"object","required":["a","b","c\"","e","f"],"properties":{
            "a":{"type":"string","format":"email"},"b":{"type":["integer","null"],"minimum":3},
            "c\"":{"enum":[2,1]},"d":{"type":"boolean"},"e":{"oneOf":[{"const":"x"}]},
            "f":{"type":"array","items":{"type":"boolean"}},"g":{"type":"string","default":"g"}}}"#;
        let schema = Raw::parse_str(schema).expect("it is JSON");
        let made = r#"{"a":"ada@example.com","b":3,"c\"":2,"e":"x","f":[true]}"#;
        assert_eq!(object(schema, false), made);
        let made = r#"{"a":"ada@example.com","b":3,"c\"":2,"d":true,"e":"x","f":[true]}"#;
        assert_eq!(object(schema, true), made);
    }

    #[test]
    fn a_schema_without_end_has_one_here() {
        let mut schema = String::from("{}");
        for _ in 0..40 {
            let inner = format!(r#"{{"properties":{{"a":{schema}}},"required":["a"]}}"#);
            schema = inner;
        }
        let made = object(Raw::parse_str(&schema).expect("it is JSON"), false);
        assert!(made.len() < 100 && Raw::parse_str(&made).is_ok());
    }
}

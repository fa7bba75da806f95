//! What the values of the samples must look like.

use std::collections::BTreeSet;

use sansmcp::json::{Kind, Raw};

/// Values of every kind, most of which do not fit a property.
pub const OTHERS: [&str; 6] = ["null", "true", "7", "\"other\"", "[]", "{}"];

/// Whether `value` is one of `kinds`, as `properties.txt` writes them. No kinds: anything.
pub fn fits(value: &str, kinds: &BTreeSet<&str>) -> Result<(), String> {
    let raw = Raw::parse_str(value).map_err(|fault| format!("{value}: {fault:?}"))?;
    let one = |kind: &str| match kind {
        "any" => true,
        "string" => raw.kind() == Kind::String,
        "number" => raw.kind() == Kind::Number,
        "integer" => raw.number().is_some_and(|number| number.as_i64().is_some()),
        "boolean" => raw.kind() == Kind::Bool,
        "array" => raw.kind() == Kind::Array,
        "object" => raw.kind() == Kind::Object,
        "null" => raw.is_null(),
        constant if constant.starts_with(['"', '-']) => raw.as_str() == constant,
        words => words.split('/').any(|word| value == format!("\"{word}\"")),
    };
    if kinds.is_empty() || kinds.iter().any(|kind| one(kind)) {
        return Ok(());
    }
    Err(format!("{value} is none of {kinds:?}"))
}

/// As [`fits`], but any text is read where the schema knows only one.
pub fn may_be_read(value: &str, kinds: &BTreeSet<&str>) -> bool {
    let fixed = kinds.iter().all(|kind| kind.starts_with('"'));
    fits(value, kinds).is_ok() || fixed && value.starts_with('"')
}

/// Samples hold in each property its own name, so that two that were swapped are seen: a text is
/// the name, a list of texts holds it, an object given as JSON text has it as a member.
pub fn is_its_own(name: &str, value: &str, kinds: &BTreeSet<&str>) -> Result<(), String> {
    let free = kinds.iter().all(|kind| *kind == "string");
    let quoted = match name {
        "resultType" if value.contains("_") => "\"input_required\"".to_string(),
        "resultType" => "\"complete\"".to_string(),
        _ => format!("\"{name}\""),
    };
    let raw = Raw::parse_str(value).map_err(|fault| format!("{fault:?}"))?;
    let texts: Vec<_> = raw.items().filter_map(|item| item.text()).collect();
    let swapped = match raw.kind() {
        Kind::String => free && !kinds.is_empty() && value != quoted,
        Kind::Array => {
            texts.iter().any(|text| text != name && text != "user" && text != "assistant")
        }
        _ => false,
    };
    if swapped { Err(format!("{value} is not its own")) } else { Ok(()) }
}

//! The answer of a person who filled in a form, with what the form says stands there at first.

use crate::error::Error;
use crate::json::{Kind, Number, Raw, Text, Writer};
use crate::rules::Revision;
use crate::schema::{ElicitAction, ElicitResult, Object};

/// How many defaults are filled in for one form. It bounds the time that a form with thousands of
/// fields of the same name can take.
pub const MAX_DEFAULTS: usize = 64;

/// The result of `elicitation/create` where the person agreed (client/elicitation): what was
/// filled in, and of each field that was not its `default`, if the form names one. Two keys are
/// the same if they are so once decoded.
///
/// A default that is not of the field's declared type is left out, and so are those after the
/// first [`MAX_DEFAULTS`]. A page to be visited (`mode` is `url`) has no content: none is written,
/// and what was given is not looked at. For a person who did not agree: [`ElicitResult`].
///
/// Takes some 1 KB of stack, half of that on small chips.
///
/// ```
/// use sansmcp::client::Accepted;
/// use sansmcp::json::{Raw, Writer};
/// use sansmcp::{Revision, schema::Object};
///
/// let params = Raw::parse(br#"{"message":"Who?","requestedSchema":{"type":"object","properties":{
///     "name":{"type":"string"},"age":{"type":"integer","default":42}}}}"#).unwrap();
/// let mut buffer = [0; 128];
/// let mut out = Writer::new(&mut buffer);
/// Accepted::new(params, r#"{"name":"Ann"}"#).write(&mut out, Revision::LATEST)?;
/// assert_eq!(out.finish(), br#"{"action":"accept","content":{"name":"Ann","age":42}}"#);
/// # Ok::<(), sansmcp::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Accepted<'a> {
    params: Raw<'a>,
    content: &'a str,
}

impl<'a> Accepted<'a> {
    /// The answer to a request with these `params`. `content` is the JSON text of an object, a
    /// member for each field that was filled in; empty: none was.
    #[must_use]
    pub const fn new(params: Raw<'a>, content: &'a str) -> Self {
        Self { params, content }
    }

    fn is_page(&self) -> bool {
        self.params.get("mode").and_then(|mode| mode.text()).is_some_and(|mode| mode == "url")
    }
}

impl Object for Accepted<'_> {
    /// # Errors
    /// [`Error::NotJson`] if the content is not a JSON object, [`Error::NotSupported`] before
    /// 2025-06-18.
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        if self.is_page() {
            let agreed = ElicitResult { action: ElicitAction::Accept, ..ElicitResult::EMPTY };
            return agreed.write(out, revision);
        }
        if revision < Revision::V2025_06_18 {
            return Err(Error::NotSupported);
        }
        let content = if self.content.is_empty() { "{}" } else { self.content };
        let content = Raw::parse_str(content).map_err(|_| Error::NotJson)?;
        if content.kind() != Kind::Object {
            return Err(Error::NotJson);
        }
        out.put_str("{\"action\":\"accept\",\"content\":{");
        let start = out.total();
        for (name, value) in content.members() {
            write_member(out, start, name, value);
        }
        let form = self.params.get("requestedSchema");
        if let Some(fields) = form.and_then(|form| form.get("properties")) {
            write_defaults(out, start, content, fields);
        }
        out.put_str("}}");
        Ok(())
    }
}

/// Writes the defaults of the fields that are not in `content`.
fn write_defaults(out: &mut Writer<'_>, start: usize, content: Raw<'_>, fields: Raw<'_>) {
    let mut filled = [Text::trusted(""); MAX_DEFAULTS];
    let mut count: usize = 0;
    for (name, field) in fields.members() {
        let Some(default) = field.get("default").filter(|default| fits(field, *default)) else {
            continue;
        };
        let is_given = content.members().any(|(other, _)| other == name);
        if is_given || filled.iter().take(count).any(|other| *other == name) {
            continue;
        }
        let Some(place) = filled.get_mut(count) else { return };
        *place = name;
        count = count.wrapping_add(1);
        write_member(out, start, name, default);
    }
}

/// Writes a member of the object whose first one stands at `start`.
fn write_member(out: &mut Writer<'_>, start: usize, name: Text<'_>, value: Raw<'_>) {
    if out.total() != start {
        out.put_str(",");
    }
    out.text(name);
    out.put_str(":");
    out.json(value);
}

/// Whether a value is of the type that the field declares.
fn fits(field: Raw<'_>, value: Raw<'_>) -> bool {
    let Some(kind) = field.get("type").and_then(|kind| kind.text()) else { return false };
    match () {
        () if kind == "string" => value.text().is_some(),
        () if kind == "number" => value.number().is_some(),
        () if kind == "integer" => value.number().is_some_and(is_integer),
        () if kind == "boolean" => value.kind() == Kind::Bool,
        () if kind == "array" => {
            value.kind() == Kind::Array && value.items().all(|item| item.text().is_some())
        }
        () => false,
    }
}

/// Whether a number is integral: written without point and exponent, however long it is, or of 64
/// bits.
fn is_integer(number: Number<'_>) -> bool {
    let is_digits = |text: &str| text.bytes().all(|byte| matches!(byte, b'-' | b'0'..=b'9'));
    number.as_i64().is_some() || matches!(number, Number::Text(text) if is_digits(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::{String, ToString};

    fn write(params: &str, content: &str, revision: Revision) -> Result<String, Error> {
        let params = Raw::parse(params.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?}"));
        let mut buffer = [0; 8192];
        let mut out = Writer::new(&mut buffer);
        Accepted::new(params, content).write(&mut out, revision)?;
        assert!(out.fits());
        Ok(str::from_utf8(out.finish()).unwrap_or("").into())
    }

    /// What becomes of `content` where the form has these fields.
    fn filled(fields: &str, content: &str) -> String {
        let params = format!(
            r#"{{"message":"?","requestedSchema":{{"type":"object","properties":{fields}}}}}"#
        );
        let written = write(&params, content, Revision::LATEST).unwrap_or_else(|e| panic!("{e}"));
        let content = written.strip_prefix(r#"{"action":"accept","content":"#);
        content.and_then(|content| content.strip_suffix('}')).unwrap_or(&written).to_string()
    }

    const FIELDS: &str = r#"{
        "name":{"type":"string","default":"John \"J\" Doe"},
        "age":{"type":"integer","default":30},
        "score":{"type":"number","default":95.50},
        "status":{"type":"string","enum":["active"],"default":"active"},
        "verified":{"type":"boolean","default":false},
        "tags":{"type":"array","items":{"type":"string"},"default":["a","b"]},
        "note":{"type":"string"}
    }"#;

    #[test]
    fn what_was_not_filled_in_is_what_stood_there() {
        let all = r#"{"name":"John \"J\" Doe","age":30,"score":95.50,"status":"active","#;
        let all = format!(r#"{all}"verified":false,"tags":["a","b"]}}"#);
        assert_eq!(filled(FIELDS, "{}"), all);
        assert_eq!(filled(FIELDS, ""), all);
        assert_eq!(filled(FIELDS, " { } "), all);
        assert_eq!(
            filled(
                FIELDS,
                r#"{"note":"n", "verified" : true,"tags":[],"age":null,"other":{"a":1}}"#
            ),
            concat!(
                r#"{"note":"n","verified":true,"tags":[],"age":null,"other":{"a":1},"#,
                r#""name":"John \"J\" Doe","score":95.50,"status":"active"}"#
            )
        );
        let whole = r#"{"name":"","age":1,"score":2,"status":"","verified":true,"tags":[]}"#;
        assert_eq!(filled(FIELDS, whole), whole);
    }

    #[test]
    fn keys_are_the_same_once_decoded() {
        let fields = r#"{"n\u0061me":{"type":"string","default":"x"}}"#;
        assert_eq!(filled(fields, r#"{"name":"y"}"#), r#"{"name":"y"}"#);
        assert_eq!(filled(fields, r#"{"\u006eame":"y"}"#), r#"{"\u006eame":"y"}"#);
        assert_eq!(filled(fields, r#"{"nam":"y"}"#), r#"{"nam":"y","n\u0061me":"x"}"#);
        let escaped = r#"{"a":{"typ\u0065":"str\u0069ng","def\u0061ult":"x"}}"#;
        assert_eq!(filled(escaped, "{}"), r#"{"a":"x"}"#);
        // Only once, whatever the form says.
        let twice =
            r#"{"a":{"type":"integer","default":1},"\u0061":{"type":"integer","default":2}}"#;
        assert_eq!(filled(twice, "{}"), r#"{"a":1}"#);
    }

    #[test]
    fn a_default_of_another_type_is_left_out() {
        for (kind, right, wrong) in [
            (r#""string""#, &[r#""""#, r#""a""#][..], &["1", "true", "null", "{}", "[]"][..]),
            (r#""number""#, &["1", "1.5", "-2e99"], &[r#""1""#, "true", "null", "[1]"]),
            (
                r#""integer""#,
                &["0", "-7", "42.0", "1e2", "18446744073709551615"],
                &["1.5", "1e-2", r#""1""#, "true", "null"],
            ),
            (r#""boolean""#, &["true", "false"], &["0", r#""true""#, "null", "{}"]),
            (r#""array""#, &["[]", r#"["a"]"#], &["[1]", r#"["a",null]"#, r#""a""#, "{}"]),
            (r#""object""#, &[], &["{}"]),
            (r#""null""#, &[], &["null"]),
            (r#"["string","null"]"#, &[], &[r#""a""#]),
            ("7", &[], &["7"]),
        ] {
            for (default, is_right) in
                right.iter().map(|d| (d, true)).chain(wrong.iter().map(|d| (d, false)))
            {
                let fields = format!(r#"{{"a":{{"type":{kind},"default":{default}}}}}"#);
                let wanted = if is_right { format!(r#"{{"a":{default}}}"#) } else { "{}".into() };
                assert_eq!(filled(&fields, ""), wanted, "{fields}");
            }
        }
        assert_eq!(filled(r#"{"a":{"default":"x"},"b":1,"c":null}"#, ""), "{}");
    }

    #[test]
    fn forms_without_fields() {
        for params in [
            "{}",
            r#"{"requestedSchema":{}}"#,
            r#"{"requestedSchema":null}"#,
            r#"{"mode":"form","requestedSchema":{"properties":[]}}"#,
            r#"{"mode":"form","requestedSchema":{"properties":{}}}"#,
            r#"{"mode":7,"requestedSchema":[{"properties":{"a":{"default":1}}}]}"#,
        ] {
            let wanted = r#"{"action":"accept","content":{"a":1}}"#;
            assert_eq!(write(params, r#"{"a":1}"#, Revision::LATEST).as_deref(), Ok(wanted));
        }
    }

    #[test]
    fn content_is_checked_and_stays_on_one_line() {
        for content in ["[]", "1", "null", "{", r#"{"a":}"#, r#"{"a":1},"#, " "] {
            assert_eq!(write("{}", content, Revision::LATEST), Err(Error::NotJson), "{content}");
        }
        let fields = "{\"a\":{\"type\":\"array\",\"default\":[\n\"x\",\r\n\"y\"]}}";
        assert_eq!(filled(fields, "{\"b\":[\n1]\n}"), r#"{"b":[ 1],"a":[ "x",  "y"]}"#);
    }

    #[test]
    fn a_page_has_no_content() {
        for mode in [r#""url""#, r#""\u0075rl""#] {
            let params = format!(
                r#"{{"mode":{mode},"url":"https://a","requestedSchema":{{"properties":{FIELDS}}}}}"#
            );
            for content in ["", "{}", r#"{"a":1}"#, "no JSON"] {
                let written = write(&params, content, Revision::LATEST);
                assert_eq!(written.as_deref(), Ok(r#"{"action":"accept"}"#));
            }
        }
    }

    #[test]
    #[cfg(feature = "legacy")]
    fn before_june_2025_nobody_is_asked() {
        for params in ["{}", r#"{"mode":"url"}"#] {
            for revision in [Revision::V2025_06_18, Revision::Draft2025V3, Revision::V2026_07_28] {
                assert!(write(params, "{}", revision).is_ok());
            }
            for revision in [Revision::V2024_11_05, Revision::V2025_03_26] {
                assert_eq!(write(params, "{}", revision), Err(Error::NotSupported));
            }
        }
    }

    #[test]
    fn more_defaults_than_are_filled_in() {
        let field = |at: usize| format!(r#""f{at}":{{"type":"integer","default":{at}}}"#);
        let fields: std::vec::Vec<_> = (0..MAX_DEFAULTS + 3).map(field).collect();
        let fields = format!("{{{}}}", fields.join(","));
        let content = filled(&fields, r#"{"f1":-1}"#);
        let content = Raw::parse(content.as_bytes()).unwrap_or(Raw::NULL);
        assert_eq!(content.members().count(), MAX_DEFAULTS + 1);
        assert_eq!(content.get("f64").and_then(|f| f.number()?.as_i64()), Some(64));
        assert!(content.get("f65").is_none());
    }
}

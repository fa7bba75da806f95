//! The headers of a call that say what its arguments say.

use super::{PREFIX, Params, may_have_params};
use crate::http::sentinel;
use crate::json::{Kind, Raw, Surrogate, Writer};

/// Writes a line `Mcp-Param-Name: value`, with CR and LF at its end, for each argument of a call
/// that `schema`, the input schema of the tool, wants to have in a header as well. A tool whose
/// schema [`super::validate`] refuses must not be called.
///
/// An argument that is absent or `null` has no line, nor has an object or an array, which no
/// header says. An integer is written in plain digits (`1e2` as `100`) if it has 64 bits. A text,
/// a number or a truth value where another of them is declared goes out as what it is: servers
/// insist on the header wherever there is a value, and the tool has the better words for what is
/// wrong with it.
///
/// # Errors
/// [`Surrogate`] if an argument has a lone one: there is no header that says it, and no call
/// without the header. What was written before stays.
pub fn write_params(
    out: &mut Writer<'_>,
    schema: Raw<'_>,
    arguments: Option<Raw<'_>>,
) -> Result<(), Surrogate> {
    let Some(arguments) = arguments.filter(|_| may_have_params(schema.as_str())) else {
        return Ok(());
    };
    let mut params = Params::of(schema);
    while let Some(param) = params.next() {
        let (Some(name), Some(_)) = (param.name, param.kind) else { continue };
        let Some(value) = param.value(arguments).filter(is_sayable) else { continue };
        out.put_str(PREFIX);
        let mut pieces = name.pieces();
        while let Some(piece) = pieces.next() {
            out.put(piece);
        }
        out.put_str(": ");
        write_value(out, value)?;
        out.put_str("\r\n");
    }
    Ok(())
}

/// Whether there is a header for a value of this kind.
fn is_sayable(value: &Raw<'_>) -> bool {
    matches!(value.kind(), Kind::String | Kind::Number | Kind::Bool)
}

fn write_value(out: &mut Writer<'_>, value: Raw<'_>) -> Result<(), Surrogate> {
    if let Some(text) = value.text() {
        return sentinel::write_text(out, text);
    }
    match value.number().map(|number| (number.as_i64(), number)) {
        Some((Some(integer), _)) => out.int(integer),
        Some((None, number)) => out.number(number),
        None => out.put_str(value.as_str()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use crate::http::{Head, Header};
    use proptest::prelude::*;
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    fn raw(json: &str) -> Raw<'_> {
        Raw::parse(json.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?} {json}"))
    }

    fn written(schema: &str, arguments: &str) -> Result<String, Surrogate> {
        let mut buffer = [0; 4096];
        let mut out = Writer::new(&mut buffer);
        let arguments = (!arguments.is_empty()).then(|| raw(arguments));
        write_params(&mut out, raw(schema), arguments)?;
        assert!(out.fits());
        Ok(String::from_utf8_lossy(out.finish()).into())
    }

    /// Whether the server that reads these lines is content.
    fn is_right(schema: &str, arguments: &str, lines: &str) -> bool {
        let headers: Vec<_> = lines
            .split_terminator("\r\n")
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| Header { name, value: value.as_bytes() })
            .collect();
        let head = Head { method: "POST", headers: &headers };
        check(raw(schema), Some(raw(arguments)), &head).is_ok()
    }

    const SCHEMA: &str = r#"{"type":"object","properties":{
        "region":{"type":"string","x-mcp-header":"Region"},
        "limit":{"type":"integer","x-mcp-header":"Limit"},
        "dry":{"type":["boolean","null"],"x-mcp-header":"Dry-Run"},
        "method":{"type":"string","x-mcp-header":"Method"},
        "factor":{"type":"number"},
        "in":{"type":"object","properties":{
            "na\"me":{"type":"string","x-mcp-header":"\u0044eep"}}}
    }}"#;

    #[test]
    fn arguments_as_lines() {
        for (arguments, lines) in [
            ("", ""),
            ("{}", ""),
            ("null", ""),
            ("[]", ""),
            (r#"{"region":null,"limit":null,"dry":null,"in":null}"#, ""),
            (r#"{"other":1,"factor":1.5,"Region":"x"}"#, ""),
            (r#"{"region":"us-west1"}"#, "Region: us-west1"),
            (r#"{"region":"us\u002dwest\/1"}"#, "Region: us-west/1"),
            (r#"{"region":""}"#, "Region: "),
            (r#"{"region":"a b\tc"}"#, "Region: a b\tc"),
            (r#"{"method":"tools/call"}"#, "Method: tools/call"),
            (r#"{"region":" a"}"#, "Region: =?base64?IGE=?="),
            (r#"{"region":"a\t"}"#, "Region: =?base64?YQk=?="),
            (r#"{"region":"Hello, \u4e16界"}"#, "Region: =?base64?SGVsbG8sIOS4lueVjA==?="),
            (r#"{"region":"=?base64?literal?="}"#, "Region: =?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
            (
                r#"{"region":"=?base64\u003fliteral\u003f="}"#,
                "Region: =?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
            ),
            (r#"{"region":"line1\nline2"}"#, "Region: =?base64?bGluZTEKbGluZTI=?="),
            (r#"{"region":"a\r\nHost: evil"}"#, "Region: =?base64?YQ0KSG9zdDogZXZpbA==?="),
            (r#"{"region":"\u0000"}"#, "Region: =?base64?AA==?="),
            (r#"{"region":"\ud83d\ude00"}"#, "Region: =?base64?8J+YgA==?="),
            (r#"{"limit":42}"#, "Limit: 42"),
            (r#"{"limit":-7}"#, "Limit: -7"),
            (r#"{"limit":42.0}"#, "Limit: 42"),
            (r#"{"limit":1e2}"#, "Limit: 100"),
            (r#"{"limit":4200E-2}"#, "Limit: 42"),
            (r#"{"limit":-0}"#, "Limit: 0"),
            (r#"{"limit":9007199254740991}"#, "Limit: 9007199254740991"),
            (r#"{"limit":9007199254740993.0}"#, "Limit: 9007199254740993"),
            (r#"{"limit":18446744073709551616}"#, "Limit: 18446744073709551616"),
            (r#"{"limit":1.5}"#, "Limit: 1.5"),
            (r#"{"dry":true}"#, "Dry-Run: true"),
            (r#"{"dry":false}"#, "Dry-Run: false"),
            (r#"{"in":{"na\"me":"x"}}"#, "Deep: x"),
            (r#"{"in":{"na\u0022me":"x"}}"#, "Deep: x"),
            (r#"{"in":"x"}"#, ""),
            // Of another kind than declared.
            (
                r#"{"region":42,"limit":"a\nb","dry":"true"}"#,
                "Region: 42|Limit: =?base64?YQpi?=|Dry-Run: true",
            ),
            (r#"{"region":{"a":1}}"#, ""),
            (r#"{"region":["a"],"limit":{},"dry":[]}"#, ""),
            // The last of several, as everywhere.
            (r#"{"region":"a","region":"b"}"#, "Region: b"),
            (r#"{"dry":true,"limit":1,"region":"a"}"#, "Region: a|Limit: 1|Dry-Run: true"),
        ] {
            let lines: String =
                lines.split_terminator('|').map(|line| format!("Mcp-Param-{line}\r\n")).collect();
            assert_eq!(written(SCHEMA, arguments), Ok(lines.clone()), "{arguments}");
            // What a header can say satisfies the server.
            let is_odd = arguments.contains(r#""region":{"#) || arguments.contains("[\"a\"]");
            assert!(
                arguments.is_empty() || is_odd || is_right(SCHEMA, arguments, &lines),
                "{arguments}"
            );
        }
    }

    #[test]
    fn half_a_character_is_an_error() {
        for text in [r"\ud800", r"a\udc00b", r"\ud83d x", r"\ude00\ud83d"] {
            let arguments = format!(r#"{{"region":"{text}"}}"#);
            assert!(written(SCHEMA, &arguments).is_err(), "{text}");
            // It matters only where a header wants it.
            let arguments = format!(r#"{{"query":"{text}","region":"a"}}"#);
            assert_eq!(written(SCHEMA, &arguments), Ok("Mcp-Param-Region: a\r\n".into()));
        }
    }

    #[test]
    fn annotations_that_may_not_be_honoured_make_no_line() {
        for annotated in [
            r#""type":"string","x-mcp-header":"""#,
            r#""type":"string","x-mcp-header":"A B""#,
            r#""type":"string","x-mcp-header":"A: x\r\nB""#,
            r#""type":"string","x-mcp-header":"\u00e9""#,
            r#""type":"string","x-mcp-header":7"#,
            r#""type":"number","x-mcp-header":"A""#,
            r#""type":"object","x-mcp-header":"A""#,
            r#""x-mcp-header":"A""#,
        ] {
            let schema = format!(r#"{{"properties":{{"a":{{{annotated}}}}}}}"#);
            assert_eq!(written(&schema, r#"{"a":"x"}"#), Ok(String::new()), "{schema}");
        }
        let items = r#"{"properties":{"a":{"items":{"type":"string","x-mcp-header":"A"}}}}"#;
        assert_eq!(written(items, r#"{"a":["x"]}"#), Ok(String::new()));
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let arguments = raw(r#"{"region":"Hello, 世界","limit":7}"#);
        let mut whole = [0; 256];
        let mut out = Writer::new(&mut whole);
        assert_eq!(write_params(&mut out, raw(SCHEMA), Some(arguments)), Ok(()));
        let whole = out.finish();
        for len in 0..=whole.len() {
            let mut buffer = [0; 256];
            let mut out = Writer::new(&mut buffer[..len]);
            assert_eq!(write_params(&mut out, raw(SCHEMA), Some(arguments)), Ok(()));
            assert_eq!((out.fits(), out.total()), (len == whole.len(), whole.len()));
            assert_eq!(out.finish(), &whole[..len]);
        }
    }

    /// A JSON string of `value`: every `every`th character as an escape.
    fn json(value: &str, every: usize) -> String {
        let mut json = String::from("\"");
        for (at, c) in value.chars().enumerate() {
            if at % every == 0 || c < ' ' || c == '"' || c == '\\' {
                c.encode_utf16(&mut [0; 2])
                    .iter()
                    .for_each(|unit| json.push_str(&format!("\\u{unit:04x}")));
            } else {
                json.push(c);
            }
        }
        json + "\""
    }

    proptest! {
        #[test]
        fn any_text_goes_out_as_one_line_that_says_it(
            value in prop_oneof![
                any::<String>(),
                "[ \t\r\n]{0,2}[ -~\t]{0,80}[ \t]{0,2}",
                "(=\\?base64\\?)?[A-Za-z0-9+/=]{0,9}(\\?=)?",
            ],
            every in 1usize..5,
        ) {
            let arguments = format!(r#"{{"region":{}}}"#, json(&value, every));
            let lines = written(SCHEMA, &arguments).unwrap_or_default();
            prop_assert!(lines.starts_with("Mcp-Param-Region: ") && lines.ends_with("\r\n"));
            prop_assert_eq!(lines.bytes().filter(|b| *b < b' ' && *b != b'\t').count(), 2);
            prop_assert!(lines.is_ascii());
            prop_assert!(is_right(SCHEMA, &arguments, &lines));
            // However it was written, it is the same line, and that of the plain text.
            let mut buffer = [0; 4096];
            let mut out = Writer::new(&mut buffer);
            sentinel::write(&mut out, &value);
            let plain = String::from_utf8_lossy(out.finish()).into_owned();
            prop_assert_eq!(lines, format!("Mcp-Param-Region: {plain}\r\n"));
        }

        #[test]
        fn any_integer_goes_out_in_digits(
            value in any::<i64>(), zeros in 0usize..4, is_point in any::<bool>(),
        ) {
            let text = match (zeros, is_point) {
                (0, _) => format!("{value}"),
                (_, true) => format!("{value}.{}", "0".repeat(zeros)),
                (_, false) => format!("{value}{}e-{zeros}", "0".repeat(zeros)),
            };
            let lines = written(SCHEMA, &format!(r#"{{"limit":{text}}}"#));
            prop_assert_eq!(lines, Ok(format!("Mcp-Param-Limit: {value}\r\n")));
        }
    }
}

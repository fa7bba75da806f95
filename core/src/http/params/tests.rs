#![allow(clippy::unwrap_used)] // a panic is how a test fails

use super::super::head::Header;
use super::MismatchKind::{Different, Malformed, Missing, Repeated, Unexpected};
use super::*;
use proptest::prelude::*;
use std::format;
use std::string::String;
use std::vec::Vec;

fn raw(json: &str) -> Raw<'_> {
    Raw::parse(json.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?} {json}"))
}

/// What is said of a call with these arguments (empty: none) and headers.
fn checked(
    schema: &str,
    arguments: &str,
    headers: &[(&str, &str)],
) -> Result<(), (String, MismatchKind)> {
    let headers: Vec<_> =
        headers.iter().map(|(name, value)| Header { name, value: value.as_bytes() }).collect();
    let head = Head { method: "POST", headers: &headers };
    let arguments = (!arguments.is_empty()).then(|| raw(arguments));
    check(raw(schema), arguments, &head).map_err(|wrong| (wrong.name.raw().into(), wrong.why))
}

fn why(schema: &str, arguments: &str, headers: &[(&str, &str)]) -> Option<MismatchKind> {
    checked(schema, arguments, headers).err().map(|(_, why)| why)
}

/// Every annotated property as `name path kind`.
fn found(schema: &str) -> Vec<String> {
    let mut params = Params::of(raw(schema));
    let mut all = Vec::new();
    while let Some(param) = params.next() {
        let path: Vec<_> = param.path.iter().map(Text::raw).collect();
        let name = param.name.map_or("-", |name| name.raw());
        all.push(format!("{name} {} {:?}", path.join("."), param.kind));
    }
    all
}

const SQL: &str = r#"{"type":"object","properties":{
    "region":{"type":"string","description":"Where","x-mcp-header":"Region"},
    "limit":{"x-mcp-header":"Limit","type":"integer"},
    "dry":{"type":"boolean","x-mcp-header":"Dry-Run"},
    "query":{"type":"string"}},"required":["region","query"]}"#;

const DEEP: &str = r#"{"properties":{
    "a":{"properties":{"b":{"properties":{"c":{"type":"string","x-mcp-header":"C"}},
        "x-mcp-header":"B","type":"object"},
        "d":{"type":"boolean","x-mcp-header":"D"}}},
    "e f":{"type":["integer","null"],"x-mcp-header":"E"}}}"#;

#[test]
fn what_is_annotated() {
    assert_eq!(
        found(SQL),
        ["Region region Some(String)", "Limit limit Some(Integer)", "Dry-Run dry Some(Boolean)"]
    );
    assert_eq!(
        found(DEEP),
        ["B a.b None", "C a.b.c Some(String)", "D a.d Some(Boolean)", "E e f Some(Integer)"]
    );
    for none in [
        "{}",
        "[]",
        "null",
        r#"{"properties":{}}"#,
        r#"{"properties":[{"x-mcp-header":"A"}]}"#,
        r#"{"properties":{"a":true,"b":null,"c":[{"x-mcp-header":"A"}]}}"#,
        r#"{"x-mcp-header":"A","type":"string"}"#,
        r#"{"items":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}"#,
        r#"{"properties":{"a":{"items":{"type":"string","x-mcp-header":"A"}}}}"#,
        r#"{"$defs":{"a":{"properties":{"b":{"type":"string","x-mcp-header":"A"}}}}}"#,
        r#"{"properties":{"x-mcp-header":{"type":"string"}}}"#,
        r#"{"properties":{"a":{"X-Mcp-Header":"A","type":"string"}}}"#,
        r#"{"properties":{"a":{"default":{"x-mcp-header":"A"}}}}"#,
    ] {
        assert_eq!(found(none), [""; 0], "{none}");
    }
    // Keys with escapes are the same keys.
    let escaped =
        r#"{"propertie\u0073":{"a":{"x\u002dmcp-header":"A\u0062","typ\u0065":"s\u0074ring"}}}"#;
    assert_eq!(found(escaped), [r"A\u0062 a Some(String)"]);
}

#[test]
fn headers_that_say_what_the_arguments_say() {
    let body = r#"{"region":"us-west1","limit":42,"dry":true,"query":"SELECT"}"#;
    let right = [
        ("mcp-param-region", "us-west1"),
        ("MCP-PARAM-LIMIT", "42"),
        ("Mcp-Param-Dry-Run", "true"),
    ];
    assert_eq!(checked(SQL, body, &right), Ok(()));
    for (name, value) in [
        ("Mcp-Param-Region", " us-west1\t"),
        ("Mcp-Param-Region", "=?base64?dXMtd2VzdDE=?="),
        ("Mcp-Param-Limit", "42.0"),
        ("Mcp-Param-Limit", "=?base64?NDI=?="),
        ("Mcp-Param-Limit", "4.2e1"),
        ("Mcp-Param-Dry-Run", "=?base64?dHJ1ZQ==?="),
        // Of no interest: no annotation names them.
        ("Mcp-Param-Query", "other"),
        ("Mcp-Param-", "other"),
        ("Mcp-Param", "other"),
        ("Mcp-ParamRegion", "other"),
        ("Region", "other"),
        ("X-Mcp-Param-Region", "other"),
        ("Mcp-Param-Region-2", "other"),
        ("Mcp-Param-Regio", "other"),
        ("Mcp-Param-é", "other"),
        ("é-Mcp-Param-Region", "other"),
    ] {
        let mut headers = right.to_vec();
        headers.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        headers.push((name, value));
        assert_eq!(checked(SQL, body, &headers), Ok(()), "{name}: {value}");
    }
    // The same twice is once.
    let twice = [&right[..], &[("Mcp-Param-Region", " us-west1 ")]].concat();
    assert_eq!(checked(SQL, body, &twice), Ok(()));
    for nothing in [
        "",
        "{}",
        "null",
        "[]",
        r#""us-west1""#,
        r#"{"query":"SELECT"}"#,
        r#"{"region":null,"limit":null}"#,
        r#"{"Region":"us-west1"}"#,
        r#"{"region":"us-west1","region":null}"#,
        r#"{"inner":{"region":"us-west1"}}"#,
    ] {
        assert_eq!(checked(SQL, nothing, &[]), Ok(()), "{nothing}");
    }
}

#[test]
fn headers_that_say_something_else() {
    let body = r#"{"region":"us-west1","limit":42,"dry":true}"#;
    let right = [
        ("Mcp-Param-Region", "us-west1"),
        ("Mcp-Param-Limit", "42"),
        ("Mcp-Param-Dry-Run", "true"),
    ];
    for (name, _) in right {
        let others: Vec<_> = right.into_iter().filter(|(other, _)| *other != name).collect();
        let param = name.trim_start_matches("Mcp-Param-");
        assert_eq!(checked(SQL, body, &others), Err((param.into(), Missing)));
        for (value, wanted) in [
            ("", Different),
            ("other", Different),
            ("US-WEST1", Different),
            ("us-west1,us-west1", Different),
            ("43", Different),
            ("42.5", Different),
            ("+42", Different),
            ("True", Different),
            ("false", Different),
            ("null", Different),
            ("=?base64?b3RoZXI=?=", Different),
            ("=?BASE64?dXMtd2VzdDE=?=", Different),
            ("=?base64?dXMtd2VzdDE?=", Malformed),
            ("=?base64?!!!!?=", Malformed),
            ("=?base64?/w==?=", Malformed),
            ("us-west1\u{1}", Malformed),
            ("42\u{0}", Malformed),
            ("é", Malformed),
        ] {
            let headers = [&others[..], &[(name, value)]].concat();
            assert_eq!(checked(SQL, body, &headers), Err((param.into(), wanted)), "{value}");
        }
        for value in ["other", "", "=?base64?!!?="] {
            let headers = [&right[..], &[(name, value)]].concat();
            assert_eq!(checked(SQL, body, &headers), Err((param.into(), Repeated)), "{value}");
            let headers = [&[(name, value)], &right[..]].concat();
            assert_eq!(checked(SQL, body, &headers), Err((param.into(), Repeated)), "{value}");
        }
        for nothing in ["", "{}", "null", r#"{"region":null,"limit":null,"dry":null}"#] {
            let found = checked(SQL, nothing, &[(name, "x")]);
            assert_eq!(found, Err((param.into(), Unexpected)), "{nothing}");
            let found = checked(SQL, nothing, &[(name, "")]);
            assert_eq!(found, Err((param.into(), Unexpected)), "{nothing}");
        }
    }
}

#[test]
fn an_empty_text_is_a_value() {
    let body = r#"{"region":""}"#;
    assert_eq!(why(SQL, body, &[]), Some(Missing));
    assert_eq!(why(SQL, body, &[("Mcp-Param-Region", "")]), None);
    assert_eq!(why(SQL, body, &[("Mcp-Param-Region", "=?base64??=")]), None);
    assert_eq!(why(SQL, body, &[("Mcp-Param-Region", "x")]), Some(Different));
}

#[test]
fn values_of_another_kind_than_declared() {
    for (body, header, wanted) in [
        (r#"{"region":42}"#, "42", None),
        (r#"{"region":42}"#, "42.0", None),
        (r#"{"region":42}"#, "43", Some(Different)),
        (r#"{"region":true}"#, "true", None),
        (r#"{"region":{}}"#, "{}", Some(Different)),
        (r#"{"region":["us"]}"#, "us", Some(Different)),
        (r#"{"region":[]}"#, "", Some(Different)),
        (r#"{"limit":"42"}"#, "42", Some(Unexpected)),
        (r#"{"region":{"a":1}}"#, "{\"a\":1}", Some(Different)),
    ] {
        assert_eq!(why(SQL, body, &[("Mcp-Param-Region", header)]), wanted, "{body} {header}");
    }
    for body in [r#"{"region":42}"#, r#"{"region":{}}"#, r#"{"region":[1]}"#] {
        assert_eq!(why(SQL, body, &[]), Some(Missing), "{body}");
    }
    assert_eq!(why(SQL, r#"{"limit":"42"}"#, &[("Mcp-Param-Limit", "42")]), None);
    assert_eq!(why(SQL, r#"{"limit":"42"}"#, &[("Mcp-Param-Limit", "42.0")]), Some(Different));
    let big = r#"{"limit":9007199254740993}"#;
    assert_eq!(why(SQL, big, &[("Mcp-Param-Limit", "9007199254740993")]), None);
    assert_eq!(why(SQL, big, &[("Mcp-Param-Limit", "9007199254740992")]), Some(Different));
}

#[test]
fn values_within_values() {
    let body = r#"{"a":{"b":{"c":"x"},"d":false},"e f":7}"#;
    let right = [("mcp-param-c", "x"), ("mcp-param-d", "false"), ("mcp-param-e", "7")];
    assert_eq!(checked(DEEP, body, &right), Ok(()));
    // `B` may not be annotated: its header may be missing, and is wrong if it is there.
    let more = [&right[..], &[("Mcp-Param-B", "x")]].concat();
    assert_eq!(checked(DEEP, body, &more), Err(("B".into(), Different)));
    assert_eq!(why(DEEP, body, &right[1..]), Some(Missing));
    for nothing in [r#"{"a":{"b":{}}}"#, r#"{"a":{"b":"x"}}"#, r#"{"a":[]}"#, r#"{"c":"x"}"#] {
        assert_eq!(why(DEEP, nothing, &[]), None, "{nothing}");
        assert_eq!(why(DEEP, nothing, &right[..1]), Some(Unexpected), "{nothing}");
    }
    let escaped = r#"{"\u0061":{"b":{"\u0063":"\u0078"}}}"#;
    assert_eq!(checked(DEEP, escaped, &right[..1]), Ok(()));
    let key = r#"{"properties":{"\u0061\"":{"type":"string","x-mcp-header":"\u0041"}}}"#;
    assert_eq!(why(key, r#"{"a\"":"x"}"#, &[("mcp-param-a", "x")]), None);
    assert_eq!(why(key, r#"{"a\u0022":"x"}"#, &[("mcp-param-a", "y")]), Some(Different));
    assert_eq!(why(key, r#"{"a\u0022":"y","a\"":"x"}"#, &[("mcp-param-a", "x")]), None);
    assert_eq!(why(key, r#"{"a":"x"}"#, &[]), None);
}

/// `levels` properties within one another, the innermost one annotated.
fn nested(levels: usize) -> (String, String) {
    let mut schema = String::from(r#"{"type":"string","x-mcp-header":"A"}"#);
    let mut body = String::from(r#""x""#);
    for _ in 0..levels {
        schema = format!(r#"{{"properties":{{"a":{schema}}}}}"#);
        body = format!(r#"{{"a":{body}}}"#);
    }
    (schema, body)
}

#[test]
fn depth_is_bounded() {
    for levels in 1..=MAX_DEPTH {
        let (schema, body) = nested(levels);
        assert_eq!(why(&schema, &body, &[]), Some(Missing), "{levels}");
        assert_eq!(why(&schema, &body, &[("Mcp-Param-A", "x")]), None, "{levels}");
        assert_eq!(validate(raw(&schema)), Ok(()), "{levels}");
    }
    for levels in [MAX_DEPTH + 1, 40, 63] {
        let (schema, body) = nested(levels);
        assert_eq!(why(&schema, &body, &[]), None, "{levels}");
        assert_eq!(validate(raw(&schema)), Err(Invalid::Place), "{levels}");
    }
}

#[test]
fn names_that_no_header_has_are_not_looked_for() {
    for name in [r#""""#, r#""a b""#, r#""a:b""#, r#""é""#, r#""a\r\nb""#, "1", "null", "{}"] {
        let schema =
            format!(r#"{{"properties":{{"a":{{"type":"string","x-mcp-header":{name}}}}}}}"#);
        assert_eq!(why(&schema, r#"{"a":"x"}"#, &[("Mcp-Param-", "y")]), None, "{name}");
        assert_eq!(validate(raw(&schema)), Err(Invalid::Name), "{name}");
    }
}

fn property(inside: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"a":{inside}}}}}"#)
}

#[test]
fn schemas_that_a_client_may_offer() {
    for right in [
        SQL.into(),
        "{}".into(),
        "true".into(),
        r#"{"properties":{"x-mcp-header":{"type":"string"}}}"#.into(),
        r#"{"properties":{"x-mcp-header":{"type":"string","x-mcp-header":"A"}}}"#.into(),
        r#"{"$defs":{"x-mcp-header":{"type":"object"}}}"#.into(),
        property(r#"{"type":"string","x-mcp-header":"Method"}"#),
        property(r#"{"type":"string","x-mcp-header":"!#$%&'*+-.^_`|~09azAZ"}"#),
        property(r#"{"type":["string","null"],"x-mcp-header":"A"}"#),
        property(r#"{"type":["boolean"],"x-mcp-header":"A"}"#),
        property(r#"{"type":"string","default":{"x-mcp-header":"A"}}"#),
        property(r#"{"type":"string","examples":[{"x-mcp-header":1}],"const":{"x-mcp-header":1}}"#),
        property(r#"{"type":"string","description":"x-mcp-header \\u \"x-mcp-header\": 1"}"#),
        property(r#"{"type":"string","x-mcp-header":"A","enum":["x-mcp-header"]}"#),
        property(r#"{"x-mcp-header":"A","anyOf":[{"minLength":1},true],"type":"string"}"#),
    ] {
        assert_eq!(validate(raw(&right)), Ok(()), "{right}");
    }
}

#[test]
fn schemas_that_a_client_may_not_offer() {
    let a = r#"{"type":"string","x-mcp-header":"A"}"#;
    for (wrong, why) in [
        (property(r#"{"type":"number","x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"type":"object","x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"type":"array","x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"type":"null","x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"type":"String","x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"type":["null"],"x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"type":[],"x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"type":["string","integer"],"x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"type":["string","number"],"x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"type":["string",1],"x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"type":7,"x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"enum":["a"],"x-mcp-header":"A"}"#), Invalid::Kind),
        (property(r#"{"type":"string","x-mcp-header":"A","x-mcp-header":"B"}"#), Invalid::Place),
        (property(r#"{"type":"string","x-mcp-header":"A b"}"#), Invalid::Name),
        (property(r#"{"type":"string","x-mcp-header":"A\u000d"}"#), Invalid::Name),
        (property(r#"{"type":"string","x\u002dmcp-header":""}"#), Invalid::Name),
        (property(r#"{"type":"string","x-mcp-header":true}"#), Invalid::Name),
        (format!(r#"{{"properties":{{"a":{a},"b":{a}}}}}"#), Invalid::Repeated),
        (
            format!(r#"{{"properties":{{"a":{a},"b":{}}}}}"#, a.replace("\"A", "\"a")),
            Invalid::Repeated,
        ),
        (
            format!(r#"{{"properties":{{"a":{a},"b":{}}}}}"#, a.replace("\"A", "\"\\u0061")),
            Invalid::Repeated,
        ),
        (
            format!(r#"{{"properties":{{"a":{a},"b":{{"properties":{{"c":{a}}}}}}}}}"#),
            Invalid::Repeated,
        ),
        (format!(r#"{{"properties":{{"a":{a},"a":{a}}}}}"#), Invalid::Repeated),
        (format!(r#"{{"properties":{{"a":{a}}},"properties":{{}}}}"#), Invalid::Place),
        (a.into(), Invalid::Place),
        (r#"{"type":"object","x-mcp-header":"A"}"#.into(), Invalid::Place),
        (r#"{"\u0078-mcp-header":"A"}"#.into(), Invalid::Place),
    ] {
        assert_eq!(validate(raw(&wrong)), Err(why), "{wrong}");
    }
    for keyword in ["items", "not", "if", "then", "else", "contains", "additionalProperties"]
        .into_iter()
        .chain(["propertyNames", "unevaluatedProperties", "unevaluatedItems", "contentSchema"])
        .chain(["additionalItems"])
    {
        let wrong = property(&format!(r#"{{"{keyword}":{a}}}"#));
        assert_eq!(validate(raw(&wrong)), Err(Invalid::Place), "{wrong}");
        let wrong = format!(r#"{{"{keyword}":{{"properties":{{"a":{a}}}}}}}"#);
        assert_eq!(validate(raw(&wrong)), Err(Invalid::Place), "{wrong}");
    }
    for keyword in ["allOf", "anyOf", "oneOf", "prefixItems", "items"] {
        let wrong = property(&format!(r#"{{"{keyword}":[true,{{}},{{"not":[1,{a}]}}]}}"#));
        assert_eq!(validate(raw(&wrong)), Err(Invalid::Place), "{wrong}");
        let wrong = property(&format!(r#"{{"{keyword}":[ [ ], {a}]}}"#));
        assert_eq!(validate(raw(&wrong)), Err(Invalid::Place), "{wrong}");
    }
    for keyword in ["patternProperties", "$defs", "definitions", "dependentSchemas"] {
        let wrong = format!(r#"{{"{keyword}":{{"b":[],"c":{{}},"x":{a}}},"type":"object"}}"#);
        assert_eq!(validate(raw(&wrong)), Err(Invalid::Place), "{wrong}");
        let wrong = format!(r#"{{"properties":{{"a":{a}}},"{keyword}":{{"x":{a}}}}}"#);
        assert_eq!(validate(raw(&wrong)), Err(Invalid::Place), "{wrong}");
    }
}

/// A schema of as many annotated properties.
fn many(count: usize) -> String {
    let all: Vec<_> = (0..count)
        .map(|at| format!(r#""p{at}":{{"type":"string","x-mcp-header":"P{at}"}}"#))
        .collect();
    format!(r#"{{"properties":{{{}}}}}"#, all.join(","))
}

#[test]
fn how_many_is_bounded_for_clients() {
    assert_eq!(validate(raw(&many(MAX_PARAMS))), Ok(()));
    assert_eq!(validate(raw(&many(MAX_PARAMS + 1))), Err(Invalid::TooMany));
    assert_eq!(validate(raw(&many(5000))), Err(Invalid::TooMany));
    assert_eq!(why(&many(100), r#"{"p99":"x"}"#, &[]), Some(Missing));
    assert_eq!(why(&many(100), r#"{"p99":"x"}"#, &[("mcp-param-p99", "x")]), None);
}

#[test]
fn deep_brackets_are_walked_without_a_stack() {
    for (open, close) in [("[", "]"), (r#"{"not":"#, "}"), (r#"{"allOf":["#, "]}")] {
        let levels = if open.len() > 7 { 60 } else { 120 };
        let inner = r#"{"x-mcp-header":"A"}"#;
        let deep = format!("{}{inner}{}", open.repeat(levels), close.repeat(levels));
        let schema = format!(r#"{{"allOf":[{deep}]}}"#);
        assert_eq!(validate(raw(&schema)), Err(Invalid::Place), "{schema}");
    }
}

#[test]
fn the_search_finds_what_is_there() {
    let words = ["x-mcp-header", "\\u", "xx-mcp-header", "x-mcp-heade", "-mcp-header", "\\", ""];
    for word in words.into_iter().chain(["x-mcp-x-mcp-header", "x-x-mcp-header", "\\-\\\\u"]) {
        for around in ["x", "-", "\\", "x-mcp-"] {
            for before in 0..70 {
                let text = format!("{}{word}{around}", around.repeat(before));
                let wanted = text.contains("x-mcp-header") || text.contains("\\u");
                assert_eq!(may_have_params(&text), wanted, "{text}");
            }
        }
    }
    assert!(!may_have_params("") && !may_have_params("x-mcp-heade"));
}

proptest! {
    /// Whatever a client mirrors as the page of the transport says is accepted, and nothing else.
    #[test]
    fn what_a_client_writes_agrees(
        region in any::<Option<String>>(),
        limit in any::<Option<i64>>(),
        dry in any::<Option<bool>>(),
        drop in 0usize..4,
    ) {
        let mut headers: Vec<(&str, String)> = Vec::new();
        let mut members = Vec::new();
        if let Some(region) = &region {
            let mut buffer = std::vec![0; region.len() * 2 + 32];
            let mut out = crate::json::Writer::new(&mut buffer);
            super::super::sentinel::write(&mut out, region);
            headers.push(("Mcp-Param-Region", String::from_utf8(out.finish().into()).unwrap()));
            members.push(format!(r#""region":{}"#, serde_json::to_string(region).unwrap()));
        }
        if let Some(limit) = limit {
            headers.push(("Mcp-Param-Limit", format!("{limit}")));
            members.push(format!(r#""limit":{limit}"#));
        }
        if let Some(dry) = dry {
            headers.push(("Mcp-Param-Dry-Run", format!("{dry}")));
            members.push(format!(r#""dry":{dry}"#));
        }
        let body = format!("{{{}}}", members.join(","));
        let mut lines: Vec<_> = headers.iter().map(|(name, value)| (*name, &value[..])).collect();
        prop_assert_eq!(checked(SQL, &body, &lines), Ok(()));
        if drop < lines.len() {
            lines.remove(drop);
            prop_assert_eq!(why(SQL, &body, &lines), Some(Missing));
            let wanted = (!lines.is_empty()).then_some(Unexpected);
            prop_assert_eq!(why(SQL, "{}", &lines), wanted);
        }
    }
}

#![allow(clippy::unwrap_used)] // a panic is how a test fails

use super::*;
use proptest::prelude::*;
use std::string::String;
use std::{format, vec};

const MODERN: Option<Revision> = Some(Revision::V2026_07_28);

const EMPTY: HeadFacts<'_> = HeadFacts {
    verb: Verb::Post,
    revision: None,
    session: b"",
    last_event_id: b"",
    schema: None,
    message: r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
};

fn lines(facts: &HeadFacts<'_>) -> Result<String, Error> {
    let mut buffer = [0; 4096];
    facts.lines(&mut buffer).map(|lines| lines.as_str().into())
}

const POST: &str =
    "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n";

/// A modern request's lines behind those that all have.
fn modern(message: &str, schema: &str) -> Result<String, Error> {
    let schema = (!schema.is_empty()).then(|| Raw::parse(schema.as_bytes()).unwrap());
    let lines = lines(&HeadFacts { revision: MODERN, schema, message, ..EMPTY })?;
    let start = format!("{POST}MCP-Protocol-Version: 2026-07-28\r\n");
    Ok(lines.strip_prefix(&start).unwrap_or_else(|| panic!("{lines}")).into())
}

fn request(method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":{method},"params":{params}}}"#)
}

/// What is said of a call of the tool whose name is this JSON.
fn name(json: &str) -> Result<String, Error> {
    let lines = modern(&request(r#""tools/call""#, &format!(r#"{{"name":{json}}}"#)), "")?;
    let name = lines.strip_prefix("Mcp-Method: tools/call\r\nMcp-Name: ");
    Ok(name.unwrap_or_else(|| panic!("{lines}")).strip_suffix("\r\n").unwrap().into())
}

#[test]
fn what_all_posts_say() {
    assert_eq!(lines(&EMPTY).as_deref(), Ok(POST));
    // Whatever the message is: of the older revisions nothing is read.
    for message in ["", "no JSON", "[]", r#"{"jsonrpc":"2.0","id":1,"result":{}}"#] {
        assert_eq!(lines(&HeadFacts { message, ..EMPTY }).as_deref(), Ok(POST));
    }
}

#[test]
fn what_streams_and_ends_say() {
    let get = HeadFacts { verb: Verb::Get, message: "", ..EMPTY };
    assert_eq!(lines(&get).as_deref(), Ok("Accept: text/event-stream\r\n"));
    let again = HeadFacts { last_event_id: b"1a-2 \xc3\xa9", session: b"s-1", ..get };
    let again = HeadFacts { revision: Some(Revision::LATEST_LEGACY), ..again };
    assert_eq!(
        lines(&again).as_deref(),
        Ok(concat!(
            "Accept: text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n",
            "Mcp-Session-Id: s-1\r\nLast-Event-ID: 1a-2 é\r\n"
        ))
    );
    let end = HeadFacts { verb: Verb::Delete, ..again };
    let said = "MCP-Protocol-Version: 2025-11-25\r\nMcp-Session-Id: s-1\r\n";
    assert_eq!(lines(&end).as_deref(), Ok(said));
    assert_eq!(lines(&HeadFacts { verb: Verb::Delete, message: "", ..EMPTY }).as_deref(), Ok(""));
    // What has no message mirrors none.
    let modern = lines(&HeadFacts { revision: MODERN, ..get });
    let said = "Accept: text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n";
    assert_eq!(modern.as_deref(), Ok(said));
    // A POST takes up no stream.
    let post = lines(&HeadFacts { last_event_id: b"1", ..EMPTY });
    assert_eq!(post.as_deref(), Ok(POST));
    let names = [Verb::Post, Verb::Get, Verb::Delete].map(Verb::name);
    assert_eq!(names, ["POST", "GET", "DELETE"]);
}

#[test]
fn the_version_is_said_from_june_2025_on() {
    for (revision, said) in [
        (None, ""),
        #[cfg(feature = "legacy")]
        (Some(Revision::V2024_11_05), ""),
        #[cfg(feature = "legacy")]
        (Some(Revision::V2025_03_26), ""),
        #[cfg(feature = "legacy")]
        (Some(Revision::V2025_06_18), "MCP-Protocol-Version: 2025-06-18\r\n"),
        #[cfg(feature = "legacy")]
        (Some(Revision::Draft2025V3), "MCP-Protocol-Version: DRAFT-2025-v3\r\n"),
        #[cfg(feature = "legacy")]
        (Some(Revision::V2025_11_25), "MCP-Protocol-Version: 2025-11-25\r\n"),
        (MODERN, "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: ping\r\n"),
    ] {
        let lines = lines(&HeadFacts { revision, ..EMPTY });
        assert_eq!(lines.as_deref(), Ok(&*format!("{POST}{said}")), "{revision:?}");
    }
}

#[test]
#[cfg(feature = "legacy")]
fn sessions_are_of_the_older_revisions() {
    let facts = HeadFacts { session: b"!s~", ..EMPTY };
    let said = format!("{POST}Mcp-Session-Id: !s~\r\n");
    assert_eq!(lines(&facts).as_deref(), Ok(&*said));
    let lines_of = |revision| lines(&HeadFacts { revision, ..facts }).unwrap();
    assert!(lines_of(Some(Revision::V2025_11_25)).ends_with("Mcp-Session-Id: !s~\r\n"));
    assert!(!lines_of(Some(Revision::V2025_11_25)).contains("Mcp-Method"));
    assert!(!lines_of(MODERN).contains("Session"));
}

#[test]
fn ids_that_no_header_can_say_are_errors() {
    for session in [&b"a b"[..], b"a\r\nB: c", b"a\n", b"\0", b"\x7f", b"\xc3\xa9", b"\xff", b"\t"]
    {
        let facts = HeadFacts { session, ..EMPTY };
        assert_eq!(lines(&facts), Err(Error::NotText), "{session:?}");
    }
    for last_event_id in [&b"a\r\nB: c"[..], b"\n", b"a\0", b"\x1b", b"\x7f", b"\xff"] {
        let facts = HeadFacts { verb: Verb::Get, last_event_id, ..EMPTY };
        assert_eq!(lines(&facts), Err(Error::NotText), "{last_event_id:?}");
    }
}

#[test]
fn what_each_method_says() {
    for (message, said) in [
        (request(r#""server/discover""#, "{}"), "Mcp-Method: server/discover\r\n"),
        (request(r#""tools/list""#, r#"{"name":"a"}"#), "Mcp-Method: tools/list\r\n"),
        (
            request(r#""tools/call""#, r#"{"arguments":{"name":"b"},"name":"a","uri":"c"}"#),
            "Mcp-Method: tools/call\r\nMcp-Name: a\r\n",
        ),
        (
            request(r#""prompts/get""#, r#"{"name":"a","uri":"c"}"#),
            "Mcp-Method: prompts/get\r\nMcp-Name: a\r\n",
        ),
        (
            request(r#""resources/read""#, r#"{"name":"a","uri":"file:\/\/\/c"}"#),
            "Mcp-Method: resources/read\r\nMcp-Name: file:///c\r\n",
        ),
        (
            request(r#""resources/subscribe""#, r#"{"uri":"c"}"#),
            "Mcp-Method: resources/subscribe\r\n",
        ),
        (
            request(r#""completion/complete""#, r#"{"ref":{"name":"a"}}"#),
            "Mcp-Method: completion/complete\r\n",
        ),
        (
            request(r#""tasks/get""#, r#"{"taskId":"t","name":"a"}"#),
            "Mcp-Method: tasks/get\r\nMcp-Name: t\r\n",
        ),
        (request(r#""tasks/update""#, "{}"), "Mcp-Method: tasks/update\r\n"),
        (request(r#""tasks/list""#, r#"{"taskId":"t"}"#), "Mcp-Method: tasks/list\r\n"),
        (request(r#""acme/w\u006frk""#, r#"{"name":"a"}"#), "Mcp-Method: acme/work\r\n"),
        // A method is known however it is written.
        (
            request(r#""tools\/c\u0061ll""#, r#"{"n\u0061me":"a"}"#),
            "Mcp-Method: tools/call\r\nMcp-Name: a\r\n",
        ),
        // The server will say what is missing.
        (request(r#""tools/call""#, "{}"), "Mcp-Method: tools/call\r\n"),
        (request(r#""tools/call""#, r#"{"name":7}"#), "Mcp-Method: tools/call\r\n"),
        (r#"{"id":1,"method":"resources/read"}"#.into(), "Mcp-Method: resources/read\r\n"),
        // Notifications say their method, and responses nothing.
        (
            r#"{"method":"notifications/cancelled","params":{"requestId":1}}"#.into(),
            "Mcp-Method: notifications/cancelled\r\n",
        ),
        (r#"{"method":"tools/call","params":{"name":"a"}}"#.into(), "Mcp-Method: tools/call\r\n"),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.into(), ""),
    ] {
        assert_eq!(modern(&message, "").as_deref(), Ok(said), "{message}");
    }
    for message in ["", "[]", "7", "no JSON", r#"{"method":"#] {
        assert_eq!(modern(message, ""), Err(Error::NotJson), "{message}");
    }
}

#[test]
fn names_never_end_a_line() {
    for (json, value) in [
        (r#""echo""#, "echo"),
        (r#""""#, ""),
        (r#""a b\tc""#, "a b\tc"),
        (r#""a: b""#, "a: b"),
        (r#""a\r\nHost: evil""#, "=?base64?YQ0KSG9zdDogZXZpbA==?="),
        (r#""a\u000d\u000aHost: evil""#, "=?base64?YQ0KSG9zdDogZXZpbA==?="),
        (r#""\n""#, "=?base64?Cg==?="),
        (r#""\r""#, "=?base64?DQ==?="),
        (r#""a\u0000""#, "=?base64?YQA=?="),
        (r#""\u007f""#, "=?base64?fw==?="),
        (r#""Hello, 世界""#, "=?base64?SGVsbG8sIOS4lueVjA==?="),
        (r#""Hello, \u4e16\u754c""#, "=?base64?SGVsbG8sIOS4lueVjA==?="),
        (r#"" a""#, "=?base64?IGE=?="),
        (r#""\ta""#, "=?base64?CWE=?="),
        (r#""a ""#, "=?base64?YSA=?="),
        (r#""=?base64?x?=""#, "=?base64?PT9iYXNlNjQ/eD89?="),
        (r#""\u003d?base64?x?\u003d""#, "=?base64?PT9iYXNlNjQ/eD89?="),
        (r#""=?base64?x""#, "=?base64?x"),
    ] {
        assert_eq!(name(json).as_deref(), Ok(value), "{json}");
    }
    assert_eq!(name(r#""a\ud800""#), Err(Error::NotText));
    // A method has no other form, and what is no header is not sent.
    for method in [r#""a\r\nB: c""#, r#""a\n""#, r#""é""#, r#"" a""#, r#""a ""#, r#""\ud800""#] {
        let said = modern(&request(method, "{}"), "");
        assert_eq!(said, Err(Error::NotSupported), "{method}");
    }
}

const SCHEMA: &str = r#"{"type":"object","properties":{
    "region":{"type":"string","x-mcp-header":"Region"},
    "limit":{"type":"integer","x-mcp-header":"Limit"}}}"#;

#[test]
fn arguments_are_said_in_calls_of_tools() {
    let params = r#"{"name":"sql","arguments":{"region":"a\nb","limit":1e2}}"#;
    let said = "Mcp-Method: tools/call\r\nMcp-Name: sql\r\n";
    let call = request(r#""tools/call""#, params);
    assert_eq!(modern(&call, "").as_deref(), Ok(said));
    let lines = "Mcp-Param-Region: =?base64?YQpi?=\r\nMcp-Param-Limit: 100\r\n";
    assert_eq!(modern(&call, SCHEMA), Ok(format!("{said}{lines}")));
    for arguments in ["", r#","arguments":null"#, r#","arguments":[]"#, r#","arguments":{}"#] {
        let call = request(r#""tools/call""#, &format!(r#"{{"name":"sql"{arguments}}}"#));
        assert_eq!(modern(&call, SCHEMA).as_deref(), Ok(said), "{arguments}");
    }
    let other = request(r#""prompts/get""#, params);
    assert!(!modern(&other, SCHEMA).unwrap().contains("Param"));
    let half = r#"{"name":"sql","arguments":{"region":"\ud800"}}"#;
    assert_eq!(modern(&request(r#""tools/call""#, half), SCHEMA), Err(Error::NotText));
    // Before, no server looks.
    let schema = Raw::parse(SCHEMA.as_bytes()).ok();
    let facts = HeadFacts { schema, message: &call, ..EMPTY };
    assert_eq!(lines_of(&facts), POST);
}

fn lines_of(facts: &HeadFacts<'_>) -> String {
    lines(facts).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn lines_come_as_names_and_values() {
    let message = request(r#""tools/call""#, r#"{"name":"","arguments":{"region":"a: b"}}"#);
    let schema = Raw::parse(SCHEMA.as_bytes()).ok();
    let facts = HeadFacts { revision: MODERN, schema, message: &message, ..EMPTY };
    let mut buffer = [0; 512];
    let lines = facts.lines(&mut buffer).unwrap();
    let all: vec::Vec<_> = lines.headers().collect();
    assert_eq!(
        all,
        [
            ("Accept", "application/json, text/event-stream"),
            ("Content-Type", "application/json"),
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", ""),
            ("Mcp-Param-Region", "a: b"),
        ]
    );
    let joined: String = all.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    assert_eq!(joined, lines.as_str());
}

#[test]
fn a_buffer_that_is_too_small_says_what_it_takes() {
    let message = request(r#""tools/call""#, r#"{"name":"é","arguments":{"region":"x"}}"#);
    let schema = Raw::parse(SCHEMA.as_bytes()).ok();
    let facts = HeadFacts { revision: MODERN, schema, message: &message, ..EMPTY };
    let need = lines_of(&facts).len();
    let mut buffer = [0; 512];
    for len in 0..need {
        let short = facts.lines(&mut buffer[..len]).map(|lines| lines.as_str().len());
        assert_eq!(short, Err(Error::Short { need }));
    }
    assert!(facts.lines(&mut buffer[..need]).is_ok());
}

/// `value` as a JSON string.
fn json(value: &str) -> String {
    let mut buffer = vec![0; value.len() * 6 + 2];
    let mut out = Writer::new(&mut buffer);
    out.string(value);
    String::from_utf8(out.finish().to_vec()).unwrap()
}

proptest! {
    #[test]
    fn any_name_is_one_line_that_says_it(
        value in prop_oneof![any::<String>(), "[ \t\r\n:]{0,3}[ -~\t\r\n]{0,40}[ \t\r\n]{0,2}"],
    ) {
        let json = json(&value);
        let header = name(&json).unwrap();
        prop_assert!(header.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~')));
        let text = Raw::parse(json.as_bytes()).unwrap().text().unwrap();
        prop_assert_eq!(sentinel::matches_text(header.as_bytes(), text), sentinel::Match::Same);
    }

    #[test]
    fn any_message_and_ids_give_lines_of_headers_alone(
        method in any::<String>(), tool in any::<String>(), key in any::<String>(),
        session in proptest::collection::vec(any::<u8>(), 0..6),
        last in proptest::collection::vec(any::<u8>(), 0..6),
        post in any::<bool>(), is_modern in any::<bool>(), call in any::<bool>(),
    ) {
        let method = if call { json("tools/call") } else { json(&method) };
        let params = format!(r#"{{"name":{},"arguments":{{"region":{0}}}}}"#, json(&tool));
        let message = request(&method, &params);
        let schema = format!(
            r#"{{"properties":{{"region":{{"type":"string","x-mcp-header":{}}}}}}}"#, json(&key)
        );
        let facts = HeadFacts {
            verb: if post { Verb::Post } else { Verb::Get },
            revision: if is_modern { MODERN } else { None },
            session: &session,
            last_event_id: &last,
            schema: Raw::parse(schema.as_bytes()).ok(),
            message: &message,
        };
        if let Ok(lines) = lines(&facts) {
            prop_assert!(lines.is_empty() || lines.ends_with("\r\n"));
            for line in lines.split_terminator("\r\n") {
                let (name, value) = line.split_once(": ").unwrap();
                prop_assert!(crate::http::head::is_token(name.as_bytes()));
                prop_assert!(!value.bytes().any(is_control));
            }
        }
    }
}

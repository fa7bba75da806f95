#![allow(clippy::unwrap_used)] // a panic is how a test fails

use super::super::head::Header;
use super::*;
use std::vec::Vec;

fn head_of<'h>(headers: &'h [Header<'h>]) -> Head<'h> {
    Head { method: "POST", headers }
}

fn lines<'h>(name: &'h str, values: &[&'h str]) -> Vec<Header<'h>> {
    values.iter().map(|value| Header { name, value: value.as_bytes() }).collect()
}

/// Lines of `Accept`, whether JSON is taken, whether events are.
const ACCEPTS: &[(&[&str], bool, bool)] = &[
    (&[], true, true),
    (&[""], true, true),
    (&[" , ,\t"], true, true),
    (&["", ""], true, true),
    (&["application/json, text/event-stream"], true, true),
    (&["text/event-stream,application/json"], true, true),
    (&["application/json;q=0, */*;q=0", "application/json, text/event-stream"], true, true),
    (&["application/json, text/event-stream", "text/event-stream;q=0"], true, true),
    (&["application/json,text/event-stream", "text/event-stream;q=0"], true, true),
    (&["application/json", "text/event-stream"], true, true),
    (&["application/json"], true, false),
    (&["text/event-stream"], false, true),
    (&["APPLICATION/Json , Text/Event-Stream"], true, true),
    (&["*/*"], true, true),
    (&["application/*"], true, false),
    (&["text/*"], false, true),
    (&["Application/*,TEXT/*"], true, true),
    (&["text/html"], false, false),
    (&["text/html, */*;q=0.8"], true, true),
    (&["text/html", "*/*;q=0.001"], true, true),
    (&["application/json;q=0"], false, false),
    (&["application/json;q=0, */*"], false, true),
    (&["*/*, application/json;q=0"], false, true),
    (&["*/*;q=0, application/json"], true, false),
    (&["*/*;q=0"], false, false),
    (&["*/*;q=0.0"], false, false),
    (&["*/*;q=0.000"], false, false),
    (&["*/*;q=0."], false, false),
    (&["*/*;Q=0"], false, false),
    (&["*/*;q=1.000"], true, true),
    (&["*/* ; q=0"], false, false),
    (&["*/*;q=nothing"], true, true),
    (&["*/*;q="], true, true),
    (&["*/*;q=."], true, true),
    (&["*/*;q"], true, true),
    (&["text/*;q=0, text/event-stream;q=0.1, application/json"], true, true),
    (&["text/event-stream;q=0, text/*, application/json"], true, false),
    (&["application/*;q=0, */*"], false, true),
    (&["application/json;charset=utf-8"], true, false),
    (&["application/json; charset=\"utf-8\"; q=0"], false, false),
    (&["application/json;a=\"x,y;q=0\""], true, false),
    (&["text/html;a=\",application/json,\", text/event-stream"], false, true),
    (&["text/html;a=\"\\\",application/json,\", text/event-stream"], false, true),
    (&["text/html;a=\"not closed, application/json"], false, false),
    (&["application/json;q=0, application/json;q=0.5"], true, false),
    (&["application/json;q=0.5", "application/json;q=0"], true, false),
    (&["application/jsonx, text/event-streams"], false, false),
    (&["xapplication/json, x/text/event-stream"], false, false),
    (&["application/json-rpc, application/vnd.api+json"], false, false),
    (&["application / json"], false, false),
    (&["*/json, */event-stream"], false, false),
    (&["*"], true, true),
    (&["text/html, image/gif, *; q=.2, */*; q=.2"], true, true),
    (&["*;q=0, application/json"], true, false),
    (&["application"], false, false),
    (&["/"], false, false),
    (&["application/json/x"], false, false),
    (&["garbage\u{1}, text/event-stream"], false, true),
    (&["é, application/json"], true, false),
];

#[test]
fn what_is_accepted() {
    for (values, json, events) in ACCEPTS {
        let headers = lines("Accept", values);
        let found = accepts(&head_of(&headers));
        assert_eq!(found, Accepts { json: *json, events: *events }, "{values:?}");
    }
}

#[test]
fn ranges_say_the_same_in_one_line_and_in_several() {
    for (values, json, events) in ACCEPTS {
        if values.iter().any(|value| value.contains('"')) {
            continue;
        }
        let apart: Vec<&str> = values.iter().flat_map(|value| value.split(',')).collect();
        for apart in [apart.clone(), apart.into_iter().rev().collect()] {
            let headers = lines("aCCept", &apart);
            let found = accepts(&head_of(&headers));
            assert_eq!(found, Accepts { json: *json, events: *events }, "{apart:?}");
        }
    }
}

#[test]
fn what_the_body_is() {
    use ContentType::{Absent, Json, Other};
    let table: &[(&[&str], ContentType)] = &[
        (&[], Absent),
        (&[""], Other),
        (&["application/json"], Json),
        (&[" Application/JSON\t"], Json),
        (&["application/json;"], Json),
        (&["application/json ; ;"], Json),
        (&["application/json;charset=utf-8"], Json),
        (&["application/json; charset=UTF-8"], Json),
        (&["application/json; Charset=\"Utf-8\""], Json),
        (&["application/json;charset=utf8"], Json),
        (&["application/json; version=1; charset=utf-8"], Json),
        (&["application/json; a=\"x;charset=latin1\""], Json),
        (&["application/json; a=\"\\\";charset=latin1\""], Json),
        (&["application/json; a=\"\""], Json),
        (&["application/json", "application/json"], Json),
        (&["application/json", " application/json "], Json),
        (&["application/json", "text/plain"], Other),
        (&["application/json", "application/json;charset=utf-8"], Other),
        (&["application/json;charset=iso-8859-1"], Other),
        (&["application/json;charset=utf-16"], Other),
        (&["application/json;charset=utf-8;charset=utf-16"], Other),
        (&["application/json;charset="], Other),
        (&["application/json;charset=\"\""], Other),
        (&["application/json;charset"], Other),
        (&["application/json;charset = utf-8"], Other),
        (&["application/json;=utf-8"], Other),
        (&["application/json;a=b c"], Other),
        (&["application/json;a=\"b"], Other),
        (&["application/json;a=b\""], Other),
        (&["application/json;a=\"b\"c\""], Other),
        (&["application/json;a=\"b\\\""], Other),
        (&["application/json;a=\"\u{1}\""], Other),
        (&["application/json;a=\"\\\u{7f}\""], Other),
        (&["application/json;a=\"é\""], Json),
        (&["application/json, text/plain"], Other),
        (&["application/json;a=b, text/plain"], Other),
        (&["text/plain, application/json"], Other),
        (&["text/plain;a=application/json"], Other),
        (&["application/json-rpc"], Other),
        (&["application/problem+json"], Other),
        (&["application/jsonp"], Other),
        (&["application/ json"], Other),
        (&["text/json"], Other),
        (&["text/plain"], Other),
        (&["application/x-www-form-urlencoded"], Other),
        (&["multipart/form-data; boundary=x"], Other),
        (&["application/*"], Other),
        (&["*/*"], Other),
        (&["json"], Other),
        (&[";charset=utf-8"], Other),
        (&["application/json\u{0}"], Other),
    ];
    for (values, wanted) in table {
        let headers = lines("content-TYPE", values);
        assert_eq!(content_type(&head_of(&headers)), *wanted, "{values:?}");
    }
}

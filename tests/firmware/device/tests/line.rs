//! The line: resources, prompts and questions in both eras, and hosts that come and go.
#![allow(clippy::indexing_slicing)]

mod kit;

use kit::{answer, cancel, hello, legacy, modern, said, talk};

const SET: &str = r#""name":"set_pin","arguments":{"pin":1,"level":"high"}"#;
const PINS: &str = r#""uri":"device://pins""#;

#[test]
fn resources_are_read() {
    let coming = modern(1, "tools/call", SET)
        + &modern(2, "resources/read", PINS)
        + &modern(3, "resources/read", r#""uri":"device://memory""#)
        + &modern(4, "resources/read", r#""uri":"device://other""#);
    let lines = talk(&[(0, &coming)], 10);
    assert!(lines.contains(r#""text":"LHLLLLLLLLLLLLLL""#), "{lines}");
    assert!(lines.contains(r#""text":"stack 1234""#), "{lines}");
    let error = answer(&lines, "4").get("error").and_then(|error| error.get("code"));
    assert_eq!(error.map(|code| code.as_str()), Some("-32602"));
}

#[test]
fn who_listens_is_told_of_pins() {
    let listen = r#""notifications":{"resourceSubscriptions":["device://pins"]}"#;
    let modern = modern(1, "subscriptions/listen", listen) + &modern(2, "tools/call", SET);
    let legacy = hello(0, "2025-06-18", "")
        + &legacy(1, "resources/subscribe", PINS)
        + &legacy(2, "tools/call", SET);
    for coming in [modern, legacy] {
        let lines = talk(&[(0, &coming)], 10);
        assert_eq!(lines.matches("notifications/resources/updated").count(), 1, "{lines}");
        assert!(lines.find("resources/updated") > lines.find(r#""id":2"#), "{lines}");
    }
}

#[test]
fn one_listener_too_many_ends_the_oldest() {
    let listen = r#""notifications":{"resourceSubscriptions":["device://pins"]}"#;
    // The second is given up, so the fifth is the first that is too many.
    let mut coming = String::new();
    for id in 1..=7 {
        coming += &modern(id, "subscriptions/listen", listen);
        if id == 2 {
            coming += &cancel(2);
        }
    }
    let lines = talk(&[(0, &coming), (50, &modern(9, "tools/call", SET))], 100);
    let is_told = |id: u32| {
        let tag = format!(r#""io.modelcontextprotocol/subscriptionId":{id}}}"#);
        lines.lines().any(|line| line.contains("resources/updated") && line.contains(&tag))
    };
    let told: Vec<_> = (1..=7).filter(|id| is_told(*id)).collect();
    assert_eq!(told, [5, 6, 7], "{lines}");
    for ended in [1, 3, 4] {
        answer(&lines, &ended.to_string()).get("result").expect("an end");
    }
}

#[test]
fn who_does_not_listen_is_told_nothing() {
    let coming = hello(0, "2025-06-18", "")
        + &legacy(1, "resources/subscribe", PINS)
        + &legacy(2, "tools/call", r#""name":"set_pin","arguments":{"pin":99}"#)
        + &legacy(3, "resources/unsubscribe", PINS)
        + &legacy(4, "tools/call", SET);
    let lines = talk(&[(0, &coming)], 10);
    assert!(!lines.contains("notifications/resources/updated"), "{lines}");
}

#[test]
fn the_prompt_has_its_part_and_the_pins() {
    let get = |part: &str| modern(1, "prompts/get", &format!(r#""name":"diagnose"{part}"#));
    let lines = talk(&[(0, &get(r#","arguments":{"part":"the \"lamp\""}"#))], 10);
    let wanted = r#""text":"Diagnose the \"lamp\". Pins: LLLLLLLLLLLLLLLL"}}]"#;
    assert!(lines.contains(wanted), "{lines}");
    for part in ["", r#","arguments":{}"#] {
        let lines = talk(&[(0, &get(part))], 10);
        let error = answer(&lines, "1").get("error").and_then(|error| error.get("code"));
        assert_eq!(error.map(|code| code.as_str()), Some("-32602"), "{lines}");
    }
    // What fits into the one buffer and not into the other gets an error.
    let part = format!(r#""name":"diagnose","arguments":{{"part":"{}"}}"#, "x".repeat(1930));
    let coming = hello(0, "2025-06-18", "") + &legacy(1, "prompts/get", &part);
    let lines = talk(&[(0, &coming)], 50);
    let error = answer(&lines, "1").get("error").and_then(|error| error.get("code"));
    assert_eq!(error.map(|code| code.as_str()), Some("-32603"), "{lines}");
}

#[test]
fn a_name_is_asked_for_in_2026_07_28() {
    let call = r#""name":"rename""#;
    let lines = talk(&[(0, &modern(1, "tools/call", call))], 10);
    let result = answer(&lines, "1").get("result").expect("a result");
    assert!(result.as_str().contains("input_required"), "{lines}");
    for (answer, wanted) in [
        (r#"{"action":"accept","content":{"name":"A\u0064a"}}"#, "called Ada"),
        (r#"{"action":"accept","content":{}}"#, "!no name was given"),
        (r#"{"action":"decline"}"#, "!no name was given"),
        (r#"{"action":"cancel","content":{"name":"Ada"}}"#, "!no name was given"),
    ] {
        let again = format!(r#"{call},"inputResponses":{{"name":{answer}}}"#);
        assert_eq!(said(&talk(&[(0, &modern(2, "tools/call", &again))], 10), "2"), wanted);
    }
}

#[test]
fn a_name_is_asked_for_before() {
    let start = hello(0, "2025-06-18", r#""elicitation":{}"#)
        + &legacy(1, "tools/call", r#""name":"rename""#);
    for (answer, wanted) in [
        (r#""result":{"action":"accept","content":{"name":"Ada"}}"#, "called Ada"),
        (r#""result":{"action":"decline"}"#, "!no name was given"),
        (r#""error":{"code":-1,"message":"no"}"#, "!no name was given"),
    ] {
        let lines = talk(&[(0, &start)], 10);
        let question = lines.lines().find(|line| line.contains("elicitation/create"));
        let question = sansmcp::json::Raw::parse_str(question.expect("a question"));
        let id = question.expect("JSON").get("id").expect("an id").as_str();
        let reply = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},{answer}}}\n");
        // Another one meanwhile is one too many; after it there is room.
        let other = legacy(2, "tools/call", r#""name":"rename""#);
        let later = reply + &legacy(3, "tools/call", r#""name":"rename""#);
        let lines = talk(&[(0, &start), (5, &other), (10, &later)], 20);
        assert_eq!(said(&lines, "1"), wanted);
        assert_eq!(said(&lines, "2"), "!busy");
        assert_eq!(lines.matches("elicitation/create").count(), 2, "{lines}");
    }
}

#[test]
fn a_question_ends_with_its_call_and_with_time() {
    let start = hello(0, "2025-06-18", r#""elicitation":{}"#)
        + &legacy(1, "tools/call", r#""name":"rename""#);
    let again = cancel(1) + &legacy(2, "tools/call", r#""name":"rename""#);
    let lines = talk(&[(0, &start), (5, &again)], 20);
    assert_eq!(lines.matches("elicitation/create").count(), 2, "{lines}");
    assert_eq!(lines.matches("notifications/cancelled").count(), 1, "{lines}");
    let lines = talk(&[(0, &start)], 310_000);
    assert_eq!(said(&lines, "1"), "!no name was given");
}

#[test]
fn who_cannot_be_asked_is_told_so() {
    let meta = concat!(
        r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
        r#""io.modelcontextprotocol/clientCapabilities":{}},"name":"rename""#
    );
    let rename = r#""name":"rename""#;
    for (coming, code) in [
        (legacy(1, "tools/call", meta), "-32021"),
        (hello(0, "2025-11-25", "") + &legacy(1, "tools/call", rename), "-32600"),
        (
            hello(0, "2024-11-05", r#""elicitation":{}"#) + &legacy(1, "tools/call", rename),
            "-32600",
        ),
    ] {
        let lines = talk(&[(0, &coming)], 10);
        let error = answer(&lines, "1").get("error").and_then(|error| error.get("code"));
        assert_eq!(error.map(|error| error.as_str()), Some(code), "{lines}");
    }
}

#[test]
fn half_a_line_is_given_up_after_a_second_of_silence() {
    let whole = modern(1, "tools/call", r#""name":"read_channel_00""#);
    let (half, rest) = whole.split_at(100);
    // A pause is no end.
    let lines = talk(&[(0, half), (900, rest)], 2000);
    assert_eq!(said(&lines, "1"), "channel 00: 0");
    let lines = talk(&[(0, half), (1100, &whole)], 2000);
    assert_eq!(lines.matches("-32700").count(), 1, "{lines}");
    assert_eq!(said(&lines, "1"), "channel 00: 0");
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_works() {
    let long = modern(1, "tools/call", &format!(r#""name":"{}""#, "x".repeat(5000)));
    let lines = talk(&[(0, &(long + &modern(2, "tools/list", "")))], 50);
    let error = answer(&lines, "1").get("error").and_then(|error| error.get("code"));
    assert_eq!(error.map(|error| error.as_str()), Some("-32600"), "{lines}");
    answer(&lines, "2");
}

#[test]
fn a_new_host_begins_anew() {
    let measure = r#""name":"measure","arguments":{"steps":50},"_meta":{"progressToken":9}"#;
    let rename = r#""name":"rename""#;
    let old = hello(0, "2025-06-18", r#""elicitation":{}"#)
        + &legacy(1, "tools/call", measure)
        + &legacy(2, "tools/call", rename)
        + &legacy(3, "resources/subscribe", PINS);
    let hello = hello(1, "2025-11-25", "");
    let new = hello
        + &legacy(2, "tools/call", r#""name":"read_channel_02""#)
        + &legacy(3, "tools/call", SET)
        + &legacy(4, "tools/call", r#""name":"measure","arguments":{"steps":2}"#)
        + &legacy(5, "tools/call", r#""name":"measure","arguments":{"steps":2}"#);
    let lines = talk(&[(0, &old), (500, &new)], 4000);
    let (_, lines) = lines.split_once("\"2025-11-25\"").expect("a second handshake");
    assert_eq!(said(lines, "2"), "channel 02: 74");
    answer(lines, "3");
    // Nothing of the old host's takes a place.
    assert_eq!(said(lines, "4"), "measured 2 times");
    assert_eq!(said(lines, "5"), "measured 2 times");
    for old in ["notifications", "measured 50", "elicitation"] {
        assert!(!lines.contains(old), "{old} in {lines}");
    }
}

#[test]
fn a_new_host_begins_anew_after_one_of_the_other_era() {
    let measure = r#""name":"measure","arguments":{"steps":50}"#;
    let new = hello(1, "2025-11-25", "");
    let lines = talk(&[(0, &modern(1, "tools/call", measure)), (500, &new)], 4000);
    assert!(!lines.contains("measured"), "{lines}");
    answer(&lines, "1").get("result").and_then(|it| it.get("serverInfo")).expect("a handshake");
}

#[test]
fn a_new_host_reads_its_first_line_whole() {
    let dump = modern(1, "tools/call", r#""name":"dump""#);
    let new = hello(1, "2025-11-25", "") + &legacy(2, "tools/call", r#""name":"dump""#);
    let lines = talk(&[(0, &dump), (300, &new)], 3000);
    let (old, new) = lines.split_once('\n').expect("two lines");
    assert!(old.len() > 20_000, "{}", old.len());
    answer(new, "1").get("result").and_then(|it| it.get("serverInfo")).expect("a handshake");
    assert_eq!(said(new, "2").len(), 102_400);
}

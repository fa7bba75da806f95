//! The owned endpoint does what the core's does, with memory of its own.
#![allow(clippy::unwrap_used)]

use sansmcp_owned::{
    Answer, Delivery, Error, Event, EventKind, Frame, Info, Policy, Server, Tool, Verdict,
    VerdictKind,
};

const PLAIN: [(&str, &[u8]); 3] = [
    ("Host", b"localhost:80"),
    ("Content-Type", b"application/json"),
    ("Accept", b"application/json, text/event-stream"),
];
const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{
"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"tool"}}"#;
const MODERN: &str = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"tool",
"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
"io.modelcontextprotocol/clientCapabilities":{}}}}"#;
const MODERN_LINES: [(&str, &[u8]); 3] =
    [("MCP-Protocol-Version", b"2026-07-28"), ("Mcp-Method", b"tools/call"), ("Mcp-Name", b"tool")];

fn server(policy: Policy) -> Server {
    let tool = Tool { name: "tool".into(), ..Tool::default() };
    let info = Info { name: "test".into(), version: "1".into(), ..Info::default() };
    Server::over_http(Info { tools: vec![tool], ..info }, policy, 1 << 20)
}

fn judge(server: &mut Server, method: &str, more: &[(&str, &[u8])], number: u32) -> Verdict {
    let headers = PLAIN.iter().chain(more).copied();
    server.endpoint().unwrap().judge(method, headers, number, 0, 0)
}

/// Posts a message: its events, unanswered.
fn post(server: &mut Server, more: &[(&str, &[u8])], number: u32, body: &str) -> Vec<Event> {
    let (events, frame) = read(server, more, number, body);
    server.endpoint().unwrap().received(&frame);
    events
}

fn read(
    server: &mut Server,
    more: &[(&str, &[u8])],
    number: u32,
    body: &str,
) -> (Vec<Event>, Frame) {
    let verdict = judge(server, "POST", more, number);
    assert_eq!(verdict.kind, VerdictKind::Body);
    let mut frame = verdict.frame(body.as_bytes(), [number as u8; 16]);
    drop(verdict);
    let events = std::iter::from_fn(|| server.receive(&mut frame, 0)).collect();
    (events, frame)
}

/// The only thing to send.
fn sent(server: &mut Server) -> Delivery {
    let delivery = server.next_delivery().unwrap().unwrap();
    assert_eq!(server.next_delivery().unwrap(), None);
    delivery
}

fn header<'d>(delivery: &'d Delivery, name: &str) -> Option<&'d str> {
    let mut headers = delivery.head.as_ref()?.headers.iter();
    headers.find(|(key, _)| *key == name).map(|(_, value)| value.as_str())
}

fn text(delivery: &Delivery) -> &str {
    std::str::from_utf8(&delivery.bytes).unwrap()
}

/// A session that was begun on exchange 1.
fn session(server: &mut Server) -> String {
    let (events, frame) = read(server, &[], 1, INITIALIZE);
    server.reply(&events[0]).unwrap();
    server.endpoint().unwrap().received(&frame);
    let delivery = sent(server);
    assert!(delivery.is_end && delivery.to == 1);
    let id = header(&delivery, "mcp-session-id").unwrap().to_owned();
    let events = post(server, &[("mcp-session-id", id.as_bytes())], 2, READY);
    assert_eq!(events[0].kind, EventKind::Initialized);
    let accepted = sent(server);
    assert_eq!((accepted.to, accepted.head.unwrap().status), (2, 202));
    id
}

#[test]
fn a_call_of_the_modern_era_is_one_json_response() {
    let mut server = server(Policy::default());
    let events = post(&mut server, &MODERN_LINES, 5, MODERN);
    assert_eq!(events[0].kind, EventKind::CallTool);
    assert_eq!(server.next_delivery(), Ok(None));
    let output = server.answer(events[0].ticket(), &Answer::text("hé")).unwrap();
    let delivery = sent(&mut server);
    assert_eq!(delivery.bytes, output.json());
    assert_eq!((delivery.to, delivery.is_end), (5, true));
    assert_eq!(header(&delivery, "content-type"), Some("application/json"));
    assert_eq!(delivery.head.as_ref().unwrap().status, 200);
    assert_eq!(server.answer(events[0].ticket(), &Answer::text("")), Err(Error::Stale));
    assert_eq!(server.next_delivery(), Ok(None));
}

#[test]
fn a_header_that_contradicts_the_body_is_refused() {
    let mut server = server(Policy::default());
    let mut lines = MODERN_LINES;
    lines[2].1 = b"other";
    let events = post(&mut server, &lines, 5, MODERN);
    assert_eq!(events[0].kind, EventKind::Refused);
    server.reply(&events[0]).unwrap();
    let delivery = sent(&mut server);
    assert_eq!(delivery.head.as_ref().unwrap().status, 400);
    assert!(text(&delivery).contains("-32020"), "{}", text(&delivery));
}

#[test]
fn a_session_lives_until_it_is_deleted() {
    let mut server = server(Policy::default());
    let id = session(&mut server);
    let named = [("MCP-Session-Id", id.as_bytes())];
    let events = post(&mut server, &named, 3, CALL);
    let ticket = events[0].ticket();
    assert_eq!(server.open(), [ticket]);
    assert_eq!(judge(&mut server, "DELETE", &named, 4).head.status, 204);
    assert_eq!(server.endpoint().unwrap().cancelled(), [ticket]);
    assert!(server.is_cancelled(ticket));
    server.abandon(ticket).unwrap();
    assert_eq!(server.open(), []);
    let end = sent(&mut server);
    assert_eq!((end.to, end.is_end, end.bytes.len()), (3, true, 0));
    let verdict = judge(&mut server, "GET", &named, 5);
    assert_eq!((verdict.kind, verdict.head.status), (VerdictKind::Reply, 404));
    let events = post(&mut server, &named, 6, CALL);
    server.reply(&events[0]).unwrap();
    let delivery = sent(&mut server);
    assert_eq!(delivery.head.unwrap().status, 404);
}

#[test]
fn a_disconnect_cancels_in_the_modern_era_alone() {
    let mut server = server(Policy::default());
    let events = post(&mut server, &MODERN_LINES, 5, MODERN);
    server.endpoint().unwrap().closed(5);
    assert_eq!(server.endpoint().unwrap().cancelled(), [events[0].ticket()]);
    assert!(server.answer(events[0].ticket(), &Answer::text("")).unwrap().bytes.is_empty());
    assert_eq!(server.next_delivery(), Ok(None));

    let id = session(&mut server);
    let events = post(&mut server, &[("mcp-session-id", id.as_bytes())], 7, CALL);
    server.endpoint().unwrap().closed(7);
    assert_eq!(server.endpoint().unwrap().cancelled(), []);
    assert!(!server.answer(events[0].ticket(), &Answer::text("")).unwrap().bytes.is_empty());
    assert_eq!(server.next_delivery(), Ok(None));
}

#[test]
fn what_was_lost_is_sent_again() {
    let mut server = server(Policy { replay: 4096, retry_ms: 7, ..Policy::default() });
    let id = session(&mut server);
    let named = [("mcp-session-id", id.as_bytes())];
    let events = post(&mut server, &named, 3, CALL);
    let first = text(&sent(&mut server)).to_owned();
    assert!(first.starts_with("id: ") && first.contains("retry: 7\n"), "{first}");
    server.endpoint().unwrap().closed(3);
    server.answer(events[0].ticket(), &Answer::text("kept")).unwrap();
    assert_eq!(server.next_delivery(), Ok(None));

    let last = first.lines().find_map(|line| line.strip_prefix("id: ")).unwrap();
    let again = [named[0], ("Last-Event-ID", last.as_bytes())];
    let verdict = judge(&mut server, "GET", &again, 4);
    assert_eq!((verdict.kind, verdict.head.status), (VerdictKind::Reply, 200));
    let events = String::from_utf8(verdict.bytes).unwrap();
    assert!(events.contains("\"kept\"") && events.ends_with("\n\n"), "{events}");
}

#[test]
fn what_had_no_room_is_gone() {
    let mut server = server(Policy { replay: 16, ..Policy::default() });
    let id = session(&mut server);
    let named = ("mcp-session-id", id.as_bytes());
    let events = post(&mut server, &[named], 3, CALL);
    let first = text(&sent(&mut server)).to_owned();
    server.endpoint().unwrap().closed(3);
    server.answer(events[0].ticket(), &Answer::text("lost")).unwrap();
    let last = first.lines().find_map(|line| line.strip_prefix("id: ")).unwrap();
    let verdict = judge(&mut server, "GET", &[named, ("last-event-id", last.as_bytes())], 4);
    assert_eq!((verdict.kind, verdict.head.status), (VerdictKind::Reply, 400));
}

#[test]
fn an_event_stream_stays_open_and_gives_way_to_the_next() {
    let mut server = server(Policy::default());
    let id = session(&mut server);
    let named = [("mcp-session-id", id.as_bytes())];
    let first = judge(&mut server, "GET", &named, 3);
    assert_eq!((first.kind, first.replaces), (VerdictKind::Stream, None));
    assert!(first.head.headers.contains(&("content-type", "text/event-stream".into())));
    let second = judge(&mut server, "GET", &named, 4);
    assert_eq!((second.kind, second.replaces), (VerdictKind::Stream, Some(3)));
    judge(&mut server, "DELETE", &named, 5);
    let delivery = sent(&mut server);
    assert_eq!((delivery.to, delivery.is_end), (4, true));
}

#[test]
fn those_who_are_not_let_in_are_told_why() {
    let hosts = vec!["mcp.example".into()];
    let mut server = server(Policy { hosts, longest_body: 10, ..Policy::default() });
    let status = |server: &mut Server, method: &str, lines: &[(&str, &[u8])]| {
        let verdict = server.endpoint().unwrap().judge(method, lines.iter().copied(), 1, 0, 0);
        assert_eq!(verdict.kind, VerdictKind::Reply);
        verdict.head.status
    };
    let host = ("host", &b"mcp.example"[..]);
    assert_eq!(status(&mut server, "POST", &PLAIN), 403);
    assert_eq!(status(&mut server, "POST", &[host, ("origin", b"https://evil.example")]), 403);
    assert_eq!(status(&mut server, "PUT", &[host]), 405);
    assert_eq!(status(&mut server, "GET", &[host, PLAIN[2]]), 400);
    assert_eq!(status(&mut server, "POST", &[host, PLAIN[1], ("accept", b"text/html")]), 406);
    assert_eq!(status(&mut server, "POST", &[host, PLAIN[2]]), 415);
    let long = [host, PLAIN[1], PLAIN[2], ("content-length", b"11")];
    assert_eq!(status(&mut server, "POST", &long), 413);
    let origin = ("origin", &b"http://localhost:3000"[..]);
    let verdict = server.endpoint().unwrap().judge("POST", [host, PLAIN[1], origin], 1, 0, 0);
    assert_eq!((verdict.kind, verdict.longest_body), (VerdictKind::Body, 10));
    let long = verdict.too_long();
    assert_eq!((long.kind, long.head.status), (VerdictKind::Reply, 413));
    let seen = ("Access-Control-Allow-Origin", "http://localhost:3000".to_owned());
    assert!(verdict.head.headers.contains(&seen) && long.head.headers.contains(&seen));
}

#[test]
fn a_frame_without_a_head_is_no_post() {
    let mut server = server(Policy::default());
    let mut frame = Frame::new(MODERN.as_bytes());
    assert!(server.receive(&mut frame, 0).is_none());
    server.endpoint().unwrap().received(&frame);
    assert_eq!(server.next_delivery(), Ok(None));
}

#[test]
fn a_body_that_is_no_text_is_refused_and_a_clone_is_read_on_its_own() {
    let mut server = server(Policy::default());
    let verdict = judge(&mut server, "POST", &MODERN_LINES, 1);
    let mut frame = verdict.frame(b"\xff\xfe", [0; 16]);
    let mut again = frame.clone();
    drop(verdict);
    for frame in [&mut frame, &mut again] {
        let event = server.receive(frame, 0).unwrap();
        server.reply(&event).unwrap();
        let delivery = sent(&mut server);
        assert_eq!(delivery.head.as_ref().unwrap().status, 400);
        assert!(text(&delivery).contains("-32700"));
    }
}

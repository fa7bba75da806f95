//! The owned client over HTTP does what the core does, with memory of its own.
#![allow(clippy::unwrap_used)]

use sansmcp_owned::client::{About, Client, ExpectKind, Listed, Terms, failure, policy};
use sansmcp_owned::{Error, Frame, Output, SseEvents, Ticket};

const JSON: (&str, &[u8]) = ("Content-Type", b"application/json");
const EVENTS: (&str, &[u8]) = ("Content-Type", b"text/event-stream");
const PROBED: &str = r#"{"jsonrpc":"2.0","id":131070,"result":{"resultType":"complete",
    "supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,
    "cacheScope":"private"}}"#;
const SHAKEN: &str = r#"{"jsonrpc":"2.0","id":131070,"result":{"protocolVersion":"2025-11-25",
    "capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#;
const CALL: &str = r#"{"name":"t","arguments":{"area":"é"}}"#;
const SCHEMA: &str =
    r#"{"type":"object","properties":{"area":{"type":"string","x-mcp-header":"Area"}}}"#;

fn new(max_tx: usize) -> Client {
    let about = About { name: "me".into(), version: "1".into(), ..About::default() };
    Client::over_http(about, 4, max_tx)
}

/// The kinds of all that comes of a whole response, and of its end.
fn respond(
    client: &mut Client,
    output: &Output,
    status: u16,
    headers: &[(&str, &[u8])],
    body: &str,
) -> Vec<&'static str> {
    let expect = client.responded(output.route, status, headers.iter().copied(), 0);
    assert!(expect.kind == ExpectKind::Json || body.is_empty());
    let mut frame = Frame::new(body.as_bytes()).on(output.route);
    let mut kinds = Vec::new();
    if expect.kind == ExpectKind::Json {
        kinds.extend(std::iter::from_fn(|| client.receive(&mut frame, 0)));
    }
    client.closed_on(output.route, 0);
    kinds.extend(std::iter::from_fn(|| client.expire(0)));
    kinds.into_iter().map(|heard| heard.kind.name()).collect()
}

fn due(client: &mut Client) -> Vec<Output> {
    std::iter::from_fn(|| client.next_output().unwrap()).collect()
}

/// A client that is connected, in the newest revision.
fn modern() -> Client {
    let mut client = new(1 << 16);
    client.connect(&policy("{}").unwrap(), 0).unwrap();
    let [probe] = &due(&mut client)[..] else { panic!("the probe") };
    assert_eq!(probe.verb_name(), Some("POST"));
    assert_eq!(respond(&mut client, probe, 200, &[JSON], PROBED), ["connected"]);
    assert!(due(&mut client).is_empty());
    client
}

fn value<'h>(head: &'h [(String, String)], name: &str) -> Option<&'h str> {
    head.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

#[test]
fn a_head_says_what_the_message_says() {
    let mut client = modern();
    assert!(client.is_http() && client.session().is_empty());
    let (_, call) = client.call("tools/call", CALL, &Terms::default(), 0).unwrap();
    let head = client.head(&call, Some(SCHEMA)).unwrap();
    assert_eq!(value(&head, "Mcp-Name"), Some("t"));
    assert_eq!(value(&head, "Mcp-Param-Area"), Some("=?base64?w6k=?="));
    assert!(value(&client.head(&call, None).unwrap(), "Mcp-Param-Area").is_none());
    assert_eq!(client.head(&call, Some("{")), Err(Error::NotJson));
    // A long one finds its room.
    let long = format!(r#"{{"name":"{}"}}"#, "n".repeat(5000));
    let (_, call) = client.call("tools/call", &long, &Terms::default(), 0).unwrap();
    assert_eq!(value(&client.head(&call, None).unwrap(), "Mcp-Name").unwrap().len(), 5000);
}

#[test]
fn a_session_with_its_stream_and_its_end() {
    let mut client = new(1 << 16);
    client.connect(&policy(r#"{"newest":"2025-11-25"}"#).unwrap(), 0).unwrap();
    let [first] = &due(&mut client)[..] else { panic!("initialize") };
    let session: (&str, &[u8]) = ("Mcp-Session-Id", b"s-1");
    assert_eq!(respond(&mut client, first, 200, &[JSON, session], SHAKEN), ["connected"]);
    assert_eq!(client.session(), b"s-1");
    let [initialized, stream] = &due(&mut client)[..] else { panic!("two") };
    assert_eq!(initialized.verb_name(), Some("POST"));
    assert_eq!((stream.verb_name(), stream.json()), (Some("GET"), &b""[..]));
    assert!(respond(&mut client, initialized, 202, &[], "").is_empty());

    // An event of the stream, which breaks off behind it and is asked for again.
    let expect = client.responded(stream.route, 200, [EVENTS], 0);
    assert_eq!(expect.kind, ExpectKind::Events);
    let mut events = SseEvents::new(4096);
    let note = r#"{"jsonrpc":"2.0","method":"my/note"}"#;
    for event in events.feed(format!("id: e-1\nretry: 250\ndata: {note}\n\n").as_bytes()) {
        let mut frame = event.frame.on(stream.route);
        assert_eq!(client.receive(&mut frame, 0).unwrap().kind.name(), "notification");
        client.seen(stream.route, &event.id, None);
    }
    client.seen(stream.route, events.last_id(), events.retry());
    client.closed_on(stream.route, 0);
    assert_eq!(client.next_deadline(), Some(250));
    assert!(client.expire(250).is_none());
    let [again] = &due(&mut client)[..] else { panic!("the stream") };
    assert_eq!(value(&client.head(again, None).unwrap(), "Last-Event-ID"), Some("e-1"));

    client.leave();
    let outputs = due(&mut client);
    let end = outputs.iter().find(|output| output.verb_name() == Some("DELETE")).unwrap();
    assert_eq!(value(&client.head(end, None).unwrap(), "Mcp-Session-Id"), Some("s-1"));
}

#[test]
fn what_is_denied_is_sent_again() {
    let mut client = modern();
    let (ticket, call) = client.call("tools/call", CALL, &Terms::default(), 0).unwrap();
    let challenge: (&str, &[u8]) = ("WWW-Authenticate", b"Bearer \xff");
    let expect = client.responded(call.route, 401, [challenge], 0);
    assert_eq!((expect.kind, expect.ticket), (ExpectKind::Denied, ticket));
    assert_eq!(expect.challenge, b"Bearer \xff");
    client.closed_on(call.route, 0);
    let (again, output) = client.again(ticket, "tools/call", CALL, &Terms::default(), 0).unwrap();
    assert!(again != ticket && output.route != call.route);
    // It is taken back: the exchange is to be closed.
    client.cancel(again).unwrap();
    let [end] = &due(&mut client)[..] else { panic!("an end") };
    assert!(end.verb_name().is_none() && end.is_last && end.route == output.route);
}

#[test]
fn a_response_that_is_too_long() {
    let mut client = modern();
    let (ticket, call) = client.call("tools/call", CALL, &Terms::default(), 0).unwrap();
    client.responded(call.route, 200, [JSON], 0);
    let mut frame = Frame::too_long(99).on(call.route);
    let heard = client.receive(&mut frame, 0).unwrap();
    assert_eq!(heard.ticket(), ticket);
    assert!(heard.said().contains(r#""failure":{"name":"too_long""#), "{}", heard.said());
    assert!(client.receive(&mut frame, 0).is_none());
}

#[test]
fn tools_whose_headers_cannot_be_are_left_out() {
    let bad = SCHEMA.replace("Area", "a b");
    let page = format!(
        r#"{{"tools":[{{"name":"\u0061","inputSchema":{SCHEMA}}},{{"name":"b","inputSchema":{bad}}},
            {{"name":"c","inputSchema":7}}]}}"#
    );
    let seen = |client: &mut Client| -> Vec<(String, bool, bool)> {
        let listed = client.tools(&page).into_iter();
        listed
            .map(|listed| match listed {
                Listed::Tool { name, schema, .. } => (name, true, schema.is_empty()),
                Listed::Dropped { name, why } => (name, false, why.is_empty()),
            })
            .collect()
    };
    let named = |name: &str, is_kept, is_empty| (name.to_owned(), is_kept, is_empty);
    let wanted = [named("a", true, false), named("b", false, false), named("c", true, true)];
    assert_eq!(seen(&mut modern()), wanted);
    let about = About::default();
    let kept = seen(&mut Client::new(about, 1, 4096)).iter().filter(|(_, kept, _)| *kept).count();
    assert_eq!(kept, 3);
    assert!(Client::new(About::default(), 1, 4096).tools("[").is_empty());
}

#[test]
fn failures_have_their_words() {
    assert!(failure("denied").unwrap().starts_with(r#"{"name":"denied","whose":"client""#));
    assert_eq!(failure("none"), None);
    let mut pipe = Client::new(About::default(), 1, 4096);
    assert_eq!(pipe.cancel(Ticket::NONE), Err(Error::Stale));
    let nothing = Output { ..pipe_output() };
    assert_eq!(pipe.head(&nothing, None), Err(Error::NotSupported));
}

fn pipe_output() -> Output {
    let mut client = new(4096);
    client.connect(&policy("{}").unwrap(), 0).unwrap();
    client.next_output().unwrap().unwrap()
}

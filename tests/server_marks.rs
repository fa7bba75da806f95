//! What goes out without being asked for: told once, and not lost where the buffer was too small.
#![cfg(all(feature = "server", feature = "full", feature = "legacy"))]

use sansmcp::rules::Capabilities;
use sansmcp::schema::Json;
use sansmcp::{Connection, Error, Event, Frame, Limits, Server, ServerInfo, Slot, What};

static INFO: ServerInfo = ServerInfo {
    name: "marks",
    version: "1",
    capabilities: Capabilities(
        Capabilities::TOOLS_LIST_CHANGED.0 | Capabilities::PROMPTS_LIST_CHANGED.0,
    ),
    ..ServerInfo::EMPTY
};

const HELLO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{
    "protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const LISTEN: &str = r#"{"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{
    "notifications":{"toolsListChanged":true},
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
        "io.modelcontextprotocol/clientCapabilities":{}}}}"#;

/// A server that was talked to with these lines, and answered each.
fn with<R>(lines: &[&str], test: impl FnOnce(&mut Server<'_>) -> R) -> R {
    let (mut connection, mut slots, mut tx) = (Connection::NEW, [Slot::EMPTY; 4], [0; 1024]);
    let mut server = Server::new(&INFO, &mut connection, &mut slots);
    for line in lines {
        let event = server.receive(&mut Frame::new(line.as_bytes()), 0).expect("an event");
        let _ = server.reply(&event, &mut tx).expect("room");
    }
    test(&mut server)
}

/// The next message, taken with every buffer that is too small first; `None` if nothing is due.
fn next(server: &mut Server<'_>) -> Option<String> {
    let mut tx = [0; 1024];
    let need = match server.next_output(&mut []) {
        Ok(None) => return None,
        Err(Error::Short { need }) => need,
        other => panic!("{other:?}"),
    };
    for size in 0..need {
        assert_eq!(
            server.next_output(&mut tx[..size]).err(),
            Some(Error::Short { need }),
            "{size}"
        );
    }
    let out = server.next_output(&mut tx[..need]).expect("room").expect("it is still due");
    assert_eq!(out.line().len(), need);
    Some(String::from_utf8(out.json().to_vec()).expect("UTF-8"))
}

#[test]
fn a_connection_is_told_once_of_each_list() {
    with(&[HELLO, READY], |server| {
        for what in [What::Prompts, What::Tools, What::Prompts, What::Resources] {
            server.changed(what);
        }
        let told = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
        assert_eq!(next(server).as_deref(), Some(told));
        assert_eq!(next(server).as_deref(), Some(told.replace("tools", "prompts").as_str()));
        assert_eq!(next(server), None, "resources are not announced");
    });
}

#[test]
fn a_listener_is_told_and_then_ended() {
    with(&[LISTEN], |server| {
        server.changed(What::Tools);
        server.changed(What::Prompts);
        let told = next(server).expect("the tools have changed");
        assert!(told.contains("tools/list_changed") && told.contains(r#"Id":"l""#), "{told}");
        assert_eq!(next(server), None, "it did not ask for prompts");

        let ticket = server.listens().next().expect("it listens");
        server.end_listen(ticket).expect("it ends");
        server.changed(What::Tools);
        let end = next(server).expect("its end");
        assert!(end.starts_with(r#"{"jsonrpc":"2.0","id":"l","result":{"#), "{end}");
        assert_eq!(next(server), None);
        assert_eq!(server.end_listen(ticket), Err(Error::Stale));
    });
}

#[test]
fn a_request_that_took_too_long_is_taken_back() {
    with(&[HELLO, READY], |server| {
        let (mut tx, none) = ([0; 1024], sansmcp::Ticket::NONE);
        let limits = Limits { idle_ms: 5, hard_ms: 0 };
        let asked = server.request(none, "ping", &Json::EMPTY, &limits, 10, &mut tx);
        let (ticket, _) = asked.expect("room");
        assert_eq!(server.next_deadline(), Some(15));
        assert!(server.expire(14).is_none());
        assert!(matches!(server.expire(15), Some(Event::Answered(it)) if it.ticket() == ticket));
        assert!(server.expire(15).is_none());
        assert_eq!(server.next_deadline(), None);
        let told = next(server).expect("it is taken back");
        assert!(told.contains(r#""method":"notifications/cancelled""#), "{told}");
        assert!(told.contains(&format!(r#""requestId":{}"#, ticket.number())), "{told}");
        assert_eq!(next(server), None);
    });
}

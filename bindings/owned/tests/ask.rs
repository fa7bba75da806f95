//! What the owned server asks of the client, and the states that come back.
#![allow(clippy::unwrap_used)]

use sansmcp_owned::{
    Answer, Error, Event, EventKind, Frame, Info, Input, Limits, Method, Params, Purpose, Resumed,
    Seal, SealError, Sealing, Server, Ticket, Tool,
};

fn server() -> Server {
    let info = Info {
        name: "test".into(),
        version: "1".into(),
        tools: vec![Tool { name: "tool".into(), ..Tool::default() }],
        ..Info::default()
    };
    Server::new(info, 4, 1 << 20)
}

fn one(server: &mut Server, message: &str) -> Event {
    server.receive(&mut Frame::new(message.as_bytes()), 0).unwrap()
}

/// A server before 2026-07-28 whose client has roots.
fn shaken() -> Server {
    let mut server = server();
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":
        "2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}}"#;
    let event = one(&mut server, hello);
    server.reply(&event).unwrap();
    one(&mut server, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    server
}

const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tool"}}"#;

fn roots(key: &str) -> Input {
    Input { key: key.into(), method: Method::ListRoots, params: Params::Json("{}".into()) }
}

/// The answer to a question.
fn answer(server: &mut Server, question: &[u8], result: &str) -> Event {
    let text = std::str::from_utf8(question).unwrap();
    let id = text.split("\"id\":").nth(1).unwrap().split(',').next().unwrap();
    one(server, &format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
}

#[test]
fn a_call_comes_again_with_its_answers() {
    let mut server = shaken();
    let event = one(&mut server, CALL);
    let ask = [roots("a"), roots("b")];
    let first = server.ask(&event, &ask, "s", Limits::NONE, 0).unwrap();
    assert!(!first.keep.is_empty() && !first.is_last);
    let answered = answer(&mut server, &first.bytes, r#"{"roots":[1]}"#);
    assert_eq!(answered.kind, EventKind::Answered);
    let Resumed::Asked(second) = server.resume(&answered, &first.keep, Limits::NONE, 0).unwrap()
    else {
        panic!("there is a second question")
    };
    let long = format!(r#"{{"roots":["{}"]}}"#, "x".repeat(100_000));
    let answered = answer(&mut server, &second.bytes, &long);
    let Resumed::Event(again) = server.resume(&answered, &second.keep, Limits::NONE, 0).unwrap()
    else {
        panic!("there is no third question")
    };
    drop(answered);
    let view = again.view();
    assert_eq!(view.request().input("a").unwrap().as_str(), r#"{"roots":[1]}"#);
    assert_eq!(view.request().input("b").unwrap().as_str(), long);
    assert!(view.request().request_state().unwrap() == *"s");
    assert_eq!((again.ticket(), again.id()), (event.ticket(), Some("1")));
    assert!(server.answer(again.ticket(), &Answer::text("done")).unwrap().keep.is_empty());
    assert!(matches!(server.resume(&again, "{}", Limits::NONE, 0), Err(Error::NotSupported)));
}

#[test]
fn a_request_of_the_servers_own_has_its_time() {
    let mut server = shaken();
    let limits = Limits { idle_ms: 5, hard_ms: 0 };
    let (ticket, output) = server.request(Ticket::NONE, 0, "roots/list", "{}", limits, 10).unwrap();
    assert!(!output.bytes.is_empty() && output.keep.is_empty());
    assert_eq!(server.next_deadline(), Some(15));
    assert!(server.expire(14).is_none());
    let ended = server.expire(15).unwrap();
    assert_eq!((ended.kind, ended.ticket(), &*ended.text), (EventKind::Answered, ticket, ""));
    assert!(server.next_output().unwrap().is_some() && server.expire(99).is_none());
}

#[test]
fn a_state_is_good_for_its_call_alone() {
    let seal = Seal::new(&[&[1; 32]]).unwrap();
    let sealing = Sealing { purpose: Purpose::State, principal: 7, binds_arguments: true };
    let call = |name: &str, state: &str| {
        let params = format!(r#""name":"{name}","requestState":"{state}""#);
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{params},"_meta":{{
            "io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        )
    };
    let first = one(&mut server(), &call("tool", ""));
    let state = seal.close(&first, sealing, 9, b"data").unwrap();
    // The same name, written otherwise.
    let again = one(&mut server(), &call("t\\u006fol", &state));
    assert_eq!(seal.open(&again, sealing, 8).unwrap().as_deref(), Some(&b"data"[..]));
    assert_eq!(seal.open(&again, sealing, 9), Err(SealError::Expired));
    let other = one(&mut server(), &call("other", &state));
    assert_eq!(seal.open(&other, sealing, 8), Err(SealError::Forged));
    let cursor = Sealing { purpose: Purpose::Cursor, ..sealing };
    assert_eq!(seal.open(&again, cursor, 8), Ok(None));
    assert!(Seal::new(&[]).is_err() && Seal::new(&[&[1; 15]]).is_err());
}

//! Builds with fewer features announce less, and never do what they did not announce. The same
//! catalog, which has everything, in whatever build this is.
#![cfg(feature = "server")]

mod server_whole_kit;

use sansmcp::rules::method::TO_SERVER;
use sansmcp::rules::{Level, Method, Refusal};
use sansmcp::schema::Json;
use sansmcp::{Ask, Error, Event, EventKind, Input, Limits, Receivers, Revision, Ticket, What};
use serde_json::{Value, json};
use server_whole_kit::{Kept, World, answer, modern, request, text};

const FULL: bool = cfg!(feature = "full");
const LEGACY: bool = cfg!(feature = "legacy");

/// Good params for every method.
const PARAMS: &str = concat!(
    r#"{"name":"t","uri":"r:1","level":"error","protocolVersion":"2025-11-25","capabilities":{},"#,
    r#""ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""},"#,
    r#""notifications":{"toolsListChanged":true,"resourceSubscriptions":["r:1"]}}"#
);

fn refusal(event: &Kept) -> Option<Refusal> {
    match event.event() {
        Event::Refused(refused) => Some(refused.refusal()),
        _ => None,
    }
}

fn value(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|_| panic!("JSON: {line}"))
}

fn announced() -> Value {
    if !FULL {
        return json!({"tools": {}});
    }
    json!({
        "tools": {"listChanged": true},
        "resources": {"subscribe": true, "listChanged": true},
        "prompts": {"listChanged": true},
        "logging": {},
        "completions": {},
    })
}

#[test]
fn only_what_the_build_can_do_is_announced() {
    let mut world = World::new(4);
    let event = world.read(&modern("1", "server/discover", "{}"));
    let answer = value(&world.reply(&event).expect("room"));
    assert_eq!(answer["result"]["capabilities"], announced());
    let versions = answer["result"]["supportedVersions"].as_array().expect("a list").len();
    assert_eq!(versions, if LEGACY { 6 } else { 1 });
    assert_eq!(answer["result"]["supportedVersions"][0], "2026-07-28");

    let event = world.read(&request("1", "initialize", PARAMS));
    let answer = value(&world.reply(&event).expect("room"));
    if LEGACY {
        assert_eq!(answer["result"]["capabilities"], announced());
    } else {
        assert_eq!(refusal(&event), Some(Refusal::UnsupportedVersion));
        assert_eq!(answer["error"]["data"]["supported"], json!(["2026-07-28"]));
        let event = world.read(&request("1", "tools/list", "{}"));
        assert_eq!(refusal(&event), Some(Refusal::NoProtocolVersion));
        world.reply(&event).expect("room");
        assert_eq!(refusal(&world.read("[]")), Some(Refusal::NoBatch));
    }
}

#[test]
fn what_the_build_cannot_do_is_not_found() {
    let is_small = |method| {
        use Method::*;
        FULL || matches!(method, CallTool | ListTools | Ping | Initialize | Discover)
    };
    let tasks = [Method::GetTask, Method::TaskResult, Method::CancelTask, Method::ListTasks];
    for row in TO_SERVER.iter().filter(|row| !row.notification) {
        let mut world = World::new(2);
        let event = world.read(&modern("1", row.name, PARAMS));
        let is_there = row.is_in(Revision::LATEST) && is_small(row.method);
        let wanted = (!is_there).then_some(Refusal::MethodNotFound);
        assert_eq!(refusal(&event), wanted, "{}", row.name);
        world.reply(&event).expect("room");
        if !LEGACY {
            continue;
        }
        let mut world = World::of(Revision::V2025_11_25, 3);
        let event = world.read(&request("1", row.name, PARAMS));
        let is_there = is_small(row.method) && !tasks.contains(&row.method);
        let wanted = match row.method {
            Method::Initialize => Some(Refusal::AlreadyInitialized),
            _ if row.first == Revision::LATEST => Some(Refusal::NoProtocolVersion),
            _ => (!is_there).then_some(Refusal::MethodNotFound),
        };
        assert_eq!(refusal(&event), wanted, "{}", row.name);
        world.reply(&event).expect("room");
    }
}

#[test]
fn nothing_goes_out_that_was_not_announced() {
    let mut worlds = vec![World::new(4)];
    if LEGACY {
        worlds.push(World::of(Revision::V2025_11_25, 4));
    }
    for (is_old, mut world) in worlds.into_iter().enumerate() {
        let is_old = is_old == 1;
        let event = match is_old {
            true => world.read(&request("1", "tools/call", PARAMS)),
            false => world.read(&modern("1", "tools/call", PARAMS)),
        };
        assert_eq!(event.kind, EventKind::CallTool);
        for what in What::ALL {
            world.does(|s| s.changed(what));
        }
        assert_eq!(world.rest().len(), if FULL && is_old { 3 } else { 0 });
        let log = world.out(|s, tx| s.log(event.ticket(), Level::Error, None, "x", tx).map(text));
        assert_eq!(log.err(), (!FULL).then_some(Error::NotSupported));
        let mut receivers = Receivers::NEW;
        let told = world.does(|s| s.updated("r:1", &mut receivers, &mut []).map(|it| it.is_none()));
        assert_eq!(told, Ok(true));

        // Requests of the server's own.
        let mut tx = [0; 1024];
        let none = Limits::NONE;
        let asked =
            world.does(|s| s.request(Ticket::NONE, "ping", &Json::EMPTY, &none, 0, &mut tx));
        let asked = asked.map(|it| it.0);
        match (FULL, is_old) {
            (false, _) => assert_eq!(asked, Err(Error::NotSupported)),
            (true, false) => assert_eq!(asked, Err(Error::NotReady)),
            (true, true) => {
                let line = answer(asked.expect("asked"), r#""result":{}"#);
                assert_eq!(world.read(&line).kind, EventKind::Answered);
            }
        }
        assert_eq!(world.does(|s| s.next_deadline()), None);
        assert!(world.does(|s| s.expire(u64::MAX).is_none()));
        let stray = world.read(&answer(event.ticket(), r#""result":{}"#));
        assert_eq!(stray.kind, EventKind::Ignored);
        let ask = Ask { inputs: &[Input::list_roots("k")], ..Ask::EMPTY };
        let line = world.out(|s, tx| s.ask(&event.event().request(), &ask, 0, tx).map(text));
        match (FULL, is_old) {
            (false, true) => assert_eq!(line, Err(Error::NotSupported)),
            (_, false) => assert!(line.expect("asked").contains("input_required")),
            (true, true) => assert!(line.expect("asked").contains("roots/list")),
        }
    }
}

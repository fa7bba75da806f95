//! Both eras on one pipe: modern calls before, during and after a handshake, questions in both,
//! listeners beside subscribers, log levels of each.
#![cfg(all(feature = "server", feature = "legacy", feature = "full"))]

mod server_whole_kit;

use sansmcp::rules::{Level, Refusal};
use sansmcp::{Error, Event, EventKind, Receivers, Revision, Route, Ticket, What};
use serde_json::{Value, json};
use server_whole_kit::{Kept, World, call, cancel, modern, request, text};

const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const CALL: &str = r#"{"name":"t"}"#;
const LISTEN: &str =
    r#"{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["r:1","r:\u0032"]}}"#;
const META: &str = "io.modelcontextprotocol/subscriptionId";

fn say(world: &mut World, event: &Kept) -> Value {
    let line = world.out(|s, tx| s.answer(event.ticket(), tx).text("x").end().map(text));
    value(&line.expect("room"))
}

fn value(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|_| panic!("JSON: {line}"))
}

fn refusal(event: &Kept) -> Option<Refusal> {
    match event.event() {
        Event::Refused(refused) => Some(refused.refusal()),
        _ => None,
    }
}

/// A call of the modern era is served, and in its own words.
fn modern_is_served(world: &mut World, id: &str) {
    let event = world.read(&modern(id, "tools/call", CALL));
    assert_eq!(
        (event.kind, event.event().request().revision()),
        (EventKind::CallTool, Revision::LATEST)
    );
    let answer = say(world, &event);
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    // What only the other era has is not found.
    for method in ["ping", "initialize", "logging/setLevel", "resources/subscribe"] {
        let event = world.read(&modern(id, method, r#"{"uri":"r:1","level":"error"}"#));
        assert_eq!(refusal(&event), Some(Refusal::MethodNotFound), "{method}");
        let answer = value(&world.reply(&event).expect("room"));
        assert_eq!(answer["error"]["code"], -32601);
    }
}

fn legacy_is(world: &mut World, id: &str, wanted: Option<Refusal>) {
    let event = world.read(&call(id));
    assert_eq!(refusal(&event), wanted);
    let answer = match wanted {
        None => say(world, &event),
        Some(_) => value(&world.reply(&event).expect("room")),
    };
    assert!(answer["result"]["resultType"].is_null(), "{answer}");
    assert_eq!(answer["error"].is_null(), wanted.is_none(), "{answer}");
}

#[test]
fn modern_calls_are_served_at_every_moment_of_a_handshake() {
    let mut world = World::new(4);
    modern_is_served(&mut world, "1");
    legacy_is(&mut world, "1", Some(Refusal::NotInitialized));
    assert_eq!(world.connection.revision(), None);

    let hello = r#"{"protocolVersion":"2025-06-18","capabilities":{"roots":{}}}"#;
    let initialize = world.read(&request("0", "initialize", hello));
    modern_is_served(&mut world, "1");
    legacy_is(&mut world, "1", Some(Refusal::NotInitialized));
    let second = world.read(&request("1", "initialize", hello));
    assert_eq!(refusal(&second), Some(Refusal::AlreadyInitialized));
    world.reply(&second).expect("room");

    // Given up, it can begin again, in another revision.
    world.does(|s| s.abandon(initialize.ticket())).expect("open");
    let hello = r#"{"protocolVersion":"2025-03-26","capabilities":{}}"#;
    let initialize = world.read(&request("0", "initialize", hello));
    let answer = value(&world.reply(&initialize).expect("room"));
    assert_eq!(answer["result"]["protocolVersion"], "2025-03-26");
    assert_eq!(world.connection.revision(), Some(Revision::V2025_03_26));

    modern_is_served(&mut world, "1");
    legacy_is(&mut world, "1", None);
    assert!(!world.connection.is_ready());
    assert_eq!(world.read(INITIALIZED).kind, EventKind::Initialized);
    assert_eq!(world.read(INITIALIZED).kind, EventKind::Ignored);
    modern_is_served(&mut world, "1");
    legacy_is(&mut world, "1", None);

    // The way goes; whoever still comes on another is served if he needs no handshake.
    world.does(|s| s.closed(Route::PIPE));
    let event = world.read_on(&modern("1", "tools/call", CALL), Route::pipe(1));
    assert_eq!(say(&mut world, &event)["result"]["resultType"], "complete");
    let event = world.read_on(&call("1"), Route::pipe(1));
    assert_eq!(refusal(&event), Some(Refusal::NotInitialized));
}

#[test]
fn an_id_is_one_whatever_era_it_was_said_in() {
    let mut world = World::of(Revision::V2025_11_25, 4);
    for (first, second) in [
        (call("1"), modern("1", "tools/call", CALL)),
        (modern("\"a\"", "tools/call", CALL), call("\"\\u0061\"")),
    ] {
        let open = world.read(&first);
        let twice = world.read(&second);
        assert_eq!(refusal(&twice), Some(Refusal::DuplicateId));
        world.reply(&twice).expect("room");
        assert_eq!(world.open(), [open.ticket()]);
        let id = open.event().request().id().expect("an id").to_owned();
        let cancelled = world.read(&cancel(&id));
        assert_eq!((cancelled.kind, cancelled.ticket()), (EventKind::Cancelled, open.ticket()));
        // The id is free again, in the other era too; the late answer says nothing.
        let again = world.read(&second);
        assert_eq!(again.kind, EventKind::CallTool);
        let late = world.out(|s, tx| s.answer(open.ticket(), tx).text("late").end().map(text));
        assert_eq!(late, Ok(String::new()));
        assert!(say(&mut world, &again)["result"].is_object());
    }
    assert_eq!(world.open(), []);
}

/// What is told of a resource, until all know.
fn updated(world: &mut World, uri: &str) -> Vec<Value> {
    let mut receivers = Receivers::NEW;
    let mut all = Vec::new();
    while let Some(line) = world
        .does(|s| s.updated(uri, &mut receivers, &mut [0; 512]).map(|out| out.map(text)))
        .expect("room")
    {
        all.push(value(&line));
    }
    all
}

fn rest(world: &mut World) -> Vec<Value> {
    world.rest().iter().map(|(_, line)| value(line)).collect()
}

fn changed(world: &mut World, what: What) -> Vec<Value> {
    // However often it changes, it is told once.
    world.does(|s| (0..3).for_each(|_| s.changed(what)));
    rest(world)
}

fn plain(name: &str) -> Value {
    json!({"jsonrpc": "2.0", "method": format!("notifications/{name}")})
}

fn tagged(name: &str, id: Value, mut params: Value) -> Value {
    params["_meta"] = json!({ META: id });
    let mut all = plain(name);
    all["params"] = params;
    all
}

fn plainly_updated(uri: &str) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": uri}})
}

#[test]
fn each_listener_is_told_in_his_own_words() {
    const TOOLS: &str = "tools/list_changed";
    const UPDATED: &str = "resources/updated";
    let mut world = World::new(6);
    // A listener while there is no handshake: he alone is told.
    let first = world.read(&modern("\"l\\u0031\"", "subscriptions/listen", LISTEN));
    let told = value(&world.reply(&first).expect("room"));
    let offered = json!({"toolsListChanged": true, "resourceSubscriptions": ["r:1", "r:2"]});
    let wanted =
        tagged("subscriptions/acknowledged", json!("l1"), json!({ "notifications": offered }));
    assert_eq!(told, wanted);
    assert_eq!(changed(&mut world, What::Tools), [tagged(TOOLS, json!("l1"), json!({}))]);
    assert_eq!(changed(&mut world, What::Prompts), [] as [Value; 0]);

    // Between the two halves of a handshake the connection is told nothing, but not forgotten.
    let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{}}"#;
    let event = world.read(&request("0", "initialize", hello));
    world.does(|s| s.changed(What::Prompts));
    world.reply(&event).expect("room");
    assert_eq!(rest(&mut world), [] as [Value; 0], "what changed before the answer");
    assert_eq!(changed(&mut world, What::Tools), [tagged(TOOLS, json!("l1"), json!({}))]);
    let event = world.read(&request("1", "resources/subscribe", r#"{"uri":"r:\u0031"}"#));
    world.reply(&event).expect("room");
    assert_eq!(updated(&mut world, "r:1").len(), 1);
    world.read(INITIALIZED);
    assert_eq!(rest(&mut world), [plain(TOOLS)]);

    // Now both, and a second listener who wants other things.
    let filter = r#"{"notifications":{"promptsListChanged":true,"resourceSubscriptions":["r:1"]}}"#;
    let second = world.read(&modern("7", "subscriptions/listen", filter));
    world.reply(&second).expect("room");
    let both = [plain(TOOLS), tagged(TOOLS, json!("l1"), json!({}))];
    assert_eq!(changed(&mut world, What::Tools), both);
    let one = [plain("prompts/list_changed"), tagged("prompts/list_changed", json!(7), json!({}))];
    assert_eq!(changed(&mut world, What::Prompts), one);
    assert_eq!(changed(&mut world, What::Resources), [plain("resources/list_changed")]);
    let told = updated(&mut world, "r:1");
    assert_eq!(told.len(), 3, "{told:?}");
    for wanted in [
        plainly_updated("r:1"),
        tagged(UPDATED, json!("l1"), json!({"uri": "r:1"})),
        tagged(UPDATED, json!(7), json!({"uri": "r:1"})),
    ] {
        assert_eq!(told.iter().filter(|told| **told == wanted).count(), 1, "{wanted} {told:?}");
    }
    assert_eq!(updated(&mut world, "r:2"), [tagged(UPDATED, json!("l1"), json!({"uri": "r:2"}))]);
    assert_eq!(updated(&mut world, "r:3"), [] as [Value; 0]);

    // One after the other goes; what was still to be told goes with him.
    world.does(|s| s.changed(What::Tools));
    world.does(|s| s.end_listen(first.ticket())).expect("listening");
    assert_eq!(updated(&mut world, "r:2"), [] as [Value; 0]);
    let told = rest(&mut world);
    assert_eq!((told.len(), &told[0]), (2, &plain(TOOLS)), "{told:?}");
    assert_eq!((&told[1]["id"], &told[1]["result"]["_meta"][META]), (&json!("l1"), &json!("l1")));
    world.does(|s| s.changed(What::Prompts));
    assert_eq!(world.read(&cancel("7")).kind, EventKind::Cancelled);
    assert_eq!(rest(&mut world), [plain("prompts/list_changed")]);
    assert_eq!(updated(&mut world, "r:1"), [plainly_updated("r:1")]);
    let event = world.read(&request("1", "resources/unsubscribe", r#"{"uri":"r:1"}"#));
    world.reply(&event).expect("room");
    assert_eq!(updated(&mut world, "r:1"), [] as [Value; 0]);
    assert_eq!((world.open(), world.listens()), (vec![], vec![]));
    assert_eq!(server_whole_kit::memory::line(&world.connection).listening, 0);
}

#[test]
fn a_log_level_counts_for_its_own_era() {
    let mut world = World::of(Revision::V2025_11_25, 4);
    let log = |world: &mut World, ticket: Ticket, level: Level| {
        let line = world.out(|s, tx| s.log(ticket, level, None, "x", tx).map(text));
        !line.expect("room").is_empty()
    };
    let event = world.read(&request("1", "logging/setLevel", r#"{"level":"error"}"#));
    for size in [0, 30] {
        let mut tx = vec![0; size];
        let short = world.does(|s| s.reply(&event.event(), &mut tx).map(|out| out.is_empty()));
        assert!(matches!(short, Err(Error::Short { .. })), "{short:?}");
        assert!(log(&mut world, Ticket::NONE, Level::Debug), "not before it is answered");
    }
    world.reply(&event).expect("room");
    let old = world.read(&call("1"));
    // Says "debug" of itself.
    let new = world.read(&modern("2", "tools/call", CALL));
    let line = modern("3", "tools/call", CALL)
        .replace(r#""io.modelcontextprotocol/logLevel":"debug","#, "");
    let silent = world.read(&line);
    for (level, wanted) in [(Level::Debug, false), (Level::Warning, false), (Level::Error, true)] {
        assert_eq!(log(&mut world, Ticket::NONE, level), wanted);
        assert_eq!(log(&mut world, old.ticket(), level), wanted);
        assert!(log(&mut world, new.ticket(), level));
        assert!(!log(&mut world, silent.ticket(), level));
    }
}

/// The engine's own answers while the table is full, in both eras, one after the other.
#[test]
fn a_full_table_still_answers_both_eras() {
    let mut world = World::of(Revision::V2025_11_25, 2);
    let calls = [world.read(&call("1")), world.read(&modern("2", "tools/call", CALL))];
    for round in 0..3 {
        for (line, kind) in [
            (request("8", "ping", "{}"), EventKind::Ping),
            (modern("8", "server/discover", "{}"), EventKind::Discover),
            (request("8", "tools/list", "{}"), EventKind::ListTools),
            (modern("8", "tools/list", "{}"), EventKind::ListTools),
            (call("8"), EventKind::Refused),
            (modern("8", "subscriptions/listen", LISTEN), EventKind::Refused),
            (request("8", "resources/subscribe", r#"{"uri":"r:1"}"#), EventKind::Refused),
        ] {
            let event = world.read(&line);
            assert_eq!((event.kind, event.ticket().index), (kind, Ticket::SPARE), "{round} {line}");
            let answer = value(&world.reply(&event).expect("room"));
            assert_eq!(answer["id"], 8, "{answer}");
            assert_eq!(answer["error"].is_object(), kind == EventKind::Refused, "{answer}");
        }
    }
    for call in &calls {
        assert!(say(&mut world, call)["result"].is_object());
    }
    assert_eq!(world.open(), []);
}

/// A server with no slot at all serves what the engine answers by itself, and grows into more.
#[test]
fn a_table_of_nothing_still_shakes_hands() {
    let mut world = World::of(Revision::V2025_11_25, 0);
    for line in [request("1", "tools/list", "{}"), modern("1", "resources/list", "{}")] {
        let event = world.read(&line);
        assert_eq!(event.ticket().index, Ticket::SPARE);
        assert!(value(&world.reply(&event).expect("room"))["result"].is_object());
    }
    for line in [call("1"), modern("1", "subscriptions/listen", LISTEN)] {
        let event = world.read(&line);
        assert_eq!(refusal(&event), Some(Refusal::Busy), "{line}");
        assert!(value(&world.reply(&event).expect("room"))["error"].is_object());
    }
    let none = sansmcp::Limits::NONE;
    let mut tx = [0; 512];
    let params = sansmcp::schema::Json::EMPTY;
    let asked = world.does(|s| s.request(Ticket::NONE, "ping", &params, &none, 0, &mut tx));
    assert_eq!(asked.map(|it| it.0), Err(Error::Busy));
    assert_eq!(world.read(&cancel("1")).kind, EventKind::Ignored);
    for slots in 1..4 {
        world.slots.push(sansmcp::Slot::EMPTY);
        let calls: Vec<_> = (0..slots).map(|id| world.read(&call(&format!("{id}")))).collect();
        assert_eq!(refusal(&world.read(&call("9"))), Some(Refusal::Busy));
        for event in &calls[1..] {
            assert!(say(&mut world, event)["result"].is_object());
        }
        assert_eq!(world.read(&cancel("0")).ticket(), calls[0].ticket());
        world.does(|s| s.abandon(calls[0].ticket())).expect("cancelled");
        server_whole_kit::memory::check(&world);
    }
}

/// What goes out in pieces from the place beside the table keeps it to its end.
#[test]
fn a_stream_in_the_spare_place_is_not_pushed_out() {
    let mut world = World::of(Revision::V2025_11_25, 1);
    world.read(&call("1"));
    for line in [request("2", "tools/list", "{}"), modern("2", "server/discover", "{}")] {
        let event = world.read(&line);
        let mut sent = world
            .out(|s, tx| s.begin_reply(&event.event(), &mut tx[..20]).map(text))
            .expect("begun");
        for other in [request("3", "ping", "{}"), call("4"), modern("5", "tools/list", "{}")] {
            let late = world.read(&other);
            let Event::Ignored(ignored) = late.event() else { panic!("{late:?}") };
            assert_eq!(ignored.refusal(), Some(Refusal::Busy));
            let piece = world.does(|s| s.next_output(&mut [0; 20]).map(|out| out.map(text)));
            sent += &piece.expect("room").expect("a piece");
        }
        for (_, piece) in world.rest() {
            sent += &piece;
        }
        assert_eq!(value(&sent)["id"], 2);
        let ping = world.read(&request("3", "ping", "{}"));
        assert!(world.reply(&ping).is_ok());
    }
}

#[test]
fn a_result_has_one_meta_or_is_refused() {
    for modern_era in [false, true] {
        let mut world = World::of(Revision::V2025_11_25, 4);
        for (own, is_good) in [
            (r#"{"_meta":5}"#, false),
            (r#"{"_meta":null}"#, false),
            (r#"{"_meta":{"a":1}}"#, true),
            ("{}", true),
        ] {
            let line = match modern_era {
                true => modern("1", "tools/call", r#"{"name":"t"}"#),
                false => call("1"),
            };
            let event = world.read(&line);
            let got = world.out(|s, tx| s.result(event.ticket(), own, tx).map(text));
            match got {
                Ok(line) if is_good => assert!(line.matches("\"_meta\"").count() <= 1, "{line}"),
                Err(Error::NotJson) if !is_good => {
                    assert!(say(&mut world, &event)["result"].is_object());
                }
                other => panic!("{own}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_listen_that_was_cancelled_and_then_ended_is_gone() {
    let mut world = World::new(4);
    let event = world.read(&modern("1", "subscriptions/listen", r#"{"notifications":{}}"#));
    assert_eq!(world.read(&cancel("1")).kind, EventKind::Cancelled);
    assert_eq!(world.does(|s| s.end_listen(event.ticket())), Ok(()));
    assert_eq!((world.rest(), world.open()), (vec![], vec![]));
    assert_eq!(world.does(|s| s.end_listen(event.ticket())), Err(Error::Stale));
}

//! A client against a hostile server on a pipe: one test for each trick that was tried by hand.
//! What is checked is that nothing is told twice, nothing goes round for ever, nothing is lost.
//! `tests/client_attacks_http.rs` has those over HTTP.
#![cfg(all(feature = "client", feature = "legacy", feature = "http"))]

#[path = "client_attacks_kit/mod.rs"]
mod kit;

use kit::{DISCOVERED, Host, INITIALIZED, LIST, sent, told, words};
use sansmcp::client::{Event, Options, Policy, Subscription};
use sansmcp::schema::{Json, SubscriptionFilter};
use sansmcp::{Error, Frame, Route, Slot};

const PROGRESS: &str = r#""method":"notifications/progress""#;
const CANCELLED: &str = r#""method":"notifications/cancelled""#;

/// What failed with a connection is told, even if another is begun before anybody asked.
#[test]
fn a_new_connection_forgets_no_call_of_the_last() {
    let mut host = Host::modern(false);
    let (ticket, _) = host.call("tools/list");
    host.closed(Route::PIPE);
    host.client().connect(&Policy::ANY, 0).expect("the last one is over");
    let told = host.expire();
    assert!(told.contains(&("failed closed".into(), ticket)), "{told:?}");
}

/// A ping of the last connection is not answered on the next one.
#[test]
fn a_new_connection_gets_no_answer_to_the_last() {
    let mut host = Host::legacy(false);
    host.outputs();
    host.slots.truncate(0);
    let (now, mut tx) = (host.now, [0; 4096]);
    let mut frame = Frame::new(br#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#);
    let ping = host.client().receive(&mut frame, now).expect("a ping");
    host.closed(Route::PIPE);
    host.client().connect(&Policy::LEGACY, 0).expect("the last one is over");
    let out = host.client().reply(&ping, &mut tx);
    assert!(out.is_err() || out.is_ok_and(|out| out.is_empty()), "it was answered");
}

/// Never is never, even at the end of time.
#[test]
fn what_may_take_for_ever_does() {
    let policy = Policy { connect_ms: 0, ..Policy::LEGACY };
    let mut host = Host::new(false);
    host.client().connect(&policy, 0).expect("a policy");
    host.outputs();
    host.now = u64::MAX;
    assert_eq!(host.client().next_deadline(), None);
    assert_eq!(host.expire(), []);
}

/// The requests that a listen is made of are the engine's: nothing names them.
#[test]
fn progress_on_a_subscription_is_nobodys() {
    let mut host = Host::legacy(false);
    host.outputs();
    let mut tx = [0; 4096];
    let filter =
        SubscriptionFilter { resource_subscriptions: &["a:b"], ..SubscriptionFilter::EMPTY };
    let mut listen = Subscription::new(filter);
    let out = host.client().listen(&mut listen, 0, &mut tx).expect("it is offered");
    let subscribe = sent(&out.expect("a message"));
    let text = format!(
        r#"{{"jsonrpc":"2.0",{PROGRESS},"params":{{"progressToken":{},"progress":1}}}}"#,
        subscribe.id()
    );
    assert_eq!(words(&host.receive(Route::PIPE, &text)), ["ignored"]);
}

/// An answer counts once, and only in the form in which the id was written.
#[test]
fn ids_that_are_not_ours_answer_nothing() {
    for mut host in [Host::legacy(false), Host::modern(false)] {
        host.outputs();
        let (ticket, call) = host.call("tools/list");
        let id = call.id();
        let number: u64 = id.parse().expect("a number");
        let others = [
            format!("\"{id}\""),
            format!("{id}.0"),
            format!("{id}e0"),
            format!("-{id}"),
            (number + (1 << 48)).to_string(),
            (number + 1).to_string(),
            (number + (1 << 16)).to_string(),
            number.wrapping_sub(1 << 16).to_string(),
            format!("{id}0000000000000000000"),
            "131070".into(),
            "196606".into(),
            "0".into(),
            "65535".into(),
            "null".into(),
            "{}".into(),
            "[1]".into(),
            "true".into(),
        ];
        for other in others {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{other},{LIST}}}"#);
            assert_eq!(words(&host.receive(Route::PIPE, &text)), ["ignored"], "{other}");
            let text =
                format!(r#"{{"jsonrpc":"2.0","id":{other},"error":{{"code":1,"message":""}}}}"#);
            assert_eq!(words(&host.receive(Route::PIPE, &text)), ["ignored"], "{other}");
        }
        for text in [LIST, r#""error":{"code":1,"message":""}"#] {
            let text = format!(r#"{{"jsonrpc":"2.0",{text}}}"#);
            assert_eq!(words(&host.receive(Route::PIPE, &text)), ["ignored"], "{text}");
        }
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},{LIST}}}"#);
        assert_eq!(host.receive(Route::PIPE, &text), [("answered".into(), ticket)]);
        assert_eq!(words(&host.receive(Route::PIPE, &text)), ["ignored"]);
        host.is_free();
    }
}

/// What is both, or neither, or twice, ends the call as malformed.
#[test]
fn answers_that_contradict_themselves_end_the_call() {
    for rest in [
        r#""result":{},"error":{"code":1,"message":""}"#,
        r#""result":{},"result":{}"#,
        r#""result":7"#,
        r#""result":null"#,
        r#""error":[]"#,
        r#""error":{"code":1,"message":""},"error":{"code":1,"message":""}"#,
        r#""result":{"resultType":"complete"},"error":null"#,
    ] {
        let mut host = Host::modern(false);
        let (ticket, call) = host.call("tools/list");
        let text = format!(r#"{{"jsonrpc":"2.0","id":{},{rest}}}"#, call.id());
        assert_eq!(
            host.receive(Route::PIPE, &text),
            [("failed malformed".into(), ticket)],
            "{rest}"
        );
        host.is_free();
    }
}

/// Of what no page of a list may ask.
#[test]
fn a_list_that_wants_input_fails() {
    let mut host = Host::modern(false);
    let (ticket, call) = host.call("tools/list");
    let rest = r#""result":{"resultType":"input_required","requestState":"s"}"#;
    let text = format!(r#"{{"jsonrpc":"2.0","id":{},{rest}}}"#, call.id());
    assert_eq!(host.receive(Route::PIPE, &text), [("failed unknown_result".into(), ticket)]);
    host.is_free();
}

/// Progress on what waits for the application is not told, and keeps nothing alive.
#[test]
fn a_suspended_call_has_no_progress_and_no_second_end() {
    let mut host = Host::modern(false);
    let (ticket, call) = host.call("tools/call");
    let id = call.id();
    let rest = r#""result":{"resultType":"input_required","requestState":"s"}"#;
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},{rest}}}"#);
    assert_eq!(host.receive(Route::PIPE, &text), [("input_needed".into(), ticket)]);
    assert_eq!(words(&host.receive(Route::PIPE, &text)), ["ignored"]);
    let answer = format!(r#"{{"jsonrpc":"2.0","id":{id},{LIST}}}"#);
    assert_eq!(words(&host.receive(Route::PIPE, &answer)), ["ignored"]);
    let progress =
        format!(r#"{{"jsonrpc":"2.0",{PROGRESS},"params":{{"progressToken":{id},"progress":1}}}}"#);
    assert_eq!(words(&host.receive(Route::PIPE, &progress)), ["ignored"]);
    assert_eq!(host.client().next_deadline(), None);
    host.client().cancel(ticket).expect("it is suspended");
    assert_eq!(host.outputs(), []);
    host.is_free();
}

/// Sixteen rounds, and not one more.
#[test]
fn a_server_that_asks_for_ever_is_stopped() {
    let mut host = Host::modern(false);
    let (mut ticket, mut call) = host.call("tools/call");
    let mut rounds = 0;
    loop {
        let rest = r#""result":{"resultType":"input_required","requestState":"s"}"#;
        let text = format!(r#"{{"jsonrpc":"2.0","id":{},{rest}}}"#, call.id());
        let mut frame = Frame::new(text.as_bytes());
        let (now, mut tx) = (host.now, [0; 4096]);
        let event = host.client().receive(&mut frame, now).expect("an event");
        let Event::InputNeeded(needed) = event else {
            assert_eq!(told(&event), ("failed too_many_rounds".into(), ticket));
            break;
        };
        rounds += 1;
        let mut client = host.client();
        let given = client.provide(&needed, &[], &Json("{}"), &Options::DEFAULT, now, &mut tx);
        let (next, out) = given.expect("it is suspended");
        let out = sent(&out);
        // What was provided once is over.
        let mut client = host.client();
        let second = client.provide(&needed, &[], &Json("{}"), &Options::DEFAULT, now, &mut tx);
        assert_eq!(second.err(), Some(Error::Stale));
        (ticket, call) = (next, out);
    }
    assert_eq!(rounds, 16);
    host.is_free();
}

/// The same revision again and again is no reason to ask again and again.
#[test]
fn another_revision_is_tried_once() {
    let error = concat!(
        r#""error":{"code":-32022,"message":"","#,
        r#""data":{"supported":["2026-07-28"],"requested":"2026-07-28"}}"#
    );
    // Of the probe.
    let mut host = Host::new(false);
    host.client().connect(&Policy::ANY, 0).expect("a policy");
    let mut probes = 0;
    for _ in 0..10 {
        for probe in host.outputs() {
            probes += 1;
            assert!(probe.is("server/discover"));
            let text = format!(r#"{{"jsonrpc":"2.0","id":{},{error}}}"#, probe.id());
            host.receive(Route::PIPE, &text);
        }
    }
    assert_eq!(probes, 2);
    // Of a call.
    let mut host = Host::modern(false);
    let (ticket, call) = host.call("tools/list");
    let text = format!(r#"{{"jsonrpc":"2.0","id":{},{error}}}"#, call.id());
    assert_eq!(words(&host.receive(Route::PIPE, &text)), ["suspended revision"]);
    let mut tx = [0; 4096];
    let mut client = host.client();
    let again = client.again(ticket, "tools/list", &Json("{}"), &Options::DEFAULT, 0, &mut tx);
    let (ticket, out) = again.expect("it is suspended");
    let call = sent(&out);
    let text = format!(r#"{{"jsonrpc":"2.0","id":{},{error}}}"#, call.id());
    assert_eq!(host.receive(Route::PIPE, &text), [("error".into(), ticket)]);
    host.is_free();
}

/// `cancelled` for what is not theirs to cancel.
#[test]
fn a_server_cannot_cancel_what_is_ours() {
    for is_modern in [false, true] {
        let mut host = Host::new(false);
        let policy = if is_modern { Policy::MODERN } else { Policy::LEGACY };
        host.client().connect(&policy, 0).expect("a policy");
        let first = host.output();
        let cancel =
            |id: &str| format!(r#"{{"jsonrpc":"2.0",{CANCELLED},"params":{{"requestId":{id}}}}}"#);
        let told = host.receive(Route::PIPE, &cancel(&first.id()));
        assert_eq!(words(&told), ["ignored"]);
        let rest = if is_modern { DISCOVERED } else { INITIALIZED };
        let text = format!(r#"{{"jsonrpc":"2.0","id":{},{rest}}}"#, first.id());
        assert_eq!(words(&host.receive(Route::PIPE, &text)), ["connected"]);
        host.outputs();
        let (ticket, call) = host.call("tools/list");
        let id = call.id();
        for id in [id.as_str(), "1", "\"x\"", "null", "{}", "[]", "-1", "1e400"] {
            assert_eq!(words(&host.receive(Route::PIPE, &cancel(id))), ["ignored"], "{id}");
        }
        // The answer to the handshake once more changes nothing.
        assert_eq!(words(&host.receive(Route::PIPE, &text)), ["ignored"]);
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},{LIST}}}"#);
        assert_eq!(host.receive(Route::PIPE, &text), [("answered".into(), ticket)]);
        host.is_free();
    }
}

/// Many requests at once: each is refused or open, and nothing is answered twice.
#[test]
fn requests_of_the_server_do_not_fill_the_client() {
    let mut host = Host::legacy(false);
    host.outputs();
    let mut answered = 0;
    for id in 0..200 {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"roots/list"}}"#);
        let mut frame = Frame::new(text.as_bytes());
        let mut tx = [0; 512];
        let event = host.client().receive(&mut frame, 0).expect("an event");
        if matches!(event, Event::Refused(_)) {
            let out = host.client().reply(&event, &mut tx).expect("room enough");
            assert!(!out.is_empty());
            answered += 1;
            assert_eq!(host.client().reply(&event, &mut [0; 512]).err(), Some(Error::Stale));
        }
        let text = r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#;
        let mut frame = Frame::new(text.as_bytes());
        let event = host.client().receive(&mut frame, 0).expect("an event");
        assert!(matches!(event, Event::Ping(_)));
        assert!(!host.client().reply(&event, &mut tx).expect("room enough").is_empty());
    }
    assert_eq!(answered, 200 - host.slots.len());
    // The same id twice at once.
    let told = host.receive(Route::PIPE, r#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#);
    assert_eq!(words(&told), ["refused"]);
}

/// A hundred thousand notifications, of which none is answered or remembered.
#[test]
fn a_flood_of_notifications_leaves_nothing_behind() {
    for (mut host, count) in [(Host::legacy(false), 100_000), (Host::modern(false), 10_000)] {
        host.outputs();
        let (ticket, call) = host.call("tools/list");
        for at in 0..count {
            let method = [
                "notifications/tools/list_changed",
                "notifications/message",
                "x/y",
                "notifications/cancelled",
                "notifications/progress",
                "initialize",
            ][at % 6];
            let text = format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{{"a":{at}}}}}"#);
            assert_eq!(host.receive(Route::PIPE, &text).len(), 1);
        }
        assert_eq!(host.outputs(), []);
        assert_eq!(host.client().open().collect::<Vec<_>>(), [ticket]);
        let text = format!(r#"{{"jsonrpc":"2.0","id":{},{LIST}}}"#, call.id());
        assert_eq!(host.receive(Route::PIPE, &text), [("answered".into(), ticket)]);
        host.is_free();
    }
}

/// Sixteen megabytes in one message, and a message as deep as it is long.
#[test]
fn huge_and_deep_messages_end_the_call_or_pass_it_by() {
    let mut host = Host::modern(false);
    let (ticket, call) = host.call("tools/list");
    let deep = format!("{}{}", "[".repeat(1 << 20), "]".repeat(1 << 20));
    let text = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"a":{deep}}}}}"#, call.id());
    assert_eq!(host.receive(Route::PIPE, &text), [("failed malformed".into(), ticket)]);
    host.is_free();
    let (ticket, call) = host.call("tools/list");
    let long = "x".repeat(16 << 20);
    let text = format!(r#"{{"result":{{"a":"{long}"}},"jsonrpc":"2.0","id":{}}}"#, call.id());
    assert_eq!(host.receive(Route::PIPE, &text), [("answered".into(), ticket)]);
    for text in ["[".repeat(1 << 20), "{\"a\":".repeat(1 << 20), "\u{0}".repeat(1 << 20)] {
        assert_eq!(words(&host.receive(Route::PIPE, &text)), ["ignored"]);
    }
    host.is_free();
}

/// An answer that does not fit the buffer of the lines ends its call.
#[test]
fn a_line_that_is_too_long_ends_its_call() {
    let mut host = Host::modern(false);
    let (ticket, call) = host.call("tools/list");
    let long = "x".repeat(5000);
    let text =
        format!("{{\"result\":{{\"a\":\"{long}\"}},\"jsonrpc\":\"2.0\",\"id\":{}}}\n", call.id());
    let mut buffer = [0; 256];
    let mut lines = sansmcp::Lines::new(&mut buffer);
    let mut all = Vec::new();
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let space = lines.space();
        let count = space.len().min(rest.len());
        space[..count].copy_from_slice(&rest[..count]);
        rest = &rest[count..];
        lines.filled(count);
        while let Some(mut frame) = lines.next_frame() {
            while let Some(event) = host.client().receive(&mut frame, 0) {
                all.push(told(&event));
            }
        }
    }
    assert_eq!(all, [("failed too_long".into(), ticket)]);
    host.is_free();
}

/// More than a listen can hold is refused before anything is said.
#[test]
fn more_resources_than_a_listen_can_hold() {
    let mut host = Host::legacy(false);
    host.outputs();
    host.slots.resize(64, Slot::EMPTY);
    let uris: Vec<String> = (0..17).map(|at| format!("a:{at}")).collect();
    let uris: Vec<&str> = uris.iter().map(String::as_str).collect();
    let of =
        |uris| SubscriptionFilter { resource_subscriptions: uris, ..SubscriptionFilter::EMPTY };
    let mut tx = [0; 4096];
    let mut listen = Subscription::new(of(&uris));
    assert_eq!(host.client().listen(&mut listen, 0, &mut tx).err(), Some(Error::NotSupported));
    assert_eq!(host.client().open().count(), 0);
    let mut listen = Subscription::new(of(&uris[..16]));
    for _ in 0..16 {
        assert!(host.client().listen(&mut listen, 0, &mut tx).expect("room").is_some());
    }
    assert!(host.client().listen(&mut listen, 0, &mut tx).expect("room").is_none());
    let mut ended = 0;
    while let Some(out) = host.client().unlisten(&mut listen, 0, &mut tx).expect("room") {
        assert!(!out.is_empty());
        ended += 1;
    }
    assert_eq!(ended, 16);
}

/// What is over is not ended once more: its place may be another's.
#[test]
fn a_listen_is_ended_once() {
    let mut host = Host::legacy(false);
    host.outputs();
    let filter = SubscriptionFilter { tools_list_changed: Some(true), ..SubscriptionFilter::EMPTY };
    let mut listen = Subscription::new(filter);
    let mut tx = [0; 4096];
    // A listen needs something that was announced.
    let filter =
        SubscriptionFilter { resource_subscriptions: &["a:b"], ..SubscriptionFilter::EMPTY };
    assert_eq!(host.client().listen(&mut listen, 0, &mut tx).err(), Some(Error::NotOffered));
    let mut listen = Subscription::new(filter);
    assert!(host.client().listen(&mut listen, 0, &mut tx).expect("room").is_some());
    while host.client().unlisten(&mut listen, 0, &mut tx).expect("room").is_some() {}
    let (ticket, _) = host.call("tools/list");
    let _ = host.client().unlisten(&mut listen, 0, &mut tx);
    let open: Vec<_> = host.client().open().collect();
    assert!(open.contains(&ticket), "{ticket:?} of {open:?}");
}

/// A request that is too long is none of those that are answered before and after a connection.
#[test]
fn long_requests_without_a_connection_are_passed_by() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"a":{deep}}}}}"#);
    let mut host = Host::new(false);
    assert_eq!(words(&host.receive(Route::PIPE, &text)), ["ignored"]);
    host.client().connect(&Policy::ANY, 0).expect("a policy");
    host.outputs();
    assert_eq!(words(&host.receive(Route::PIPE, &text)), ["ignored"]);
    host.closed(Route::PIPE);
    host.expire();
    assert_eq!(words(&host.receive(Route::PIPE, &text)), ["ignored"]);
    let mut host = Host::legacy(false);
    assert_eq!(words(&host.receive(Route::PIPE, &text)), ["refused"]);
}

/// What is refused changes nothing of the connection that there is.
#[test]
fn a_second_connect_changes_nothing() {
    let mut host = Host::modern(false);
    let policy = Policy { connect_ms: 0, ..Policy::ANY };
    assert_eq!(host.client().connect(&policy, 0), Err(Error::NotSupported));
    let filter =
        SubscriptionFilter { resources_list_changed: Some(true), ..SubscriptionFilter::EMPTY };
    let mut listen = Subscription::new(filter);
    let mut tx = [0; 4096];
    let Ok(out) = host.client().listen(&mut listen, 0, &mut tx) else { panic!("it is offered") };
    assert!(out.is_some());
    assert_eq!(host.client().next_deadline(), Some(u64::from(Policy::ANY.connect_ms)));
}

/// Of a request that the application knows nothing of, no end is told, in whatever way it ends.
#[test]
fn an_answer_to_a_subscription_that_is_too_deep() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for rest in [format!(r#""result":{{"a":{deep}}}"#), r#""result":7"#.into(), LIST.into()] {
        let mut host = Host::legacy(false);
        host.outputs();
        let filter =
            SubscriptionFilter { resource_subscriptions: &["a:b"], ..SubscriptionFilter::EMPTY };
        let mut listen = Subscription::new(filter);
        let mut tx = [0; 4096];
        let out = host.client().listen(&mut listen, 0, &mut tx).expect("room");
        let subscribe = sent(&out.expect("a message"));
        assert!(host.client().listen(&mut listen, 0, &mut tx).expect("room").is_none());
        let text = format!(r#"{{"jsonrpc":"2.0","id":{},{rest}}}"#, subscribe.id());
        let mut all = host.receive(Route::PIPE, &text);
        all.extend(host.expire());
        assert_eq!(all, [("listening".into(), listen.ticket())]);
    }
}

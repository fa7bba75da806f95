//! A client against a hostile server over HTTP: one test for each trick that was tried by hand; see
//! `tests/client_attacks.rs`.
#![cfg(all(feature = "client", feature = "legacy", feature = "http"))]

#[path = "client_attacks_kit/mod.rs"]
mod kit;

use kit::{Host, INITIALIZED, sent, words};
use sansmcp::client::{Options, Policy, Subscription};
use sansmcp::schema::{Json, SubscriptionFilter};
use sansmcp::{Error, Ticket};

/// A server that answers the probe with a status and an error has not failed the connection that
/// comes about afterwards.
#[test]
fn a_status_before_the_fall_back_is_no_failure_later() {
    let mut host = Host::new(true);
    host.client().connect(&Policy::ANY, 0).expect("a policy");
    let probe = host.output();
    let told = host.exchange(&probe, 400, &[], r#""error":{"code":-32000,"message":"no session"}"#);
    assert_eq!(words(&told), [""; 0]);
    let first = host.output();
    assert!(first.is("initialize"));
    let told = host.exchange(&first, 200, &[("Mcp-Session-Id", "S")], INITIALIZED);
    assert_eq!(words(&told), ["connected"]);
}

/// As a server of 2026-07-28 without `server/discover` says it.
#[test]
fn a_probe_with_404_and_no_method_is_a_connection_and_no_failure() {
    let mut host = Host::new(true);
    host.client().connect(&Policy::ANY, 0).expect("a policy");
    let probe = host.output();
    let told = host.exchange(&probe, 404, &[], r#""error":{"code":-32601,"message":"no"}"#);
    assert_eq!(words(&told), ["connected"]);
    let (ticket, call) = host.call("tools/list");
    assert_eq!(host.bare(&call, 500), [("failed status".into(), ticket)]);
    assert_eq!(host.expire(), []);
}

/// A result that comes with a bad status is a result, and nothing else is told of it.
#[test]
fn a_handshake_that_comes_with_a_bad_status_is_told_once() {
    let mut host = Host::new(true);
    host.client().connect(&Policy::LEGACY, 0).expect("a policy");
    let first = host.output();
    let told = host.exchange(&first, 500, &[], INITIALIZED);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(host.expire(), []);
}

/// The end of one exchange does not tell of another that is not over.
#[test]
fn a_handshake_fails_when_it_fails() {
    let mut host = Host::legacy(true);
    let (lost, kept) = (host.call("tools/list").1, host.call("tools/list").1);
    host.outputs();
    assert_eq!(host.bare(&lost, 404), []);
    let again = host.output();
    assert!(again.is("initialize"));
    host.responded(again.route, 503, &[("Content-Type", "application/json")]);
    host.closed(kept.route);
    assert_eq!(words(&host.expire()), ["failed closed"]);
    // Its body says the same with words.
    let text = format!(r#"{{"jsonrpc":"2.0","id":{},{INITIALIZED}}}"#, again.id());
    assert_eq!(words(&host.receive(again.route, &text)), ["connected"]);
    assert_eq!(words(&host.expire()), ["suspended session_lost"]);
}

/// Some servers have no GET, and say so with 404 instead of 405: no session is lost by that.
#[test]
fn a_404_for_the_event_stream_does_not_begin_sessions_for_ever() {
    let mut host = Host::legacy(true);
    let mut begun = 0;
    for _ in 0..10 {
        for sent in host.outputs() {
            if sent.verb == "GET" {
                assert_eq!(host.bare(&sent, 404), []);
            } else if sent.is("initialize") {
                begun += 1;
                host.exchange(&sent, 200, &[("Mcp-Session-Id", "T")], INITIALIZED);
            } else {
                host.bare(&sent, 202);
            }
        }
        host.now += 10_000;
    }
    assert!(begun <= 1, "{begun} sessions were begun");
}

/// Everything but the handshake gets 404, for ever.
#[test]
fn a_404_for_every_message_comes_to_an_end() {
    let mut host = Host::legacy(true);
    let mut begun = 0;
    for _ in 0..20 {
        for sent in host.outputs() {
            if sent.is("initialize") {
                begun += 1;
                host.exchange(&sent, 200, &[("Mcp-Session-Id", "T")], INITIALIZED);
            } else {
                host.bare(&sent, 404);
            }
        }
        host.now += 10_000;
    }
    assert!(begun <= 2, "{begun} sessions were begun");
}

/// Nor does it when the application calls again and again: each call ends.
#[test]
fn a_404_for_every_call_ends_each_of_them() {
    let mut host = Host::legacy(true);
    for sent in host.outputs() {
        host.bare(&sent, if sent.verb == "GET" { 405 } else { 202 });
    }
    let (ticket, call) = host.call("tools/list");
    assert_eq!(host.bare(&call, 404), []);
    host.shake("T");
    let told: Vec<_> = host.expire();
    // It was told with the handshake, or it is now.
    assert!(told.is_empty() || told == [("suspended session_lost".into(), ticket)]);
    let mut tx = [0; 4096];
    let now = host.now;
    let (ticket, out) = host
        .client()
        .again(ticket, "tools/list", &Json("{}"), &Options::DEFAULT, now, &mut tx)
        .expect("it is suspended");
    let call = sent(&out);
    assert_eq!(host.bare(&call, 404), [("failed session_lost".into(), ticket)]);
}

/// Who leaves does not want a new session because the old one is gone already.
#[test]
fn leaving_a_session_that_is_gone_begins_no_other() {
    let mut host = Host::legacy(true);
    for sent in host.outputs() {
        host.bare(&sent, if sent.verb == "GET" { 405 } else { 202 });
    }
    host.client().leave();
    let last = host.output();
    assert_eq!(last.verb, "DELETE");
    host.bare(&last, 404);
    assert_eq!(host.outputs(), []);
}

/// What was sent in a session that is lost says nothing of the next one.
#[test]
fn late_news_of_a_lost_session_do_not_end_the_next() {
    let mut host = Host::legacy(true);
    for sent in host.outputs() {
        host.bare(&sent, if sent.verb == "GET" { 405 } else { 202 });
    }
    let (one, two) = (host.call("tools/list").1, host.call("tools/list").1);
    host.bare(&one, 404);
    host.shake("T");
    for sent in host.outputs() {
        host.bare(&sent, if sent.verb == "GET" { 405 } else { 202 });
    }
    host.bare(&two, 404);
    assert!(!host.outputs().iter().any(|sent| sent.is("initialize")), "T was given up");
}

/// A call that was taken back is over, whatever its exchange says.
#[test]
fn a_denial_of_what_was_cancelled_names_nothing() {
    for mut host in [Host::legacy(true), Host::modern(true)] {
        host.outputs();
        let (ticket, call) = host.call("tools/list");
        host.client().cancel(ticket).expect("it is open");
        let expect = host.responded(call.route, 401, &[("WWW-Authenticate", "\u{1}\u{fe}==,,\"")]);
        assert!(!expect.contains(&format!("{ticket:?}")), "{expect}");
        host.closed(call.route);
        assert_eq!(host.expire(), []);
        host.outputs();
        host.is_free();
    }
}

/// Who gave up when it was denied cannot go on, and nothing is sent any more.
#[test]
fn a_handshake_that_was_given_up_is_over() {
    let mut host = Host::new(true);
    host.client().connect(&Policy::ANY, 0).expect("a policy");
    let probe = host.output();
    host.responded(probe.route, 401, &[]);
    host.closed(probe.route);
    let ticket = Ticket { generation: 1, index: Ticket::HANDSHAKE };
    assert_eq!(host.client().cancel(ticket), Ok(()));
    let mut tx = [0; 512];
    let again = host.client().again(ticket, "", &Json::EMPTY, &Options::DEFAULT, 0, &mut tx);
    assert_eq!(again.map(|_| ()), Err(Error::Stale));
    assert!(host.outputs().is_empty());
}

/// Redirects are not followed by the engine, and end what they answer.
#[test]
fn redirects_end_what_they_answer() {
    for status in [300, 301, 302, 303, 307, 308, 399, 100, 0, 999] {
        let mut host = Host::new(true);
        host.client().connect(&Policy::ANY, 0).expect("a policy");
        let probe = host.output();
        host.responded(probe.route, status, &[("Location", "https://elsewhere/")]);
        host.closed(probe.route);
        assert_eq!(words(&host.expire()), ["over status"], "{status}");
        assert_eq!(host.outputs(), []);
        let mut host = Host::modern(true);
        let (ticket, call) = host.call("tools/list");
        assert_eq!(host.bare(&call, status), [("failed status".into(), ticket)], "{status}");
        host.is_free();
    }
}

/// Ids of sessions that cannot be sent back, and two of them.
#[test]
fn ids_of_sessions_that_cannot_be_sent_back_fail() {
    let long = "x".repeat(257);
    let fits = "x".repeat(256);
    for (ids, is_good) in [
        (vec![long.as_str()], false),
        (vec![fits.as_str()], true),
        (vec![""], false),
        (vec!["a b"], false),
        (vec!["a\r\nX: y"], false),
        (vec!["\u{e9}"], false),
        (vec!["a", "b"], false),
        (vec!["a", "a"], true),
    ] {
        let mut host = Host::new(true);
        host.client().connect(&Policy::LEGACY, 0).expect("a policy");
        let first = host.output();
        let mut headers = vec![("Content-Type", "application/json")];
        headers.extend(ids.iter().map(|id| ("Mcp-Session-Id", *id)));
        let expect = host.responded(first.route, 200, &headers);
        assert_eq!(expect, if is_good { "Json" } else { "Nothing" }, "{ids:?}");
        if !is_good {
            host.closed(first.route);
            assert_eq!(words(&host.expire()), ["over bad_session"]);
        }
    }
}

/// An answer's event stream: ids of any kind, and a time to wait of 2^64.
#[test]
fn what_an_event_stream_says_of_itself_is_bounded() {
    let longest = "y".repeat(128);
    let longer = "y".repeat(129);
    let cases: [(&[u8], bool); 8] = [
        (b"1", true),
        (longest.as_bytes(), true),
        (longer.as_bytes(), false),
        (b"", false),
        (b"\xff\xfe", false),
        (b"a\r\nX: y", false),
        (b"a\0", false),
        ("\u{e9}".as_bytes(), true),
    ];
    for (id, is_good) in cases {
        let mut host = Host::legacy(true);
        host.outputs();
        let (ticket, call) = host.call("tools/list");
        let events = [("Content-Type", "text/event-stream")];
        assert_eq!(host.responded(call.route, 200, &events), "Events");
        host.client().seen(call.route, id, Some(u64::MAX));
        host.closed(call.route);
        let told = host.expire();
        if !is_good {
            // There is nothing to go on with.
            assert_eq!(told, [("failed closed".into(), ticket)], "{}", id.escape_ascii());
            continue;
        }
        assert_eq!(told, []);
        // What waits so long is ended by the limit of the call.
        host.now = host.client().next_deadline().expect("a limit");
        assert_eq!(host.expire().len(), 1);
        assert_eq!(host.client().open().count(), 0);
    }
}

/// An answer that is asked for again and again, and never comes: the limits of the call end it.
#[test]
fn an_answer_that_breaks_off_for_ever_ends_at_its_limit() {
    let mut host = Host::legacy(true);
    for sent in host.outputs() {
        host.bare(&sent, if sent.verb == "GET" { 405 } else { 202 });
    }
    let (ticket, call) = host.call("tools/list");
    let mut asked = 0;
    let mut route = Some(call.route);
    let ended = loop {
        if let Some(route) = route.take() {
            host.responded(route, 200, &[("Content-Type", "text/event-stream")]);
            host.client().seen(route, b"1", Some(0));
            host.closed(route);
        }
        let told = host.expire();
        if !told.is_empty() {
            break told;
        }
        for sent in host.outputs() {
            assert_eq!(sent.verb, "GET");
            asked += 1;
            route = Some(sent.route);
        }
        if route.is_none() {
            host.now = host.client().next_deadline().expect("it waits for something");
        }
        assert!(asked < 1_000_000, "there is no end");
    };
    assert_eq!(ended, [("failed silent".into(), ticket)]);
    // Ten times a second at most.
    assert!(asked <= 3000, "{asked} times in {} ms", host.now);
}

/// Two events for one and the same suspension would make the application call twice.
#[test]
fn a_suspended_call_is_told_once() {
    let mut host = Host::legacy(true);
    for sent in host.outputs() {
        host.bare(&sent, if sent.verb == "GET" { 405 } else { 202 });
    }
    let (ticket, call) = host.call("tools/list");
    host.responded(call.route, 404, &[]);
    host.responded(call.route, 404, &[]);
    host.closed(call.route);
    host.closed(call.route);
    host.shake("T");
    let told = host.expire();
    let count = told.iter().filter(|it| it.1 == ticket).count();
    assert!(count <= 1, "{told:?}");
    assert_eq!(host.expire(), []);
}

/// The engine's own message waits until there is a connection; nothing else is an error.
#[test]
fn a_session_that_is_lost_before_it_was_confirmed() {
    let mut host = Host::legacy(true);
    // `initialized` was not taken yet.
    let (_, call) = host.call("tools/list");
    host.bare(&call, 404);
    let all = host.outputs();
    assert!(all.iter().any(|sent| sent.is("initialize")), "{all:?}");
    assert!(!all.iter().any(|sent| sent.is("notifications/initialized")), "{all:?}");
}

/// Who leaves twice says so once.
#[test]
fn a_session_is_left_once() {
    let mut host = Host::legacy(true);
    host.client().leave();
    assert_eq!(host.outputs().iter().filter(|sent| sent.verb == "DELETE").count(), 1);
    host.client().leave();
    assert_eq!(host.outputs(), []);
}

/// A subscription that is denied, or whose session is lost, does not wait for an application that
/// knows nothing of it.
#[test]
fn a_subscription_that_is_denied_comes_to_an_end() {
    for status in [401, 403, 404] {
        let mut host = Host::legacy(true);
        for sent in host.outputs() {
            host.bare(&sent, if sent.verb == "GET" { 405 } else { 202 });
        }
        let filter =
            SubscriptionFilter { resource_subscriptions: &["a:b"], ..SubscriptionFilter::EMPTY };
        let mut listen = Subscription::new(filter);
        let mut tx = [0; 4096];
        let out = host.client().listen(&mut listen, 0, &mut tx).expect("room");
        let subscribe = sent(&out.expect("a message"));
        assert!(host.client().listen(&mut listen, 0, &mut tx).expect("room").is_none());
        let named = Ticket::from_number(subscribe.id().parse().expect("a number"));
        let expect = host.responded(subscribe.route, status, &[]);
        assert!(!expect.contains(&format!("{named:?}")), "{expect}");
        host.closed(subscribe.route);
        let told = host.expire();
        assert!(told.iter().all(|(_, ticket)| *ticket != named), "{told:?}");
        assert!(host.client().open().all(|ticket| ticket != named));
    }
}

/// What was open ends with the connection, each once, and the connection once, however that came
/// about.
#[test]
fn calls_end_with_their_connection() {
    for rest in [r#""error":{"code":1,"message":"no"}"#, r#""result":7"#, r#""result":{}"#] {
        let mut host = Host::legacy(true);
        host.outputs();
        let (lost, call) = host.call("tools/list");
        let (kept, _) = host.call("tools/list");
        host.responded(call.route, 404, &[]);
        host.closed(call.route);
        host.expire();
        let first = host.output();
        let told = host.exchange(&first, 200, &[], rest);
        let over = told.iter().filter(|told| told.0.starts_with("over ")).count();
        assert_eq!(over, 1, "{told:?}");
        for ticket in [lost, kept] {
            assert!(told.contains(&("failed closed".into(), ticket)), "{told:?}");
        }
        assert_eq!(told.len(), 3, "{told:?}");
    }
}

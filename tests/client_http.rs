//! The client against our own endpoint: sessions, streams that break, heads.
#![cfg(all(
    feature = "client",
    feature = "server",
    feature = "legacy",
    feature = "full",
    feature = "http"
))]

mod client;

use client::{REVISIONS, Talk};
use sansmcp::{Revision, What};

/// Those that have Streamable HTTP.
fn each(test: impl Fn(&mut Talk)) {
    for revision in &REVISIONS[1..] {
        test(&mut Talk::over_http(*revision, usize::MAX));
    }
}

const SLOW: &str = r#"{"name":"slow"}"#;

#[test]
fn every_head_says_what_its_revision_wants() {
    each(|talk| {
        talk.connect();
        talk.ask("tools/call", r#"{"name":"echo"}"#);
        talk.ask("resources/read", r#"{"uri":"test://one"}"#);
        talk.ask("tools/list", "{}");
        let is_modern = talk.revision.is_modern();
        let revision = talk.revision;
        for (at, (method, head)) in talk.web().sent.clone().into_iter().enumerate() {
            let get = |name: &str| head.get(name).map_or("-", String::as_str);
            let is_first = at == 0 && !is_modern;
            assert!(get("accept").contains("text/event-stream"), "{method} {head:?}");
            assert_eq!(get("content-type") == "application/json", method == "POST");
            let says = revision >= Revision::V2025_06_18 && !is_first;
            let said = if says { revision.name() } else { "-" };
            assert_eq!(get("mcp-protocol-version"), said, "{method} {at}");
            assert_eq!(get("mcp-session-id") != "-", !is_modern && !is_first, "{method} {at}");
            assert_eq!(get("mcp-method") != "-", is_modern, "{head:?}");
        }
        let names: Vec<_> =
            talk.web().sent.iter().filter_map(|(_, head)| head.get("mcp-name").cloned()).collect();
        let wanted: &[&str] = if is_modern { &["echo", "test://one"] } else { &[] };
        assert_eq!(names, wanted);
        let gets = talk.web().sent.iter().filter(|(method, _)| method == "GET").count();
        assert_eq!(gets, usize::from(!is_modern), "one event stream where there is such");
    });
}

#[test]
fn a_session_that_is_lost_is_begun_anew_and_the_call_made_again() {
    each(|talk| {
        if talk.revision.is_modern() {
            return;
        }
        talk.connect();
        talk.ask("tools/list", "{}");
        // The server was started anew, and knows nobody.
        talk.web().restart();
        let first = talk.call("tools/call", r#"{"name":"echo"}"#).expect("a call");
        let second = talk.call("tools/list", "{}").expect("a call");
        talk.run();
        assert_eq!(talk.count("suspended"), 2, "{:?}", talk.told);
        assert_eq!(talk.take("suspended").text, "session_lost");
        talk.take("suspended");
        assert!(talk.take("connected").text.starts_with(talk.revision.name()));
        assert_eq!(talk.count("connected"), 0, "once for both");
        talk.again(first).expect("the same again");
        talk.again(second).expect("the same again");
        talk.run();
        assert!(talk.answer_to(first).contains("content"));
        assert!(talk.answer_to(second).contains("tools"));
        let begins = talk.wire.iter().filter(|line| line.contains("\"initialize\"")).count();
        assert_eq!(begins, 2);
    });
}

#[test]
fn a_response_that_is_put_off_is_fetched_later() {
    for revision in [Revision::V2025_03_26, Revision::V2025_06_18, Revision::V2025_11_25] {
        let mut talk = Talk::over_http(revision, usize::MAX);
        talk.connect();
        let ticket = talk.call("tools/call", SLOW).expect("a call");
        talk.run();
        talk.web().put_off();
        talk.run();
        if talk.with(|client, _| client.next_deadline()).is_none_or(|at| at > talk.now + 500) {
            // Older clients are not asked to come again: their response stays open.
            assert!(revision < Revision::V2025_11_25);
            talk.finish();
            talk.run();
            assert!(talk.answer_to(ticket).contains("late"));
            continue;
        }
        talk.pass(499);
        talk.finish();
        talk.run();
        assert_eq!(talk.count("answered"), 0, "it comes only where it is asked for");
        talk.pass(1);
        talk.run();
        assert!(talk.answer_to(ticket).contains("late"), "{revision:?}");
        let last = talk.web().sent.last().cloned().expect("a request");
        assert!(last.0 == "GET" && last.1.contains_key("last-event-id"), "{last:?}");
    }
}

#[test]
fn a_stream_that_breaks_is_gone_on_with_or_lost() {
    each(|talk| {
        talk.connect();
        let is_modern = talk.revision.is_modern();
        // Something was said on it, with an id before 2026-07-28.
        let ticket = talk.call("tools/call", r#"{"name":"begin"}"#).expect("a call");
        talk.run();
        talk.take("progress");
        let number = *talk.web().open.keys().last().expect("its exchange");
        talk.lose(number);
        talk.run();
        if is_modern {
            // There a stream that ends is a cancel.
            assert_eq!(talk.answer_to(ticket), "failed closed");
            assert_eq!((talk.parked(), talk.notes()), (0, vec!["gone".to_owned()]));
            return;
        }
        assert_eq!((talk.count("answered"), talk.parked()), (0, 1), "{}", talk.name());
        // The answer comes while nobody is there to take it, and is not lost.
        talk.finish();
        talk.run();
        assert_eq!(talk.count("answered"), 0);
        talk.pass(1000);
        assert!(talk.answer_to(ticket).contains("late"), "{}", talk.name());
        let (method, head) = talk.web().sent.last().cloned().expect("a request");
        assert!(method == "GET" && head.contains_key("last-event-id"), "{head:?}");
        assert_eq!(talk.count("progress"), 0, "what was heard before does not come again");
    });
}

#[test]
fn a_stream_that_breaks_before_anything_was_said_is_lost() {
    each(|talk| {
        talk.connect();
        let ticket = talk.call("tools/call", SLOW).expect("a call");
        talk.run();
        let number = *talk.web().open.keys().last().expect("its exchange");
        talk.lose(number);
        talk.run();
        if talk.revision == Revision::V2025_11_25 {
            // There an id comes before anything else.
            talk.finish();
            talk.pass(1000);
            return assert!(talk.answer_to(ticket).contains("late"));
        }
        assert_eq!(talk.answer_to(ticket), "failed closed", "{}", talk.name());
        let is_modern = talk.revision.is_modern();
        assert_eq!(talk.parked(), usize::from(!is_modern), "a cancel in the newer era alone");
    });
}

#[test]
fn an_event_stream_of_the_session_comes_back() {
    for revision in [Revision::V2025_03_26, Revision::V2025_11_25] {
        let mut talk = Talk::over_http(revision, usize::MAX);
        talk.connect();
        talk.changed(What::Tools);
        assert_eq!(talk.take("changed").text, "Tools");
        let number = *talk.web().open.keys().last().expect("the stream");
        talk.lose(number);
        talk.run();
        // Meanwhile something happens.
        talk.changed(What::Prompts);
        assert_eq!(talk.count("changed"), 0);
        talk.pass(2000);
        talk.run();
        assert_eq!(talk.take("changed").text, "Prompts", "{revision:?}");
        let (method, head) = talk.web().sent.last().cloned().expect("a request");
        assert!(method == "GET" && head.contains_key("last-event-id"), "{method} {head:?}");
        talk.changed(What::Resources);
        assert_eq!(talk.take("changed").text, "Resources");
    }
}

#[test]
fn two_calls_in_flight_have_each_their_own_exchange() {
    each(|talk| {
        talk.connect();
        let first = talk.call("tools/call", SLOW).expect("a call");
        let second = talk.call("tools/call", SLOW).expect("a call");
        talk.run();
        let quick = talk.ask("tools/call", r#"{"name":"busy"}"#);
        assert!(quick.contains("done"));
        assert_eq!(talk.parked(), 2);
        talk.finish();
        talk.run();
        assert_eq!(talk.count("answered"), 1);
        assert!(talk.answer_to(first).contains("late"));
        talk.finish();
        talk.run();
        assert!(talk.answer_to(second).contains("late"));
    });
}

#[test]
fn a_session_that_is_left_is_gone() {
    each(|talk| {
        talk.connect();
        talk.with(|client, _| client.leave());
        talk.run();
        let deletes = talk.web().sent.iter().filter(|(method, _)| method == "DELETE").count();
        assert_eq!(deletes, usize::from(!talk.revision.is_modern()));
        talk.pass(100_000);
        talk.run();
        let last = talk.web().sent.last().expect("a request").0.clone();
        assert_eq!(last == "DELETE", !talk.revision.is_modern(), "{last}");
    });
}

/// The server does not know the client any more, again and again: it is told, and no loop.
#[test]
fn a_session_that_is_lost_twice_ends_the_call() {
    let mut talk = Talk::over_http(Revision::V2025_11_25, usize::MAX);
    talk.connect();
    talk.web().restart();
    let ticket = talk.call("tools/list", "{}").expect("a call");
    talk.run();
    talk.take("suspended");
    talk.web().restart();
    talk.again(ticket).expect("again");
    talk.run();
    assert_eq!(talk.answer_to(ticket), "failed session_lost");
    let sent = talk.web().sent.len();
    talk.run();
    assert_eq!(talk.web().sent.len(), sent, "nothing goes round");
}

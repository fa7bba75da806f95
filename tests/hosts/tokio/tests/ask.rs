//! Tools that ask the user in the middle of a call, the same in both eras, and how long they wait.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod peer;

use std::time::Duration;

use on_tokio::tools::Example;
use on_tokio::{PATIENCE, SLOTS};
use peer::{MODERN, Peer};
use serde_json::{Value, json};
use tokio::time::Instant;

/// Those that have forms and ask in the middle of a connection.
const LEGACY: [&str; 3] = ["2025-06-18", "DRAFT-2025-v3", "2025-11-25"];

fn forms() -> Value {
    json!({"elicitation": {}})
}

fn named(name: &str) -> Value {
    json!({"action": "accept", "content": {"name": name}})
}

/// Hears the question; gives its id.
async fn asked(peer: &mut Peer) -> Value {
    let question = peer.hear().await;
    assert_eq!(question["method"], "elicitation/create", "{question}");
    assert_eq!(question["params"]["message"], "What is your name?", "{question}");
    question["id"].clone()
}

#[tokio::test(start_paused = true)]
async fn a_legacy_client_is_asked_in_the_middle() {
    for revision in LEGACY {
        let mut peer = Peer::with(Example, 16, revision, forms()).await;
        peer.call(1, "greet", json!({})).await;
        let first = asked(&mut peer).await;
        peer.call(2, "greet", json!({})).await;
        let second = asked(&mut peer).await;
        assert_ne!(first, second);
        peer.say(&json!({"jsonrpc": "2.0", "id": second, "result": named("Zoë")})).await;
        assert_eq!(peer.text().await, (2, "Hello, Zoë!".into()), "{revision}");
        peer.say(&json!({"jsonrpc": "2.0", "id": first, "result": {"action": "decline"}})).await;
        let said = peer.hear().await;
        assert_eq!((&said["id"], &said["result"]["isError"]), (&json!(1), &json!(true)));
        // More often than there are slots.
        for id in 10..10 + 2 * i64::try_from(SLOTS).unwrap() {
            peer.call(id, "greet", json!({})).await;
            let question = asked(&mut peer).await;
            peer.say(&json!({"jsonrpc": "2.0", "id": question, "result": named("you")})).await;
            assert_eq!(peer.text().await, (id, "Hello, you!".into()), "{revision}");
        }
        // Answers that nobody waits for any more.
        peer.say(&json!({"jsonrpc": "2.0", "id": first, "result": named("late")})).await;
        peer.silence().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_modern_client_calls_again_with_the_answer() {
    let mut peer = Peer::with(Example, 16, MODERN, forms()).await;
    peer.call(1, "greet", json!({})).await;
    let said = peer.hear().await;
    assert_eq!((&said["id"], &said["result"]["resultType"]), (&json!(1), &json!("input_required")));
    let question = &said["result"]["inputRequests"]["answer"];
    assert_eq!(question["method"], "elicitation/create", "{said}");
    let answers = json!({"answer": named("Zoë")});
    let again = json!({"name": "greet", "arguments": {}, "inputResponses": answers});
    peer.ask(2, "tools/call", again).await;
    assert_eq!(peer.text().await, (2, "Hello, Zoë!".into()));
    peer.silence().await;
}

#[tokio::test(start_paused = true)]
async fn patience_ends() {
    for revision in LEGACY {
        let mut peer = Peer::with(Example, 16, revision, forms()).await;
        let start = Instant::now();
        peer.call(1, "greet", json!({})).await;
        let question = asked(&mut peer).await;
        let (first, second) = (peer.hear().await, peer.hear().await);
        assert_eq!(start.elapsed().as_secs(), u64::from(PATIENCE.hard_ms) / 1000, "{revision}");
        // The call fails and the question is taken back, in whatever order.
        let (failed, taken) = if first["id"].is_null() { (second, first) } else { (first, second) };
        assert_eq!((&failed["id"], &failed["result"]["isError"]), (&json!(1), &json!(true)));
        assert_eq!(taken["method"], "notifications/cancelled");
        assert_eq!(taken["params"]["requestId"], question);
        // Each such call and question has left its slots free.
        for id in 10..10 + i64::try_from(SLOTS).unwrap() {
            peer.call(id, "echo", json!({"text": "x"})).await;
            assert_eq!(peer.text().await, (id, "x".into()));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_takes_its_question_back() {
    for revision in LEGACY {
        let mut peer = Peer::with(Example, 16, revision, forms()).await;
        for id in 1..2 * i64::try_from(SLOTS).unwrap() {
            peer.call(id, "greet", json!({})).await;
            let question = asked(&mut peer).await;
            peer.cancel(id).await;
            let taken = peer.hear().await;
            assert_eq!(taken["params"]["requestId"], question, "{revision} {taken}");
        }
        peer.silence().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_has_no_forms_is_not_asked() {
    for revision in peer::LEGACY.into_iter().chain([MODERN]) {
        let mut peer = Peer::ready(Example, 16, revision).await;
        peer.call(1, "greet", json!({})).await;
        let said = peer.hear().await;
        assert_eq!((&said["id"], &said["result"]["isError"]), (&json!(1), &json!(true)), "{said}");
        peer.silence().await;
    }
}

#[tokio::test(start_paused = true)]
async fn the_end_of_input_ends_the_waiting() {
    for revision in LEGACY {
        let mut peer = Peer::with(Example, 16, revision, forms()).await;
        peer.call(1, "greet", json!({})).await;
        asked(&mut peer).await;
        let start = Instant::now();
        let (_, ended) = peer.hang_up().await;
        assert!(ended.is_ok() && start.elapsed() < Duration::from_secs(60), "{revision}");
    }
}

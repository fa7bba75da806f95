//! The README's server that asks the person, talked to in both eras, whole and in single bytes.
#![cfg(all(feature = "server", feature = "full", feature = "legacy"))]

use std::io::Read;

use serde_json::{Value, json};

#[path = "echo/ask.rs"]
mod ask;

/// Gives one byte at a time.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let n = room.len().min(1);
        self.0.read(&mut room[..n])
    }
}

/// All that comes out when these lines go in.
fn talk(lines: &[Value]) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let (mut whole, mut drops) = (Vec::new(), Vec::new());
    ask::serve(input.as_bytes(), &mut whole).expect("it is served");
    ask::serve(Drops(input.as_bytes()), &mut drops).expect("it is served");
    assert_eq!(whole, drops);
    let text = String::from_utf8(whole).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The lines up to the question, in a revision with a handshake.
fn begun(capabilities: &Value) -> Vec<Value> {
    vec![
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"},
        }}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "erase"}}),
    ]
}

/// What the call comes to when its question gets this end, of which the id is filled in.
fn ended(mut end: Value) -> Vec<Value> {
    let mut lines = begun(&json!({"elicitation": {}}));
    let out = talk(&lines);
    let [_, question] = &out[..] else { panic!("{out:?}") };
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(question["params"]["message"], "Erase everything?");
    if end["method"].is_null() {
        end["id"] = question["id"].clone();
    }
    lines.push(end);
    talk(&lines).split_off(2)
}

/// One line in the revision that keeps nothing.
fn modern(capabilities: &Value, answers: Option<Value>) -> Value {
    let mut params = json!({"name": "erase", "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    }});
    if let Some(answers) = answers {
        params["inputResponses"] = answers;
    }
    let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params});
    let mut out = talk(&[call]);
    assert_eq!(out.len(), 1, "{out:?}");
    let answer = out.remove(0);
    assert_eq!(answer["id"], 7);
    answer
}

#[test]
fn before_2026_it_sends_a_request_and_the_call_comes_again() {
    let out = ended(json!({"jsonrpc": "2.0", "result": {"action": "accept", "content": {}}}));
    assert_eq!(out.len(), 1);
    assert_eq!(out[0]["id"], 2);
    assert_eq!(out[0]["result"]["content"][0]["text"], "All is gone.");

    let out = ended(json!({"jsonrpc": "2.0", "result": {"action": "decline"}}));
    assert_eq!(out[0]["result"]["content"][0]["text"], "Nothing was done.");

    let out = ended(json!({"jsonrpc": "2.0", "error": {"code": -1, "message": "no"}}));
    assert_eq!((&out[0]["id"], &out[0]["result"]["isError"]), (&json!(2), &json!(true)));
}

#[test]
fn a_cancelled_call_takes_its_question_back() {
    let out = ended(json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2},
    }));
    assert_eq!(out.len(), 1, "{out:?}");
    assert_eq!(out[0]["method"], "notifications/cancelled");
}

#[test]
fn from_2026_on_it_answers_with_what_it_wants_to_know() {
    let can = json!({"elicitation": {}});
    let answer = modern(&can, None);
    assert_eq!(answer["result"]["resultType"], "input_required");
    let question = &answer["result"]["inputRequests"]["sure"];
    assert_eq!(question["method"], "elicitation/create");

    let answer = modern(&can, Some(json!({"sure": {"action": "accept", "content": {}}})));
    assert_eq!(answer["result"]["content"][0]["text"], "All is gone.");
    let answer = modern(&can, Some(json!({"sure": {"action": "cancel"}})));
    assert_eq!(answer["result"]["content"][0]["text"], "Nothing was done.");
}

#[test]
fn a_client_that_cannot_ask_is_told_so() {
    let answer = modern(&json!({}), None);
    assert_eq!(answer["error"]["code"], -32021);
    let out = talk(&begun(&json!({})));
    assert_eq!(out.len(), 2);
    assert_eq!(out[1]["id"], 2);
    assert!(out[1]["error"]["data"]["requiredCapabilities"]["elicitation"].is_object());
}

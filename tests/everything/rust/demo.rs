//! A small conversation of the server with a client, printed message by message.

use sansmcp::Frame;

use crate::app::App;

const MODERN: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// What the client says, and a word on it. A time in milliseconds may pass before.
fn script() -> Vec<(&'static str, u64, String)> {
    let plain = |why, json: &str| (why, 0, json.to_owned());
    vec![
        plain(
            "A client of 2025 begins with a handshake; the engine agrees on a revision.",
            r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"demo","version":"1"}}}"#,
        ),
        plain(
            "A notification: nothing is answered, ever.",
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        ),
        plain(
            "A call. The id is a string, and comes back as one.",
            r#"{"jsonrpc":"2.0","id":"one","method":"tools/call","params":{"name":"echo","arguments":{"text":"Hello, \u4e16\u754c!"}}}"#,
        ),
        plain(
            "A slow tool with a progress token: its ticket is kept, the answer comes later.",
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"test_tool_with_progress","_meta":{"progressToken":7}}}"#,
        ),
        plain("Meanwhile others are served.", r#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#),
        ("Time passes.", 200, String::new()),
        plain(
            "The same slow tool again …",
            r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"test_tool_with_progress"}}"#,
        ),
        plain(
            "… and the client gives it up: no answer, and its id is free again.",
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4,"reason":"changed my mind"}}"#,
        ),
        ("Time passes.", 200, String::new()),
        plain(
            "A tool that does not exist.",
            r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"nothing"}}"#,
        ),
        plain("A line that is not JSON: it is answered, and the next one works.", "{oops"),
        (
            "A client of 2026 needs no handshake: each request carries its own context.",
            0,
            format!(
                r#"{{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{{"name":"test_simple_text",{MODERN}}}}}"#
            ),
        ),
        (
            "It may ask what the server speaks.",
            0,
            format!(
                r#"{{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{{{MODERN}}}}}"#
            ),
        ),
        plain(
            "Both eras share the pipe: the client of 2025 goes on.",
            r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"test_error_handling"}}"#,
        ),
    ]
}

pub fn run() {
    println!("Every message goes through the engine: > is what the client sends, < what it gets.");
    let mut app = App::new();
    let mut now = 0;
    for (why, pause, json) in script() {
        println!("\n# {why}");
        now += pause;
        let mut answers = Vec::new();
        let mut send = |line: &[u8]| answers.extend_from_slice(line);
        if !json.is_empty() {
            println!("> {json}");
            app.serve(Frame::new(json.as_bytes()), now, &mut send);
        }
        app.work(now, &mut send);
        for line in String::from_utf8_lossy(&answers).lines() {
            println!("< {line}");
        }
    }
    println!("\nThat was all. The same server over standard input and output: --stdio");
}

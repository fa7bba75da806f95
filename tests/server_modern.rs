//! A build without the revisions that begin with `initialize`.
#![cfg(all(feature = "server", not(feature = "legacy")))]

use sansmcp::{Connection, Event, Frame, Server, ServerInfo, Slot, Tool};
use serde_json::{Value, json};

static INFO: ServerInfo<'static> = ServerInfo {
    name: "modern",
    version: "1",
    tools: &[Tool { name: "t", ..Tool::EMPTY }],
    ..ServerInfo::EMPTY
};

fn exchange(line: &Value) -> Value {
    let (mut connection, mut slots, mut tx) = (Connection::NEW, [Slot::EMPTY], [0; 1024]);
    let mut server = Server::new(&INFO, &mut connection, &mut slots);
    let line = line.to_string();
    let event = server.receive(&mut Frame::new(line.as_bytes()), 0).expect("an event");
    let out = match &event {
        Event::CallTool(call) => server.answer(call.ticket(), &mut tx).text("x").end(),
        other => server.reply(other, &mut tx),
    };
    serde_json::from_slice(out.expect("room").line()).expect("JSON")
}

fn request(method: &str, version: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"name": "t", "_meta": {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    }}})
}

#[test]
fn an_error_to_initialize_names_the_versions() {
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}});
    let out =
        exchange(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}));
    assert_eq!(out["error"]["code"], -32022);
    let data = json!({"supported": ["2026-07-28"], "requested": "2025-11-25"});
    assert_eq!(out["error"]["data"], data);
    let out = exchange(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize"}));
    assert_eq!(out["error"]["data"]["supported"], json!(["2026-07-28"]));
}

#[test]
fn older_ways_are_refused() {
    for method in ["ping", "tools/list", "tools/call", "my/own"] {
        let out = exchange(&json!({"jsonrpc": "2.0", "id": 1, "method": method}));
        assert_eq!(out["error"]["code"], -32602, "{method}");
        let out = exchange(&request(method, "2025-11-25"));
        assert_eq!(out["error"]["code"], -32022, "{method}");
    }
    assert_eq!(exchange(&json!([request("tools/list", "2026-07-28")]))["error"]["code"], -32600);
    assert_eq!(exchange(&request("ping", "2026-07-28"))["error"]["code"], -32601);
    assert_eq!(exchange(&request("initialize", "2026-07-28"))["error"]["code"], -32601);
}

#[test]
fn the_modern_way_works() {
    let out = exchange(&request("server/discover", "2026-07-28"));
    assert_eq!(out["result"]["supportedVersions"], json!(["2026-07-28"]));
    let out = exchange(&request("tools/call", "2026-07-28"));
    assert_eq!(out["result"]["content"][0]["text"], "x");
    assert_eq!(exchange(&request("tools/list", "2026-07-28"))["result"]["tools"][0]["name"], "t");
}

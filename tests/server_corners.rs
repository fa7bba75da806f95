//! What the transcripts cannot say: routes, typed access to events, pages that the application
//! fills, content by revision, numbers as they were written.
#![cfg(all(feature = "server", feature = "legacy"))]

use sansmcp::json::Number;
use sansmcp::rules::Capabilities;
use sansmcp::schema::Prose;
use sansmcp::{
    Code, Connection, Error, Event, EventKind, Frame, Listing, Revision, Route, Server, ServerInfo,
    Shape, Slot, Ticket, Tool,
};
use serde_json::{Value, json};

static INFO: ServerInfo<'static> = ServerInfo {
    name: "corners",
    version: "1",
    tools: &[Tool { name: "t", ..Tool::EMPTY }],
    ..ServerInfo::EMPTY
};

/// The memory of one connection.
struct Memory {
    connection: Connection,
    slots: [Slot; 4],
    tx: [u8; 2048],
}

impl Memory {
    fn new() -> Self {
        Self { connection: Connection::NEW, slots: [Slot::EMPTY; 4], tx: [0; 2048] }
    }

    /// After the handshake of `revision`.
    fn of(revision: Revision) -> Self {
        let mut memory = Self::new();
        let params = json!({ "protocolVersion": revision.name() });
        let line = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
        let line = line.to_string();
        let mut server = Server::new(&INFO, &mut memory.connection, &mut memory.slots);
        let event = server.receive(&mut Frame::new(line.as_bytes()), 0).expect("an event");
        let _ = server.reply(&event, &mut memory.tx).expect("room");
        memory
    }

    fn server(&mut self) -> (Server<'_>, &mut [u8]) {
        (Server::new(&INFO, &mut self.connection, &mut self.slots), &mut self.tx)
    }
}

fn request(id: u32, method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

fn modern(mut params: Value, capabilities: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
        "io.modelcontextprotocol/clientInfo": {"name": "c", "version": "1"},
    });
    params
}

fn read<'f>(server: &mut Server<'_>, line: &'f str, route: Route) -> Event<'f> {
    server.receive(&mut Frame::new(line.as_bytes()).on(route), 0).expect("an event")
}

fn value(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("JSON")
}

#[test]
fn each_route_has_ids_of_its_own() {
    let mut memory = Memory::of(Revision::V2025_11_25);
    let (mut server, tx) = memory.server();
    let line = request(1, "tools/call", json!({"name": "t"}));
    // The last is one that the hash cannot tell from the first.
    let routes = [Route::PIPE, Route::pipe(1), Route::post(0x144c_bc89)];
    let tickets = routes.map(|route| {
        let event = read(&mut server, &line, route);
        assert_eq!(event.kind(), EventKind::CallTool);
        let again = read(&mut server, &line, route);
        assert_eq!(again.kind(), EventKind::Refused);
        assert_eq!(server.reply(&again, tx).expect("room").route(), route);
        event.ticket()
    });
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let cancel = cancel.to_string();
    assert_eq!(read(&mut server, &cancel, Route::pipe(7)).kind(), EventKind::Ignored);
    let cancelled = read(&mut server, &cancel, Route::pipe(1));
    assert_eq!(cancelled.ticket(), tickets[1]);
    for (ticket, route) in tickets.into_iter().zip(routes) {
        let out = server.answer(ticket, tx).text("x").end().expect("room");
        assert_eq!(out.is_empty(), route == Route::pipe(1));
        if !out.is_empty() {
            assert_eq!(out.route(), route);
            assert!(out.is_last());
            assert_eq!(out.json(), &out.line()[..out.line().len() - 1]);
        }
    }
}

#[test]
fn an_event_says_who_asks_and_for_what() {
    let mut memory = Memory::new();
    let (mut server, _) = memory.server();
    let capabilities = json!({"sampling": {"tools": {}}, "elicitation": {}, "roots": null});
    let mut params = modern(json!({"name": "t", "arguments": null}), capabilities);
    params["_meta"]["progressToken"] = json!(0);
    let line = request(1, "tools/call", params);
    let Event::CallTool(call) = read(&mut server, &line, Route::PIPE) else { panic!("a call") };
    assert_eq!(call.revision(), Revision::V2026_07_28);
    assert_eq!(call.id(), Some("1"));
    assert!(call.wants_progress());
    assert!(call.arguments().is_none(), "null is none");
    assert!(call.arg("text").is_none());
    assert_eq!(
        call.client_info()
            .expect("client info")
            .get("name")
            .and_then(|name| name.text())
            .expect("a text"),
        "c"
    );
    assert_eq!(call.requested_version().expect("a version"), "2026-07-28");
    let all = call.capabilities();
    assert!(all.contains(Capabilities::SAMPLING | Capabilities::SAMPLING_TOOLS));
    assert!(all.contains(Capabilities::ELICITATION_FORM), "an empty object means forms");
    assert!(!all.contains(Capabilities::ROOTS), "null declares nothing");
    let (text, parts) = call.raw();
    let copy = text.to_owned();
    let again = sansmcp::Call::from_parts(&copy, parts);
    assert_eq!(again.name(), "t");
    assert_eq!(again.ticket(), call.ticket());
    assert_eq!(Ticket::from_number(call.ticket().number()), call.ticket());
}

#[test]
fn only_an_object_declares_a_capability() {
    for (text, expected) in [
        ("{}", Capabilities::ROOTS),
        ("{\"listChanged\":true}", Capabilities::ROOTS | Capabilities::ROOTS_LIST_CHANGED),
        ("null", Capabilities::NONE),
        ("false", Capabilities::NONE),
        ("1", Capabilities::NONE),
        ("[]", Capabilities::NONE),
    ] {
        let object = format!("{{\"roots\":{text},\"other\":{{}}}}");
        let raw = sansmcp::json::Raw::parse_str(&object).expect("JSON");
        assert_eq!(Capabilities::of_client(raw), expected, "{text}");
    }
}

#[test]
#[cfg(feature = "full")]
fn a_server_announces_what_the_revision_knows() {
    let info = ServerInfo { capabilities: Capabilities(0x1ff), tools: &[], ..INFO };
    for rules in sansmcp::rules::revision::supported() {
        let mut memory = Memory::new();
        let mut server = Server::new(&info, &mut memory.connection, &mut memory.slots);
        let line = match rules.result_type {
            true => request(1, "server/discover", modern(json!({}), json!({}))),
            false => request(1, "initialize", json!({"protocolVersion": rules.name})),
        };
        let event = read(&mut server, &line, Route::PIPE);
        let out = value(server.reply(&event, &mut memory.tx).expect("room").line());
        let mut expected = json!({
            "tools": {"listChanged": true},
            "resources": {"subscribe": true, "listChanged": true},
            "prompts": {"listChanged": true},
            "logging": {},
            "completions": {},
        });
        if rules.revision == Revision::V2024_11_05 {
            expected.as_object_mut().expect("an object").remove("completions");
        }
        assert_eq!(out["result"]["capabilities"], expected, "{}", rules.name);
    }
}

#[test]
#[cfg(feature = "full")]
fn when_full_only_what_the_engine_answers_takes_the_last_place() {
    let info = ServerInfo { capabilities: Capabilities(0x1ff), ..INFO };
    let mut connection = Connection::NEW;
    let mut tx = [0; 512];
    let mut server = Server::new(&info, &mut connection, &mut []);
    for (method, params) in [
        ("resources/read", json!({"uri": "test://1"})),
        ("prompts/get", json!({"name": "p"})),
        (
            "completion/complete",
            json!({
                "ref": {"type": "ref/prompt", "name": "p"},
                "argument": {"name": "a", "value": ""},
            }),
        ),
        ("subscriptions/listen", json!({"notifications": {}})),
    ] {
        let line = request(1, method, modern(params, json!({})));
        let event = read(&mut server, &line, Route::PIPE);
        let out = value(server.reply(&event, &mut tx).expect("room").line());
        assert_eq!(out["error"]["code"], -32603, "the application might answer {method} late");
    }
}

#[test]
fn names_that_a_transcript_cannot_show() {
    let mut memory = Memory::of(Revision::V2025_11_25);
    let (mut server, tx) = memory.server();
    for name in ["", "t ", " t", "T"] {
        let line = request(1, "tools/call", json!({"name": name}));
        let event = read(&mut server, &line, Route::PIPE);
        assert!(matches!(&event, Event::CallTool(call) if call.name() == name));
        let error = value(server.reply(&event, tx).expect("room").line());
        assert_eq!(error["error"]["message"], format!("Unknown tool: {name}"));
        assert_eq!(error["error"]["code"], -32602);
    }
    for method in ["", "ping ", " ping"] {
        let line = request(1, method, json!({}));
        let event = read(&mut server, &line, Route::PIPE);
        assert_eq!(event.kind(), EventKind::Request);
        let error = value(server.reply(&event, tx).expect("room").line());
        assert_eq!(error["error"]["message"], format!("Method not found: {method}"));
    }
}

#[test]
fn a_page_that_the_application_fills() {
    let tool = |name| Tool { name, ..Tool::EMPTY };
    let mut memory = Memory::new();
    let (mut server, tx) = memory.server();
    let line = request(1, "tools/list", modern(json!({"cursor": "my own"}), json!({})));
    let list = |server: &mut Server<'_>| match read(server, &line, Route::PIPE) {
        Event::ListTools(listing) => listing.raw().1,
        other => panic!("{other:?}"),
    };
    let parts = list(&mut server);
    let listing = Listing::from_parts(&line, parts);
    assert_eq!(listing.cursor().expect("a cursor"), "my own");

    let mut page = server.page(&listing, &mut tx[..10]).expect("open");
    assert!(!page.tool(&tool("one")));
    let Err(Error::Short { need }) = page.end(None) else { panic!("ten bytes are not enough") };
    let mut page = server.page(&listing, &mut tx[..need]).expect("open");
    assert!(page.tool(&tool("one")), "what it said it needs");
    assert!(!page.tool(&tool("two")), "there is no room for another");
    let out = value(page.end(Some("12 bytes ...".into())).expect("room").line());
    assert_eq!(out["result"]["tools"], json!([{"name": "one", "inputSchema": {"type": "object"}}]));
    assert_eq!(out["result"]["nextCursor"], "12 bytes ...");
    assert_eq!(server.page(&listing, tx).err(), Some(Error::Stale));

    let listing = Listing::from_parts(&line, list(&mut server));
    let mut page = server.page(&listing, tx).expect("open");
    let broken = Tool { input_schema: "[]", ..tool("x") };
    assert!(!page.tool(&broken) && !page.tool(&tool("one")));
    assert_eq!(page.end(None).err(), Some(Error::NotJson));
    let out = value(server.page(&listing, tx).expect("open").end(None).expect("room").line());
    assert_eq!(out["result"]["tools"], json!([]));

    let listing = Listing::from_parts(&line, list(&mut server));
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let _ = read(&mut server, cancel, Route::PIPE);
    let mut page = server.page(&listing, tx).expect("a late page is no error");
    let _ = page.tool(&tool("one"));
    assert!(page.end(None).expect("late").is_empty());
    assert_eq!(server.open().count(), 0);
}

#[test]
fn a_page_under_way_is_taken_apart_and_goes_on() {
    let tool = |name| Tool { name, ..Tool::EMPTY };
    let mut memory = Memory::new();
    let (mut server, tx) = memory.server();
    let line = request(1, "tools/list", modern(json!({}), json!({})));
    let list = |server: &mut Server<'_>| match read(server, &line, Route::PIPE) {
        Event::ListTools(listing) => listing.raw().1,
        other => panic!("{other:?}"),
    };
    let names = ["one", "two", "three", "four"];
    // The same page, held all the time and taken apart before each call.
    let listing = Listing::from_parts(&line, list(&mut server));
    let mut page = server.page(&listing, tx).expect("open");
    assert!(names.iter().all(|name| page.tool(&tool(name))));
    let whole = page.end(Some("next".into())).expect("room").line().to_vec();
    let listing = Listing::from_parts(&line, list(&mut server));
    let mut parts = server.page(&listing, tx).expect("open").parts();
    for (count, name) in names.iter().enumerate() {
        assert_eq!(parts.entries as usize, count);
        let mut page = server.page_from_parts(&parts, tx).expect("open");
        assert!(page.tool(&tool(name)));
        parts = page.parts();
    }
    let page = server.page_from_parts(&parts, tx).expect("open");
    assert_eq!(page.end(Some("next".into())).expect("room").line(), whole);
    assert_eq!(server.page_from_parts(&parts, tx).err(), Some(Error::Stale));

    // A fault is kept, and so is that nobody waits any more.
    let listing = Listing::from_parts(&line, list(&mut server));
    let mut page = server.page(&listing, tx).expect("open");
    assert!(!page.resource(&sansmcp::schema::Resource::EMPTY));
    let parts = page.parts();
    let mut page = server.page_from_parts(&parts, tx).expect("open");
    assert!(!page.tool(&tool("one")));
    assert_eq!(page.end(None).err(), Some(Error::NotSupported));
    let parts = server.page(&listing, tx).expect("open").parts();
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let _ = read(&mut server, cancel, Route::PIPE);
    let page = server.page_from_parts(&parts, tx).expect("a late page is no error");
    let parts = page.parts();
    assert!(page.end(None).expect("late").is_empty());
    let page = server.page_from_parts(&parts, tx).expect("a late page is no error");
    assert!(page.end(None).expect("late").is_empty());
    assert_eq!(server.open().count(), 0);
}

#[test]
fn content_is_what_the_revision_has() {
    for rules in sansmcp::rules::revision::supported().filter(|rules| !rules.result_type) {
        let mut memory = Memory::of(rules.revision);
        let (mut server, tx) = memory.server();
        let line = request(1, "tools/call", json!({"name": "t"}));
        let ticket = read(&mut server, &line, Route::PIPE).ticket();
        let audio = server.answer(ticket, tx).text("x").audio(&[1], "a/w").end();
        if !rules.audio {
            assert_eq!(audio.err(), Some(Error::NotSupported), "{}", rules.name);
            assert_eq!(
                server.begin(ticket, Shape::Audio("a/w"), tx).err(),
                Some(Error::NotSupported)
            );
        } else {
            assert_eq!(value(audio.expect("room").line())["result"]["content"][1]["data"], "AQ==");
        }
        let ticket = match rules.audio {
            true => read(&mut server, &line, Route::PIPE).ticket(),
            false => ticket,
        };
        let link = server.answer(ticket, tx).link("u:l", "l", Some("t/p")).end();
        let ticket = if rules.titles {
            let link = value(link.expect("room").line());
            assert_eq!(link["result"]["content"][0]["type"], "resource_link");
            read(&mut server, &line, Route::PIPE).ticket()
        } else {
            assert_eq!(link.err(), Some(Error::NotSupported), "{}", rules.name);
            ticket
        };
        let list = server.answer(ticket, tx).structured("[1]").end();
        assert_eq!(list.err(), Some(Error::NotJson), "only objects before 2026-07-28");
        let out = server.answer(ticket, tx).text("x").structured("{\"a\":1}").end();
        let out = value(out.expect("room").line());
        let expected = if rules.titles { json!({"a": 1}) } else { Value::Null };
        assert_eq!(out["result"]["structuredContent"], expected, "{}", rules.name);
        assert_eq!(out["result"]["isError"], Value::Null);
    }
    let mut memory = Memory::new();
    let (mut server, tx) = memory.server();
    let line = request(1, "tools/call", modern(json!({"name": "t"}), json!({})));
    let ticket = read(&mut server, &line, Route::PIPE).ticket();
    assert_eq!(server.answer(ticket, tx).meta("[]").end().err(), Some(Error::NotJson));
    assert_eq!(server.answer(ticket, tx).structured("nul").end().err(), Some(Error::NotJson));
    let out = server.answer(ticket, tx).structured("[1]").meta(" {\"m\":1} ").end();
    let out = value(out.expect("room").line());
    assert_eq!(out["result"]["structuredContent"], json!([1]));
    assert_eq!(out["result"]["_meta"]["m"], 1);
    assert_eq!(out["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "corners");
}

#[test]
fn an_error_carries_data() {
    let mut memory = Memory::of(Revision::V2025_11_25);
    let (mut server, tx) = memory.server();
    let line = request(1, "my/own", json!({"text": "é\u{1}"}));
    let event = read(&mut server, &line, Route::PIPE);
    assert_eq!(
        server.error(event.ticket(), Code(1), "x", "{", tx).err(),
        Some(Error::NotJson),
        "nothing is sent, and the request stays open"
    );
    let Event::Request(request) = &event else { panic!("a request") };
    let text = request.params().and_then(|params| params.get("text")?.text()).expect("a text");
    let out = server.error(event.ticket(), Code(1), text, "\n[1,\r\n2] ", tx).expect("room");
    assert_eq!(
        value(out.line()),
        json!({"jsonrpc": "2.0", "id": 1,
            "error": {"code": 1, "message": "é\u{1}", "data": [1, 2]}})
    );
}

#[test]
fn progress_is_sent_as_it_was_written_and_compared_as_a_number() {
    let mut memory = Memory::of(Revision::V2025_11_25);
    let (mut server, tx) = memory.server();
    let line = request(1, "tools/call", json!({"name": "t", "_meta": {"progressToken": 1}}));
    let ticket = read(&mut server, &line, Route::PIPE).ticket();
    let (good, bad) = (Number::Int(1), Number::Text("x"));
    for (number, total) in [(bad, None), (bad, Some(good)), (good, Some(bad))] {
        let out = server.progress(ticket, number, total, None, tx);
        assert_eq!(out.err(), Some(Error::NotJson));
    }
    let mut send = |text: &'static str| {
        let number = Number::Text(text);
        let out = server.progress(ticket, number, Some(number), Some(Prose::Plain("é")), tx);
        out.map(|out| String::from_utf8(out.line().to_vec()).expect("text"))
    };
    for not_larger in ["abc", "", " 1", "1 ", "01", "1.", ".5", "+1", "NaN", "0x1", "1e", "\"1\""] {
        assert_eq!(send(not_larger), Err(Error::NotJson), "{not_larger}");
    }
    for (text, goes_out) in [
        ("-1e3", true),
        ("-1000.0", false),
        ("-0", true),
        ("0", false),
        ("0.0e9", false),
        ("1e-9", true),
        ("0.10", true),
        ("1.0e-1", false),
        ("2.50", true),
        ("25e-1", false),
        ("3E0", true),
        ("9007199254740993", true),
        ("9007199254740992.5", false),
        ("9007199254740993.5", true),
        ("1e18", true),
    ] {
        let sent = send(text).expect("a number");
        let expected = format!("\"progress\":{text},\"total\":{text},\"message\":\"é\"}}}}\n");
        assert_eq!(sent.ends_with(&expected), goes_out, "{text}: {sent}");
        assert_eq!(sent.is_empty(), !goes_out, "{text}: {sent}");
    }
}

#[test]
fn a_body_over_many_lines_that_is_too_deep_keeps_its_id() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let body = format!(
        "\n{{\n  \"method\": \"tools/call\",\n  \"params\": {{\n    \"name\": {deep}\n  }},\n  \
         \"jsonrpc\": \"2.0\",\n  \"id\":\n  \"deep\"\n}}\n"
    );
    let mut memory = Memory::new();
    let (mut server, tx) = memory.server();
    let event = server.receive(&mut Frame::new(body.as_bytes()), 0).expect("an event");
    let out = value(server.reply(&event, tx).expect("room").json());
    assert_eq!((&out["id"], &out["error"]["code"]), (&json!("deep"), &json!(-32700)));
}

#[test]
fn a_table_that_grew_still_finds_what_it_held() {
    for grown in 3..12 {
        let mut connection = Connection::NEW;
        let mut slots = vec![Slot::EMPTY; 2];
        let call = request(1, "tools/call", modern(json!({"name": "t"}), json!({})));
        let mut server = Server::new(&INFO, &mut connection, &mut slots);
        let ticket = read(&mut server, &call, Route::PIPE).ticket();
        slots.resize(grown, Slot::EMPTY);
        let mut server = Server::new(&INFO, &mut connection, &mut slots);
        assert_eq!(read(&mut server, &call, Route::PIPE).kind(), EventKind::Refused, "{grown}");
        let cancel =
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
        assert_eq!(read(&mut server, cancel, Route::PIPE).kind(), EventKind::Cancelled, "{grown}");
        assert!(server.is_cancelled(ticket));
        assert_eq!(server.open().count(), 2, "the cancelled one and the one refused");
    }
}

#[test]
fn the_servers_name_stands_once_in_a_result() {
    let mut memory = Memory::new();
    let (mut server, tx) = memory.server();
    let call = request(1, "tools/call", modern(json!({"name": "t"}), json!({})));
    let ticket = read(&mut server, &call, Route::PIPE).ticket();
    let own = r#"{"io.modelcontextprotocol/serverInfo":{"name":"other","version":"2"}}"#;
    let out = server.answer(ticket, tx).text("x").meta(own).end().expect("room");
    let text = std::str::from_utf8(out.json()).expect("UTF-8");
    assert_eq!(text.matches("serverInfo").count(), 1, "{text}");
}

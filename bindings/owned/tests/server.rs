//! The owned server does what the core does, with memory of its own.
#![allow(clippy::unwrap_used)]

use sansmcp_owned::{Answer, Content, Error, EventKind, Frame, Info, Lines, Server, Shape, Tool};

fn info(tools: usize, schema: &str) -> Info {
    let tool = |index| Tool {
        name: format!("tool_{index}"),
        input_schema: schema.to_owned(),
        ..Tool::default()
    };
    Info {
        name: "test".into(),
        version: "1".into(),
        tools: (0..tools).map(tool).collect(),
        ..Info::default()
    }
}

fn modern(id: u32, method: &str, params: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}
"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
"io.modelcontextprotocol/clientCapabilities":{{}},"progressToken":"t"}}}}}}"#
    )
}

fn call(server: &mut Server, id: u32) -> sansmcp_owned::Event {
    let params = r#""name":"tool_0","arguments":{"text":"h\u00e9"},"#;
    let mut frame = Frame::new(modern(id, "tools/call", params).as_bytes());
    let event = server.receive(&mut frame, 0).unwrap();
    assert!(server.receive(&mut frame, 0).is_none());
    event
}

#[test]
fn an_event_outlives_its_frame_and_its_server() {
    let event = {
        let mut server = Server::new(info(1, ""), 2, 4096);
        call(&mut server, 1)
    };
    assert_eq!(event.kind, EventKind::CallTool);
    assert_eq!(event.name().as_deref(), Some("tool_0"));
    assert_eq!(event.argument("text"), Some(r#""h\u00e9""#));
    assert_eq!((event.id(), event.wants_progress()), (Some("1"), true));
    assert_eq!(event.revision().map(|revision| revision.name()), Some("2026-07-28"));
}

#[test]
fn the_buffer_grows_up_to_its_bound() {
    let mut server = Server::new(info(1, ""), 2, 20_000);
    let event = call(&mut server, 1);
    let long = Answer::text("x".repeat(20_000));
    assert!(
        matches!(server.answer(event.ticket(), &long), Err(Error::Short { need }) if need > 20_000)
    );
    let fits = server.answer(event.ticket(), &Answer::text("x".repeat(19_000))).unwrap();
    assert!(fits.is_last && fits.bytes.len() > 19_000 && fits.bytes.ends_with(b"\n"));
    assert_eq!(server.answer(event.ticket(), &long), Err(Error::Stale));
    assert_eq!(server.open(), []);
}

#[test]
fn pages_do_not_depend_on_what_was_written_before() {
    let schema = format!(r#"{{"type":"object","$comment":"{}"}}"#, "x".repeat(1000));
    let list = |server: &mut Server, id| {
        let mut frame = Frame::new(modern(id, "tools/list", "").as_bytes());
        let event = server.receive(&mut frame, 0).unwrap();
        server.reply(&event).unwrap().bytes
    };
    let mut server = Server::new(info(200, &schema), 4, 1 << 20);
    let first = list(&mut server, 1);
    assert!(first.len() <= 65536 && first.len() > 60000, "{}", first.len());
    let event = call(&mut server, 2);
    let long = server.answer(event.ticket(), &Answer::text("x".repeat(900_000))).unwrap();
    assert!(long.bytes.len() > 900_000);
    assert_eq!(list(&mut server, 1), first);
}

#[test]
fn one_entry_longer_than_a_page_is_a_page() {
    let schema = format!(r#"{{"type":"object","$comment":"{}"}}"#, "x".repeat(100_000));
    let mut server = Server::new(info(2, &schema), 4, 1 << 20);
    let mut frame = Frame::new(modern(1, "tools/list", "").as_bytes());
    let event = server.receive(&mut frame, 0).unwrap();
    let page = server.reply(&event).unwrap();
    assert!(page.bytes.len() > 100_000 && page.bytes.len() < 150_000);
    assert!(String::from_utf8_lossy(&page.bytes).contains("nextCursor"));
}

#[test]
fn a_batch_gives_one_event_at_a_time_and_a_clone_is_read_on_its_own() {
    let mut server = Server::new(info(1, ""), 4, 4096);
    let initialize = br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{
        "protocolVersion":"2025-03-26","capabilities":{},
        "clientInfo":{"name":"c","version":"1"}}}"#;
    let event = server.receive(&mut Frame::new(initialize), 0).unwrap();
    assert!(server.reply(&event).unwrap().is_last);
    let ping = |id| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
    let mut frame = Frame::new(format!("[{},{}]", ping(1), ping(2)).as_bytes());
    let first = server.receive(&mut frame, 0).unwrap();
    let mut again = frame.clone();
    drop(frame);
    let second = server.receive(&mut again, 0).unwrap();
    assert!(server.receive(&mut again, 0).is_none());
    assert_eq!((first.id(), second.id()), (Some("1"), Some("2")));
    assert!(std::sync::Arc::ptr_eq(&first.text, &second.text), "the text is shared");
}

#[test]
fn a_line_too_long_is_refused_under_its_id() {
    let mut lines = Lines::new(64);
    let mut server = Server::new(info(1, ""), 4, 4096);
    let long = format!(
        r#"{{"jsonrpc":"2.0","method":"x","params":{{"x":"{0}"}},"id":"{0}"}}"#,
        "y".repeat(100)
    );
    let mut frames = lines.feed(format!("{long}\n").as_bytes());
    let event = server.receive(&mut frames[0], 0).unwrap();
    assert!(server.receive(&mut frames[0], 0).is_none());
    assert_eq!(event.kind, EventKind::Refused);
    assert_eq!(event.refusal_words().unwrap().0, -32600);
    let line = server.reply(&event).unwrap();
    assert!(String::from_utf8(line.bytes).unwrap().contains(&"y".repeat(100)));
}

#[test]
fn a_failure_without_text_gets_an_empty_one() {
    let mut server = Server::new(info(1, ""), 2, 4096);
    let event = call(&mut server, 1);
    let image = Content::Image { data: vec![0; 3], mime_type: "image/png".into() }.into();
    let answer = Answer { blocks: vec![image], is_error: true, ..Answer::default() };
    let line = String::from_utf8(server.answer(event.ticket(), &answer).unwrap().bytes).unwrap();
    assert!(
        line.contains(
            r#""AAAA","mimeType":"image/png"},{"type":"text","text":""}],"isError":true"#
        ),
        "{line}"
    );
}

#[test]
fn streams_and_progress_go_through() {
    let mut server = Server::new(info(1, ""), 2, 256);
    let ticket = call(&mut server, 1).ticket();
    let line = server.progress(ticket, "1", Some("2.5"), Some("half")).unwrap();
    assert!(String::from_utf8(line.bytes).unwrap().contains(r#""total":2.5,"message":"half""#));
    assert_eq!(server.progress(ticket, "x", None, None::<&str>), Err(Error::NotJson));
    let data = vec![7; 1000];
    let mut sent = server.begin(ticket, Shape::Image("image/png")).unwrap().bytes;
    let mut rest = &data[..];
    while !rest.is_empty() {
        let (taken, out) = server.piece(ticket, rest).unwrap();
        rest = &rest[taken..];
        sent.extend(out.bytes);
    }
    let out = server.end(ticket, None::<&str>).unwrap();
    sent.extend(out.line());
    assert!(out.is_last && sent.ends_with(b"}\n"));
}

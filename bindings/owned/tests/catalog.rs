//! What a server has: read from JSON, lent to the core, exchanged, and listed by hand.

use sansmcp_owned::{
    Entry, Error, Event, Frame, Info, Offer, Output, Prompt, Resource, Server, Telling, Tool,
};

const INFO: &str = r#"{"name":"s","version":"1","capabilities":["tools.listChanged","logging"],
    "extensions":{"x/y":{}},"experimental":{"z":{}},
    "tools":[{"name":"t","execution":{"taskSupport":"optional"}}],
    "resources":[{"uri":"a:1","name":"one","size":7,"mimeType":"text/plain",
        "annotations":{"audience":["user"],"priority":0.50,"lastModified":"2025"},
        "icons":[{"src":"s","sizes":["1x1"]}],"_meta":{"k":1}}],
    "templates":[{"uriTemplate":"a:{n}","name":"any","title":"Any"}],
    "prompts":[{"name":"p","arguments":[{"name":"a","title":"A","required":true}]}]}"#;

fn server(max_tx: usize) -> Server {
    Server::new(Info::from_json(INFO).expect("an info"), 4, max_tx)
}

/// The event of a request of 2026-07-28.
fn ask(server: &mut Server, method: &str, params: &str) -> Event {
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}"_meta":{{
        "io.modelcontextprotocol/protocolVersion":"2026-07-28",
        "io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    );
    server.receive(&mut Frame::new(line.as_bytes()), 0).expect("an event")
}

fn reply(server: &mut Server, method: &str) -> String {
    let event = ask(server, method, "");
    text(&server.reply(&event).expect("a reply"))
}

fn text(output: &Output) -> String {
    String::from_utf8(output.bytes.clone()).expect("text")
}

#[test]
fn all_that_stands_in_json_is_sent() {
    let mut server = server(65536);
    for (method, wanted) in [
        ("tools/list", r#""tools":[{"name":"t","inputSchema":{"type":"object"}}]"#),
        (
            "resources/list",
            concat!(
                r#""resources":[{"uri":"a:1","name":"one","mimeType":"text/plain","size":7,"#,
                r#""annotations":{"audience":["user"],"priority":0.50,"lastModified":"2025"},"#,
                r#""_meta":{"k":1},"icons":[{"src":"s","sizes":["1x1"]}]}]"#
            ),
        ),
        (
            "resources/templates/list",
            r#""resourceTemplates":[{"uriTemplate":"a:{n}","name":"any","title":"Any"}]"#,
        ),
        (
            "prompts/list",
            r#""prompts":[{"name":"p","arguments":[{"name":"a","title":"A","required":true}]}]"#,
        ),
        (
            "server/discover",
            concat!(
                r#""capabilities":{"tools":{"listChanged":true},"resources":{},"prompts":{},"#,
                r#""logging":{},"experimental":{"z":{}},"extensions":{"x/y":{}}}"#
            ),
        ),
    ] {
        let sent = reply(&mut server, method);
        assert!(sent.contains(wanted), "{method}: {sent}");
    }
}

#[test]
fn says_what_is_wrong() {
    for (members, wanted) in [
        (r#""resources":[{"uri":"a"}]"#, "resources[0].name must be a string"),
        (r#""templates":[{}]"#, "templates[0].uriTemplate must be a string"),
        (
            r#""prompts":[{"name":"p","arguments":[{"name":"a","required":1}]}]"#,
            "prompts[0].arguments[0].required must be true or false",
        ),
        (
            r#""capabilities":["no.such"]"#,
            "capabilities[0] must be the name of a server's capability",
        ),
        (
            r#""tools":[{"name":"t","execution":{"taskSupport":"maybe"}}]"#,
            "tools[0].execution.taskSupport must be \"forbidden\", \"optional\" or \"required\"",
        ),
    ] {
        let text = format!(r#"{{"name":"s","version":"1",{members}}}"#);
        assert_eq!(Info::from_json(&text).expect_err(members).to_string(), wanted);
    }
}

#[test]
fn other_tables_take_the_place_of_those_that_are_there() {
    let mut server = server(65536);
    let offer = Offer { prompts: Some(vec![]), ..Offer::default() };
    server.offer(offer).expect("nothing is streamed");
    assert!(reply(&mut server, "prompts/list").contains("-32601"));
    assert!(reply(&mut server, "tools/list").contains("\"t\""));
}

#[test]
fn no_table_changes_under_an_answer_in_pieces() {
    let mut server = server(64);
    let event = ask(&mut server, "tools/list", "");
    server.begin_reply(&event).expect("a beginning");
    assert_eq!(server.offer(Offer::default()), Err(Error::Streaming));
    while server.next_output().expect("a piece").is_some() {}
    assert_eq!(server.offer(Offer::default()), Ok(()));
}

#[test]
fn a_page_is_cut_to_the_buffer_and_grows_for_its_first_entry() {
    let mut server = server(2000);
    let event = ask(&mut server, "resources/list", "");
    let mut page = server.page(&event).expect("a page");
    let entry = |len: usize| Resource { uri: "x".repeat(len), ..Resource::default() };
    let (large, fits) = (entry(2000), entry(1500));
    let short = server.add(&mut page, Entry::Resource(&large)).expect_err("too large");
    assert!(matches!(short, Error::Short { need } if need > 2000));
    let wrong = server.add(&mut page, Entry::Tool(&Tool::default()));
    assert_eq!(wrong, Err(Error::NotSupported));
    assert_eq!(server.add(&mut page, Entry::Resource(&fits)), Ok(true));
    assert_eq!(server.add(&mut page, Entry::Resource(&fits)), Ok(false));
    let output = server.end_page(&mut page, Some("n")).expect("the page");
    assert!(text(&output).ends_with("\"nextCursor\":\"n\"}}\n"));
    assert!(matches!(server.end_page(&mut page, None), Err(Error::Stale)));
}

#[test]
fn who_listens_is_told() {
    let mut info = Info::from_json(INFO).expect("an info");
    info.prompts = vec![Prompt::default()];
    info.capabilities.0 = 0x1ff;
    let mut server = Server::new(info, 4, 65536);
    let filter = r#""notifications":{"resourceSubscriptions":["a:1","a:2"]},"#;
    let event = ask(&mut server, "subscriptions/listen", filter);
    let output = server.accept(&event, &|uri| uri == "a:2").expect("an acknowledgement");
    assert!(text(&output).contains(r#""resourceSubscriptions":["a:2"]"#));
    assert_eq!(server.listens(), [event.ticket()]);
    for (uri, count) in [("a:1", 0), ("a:2", 1)] {
        let mut telling = Telling::new(uri);
        let mut told = 0;
        while server.updated(&mut telling).expect("an update").is_some() {
            told += 1;
        }
        assert_eq!(told, count, "{uri}");
    }
    server.closed(0);
    assert!(server.listens().is_empty());
}

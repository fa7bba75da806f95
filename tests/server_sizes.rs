//! Buffers of every size: an output is the whole message or nothing, and then it says exactly how
//! many bytes it needs. Every refusal fits where it is promised to fit.
#![cfg(feature = "server")]

use sansmcp::json::Number;
use sansmcp::rules::{Capabilities, Refusal};
use sansmcp::schema::Prose;
use sansmcp::{
    Catalog, Code, Connection, Error, Event, Frame, Lines, MIN_TX, Revision, Server, ServerInfo,
    Shape, Slot, Tool,
};
use serde_json::Value;

const MODERN: &str = concat!(
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientCapabilities":{},"progressToken":"p"}"#
);

static INFO: ServerInfo<'static> = ServerInfo {
    name: "sizes",
    version: "1",
    title: Some("A \"title\""),
    instructions: Some("é"),
    tools: &[Tool { name: "t", description: "d", ..Tool::EMPTY }],
    ..ServerInfo::EMPTY
};

fn initialize(id: &str, revision: &str) -> String {
    let head = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize""#);
    format!(r#"{head},"params":{{"protocolVersion":"{revision}"}}}}"#)
}

struct Many;

impl Catalog for Many {
    fn info(&self) -> ServerInfo<'_> {
        ServerInfo { name: "many", version: "1", ..ServerInfo::EMPTY }
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        const NAMES: [&str; 7] = ["a", "bb", "a_rather_long_name", "d", "eeee", "f", "g"];
        let name = NAMES.get(index as usize)?;
        Some(Tool { name, description: name, ..Tool::EMPTY })
    }
}

/// What is done with an event; gives the bytes of the output.
type Act = fn(&mut Server<'_>, &Event<'_>, &mut [u8]) -> Result<Vec<u8>, Error>;

/// A connection on which one message came in, and what is done with it: the bytes of an output.
fn attempt(line: &str, sizes: &[usize], act: Act) -> Vec<Result<Vec<u8>, Error>> {
    let (mut connection, mut slots) = (Connection::NEW, [Slot::EMPTY; 2]);
    let mut server = Server::new(&INFO, &mut connection, &mut slots);
    let mut frame = Frame::new(line.as_bytes());
    let event = server.receive(&mut frame, 0).expect("an event");
    sizes.iter().map(|size| act(&mut server, &event, &mut vec![0xAA; *size])).collect()
}

fn call_line() -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":"an id","method":"tools/call","params":{{"name":"t",
        "arguments":{{"a":"\u00e9\ud800"}},{MODERN}}}}}"#
    )
}

fn acts() -> Vec<(&'static str, String, Act)> {
    let call = call_line();
    let of = |method: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{{{MODERN}}}}}"#)
    };
    let reply: Act = |server, event, tx| Ok(server.reply(event, tx)?.line().to_vec());
    let mut acts = if cfg!(feature = "legacy") {
        vec![
            ("initialize", initialize("0", "2025-11-25"), reply),
            ("ping", r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.into(), reply),
        ]
    } else {
        Vec::new()
    };
    acts.extend::<[(&str, String, Act); 13]>([
        ("discover", of("server/discover"), reply),
        ("list", of("tools/list"), reply),
        ("unknown tool", call.clone(), reply),
        ("unknown method", of("my/own"), reply),
        ("refused", "[]".into(), reply),
        ("unsupported version", call.replace("2026-07-28", "v999.0.0"), reply),
        ("answer", call.clone(), |server, event, tx| {
            let Event::CallTool(call) = event else { panic!("a call") };
            let answer = server.answer(event.ticket(), tx).text("plain \"text\" \n é");
            let answer = answer.text(call.arg("a").expect("a text")).image(&[1, 2, 3, 4], "i/p");
            let answer = answer.audio(&[5], "a/w").resource("u:r", Some("t/p"), "text");
            let answer = answer.blob("u:b", None, &[6, 7]).link("u:l", "l", None).fail("why");
            let answer = answer.structured("[1,\n2]").meta("{\"m\":null}");
            Ok(answer.end()?.line().to_vec())
        }),
        ("empty answer", call.clone(), |server, event, tx| {
            Ok(server.answer(event.ticket(), tx).end()?.line().to_vec())
        }),
        ("result", call.clone(), |server, event, tx| {
            let out = server.result(event.ticket(), " {\"a\":\r\n1} ", tx)?;
            Ok(out.line().to_vec())
        }),
        ("error", call.clone(), |server, event, tx| {
            let out = server.error(event.ticket(), Code(-5), "é\u{1}\"", "[1,\n2]", tx)?;
            Ok(out.line().to_vec())
        }),
        ("progress", call.clone(), |server, event, tx| {
            let (now, total) = (Number::Text("0.25"), Some(Number::Int(1)));
            let text = Some(Prose::Plain("a\tquarter"));
            Ok(server.progress(event.ticket(), now, total, text, tx)?.line().to_vec())
        }),
        ("begin", call.clone(), |server, event, tx| {
            Ok(server.begin(event.ticket(), Shape::Blob("u:\"", "m"), tx)?.line().to_vec())
        }),
        ("end", call.clone(), |server, event, tx| {
            let mut head = [0; 512];
            // Begun by the first attempt; later ones find it under way.
            if server.begin(event.ticket(), Shape::Image("i/p"), &mut head).is_ok() {
                let (taken, _) = server.piece(event.ticket(), &[1, 2, 3, 4], &mut head)?;
                assert_eq!(taken, 4);
            }
            Ok(server.end(event.ticket(), Some(Prose::Plain("why")), tx)?.line().to_vec())
        }),
    ]);
    acts
}

#[test]
fn an_output_is_whole_or_nothing_and_its_need_is_exact() {
    for (name, line, act) in acts() {
        let whole = attempt(&line, &[4096], act).remove(0).expect(name);
        assert!(whole.len() > 20, "{name}: hardly a message");
        for size in 0..whole.len() + 2 {
            let fits = size >= whole.len();
            // What did not fit has changed nothing: the same call with more room gives it all.
            let sizes = if fits { vec![size] } else { vec![size, size, whole.len()] };
            let mut results = attempt(&line, &sizes, act);
            let last = results.pop();
            assert_eq!(last, Some(Ok(whole.clone())), "{name} with {size}");
            for result in results {
                assert_eq!(result, Err(Error::Short { need: whole.len() }), "{name} with {size}");
            }
        }
    }
}

#[test]
fn a_list_cuts_itself_to_any_buffer() {
    for size in 0..1000 {
        let mut names = Vec::new();
        let mut cursor = String::new();
        loop {
            let line = format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{{cursor}{MODERN}}}}}"#
            );
            let (mut connection, mut slots) = (Connection::NEW, [Slot::EMPTY]);
            let mut server = Server::new(&Many, &mut connection, &mut slots);
            let mut frame = Frame::new(line.as_bytes());
            let event = server.receive(&mut frame, 0).expect("an event");
            let mut tx = vec![0; size];
            let page = match server.reply(&event, &mut tx) {
                Ok(out) => out.line().to_vec(),
                Err(Error::Short { need }) => {
                    assert!(need > size);
                    let less = server.reply(&event, &mut vec![0; need - 1]).err();
                    assert_eq!(less, Some(Error::Short { need }), "with {size}");
                    let mut tx = vec![0; need];
                    let out = server.reply(&event, &mut tx).expect("what it needs");
                    assert_eq!(out.line().len(), need);
                    out.line().to_vec()
                }
                Err(error) => panic!("{error}"),
            };
            let page: Value = serde_json::from_slice(&page).expect("JSON");
            let tools = page["result"]["tools"].as_array().expect("tools");
            assert!(!tools.is_empty());
            names.extend(tools.iter().map(|tool| tool["name"].as_str().expect("text").to_owned()));
            match page["result"]["nextCursor"].as_str() {
                Some(next) => cursor = format!("\"cursor\":\"{next}\","),
                None => break,
            }
        }
        assert_eq!(names.len(), 7, "with {size}: {names:?}");
        assert_eq!(names[2], "a_rather_long_name");
    }
}

#[test]
fn any_buffer_that_is_not_empty_sends_a_reply_in_pieces() {
    let mut lines = vec![
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{{MODERN}}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{MODERN}}}}}"#),
    ];
    if cfg!(feature = "legacy") {
        lines.push(initialize("1", "2024-11-05"));
    }
    for line in lines {
        let whole = attempt(&line, &[4096], |server, event, tx| {
            Ok(server.reply(event, tx)?.line().to_vec())
        });
        let whole = whole[0].clone().expect("room");
        for size in 1..whole.len() + 1 {
            let (mut connection, mut slots) = (Connection::NEW, [Slot::EMPTY]);
            let mut server = Server::new(&INFO, &mut connection, &mut slots);
            let mut frame = Frame::new(line.as_bytes());
            let event = server.receive(&mut frame, 0).expect("an event");
            let none = server.begin_reply(&event, &mut []).err();
            assert_eq!(none, Some(Error::Short { need: 1 }));
            let mut tx = vec![0; size];
            let mut sent = server.begin_reply(&event, &mut tx).expect("a piece").line().to_vec();
            while let Some(out) = server.next_output(&mut tx).expect("room") {
                assert!(!out.is_empty());
                sent.extend(out.line());
                assert!(sent.len() <= whole.len(), "it goes on for ever");
            }
            assert_eq!(sent, whole, "with {size}");
            assert_eq!(server.open().count(), 0);
        }
    }
}

#[test]
fn pieces_of_a_stream_fit_any_buffer_that_holds_one_character() {
    let text = "a\"é\u{1}😀\\\u{7f}€";
    let bytes: Vec<u8> = (0..=255).collect();
    let line = call_line();
    for size in 0..40 {
        for is_text in [true, false] {
            let (mut connection, mut slots) = (Connection::NEW, [Slot::EMPTY]);
            let mut server = Server::new(&INFO, &mut connection, &mut slots);
            let mut frame = Frame::new(line.as_bytes());
            let ticket = server.receive(&mut frame, 0).expect("an event").ticket();
            let (mut large, mut tx) = ([0; 512], vec![0; size]);
            let (shape, mut rest) = match is_text {
                true => (Shape::Text, text.as_bytes()),
                false => (Shape::Image("i/p"), &bytes[..]),
            };
            let mut sent = server.begin(ticket, shape, &mut large).expect("room").line().to_vec();
            while !rest.is_empty() {
                match server.piece(ticket, rest, &mut tx) {
                    Ok((taken, out)) => {
                        assert!(taken > 0);
                        assert!(out.line().len() <= size);
                        sent.extend(out.line());
                        rest = &rest[taken..];
                    }
                    Err(Error::Short { need }) => {
                        assert!(need > size && need <= if is_text { 6 } else { 4 });
                        let less = server.piece(ticket, rest, &mut large[..need - 1]).err();
                        assert_eq!(less, Some(Error::Short { need }));
                        let enough = server.piece(ticket, rest, &mut large[..need]);
                        let (taken, out) = enough.expect("what it needs");
                        assert_eq!(out.line().len(), need);
                        sent.extend(out.line());
                        rest = &rest[taken..];
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            sent.extend(server.end(ticket, None, &mut large[..48]).expect("48 bytes").line());
            let message: Value = serde_json::from_slice(&sent).expect("JSON");
            let block = &message["result"]["content"][0];
            if is_text {
                assert_eq!(block["text"], text, "with {size}");
            } else {
                let mut decoded = [0; 256];
                let data = block["data"].as_str().expect("text").as_bytes();
                let length = sansmcp::json::base64::decode(data, &mut decoded).expect("base64");
                assert_eq!(&decoded[..length], &bytes, "with {size}");
            }
        }
    }
}

/// Messages that break each of the rules, with the longest id and the longest words.
fn refused(revision: Revision) -> Vec<String> {
    let id = format!("\"{}\"", "i".repeat(126));
    let long = "\u{1}".repeat(100).replace('\u{1}', "\\u0001");
    let meta = r#""io.modelcontextprotocol/clientCapabilities":{}"#;
    let version = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#;
    let with = |rest: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},{rest}}}"#);
    let of =
        |method: &str, params: &str| with(&format!(r#""method":"{method}","params":{{{params}}}"#));
    let deep = format!("{}{}", "[".repeat(128), "]".repeat(128));
    let mut all = vec![
        "{".to_owned(),
        with(&format!("\"method\":\"ping\",\"params\":{{\"a\":{deep}}}")),
        of("ping", &format!("\"a\":\"{}\"", "x".repeat(5000))),
        "1".to_owned(),
        "[]".to_owned(),
        of("ping", "").replace("2.0", "1.0"),
        of("ping", "").replace(&id, "null"),
        of("ping", "").replace(&id, &format!("\"{}\"", "i".repeat(127))),
        with("\"method\":\"ping\",\"method\":\"ping\""),
        with("\"params\":{}"),
        of("initialize", "\"protocolVersion\":\"2025-11-25\""),
        of(&format!("tools/{long}"), &format!("\"_meta\":{{{version},{meta}}}")),
        of("logging/setLevel", &format!("\"_meta\":{{{version},{meta}}}")),
        with("\"method\":\"ping\",\"params\":1"),
        of("ping", "\"_meta\":1"),
        of("server/discover", ""),
        of("server/discover", &format!("\"_meta\":{{{version}}}")),
        of(
            "server/discover",
            &format!("\"_meta\":{{{version},{meta},\"io.modelcontextprotocol/clientInfo\":1}}"),
        ),
        of(
            "server/discover",
            &format!("\"_meta\":{{{meta},\"io.modelcontextprotocol/protocolVersion\":\"{long}\"}}"),
        ),
        of("tools/call", &format!("\"_meta\":{{{version},{meta}}}")),
        of("tools/call", &format!("\"name\":\"t\",\"arguments\":1,\"_meta\":{{{version},{meta}}}")),
        of("tools/list", &format!("\"cursor\":1,\"_meta\":{{{version},{meta}}}")),
        of("tools/list", &format!("\"cursor\":\"no\",\"_meta\":{{{version},{meta}}}")),
        of("tools/call", &format!("\"name\":\"{long}\",\"_meta\":{{{version},{meta}}}")),
    ];
    let level = "\"io.modelcontextprotocol/logLevel\":\"loud\"";
    let reference = |kind: &str| format!("\"ref\":{{\"type\":\"ref/{kind}\",\"name\":\"{long}\"}}");
    let argument = "\"argument\":{\"name\":\"a\",\"value\":\"v\"}";
    for (method, params) in [
        ("resources/read", String::new()),
        ("resources/read", format!("\"uri\":\"{long}\"")),
        ("prompts/get", format!("\"name\":\"{long}\"")),
        ("completion/complete", reference("tool")),
        ("completion/complete", reference("prompt")),
        ("completion/complete", format!("{},{argument}", reference("prompt"))),
        ("subscriptions/listen", "\"notifications\":[]".to_owned()),
        ("tools/call", "\"name\":\"t\",\"inputResponses\":{\"a\":1}".to_owned()),
    ] {
        let comma = if params.is_empty() { "" } else { "," };
        all.push(of(method, &format!("{params}{comma}\"_meta\":{{{version},{meta}}}")));
    }
    all.push(of("server/discover", &format!("\"_meta\":{{{version},{meta},{level}}}")));
    if revision == Revision::V2025_03_26 {
        all.push(format!("[{}]", of("initialize", "")));
    }
    all
}

#[test]
fn every_refusal_fits_its_promised_buffer() {
    let mut seen = std::collections::BTreeSet::new();
    let mut longest = 0;
    let info = ServerInfo { capabilities: Capabilities(0x1ff), ..INFO };
    for rules in sansmcp::rules::revision::supported() {
        for slots in [0, 1] {
            let (mut connection, mut memory) = (Connection::NEW, vec![Slot::EMPTY; slots]);
            let mut rx = [0; 4096];
            let mut lines = Lines::new(&mut rx);
            let mut server = Server::new(&info, &mut connection, &mut memory);
            let id = format!("\"{}\"", "i".repeat(126));
            let call = format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{{}}}}}"#,
                format_args!("\"name\":\"t\",{MODERN}")
            );
            let handshake = initialize(&id, rules.name);
            let mut all = vec![
                call.replace(MODERN, "\"a\":1"),
                handshake.replace("protocolVersion", "version"),
                handshake,
            ];
            all.extend(refused(rules.revision));
            // The last ones stay open, so that there is an id twice, and no slot.
            all.extend([call.clone(), call.clone(), call.replace("ii", "oo")]);
            let mut feed = all.join("\n").into_bytes();
            feed.extend(b"\n\xff\n");
            let mut rest = &feed[..];
            while !rest.is_empty() {
                let space = lines.space();
                let count = space.len().min(rest.len());
                space[..count].copy_from_slice(&rest[..count]);
                lines.filled(count);
                rest = &rest[count..];
                while let Some(mut frame) = lines.next_frame() {
                    while let Some(event) = server.receive(&mut frame, 0) {
                        if let Event::Refused(refused) = &event {
                            seen.insert(refused.refusal() as u8);
                        }
                        let is_call = matches!(&event, Event::CallTool(call) if call.name() == "t");
                        if is_call {
                            continue;
                        }
                        let mut tx = [0; MIN_TX];
                        if matches!(&event, Event::Complete(_)) {
                            // Here anything can be short of what it needs.
                            let all = Capabilities(u32::MAX);
                            let out = server.undeclared(event.ticket(), all, &mut tx);
                            assert!(!out.expect("room").is_empty());
                            seen.insert(Refusal::Undeclared as u8);
                            continue;
                        }
                        match server.reply(&event, &mut tx) {
                            Ok(out) if out.line().starts_with(b"{") => {
                                let value: Value =
                                    serde_json::from_slice(out.line()).expect("JSON");
                                if let Some(message) = value["error"]["message"].as_str() {
                                    longest = longest.max(out.line().len());
                                    for refusal in [
                                        Refusal::UnknownTool,
                                        Refusal::BadCursor,
                                        Refusal::UnknownPrompt,
                                        Refusal::UnknownResource,
                                    ] {
                                        if message.starts_with(refusal.words().message) {
                                            seen.insert(refusal as u8);
                                        }
                                    }
                                }
                            }
                            Ok(_) => {}
                            Err(error) => panic!("{error:?}: {:?}", event.raw().1),
                        }
                    }
                }
            }
        }
    }
    let legacy = [
        Refusal::EmptyBatch,
        Refusal::NotInitialized,
        Refusal::AlreadyInitialized,
        Refusal::InitializeInBatch,
        Refusal::BadInitialize,
    ];
    let of_full = [
        Refusal::NoUri,
        Refusal::BadReference,
        Refusal::BadArgument,
        Refusal::BadFilter,
        Refusal::UnknownPrompt,
        Refusal::UnknownResource,
        Refusal::Undeclared,
    ];
    let missing: Vec<_> = sansmcp::rules::refusal::TABLE
        .iter()
        .filter(|words| cfg!(feature = "legacy") || !legacy.contains(&words.refusal))
        .filter(|words| cfg!(feature = "full") || !of_full.contains(&words.refusal))
        // Those of HTTP need an endpoint.
        .filter(|words| (words.refusal as u8) < Refusal::VersionHeader as u8)
        .filter(|words| !seen.contains(&(words.refusal as u8)))
        .map(|words| words.refusal)
        .collect();
    assert_eq!(missing, [], "refusals that were not tried");
    println!("the longest refusal has {longest} bytes of {MIN_TX}");
    assert!(longest > MIN_TX / 2, "the longest ids and words were not tried: {longest}");
}

#[test]
fn state_is_small() {
    println!("connection {}, slot {}", size_of::<Connection>(), size_of::<Slot>());
    assert!(size_of::<Connection>() <= 256);
    assert!(size_of::<Slot>() <= 256);
    assert!(align_of::<Slot>() <= 8 && align_of::<Connection>() <= 8);
}

/// In C a new connection is `= {0}`.
#[test]
fn memory_of_zero_bits_is_new() {
    // SAFETY: both are structs of integers, for which zero bits are a value.
    let (mut connection, mut slots) =
        unsafe { (std::mem::zeroed::<Connection>(), std::mem::zeroed::<[Slot; 2]>()) };
    let mut server = Server::new(&INFO, &mut connection, &mut slots);
    let mut tx = [0; 1024];
    let (mut connection, mut slots) = (Connection::NEW, [Slot::EMPTY; 2]);
    let mut other = Server::new(&INFO, &mut connection, &mut slots);
    let mut other_tx = [0; 1024];
    for (_, line, _) in acts() {
        for line in [line.clone(), line.replace("\"id\":", "\"id\": ")] {
            let event = server.receive(&mut Frame::new(line.as_bytes()), 0).expect("an event");
            let again = other.receive(&mut Frame::new(line.as_bytes()), 0).expect("an event");
            assert_eq!(event.raw(), again.raw(), "{line}");
            let (out, again) = (server.reply(&event, &mut tx), other.reply(&again, &mut other_tx));
            assert_eq!(out.expect("room").line(), again.expect("room").line());
        }
    }
}

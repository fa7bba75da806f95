//! Any bytes: no panic, and what comes out agrees with what another parser reads in the line.
#![cfg(feature = "server")]

use sansmcp::{
    Connection, Error, Event, EventKind, Lines, MIN_TX, Server, ServerInfo, Shape, Slot, Ticket,
    Tool,
};
use serde_json::Value;

static INFO: ServerInfo<'static> = ServerInfo {
    name: "bytes",
    version: "1",
    tools: &[Tool { name: "echo", ..Tool::EMPTY }],
    ..ServerInfo::EMPTY
};

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// The inputs of all transcripts, a line each.
fn lines_of_transcripts() -> Vec<Vec<u8>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the transcripts") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let text = std::fs::read_to_string(path).expect("a transcript");
            all.extend(text.lines().filter_map(|line| line.strip_prefix("> ")).map(Vec::from));
        }
    }
    all.sort();
    all.dedup();
    assert!(all.len() > 300, "hardly any transcripts");
    all
}

/// What a line is, to a parser that knows nothing of ours.
#[derive(Debug)]
enum Line {
    /// One object with a method, a good id and the rest of a request's envelope.
    Request(Value),
    /// One object with a method and no id, or with an outcome and no method.
    Silent,
    /// One object that is none of these.
    Odd,
    /// Anything else: an array, another value, no JSON, or JSON on which the two disagree.
    Other,
}

fn line_of(bytes: &[u8]) -> Line {
    let Ok(Value::Object(object)) = serde_json::from_slice(bytes) else { return Line::Other };
    let text = String::from_utf8_lossy(bytes);
    // The other parser takes the last of two keys, and knows a key however it is escaped.
    let twice = |key: &str| text.matches(key).count() > 1;
    if text.contains("\\u")
        || ["jsonrpc", "\"id", "method", "params", "_meta"].iter().any(|key| twice(key))
    {
        return Line::Odd;
    }
    let id = object.get("id");
    match (object.contains_key("method"), id) {
        (true, None) => Line::Silent,
        (false, _) if object.contains_key("result") || object.contains_key("error") => Line::Silent,
        (true, Some(id)) if id.is_i64() || id.is_u64() || id.is_string() => {
            let is_request =
                object["method"].is_string() && object.get("jsonrpc") == Some(&"2.0".into());
            let is_short = id.to_string().len() <= 100;
            if is_request && is_short { Line::Request(id.clone()) } else { Line::Odd }
        }
        _ => Line::Odd,
    }
}

/// The application: answers at once, or keeps the ticket for later, or streams.
struct Application {
    kept: Vec<Ticket>,
    stream: Option<Ticket>,
}

impl Application {
    /// The bytes that go out for an event.
    fn answer(
        &mut self,
        server: &mut Server<'_>,
        event: &Event<'_>,
        tx: &mut [u8],
        dice: &mut Dice,
    ) -> Vec<u8> {
        let out = match event {
            Event::CallTool(call) if call.name() == "echo" => match dice.below(4) {
                0 if self.stream.is_none() => {
                    let begun = server.begin(call.ticket(), Shape::Text, tx);
                    self.stream = begun.is_ok().then_some(call.ticket());
                    begun
                }
                1 => {
                    self.kept.push(call.ticket());
                    return Vec::new();
                }
                _ => match call.arg("text") {
                    Some(text) => server.answer(call.ticket(), tx).text(text).end(),
                    None => server.answer(call.ticket(), tx).fail("text is missing").end(),
                },
            },
            other => server.reply(other, tx),
        };
        match out {
            Ok(out) => out.line().to_vec(),
            Err(error @ (Error::Short { .. } | Error::Streaming)) => {
                // Errors always fit, so only what is longer may be short.
                let is_error = matches!(event.kind(), EventKind::Refused);
                assert!(error == Error::Streaming || !is_error, "{error:?}");
                server.abandon(event.ticket()).expect("still open");
                Vec::new()
            }
            Err(error) => panic!("{error:?}"),
        }
    }

    /// Goes on with what was kept.
    fn go_on(&mut self, server: &mut Server<'_>, tx: &mut [u8], dice: &mut Dice) -> Vec<u8> {
        let mut sent = Vec::new();
        if let Some(ticket) = self.stream {
            let mut rest = "\"é\n".repeat(dice.below(20)).into_bytes();
            while !rest.is_empty() {
                match server.piece(ticket, &rest, tx) {
                    Ok((taken, out)) => {
                        sent.extend(out.line());
                        rest.drain(..taken);
                    }
                    Err(error) => panic!("{error:?}"),
                }
            }
            if dice.below(2) == 0 {
                sent.extend(server.end(ticket, None, tx).expect("room").line());
                self.stream = None;
            }
        } else if !self.kept.is_empty() {
            let ticket = self.kept.swap_remove(dice.below(self.kept.len()));
            match server.answer(ticket, tx).text("late").end() {
                Ok(out) => sent.extend(out.line()),
                Err(Error::Stale | Error::Short { .. }) => {
                    let _ = server.abandon(ticket);
                }
                Err(error) => panic!("{error:?}"),
            }
        }
        sent
    }
}

/// Feeds lines in pieces of any size to a server with buffers of any size.
fn session(inputs: &[Vec<u8>], dice: &mut Dice) {
    let mut rx = vec![0; dice.pick(&[1, 7, 64, 256, 4096, 4096, 4096])];
    let mut tx = vec![0; dice.pick(&[MIN_TX, 600, 4096])];
    let mut slots = vec![Slot::EMPTY; dice.below(5)];
    let mut connection = Connection::NEW;
    let mut lines = Lines::new(&mut rx);
    let mut server = Server::new(&INFO, &mut connection, &mut slots);
    let mut application = Application { kept: Vec::new(), stream: None };
    let mut wire = Vec::new();
    for input in inputs {
        let mut events = 0;
        let before = wire.len();
        let mut answered = Vec::new();
        let mut rest = &[&input[..], b"\n"].concat()[..];
        while !rest.is_empty() {
            let space = lines.space();
            let count = space.len().min(rest.len()).min(1 + dice.below(300));
            space[..count].copy_from_slice(&rest[..count]);
            lines.filled(count);
            rest = &rest[count..];
            while let Some(mut frame) = lines.next_frame() {
                while let Some(event) = server.receive(&mut frame, 0) {
                    events += 1;
                    let sent = application.answer(&mut server, &event, &mut tx, dice);
                    if !matches!(event.kind(), EventKind::CallTool) {
                        answered.extend(&sent);
                    }
                    wire.extend(sent);
                }
            }
        }
        let was_streaming = application.stream.is_some();
        match line_of(input) {
            Line::Silent => assert_eq!(wire.len(), before, "{}", String::from_utf8_lossy(input)),
            Line::Request(id) if answered.ends_with(b"\n") => {
                let response: Value = serde_json::from_slice(&answered).expect("one message");
                assert_eq!(response["id"], id, "{}", String::from_utf8_lossy(input));
            }
            Line::Request(_) | Line::Odd => assert_eq!(events, 1),
            Line::Other => {}
        }
        wire.extend(application.go_on(&mut server, &mut tx, dice));
        assert!(was_streaming || application.stream.is_none());
    }
    while application.stream.is_some() {
        wire.extend(application.go_on(&mut server, &mut tx, dice));
    }
    check_wire(&wire);
}

/// Every line is one response, and nothing is left over.
fn check_wire(wire: &[u8]) {
    let mut lines: Vec<_> = wire.split(|byte| *byte == b'\n').collect();
    assert_eq!(lines.pop(), Some(&[][..]), "half a line is out");
    for line in lines {
        let text = String::from_utf8_lossy(line);
        assert!(line.starts_with(b"{\"jsonrpc\":\"2.0\","), "{text}");
        // A lone surrogate is carried, and this parser would refuse to decode it.
        serde_json::from_slice::<serde::de::IgnoredAny>(line)
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        let responses = text.matches("\"result\":{").count() + text.matches("\"error\":{").count();
        assert!(responses > 0, "{text}");
    }
}

fn mutated(lines: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut line = dice.pick(lines);
    for _ in 0..dice.below(4) {
        let at = dice.below(line.len());
        match dice.below(7) {
            0 => line.insert(at, dice.below(256) as u8),
            1 if !line.is_empty() => drop(line.remove(at)),
            2 if !line.is_empty() => line[at] ^= 1 << dice.below(8),
            3 => line.truncate(at),
            4 => {
                let other = dice.pick(lines);
                let from = dice.below(other.len());
                line.truncate(at);
                line.extend(&other[from..]);
            }
            5 => {
                let word = dice.pick(&[
                    "\"id\":1,",
                    "\"id\":null,",
                    "\"method\":\"ping\",",
                    "[",
                    "{",
                    "}",
                    "]",
                    "\\u0069",
                    "\\ud800",
                    "1e999",
                    ",",
                    "\"_meta\":{},",
                    "\"params\":[],",
                    " ",
                    "\"result\":1,",
                ]);
                line.splice(at..at, word.bytes());
            }
            _ => {}
        }
    }
    line.retain(|byte| *byte != b'\n');
    line
}

#[test]
fn transcripts_in_any_order_and_with_faults() {
    let lines = lines_of_transcripts();
    let mut dice = Dice(0x5eed_0001);
    for _ in 0..3000 {
        let count = dice.below(25);
        let mut inputs: Vec<_> = (0..count).map(|_| mutated(&lines, &mut dice)).collect();
        if dice.below(2) == 0 {
            let revision = dice.pick(&["2024-11-05", "2025-03-26", "2025-11-25"]);
            let handshake = format!(
                r#"{{"jsonrpc":"2.0","id":0,"method":"initialize",
                "params":{{"protocolVersion":"{revision}"}}}}"#
            );
            inputs.insert(0, handshake.replace('\n', " ").into_bytes());
        }
        session(&inputs, &mut dice);
    }
}

#[test]
fn bytes_without_any_meaning() {
    let mut dice = Dice(0x5eed_0002);
    for _ in 0..2000 {
        let count = dice.below(10);
        let inputs: Vec<Vec<u8>> = (0..count)
            .map(|_| {
                let length = dice.below(200);
                (0..length).map(|_| dice.below(256) as u8).filter(|byte| *byte != b'\n').collect()
            })
            .collect();
        session(&inputs, &mut dice);
    }
}

#[test]
fn words_of_json_in_any_order() {
    let words = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"jsonrpc\":\"2.0\"",
        "\"id\":",
        "1",
        "\"a\"",
        "null",
        "true",
        "\"method\":",
        "\"ping\"",
        "\"tools/call\"",
        "\"params\":",
        "\"_meta\":",
        "\"name\":",
        "\"echo\"",
        "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"",
        "\"arguments\":",
        "{}",
        " ",
        "\"io.modelcontextprotocol/clientCapabilities\":{}",
        "\"result\":",
        "\"cursor\":",
        "\"t1\"",
        "\"notifications/cancelled\"",
        "\"requestId\":",
        "\"progressToken\":",
        "-0.5e3",
        "\"\\ud800\"",
    ];
    let mut dice = Dice(0x5eed_0003);
    for _ in 0..3000 {
        let count = dice.below(12);
        let inputs: Vec<Vec<u8>> = (0..count)
            .map(|_| {
                let length = dice.below(25);
                (0..length).flat_map(|_| dice.pick(&words).bytes()).collect()
            })
            .collect();
        session(&inputs, &mut dice);
    }
}

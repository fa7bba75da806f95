//! A host at the other end of a line of the tests: what it sends when, and what it reads.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use device::{Board, Device, Lines};
use sansmcp::json::Raw;

/// Bytes that the line carries in a millisecond.
const SPEED: usize = 100;

/// A line whose time goes on with what is written, and with waiting.
struct Line<'a> {
    /// What comes, and from when on.
    coming: Vec<(u64, &'a str)>,
    sent: Vec<u8>,
    carried: usize,
    now: u64,
    end: u64,
}

impl Board for Line<'_> {
    fn now(&self) -> u64 {
        self.now
    }

    fn read(&mut self, into: &mut [u8]) -> usize {
        let mut count = 0;
        while let Some((at, text)) = self.coming.first_mut() {
            let part = text.len().min(into.len() - count);
            if *at > self.now || part == 0 {
                break;
            }
            into[count..count + part].copy_from_slice(&text.as_bytes()[..part]);
            *text = &text[part..];
            count += part;
            if text.is_empty() {
                self.coming.remove(0);
            }
        }
        count
    }

    fn write(&mut self, bytes: &[u8]) {
        self.sent.extend(bytes);
        self.carried += bytes.len();
        self.now += (self.carried / SPEED) as u64;
        self.carried %= SPEED;
    }

    fn wait(&mut self) {
        self.now += 1;
        if self.now > self.end {
            // The loop has no other end.
            resume_unwind(Box::new(()));
        }
    }

    fn stack(&self) -> usize {
        1234
    }
}

/// What a new device writes until `end`, where each text comes at its millisecond.
pub fn talk(coming: &[(u64, &str)], end: u64) -> String {
    let coming = coming.iter().copied().filter(|(_, text)| !text.is_empty()).collect();
    let mut line = Line { coming, sent: Vec::new(), carried: 0, now: 0, end };
    let mut device = Device::NEW;
    let mut rx = [0; 2048];
    let mut lines = Lines::new(&mut rx);
    let served =
        catch_unwind(AssertUnwindSafe(|| device::serve(&mut device, &mut line, &mut lines)));
    if let Err(cause) = served
        && !cause.is::<()>()
    {
        resume_unwind(cause);
    }
    assert!(line.coming.is_empty(), "not all was read");
    String::from_utf8(line.sent).expect("text")
}

/// The answer with this id among the lines.
pub fn answer<'a>(lines: &'a str, id: &str) -> Raw<'a> {
    let mut found = lines.lines().filter_map(|line| Raw::parse_str(line).ok()).filter(|message| {
        let is_answer = message.get("result").is_some() || message.get("error").is_some();
        is_answer && message.get("id").is_some_and(|own| own.as_str() == id)
    });
    let first = found.next().unwrap_or_else(|| panic!("no answer {id} in {lines}"));
    assert!(found.next().is_none(), "two answers {id} in {lines}");
    first
}

/// The text of the first block of a call's result; what failed begins with `!`.
pub fn said(lines: &str, id: &str) -> String {
    let result = answer(lines, id).get("result").expect("a result");
    let block = result.get("content").and_then(|content| content.at(0)).expect("a block");
    let text = block.get("text").and_then(|text| text.text()).expect("text");
    let text: String = text.chars().map(|character| character.expect("a character")).collect();
    let is_failure = result.get("isError").and_then(|is| is.bool()) == Some(true);
    if is_failure { format!("!{text}") } else { text }
}

/// A call in 2026-07-28, `more` being the members of its params after `_meta`.
pub fn modern(id: u32, method: &str, more: &str) -> String {
    let meta = concat!(
        r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
        r#""io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}"#
    );
    let more = if more.is_empty() { String::new() } else { format!(",{more}") };
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{meta}{more}}}}}"#) + "\n"
}

/// A call of a connection that began with [`hello`].
pub fn legacy(id: u32, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}}}}}"#) + "\n"
}

/// `initialize` and what follows it.
pub fn hello(id: u32, revision: &str, capabilities: &str) -> String {
    let params = format!(
        r#""protocolVersion":"{revision}","capabilities":{{{capabilities}}},
        "clientInfo":{{"name":"host","version":"1"}}"#
    );
    legacy(id, "initialize", &params.replace('\n', " "))
        + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
}

/// A cancellation.
pub fn cancel(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    ) + "\n"
}

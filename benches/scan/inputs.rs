//! What is scanned: six messages of kinds that go over real wires, the same in every run.

use std::fmt::Write;

/// A message and what to call it.
pub struct Input {
    pub name: &'static str,
    pub json: Vec<u8>,
}

pub fn all() -> Vec<Input> {
    vec![
        input("small tools/call", small_call()),
        input("list of 40 tools", tool_list()),
        input("source text", source_text()),
        input("base64", base64()),
        input("CJK text", cjk_text()),
        input("array of numbers", numbers()),
    ]
}

fn input(name: &'static str, json: String) -> Input {
    Input { name, json: json.into_bytes() }
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// Below `limit`, which is far below 2^32.
    fn roll(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) % u64::from(limit)) as u32
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len() as u32) as usize]
    }
}

fn small_call() -> String {
    concat!(
        r#"{"jsonrpc":"2.0","id":42,"method":"tools/call","params":{"name":"echo","#,
        r#""arguments":{"text":"The quick brown fox jumps over the dog"}}}"#
    )
    .to_owned()
}

/// About 16 KB: names, descriptions and schemas, as a server lists them.
fn tool_list() -> String {
    let verbs = ["read", "write", "search", "create", "delete", "update", "list", "watch"];
    let nouns = ["file", "issue", "page", "table", "branch"];
    let mut json = r#"{"jsonrpc":"2.0","id":2,"result":{"tools":["#.to_owned();
    for (n, (noun, verb)) in
        nouns.iter().flat_map(|noun| verbs.iter().map(move |verb| (noun, verb))).enumerate()
    {
        let comma = if n == 0 { "" } else { "," };
        write!(
            json,
            concat!(
                r#"{}{{"name":"{verb}_{noun}","title":"{verb} a {noun}","description":"#,
                r#""Use this to {verb} a {noun} by its \"path\".\nFails if there is none.","#,
                r#""inputSchema":{{"type":"object","properties":{{"path":{{"type":"string","#,
                r#""description":"Where the {noun} is"}},"limit":{{"type":"integer","#,
                r#""minimum":1,"maximum":{}}}}},"required":["path"]}},"#,
                r#""annotations":{{"readOnlyHint":{},"openWorldHint":false}}}}"#
            ),
            comma,
            100 + n,
            n % 2 == 0,
            verb = verb,
            noun = noun,
        )
        .expect("a String takes it");
    }
    json + "]}}"
}

/// A tool result of one text, which is `inside` (already escaped).
fn text_result(inside: &str) -> String {
    format!(
        concat!(
            r#"{{"jsonrpc":"2.0","id":"a-1","result":{{"content":[{{"type":"text","text":"{}"}}],"#,
            r#""isError":false}}}}"#
        ),
        inside
    )
}

/// 700 KB of a program: lines of about 35 bytes, so an escape each 26 bytes or so.
fn source_text() -> String {
    let mut dice = Dice::new();
    let words = ["frame", "length", "buffer", "state", "next", "at", "index", "reader", "value"];
    let mut text = String::new();
    while text.len() < 700_000 {
        let indent = " ".repeat(4 * dice.roll(4) as usize);
        let (a, b, c) = (dice.pick(&words), dice.pick(&words), dice.pick(&words));
        let n = dice.roll(4096);
        let line = match dice.roll(10) {
            0 => String::new(),
            1 => format!("// The {a} is where the {b} of the {c} was before it moved on."),
            2 => format!(r#"report(\"no {a} in {b}\", {c});"#),
            3 => format!("let {a} = {b}.{c}({n});"),
            4 => format!("if {a} < {b}.len() && {c} != {n} {{"),
            5 => "}".to_owned(),
            6 => format!("self.{a} = self.{b}.wrapping_add({n});"),
            7 => format!(r"match {a} {{ b'\\n' => {b}, _ => {c} }}"),
            8 => format!("{a}.push({b});"),
            _ => format!("return Err(Fault::{a}({b}, {c}));"),
        };
        text.push_str(&indent);
        text.push_str(&line);
        text.push_str("\\n");
    }
    text_result(&text)
}

/// 900 KB of a picture.
fn base64() -> String {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut dice = Dice::new();
    let data: String = (0..900_000).map(|_| char::from(digits[dice.roll(64) as usize])).collect();
    format!(
        concat!(
            r#"{{"jsonrpc":"2.0","id":3,"result":{{"content":[{{"type":"image","data":"{}","#,
            r#""mimeType":"image/png"}}]}}}}"#
        ),
        data
    )
}

/// 176,000 characters of three bytes each: words, a comma each dozen, a new line now and then.
fn cjk_text() -> String {
    let mut dice = Dice::new();
    let mut text = String::new();
    for _ in 0..176_000 {
        match dice.roll(400) {
            0 => text.push_str("\\n"),
            1..30 => text.push_str(dice.pick(&["，", "。", "、", "「", "」"])),
            _ => text.extend(char::from_u32(0x4e00 + dice.roll(0x5000))),
        }
    }
    text_result(&text)
}

/// 400 KB of measurements: integers, fractions and a few exponents.
fn numbers() -> String {
    let mut dice = Dice::new();
    let mut json =
        r#"{"jsonrpc":"2.0","id":4,"result":{"structuredContent":{"samples":["#.to_owned();
    while json.len() < 400_000 {
        let (whole, part) = (dice.roll(100_000), dice.roll(1_000_000));
        match dice.roll(8) {
            0..3 => write!(json, "{whole},"),
            3 => write!(json, "-{},", whole % 100),
            4 => write!(json, "{}e-{},", whole % 10, part % 30),
            _ => write!(json, "{}.{part:06},", whole % 1000),
        }
        .expect("a String takes it");
    }
    json + "0]}}}"
}

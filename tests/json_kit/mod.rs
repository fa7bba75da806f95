//! What the JSON tests share: a seeded source of documents, good and bad, and a judge that owes
//! nothing to the code under test.
#![allow(dead_code)] // each test file uses its own part

use serde_json::value::RawValue;

/// A small seeded generator: the same documents on every machine.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// The judge: UTF-8 by the standard library, grammar by serde_json (whose raw values have no
/// limit of depth), depth by counting brackets outside strings.
pub(crate) fn is_valid(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    serde_json::from_str::<&RawValue>(text).is_ok() && depth(text) <= 128
}

/// How deep a valid document is.
pub(crate) fn depth(text: &str) -> usize {
    let (mut open, mut deepest, mut quoted, mut escaped) = (0usize, 0, false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '{' | '[' if !quoted => {
                open += 1;
                deepest = deepest.max(open);
            }
            '}' | ']' if !quoted => open = open.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

const SPACES: &[&str] = &["", "", "", "", "", " ", "\n", "\r\n", "\t", "   \n  "];

pub(crate) const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "42",
    "0.5",
    "-0.0",
    "1e3",
    "1E+3",
    "1e-3",
    "-12.5e10",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "1e400",
    "123456789012345678901234567890.5",
];

const PIECES: &[&str] = &[
    "a",
    "text",
    "a longer piece of text that leaves the first vector",
    " ",
    "é",
    "漢字",
    "😀",
    "\u{7f}",
    "\u{2028}",
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\b\\f\\r\\t",
    "\\u0041",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud800",
    "\\udc00",
    "\\uDBFF\\uDFFF",
    "{}[],:",
    "'",
];

pub(crate) fn string(dice: &mut Dice, out: &mut String) {
    out.push('"');
    for _ in 0..dice.below(5) {
        out.push_str(dice.pick(PIECES));
    }
    out.push('"');
}

/// A valid document, at most `depth` containers deep.
pub(crate) fn document(dice: &mut Dice, depth: usize, out: &mut String) {
    out.push_str(dice.pick(SPACES));
    let kinds = if depth == 0 { 6 } else { 10 };
    match dice.below(kinds) {
        0 => out.push_str(dice.pick(&["null", "true", "false"])),
        1 | 2 => out.push_str(dice.pick(NUMBERS)),
        3..=5 => string(dice, out),
        6 | 7 => {
            out.push('[');
            let items = dice.below(4);
            for item in 0..items {
                if item > 0 {
                    out.push(',');
                }
                document(dice, depth - 1, out);
            }
            if items == 0 {
                out.push_str(dice.pick(SPACES));
            }
            out.push(']');
        }
        _ => {
            out.push('{');
            for member in 0..dice.below(4) {
                if member > 0 {
                    out.push(',');
                }
                out.push_str(dice.pick(SPACES));
                string(dice, out);
                out.push_str(dice.pick(SPACES));
                out.push(':');
                document(dice, depth - 1, out);
            }
            out.push_str(dice.pick(SPACES));
            out.push('}');
        }
    }
    out.push_str(dice.pick(SPACES));
}

/// Damages a document a little: a byte replaced, dropped, put in, or the end cut off.
pub(crate) fn damage(dice: &mut Dice, bytes: &mut Vec<u8>) {
    const BYTES: &[u8] =
        b"\"\\{}[]:,0123456789-+.eEtfnull \n\r\t\x00\x1f\x7f\x80\xc3\xed\xf4\xff/u";
    for _ in 0..1 + dice.below(3) {
        if bytes.is_empty() {
            return;
        }
        let at = dice.below(bytes.len());
        let byte = BYTES[dice.below(BYTES.len())];
        match dice.below(5) {
            0 | 1 => bytes[at] = byte,
            2 => bytes.insert(at, byte),
            3 => {
                bytes.remove(at);
            }
            _ => bytes.truncate(at),
        }
    }
}

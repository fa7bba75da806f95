//! Who scans: our scanner and its rivals, each in the form that does the least beside checking.

use std::hint::black_box;

use sansmcp::json::Raw;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use simd_json::{Buffers, INPUT_PADDING, Tape, fill_tape_padded};
use sonic_rs::LazyValue;

/// Bytes that a parser may read past each message.
pub const PADDING: usize = INPUT_PADDING;

/// Checks one message; it may change the bytes. The slice has [`PADDING`] bytes after the message,
/// whose length comes second. True if it is taken for valid.
pub type Check = Box<dyn FnMut(&mut [u8], usize) -> bool>;

/// A parser and what to call it. The first one is ours.
pub struct Parser {
    pub name: &'static str,
    pub check: Check,
}

pub fn all() -> Vec<Parser> {
    vec![
        parser("sansmcp", |bytes, len| black_box(Raw::parse(&bytes[..len])).is_ok()),
        parser("serde_json RawValue", |bytes, len| {
            black_box(serde_json::from_slice::<&RawValue>(&bytes[..len])).is_ok()
        }),
        parser("serde_json IgnoredAny", |bytes, len| {
            black_box(serde_json::from_slice::<IgnoredAny>(&bytes[..len])).is_ok()
        }),
        parser("sonic-rs LazyValue", |bytes, len| {
            black_box(sonic_rs::from_slice::<LazyValue<'_>>(&bytes[..len])).is_ok()
        }),
        simd_json(),
    ]
}

fn parser(name: &'static str, check: impl FnMut(&mut [u8], usize) -> bool + 'static) -> Parser {
    Parser { name, check: Box::new(check) }
}

/// Its fastest way: memory of the caller's for all that it notes, and no copy of the input.
fn simd_json() -> Parser {
    let mut buffers = Buffers::new(1 << 20);
    let mut kept: Option<Tape<'static>> = None;
    parser("simd-json tape", move |bytes, len| {
        let mut tape = kept.take().unwrap_or_else(Tape::null).reset();
        let valid = fill_tape_padded(bytes, len, &mut buffers, &mut tape).is_ok();
        kept = Some(black_box(tape).reset());
        valid
    })
}

/// What is no JSON, and what to call it. Whoever takes one of these does less work.
pub const BAD: &[(&str, &[u8])] = &[
    ("text cut short", br#"{"a":"bc"#),
    ("bytes after the end", br#"{"a":1} x"#),
    ("comma before a bracket", b"[1,]"),
    ("no colon", br#"{"a" 1}"#),
    ("wrong bracket", br#"{"a":[1}}"#),
    ("leading zero", br#"{"a":01}"#),
    ("no digit after the point", br#"{"a":1.}"#),
    ("unknown word", br#"{"a":nul}"#),
    ("control byte in a string", b"{\"a\":\"b\x01c\"}"),
    ("unknown escape", br#"{"a":"b\qc"}"#),
    ("escape without digits", br#"{"a":"\u12x4"}"#),
    ("not UTF-8", b"{\"a\":\"b\xffc\"}"),
];

//! A byte stream cut into frames. Each test compares with a splitter written the simple way, in
//! this file, with all bytes in memory.

use sansmcp::{Frame, Lines};

#[path = "lines/split.rs"]
mod split;

#[path = "lines/overlong.rs"]
mod overlong;

#[path = "lines/against_serde.rs"]
mod against_serde;

/// A frame with its bytes owned.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Got {
    Whole(Vec<u8>),
    TooLong(Known),
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Known {
    id: Option<String>,
    kind: u8,
    len: u64,
}

/// The numbers of `OverlongKind`, which bindings rely on.
const REQUEST: u8 = 0;
const NOTIFICATION: u8 = 1;
const RESPONSE: u8 = 2;
const UNKNOWN: u8 = 3;

fn owned(frame: Frame<'_>) -> Got {
    match frame.overlong() {
        None => Got::Whole(frame.bytes().to_vec()),
        Some(known) => {
            assert!(frame.bytes().is_empty());
            Got::TooLong(Known {
                id: known.id.map(str::to_owned),
                kind: known.kind as u8,
                len: known.len,
            })
        }
    }
}

/// Reads `input` in pieces of the sizes that `chunk` gives for a space, all frames after each, as
/// a host does.
fn read(input: &[u8], size: usize, mut chunk: impl FnMut(usize) -> usize) -> Vec<Got> {
    // Newlines in the part that was never filled would be taken if it was looked at.
    let mut buffer = vec![b'\n'; size];
    let mut lines = Lines::new(&mut buffer);
    let mut frames = Vec::new();
    let mut rest = input;
    while !rest.is_empty() {
        let space = lines.space();
        assert!(!space.is_empty(), "no space, {} bytes left", rest.len());
        let count = chunk(space.len()).clamp(1, space.len()).min(rest.len());
        let (piece, after) = rest.split_at(count);
        space[..count].copy_from_slice(piece);
        rest = after;
        lines.filled(count);
        while let Some(frame) = lines.next_frame() {
            frames.push(owned(frame));
        }
    }
    while let Some(frame) = lines.finish() {
        frames.push(owned(frame));
    }
    assert!(lines.next_frame().is_none() && lines.finish().is_none(), "as new at the end");
    assert_eq!(lines.space().len(), size, "as new at the end");
    frames
}

/// What must come out, but for what is known of a line that is too long: its length only.
fn expected(input: &[u8], size: usize) -> Vec<Result<Vec<u8>, u64>> {
    let mut all = Vec::new();
    for line in input.split(|&byte| byte == b'\n') {
        if line.iter().all(|byte| b" \t\r".contains(byte)) {
            continue;
        }
        if line.len() + 1 > size {
            all.push(Err(line.len() as u64));
        } else {
            all.push(Ok(line.strip_suffix(b"\r").unwrap_or(line).to_vec()));
        }
    }
    all
}

fn lengths_only(frames: &[Got]) -> Vec<Result<Vec<u8>, u64>> {
    let without_id = |got: &Got| match got {
        Got::Whole(bytes) => Ok(bytes.clone()),
        Got::TooLong(known) => Err(known.len),
    };
    frames.iter().map(without_id).collect()
}

/// Numbers that look random and are the same each time (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % below
    }
}

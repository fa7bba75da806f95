//! Server-sent events, both ways. What is read is compared with a reader written the simple way,
//! in this file, with all bytes in memory.
#![cfg(feature = "http")]

use sansmcp::sse::{Events, MAX_EVENT_ID, MAX_KIND, SseEvent};

#[path = "sse/any.rs"]
mod any;

#[path = "sse/fields.rs"]
mod fields;

#[path = "sse/overlong.rs"]
mod overlong;

#[path = "sse/split.rs"]
mod split;

#[path = "sse/write.rs"]
mod write;

/// An event with its bytes owned.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Got {
    kind: Vec<u8>,
    /// The data, or how long it was.
    data: Result<Vec<u8>, u64>,
    id: Vec<u8>,
}

/// All that was read of a stream.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct All {
    events: Vec<Got>,
    last_id: Vec<u8>,
    retry: Option<u64>,
}

fn owned(event: &SseEvent<'_>) -> Got {
    let data = match event.overlong {
        None => Ok(event.data.to_vec()),
        Some(known) => {
            assert!(event.data.is_empty());
            Err(known.len)
        }
    };
    assert_eq!(event.frame().bytes(), event.data);
    assert_eq!(event.frame().overlong(), event.overlong);
    Got { kind: event.kind.to_vec(), data, id: event.id.to_vec() }
}

/// Reads `input` in pieces of the sizes that `chunk` gives for a space, all events after each, as
/// a host does. `look` sees each event.
fn read_with(
    input: &[u8],
    size: usize,
    mut chunk: impl FnMut(usize) -> usize,
    mut look: impl FnMut(&SseEvent<'_>),
) -> All {
    // Line ends in the part that was never filled would be taken if it was looked at.
    let mut buffer = vec![b'\n'; size];
    let mut events = Events::new(&mut buffer);
    let mut all = All::default();
    let mut rest = input;
    while !rest.is_empty() {
        let space = events.space();
        assert!(!space.is_empty(), "no space, {} bytes left", rest.len());
        let count = chunk(space.len()).clamp(1, space.len()).min(rest.len());
        let (piece, after) = rest.split_at(count);
        space[..count].copy_from_slice(piece);
        rest = after;
        events.filled(count);
        while let Some(event) = events.next_event() {
            look(&event);
            all.events.push(owned(&event));
            let id = event.id.to_vec();
            assert_eq!(events.last_id(), id);
        }
    }
    (all.last_id, all.retry) = (events.last_id().to_vec(), events.retry());
    events.reset();
    assert_eq!((events.last_id(), events.retry()), (&all.last_id[..], all.retry));
    assert_eq!(events.space().len(), size, "as new at the end");
    assert!(events.next_event().is_none());
    all
}

fn read(input: &[u8], size: usize, chunk: impl FnMut(usize) -> usize) -> All {
    read_with(input, size, chunk, |_| {})
}

fn whole(input: &[u8]) -> All {
    read(input, input.len() + 1, |space| space)
}

/// What must come out, by the text of the standard.
fn expected(input: &[u8], size: usize) -> All {
    let input = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    let mut lines = vec![Vec::new()];
    let mut bytes = input.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte == b'\r' || byte == b'\n' {
            if byte == b'\r' && bytes.peek() == Some(&b'\n') {
                bytes.next();
            }
            lines.push(Vec::new());
        } else {
            lines.last_mut().expect("one at least").push(byte);
        }
    }
    lines.pop(); // it has no end
    let mut all = All::default();
    let (mut data, mut kind, mut id) = (Vec::new(), Vec::new(), Vec::new());
    for line in lines {
        if line.is_empty() {
            all.last_id.clone_from(&id);
            data.pop(); // the last LF
            if !data.is_empty() {
                let kind = if kind.is_empty() { b"message" } else { &kind[..] };
                let kind = kind[..kind.len().min(MAX_KIND)].to_vec();
                let data = if data.len() < size { Ok(data) } else { Err(data.len() as u64) };
                all.events.push(Got { kind, data, id: id.clone() });
            }
            (data, kind) = (Vec::new(), Vec::new());
            continue;
        }
        let colon = line.iter().position(|&byte| byte == b':');
        let (name, value) = match colon {
            Some(0) => continue,
            Some(at) => (&line[..at], &line[at + 1..]),
            None => (&line[..], &b""[..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match name {
            b"event" => kind = value.to_vec(),
            b"data" => data.extend(value.iter().chain(b"\n")),
            b"id" if value.len() <= MAX_EVENT_ID && !value.contains(&0) => id = value.to_vec(),
            b"retry" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                let digits = str::from_utf8(value).expect("digits");
                all.retry = Some(digits.parse().unwrap_or(u64::MAX));
            }
            _ => {}
        }
    }
    all
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

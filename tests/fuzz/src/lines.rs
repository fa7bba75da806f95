//! The line reader against a plain split at each newline.

use super::oracle;
use sansmcp::{Frame, Lines, OverlongKind};

/// What a line has to come out as.
#[derive(Debug, PartialEq)]
enum Wanted<'a> {
    Line(&'a [u8]),
    TooLong(&'a [u8]),
}

/// How the bytes arrive: sizes of reads, and whether all frames are taken after each.
struct Script<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Script<'_> {
    fn next(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        // Without a script: whole reads, and all frames.
        byte.unwrap_or(0xff)
    }
}

/// One byte says how many bytes the script has, one how large the buffer is; then the script, and
/// the stream.
///
/// Every line comes out whole and in order, or as over-long with the id and kind that serde_json
/// finds in it, however the bytes arrive; and the reader is as new afterwards.
pub fn lines(data: &[u8]) {
    let [script, size, rest @ ..] = data else { return };
    let (script, stream) = rest.split_at(rest.len().min(usize::from(*script)));
    // Small ones, and some that hold a whole message.
    let size = match size {
        0..200 => usize::from(*size),
        _ => (usize::from(*size) - 200) * 16 + 200,
    };
    let mut buffer = vec![0; size];
    let mut lines = Lines::new(&mut buffer);
    if size == 0 {
        assert!(lines.space().is_empty());
        lines.filled(3);
        assert!(lines.next_frame().is_none() && lines.finish().is_none());
        return;
    }
    let wanted = split(stream, size);
    let mut script = Script { bytes: script, at: 0 };
    read(&mut lines, stream, &mut script, &wanted);
    // The same stream once more, all at once: how bytes arrive makes no difference.
    let mut script = Script { bytes: &[], at: 0 };
    read(&mut lines, stream, &mut script, &wanted);
}

/// The lines of a stream, blank ones left out.
fn split(stream: &[u8], size: usize) -> Vec<Wanted<'_>> {
    let is_blank = |line: &&[u8]| line.iter().all(|byte| b" \t\r".contains(byte));
    let lines = stream.split(|byte| *byte == b'\n').filter(|line| !is_blank(line));
    lines
        .map(|line| match line {
            _ if line.len() >= size => Wanted::TooLong(line),
            [inside @ .., b'\r'] => Wanted::Line(inside),
            _ => Wanted::Line(line),
        })
        .collect()
}

fn read(lines: &mut Lines<'_>, stream: &[u8], script: &mut Script<'_>, wanted: &[Wanted<'_>]) {
    let mut wanted = wanted.iter();
    let mut rest = stream;
    while !rest.is_empty() {
        let step = script.next();
        let space = lines.space();
        let count = rest.len().min(space.len()).min(usize::from(step >> 2) + 1);
        space[..count].copy_from_slice(&rest[..count]);
        rest = &rest[count..];
        lines.filled(count);
        // Not always all of them: what was not taken has to stand there later.
        let mut most = if step & 3 == 0 && count > 0 { 1 } else { usize::MAX };
        while most > 0 {
            let Some(frame) = lines.next_frame() else {
                assert!(!lines.space().is_empty(), "no space, and no frame");
                break;
            };
            check(&frame, wanted.next());
            most -= 1;
        }
    }
    while let Some(frame) = lines.finish() {
        check(&frame, wanted.next());
    }
    assert_eq!(wanted.next(), None, "a line is lost");
}

fn check(frame: &Frame<'_>, wanted: Option<&Wanted<'_>>) {
    match (frame.overlong(), wanted) {
        (None, Some(Wanted::Line(line))) => assert_eq!(frame.bytes(), *line),
        (Some(known), Some(Wanted::TooLong(line))) => {
            assert!(frame.bytes().is_empty());
            assert_eq!(known.len, line.len() as u64);
            if let Some((id, kind)) = known_of(line) {
                assert_eq!((known.id, known.kind), (id, kind));
            } else if let Some(id) = known.id {
                // Of what is no object, no more than that nothing is echoed that is no id.
                assert!(oracle::value(id) == Some(id) && is_id(id));
            }
        }
        (_, wanted) => panic!("{frame:?} instead of {wanted:?}"),
    }
}

/// The id and kind of a JSON value; `None` if the line is not JSON.
pub fn known_of(line: &[u8]) -> Option<(Option<&str>, OverlongKind)> {
    let text = oracle::value(std::str::from_utf8(line).ok()?)?;
    let Some(members) = oracle::members(text) else {
        return Some((None, OverlongKind::Unknown));
    };
    let has = |name: &[u8]| members.iter().any(|(key, _)| key == name);
    let mut ids = members.iter().filter(|(key, _)| key == b"id").map(|(_, value)| *value);
    let id = ids.next().filter(|id| ids.next().is_none() && is_id(id));
    let kind = match (has(b"method"), has(b"id"), has(b"result") || has(b"error")) {
        (true, true, _) => OverlongKind::Request,
        (true, false, _) => OverlongKind::Notification,
        (false, _, true) => OverlongKind::Response,
        (false, _, false) => OverlongKind::Unknown,
    };
    Some((id, kind))
}

/// Whether a JSON value is an id that is echoed.
pub fn is_id(value: &str) -> bool {
    value.len() <= 128 && value.starts_with(|c: char| c == '"' || c == '-' || c.is_ascii_digit())
}

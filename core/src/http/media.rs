//! What a client takes, and what it sent: `Accept` and `Content-Type`.

use super::head::{Head, Single, is_token, trim};

/// Which of the two forms of an answer a client takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepts {
    /// `application/json`: one object.
    pub json: bool,
    /// `text/event-stream`: a stream of events.
    pub events: bool,
}

/// What a body is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentType {
    /// It is not said. A page of a foreign site can send such a request without being asked for
    /// permission, so it is not the same as JSON.
    Absent,
    /// `application/json`, in UTF-8 if that is said.
    Json,
    /// `text/event-stream`, in UTF-8 if that is said.
    Events,
    /// Anything else: another type (`application/json-rpc`, `application/problem+json`), another
    /// charset, two that differ, or no media type at all.
    Other,
}

/// Which forms of an answer the client takes (RFC 9110, 12.5.1): the most specific range that
/// fits a form decides, and a weight of 0 means no.
///
/// Without the header, or with one that names nothing, it takes both. What cannot be read is
/// passed over. Parameters of a range do not matter: `application/json;version=1` takes JSON.
pub fn accepts(head: &Head<'_>) -> Accepts {
    let (mut json, mut events) = (Choice::NONE, Choice::NONE);
    let mut says_nothing = true;
    for value in head.all("accept") {
        // What clients are told to send. No other line can take it back.
        if value == b"application/json, text/event-stream" {
            return Accepts { json: true, events: true };
        }
        for range in list(value, b',') {
            if range.is_empty() {
                continue;
            }
            says_nothing = false;
            let mut parts = list(range, b';');
            let name = parts.next().unwrap_or_default();
            let is_taken = !parts.any(is_zero_weight);
            json.weigh(name, b"application/json", is_taken);
            events.weigh(name, b"text/event-stream", is_taken);
        }
    }
    Accepts { json: says_nothing || json.is_taken, events: says_nothing || events.is_taken }
}

/// What the body is said to be.
pub fn content_type(head: &Head<'_>) -> ContentType {
    let value = match head.single("content-type") {
        Single::Absent => return ContentType::Absent,
        Single::One(value) => value,
        Single::Conflict => return ContentType::Other,
    };
    let mut parts = list(value, b';');
    let name = parts.next().unwrap_or_default();
    let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
    let kind = match (is(b"application/json"), is(b"text/event-stream")) {
        (true, _) => ContentType::Json,
        (_, true) => ContentType::Events,
        _ => ContentType::Other,
    };
    // A semicolon with nothing behind it is allowed.
    let are_fine = parts.all(|part| {
        part.is_empty()
            || parameter(part)
                .is_some_and(|(name, value)| !name.eq_ignore_ascii_case(b"charset") || utf8(value))
    });
    if are_fine { kind } else { ContentType::Other }
}

/// Whether a charset is UTF-8. Its old spelling without a hyphen is still sent by many.
fn utf8(charset: &[u8]) -> bool {
    charset.eq_ignore_ascii_case(b"utf-8") || charset.eq_ignore_ascii_case(b"utf8")
}

/// What the ranges seen so far say about one media type.
struct Choice {
    /// How specific the range was that decided: 0 for none, 3 for the type itself.
    rank: u8,
    is_taken: bool,
}

impl Choice {
    const NONE: Choice = Choice { rank: 0, is_taken: false };

    /// Takes one more range into account. Of two that are as specific one yes is enough.
    fn weigh(&mut self, range: &[u8], name: &[u8], is_taken: bool) {
        let rank = match range {
            // Without a subtype it is what old Java programs send.
            b"*" | b"*/*" => 1,
            _ if range.eq_ignore_ascii_case(name) => 3,
            [kind @ .., b'*'] if starts_with(name, kind) && kind.last() == Some(&b'/') => 2,
            _ => return,
        };
        if rank > self.rank {
            *self = Choice { rank, is_taken };
        } else if rank == self.rank {
            self.is_taken |= is_taken;
        }
    }
}

/// Whatever its case.
fn starts_with(name: &[u8], start: &[u8]) -> bool {
    name.get(..start.len()).is_some_and(|name| name.eq_ignore_ascii_case(start))
}

/// Whether a parameter is a weight of 0, however many zeros it is written with.
fn is_zero_weight(part: &[u8]) -> bool {
    parameter(part).is_some_and(|(name, value)| {
        name.eq_ignore_ascii_case(b"q")
            && value.contains(&b'0')
            && value.iter().all(|byte| matches!(byte, b'0' | b'.'))
    })
}

/// The name and the value of one parameter, the value without its quotes; `None` if it is none.
fn parameter(part: &[u8]) -> Option<(&[u8], &[u8])> {
    let equals = part.iter().position(|byte| *byte == b'=')?;
    let (name, rest) = part.split_at_checked(equals)?;
    let (_, value) = rest.split_first()?;
    let value = match value {
        [b'"', inside @ .., b'"'] if is_quoted(inside) => inside,
        _ if is_token(value) => value,
        _ => return None,
    };
    is_token(name).then_some((name, value))
}

/// Whether a quoted string may have this inside: a quote only behind a backslash.
fn is_quoted(inside: &[u8]) -> bool {
    let mut bytes = inside.iter();
    while let Some(byte) = bytes.next() {
        let byte = if *byte == b'\\' { bytes.next() } else { Some(byte).filter(|b| **b != b'"') };
        if !byte.is_some_and(|byte| matches!(byte, b'\t' | b' '..=b'~' | 0x80..)) {
            return false;
        }
    }
    true
}

/// The parts of a list, spaces and tabs around them taken off. A separator within a quoted string
/// is none.
fn list(value: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let parts = value.split(move |byte| {
        if !is_quoted {
            is_quoted = *byte == b'"';
            return *byte == separator;
        }
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_quoted = false,
            _ => {}
        }
        false
    });
    parts.map(trim)
}

#[cfg(test)]
mod tests;

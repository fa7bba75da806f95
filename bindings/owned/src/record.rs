//! An event as one piece of bytes, which a host language keeps in its own memory: nothing has to
//! be freed, and reading a member needs no call.
//!
//! Thirty-two little-endian words of 32 bits, then the text: kind, revision, refusal and method (a
//! byte each, the kind lowest); the ticket's index, with the session in the upper half; its
//! generation; the client's capabilities; thirteen spans, each the bytes of the text before it and
//! the bytes in it; the parent's index, with the level in the upper half; and its generation. Spans
//! stand in the order of [`sansmcp::Parts`].

use sansmcp::json::Span;
use sansmcp::rules::Capabilities;
use sansmcp::{EventKind, Parts, Ticket, client};

use crate::client::Heard;
use crate::event::Event;

const SPANS: usize = 13;
const WORDS: usize = 6 + 2 * SPANS;

/// Bytes before the text.
pub const HEADER: usize = 4 * WORDS;

fn spans(parts: &mut Parts) -> [&mut Span; SPANS] {
    [
        &mut parts.id,
        &mut parts.method_name,
        &mut parts.params,
        &mut parts.meta,
        &mut parts.name,
        &mut parts.arguments,
        &mut parts.cursor,
        &mut parts.token,
        &mut parts.client_info,
        &mut parts.version,
        &mut parts.reason,
        &mut parts.input_responses,
        &mut parts.request_state,
    ]
}

impl Event {
    /// The event as a record.
    #[must_use]
    pub fn record(&self) -> Vec<u8> {
        record_of(self.kind as u8, &self.text, self.parts, self.session)
    }
}

impl Heard {
    /// The event as a record.
    #[must_use]
    pub fn record(&self) -> Vec<u8> {
        record_of(self.kind as u8, &self.text, self.parts, 0)
    }
}

fn record_of(kind: u8, text: &str, mut parts: Parts, session: u16) -> Vec<u8> {
    let mut record = Vec::with_capacity(HEADER + text.len());
    record.extend([kind, parts.revision, parts.refusal, parts.method]);
    record.extend(parts.ticket.index.to_le_bytes());
    record.extend(session.to_le_bytes());
    record.extend(parts.ticket.generation.to_le_bytes());
    record.extend(parts.capabilities.0.to_le_bytes());
    for span in spans(&mut parts) {
        record.extend(span.start.to_le_bytes());
        record.extend(span.len.to_le_bytes());
    }
    let [low, high] = parts.parent.index.to_le_bytes();
    record.extend([low, high, parts.level, 0]);
    record.extend(parts.parent.generation.to_le_bytes());
    record.extend(text.as_bytes());
    record
}

/// The core's event over a record of a server's; `None` if it is none.
#[must_use]
pub fn view_record(record: &[u8]) -> Option<sansmcp::Event<'_>> {
    let (kind, text, parts) = read(record)?;
    Some(sansmcp::Event::from_parts(EventKind::from_number(kind)?, text, parts))
}

/// The event of a record of a server's; `None` if it is none.
#[must_use]
pub fn event_of(record: &[u8]) -> Option<Event> {
    let (kind, text, parts) = read(record)?;
    let session = record.get(6..8)?.iter().rev().fold(0, |all, byte| (all << 8) | u16::from(*byte));
    Some(Event { kind: EventKind::from_number(kind)?, text: text.into(), parts, session })
}

/// The core's event over a record of a client's; `None` if it is none.
#[must_use]
pub fn view_heard(record: &[u8]) -> Option<client::Event<'_>> {
    let (kind, text, parts) = read(record)?;
    Some(client::Event::from_parts(client::EventKind::from_number(kind)?, text, parts))
}

fn read(record: &[u8]) -> Option<(u8, &str, Parts)> {
    let (header, text) = record.split_at_checked(HEADER)?;
    let text = std::str::from_utf8(text).ok()?;
    let (bytes, words) = header.split_at_checked(4)?;
    let &[kind, revision, refusal, method] = bytes else { return None };
    let mut words = words
        .chunks_exact(4)
        .map(|word| word.iter().rev().fold(0, |all, byte| (all << 8) | u32::from(*byte)));
    let ticket = Ticket { index: words.next()? as u16, generation: words.next()? };
    let capabilities = Capabilities(words.next()?);
    let mut parts = Parts { ticket, capabilities, method, revision, refusal, ..Parts::default() };
    for span in spans(&mut parts) {
        *span = Span { start: words.next()?, len: words.next()? };
    }
    let (parent, generation) = (words.next()?, words.next()?);
    parts.parent = Ticket { index: parent as u16, generation };
    parts.level = (parent >> 16) as u8;
    Some((kind, text, parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Frame, Info, Server};

    #[test]
    fn a_record_is_the_event_again() {
        let mut server = Server::new(Info::default(), 4, 4096);
        let line = br#"{"jsonrpc":"2.0","id":"\u00e9","method":"tools/call","params":{"name":7}}"#;
        let mut frame = Frame::new(line);
        let event = server.receive(&mut frame, 0).expect("an event");
        let record = event.record();
        let again = view_record(&record).expect("a record");
        assert_eq!(again.raw(), event.view().raw());
        let held = Event { session: 0x1234, ..event.clone() };
        let again = event_of(&held.record()).expect("a record");
        assert_eq!((again.session, again.view().raw()), (0x1234, event.view().raw()));
        assert!(event.parts.refusal > 0 && event.parts.ticket != Ticket::NONE);
        for len in 0..HEADER {
            assert!(view_record(&record[..len]).is_none(), "{len}");
        }
    }
}

//! Event streams cut into events that own their bytes.

use sansmcp::sse::EventsState;

use crate::frame::Frame;

/// Cuts an event stream into events, each a message; see [`sansmcp::sse::Events`].
pub struct SseEvents {
    state: Box<EventsState>,
    buffer: Box<[u8]>,
}

/// One event of a stream.
#[derive(Clone, Debug)]
pub struct SseEvent {
    /// Its data: a message, or a batch of them.
    pub frame: Frame,
    /// The last id that was set on the stream, by this event or one before; empty if there is none.
    pub id: Vec<u8>,
}

impl SseEvents {
    /// Takes a buffer of `max` bytes, in which the longest message and one byte more find room. The
    /// system hands out memory for it only as it is used.
    #[must_use]
    pub fn new(max: usize) -> Self {
        let buffer = vec![0; max.max(1)].into_boxed_slice();
        Self { state: Box::new(EventsState::NEW), buffer }
    }

    /// Takes bytes and gives the events that became whole.
    pub fn feed(&mut self, mut bytes: &[u8]) -> Vec<SseEvent> {
        let mut events = Vec::new();
        while !bytes.is_empty() {
            let space = self.state.space(&mut self.buffer);
            let count = space.len().min(bytes.len());
            let (now, later) = bytes.split_at(count);
            space[..count].copy_from_slice(now);
            self.state.filled(&mut self.buffer, count);
            bytes = later;
            while let Some(event) = self.state.next_event(&mut self.buffer) {
                let frame = Frame::copy(&event.frame());
                events.push(SseEvent { frame, id: event.id.to_vec() });
            }
        }
        events
    }

    /// The last id that was set by an event that is whole, one without data as well; empty if there
    /// is none.
    #[must_use]
    pub fn last_id(&self) -> &[u8] {
        self.state.last_id()
    }

    /// How long to wait before the stream is asked for again, in milliseconds; `None` if the server
    /// said nothing.
    #[must_use]
    pub fn retry(&self) -> Option<u64> {
        self.state.retry()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_whole_however_they_arrive() {
        let stream =
            b"id: a\ndata: {\"a\":1}\n\nretry: 50\r\n: none\n\ndata: [\ndata: ]\nid: b\n\n\
            data: {\"result\":\"xxxxxxxxxxxxxxxx\",\"id\":7}\n\nid: c\n\ndata: {";
        for step in 1..stream.len() {
            let mut events = SseEvents::new(16);
            let found: Vec<SseEvent> =
                stream.chunks(step).flat_map(|piece| events.feed(piece)).collect();
            let seen: Vec<_> = found.iter().map(|it| (it.frame.bytes(), &it.id[..])).collect();
            let wanted: [(&[u8], &[u8]); 3] = [(b"{\"a\":1}", b"a"), (b"[\n]", b"b"), (b"", b"b")];
            assert_eq!(seen, wanted, "step {step}");
            let known = found[2].frame.overlong().expect("too long for the buffer");
            assert_eq!((known.id.as_deref(), known.len), (Some("7"), 36));
            assert_eq!((events.last_id(), events.retry()), (&b"c"[..], Some(50)));
        }
    }

    #[test]
    fn no_size_hangs() {
        let mut events = SseEvents::new(0);
        assert_eq!(events.feed(b"data: {\"id\":1}\n\n").len(), 1);
    }
}

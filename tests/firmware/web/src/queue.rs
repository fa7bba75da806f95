//! Messages that wait to be delivered, since whoever said them had the engine at hand.

use core::fmt::Write;

use sansmcp::Out;

use crate::board::Line;

/// Messages that one event can bring.
const MESSAGES: usize = 128;

/// A message, and how long it is; `None` if there was no room for its bytes.
type Entry = (Out<'static>, Option<usize>);

/// The messages, and their bytes one behind the other.
pub struct Queue {
    messages: [Entry; MESSAGES],
    count: usize,
    bytes: &'static mut [u8],
    used: usize,
}

impl Queue {
    /// An empty one.
    pub fn new(bytes: &'static mut [u8]) -> Queue {
        Queue { messages: [(Out::NOTHING, None); MESSAGES], count: 0, bytes, used: 0 }
    }

    /// Adds a message. An application that says more at once than there is room for is to be given
    /// more of it: that is told on the line, and the client is cut off.
    pub fn push(&mut self, out: &Out<'_>) {
        let message = out.line();
        let end = self.used + message.len();
        let mut len = None;
        if let Some(place) = self.bytes.get_mut(self.used..end) {
            place.iter_mut().zip(message).for_each(|(to, from)| *to = *from);
            (self.used, len) = (end, Some(message.len()));
        }
        if let Some(entry) = self.messages.get_mut(self.count) {
            *entry = (out.over(&[]), len);
            self.count += 1;
        }
        if len.is_none() || self.count == MESSAGES {
            let _ = Line.write_str("the queue is full\n");
        }
    }

    /// What waits, in order; false for what had no room.
    pub fn messages(&self) -> impl Iterator<Item = (Out<'_>, bool)> {
        let mut at = 0;
        self.messages.iter().take(self.count).map(move |(out, len)| {
            let end = at + len.unwrap_or(0);
            let bytes = self.bytes.get(at..end).unwrap_or_default();
            at = end;
            (out.over(bytes), len.is_some())
        })
    }

    /// All was delivered.
    pub fn clear(&mut self) {
        (self.count, self.used) = (0, 0);
    }
}

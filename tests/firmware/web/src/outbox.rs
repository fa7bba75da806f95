//! Bytes that wait to be sent to one client, as many as there is room for.

/// A queue of bytes in memory that is lent to it.
pub struct Outbox {
    bytes: &'static mut [u8],
    start: usize,
    end: usize,
}

impl Outbox {
    /// An empty one.
    pub fn new(bytes: &'static mut [u8]) -> Outbox {
        Outbox { bytes, start: 0, end: 0 }
    }

    /// What waits.
    pub fn waiting(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    /// True if nothing waits.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// For how many bytes there is room.
    pub fn room(&self) -> usize {
        self.bytes.len() - (self.end - self.start)
    }

    /// The first of those that wait were sent.
    pub fn sent(&mut self, count: usize) {
        self.start = self.end.min(self.start + count);
        if self.is_empty() {
            self.clear();
        }
    }

    /// Nobody will get what waits.
    pub fn clear(&mut self) {
        (self.start, self.end) = (0, 0);
    }

    /// The room, in one piece, to write into; [`Outbox::written`] says how much it was.
    pub fn space(&mut self) -> &mut [u8] {
        // What waits is moved to the front only when less room is behind it than before it.
        if self.start > self.bytes.len() - self.end {
            self.move_to_front();
        }
        self.bytes.get_mut(self.end..).unwrap_or_default()
    }

    /// So many bytes of the space were written.
    pub fn written(&mut self, count: usize) {
        self.end = self.bytes.len().min(self.end + count);
    }

    /// Adds bytes, all or none. False if there is no room for them.
    #[must_use]
    pub fn put(&mut self, bytes: &[u8]) -> bool {
        if bytes.len() > self.room() {
            return false;
        }
        if bytes.len() > self.bytes.len() - self.end {
            self.move_to_front();
        }
        let space = self.bytes.get_mut(self.end..).unwrap_or_default();
        space.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        self.end += bytes.len();
        true
    }

    fn move_to_front(&mut self) {
        self.bytes.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
    }
}

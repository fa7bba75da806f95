//! What was sent on event streams and may be asked for again.

use crate::frame::shift::shift_down;
use crate::frame::sse::EventId;

/// Whole messages under their event ids, in memory of the caller's: what a client that lost its
/// stream gets when it comes back with `Last-Event-ID` (2025-03-26 to 2025-11-25).
///
/// The newest messages are in it, as many as fit: the oldest of all streams are dropped to make
/// room. That something was dropped is never hidden: [`after`](Store::after) gives all that came
/// after an event, or [`Gone`].
///
/// It is a view, made whenever handy: all that it knows is in the [`StoreState`] and the bytes.
/// Bytes that somebody else has written to, or another state, give other messages or none.
///
/// # How much memory
///
/// [`Store::OVERHEAD`] bytes a message and the message itself. A message stands in one piece, so
/// up to the length of one may be unused at the end. At most 4 GiB are used; memory shorter than
/// one message keeps nothing and breaks nothing.
///
/// # Example
///
/// ```
/// use sansmcp::http::{Gone, Store, StoreState};
/// use sansmcp::sse::EventId;
///
/// let (mut state, mut bytes) = (StoreState::NEW, [0; 64]);
/// let mut store = Store::new(&mut state, &mut bytes);
/// for (sequence, message) in [(1, "[1]"), (2, "[2]"), (3, "[3]")] {
///     assert!(store.keep(EventId { stream: 9, sequence }, message.as_bytes()));
/// }
/// let missed = store.after(EventId { stream: 9, sequence: 1 }, 3).unwrap();
/// assert_eq!(missed.map(|(_, message)| message).collect::<Vec<_>>(), [b"[2]", b"[3]"]);
///
/// assert!(store.keep(EventId { stream: 8, sequence: 1 }, &[b'x'; 40])); // no room for both
/// assert_eq!(store.after(EventId { stream: 9, sequence: 1 }, 3).err(), Some(Gone));
/// ```
pub struct Store<'s> {
    state: &'s mut StoreState,
    bytes: &'s mut [u8],
}

/// All that a [`Store`] knows beside its bytes: plain data, all zero bits when new.
///
/// Records stand one after the other, each in one piece. They go from `head` to `tail`; or, when
/// the end was reached and there was room at the start again, from `head` to `edge` and then from
/// 0 to `tail`, which is before `head`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StoreState {
    head: u32,
    tail: u32,
    /// 0 as long as records go straight from `head` to `tail`.
    edge: u32,
    /// Bytes of records that were forgotten and are still there.
    dead: u32,
}

impl StoreState {
    /// Of a store in which nothing is.
    pub const NEW: StoreState = StoreState { head: 0, tail: 0, edge: 0, dead: 0 };
}

/// An event that was asked for, or one after it, is not in the store: it was dropped to make room,
/// did not fit, or was never given out. What is there must not be sent, since it would hide a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gone;

/// A record's head: the stream, the sequence (0 once it is forgotten), the length of the message;
/// each 32 bits, little-endian.
const HEAD: usize = 12;

impl<'s> Store<'s> {
    /// What each message takes beside its own bytes.
    pub const OVERHEAD: usize = HEAD;

    /// A view of what is in `state` and `bytes`, always the same two. With [`StoreState::NEW`] it
    /// is empty, whatever is in the bytes.
    pub fn new(state: &'s mut StoreState, bytes: &'s mut [u8]) -> Store<'s> {
        let len = bytes.len().min(u32::MAX as usize);
        let bytes = bytes.get_mut(..len).unwrap_or_default();
        let StoreState { head, tail, edge, .. } = *state;
        let is_straight = edge == 0 && head <= tail && tail as usize <= len;
        let is_wrapped = edge as usize <= len && head < edge && tail <= head;
        if !is_straight && !is_wrapped {
            *state = StoreState::NEW; // not ours, or of other bytes
        }
        Store { state, bytes }
    }

    /// Keeps one whole message as the newest event of its stream. The sequences of a stream are
    /// given in order, from 1.
    ///
    /// The oldest messages of all streams are dropped as far as there is no room for it. False if
    /// there is none even without them, or if the sequence is 0: then nothing changes, and who
    /// comes back to before this event is told [`Gone`].
    pub fn keep(&mut self, key: EventId, message: &[u8]) -> bool {
        let size = HEAD.saturating_add(message.len());
        if key.sequence == 0 || size > self.bytes.len() {
            return false;
        }
        let at = self.make_room(size);
        let len = message.len() as u32;
        let place = at.checked_add(size).and_then(|end| self.bytes.get_mut(at..end));
        let Some((head, body)) = place.and_then(|place| place.split_first_chunk_mut()) else {
            return false;
        };
        *head = Record { key, len }.encode();
        body.iter_mut().zip(message).for_each(|(to, from)| *to = *from);
        self.state.tail = at.saturating_add(size) as u32;
        true
    }

    /// The events of the same stream that came after `key`, in order, up to the one with the
    /// sequence `last`: the last one that was given out on that stream, kept or not.
    ///
    /// `key` need not be in the store: with the sequence 0 all events of the stream are wanted.
    /// A client that has them all gets an empty iterator.
    ///
    /// # Errors
    /// [`Gone`] if one of them is not in the store any more, or if `key` itself is greater than
    /// `last`.
    pub fn after(&self, key: EventId, last: u32) -> Result<Replay<'_>, Gone> {
        let left = last.checked_sub(key.sequence).ok_or(Gone)?;
        let replay = Replay { records: self.records(), key, left };
        let found = if left == 0 { 0 } else { replay.clone().count() };
        if found == left as usize { Ok(replay) } else { Err(Gone) }
    }

    /// Drops the events of a stream: nobody will ask for them, or its number is used anew.
    pub fn forget(&mut self, stream: u32) {
        let (first, second) = self.spans();
        for (mut at, end) in [first, second] {
            while let Some((record, next)) = Record::read(self.bytes, at, end) {
                if record.key.stream == stream && record.key.sequence != 0 {
                    let key = EventId { stream, sequence: 0 };
                    if let Some(place) = self.bytes.get_mut(at..).and_then(<[u8]>::first_chunk_mut)
                    {
                        *place = Record { key, ..record }.encode();
                    }
                    let size = next.saturating_sub(at) as u32;
                    self.state.dead = self.state.dead.saturating_add(size);
                }
                at = next;
            }
        }
    }

    /// Drops all events.
    pub fn clear(&mut self) {
        *self.state = StoreState::NEW;
    }

    /// A place for a record of so many bytes, which are no more than there are.
    fn make_room(&mut self, size: usize) -> usize {
        loop {
            let StoreState { head, tail, edge, dead } = *self.state;
            let (start, end) = (head as usize, tail as usize);
            if edge != 0 {
                if size <= start.saturating_sub(end) {
                    return end;
                }
            } else if start == end {
                self.clear();
                return 0;
            } else if size <= self.bytes.len().saturating_sub(end) {
                return end;
            } else if size <= start {
                (self.state.edge, self.state.tail) = (tail, 0);
                return 0;
            }
            if dead > 0 {
                self.tidy();
            } else {
                self.drop_oldest();
            }
        }
    }

    /// Something is there.
    fn drop_oldest(&mut self) {
        let ((start, end), _) = self.spans();
        match Record::read(self.bytes, start, end) {
            Some((_, next)) if next < end => self.state.head = next as u32,
            // The last one before the edge: what comes after it starts at 0.
            Some(_) if self.state.edge != 0 => (self.state.head, self.state.edge) = (0, 0),
            // The last one, or bytes that are no record.
            _ => self.clear(),
        }
    }

    /// Brings all records together at the start of the bytes, without those that were forgotten.
    fn tidy(&mut self) {
        let ((start, end), (_, more)) = self.spans();
        let mut end = end;
        if self.state.edge != 0 {
            // Turned around in three steps, so that the older ones come first.
            let turned = self.bytes.get_mut(..end).unwrap_or_default();
            if let Some((newer, older)) = turned.split_at_mut_checked(start) {
                reverse(newer);
                reverse(older);
            }
            reverse(turned);
            end = end.saturating_sub(start).saturating_add(more);
        }
        let mut from = if self.state.edge == 0 { start } else { 0 };
        let mut to = 0_usize;
        while let Some((record, next)) = Record::read(self.bytes, from, end) {
            if record.key.sequence != 0 {
                let size = next.saturating_sub(from);
                shift_down(self.bytes, to, from, size);
                to = to.saturating_add(size);
            }
            from = next;
        }
        *self.state = StoreState { tail: to as u32, ..StoreState::NEW };
    }

    /// Where the records stand: the older ones, and those that start at 0 again.
    fn spans(&self) -> ((usize, usize), (usize, usize)) {
        let StoreState { head, tail, edge, .. } = *self.state;
        let (head, tail, edge) = (head as usize, tail as usize, edge as usize);
        if edge == 0 { ((head, tail), (0, 0)) } else { ((head, edge), (0, tail)) }
    }

    fn records(&self) -> Records<'_> {
        let (first, second) = self.spans();
        Records { bytes: self.bytes, first, second }
    }
}

/// As the standard library does it, which can panic where it is made for size.
fn reverse(mut bytes: &mut [u8]) {
    while let [first, rest @ .., last] = bytes {
        core::mem::swap(first, last);
        bytes = rest;
    }
}

/// What stands before a message.
#[derive(Clone, Copy)]
struct Record {
    key: EventId,
    len: u32,
}

impl Record {
    fn encode(self) -> [u8; HEAD] {
        let [a, b, c, d] = self.key.stream.to_le_bytes();
        let [e, f, g, h] = self.key.sequence.to_le_bytes();
        let [i, j, k, l] = self.len.to_le_bytes();
        [a, b, c, d, e, f, g, h, i, j, k, l]
    }

    /// The record at `at`, and where the next one begins; `None` if there is none that is whole.
    fn read(bytes: &[u8], at: usize, end: usize) -> Option<(Record, usize)> {
        let (head, body) = bytes.get(at..end)?.split_first_chunk::<HEAD>()?;
        let [a, b, c, d, e, f, g, h, i, j, k, l] = *head;
        let key = EventId {
            stream: u32::from_le_bytes([a, b, c, d]),
            sequence: u32::from_le_bytes([e, f, g, h]),
        };
        let len = u32::from_le_bytes([i, j, k, l]);
        let next = at.checked_add(HEAD)?.checked_add(len as usize)?;
        (len as usize <= body.len()).then_some((Record { key, len }, next))
    }
}

/// All records, the oldest first.
#[derive(Clone)]
struct Records<'r> {
    bytes: &'r [u8],
    first: (usize, usize),
    second: (usize, usize),
}

impl<'r> Iterator for Records<'r> {
    type Item = (EventId, &'r [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (at, end) = self.first;
            if at == end {
                if self.second.0 == self.second.1 {
                    return None;
                }
                self.first = core::mem::take(&mut self.second);
                continue;
            }
            let (record, next) = Record::read(self.bytes, at, end)?;
            self.first.0 = next;
            return Some((record.key, self.bytes.get(at.checked_add(HEAD)?..next)?));
        }
    }
}

/// The events that [`Store::after`] found: each one's id and message.
#[derive(Clone)]
pub struct Replay<'r> {
    records: Records<'r>,
    /// The last one that was given.
    key: EventId,
    /// How many may follow it.
    left: u32,
}

impl<'r> Iterator for Replay<'r> {
    type Item = (EventId, &'r [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let next = EventId { sequence: self.key.sequence.checked_add(1)?, ..self.key };
        let found = self.records.find(|(key, _)| *key == next)?;
        self.key = next;
        self.left = self.left.wrapping_sub(1);
        Some(found)
    }
}

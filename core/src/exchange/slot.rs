//! Slots: the table entries that the caller lends for open requests.

use super::{Exchange, Progressed, Waiting};
use crate::rules::lenience::LONGEST_TOKEN;

/// Memory for one open request: give the engine as many as requests may be open at once.
///
/// It is all zero bits when new and holds no pointer. At most 256 bytes.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Slot {
    /// The last progress sent, so that only a larger one follows.
    pub(crate) progress: Progressed,
    pub(super) hash: u32,
    /// Links of the table, each one more than the place it names; 0 is the end.
    pub(super) bucket: u16,
    pub(super) next: u16,
    /// Of the first slot only: the chain of free slots, how many slots were ever used, and how
    /// many the index has buckets in, so that a table that grew still finds what it held.
    pub(super) free: u16,
    pub(super) used: u16,
    pub(super) buckets: u16,
    /// Bytes of the area that are in use.
    length: u8,
    /// It is in the index: no second request may have its id.
    pub(super) indexed: u8,
    /// What a listener is still to be told, one bit each.
    pub(crate) due: u8,
    reserved: u8,
    /// Of which session of an HTTP endpoint it is; 0 is of none.
    pub(crate) session: u16,
    /// Up to the same size on all targets: C counts on it.
    padding: [u8; 4],
    pub(crate) exchange: Exchange,
    /// Of a request of the peer's its progress token as written; of a listener the hashes of the
    /// URIs that it listens to; of a request of ours who waits for it, and how long.
    area: [u8; LONGEST_TOKEN],
}

impl Slot {
    /// A slot that holds nothing.
    pub const EMPTY: Self = Self {
        progress: Progressed::NOTHING,
        hash: 0,
        bucket: 0,
        next: 0,
        free: 0,
        used: 0,
        buckets: 0,
        length: 0,
        indexed: 0,
        due: 0,
        reserved: 0,
        session: 0,
        padding: [0; 4],
        exchange: Exchange::EMPTY,
        area: [0; LONGEST_TOKEN],
    };

    /// Keeps the progress token as written, or none.
    pub(crate) fn keep_token(&mut self, token: Option<&str>) {
        self.progress = Progressed::NOTHING;
        self.keep(token.unwrap_or("").as_bytes());
    }

    /// The progress token as written.
    pub(crate) fn token(&self) -> Option<&[u8]> {
        if !self.exchange.state().is_unanswered() {
            return None;
        }
        Some(self.kept()).filter(|token| !token.is_empty())
    }

    /// What a request of ours waits for.
    pub(crate) fn waiting(&self) -> Waiting {
        let mut words = self.words();
        Waiting::from_words([(); Waiting::WORDS].map(|()| words.next().unwrap_or(0)))
    }

    pub(crate) fn wait(&mut self, waiting: &Waiting) {
        self.clear();
        self.wait_on(waiting);
    }

    /// As [`Slot::wait`], with all else as it was.
    pub(crate) fn wait_on(&mut self, waiting: &Waiting) {
        for (at, word) in waiting.to_words().into_iter().enumerate() {
            self.put_word(at, word);
        }
    }

    /// When a request of ours goes on, in milliseconds; 0 is not at a time of its own.
    #[cfg(feature = "client")]
    pub(crate) fn later(&self) -> u64 {
        let mut words = self.words().skip(Waiting::WORDS);
        let (low, high) = (words.next().unwrap_or(0), words.next().unwrap_or(0));
        u64::from(low) | u64::from(high) << 32
    }

    #[cfg(feature = "client")]
    pub(crate) fn set_later(&mut self, time: u64) {
        self.put_word(Waiting::WORDS, time as u32);
        self.put_word(Waiting::WORDS.wrapping_add(1), (time >> 32) as u32);
    }

    /// The hashes of the URIs that a listener listens to.
    pub(crate) fn watched(&self) -> impl Iterator<Item = u32> {
        self.words().take(usize::from(self.length / 4))
    }

    fn words(&self) -> impl Iterator<Item = u32> {
        self.area.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word))
    }

    fn put_word(&mut self, at: usize, word: u32) -> bool {
        let room = self.area.as_chunks_mut().0.get_mut(at);
        room.map(|room| *room = word.to_le_bytes()).is_some()
    }

    /// Adds a URI to those of a listener; false if there is no room for it.
    pub(crate) fn watch(&mut self, hash: u32) -> bool {
        if self.watched().any(|known| known == hash) {
            return true;
        }
        if !self.put_word(usize::from(self.length / 4), hash) {
            return false;
        }
        self.length = self.length.wrapping_add(4);
        true
    }

    /// Takes a URI from those of a listener; true if it was there.
    pub(crate) fn unwatch(&mut self, hash: u32) -> bool {
        let Some(at) = self.watched().position(|known| known == hash) else { return false };
        // The last takes its place.
        let last = self.watched().last().unwrap_or(0);
        self.put_word(at, last);
        self.length = self.length.saturating_sub(4);
        true
    }

    pub(crate) fn watches_nothing(&self) -> bool {
        self.length == 0
    }

    /// Forgets what the area held.
    pub(crate) fn clear(&mut self) {
        self.length = 0;
        self.due = 0;
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.due = 0;
        self.length = 0;
        if let Some(place) = self.area.get_mut(..bytes.len()) {
            place.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
            self.length = bytes.len() as u8;
        }
    }

    fn kept(&self) -> &[u8] {
        self.area.get(..usize::from(self.length)).unwrap_or_default()
    }
}

impl Default for Slot {
    fn default() -> Self {
        Self::EMPTY
    }
}

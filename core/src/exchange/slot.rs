//! Slots: the table entries that the caller lends for open requests.

use super::{Exchange, Progressed};
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
    token_length: u8,
    /// It is in the index: no second request may have its id.
    pub(super) indexed: u8,
    /// Up to the same size on all targets: C counts on it.
    reserved: [u8; 8],
    pub(crate) exchange: Exchange,
    token: [u8; LONGEST_TOKEN],
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
        token_length: 0,
        indexed: 0,
        reserved: [0; 8],
        exchange: Exchange::EMPTY,
        token: [0; LONGEST_TOKEN],
    };

    /// Keeps the progress token as written, or none.
    pub(crate) fn keep_token(&mut self, token: Option<&str>) {
        self.progress = Progressed::NOTHING;
        self.token_length = 0;
        let Some(token) = token else { return };
        if let Some(place) = self.token.get_mut(..token.len()) {
            place.iter_mut().zip(token.bytes()).for_each(|(to, from)| *to = from);
            self.token_length = token.len() as u8;
        }
    }

    /// The progress token as written.
    pub(crate) fn token(&self) -> Option<&[u8]> {
        match self.token_length {
            0 => None,
            length => self.token.get(..usize::from(length)),
        }
    }
}

impl Default for Slot {
    fn default() -> Self {
        Self::EMPTY
    }
}

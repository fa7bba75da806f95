//! Bytes on their way from the interrupt to the loop: one writes, the other reads, and neither
//! waits for the other.

use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// How many bytes may wait: 20 ms at 115,200 baud.
const SIZE: usize = 256;

/// A ring of bytes. All zero bits when new, so that a static of it takes no flash.
pub struct Ring {
    bytes: [AtomicU8; SIZE],
    /// How many bytes were ever put in, and how many taken out; only the interrupt moves the
    /// first, only the loop the second.
    put: AtomicUsize,
    taken: AtomicUsize,
}

impl Ring {
    /// Nothing is in it.
    pub const EMPTY: Self = Self {
        bytes: [const { AtomicU8::new(0) }; SIZE],
        put: AtomicUsize::new(0),
        taken: AtomicUsize::new(0),
    };

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.put.load(Ordering::Acquire) == self.taken.load(Ordering::Acquire)
    }

    /// Whether there is room for no more.
    pub fn is_full(&self) -> bool {
        let put = self.put.load(Ordering::Acquire);
        put.wrapping_sub(self.taken.load(Ordering::Acquire)) >= SIZE
    }

    /// Puts a byte in. Look before whether there is room.
    pub fn put(&self, byte: u8) {
        let put = self.put.load(Ordering::Relaxed);
        if let Some(place) = self.bytes.get(put % SIZE) {
            place.store(byte, Ordering::Relaxed);
        }
        self.put.store(put.wrapping_add(1), Ordering::Release);
    }

    /// Takes out what waits, at most as much as fits, and says how much that was.
    pub fn take(&self, into: &mut [u8]) -> usize {
        let put = self.put.load(Ordering::Acquire);
        let taken = self.taken.load(Ordering::Relaxed);
        let count = put.wrapping_sub(taken).min(into.len());
        for (at, byte) in into.iter_mut().take(count).enumerate() {
            if let Some(place) = self.bytes.get(taken.wrapping_add(at) % SIZE) {
                *byte = place.load(Ordering::Relaxed);
            }
        }
        self.taken.store(taken.wrapping_add(count), Ordering::Release);
        count
    }
}

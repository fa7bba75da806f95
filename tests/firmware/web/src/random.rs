//! Random bytes: a seed, and what HMAC-SHA-256 makes of it.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// A source of bytes that nobody can guess who does not know the seed.
pub struct Random {
    seed: [u8; 32],
    count: u64,
}

impl Random {
    /// Of a seed of the chip's own source, which nobody knows.
    pub fn new(seed: [u8; 32]) -> Random {
        Random { seed, count: 0 }
    }

    /// The next 32 bytes.
    pub fn next(&mut self) -> [u8; 32] {
        self.count += 1;
        // A key of any length will do, so there is always one.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.seed) else { crate::board::halt() };
        mac.update(&self.count.to_le_bytes());
        mac.finalize().into_bytes().into()
    }

    /// The next 16 bytes, as the endpoint wants them for each body.
    pub fn next_16(&mut self) -> [u8; 16] {
        let [bytes, _] = *self.next().as_chunks().0 else { crate::board::halt() };
        bytes
    }
}

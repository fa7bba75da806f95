//! Bytes that wait to be sent: how many there may be, all clients together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use hyper::body::Bytes;

/// Bytes of one client that do not count: as many sockets as there may be bound them.
const FREE: usize = 16 << 10;

/// How many bytes may still wait.
#[derive(Clone)]
pub struct Waiting(Arc<AtomicUsize>);

/// How many of `length` bytes count.
pub fn counted(length: usize) -> usize {
    length.saturating_sub(FREE)
}

impl Waiting {
    pub fn new(most: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(most)))
    }

    /// True if so many more may wait; they are taken then.
    pub fn take(&self, bytes: usize) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(bytes)).is_ok()
    }

    pub fn give_back(&self, bytes: usize) {
        self.0.fetch_add(bytes, Relaxed);
    }

    /// The same bytes, which count until they are dropped; `None` if there may be no more. hyper
    /// takes a body at once and holds it until it is written, so the count hangs on the bytes.
    pub fn hold(&self, bytes: Bytes) -> Option<Bytes> {
        let counted = counted(bytes.len());
        if counted == 0 {
            return Some(bytes);
        }
        let is_room = self.take(counted);
        is_room.then(|| Bytes::from_owner(Held { bytes, counted, waiting: self.clone() }))
    }
}

struct Held {
    bytes: Bytes,
    counted: usize,
    waiting: Waiting,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.waiting.give_back(self.counted);
    }
}

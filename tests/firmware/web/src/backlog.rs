//! Who wants to connect while every socket is taken: kept until one is free.
//!
//! The stack has a socket for each connection and nothing else to keep them in, and refuses those
//! who find none. Clients ask again by themselves, but seconds later.

/// How many are kept; those who come on top of that have to ask again.
const MOST: usize = 96;
/// Bytes of the longest frame that begins a connection: two heads of up to 60 bytes, behind that of
/// Ethernet.
const LONGEST: usize = 14 + 60 + 60;

/// Frames that begin a connection, the oldest first.
pub struct Backlog {
    frames: [([u8; LONGEST], usize); MOST],
    first: usize,
    count: usize,
}

impl Backlog {
    /// Nobody waits.
    pub const EMPTY: Backlog = Backlog { frames: [([0; LONGEST], 0); MOST], first: 0, count: 0 };

    /// Keeps a frame, if there is room for it.
    pub fn keep(&mut self, frame: &[u8]) {
        if self.count == MOST {
            return;
        }
        let Some((place, len)) = self.frames.get_mut((self.first + self.count) % MOST) else {
            return;
        };
        let Some(place) = place.get_mut(..frame.len()) else { return };
        place.copy_from_slice(frame);
        *len = frame.len();
        self.count += 1;
    }

    /// Takes the oldest frame out, into `frame`. Gives its length.
    pub fn next(&mut self, frame: &mut [u8]) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        let (kept, len) = self.frames.get(self.first)?;
        (self.first, self.count) = ((self.first + 1) % MOST, self.count - 1);
        frame.get_mut(..*len)?.copy_from_slice(kept.get(..*len)?);
        Some(*len)
    }
}

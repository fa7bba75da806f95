//! A byte stream cut into frames that own their bytes.

use std::ptr::NonNull;

use crate::frame::Frame;

/// Cuts a byte stream into frames, one message a line; see [`sansmcp::Lines`].
pub struct Lines {
    /// Reads and writes `buffer`, which stays where it is until this value is dropped.
    lines: sansmcp::Lines<'static>,
    buffer: NonNull<[u8]>,
}

// SAFETY: the buffer belongs to this value alone and is reached through `&mut self` only.
unsafe impl Send for Lines {}
// SAFETY: as above; `&Lines` reaches nothing.
unsafe impl Sync for Lines {}

impl Lines {
    /// Takes a buffer of `max` bytes (at least one): the longest line, its line end included. The
    /// system hands out memory for it only as it is used.
    #[must_use]
    pub fn new(max: usize) -> Self {
        let buffer: Box<[u8]> = vec![0; max.max(1)].into_boxed_slice();
        let buffer = NonNull::from(Box::leak(buffer));
        // SAFETY: the pointer is from a box that `drop` takes back, and nothing else uses it
        // before that. The lifetime is not seen outside of this value: `feed` and `finish` copy.
        let lines = sansmcp::Lines::new(unsafe { &mut *buffer.as_ptr() });
        Self { lines, buffer }
    }

    /// Takes bytes and gives the messages that became whole.
    pub fn feed(&mut self, mut bytes: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        while !bytes.is_empty() {
            let space = self.lines.space();
            let count = space.len().min(bytes.len());
            let (now, later) = bytes.split_at(count);
            space[..count].copy_from_slice(now);
            self.lines.filled(count);
            bytes = later;
            while let Some(frame) = self.lines.next_frame() {
                frames.push(Frame::copy(&frame));
            }
        }
        frames
    }

    /// Gives what is left when no more bytes will come. Afterwards the value is as new.
    pub fn finish(&mut self) -> Vec<Frame> {
        let mut frames = Vec::new();
        while let Some(frame) = self.lines.finish() {
            frames.push(Frame::copy(&frame));
        }
        frames
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        // SAFETY: it was leaked in `new`; `lines` has no drop of its own and is not used again.
        drop(unsafe { Box::from_raw(self.buffer.as_ptr()) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_however_they_arrive() {
        let stream =
            b"{\"a\":1}\r\n\n{\"b\":2}\n{\"id\":7,\"method\":\"xxxxxxxxxxxxxxxxxxxxxx\"}\n[]";
        for step in 1..stream.len() {
            let mut lines = Lines::new(16);
            let mut frames: Vec<Frame> =
                stream.chunks(step).flat_map(|piece| lines.feed(piece)).collect();
            frames.extend(lines.finish());
            let bytes: Vec<&[u8]> = frames.iter().map(Frame::bytes).collect();
            assert_eq!(bytes, [&b"{\"a\":1}"[..], b"{\"b\":2}", b"", b"[]"], "step {step}");
            let known = frames[2].overlong().expect("too long for the buffer");
            assert_eq!((known.id.as_deref(), known.len), (Some("7"), 42));
        }
    }

    #[test]
    fn no_size_hangs() {
        let mut lines = Lines::new(0);
        assert_eq!(lines.feed(b"{\"id\":1}\n").len(), 1);
    }
}

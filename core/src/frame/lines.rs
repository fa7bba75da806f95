//! A byte stream cut into lines, each one message.

use super::Frame;
use super::skim::{Skim, is_space};
use crate::json::find::find_byte;

/// Cuts a byte stream into frames, one message a line, in a buffer of the caller's.
///
/// Read into [`space`](Lines::space), say how much with [`filled`](Lines::filled), take frames
/// with [`next_frame`](Lines::next_frame) until there is none, and begin again. At the end of
/// input take the rest with [`finish`](Lines::finish), also until there is none.
///
/// A line ends at the byte 0x0A and nowhere else: U+2028, U+0085, a form feed or a lone carriage
/// return are part of the message. One carriage return before the newline goes with it. Lines of
/// nothing but spaces, tabs and carriage returns are skipped.
///
/// A line longer than the buffer, its line end included, is read through to its end and gives a
/// frame with an [`Overlong`](super::Overlong); the next line works. Whether a line is too long
/// depends on the line and the buffer alone, never on how the bytes arrived.
///
/// Each byte is searched once and moved at most once. The value itself takes at most 256 bytes;
/// it can be moved at any time, since the bytes stay in the buffer.
///
/// # How large a buffer
///
/// One message stands in the buffer at a time, so the buffer bounds the longest message that can
/// be read: a line with its line end (one byte, or two where the peer writes CR LF). Take the
/// longest arguments that a tool of yours accepts and add 1 KiB for what is around them: method,
/// id, names, and the context that each request carries from 2026-07-28 on. Binary data travels
/// as base64, four bytes for three. There is nothing to gain from more than the longest message,
/// except that a larger buffer takes more bytes from one read.
///
/// With less, each message that is too long is refused and the others work. No size is unsafe:
/// with one byte every message is refused; an empty buffer never gives a frame. At most 4 GiB are
/// used.
///
/// # Example
///
/// ```
/// use sansmcp::Lines;
///
/// let mut buffer = [0; 64];
/// let mut lines = Lines::new(&mut buffer);
/// let arrived = b"{\"a\":1}\r\n\n{\"b\"";
/// lines.space()[..arrived.len()].copy_from_slice(arrived); // in earnest: a read
/// lines.filled(arrived.len());
/// assert_eq!(lines.next_frame().map(|frame| frame.bytes()), Some(&b"{\"a\":1}"[..]));
/// assert!(lines.next_frame().is_none()); // {"b" is not whole yet
/// ```
pub struct Lines<'b> {
    buffer: &'b mut [u8],
    state: LinesState,
}

/// All that [`Lines`] knows beside its buffer: plain data, all zero bits when new.
///
/// It is for those who cannot keep a borrow, such as bindings: each call takes the buffer, always
/// the same one. Another buffer gives other bytes and breaks nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LinesState {
    /// Where the first line begins that was not given out.
    start: usize,
    /// Up to where newlines were looked for, and found only before `start`.
    searched: usize,
    /// Where what was read ends and space begins. `start <= searched <= end <= buffer.len()`.
    end: usize,
    /// A line longer than the buffer is being read through: its first bytes are gone.
    skimming: bool,
    /// What is known of that line; kept after its end for as long as its frame may live.
    skim: Skim,
}

const _: () = assert!(size_of::<LinesState>() <= 240);

/// What was found; its borrow is taken only when the search is over.
enum Found {
    Line { start: usize, end: usize },
    Skimmed,
}

impl<'b> Lines<'b> {
    /// Begins with an empty buffer; what is in it is not looked at. Its length bounds the longest
    /// message, see [above](Lines#how-large-a-buffer).
    pub fn new(buffer: &'b mut [u8]) -> Lines<'b> {
        Lines { buffer, state: LinesState::NEW }
    }

    /// The free part of the buffer, to read into.
    ///
    /// Never empty (for a buffer that is not) once [`next_frame`](Lines::next_frame) has returned
    /// `None`, so that a read of zero bytes always means the end of input. Before that it may be.
    pub fn space(&mut self) -> &mut [u8] {
        self.state.space(self.buffer)
    }

    /// Says that the first `count` bytes of [`space`](Lines::space) were filled. More than there
    /// is space for counts as all of it.
    pub fn filled(&mut self, count: usize) {
        self.state.filled(self.buffer, count);
    }

    /// The next message; `None` when more bytes are needed. Call it until then.
    pub fn next_frame(&mut self) -> Option<Frame<'_>> {
        self.state.next_frame(self.buffer)
    }

    /// The next message when no more bytes will come; `None` when none is left. Call it until
    /// then: it gives the lines that are whole and at last one whose newline is missing.
    ///
    /// Afterwards the value is as new and may be used for another stream.
    pub fn finish(&mut self) -> Option<Frame<'_>> {
        self.state.finish(self.buffer)
    }
}

/// The part of a buffer that is used: spans over a frame have 32 bits. On targets with fewer this
/// takes all there is.
fn used(buffer: &mut [u8]) -> &mut [u8] {
    let len = buffer.len().min(u32::MAX as usize);
    buffer.get_mut(..len).unwrap_or_default()
}

impl LinesState {
    /// Of a buffer in which nothing is.
    pub const NEW: LinesState =
        LinesState { start: 0, searched: 0, end: 0, skimming: false, skim: Skim::NEW };

    /// As [`Lines::space`].
    pub fn space<'b>(&mut self, buffer: &'b mut [u8]) -> &'b mut [u8] {
        used(buffer).get_mut(self.end..).unwrap_or_default()
    }

    /// As [`Lines::filled`].
    pub fn filled(&mut self, buffer: &mut [u8], count: usize) {
        self.end = self.end.saturating_add(count).min(used(buffer).len());
    }

    /// As [`Lines::next_frame`].
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn next_frame<'b>(&'b mut self, buffer: &'b mut [u8]) -> Option<Frame<'b>> {
        let buffer = used(buffer);
        let found = self.seek(buffer, false);
        self.frame(buffer, found?)
    }

    /// As [`Lines::finish`].
    pub fn finish<'b>(&'b mut self, buffer: &'b mut [u8]) -> Option<Frame<'b>> {
        let buffer = used(buffer);
        let found = self.seek(buffer, true);
        self.frame(buffer, found?)
    }

    fn frame<'b>(&'b self, buffer: &'b [u8], found: Found) -> Option<Frame<'b>> {
        match found {
            Found::Line { start, end } => buffer.get(start..end).map(Frame::new),
            Found::Skimmed => Some(Frame::too_long(self.skim.known())),
        }
    }

    fn seek(&mut self, buffer: &mut [u8], at_end: bool) -> Option<Found> {
        if self.start == self.end && !self.skimming {
            // All lines were given out: nothing to search, and nothing to move.
            self.clear();
            return None;
        }
        loop {
            let held = buffer.get(..self.end)?;
            let newline = find_byte(held, self.searched, b'\n');
            if newline >= self.end {
                break;
            }
            let start = self.start;
            self.start = newline.saturating_add(1);
            self.searched = self.start;
            let found = self.close(held, start, newline);
            if found.is_some() {
                return found;
            }
        }
        self.searched = self.end;
        if self.skimming || (self.start == 0 && self.end == buffer.len()) {
            self.skim_rest(buffer);
        }
        if at_end {
            let (start, end) = (self.start, self.end);
            self.clear();
            return self.close(buffer, start, end);
        }
        self.compact(buffer);
        None
    }

    /// Ends the line that stands, as far as it was not skimmed, in `start..end`. `None` if it
    /// was blank.
    fn close(&mut self, buffer: &[u8], start: usize, end: usize) -> Option<Found> {
        let line = buffer.get(start..end)?;
        if self.skimming {
            self.skimming = false;
            self.skim.feed(line);
            return if self.skim.is_blank() { None } else { Some(Found::Skimmed) };
        }
        if line.iter().all(|&byte| is_space(byte)) {
            return None;
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        Some(Found::Line { start, end: start.saturating_add(line.len()) })
    }

    /// Hands all that is held of a line without end to the skim, and has the space back.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn skim_rest(&mut self, buffer: &[u8]) {
        if !self.skimming {
            if self.end == 0 {
                return; // the buffer has no bytes at all
            }
            self.skimming = true;
            self.skim = Skim::NEW;
        }
        if let Some(piece) = buffer.get(self.start..self.end) {
            self.skim.feed(piece);
        }
        self.clear();
    }

    /// Moves the beginning of a line to the front. It was not moved before: it stays at the front
    /// until it is given out.
    fn compact(&mut self, buffer: &mut [u8]) {
        if self.start == 0 {
            return;
        }
        let count = self.end.saturating_sub(self.start);
        // In steps that do not overlap: half a kilobyte of flash less than moving all at once,
        // where that is not in the machine's library already.
        let mut held = buffer.get_mut(..self.end).unwrap_or_default();
        while let Some((to, from)) = held.split_at_mut_checked(self.start) {
            let len = to.len().min(from.len());
            if len == 0 {
                break;
            }
            if let (Some(to), Some(from)) = (to.get_mut(..len), from.get(..len)) {
                to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
            }
            held = held.get_mut(len..).unwrap_or_default();
        }
        self.clear();
        self.end = count;
        self.searched = count;
    }

    fn clear(&mut self) {
        (self.start, self.searched, self.end) = (0, 0, 0);
    }
}

//! A piece of a text as plain data, so that it can be kept where a borrow cannot.

/// A piece of a text: where it starts and how long it is, both in bytes.
///
/// It holds no pointer. The same span over a copy of the text is the same piece.
#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Span {
    /// Bytes before it.
    pub start: u32,
    /// Bytes in it; 0 means that there is none.
    pub len: u32,
}

impl Span {
    /// No piece at all: all bits zero.
    pub const NONE: Span = Span { start: 0, len: 0 };

    /// The bytes from `start` up to, not including, `end`.
    ///
    /// [`Span::NONE`] if `end` comes before `start` or lies beyond 4 GiB.
    #[inline]
    pub const fn new(start: usize, end: usize) -> Span {
        if end < start || end as u64 > u32::MAX as u64 {
            return Span::NONE;
        }
        Span { start: start as u32, len: (end - start) as u32 }
    }

    /// Whether there is no piece.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.len == 0
    }

    /// The first byte after it.
    #[inline]
    pub const fn end(self) -> usize {
        (self.start as usize).saturating_add(self.len as usize)
    }

    /// The piece itself. `None` if there is none, if `text` is too short, or if it would cut a
    /// character.
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn of(self, text: &str) -> Option<&str> {
        if self.is_none() {
            return None;
        }
        text.get(self.start as usize..self.end())
    }
}

//! A few bytes and how many they are.

/// Up to `N` bytes, at most 255, kept by value. Plain data, all zero bits when new.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Short<const N: usize> {
    bytes: [u8; N],
    len: u8,
    is_cut: bool,
}

impl<const N: usize> Short<N> {
    pub(super) const EMPTY: Self = Self { bytes: [0; N], len: 0, is_cut: false };

    /// Adds what fits, and notes if that is not all.
    pub(super) fn push(&mut self, more: &[u8]) {
        let free = self.bytes.get_mut(usize::from(self.len)..).unwrap_or_default();
        let count = free.len().min(more.len());
        free.iter_mut().zip(more).for_each(|(to, from)| *to = *from);
        self.len = self.len.saturating_add(count as u8);
        self.is_cut |= count < more.len();
    }

    pub(super) fn clear(&mut self) {
        (self.len, self.is_cut) = (0, false);
    }

    /// True if more was added than fits.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or_default()
    }
}

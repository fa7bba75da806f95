//! How much stack was used: the start-up code paints all of it, and what is not as it was painted
//! was used.

/// What the start-up code paints with.
pub const PAINT: u32 = 0xA5A5_A5A5;

unsafe extern "C" {
    // Of the linker's script: they have addresses and no values.
    static STACK_BOTTOM: u32;
    static STACK_TOP: u32;
}

/// The bytes from the top of the stack to the deepest word that ever changed.
pub fn used() -> usize {
    let (bottom, top) = (&raw const STACK_BOTTOM, &raw const STACK_TOP);
    let mut word = bottom;
    // SAFETY: from the bottom to the top all words are the stack's own memory.
    while word < top && unsafe { word.read_volatile() } == PAINT {
        word = word.wrapping_add(1);
    }
    (top as usize).wrapping_sub(word as usize)
}

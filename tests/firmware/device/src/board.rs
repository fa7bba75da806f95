//! What a board has to give: the same few things on every chip, and in the tests.

/// A board with a serial line.
pub trait Board {
    /// Milliseconds since some start; never goes back.
    fn now(&self) -> u64;

    /// Takes what came, at most as much as fits, and says how much that was. Waits for nothing.
    fn read(&mut self, into: &mut [u8]) -> usize;

    /// Sends all bytes.
    fn write(&mut self, bytes: &[u8]);

    /// Rests until bytes have come or the clock has moved on.
    fn wait(&mut self);

    /// The bytes of stack that were used at worst since the start.
    fn stack(&self) -> usize;
}

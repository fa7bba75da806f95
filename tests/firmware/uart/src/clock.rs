//! Milliseconds since the start, counted by the timer's interrupt.

use core::sync::atomic::{AtomicU32, Ordering};

/// Milliseconds between two interrupts of the timer: as seldom as what is done by the clock allows.
pub const BEAT: u32 = 5;

/// A count of 64 bits in two halves, since these chips load 32 bits at once: after 49 days the
/// lower half begins anew, and the time must not.
pub struct Clock {
    low: AtomicU32,
    high: AtomicU32,
}

impl Clock {
    /// At the start.
    pub const ZERO: Self = Self { low: AtomicU32::new(0), high: AtomicU32::new(0) };

    /// One beat more; for the interrupt alone.
    pub fn tick(&self) {
        let (low, is_over) = self.low.load(Ordering::Relaxed).overflowing_add(BEAT);
        if is_over {
            let high = self.high.load(Ordering::Relaxed);
            self.high.store(high.wrapping_add(1), Ordering::Relaxed);
        }
        self.low.store(low, Ordering::Release);
    }

    /// The time. Read again where the interrupt came between the halves.
    pub fn now(&self) -> u64 {
        loop {
            let high = self.high.load(Ordering::Acquire);
            let low = self.low.load(Ordering::Acquire);
            if high == self.high.load(Ordering::Acquire) {
                return u64::from(high) << 32 | u64::from(low);
            }
        }
    }
}

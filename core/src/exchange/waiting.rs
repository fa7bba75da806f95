//! What is remembered of a request of ours until its answer comes.

use super::Ticket;

/// How long an answer may take, in milliseconds; 0 is for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Limits {
    /// Since the request was sent or the last progress on it came. Progress is asked for where
    /// this is not 0.
    pub idle_ms: u32,
    /// Since the request was sent; nothing moves it.
    pub hard_ms: u32,
}

impl Limits {
    /// No limit: the caller has its own.
    pub const NONE: Self = Self { idle_ms: 0, hard_ms: 0 };
    /// Five minutes of silence, one hour in all: people have to read and think.
    pub const DEFAULT: Self = Self { idle_ms: 300_000, hard_ms: 3_600_000 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Who waits, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub parent: Ticket,
    idle_ms: u32,
    /// The times at which patience ends; `u64::MAX` is never.
    idle_at: u64,
    hard_at: u64,
}

pub(crate) fn after(now: u64, ms: u32) -> u64 {
    if ms == 0 { u64::MAX } else { now.saturating_add(u64::from(ms)) }
}

impl Waiting {
    pub(crate) const WORDS: usize = 7;

    pub(crate) fn new(parent: Ticket, limits: &Limits, now: u64) -> Self {
        Self {
            parent,
            idle_ms: limits.idle_ms,
            idle_at: after(now, limits.idle_ms),
            hard_at: after(now, limits.hard_ms),
        }
    }

    /// True if silence ends it, so that progress is wanted.
    pub(crate) fn has_idle(&self) -> bool {
        self.idle_ms != 0
    }

    /// Progress came.
    pub(crate) fn progressed(&mut self, now: u64) {
        self.idle_at = after(now, self.idle_ms);
    }

    /// True if at `now` it is the hard limit that is over.
    #[cfg(feature = "client")]
    pub(crate) fn is_too_slow(&self, now: u64) -> bool {
        self.hard_at <= now
    }

    /// When patience ends.
    pub(crate) fn deadline(&self) -> u64 {
        self.idle_at.min(self.hard_at)
    }

    pub(crate) fn to_words(self) -> [u32; Self::WORDS] {
        let [idle_at, hard_at] = [self.idle_at, self.hard_at];
        [
            self.parent.generation,
            u32::from(self.parent.index),
            self.idle_ms,
            idle_at as u32,
            (idle_at >> 32) as u32,
            hard_at as u32,
            (hard_at >> 32) as u32,
        ]
    }

    pub(crate) fn from_words(words: [u32; Self::WORDS]) -> Self {
        let [generation, index, idle_ms, idle_low, idle_high, hard_low, hard_high] = words;
        let time = |low, high| u64::from(low) | (u64::from(high) << 32);
        Self {
            parent: Ticket { generation, index: index as u16 },
            idle_ms,
            idle_at: time(idle_low, idle_high),
            hard_at: time(hard_low, hard_high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_survives_as_words() {
        let parent = Ticket { generation: 0x8765_4321, index: 0xfedc };
        let limits = Limits { idle_ms: 0x0102_0304, hard_ms: u32::MAX };
        let waiting = Waiting::new(parent, &limits, u64::MAX / 3);
        assert_eq!(Waiting::from_words(waiting.to_words()), waiting);
    }

    #[test]
    fn progress_moves_the_idle_deadline_and_not_the_hard_one() {
        let mut waiting = Waiting::new(Ticket::NONE, &Limits { idle_ms: 10, hard_ms: 25 }, 100);
        assert_eq!(waiting.deadline(), 110);
        waiting.progressed(109);
        assert_eq!(waiting.deadline(), 119);
        waiting.progressed(118);
        assert_eq!(waiting.deadline(), 125);
        assert_eq!(Waiting::new(Ticket::NONE, &Limits::NONE, 5).deadline(), u64::MAX);
        let late = Waiting::new(Ticket::NONE, &Limits::DEFAULT, u64::MAX - 1);
        assert_eq!(late.deadline(), u64::MAX);
    }
}

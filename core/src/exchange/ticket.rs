//! Tickets: how the application names an open request.

/// Names one request until it is answered: the place of its slot and how often that slot was used
/// before. A ticket that is out of date is an error value, never a mix-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(C)]
pub struct Ticket {
    /// How often the slot has been used, from 1.
    pub generation: u32,
    /// The place of the slot in the table; [`Ticket::SPARE`] is the connection's own.
    pub index: u16,
}

impl Ticket {
    /// Belongs to no request.
    pub const NONE: Self = Self { generation: 0, index: 0 };
    /// The index of the place that a connection keeps for answers when the table is full.
    pub const SPARE: u16 = u16::MAX;
    /// The index of the place that a client's connection keeps for the handshake.
    pub const HANDSHAKE: u16 = u16::MAX - 1;

    /// The ticket as one number below 2^48, so that JavaScript can hold it.
    #[must_use]
    pub const fn number(self) -> u64 {
        ((self.generation as u64) << 16) | self.index as u64
    }

    /// The ticket of a number; [`Ticket::NONE`] for 2^48 and more.
    #[must_use]
    pub const fn from_number(number: u64) -> Self {
        if number >> 48 != 0 {
            return Self::NONE;
        }
        Self { generation: (number >> 16) as u32, index: (number & 0xffff) as u16 }
    }
}

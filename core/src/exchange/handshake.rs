//! What a client's connection remembers of how it comes about.

#[cfg(feature = "client")]
use super::Ticket;
#[cfg(feature = "client")]
use crate::rules::Revision;
#[cfg(feature = "client")]
use crate::rules::transition::{Phase, Turn};

/// The request that asks for the era or shakes hands. It takes no slot, so that a full table keeps
/// no session from being begun anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Handshake {
    /// When patience ends, in two halves: C has no padding then.
    deadline: [u32; 2],
    /// How often one was sent: with [`Ticket::HANDSHAKE`] the ticket of the one that is out.
    pub generation: u32,
    pub probe_ms: u32,
    pub connect_ms: u32,
    phase: u8,
    /// The revision that it offers.
    pub offered: u8,
    /// The bounds of the policy.
    pub newest: u8,
    pub oldest: u8,
    /// A failure that is still to be told, or 0.
    pub failure: u8,
    /// HTTP: the answer was 401 or 403, and the application decides.
    pub suspended: u8,
    /// HTTP: the status of the answer, 0 while there is none.
    pub status: u16,
    /// HTTP: why it failed, should its exchange end without an answer; or 0.
    pub noted: u8,
    /// HTTP: the exchange of the one before is to be closed.
    pub drops: u8,
    reserved: [u8; 2],
}

impl Handshake {
    pub(crate) const NEW: Self = Self {
        deadline: [0; 2],
        generation: 0,
        probe_ms: 0,
        connect_ms: 0,
        phase: 0,
        offered: 0,
        newest: 0,
        oldest: 0,
        failure: 0,
        suspended: 0,
        status: 0,
        noted: 0,
        drops: 0,
        reserved: [0; 2],
    };
}

#[cfg(feature = "client")]
impl Handshake {
    /// When patience ends, in milliseconds; `u64::MAX` is never.
    pub(crate) fn deadline(&self) -> u64 {
        let [low, high] = self.deadline;
        u64::from(low) | u64::from(high) << 32
    }

    pub(crate) fn set_deadline(&mut self, time: u64) {
        self.deadline = [time as u32, (time >> 32) as u32];
    }

    pub(crate) fn phase(&self) -> Phase {
        match self.phase {
            1 => Phase::Probing,
            2 => Phase::Correcting,
            3 => Phase::Handshake,
            4 => Phase::Modern,
            5 => Phase::Legacy,
            6 => Phase::Failed,
            _ => Phase::Start,
        }
    }

    /// Takes a turn of the table; false where it is not allowed.
    pub(crate) fn turn(&mut self, turn: Turn) -> bool {
        let Some(phase) = self.phase().after(turn) else { return false };
        self.phase = phase as u8;
        true
    }

    /// True while its answer is waited for.
    pub(crate) fn is_out(&self) -> bool {
        matches!(self.phase(), Phase::Probing | Phase::Correcting | Phase::Handshake)
    }

    pub(crate) fn ticket(&self) -> Ticket {
        Ticket { generation: self.generation, index: Ticket::HANDSHAKE }
    }

    pub(crate) fn offered(&self) -> Revision {
        Revision::from_number(self.offered).unwrap_or(Revision::LATEST)
    }

    /// The policy allows this revision.
    pub(crate) fn allows(&self, revision: Revision) -> bool {
        (self.oldest..=self.newest).contains(&(revision as u8))
    }
}

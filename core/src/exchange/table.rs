//! The table of slots: a hash index and a chain of free slots inside the caller's slice, so that a
//! slot is found and taken without a walk over all of them.

use super::{Slot, Ticket};
use crate::envelope::{hash, same};
use crate::frame::Route;
use crate::rules::transition::{Move, State};

/// A view over the caller's slots.
pub(crate) struct Table<'s>(pub &'s mut [Slot]);

/// Places are stored as one more than they are, so that 0 bits mean none.
fn link(index: usize) -> u16 {
    index.wrapping_add(1) as u16
}

fn place(link: u16) -> Option<usize> {
    usize::from(link).checked_sub(1)
}

/// No table uses more slots than a ticket can name.
const MOST: usize = u16::MAX as usize - 1;

fn key(route: Route, id: &str) -> u32 {
    hash(id) ^ route.number.wrapping_mul(0x9e37_79b9) ^ (route.kind as u32)
}

impl Table<'_> {
    fn bucket(&self, hash: u32) -> usize {
        (hash as usize).checked_rem(self.0.len().min(MOST)).unwrap_or(0)
    }

    /// The open exchange with this id on this route.
    pub(crate) fn find(&self, route: Route, id: &str) -> Option<Ticket> {
        let hash = key(route, id);
        let mut at = self.0.get(self.bucket(hash))?.bucket;
        // A chain is never longer than the table: the bound holds even over corrupt memory.
        for _ in 0..self.0.len() {
            let index = place(at)?;
            let slot = self.0.get(index)?;
            if slot.hash == hash && slot.exchange.route() == route {
                let found = slot.exchange.id().and_then(|id| core::str::from_utf8(id).ok());
                if found.is_some_and(|found| same(found, id)) {
                    return Some(Ticket {
                        generation: slot.exchange.generation,
                        index: index as u16,
                    });
                }
            }
            at = slot.next;
        }
        None
    }

    /// Takes a free slot for a request. With `index`, [`Table::find`] finds it by its id.
    pub(crate) fn open(&mut self, route: Route, id: Option<&str>, index: bool) -> Option<Ticket> {
        let at = self.take()?;
        let hash = id.map_or(0, |id| key(route, id));
        let indexed = index && id.is_some();
        let mut head = 0;
        if indexed {
            let bucket = self.bucket(hash);
            if let Some(slot) = self.0.get_mut(bucket) {
                head = core::mem::replace(&mut slot.bucket, link(at));
            }
        }
        let slot = self.0.get_mut(at)?;
        slot.hash = hash;
        slot.next = head;
        slot.indexed = u8::from(indexed);
        let generation = slot.exchange.open(route, id);
        Some(Ticket { generation, index: at as u16 })
    }

    fn take(&mut self) -> Option<usize> {
        let length = self.0.len().min(MOST);
        let first = self.0.first()?;
        if let Some(at) = place(first.free) {
            let next = self.0.get(at)?.next;
            self.0.first_mut()?.free = next;
            return Some(at);
        }
        let at = usize::from(first.used);
        if at >= length {
            return None;
        }
        self.0.first_mut()?.used = link(at);
        Some(at)
    }

    /// Takes an exchange out of the index, so that its id may be used again.
    pub(crate) fn forget(&mut self, ticket: Ticket) {
        let index = usize::from(ticket.index);
        let Some(slot) = self.0.get_mut(index) else { return };
        if core::mem::take(&mut slot.indexed) == 0 {
            return;
        }
        let (hash, next) = (slot.hash, slot.next);
        let bucket = self.bucket(hash);
        let Some(slot) = self.0.get_mut(bucket) else { return };
        if slot.bucket == link(index) {
            slot.bucket = next;
            return;
        }
        let mut at = slot.bucket;
        for _ in 0..self.0.len() {
            let Some(slot) = place(at).and_then(|at| self.0.get_mut(at)) else { return };
            if slot.next == link(index) {
                slot.next = next;
                return;
            }
            at = slot.next;
        }
    }

    /// Ends an exchange and frees its slot.
    pub(crate) fn close(&mut self, ticket: Ticket) {
        self.forget(ticket);
        let index = usize::from(ticket.index);
        let free = self.0.first().map_or(0, |first| first.free);
        let Some(slot) = self.0.get_mut(index) else { return };
        if !slot.exchange.step(Move::Finish) {
            return;
        }
        slot.next = free;
        if let Some(first) = self.0.first_mut() {
            first.free = link(index);
        }
    }

    /// The slot of a ticket that is still good.
    pub(crate) fn get(&mut self, ticket: Ticket) -> Option<&mut Slot> {
        self.0.get_mut(usize::from(ticket.index)).filter(|slot| slot.exchange.is(ticket))
    }

    /// The tickets of all exchanges that are not ended.
    pub(crate) fn open_tickets(&self) -> impl Iterator<Item = Ticket> {
        let used = self.0.first().map_or(0, |first| usize::from(first.used));
        self.0.iter().take(used).enumerate().filter_map(|(index, slot)| {
            (slot.exchange.state() != State::Free)
                .then_some(Ticket { generation: slot.exchange.generation, index: index as u16 })
        })
    }
}

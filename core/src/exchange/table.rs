//! The table of slots: a hash index and a chain of free slots inside the caller's slice, so that a
//! slot is found and taken without a walk over all of them.

use super::{Slot, Ticket};
use crate::HTTP;
use crate::envelope::{hash, same};
use crate::frame::Route;
use crate::json::text_of;
use crate::rules::transition::{Move, State};

/// A view over the caller's slots: those of one session, and what was never used.
pub(crate) struct Table<'s> {
    slots: &'s mut [Slot],
    /// The session that sees no slot of another; 0 is what belongs to none.
    session: u16,
}

/// Places are stored as one more than they are, so that 0 bits mean none.
fn link(index: usize) -> u16 {
    index.wrapping_add(1) as u16
}

fn place(link: u16) -> Option<usize> {
    usize::from(link).checked_sub(1)
}

/// No table uses more slots than a ticket can name.
const MOST: usize = u16::MAX as usize - 1;

/// What an exchange is found by: its id, and the route in whose scope it counts.
#[derive(Clone, Copy)]
pub(crate) struct Key<'i> {
    pub(crate) route: Route,
    pub(crate) id: &'i str,
    hash: u32,
}

impl<'i> Key<'i> {
    /// An id counts on its route alone; in a session on all routes of it.
    pub(crate) fn new(session: u16, route: Route, id: &'i str) -> Self {
        let (number, kind) = match session {
            _ if !HTTP => (route.number, route.kind as u32),
            0 => (route.number, route.kind as u32),
            session => (u32::from(session), 3),
        };
        let scope = number.wrapping_mul(0x9e37_79b9) ^ kind;
        Self { route, id, hash: hash(id) ^ scope }
    }
}

impl<'s> Table<'s> {
    pub(crate) fn new(slots: &'s mut [Slot], session: u16) -> Self {
        Self { slots, session }
    }

    /// Which session's slots it sees.
    pub(crate) fn session(&self) -> u16 {
        if HTTP { self.session } else { 0 }
    }

    fn is_ours(&self, slot: &Slot) -> bool {
        !HTTP || slot.session == self.session
    }

    fn bucket(&self, hash: u32) -> usize {
        let buckets = self.slots.first().map_or(0, |first| usize::from(first.buckets));
        (hash as usize).checked_rem(buckets).unwrap_or(0)
    }

    /// The open exchange with this id on this route.
    pub(crate) fn find(&self, key: &Key<'_>) -> Option<Ticket> {
        let mut at = self.slots.get(self.bucket(key.hash))?.bucket;
        // A chain is never longer than the table: the bound holds even over corrupt memory.
        for _ in 0..self.slots.len() {
            let index = place(at)?;
            let slot = self.slots.get(index)?;
            let is_in_scope = match self.session() {
                0 => slot.exchange.route() == key.route,
                _ => true,
            };
            if slot.hash == key.hash && is_in_scope && self.is_ours(slot) {
                let found = slot.exchange.id().and_then(|id| text_of(id).ok());
                if found.is_some_and(|found| same(found, key.id)) {
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

    /// Takes a free slot for a request that [`Table::find`] will find.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn open(&mut self, key: &Key<'_>) -> Option<Ticket> {
        let at = self.take()?;
        let bucket = self.bucket(key.hash);
        let head = core::mem::replace(&mut self.slots.get_mut(bucket)?.bucket, link(at));
        let slot = self.slots.get_mut(at)?;
        slot.hash = key.hash;
        slot.next = head;
        slot.indexed = 1;
        let generation = slot.exchange.open(key.route, Some(key.id));
        Some(Ticket { generation, index: at as u16 })
    }

    /// Takes a free slot for a message that is only to be answered: its id may be another's, or
    /// none.
    pub(crate) fn open_aside(&mut self, route: Route, id: Option<&str>) -> Option<Ticket> {
        let at = self.take()?;
        let slot = self.slots.get_mut(at)?;
        slot.indexed = 0;
        let generation = slot.exchange.open(route, id);
        Some(Ticket { generation, index: at as u16 })
    }

    /// Takes a free slot for what no request of the peer's opened: a request of ours, or a
    /// subscription.
    pub(crate) fn open_own(&mut self, route: Route, state: State) -> Option<Ticket> {
        let at = self.take()?;
        let slot = self.slots.get_mut(at)?;
        slot.indexed = 0;
        slot.clear();
        let generation = slot.exchange.renew(route, None, state);
        Some(Ticket { generation, index: at as u16 })
    }

    fn take(&mut self) -> Option<usize> {
        let at = self.take_any()?;
        if HTTP {
            self.slots.get_mut(at)?.session = self.session;
        }
        Some(at)
    }

    fn take_any(&mut self) -> Option<usize> {
        let length = self.slots.len().min(MOST);
        let first = self.slots.first()?;
        if let Some(at) = place(first.free) {
            let next = self.slots.get(at)?.next;
            self.slots.first_mut()?.free = next;
            return Some(at);
        }
        let at = usize::from(first.used);
        if at >= length {
            return None;
        }
        let first = self.slots.first_mut()?;
        first.used = link(at);
        if at == 0 {
            first.buckets = length as u16;
        }
        Some(at)
    }

    /// Takes an exchange out of the index, so that its id may be used again.
    pub(crate) fn forget(&mut self, ticket: Ticket) {
        let index = usize::from(ticket.index);
        let Some(slot) = self.slots.get_mut(index) else { return };
        if core::mem::take(&mut slot.indexed) == 0 {
            return;
        }
        let (hash, next) = (slot.hash, slot.next);
        let bucket = self.bucket(hash);
        let Some(slot) = self.slots.get_mut(bucket) else { return };
        if slot.bucket == link(index) {
            slot.bucket = next;
            return;
        }
        let mut at = slot.bucket;
        for _ in 0..self.slots.len() {
            let Some(slot) = place(at).and_then(|at| self.slots.get_mut(at)) else { return };
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
        let free = self.slots.first().map_or(0, |first| first.free);
        let Some(slot) = self.slots.get_mut(index) else { return };
        if !slot.exchange.step(Move::Finish) {
            return;
        }
        slot.next = free;
        if let Some(first) = self.slots.first_mut() {
            first.free = link(index);
        }
    }

    /// Ends an exchange that got no answer, and keeps its slot until its POST was told so. Its
    /// ticket is stale from now on.
    pub(crate) fn leave_unanswered(&mut self, ticket: Ticket) {
        self.forget(ticket);
        let Some(slot) = self.slots.get_mut(usize::from(ticket.index)) else { return };
        if slot.exchange.step(Move::Drop) {
            slot.exchange.generation = slot.exchange.generation.wrapping_add(1).max(1);
        }
    }

    /// The slot where a ticket's is or was.
    pub(crate) fn at(&mut self, ticket: Ticket) -> Option<&mut Slot> {
        self.slots.get_mut(usize::from(ticket.index))
    }

    /// The slot of a ticket that is still good.
    pub(crate) fn get(&mut self, ticket: Ticket) -> Option<&mut Slot> {
        let session = self.session;
        self.slots
            .get_mut(usize::from(ticket.index))
            .filter(|slot| slot.exchange.is(ticket) && (!HTTP || slot.session == session))
    }

    /// As [`Table::get`], to look only.
    #[cfg(all(feature = "client", feature = "http"))]
    pub(crate) fn peek(&self, ticket: Ticket) -> Option<&Slot> {
        let slot = self.slots.get(usize::from(ticket.index));
        slot.filter(|slot| slot.exchange.is(ticket) && self.is_ours(slot))
    }

    /// The tickets of all requests of the peer's that are not answered.
    pub(crate) fn open_tickets(&self) -> impl Iterator<Item = Ticket> {
        self.used()
            .filter_map(|(ticket, slot)| slot.exchange.state().is_unanswered().then_some(ticket))
    }

    /// Every slot that was ever used, with the ticket of its present or last use.
    pub(crate) fn used(&self) -> impl Iterator<Item = (Ticket, &Slot)> {
        let used = self.slots.first().map_or(0, |first| usize::from(first.used));
        self.slots
            .iter()
            .take(used)
            .enumerate()
            .map(|(index, slot)| {
                (Ticket { generation: slot.exchange.generation, index: index as u16 }, slot)
            })
            .filter(|(_, slot)| self.is_ours(slot))
    }

    /// The first slot from `index` on that is as asked.
    // One loop for all who ask: each of its own would take three times its flash.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn find_from(&self, index: u16, is: &dyn Fn(&Slot) -> bool) -> Option<Ticket> {
        let used = self.slots.first().map_or(0, |first| first.used);
        let mut index = index;
        while index < used {
            let slot = self.slots.get(usize::from(index))?;
            if self.is_ours(slot) && is(slot) {
                return Some(Ticket { generation: slot.exchange.generation, index });
            }
            index = index.wrapping_add(1);
        }
        None
    }
}

//! What is remembered of a request of ours: its slot, and what the fields of the slot mean there.
//!
//! | field of the exchange | of a request of ours | of a listen before 2026-07-28 |
//! |---|---|---|
//! | `shape` | how often the server asked for input | how many resources it refused |
//! | `level` | the flags below | likewise |
//! | `refusal` | why it is suspended or failed | why it ended |
//! | `from` | HTTP: ms until it is gone on with; of a listen the hash of its URI | its lists |
//! | `sent` | HTTP: the count of the session it was sent in | its requests that are not answered |
//! | `id` | HTTP: the last id of its event stream | |

use super::{Client, due};
use crate::exchange::{Exchange, Limits, Ticket, Waiting};
use crate::frame::Route;
use crate::rules::transition::{Move, State};
use crate::rules::{Failure, Method, Revision};

/// It was sent again once for a reason that must not come twice.
pub(super) const RETRIED: u8 = 1;
/// HTTP: its answer comes as an event stream, which can be gone on with.
pub(super) const STREAMS: u8 = 4;
/// HTTP: its answer broke off once, so that it was served; only the rest of it is asked for.
#[cfg(feature = "http")]
pub(super) const BEGUN: u8 = 16;
/// A listen of which all that it takes was sent.
pub(super) const COMPLETE: u8 = 8;

impl Exchange {
    /// Flags of a request of ours.
    pub(super) fn has(&self, flag: u8) -> bool {
        self.level & flag != 0
    }

    pub(super) fn set(&mut self, flag: u8) {
        self.level |= flag;
    }

    /// How often the server asked for input in its course.
    pub(super) fn rounds(&self) -> u8 {
        self.shape
    }

    /// Why it is suspended or failed, a number.
    pub(super) fn set_why(&mut self, why: u8) {
        self.refusal = why;
    }
}

impl Client<'_> {
    /// Takes a slot for a request of ours.
    pub(super) fn open_asked(
        &mut self,
        method: Method,
        revision: Revision,
        waiting: &Waiting,
    ) -> Option<Ticket> {
        let ticket = self.table.open_own(Route::PIPE, State::Asked)?;
        let way = self.way(ticket);
        let slot = self.table.get(ticket)?;
        slot.wait(waiting);
        slot.set_later(0);
        let exchange = &mut slot.exchange;
        exchange.method = method as u8;
        exchange.revision = revision as u8;
        exchange.route = way.number;
        exchange.route_kind = way.kind as u8;
        self.note_session(ticket);
        Some(ticket)
    }

    /// Frees the slot of a request that was not sent. Nobody saw its number, so the next attempt
    /// has the same, and needs the room that was said.
    pub(super) fn take_back(&mut self, ticket: Ticket) {
        self.close(ticket);
        if let Some(slot) = self.table.at(ticket) {
            slot.exchange.generation = ticket.generation.wrapping_sub(1);
        }
    }

    /// Puts a suspended request on the wire again, under a new ticket.
    pub(super) fn renew(&mut self, ticket: Ticket, limits: &Limits, now: u64) -> Option<Ticket> {
        let parent = self.table.get(ticket)?.waiting().parent;
        let exchange = &mut self.table.get(ticket)?.exchange;
        let (method, revision) = (exchange.method, exchange.revision);
        let (rounds, flags) = (exchange.shape, exchange.level);
        let generation = exchange.renew(Route::PIPE, None, State::Asked);
        let renewed = Ticket { generation, index: ticket.index };
        let way = self.way(renewed);
        let slot = self.table.get(renewed)?;
        slot.wait(&Waiting::new(parent, limits, now));
        slot.set_later(0);
        let exchange = &mut slot.exchange;
        exchange.method = method;
        exchange.revision = revision;
        exchange.shape = rounds;
        exchange.level = flags & !STREAMS;
        exchange.route = way.number;
        exchange.route_kind = way.kind as u8;
        self.note_session(renewed);
        Some(renewed)
    }

    /// HTTP: remembers in which session a request goes out.
    fn note_session(&mut self, ticket: Ticket) {
        #[cfg(feature = "http")]
        if let Some(remote) = &self.remote {
            let present = remote.present();
            if let Some(slot) = self.table.get(ticket) {
                slot.exchange.sent = present;
            }
        }
        #[cfg(not(feature = "http"))]
        let _ = ticket;
    }

    /// The request of ours that an id or a progress token names, and its state.
    pub(super) fn ours(&mut self, number: u64) -> Option<(Ticket, State)> {
        let ticket = Ticket::from_number(number);
        let exchange = &self.table.get(ticket)?.exchange;
        let state = exchange.state();
        state.is_ours().then_some((ticket, state))
    }

    /// Fails a request of ours: the application is told by [`Client::expire`].
    pub(super) fn fail_asked(&mut self, ticket: Ticket, failure: Failure) {
        let Some(slot) = self.table.get(ticket) else { return };
        if slot.exchange.step(Move::Fail) {
            slot.exchange.set_why(failure as u8);
            self.connection.due |= due::TELL;
        }
    }
}

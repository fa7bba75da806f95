//! What goes out without being asked for: marks that become messages when there is time.

use super::{Server, wire};
use crate::error::Error;
use crate::exchange::{Slot, Ticket};
use crate::frame::Route;
use crate::json::Writer;
use crate::out::Out;
use crate::rules::What;
use crate::rules::transition::{Move, State};
use crate::{FULL, HTTP};

/// A slot has a mark, or holds a request of ours to take back. Of the connection's marks; the
/// others are those of [`What`].
pub(crate) const SLOTS: u8 = 8;
/// A listener ends, and is still to be told. Of a slot's marks; the others are those of [`What`].
pub(super) const END: u8 = 16;

impl Server<'_> {
    /// The next message or piece that is due without being asked for, until it gives `None`: call
    /// it whenever something else was sent, and after [`Server::begin_reply`],
    /// [`Server::changed`], [`Server::end_listen`] and [`Server::expire`].
    ///
    /// # Errors
    /// [`Error::Short`] if `tx` is too small; [`crate::MIN_TX`] bytes are enough, but for the end
    /// of a listen, which says what the server says of itself.
    #[inline]
    pub fn next_output<'t>(&mut self, tx: &'t mut [u8]) -> Result<Option<Out<'t>>, Error> {
        if self.connection.streaming != Ticket::NONE {
            return self.next_stretch(tx);
        }
        if HTTP
            && self.connection.streams != 0
            && let Some(ticket) = self.next_post_stretch()
        {
            return self.stretch(ticket, tx).map(Some);
        }
        if !(FULL || HTTP) || self.connection.due == 0 {
            return Ok(None);
        }
        self.next_due(tx)
    }

    /// True if [`Server::next_output`] has something to give.
    #[cfg(feature = "http")]
    pub(crate) fn has_output(&mut self) -> bool {
        if self.connection.streaming != Ticket::NONE {
            return self.has_stretch();
        }
        if self.connection.streams != 0 && self.next_post_stretch().is_some() {
            return true;
        }
        if self.is_list_due() {
            return true;
        }
        let is_spare_due = self.connection.spare.state() == State::Dropped;
        self.connection.due & SLOTS != 0 && (is_spare_due || self.next_marked().is_some())
    }

    /// The slot whose mark comes next. What is taken back goes before the end of the POST that it
    /// was said on; what would go into the middle of an answer waits until that is out.
    fn next_marked(&mut self) -> Option<Ticket> {
        let is_free = |slot: &Slot| {
            !HTTP || self.connection.streams == 0 || !self.is_streaming(slot.exchange.route())
        };
        let first = |is: &dyn Fn(&Slot) -> bool| {
            self.table.find_from(0, &|slot: &Slot| is(slot) && is_free(slot))
        };
        let found = if HTTP { first(&is_withdrawn) } else { None };
        let found = found.or_else(|| first(&is_due));
        if found.is_none() && (!HTTP || self.table.find_from(0, &is_due).is_none()) {
            self.connection.due &= !SLOTS;
        }
        found
    }

    /// Where a question is taken back: on the POST that it went out on, as long as that is open.
    fn way_back(&mut self, ticket: Ticket) -> Route {
        let asked = self.exchange(ticket).map_or(Route::PIPE, |exchange| exchange.route());
        let open = self.table.find_from(0, &|slot| {
            let state = slot.exchange.state();
            slot.exchange.route() == asked && (state.is_unanswered() || state == State::Dropped)
        });
        if self.connection.has_stream() && open.is_none() { self.connection.route } else { asked }
    }

    /// The client is to be told of a list. Before it says that it is initialized it is told
    /// nothing, and over HTTP it has to listen.
    fn is_list_due(&self) -> bool {
        let is_there = self.connection.is_ready() && self.connection.has_route();
        is_there && first_of(self.connection.due).is_some()
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn next_due<'t>(&mut self, tx: &'t mut [u8]) -> Result<Option<Out<'t>>, Error> {
        let mut writer = Writer::new(tx);
        if self.is_list_due()
            && let Some(what) = first_of(self.connection.due)
        {
            wire::list_changed(&mut writer, what);
            writer.put_str("}\n");
            let out = wire::aside(writer, self.connection.route)?;
            self.connection.due &= !what.bit();
            return Ok(Some(out));
        }
        if self.connection.due & SLOTS == 0 {
            return Ok(None);
        }
        if HTTP && self.connection.spare.state() == State::Dropped {
            let route = self.connection.spare.route();
            self.connection.spare.step(Move::Finish);
            return Ok(Some(Out { route, is_last: true, ..Out::NOTHING }));
        }
        let catalog = self.catalog;
        let Some(ticket) = self.next_marked() else { return Ok(None) };
        let way = if HTTP { self.way_back(ticket) } else { Route::PIPE };
        let Some(slot) = self.table.get(ticket) else { return Ok(None) };
        let route = slot.exchange.route();
        if HTTP && slot.exchange.state() == State::Dropped {
            self.table.close(ticket);
            return Ok(Some(Out { route, is_last: true, ..Out::NOTHING }));
        }
        let (is_last, rest) = if slot.exchange.state() == State::Withdrawn {
            wire::notification(&mut writer, "cancelled");
            writer.put_str("\"requestId\":");
            writer.uint(ticket.number());
            writer.put_str("}}\n");
            (false, None)
        } else if let Some(what) = first_of(slot.due) {
            wire::list_changed(&mut writer, what);
            writer.put_str(",\"params\":{");
            wire::tag(&mut writer, &slot.exchange);
            writer.put_str("}}\n");
            (false, Some(slot.due & !what.bit()))
        } else {
            // The text of the protocol asks for a cancellation in one place and for the result in
            // another; the official clients take the first for a loss and the second for an end.
            let before = wire::result(&mut writer, &slot.exchange);
            writer.put_str(before);
            wire::open_tag(&mut writer, &slot.exchange);
            writer.put_str(",");
            wire::server_info(&mut writer, catalog, slot.exchange.revision());
            writer.put_str("}}}\n");
            (true, None)
        };
        let bytes = wire::whole(writer)?;
        let is_taken_back = slot.exchange.state() == State::Withdrawn;
        let route = if HTTP && is_taken_back { way } else { route };
        match rest {
            Some(due) => slot.due = due,
            None => self.close(ticket, true),
        }
        Ok(Some(Out { bytes, route, is_last, ..Out::NOTHING }))
    }
}

fn is_withdrawn(slot: &Slot) -> bool {
    slot.exchange.state() == State::Withdrawn
}

fn is_due(slot: &Slot) -> bool {
    match slot.exchange.state() {
        State::Withdrawn | State::Dropped => true,
        State::Listening => slot.due != 0,
        _ => false,
    }
}

/// The first list that the marks say has changed.
fn first_of(due: u8) -> Option<What> {
    What::ALL.into_iter().find(|what| due & what.bit() != 0)
}

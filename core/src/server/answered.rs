//! How requests of ours end: the peer's answer, its progress, or the clock.

use super::event::{Event, EventKind};
use super::judge::ignore;
use super::{LEGACY, Server};
use crate::FULL;
use crate::envelope::{Message, Parts};
use crate::exchange::{Ticket, Waiting};
use crate::frame::Route;
use crate::json::{Number, Raw};
use crate::rules::Refusal;
use crate::rules::transition::{Move, State};

impl Server<'_> {
    /// A response: of a request of ours, or of nothing that waits.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn response(&mut self, route: Route, message: &mut Message<'_>) -> EventKind {
        if !FULL || !LEGACY {
            // Nothing is asked, so nothing is answered.
            return ignore(None, message);
        }
        let Some(ticket) = self.answered(route, message.id.good()) else {
            return ignore(None, message);
        };
        if message.has_duplicate() {
            return ignore(Some(Refusal::DuplicateKey), message);
        }
        let (result, error) = (message.result, message.error);
        let parts = &mut message.parts;
        parts.params = result;
        parts.reason = error;
        self.end_asked(ticket, parts);
        EventKind::Answered
    }

    /// Progress on a request of ours: it may take longer now.
    pub(super) fn progressed(&mut self, route: Route, message: &mut Message<'_>) {
        let params = message.parts.params.of(message.text).map(Raw::trusted);
        let token = params.and_then(|params| params.get("progressToken"));
        let found = token.and_then(|token| self.ours(route, token));
        let Some((ticket, State::Asked)) = found else { return };
        message.parts.ticket = ticket;
        let now = self.now;
        if let Some(slot) = self.table.get(ticket) {
            let mut waiting = slot.waiting();
            waiting.progressed(now);
            slot.wait(&waiting);
        }
    }

    /// The request of ours that a number names, on this route; its end may still be untold.
    fn ours(&mut self, route: Route, number: Raw<'_>) -> Option<(Ticket, State)> {
        if self.connection.asked == 0 {
            return None;
        }
        let Number::Int(number) = number.number()? else { return None };
        let in_session = self.table.session() != 0;
        let ticket = Ticket::from_number(u64::try_from(number).ok()?);
        let exchange = &self.table.get(ticket)?.exchange;
        let is_its = in_session
            // A legacy answer over HTTP comes in a POST of its own.
            || exchange.route().kind != route.kind
            || exchange.route() == route;
        is_its.then_some((ticket, exchange.state()))
    }

    /// The request of ours that a response answers, if it still waits for one.
    fn answered(&mut self, route: Route, id: Option<&str>) -> Option<Ticket> {
        match self.ours(route, Raw::trusted(id?))? {
            (ticket, State::Asked) => Some(ticket),
            (ticket, State::Withdrawn) => {
                // It came to its end by itself: there is nothing left to take back.
                self.close(ticket, false);
                None
            }
            _ => None,
        }
    }

    /// An answer of which no more could be read than which request it answers: it ends without a
    /// result. False if nothing waits for it.
    pub(super) fn unread_answer(
        &mut self,
        route: Route,
        id: Option<&str>,
        message: &mut Message<'_>,
    ) -> bool {
        if !FULL || !LEGACY {
            return false;
        }
        let ticket = self.answered(route, id);
        if let Some(ticket) = ticket {
            self.end_asked(ticket, &mut message.parts);
        }
        ticket.is_some()
    }

    /// Frees the slot of a request of ours, and notes what it was.
    fn end_asked(&mut self, ticket: Ticket, parts: &mut Parts) {
        let parent = self.table.get(ticket).map_or(Ticket::NONE, |slot| slot.waiting().parent);
        if let Some(exchange) = self.exchange(ticket) {
            parts.method = exchange.method;
            parts.revision = exchange.revision;
        }
        parts.ticket = ticket;
        parts.parent = parent;
        self.close(ticket, true);
    }

    /// When to call [`Server::expire`], in milliseconds as given to [`Server::receive`]; `None`
    /// while nothing waits with a limit, as always from 2026-07-28 on. Ask again after each event:
    /// progress of the client's moves it.
    #[must_use]
    pub fn next_deadline(&self) -> Option<u64> {
        if self.connection.asked == 0 {
            return None;
        }
        let mut first = u64::MAX;
        for (_, slot) in self.table.used() {
            if slot.exchange.state() == State::Asked {
                first = first.min(slot.waiting().deadline());
            }
        }
        (first != u64::MAX).then_some(first)
    }

    /// Ends a request of yours whose time is over at `now`: gives its [`Event::Answered`], with
    /// [`super::Outcome::Expired`]. Treat it as any other; [`Server::resume`] says
    /// [`crate::Error::Rejected`], and the call is yours to answer. Call it until it gives `None`,
    /// and after each [`Server::next_output`], which tells the peer: before the call is answered,
    /// since over HTTP its response ends with that.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn expire(&mut self, now: u64) -> Option<Event<'static>> {
        if self.connection.asked == 0 {
            return None;
        }
        let ticket = self.table.find_from(0, &|slot| {
            let deadline = slot.waiting().deadline();
            slot.exchange.state() == State::Asked && deadline <= now && deadline != u64::MAX
        })?;
        let mut parts = Parts { ticket, ..Parts::default() };
        if let Some(slot) = self.table.get(ticket) {
            parts.parent = slot.waiting().parent;
            parts.method = slot.exchange.method;
            parts.revision = slot.exchange.revision;
        }
        self.withdraw(ticket);
        Some(Event::from_parts(EventKind::Answered, "", parts))
    }

    /// Takes a request of ours back: the peer is told when there is time.
    pub(super) fn withdraw(&mut self, ticket: Ticket) {
        if self.exchange(ticket).is_some_and(|exchange| exchange.step(Move::Withdraw)) {
            self.connection.due |= super::due::SLOTS;
        }
    }

    /// Takes back what was asked in the course of a request that ended.
    pub(super) fn withdraw_children(&mut self, parent: Ticket) {
        if self.connection.asked == 0 {
            return;
        }
        let mut from = 0;
        while let Some(child) = self.table.find_from(from, &|slot| {
            slot.exchange.state() == State::Asked && slot.waiting().parent == parent
        }) {
            from = child.index.saturating_add(1);
            self.withdraw(child);
        }
    }

    /// Opens a slot for a request of ours.
    pub(super) fn open_asked(&mut self, route: Route, waiting: &Waiting) -> Option<Ticket> {
        let ticket = self.table.open_own(route, State::Asked)?;
        self.hold();
        self.connection.asked = self.connection.asked.saturating_add(1);
        if let Some(slot) = self.table.get(ticket) {
            slot.wait(waiting);
        }
        Some(ticket)
    }
}

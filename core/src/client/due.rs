//! What goes out and what ends without being asked for: marks that become messages, deadlines, and
//! ways that are gone.

use super::Client;
use super::call::NO_PARAMS;
use super::event::{Event, EventKind};
use super::write::Context;
use crate::envelope::{Message, Parts};
use crate::error::Error;
use crate::exchange::{Slot, Ticket};
use crate::frame::{Route, RouteKind};
use crate::json::Writer;
use crate::out::Out;
use crate::rules::transition::{Phase, State};
use crate::rules::{Failure, Method};
use crate::wire;

/// The probe or `initialize` is to be sent. Of the connection's marks.
pub(super) const HANDSHAKE: u8 = 1;
/// `notifications/initialized` is to be sent.
pub(super) const INITIALIZED: u8 = 2;
/// A slot has something to send.
pub(super) const SLOTS: u8 = 4;
/// The application is to be told of something.
pub(super) const TELL: u8 = 8;
/// HTTP: an event stream is to be asked for.
#[cfg(feature = "http")]
pub(super) const STREAM: u8 = 16;
/// HTTP: the session is to be ended.
#[cfg(feature = "http")]
pub(super) const LEAVE: u8 = 32;

/// The application is to be told: that a listen of an older revision is in force, or why a request
/// is suspended. Of a slot's marks.
pub(super) const NEWS: u8 = 1;
/// A listen ended with the connection.
pub(super) const ENDED: u8 = 2;
/// HTTP: the exchange of a request that was taken back is to be closed.
pub(super) const CLOSE: u8 = 4;
/// HTTP: what broke off is to be gone on with.
pub(super) const RESUME: u8 = 8;

impl Client<'_> {
    /// The next message that is due without being asked for, until it gives `None`: the handshake,
    /// what is taken back. Call it after each other call. Over HTTP an output without bytes that is
    /// the last ([`Out::is_last`]) says that its exchange is to be closed.
    ///
    /// # Errors
    /// [`Error::Short`] if `tx` is too small: what the client says of itself has to fit, and 300
    /// bytes. [`Error::NotJson`] if its extensions are no object.
    pub fn next_output<'t>(&mut self, tx: &'t mut [u8]) -> Result<Option<Out<'t>>, Error> {
        let handshake = &mut self.connection.handshake;
        if core::mem::take(&mut handshake.drops) != 0 && self.is_http() {
            let mut ticket = self.connection.handshake.ticket();
            if self.connection.handshake.is_out() {
                ticket.generation = ticket.generation.wrapping_sub(1);
            }
            return Ok(Some(Out::end_of(self.way(ticket))));
        }
        if self.connection.due & HANDSHAKE != 0 {
            return self.handshake_out(tx).map(Some);
        }
        if self.connection.due & INITIALIZED != 0 {
            let revision = self.agreed()?;
            let context = Context { revision, token: Ticket::NONE, own: "", is_request: false };
            let mut writer = Writer::new(tx);
            let name = "notifications/initialized";
            self.write_notification(&mut writer, name, &NO_PARAMS, &context)?;
            let out = wire::aside(writer, self.aside())?;
            self.connection.due &= !INITIALIZED;
            #[cfg(feature = "http")]
            self.want_stream();
            return Ok(Some(out));
        }
        #[cfg(feature = "http")]
        if let Some(out) = self.next_of_remote() {
            return Ok(Some(out));
        }
        self.next_of_slots(tx)
    }

    /// The probe or `initialize`.
    fn handshake_out<'t>(&mut self, tx: &'t mut [u8]) -> Result<Out<'t>, Error> {
        let handshake = &self.connection.handshake;
        let (ticket, revision) = (handshake.ticket(), handshake.offered());
        let mut writer = Writer::new(tx);
        if handshake.phase() == Phase::Handshake {
            self.write_initialize(&mut writer, ticket, revision)?;
        } else {
            let context = Context { revision, token: Ticket::NONE, own: "", is_request: true };
            self.write_request(&mut writer, ticket, "server/discover", &NO_PARAMS, &context)?;
        }
        let out = wire::aside(writer, self.way(ticket))?;
        self.connection.due &= !HANDSHAKE;
        Ok(out)
    }

    /// What a slot has to send.
    fn next_of_slots<'t>(&mut self, tx: &'t mut [u8]) -> Result<Option<Out<'t>>, Error> {
        if self.connection.due & SLOTS == 0 {
            return Ok(None);
        }
        let found = self.table.find_from(0, &|slot| {
            slot.exchange.state() == State::Withdrawn
                || slot.exchange.state() == State::Asked && slot.due & RESUME != 0
        });
        let Some(ticket) = found else {
            self.connection.due &= !SLOTS;
            return Ok(None);
        };
        let (is_http, aside) = (self.is_http(), self.aside());
        let Some(slot) = self.table.get(ticket) else { return Ok(None) };
        let route = slot.exchange.route();
        if slot.exchange.state() == State::Asked {
            slot.due &= !RESUME;
            return Ok(Some(Out::get(route)));
        }
        let is_modern = slot.exchange.revision().is_modern();
        // What broke off and was to be gone on with has no exchange.
        let is_idle = slot.later() != 0 || slot.due & RESUME != 0;
        if is_http && (is_modern || slot.due & CLOSE != 0) {
            // The end of the exchange says it all (2026-07-28, basic/patterns/cancellation).
            self.close(ticket);
            return Ok(Some(Out::end_of(route)));
        }
        let mut writer = Writer::new(tx);
        wire::notification(&mut writer, "cancelled");
        writer.put_str("\"requestId\":");
        writer.uint(ticket.number());
        writer.put_str("}}\n");
        let out = wire::aside(writer, aside)?;
        if is_http && !is_idle {
            slot.due |= CLOSE;
        } else {
            self.close(ticket);
        }
        Ok(Some(out))
    }

    /// When to call [`Client::expire`], in milliseconds as given to [`Client::receive`]; 0 if there
    /// is something to be told at once, `None` while nothing waits with a limit. Ask again after
    /// each event: progress moves it.
    #[must_use]
    pub fn next_deadline(&self) -> Option<u64> {
        if self.connection.due & TELL != 0 {
            return Some(0);
        }
        let handshake = &self.connection.handshake;
        let mut first = u64::MAX;
        if handshake.is_out() && handshake.suspended == 0 {
            first = handshake.deadline();
        }
        #[cfg(feature = "http")]
        {
            first = first.min(self.next_stream());
        }
        for (_, slot) in self.table.used() {
            if slot.exchange.state() == State::Asked {
                first = first.min(slot.waiting().deadline());
                let later = slot.later();
                first = first.min(if later == 0 { u64::MAX } else { later });
            }
        }
        (first != u64::MAX).then_some(first)
    }

    /// What is to be told without a message of the server's, until it gives `None`: what came to
    /// its end at `now`, with a way that is gone, or with the connection. Then
    /// [`Client::next_output`] has what is to be sent of it.
    pub fn expire(&mut self, now: u64) -> Option<Event<'static>> {
        self.now = now;
        if self.connection.due & TELL != 0 {
            if let Some((kind, parts)) = self.next_told() {
                return Some(Event::from_parts(kind, "", parts));
            }
            self.connection.due &= !TELL;
        }
        let handshake = &mut self.connection.handshake;
        let deadline = handshake.deadline();
        let is_late = deadline <= now && deadline != u64::MAX;
        if handshake.is_out() && handshake.suspended == 0 && is_late {
            let phase = handshake.phase();
            let was_sent = self.connection.due & HANDSHAKE == 0;
            let goes_on = phase == Phase::Probing && self.fall_back();
            if !goes_on {
                self.fail(Failure::Silent);
            }
            // Nobody reads what may still come on it.
            self.connection.handshake.drops = u8::from(was_sent);
            if !goes_on {
                return self.expire_told();
            }
        }
        #[cfg(feature = "http")]
        self.stream_due(now);
        while let Some(ticket) = self.table.find_from(0, &|slot| {
            let later = slot.later();
            slot.exchange.state() == State::Asked && later != 0 && later <= now
        }) {
            let slot = self.table.get(ticket)?;
            slot.set_later(0);
            slot.due |= RESUME;
            self.connection.due |= SLOTS;
        }
        while let Some(ticket) = self.table.find_from(0, &|slot| {
            let deadline = slot.waiting().deadline();
            slot.exchange.state() == State::Asked && deadline <= now && deadline != u64::MAX
        }) {
            let waiting = self.table.get(ticket)?.waiting();
            let failure = match waiting.is_too_slow(now) {
                true => Failure::TooSlow,
                false => Failure::Silent,
            };
            let (kind, parts) = self.ended(ticket, failure)?;
            self.withdraw(ticket);
            if waiting.parent == Ticket::NONE {
                return Some(Event::from_parts(kind, "", parts));
            }
            self.lost_of(waiting.parent);
        }
        if self.connection.due & TELL != 0 { self.expire_told() } else { None }
    }

    /// One of the requests that a listen takes came to nothing.
    fn lost_of(&mut self, listen: Ticket) {
        let is_last = self.one_less(listen);
        let Some(slot) = self.table.get(listen) else { return };
        slot.exchange.shape = slot.exchange.shape.saturating_add(1);
        if is_last {
            slot.due |= NEWS;
            self.connection.due |= TELL;
        }
    }

    /// What the failure of the connection leads to.
    fn expire_told(&mut self) -> Option<Event<'static>> {
        let (kind, parts) = self.next_told()?;
        Some(Event::from_parts(kind, "", parts))
    }

    /// The event of the end of a request of ours.
    fn ended(&mut self, ticket: Ticket, failure: Failure) -> Option<(EventKind, Parts)> {
        let slot = self.table.get(ticket)?;
        let is_listen = slot.exchange.is_of(Method::Listen);
        let parts = Parts {
            ticket,
            method: slot.exchange.method,
            revision: slot.exchange.revision,
            refusal: failure as u8,
            ..Parts::default()
        };
        Some((if is_listen { EventKind::ListenEnded } else { EventKind::Answered }, parts))
    }

    /// What the application is still to be told.
    fn next_told(&mut self) -> Option<(EventKind, Parts)> {
        let is_connected = self.is_connected();
        let is_due = |slot: &Slot| match slot.exchange.state() {
            State::Failed => true,
            State::Suspended => is_connected && slot.due & NEWS != 0,
            State::Listening => slot.due & (NEWS | ENDED) != 0,
            _ => false,
        };
        while let Some(ticket) = self.table.find_from(0, &is_due) {
            let slot = self.table.get(ticket)?;
            match slot.exchange.state() {
                State::Failed => {
                    let failure = Failure::from_number(slot.exchange.refusal);
                    let parent = slot.waiting().parent;
                    let told = self.ended(ticket, failure.unwrap_or(Failure::Closed));
                    self.close(ticket);
                    if parent != Ticket::NONE {
                        self.lost_of(parent);
                        continue;
                    }
                    return told;
                }
                State::Suspended => {
                    slot.due &= !NEWS;
                    let parts = Parts {
                        ticket,
                        method: slot.exchange.method,
                        revision: slot.exchange.revision,
                        refusal: slot.exchange.refusal,
                        ..Parts::default()
                    };
                    return Some((EventKind::Suspended, parts));
                }
                _ if slot.due & ENDED != 0 => {
                    let failure = Failure::from_number(slot.exchange.refusal);
                    let told = self.ended(ticket, failure.unwrap_or(Failure::Closed));
                    self.close(ticket);
                    return told;
                }
                _ => {
                    slot.due &= !NEWS;
                    let mut message = Message::new("");
                    let kind = self.note_listening(ticket, &mut message);
                    return Some((kind, message.parts));
                }
            }
        }
        let failure = core::mem::take(&mut self.connection.handshake.failure);
        if failure == 0 {
            return None;
        }
        let parts = Parts {
            ticket: self.connection.handshake.ticket(),
            revision: self.connection.handshake.offered,
            refusal: failure,
            ..Parts::default()
        };
        Some((EventKind::Failed, parts))
    }

    /// Tells that a way is gone, after what came on it was received: the pipe was closed, the
    /// response of an HTTP exchange has ended or broke off. On a pipe all that is open has failed
    /// then; of an HTTP exchange its request, if it was not answered, unless it can be gone on with
    /// where its event stream broke off (before 2026-07-28). [`Client::expire`] tells of it.
    pub fn closed(&mut self, route: Route, now: u64) {
        self.now = now;
        match route.kind {
            RouteKind::Pipe => {
                let is_asked = self.connection.due & HANDSHAKE == 0;
                self.fail(match self.connection.handshake.phase() {
                    Phase::Probing if is_asked => Failure::ClosedOnProbe,
                    _ => Failure::Closed,
                });
            }
            #[cfg(feature = "http")]
            _ => self.ended_on(route),
            #[cfg(not(feature = "http"))]
            _ => {}
        }
    }
}

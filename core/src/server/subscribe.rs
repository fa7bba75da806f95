//! Listeners: who is told of changes, and what they are told.
//!
//! A listener is a slot. A `subscriptions/listen` (2026-07-28) keeps the one that it came in until
//! it ends. Before, all that a connection subscribed to with `resources/subscribe` is in slots of
//! the same kind, and list changes go to the connection itself.

use super::due;
use super::request::Listen;
use super::{Server, wire};
use crate::envelope::Message;
use crate::error::Error;
use crate::exchange::{Slot, Ticket};
use crate::frame::Route;
use crate::json::{Raw, Text, Writer};
use crate::out::Out;
use crate::rules::What;
use crate::rules::transition::{Move, Stage, State};
use crate::rules::{Capabilities, Method};

/// The hash of the URI of a subscription.
pub(super) fn hash_of(message: &Message<'_>) -> u32 {
    let uri = message.uri.of(message.text).map(Raw::trusted);
    uri.and_then(|uri| uri.text()).map_or(0, |uri| uri.hash32())
}

/// How far [`Server::updated`] is with telling those who listen to a resource: a new one for each
/// change.
#[derive(Clone, Copy, Debug, Default)]
pub struct Receivers {
    next: u16,
}

impl Receivers {
    /// Nobody was told yet.
    pub const NEW: Self = Self { next: 0 };

    /// All before this place know.
    #[cfg(feature = "http")]
    pub(crate) fn from(next: u16) -> Self {
        Self { next }
    }

    /// The place that comes next.
    #[cfg(feature = "http")]
    pub(crate) fn at(&self) -> u16 {
        self.next
    }
}

impl Server<'_> {
    /// Acknowledges a `subscriptions/listen` with what is offered of the lists that it asks for,
    /// and the URIs that `accept` takes. 16 URIs are kept; those past them, and all that is not
    /// agreed to, are missing from the acknowledgement, so that the peer knows. Without a choice to
    /// make [`Server::reply`] does it. Its slot is taken until it ends: by the peer
    /// ([`super::Event::Cancelled`], with nothing left to do), by [`Server::end_listen`] or
    /// [`Server::closed`].
    ///
    /// # Errors
    /// [`Error::Short`] if `tx` is too small: nothing was acknowledged yet. [`Error::Stale`] and
    /// [`Error::Streaming`] as for [`Server::reply`]; [`Error::NotSupported`] if the ticket is not
    /// of a listen that waits.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn accept<'t>(
        &mut self,
        listen: &Listen<'_>,
        accept: &mut dyn FnMut(Text<'_>) -> bool,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let ticket = listen.ticket();
        let offered = self.capabilities();
        match self.writable(ticket)? {
            None => return Ok(Out::NOTHING),
            Some(exchange) if exchange.is_of(Method::Listen) => {}
            Some(_) => return Err(Error::NotSupported),
        }
        let Some(slot) = self.table.get(ticket) else { return Err(Error::NotSupported) };
        if slot.exchange.state() != State::Open {
            return Err(Error::NotSupported);
        }
        let mut writer = Writer::new(tx);
        wire::notification(&mut writer, "subscriptions/acknowledged");
        wire::tag(&mut writer, &slot.exchange);
        writer.put_str(",\"notifications\":{");
        let mut before = "\"";
        let mut wanted: u8 = 0;
        for what in What::ALL {
            if listen.wants(what) && offered.contains(what.capability()) {
                wanted |= what.bit();
                writer.put_str(before);
                writer.put_str(what.key());
                writer.put_str("\":true");
                before = ",\"";
            }
        }
        slot.clear();
        if offered.contains(Capabilities::RESOURCES_SUBSCRIBE) {
            let mut inner = "resourceSubscriptions\":[";
            for uri in listen.uris() {
                if !accept(uri) || !slot.watch(uri.hash32()) {
                    continue;
                }
                writer.put_str(before);
                writer.put_str(inner);
                writer.text(uri);
                (before, inner) = (",", "");
            }
            if inner.is_empty() {
                writer.put_str("]");
            }
        }
        writer.put_str("}}}\n");
        let out = wire::aside(writer, slot.exchange.route());
        if out.is_err() {
            slot.clear();
            return out;
        }
        slot.exchange.from = u32::from(wanted);
        slot.exchange.step(Move::Listen);
        self.connection.listening = self.connection.listening.saturating_add(1);
        out
    }

    /// Ends a listen from this side: [`Server::next_output`] tells the peer. Also for one that was
    /// not acknowledged.
    ///
    /// # Errors
    /// [`Error::Stale`] if it has ended, [`Error::NotSupported`] if the ticket is not of a listen.
    pub fn end_listen(&mut self, ticket: Ticket) -> Result<(), Error> {
        let Some(slot) = self.table.get(ticket) else { return Err(Error::Stale) };
        if !slot.exchange.is_of(Method::Listen) {
            return Err(Error::NotSupported);
        }
        if slot.exchange.state() == State::Cancelled {
            // It is over for both sides.
            self.close(ticket, false);
            return Ok(());
        }
        if slot.exchange.state() == State::Open {
            slot.clear();
            slot.exchange.from = 0;
            slot.exchange.step(Move::Listen);
            self.connection.listening = self.connection.listening.saturating_add(1);
        }
        // Nothing but its end follows.
        slot.due = due::END;
        self.connection.due |= due::SLOTS;
        Ok(())
    }

    /// The listens that were acknowledged and have not ended.
    pub fn listens(&self) -> impl Iterator<Item = Ticket> {
        let mut from = 0;
        core::iter::from_fn(move || {
            let ticket = self.next_listener(from, &|slot| slot.exchange.is_of(Method::Listen))?;
            from = ticket.index.saturating_add(1);
            Some(ticket)
        })
    }

    /// Says that a list has changed: [`Server::next_output`] tells those who want to know, once
    /// however often it changed meanwhile. Nobody is told of what the server does not announce
    /// (`listChanged`).
    pub fn changed(&mut self, what: What) {
        if !self.capabilities().contains(what.capability()) {
            return;
        }
        if matches!(self.connection.stage(), Stage::Usable | Stage::Ready) {
            self.connection.due |= what.bit();
        }
        let mut from = 0;
        while let Some(ticket) = self.next_listener(from, &|slot| {
            slot.exchange.from & u32::from(what.bit()) != 0 && slot.due & due::END == 0
        }) {
            from = ticket.index.saturating_add(1);
            if let Some(slot) = self.table.get(ticket) {
                slot.due |= what.bit();
                self.connection.due |= due::SLOTS;
            }
        }
    }

    /// Tells the next of those who listen to a resource that it has changed; `None` when all know.
    /// Each call gives one message to send: begin with [`Receivers::NEW`] and loop. `uri` is what
    /// the client subscribed to, to the letter; it is compared as a hash of 32 bits.
    ///
    /// # Errors
    /// [`Error::Short`] if `tx` is too small, [`Error::Streaming`] while a streamed answer is under
    /// way: `receivers` stands where it stood.
    pub fn updated<'t>(
        &mut self,
        uri: &str,
        receivers: &mut Receivers,
        tx: &'t mut [u8],
    ) -> Result<Option<Out<'t>>, Error> {
        if self.connection.listening == 0 {
            return Ok(None);
        }
        let Some(ticket) = self.next_told(uri, receivers.next) else { return Ok(None) };
        let way = self.connection.route;
        let in_session = self.table.session() != 0;
        let exchange = self.exchange(ticket).ok_or(Error::Stale)?;
        let route = if in_session { way } else { exchange.route() };
        if self.is_streaming(route) {
            return Err(Error::Streaming);
        }
        let exchange = self.exchange(ticket).ok_or(Error::Stale)?;
        let mut writer = Writer::new(tx);
        wire::notification(&mut writer, "resources/updated");
        if exchange.is_of(Method::Listen) {
            wire::tag(&mut writer, exchange);
            writer.put_str(",");
        }
        writer.put_str("\"uri\":");
        writer.string(uri);
        writer.put_str("}}\n");
        let out = wire::aside(writer, route)?;
        receivers.next = ticket.index.saturating_add(1);
        Ok(Some(out))
    }

    /// The next listener, from a place on, that is to be told of a resource.
    fn next_told(&self, uri: &str, from: u16) -> Option<Ticket> {
        let hash = Text::hash_of(uri);
        let is_ready = self.connection.is_ready() && self.connection.has_route();
        self.next_listener(from, &|slot| {
            let is_ours = slot.exchange.is_of(Method::Listen) || is_ready;
            is_ours && slot.due & due::END == 0 && slot.watched().any(|known| known == hash)
        })
    }

    /// True if it is the listener at this place.
    #[cfg(feature = "http")]
    pub(crate) fn is_told(&self, uri: &str, at: u16) -> bool {
        self.next_told(uri, at).is_some_and(|ticket| ticket.index == at)
    }

    fn next_listener(&self, from: u16, is: &dyn Fn(&Slot) -> bool) -> Option<Ticket> {
        if self.connection.listening == 0 {
            return None;
        }
        self.table.find_from(from, &|slot| slot.exchange.state() == State::Listening && is(slot))
    }

    /// True if this way has the subscription.
    pub(super) fn is_subscribed(&self, route: Route, hash: u32) -> bool {
        self.subscription(route, hash).is_some()
    }

    fn subscription(&self, route: Route, hash: u32) -> Option<Ticket> {
        let session = self.table.session();
        self.next_listener(0, &|slot| {
            is_of(slot, session, route) && slot.watched().any(|known| known == hash)
        })
    }

    /// Notes a subscription, or takes it back; false if there is no room for it.
    pub(super) fn subscribe(&mut self, route: Route, hash: u32, is_on: bool) -> bool {
        let known = self.subscription(route, hash);
        if is_on == known.is_some() {
            return true;
        }
        if let Some(ticket) = known {
            let Some(slot) = self.table.get(ticket) else { return true };
            slot.unwatch(hash);
            if slot.watches_nothing() {
                self.close(ticket, false);
            }
            return true;
        }
        let session = self.table.session();
        let mut from = 0;
        while let Some(ticket) = self.next_listener(from, &|slot| is_of(slot, session, route)) {
            from = ticket.index.saturating_add(1);
            if self.table.get(ticket).is_some_and(|slot| slot.watch(hash)) {
                return true;
            }
        }
        let Some(ticket) = self.table.open_own(route, State::Listening) else { return false };
        self.hold();
        self.connection.listening = self.connection.listening.saturating_add(1);
        let revision = self.connection.revision();
        self.table.get(ticket).is_some_and(|slot| {
            slot.exchange.method = Method::Subscribe as u8;
            slot.exchange.revision = revision.map_or(0, |revision| revision as u8);
            slot.watch(hash)
        })
    }
}

/// True for a slot with subscriptions of this way; in a session of HTTP all are of one.
fn is_of(slot: &Slot, session: u16, route: Route) -> bool {
    slot.exchange.is_of(Method::Subscribe) && (session != 0 || slot.exchange.route() == route)
}

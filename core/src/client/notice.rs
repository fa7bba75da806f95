//! Notifications of a server's.

use super::Client;
use super::event::EventKind;
use super::judge::row_of;
use super::receive::ignore;
use crate::envelope::Message;
use crate::exchange::{Key, Ticket, Waiting};
use crate::frame::Route;
use crate::json::{Number, Raw, Text};
use crate::meta;
use crate::rules::transition::{Move, State};
use crate::rules::{Method, What};

impl Client<'_> {
    /// What a notification means; nothing is ever answered.
    pub(super) fn notice(&mut self, route: Route, message: &mut Message<'_>) -> Option<EventKind> {
        let method = row_of(message).map_or(Method::Custom, |row| row.method);
        message.parts.method = method as u8;
        let is_modern = self.connection.revision().is_some_and(|revision| revision.is_modern());
        if let Some(revision) = self.connection.revision() {
            message.parts.revision = revision as u8;
        }
        if message.has_bad_params {
            return Some(ignore(None, message));
        }
        Some(match method {
            Method::Progress => self.progressed(message),
            Method::LogMessage => {
                message.parts.ticket = self.call_on(route);
                EventKind::Log
            }
            Method::Cancelled => self.cancelled(route, message, is_modern),
            Method::ListenAcknowledged => self.acknowledged(message),
            Method::ToolsChanged => self.changed(What::Tools, message, is_modern),
            Method::PromptsChanged => self.changed(What::Prompts, message, is_modern),
            Method::ResourcesChanged => self.changed(What::Resources, message, is_modern),
            Method::ResourceUpdated => self.updated(message, is_modern),
            _ => {
                message.parts.ticket = self.call_on(route);
                EventKind::Notification
            }
        })
    }

    /// Progress on a request of ours: it may take longer now (basic/utilities/progress).
    fn progressed(&mut self, message: &mut Message<'_>) -> EventKind {
        let token = params(message).get("progressToken");
        let Some((ticket, State::Asked)) = token.and_then(|token| self.named(token)) else {
            // It is over, or was never ours.
            return ignore(None, message);
        };
        message.parts.ticket = ticket;
        let now = self.now;
        let Some(slot) = self.table.get(ticket) else { return ignore(None, message) };
        let mut waiting = slot.waiting();
        waiting.progressed(now);
        slot.wait_on(&waiting);
        if waiting.parent != Ticket::NONE {
            // It is one of those that a listen takes, of which nobody else knows.
            message.parts.ticket = Ticket::NONE;
            return ignore(None, message);
        }
        EventKind::Progress
    }

    /// The request of ours that a number names.
    fn named(&mut self, number: Raw<'_>) -> Option<(Ticket, State)> {
        let Number::Int(number) = number.number()? else { return None };
        self.ours(u64::try_from(number).ok()?)
    }

    /// The server takes a request of its back; from 2026-07-28 on it ends a listen so.
    fn cancelled(&mut self, route: Route, message: &mut Message<'_>, is_modern: bool) -> EventKind {
        message.parts.id = message.request_id;
        let id = message.at(message.request_id);
        if is_modern {
            let id = Raw::trusted(if id.is_empty() { "null" } else { id });
            let listen = self.named(id).filter(|(ticket, _)| self.is_listen(*ticket));
            let Some((ticket, State::Asked)) = listen else { return ignore(None, message) };
            message.parts.ticket = ticket;
            self.close(ticket);
            return EventKind::ListenEnded;
        }
        if id.is_empty() {
            return ignore(None, message);
        }
        let key = Key::new(self.table.session(), route, id);
        let Some(ticket) = self.table.find(&key) else { return ignore(None, message) };
        if let Some(slot) = self.table.get(ticket) {
            message.parts.method = slot.exchange.method;
            slot.exchange.step(Move::Cancel);
        }
        // Its id may be used again at once.
        self.table.forget(ticket);
        message.parts.ticket = ticket;
        EventKind::Withdrawn
    }

    fn is_listen(&mut self, ticket: Ticket) -> bool {
        self.table.get(ticket).is_some_and(|slot| slot.exchange.is_of(Method::Listen))
    }

    /// The server listens to what we want to be told of.
    fn acknowledged(&mut self, message: &mut Message<'_>) -> EventKind {
        let Some(ticket) = self.tagged(message) else { return ignore(None, message) };
        if let Some(slot) = self.table.get(ticket) {
            // From now on it takes as long as it takes.
            slot.wait(&Waiting::new(Ticket::NONE, &crate::Limits::NONE, 0));
            slot.set_later(0);
        }
        message.parts.ticket = ticket;
        EventKind::Listening
    }

    /// The listen of ours that a notification is tagged with.
    fn tagged(&mut self, message: &Message<'_>) -> Option<Ticket> {
        let meta = message.parts.meta.of(message.text).map(Raw::trusted)?;
        let (ticket, state) = self.named(meta.get(meta::SUBSCRIPTION_ID)?)?;
        (state == State::Asked && self.is_listen(ticket)).then_some(ticket)
    }

    /// A list has changed.
    fn changed(&mut self, what: What, message: &mut Message<'_>, is_modern: bool) -> EventKind {
        let listen = if is_modern {
            // What belongs to no listen of ours was not asked for.
            let Some(ticket) = self.tagged(message) else { return ignore(None, message) };
            Some(ticket)
        } else {
            self.table.find_from(0, &|slot| {
                slot.exchange.state() == State::Listening
                    && slot.exchange.from & u32::from(what.bit()) != 0
            })
        };
        message.parts.ticket = listen.unwrap_or(Ticket::NONE);
        message.parts.level = what as u8;
        EventKind::Changed
    }

    /// A resource has changed.
    fn updated(&mut self, message: &mut Message<'_>, is_modern: bool) -> EventKind {
        let uri: Option<Text<'_>> = params(message).get("uri").and_then(|uri| uri.text());
        let Some(uri) = uri else { return ignore(None, message) };
        message.parts.name = message.uri;
        let listen = if is_modern {
            let Some(ticket) = self.tagged(message) else { return ignore(None, message) };
            Some(ticket)
        } else {
            let hash = uri.hash32();
            self.table.find_from(0, &|slot| {
                slot.exchange.state() == State::Listening
                    && slot.watched().any(|known| known == hash)
            })
        };
        message.parts.ticket = listen.unwrap_or(Ticket::NONE);
        EventKind::Updated
    }
}

fn params<'f>(message: &Message<'f>) -> Raw<'f> {
    message.parts.params.of(message.text).map_or(Raw::NULL, Raw::trusted)
}

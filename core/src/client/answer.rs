//! How requests of ours end: what the server answers means one of a few things.

use super::Client;
use super::asked::RETRIED;
use super::connect::code_of;
use super::event::EventKind;
use super::input::{MAX_ROUNDS, is_answerable};
use super::receive::ignore;
use super::view::Pause;
use crate::envelope::Message;
use crate::exchange::{Ticket, Waiting};
use crate::frame::Route;
use crate::json::{Kind, Number, Raw, Span};
use crate::rules::lenience::UNTYPED_RESULTS;
use crate::rules::transition::{Move, State};
use crate::rules::{Code, Failure, Method};

impl Client<'_> {
    /// A response: of a request of ours, or of nothing that waits.
    pub(super) fn answer(&mut self, route: Route, message: &mut Message<'_>) -> Option<EventKind> {
        if self.is_handshake(route, message) {
            return self.settle(message);
        }
        let id = message.id.good();
        let is_any = id.is_some() || message.is_nameless();
        let found = if is_any { self.answered(route, id) } else { None };
        let Some((ticket, state)) = found else {
            return Some(ignore(None, message));
        };
        match state {
            State::Asked => self.end(ticket, message),
            State::Withdrawn => {
                // It came to its end by itself: there is nothing left to take back.
                self.close(ticket);
                Some(ignore(None, message))
            }
            _ => Some(ignore(None, message)),
        }
    }

    /// The request of ours that a response answers: the one that it names or, over HTTP, where it
    /// names none, the one in whose exchange it came.
    fn answered(&mut self, route: Route, id: Option<&str>) -> Option<(Ticket, State)> {
        let Some(id) = id else {
            let ticket = self.request_on(route);
            return (ticket != Ticket::NONE).then_some((ticket, State::Asked));
        };
        match Raw::trusted(id).number()? {
            Number::Int(number) => self.ours(u64::try_from(number).ok()?),
            Number::Text(_) => None,
        }
    }

    /// An answer of which no more could be read than which request it answers.
    pub(super) fn unread_answer(
        &mut self,
        route: Route,
        id: Option<&str>,
        failure: Failure,
        message: &mut Message<'_>,
    ) -> Option<EventKind> {
        let handshake = self.connection.handshake.ticket().number();
        if self.connection.handshake.is_out()
            && id.and_then(|id| id.parse().ok()) == Some(handshake)
        {
            // That is no silence: no older server would say so much.
            return self.told(failure, message);
        }
        let (ticket, state) = self.answered(route, id)?;
        if state != State::Asked {
            return None;
        }
        let parent = self.table.get(ticket)?.waiting().parent;
        if parent != Ticket::NONE {
            let told = self.subscribed(ticket, parent, false, message);
            return told.or_else(|| Some(ignore(None, message)));
        }
        Some(self.failed(ticket, failure, message))
    }

    /// The request ends with a failure, of which this message tells.
    fn failed(&mut self, ticket: Ticket, failure: Failure, message: &mut Message<'_>) -> EventKind {
        message.parts.refusal = failure as u8;
        self.done(ticket, message)
    }

    /// Frees the slot of a request of ours, and notes what it was.
    fn done(&mut self, ticket: Ticket, message: &mut Message<'_>) -> EventKind {
        let parts = &mut message.parts;
        parts.ticket = ticket;
        let mut kind = EventKind::Answered;
        if let Some(slot) = self.table.get(ticket) {
            let exchange = &slot.exchange;
            parts.method = exchange.method;
            parts.revision = exchange.revision;
            // What was asked more than once is not to be kept (basic/patterns/mrtr).
            parts.level = exchange.rounds();
            if exchange.is_of(Method::Listen) {
                kind = EventKind::ListenEnded;
            }
        }
        self.close(ticket);
        kind
    }

    /// What an answer means.
    fn end(&mut self, ticket: Ticket, message: &mut Message<'_>) -> Option<EventKind> {
        let raw = |span: Span| span.of(message.text).map(Raw::trusted);
        let (result, error) = (raw(message.result), raw(message.error));
        message.parts.params = message.result;
        message.parts.reason = message.error;
        let Some(slot) = self.table.get(ticket) else { return Some(ignore(None, message)) };
        let parent = slot.waiting().parent;
        let method = Method::from_number(slot.exchange.method);
        if parent != Ticket::NONE && matches!(method, Method::Subscribe | Method::Unsubscribe) {
            let is_done = error.is_none() && result.is_some();
            return self.subscribed(ticket, parent, is_done, message);
        }
        let is_object = |value: &Raw<'_>| value.kind() == Kind::Object;
        match (result, error) {
            (None, Some(error)) if is_object(&error) && !message.has_duplicate() => {
                Some(self.end_with_error(ticket, error, message))
            }
            (Some(result), None) if is_object(&result) && !message.has_duplicate() => {
                Some(self.end_with_result(ticket, method, result, message))
            }
            _ => Some(self.failed(ticket, Failure::Malformed, message)),
        }
    }

    /// An error. Two of 2026-07-28 can be put right by asking once more.
    fn end_with_error(
        &mut self,
        ticket: Ticket,
        error: Raw<'_>,
        message: &mut Message<'_>,
    ) -> EventKind {
        let is_modern = self.connection.revision().is_some_and(|it| it.is_modern());
        let is_new = self.table.get(ticket).is_some_and(|slot| !slot.exchange.has(RETRIED));
        if is_modern && is_new {
            let why = match code_of(error) {
                Some(Code::UNSUPPORTED_PROTOCOL_VERSION) if self.correct(error) => {
                    Some(Pause::Revision)
                }
                Some(Code::HEADER_MISMATCH) if self.is_http() => Some(Pause::Header),
                _ => None,
            };
            if let Some(why) = why {
                return self.suspend_with(ticket, why, message);
            }
        }
        self.done(ticket, message)
    }

    fn suspend_with(&mut self, ticket: Ticket, why: Pause, message: &mut Message<'_>) -> EventKind {
        self.suspend(ticket, why);
        let parts = &mut message.parts;
        parts.ticket = ticket;
        parts.refusal = why as u8;
        if let Some(slot) = self.table.get(ticket) {
            parts.method = slot.exchange.method;
            parts.revision = slot.exchange.revision;
        }
        EventKind::Suspended
    }

    /// A request of ours cannot go on without the application.
    pub(super) fn suspend(&mut self, ticket: Ticket, why: Pause) {
        let Some(slot) = self.table.get(ticket) else { return };
        if slot.waiting().parent != Ticket::NONE {
            // One of those that a listen takes: nobody could send it again.
            return self.fail_asked(ticket, Failure::Closed);
        }
        if slot.exchange.step(Move::Suspend) {
            slot.exchange.set(RETRIED);
            slot.exchange.set_why(why as u8);
            slot.wait(&Waiting::new(Ticket::NONE, &crate::Limits::NONE, 0));
            slot.set_later(0);
        }
    }

    /// A result, of one of the types that there are from 2026-07-28 on, or of the only one there
    /// was.
    fn end_with_result(
        &mut self,
        ticket: Ticket,
        method: Method,
        result: Raw<'_>,
        message: &mut Message<'_>,
    ) -> EventKind {
        let revision = self.table.get(ticket).map(|slot| slot.exchange.revision());
        if !revision.is_some_and(|revision| revision.rules().result_type) {
            return self.done(ticket, message);
        }
        let kind = result.get("resultType");
        let is = |name: &str| kind.and_then(|kind| kind.text()).is_some_and(|it| it == *name);
        if UNTYPED_RESULTS && kind.is_none() || is("complete") {
            return self.done(ticket, message);
        }
        if !is("input_required") || !method.takes_inputs() {
            return self.failed(ticket, Failure::UnknownResult, message);
        }
        let inputs = result.get("inputRequests").filter(|it| !it.is_null());
        let state = result.get("requestState").filter(|it| !it.is_null());
        let declared =
            self.info.declared(self.connection.revision().unwrap_or(crate::Revision::LATEST));
        let is_whole = state.is_none_or(|state| state.text().is_some())
            && inputs.is_none_or(|inputs| inputs.kind() == Kind::Object)
            && (inputs.is_some() || state.is_some());
        if !is_whole {
            return self.failed(ticket, Failure::Malformed, message);
        }
        let wanted = inputs.unwrap_or(Raw::NULL);
        if !wanted.members().all(|(_, input)| is_answerable(input, declared)) {
            return self.failed(ticket, Failure::Undeclared, message);
        }
        let Some(slot) = self.table.get(ticket) else { return ignore(None, message) };
        if slot.exchange.rounds() >= MAX_ROUNDS {
            return self.failed(ticket, Failure::TooManyRounds, message);
        }
        slot.exchange.shape = slot.exchange.shape.saturating_add(1);
        slot.exchange.step(Move::Suspend);
        slot.wait(&Waiting::new(Ticket::NONE, &crate::Limits::NONE, 0));
        slot.set_later(0);
        let parts = &mut message.parts;
        parts.ticket = ticket;
        parts.method = slot.exchange.method;
        parts.revision = slot.exchange.revision;
        parts.level = slot.exchange.rounds();
        let span = |raw: Option<Raw<'_>>| raw.map_or(Span::NONE, |raw| span_in(message.text, raw));
        parts.input_responses = span(inputs);
        parts.request_state = span(state);
        EventKind::InputNeeded
    }

    /// The answer to one of the requests that a listen of an older revision takes.
    fn subscribed(
        &mut self,
        ticket: Ticket,
        listen: Ticket,
        is_done: bool,
        message: &mut Message<'_>,
    ) -> Option<EventKind> {
        let hash = self.table.get(ticket).map_or(0, |slot| slot.exchange.from);
        let is_on = self.table.get(ticket).is_some_and(|it| it.exchange.is_of(Method::Subscribe));
        self.close(ticket);
        if !is_on {
            return None;
        }
        let slot = self.table.get(listen)?;
        if !is_done {
            slot.unwatch(hash);
            slot.exchange.shape = slot.exchange.shape.saturating_add(1);
        }
        self.one_less(listen).then(|| self.note_listening(listen, message))
    }
}

/// Where a value lies in the text that it was read from.
fn span_in(text: &str, raw: Raw<'_>) -> Span {
    let part = raw.as_str();
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    Span::new(start, start.wrapping_add(part.len()))
}

//! The rules, asked about one message of a server's.

use super::event::{Event, EventKind};
use super::receive::ignore;
use super::{Client, LEGACY};
use crate::envelope::{Id, Kind, Message, look_up};
use crate::error::Error;
use crate::exchange::{Key, Slot, Ticket};
use crate::frame::Route;
use crate::json::{Raw, Writer};
use crate::out::Out;
use crate::rules::lenience::{EARLY_PINGS, LONGEST_TOKEN, RESPONSES_WITHOUT_VERSION};
use crate::rules::method::{Row, TO_CLIENT};
use crate::rules::transition::{Phase, State};
use crate::rules::{Capabilities, Method, Refusal, Revision};
use crate::wire;

impl Client<'_> {
    /// Asks the rules about one message; `None` for what concerns the engine alone.
    pub(super) fn judge(&mut self, route: Route, message: &mut Message<'_>) -> Option<EventKind> {
        let kind = message.kind();
        match (kind, message.broken()) {
            (Kind::Response, _) if RESPONSES_WITHOUT_VERSION => self.answer(route, message),
            (Kind::Request, broken) => Some(self.request(route, message, broken)),
            (Kind::Notification, None) => self.notice(route, message),
            (_, refusal) => Some(ignore(refusal, message)),
        }
    }

    /// A request of the server's. Up to 2025-11-25; a server of 2026-07-28 sends none, and is not
    /// answered (basic/transports/stdio).
    fn request(
        &mut self,
        route: Route,
        message: &mut Message<'_>,
        broken: Option<Refusal>,
    ) -> EventKind {
        let is_ping = row_of(message).is_some_and(|row| row.method == Method::Ping);
        let is_heard = match self.connection.handshake.phase() {
            Phase::Handshake | Phase::Legacy => true,
            Phase::Probing => EARLY_PINGS && is_ping,
            _ => false,
        };
        if !LEGACY || !is_heard {
            return ignore(Some(Refusal::MethodNotFound), message);
        }
        let Id::Good(id) = message.id else {
            let refusal = if message.id == Id::Long { Refusal::LongId } else { Refusal::BadId };
            return ignore(Some(refusal), message);
        };
        let key = Key::new(self.table.session(), route, id);
        let judged = match broken {
            Some(refusal) => Err(refusal),
            None => self.judge_request(&key, message),
        };
        match judged {
            Ok(method) => self.admit(&key, message, method),
            Err(refusal) => self.turn_down(route, Some(id), refusal, message),
        }
    }

    fn judge_request(&self, key: &Key<'_>, message: &mut Message<'_>) -> Result<Method, Refusal> {
        if self.table.find(key).is_some() {
            return Err(Refusal::DuplicateId);
        }
        if message.has_bad_params {
            return Err(Refusal::ParamsNotObject);
        }
        if message.has_bad_meta {
            return Err(Refusal::MetaNotObject);
        }
        let Some(row) = row_of(message) else { return Ok(Method::Custom) };
        message.parts.method = row.method as u8;
        if row.method == Method::Ping {
            return Ok(Method::Ping);
        }
        let revision = self.connection.revision().ok_or(Refusal::MethodNotFound)?;
        if row.notification || !row.is_in(revision) || is_task(row.method) {
            return Err(Refusal::MethodNotFound);
        }
        let declared = self.info.declared(revision);
        if !declared.meets(row.capability) {
            return Err(Refusal::MethodNotFound);
        }
        let params = message.parts.params.of(message.text).map(Raw::trusted);
        if row.method == Method::Elicit && !declared.contains(mode_of(params)) {
            return Err(Refusal::UndeclaredMode);
        }
        Ok(row.method)
    }

    /// Takes a slot for a request that keeps the rules.
    fn admit(&mut self, key: &Key<'_>, message: &mut Message<'_>, method: Method) -> EventKind {
        let revision = self.connection.revision().unwrap_or(Revision::LATEST_LEGACY);
        message.parts.revision = revision as u8;
        let opened = self.table.open(key);
        let ticket = match opened {
            Some(ticket) => ticket,
            None if method == Method::Ping => self.spare(key.route, Some(key.id)),
            None => return self.turn_down(key.route, Some(key.id), Refusal::Busy, message),
        };
        message.parts.ticket = ticket;
        message.parts.parent = self.call_on(key.route);
        if let Some(slot) = self.table.get(ticket) {
            let token = message.parts.token.of(message.text);
            slot.keep_token(token.filter(|token| token.len() <= LONGEST_TOKEN));
        }
        if let Some(exchange) = self.exchange(ticket) {
            exchange.method = method as u8;
            exchange.revision = revision as u8;
        }
        match method {
            Method::Ping => EventKind::Ping,
            Method::Custom => EventKind::Request,
            _ => EventKind::InputNeeded,
        }
    }

    /// The request of ours in whose course something comes on this route: over HTTP that is known.
    pub(super) fn call_on(&self, route: Route) -> Ticket {
        self.asked_on(route, &|slot| slot.waiting().parent == Ticket::NONE)
    }

    /// As [`Client::call_on`], those of which the application does not know included.
    pub(super) fn request_on(&self, route: Route) -> Ticket {
        self.asked_on(route, &|_| true)
    }

    fn asked_on(&self, route: Route, is: &dyn Fn(&Slot) -> bool) -> Ticket {
        if !self.is_http() {
            return Ticket::NONE;
        }
        let found = self.table.find_from(0, &|slot| {
            slot.exchange.state() == State::Asked && slot.exchange.route() == route && is(slot)
        });
        found.unwrap_or(Ticket::NONE)
    }

    /// The connection's own place, for an answer that is given at once. If the last one was not,
    /// its ticket is stale from now on.
    fn spare(&mut self, route: Route, id: Option<&str>) -> Ticket {
        let last = Ticket { generation: self.connection.spare.generation, index: Ticket::SPARE };
        self.close(last);
        let generation = self.connection.spare.open(route, id);
        Ticket { generation, index: Ticket::SPARE }
    }

    /// A request that is answered with an error.
    pub(super) fn turn_down(
        &mut self,
        route: Route,
        id: Option<&str>,
        refusal: Refusal,
        message: &mut Message<'_>,
    ) -> EventKind {
        let revision = self.connection.revision().unwrap_or(Revision::LATEST_LEGACY);
        let phase = self.connection.handshake.phase();
        let is_heard = matches!(phase, Phase::Handshake | Phase::Legacy);
        if revision.is_modern() || !is_heard || id.is_none() {
            return ignore(Some(refusal), message);
        }
        let ticket = match self.table.open_aside(route, id) {
            Some(ticket) => ticket,
            None => self.spare(route, id),
        };
        if let Some(exchange) = self.exchange(ticket) {
            exchange.method = Method::Custom as u8;
            exchange.revision = revision as u8;
            exchange.refusal = refusal as u8;
        }
        message.parts.ticket = ticket;
        message.parts.revision = revision as u8;
        message.parts.refusal = refusal as u8;
        EventKind::Refused
    }

    /// Answers an event as far as the engine can: `ping`, requests that are refused, and requests
    /// of the server's that the application does not know. What needs no answer gives empty output.
    /// Each of these events has to be given to it, at once or later.
    ///
    /// # Errors
    /// [`Error::Short`] if `tx` is too small ([`crate::MIN_TX`] bytes are enough): nothing was
    /// written, and the event can be replied to again. [`Error::Stale`] for a second reply.
    pub fn reply<'t>(&mut self, event: &Event<'_>, tx: &'t mut [u8]) -> Result<Out<'t>, Error> {
        let refusal = match event {
            Event::Ping(_) => None,
            Event::Refused(refused) => Some((refused.refusal(), None)),
            Event::Request(request) => Some((Refusal::MethodNotFound, Some(request.method_name()))),
            _ => return Ok(Out::NOTHING),
        };
        let ticket = event.ticket();
        let route = self.aside();
        let Some(exchange) = self.unanswered(ticket)? else { return Ok(Out::NOTHING) };
        let mut writer = Writer::new(tx);
        match refusal {
            Some((refusal, subject)) => wire::refusal(&mut writer, exchange, refusal, subject),
            None => wire::response(&mut writer, exchange, ",\"result\":{}}\n"),
        }
        let out = wire::aside(writer, route)?;
        self.close(ticket);
        Ok(out)
    }
}

/// What the protocol knows of a method that a server sends.
pub(super) fn row_of(message: &Message<'_>) -> Option<&'static Row> {
    look_up(message.method?, |name| TO_CLIENT.iter().find(|row| row.name == name))
}

/// The mode of elicitation that params ask for.
pub(super) fn mode_of(params: Option<Raw<'_>>) -> Capabilities {
    let mode = params.and_then(|params| params.get("mode")?.text());
    match mode {
        Some(mode) if mode == *"url" => Capabilities::ELICITATION_URL,
        _ => Capabilities::ELICITATION_FORM,
    }
}

/// What belongs to the tasks of 2025-11-25, which a client does not run.
fn is_task(method: Method) -> bool {
    matches!(method, Method::GetTask | Method::TaskResult | Method::CancelTask | Method::ListTasks)
}

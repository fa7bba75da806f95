//! From a frame to its events: the envelope is read, the rules are asked, a slot is taken.

use super::event::{
    Call, Cancelled, Event, Ignored, Listing, Notification, Parts, Refused, Request,
};
use super::{Server, list};
use crate::envelope::{Id, Kind, Message};
use crate::exchange::{Exchange, Ticket};
use crate::frame::skim::Skim;
use crate::frame::{Body, Frame, Overlong, OverlongKind, Route};
use crate::json::{self, Fault, FaultKind, Raw, Scanner, Span, text_of};
use crate::rules::lenience::{
    LONGEST_TOKEN, REQUESTS_BEFORE_INITIALIZED, RESPONSES_WITHOUT_VERSION, UNMATCHED_RESPONSES,
};
use crate::rules::method::{self, Row, TO_SERVER};
use crate::rules::transition::{Move, Stage, Step};
use crate::rules::{Capabilities, Method, Refusal, Revision};

/// How far a frame was read.
mod step {
    pub(super) const FRESH: u8 = 0;
    /// In a batch, before its first message.
    pub(super) const FIRST: u8 = 1;
    /// In a batch, behind a message.
    pub(super) const NEXT: u8 = 2;
    pub(super) const DONE: u8 = 3;
}

/// The longest method name that is looked up, in bytes.
const LONGEST_METHOD: usize = 48;

impl Server<'_> {
    /// Reads the next message of a frame. `now` is the time in milliseconds from any start.
    ///
    /// Call it until it gives `None`: a batch (2025-03-26) is several events. Each event that can
    /// be answered has to be, by [`Server::reply`] or by ticket, at once or later; while the table
    /// is full, those that are still answered then ([`Event::Ping`], lists, errors) have to be
    /// answered before the next call.
    pub fn receive<'f>(&mut self, frame: &mut Frame<'f>, now: u64) -> Option<Event<'f>> {
        let _ = now;
        let route = frame.route();
        let text = match (frame.step, frame.text) {
            (step::FRESH, _) => match frame.body() {
                Body::TooLong(known) => {
                    frame.step = step::DONE;
                    return Some(self.too_long(route, known));
                }
                Body::Whole(bytes) => match text_of(bytes) {
                    Ok(text) => text,
                    Err(fault) => {
                        frame.step = step::DONE;
                        return Some(self.not_json(route, bytes, "", fault));
                    }
                },
            },
            (step::FIRST | step::NEXT, Some(text)) => return self.next_of_batch(frame, text),
            _ => return None,
        };
        let mut scanner = Scanner::new(text);
        scanner.space();
        if scanner.peek() == Some(b'[') {
            return self.batch(frame, text, scanner);
        }
        frame.step = step::DONE;
        let event = match Message::read(&mut scanner, 0) {
            Ok(Some(message)) => match scanner.end() {
                Ok(()) => self.judge(route, &message, false),
                Err(fault) => self.not_json(route, text.as_bytes(), text, fault),
            },
            Ok(None) => match scanner.value(0).and_then(|_| scanner.end()) {
                Ok(()) => self.refuse(route, None, Refusal::NotObject, text, Parts::default()),
                Err(fault) => self.not_json(route, text.as_bytes(), text, fault),
            },
            Err(fault) => self.not_json(route, text.as_bytes(), text, fault),
        };
        Some(event)
    }

    /// An array: the whole of it is checked before its first message is served.
    fn batch<'f>(
        &mut self,
        frame: &mut Frame<'f>,
        text: &'f str,
        mut scanner: Scanner<'f>,
    ) -> Option<Event<'f>> {
        frame.step = step::DONE;
        let start = scanner.at();
        if let Err(fault) = scanner.value(0).and_then(|_| scanner.end()) {
            return Some(self.not_json(frame.route(), text.as_bytes(), text, fault));
        }
        let has_batches =
            self.connection.revision().is_some_and(|revision| revision.rules().batches);
        let refusal = if !has_batches {
            Some(Refusal::NoBatch)
        } else if Raw::trusted(text.get(start..).unwrap_or("[]")).at(0).is_none() {
            Some(Refusal::EmptyBatch)
        } else {
            None
        };
        if let Some(refusal) = refusal {
            return Some(self.refuse(frame.route(), None, refusal, text, Parts::default()));
        }
        frame.step = step::FIRST;
        frame.at = start.saturating_add(1) as u32;
        frame.text = Some(text);
        self.next_of_batch(frame, text)
    }

    fn next_of_batch<'f>(&mut self, frame: &mut Frame<'f>, text: &'f str) -> Option<Event<'f>> {
        let mut scanner = Scanner::resume(text, frame.at as usize);
        let mut first = frame.step == step::FIRST;
        frame.step = step::DONE;
        if !scanner.element(&mut first).ok()? {
            return None;
        }
        let route = frame.route();
        let event = match Message::read(&mut scanner, 1).ok()? {
            Some(message) => self.judge(route, &message, true),
            None => {
                scanner.value(1).ok()?;
                self.refuse(route, None, Refusal::NotObject, text, Parts::default())
            }
        };
        frame.step = step::NEXT;
        frame.at = scanner.at() as u32;
        Some(event)
    }

    /// A line longer than the buffer: only its id and kind are known.
    fn too_long<'f>(&mut self, route: Route, known: Overlong<'f>) -> Event<'f> {
        let text = known.id.unwrap_or("");
        let parts = Parts { id: Span::new(0, text.len()), ..Parts::default() };
        match known.kind {
            OverlongKind::Request | OverlongKind::Unknown => {
                self.refuse(route, known.id, Refusal::TooLong, text, parts)
            }
            OverlongKind::Notification | OverlongKind::Response => {
                ignore(Some(Refusal::TooLong), text, parts)
            }
        }
    }

    /// Not JSON, or not JSON within the bounds. The id of a message that is only nested too deep
    /// is still found, so that its sender does not wait for ever.
    fn not_json<'f>(
        &mut self,
        route: Route,
        bytes: &[u8],
        text: &'f str,
        fault: Fault,
    ) -> Event<'f> {
        let refusal = match fault.kind {
            FaultKind::Utf8 => Refusal::NotUtf8,
            FaultKind::Syntax => Refusal::NotJson,
            FaultKind::Depth => Refusal::TooDeep,
        };
        let mut skim = Skim::NEW;
        if refusal == Refusal::TooDeep {
            skim.feed(bytes);
        }
        let known = skim.known();
        match known.kind {
            OverlongKind::Notification | OverlongKind::Response => {
                ignore(Some(refusal), text, Parts::default())
            }
            _ => self.refuse(route, known.id, refusal, text, Parts::default()),
        }
    }

    /// Asks the rules about one message.
    fn judge<'f>(&mut self, route: Route, message: &Message<'f>, in_batch: bool) -> Event<'f> {
        let mut parts = parts_of(message);
        let broken = match message.kind() {
            _ if message.has_duplicate => Some(Refusal::DuplicateKey),
            Kind::Response if RESPONSES_WITHOUT_VERSION => None,
            _ if !message.is_version_2 => Some(Refusal::NotVersion2),
            Kind::Neither => Some(Refusal::NoMethod),
            _ if message.has_method && message.method.is_none() => Some(Refusal::NoMethod),
            _ => None,
        };
        match message.kind() {
            Kind::Response if UNMATCHED_RESPONSES => return ignore(None, message.text, parts),
            Kind::Notification => {
                return match broken {
                    Some(refusal) => ignore(Some(refusal), message.text, parts),
                    None => self.notification(route, message, parts),
                };
            }
            Kind::Request | Kind::Response | Kind::Neither => {}
        }
        let broken = match (broken, message.id) {
            (Some(refusal), _) => Some(refusal),
            (None, Id::Good(_)) => None,
            (None, Id::Long) => Some(Refusal::LongId),
            (None, Id::Bad | Id::Absent) => Some(Refusal::BadId),
        };
        let id = message.id.good();
        let judged = match broken {
            Some(refusal) => Err(refusal),
            None => self.request(route, message, &mut parts, in_batch),
        };
        match judged {
            Ok(row) => self.admit(route, message, parts, row),
            Err(refusal) => self.refuse(route, id, refusal, message.text, parts),
        }
    }

    /// The rules of a request, in the order in which the first that is broken is told.
    fn request(
        &mut self,
        route: Route,
        message: &Message<'_>,
        parts: &mut Parts,
        in_batch: bool,
    ) -> Result<Option<&'static Row>, Refusal> {
        if message.id.good().is_some_and(|id| self.table.find(route, id).is_some()) {
            return Err(Refusal::DuplicateId);
        }
        if message.has_bad_params {
            return Err(Refusal::ParamsNotObject);
        }
        if message.has_bad_meta {
            return Err(Refusal::MetaNotObject);
        }
        let mut scratch = [0; LONGEST_METHOD];
        let row = row_of(message, &mut scratch);
        let revision = if !message.spans.meta_version.is_none() {
            self.modern(message, parts)?
        } else {
            self.legacy(message, parts, row, in_batch)?
        };
        parts.revision = revision as u8;
        let Some(row) = row else {
            return Ok(None);
        };
        parts.method = row.method as u8;
        let offered =
            row.capability == Capabilities::NONE || self.capabilities().meets(row.capability);
        if row.notification || !row.is_in(revision) || !offered {
            return Err(Refusal::MethodNotFound);
        }
        check_params(row.method, message)?;
        Ok(Some(row))
    }

    /// A request that carries its own context (2026-07-28, basic/index: `_meta`).
    fn modern(&self, message: &Message<'_>, parts: &mut Parts) -> Result<Revision, Refusal> {
        let spans = &message.spans;
        let version = raw(message, spans.meta_version).and_then(|version| version.text());
        let version = version.ok_or(Refusal::NoProtocolVersion)?;
        parts.version = spans.meta_version;
        let capabilities =
            object(message, spans.meta_capabilities).ok_or(Refusal::NoClientCapabilities)?;
        if !spans.meta_client_info.is_none() {
            object(message, spans.meta_client_info).ok_or(Refusal::BadClientInfo)?;
            parts.client_info = spans.meta_client_info;
        }
        parts.capabilities = Capabilities::of_client(capabilities);
        match Revision::from_text(version) {
            Some(revision) if revision.is_modern() => Ok(revision),
            _ => Err(Refusal::UnsupportedVersion),
        }
    }

    /// A request whose context is the connection's.
    fn legacy(
        &mut self,
        message: &Message<'_>,
        parts: &mut Parts,
        row: Option<&'static Row>,
        in_batch: bool,
    ) -> Result<Revision, Refusal> {
        let method = row.map_or(Method::Custom, |row| row.method);
        if method == Method::Initialize {
            parts.version = message.spans.protocol_version;
            parts.client_info = message.spans.client_info;
        }
        if !cfg!(feature = "legacy") {
            return Err(match method {
                Method::Initialize => Refusal::UnsupportedVersion,
                _ => Refusal::NoProtocolVersion,
            });
        }
        if row.is_some_and(|row| row.first.is_modern()) {
            return Err(Refusal::NoProtocolVersion);
        }
        let stage = self.connection.stage();
        match (method, stage) {
            (Method::Initialize, _) if in_batch => return Err(Refusal::InitializeInBatch),
            (Method::Initialize, Stage::Fresh) => return self.initialize(message, parts),
            (Method::Initialize, _) => return Err(Refusal::AlreadyInitialized),
            (Method::Ping, _) => {}
            (_, Stage::Usable) if REQUESTS_BEFORE_INITIALIZED => {}
            (_, Stage::Ready) => {}
            _ => return Err(Refusal::NotInitialized),
        }
        parts.capabilities = self.connection.capabilities;
        Ok(self.connection.revision().unwrap_or(Revision::LATEST_LEGACY))
    }

    /// The revision asked for if it is spoken here, else the newest that begins in this way.
    fn initialize(
        &mut self,
        message: &Message<'_>,
        parts: &mut Parts,
    ) -> Result<Revision, Refusal> {
        let version = raw(message, message.spans.protocol_version);
        let version = version.and_then(|raw| raw.text()).ok_or(Refusal::BadInitialize)?;
        let revision = match Revision::from_text(version) {
            Some(revision) if !revision.is_modern() => revision,
            _ => Revision::LATEST_LEGACY,
        };
        if let Some(capabilities) = object(message, message.spans.capabilities) {
            parts.capabilities = Capabilities::of_client(capabilities);
        }
        self.connection.agree(revision);
        self.connection.capabilities = parts.capabilities;
        Ok(revision)
    }

    /// Takes a slot for a request that keeps the rules.
    fn admit<'f>(
        &mut self,
        route: Route,
        message: &Message<'f>,
        mut parts: Parts,
        row: Option<&'static Row>,
    ) -> Event<'f> {
        let id = message.id.good();
        let ticket = match self.table.open(route, id, true) {
            Some(ticket) => ticket,
            None if matches!(
                Method::from_number(parts.method),
                Method::CallTool | Method::Custom
            ) =>
            {
                return self.refuse(route, id, Refusal::Busy, message.text, parts);
            }
            None => self.spare(route, id),
        };
        if let Some(slot) = self.table.get(ticket) {
            let token = message.at(message.spans.token);
            let is_token = matches!(token.as_bytes().first(), Some(b'"' | b'-' | b'0'..=b'9'));
            let token = (is_token && token.len() <= LONGEST_TOKEN).then_some(token);
            slot.keep_token(token);
            parts.token = if token.is_some() { message.spans.token } else { Span::NONE };
        }
        parts.ticket = ticket;
        let from = list::position(message);
        if let Ok(exchange) = self.exchange(ticket) {
            exchange.method = parts.method;
            exchange.revision = parts.revision;
            exchange.from = from;
        }
        let request = Request::new(message.text, parts);
        match row.map_or(Method::Custom, |row| row.method) {
            Method::Initialize => {
                self.connection.step(Step::Initialize);
                Event::Initialize(request)
            }
            Method::Discover => Event::Discover(request),
            Method::Ping => Event::Ping(request),
            Method::ListTools => Event::ListTools(Listing(request)),
            Method::CallTool => Event::CallTool(Call(request)),
            _ => Event::Request(Call(request)),
        }
    }

    /// The connection's own place, for an answer that is given at once.
    fn spare(&mut self, route: Route, id: Option<&str>) -> Ticket {
        let generation = self.connection.spare.open(route, id);
        Ticket { generation, index: Ticket::SPARE }
    }

    /// A message that is answered with an error.
    fn refuse<'f>(
        &mut self,
        route: Route,
        id: Option<&str>,
        refusal: Refusal,
        text: &'f str,
        mut parts: Parts,
    ) -> Event<'f> {
        let ticket = match self.table.open(route, id, false) {
            Some(ticket) => ticket,
            None => self.spare(route, id),
        };
        let revision = match Revision::from_number(parts.revision) {
            Some(revision) => revision,
            None => self.connection.revision().unwrap_or(Revision::LATEST),
        };
        if let Some(slot) = self.table.get(ticket) {
            slot.keep_token(None);
        }
        if let Ok(exchange) = self.exchange(ticket) {
            refuse_exchange(exchange, refusal, revision);
        }
        parts.ticket = ticket;
        parts.refusal = refusal as u8;
        parts.revision = revision as u8;
        Event::Refused(Refused(Request::new(text, parts)))
    }

    fn notification<'f>(
        &mut self,
        route: Route,
        message: &Message<'f>,
        mut parts: Parts,
    ) -> Event<'f> {
        let mut scratch = [0; LONGEST_METHOD];
        let row = row_of(message, &mut scratch);
        let broken = if message.has_bad_params {
            Some(Refusal::ParamsNotObject)
        } else if message.has_bad_meta {
            Some(Refusal::MetaNotObject)
        } else if row.is_some_and(|row| !row.notification) {
            // A request's method without an id: nothing can be answered.
            Some(Refusal::BadId)
        } else {
            None
        };
        if broken.is_some() {
            return ignore(broken, message.text, parts);
        }
        let method = row.map_or(Method::Custom, |row| row.method);
        parts.method = method as u8;
        match method {
            Method::Initialized => {
                if self.connection.step(Step::Initialized) {
                    let request = Request::new(message.text, parts);
                    return Event::Initialized(Notification(request));
                }
                ignore(None, message.text, parts)
            }
            Method::Cancelled => self.cancel(route, message, parts),
            _ => Event::Notification(Notification(Request::new(message.text, parts))),
        }
    }

    /// The peer gives up on a request. Unknown and finished ones are ignored, as is `initialize`,
    /// which cannot be cancelled.
    fn cancel<'f>(&mut self, route: Route, message: &Message<'f>, mut parts: Parts) -> Event<'f> {
        let id = Id::of(message.at(message.spans.request_id)).good();
        let found = id.and_then(|id| self.table.find(route, id));
        let Some(ticket) = found else {
            return ignore(None, message.text, parts);
        };
        let Ok(exchange) = self.exchange(ticket) else {
            return ignore(None, message.text, parts);
        };
        if exchange.method() == Method::Initialize || !exchange.step(Move::Cancel) {
            return ignore(None, message.text, parts);
        }
        parts.method = exchange.method;
        parts.revision = exchange.revision;
        parts.ticket = ticket;
        parts.id = message.spans.request_id;
        parts.reason = message.spans.reason;
        // The id may be used again at once.
        self.table.forget(ticket);
        Event::Cancelled(Cancelled(Request::new(message.text, parts)))
    }
}

fn refuse_exchange(exchange: &mut Exchange, refusal: Refusal, revision: Revision) {
    exchange.method = Method::Custom as u8;
    exchange.revision = revision as u8;
    exchange.refusal = refusal as u8;
}

fn ignore<'f>(refusal: Option<Refusal>, text: &'f str, mut parts: Parts) -> Event<'f> {
    parts.refusal = refusal.map_or(0, |refusal| refusal as u8);
    Event::Ignored(Ignored(Request::new(text, parts)))
}

/// What the rules on params are for each method.
fn check_params(method: Method, message: &Message<'_>) -> Result<(), Refusal> {
    let spans = &message.spans;
    match method {
        Method::CallTool => {
            if raw(message, spans.name).is_none_or(|name| name.kind() != json::Kind::String) {
                return Err(Refusal::NoName);
            }
            if !spans.arguments.is_none() && object(message, spans.arguments).is_none() {
                return Err(Refusal::BadArguments);
            }
            Ok(())
        }
        Method::ListTools => match raw(message, spans.cursor).map(|cursor| cursor.kind()) {
            None | Some(json::Kind::String | json::Kind::Null) => Ok(()),
            Some(_) => Err(Refusal::BadCursor),
        },
        _ => Ok(()),
    }
}

fn raw<'f>(message: &Message<'f>, span: Span) -> Option<Raw<'f>> {
    span.of(message.text).map(Raw::trusted)
}

fn object<'f>(message: &Message<'f>, span: Span) -> Option<Raw<'f>> {
    raw(message, span).filter(|raw| raw.kind() == json::Kind::Object)
}

/// The table's row for the method of a message; `None` if the protocol does not know it.
fn row_of<'m>(message: &Message<'m>, scratch: &mut [u8; LONGEST_METHOD]) -> Option<&'static Row> {
    let name = message.method?;
    match name.as_str() {
        Some(plain) => method::find(&TO_SERVER, plain),
        None => method::find(&TO_SERVER, name.decode(scratch).ok()?),
    }
}

/// Everything of an event that the envelope knows.
fn parts_of(message: &Message<'_>) -> Parts {
    let spans = &message.spans;
    Parts {
        id: if message.id.good().is_some() { spans.id } else { Span::NONE },
        method_name: if message.method.is_some() { spans.method } else { Span::NONE },
        params: spans.params,
        meta: spans.meta,
        name: spans.name,
        arguments: spans.arguments,
        cursor: spans.cursor,
        input_responses: spans.input_responses,
        request_state: spans.request_state,
        ..Parts::default()
    }
}

//! From a frame to its events: the envelope is read, the rules are asked, a slot is taken.

use super::event::{Call, Cancelled, Event, Ignored, Listing, Notification, Refused, Request};
use super::{Server, list};
use crate::envelope::{Id, Kind, Message, Parts, look_up};
use crate::exchange::{Exchange, Key, Ticket};
use crate::frame::skim::Skim;
use crate::frame::{Body, Frame, Overlong, OverlongKind, Route};
use crate::json::{self, Fault, FaultKind, Raw, Scanner, Span, text_of};
use crate::rules::lenience::{
    LONGEST_TOKEN, NULL_MEMBERS, REQUESTS_BEFORE_INITIALIZED, RESPONSES_WITHOUT_VERSION,
    UNMATCHED_RESPONSES,
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

impl Server<'_> {
    /// Reads the next message of a frame. `now` is the time in milliseconds from any start.
    ///
    /// Call it until it gives `None`: a batch (2025-03-26) is several events. Each event that can
    /// be answered has to be, by [`Server::reply`] or by ticket, at once or later; while the table
    /// is full, those that are still answered then ([`Event::Ping`], lists, errors) have to be
    /// answered before the next call: there is one place for all of them, and what was not
    /// answered in it is lost. While an answer goes out in pieces from that place, the next such
    /// request is [`Event::Ignored`] as [`Refusal::Busy`].
    #[inline]
    pub fn receive<'f>(&mut self, frame: &mut Frame<'f>, now: u64) -> Option<Event<'f>> {
        let _ = now;
        if frame.step == step::DONE {
            return None;
        }
        self.receive_next(frame)
    }

    fn receive_next<'f>(&mut self, frame: &mut Frame<'f>) -> Option<Event<'f>> {
        let route = frame.route();
        let text = match (frame.step, frame.text) {
            (step::FRESH, _) => match frame.body() {
                Body::TooLong(known) => {
                    frame.step = step::DONE;
                    return self.too_long(route, known);
                }
                Body::Whole(bytes) => match text_of(bytes) {
                    Ok(text) => text,
                    Err(fault) => {
                        frame.step = step::DONE;
                        return self.not_json(route, bytes, "", fault);
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
        let mut message = Message::new(text);
        match message.read(&mut scanner, 0) {
            Ok(true) => match scanner.end() {
                Ok(()) => self.judge(route, &mut message, false),
                Err(fault) => self.not_json(route, text.as_bytes(), text, fault),
            },
            Ok(false) => match scanner.value(0).and_then(|_| scanner.end()) {
                Ok(()) => self.refuse(route, None, Refusal::NotObject, text, Parts::default()),
                Err(fault) => self.not_json(route, text.as_bytes(), text, fault),
            },
            Err(fault) => self.not_json(route, text.as_bytes(), text, fault),
        }
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
            return self.not_json(frame.route(), text.as_bytes(), text, fault);
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
            return self.refuse(frame.route(), None, refusal, text, Parts::default());
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
        let mut message = Message::new(text);
        let event = if message.read(&mut scanner, 1).ok()? {
            self.judge(route, &mut message, true)
        } else {
            scanner.value(1).ok()?;
            self.refuse(route, None, Refusal::NotObject, text, Parts::default())
        };
        frame.step = step::NEXT;
        frame.at = scanner.at() as u32;
        event
    }

    /// A line longer than the buffer: only its id and kind are known.
    fn too_long<'f>(&mut self, route: Route, known: Overlong<'f>) -> Option<Event<'f>> {
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
    ) -> Option<Event<'f>> {
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
    fn judge<'f>(
        &mut self,
        route: Route,
        message: &mut Message<'f>,
        in_batch: bool,
    ) -> Option<Event<'f>> {
        let kind = message.kind();
        let broken = if message.has_duplicate() {
            Some(Refusal::DuplicateKey)
        } else if kind == Kind::Response && RESPONSES_WITHOUT_VERSION {
            None
        } else if !message.is_version_2 {
            Some(Refusal::NotVersion2)
        } else if message.method.is_none() {
            Some(Refusal::NoMethod)
        } else {
            None
        };
        match kind {
            Kind::Response if UNMATCHED_RESPONSES => {
                return ignore(None, message.text, message.parts);
            }
            Kind::Notification => {
                return match broken {
                    Some(refusal) => ignore(Some(refusal), message.text, message.parts),
                    None => self.notification(route, message),
                };
            }
            Kind::Request | Kind::Response | Kind::Neither => {}
        }
        let refusal = match (broken, message.id) {
            (Some(refusal), _) => refusal,
            (None, Id::Good(id)) => {
                let key = Key::new(route, id);
                match self.request(key, message, in_batch) {
                    Ok(method) => return self.admit(route, key, message, method),
                    Err(refusal) => refusal,
                }
            }
            (None, Id::Long) => Refusal::LongId,
            (None, Id::Bad | Id::Absent) => Refusal::BadId,
        };
        self.refuse(route, message.id.good(), refusal, message.text, message.parts)
    }

    /// The rules of a request, in the order in which the first that is broken is told. Gives the
    /// method.
    fn request(
        &mut self,
        key: Key<'_>,
        message: &mut Message<'_>,
        in_batch: bool,
    ) -> Result<Method, Refusal> {
        if self.table.find(key).is_some() {
            return Err(Refusal::DuplicateId);
        }
        if message.has_bad_params {
            return Err(Refusal::ParamsNotObject);
        }
        if message.has_bad_meta {
            return Err(Refusal::MetaNotObject);
        }
        let row = row_of(message);
        let revision = if !message.meta_version.is_none() {
            self.modern(message)?
        } else {
            self.legacy(message, row, in_batch)?
        };
        message.parts.revision = revision as u8;
        if in_batch && !revision.rules().batches {
            return Err(Refusal::NoBatch);
        }
        let Some(row) = row else {
            return Ok(Method::Custom);
        };
        message.parts.method = row.method as u8;
        let is_offered = row.capability == Capabilities::NONE || self.offers(row.capability);
        if row.notification || !row.is_in(revision) || !is_offered {
            return Err(Refusal::MethodNotFound);
        }
        check_params(row.method, message)?;
        Ok(row.method)
    }

    /// A request that carries its own context (2026-07-28, basic/index: `_meta`).
    fn modern(&self, message: &mut Message<'_>) -> Result<Revision, Refusal> {
        let version = raw(message, message.meta_version).and_then(|version| version.text());
        let version = version.ok_or(Refusal::NoProtocolVersion)?;
        message.parts.version = message.meta_version;
        let capabilities =
            object(message, message.meta_capabilities).ok_or(Refusal::NoClientCapabilities)?;
        if !message.meta_client_info.is_none() {
            object(message, message.meta_client_info).ok_or(Refusal::BadClientInfo)?;
            message.parts.client_info = message.meta_client_info;
        }
        message.parts.capabilities = Capabilities::of_client(capabilities);
        match Revision::from_text(version) {
            Some(revision) if revision.is_modern() => Ok(revision),
            _ => Err(Refusal::UnsupportedVersion),
        }
    }

    /// A request whose context is the connection's.
    fn legacy(
        &mut self,
        message: &mut Message<'_>,
        row: Option<&'static Row>,
        in_batch: bool,
    ) -> Result<Revision, Refusal> {
        let method = row.map_or(Method::Custom, |row| row.method);
        if method == Method::Initialize {
            message.parts.version = message.version;
            message.parts.client_info = message.client_info;
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
            (Method::Initialize, Stage::Fresh) => return self.initialize(message),
            (Method::Initialize, _) => return Err(Refusal::AlreadyInitialized),
            (Method::Ping, _) => {}
            (_, Stage::Usable) if REQUESTS_BEFORE_INITIALIZED => {}
            (_, Stage::Ready) => {}
            _ => return Err(Refusal::NotInitialized),
        }
        message.parts.capabilities = self.connection.capabilities;
        Ok(self.connection.revision().unwrap_or(Revision::LATEST_LEGACY))
    }

    /// The revision asked for if it is spoken here, else the newest that begins in this way.
    fn initialize(&mut self, message: &mut Message<'_>) -> Result<Revision, Refusal> {
        let version = raw(message, message.version).and_then(|version| version.text());
        let version = version.ok_or(Refusal::BadInitialize)?;
        let revision = match Revision::from_text(version) {
            Some(revision) if !revision.is_modern() => revision,
            _ => Revision::LATEST_LEGACY,
        };
        if let Some(capabilities) = object(message, message.capabilities) {
            message.parts.capabilities = Capabilities::of_client(capabilities);
        }
        self.connection.agree(revision);
        self.connection.capabilities = message.parts.capabilities;
        Ok(revision)
    }

    /// Takes a slot for a request that keeps the rules.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn admit<'f>(
        &mut self,
        route: Route,
        key: Key<'_>,
        message: &mut Message<'f>,
        method: Method,
    ) -> Option<Event<'f>> {
        let id = message.id.good();
        let ticket = match self.table.open(key) {
            Some(ticket) => ticket,
            None if !method.is_engines() => {
                return self.refuse(route, id, Refusal::Busy, message.text, message.parts);
            }
            None => match self.spare(route, id) {
                Some(ticket) => ticket,
                None => return ignore(Some(Refusal::Busy), message.text, message.parts),
            },
        };
        let token = token_of(message);
        if token.is_none() {
            message.parts.token = Span::NONE;
        }
        message.parts.ticket = ticket;
        let exchange = match self.table.get(ticket) {
            Some(slot) => {
                slot.keep_token(token);
                &mut slot.exchange
            }
            None => &mut self.connection.spare,
        };
        exchange.method = message.parts.method;
        exchange.revision = message.parts.revision;
        exchange.from = list::position(message);
        if method == Method::CallTool {
            // Written to where the caller wants it, without a stop on the way.
            return Some(Event::CallTool(Call(Request::new(message.text, message.parts))));
        }
        let request = Request::new(message.text, message.parts);
        match method {
            Method::Initialize => {
                self.connection.step(Step::Initialize);
                Some(Event::Initialize(request))
            }
            Method::Discover => Some(Event::Discover(request)),
            Method::Ping => Some(Event::Ping(request)),
            Method::ListTools => Some(Event::ListTools(Listing(request))),
            _ => Some(Event::Request(Call(request))),
        }
    }

    /// The connection's own place, for an answer that is given at once. If the last one was not,
    /// its ticket is stale from now on; but one that is half out keeps the place, since it has to
    /// end as JSON.
    fn spare(&mut self, route: Route, id: Option<&str>) -> Option<Ticket> {
        let last = Ticket { generation: self.connection.spare.generation, index: Ticket::SPARE };
        if self.connection.streaming == last {
            return None;
        }
        self.close(last, false);
        let generation = self.connection.spare.open(route, id);
        Some(Ticket { generation, index: Ticket::SPARE })
    }

    /// A message that is answered with an error.
    fn refuse<'f>(
        &mut self,
        route: Route,
        id: Option<&str>,
        refusal: Refusal,
        text: &'f str,
        mut parts: Parts,
    ) -> Option<Event<'f>> {
        let Some(ticket) = self.table.open_aside(route, id).or_else(|| self.spare(route, id))
        else {
            return ignore(Some(Refusal::Busy), text, parts);
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
        Some(Event::Refused(Refused(Request::new(text, parts))))
    }

    fn notification<'f>(&mut self, route: Route, message: &mut Message<'f>) -> Option<Event<'f>> {
        let row = row_of(message);
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
            return ignore(broken, message.text, message.parts);
        }
        let method = row.map_or(Method::Custom, |row| row.method);
        message.parts.method = method as u8;
        match method {
            Method::Initialized if self.connection.step(Step::Initialized) => {
                Some(Event::Initialized(Notification(Request::new(message.text, message.parts))))
            }
            Method::Initialized => ignore(None, message.text, message.parts),
            Method::Cancelled => match self.cancel(route, message) {
                Some(()) => {
                    Some(Event::Cancelled(Cancelled(Request::new(message.text, message.parts))))
                }
                None => ignore(None, message.text, message.parts),
            },
            _ => Some(Event::Notification(Notification(Request::new(message.text, message.parts)))),
        }
    }

    /// The peer gives up on a request. `None` for unknown and finished ones, and for `initialize`,
    /// which cannot be cancelled.
    fn cancel(&mut self, route: Route, message: &mut Message<'_>) -> Option<()> {
        let id = Id::of(message.at(message.request_id)).good()?;
        let ticket = self.table.find(Key::new(route, id))?;
        let exchange = self.exchange(ticket).ok()?;
        if exchange.method == Method::Initialize as u8 || !exchange.step(Move::Cancel) {
            return None;
        }
        message.parts.method = exchange.method;
        message.parts.revision = exchange.revision;
        message.parts.ticket = ticket;
        message.parts.id = message.request_id;
        // The id may be used again at once.
        self.table.forget(ticket);
        Some(())
    }
}

fn refuse_exchange(exchange: &mut Exchange, refusal: Refusal, revision: Revision) {
    exchange.method = Method::Custom as u8;
    exchange.revision = revision as u8;
    exchange.refusal = refusal as u8;
}

fn ignore<'f>(refusal: Option<Refusal>, text: &'f str, mut parts: Parts) -> Option<Event<'f>> {
    parts.refusal = refusal.map_or(0, |refusal| refusal as u8);
    Some(Event::Ignored(Ignored(Request::new(text, parts))))
}

/// What the rules on params are for each method.
fn check_params(method: Method, message: &Message<'_>) -> Result<(), Refusal> {
    let parts = &message.parts;
    match method {
        Method::CallTool if first_of(message, parts.name) != Some(b'"') => Err(Refusal::NoName),
        Method::CallTool => match first_of(message, parts.arguments) {
            None | Some(b'{') => Ok(()),
            Some(b'n') if NULL_MEMBERS => Ok(()),
            Some(_) => Err(Refusal::BadArguments),
        },
        Method::ListTools => match first_of(message, parts.cursor) {
            None | Some(b'"') => Ok(()),
            Some(b'n') if NULL_MEMBERS => Ok(()),
            Some(_) => Err(Refusal::BadCursor),
        },
        _ => Ok(()),
    }
}

/// The first byte of a value, which tells its kind.
fn first_of(message: &Message<'_>, span: Span) -> Option<u8> {
    if span.is_none() { None } else { message.text.as_bytes().get(span.start as usize).copied() }
}

fn raw<'f>(message: &Message<'f>, span: Span) -> Option<Raw<'f>> {
    span.of(message.text).map(Raw::trusted)
}

fn object<'f>(message: &Message<'f>, span: Span) -> Option<Raw<'f>> {
    raw(message, span).filter(|raw| raw.kind() == json::Kind::Object)
}

/// The progress token as written, if there is one that can be kept.
fn token_of<'f>(message: &Message<'f>) -> Option<&'f str> {
    let token = message.parts.token.of(message.text)?;
    let is_token = matches!(token.as_bytes().first(), Some(b'"' | b'-' | b'0'..=b'9'));
    (is_token && token.len() <= LONGEST_TOKEN).then_some(token)
}

/// The table's row for the method of a message; `None` if the protocol does not know it.
fn row_of(message: &Message<'_>) -> Option<&'static Row> {
    look_up(message.method?, |name| method::find(&TO_SERVER, name))
}

//! From a frame to its events: the envelope is read, the rules are asked, a slot is taken.

use super::event::{Event, EventKind};
use super::{Server, list};
use crate::envelope::{Id, Kind, Message, Parts};
use crate::exchange::{Key, Ticket};
use crate::frame::skim::Skim;
use crate::frame::{Body, Frame, Overlong, OverlongKind, Route};
use crate::json::{self, Fault, FaultKind, Raw, Scanner, Span, text_of};
use crate::rules::lenience::{
    LONGEST_TOKEN, NULL_MEMBERS, REQUESTS_BEFORE_INITIALIZED, RESPONSES_WITHOUT_VERSION,
    UNMATCHED_RESPONSES,
};
use crate::rules::method::{self, Known};
use crate::rules::transition::{Move, Stage, Step};
use crate::rules::{Capabilities, Method, Refusal, Revision};

/// Where this is false there are no batches, no `initialize` and no state of a connection.
const LEGACY: bool = cfg!(feature = "legacy");

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

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn receive_next<'f>(&mut self, frame: &mut Frame<'f>) -> Option<Event<'f>> {
        let mut message = Message::new("");
        // All that is said of a message is noted in it, and the event made here alone: an event
        // is large to move.
        let kind = self.next(frame, &mut message)?;
        Some(Event::from_parts(kind, message.text, message.parts))
    }

    fn next<'f>(&mut self, frame: &mut Frame<'f>, message: &mut Message<'f>) -> Option<EventKind> {
        let route = frame.route();
        match (frame.step, frame.text) {
            (step::FRESH, _) => frame.step = step::DONE,
            (step::FIRST | step::NEXT, Some(text)) if LEGACY => {
                message.text = text;
                return self.next_of_batch(frame, message);
            }
            _ => return None,
        }
        let bytes = match frame.body() {
            Body::TooLong(known) => return Some(self.too_long(route, known, message)),
            Body::Whole(bytes) => bytes,
        };
        let text = match text_of(bytes) {
            Ok(text) => text,
            Err(fault) => return Some(self.not_json(route, bytes, fault, message)),
        };
        message.text = text;
        let mut scanner = Scanner::new(text);
        scanner.space();
        let is_array = scanner.peek() == Some(b'[');
        let has_batches = || self.connection.revision().is_some_and(|it| it.rules().batches);
        if LEGACY && is_array && has_batches() {
            return self.batch(frame, message, scanner);
        }
        let read = message.read(&mut scanner, 0).and_then(|is_object| {
            if !is_object {
                scanner.value(0)?;
            }
            scanner.end().map(|()| is_object)
        });
        Some(match read {
            Ok(true) => self.judge(route, message, false),
            Ok(false) if is_array => self.refuse(route, None, Refusal::NoBatch, message),
            Ok(false) => self.refuse(route, None, Refusal::NotObject, message),
            Err(fault) => self.not_json(route, bytes, fault, message),
        })
    }

    /// An array: the whole of it is checked before its first message is served.
    fn batch<'f>(
        &mut self,
        frame: &mut Frame<'f>,
        message: &mut Message<'f>,
        mut scanner: Scanner<'f>,
    ) -> Option<EventKind> {
        let text = message.text;
        let start = scanner.at();
        if let Err(fault) = scanner.value(0).and_then(|_| scanner.end()) {
            return Some(self.not_json(frame.route(), text.as_bytes(), fault, message));
        }
        if Raw::trusted(text.get(start..).unwrap_or("[]")).at(0).is_none() {
            return Some(self.refuse(frame.route(), None, Refusal::EmptyBatch, message));
        }
        frame.step = step::FIRST;
        frame.at = start.saturating_add(1) as u32;
        frame.text = Some(text);
        self.next_of_batch(frame, message)
    }

    fn next_of_batch<'f>(
        &mut self,
        frame: &mut Frame<'f>,
        message: &mut Message<'f>,
    ) -> Option<EventKind> {
        let mut scanner = Scanner::resume(message.text, frame.at as usize);
        let mut first = frame.step == step::FIRST;
        frame.step = step::DONE;
        if !scanner.element(&mut first).ok()? {
            return None;
        }
        let route = frame.route();
        let kind = if message.read(&mut scanner, 1).ok()? {
            self.judge(route, message, true)
        } else {
            scanner.value(1).ok()?;
            self.refuse(route, None, Refusal::NotObject, message)
        };
        frame.step = step::NEXT;
        frame.at = scanner.at() as u32;
        Some(kind)
    }

    /// A line longer than the buffer: only its id and kind are known.
    fn too_long<'f>(
        &mut self,
        route: Route,
        known: Overlong<'f>,
        message: &mut Message<'f>,
    ) -> EventKind {
        message.text = known.id.unwrap_or("");
        message.parts.id = Span::new(0, message.text.len());
        self.unread(route, known, Refusal::TooLong, message)
    }

    /// Not JSON, or not JSON within the bounds. The id of a message that is only nested too deep
    /// is still found, so that its sender does not wait for ever.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn not_json(
        &mut self,
        route: Route,
        bytes: &[u8],
        fault: Fault,
        message: &mut Message<'_>,
    ) -> EventKind {
        let refusal = match fault.kind {
            FaultKind::Utf8 => Refusal::NotUtf8,
            FaultKind::Syntax => Refusal::NotJson,
            FaultKind::Depth => Refusal::TooDeep,
        };
        // What was noted before the fault is not said.
        message.parts = Parts::default();
        let mut skim = Skim::NEW;
        if refusal == Refusal::TooDeep {
            skim.feed(bytes);
        }
        self.unread(route, skim.known(), refusal, message)
    }

    /// A message of which no more is known than whether somebody waits for an answer.
    fn unread(
        &mut self,
        route: Route,
        known: Overlong<'_>,
        refusal: Refusal,
        message: &mut Message<'_>,
    ) -> EventKind {
        match known.kind {
            OverlongKind::Notification | OverlongKind::Response => ignore(Some(refusal), message),
            _ => self.refuse(route, known.id, refusal, message),
        }
    }

    /// Asks the rules about one message.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn judge(&mut self, route: Route, message: &mut Message<'_>, in_batch: bool) -> EventKind {
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
                return ignore(None, message);
            }
            Kind::Notification => {
                return match broken {
                    Some(refusal) => ignore(Some(refusal), message),
                    None => self.notification(route, message),
                };
            }
            Kind::Request | Kind::Response | Kind::Neither => {}
        }
        let refusal = match (broken, message.id) {
            (Some(refusal), _) => refusal,
            (None, Id::Good(id)) => {
                let key = Key::new(route, id);
                match self.request(&key, message, in_batch) {
                    Ok(method) => return self.admit(&key, message, method),
                    Err(refusal) => refusal,
                }
            }
            (None, Id::Long) => Refusal::LongId,
            (None, Id::Bad | Id::Absent) => Refusal::BadId,
        };
        self.refuse(route, message.id.good(), refusal, message)
    }

    /// The rules of a request, in the order in which the first that is broken is told. Gives the
    /// method.
    fn request(
        &mut self,
        key: &Key<'_>,
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
        let is_offered = self.offers(row.capability());
        if row.notification || !row.is_in(revision) || !is_offered {
            return Err(Refusal::MethodNotFound);
        }
        check_params(row.method, message)?;
        Ok(row.method)
    }

    /// A request that carries its own context (2026-07-28, basic/index: `_meta`).
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
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
        row: Option<&'static Known>,
        in_batch: bool,
    ) -> Result<Revision, Refusal> {
        let method = row.map_or(Method::Custom, |row| row.method);
        if method == Method::Initialize {
            message.parts.version = message.version;
            message.parts.client_info = message.client_info;
        }
        if !LEGACY {
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
    fn admit(&mut self, key: &Key<'_>, message: &mut Message<'_>, method: Method) -> EventKind {
        let (route, id) = (key.route, Some(key.id));
        let ticket = match self.table.open(key) {
            Some(ticket) => ticket,
            None if !method.is_engines() => return self.refuse(route, id, Refusal::Busy, message),
            None => match self.spare(route, id) {
                Some(ticket) => ticket,
                None => return ignore(Some(Refusal::Busy), message),
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
        match method {
            Method::Initialize if LEGACY => {
                self.connection.step(Step::Initialize);
                EventKind::Initialize
            }
            Method::Discover => EventKind::Discover,
            Method::Ping => EventKind::Ping,
            Method::ListTools => EventKind::ListTools,
            Method::CallTool => EventKind::CallTool,
            _ => EventKind::Request,
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
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn refuse(
        &mut self,
        route: Route,
        id: Option<&str>,
        refusal: Refusal,
        message: &mut Message<'_>,
    ) -> EventKind {
        let Some(ticket) = self.table.open_aside(route, id).or_else(|| self.spare(route, id))
        else {
            return ignore(Some(Refusal::Busy), message);
        };
        let parts = &mut message.parts;
        let revision = match Revision::from_number(parts.revision) {
            Some(revision) => revision,
            None => self.connection.revision().unwrap_or(Revision::LATEST),
        };
        parts.ticket = ticket;
        parts.refusal = refusal as u8;
        parts.revision = revision as u8;
        let exchange = match self.table.get(ticket) {
            Some(slot) => {
                slot.keep_token(None);
                &mut slot.exchange
            }
            None => &mut self.connection.spare,
        };
        exchange.method = Method::Custom as u8;
        exchange.revision = revision as u8;
        exchange.refusal = refusal as u8;
        EventKind::Refused
    }

    fn notification(&mut self, route: Route, message: &mut Message<'_>) -> EventKind {
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
            return ignore(broken, message);
        }
        let method = row.map_or(Method::Custom, |row| row.method);
        message.parts.method = method as u8;
        match method {
            Method::Initialized if LEGACY && self.connection.step(Step::Initialized) => {
                EventKind::Initialized
            }
            Method::Cancelled if self.cancel(route, message).is_some() => EventKind::Cancelled,
            Method::Initialized | Method::Cancelled => ignore(None, message),
            _ => EventKind::Notification,
        }
    }

    /// The peer gives up on a request. `None` for unknown and finished ones, and for `initialize`,
    /// which cannot be cancelled.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn cancel(&mut self, route: Route, message: &mut Message<'_>) -> Option<()> {
        let id = Id::of(message.at(message.request_id)).good()?;
        let ticket = self.table.find(&Key::new(route, id))?;
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

fn ignore(refusal: Option<Refusal>, message: &mut Message<'_>) -> EventKind {
    message.parts.refusal = refusal.map_or(0, |refusal| refusal as u8);
    EventKind::Ignored
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
fn row_of(message: &Message<'_>) -> Option<&'static Known> {
    method::known(message.method?)
}

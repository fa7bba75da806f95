//! The rules, asked about one message in the order in which the first that is broken is told; then
//! a slot is taken.

use super::event::EventKind;
use super::request::Reference;
use super::{LEGACY, Server, list, subscribe};
use crate::envelope::{Id, Kind, Message};
use crate::exchange::{Key, Ticket};
use crate::frame::{Route, RouteKind};
#[cfg(feature = "http")]
use crate::http::endpoint::agree;
use crate::json::{self, Raw, Span};
use crate::rules::lenience::{
    LONGEST_TOKEN, NULL_MEMBERS, REQUESTS_BEFORE_INITIALIZED, RESPONSES_WITHOUT_VERSION,
    UNMATCHED_RESPONSES,
};
use crate::rules::method::{self, Known};
use crate::rules::transition::{Move, Stage, State, Step};
use crate::rules::{Capabilities, Level, Method, Refusal, Revision};
use crate::{FULL, HTTP};

impl Server<'_> {
    /// Asks the rules about one message.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn judge(
        &mut self,
        route: Route,
        message: &mut Message<'_>,
        in_batch: bool,
    ) -> EventKind {
        let kind = message.kind();
        let broken = message.broken();
        match kind {
            Kind::Response if UNMATCHED_RESPONSES && RESPONSES_WITHOUT_VERSION => {
                return self.response(route, message);
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
                let key = Key::new(self.table.session(), route, id);
                match self.judge_request(&key, message, in_batch) {
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
    fn judge_request(
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
        let is_offered = self.offers(row.capability())
            && !(self.has_no_session(revision) && row.method.is_of_session());
        if row.notification || !row.is_in(revision) || !is_offered {
            return Err(Refusal::MethodNotFound);
        }
        check_params(row.method, message)?;
        #[cfg(feature = "http")]
        if row.method == Method::CallTool && revision.is_modern() {
            agree::of_call(message, self.catalog)?;
        }
        if row.inputs {
            check_inputs(revision, message)?;
        }
        Ok(row.method)
    }

    /// A request that carries its own context (2026-07-28, basic/index: `_meta`).
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn modern(&self, message: &mut Message<'_>) -> Result<Revision, Refusal> {
        #[cfg(feature = "http")]
        agree::is_announced(message)?;
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
        if !message.meta_level.is_none() {
            let level = raw(message, message.meta_level);
            read_level(message, level)?;
        }
        #[cfg(feature = "http")]
        agree::of_request(message, version)?;
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
        let is_modern = row.is_some_and(|row| row.first.is_modern());
        #[cfg(feature = "http")]
        let is_modern = is_modern || message.is_announced_modern;
        if is_modern {
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
            message.parts.capabilities = Capabilities::of_client(capabilities).known_in(revision);
        }
        self.connection.agree(revision);
        self.connection.capabilities = message.parts.capabilities;
        Ok(revision)
    }

    /// Takes a slot for a request that keeps the rules.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn admit(&mut self, key: &Key<'_>, message: &mut Message<'_>, method: Method) -> EventKind {
        let (route, id) = (key.route, Some(key.id));
        let opened = if self.holds_its_share() { None } else { self.table.open(key) };
        let ticket = match opened {
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
        if ticket.index != Ticket::SPARE {
            self.hold();
        }
        let exchange = match self.table.get(ticket) {
            Some(slot) => {
                slot.keep_token(token);
                &mut slot.exchange
            }
            None => &mut self.connection.spare,
        };
        exchange.method = message.parts.method;
        exchange.revision = message.parts.revision;
        exchange.level = message.parts.level;
        exchange.from = match method {
            _ if !FULL => list::position(message, Method::ListTools),
            Method::Subscribe | Method::Unsubscribe => subscribe::hash_of(message),
            _ => list::position(message, method),
        };
        if LEGACY && method == Method::Initialize {
            // Over HTTP what belongs to no request waits for an event stream.
            let is_pipe = !HTTP || route.kind == RouteKind::Pipe;
            self.connection.route = if is_pipe { route } else { Route::NOWHERE };
            self.connection.step(Step::Initialize);
        }
        event_of(method)
    }

    /// The connection's own place, for an answer that is given at once. If the last one was not,
    /// its ticket is stale from now on; but while an answer goes out in pieces the one that waits
    /// here could not be given, so it keeps the place.
    fn spare(&mut self, route: Route, id: Option<&str>) -> Option<Ticket> {
        let last = Ticket { generation: self.connection.spare.generation, index: Ticket::SPARE };
        let is_waiting = self.connection.spare.state() != State::Free;
        if is_waiting && self.is_streaming(self.connection.spare.route()) {
            return None;
        }
        self.close(last, false);
        let generation = self.connection.spare.open(route, id);
        Some(Ticket { generation, index: Ticket::SPARE })
    }

    /// A message that is answered with an error.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn refuse(
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
        if ticket.index != Ticket::SPARE {
            self.hold();
        }
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
            Method::Progress if FULL && LEGACY => {
                self.progressed(route, message);
                EventKind::Notification
            }
            _ => EventKind::Notification,
        }
    }

    /// The peer gives up on a request. `None` for unknown and finished ones, and for `initialize`,
    /// which cannot be cancelled.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn cancel(&mut self, route: Route, message: &mut Message<'_>) -> Option<()> {
        let id = Id::of(message.at(message.request_id)).good()?;
        let ticket = self.table.find(&Key::new(self.table.session(), route, id))?;
        let exchange = self.exchange(ticket)?;
        let is_listener = FULL && exchange.state() == State::Listening;
        if exchange.is_of(Method::Initialize) || !(is_listener || exchange.step(Move::Cancel)) {
            return None;
        }
        message.parts.method = exchange.method;
        message.parts.revision = exchange.revision;
        message.parts.ticket = ticket;
        message.parts.id = message.request_id;
        if is_listener {
            self.close(ticket, false);
            return Some(());
        }
        // The id may be used again at once.
        self.table.forget(ticket);
        if FULL {
            self.withdraw_children(ticket);
        }
        Some(())
    }
}

/// The event of a request that keeps the rules.
fn event_of(method: Method) -> EventKind {
    match method {
        Method::Initialize if LEGACY => EventKind::Initialize,
        Method::Discover => EventKind::Discover,
        Method::Ping => EventKind::Ping,
        Method::ListTools => EventKind::ListTools,
        Method::CallTool => EventKind::CallTool,
        _ if !FULL => EventKind::Request,
        Method::ListResources => EventKind::ListResources,
        Method::ListTemplates => EventKind::ListTemplates,
        Method::ListPrompts => EventKind::ListPrompts,
        Method::ReadResource => EventKind::ReadResource,
        Method::GetPrompt => EventKind::GetPrompt,
        Method::Complete => EventKind::Complete,
        Method::SetLevel => EventKind::SetLevel,
        Method::Subscribe => EventKind::Subscribe,
        Method::Unsubscribe => EventKind::Unsubscribe,
        Method::Listen => EventKind::Listen,
        _ => EventKind::Request,
    }
}

pub(super) fn ignore(refusal: Option<Refusal>, message: &mut Message<'_>) -> EventKind {
    message.parts.refusal = refusal.map_or(0, |refusal| refusal as u8);
    EventKind::Ignored
}

/// What the rules on params are for each method.
fn check_params(method: Method, message: &mut Message<'_>) -> Result<(), Refusal> {
    let parts = &message.parts;
    let check = |is_kept, refusal| if is_kept { Ok(()) } else { Err(refusal) };
    match method {
        method if !FULL && !matches!(method, Method::CallTool | Method::ListTools) => Ok(()),
        Method::CallTool | Method::GetPrompt => {
            check(first_of(message, parts.name) == Some(b'"'), Refusal::NoName)?;
            check(is_absent_or(message, parts.arguments, b'{'), Refusal::BadArguments)
        }
        Method::ListTools | Method::ListResources | Method::ListTemplates | Method::ListPrompts => {
            check(is_absent_or(message, parts.cursor, b'"'), Refusal::BadCursor)
        }
        Method::ReadResource | Method::Subscribe | Method::Unsubscribe => {
            message.parts.name = message.uri;
            check(first_of(message, message.uri) == Some(b'"'), Refusal::NoUri)
        }
        Method::Complete => {
            let reference = param(message, "ref").and_then(Reference::of);
            check(reference.is_some(), Refusal::BadReference)?;
            let argument = param(message, "argument");
            let text = |key| argument?.get(key)?.text();
            check(text("name").is_some() && text("value").is_some(), Refusal::BadArgument)
        }
        Method::Listen => {
            let filter = param(message, "notifications");
            let is_object = filter.is_some_and(|filter| filter.kind() == json::Kind::Object);
            check(is_object, Refusal::BadFilter)
        }
        Method::SetLevel => {
            let level = param(message, "level");
            read_level(message, level)
        }
        _ => Ok(()),
    }
}

/// The answers to what was asked before, and the state that went out with it (2026-07-28,
/// basic/patterns/mrtr). Older revisions have neither.
fn check_inputs(revision: Revision, message: &mut Message<'_>) -> Result<(), Refusal> {
    let parts = &mut message.parts;
    if !revision.rules().result_type {
        parts.input_responses = Span::NONE;
        parts.request_state = Span::NONE;
        return Ok(());
    }
    if parts.input_responses.is_none() && parts.request_state.is_none() {
        return Ok(());
    }
    let (inputs, state) = (parts.input_responses, parts.request_state);
    let is_kept = is_absent_or(message, inputs, b'{')
        && is_absent_or(message, state, b'"')
        && raw(message, inputs).is_none_or(|inputs| {
            inputs.members().all(|(_, input)| input.kind() == json::Kind::Object)
        });
    if is_kept { Ok(()) } else { Err(Refusal::BadInputs) }
}

/// Notes the log level that a message names.
fn read_level(message: &mut Message<'_>, level: Option<Raw<'_>>) -> Result<(), Refusal> {
    let level = level.and_then(|level| level.text()).and_then(Level::from_text);
    message.parts.level = level.ok_or(Refusal::BadLevel)? as u8;
    Ok(())
}

/// A member of the params.
fn param<'f>(message: &Message<'f>, key: &str) -> Option<Raw<'f>> {
    raw(message, message.parts.params)?.get(key)
}

/// True if there is no such value, or it is `null`, or one that begins with `first`.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn is_absent_or(message: &Message<'_>, span: Span, first: u8) -> bool {
    match first_of(message, span) {
        None => true,
        Some(b'n') => NULL_MEMBERS,
        Some(byte) => byte == first,
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

/// True if its method is one that no older revision has.
#[cfg(feature = "http")]
pub(crate) fn is_modern_only(message: &Message<'_>) -> bool {
    row_of(message).is_some_and(|row| row.first.is_modern())
}

/// The table's row for the method of a message; `None` if the protocol does not know it.
fn row_of(message: &Message<'_>) -> Option<&'static Known> {
    method::known(message.method?)
}

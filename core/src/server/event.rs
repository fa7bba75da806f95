//! Events: what a frame turned out to be.
//!
//! Each is a few numbers over the text of the frame. [`Event::raw`] takes it apart and
//! [`Event::from_parts`] puts it together again over a copy of the text, so that bindings and
//! deferred work need no second parse.

use crate::envelope::Parts;
use crate::exchange::Ticket;
use crate::json::{Raw, Span, Text};
use crate::rules::{Capabilities, Method, Refusal, Revision};

/// What came in.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'f> {
    /// `initialize`: [`super::Server::reply`] answers it.
    Initialize(Request<'f>),
    /// `notifications/initialized`: the server may speak first from now on.
    Initialized(Notification<'f>),
    /// `server/discover`: [`super::Server::reply`] answers it.
    Discover(Request<'f>),
    /// `ping`: [`super::Server::reply`] answers it.
    Ping(Request<'f>),
    /// `tools/list`: [`super::Server::reply`] answers it from the catalog.
    ListTools(Listing<'f>),
    /// `tools/call`: yours to answer.
    CallTool(Call<'f>),
    /// The peer gave up on a request that was open: stop its work, and answer late (nothing is
    /// written) or abandon its ticket.
    Cancelled(Cancelled<'f>),
    /// A request that the protocol does not know: yours to answer, if it is one of yours.
    Request(Call<'f>),
    /// A notification that the protocol does not know, or one that needs nothing done.
    Notification(Notification<'f>),
    /// A request that breaks a rule: [`super::Server::reply`] answers it with the error.
    Refused(Refused<'f>),
    /// A message that needs no answer and means nothing here: for a log.
    Ignored(Ignored<'f>),
}

/// The kind of an event as a number, for bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)] // As the variants of `Event`.
pub enum EventKind {
    Initialize = 1,
    Initialized = 2,
    Discover = 3,
    Ping = 4,
    ListTools = 5,
    CallTool = 6,
    Cancelled = 7,
    Request = 8,
    Notification = 9,
    Refused = 10,
    Ignored = 11,
}

/// A request: what all events that can be answered have in common.
#[derive(Clone, Copy, Debug)]
pub struct Request<'f> {
    text: &'f str,
    parts: Parts,
}

/// A request that the application answers.
#[derive(Clone, Copy, Debug)]
pub struct Call<'f>(pub(super) Request<'f>);

/// A request for one page of a list.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'f>(pub(super) Request<'f>);

/// A request that was open and that the peer gave up.
#[derive(Clone, Copy, Debug)]
pub struct Cancelled<'f>(pub(super) Request<'f>);

/// A message without an answer.
#[derive(Clone, Copy, Debug)]
pub struct Notification<'f>(pub(super) Request<'f>);

/// A request that breaks a rule.
#[derive(Clone, Copy, Debug)]
pub struct Refused<'f>(pub(super) Request<'f>);

/// A message that means nothing here.
#[derive(Clone, Copy, Debug)]
pub struct Ignored<'f>(pub(super) Request<'f>);

impl<'f> Request<'f> {
    pub(crate) fn new(text: &'f str, parts: Parts) -> Self {
        Self { text, parts }
    }

    /// The ticket to answer it by.
    #[must_use]
    pub fn ticket(&self) -> Ticket {
        self.parts.ticket
    }

    /// The revision that it is served in.
    #[must_use]
    pub fn revision(&self) -> Revision {
        Revision::from_number(self.parts.revision).unwrap_or(Revision::LATEST)
    }

    /// The method, [`Method::Custom`] if the protocol does not know it.
    #[must_use]
    pub fn method(&self) -> Method {
        Method::from_number(self.parts.method)
    }

    /// The method's name as it came.
    #[must_use]
    pub fn method_name(&self) -> Text<'f> {
        self.text_at(self.parts.method_name)
    }

    /// The id as written, quotes included.
    #[must_use]
    pub fn id(&self) -> Option<&'f str> {
        self.parts.id.of(self.text)
    }

    /// The params, an object.
    #[must_use]
    pub fn params(&self) -> Option<Raw<'f>> {
        self.raw_at(self.parts.params)
    }

    /// `params._meta`, an object.
    #[must_use]
    pub fn meta(&self) -> Option<Raw<'f>> {
        self.raw_at(self.parts.meta)
    }

    /// What the client can do, as far as the engine knows the names.
    #[must_use]
    pub fn capabilities(&self) -> Capabilities {
        self.parts.capabilities
    }

    /// The client's name and version, where the message says so.
    #[must_use]
    pub fn client_info(&self) -> Option<Raw<'f>> {
        self.raw_at(self.parts.client_info)
    }

    /// True if the peer asked for progress notifications.
    #[must_use]
    pub fn wants_progress(&self) -> bool {
        !self.parts.token.is_none()
    }

    /// The text of the message and the numbers over it.
    #[must_use]
    pub fn raw(&self) -> (&'f str, Parts) {
        (self.text, self.parts)
    }

    /// The revision that was asked for, in `initialize` or `_meta`.
    #[must_use]
    pub fn requested_version(&self) -> Option<Text<'f>> {
        self.raw_at(self.parts.version)?.text()
    }

    pub(super) fn raw_at(&self, span: Span) -> Option<Raw<'f>> {
        span.of(self.text).map(Raw::trusted)
    }

    pub(super) fn text_at(&self, span: Span) -> Text<'f> {
        self.raw_at(span).and_then(|raw| raw.text()).unwrap_or(Text::trusted(""))
    }
}

impl<'f> Call<'f> {
    /// `params.name`: the tool. Empty for a custom request without one.
    #[must_use]
    pub fn name(&self) -> Text<'f> {
        self.0.text_at(self.0.parts.name)
    }

    /// `params.arguments`, an object if it is there.
    #[must_use]
    pub fn arguments(&self) -> Option<Raw<'f>> {
        self.0.raw_at(self.0.parts.arguments).filter(|arguments| !arguments.is_null())
    }

    /// The argument `key` if it is a string.
    #[must_use]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn arg(&self, key: &str) -> Option<Text<'f>> {
        self.arguments()?.get(key)?.text()
    }

    /// A call put together again over a copy of its text; see [`Request::raw`].
    #[must_use]
    pub fn from_parts(text: &'f str, parts: Parts) -> Self {
        Self(Request::new(text, parts))
    }
}

impl<'f> Listing<'f> {
    /// The cursor as it came, if any.
    #[must_use]
    pub fn cursor(&self) -> Option<Text<'f>> {
        self.0.raw_at(self.0.parts.cursor)?.text()
    }

    /// A listing put together again over a copy of its text; see [`Request::raw`].
    #[must_use]
    pub fn from_parts(text: &'f str, parts: Parts) -> Self {
        Self(Request::new(text, parts))
    }
}

impl<'f> Cancelled<'f> {
    /// Why, if the peer said so.
    #[must_use]
    pub fn reason(&self) -> Option<Text<'f>> {
        self.0.raw_at(self.0.parts.reason)?.text()
    }
}

impl Refused<'_> {
    /// Which rule it breaks.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal::from_number(self.0.parts.refusal).unwrap_or(Refusal::NotJson)
    }
}

impl Ignored<'_> {
    /// Why it means nothing; `None` for a response that nothing waits for.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        Refusal::from_number(self.0.parts.refusal)
    }
}

/// Each kind of event is a request with its own words beside.
macro_rules! is_a_request {
    ($($name:ident),*) => { $(
        impl<'f> core::ops::Deref for $name<'f> {
            type Target = Request<'f>;
            fn deref(&self) -> &Request<'f> {
                &self.0
            }
        }
    )* };
}
is_a_request!(Call, Listing, Cancelled, Notification, Refused, Ignored);

impl<'f> Event<'f> {
    /// The event's kind, the text of its message, and the numbers over it.
    #[must_use]
    pub fn raw(&self) -> (EventKind, &'f str, Parts) {
        let (kind, request) = match *self {
            Self::Initialize(request) => (EventKind::Initialize, request),
            Self::Initialized(Notification(request)) => (EventKind::Initialized, request),
            Self::Discover(request) => (EventKind::Discover, request),
            Self::Ping(request) => (EventKind::Ping, request),
            Self::ListTools(Listing(request)) => (EventKind::ListTools, request),
            Self::CallTool(Call(request)) => (EventKind::CallTool, request),
            Self::Cancelled(Cancelled(request)) => (EventKind::Cancelled, request),
            Self::Request(Call(request)) => (EventKind::Request, request),
            Self::Notification(Notification(request)) => (EventKind::Notification, request),
            Self::Refused(Refused(request)) => (EventKind::Refused, request),
            Self::Ignored(Ignored(request)) => (EventKind::Ignored, request),
        };
        (kind, request.text, request.parts)
    }

    /// An event put together again over a copy of its text.
    #[must_use]
    pub fn from_parts(kind: EventKind, text: &'f str, parts: Parts) -> Self {
        let request = Request::new(text, parts);
        match kind {
            EventKind::Initialize => Self::Initialize(request),
            EventKind::Initialized => Self::Initialized(Notification(request)),
            EventKind::Discover => Self::Discover(request),
            EventKind::Ping => Self::Ping(request),
            EventKind::ListTools => Self::ListTools(Listing(request)),
            EventKind::CallTool => Self::CallTool(Call(request)),
            EventKind::Cancelled => Self::Cancelled(Cancelled(request)),
            EventKind::Request => Self::Request(Call(request)),
            EventKind::Notification => Self::Notification(Notification(request)),
            EventKind::Refused => Self::Refused(Refused(request)),
            EventKind::Ignored => Self::Ignored(Ignored(request)),
        }
    }

    /// The kind alone.
    #[must_use]
    pub fn kind(&self) -> EventKind {
        self.raw().0
    }

    /// The ticket to answer it by; [`Ticket::NONE`] where nothing can be answered.
    #[must_use]
    pub fn ticket(&self) -> Ticket {
        self.raw().2.ticket
    }
}

impl EventKind {
    /// Every kind, in the order of the numbers.
    pub const ALL: [Self; 11] = [
        Self::Initialize,
        Self::Initialized,
        Self::Discover,
        Self::Ping,
        Self::ListTools,
        Self::CallTool,
        Self::Cancelled,
        Self::Request,
        Self::Notification,
        Self::Refused,
        Self::Ignored,
    ];

    /// The kind stored as a number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).wrapping_sub(1)).copied()
    }

    /// The kind's name in transcripts and logs, such as `call_tool`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Initialize => "initialize",
            Self::Initialized => "initialized",
            Self::Discover => "discover",
            Self::Ping => "ping",
            Self::ListTools => "list_tools",
            Self::CallTool => "call_tool",
            Self::Cancelled => "cancelled",
            Self::Request => "request",
            Self::Notification => "notification",
            Self::Refused => "refused",
            Self::Ignored => "ignored",
        }
    }
}

//! What events say: a request and its params, each kind with its own words.

use crate::envelope::Parts;
use crate::exchange::Ticket;
use crate::incoming::{Incoming, incoming};
use crate::json::{Kind, Raw, Text};
use crate::rules::{Capabilities, Level, Refusal, What};

/// A request: what all events that can be answered have in common.
#[derive(Clone, Copy, Debug)]
pub struct Request<'f>(Incoming<'f>);

impl<'f> core::ops::Deref for Request<'f> {
    type Target = Incoming<'f>;
    fn deref(&self) -> &Incoming<'f> {
        &self.0
    }
}

incoming! { Request:
    /// A request that the application answers: of a tool, of a prompt, or one of its own.
    Call,
    /// A request for one page of a list.
    Listing,
    /// A request about one resource.
    Reading,
    /// A request for suggestions (server/utilities/completion).
    Completing,
    /// A request for the level of log messages (server/utilities/logging).
    SetLevel,
    /// A request for notifications (2026-07-28, basic/patterns/subscriptions).
    Listen,
    /// A request that was open and that the peer gave up.
    Cancelled,
    /// A message without an answer.
    Notification,
    /// A request that breaks a rule.
    Refused,
    /// A message that means nothing here.
    Ignored,
    /// The end of a request of ours.
    Answered,
}

impl<'f> Request<'f> {
    pub(crate) fn new(text: &'f str, parts: Parts) -> Self {
        Self(Incoming::new(text, parts))
    }

    pub(super) const fn of(request: Self) -> Self {
        request
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

    /// The answer to what was asked under `key` ([`super::Server::ask`]), an object: to be read
    /// with [`crate::schema::ElicitResultView`], [`crate::schema::CreateMessageResultView`] or
    /// [`crate::schema::ListRootsResultView`]. `None` while nothing was answered.
    #[must_use]
    pub fn input(&self, key: &str) -> Option<Raw<'f>> {
        self.inputs()?.get(key)
    }

    /// All answers to what was asked, an object of objects.
    #[must_use]
    pub fn inputs(&self) -> Option<Raw<'f>> {
        self.raw_at(self.parts.input_responses).filter(|inputs| !inputs.is_null())
    }

    /// The state that went out with what was asked, as it came back. The client could have
    /// changed it: see the feature `seal`.
    #[must_use]
    pub fn request_state(&self) -> Option<Text<'f>> {
        self.raw_at(self.parts.request_state)?.text()
    }

    /// The revision that was asked for, in `initialize` or `_meta`.
    #[must_use]
    pub fn requested_version(&self) -> Option<Text<'f>> {
        self.raw_at(self.parts.version)?.text()
    }
}

impl<'f> Call<'f> {
    /// `params.name`: the tool or the prompt. Empty for a custom request without one.
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
}

impl<'f> Listing<'f> {
    /// The cursor as it came, if any.
    #[must_use]
    pub fn cursor(&self) -> Option<Text<'f>> {
        self.0.raw_at(self.0.parts.cursor)?.text()
    }
}

impl<'f> Reading<'f> {
    /// `params.uri`.
    #[must_use]
    pub fn uri(&self) -> Text<'f> {
        self.0.text_at(self.0.parts.name)
    }
}

/// What is to be completed.
#[derive(Clone, Copy, Debug)]
pub enum Reference<'f> {
    /// An argument of the prompt of this name.
    Prompt(Text<'f>),
    /// A variable of the resource template of this URI template.
    Template(Text<'f>),
}

impl<'f> Reference<'f> {
    /// Reads `params.ref`.
    pub(super) fn of(object: Raw<'f>) -> Option<Self> {
        let kind = object.get("type")?.text()?;
        if kind == *"ref/prompt" {
            return Some(Self::Prompt(object.get("name")?.text()?));
        }
        if kind == *"ref/resource" {
            return Some(Self::Template(object.get("uri")?.text()?));
        }
        None
    }
}

impl<'f> Completing<'f> {
    /// What is to be completed. Never `None` in an event of the engine's making.
    #[must_use]
    pub fn reference(&self) -> Option<Reference<'f>> {
        Reference::of(self.0.param("ref")?)
    }

    /// The name of the argument.
    #[must_use]
    pub fn name(&self) -> Text<'f> {
        self.argument("name").unwrap_or(Text::trusted(""))
    }

    /// What was typed so far.
    #[must_use]
    pub fn value(&self) -> Text<'f> {
        self.argument("value").unwrap_or(Text::trusted(""))
    }

    /// What another argument was already set to. From 2025-06-18 on.
    #[must_use]
    pub fn context(&self, argument: &str) -> Option<Text<'f>> {
        self.0.param("context")?.get("arguments")?.get(argument)?.text()
    }

    fn argument(&self, key: &str) -> Option<Text<'f>> {
        self.0.param("argument")?.get(key)?.text()
    }
}

impl SetLevel<'_> {
    /// The lowest level wanted.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::from_number(self.0.parts.level).unwrap_or(Level::Debug)
    }
}

impl<'f> Listen<'f> {
    /// True if changes of this list are asked for.
    #[must_use]
    pub fn wants(&self, what: What) -> bool {
        self.filter(what.key()).and_then(|wanted| wanted.bool()) == Some(true)
    }

    /// The URIs of the resources whose updates are asked for.
    pub fn uris(&self) -> impl Iterator<Item = Text<'f>> + use<'f> {
        let uris = self.filter("resourceSubscriptions").unwrap_or(Raw::NULL);
        uris.items().filter_map(|uri| uri.text())
    }

    fn filter(&self, key: &str) -> Option<Raw<'f>> {
        self.0.param("notifications")?.get(key)
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

/// How a request of ours ended.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<'f> {
    /// The peer's result, an object.
    Result(Raw<'f>),
    /// The peer's error, an object with `code` and `message`.
    Error(Raw<'f>),
    /// The peer answered neither with an object as result nor with one as error.
    Malformed,
    /// No answer came in time. The peer is told that nobody waits any more.
    Expired,
}

impl<'f> Answered<'f> {
    /// How it ended.
    #[must_use]
    pub fn outcome(&self) -> Outcome<'f> {
        let object =
            |span| self.0.raw_at(span).filter(|value: &Raw<'f>| value.kind() == Kind::Object);
        let parts = &self.0.parts;
        if self.0.text.is_empty() {
            return Outcome::Expired;
        }
        match (object(parts.params), object(parts.reason)) {
            (_, Some(error)) => Outcome::Error(error),
            (Some(result), None) if parts.reason.is_none() => Outcome::Result(result),
            _ => Outcome::Malformed,
        }
    }

    /// The result, if it is one.
    #[must_use]
    pub fn result(&self) -> Option<Raw<'f>> {
        match self.outcome() {
            Outcome::Result(result) => Some(result),
            _ => None,
        }
    }

    /// The request of the peer's in whose course it was asked; [`Ticket::NONE`] if in none. That
    /// request is still open, and this is where [`crate::Out::keep`] was kept.
    #[must_use]
    pub fn parent(&self) -> Ticket {
        self.0.parts.parent
    }
}

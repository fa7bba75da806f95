//! What events say, each kind with its own words.

use super::Policy;
use super::event::{
    Changed, Connected, Failed, Ignored, ListenEnded, Listening, Log, Progress, Refused, Suspended,
    Updated, Withdrawn,
};
use crate::json::{Number, Raw, Text};
use crate::meta;
use crate::rules::{Capabilities, Failure, Level, Refusal, What};
use crate::schema::{ErrorObjectView, ImplementationView, Read};

impl<'f> Connected<'f> {
    /// What the server announced.
    #[must_use]
    pub fn capabilities(&self) -> Capabilities {
        self.parts.capabilities
    }

    /// The server's name and version.
    #[must_use]
    pub fn server_info(&self) -> Option<ImplementationView<'f>> {
        let result = self.result()?;
        let meta = result.get("_meta").and_then(|meta| meta.get(meta::SERVER_INFO));
        ImplementationView::read(meta.or_else(|| result.get("serverInfo"))?)
    }

    /// What the model should know before it uses the server.
    #[must_use]
    pub fn instructions(&self) -> Option<Text<'f>> {
        self.result()?.get("instructions")?.text()
    }

    /// The whole result of `server/discover` or `initialize`.
    #[must_use]
    pub fn result(&self) -> Option<Raw<'f>> {
        self.raw_at(self.parts.params)
    }
}

impl<'f> Failed<'f> {
    /// Why.
    #[must_use]
    pub fn failure(&self) -> Failure {
        Failure::from_number(self.parts.refusal).unwrap_or(Failure::Closed)
    }

    /// What was received, where something was: the error, or the result.
    #[must_use]
    pub fn received(&self) -> Option<Raw<'f>> {
        self.raw_at(self.parts.reason).or_else(|| self.raw_at(self.parts.params))
    }

    /// How to connect to the server once it was started again, where that may help: without the
    /// question that it did not survive.
    #[must_use]
    pub fn retry(&self) -> Option<Policy> {
        (self.failure() == Failure::ClosedOnProbe).then_some(Policy::LEGACY)
    }
}

/// Why a request of ours cannot go on without the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Pause {
    /// HTTP 401: the server wants to know who asks. Answer the challenge, and send it again with
    /// what that gave. No event says so, but what `responded` gives.
    Unauthorized = 1,
    /// HTTP 403: what is known of who asks is not enough. No event says so either.
    Forbidden = 2,
    /// HTTP 404: the session was lost; it has been begun anew. The request was not served.
    SessionLost = 3,
    /// The server named another revision, which is spoken from now on (-32022).
    Revision = 4,
    /// The server found header and body to differ (-32020): list the tools again, since the headers
    /// that a tool wants may have changed.
    Header = 5,
}

impl Pause {
    /// Every reason, in the order of the numbers.
    pub const ALL: [Self; 5] =
        [Self::Unauthorized, Self::Forbidden, Self::SessionLost, Self::Revision, Self::Header];

    /// Its name in transcripts and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::SessionLost => "session_lost",
            Self::Revision => "revision",
            Self::Header => "header",
        }
    }
}

impl Suspended<'_> {
    /// Why.
    #[must_use]
    pub fn why(&self) -> Pause {
        let at = usize::from(self.parts.refusal).wrapping_sub(1);
        Pause::ALL.get(at).copied().unwrap_or(Pause::SessionLost)
    }
}

impl<'f> Progress<'f> {
    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> Option<Number<'f>> {
        self.param("progress")?.number()
    }

    /// How far it has to come, where that is known.
    #[must_use]
    pub fn total(&self) -> Option<Number<'f>> {
        self.param("total")?.number()
    }

    /// What is being done. From 2025-03-26 on.
    #[must_use]
    pub fn message(&self) -> Option<Text<'f>> {
        self.param("message")?.text()
    }
}

impl<'f> Log<'f> {
    /// Its level; `None` for a word that is none.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        Level::read(self.param("level")?)
    }

    /// Who wrote it.
    #[must_use]
    pub fn logger(&self) -> Option<Text<'f>> {
        self.param("logger")?.text()
    }

    /// What was written: any JSON value.
    #[must_use]
    pub fn data(&self) -> Option<Raw<'f>> {
        self.param("data")
    }
}

impl<'f> Listening<'f> {
    /// True if the server agreed to tell of changes of this list. Before 2026-07-28: if it
    /// announced that it does.
    #[must_use]
    pub fn hears(&self, what: What) -> bool {
        match self.agreed() {
            Some(agreed) => agreed.get(what.key()).and_then(|it| it.bool()) == Some(true),
            None => self.parts.level & what.bit() != 0,
        }
    }

    /// The URIs of the resources that the server agreed to tell of. From 2026-07-28 on.
    pub fn uris(&self) -> impl Iterator<Item = Text<'f>> + use<'f> {
        let uris = self.agreed().and_then(|agreed| agreed.get("resourceSubscriptions"));
        uris.unwrap_or(Raw::NULL).items().filter_map(|uri| uri.text())
    }

    /// How many resources the server did not agree to tell of. Before 2026-07-28.
    #[must_use]
    pub fn refused(&self) -> u8 {
        self.parts.refusal
    }

    fn agreed(&self) -> Option<Raw<'f>> {
        self.param("notifications")
    }
}

impl<'f> ListenEnded<'f> {
    /// True if the server ended it as the protocol has it, with a result.
    #[must_use]
    pub fn is_graceful(&self) -> bool {
        self.parts.refusal == 0
            && self.parts.reason.is_none()
            && !self.parts.params.is_none()
            && self.text_at(self.parts.method_name).len() == Ok(0)
    }

    /// The error, if it was refused.
    #[must_use]
    pub fn error(&self) -> Option<ErrorObjectView<'f>> {
        ErrorObjectView::read(self.raw_at(self.parts.reason)?)
    }

    /// Why it failed, if it did.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        Failure::from_number(self.parts.refusal)
    }
}

impl Changed<'_> {
    /// Which list has changed.
    #[must_use]
    pub fn what(&self) -> What {
        What::ALL.get(usize::from(self.parts.level)).copied().unwrap_or(What::Tools)
    }
}

impl<'f> Updated<'f> {
    /// The URI of the resource that has changed.
    #[must_use]
    pub fn uri(&self) -> Text<'f> {
        self.text_at(self.parts.name)
    }
}

impl<'f> Withdrawn<'f> {
    /// Why, if the server said so.
    #[must_use]
    pub fn reason(&self) -> Option<Text<'f>> {
        self.raw_at(self.parts.reason)?.text()
    }
}

impl Refused<'_> {
    /// Which rule it breaks.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal::from_number(self.parts.refusal).unwrap_or(Refusal::NotJson)
    }
}

impl Ignored<'_> {
    /// Why it means nothing; `None` for what nothing waits for: a late answer, progress on what is
    /// over, a notification that was not asked for.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        Refusal::from_number(self.parts.refusal)
    }
}

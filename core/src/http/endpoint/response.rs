//! The heads of responses.

use super::session::SessionId;
use crate::rules::status;

/// What the body of a response is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// There is none.
    Empty,
    /// One JSON text.
    Json,
    /// Events.
    Events,
}

/// The head of a response: a status, and the headers that the protocol wants. What the host adds
/// (lengths, `Connection`, and for pages of other sites [`crate::http::cors::exposed`]) is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResponseHead {
    /// The HTTP status.
    pub status: u16,
    /// What the body is.
    pub body: Body,
    /// The id of the session that begins with this response.
    pub session: Option<SessionId>,
    /// The methods that are allowed, of a 405; else empty.
    pub allow: &'static str,
    /// Seconds after which to try again, of a 503; else empty.
    pub retry_after: &'static str,
}

/// A whole response.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// Its head.
    pub head: ResponseHead,
    /// Its body.
    pub body: &'static str,
}

impl ResponseHead {
    const EMPTY: Self =
        Self { status: 200, body: Body::Empty, session: None, allow: "", retry_after: "" };

    pub(super) const fn json(status: u16) -> Self {
        Self { body: Body::Json, ..Self::empty(status) }
    }

    pub(super) const fn events() -> Self {
        Self { body: Body::Events, ..Self::EMPTY }
    }

    pub(super) const fn empty(status: u16) -> Self {
        let retry_after = if status == status::UNAVAILABLE { "1" } else { "" };
        Self { status, retry_after, ..Self::EMPTY }
    }

    /// The headers, names in lower case. None of them is a length, since bodies come in parts.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let kind = match self.body {
            Body::Empty => [None, None, None],
            // What is said to one client is nobody else's.
            Body::Json => [Some(("content-type", "application/json")), NO_STORE, None],
            Body::Events => {
                let unbuffered = Some(("x-accel-buffering", "no"));
                [Some(("content-type", "text/event-stream")), NO_STORE, unbuffered]
            }
        };
        let session = self.session.as_ref().map(|id| ("mcp-session-id", id.as_str()));
        let of = |name, value: &'static str| (!value.is_empty()).then_some((name, value));
        let rest = [session, of("allow", self.allow), of("retry-after", self.retry_after)];
        kind.into_iter().chain(rest).flatten()
    }
}

const NO_STORE: Option<(&str, &str)> = Some(("cache-control", "no-cache, no-store"));

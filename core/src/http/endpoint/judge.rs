//! What the head of a request says, before any body is read.

use super::Endpoint;
use super::denial::Denial;
use super::response::{Reply, ResponseHead};
use super::session::{State, place_of};
use crate::http::cors;
use crate::http::head::{Head, Single};
use crate::http::media::{ContentType, accepts, content_type};
use crate::http::origin::{is_host_allowed, is_origin_allowed};
use crate::rules::Revision;
use crate::sse::{EventId, Fields};

/// What is to be done with a request.
#[derive(Clone, Debug)]
pub enum Verdict<'h> {
    /// Answer it with this, and read no body.
    Reply(Reply),
    /// Read its body, at most [`super::Policy::longest_body`] bytes, and give it to
    /// [`Endpoint::receive`] as a [`crate::Frame`]: `Frame::new(body).on(Route::post(number))
    /// .from(principal).under(&head)`. Of a longer one answer [`Denial::TooLong`].
    Body,
    /// Answer it with an event stream, which stays open.
    Stream(Opening),
    /// A page of another site asks whether it may send a request: answer 204 with these headers and
    /// no body.
    Preflight(cors::Preflight<'h>),
}

/// An event stream that begins (GET).
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// The head of the response.
    pub head: ResponseHead,
    /// What to send first, or nothing: an event without data that says where to come back to.
    pub first: Option<Fields>,
    /// The exchange on which this stream went out before, if its client did not wait for its end:
    /// end that response.
    pub replaces: Option<u32>,
    /// Which of the events that were kept to send then.
    pub missed: Option<Missed>,
    /// True if the response ends behind them: all was sent before.
    pub is_over: bool,
}

/// Events to send again. If one of them is no longer kept, answer [`Denial::UnknownEvent`] instead
/// and call [`Endpoint::closed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missed {
    /// The last that the client has: send those that follow it on the same stream.
    pub after: EventId,
    /// The sequence of the last that there is.
    pub last: u32,
}

/// What the headers say of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// Nothing.
    None,
    /// One that there is not, or not for this client.
    Unknown,
    /// One of the table, counted from 1.
    Session(u16),
}

/// Which revisions the version header names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Announced {
    /// It is not there.
    Nothing,
    /// One that begins with `initialize`.
    Legacy(Revision),
    /// 2026-07-28.
    Modern,
    /// One that is not spoken here, or several.
    Unknown,
}

impl Announced {
    pub(super) fn by(head: &Head<'_>) -> Self {
        let name = match head.single("mcp-protocol-version") {
            Single::Absent => return Self::Nothing,
            Single::One(name) => crate::json::text_of(name).unwrap_or(""),
            Single::Conflict => return Self::Unknown,
        };
        match Revision::from_name(name) {
            Some(revision) if !revision.is_modern() => Self::Legacy(revision),
            Some(_) => Self::Modern,
            None => Self::Unknown,
        }
    }
}

impl Endpoint<'_> {
    /// Looks at the head of a request. `number` names the HTTP exchange from now on, until its
    /// response has ended or [`Endpoint::closed`] was called: any number that no other exchange has
    /// meanwhile. `principal` is who asks, as far as the host knows, and 0 for nobody in
    /// particular; `now` is the time in milliseconds from any start.
    ///
    /// In this order: 403 by `Host` or `Origin`, 405 (also for a GET or DELETE of 2026-07-28), then
    /// of a POST 413, 415 and 406; of a GET and a DELETE 400 for a version that is not spoken, of a
    /// GET 406, then 400 and 404 for the session.
    pub fn judge<'h>(
        &mut self,
        head: &Head<'h>,
        number: u32,
        principal: u64,
        now: u64,
    ) -> Verdict<'h> {
        match self.verdict(head, number, principal, now) {
            Ok(verdict) => verdict,
            Err(denial) => {
                let mut reply = denial.reply();
                if denial == Denial::Method {
                    let is_modern = Announced::by(head) == Announced::Modern;
                    reply.head.allow = if is_modern { cors::POST_ALONE } else { self.methods() };
                }
                Verdict::Reply(reply)
            }
        }
    }

    /// The methods of this endpoint, as `Allow` lists them.
    #[must_use]
    pub fn methods(&self) -> &'static str {
        if self.has_sessions() { cors::METHODS } else { cors::POST_ALONE }
    }

    pub(super) fn has_sessions(&self) -> bool {
        cfg!(feature = "legacy") && self.policy.sessions && !self.sessions.is_empty()
    }

    fn verdict<'h>(
        &mut self,
        head: &Head<'h>,
        number: u32,
        principal: u64,
        now: u64,
    ) -> Result<Verdict<'h>, Denial> {
        if !is_host_allowed(head, self.policy.hosts) {
            return Err(Denial::Host);
        }
        if !is_origin_allowed(head, self.policy.origins) {
            return Err(Denial::Origin);
        }
        let accepts = accepts(head);
        match head.method {
            "POST" => {
                let length = head.get("content-length").and_then(number_of);
                if length.is_some_and(|length| length > u64::from(self.policy.longest_body)) {
                    Err(Denial::TooLong)
                } else if content_type(head) != ContentType::Json {
                    Err(Denial::ContentType)
                } else if !accepts.json && !accepts.events {
                    Err(Denial::Accept)
                } else {
                    Ok(Verdict::Body)
                }
            }
            "GET" | "DELETE" if !self.has_sessions() => Err(Denial::Method),
            // 2026-07-28 knows neither.
            "GET" | "DELETE" if Announced::by(head) == Announced::Modern => Err(Denial::Method),
            "GET" | "DELETE" if Announced::by(head) == Announced::Unknown => Err(Denial::Version),
            "GET" if !accepts.events => Err(Denial::Accept),
            "GET" => {
                let session = self.session_of(head, principal, now)?;
                self.resume(head, number, session).map(Verdict::Stream)
            }
            "DELETE" => {
                let session = self.session_of(head, principal, now)?;
                self.terminate(session);
                Ok(Verdict::Reply(Reply { head: ResponseHead::empty(204), body: "" }))
            }
            _ => {
                let asked = cors::preflight(head, self.policy.origins, self.methods());
                asked.map(Verdict::Preflight).ok_or(Denial::Method)
            }
        }
    }

    fn session_of(&mut self, head: &Head<'_>, principal: u64, now: u64) -> Result<u16, Denial> {
        match self.named(head, principal, now) {
            Named::Session(session) => Ok(session),
            Named::None => Err(Denial::NoSession),
            Named::Unknown => Err(Denial::UnknownSession),
        }
    }

    /// The session that a head names, if it is one of this principal's.
    pub(super) fn named(&mut self, head: &Head<'_>, principal: u64, now: u64) -> Named {
        let id = match head.single("mcp-session-id") {
            Single::Absent => return Named::None,
            Single::One(id) => id,
            Single::Conflict => return Named::Unknown,
        };
        let Some(place) = place_of(id) else { return Named::Unknown };
        match self.sessions.get_mut(usize::from(place)) {
            Some(session)
                if session.state() == State::Open
                    && session.has(place, id)
                    && session.principal == principal =>
            {
                session.used = now;
                Named::Session(place.saturating_add(1))
            }
            _ => Named::Unknown,
        }
    }
}

/// A length in decimal digits; what is none counts as more than any.
fn number_of(digits: &[u8]) -> Option<u64> {
    let mut number: u64 = 0;
    for digit in digits {
        let value = digit.wrapping_sub(b'0');
        if value > 9 {
            return Some(u64::MAX);
        }
        number = number.saturating_mul(10).saturating_add(u64::from(value));
    }
    Some(number)
}

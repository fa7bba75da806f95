//! What the head of a response means.

use super::Purpose;
use crate::client::asked::{BEGUN, RETRIED, STREAMS};
use crate::client::view::Pause;
use crate::client::{Client, due};
use crate::exchange::Ticket;
use crate::frame::Route;
use crate::http::{ContentType, Head, Header, Single, content_type};
use crate::rules::Failure;
use crate::rules::transition::{Phase, State, Turn};

/// What to do with a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect<'h> {
    /// Read the body, up to a bound of yours, and give it to [`Client::receive`] as a frame on this
    /// route; then [`Client::closed`].
    Json,
    /// Read it as an event stream ([`crate::sse::Events`]): give each event to
    /// [`Client::receive`], as a frame on this route, and [`Client::seen`] what it says of itself;
    /// at the end of the stream, or where it breaks off, [`Client::closed`].
    Events,
    /// The body says nothing: drop it; then [`Client::closed`].
    Nothing,
    /// 401 or 403: drop the body. The exchange is suspended until [`Client::again`] or
    /// [`Client::cancel`]; a notification or an answer that was denied is not sent again.
    Denied {
        /// What was denied; [`Ticket::NONE`] of a message that nobody answers.
        ticket: Ticket,
        /// `WWW-Authenticate`, as it came; empty if there is none.
        challenge: &'h [u8],
    },
}

impl Client<'_> {
    /// Takes the head of the response to an HTTP exchange of ours, whose number is that of the
    /// output ([`crate::Out::route`]). Where no response comes at all, [`Client::closed`] alone.
    pub fn responded<'h>(
        &mut self,
        route: Route,
        status: u16,
        headers: &'h [Header<'h>],
        now: u64,
    ) -> Expect<'h> {
        self.now = now;
        let head = Head { method: "", headers };
        let purpose = self.purpose_of_response(route);
        if purpose == Purpose::Gone {
            return Expect::Nothing;
        }
        if purpose == Purpose::Handshake {
            self.connection.handshake.status = status;
            if !self.take_session(status, &head) {
                self.fail(Failure::BadSession);
                return Expect::Nothing;
            }
        }
        if let Purpose::Call(ticket) = purpose
            && !(200..300).contains(&status)
            && self.has_begun(ticket)
        {
            return self.lost(ticket, status);
        }
        match status {
            200..=299 => self.accepted(purpose, status, &head),
            401 | 403 if purpose == Purpose::Stream => {
                self.refuse_stream();
                Expect::Nothing
            }
            401 | 403 => {
                let challenge = head.get("WWW-Authenticate").unwrap_or_default();
                Expect::Denied { ticket: self.denied(purpose, status), challenge }
            }
            404 if self.is_session_lost(purpose) => Expect::Nothing,
            _ => match purpose {
                Purpose::Stream => {
                    self.no_stream(status);
                    Expect::Nothing
                }
                Purpose::Aside | Purpose::Gone => Expect::Nothing,
                Purpose::Handshake | Purpose::Call(_) => {
                    self.note_failure(purpose, Failure::Status);
                    // What is wrong may stand in it.
                    match content_type(&head) {
                        ContentType::Json => Expect::Json,
                        _ => Expect::Nothing,
                    }
                }
            },
        }
    }

    /// 2xx.
    fn accepted(&mut self, purpose: Purpose, status: u16, head: &Head<'_>) -> Expect<'static> {
        let kind = content_type(head);
        match purpose {
            Purpose::Aside | Purpose::Gone => return Expect::Nothing,
            Purpose::Stream if kind == ContentType::Events && status == 200 => {
                return Expect::Events;
            }
            Purpose::Stream => {
                self.no_stream(405);
                return Expect::Nothing;
            }
            Purpose::Handshake | Purpose::Call(_) => {}
        }
        match kind {
            _ if matches!(status, 202 | 204 | 205) => {
                self.note_failure(purpose, Failure::Malformed);
                Expect::Nothing
            }
            ContentType::Json | ContentType::Absent => Expect::Json,
            ContentType::Events => {
                if let Purpose::Call(ticket) = purpose
                    && let Some(slot) = self.table.get(ticket)
                {
                    slot.exchange.set(STREAMS);
                }
                Expect::Events
            }
            ContentType::Other => {
                self.note_failure(purpose, Failure::MediaType);
                Expect::Nothing
            }
        }
    }

    /// Why a request failed, should its exchange end without an answer.
    fn note_failure(&mut self, purpose: Purpose, failure: Failure) {
        match purpose {
            Purpose::Call(ticket) => {
                if let Some(slot) = self.table.get(ticket) {
                    slot.exchange.set_why(failure as u8);
                }
            }
            Purpose::Handshake => self.connection.handshake.noted = failure as u8,
            _ => {}
        }
    }

    /// What came in an exchange of ours is no message: that is why it failed, should it end so.
    pub(in crate::client) fn note_malformed(&mut self, route: Route) {
        let purpose = self.purpose_of_response(route);
        // An event stream goes on, and can be gone on with.
        let is_stream = match purpose {
            Purpose::Call(ticket) => {
                self.table.peek(ticket).is_some_and(|slot| slot.exchange.has(STREAMS))
            }
            _ => false,
        };
        if !is_stream {
            self.note_failure(purpose, Failure::Malformed);
        }
    }

    /// 401 or 403.
    fn denied(&mut self, purpose: Purpose, status: u16) -> Ticket {
        match purpose {
            Purpose::Handshake => {
                self.connection.handshake.suspended = 1;
                self.connection.handshake.ticket()
            }
            Purpose::Call(ticket) => {
                let why = if status == 401 { Pause::Unauthorized } else { Pause::Forbidden };
                let was = self.table.get(ticket).map_or(0, |slot| slot.exchange.level);
                self.suspend(ticket, why);
                if !self.is_in(ticket, State::Suspended) {
                    return Ticket::NONE;
                }
                if let Some(slot) = self.table.get(ticket) {
                    // It may be asked for as often as the application has an answer.
                    slot.exchange.level = was;
                }
                ticket
            }
            _ => Ticket::NONE,
        }
    }

    /// The session that the answer to `initialize` begins; false if its id is of no use.
    fn take_session(&mut self, status: u16, head: &Head<'_>) -> bool {
        if self.connection.handshake.phase() != Phase::Handshake || !(200..300).contains(&status) {
            // 2026-07-28 has no sessions: what is said of one is not looked at.
            return true;
        }
        let Some(remote) = self.remote.as_deref_mut() else { return true };
        match head.single("Mcp-Session-Id") {
            Single::Absent => true,
            Single::One(id) => remote.set_session(id),
            Single::Conflict => false,
        }
    }

    /// The answer to a request broke off before: it was served.
    fn has_begun(&self, ticket: Ticket) -> bool {
        self.table.peek(ticket).is_some_and(|slot| slot.exchange.has(BEGUN))
    }

    /// The rest of an answer that broke off is not to be had. The request is not sent again, since
    /// it was served once.
    fn lost(&mut self, ticket: Ticket, status: u16) -> Expect<'static> {
        let failure = match status {
            404 => Failure::SessionLost,
            401 | 403 => Failure::Denied,
            _ => Failure::Closed,
        };
        let sent_in = self.table.peek(ticket).map_or(0, |slot| slot.exchange.sent);
        self.note_failure(Purpose::Call(ticket), failure);
        if status == 404 {
            self.begin_anew(sent_in);
        }
        Expect::Nothing
    }

    /// The session of this count was lost: it is begun anew, once for all that were sent in it.
    fn begin_anew(&mut self, sent_in: u32) {
        let Some(remote) = self.remote.as_deref_mut() else { return };
        let is_the_last = sent_in == remote.present();
        if !is_the_last || self.connection.handshake.phase() != Phase::Legacy {
            return;
        }
        remote.forget();
        // The new session knows nothing of what the last one was to tell.
        let mut from = 0;
        while let Some(ticket) =
            self.table.find_from(from, &|slot| slot.exchange.state() == State::Listening)
        {
            from = ticket.index.saturating_add(1);
            if let Some(slot) = self.table.get(ticket) {
                slot.due = due::ENDED;
                slot.exchange.set_why(Failure::SessionLost as u8);
                self.connection.due |= due::TELL;
            }
        }
        let offered = self.connection.handshake.offered();
        self.connection.set_agreed(None);
        self.offer(Turn::Initialize, offered);
    }

    /// 404 for a request that was sent in a session: the session is begun anew, once, and the
    /// request has to be sent again. Of other messages 404 means nothing: what belongs to no
    /// request is no reason to end a session, and some servers say so where they have no event
    /// stream.
    fn is_session_lost(&mut self, purpose: Purpose) -> bool {
        let Purpose::Call(ticket) = purpose else { return false };
        let Some(slot) = self.table.get(ticket) else { return false };
        let exchange = &mut slot.exchange;
        if exchange.revision().is_modern() || exchange.sent == 0 {
            return false;
        }
        if exchange.has(RETRIED) {
            exchange.set_why(Failure::SessionLost as u8);
            return true;
        }
        let sent_in = exchange.sent;
        self.suspend(ticket, Pause::SessionLost);
        if self.is_in(ticket, State::Suspended)
            && let Some(slot) = self.table.get(ticket)
        {
            slot.due |= due::NEWS;
        }
        self.connection.due |= due::TELL;
        self.begin_anew(sent_in);
        true
    }

    /// An HTTP exchange of ours has ended.
    pub(in crate::client) fn ended_on(&mut self, route: Route) {
        match self.purpose(route) {
            Purpose::Gone | Purpose::Aside => {}
            Purpose::Stream => self.stream_ended(),
            Purpose::Handshake => self.handshake_ended(),
            Purpose::Call(ticket) => {
                let Some(slot) = self.table.get(ticket) else { return };
                match slot.exchange.state() {
                    State::Asked => {}
                    State::Withdrawn if slot.exchange.revision().is_modern() => {
                        // There is nothing left to take back.
                        return self.close(ticket);
                    }
                    _ => return,
                }
                if self.goes_on(ticket) {
                    return;
                }
                let why = self.table.get(ticket).map_or(0, |slot| slot.exchange.refusal);
                self.fail_asked(ticket, Failure::from_number(why).unwrap_or(Failure::Closed));
            }
        }
    }

    /// The exchange of the handshake has ended without an answer.
    fn handshake_ended(&mut self) {
        let handshake = &mut self.connection.handshake;
        if handshake.suspended != 0 {
            return;
        }
        let (phase, status) = (handshake.phase(), handshake.status);
        let noted = Failure::from_number(handshake.noted);
        let is_older = matches!(status, 400 | 404 | 405 | 200..=299);
        match phase {
            Phase::Probing if is_older && self.fall_back() => {}
            Phase::Probing | Phase::Handshake if matches!(status, 400 | 404 | 405) => {
                self.fail(Failure::NoEndpoint);
            }
            _ => self.fail(noted.unwrap_or(Failure::Closed)),
        }
    }
}

//! How a connection comes about: the probe, the handshake, and what answers to them mean
//! (2026-07-28, basic/versioning; before, basic/lifecycle).

use super::event::EventKind;
use super::{Client, LEGACY, Policy, due};
use crate::envelope::Message;
use crate::error::Error;
use crate::exchange::{Ticket, after};
use crate::frame::Route;
use crate::json::{Kind, Number, Raw};
use crate::rules::revision::supported;
use crate::rules::transition::{Move, Phase, State, Turn};
use crate::rules::{Capabilities, Code, Failure, Revision};

/// Of a server that did not say what it can do.
const UNKNOWN: Capabilities = Capabilities(0xffff);

impl Client<'_> {
    /// Begins a connection; [`Client::next_output`] has its first message. After one has failed, or
    /// was given up with [`Client::cancel`], of which no event tells, another may be begun, with a
    /// pipe of its own.
    ///
    /// # Errors
    /// [`Error::NotSupported`] if there is a connection, or one is coming about, or the policy
    /// allows no revision that this build speaks.
    pub fn connect(&mut self, policy: &Policy, now: u64) -> Result<(), Error> {
        self.now = now;
        let handshake = &mut self.connection.handshake;
        if !matches!(handshake.phase(), Phase::Start | Phase::Failed) {
            return Err(Error::NotSupported);
        }
        handshake.newest = policy.newest as u8;
        handshake.oldest = policy.oldest as u8;
        handshake.probe_ms = policy.probe_ms;
        handshake.connect_ms = policy.connect_ms;
        let known = policy.known.filter(|known| handshake.allows(*known));
        let probes = known.is_none_or(Revision::is_modern);
        let modern = self.newest(|revision| revision.is_modern());
        let legacy = self.newest(|revision| !revision.is_modern());
        let first = match (modern, legacy) {
            (Some(modern), _) if probes => (Turn::Probe, modern),
            (_, Some(legacy)) => (Turn::Initialize, known.filter(|_| !probes).unwrap_or(legacy)),
            (Some(modern), None) => (Turn::Probe, modern),
            (None, None) => return Err(Error::NotSupported),
        };
        // What is still to be told of the last connection is.
        self.connection.due &= due::TELL;
        self.connection.set_agreed(None);
        self.connection.capabilities = Capabilities::NONE;
        self.connection.handshake.failure = 0;
        #[cfg(feature = "http")]
        if let Some(remote) = &mut self.remote {
            remote.forget();
        }
        self.offer(first.0, first.1);
        Ok(())
    }

    /// The newest revision as asked that the policy allows.
    fn newest(&self, is: impl Fn(Revision) -> bool) -> Option<Revision> {
        let handshake = &self.connection.handshake;
        let mut all = supported().rev().map(|rules| rules.revision);
        all.find(|revision| handshake.allows(*revision) && is(*revision))
    }

    /// Takes a turn whose request goes out next; false where it is not allowed.
    pub(super) fn offer(&mut self, turn: Turn, revision: Revision) -> bool {
        let now = self.now;
        let handshake = &mut self.connection.handshake;
        if !handshake.turn(turn) {
            return false;
        }
        let patience = if turn == Turn::Probe { handshake.probe_ms } else { handshake.connect_ms };
        handshake.offered = revision as u8;
        self.shake(after(now, patience));
        true
    }

    /// The same request once more, after 401 or 403; gives its new ticket.
    pub(super) fn shake_again(&mut self, ticket: Ticket, now: u64) -> Option<Ticket> {
        self.now = now;
        let handshake = &mut self.connection.handshake;
        if handshake.ticket() != ticket || handshake.suspended == 0 {
            return None;
        }
        let patience = match handshake.phase() {
            Phase::Probing => handshake.probe_ms,
            _ => handshake.connect_ms,
        };
        self.shake(after(now, patience));
        Some(self.connection.handshake.ticket())
    }

    /// The handshake goes out next, under a new ticket; what the one before has left is over.
    fn shake(&mut self, deadline: u64) {
        let handshake = &mut self.connection.handshake;
        handshake.generation = handshake.generation.wrapping_add(1).max(1);
        handshake.set_deadline(deadline);
        handshake.suspended = 0;
        handshake.status = 0;
        handshake.noted = 0;
        self.connection.due &= due::TELL | due::SLOTS;
        self.connection.due |= due::HANDSHAKE;
    }

    /// The application gives up the connection before there is one.
    pub(super) fn give_up(&mut self, ticket: Ticket) -> bool {
        let handshake = &self.connection.handshake;
        let is_it = handshake.is_out() && handshake.ticket() == ticket;
        if is_it {
            self.fail(Failure::Denied);
            self.connection.handshake.failure = 0;
        }
        is_it
    }

    /// Tries `initialize` where the policy allows it.
    pub(super) fn fall_back(&mut self) -> bool {
        let Some(legacy) = self.newest(|revision| !revision.is_modern()) else { return false };
        LEGACY && self.offer(Turn::Initialize, legacy)
    }

    /// It came to nothing, or to its end: all that is open fails before that is told.
    pub(super) fn fail(&mut self, failure: Failure) {
        let handshake = &mut self.connection.handshake;
        if !handshake.turn(Turn::Fail) {
            return;
        }
        handshake.failure = failure as u8;
        // What was denied is not asked for again.
        handshake.suspended = 0;
        self.connection.due = due::TELL;
        self.connection.set_agreed(None);
        self.connection.spare.step(Move::Finish);
        self.end_all();
    }

    /// Fails all that is open, the server's requests without a word.
    fn end_all(&mut self) {
        let mut from = 0;
        while let Some(ticket) =
            self.table.find_from(from, &|slot| slot.exchange.state() != State::Free)
        {
            from = ticket.index.saturating_add(1);
            let state = self.exchange(ticket).map(|exchange| exchange.state());
            match state {
                Some(State::Asked | State::Suspended) => self.fail_asked(ticket, Failure::Closed),
                Some(State::Listening) => {
                    if let Some(slot) = self.table.get(ticket) {
                        slot.due = due::ENDED;
                    }
                }
                Some(State::Failed) => {}
                // What the server asked: the application learns it from its stale ticket.
                _ => self.close(ticket),
            }
        }
    }

    /// True if a response answers the handshake.
    pub(super) fn is_handshake(&self, route: Route, message: &Message<'_>) -> bool {
        let handshake = &self.connection.handshake;
        if !handshake.is_out() || self.connection.due & due::HANDSHAKE != 0 {
            return false;
        }
        let ticket = handshake.ticket();
        match message.id.good().and_then(|id| Raw::trusted(id).number()) {
            Some(Number::Int(number)) => u64::try_from(number) == Ok(ticket.number()),
            Some(Number::Text(_)) => false,
            // An error that names no request: there is but one that it can be of.
            None => {
                let is_its = !self.is_http() || route == self.way(ticket);
                is_its && !message.error.is_none() && message.is_nameless()
            }
        }
    }

    /// The answer to the probe or to `initialize`.
    pub(super) fn settle(&mut self, message: &mut Message<'_>) -> Option<EventKind> {
        let handshake = &self.connection.handshake;
        let (phase, offered) = (handshake.phase(), handshake.offered());
        let raw = |span: crate::json::Span| span.of(message.text).map(Raw::trusted);
        let (result, error) = (raw(message.result), raw(message.error));
        message.parts.params = message.result;
        message.parts.reason = message.error;
        message.parts.ticket = handshake.ticket();
        message.parts.revision = handshake.offered;
        let is_whole = result.is_none() != error.is_none() && !message.has_duplicate();
        if handshake.status >= 500 && error.is_some() {
            // That says nothing of its era.
            return self.told(Failure::Status, message);
        }
        match phase {
            Phase::Handshake => self.settle_initialize(
                result.filter(|_| is_whole),
                error.filter(|_| is_whole),
                message,
            ),
            _ => {
                let agreed = match (result, error) {
                    (Some(result), None) if is_whole => self.settle_discover(result),
                    (None, Some(error)) if is_whole => self.settle_error(error, offered),
                    _ => Settled::Other,
                };
                self.settled(agreed, message)
            }
        }
    }

    /// What the answer to the probe leads to.
    fn settled(&mut self, settled: Settled, message: &mut Message<'_>) -> Option<EventKind> {
        match settled {
            Settled::Modern(revision, capabilities) => {
                if !self.connection.handshake.turn(Turn::Modern) {
                    return None;
                }
                self.connect_as(revision, capabilities, message);
                Some(EventKind::Connected)
            }
            Settled::Again(revision) => {
                if self.offer(Turn::Correct, revision) {
                    return None;
                }
                self.told(Failure::NoCommonRevision, message)
            }
            Settled::Legacy(revision) => {
                if LEGACY && self.offer(Turn::Initialize, revision) {
                    return None;
                }
                self.told(Failure::NoCommonRevision, message)
            }
            Settled::Other if self.connection.handshake.phase() == Phase::Correcting => {
                self.told(Failure::Refused, message)
            }
            Settled::Other => {
                if self.fall_back() {
                    return None;
                }
                self.told(Failure::Refused, message)
            }
            Settled::Nothing => self.told(Failure::NoCommonRevision, message),
            Settled::Refused => self.told(Failure::Refused, message),
        }
    }

    /// The connection fails, and the event of this message says so.
    pub(super) fn told(
        &mut self,
        failure: Failure,
        message: &mut Message<'_>,
    ) -> Option<EventKind> {
        self.fail(failure);
        self.connection.handshake.failure = 0;
        message.parts.refusal = failure as u8;
        message.parts.ticket = self.connection.handshake.ticket();
        message.parts.revision = self.connection.handshake.offered;
        Some(EventKind::Failed)
    }

    fn connect_as(
        &mut self,
        revision: Revision,
        capabilities: Capabilities,
        message: &mut Message<'_>,
    ) {
        self.connection.set_agreed(Some(revision));
        self.connection.capabilities = capabilities;
        self.connection.handshake.offered = revision as u8;
        self.connection.handshake.noted = 0;
        message.parts.revision = revision as u8;
        message.parts.capabilities = capabilities;
    }

    /// The result of `server/discover`.
    fn settle_discover(&self, result: Raw<'_>) -> Settled {
        let versions = result.get("supportedVersions").filter(|it| it.kind() == Kind::Array);
        let Some(versions) = versions else { return Settled::Other };
        let has = |revision: Revision| {
            versions.items().filter_map(|it| it.text()).any(|it| it == *revision.name())
        };
        if let Some(revision) = self.newest(|revision| revision.is_modern() && has(revision)) {
            let capabilities = result.get("capabilities").unwrap_or(Raw::NULL);
            return Settled::Modern(revision, Capabilities::of_server(capabilities));
        }
        match self.newest(has) {
            Some(legacy) => Settled::Legacy(legacy),
            None => Settled::Nothing,
        }
    }

    /// An error in answer to the probe.
    fn settle_error(&self, error: Raw<'_>, offered: Revision) -> Settled {
        let code = code_of(error);
        if code == Some(Code::UNSUPPORTED_PROTOCOL_VERSION)
            && let Some(settled) = self.choose(error)
        {
            return settled;
        }
        match code {
            // So say servers of 2026-07-28 alone that they do not have a method. On a pipe there is
            // no status.
            Some(Code::METHOD_NOT_FOUND) if self.connection.handshake.status == 404 => {
                Settled::Modern(offered, UNKNOWN)
            }
            Some(Code::HEADER_MISMATCH | Code::MISSING_CLIENT_CAPABILITY) => Settled::Refused,
            _ => Settled::Other,
        }
    }

    /// What the revisions that an error names lead to; `None` if it names none.
    fn choose(&self, error: Raw<'_>) -> Option<Settled> {
        let named = error.get("data")?.get("supported")?;
        if named.kind() != Kind::Array {
            return None;
        }
        let has = |revision: Revision| {
            named.items().filter_map(|it| it.text()).any(|it| it == *revision.name())
        };
        if let Some(modern) = self.newest(|revision| revision.is_modern() && has(revision)) {
            return Some(Settled::Again(modern));
        }
        Some(match self.newest(has) {
            Some(legacy) => Settled::Legacy(legacy),
            None => Settled::Nothing,
        })
    }

    /// The answer to `initialize`.
    fn settle_initialize(
        &mut self,
        result: Option<Raw<'_>>,
        error: Option<Raw<'_>>,
        message: &mut Message<'_>,
    ) -> Option<EventKind> {
        if let Some(error) = error {
            if code_of(error) == Some(Code::UNSUPPORTED_PROTOCOL_VERSION) {
                // It is modern after all.
                let settled = self.choose(error);
                if let Some(Settled::Again(_) | Settled::Nothing) = settled {
                    return self.settled(settled.unwrap_or(Settled::Nothing), message);
                }
            }
            return self.told(Failure::Refused, message);
        }
        let Some(result) = result.filter(|result| result.kind() == Kind::Object) else {
            return self.told(Failure::Malformed, message);
        };
        let version = result.get("protocolVersion").and_then(|version| version.text());
        let Some(version) = version else { return self.told(Failure::Malformed, message) };
        let revision = self.newest(|it| !it.is_modern() && version == *it.name());
        let Some(revision) = revision else {
            return self.told(Failure::WrongRevision, message);
        };
        if !self.connection.handshake.turn(Turn::Legacy) {
            return None;
        }
        let capabilities = result.get("capabilities").unwrap_or(Raw::NULL);
        self.connect_as(revision, Capabilities::of_server(capabilities), message);
        self.connection.due |= due::INITIALIZED | due::TELL;
        Some(EventKind::Connected)
    }

    /// Another revision that the server named in the answer to a call (-32022), if there is one.
    pub(super) fn correct(&mut self, error: Raw<'_>) -> bool {
        match self.choose(error) {
            Some(Settled::Again(revision)) => {
                self.connection.set_agreed(Some(revision));
                true
            }
            _ => false,
        }
    }
}

/// What an answer to the probe means.
enum Settled {
    /// The server speaks this modern revision.
    Modern(Revision, Capabilities),
    /// It is modern, and is to be asked in this revision.
    Again(Revision),
    /// It names older revisions alone.
    Legacy(Revision),
    /// It names none that we speak.
    Nothing,
    /// It is modern and refuses.
    Refused,
    /// Anything else: an older server.
    Other,
}

/// The code of an error, as a whole number; some servers write it as `-32601.0`.
pub(super) fn code_of(error: Raw<'_>) -> Option<Code> {
    let code = error.get("code")?.number()?.as_i64()?;
    i32::try_from(code).ok().map(Code)
}

//! The body of a POST: whose it is, and what it says.

use super::Endpoint;
use super::deliver::Delivery;
use super::denial::Denial;
use super::judge::{Announced, Named};
use super::response::ResponseHead;
use super::session::{RANDOM, Session, State as Held};
use super::stream::{Name, State, flag};
use crate::envelope::{Kind, Message, Opened, open};
use crate::exchange::Ticket;
use crate::frame::{Frame, Route};
use crate::http::head::Head;
use crate::http::media::accepts;
use crate::rules::transition::{Move, State as Exchanged};
use crate::rules::{Refusal, Revision, status};
use crate::server::judge::is_modern_only;
use crate::server::{Event, EventKind};

/// Whose a message is.
#[derive(Clone, Copy)]
enum Owner {
    /// Of no session.
    Nobody,
    /// Of no session, before 2026-07-28: it goes by what it says itself.
    Alone(Option<Revision>),
    Session(u16),
    /// Of no session, and it should have one.
    Refused(Refusal),
}

impl Endpoint<'_> {
    /// Reads the next message of the body of a POST; call it until it gives `None`, then
    /// [`Endpoint::received`]. The frame is the one that [`super::Verdict::Body`] describes.
    /// `random` are 16 random bytes that nobody can guess, new ones for each POST: a session that
    /// begins gets them as its secret. `now` is the time in milliseconds, as [`Endpoint::judge`]
    /// has it. A session that begins may take the place of one that rested long
    /// ([`super::Policy::idle_ms`]): what was open in that is cancelled ([`Endpoint::cancelled`]).
    pub fn receive<'f>(
        &mut self,
        frame: &mut Frame<'f>,
        now: u64,
        random: &[u8; RANDOM],
    ) -> Option<Event<'f>> {
        let mut message = Message::new("");
        let opened = open(frame, &mut message)?;
        let mut owner = match opened {
            // A batch has the owner of its first message.
            Opened::Next => match self.streams.get(frame.stream) {
                Some(stream) if stream.session == 0 => self.owner_alone(frame),
                Some(stream) => Owner::Session(stream.session),
                None => Owner::Nobody,
            },
            _ => {
                frame.stream = self.begin(frame)?;
                self.owner(frame, &mut message, &opened, now, random)
            }
        };
        // Both take more than one message.
        let is_listen = message.method.is_some_and(|method| method == *"subscriptions/listen");
        let takes_events = self.streams.get(frame.stream).is_some_and(|it| it.is(flag::EVENTS));
        if (is_listen || matches!(opened, Opened::Array)) && !takes_events {
            owner = Owner::Refused(Refusal::NoEvents);
        }
        let session = match owner {
            Owner::Session(session) => session,
            Owner::Nobody | Owner::Refused(_) => 0,
            Owner::Alone(revision) => {
                self.streams.hub.connection.assume(revision);
                0
            }
        };
        if let Some(stream) = self.streams.get(frame.stream) {
            stream.session = session;
        }
        let held = self.spare_in_use();
        self.lend_spare(session);
        let route = Route::post(frame.stream);
        let mut server = self.view(session);
        server.now = now;
        let kind = match owner {
            Owner::Refused(refusal) => Some(server.refuse_unowned(route, refusal, &mut message)),
            _ => server.sort(frame, &mut message, opened),
        };
        if session == 0 {
            self.streams.hub.connection.assume(None);
        }
        let Some(kind) = kind else {
            self.read(frame.stream);
            return None;
        };
        if message.parts.ticket.index == Ticket::SPARE {
            self.take_spare(held, session);
        }
        self.note(frame, session, kind, &message);
        Some(Event::from_parts(kind, message.text, message.parts))
    }

    /// A stream for the answers of a POST; `None` if there is no room.
    fn begin(&mut self, frame: &Frame<'_>) -> Option<Name> {
        let mut flags = flag::READING;
        let accepts = frame.head.map(accepts);
        if accepts.is_none_or(|accepts| accepts.json) {
            flags |= flag::JSON;
        }
        if accepts.is_none_or(|accepts| accepts.events) {
            flags |= flag::EVENTS;
        }
        self.streams.open(frame.route().number, flags, 0)
    }

    /// All messages of a body were read.
    fn read(&mut self, name: Name) {
        if let Some(stream) = self.streams.get(name) {
            stream.mark(flag::READING, false);
        }
    }

    fn owner_alone(&self, frame: &Frame<'_>) -> Owner {
        Owner::Alone(Some(revision_alone(frame.head)))
    }

    fn owner<'f>(
        &mut self,
        frame: &Frame<'f>,
        message: &mut Message<'f>,
        opened: &Opened,
        now: u64,
        random: &[u8; RANDOM],
    ) -> Owner {
        message.head = frame.head;
        let announced = frame.head.map_or(Announced::Nothing, Announced::by);
        let is_readable = matches!(opened, Opened::Object | Opened::Array);
        if !is_readable
            && announced != Announced::Modern
            && let Some(head) = frame.head
            && let Named::Session(session) = self.named(head, frame.principal(), now)
        {
            // Its revision says how an error without an id looks.
            return Owner::Session(session);
        }
        if !is_readable || !message.meta_version.is_none() {
            self.mark(frame.stream, flag::MODERN);
            return Owner::Nobody;
        }
        let is_initialize = message.method.is_some_and(|method| method == *"initialize")
            && message.kind() == Kind::Request;
        if announced == Announced::Unknown && message.kind() != Kind::Request {
            return Owner::Refused(Refusal::UnsupportedVersion);
        }
        if !is_initialize && matches!(announced, Announced::Modern | Announced::Unknown) {
            message.is_announced_modern = true;
            self.mark(frame.stream, flag::MODERN);
            return Owner::Nobody;
        }
        if !cfg!(feature = "legacy") {
            return Owner::Nobody;
        }
        if !self.has_sessions() {
            return match is_initialize {
                true => Owner::Alone(None),
                false => self.owner_alone(frame),
            };
        }
        let named = frame.head.map(|head| self.named(head, frame.principal(), now));
        match named.unwrap_or(Named::None) {
            Named::Session(session) => Owner::Session(session),
            _ if is_initialize => match self.new_session(frame.principal(), now, random) {
                Some(session) => {
                    self.mark(frame.stream, flag::INITIALIZE);
                    Owner::Session(session)
                }
                None => Owner::Refused(Refusal::NoRoomForSession),
            },
            // What 2026-07-28 alone has says itself what it lacks.
            Named::None if is_modern_only(message) => Owner::Nobody,
            Named::None => Owner::Refused(Refusal::NoSession),
            Named::Unknown => Owner::Refused(Refusal::UnknownSession),
        }
    }

    fn mark(&mut self, name: Name, flag: u16) {
        if let Some(stream) = self.streams.get(name) {
            stream.mark(flag, true);
        }
    }

    /// A place for a session: a free one, one whose last work was given up, or one that nobody has
    /// used for long.
    fn new_session(&mut self, principal: u64, now: u64, random: &[u8; RANDOM]) -> Option<u16> {
        let most = self.policy.sessions_each;
        let is_held = |session: &Session| matches!(session.state(), Held::Opening | Held::Open);
        if most != 0 {
            let own = self.sessions.iter().filter(|it| is_held(it) && it.principal == principal);
            if own.count() >= usize::from(most) {
                return None;
            }
        }
        let used = usize::from(self.streams.hub.sessions);
        let is_free = |session: &Session| session.state() == Held::Free;
        let mut found = self.sessions.iter().take(used).position(is_free);
        if found.is_none() && used < self.sessions.len().min(usize::from(u16::MAX)) {
            found = Some(used);
            self.streams.hub.sessions = self.streams.hub.sessions.saturating_add(1);
        }
        if found.is_none() {
            found = self.reclaim(now);
        }
        let at = found?;
        self.sessions.get_mut(at)?.begin(random, principal, now);
        u16::try_from(at).ok()?.checked_add(1)
    }

    /// The place of a session that has ended; else of the one that rested longest, if it may be
    /// given up.
    fn reclaim(&mut self, now: u64) -> Option<usize> {
        if let Some(at) = self.ended_session() {
            return Some(at);
        }
        let resting = self.sessions.iter().enumerate().filter(|(at, session)| {
            let patience = match session.connection.is_ready() {
                true => self.policy.idle_ms,
                // Whoever begins a session goes on at once.
                false => self.policy.idle_ms.min(GRACE_MS),
            };
            let is_late = session.used.saturating_add(patience) <= now;
            let number = number_of(*at);
            let listens = self.streams.find(|it| it.session == number && it.is(flag::LIVE));
            session.state() == Held::Open && is_late && listens.is_none()
        });
        let (at, _) = resting.min_by_key(|(_, session)| session.used)?;
        self.terminate(number_of(at));
        self.ended_session()
    }

    /// A session that has ended, and in which nothing is open any more.
    fn ended_session(&self) -> Option<usize> {
        let mut ended = self.sessions.iter().enumerate();
        ended.find_map(|(at, session)| {
            let number = number_of(at);
            let mut slots = self.slots.iter().filter(|slot| slot.session == number);
            let is_free = session.state() == Held::Closing
                && !slots.any(|slot| slot.exchange.state() != Exchanged::Free);
            is_free.then_some(at)
        })
    }

    /// Tickets of the spare places of all connections are told apart by their generation.
    fn lend_spare(&mut self, session: u16) {
        let generation = self.streams.hub.spare;
        let Some(connection) = self.connection(session) else { return };
        let is_free = connection.spare.state() == Exchanged::Free;
        let is_streaming = connection.streaming != Ticket::NONE || connection.streams != 0;
        if is_free || !is_streaming {
            connection.spare.generation = generation;
        }
    }

    /// Whose spare place holds a message that is not answered, and on which stream.
    fn spare_in_use(&mut self) -> Option<(u16, Name)> {
        let session = self.streams.hub.spare_session;
        let spare = &self.connection(session)?.spare;
        (spare.state() != Exchanged::Free).then_some((session, spare.route))
    }

    /// The spare place was taken for another message: the one before gets no answer, and its POST
    /// ends.
    fn take_spare(&mut self, held: Option<(u16, Name)>, session: u16) {
        let Some((holder, name)) = held else { return };
        if holder != session
            && let Some(connection) = self.connection(holder)
        {
            connection.spare.step(Move::Finish);
        }
        if let Some(stream) = self.streams.get(name) {
            stream.status = status::UNAVAILABLE;
            self.streams.end(name);
        }
    }

    /// Notes what an event means for the stream of its POST.
    fn note(&mut self, frame: &Frame<'_>, session: u16, kind: EventKind, message: &Message<'_>) {
        let parts = &message.parts;
        if parts.ticket.index == Ticket::SPARE {
            self.streams.hub.spare = parts.ticket.generation;
            self.streams.hub.spare_session = session;
        }
        let is_request = !matches!(
            kind,
            EventKind::Initialized
                | EventKind::Cancelled
                | EventKind::Notification
                | EventKind::Ignored
                | EventKind::Answered
        );
        let revision = Revision::from_number(parts.revision);
        let is_kept = self.policy.replay && session != 0;
        let is_first = is_kept && revision.is_some_and(|it| it.rules().primed_events);
        let is_done = !frame.is_batch();
        let Some(stream) = self.streams.get(frame.stream) else { return };
        if is_done {
            stream.mark(flag::READING, false);
        }
        if is_request {
            stream.pending = stream.pending.saturating_add(1);
            stream.mark(flag::PRIMED, is_first);
            if is_kept {
                self.streams.keep_events(frame.stream);
            }
            return;
        }
        // A response to a server that asks nothing is as wrong as a message that says nothing.
        let is_stray = stream.is(flag::MODERN) && message.kind() == Kind::Response;
        let refusal = Refusal::from_number(parts.refusal).filter(|_| kind == EventKind::Ignored);
        if let Some(refusal) = refusal {
            stream.status = status::of_refusal(refusal, true);
        } else if is_stray {
            stream.status = status::BAD_REQUEST;
        }
    }

    /// What becomes of a POST whose body was read and whose events were dealt with: 202 where
    /// nothing is to be answered, 4xx where it was refused, 503 where there was no room; the head
    /// of an event stream where the answer is still to come and its client knows how to come back
    /// for it. Else nothing: the answers go out as they are given.
    pub fn received(&mut self, frame: &Frame<'_>) -> Option<Delivery<'static>> {
        let number = frame.route().number;
        if frame.stream == 0 {
            let reply = Denial::Busy.reply();
            return Some(Delivery::whole(number, reply.head, reply.body.as_bytes()));
        }
        let name = frame.stream;
        self.read(name);
        let stream = self.streams.get(name)?;
        match (stream.state(), stream.pending) {
            (State::Waiting, 0) => {
                let status = if stream.status == 0 { status::ACCEPTED } else { stream.status };
                let number = stream.number;
                self.streams.close(name);
                Some(Delivery::whole(number, ResponseHead::empty(status), b""))
            }
            // The head of an answer to `initialize` has the session's id: it waits for it.
            (State::Waiting, _) if stream.is(flag::INITIALIZE) => None,
            (State::Waiting, _) if stream.is(flag::PRIMED) && stream.is(flag::EVENTS) => {
                self.open_events(name)
            }
            (State::Events, 0) => Some(self.end_events(name)),
            _ => None,
        }
    }
}

/// A session that was begun and not gone on with may be given up after so long, in milliseconds.
const GRACE_MS: u64 = 10_000;

/// The number of the session at a place.
fn number_of(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX).saturating_add(1)
}

/// The revision of a message that stands for itself.
fn revision_alone(head: Option<&Head<'_>>) -> Revision {
    match head.map(Announced::by) {
        Some(Announced::Legacy(revision)) => revision,
        // Who says nothing speaks the first revision that had this transport.
        _ => Revision::V2025_03_26,
    }
}

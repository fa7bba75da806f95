//! Requests of the server's own: their answers, their time, and calls that go on.

use super::super::oracle;
use super::act::{self, Act, LIMITS};
use super::known::{Asked, Asking, State};
use super::wire::{self, Sent};
use super::world::{LARGE, World};
use sansmcp::{Answered, Error, Event, EventKind, Parts, Resumed, Route, Ticket};

impl World {
    /// The peer answers one of them, counted back from the latest, or tells of progress.
    pub fn answer(&mut self, back: usize, rest: &[u8], is_progress: bool) {
        let count = self.asked.len();
        if count == 0 {
            return;
        }
        let asked = &self.asked[count - 1 - back % count];
        let (number, route) = (asked.ticket.number(), asked.route);
        let mut line = if is_progress {
            let head = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":";
            format!("{head}{{\"progressToken\":{number},\"progress\":1").into_bytes()
        } else {
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{number}").into_bytes()
        };
        line.extend_from_slice(rest);
        line.extend_from_slice(if is_progress { b"}}" } else { b"}" });
        self.frame(&line, route, true);
    }

    /// The one in this state that an id or token names, if it hears what comes on this way.
    pub(super) fn asked_by(
        &self,
        number: Option<u64>,
        route: Route,
        state: Asking,
    ) -> Option<usize> {
        let is_it = |asked: &Asked| Some(asked.ticket.number()) == number && asked.state == state;
        self.asked.iter().position(|asked| is_it(asked) && asked.hears(route))
    }

    /// The end of one of them came.
    pub(super) fn was_answered(&mut self, at: usize, event: (EventKind, String, Parts)) {
        let asked = &mut self.asked[at];
        let parts = event.2;
        assert_eq!((parts.ticket, parts.parent), (asked.ticket, asked.parent));
        assert_eq!(asked.state, Asking::Waiting, "it had ended");
        asked.state = Asking::Done;
        self.answered.push((event, at));
    }

    /// A request of the peer's ended: what was asked in its course is taken back.
    pub(super) fn ended(&mut self, at: usize) {
        let parent = self.known[at].ticket();
        for asked in &mut self.asked {
            if asked.parent == parent && asked.state == Asking::Waiting {
                asked.state = Asking::Withdrawn;
            }
        }
    }

    /// Time passes, and patience ends.
    pub fn expire(&mut self) {
        let now = self.now;
        let is_over = |asked: &Asked| {
            asked.state == Asking::Waiting && asked.deadline() <= now && asked.deadline() < u64::MAX
        };
        loop {
            let due = self.asked.iter().filter(|asked| is_over(asked)).count();
            let event = self.with(|server, _| {
                server.expire(now).map(|event| {
                    let (kind, text, parts) = event.raw();
                    (kind, text.to_owned(), parts)
                })
            });
            let Some((kind, text, parts)) = event else {
                assert_eq!(due, 0, "not told that it is over");
                return;
            };
            assert_eq!(kind, EventKind::Answered);
            let mut all = self.asked.iter();
            let at =
                all.position(|it| it.ticket == parts.ticket && is_over(it)).expect("too early");
            self.was_answered(at, (kind, text, parts));
            // The peer is still to be told.
            self.asked[at].state = Asking::Withdrawn;
        }
    }

    /// The engine says when to come back.
    pub(super) fn check_deadline(&mut self) {
        let waiting = self.asked.iter().filter(|asked| asked.state == Asking::Waiting);
        let wanted = waiting.map(|asked| asked.deadline()).min().filter(|at| *at < u64::MAX);
        assert_eq!(self.with(|server, _| server.next_deadline()), wanted);
    }

    /// A request, or a log message, that belongs to the connection.
    pub fn connection_act(&mut self, act: &Act<'_>) {
        let mut tx = vec![0; self.tx];
        let now = self.now;
        let is_streaming = self.streaming.is_some();
        if act.letter != b'j' {
            let is_log = act.letter == b'k';
            match self.with(|server, _| match is_log {
                true => act::log(server, act, Ticket::NONE, &mut tx),
                false => act::notify(server, act, Ticket::NONE, &mut tx),
            }) {
                Ok(out) => {
                    if is_log {
                        self.check_log(act, None, out.line());
                    }
                    if out.is_empty() {
                        assert!(is_log);
                        return;
                    }
                    assert!(!is_streaming && out.route() == self.home && !out.is_last());
                    let sent = wire::read(out.line());
                    let Sent::Notification { method, .. } = sent else { panic!("{sent:?}") };
                    let is_note = act::NOTES.contains(&method.as_str());
                    assert!(if is_log { method == "notifications/message" } else { is_note });
                }
                Err(Error::Short { need }) => assert!(need > tx.len()),
                Err(Error::Streaming) => assert!(is_streaming),
                Err(Error::NotReady) => assert!(!is_log && !self.connection.is_ready()),
                Err(error) => assert!(matches!(error, Error::NotSupported | Error::NotJson)),
            }
            return;
        }
        match self.with(|server, _| act::request(server, act, Ticket::NONE, now, &mut tx)) {
            Ok((ticket, out)) => {
                assert!(!is_streaming && out.route() == self.home && out.keep().is_empty());
                let Sent::Request { id, .. } = wire::read(out.line()) else { panic!("no request") };
                assert_eq!(id, ticket.number().to_string());
                let (line, limits) = (id.to_owned(), act.limits());
                self.asks(&line, Ticket::NONE, out.route(), &limits, "");
            }
            Err(Error::Short { need }) => assert!(need > tx.len()),
            Err(Error::Streaming) => assert!(is_streaming),
            Err(Error::Busy) => assert!(self.is_full()),
            Err(Error::NotReady) => assert!(!self.connection.is_ready()),
            Err(error) => {
                let is_of_caller =
                    matches!(error, Error::NotSupported | Error::NotJson | Error::Undeclared);
                assert!(is_of_caller, "{error:?}");
            }
        }
    }

    /// Takes one of them back.
    pub fn take_back(&mut self, back: usize) {
        let count = self.asked.len();
        if count == 0 {
            return;
        }
        let at = count - 1 - back % count;
        let ticket = self.asked[at].ticket;
        let done = self.with(|server, _| server.abandon(ticket));
        let asked = &mut self.asked[at];
        assert_eq!(done.is_ok(), asked.state != Asking::Done);
        if asked.state == Asking::Waiting {
            asked.state = Asking::Withdrawn;
        }
    }

    /// A call goes on with the answer to what was asked.
    pub fn resume(&mut self, back: usize, variant: u8, text: &[u8]) {
        let count = self.answered.len();
        if count > 0 {
            self.resume_in(count - 1 - back % count, variant, text, self.tx);
        }
    }

    fn resume_in(&mut self, at: usize, variant: u8, text: &[u8], room: usize) {
        let ((_, line, parts), asked) = &self.answered[at];
        let (line, parts, asked) = (line.clone(), *parts, *asked);
        let answered = Answered::from_parts(&line, parts);
        let is_own = variant & 1 == 0;
        let text = String::from_utf8_lossy(text);
        let kept = if is_own { self.asked[asked].kept.clone() } else { text.into_owned() };
        let limits = LIMITS[usize::from(variant >> 4) % LIMITS.len()];
        let now = self.now;
        let mut tx = vec![0; room];
        let parent = self
            .known
            .iter()
            .position(|known| known.ticket() == parts.parent && known.state != State::Done);
        let done = self.with(|server, _| {
            server.resume(&answered, &kept, &limits, now, &mut tx).map(|resumed| match resumed {
                Resumed::Event(event) => {
                    let (kind, text, parts) = event.raw();
                    Ok((kind, text.to_owned(), parts))
                }
                Resumed::Asked(out) => {
                    Err((out.line().to_vec(), out.keep().to_owned(), out.route(), out.is_last()))
                }
            })
        });
        match done {
            Ok(Ok((kind, text, parts))) => {
                let known = &mut self.known[parent.expect("the call has ended")];
                assert_eq!(parts.ticket, known.ticket());
                assert!(oracle::members(&text).is_some(), "no JSON: {text}");
                if is_own {
                    assert_eq!(kind, known.event.0);
                    let event = Event::from_parts(kind, &text, parts);
                    assert!(event.request().inputs().is_some_and(|it| it.members().count() > 0));
                    assert_eq!(event.request().id(), known.id.as_deref());
                    known.event = (kind, text, parts);
                }
            }
            Ok(Err((bytes, _, _, _))) if bytes.is_empty() => {
                let at = parent.expect("the call has ended");
                let known = &mut self.known[at];
                let is_silent = matches!(known.state, State::Cancelled | State::Silent);
                assert!(is_silent, "nothing was asked");
                known.state = State::Done;
                self.ended(at);
            }
            Ok(Err((bytes, keep, route, is_last))) => {
                let at = parent.expect("the call has ended");
                assert!(!is_last && route == self.known[at].route && self.streaming.is_none());
                let Sent::Request { id, .. } = wire::read(&bytes) else { panic!("no request") };
                assert!(oracle::members(&keep).is_some(), "no JSON: {keep}");
                self.asks(id, parts.parent, route, &limits, &keep);
            }
            Err(Error::Short { need }) => {
                assert!(need > room);
                if need <= LARGE {
                    self.resume_in(at, variant, kept.as_bytes(), need);
                }
            }
            Err(Error::Stale) => {
                let is_listener = |at: usize| self.known[at].state == State::Listening;
                assert!(parent.is_none_or(is_listener), "the call is open");
            }
            Err(Error::Busy) => assert!(self.is_full()),
            Err(Error::Streaming) => assert!(self.streaming.is_some()),
            Err(Error::NotReady) => assert!(!self.connection.is_ready()),
            Err(Error::Rejected) => {
                // An answer lies deeper in the call than it lay in its own message.
                let result = answered.result().map(|result| oracle::depth(result.as_str()));
                assert!(result.is_none_or(|depth| depth > 120), "a good answer was refused");
            }
            Err(error) => {
                let is_foreign = !is_own || kept.is_empty();
                assert!(is_foreign || error == Error::Undeclared, "{error:?} of {kept}");
            }
        }
    }

    /// Takes back all that is asked for nobody.
    pub(super) fn take_all_back(&mut self) {
        for at in 0..self.asked.len() {
            if self.asked[at].state == Asking::Waiting {
                self.take_back(self.asked.len() - 1 - at);
            }
        }
    }
}

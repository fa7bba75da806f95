//! What comes in: each frame gives the events that serde_json says it has to give.

use super::act::Act;
use super::catalog::has_tools;
use super::expect::{self, Expected};
use super::known::{Agreed, Asking, Known, State};
use super::listen;
use super::world::World;
use sansmcp::rules::Refusal;
use sansmcp::{Event, EventKind, Frame, Route, Ticket};

/// An event taken out of its frame.
struct Got {
    event: (EventKind, String, sansmcp::Parts),
    expected: Expected,
    is_new: bool,
}

impl World {
    /// Bytes arrive on the pipe; with `reply` the engine answers each event at once.
    pub fn feed(&mut self, bytes: &[u8], reply: bool) {
        let mut rest = bytes;
        loop {
            let space = self.lines.space(&mut self.rx);
            let count = rest.len().min(space.len());
            space[..count].copy_from_slice(&rest[..count]);
            rest = &rest[count..];
            self.lines.filled(&mut self.rx, count);
            self.take_frames(false, reply);
            if rest.is_empty() {
                return;
            }
        }
    }

    /// No more bytes come.
    pub fn end_of_input(&mut self) {
        self.take_frames(true, false);
    }

    fn take_frames(&mut self, at_end: bool, reply: bool) {
        loop {
            let mut lines = self.lines;
            let mut rx = std::mem::take(&mut self.rx);
            let frame = if at_end { lines.finish(&mut rx) } else { lines.next_frame(&mut rx) };
            let is_over = frame.is_none();
            if let Some(frame) = frame {
                self.read(frame, reply);
            }
            self.rx = rx;
            self.lines = lines;
            if is_over {
                return;
            }
        }
    }

    /// One message on a way of its own.
    pub fn post(&mut self, bytes: &[u8], number: u8) {
        self.frame(bytes, listen::way(number), false);
    }

    /// One message, whole.
    pub fn frame(&mut self, bytes: &[u8], route: Route, reply: bool) {
        self.read(Frame::new(bytes).on(route), reply);
    }

    fn read(&mut self, frame: Frame<'_>, reply: bool) {
        let route = frame.route();
        let batches = self.connection.revision().is_some_and(|it| it.rules().batches);
        let all = match frame.overlong() {
            Some(known) => vec![expect::overlong(known.id, known.kind)],
            None => expect::messages(frame.bytes(), batches),
        };
        let mut frame = frame;
        for expected in all {
            let got = self.next_event(&mut frame, expected);
            self.note(got, route, reply);
        }
        let now = self.now;
        let more = self.with(|server, _| server.receive(&mut frame, now).map(|it| it.kind()));
        assert_eq!(more, None, "more events than messages");
    }

    fn next_event(&mut self, frame: &mut Frame<'_>, expected: Expected) -> Got {
        let route = frame.route();
        let id = expected.id.clone().unwrap_or_default();
        let is_new = !self.known.iter().any(|known| {
            known.holds_id()
                && known.route == route
                && known.id.as_deref().is_some_and(|it| expect::same(it, &id))
        });
        let now = self.now;
        let event = self.with(|server, _| {
            let event = server.receive(frame, now).expect("fewer events than messages");
            let (kind, text, parts) = event.raw();
            (kind, text.to_owned(), parts)
        });
        Got { event, expected, is_new }
    }

    fn note(&mut self, got: Got, route: Route, reply: bool) {
        let Got { event: (kind, text, parts), expected, is_new } = got;
        let event = Event::from_parts(kind, &text, parts);
        let is_full = self.is_full();
        if kind == EventKind::Cancelled {
            self.cancelled(&expected, parts.ticket, route);
        } else if let Some(id) = &expected.cancels {
            let open = self.find(id, route);
            let is_hello = |at: usize| self.known[at].event.0 == EventKind::Initialize;
            assert!(open.is_none_or(is_hello), "a cancel was missed");
        }
        if !expected.is_due {
            self.note_quiet(&event, &expected, route);
            return;
        }
        if expected.is_open && matches!(kind, EventKind::Ignored | EventKind::Answered) {
            // It may have been the answer to a request of the server's own; that cannot be told
            // here, and the run is over.
            self.is_over = self.asked.iter().any(|asked| asked.state != Asking::Done);
            return;
        }
        if let Event::Ignored(ignored) = &event {
            // Only where there is no place to answer from.
            let spare = self.known.iter().any(|it| it.is_spare() && it.state != State::Done);
            assert_eq!(ignored.refusal(), Some(Refusal::Busy));
            assert!(is_full && spare && self.streaming.is_some(), "a request was dropped");
            return;
        }
        assert_ne!(parts.ticket, Ticket::NONE, "{kind:?}");
        if parts.ticket.index == Ticket::SPARE {
            assert!(is_full, "a free slot was passed over");
            for at in 0..self.known.len() {
                let known = &mut self.known[at];
                if known.is_spare() && known.state != State::Done {
                    assert!(self.streaming.is_none());
                    known.state = State::Done;
                    known.is_given_up = true;
                    self.ended(at);
                }
            }
        }
        self.judge(&expected, &event, is_new, is_full);
        let is_refused = kind == EventKind::Refused;
        if kind == EventKind::Initialize {
            self.home = route;
        }
        let is_spare = parts.ticket.index == Ticket::SPARE;
        self.known.push(Known {
            event: (kind, text.clone(), parts),
            id: expected.id,
            is_id_open: expected.is_open,
            token: expected.token.filter(|_| !is_refused && !is_spare),
            progress: None,
            level: if is_refused { 0 } else { expected.level },
            uri: expected.uri,
            agreed: Agreed::default(),
            state: State::Open,
            route,
            responses: 0,
            is_given_up: false,
        });
        if reply {
            let act = Act { letter: b'r', variant: 0, text: b"" };
            self.act_on(&act, self.known.len() - 1, self.tx);
        }
    }

    /// What has no answer: none is written, and it does no more than it says.
    fn note_quiet(&mut self, event: &Event<'_>, expected: &Expected, route: Route) {
        let (kind, text, parts) = event.raw();
        if let Some(at) = self.asked_by(expected.answers, route, Asking::Withdrawn) {
            // It came to its end by itself: there is nothing left to take back.
            self.asked[at].state = Asking::Done;
        }
        let asked = self.asked_by(expected.answers, route, Asking::Waiting);
        let asked = asked.filter(|_| !expected.is_twice);
        if let Some(at) = asked {
            assert_eq!(kind, EventKind::Answered, "an answer was passed over");
            self.was_answered(at, (kind, text.to_owned(), parts));
        } else {
            assert_ne!(kind, EventKind::Answered, "an answer to nothing");
        }
        let furthered = self.asked_by(expected.furthers, route, Asking::Waiting);
        if let (Some(at), EventKind::Notification) = (furthered, kind) {
            assert_eq!(parts.ticket, self.asked[at].ticket);
            let now = self.now;
            self.asked[at].progressed(now);
        } else if !matches!(kind, EventKind::Cancelled | EventKind::Answered) {
            assert_eq!(parts.ticket, Ticket::NONE);
        }
        let is_quiet = matches!(
            kind,
            EventKind::Notification
                | EventKind::Initialized
                | EventKind::Cancelled
                | EventKind::Answered
                | EventKind::Ignored
        );
        assert!(is_quiet, "{kind:?} for what has no answer");
        let mut tx = [0; 64];
        let out = self.with(|server, _| server.reply(event, &mut tx).map(|out| out.is_empty()));
        assert_eq!(out, Ok(true), "a notification was answered");
    }

    /// Requests of the modern era that keep all rules are served, the others are not.
    fn judge(&self, expected: &Expected, event: &Event<'_>, is_new: bool, is_full: bool) {
        let kind = event.kind();
        if !is_new {
            assert_eq!(kind, EventKind::Refused, "an id is open twice");
        }
        let Some(method) = expected.modern.as_deref().filter(|_| is_new) else { return };
        let has_tools = has_tools(self.catalog);
        let Some(is_call) = expect::is_call(expected.params.as_deref()) else { return };
        let wanted = match method {
            "tools/call" if has_tools && is_call && !is_full => EventKind::CallTool,
            "tools/call" => EventKind::Refused,
            "server/discover" => EventKind::Discover,
            "ping" | "initialize" => EventKind::Refused,
            "my/own" if !is_full => EventKind::Request,
            _ => return,
        };
        assert_eq!(kind, wanted, "{}", event.raw().1);
    }

    /// The open request with this id that can be cancelled.
    fn find(&self, id: &str, route: Route) -> Option<usize> {
        self.known.iter().position(|known| {
            known.holds_id()
                && known.route == route
                && known.id.as_deref().is_some_and(|it| expect::same(it, id))
        })
    }

    fn cancelled(&mut self, expected: &Expected, ticket: Ticket, route: Route) {
        let id = expected.cancels.as_deref().expect("no cancel came");
        let at = self.find(id, route).expect("nothing is open by that id");
        let known = &mut self.known[at];
        assert_eq!(known.ticket(), ticket);
        assert_ne!(known.event.0, EventKind::Initialize, "it cannot be cancelled");
        // What has begun comes to its end; of anything else nothing is sent any more.
        known.is_given_up = known.state != State::Streaming;
        known.state = match known.state {
            State::Streaming => State::Ending,
            State::Listening => State::Done,
            _ => State::Cancelled,
        };
        self.ended(at);
    }
}

//! What is told, held against the model.

use super::known::{Asked, Kept, Phase, State, after};
use super::world::World;
use sansmcp::Ticket;
use sansmcp::client::{Event, EventKind, Failed, MAX_ROUNDS, Pages};
use sansmcp::json::Writer;
use sansmcp::rules::{Failure, What};
use sansmcp::schema::Object;

impl World {
    /// One event. Of what nobody sent `is_due`: time or a way that is gone led to it.
    pub fn told(&mut self, event: Kept, is_due: bool) {
        let ticket = event.parts.ticket;
        let view = Event::from_parts(event.kind, &event.text, event.parts);
        match view {
            Event::Connected(connected) => {
                assert_eq!(self.phase, Phase::Connecting, "{event:?}");
                let is_modern = connected.revision().is_modern();
                self.phase = if is_modern { Phase::Modern } else { Phase::Legacy };
            }
            Event::Failed(failed) => {
                let why = Failed::failure(&failed);
                let may = self.is_untold || !matches!(self.phase, Phase::Start | Phase::Failed);
                assert!(may, "{why:?} is told of what was over");
                self.phase = Phase::Failed;
                if !core::mem::take(&mut self.is_untold) {
                    self.lose();
                }
                let open: Vec<_> = self.calls.iter().filter(|it| it.is_open()).collect();
                assert!(open.is_empty() || !is_due, "{why:?} is told before the end of {open:?}");
            }
            Event::Answered(answered) => self.ended(ticket, answered.failure(), false, is_due),
            Event::ListenEnded(ended) => self.ended(ticket, ended.failure(), true, is_due),
            Event::InputNeeded(needed) if !needed.is_request() => {
                let call = self.call_of(ticket);
                assert!(call.state == State::Open && !call.is_listen, "{call:?}");
                call.state = State::Suspended;
                call.rounds += 1;
                assert!(call.rounds <= u32::from(MAX_ROUNDS));
                assert_eq!(call.rounds, u32::from(needed.round()));
                self.needed.push(event);
            }
            Event::Suspended(_) => {
                let call = self.call_of(ticket);
                assert_eq!(call.state, State::Open, "told twice");
                call.state = State::Suspended;
                call.is_doubtful = false;
            }
            Event::Progress(_) => {
                let now = self.now;
                let call = self.call_of(ticket);
                assert_eq!(call.state, State::Open);
                call.idle_at = after(now, call.limits.idle_ms);
            }
            Event::Log(_) | Event::Notification(_) if ticket != Ticket::NONE => {
                self.call_of(ticket);
            }
            Event::Listening(_) => {
                let is_modern = self.phase == Phase::Modern;
                let call = self.call_of(ticket);
                assert!(call.is_listen && call.state == State::Open);
                if is_modern {
                    (call.idle_at, call.hard_at) = (u64::MAX, u64::MAX);
                }
            }
            Event::Changed(_) | Event::Updated(_) => {
                if ticket != Ticket::NONE {
                    assert!(self.call_of(ticket).is_listen);
                }
                assert!(ticket != Ticket::NONE || self.phase != Phase::Modern, "{event:?}");
            }
            Event::Withdrawn(_) => {
                let asked = self.asked.iter_mut().rfind(|it| it.event.parts.ticket == ticket);
                let asked = asked.expect("it was asked");
                assert!(!asked.is_withdrawn && !asked.is_over, "{asked:?}");
                asked.is_withdrawn = true;
            }
            Event::Ping(_) | Event::Request(_) | Event::Refused(_) | Event::InputNeeded(_) => {
                self.asks(event);
            }
            _ => {}
        }
    }

    /// The server asks something.
    fn asks(&mut self, event: Kept) {
        let may = matches!(self.phase, Phase::Connecting | Phase::Legacy);
        assert!(may, "{event:?}");
        let ticket = event.parts.ticket;
        assert!(ticket != Ticket::NONE);
        for asked in &mut self.asked {
            let other = asked.event.parts.ticket;
            assert!(other != ticket, "{ticket:?} was used before");
            // The place that there is one of: the last one is over.
            asked.is_over |= other.index == ticket.index && ticket.index == Ticket::SPARE;
        }
        let view = Event::from_parts(event.kind, &event.text, event.parts);
        let id = view.incoming().id().unwrap_or_default().to_owned();
        if event.kind == EventKind::InputNeeded {
            self.needed.push(event.clone());
        }
        self.asked.push(Asked { event, id, is_withdrawn: false, is_over: false });
    }

    /// A call or a listen came to its end.
    fn ended(&mut self, ticket: Ticket, failure: Option<Failure>, is_listen: bool, is_due: bool) {
        let now = self.now;
        let call = self.call_of(ticket);
        assert_eq!(call.is_listen, is_listen);
        match failure {
            Some(Failure::Silent) => {
                assert!(is_due && call.state == State::Open);
                assert!(call.idle_at <= now && call.hard_at > now, "at {now}: {call:?}");
            }
            Some(Failure::TooSlow) => {
                assert!(is_due && call.state == State::Open);
                assert!(call.hard_at <= now, "at {now}: {call:?}");
            }
            // With an answer, or with the connection.
            _ => assert!(call.state == State::Open || is_due, "{call:?}"),
        }
        call.state = State::Ended;
    }
}

/// Asks an event for all that it can say.
pub fn look(event: &Event<'_>) {
    let incoming = event.incoming();
    let _ = (incoming.revision(), incoming.method(), incoming.method_name().len());
    let _ = (incoming.id(), incoming.params(), incoming.meta());
    match event {
        Event::Connected(it) => {
            let _ = (it.capabilities(), it.server_info(), it.instructions(), it.result());
        }
        Event::Failed(it) => {
            let why = Failed::failure(it);
            let _ = (why.message(), why.advice(), it.received(), it.retry());
        }
        Event::Answered(it) => {
            let _ = (it.outcome(), it.received(), it.cache_hint());
            if let Some(result) = it.result() {
                let tools = sansmcp::client::tools(result).count();
                assert!(tools <= sansmcp::client::all_tools(result).count());
                let mut pages = Pages::NEW;
                let _ = pages.next(result);
            }
        }
        Event::InputNeeded(it) => {
            assert!(it.pause_ms() <= 1000);
            let mut room = [0; 2048];
            for input in it.inputs() {
                let _ = (input.key().len(), input.method());
                for content in ["{}", "{\"a\":\"b\"}", "[", ""] {
                    let mut out = Writer::new(&mut room);
                    let _ = input.accept(content).write(&mut out, it.revision());
                }
            }
        }
        Event::Suspended(it) => assert!(!it.why().name().is_empty()),
        Event::Progress(it) => {
            let _ = (it.progress(), it.total(), it.message());
        }
        Event::Log(it) => {
            let _ = (it.level(), it.logger(), it.data());
        }
        Event::Listening(it) => {
            let hears = What::ALL.into_iter().filter(|what| it.hears(*what)).count();
            assert!(hears <= 3);
            let _ = (it.uris().count(), it.refused());
        }
        Event::ListenEnded(it) => {
            let _ = (it.is_graceful(), it.error(), it.failure());
        }
        Event::Changed(it) => {
            let _ = it.what();
        }
        Event::Updated(it) => {
            let _ = it.uri().len();
        }
        Event::Withdrawn(it) => {
            let _ = it.reason();
        }
        Event::Refused(it) => {
            let _ = it.refusal();
        }
        Event::Ignored(it) => {
            let _ = it.refusal();
        }
        _ => {}
    }
}

//! What goes out, held against the model: each message belongs to something that is open.

use super::act::{Act, NOTES};
use super::catalog::{BROKEN, CATALOGS};
use super::expect;
use super::known::{Asked, Asking, State, bit};
use super::wire::{self, Sent};
use super::world::World;
use sansmcp::rules::Capabilities;
use sansmcp::{Error, EventKind, Limits, Route, Ticket, What};

/// Where a notification says which listener it is for.
const TAG: &[&str] = &["_meta", "io.modelcontextprotocol/subscriptionId"];

impl World {
    /// What is due without being asked for.
    pub fn next_output(&mut self) {
        loop {
            let mut tx = vec![0; self.tx];
            let out = match self.with(|server, _| server.next_output(&mut tx)) {
                Ok(Some(out)) => out,
                Ok(None) => return,
                Err(Error::Short { need }) => {
                    // The end of a listen says who the server is, at any length.
                    let ends = self.known.iter().any(|known| known.agreed.is_ending);
                    assert!(need > self.tx && (ends || self.tx < sansmcp::MIN_TX));
                    return;
                }
                Err(error) => {
                    assert!(error == Error::NotJson && self.catalog == BROKEN, "{error:?}");
                    return;
                }
            };
            assert!(!out.is_empty(), "an output of nothing: this would never end");
            let (bytes, route, is_last) = (out.line(), out.route(), out.is_last());
            let Some(at) = self.streaming else {
                self.due_was_sent(bytes, route, is_last);
                continue;
            };
            let act = Act { letter: b'n', variant: 0, text: b"" };
            self.sent(&act, at, bytes, route, is_last, "");
            if is_last {
                self.known[at].state = State::Done;
                self.streaming = None;
                self.ended(at);
            }
        }
    }

    /// A message that nobody asked for.
    fn due_was_sent(&mut self, line: &[u8], route: Route, is_last: bool) {
        let tagged = |params: &str| wire::at(params, TAG).map(str::to_owned);
        match wire::read(line) {
            Sent::Notification { method, params } if method == "notifications/cancelled" => {
                assert!(!is_last);
                let id = wire::at(params, &["requestId"]).expect("a request");
                let number: u64 = id.parse().expect("a number");
                let mut all = self.asked.iter_mut();
                let asked = all.find(|asked| asked.ticket.number() == number).expect("asked");
                assert_eq!((asked.state, asked.route), (Asking::Withdrawn, route));
                asked.state = Asking::Done;
            }
            Sent::Notification { method, params } => {
                assert!(!is_last);
                let list = |what: &What| {
                    let name = ["tools", "prompts", "resources"][*what as usize];
                    method == format!("notifications/{name}/list_changed")
                };
                let what = What::ALL.into_iter().find(list).expect("a list");
                let Some(tag) = tagged(params) else {
                    assert!(self.connection.is_ready(), "told before it is initialized");
                    assert_eq!(route, self.home);
                    assert_ne!(self.due & bit(what), 0, "{what:?} has not changed");
                    self.due &= !bit(what);
                    return;
                };
                let at = self.listener(&tag, route).expect("a listener");
                let agreed = &mut self.known[at].agreed;
                assert!(!agreed.is_ending);
                assert_ne!(agreed.due & bit(what), 0, "{what:?} has not changed");
                agreed.due &= !bit(what);
            }
            Sent::Response { id, is_result } => {
                assert!(is_last && is_result);
                let at = self.listener(id.expect("an id"), route).expect("a listener");
                let known = &mut self.known[at];
                assert!(known.agreed.is_ending);
                known.responses += 1;
                known.state = State::Done;
            }
            sent => panic!("{sent:?} was not due"),
        }
    }

    /// The listener with this id on this way.
    fn listener(&self, id: &str, route: Route) -> Option<usize> {
        self.known.iter().position(|known| {
            known.state == State::Listening
                && known.route == route
                && known.id.as_deref() == Some(id)
        })
    }

    /// Bytes went out for a request.
    pub(super) fn sent(
        &mut self,
        act: &Act<'_>,
        at: usize,
        bytes: &[u8],
        route: Route,
        is_last: bool,
        keep: &str,
    ) {
        if bytes.is_empty() {
            assert!(!is_last && keep.is_empty());
            return;
        }
        assert_eq!(route, self.known[at].route, "sent the wrong way");
        let message = self.under_way.entry(route).or_default();
        message.extend_from_slice(bytes);
        if !message.ends_with(b"\n") {
            assert!(!is_last);
            return;
        }
        let line = std::mem::take(message);
        match wire::read(&line) {
            Sent::Response { id, is_result } => {
                assert!(is_last);
                let known = &mut self.known[at];
                let was_written = |id: &str| known.event.1.contains(id);
                if !(known.is_id_open && id.is_none_or(was_written)) {
                    assert_eq!(id, known.id.as_deref(), "{}", line.escape_ascii());
                }
                known.responses += 1;
                assert_eq!(known.responses, 1, "answered twice");
                if act.letter == b'r' {
                    self.granted(at, is_result);
                }
            }
            Sent::Notification { method, params } => {
                assert!(!is_last);
                match (act.letter, method.as_str()) {
                    (b'g', "notifications/progress") => self.progressed(at, params),
                    (b'L', "notifications/message") => {}
                    (b'N', method) if NOTES.contains(&method) => {}
                    (b'r' | b'A', "notifications/subscriptions/acknowledged") => {
                        self.acknowledged(at, params);
                    }
                    (letter, _) => panic!("{method} by {}", letter as char),
                }
            }
            Sent::Request { method, id } => {
                assert!(!is_last && b"qQ".contains(&act.letter));
                let asks = ["elicitation/create", "sampling/createMessage", "roots/list"];
                assert!(act.letter == b'Q' || asks.contains(&method.as_str()));
                assert_eq!(act.letter == b'Q', keep.is_empty());
                let parent = self.known[at].ticket();
                self.asks(id, parent, route, &act.limits(), keep);
            }
        }
    }

    /// A request of the server's own went out.
    pub(super) fn asks(
        &mut self,
        id: &str,
        parent: Ticket,
        route: Route,
        limits: &Limits,
        keep: &str,
    ) {
        let ticket = Ticket::from_number(id.parse().expect("a number"));
        let is_new = |asked: &Asked| asked.ticket != ticket || asked.state == Asking::Done;
        assert!(self.asked.iter().all(is_new), "an id of ours is used twice");
        let mut asked = Asked::new(ticket, parent, route, limits, self.now);
        asked.kept = keep.to_owned();
        self.asked.push(asked);
    }

    fn progressed(&mut self, at: usize, params: &str) {
        let known = &mut self.known[at];
        assert_eq!(wire::at(params, &["progressToken"]), known.token.as_deref());
        let now = wire::at(params, &["progress"]).expect("a number");
        assert!(wire::is_further(known.progress.as_deref(), now), "{now} is no progress");
        known.progress = Some(now.to_owned());
    }

    /// The engine took something over as it answered.
    fn granted(&mut self, at: usize, is_result: bool) {
        let known = &self.known[at];
        match known.event.0 {
            EventKind::Subscribe if !is_result => assert!(self.is_full(), "there was room"),
            EventKind::SetLevel if is_result => {
                let params = known.event().request().params().map(|it| it.as_str().to_owned());
                self.level = expect::new_level(params.as_deref()).expect("a level");
            }
            EventKind::Subscribe | EventKind::Unsubscribe if is_result => {
                let one = (known.route, known.uri.clone().expect("a URI"));
                let is_on = known.event.0 == EventKind::Subscribe;
                self.subscribed.retain(|it| *it != one);
                if is_on {
                    self.subscribed.push(one);
                    // Those of one way stand together.
                    self.subscribed.sort_by_key(|(route, _)| (route.kind as u8, route.number));
                }
            }
            _ => {}
        }
    }

    /// Whether a log message is wanted is what its level and the client say.
    pub(super) fn check_log(&self, act: &Act<'_>, at: Option<usize>, bytes: &[u8]) {
        let agreed = self.connection.revision().map(|_| self.level);
        let lowest = match at.map(|at| &self.known[at]) {
            None => agreed,
            Some(known) => match known.state {
                State::Open | State::Streaming if known.is_modern() => {
                    Some(known.level).filter(|level| *level != 0)
                }
                State::Open | State::Streaming => Some(self.level),
                _ => None,
            },
        };
        let is_wanted = lowest.is_some_and(|lowest| act.level() as u8 >= lowest);
        assert_eq!(!bytes.is_empty(), is_wanted, "{lowest:?}");
        let offers = CATALOGS[self.catalog].capabilities.contains(Capabilities::LOGGING);
        assert!(offers || bytes.is_empty());
    }
}

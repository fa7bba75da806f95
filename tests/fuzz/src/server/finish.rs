//! The end of a run: everything is answered, and the memory serves as when it was new.

use super::act::Act;
use super::catalog::{BROKEN, has_tools};
use super::known::{Asking, Known, State};
use super::world::{LARGE, World};
use sansmcp::{EventKind, Route, RouteKind};

impl World {
    /// The engine and the model agree on what is open, what listens and what is cancelled.
    pub fn check_open(&mut self) {
        let mut open: Vec<_> = self.with(|server, _| server.open().collect());
        let mut wanted: Vec<_> =
            self.known.iter().filter(|it| it.is_unanswered()).map(Known::ticket).collect();
        open.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(open, wanted);
        let mut listens: Vec<_> = self.with(|server, _| server.listens().collect());
        let listening = |known: &&Known| known.state == State::Listening;
        let mut wanted: Vec<_> = self.known.iter().filter(listening).map(Known::ticket).collect();
        listens.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(listens, wanted);
        for at in self.known.len().saturating_sub(12)..self.known.len() {
            let (ticket, state) = (self.known[at].ticket(), self.known[at].state);
            let is_cancelled = self.with(|server, _| server.is_cancelled(ticket));
            let wanted = matches!(state, State::Cancelled | State::Silent | State::Ending);
            assert_eq!(is_cancelled, wanted, "{state:?}");
        }
        self.check_deadline();
    }

    /// Everything is answered; afterwards each request has had exactly one response if it was not
    /// given up, and every slot is free again.
    pub fn finish(&mut self) {
        self.end_of_input();
        if self.is_over {
            return;
        }
        self.tx = LARGE;
        self.next_output();
        if let Some(at) = self.streaming {
            let is_list = self.known[at].event.0 == EventKind::ListTools;
            if self.catalog == BROKEN && is_list {
                // What the catalog says is no JSON in its middle: nothing can end it.
                return;
            }
            let end = Act { letter: b'z', variant: 0, text: b"" };
            assert_eq!(self.act_on(&end, at, LARGE), None);
        }
        self.unsubscribe();
        for at in 0..self.known.len() {
            let letter = match (self.known[at].state, self.catalog) {
                (State::Done, _) => continue,
                (State::Listening, _) => b'E',
                (State::Silent, _) => b'z',
                (_, BROKEN) => b'e',
                _ => b'r',
            };
            let act = Act { letter, variant: 0, text: b"" };
            assert_eq!(self.act_on(&act, at, LARGE), None);
            if self.known[at].state == State::Listening && letter != b'E' {
                let act = Act { letter: b'E', variant: 0, text: b"" };
                assert_eq!(self.act_on(&act, at, LARGE), None);
            }
        }
        self.take_all_back();
        self.unsubscribe();
        self.next_output();
        self.check_open();
        for known in &self.known {
            let (kind, count) = (known.event.0, known.responses);
            assert_eq!(count == 1, !known.is_given_up, "{count} responses to {kind:?}");
        }
        let has_ended = |asked: &super::known::Asked| asked.state == Asking::Done;
        assert!(self.asked.iter().all(has_ended), "the peer was not told");
        assert!(self.due == 0 || !self.connection.is_ready(), "a change was not told");
        self.still_works();
    }

    /// Takes back what was subscribed to.
    fn unsubscribe(&mut self) {
        for (route, uri) in self.subscribed.clone() {
            if self.connection.revision().is_none() {
                // The client is gone.
                return;
            }
            let uri = String::from_utf8(uri).unwrap_or_default();
            let uri = serde_json::to_string(&uri).expect("a text");
            let line = format!(
                concat!(
                    "{{\"jsonrpc\":\"2.0\",\"id\":\"un\",\"method\":\"resources/unsubscribe\",",
                    "\"params\":{{\"uri\":{}}}}}"
                ),
                uri
            );
            self.frame(line.as_bytes(), route, true);
        }
    }

    /// All slots can be used, but for those of clients that are gone without a word.
    fn still_works(&mut self) {
        let mut stuck: Vec<_> = self.subscribed.iter().map(|(route, _)| *route).collect();
        stuck.dedup();
        let free = self.slots.len() - stuck.len();
        let count = self.known.len();
        for number in 0..free {
            let call = format!(
                concat!(
                    "{{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"tools/call\",\"params\":",
                    "{{\"name\":\"t\",\"_meta\":{{",
                    "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",",
                    "\"io.modelcontextprotocol/clientCapabilities\":{{}}}}}}}}"
                ),
                number
            );
            let route = Route { number: 9, kind: RouteKind::Post };
            self.frame(call.as_bytes(), route, false);
        }
        let has_tools = has_tools(self.catalog);
        for known in &self.known[count..] {
            assert!(!known.is_spare(), "a slot is lost");
            assert_eq!(known.event.0 == EventKind::CallTool, has_tools);
        }
    }
}

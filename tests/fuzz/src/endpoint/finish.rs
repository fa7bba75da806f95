//! The end of a run: everything can be ended, and every place is free again.

use super::app::Act;
use super::heads::Lines;
use super::known::CLIENTS;
use super::message::{Kind, message};
use super::post::Part;
use super::world::World;

impl World {
    /// Ends everything, and looks whether every table can be filled again.
    pub fn finish(mut self) {
        self.settle_all();
        let waits = |at: usize| {
            let exchange = &self.exchanges[at];
            exchange.is_live() && exchange.is_post
        };
        let waiting: Vec<usize> = (0..self.exchanges.len()).filter(|at| waits(*at)).collect();
        assert!(waiting.is_empty(), "POSTs without an end: {waiting:?}");
        for at in 0..self.exchanges.len() {
            if self.exchanges[at].is_live() {
                self.close(at);
            }
        }
        for session in 0..self.sessions.len() {
            if self.sessions[session].is_over {
                continue;
            }
            let client = (0..CLIENTS)
                .find(|client| self.is_good(session, *client))
                .expect("each principal has a client");
            self.current[client] = Some(session);
            self.delete(client, client);
        }
        self.check();
        self.drain();
        self.check();
        assert_eq!(self.endpoint().open().count(), 0, "requests are left");
        assert_eq!(self.endpoint().next_deadline(), None);
        self.fill_streams();
        self.fill_sessions();
    }

    /// Answers all that is open.
    fn settle_all(&mut self) {
        for _ in 0..4 {
            self.drain();
            self.check();
            for at in 0..self.requests.len() {
                for act in [Act::End, Act::EndListen, Act::Answer, Act::Reply, Act::Error] {
                    if self.requests[at].is_open() {
                        self.perform(at, act);
                    }
                }
            }
        }
        self.drain();
        self.check();
        // What was asked in the course of requests that have ended is taken back.
        self.now = self.now.saturating_add(10_000);
        self.expire();
        self.drain();
    }

    /// As many calls as there are places can be open at once, and are free again.
    fn fill_streams(&mut self) {
        let most = self.streams.len().min(self.slots.len());
        for _ in 0..2 {
            let first = self.exchanges.len();
            for _ in 0..most {
                self.call();
            }
            for at in first..first + most {
                assert!(self.exchanges[at].is_live(), "a place is lost: {at} {first} {most}");
            }
            self.call();
            assert_eq!(self.exchanges[first + most].head.map(|it| it.0), Some(503));
            for at in first..first + most {
                self.close(at);
                self.check();
            }
            self.drain();
        }
    }

    fn call(&mut self) {
        let number = self.number();
        let body = message(Kind::Call, "1", number, "", true);
        let mut lines = Lines::post(0);
        for (name, value) in [
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", "t"),
        ] {
            lines.put(name, value);
        }
        let part = Part { kind: Some(Kind::Call), id: "1".into(), number };
        let at = self.exchange(0, &lines, None);
        self.exchanges[at].is_modern = true;
        self.post(at, &lines, body.as_bytes(), &[part], 1);
    }

    /// As many sessions as there are places can be begun.
    fn fill_sessions(&mut self) {
        let has_room = !self.streams.is_empty() && !self.slots.is_empty();
        if !self.policy.sessions || !has_room {
            return;
        }
        self.policy.sessions_each = 0;
        self.current = [None; CLIENTS];
        for count in 0..self.places.len() {
            let before = self.sessions.len();
            self.initialize(count, 3, 0, 0);
            assert_eq!(self.sessions.len(), before + 1, "a place for a session is lost");
        }
    }
}

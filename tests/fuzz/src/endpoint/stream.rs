//! Event streams (GET), the ends of sessions, and disconnects.

use sansmcp::http::{Body, Denial};
use sansmcp::sse::{self, EventId};

use super::heads::Lines;
use super::known::{CLIENTS, Sent};
use super::world::{Judged, World};

impl World {
    /// A client asks for an event stream, in the session that another has, or goes on with any that
    /// is known.
    pub fn get(&mut self, client: usize, of: usize, accept: usize, which: usize) {
        let session = self.current[of % CLIENTS];
        let mut lines = Lines::other("GET", accept);
        if let Some(session) = session {
            lines.put("Mcp-Session-Id", &self.sessions[session].id);
        }
        // Those of which a client has seen an id.
        let seen = self.logs.iter().filter(|(_, log)| log.root.is_some());
        let names: Vec<u32> = seen.map(|(name, _)| *name).collect();
        let mut after = None;
        if let Some(which) = which.checked_sub(1)
            && let Some(at) = (which / 4).checked_rem(names.len())
        {
            let stream = names[names.len() - 1 - at];
            let count = self.logs[&stream].events.len() as u32;
            let sequence = [0, count, count / 2, count + 1][which % 4];
            let id = EventId { stream, sequence };
            lines.put("Last-Event-ID", &format!("{stream:x}-{sequence:x}"));
            after = Some(id);
        }
        let good = session.filter(|it| self.is_good(*it, client));
        let at = self.exchange(client, &lines, good);
        let opening = match self.judge(at, &lines) {
            Judged::Stream(opening) => opening,
            Judged::Body => panic!("a GET has a body"),
            Judged::Done(status) => {
                match good {
                    Some(session) if status == 404 => self.found_over(session),
                    Some(session) if status != 406 && status != 405 => {
                        self.sessions[session].used = self.now;
                    }
                    _ => {}
                }
                return;
            }
        };
        let session = good.expect("a stream of a session of its own");
        assert!(Lines::takes(accept).1);
        self.sessions[session].used = self.now;
        if let Some(before) = opening.replaces {
            let before = &mut self.exchanges[before as usize - 1];
            assert!(before.is_live(), "one is to be ended that is over");
            assert_eq!(before.session, Some(session), "one of another session is to be ended");
            before.is_over = true;
        }
        let mut bytes = opening.first.as_ref().map_or(Vec::new(), |first| first.bytes().to_vec());
        match after {
            None => assert!(opening.missed.is_none() && !opening.is_over),
            Some(after) => {
                let log = &self.logs[&after.stream];
                let root = log.root.expect("an id that a client has seen");
                assert_eq!(self.exchanges[root].session, Some(session), "another's events");
                self.exchanges[root].is_torn = true;
                let count = log.events.len() as u32;
                self.exchanges[at].root = root;
                let missed = (count > after.sequence).then_some(count);
                assert_eq!(opening.missed.map(|missed| missed.last), missed);
                assert!(opening.missed.is_none_or(|missed| missed.after == after));
                if missed.is_some() && !self.replay(after, count, &mut bytes) {
                    return self.gone(at);
                }
            }
        }
        assert_eq!((opening.head.status, opening.head.body), (200, Body::Events));
        let head = Some(opening.head);
        let (to, is_end) = (Some(at as u32 + 1), opening.is_over);
        self.again(Sent { to, head, bytes, is_end, keep: None });
    }

    /// The kept events behind one, as the store has them and as they went out; false if it has not.
    fn replay(&mut self, after: EventId, last: u32, bytes: &mut Vec<u8>) -> bool {
        let log = self.logs[&after.stream].events.clone();
        let store = self.store();
        let Ok(events) = store.after(after, last) else { return false };
        let events: Vec<_> = events.map(|(id, event)| (id, event.to_vec())).collect();
        assert_eq!(events.len() as u32, last - after.sequence);
        for (id, event) in events {
            assert_eq!(event, log[id.sequence as usize - 1], "not the event that was sent");
            bytes.extend_from_slice(sse::head(Some(id), None).bytes());
            bytes.extend_from_slice(&event);
            bytes.extend_from_slice(sse::TAIL);
        }
        true
    }

    fn gone(&mut self, at: usize) {
        let number = at as u32 + 1;
        let reply = Denial::UnknownEvent.reply();
        self.endpoint().closed(number);
        self.exchanges[at].head = Some((reply.head.status, reply.head.body));
        self.exchanges[at].is_over = true;
    }

    /// What is sent again was counted the first time; it only has to be whole.
    fn again(&mut self, sent: Sent) {
        let at = sent.to.expect("somebody is there") as usize - 1;
        let text = String::from_utf8(sent.bytes).expect("events are UTF-8");
        for event in text.split_terminator("\n\n") {
            let data = event.lines().find_map(|line| line.strip_prefix("data: "));
            let data = data.expect("an event has data");
            let is_json =
                data.is_empty() || serde_json::from_str::<serde_json::Value>(data).is_ok();
            assert!(is_json, "{data}");
            let id = event.lines().find_map(|line| line.strip_prefix("id: "));
            if let Some(id) = id.and_then(|id| EventId::parse(id.as_bytes()))
                && id.sequence == 0
            {
                let root = self.exchanges[at].root;
                self.logs.entry(id.stream).or_default().root = Some(root);
            }
        }
        let exchange = &mut self.exchanges[at];
        exchange.head = sent.head.map(|head| (head.status, head.body));
        exchange.is_over = sent.is_end;
    }

    /// A client ends the session that another has.
    pub fn delete(&mut self, client: usize, of: usize) {
        let session = self.current[of % CLIENTS];
        let mut lines = Lines::other("DELETE", 0);
        if let Some(session) = session {
            lines.put("Mcp-Session-Id", &self.sessions[session].id);
        }
        let good = session.filter(|it| self.is_good(*it, client));
        let at = self.exchange(client, &lines, good);
        // It is over before the next message goes out.
        if let Some(session) = good {
            let is_late = self.is_late(session);
            self.sessions[session].is_over = true;
            let Judged::Done(status) = self.judge(at, &lines) else { panic!("it has no body") };
            assert!(status == 204 || (status == 404 && is_late), "{status}");
            return;
        }
        let Judged::Done(status) = self.judge(at, &lines) else { panic!("it has no body") };
        assert!([400, 404, 405].contains(&status), "{status}");
    }

    /// A socket is closed before its response has ended; counted back from the latest.
    pub fn disconnect(&mut self, back: usize) {
        let live: Vec<usize> =
            (0..self.exchanges.len()).filter(|at| self.exchanges[*at].is_live()).collect();
        if let Some(back) = back.checked_rem(live.len()) {
            self.close(live[live.len() - 1 - back]);
        }
    }

    pub fn close(&mut self, at: usize) {
        let root = self.exchanges[at].root;
        self.exchanges[at].is_closed = true;
        self.exchanges[root].is_torn = true;
        self.endpoint().closed(at as u32 + 1);
        if !self.exchanges[at].is_modern {
            return;
        }
        for request in self.requests.iter_mut().filter(|it| it.exchange == at) {
            request.is_given_up |= request.is_listening || request.is_streaming;
            request.is_done |= request.is_given_up;
        }
    }
}

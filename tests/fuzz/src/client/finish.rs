//! The end of a run: all that was open ends, and the memory serves as when it was new.

use super::known::{Phase, Stage, State};
use super::script::{LARGE, policy};
use super::world::{World, client};
use sansmcp::client::Options;
use sansmcp::schema::Json;
use sansmcp::{Error, Route, Ticket};

impl World {
    /// Ends everything that the run left open, in the way in which a host does it.
    pub fn finish(&mut self) {
        self.tx = LARGE;
        self.drain();
        if self.is_http() {
            // What is to be said at the end takes slots.
            self.give_up_asked();
            self.end_exchanges();
        } else {
            self.end_pipe();
        }
        self.check();
        self.give_up_asked();
        self.drain();
        let open: Vec<Ticket> = client!(self).open().collect();
        assert!(open.is_empty(), "left open: {open:?}");
        self.connect_anew();
        self.fill();
    }

    /// The server's requests get no answer.
    fn give_up_asked(&mut self) {
        for at in 0..self.asked.len() {
            if !self.asked[at].is_over {
                let _ = client!(self).cancel(self.asked[at].event.parts.ticket);
                self.asked[at].is_over = true;
            }
        }
    }

    fn end_pipe(&mut self) {
        self.read_lines(true);
        self.close_pipe();
        self.drain();
        assert!(!self.has_open_calls(), "the pipe is gone, and open: {:?}", self.calls);
    }

    /// Every exchange breaks off; what is suspended is given up.
    fn end_exchanges(&mut self) {
        for _ in 0..100 {
            for at in 0..self.exchanges.len() {
                if self.exchanges[at].stage != Stage::Closed {
                    self.close(at);
                }
            }
            self.drain();
            for at in 0..self.calls.len() {
                let call = &self.calls[at];
                if call.state == State::Suspended && !(call.is_listen && call.is_legacy) {
                    client!(self).cancel(call.ticket).expect("it is open");
                    self.calls[at].state = State::Ended;
                }
            }
            // A listen before 2026-07-28 is no exchange of its own.
            // What one of them leaves free another takes.
            for which in (0..self.listens.len()).chain(0..self.listens.len()) {
                (0..20).for_each(|_| self.unlisten(which));
            }
            self.drain();
            let has_inner = client!(self).open().any(|ticket| self.inner.contains(&ticket));
            // The event stream of the session is asked for again and again.
            let mut requests = self.exchanges.iter().filter(|it| it.id.is_some());
            let is_over = requests.all(|it| it.stage == Stage::Closed);
            if is_over && !self.has_open_calls() && !has_inner {
                return;
            }
            if is_over {
                // What waits to be asked for again.
                let next = client!(self).next_deadline();
                if next.is_none() && self.phase == Phase::Connecting {
                    // A session that is to be begun anew was denied, and waits for us.
                    self.give_up_connecting();
                    continue;
                }
                self.now = next.unwrap_or_else(|| panic!("left open: {:?}", self.calls));
            }
        }
        panic!("there is no end: {:?}", self.calls);
    }

    fn give_up_connecting(&mut self) {
        assert_eq!(client!(self).cancel(self.handshake), Ok(()));
        self.phase = Phase::Failed;
        self.lose();
        self.drain();
    }

    /// A connection, if there is none.
    fn connect_anew(&mut self) {
        if matches!(self.phase, Phase::Modern | Phase::Legacy) {
            return;
        }
        if self.phase == Phase::Connecting {
            // It waits for the application, or the server.
            self.give_up_connecting();
        }
        client!(self).connect(&policy(2), self.now).expect("there is none");
        self.phase = Phase::Connecting;
        self.outputs();
        if self.is_http() {
            self.answer(0, 0);
        } else {
            // Whatever the receive buffer has room for.
            let text = self.answer_to(self.id_of(0), 0);
            self.receive(Route::PIPE, &text);
        }
        assert_eq!(self.phase, Phase::Modern);
        self.drain();
    }

    /// As many calls can be made as there are slots.
    fn fill(&mut self) {
        let mut tx = vec![0; LARGE];
        let options = Options { anyway: true, ..Options::DEFAULT };
        let mut all = Vec::new();
        loop {
            let mut client = client!(self);
            match client.call("tools/list", &Json("{}"), &options, self.now, &mut tx) {
                Ok((ticket, _)) => all.push(ticket),
                Err(Error::Busy) => break,
                // A session that is begun anew has its own end.
                Err(Error::NotReady) if self.is_http() => return,
                Err(error) => panic!("{error:?}"),
            }
        }
        assert_eq!(all.len(), self.slots.len(), "slots are lost");
    }
}

//! Responses: any status, any headers, any body, in any exchange of ours.

use super::known::{Phase, Stage, State};
use super::script::{HEADERS, STATUSES};
use super::world::{World, client};
use sansmcp::Ticket;
use sansmcp::client::Expect;
use sansmcp::http::Header;

impl World {
    /// The exchange that a digit stands for, counted back from the latest of those that are as
    /// asked.
    fn exchange(&self, back: usize, is: impl Fn(Stage) -> bool) -> Option<usize> {
        let all = self.exchanges.iter().enumerate().rev().filter(|(_, it)| is(it.stage));
        all.map(|(at, _)| at).nth(back)
    }

    /// A response begins.
    pub fn respond(&mut self, back: usize, status: usize, headers: usize) {
        if let Some(at) = self.exchange(back, |stage| stage == Stage::Sent) {
            let status = STATUSES[status % STATUSES.len()];
            self.responded(at, status, HEADERS[headers % HEADERS.len()]);
        }
    }

    pub fn responded(&mut self, at: usize, status: u16, headers: &[(&str, &str)]) {
        let (route, id) = (self.exchanges[at].route, self.exchanges[at].id);
        let headers: Vec<_> =
            headers.iter().map(|(name, value)| Header { name, value: value.as_bytes() }).collect();
        if status == 404
            && let Some(call) = self.calls.iter_mut().rfind(|it| Some(it.ticket.number()) == id)
        {
            // It may be suspended, which is told later.
            call.is_doubtful = true;
        }
        let expect = client!(self).responded(route, status, &headers, self.now);
        self.exchanges[at].stage = match expect {
            Expect::Json => Stage::Json,
            Expect::Events => Stage::Events,
            Expect::Nothing => Stage::Nothing,
            Expect::Denied { ticket, .. } => {
                assert!(matches!(status, 401 | 403));
                self.denied(ticket, id);
                Stage::Nothing
            }
        };
    }

    fn denied(&mut self, ticket: Ticket, id: Option<u64>) {
        if ticket == Ticket::NONE {
            return;
        }
        assert_eq!(Some(ticket.number()), id, "another request is denied");
        if ticket.index == Ticket::HANDSHAKE {
            assert!(self.phase == Phase::Connecting && ticket == self.handshake);
            return;
        }
        let call = self.call_of(ticket);
        assert_eq!(call.state, State::Open);
        call.state = State::Suspended;
    }

    /// A message in an exchange, whose response begins with it if need be.
    pub fn deliver(&mut self, at: usize, text: &[u8], as_events: usize) {
        if self.exchanges[at].stage == Stage::Sent {
            // With a session, so that one is begun.
            self.responded(at, 200, HEADERS[as_events]);
        }
        let route = self.exchanges[at].route;
        match self.exchanges[at].stage {
            Stage::Json => {
                self.receive(route, text);
                self.close(at);
            }
            Stage::Events => self.receive(route, text),
            Stage::Sent | Stage::Nothing | Stage::Closed => {}
        }
    }

    /// A body, or an event.
    pub fn body(&mut self, back: usize, text: &[u8]) {
        let text = self.expand(text);
        if let Some(at) = self.exchange(back, |stage| matches!(stage, Stage::Json | Stage::Events))
        {
            self.deliver(at, &text, 0);
        }
    }

    /// An event stream says something of itself.
    pub fn identify(&mut self, back: usize, id: &[u8], retry: usize) {
        const RETRIES: [Option<u64>; 7] =
            [None, Some(0), Some(1), Some(5), Some(u64::MAX), Some(u32::MAX as u64), Some(1000)];
        let Some(at) = self.exchange(back, |stage| stage == Stage::Events) else { return };
        let id = self.expand(id);
        let id = id.get(..id.len().min(128)).unwrap_or_default();
        let route = self.exchanges[at].route;
        client!(self).seen(route, id, RETRIES[retry % RETRIES.len()]);
    }

    pub fn close_exchange(&mut self, back: usize) {
        if let Some(at) = self.exchange(back, |stage| stage != Stage::Closed) {
            self.close(at);
        }
    }

    /// The end of an exchange is told again, or of one that is long over.
    pub fn close_any(&mut self, back: usize) {
        if let Some(at) = self.exchange(back, |_| true) {
            self.close(at);
        }
    }

    pub fn close(&mut self, at: usize) {
        let route = self.exchanges[at].route;
        client!(self).closed(route, self.now);
        // Where one of the same number is open, that is the one that was meant.
        let of_it = self
            .exchanges
            .iter_mut()
            .filter(|it| it.route == route && (route.number != 0 || it.stage == Stage::Closed));
        of_it.for_each(|it| it.stage = Stage::Closed);
        self.exchanges[at].stage = Stage::Closed;
    }
}

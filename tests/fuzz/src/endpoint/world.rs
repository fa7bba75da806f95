//! The endpoint's memory and the model's.

use std::collections::BTreeMap;

use sansmcp::http::{
    Endpoint, Hub, Memory, Policy, Session as Place, Store, StoreState, Stream, Verdict,
};
use sansmcp::rules::Capabilities;
use sansmcp::schema::Resource;
use sansmcp::{ServerInfo, Slot, Ticket, Tool};

use super::heads::Lines;
use super::known::{CLIENTS, Exchange, Log, Question, Request, Sent, Session, principal};

/// Room for every message of these runs.
pub const LARGE: usize = 1 << 14;

static INFO: ServerInfo<'static> = ServerInfo {
    name: "m",
    version: "1",
    capabilities: Capabilities(0x1ff),
    tools: &[Tool { name: "t", ..Tool::EMPTY }, Tool { name: "u", ..Tool::EMPTY }],
    resources: &[
        Resource { uri: "test://one", name: "one", ..Resource::EMPTY },
        Resource { uri: "test://two", name: "two", ..Resource::EMPTY },
    ],
    ..ServerInfo::EMPTY
};

/// The memory, and what the model knows.
pub struct World {
    pub policy: Policy<'static>,
    pub hub: Hub,
    pub places: Vec<Place>,
    pub streams: Vec<Stream>,
    pub slots: Vec<Slot>,
    pub state: StoreState,
    pub kept: Vec<u8>,
    pub now: u64,
    pub exchanges: Vec<Exchange>,
    pub sessions: Vec<Session>,
    /// The session that each client is in.
    pub current: [Option<usize>; CLIENTS],
    pub requests: Vec<Request>,
    pub questions: Vec<Question>,
    pub logs: BTreeMap<u32, Log>,
    /// The last number that was given to a message.
    pub last: usize,
}

impl World {
    /// The sizes of the tables and of the store, and the policy: a character each.
    pub fn new(setup: &[u8]) -> Self {
        let digit = |at: usize, most: usize| {
            usize::from(setup.get(at).copied().unwrap_or(b'0').wrapping_sub(b'0')) % most
        };
        let has_replay = digit(4, 2) == 0;
        Self {
            policy: Policy {
                sessions: digit(5, 4) != 3,
                replay: has_replay,
                idle_ms: 1000,
                sessions_each: [0, 2][digit(6, 2)],
                ..Policy::LOCAL
            },
            hub: Hub::NEW,
            places: vec![Place::EMPTY; [3, 1, 2, 4, 0][digit(0, 5)]],
            streams: vec![Stream::EMPTY; [6, 1, 2, 3, 4, 8, 12, 0][digit(1, 8)]],
            slots: vec![Slot::EMPTY; [6, 1, 2, 3, 4, 8, 12, 0][digit(2, 8)]],
            state: StoreState::NEW,
            kept: vec![0; [4096, 0, 200, 700][digit(3, 4)]],
            now: 1000,
            exchanges: Vec::new(),
            sessions: Vec::new(),
            current: [None; CLIENTS],
            requests: Vec::new(),
            questions: Vec::new(),
            logs: BTreeMap::new(),
            last: 0,
        }
    }

    /// The endpoint over the memory, made anew for each call.
    pub fn endpoint(&mut self) -> Endpoint<'_> {
        let memory = Memory {
            hub: &mut self.hub,
            sessions: &mut self.places,
            streams: &mut self.streams,
            slots: &mut self.slots,
        };
        Endpoint::new(&INFO, &self.policy, memory)
    }

    pub fn store(&mut self) -> Store<'_> {
        Store::new(&mut self.state, &mut self.kept)
    }

    /// A number for a message.
    pub fn number(&mut self) -> usize {
        self.last += 1;
        self.last
    }

    /// A new exchange; gives its place.
    pub fn exchange(&mut self, client: usize, lines: &Lines, session: Option<usize>) -> usize {
        let root = self.exchanges.len();
        self.exchanges.push(Exchange {
            client: client % CLIENTS,
            principal: principal(client),
            begun: self.now,
            is_post: lines.method == "POST",
            is_initialize: false,
            is_modern: false,
            session,
            root,
            head: None,
            is_over: false,
            is_closed: false,
            bytes: Vec::new(),
            is_torn: false,
        });
        root
    }

    /// Looks at a head; what is to be said at once is said.
    pub fn judge(&mut self, at: usize, lines: &Lines) -> Judged {
        let (number, now) = (at as u32 + 1, self.now);
        let who = self.exchanges[at].principal;
        lines.with(|head| match self.endpoint().judge(head, number, who, now) {
            Verdict::Body => Judged::Body,
            Verdict::Stream(opening) => Judged::Stream(Box::new(opening)),
            Verdict::Reply(reply) => {
                let bytes = reply.body.into();
                let head = Some(reply.head);
                self.sent(Sent { to: Some(number), head, bytes, is_end: true, keep: None });
                Judged::Done(reply.head.status)
            }
            Verdict::Preflight(_) => {
                self.exchanges[at].is_over = true;
                Judged::Done(204)
            }
        })
    }

    /// True if a session is one of this client's.
    pub fn is_good(&self, session: usize, client: usize) -> bool {
        let session = &self.sessions[session];
        !session.is_over && session.principal == principal(client)
    }

    /// True if it may have been given up for another.
    pub fn is_late(&self, session: usize) -> bool {
        self.sessions[session].used.saturating_add(self.policy.idle_ms) <= self.now
    }

    /// A session that the model took for good is not: it must have rested long enough.
    pub fn found_over(&mut self, session: usize) {
        assert!(self.is_late(session), "a session was lost");
        self.sessions[session].is_over = true;
    }

    /// Why a request may have come to its end without an answer.
    fn may_end(&self, request: &Request) -> bool {
        let exchange = &self.exchanges[request.exchange];
        let is_left = exchange.is_closed && (exchange.is_modern || exchange.is_initialize);
        let is_over = |session: usize| self.sessions[session].is_over || self.is_late(session);
        request.is_given_up || is_left || request.session.or(exchange.session).is_some_and(is_over)
    }

    /// Gives up what nobody waits for.
    pub fn give_up(&mut self) {
        let tickets: Vec<Ticket> = self.endpoint().cancelled().collect();
        for ticket in tickets {
            let found = self.requests.iter().position(|it| it.ticket() == ticket && !it.is_done);
            let at = found.expect("a ticket that is known");
            let (id, number) = (&self.requests[at].id, self.requests[at].number);
            assert!(self.may_end(&self.requests[at]), "cancelled by nobody: {id} {number}");
            let _ = self.endpoint().server(ticket).abandon(ticket);
            self.requests[at].is_given_up = true;
            self.requests[at].is_done = true;
        }
    }

    /// What holds between any two steps.
    pub fn check(&mut self) {
        self.give_up();
        let open: Vec<Ticket> = self.endpoint().open().collect();
        for ticket in &open {
            let is_its = |it: &Request| it.ticket() == *ticket && it.is_open();
            assert!(self.requests.iter().any(is_its), "open, and nobody knows it");
        }
        for at in 0..self.requests.len() {
            let request = &self.requests[at];
            if !request.is_open() || request.is_listening || open.contains(&request.ticket()) {
                continue;
            }
            // The spare place may have been taken for another.
            let ended = request.is_going_out || request.is_spare();
            assert!(ended || self.may_end(request), "not open, and nobody ended it");
            self.requests[at].is_given_up |= !self.requests[at].is_going_out;
            self.requests[at].is_done = true;
        }
    }
}

/// What became of a head.
pub enum Judged {
    Done(u16),
    Body,
    Stream(Box<sansmcp::http::Opening>),
}

//! The server with its memory, and the model that it is held against: what the application does.

use super::act::{Act, Done, perform};
use super::catalog::{BROKEN, CATALOGS};
use super::known::{Asked, Known, State};
use super::script::{REVISIONS, Setup};
use sansmcp::{Connection, Error, EventKind, LinesState, MIN_TX, Parts, Route, Server, Slot};
use std::collections::HashMap;

/// Room for every message of these runs.
pub const LARGE: usize = 1 << 15;

/// The server's memory and the model's.
pub struct World {
    pub(super) connection: Connection,
    pub(super) slots: Vec<Slot>,
    pub(super) catalog: usize,
    pub(super) lines: LinesState,
    pub(super) rx: Vec<u8>,
    /// Bytes of the buffer that the next outputs get.
    pub tx: usize,
    /// The time.
    pub now: u64,
    pub(super) known: Vec<Known>,
    pub(super) asked: Vec<Asked>,
    /// The answers to requests of the server's own, and to which.
    pub(super) answered: Vec<((EventKind, String, Parts), usize)>,
    /// The request whose answer goes out in pieces.
    pub(super) streaming: Option<usize>,
    /// What came out of a message that is under way.
    pub(super) under_way: HashMap<Route, Vec<u8>>,
    /// What the legacy client is still to be told.
    pub(super) due: u8,
    /// The level of log messages that the legacy client set.
    pub(super) level: u8,
    /// The resources that legacy clients subscribed to, decoded, by their way.
    pub(super) subscribed: Vec<(Route, Vec<u8>)>,
    /// The way on which `initialize` came.
    pub(super) home: Route,
    /// Something came of which the model cannot tell what it does.
    pub is_over: bool,
}

impl World {
    /// Nothing was said yet.
    pub fn new(setup: &Setup) -> Self {
        Self {
            connection: Connection::NEW,
            slots: vec![Slot::EMPTY; setup.slots],
            catalog: setup.catalog,
            lines: LinesState::NEW,
            rx: vec![0; setup.rx],
            tx: setup.tx,
            now: 1000,
            known: Vec::new(),
            asked: Vec::new(),
            answered: Vec::new(),
            streaming: None,
            under_way: HashMap::new(),
            due: 0,
            level: 0,
            subscribed: Vec::new(),
            home: Route::PIPE,
            is_over: false,
        }
    }

    /// The engine keeps nothing beside the caller's memory: each call has a server of its own.
    pub(super) fn with<R>(&mut self, run: impl FnOnce(&mut Server<'_>, &[Known]) -> R) -> R {
        let catalog = &CATALOGS[self.catalog];
        let mut server = Server::new(catalog, &mut self.connection, &mut self.slots);
        run(&mut server, &self.known)
    }

    /// The table gets more slots.
    pub fn grow(&mut self, more: usize) {
        let len = (self.slots.len() + more).min(16);
        self.slots.resize(len, Slot::EMPTY);
    }

    /// A legacy client says hello, and the engine answers.
    pub fn handshake(&mut self, revision: usize) {
        let version = REVISIONS[revision % REVISIONS.len()];
        let hello = format!(
            concat!(
                "{{\"jsonrpc\":\"2.0\",\"id\":\"hello\",\"method\":\"initialize\",\"params\":",
                "{{\"protocolVersion\":\"{}\",\"capabilities\":{{\"sampling\":{{}},",
                "\"elicitation\":{{}},\"roots\":{{}}}},\"clientInfo\":",
                "{{\"name\":\"c\",\"version\":\"1\"}}}}}}"
            ),
            version
        );
        self.frame(hello.as_bytes(), Route::PIPE, true);
        let ready = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        self.frame(ready, Route::PIPE, true);
    }

    /// Whether every slot is in use.
    pub(super) fn is_full(&self) -> bool {
        self.taken() >= self.slots.len()
    }

    fn taken(&self) -> usize {
        let is_taken = |known: &&Known| !known.is_spare() && known.state != State::Done;
        let is_asked = |asked: &&Asked| asked.state != super::known::Asking::Done;
        let mut ways: Vec<_> = self.subscribed.iter().map(|(route, _)| *route).collect();
        ways.dedup();
        let known = self.known.iter().filter(is_taken).count();
        known + self.asked.iter().filter(is_asked).count() + ways.len()
    }

    /// An act on one of the requests, counted back from the latest.
    pub fn act(&mut self, act: &Act<'_>, back: usize) {
        let count = self.known.len();
        if count > 0 {
            let at = count - 1 - back % count;
            self.act_on(act, at, self.tx);
        }
    }

    /// Does it, and holds what comes out against the model. Gives the error.
    pub(super) fn act_on(&mut self, act: &Act<'_>, at: usize, room: usize) -> Option<Error> {
        let mut tx = vec![0; room];
        let before = self.known[at].state;
        let (streaming, now) = (self.streaming, self.now);
        let done = self.with(|server, known| perform(server, act, &known[at], now, &mut tx));
        let Done { out, taken } = match done {
            Ok(done) => done,
            Err(error) => {
                self.refused(act, at, room, error);
                return Some(error);
            }
        };
        if act.letter == b'p' {
            assert!(taken <= act.text.len());
            assert!(taken > 0 || act.text.is_empty(), "no way forward, and no error");
        }
        assert_ne!(before, State::Done, "a ticket was good twice: {}", act.letter as char);
        let bytes = out.line();
        if let (State::Cancelled | State::Silent, false) = (before, bytes.is_empty()) {
            panic!("sent for a cancelled request: {}", bytes.escape_ascii());
        }
        if let (Some(other), false) = (streaming, bytes.is_empty()) {
            assert_eq!(other, at, "sent in the middle of a stream");
        }
        if act.letter == b'L' {
            self.check_log(act, Some(at), bytes);
        }
        let keep = out.keep().to_owned();
        self.sent(act, at, bytes, out.route(), out.is_last(), &keep);
        self.settle(act, at, before, bytes, out.is_last());
        None
    }

    /// An act was refused: nothing has happened, and if it was for the size, what it says is true.
    fn refused(&mut self, act: &Act<'_>, at: usize, room: usize, error: Error) {
        let state = self.known[at].state;
        match error {
            Error::Short { need } => {
                assert!(need > room, "{need} are there: {room}");
                assert_ne!(state, State::Done, "a buffer is asked for, for nothing");
                if act.letter == b'r' && self.known[at].event.0 == EventKind::Refused {
                    assert!(room < MIN_TX, "an error takes {need} bytes");
                }
                if act.is_whole() && need <= LARGE && state != State::Ending {
                    let again = self.act_on(act, at, need);
                    // What did not fit was not looked at: another entry of a list may be broken, a
                    // question need what the client did not declare.
                    let is_other = match again {
                        Some(Error::NotJson) => self.catalog == BROKEN,
                        Some(Error::Undeclared) => matches!(act.letter, b'q' | b'Q'),
                        // Whether there is room for a subscription shows when that can be said.
                        Some(Error::Short { .. }) => self.known[at].event.0 == EventKind::Subscribe,
                        _ => false,
                    };
                    assert!(is_other || again.is_none(), "{need} bytes were enough: {again:?}");
                }
            }
            Error::Streaming => assert!(self.streaming.is_some(), "nothing is under way"),
            Error::Busy => assert!(self.is_full(), "there are free slots"),
            Error::NotReady => assert!(!self.connection.is_ready()),
            Error::UseAsk => assert!(self.known[at].is_modern()),
            Error::Stale if b"pzE".contains(&act.letter) => {}
            Error::Stale => {
                let is_over = matches!(state, State::Done | State::Listening);
                assert!(is_over, "a good ticket was refused: {} {state:?}", act.letter as char);
            }
            _ => {}
        }
    }

    /// What the model makes of an act that succeeded.
    fn settle(&mut self, act: &Act<'_>, at: usize, before: State, bytes: &[u8], is_last: bool) {
        let known = &mut self.known[at];
        let is_silent = matches!(before, State::Cancelled | State::Silent);
        match act.letter {
            b'x' => {
                known.state = State::Done;
                known.is_given_up = true;
                self.ended(at);
            }
            b'g' | b'p' | b'L' | b'N' => assert!(!is_last),
            // It is over for both sides, so there is nothing left to answer.
            b'E' if is_silent => known.state = State::Done,
            b'E' => {
                known.state = State::Listening;
                // One that was not acknowledged agreed to nothing.
                known.agreed.due = 0;
                known.agreed.is_ending = true;
            }
            b'b' if is_silent => known.state = State::Silent,
            b'b' | b'R' if !is_last && !is_silent => {
                assert!(!bytes.is_empty());
                known.state = State::Streaming;
                self.streaming = Some(at);
            }
            b'r' | b'A' if !is_silent && !is_last && known.event.0 == EventKind::Listen => {
                known.state = State::Listening;
            }
            b'q' if !is_silent && !is_last => {}
            b'Q' if !is_last => {}
            _ => {
                assert_eq!(is_last, !is_silent, "{}", act.letter as char);
                known.state = State::Done;
                if self.streaming == Some(at) {
                    self.streaming = None;
                }
                self.ended(at);
            }
        }
    }
}

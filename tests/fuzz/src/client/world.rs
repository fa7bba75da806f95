//! The memory of a run, and what the model knows.

use super::known::{Asked, Call, Exchange, Kept, Phase, Sent, Stage, State};
use super::script::{ANSWERS, PIECES, SAYINGS, Setup};
use sansmcp::client::{Client, ClientInfo, Event, Remote, Subscription};
use sansmcp::{Connection, Error, Frame, LinesState, Out, Route, Slot, Ticket};
use std::collections::HashSet;

/// How much more than it needs a message may be said to need.
const SLACK: usize = 300;

pub struct World {
    pub info: &'static ClientInfo<'static>,
    pub connection: Connection,
    pub slots: Vec<Slot>,
    pub remote: Option<Remote>,
    pub lines: LinesState,
    pub rx: Vec<u8>,
    pub tx: usize,
    /// A call whose buffer is too small is not made again.
    pub gives_up: bool,
    pub now: u64,
    pub phase: Phase,
    /// The connection has failed, and that was not told yet.
    pub is_untold: bool,
    /// What patience a handshake and a listen have.
    pub connect_ms: u32,
    /// Ids of our requests, in order, and all of them.
    pub wire: Vec<u64>,
    pub ids: HashSet<u64>,
    /// What the server was told to forget.
    pub taken_back: HashSet<u64>,
    /// The latest request of the handshake.
    pub handshake: Ticket,
    /// `initialized` was said since the last handshake.
    pub is_confirmed: bool,
    pub calls: Vec<Call>,
    /// Requests that a listen takes.
    pub inner: HashSet<Ticket>,
    pub listens: Vec<Subscription<'static>>,
    pub asked: Vec<Asked>,
    pub needed: Vec<Kept>,
    pub exchanges: Vec<Exchange>,
}

/// The client of a world, beside the rest of it.
macro_rules! client {
    ($world:ident) => {
        match &mut $world.remote {
            Some(remote) => sansmcp::client::Client::over_http(
                $world.info,
                &mut $world.connection,
                &mut $world.slots,
                remote,
            ),
            None => {
                sansmcp::client::Client::new($world.info, &mut $world.connection, &mut $world.slots)
            }
        }
    };
}
pub(super) use client;

impl World {
    pub fn new(setup: &Setup) -> Self {
        Self {
            info: setup.info,
            connection: Connection::NEW,
            slots: vec![Slot::EMPTY; setup.slots],
            remote: setup.is_http.then_some(Remote::NEW),
            lines: LinesState::NEW,
            rx: vec![0; setup.rx],
            tx: setup.tx,
            gives_up: false,
            now: 1000,
            phase: Phase::Start,
            is_untold: false,
            connect_ms: 0,
            wire: Vec::new(),
            ids: HashSet::new(),
            taken_back: HashSet::new(),
            handshake: Ticket::NONE,
            is_confirmed: false,
            calls: Vec::new(),
            inner: HashSet::new(),
            listens: Vec::new(),
            asked: Vec::new(),
            needed: Vec::new(),
            exchanges: Vec::new(),
        }
    }

    pub fn is_http(&self) -> bool {
        self.remote.is_some()
    }

    /// Calls something that writes, and makes it again with the room that it says it needs.
    pub fn write<T>(
        &mut self,
        may_refuse: bool,
        mut write: impl FnMut(&mut Client<'_>, &mut [u8]) -> Result<(T, Option<Sent>), Error>,
    ) -> Result<(T, Option<Sent>), Error> {
        let mut tx = vec![0xee; self.tx];
        let (done, open) = {
            let mut client = client!(self);
            (write(&mut client, &mut tx), client.open().collect::<Vec<_>>())
        };
        let need = match done {
            Err(Error::Short { need }) => need,
            done => return done,
        };
        assert!(need > self.tx, "{need} are too few of {}", self.tx);
        if self.gives_up {
            return Err(Error::Short { need });
        }
        let mut tx = vec![0xee; need];
        let mut client = client!(self);
        assert_eq!(client.open().collect::<Vec<_>>(), open);
        match write(&mut client, &mut tx) {
            Ok((value, sent)) => {
                let length = sent.as_ref().map_or(0, |sent| sent.text.len());
                assert!(length <= need && need <= length + SLACK, "{need} for {length}");
                Ok((value, sent))
            }
            Err(error) if may_refuse && !matches!(error, Error::Short { .. }) => Err(error),
            Err(error) => panic!("{error:?} with {need} bytes"),
        }
    }

    /// A digit of the script for an id of ours, counted from the latest.
    pub fn id_of(&self, back: usize) -> u64 {
        self.wire.iter().rev().nth(back).copied().unwrap_or(0)
    }

    /// A text of the script with its pieces put in.
    pub fn expand(&self, text: &[u8]) -> Vec<u8> {
        let mut all = Vec::new();
        let mut bytes = text.iter().copied();
        while let Some(byte) = bytes.next() {
            if byte != b'$' {
                all.push(byte);
                continue;
            }
            let Some(letter) = bytes.next() else { break };
            match letter {
                b'0'..=b'9' => {
                    let id = self.id_of(usize::from(letter - b'0'));
                    all.extend(id.to_string().bytes());
                }
                b'h' => all.extend(self.handshake.number().to_string().bytes()),
                b'Z' => all.extend([b'x'; 700]),
                _ => match PIECES.iter().find(|piece| piece.0 == letter) {
                    Some((_, piece)) if piece.contains('$') => {
                        all.extend(self.expand(piece.as_bytes()));
                    }
                    Some((_, piece)) => all.extend(piece.bytes()),
                    None => all.extend([b'$', letter]),
                },
            }
        }
        all
    }

    /// The answer of this variant to a request of ours.
    pub fn answer_to(&self, id: u64, which: usize) -> Vec<u8> {
        let rest = ANSWERS[which % ANSWERS.len()];
        self.expand(format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},{rest}}}").as_bytes())
    }

    /// A message of the server's own.
    pub fn saying(&self, which: usize, digit: usize) -> Vec<u8> {
        let rest = SAYINGS[which % SAYINGS.len()].replace('#', &(digit % 10).to_string());
        self.expand(format!("{{\"jsonrpc\":\"2.0\",{rest}}}").as_bytes())
    }

    /// A line arrives on the pipe, or bytes that are no line yet.
    pub fn line(&mut self, text: &[u8], is_whole: bool) {
        let mut text = self.expand(text);
        if self.is_http() {
            // On whatever exchange is the latest, as if the host had made a mistake.
            let route = self.exchanges.last().map_or(Route::post(0), |it| it.route);
            return self.receive(route, &text);
        }
        if is_whole {
            text.push(b'\n');
        }
        self.bytes(&text);
    }

    /// Bytes arrive on the pipe.
    pub fn bytes(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let space = self.lines.space(&mut self.rx);
            let count = space.len().min(bytes.len());
            let (now, later) = bytes.split_at(count);
            space[..count].copy_from_slice(now);
            bytes = later;
            self.lines.filled(&mut self.rx, count);
            self.read_lines(false);
        }
    }

    /// What came from a line.
    pub fn read_lines(&mut self, is_end: bool) {
        loop {
            // The frame borrows the buffer, and the model is told when it does no more.
            let mut told = Vec::new();
            let mut client = client!(self);
            let frame = match is_end {
                true => self.lines.finish(&mut self.rx),
                false => self.lines.next_frame(&mut self.rx),
            };
            let Some(mut frame) = frame else { return };
            while let Some(event) = client.receive(&mut frame, self.now) {
                told.push(kept(&event));
                assert!(told.len() < 10_000, "there is no end of events");
            }
            told.into_iter().for_each(|event| self.told(event, false));
        }
    }

    /// A message arrives on a route.
    pub fn receive(&mut self, route: Route, text: &[u8]) {
        let mut frame = Frame::new(text).on(route);
        let mut told = Vec::new();
        let mut client = client!(self);
        while let Some(event) = client.receive(&mut frame, self.now) {
            told.push(kept(&event));
            assert!(told.len() < 10_000, "there is no end of events");
        }
        told.into_iter().for_each(|event| self.told(event, false));
    }

    /// The answer to a request of ours, on its way.
    pub fn answer(&mut self, back: usize, which: usize) {
        let id = self.id_of(back);
        let mut text = self.answer_to(id, which);
        if !self.is_http() {
            text.push(b'\n');
            return self.bytes(&text);
        }
        let found = self.exchanges.iter().rposition(|it| it.id == Some(id));
        let Some(at) = found else { return };
        // Half of the answers come as events.
        self.deliver(at, &text, which % 2);
    }

    /// A message of the server's own, in the exchange of our latest request.
    pub fn says(&mut self, which: usize, digit: usize) {
        let mut text = self.saying(which, digit);
        if !self.is_http() {
            text.push(b'\n');
            return self.bytes(&text);
        }
        let found = self.exchanges.iter().rposition(|it| it.stage == Stage::Events);
        let found = found.or_else(|| self.exchanges.iter().rposition(|it| it.stage == Stage::Sent));
        if let Some(at) = found {
            self.deliver(at, &text, 1);
        }
    }

    /// The time that passes; a number, or a little.
    pub fn tick(&mut self, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        self.now = match text.strip_prefix('+') {
            Some(more) => self.now.saturating_add(more.parse().unwrap_or(1)),
            None => text.parse().unwrap_or(self.now),
        };
    }

    pub fn grow(&mut self, more: usize) {
        self.slots.resize(self.slots.len() + more, Slot::EMPTY);
    }

    /// Of the calls that are open in the model the engine says the same; and of nothing that is
    /// over.
    pub fn check(&mut self) {
        let open: HashSet<Ticket> = client!(self).open().collect();
        for call in self.calls.iter().filter(|call| call.is_open()) {
            assert!(open.contains(&call.ticket), "lost: {call:?}");
        }
        for ticket in open {
            let is_call = self.calls.iter().any(|it| it.ticket == ticket && it.is_open());
            let is_asked =
                || self.asked.iter().any(|it| it.event.parts.ticket == ticket && !it.is_over);
            assert!(
                is_call || self.inner.contains(&ticket) || is_asked(),
                "{ticket:?} is open and nobody knows of it"
            );
        }
    }

    /// All is told and sent: nothing is left to be done now.
    pub fn check_quiet(&mut self) {
        let deadline = client!(self).next_deadline();
        assert!(deadline.is_none_or(|at| at > self.now), "{deadline:?} at {}", self.now);
        assert!(self.phase != Phase::Failed || !self.has_open_calls(), "{:?}", self.calls);
        let first = self.calls.iter().map(Call::deadline).min().unwrap_or(u64::MAX);
        assert!(first > self.now || first == u64::MAX, "late at {}: {:?}", self.now, self.calls);
        assert!(deadline.unwrap_or(u64::MAX) <= first, "{deadline:?} for {first}");
    }

    /// The call of a ticket that is not over.
    pub fn call_of(&mut self, ticket: Ticket) -> &mut Call {
        let found = self.calls.iter_mut().rfind(|call| call.ticket == ticket);
        let call = found.unwrap_or_else(|| panic!("{ticket:?} was never ours"));
        assert!(call.is_open(), "{call:?} has ended and is named again");
        call
    }

    /// The call that a digit stands for, counted from the latest.
    pub fn nth_call(&self, back: usize) -> Option<usize> {
        self.calls.len().checked_sub(back.checked_add(1)?)
    }

    /// The connection is over: what the server asked is not to be answered any more.
    pub fn lose(&mut self) {
        self.asked.iter_mut().for_each(|asked| asked.is_over = true);
    }

    pub fn has_open_calls(&self) -> bool {
        self.calls.iter().any(|call| call.state != State::Ended)
    }
}

/// An event apart from its frame, after all its words were asked for.
pub fn kept(event: &Event<'_>) -> Kept {
    super::event::look(event);
    let (kind, text, parts) = event.raw();
    let again = Event::from_parts(kind, text, parts);
    assert_eq!(format!("{again:?}"), format!("{event:?}"));
    Kept { kind, text: text.into(), parts }
}

/// An output, copied.
pub fn sent(out: &Out<'_>) -> Option<Sent> {
    let is_nothing = out.is_empty() && !out.is_last() && out.verb().name() == "POST";
    (!is_nothing).then(|| Sent {
        text: String::from_utf8(out.line().to_vec()).expect("output is UTF-8"),
        route: out.route(),
        verb: out.verb().name(),
        is_last: out.is_last(),
    })
}

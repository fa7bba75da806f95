//! The client, and what the test does with it.

use std::collections::BTreeMap;

use sansmcp::client::{Client, ClientInfo, Expect, Options, Policy, Remote, Subscription, Verb};
use sansmcp::http::Header;
use sansmcp::rules::Capabilities;
use sansmcp::schema::{Implementation, Json};
use sansmcp::sse::EventsState;
use sansmcp::{Connection, Error, Frame, Limits, Out, Revision, Route, Slot, Ticket, What};

use super::pipe::Pipe;
use super::web::{Packet, Web};

static ME: ClientInfo<'static> = ClientInfo {
    implementation: Implementation { name: "me", version: "1", ..Implementation::EMPTY },
    capabilities: Capabilities(
        Capabilities::ROOTS.0
            | Capabilities::ROOTS_LIST_CHANGED.0
            | Capabilities::SAMPLING.0
            | Capabilities::ELICITATION_FORM.0,
    ),
    ..ClientInfo::EMPTY
};

/// What became of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    pub kind: &'static str,
    pub ticket: Ticket,
    pub text: String,
}

/// How a response is read.
enum Reads {
    Json(Vec<u8>),
    Events(Box<EventsState>, Vec<u8>),
    Nothing,
}

pub enum Carrier {
    Pipe(Box<Pipe>),
    Web(Box<Web>),
}

/// A client and a server.
pub struct Talk {
    pub revision: Revision,
    pub now: u64,
    pub limits: Limits,
    pub carrier: Carrier,
    cut: usize,
    connection: Connection,
    pub slots: Vec<Slot>,
    remote: Remote,
    reads: BTreeMap<u32, Reads>,
    /// The params of calls, by their first ticket and by those that they had later.
    pub calls: BTreeMap<Ticket, (Ticket, String, String)>,
    /// All that was told and not asked for yet.
    pub told: Vec<Done>,
    /// How often the handler was asked.
    pub asked: usize,
    /// False: what is wanted is left to the test.
    pub is_answering: bool,
    /// The bytes of all that the client sent.
    pub wire: Vec<String>,
}

impl Talk {
    fn new(revision: Revision, cut: usize, carrier: Carrier) -> Self {
        Self {
            revision,
            now: 1000,
            limits: Limits::DEFAULT,
            carrier,
            cut,
            connection: Connection::NEW,
            slots: vec![Slot::EMPTY; 8],
            remote: Remote::NEW,
            reads: BTreeMap::new(),
            calls: BTreeMap::new(),
            told: Vec::new(),
            asked: 0,
            is_answering: true,
            wire: Vec::new(),
        }
    }

    pub fn on_pipe(revision: Revision, cut: usize) -> Self {
        Self::new(revision, cut, Carrier::Pipe(Box::new(Pipe::new(cut))))
    }

    pub fn over_http(revision: Revision, cut: usize) -> Self {
        Self::new(revision, cut, Carrier::Web(Box::new(Web::new())))
    }

    pub fn web(&mut self) -> &mut Web {
        match &mut self.carrier {
            Carrier::Web(web) => web,
            Carrier::Pipe(_) => panic!("it is a pipe"),
        }
    }

    pub fn is_http(&self) -> bool {
        matches!(self.carrier, Carrier::Web(_))
    }

    /// What the server's application wrote down.
    pub fn notes(&mut self) -> Vec<String> {
        match &mut self.carrier {
            Carrier::Web(web) => std::mem::take(&mut web.app.notes),
            Carrier::Pipe(pipe) => std::mem::take(&mut pipe.app.notes),
        }
    }

    /// How the test speaks of it in a failure.
    pub fn name(&self) -> String {
        let way = if self.is_http() { "HTTP" } else { "pipe" };
        format!("{} over {way}, cut at {}", self.revision.name(), self.cut)
    }

    /// A view over the client.
    pub fn with<T>(&mut self, act: impl FnOnce(&mut Client<'_>, u64) -> T) -> T {
        // Somewhere else each time: it is plain data.
        self.slots = self.slots.clone();
        let (connection, slots) = (&mut self.connection, &mut self.slots[..]);
        let mut client = match self.carrier {
            Carrier::Web(_) => Client::over_http(&ME, connection, slots, &mut self.remote),
            Carrier::Pipe(_) => Client::new(&ME, connection, slots),
        };
        act(&mut client, self.now)
    }

    pub fn policy(&self) -> Policy {
        match self.revision.is_modern() {
            true => Policy::ANY,
            false => Policy { newest: self.revision, ..Policy::LEGACY },
        }
    }

    /// Connects, and gives the event that says so.
    pub fn connect(&mut self) -> Done {
        let policy = self.policy();
        self.with(|client, now| client.connect(&policy, now)).expect("a connection may begin");
        self.run();
        let done = self.take("connected");
        assert_eq!(self.with(|client, _| client.revision()), Some(self.revision));
        done
    }

    /// Makes an output call, first with no room and then with as much as it says it needs.
    pub fn write(
        &mut self,
        mut call: impl FnMut(
            &mut Client<'_>,
            &mut [u8],
        ) -> Result<Option<(Out<'static>, Vec<u8>)>, Error>,
    ) -> Result<bool, Error> {
        let before = (self.connection, self.slots.clone());
        let first = self.with(|client, _| call(client, &mut []));
        let done = match first {
            Err(Error::Short { need }) => {
                let after = (self.connection, self.slots.clone());
                self.assert_same(&before, &after);
                let mut tx = vec![0; need];
                self.with(|client, _| call(client, &mut tx))
            }
            other => other,
        };
        let Some((out, bytes)) = done? else { return Ok(false) };
        self.send(&out, &bytes);
        Ok(true)
    }

    /// A call that found no room changed nothing that can be seen.
    fn assert_same(&mut self, before: &(Connection, Vec<Slot>), after: &(Connection, Vec<Slot>)) {
        let open = |(connection, slots): &(Connection, Vec<Slot>)| {
            let (mut connection, mut slots) = (*connection, slots.clone());
            let client = Client::new(&ME, &mut connection, &mut slots);
            (client.open().collect::<Vec<_>>(), client.next_deadline())
        };
        // A listen of an older revision keeps its place.
        let (before, after) = (open(before), open(after));
        assert!(after.0.len() <= before.0.len() + 1, "{before:?} {after:?}");
    }

    /// Brings an output to the server.
    fn send(&mut self, out: &Out<'static>, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.wire.push(String::from_utf8(bytes.to_vec()).expect("UTF-8"));
        }
        if let Carrier::Pipe(pipe) = &mut self.carrier {
            pipe.to_server.put(bytes);
            return;
        }
        if bytes.is_empty() && out.is_last() {
            let route = out.route();
            let open = self.web().open.iter().find(|(_, it)| **it == route);
            if let Some(number) = open.map(|(number, _)| *number) {
                self.hang_up(number);
            }
            return;
        }
        if bytes.is_empty() && out.verb() == Verb::Post {
            return;
        }
        let whole = out.over(bytes);
        let mut buffer = [0; 1024];
        let lines = self.with(|client, _| client.head(&whole, None, &mut buffer));
        let lines = lines.expect("a head").headers();
        let headers: Vec<_> =
            lines.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let (now, body) = (self.now, whole.json().to_vec());
        self.web().request(out.route(), out.verb().name(), &headers, &body, now);
    }

    /// The client closes an exchange.
    pub fn hang_up(&mut self, number: u32) {
        self.reads.remove(&number);
        let web = self.web();
        web.open.remove(&number);
        web.closed(number);
    }

    /// The network loses an exchange.
    pub fn lose(&mut self, number: u32) {
        let route = self.web().open.get(&number).copied().expect("an open exchange");
        self.hang_up(number);
        self.with(|client, now| client.closed(route, now));
        self.expire();
    }

    /// Everything that can happen by itself happens.
    pub fn run(&mut self) {
        loop {
            self.flush();
            let mut moved = false;
            while self.serve() {
                moved = true;
            }
            moved |= self.hear(0);
            self.expire();
            if !moved {
                return;
            }
        }
    }

    /// All that the client says by itself goes out.
    pub fn flush(&mut self) {
        while self
            .write(|client, tx| client.next_output(tx).map(|out| out.as_ref().map(copy)))
            .expect("an output")
        {}
    }

    /// The server reads a message; false if there is none. Over HTTP it reads at once.
    pub fn serve(&mut self) -> bool {
        let now = self.now;
        match &mut self.carrier {
            Carrier::Pipe(pipe) => pipe.step(now),
            Carrier::Web(_) => false,
        }
    }

    /// The client reads a message, or a piece of a response; false if there is none. Over HTTP it
    /// is a piece of any of the exchanges, those of one in their order.
    pub fn hear(&mut self, which: usize) -> bool {
        match &mut self.carrier {
            Carrier::Pipe(pipe) => {
                let Some(bytes) = pipe.next() else { return false };
                self.receive(&bytes, Route::PIPE);
            }
            Carrier::Web(web) => {
                let chosen = web.back.get(which % web.back.len().max(1));
                let Some(number) = chosen.map(|packet| packet.number) else { return false };
                let first = web.back.iter().position(|packet| packet.number == number);
                let packet = first.and_then(|at| web.back.remove(at));
                self.packet(packet.expect("a packet"));
            }
        }
        true
    }

    /// The clock goes on, and what is due then happens.
    pub fn pass(&mut self, ms: u64) {
        self.now += ms;
        self.expire();
        self.run();
    }

    pub fn expire(&mut self) {
        while let Some(event) = self.with(|client, now| client.expire(now)) {
            self.happened(&event);
        }
    }

    fn receive(&mut self, bytes: &[u8], route: Route) {
        let mut frame = Frame::new(bytes).on(route);
        self.frame(&mut frame);
    }

    fn frame(&mut self, frame: &mut Frame<'_>) {
        while let Some(event) = self.with(|client, now| client.receive(frame, now)) {
            self.happened(&event);
        }
    }

    /// A piece of a response.
    fn packet(&mut self, packet: Packet) {
        let Some(route) = self.web().open.get(&packet.number).copied() else { return };
        if let Some((status, headers)) = &packet.head {
            let headers: Vec<_> = headers
                .iter()
                .map(|(name, value)| Header { name, value: value.as_bytes() })
                .collect();
            let expect = self.with(|client, now| client.responded(route, *status, &headers, now));
            let reads = match expect {
                Expect::Json => Reads::Json(Vec::new()),
                Expect::Events => Reads::Events(Box::new(EventsState::NEW), vec![0; 4096]),
                _ => Reads::Nothing,
            };
            self.reads.insert(packet.number, reads);
            self.expire();
        }
        let mut reads = self.reads.remove(&packet.number).unwrap_or(Reads::Nothing);
        match &mut reads {
            Reads::Nothing => {}
            Reads::Json(body) => body.extend(&packet.bytes),
            Reads::Events(state, buffer) => {
                for mut piece in packet.bytes.chunks(self.cut) {
                    while !piece.is_empty() {
                        let space = state.space(buffer);
                        let count = space.len().min(piece.len());
                        space[..count].copy_from_slice(&piece[..count]);
                        piece = &piece[count..];
                        state.filled(buffer, count);
                        while let Some(event) = state.next_event(buffer) {
                            let mut frame = event.frame().on(route);
                            self.frame(&mut frame);
                        }
                        let (id, retry) = (state.last_id().to_vec(), state.retry());
                        self.with(|client, _| client.seen(route, &id, retry));
                    }
                }
            }
        }
        if !packet.is_end {
            self.reads.insert(packet.number, reads);
            return;
        }
        if let Reads::Json(body) = reads {
            self.receive(&body, route);
        }
        self.web().open.remove(&packet.number);
        self.with(|client, now| client.closed(route, now));
        self.expire();
    }

    /// Calls, and gives the ticket.
    pub fn call(&mut self, method: &str, params: &str) -> Result<Ticket, Error> {
        let (limits, now) = (self.limits, self.now);
        let mut made = Ticket::NONE;
        self.write(|client, tx| {
            let options = Options { limits, ..Options::DEFAULT };
            let (ticket, out) = client.call(method, &Json(params), &options, now, tx)?;
            made = ticket;
            Ok(Some(copy(&out)))
        })?;
        self.calls.insert(made, (made, method.to_owned(), params.to_owned()));
        Ok(made)
    }

    /// The number that a call has by now.
    pub fn latest(&self, first: Ticket) -> Ticket {
        let all = self.calls.iter().filter(|(_, call)| call.0 == first);
        all.map(|(ticket, _)| *ticket).max().unwrap_or(first)
    }

    /// The same once more, under a new number.
    pub fn again(&mut self, ticket: Ticket) -> Result<(), Error> {
        let (limits, now) = (self.limits, self.now);
        let (first, method, params) = self.calls.get(&ticket).cloned().expect("a call");
        let mut made = Ticket::NONE;
        self.write(|client, tx| {
            let options = Options { limits, ..Options::DEFAULT };
            let (ticket, out) = client.again(ticket, &method, &Json(&params), &options, now, tx)?;
            made = ticket;
            Ok(Some(copy(&out)))
        })?;
        self.calls.insert(made, (first, method, params));
        Ok(())
    }

    /// Calls, lets all happen, and gives the answer.
    pub fn ask(&mut self, method: &str, params: &str) -> String {
        let ticket = self.call(method, params).unwrap_or_else(|error| {
            panic!("{method} {params}: {error:?}, {}", self.name());
        });
        self.run();
        self.answer_to(ticket)
    }

    /// The answer to a call, which came.
    pub fn answer_to(&mut self, ticket: Ticket) -> String {
        let at = self.told.iter().position(|it| it.kind == "answered" && it.ticket == ticket);
        let at = at.unwrap_or_else(|| panic!("no answer: {:?}, {}", self.told, self.name()));
        self.told.remove(at).text
    }

    /// The first event of a kind that was told and not taken.
    pub fn take(&mut self, kind: &str) -> Done {
        let at = self.told.iter().position(|it| it.kind == kind);
        let at = at.unwrap_or_else(|| panic!("no {kind}: {:?}, {}", self.told, self.name()));
        self.told.remove(at)
    }

    /// How often something of a kind was told.
    pub fn count(&self, kind: &str) -> usize {
        self.told.iter().filter(|it| it.kind == kind).count()
    }

    pub fn listen(&mut self, listen: &mut Subscription<'_>) -> Result<(), Error> {
        let now = self.now;
        while self
            .write(|client, tx| client.listen(listen, now, tx).map(|it| it.as_ref().map(copy)))?
        {
        }
        self.run();
        Ok(())
    }

    pub fn unlisten(&mut self, listen: &mut Subscription<'_>) -> Result<(), Error> {
        let now = self.now;
        while self
            .write(|client, tx| client.unlisten(listen, now, tx).map(|it| it.as_ref().map(copy)))?
        {
        }
        self.run();
        Ok(())
    }

    pub fn changed(&mut self, what: What) {
        match &mut self.carrier {
            Carrier::Pipe(pipe) => pipe.changed(what),
            Carrier::Web(web) => web.changed(what),
        }
        self.run();
    }

    pub fn updated(&mut self, uri: &str) {
        match &mut self.carrier {
            Carrier::Pipe(pipe) => pipe.updated(uri),
            Carrier::Web(web) => web.updated(uri),
        }
        self.run();
    }

    /// The server answers the call that it put aside; the answer is on its way then.
    pub fn finish(&mut self) {
        match &mut self.carrier {
            Carrier::Pipe(pipe) => pipe.finish(),
            Carrier::Web(web) => web.finish(),
        }
    }

    pub fn end_listen(&mut self) {
        match &mut self.carrier {
            Carrier::Pipe(pipe) => pipe.end_listen(),
            Carrier::Web(web) => web.end_listen(),
        }
        self.run();
    }

    pub fn parked(&self) -> usize {
        match &self.carrier {
            Carrier::Pipe(pipe) => pipe.app.parked.len(),
            Carrier::Web(web) => web.app.parked.len(),
        }
    }
}

pub fn copy(out: &Out<'_>) -> (Out<'static>, Vec<u8>) {
    (out.over(&[]), out.line().to_vec())
}

//! The engine's memory, and the steps that its messages take. Nothing in here waits.

use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use sansmcp::client::{Client, Expect, Policy, Remote, Verb};
use sansmcp::http::Header;
use sansmcp::json::Raw;
use sansmcp::{Connection, Error, Frame, Out, Revision, Route, Slot};
use tokio::sync::oneshot;

use super::answers::{Hello, Trouble};
use super::app::{Application, Setup};
use super::calls::{Asked, Call};

/// How long to wait where there is nothing to wait for.
pub const HOUR: Duration = Duration::from_secs(3600);

/// A message that goes out, with its head where it goes over HTTP.
pub struct Sent {
    pub bytes: Vec<u8>,
    pub route: Route,
    pub verb: &'static str,
    pub lines: Vec<(String, String)>,
    /// There is nothing to send: nobody waits for the rest of this exchange any more.
    pub is_end: bool,
}

/// What to do with the body of a response.
pub enum Next {
    Json,
    Events,
    Nothing,
}

/// All that the host holds, but for its sockets.
pub struct Engine {
    pub(super) app: Rc<dyn Application>,
    pub(super) setup: Setup,
    pub(super) connection: Box<Connection>,
    pub(super) slots: Box<[Slot]>,
    pub(super) remote: Option<Box<Remote>>,
    tx: Vec<u8>,
    head: Vec<u8>,
    start: Instant,
    pub(super) calls: HashMap<u64, Call>,
    pub(super) next_call: u64,
    pub(super) hello: Option<oneshot::Sender<Result<Hello, Trouble>>>,
    pub(super) hello_tries: u32,
    /// The value of the `Authorization` line.
    pub(super) authorization: Option<String>,
    /// The input schemas of tools, by name.
    pub(super) schemas: HashMap<String, Rc<str>>,
    /// Calls that are sent again once there is a connection.
    pub(super) delayed: Vec<u64>,
    /// What the system says of the way that is closed just now.
    pub(super) broken: String,
    /// What goes out.
    pub out: Vec<Sent>,
    /// What the application is to be asked.
    pub asked: Vec<Asked>,
    /// Calls whose tool has to be looked up again before they are sent again.
    pub outdated: Vec<u64>,
    /// The server is to be started anew, and connected to with this.
    pub restart: Option<Policy>,
}

/// The client over its memory.
macro_rules! client {
    ($engine:ident) => {
        match &mut $engine.remote {
            Some(remote) => Client::over_http(
                &$engine.setup.info,
                &mut $engine.connection,
                &mut $engine.slots,
                remote,
            ),
            None => Client::new(&$engine.setup.info, &mut $engine.connection, &mut $engine.slots),
        }
    };
}
pub(super) use client;

impl Engine {
    pub fn new(app: Rc<dyn Application>, setup: Setup, is_http: bool) -> Self {
        Self {
            app,
            setup,
            connection: Box::new(Connection::NEW),
            slots: vec![Slot::EMPTY; setup.slots].into(),
            remote: is_http.then(|| Box::new(Remote::NEW)),
            tx: vec![0; 64 << 10],
            head: vec![0; 8 << 10],
            start: Instant::now(),
            calls: HashMap::new(),
            next_call: 1,
            hello: None,
            hello_tries: 0,
            authorization: None,
            schemas: HashMap::new(),
            delayed: Vec::new(),
            broken: String::new(),
            out: Vec::new(),
            asked: Vec::new(),
            outdated: Vec::new(),
            restart: None,
        }
    }

    pub(super) fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Makes a message, in a buffer that grows as far as it may, and puts it with what goes out.
    pub(super) fn write<R, F>(&mut self, schema: Option<&str>, mut make: F) -> Result<R, Error>
    where
        F: for<'t> FnMut(&mut Client<'_>, &'t mut [u8], u64) -> Result<(R, Out<'t>), Error>,
    {
        let now = self.now();
        loop {
            match make(&mut client!(self), &mut self.tx, now) {
                Ok((value, out)) => {
                    let is_end = out.is_empty() && out.is_last();
                    if out.is_empty() && !is_end && out.verb() == Verb::Post {
                        return Ok(value);
                    }
                    let schema = schema.and_then(|schema| Raw::parse_str(schema).ok());
                    let lines = match &self.remote {
                        Some(_) if !is_end => lines(&client!(self), &out, schema, &mut self.head),
                        _ => Ok(Vec::new()),
                    };
                    let route = out.route();
                    let lines = lines.inspect_err(|_| {
                        // It cannot go out, so nothing will come of it.
                        client!(self).closed(route, now);
                    })?;
                    self.out.push(Sent {
                        bytes: out.line().to_vec(),
                        route: out.route(),
                        verb: out.verb().name(),
                        lines,
                        is_end,
                    });
                    self.sign();
                    return Ok(value);
                }
                Err(Error::Short { need }) if need <= self.setup.longest_out => {
                    self.tx.resize(need.max(self.tx.len()), 0);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The same for what may have nothing to say; false then.
    pub(super) fn write_some<F>(&mut self, mut make: F) -> Result<bool, Error>
    where
        F: for<'t> FnMut(&mut Client<'_>, &'t mut [u8], u64) -> Result<Option<Out<'t>>, Error>,
    {
        self.write(None, |client, tx, now| match make(client, tx, now)? {
            Some(out) => Ok((true, out)),
            None => Ok((false, Out::NOTHING)),
        })
    }

    /// Adds to the last message who sends it.
    fn sign(&mut self) {
        if let (Some(value), Some(sent)) = (&self.authorization, self.out.last_mut()) {
            sent.lines.push(("Authorization".into(), value.clone()));
        }
    }

    /// Begins to find out who the server is.
    ///
    /// # Errors
    /// What the engine has against it.
    pub fn connect(
        &mut self,
        policy: &Policy,
    ) -> Result<oneshot::Receiver<Result<Hello, Trouble>>, Error> {
        let now = self.now();
        self.hello_tries = 0;
        client!(self).connect(policy, now)?;
        let (sender, receiver) = oneshot::channel();
        self.hello = Some(sender);
        Ok(receiver)
    }

    /// The same once more, for those who wait already.
    pub fn connect_again(&mut self, policy: &Policy) {
        let now = self.now();
        if let Err(error) = client!(self).connect(policy, now) {
            self.greet(Err(error.into()));
        }
    }

    /// Tells whoever waits how the connection came about.
    pub(super) fn greet(&mut self, hello: Result<Hello, Trouble>) {
        if let Some(sender) = self.hello.take() {
            // Nobody may wait any more.
            let _ = sender.send(hello);
        }
    }

    /// A message came in.
    pub fn receive(&mut self, mut frame: Frame<'_>) {
        loop {
            let now = self.now();
            let Some(event) = client!(self).receive(&mut frame, now) else { return };
            self.handle(&event);
            self.settle();
        }
    }

    /// The head of a response came in; what to do with its body.
    pub fn responded(&mut self, route: Route, status: u16, headers: &[Header<'_>]) -> Next {
        let now = self.now();
        let expect = client!(self).responded(route, status, headers, now);
        match expect {
            Expect::Json => Next::Json,
            Expect::Events => Next::Events,
            Expect::Nothing => Next::Nothing,
            Expect::Denied { ticket, challenge } => {
                let challenge = String::from_utf8_lossy(challenge).into_owned();
                self.authorization = self.app.credentials(&challenge);
                self.denied(ticket, status);
                Next::Nothing
            }
        }
    }

    /// What an event stream says of itself.
    pub fn seen(&mut self, route: Route, id: &[u8], retry: Option<u64>) {
        client!(self).seen(route, id, retry);
    }

    /// A pipe or an exchange is over; `why` is what the system says of it, if it broke.
    pub fn closed(&mut self, route: Route, why: String) {
        let now = self.now();
        client!(self).closed(route, now);
        self.broken = why;
        self.settle();
        self.broken.clear();
    }

    /// True if calls of tools repeat arguments in their heads.
    pub fn has_headers(&mut self) -> bool {
        self.remote.is_some() && client!(self).revision().is_some_and(Revision::is_modern)
    }

    /// The server is gone for good.
    pub fn gone(&mut self) {
        self.restart = None;
        self.greet(Err(Trouble::Gone));
    }

    /// The session is over.
    pub fn leave(&mut self) {
        client!(self).leave();
    }

    /// Deals with what the last step left behind, and with what waited for the time.
    pub fn settle(&mut self) {
        loop {
            let now = self.now();
            let Some(event) = client!(self).expire(now) else { break };
            self.handle(&event);
        }
        // An error is one of memory, which was given as far as it may be.
        while let Ok(true) = self.write_some(|client, tx, _| client.next_output(tx)) {}
        // After the handshake, where there had to be one.
        if !self.delayed.is_empty() && client!(self).is_connected() {
            for number in std::mem::take(&mut self.delayed) {
                self.again(number);
            }
        }
    }

    /// How long until [`Engine::settle`] has something to do.
    pub fn next_deadline(&mut self) -> Option<Duration> {
        let deadline = client!(self).next_deadline()?;
        Some(Duration::from_millis(deadline.saturating_sub(self.now())))
    }
}

/// The lines of a request head that the protocol wants, in a buffer that grows.
fn lines(
    client: &Client<'_>,
    out: &Out<'_>,
    schema: Option<Raw<'_>>,
    buffer: &mut Vec<u8>,
) -> Result<Vec<(String, String)>, Error> {
    loop {
        match client.head(out, schema, buffer) {
            Ok(lines) => {
                let owned = lines.headers().map(|(name, value)| (name.into(), value.into()));
                return Ok(owned.collect());
            }
            Err(Error::Short { need }) => buffer.resize(need, 0),
            Err(error) => return Err(error),
        }
    }
}

//! An endpoint with its memory, the host around it, and the application's desk.

use sansmcp::http::{
    Denial, Endpoint, Head, Hub, Memory, Opening, Policy, Session, Store, StoreState, Stream,
    Verdict,
};
use sansmcp::{Catalog, Error, Event, Frame, MIN_TX, Receivers, Slot, Ticket, What};

use super::super::acts::{act, done_of, line_of, same};
use super::super::desk::{Desk, Done, Kept, Sent};
use super::super::servers::server;
use super::super::transcript::bytes_of;
use super::host::Host;
use super::request::Request;

/// How a case is replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// As it stands.
    Whole,
    /// All memory is somewhere else before each message and each action, and each action first
    /// finds no room for what it has to say.
    Moved,
}

/// The endpoint's side.
pub struct World {
    pub desk: Desk,
    way: Way,
    catalog: &'static dyn Catalog,
    policy: Policy<'static>,
    hub: Box<Hub>,
    sessions: Vec<Session>,
    streams: Vec<Stream>,
    slots: Vec<Slot>,
    store: (StoreState, Vec<u8>),
    tx: Vec<u8>,
    is_tx_given: bool,
    random: Option<[u8; 16]>,
    host: Host,
}

/// A view over all of it.
macro_rules! endpoint {
    ($world:ident) => {
        Endpoint::new(
            $world.catalog,
            &$world.policy,
            Memory {
                hub: &mut $world.hub,
                sessions: &mut $world.sessions,
                streams: &mut $world.streams,
                slots: &mut $world.slots,
            },
        )
    };
}

type Lines = Result<Vec<String>, String>;

impl World {
    pub fn new(way: Way) -> Self {
        Self {
            desk: Desk::new(),
            way,
            catalog: server("echo").expect("a server"),
            policy: Policy::LOCAL,
            hub: Box::new(Hub::NEW),
            sessions: vec![Session::EMPTY; 4],
            streams: vec![Stream::EMPTY; 8],
            slots: vec![Slot::EMPTY; 8],
            store: (StoreState::NEW, vec![0; 4096]),
            tx: vec![0; 4096],
            is_tx_given: false,
            random: None,
            host: Host::default(),
        }
    }

    /// Takes an action as one of those that come before the first request; false if it is not.
    pub fn set_up(&mut self, action: &str) -> Result<bool, String> {
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        let number = || rest.parse().map_err(|_| format!("{verb} needs a number"));
        match verb {
            "tx" => {
                self.tx = vec![0; number()?];
                self.is_tx_given = true;
            }
            "slots" => self.slots = vec![Slot::EMPTY; number()?],
            "sessions" => self.sessions = vec![Session::EMPTY; number()?],
            "streams" => self.streams = vec![Stream::EMPTY; number()?],
            "store" => self.store.1 = vec![0; number()?],
            "server" => self.catalog = server(rest).ok_or(format!("no server {rest}"))?,
            "policy" => self.set_policy(rest)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_policy(&mut self, words: &str) -> Result<(), String> {
        let (name, value) = words.split_once(' ').ok_or("policy needs NAME VALUE")?;
        let number = || value.parse::<u32>().map_err(|_| format!("{name} needs a number"));
        let yes = || match value {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(format!("{name} is yes or no")),
        };
        let list = || -> &'static [&'static str] {
            let value: &'static str = String::leak(value.to_owned());
            value.split(' ').collect::<Vec<_>>().leak()
        };
        match name {
            "hosts" => self.policy.hosts = list(),
            "origins" => self.policy.origins = list(),
            "sessions" => self.policy.sessions = yes()?,
            "replay" => self.policy.replay = yes()?,
            "retry_ms" => self.policy.retry_ms = number()?,
            "idle_ms" => self.policy.idle_ms = number()?.into(),
            "sessions_each" => {
                self.policy.sessions_each = number()?.try_into().map_err(|_| "too many")?;
            }
            "slots_each" => {
                self.policy.slots_each = number()?.try_into().map_err(|_| "too many")?;
            }
            "longest_body" => self.policy.longest_body = number()?,
            _ => return Err(format!("no policy {name}")),
        }
        Ok(())
    }

    /// Puts all memory somewhere else.
    fn shift(&mut self) {
        if self.way == Way::Moved {
            let hub = Box::new(*self.hub);
            drop(std::mem::replace(&mut self.hub, hub));
            self.sessions = self.sessions.clone();
            self.streams = self.streams.clone();
            self.slots = self.slots.clone();
        }
    }

    /// The lines of what the head alone is answered with; `None` if the body is to be read.
    pub fn judge(
        &mut self,
        request: &Request,
        head: &Head<'_>,
    ) -> Result<Option<Vec<String>>, String> {
        self.shift();
        let number = request.number;
        self.host.begin(number)?;
        match endpoint!(self).judge(head, number, request.principal, self.desk.now) {
            Verdict::Body => Ok(None),
            Verdict::Reply(reply) => {
                self.host.send(number, Some(&reply.head), reply.body.as_bytes(), true).map(Some)
            }
            Verdict::Preflight(headers) => {
                self.host.closed(number)?;
                let lines = headers.map(|(name, value)| format!("<: {name}: {value}"));
                let first = format!("<< {number} 204 empty");
                let end = "<.".to_owned();
                Ok(Some([first].into_iter().chain(lines).chain([end]).collect()))
            }
            Verdict::Stream(opening) => self.open(number, &opening).map(Some),
        }
    }

    /// An event stream, and on it what its client missed.
    fn open(&mut self, number: u32, opening: &Opening) -> Lines {
        let mut lines = Vec::new();
        if let Some(before) = opening.replaces {
            lines.extend(self.host.send(before, None, b"", true)?);
        }
        let store = Store::new(&mut self.store.0, &mut self.store.1);
        let mut events = Vec::new();
        if let Some(missed) = opening.missed {
            let Ok(kept) = store.after(missed.after, missed.last) else {
                endpoint!(self).closed(number);
                let reply = Denial::UnknownEvent.reply();
                let body = reply.body.as_bytes();
                lines.extend(self.host.send(number, Some(&reply.head), body, true)?);
                return Ok(lines);
            };
            for (id, message) in kept {
                let head = sansmcp::sse::head(Some(id), None);
                events.push([head.bytes(), message, sansmcp::sse::TAIL].concat());
            }
        }
        let first = opening.first.as_ref().map_or(&b""[..], |first| first.bytes());
        lines.extend(self.host.send(number, Some(&opening.head), first, false)?);
        for event in events {
            lines.extend(self.host.send(number, None, &event, false)?);
        }
        if opening.is_over {
            lines.extend(self.host.send(number, None, b"", true)?);
        }
        Ok(lines)
    }

    /// The line of the next event of a body.
    pub fn receive(&mut self, frame: &mut Frame<'_>) -> Option<String> {
        self.shift();
        let random = self.random.unwrap_or([frame.route().number as u8; 16]);
        let event = endpoint!(self).receive(frame, self.desk.now, &random)?;
        self.desk.set_last(&event);
        Some(line_of(&event))
    }

    /// The lines of what becomes of a POST whose body was read.
    pub fn received(&mut self, frame: &Frame<'_>) -> Lines {
        self.shift();
        match endpoint!(self).received(frame) {
            Some(delivery) => self.host.deliver(&delivery),
            None => Ok(Vec::new()),
        }
    }

    /// Does what the application or the host does, and gives the lines that come of it. An error
    /// is a fault. `frame` is the one whose events are being dealt with.
    pub fn act(&mut self, action: &str, frame: Option<&Frame<'_>>) -> Lines {
        self.shift();
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        let (kept, rest, is_last) = self.desk.event_of(rest)?;
        if let Some(done) = self.act_as_host(verb, rest, &kept)? {
            return done;
        }
        let frame = frame.filter(|_| is_last);
        let is_whole = !matches!(verb, "piece" | "piecex" | "begin" | "begin_reply" | "end");
        if self.way == Way::Moved && is_whole && !self.is_tx_given {
            let done = self.act_with(&mut [], (verb, rest), &kept, frame)?;
            let need = done.lines.first().and_then(|line| line.strip_prefix("? short "));
            let Some(need) = need.and_then(|need| need.parse().ok()) else {
                return self.deliver(done);
            };
            self.shift();
            // With less some errors leave out what they are about.
            let mut tx = vec![0; MIN_TX.max(need)];
            let done = self.act_with(&mut tx, (verb, rest), &kept, frame)?;
            return self.deliver(done);
        }
        let mut tx = std::mem::take(&mut self.tx);
        let done = self.act_with(&mut tx, (verb, rest), &kept, frame);
        self.tx = tx;
        self.deliver(done?)
    }

    fn act_with(
        &mut self,
        tx: &mut [u8],
        (verb, rest): (&str, &str),
        kept: &Kept,
        frame: Option<&Frame<'_>>,
    ) -> Result<Done, String> {
        let mut endpoint = endpoint!(self);
        let ticket = match kept.event() {
            Event::Answered(answered) => answered.parent(),
            event => event.ticket(),
        };
        let mut server = match frame {
            Some(frame) if self.way == Way::Whole || ticket == Ticket::NONE => {
                endpoint.server_of(frame)
            }
            _ => endpoint.server(ticket),
        };
        let done = act(&mut self.desk, &mut server, tx, (verb, rest), kept)?;
        done.ok_or(format!("no such action: {verb}"))
    }

    /// What concerns the endpoint, and not one of its servers.
    fn act_as_host(
        &mut self,
        verb: &str,
        rest: &str,
        kept: &Kept,
    ) -> Result<Option<Lines>, String> {
        let number = || rest.parse().map_err(|_| format!("{verb} needs a number"));
        let mut tx = std::mem::take(&mut self.tx);
        let mut endpoint = endpoint!(self);
        let mut lines = Vec::new();
        let mut all = Done::NOTHING;
        let mut is_one = true;
        match verb {
            "random" => {
                let bytes = bytes_of(rest).and_then(|bytes| bytes.try_into().ok());
                self.random = Some(bytes.ok_or("random needs 16 bytes")?);
            }
            "closed" => {
                let number = number()?;
                endpoint.closed(number);
                self.host.closed(number)?;
            }
            "put_off" => {
                if let Some(delivery) = endpoint.put_off(kept.ticket(), number()?) {
                    lines = self.host.deliver(&delivery)?;
                }
            }
            "changed" => endpoint.changed(what_of(rest)?),
            "open" => same(&endpoint.open().count().to_string(), rest)?,
            "given_up" => same(&endpoint.cancelled().count().to_string(), rest)?,
            "deadline" => {
                let deadline = endpoint.next_deadline();
                same(&deadline.map_or("-".to_owned(), |at| at.to_string()), rest)?;
            }
            "next" => match endpoint.next_output(&mut tx) {
                Ok(out) => all.sent.extend(out.as_ref().map(Sent::of)),
                Err(error) => all = done_of(Err(error)),
            },
            "updated" => all = updated(&mut endpoint, rest, &mut tx),
            "expire" => {
                while let Some(event) = endpoint.expire(self.desk.now) {
                    self.desk.set_last(&event);
                    lines.push(line_of(&event));
                }
            }
            _ => is_one = false,
        }
        self.tx = tx;
        if !is_one {
            return Ok(None);
        }
        lines.extend(self.deliver(all)?);
        Ok(Some(Ok(lines)))
    }

    /// Sends what an action gave.
    fn deliver(&mut self, done: Done) -> Lines {
        let mut lines = Vec::new();
        for Sent { out, bytes } in done.sent {
            self.shift();
            let delivery = endpoint!(self).deliver(out.over(&bytes));
            if let Some((id, message)) = delivery.keep() {
                Store::new(&mut self.store.0, &mut self.store.1).keep(id, message);
            }
            lines.extend(self.host.deliver(&delivery)?);
        }
        lines.extend(done.lines);
        Ok(lines)
    }
}

fn updated(endpoint: &mut Endpoint<'_>, uri: &str, tx: &mut [u8]) -> Done {
    let mut receivers = Receivers::NEW;
    let mut all = Done::NOTHING;
    loop {
        let done: Result<_, Error> = endpoint.updated(uri, &mut receivers, tx);
        match done {
            Ok(None) => return all,
            Ok(Some(out)) => all.sent.push(Sent::of(&out)),
            Err(error) => return Done { lines: done_of(Err(error)).lines, ..all },
        }
    }
}

fn what_of(name: &str) -> Result<What, String> {
    Ok(match name {
        "tools" => What::Tools,
        "prompts" => What::Prompts,
        "resources" => What::Resources,
        _ => return Err(format!("no list {name}")),
    })
}

//! The endpoint's memory, and the steps of the engine. Nothing in here waits.

use std::rc::Rc;
use std::time::{Duration, Instant};

use hyper::body::Bytes;
use hyper::{Response, StatusCode};
use sansmcp::http::{
    Denial, Endpoint, Head, Hub, Memory, Opening, Policy, Session, Store, StoreState, Stream,
    Verdict,
};
use sansmcp::{Catalog, Event, Frame, Out, Receivers, Route, Slot, Ticket};
use tokio::sync::oneshot;

use crate::app::App;
use crate::body::{Body, Lost};
use crate::exchanges::{Exchanges, Sending, response};
use crate::random::Random;
use crate::waiting::Waiting;

/// How much of everything there may be at once.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Sockets.
    pub connections: usize,
    /// Clients before 2026-07-28 with a session.
    pub sessions: usize,
    /// HTTP exchanges, and streams that clients may come back to.
    pub streams: usize,
    /// Open requests.
    pub slots: usize,
    /// Bytes of the largest answer; a larger one is replaced by an error.
    pub tx: usize,
    /// Bytes of events that are kept for clients that come back.
    pub kept: usize,
    /// Bytes that wait to be sent, to clients that read slowly or not at all.
    pub waiting: usize,
    /// Bytes of all bodies that are being read.
    pub bodies: usize,
    /// Milliseconds that a head or a body may take to come in.
    pub patience: u64,
}

impl Default for Sizes {
    fn default() -> Self {
        Self {
            connections: 4096,
            sessions: 1024,
            streams: 8192,
            slots: 8192,
            tx: 1 << 20,
            kept: 4 << 20,
            waiting: 32 << 20,
            bodies: 64 << 20,
            patience: 15_000,
        }
    }
}

/// How the host is set up.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The path of the endpoint.
    pub path: &'static str,
    /// What is let in and offered.
    pub policy: Policy<'static>,
    /// How much of everything there may be at once.
    pub sizes: Sizes,
}

impl Default for Settings {
    fn default() -> Self {
        Self { path: "/mcp", policy: Policy::LOCAL, sizes: Sizes::default() }
    }
}

/// What a request is to be answered with, or when.
pub enum Reply {
    Now(Response<Body>),
    Later(oneshot::Receiver<Response<Body>>),
    /// Its body is to be read first.
    Body,
}

/// All that the host holds, but for its sockets.
pub struct State<A> {
    app: A,
    catalog: &'static dyn Catalog,
    settings: Settings,
    hub: Box<Hub>,
    sessions: Box<[Session]>,
    streams: Box<[Stream]>,
    slots: Box<[Slot]>,
    kept: StoreState,
    bytes: Box<[u8]>,
    tx: Box<[u8]>,
    queue: Vec<Sent>,
    exchanges: Exchanges,
    random: Random,
    start: Instant,
}

/// A message that waits to be delivered, since whoever said it had the engine at hand.
struct Sent {
    out: Out<'static>,
    bytes: Vec<u8>,
}

impl Sent {
    fn of(out: Out<'_>) -> Self {
        Self { out: out.over(&[]), bytes: out.line().to_vec() }
    }
}

/// The endpoint over its memory, and what it lends nothing of.
macro_rules! endpoint {
    ($state:ident) => {
        Endpoint::new(
            $state.catalog,
            &$state.settings.policy,
            Memory {
                hub: &mut $state.hub,
                sessions: &mut $state.sessions,
                streams: &mut $state.streams,
                slots: &mut $state.slots,
            },
        )
    };
}

impl<A: App> State<A> {
    pub fn new(app: A, catalog: &'static dyn Catalog, settings: Settings, lost: Rc<Lost>) -> Self {
        let sizes = settings.sizes;
        Self {
            app,
            catalog,
            settings,
            hub: Box::new(Hub::NEW),
            sessions: vec![Session::EMPTY; sizes.sessions].into(),
            streams: vec![Stream::EMPTY; sizes.streams].into(),
            slots: vec![Slot::EMPTY; sizes.slots].into(),
            kept: StoreState::NEW,
            bytes: vec![0; if settings.policy.replay { sizes.kept } else { 0 }].into(),
            tx: vec![0; sizes.tx].into(),
            queue: Vec::new(),
            exchanges: Exchanges::new(lost, Waiting::new(sizes.waiting)),
            random: Random::new(),
            start: Instant::now(),
        }
    }

    pub fn policy(&self) -> &Policy<'static> {
        &self.settings.policy
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub fn number(&mut self) -> u32 {
        self.exchanges.number()
    }

    /// Who asks.
    pub fn principal(&mut self, head: &Head<'_>) -> Result<u64, StatusCode> {
        self.app.principal(head)
    }

    /// Looks at a head.
    pub fn judge(&mut self, head: &Head<'_>, number: u32, principal: u64) -> Reply {
        let now = self.now();
        let verdict = endpoint!(self).judge(head, number, principal, now);
        let reply = match verdict {
            Verdict::Body => return Reply::Body,
            Verdict::Reply(reply) => {
                response(&reply.head, Body::Whole(Some(Bytes::from_static(reply.body.as_bytes()))))
            }
            Verdict::Preflight(headers) => {
                let mut builder = Response::builder().status(StatusCode::NO_CONTENT);
                for (name, value) in headers {
                    builder = builder.header(name, value);
                }
                builder.body(Body::Whole(None)).unwrap_or_else(|_| denied(Denial::Origin))
            }
            Verdict::Stream(opening) => self.stream(&opening, number),
        };
        if head.method == "DELETE" {
            // A session may have ended with it.
            self.give_up();
        }
        self.settle();
        Reply::Now(reply)
    }

    /// An event stream, and on it what its client missed.
    fn stream(&mut self, opening: &Opening, number: u32) -> Response<Body> {
        if let Some(before) = opening.replaces {
            self.exchanges.end(before);
        }
        let mut first = Vec::new();
        first.extend_from_slice(opening.first.as_ref().map_or(b"", |first| first.bytes()));
        if let Some(missed) = opening.missed {
            let store = Store::new(&mut self.kept, &mut self.bytes);
            let Ok(events) = store.after(missed.after, missed.last) else {
                endpoint!(self).closed(number);
                return denied(Denial::UnknownEvent);
            };
            for (id, message) in events {
                first.extend_from_slice(sansmcp::sse::head(Some(id), None).bytes());
                first.extend_from_slice(message);
                first.extend_from_slice(sansmcp::sse::TAIL);
            }
        }
        if opening.is_over {
            return self.exchanges.whole(&opening.head, first.into());
        }
        self.exchanges.open(number, &opening.head, first.into()).unwrap_or_else(|| {
            // It may come back for it later.
            endpoint!(self).closed(number);
            denied(Denial::Busy)
        })
    }

    /// Deals with the body of a POST.
    pub fn post(&mut self, head: &Head<'_>, number: u32, principal: u64, body: &[u8]) -> Reply {
        let random = self.random.next();
        let now = self.now();
        self.exchanges.ask(number);
        let mut frame = Frame::new(body).on(Route::post(number)).from(principal).under(head);
        loop {
            let mut endpoint = endpoint!(self);
            let Some(event) = endpoint.receive(&mut frame, now, &random) else { break };
            let queue = &mut self.queue;
            let mut server = endpoint.server_of(&frame);
            self.app.handle(&mut server, &event, now, &mut |out| queue.push(Sent::of(out)));
            if let Event::Cancelled(_) = &event {
                self.give_up();
            }
            self.deliver();
        }
        let received = endpoint!(self).received(&frame);
        if let Some(sending) = received.as_ref().and_then(Sending::of) {
            self.exchanges.send(sending);
        }
        self.settle();
        match self.exchanges.asked(number) {
            Ok(response) => Reply::Now(response),
            Err(later) => Reply::Later(later),
        }
    }

    /// Sends what was said.
    fn deliver(&mut self) {
        for Sent { out, mut bytes } in std::mem::take(&mut self.queue) {
            let delivery = endpoint!(self).deliver(out.over(&bytes));
            if let Some((id, message)) = delivery.keep() {
                // What has no room in it is gone for those who come back.
                Store::new(&mut self.kept, &mut self.bytes).keep(id, message);
            }
            let Some(number) = delivery.to() else { continue };
            let (head, is_end) = (delivery.head().copied(), delivery.is_end());
            let (is_half, is_cut) = (delivery.is_half(), delivery.is_cut());
            let bytes = match delivery.parts() {
                // The buffer goes on as it is.
                [b"", message, b""] => {
                    let len = message.len();
                    bytes.truncate(len);
                    bytes
                }
                parts => parts.concat(),
            };
            let sending = Sending { number, head, bytes: bytes.into(), is_end, is_half, is_cut };
            if !self.exchanges.send(sending) {
                endpoint!(self).closed(number);
            }
        }
    }

    /// Deals with what the events left behind, until nothing is left.
    fn settle(&mut self) {
        let news = self.app.news();
        for what in news.changed {
            endpoint!(self).changed(what);
        }
        for uri in news.updated {
            let mut receivers = Receivers::NEW;
            while let Ok(Some(out)) = endpoint!(self).updated(&uri, &mut receivers, &mut self.tx) {
                self.queue.push(Sent::of(out));
            }
        }
        self.deliver();
        self.send_due();
        for (ticket, retry_ms) in news.put_off {
            let delivery = endpoint!(self).put_off(ticket, retry_ms);
            if let Some(sending) = delivery.as_ref().and_then(Sending::of) {
                self.exchanges.send(sending);
            }
        }
    }

    /// Sends what is due without being asked for.
    fn send_due(&mut self) {
        while let Ok(Some(out)) = endpoint!(self).next_output(&mut self.tx) {
            self.queue.push(Sent::of(out));
            self.deliver();
        }
    }

    /// Goes on with what waits for the time.
    pub fn work(&mut self) {
        let now = self.now();
        while let Some(event) = endpoint!(self).expire(now) {
            // The client is told that nobody waits any more before the call is answered.
            self.send_due();
            let mut endpoint = endpoint!(self);
            let ticket = match &event {
                Event::Answered(answered) => answered.parent(),
                other => other.ticket(),
            };
            let queue = &mut self.queue;
            let mut server = endpoint.server(ticket);
            self.app.handle(&mut server, &event, now, &mut |out| queue.push(Sent::of(out)));
            self.deliver();
        }
        while let Some(ticket) = self.app.due(now) {
            let mut endpoint = endpoint!(self);
            let queue = &mut self.queue;
            let mut server = endpoint.server(ticket);
            self.app.go_on(&mut server, ticket, now, &mut |out| queue.push(Sent::of(out)));
            self.deliver();
        }
        self.settle();
    }

    /// How long until [`State::work`] has something to do.
    pub fn next_work(&mut self) -> Option<Duration> {
        let deadline = endpoint!(self).next_deadline();
        let due = self.app.next_due().into_iter().chain(deadline).min()?;
        Some(Duration::from_millis(due.saturating_sub(self.now())))
    }

    /// These exchanges were given up by their clients.
    pub fn lost(&mut self, numbers: Vec<u32>) {
        for number in numbers {
            self.exchanges.end(number);
            endpoint!(self).closed(number);
        }
        self.give_up();
        self.settle();
    }

    /// Gives up the requests that nobody waits for.
    fn give_up(&mut self) {
        let tickets: Vec<Ticket> = endpoint!(self).cancelled().collect();
        for ticket in tickets {
            self.app.cancelled(ticket);
            // It may have been given up by the application itself.
            let _ = endpoint!(self).server(ticket).abandon(ticket);
        }
    }

    /// Says to all streams of events that they are still there.
    pub fn keep_alive(&mut self) {
        self.exchanges.keep_alive();
    }
}

/// A refusal of the host's.
pub fn denied(denial: Denial) -> Response<Body> {
    let reply = denial.reply();
    response(&reply.head, Body::Whole(Some(Bytes::from_static(reply.body.as_bytes()))))
}

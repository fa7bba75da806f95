//! The loop: the connections in turn, each a little, and between them the endpoint.

use everything_fixtures::{App, Everything, News, Options};
use sansmcp::http::{
    Denial, Endpoint, Hub, Memory, Opening, Policy, Replay, Session, Store, StoreState, Stream,
    Verdict, cors,
};
use sansmcp::http1::{CONTINUE, Framing, NO_HEADERS, Step};
use sansmcp::{Event, Frame, Limits, Receivers, Route, Slot, sse};
use smoltcp::socket::tcp::State;

use crate::board::Given;
use crate::deliver::{begin, keep, respond, send};
use crate::link::{Link, Origin};
use crate::memory::{Calls, Lent, Requests, SLOTS};
use crate::network::{Network, PORT};
use crate::queue::Queue;
use crate::random::Random;
use crate::{LINKS, ROOM, RX, TX};

/// Where the endpoint is.
const PATH: &str = "/mcp";
/// Bytes of a body that nobody wants which are read, so that its connection can go on.
const SKIPPED: u64 = 64 * 1024;
/// Connections that wait for a client. With fewer, one that rests is closed.
const WAITING: usize = 12;
/// Milliseconds that a client may take to end its side.
const PARTING: u64 = 2_000;
/// Bytes that an event may take beside its message, on the wire.
const EVENT: usize = 128;
/// A session that nobody used for a minute gives its place to the next client.
const POLICY: Policy<'static> =
    Policy { replay: true, longest_body: RX as u32, idle_ms: 60_000, ..Policy::LOCAL };

/// What a place for a connection is doing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Nobody is there yet.
    Waiting,
    Taken,
    /// Our side has ended, since when.
    Parting(u64),
}

/// A server. An exchange has the number of its connection, since a connection has one at a time.
pub struct Host {
    app: App<'static>,
    places: [Place; LINKS],
    links: [Link; LINKS],
    tx: &'static mut [u8],
    queue: Queue,
    hub: &'static mut Hub,
    sessions: &'static mut [Session],
    streams: &'static mut [Stream],
    slots: &'static mut [Slot],
    store: StoreState,
    kept: &'static mut [u8],
    random: Random,
    now: u64,
}

/// The endpoint over its memory, and what it lends nothing of.
macro_rules! endpoint {
    ($host:ident) => {
        Endpoint::new(
            &Everything,
            &POLICY,
            Memory {
                hub: $host.hub,
                sessions: $host.sessions,
                streams: $host.streams,
                slots: $host.slots,
            },
        )
    };
}

impl Host {
    /// Over its memory.
    pub fn new(
        lent: &'static mut Lent,
        calls: &'static mut Calls,
        mut random: Random,
        given: &Given,
    ) -> Host {
        let [tx, again, scratch] = &mut lent.app;
        let memory =
            everything_fixtures::Memory { tx, again, scratch, calls, texts: &mut lent.texts };
        let limits = match given.patience {
            0 => Limits::DEFAULT,
            ms => Limits { idle_ms: ms, hard_ms: ms },
        };
        let page = if given.page == 0 { TX } else { given.page as usize };
        let options = Options { page, limits, key: random.next() };
        let app = App::new(memory, options);
        let mut outboxes = lent.outboxes.iter_mut();
        let mut outbox = || outboxes.next().map_or(&mut [][..], |outbox| &mut outbox[..]);
        Host {
            app,
            places: [Place::Waiting; LINKS],
            links: core::array::from_fn(|_| Link::new(outbox())),
            tx: &mut lent.tx,
            queue: Queue::new(&mut lent.queue),
            hub: &mut lent.hub,
            sessions: &mut lent.sessions,
            streams: &mut lent.streams,
            slots: &mut lent.slots,
            store: StoreState::NEW,
            kept: &mut lent.kept,
            random,
            now: 0,
        }
    }

    /// Each connection once. True if there was something to do.
    pub fn turn(&mut self, network: &mut Network, requests: &mut Requests, now: u64) -> bool {
        self.now = now;
        let mut is_busy = network.poll(now);
        for index in 0..LINKS {
            self.meet(network, index);
        }
        self.make_room(network);
        for (index, rx) in requests.iter_mut().enumerate() {
            is_busy |= self.read(network, index, rx);
        }
        is_busy |= self.work();
        for index in 0..LINKS {
            is_busy |= self.write(network, index);
        }
        is_busy
    }

    /// Looks whether a client has come, or has gone.
    fn meet(&mut self, network: &mut Network, index: usize) {
        let (Some(place), Some(link)) = (self.places.get_mut(index), self.links.get_mut(index))
        else {
            return;
        };
        let Some(socket) = network.socket(index) else { return };
        match (*place, socket.state()) {
            (Place::Waiting, State::Closed) => {
                let _ = socket.listen(PORT);
            }
            (Place::Waiting, State::Listen | State::SynReceived) => {}
            (Place::Waiting, _) => {
                *place = Place::Taken;
                link.open(self.now);
            }
            (Place::Taken, State::Closed) => link.is_broken = true,
            (Place::Taken, _) => {}
            // Who was there may still be sent the last word again; the place is needed.
            (Place::Parting(_), State::TimeWait) => {
                socket.abort();
                *place = Place::Waiting;
            }
            (Place::Parting(_), State::Closed) => *place = Place::Waiting,
            (Place::Parting(since), _) if self.now - since > PARTING => socket.abort(),
            (Place::Parting(_), _) => {}
        }
    }

    /// Where few places are left, the connection that rests longest makes room; but nobody is
    /// turned away in the middle.
    fn make_room(&mut self, network: &mut Network) {
        let is_taken = |place: &&Place| **place == Place::Taken;
        if LINKS - self.places.iter().filter(is_taken).count() >= WAITING {
            return;
        }
        let links = self.links.iter().zip(&self.places).enumerate();
        let resting = links.filter(|(_, (_, place))| **place == Place::Taken);
        let resting = resting.filter_map(|(at, (link, _))| Some((link.rests(self.now)?, at)));
        if let Some((_, index)) = resting.min() {
            if let Some(link) = self.links.get_mut(index) {
                link.make_room();
            }
            self.close(network, index);
        }
    }

    /// A connection is over, and whatever was under way on it.
    fn close(&mut self, network: &mut Network, index: usize) {
        let (Some(place), Some(link)) = (self.places.get_mut(index), self.links.get_mut(index))
        else {
            return;
        };
        *place = Place::Parting(self.now);
        if let Some(socket) = network.socket(index) {
            if link.is_broken {
                socket.abort();
            } else {
                socket.close();
            }
        }
        endpoint!(self).closed(index as u32);
        self.give_up();
    }

    /// Requests that nobody waits for any more.
    fn give_up(&mut self) {
        // As often as there are tickets.
        for _ in 0..=SLOTS {
            let Some(ticket) = endpoint!(self).cancelled().next() else { return };
            self.app.cancelled(ticket);
            // It may have been given up by the application itself.
            let _ = endpoint!(self).server(ticket).abandon(ticket);
        }
    }

    /// Reads what there is on a connection, and does what it says.
    fn read(&mut self, network: &mut Network, index: usize, rx: &mut [u8]) -> bool {
        if self.places.get(index) != Some(&Place::Taken) {
            return false;
        }
        let Some(link) = self.links.get_mut(index) else { return false };
        let mut is_busy = network.socket(index).is_some_and(|socket| link.read(socket, rx));
        // Also without new bytes: a request may have waited for the one before.
        while let Some(link) = self.links.get_mut(index) {
            if link.is_behind() || link.is_broken {
                break;
            }
            let step = link.conversation.advance(rx);
            link.tell(self.now);
            match step {
                None => break,
                Some(Step::Head) => self.judge(index, rx),
                Some(Step::Request) => self.post(index, rx),
                Some(Step::Refused(status)) => {
                    link.terms = link.conversation.terms();
                    link.respond(status, [], b"");
                }
            }
            is_busy = true;
        }
        is_busy
    }

    /// Decides by the head alone.
    fn judge(&mut self, index: usize, rx: &[u8]) {
        let Some(link) = self.links.get_mut(index) else { return };
        let mut headers = NO_HEADERS;
        let conversation = link.conversation;
        let Some(request) = conversation.request(rx, &mut headers) else { return };
        let head = request.head();
        let exposed = cors::exposed(&head, POLICY.origins);
        link.origin = Origin::keep(exposed.map(|[(_, origin), ..]| origin));
        let verdict = match request.path {
            PATH => endpoint!(self).judge(&head, index as u32, 0, self.now),
            _ => {
                link.terms = link.conversation.skip(SKIPPED);
                return link.respond(404, [], b"");
            }
        };
        if let Verdict::Body = verdict {
            if link.conversation.accept(rx, u64::from(POLICY.longest_body)) {
                link.put(CONTINUE);
            }
            return;
        }
        link.terms = link.conversation.skip(SKIPPED);
        match verdict {
            Verdict::Body => {}
            Verdict::Preflight(headers) => {
                link.respond(204, headers.map(|(name, value)| (name, value)), b"");
            }
            Verdict::Reply(reply) => respond(link, &reply.head, reply.body.as_bytes()),
            Verdict::Stream(opening) => self.stream(index, &opening),
        }
        // A session may have ended with it.
        self.give_up();
    }

    /// An event stream, and on it what its client missed.
    fn stream(&mut self, index: usize, opening: &Opening) {
        if let Some(before) = opening.replaces.and_then(|at| self.links.get_mut(at as usize)) {
            before.end();
        }
        let Some(link) = self.links.get_mut(index) else { return };
        let store = Store::new(&mut self.store, self.kept);
        let missed = opening.missed.map(|missed| store.after(missed.after, missed.last));
        // More than there is room for is as good as gone: it would be cut off again and again.
        let fits = |events: &Replay<'_>| {
            let lens = events.clone().map(|(_, message)| message.len() + EVENT);
            lens.sum::<usize>() + ROOM <= link.room()
        };
        let missed = match missed {
            None => None,
            Some(Ok(events)) if fits(&events) => Some(events),
            Some(_) => {
                endpoint!(self).closed(index as u32);
                let reply = Denial::UnknownEvent.reply();
                return respond(link, &reply.head, reply.body.as_bytes());
            }
        };
        begin(link, &opening.head, Framing::Stream);
        if let Some(first) = &opening.first {
            link.body(&[first.bytes()]);
        }
        for (id, message) in missed.into_iter().flatten() {
            link.body(&[sse::head(Some(id), None).bytes(), message, sse::TAIL]);
        }
        if opening.is_over {
            link.end();
        }
    }

    /// Deals with the body of a POST.
    fn post(&mut self, index: usize, rx: &[u8]) {
        let random = self.random.next_16();
        let Some(link) = self.links.get_mut(index) else { return };
        link.terms = link.conversation.terms();
        let mut headers = NO_HEADERS;
        let conversation = link.conversation;
        let Some(request) = conversation.request(rx, &mut headers) else { return };
        let head = request.head();
        let mut frame = Frame::new(request.body).on(Route::post(index as u32)).under(&head);
        loop {
            let mut endpoint = endpoint!(self);
            let Some(event) = endpoint.receive(&mut frame, self.now, &random) else { break };
            let mut server = endpoint.server_of(&frame);
            let queue = &mut self.queue;
            self.app.handle(&mut server, &event, self.now, &mut |out| queue.push(&out));
            if let Event::Cancelled(_) = &event {
                self.give_up();
            }
            self.deliver();
        }
        if let Some(delivery) = endpoint!(self).received(&frame) {
            send(&mut self.links, &delivery);
        }
        self.settle();
    }

    /// Delivers what was said.
    fn deliver(&mut self) {
        for (out, is_whole) in self.queue.messages() {
            let delivery = endpoint!(self).deliver(out);
            keep(&mut self.store, self.kept, &delivery);
            send(&mut self.links, &delivery);
            let number = delivery.to().filter(|_| !is_whole);
            if let Some(link) = number.and_then(|number| self.links.get_mut(number as usize)) {
                link.is_broken = true;
            }
        }
        self.queue.clear();
    }

    /// Goes on with what waits for the time. True if there was something.
    fn work(&mut self) -> bool {
        let mut is_busy = false;
        while self.all_have_room()
            && let Some(event) = endpoint!(self).expire(self.now)
        {
            // The client is told that nobody waits any more before the call is answered.
            self.send_due();
            let ticket = match &event {
                Event::Answered(answered) => answered.parent(),
                other => other.ticket(),
            };
            let mut endpoint = endpoint!(self);
            let mut server = endpoint.server(ticket);
            let queue = &mut self.queue;
            self.app.handle(&mut server, &event, self.now, &mut |out| queue.push(&out));
            self.deliver();
            is_busy = true;
        }
        while self.all_have_room()
            && let Some(ticket) = self.app.due(self.now)
        {
            let mut endpoint = endpoint!(self);
            let mut server = endpoint.server(ticket);
            let queue = &mut self.queue;
            self.app.go_on(&mut server, ticket, self.now, &mut |out| queue.push(&out));
            self.deliver();
            is_busy = true;
        }
        self.settle();
        is_busy
    }

    /// True if no client is far behind. Where one is, what is made piece by piece waits for a
    /// moment; then that client is given up.
    fn all_have_room(&self) -> bool {
        let links = self.links.iter().zip(&self.places);
        let mut taken = links.filter(|(_, place)| **place == Place::Taken);
        taken.all(|(link, _)| link.is_broken || link.has_room())
    }

    /// Tells what concerns more than one request, and sends what is due.
    fn settle(&mut self) {
        while let Some(news) = self.app.news() {
            match news {
                News::Changed(what) => endpoint!(self).changed(what),
                News::Updated(uri) => {
                    let mut receivers = Receivers::NEW;
                    while let Ok(Some(out)) = endpoint!(self).updated(uri, &mut receivers, self.tx)
                    {
                        let delivery = endpoint!(self).deliver(out);
                        keep(&mut self.store, self.kept, &delivery);
                        send(&mut self.links, &delivery);
                    }
                }
                News::PutOff(ticket, ms) => {
                    self.send_due();
                    if let Some(delivery) = endpoint!(self).put_off(ticket, ms) {
                        send(&mut self.links, &delivery);
                    }
                }
            }
        }
        self.send_due();
    }

    /// Sends what is due without being asked for.
    fn send_due(&mut self) {
        while self.all_have_room() {
            // A piece takes what room it gets.
            let tx = self.tx.get_mut(..ROOM / 2).unwrap_or_default();
            let Ok(Some(out)) = endpoint!(self).next_output(tx) else { return };
            let delivery = endpoint!(self).deliver(out);
            keep(&mut self.store, self.kept, &delivery);
            send(&mut self.links, &delivery);
        }
    }

    /// Sends what waits on a connection, and looks at the time.
    fn write(&mut self, network: &mut Network, index: usize) -> bool {
        if self.places.get(index) != Some(&Place::Taken) {
            return false;
        }
        let (Some(link), Some(socket)) = (self.links.get_mut(index), network.socket(index)) else {
            return false;
        };
        let mut is_busy = link.write(socket, self.now);
        if !link.tick(self.now) {
            self.close(network, index);
            is_busy = true;
        }
        is_busy
    }
}

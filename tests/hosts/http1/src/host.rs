//! The loop: the connections in turn, each a little, and between them the endpoint.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::net::{SocketAddr, TcpListener};
use std::time::Instant;

use sansmcp::http::{
    Body, Delivery, Endpoint, Hub, Memory, Policy, ResponseHead, Session, Stream, Verdict, cors,
};
use sansmcp::http1::{CONTINUE, Framing, NO_HEADERS, Stage, Step};
use sansmcp::{Code, Frame, Route, Slot};

use crate::echo::{self, ECHO};
use crate::link::Link;
use crate::{Limits, RX, SKIPPED, TX};

/// Where the endpoint is.
pub const PATH: &str = "/mcp";

const POLICY: Policy<'static> = Policy { longest_body: RX as u32, ..Policy::LOCAL };

/// A server. An exchange has the number of its connection, since a connection has one at a time.
pub struct Host {
    listener: TcpListener,
    limits: Limits,
    links: Vec<Option<Link>>,
    rx: Vec<Box<[u8]>>,
    tx: Box<[u8]>,
    hub: Hub,
    sessions: [Session; 32],
    streams: Vec<Stream>,
    slots: [Slot; 64],
    random: File,
    start: Instant,
}

/// The endpoint over its memory, and what it lends nothing of.
macro_rules! endpoint {
    ($host:ident) => {
        Endpoint::new(
            &ECHO,
            &POLICY,
            Memory {
                hub: &mut $host.hub,
                sessions: &mut $host.sessions,
                streams: &mut $host.streams,
                slots: &mut $host.slots,
            },
        )
    };
}

impl Host {
    /// Opens a port.
    ///
    /// # Errors
    /// If that cannot be, or if there are no random bytes here.
    pub fn new(address: &str, limits: Limits) -> io::Result<Host> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let count = limits.connections;
        Ok(Host {
            listener,
            limits,
            links: (0..count).map(|_| None).collect(),
            rx: vec![vec![0; RX].into(); count],
            tx: vec![0; TX].into(),
            hub: Hub::NEW,
            sessions: [Session::EMPTY; 32],
            streams: vec![Stream::EMPTY; count + 32],
            slots: [Slot::EMPTY; 64],
            random: File::open("/dev/urandom")?,
            start: Instant::now(),
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// Of the socket.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Each connection once. True if there was something to do.
    ///
    /// # Errors
    /// If no connections can be accepted any more, or random bytes run out.
    pub fn turn(&mut self) -> io::Result<bool> {
        let now = Instant::now();
        let mut is_busy = self.accept(now)?;
        for index in 0..self.links.len() {
            is_busy |= self.read(index, now)?;
        }
        while let Ok(Some(out)) = endpoint!(self).next_output(&mut self.tx) {
            send(&mut self.links, &endpoint!(self).deliver(out));
        }
        for index in 0..self.links.len() {
            let Some(Some(link)) = self.links.get_mut(index) else { continue };
            is_busy |= link.write(now);
            if !link.tick(&self.limits, now) {
                self.close(index);
            }
        }
        Ok(is_busy)
    }

    fn accept(&mut self, now: Instant) -> io::Result<bool> {
        let mut is_busy = false;
        loop {
            let free = match self.links.iter().position(Option::is_none) {
                Some(free) => free,
                // One that rests makes room; but nobody is turned away in the middle.
                None => match self.longest_at_rest(now) {
                    Some(index) => index,
                    None => return Ok(is_busy),
                },
            };
            let socket = match self.listener.accept() {
                Ok((socket, _)) => socket,
                Err(error) if is_passing(&error) => return Ok(is_busy),
                Err(error) => return Err(error),
            };
            is_busy = true;
            self.close(free);
            if let Some(place) = self.links.get_mut(free) {
                *place = Link::new(socket, now).ok();
            }
        }
    }

    fn longest_at_rest(&self, now: Instant) -> Option<usize> {
        let links = self.links.iter().enumerate();
        let resting = links.filter_map(|(index, link)| Some((link.as_ref()?.rests(now)?, index)));
        resting.min().map(|(_, index)| index)
    }

    /// A connection is over, and whatever was under way on it.
    fn close(&mut self, index: usize) {
        let Some(_) = self.links.get_mut(index).and_then(Option::take) else { return };
        endpoint!(self).closed(index as u32);
        self.give_up();
    }

    /// Requests that nobody waits for any more.
    fn give_up(&mut self) {
        let tickets: Vec<_> = endpoint!(self).cancelled().collect();
        for ticket in tickets {
            let _ = endpoint!(self).server(ticket).abandon(ticket);
        }
    }

    /// Reads what there is on a connection, and does what it says.
    fn read(&mut self, index: usize, now: Instant) -> io::Result<bool> {
        let (Some(Some(link)), Some(rx)) = (self.links.get_mut(index), self.rx.get_mut(index))
        else {
            return Ok(false);
        };
        let mut is_busy = link.read(rx);
        // Also without new bytes: a request may have waited for the one before.
        while let (Some(Some(link)), Some(rx)) = (self.links.get_mut(index), self.rx.get_mut(index))
        {
            if link.is_behind() {
                break;
            }
            let step = link.conversation.advance(rx);
            link.tell(now);
            match step {
                None => break,
                Some(Step::Head) => self.judge(index),
                Some(Step::Request) => self.post(index)?,
                Some(Step::Refused(status)) => {
                    link.terms = link.conversation.terms();
                    link.respond(status, &[], b"");
                }
            }
            is_busy = true;
        }
        Ok(is_busy)
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    /// Decides by the head alone.
    fn judge(&mut self, index: usize) {
        let now = self.now();
        let (Some(Some(link)), Some(rx)) = (self.links.get_mut(index), self.rx.get(index)) else {
            return;
        };
        let mut headers = NO_HEADERS;
        let conversation = link.conversation;
        let Some(request) = conversation.request(rx, &mut headers) else { return };
        let head = request.head();
        let exposed = cors::exposed(&head, POLICY.origins);
        link.origin = exposed.map(|[(_, origin), ..]| origin.to_owned());
        let verdict = match request.path {
            PATH => endpoint!(self).judge(&head, index as u32, 0, now),
            _ => {
                link.terms = link.conversation.skip(SKIPPED);
                return link.respond(404, &[], b"");
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
                link.respond(204, &headers.collect::<Vec<_>>(), b"");
            }
            Verdict::Reply(reply) => {
                let origin = link.origin.take();
                let headers = headers_of(&reply.head, origin.as_deref());
                link.respond(reply.head.status, &headers, reply.body.as_bytes());
            }
            Verdict::Stream(opening) => {
                begin(link, &opening.head, Framing::Stream);
                if let Some(first) = &opening.first {
                    link.body(&[first.bytes()]);
                }
                // Without replay nothing was missed.
                if opening.is_over {
                    link.end();
                }
                let before =
                    opening.replaces.and_then(|number| self.links.get_mut(number as usize));
                if let Some(Some(before)) = before {
                    before.end();
                }
            }
        }
        self.give_up();
    }

    /// Deals with the body of a POST.
    fn post(&mut self, index: usize) -> io::Result<()> {
        let now = self.now();
        let mut random = [0; 16];
        self.random.read_exact(&mut random)?;
        let (Some(Some(link)), Some(rx)) = (self.links.get_mut(index), self.rx.get(index)) else {
            return Ok(());
        };
        link.terms = link.conversation.terms();
        let mut headers = NO_HEADERS;
        let conversation = link.conversation;
        let Some(request) = conversation.request(rx, &mut headers) else { return Ok(()) };
        let head = request.head();
        let mut frame = Frame::new(request.body).on(Route::post(index as u32)).under(&head);
        loop {
            let mut endpoint = endpoint!(self);
            let Some(event) = endpoint.receive(&mut frame, now, &random) else { break };
            let mut server = endpoint.server_of(&frame);
            let out = match echo::answer(&mut server, &event, &mut self.tx) {
                Ok(out) => Ok(out),
                // Any error but `Stale` leaves the request open: its client is told.
                Err(error) => {
                    let (ticket, code) = (event.ticket(), Code::INTERNAL_ERROR);
                    server.error(ticket, code, error.message(), "", &mut self.tx)
                }
            };
            if let Ok(out) = out {
                send(&mut self.links, &endpoint!(self).deliver(out));
            }
        }
        if let Some(delivery) = endpoint!(self).received(&frame) {
            send(&mut self.links, &delivery);
        }
        self.give_up();
        Ok(())
    }
}

fn is_passing(error: &io::Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted, WouldBlock};
    matches!(error.kind(), WouldBlock | Interrupted | ConnectionAborted | ConnectionReset)
}

/// The headers of a response, and those for the page that may read it.
fn headers_of<'h>(head: &'h ResponseHead, origin: Option<&'h str>) -> Vec<(&'h str, &'h str)> {
    let exposed = origin.map(|origin| {
        [
            ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Expose-Headers", cors::EXPOSED_HEADERS),
            ("Vary", "Origin"),
        ]
    });
    head.headers().chain(exposed.into_iter().flatten()).collect()
}

fn begin(link: &mut Link, head: &ResponseHead, framing: Framing) {
    let origin = link.origin.take();
    link.begin(head.status, &headers_of(head, origin.as_deref()), framing);
    link.is_events = head.body == Body::Events;
}

/// Sends what is due, to whom it is due.
fn send(links: &mut [Option<Link>], delivery: &Delivery<'_>) {
    let link = delivery.to().and_then(|number| links.get_mut(number as usize));
    let Some(Some(link)) = link else { return };
    // Its response may have been given up.
    if link.conversation.stage() != Stage::Answering {
        return;
    }
    if let Some(head) = delivery.head() {
        let is_whole = delivery.is_whole();
        let length = Framing::Length(delivery.len() as u64);
        begin(link, head, if is_whole { length } else { Framing::Stream });
    }
    link.body(&delivery.parts());
    link.is_half = delivery.is_half();
    if delivery.is_cut() {
        // Nobody may take it for whole: the socket is closed.
        link.is_broken = true;
    } else if delivery.is_end() {
        link.end();
    }
}

//! An endpoint of Streamable HTTP, and the exchanges that are open.

use std::collections::{BTreeMap, VecDeque};

use sansmcp::http::{
    Endpoint, Head, Header, Hub, Memory, Policy, Session, Store, StoreState, Stream, Verdict,
};
use sansmcp::sse::TAIL;
use sansmcp::{Frame, Route, Server, Slot, Ticket, What};

use super::app::{App, INFO, ROOM, Sent};

/// What comes back on an exchange: a head, bytes, the end.
pub struct Packet {
    pub number: u32,
    pub head: Option<(u16, Vec<(String, String)>)>,
    pub bytes: Vec<u8>,
    pub is_end: bool,
}

/// The endpoint with its memory.
pub struct Web {
    policy: Policy<'static>,
    hub: Box<Hub>,
    sessions: Vec<Session>,
    streams: Vec<Stream>,
    slots: Vec<Slot>,
    store: (StoreState, Vec<u8>),
    pub app: App,
    /// What is on its way to the client.
    pub back: VecDeque<Packet>,
    /// The exchanges whose response has not ended, and the route of the client's that each is.
    pub open: BTreeMap<u32, Route>,
    count: u32,
    /// What was sent: the method, and what the head says.
    pub sent: Vec<(String, BTreeMap<String, String>)>,
}

macro_rules! endpoint {
    ($web:ident) => {
        Endpoint::new(
            &INFO,
            &$web.policy,
            Memory {
                hub: &mut $web.hub,
                sessions: &mut $web.sessions,
                streams: &mut $web.streams,
                slots: &mut $web.slots,
            },
        )
    };
}

impl Web {
    pub fn new() -> Self {
        Self {
            policy: Policy { replay: true, retry_ms: 500, ..Policy::LOCAL },
            hub: Box::new(Hub::NEW),
            sessions: vec![Session::EMPTY; 4],
            streams: vec![Stream::EMPTY; 16],
            slots: vec![Slot::EMPTY; 16],
            store: (StoreState::NEW, vec![0; 1 << 16]),
            app: App::default(),
            back: VecDeque::new(),
            open: BTreeMap::new(),
            count: 0,
            sent: Vec::new(),
        }
    }

    /// All clients and sessions are forgotten, as after a restart.
    pub fn restart(&mut self) {
        let mut fresh = Self::new();
        fresh.back.append(&mut self.back);
        fresh.open = self.open.clone();
        fresh.count = self.count;
        fresh.sent.append(&mut self.sent);
        for number in self.open.keys() {
            let number = *number;
            fresh.back.push_back(Packet { number, head: None, bytes: Vec::new(), is_end: true });
        }
        *self = fresh;
    }

    /// A request of the client's.
    pub fn request(
        &mut self,
        route: Route,
        method: &str,
        headers: &[(String, String)],
        body: &[u8],
        now: u64,
    ) {
        self.count += 1;
        let number = self.count;
        self.open.insert(number, route);
        self.sent.push((
            method.to_owned(),
            headers.iter().map(|(name, value)| (name.to_lowercase(), value.clone())).collect(),
        ));
        let host = [Header { name: "host", value: b"localhost" }];
        let given = headers.iter().map(|(name, value)| Header { name, value: value.as_bytes() });
        let headers: Vec<_> = host.into_iter().chain(given).collect();
        let head = Head { method, headers: &headers };
        match endpoint!(self).judge(&head, number, 0, now) {
            Verdict::Body => self.body(number, &head, body, now),
            Verdict::Reply(reply) => {
                let headers = reply.head.headers().map(owned).collect();
                let bytes = reply.body.as_bytes().to_vec();
                self.back.push_back(Packet {
                    number,
                    head: Some((reply.head.status, headers)),
                    bytes,
                    is_end: true,
                });
            }
            Verdict::Stream(opening) => {
                let mut bytes = opening.first.map_or(Vec::new(), |first| first.bytes().to_vec());
                let store = Store::new(&mut self.store.0, &mut self.store.1);
                if let Some(missed) = opening.missed {
                    for (id, message) in store.after(missed.after, missed.last).expect("kept") {
                        let head = sansmcp::sse::head(Some(id), None);
                        bytes.extend([head.bytes(), message, TAIL].concat());
                    }
                }
                let head = Some((200, opening.head.headers().map(owned).collect()));
                self.back.push_back(Packet { number, head, bytes, is_end: opening.is_over });
            }
            Verdict::Preflight(_) => panic!("nobody asks this"),
        }
        self.due();
    }

    fn body(&mut self, number: u32, head: &Head<'_>, body: &[u8], now: u64) {
        let mut frame = Frame::new(body).on(Route::post(number)).under(head);
        let random = [number as u8 ^ 0x5a; 16];
        while let Some(event) = endpoint!(self).receive(&mut frame, now, &random) {
            let mut endpoint = endpoint!(self);
            let mut server = match event.ticket() {
                Ticket::NONE => endpoint.server_of(&frame),
                ticket => endpoint.server(ticket),
            };
            let all = self.app.serve(&mut server, &event, now);
            self.deliver(all);
        }
        if let Some(delivery) = endpoint!(self).received(&frame) {
            let packet = packet(&delivery);
            self.back.extend(packet);
        }
    }

    fn deliver(&mut self, all: Vec<Sent>) {
        for sent in all {
            let delivery = endpoint!(self).deliver(sent.out.over(&sent.bytes));
            if let Some((id, message)) = delivery.keep() {
                Store::new(&mut self.store.0, &mut self.store.1).keep(id, message);
            }
            let packet = packet(&delivery);
            self.back.extend(packet);
        }
    }

    /// What is due by itself.
    fn due(&mut self) {
        loop {
            let mut tx = [0; ROOM];
            let out = endpoint!(self).next_output(&mut tx).expect("room");
            let Some(sent) = out.as_ref().map(Sent::of) else { return };
            self.deliver(vec![sent]);
        }
    }

    pub fn changed(&mut self, what: What) {
        endpoint!(self).changed(what);
        self.due();
    }

    pub fn updated(&mut self, uri: &str) {
        let (mut receivers, mut all) = (sansmcp::Receivers::NEW, Vec::new());
        let mut tx = [0; ROOM];
        while let Some(out) = endpoint!(self).updated(uri, &mut receivers, &mut tx).expect("room") {
            all.push(Sent::of(&out));
        }
        self.deliver(all);
    }

    /// A view over the server that a parked call or a listen belongs to.
    fn with<T>(&mut self, ticket: Ticket, act: impl FnOnce(&mut Server<'_>, &mut App) -> T) -> T {
        let mut endpoint = endpoint!(self);
        let mut server = endpoint.server(ticket);
        act(&mut server, &mut self.app)
    }

    pub fn finish(&mut self) {
        let ticket = *self.app.parked.first().expect("a parked call");
        let all = self.with(ticket, |server, app| app.finish(server));
        self.deliver(all);
    }

    pub fn end_listen(&mut self) {
        for listen in std::mem::take(&mut self.app.listens) {
            // Of those that are over this is an error.
            self.with(listen, |server, _| server.end_listen(listen)).ok();
        }
        self.due();
    }

    /// The server wants the response of a parked call to go on later, on another exchange.
    pub fn put_off(&mut self) {
        let ticket = *self.app.parked.first().expect("a parked call");
        let delivery = endpoint!(self).put_off(ticket, 500);
        let packet = delivery.as_ref().and_then(packet);
        self.back.extend(packet);
    }

    /// The socket of an exchange broke.
    pub fn closed(&mut self, number: u32) {
        endpoint!(self).closed(number);
        self.back.retain(|packet| packet.number != number);
        for ticket in endpoint!(self).cancelled().collect::<Vec<_>>() {
            self.app.notes.push("gone".into());
            self.app.parked.retain(|parked| *parked != ticket);
            self.with(ticket, |server, _| server.abandon(ticket)).expect("a call");
        }
        self.due();
    }
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

fn packet(delivery: &sansmcp::http::Delivery<'_>) -> Option<Packet> {
    let number = delivery.to()?;
    let head = delivery.head().map(|head| (head.status, head.headers().map(owned).collect()));
    let bytes = delivery.parts().concat();
    Some(Packet { number, head, bytes, is_end: delivery.is_end() })
}

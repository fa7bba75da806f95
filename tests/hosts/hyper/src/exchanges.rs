//! Which HTTP exchange waits for what.

use std::collections::HashMap;
use std::rc::Rc;

use hyper::Response;
use hyper::body::Bytes;
use sansmcp::http::{Body as Kind, Delivery, Denial, ResponseHead};
use sansmcp::sse::KEEP_ALIVE;
use tokio::sync::oneshot;

use crate::body::{Body, Lost, Pump, flowing};
use crate::state::denied;
use crate::waiting::Waiting;

/// An exchange whose response has not ended.
#[derive(Default)]
struct Exchange {
    /// The response, until it is taken.
    response: Option<Response<Body>>,
    /// Who waits for it.
    waiter: Option<oneshot::Sender<Response<Body>>>,
    /// The body that is going out.
    pump: Option<Pump>,
    /// Of a stream of events, which is kept alive.
    has_events: bool,
    /// A message is half out on it.
    is_half: bool,
}

/// All of them, under their numbers.
pub struct Exchanges {
    all: HashMap<u32, Exchange>,
    next: u32,
    lost: Rc<Lost>,
    waiting: Waiting,
}

impl Exchanges {
    pub fn new(lost: Rc<Lost>, waiting: Waiting) -> Self {
        Self { all: HashMap::new(), next: 0, lost, waiting }
    }

    /// A number that no other has.
    pub fn number(&mut self) -> u32 {
        loop {
            self.next = self.next.wrapping_add(1);
            if !self.all.contains_key(&self.next) {
                return self.next;
            }
        }
    }

    /// The request is being dealt with from now on.
    pub fn ask(&mut self, number: u32) {
        self.all.insert(number, Exchange::default());
    }

    /// The request was dealt with: its response, if it has begun, or where it will come.
    pub fn asked(
        &mut self,
        number: u32,
    ) -> Result<Response<Body>, oneshot::Receiver<Response<Body>>> {
        let exchange = self.all.entry(number).or_default();
        match exchange.response.take() {
            Some(response) => {
                if exchange.pump.is_none() {
                    self.all.remove(&number);
                }
                Ok(response)
            }
            None => {
                let (sender, receiver) = oneshot::channel();
                exchange.waiter = Some(sender);
                Err(receiver)
            }
        }
    }

    /// A response that stays open, with the first of its bytes; `None` if too many wait already.
    pub fn open(
        &mut self,
        number: u32,
        head: &ResponseHead,
        first: Bytes,
    ) -> Option<Response<Body>> {
        let (pump, body) = flowing(number, &self.lost, &self.waiting);
        if !pump.send(first) {
            return None;
        }
        let has_events = head.body == Kind::Events;
        let exchange = Exchange { pump: Some(pump), has_events, ..Exchange::default() };
        self.all.insert(number, exchange);
        Some(response(head, body))
    }

    /// A whole response; that of a server which is too busy if too many bytes wait already.
    pub fn whole(&self, head: &ResponseHead, bytes: Bytes) -> Response<Body> {
        whole(&self.waiting, head, bytes)
    }

    /// Ends a response without more.
    pub fn end(&mut self, number: u32) {
        self.all.remove(&number);
    }

    /// Sends what is to be sent. False if the client cannot follow.
    pub fn send(&mut self, sending: Sending) -> bool {
        let Sending { number, head, bytes, is_end, is_half, is_cut } = sending;
        let Some(exchange) = self.all.get_mut(&number) else { return true };
        exchange.is_half = is_half;
        let mut can_follow = true;
        if let Some(head) = &head {
            exchange.has_events = head.body == Kind::Events;
            let response = if is_end {
                whole(&self.waiting, head, bytes)
            } else {
                let (pump, body) = flowing(number, &self.lost, &self.waiting);
                can_follow = pump.send(bytes);
                exchange.pump = Some(pump);
                response(head, body)
            };
            match exchange.waiter.take() {
                // Whoever waited may be gone: its watch says so.
                Some(waiter) => drop(waiter.send(response)),
                None => {
                    exchange.response = Some(response);
                    if is_end {
                        return true;
                    }
                }
            }
        } else if let Some(pump) = &exchange.pump {
            can_follow = pump.send(bytes);
        }
        if is_end || !can_follow {
            let pump = exchange.pump.take();
            // Its response may still wait to be taken.
            if exchange.response.is_none() {
                self.all.remove(&number);
            }
            if let Some(pump) = pump.filter(|_| !can_follow || is_cut) {
                pump.cut();
            }
        }
        can_follow
    }

    /// Says to all streams of events that they are still there.
    pub fn keep_alive(&mut self) {
        for exchange in self.all.values() {
            let is_between = exchange.has_events && !exchange.is_half;
            if let Some(pump) = exchange.pump.as_ref().filter(|_| is_between) {
                // One that cannot follow is found out by its next message.
                pump.send(Bytes::from_static(KEEP_ALIVE));
            }
        }
    }
}

/// What goes to one exchange.
pub struct Sending {
    pub number: u32,
    pub head: Option<ResponseHead>,
    pub bytes: Bytes,
    pub is_end: bool,
    pub is_half: bool,
    pub is_cut: bool,
}

impl Sending {
    /// What a delivery says, if somebody is there.
    pub fn of(delivery: &Delivery<'_>) -> Option<Self> {
        Some(Self {
            number: delivery.to()?,
            head: delivery.head().copied(),
            bytes: delivery.parts().concat().into(),
            is_end: delivery.is_end(),
            is_half: delivery.is_half(),
            is_cut: delivery.is_cut(),
        })
    }
}

fn whole(waiting: &Waiting, head: &ResponseHead, bytes: Bytes) -> Response<Body> {
    match waiting.hold(bytes) {
        Some(bytes) => response(head, Body::Whole(Some(bytes).filter(|bytes| !bytes.is_empty()))),
        None => denied(Denial::Busy),
    }
}

/// A response with this head.
pub fn response(head: &ResponseHead, body: Body) -> Response<Body> {
    let mut builder = Response::builder().status(head.status);
    for (name, value) in head.headers() {
        builder = builder.header(name, value);
    }
    builder.body(body).unwrap_or_else(|_| Response::new(Body::Whole(None)))
}

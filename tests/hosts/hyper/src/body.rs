//! Bodies: whole ones, and those that go out while they are made.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use tokio::sync::Notify;

use crate::waiting::{Waiting, counted};

/// Bytes that may wait for a client that reads slowly. One more message, and it is cut off: what it
/// missed it may come back for.
const LONGEST_QUEUE: usize = 4 << 20;

/// The body of a response.
pub enum Body {
    Whole(Option<Bytes>),
    Flowing(Flowing),
}

/// A body that goes out while it is made.
pub struct Flowing {
    pipe: Rc<RefCell<Pipe>>,
    watch: Watch,
}

/// The other end of a [`Flowing`]: dropped, the body ends.
pub struct Pump {
    pipe: Rc<RefCell<Pipe>>,
}

/// What waits between the two.
struct Pipe {
    waiting: Waiting,
    /// How many of the bytes in it were taken from that.
    counted: usize,
    /// A single message goes on as it is.
    first: Option<Bytes>,
    /// More than one are joined, so that they go out at once.
    rest: Vec<u8>,
    reader: Option<Waker>,
    is_over: bool,
    is_cut: bool,
}

impl Pipe {
    fn wake(&mut self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }

    fn take(&mut self) -> Option<Bytes> {
        let first = self.first.take()?;
        let bytes = match self.rest.is_empty() {
            true => first,
            false => {
                let rest = std::mem::take(&mut self.rest);
                Bytes::from([&first[..], &rest[..]].concat())
            }
        };
        self.waiting.give_back(std::mem::take(&mut self.counted));
        // They had room before.
        Some(self.waiting.hold(bytes.clone()).unwrap_or(bytes))
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        self.waiting.give_back(self.counted);
    }
}

/// Which exchanges were given up by their clients, for the host to deal with when it has time.
#[derive(Default)]
pub struct Lost {
    pub numbers: RefCell<Vec<u32>>,
    pub notify: Notify,
}

/// Tells when an exchange is given up before it has ended.
pub struct Watch {
    number: u32,
    lost: Rc<Lost>,
    is_over: bool,
}

impl Watch {
    pub fn new(number: u32, lost: &Rc<Lost>) -> Self {
        Self { number, lost: Rc::clone(lost), is_over: false }
    }

    /// It has ended as it should, or somebody else watches it.
    pub fn is_over(&mut self) {
        self.is_over = true;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if !self.is_over {
            self.lost.numbers.borrow_mut().push(self.number);
            self.lost.notify.notify_one();
        }
    }
}

/// A body for an exchange, and what fills it.
pub fn flowing(number: u32, lost: &Rc<Lost>, waiting: &Waiting) -> (Pump, Body) {
    let pipe = Pipe {
        waiting: waiting.clone(),
        counted: 0,
        first: None,
        rest: Vec::new(),
        reader: None,
        is_over: false,
        is_cut: false,
    };
    let pipe = Rc::new(RefCell::new(pipe));
    let pump = Pump { pipe: Rc::clone(&pipe) };
    (pump, Body::Flowing(Flowing { pipe, watch: Watch::new(number, lost) }))
}

impl Pump {
    /// Sends on; false if its client cannot follow.
    pub fn send(&self, bytes: Bytes) -> bool {
        let mut pipe = self.pipe.borrow_mut();
        let waiting = pipe.first.as_ref().map_or(0, Bytes::len) + pipe.rest.len();
        if waiting > 0 && waiting + bytes.len() > LONGEST_QUEUE {
            return false;
        }
        let more = counted(waiting + bytes.len()) - pipe.counted;
        if !pipe.waiting.take(more) {
            return false;
        }
        pipe.counted += more;
        match pipe.first {
            _ if bytes.is_empty() => {}
            None => pipe.first = Some(bytes),
            Some(_) => pipe.rest.extend_from_slice(&bytes),
        }
        pipe.wake();
        true
    }

    /// Ends the body as broken, so that nobody takes it for whole.
    pub fn cut(self) {
        self.pipe.borrow_mut().is_cut = true;
    }
}

impl Drop for Pump {
    fn drop(&mut self) {
        let mut pipe = self.pipe.borrow_mut();
        pipe.is_over = true;
        pipe.wake();
    }
}

/// A body that its client could not follow.
#[derive(Debug)]
pub struct Cut;

impl std::fmt::Display for Cut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the client reads too slowly")
    }
}

impl std::error::Error for Cut {}

impl HttpBody for Body {
    type Data = Bytes;
    type Error = Cut;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Cut>>> {
        match self.get_mut() {
            Self::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Self::Flowing(flowing) => {
                let mut pipe = flowing.pipe.borrow_mut();
                if pipe.is_cut {
                    return Poll::Ready(Some(Err(Cut)));
                }
                if let Some(bytes) = pipe.take() {
                    return Poll::Ready(Some(Ok(Frame::data(bytes))));
                }
                if pipe.is_over {
                    flowing.watch.is_over();
                    return Poll::Ready(None);
                }
                pipe.reader = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            Self::Flowing(_) => SizeHint::default(),
        }
    }
}

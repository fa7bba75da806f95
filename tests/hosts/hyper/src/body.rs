//! Bodies: whole ones, and those that go out while they are made.

use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use tokio::sync::Notify;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// Messages that may wait for a client that reads slowly. One more, and it is cut off: what it
/// missed it may come back for.
const QUEUE: usize = 256;

/// The body of a response.
pub enum Body {
    Whole(Option<Bytes>),
    Flowing(Flowing),
}

/// A body that goes out while it is made.
pub struct Flowing {
    chunks: Receiver<Bytes>,
    is_cut: Rc<Cell<bool>>,
    watch: Watch,
}

/// The other end of a [`Flowing`]: dropped, the body ends.
pub struct Pump {
    chunks: Sender<Bytes>,
    is_cut: Rc<Cell<bool>>,
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
pub fn flowing(number: u32, lost: &Rc<Lost>) -> (Pump, Body) {
    let (sender, receiver) = channel(QUEUE);
    let is_cut = Rc::new(Cell::new(false));
    let pump = Pump { chunks: sender, is_cut: Rc::clone(&is_cut) };
    let flowing = Flowing { chunks: receiver, is_cut, watch: Watch::new(number, lost) };
    (pump, Body::Flowing(flowing))
}

impl Pump {
    /// Sends on; false if its client cannot follow, or is gone.
    pub fn send(&self, bytes: Bytes) -> bool {
        bytes.is_empty() || self.chunks.try_send(bytes).is_ok()
    }

    /// Ends the body as broken, so that nobody takes it for whole.
    pub fn cut(self) {
        self.is_cut.set(true);
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
            Self::Flowing(flowing) => match flowing.chunks.poll_recv(context) {
                Poll::Pending => Poll::Pending,
                Poll::Ready(Some(bytes)) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
                Poll::Ready(None) if flowing.is_cut.get() => Poll::Ready(Some(Err(Cut))),
                Poll::Ready(None) => {
                    flowing.watch.is_over();
                    Poll::Ready(None)
                }
            },
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

//! A board in memory: a pipe in each direction that takes and gives a few bytes at a time, a clock
//! that stands while anything moves, and an executor that notices when nothing does.
#![allow(dead_code, clippy::unwrap_used, clippy::indexing_slicing)]

pub mod peer;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use embedded_io_async::{ErrorKind, ErrorType, Read, Write};
use on_embedded::Board;

/// What both sides share.
pub struct World {
    pub clock: Cell<u64>,
    /// The next time that somebody waits for, in this round of polls.
    wanted: Cell<u64>,
    /// How often anything has moved.
    moves: Cell<u64>,
    /// Every switch of the light, and when.
    pub lights: RefCell<Vec<(u64, bool)>>,
    pub to_server: Pipe,
    pub to_client: Pipe,
}

/// One direction.
pub struct Pipe {
    bytes: RefCell<VecDeque<u8>>,
    /// Bytes that it holds.
    room: usize,
    /// Bytes that go in or out at once.
    piece: usize,
    is_closed: Cell<bool>,
    /// What the next read or write fails with.
    pub fault: Cell<Option<ErrorKind>>,
    /// Reads that were dropped before they had anything.
    pub dropped: Cell<usize>,
    /// Every other poll finds nothing: of reads, of writes.
    is_shy: [Cell<bool>; 2],
    pub taken: Cell<usize>,
}

impl Pipe {
    fn new(room: usize, piece: usize) -> Self {
        Self {
            bytes: RefCell::default(),
            room,
            piece,
            is_closed: Cell::new(false),
            fault: Cell::new(None),
            dropped: Cell::new(0),
            is_shy: Default::default(),
            taken: Cell::new(0),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.borrow().is_empty()
    }

    pub fn close(&self) {
        self.is_closed.set(true);
    }

    fn is_shy(&self, way: usize) -> bool {
        !self.is_shy[way].replace(!self.is_shy[way].get())
    }
}

impl World {
    pub fn new(room: usize, piece: usize) -> Self {
        Self {
            clock: Cell::new(0),
            wanted: Cell::new(u64::MAX),
            moves: Cell::new(0),
            lights: RefCell::default(),
            to_server: Pipe::new(room, piece),
            to_client: Pipe::new(room, piece),
        }
    }

    fn moved(&self) {
        self.moves.set(self.moves.get() + 1);
    }

    pub async fn until(&self, time: u64) {
        poll_fn(|_| {
            if self.clock.get() >= time {
                return Poll::Ready(());
            }
            self.wanted.set(self.wanted.get().min(time));
            Poll::Pending
        })
        .await;
    }

    /// Runs both sides until the client is through, and gives what the server came to, if it did.
    pub fn run<S>(&self, server: impl Future<Output = S>, client: impl Future) -> Option<S> {
        let (mut server, mut client) = (pin!(server), pin!(client));
        let mut context = Context::from_waker(Waker::noop());
        let (mut ended, mut is_done, mut quiet) = (None, false, 0);
        loop {
            let before = self.moves.get();
            self.wanted.set(u64::MAX);
            if ended.is_none()
                && let Poll::Ready(end) = server.as_mut().poll(&mut context)
            {
                ended = Some(end);
                self.to_client.close();
                self.moved();
            }
            if !is_done && client.as_mut().poll(&mut context).is_ready() {
                is_done = true;
                self.moved();
            }
            if is_done && (ended.is_some() || !self.to_server.is_closed.get()) {
                return ended;
            }
            quiet = if before == self.moves.get() { quiet + 1 } else { 0 };
            // Shy pipes need a second look.
            if quiet > 4 {
                assert_ne!(self.wanted.get(), u64::MAX, "somebody waits for ever");
                self.clock.set(self.wanted.get());
                assert!(self.clock.get() < 1_000_000_000, "it goes on for ever");
                quiet = 0;
            }
        }
    }
}

/// The board as the server sees it.
pub struct Simulated<'w>(pub &'w World);

impl Board for Simulated<'_> {
    fn now(&self) -> u64 {
        self.0.clock.get()
    }

    async fn until(&self, time: u64) {
        self.0.until(time).await;
    }

    fn light(&mut self, on: bool) {
        self.0.lights.borrow_mut().push((self.now(), on));
    }
}

/// One end of a pipe.
pub struct End<'w>(pub &'w World, pub &'w Pipe);

impl ErrorType for End<'_> {
    type Error = ErrorKind;
}

/// A read under way.
struct Reading<'p>(&'p Pipe, bool);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        if !self.1 {
            self.0.dropped.set(self.0.dropped.get() + 1);
        }
    }
}

impl Read for End<'_> {
    async fn read(&mut self, buffer: &mut [u8]) -> Result<usize, ErrorKind> {
        assert!(!buffer.is_empty(), "nothing can be read into no space");
        let pipe = self.1;
        let mut reading = Reading(pipe, false);
        let count = poll_fn(|_| {
            if let Some(fault) = pipe.fault.take() {
                return Poll::Ready(Err(fault));
            }
            let mut bytes = pipe.bytes.borrow_mut();
            if pipe.is_shy(0) || (bytes.is_empty() && !pipe.is_closed.get()) {
                return Poll::Pending;
            }
            let count = buffer.len().min(pipe.piece).min(bytes.len());
            for (to, from) in buffer.iter_mut().zip(bytes.drain(..count)) {
                *to = from;
            }
            pipe.taken.set(pipe.taken.get() + count);
            self.0.moved();
            Poll::Ready(Ok(count))
        })
        .await;
        reading.1 = true;
        count
    }
}

impl Write for End<'_> {
    async fn write(&mut self, buffer: &[u8]) -> Result<usize, ErrorKind> {
        let pipe = self.1;
        poll_fn(|_| {
            if let Some(fault) = pipe.fault.take() {
                return Poll::Ready(Err(fault));
            }
            let mut bytes = pipe.bytes.borrow_mut();
            if pipe.is_shy(1) || bytes.len() >= pipe.room {
                return Poll::Pending;
            }
            let count = buffer.len().min(pipe.piece).min(pipe.room - bytes.len());
            bytes.extend(&buffer[..count]);
            self.0.moved();
            Poll::Ready(Ok(count))
        })
        .await
    }

    async fn flush(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
}

//! A server on `embedded-io-async`, as drivers under embassy offer it: no heap, no threads, all
//! memory in one static [`Memory`]. A slow tool goes on while the next message is awaited, and a
//! ping or a cancel in between is heard.
//!
//! A program on a chip keeps the memory in a `static_cell::ConstStaticCell`, splits its UART, USB
//! or TCP driver, implements [`Board`] with `embassy_time` (`Instant::now().as_millis()` and
//! `Timer::at`), and calls [`serve`] in a task.
#![no_std]
#![forbid(unsafe_code)]

mod session;

use core::pin::pin;

use embassy_futures::select::{Either, select};
use embedded_io_async::{Error, ErrorKind, Read, Write};
use sansmcp::{Connection, Lines, Server, Slot};

use session::{INFO, Job, Session};

/// What the tools use of the board.
pub trait Board {
    /// Milliseconds from any start.
    fn now(&self) -> u64;
    /// Waits until [`Board::now`] is `time` or more. Dropped when it is not needed any more.
    fn until(&self, time: u64) -> impl Future<Output = ()>;
    /// Switches the light.
    fn light(&mut self, on: bool);
}

/// All that a connection needs, for a `static`.
///
/// `RX` bytes hold the longest message that is read, `TX` ([`sansmcp::MIN_TX`] or more) the longest
/// that is sent whole; lists and the handshake are sent in pieces where they are longer. `CALLS`
/// may be open at once.
pub struct Memory<const RX: usize, const TX: usize, const CALLS: usize> {
    rx: [u8; RX],
    tx: [u8; TX],
    connection: Connection,
    slots: [Slot; CALLS],
    jobs: [Job; CALLS],
}

impl<const RX: usize, const TX: usize, const CALLS: usize> Memory<RX, TX, CALLS> {
    /// Memory in which nothing is: all zero bits, so a static of it takes no flash.
    pub const NEW: Self = Self {
        rx: [0; RX],
        tx: [0; TX],
        connection: Connection::NEW,
        slots: [Slot::EMPTY; CALLS],
        jobs: [Job::FREE; CALLS],
    };
}

/// Serves one peer until its input ends; then the memory can serve the next one. What is still
/// open at the end is given up, since on such a pipe nobody is left to hear of it.
///
/// While the peer does not read, nothing is read from it either.
///
/// # Errors
/// Those of the drivers.
pub async fn serve<R, W, B, const RX: usize, const TX: usize, const CALLS: usize>(
    memory: &mut Memory<RX, TX, CALLS>,
    input: R,
    output: W,
    board: &mut B,
) -> Result<(), ErrorKind>
where
    R: Read,
    W: Write,
    B: Board,
{
    // A new peer knows nothing of what the last one agreed upon.
    memory.connection = Connection::NEW;
    memory.slots.fill(Slot::EMPTY);
    memory.jobs.fill(Job::FREE);
    let lines = Lines::new(&mut memory.rx);
    let session = Session {
        server: Server::new(&INFO, &mut memory.connection, &mut memory.slots),
        tx: &mut memory.tx,
        jobs: &mut memory.jobs,
        output,
    };
    let ended = converse(lines, session, input, board).await;
    board.light(false);
    ended
}

async fn converse<R: Read, W: Write>(
    mut lines: Lines<'_>,
    mut session: Session<'_, W>,
    mut input: R,
    board: &mut impl Board,
) -> Result<(), ErrorKind> {
    loop {
        let count = {
            // One read for as long as it takes: drivers whose reads lose bytes when they are
            // dropped work too.
            let mut read = pin!(input.read(lines.space()));
            loop {
                session.work(board).await?;
                session.flush().await?;
                let due = session.next_due();
                let wait = async {
                    match due {
                        Some(time) => board.until(time).await,
                        None => core::future::pending().await,
                    }
                };
                match select(read.as_mut(), wait).await {
                    Either::First(count) => break count.map_err(|error| error.kind())?,
                    Either::Second(()) => {}
                }
            }
        };
        lines.filled(count);
        while let Some(mut frame) = if count > 0 { lines.next_frame() } else { lines.finish() } {
            while let Some(event) = session.server.receive(&mut frame, board.now()) {
                session.serve(&event, board).await?;
            }
        }
        if count == 0 {
            return session.flush().await;
        }
    }
}

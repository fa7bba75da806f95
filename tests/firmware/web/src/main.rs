//! The everything server on a microcontroller's network: a Cortex-M3 with a LAN9118, smoltcp, the
//! core's `http1` and its endpoint. No operating system and no heap: all memory is in statics.
//!
//! - [`board`]: how it starts, the clock, the sleep, what it is given from outside, and panics.
//! - [`lan9118`]: the driver of the network controller.
//! - [`network`], [`backlog`]: the address and the sockets, and who waits for one.
//! - [`host`], [`memory`]: the loop over the connections, the endpoint between them, and all that
//!   there may be of everything.
//! - [`deliver`]: what the endpoint gives, on the connection that it is for.
//! - [`link`], [`outbox`]: one connection, and what waits to be sent on it.
//! - [`queue`]: what was said and waits to be delivered.
//! - [`random`]: random bytes.
//!
//! The core does not panic, which `tests/footprint` proves. smoltcp has assertions, so this image
//! has a panic handler that prints to the UART and stops.
#![no_std]
#![no_main]

mod backlog;
mod board;
mod deliver;
mod host;
mod lan9118;
mod link;
mod memory;
mod network;
mod outbox;
mod queue;
mod random;

use core::fmt::Write;

use board::{Clock, Line, Once};
use host::Host;
use lan9118::Lan9118;
use memory::{Calls, Lent, NO_CALLS, Requests};
use network::{Buffers, Network, Sockets};
use random::Random;
use smoltcp::iface::SocketStorage;

/// Connections. When few of them are left, one that rests is closed for the next.
const LINKS: usize = 52;
/// Bytes of a request that are held, head and body.
const RX: usize = 12 * 1024;
/// Bytes of the largest answer.
const TX: usize = 16 * 1024;
/// Bytes that may wait to be sent to one client. One that takes its events more slowly than they
/// are made is given up.
const OUTBOX: usize = 40 * 1024;
/// Bytes of it that have to be free before more is made piece by piece.
const ROOM: usize = TX;

static REQUESTS: Once<Requests> = Once::new([[0; RX]; LINKS]);
static CALLS: Once<Calls> = Once::new(NO_CALLS);
static LENT: Once<Lent> = Once::new(Lent::NEW);
static SOCKETS: Once<Sockets> = Once::new([SocketStorage::EMPTY; LINKS]);
static BUFFERS: Once<Buffers> = Once::new(Buffers::NEW);

/// What the board begins with.
extern "C" fn main() -> ! {
    board::begin();
    match serve() {
        Some(never) => match never {},
        None => board::halt(),
    }
}

fn serve() -> Option<core::convert::Infallible> {
    let Some(given) = board::given() else { return fails("there are no random bytes") };
    let mut random = Random::new(given.seed);
    let Some(controller) = Lan9118::begin() else { return fails("there is no LAN9118") };
    board::let_interrupt();
    let [a, b, c, d, e, f, g, h, ..] = random.next();
    let seed = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
    let mut network = Network::new(controller, SOCKETS.take()?, BUFFERS.take()?, seed);
    let requests = REQUESTS.take()?;
    let mut host = Host::new(LENT.take()?, CALLS.take()?, random, &given);
    let mut clock = Clock::NEW;
    let _ = Line.write_str("ready\n");
    loop {
        let is_busy = host.turn(&mut network, requests, clock.now());
        if !is_busy {
            board::sleep(|| network.is_idle());
        }
    }
}

fn fails<T>(why: &str) -> Option<T> {
    let _ = writeln!(Line, "{why}");
    None
}

//! The memory that the application is lent: plenty, for as long as the program runs.

use everything_fixtures::{App, Memory, Options, Place};

/// Bytes of the largest answer, and of the largest call that is taken up again. A larger answer is
/// replaced by an error.
const TX: usize = 1 << 20;
/// Calls that wait at once: half of them for their time, half for the client.
const CALLS: usize = 16384;
/// Bytes of all that is kept of them.
const TEXTS: usize = 32 << 20;

/// The application in memory of its own.
pub fn app(options: Options) -> App<'static> {
    let memory = Memory {
        tx: bytes(TX),
        again: bytes(TX),
        scratch: bytes(TX),
        calls: Vec::leak(vec![Place::EMPTY; CALLS]),
        texts: bytes(TEXTS),
    };
    App::new(memory, options)
}

fn bytes(len: usize) -> &'static mut [u8] {
    Vec::leak(vec![0; len])
}

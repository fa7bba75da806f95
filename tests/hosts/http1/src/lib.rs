//! A server over Streamable HTTP with nothing but the core and sockets: one thread, one loop, no
//! HTTP library. Where there is no operating system it looks the same, with the sockets of another
//! stack in [`link`].
//!
//! - [`host`]: the loop, the table of connections, and the endpoint.
//! - [`link`]: one connection: its bytes in and out, and its time limits.
//! - [`echo`]: the application.
//!
//! All that can grow is bounded: connections, what is held of a request, what waits to be sent,
//! and for how long a client may keep it waiting.

pub mod echo;
pub mod host;
pub mod link;

use std::time::Duration;

/// Bytes of a request that are held, head and body.
pub const RX: usize = 64 * 1024;
/// Bytes of the largest answer.
pub const TX: usize = 64 * 1024;
/// Bytes that may wait to be sent to one client. One that takes its events more slowly than they
/// are made is given up.
pub const UNSENT: usize = 4 * TX;
/// Bytes of a body that nobody wants which are read, so that its connection can go on.
pub const SKIPPED: u64 = 64 * 1024;

/// What there may be at once, and how long a client may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections. When all are taken one that rests is closed, or else new ones wait.
    pub connections: usize,
    /// From the first byte of a request to its last.
    pub request: Duration,
    /// Between requests.
    pub idle: Duration,
    /// In which nothing of what waits to be sent is taken.
    pub stalled: Duration,
    /// After the last response, for the client to close.
    pub linger: Duration,
    /// Between signs of life on streams of events.
    pub keep_alive: Duration,
}

impl Limits {
    /// For a small server.
    pub const SMALL: Limits = Limits {
        connections: 64,
        request: Duration::from_secs(15),
        idle: Duration::from_secs(60),
        stalled: Duration::from_secs(30),
        linger: Duration::from_secs(2),
        keep_alive: Duration::from_secs(15),
    };
}

//! The client host over real sockets and real programs: what belongs to it, and not to the core.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test may fail

mod http;
mod kit;
mod program;
mod script;

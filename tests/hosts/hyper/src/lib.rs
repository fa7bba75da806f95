//! A server over HTTP on hyper: Streamable HTTP for all revisions from 2025-03-26 on, at one
//! endpoint, in one thread.
//!
//! The rules are the core's ([`sansmcp::http`]). What is here belongs to a host: sockets, bodies,
//! time, random bytes, and bounds on how much of each there is.
//!
//! | file | what |
//! |---|---|
//! | `app` | what an application is to this host |
//! | `state` | the endpoint's memory, and the steps of the engine |
//! | `exchanges` | which HTTP exchange waits for what |
//! | `service` | from a request to its response |
//! | `body`, `waiting` | bodies that go out while they are made; how many bytes may wait |
//! | `serve` | connections, and what comes with time |

mod app;
mod body;
pub mod client;
mod exchanges;
mod random;
mod serve;
mod service;
mod state;
mod waiting;

pub use app::{App, News};
pub use serve::{listen, serve};
pub use state::{Settings, Sizes};

//! HTTP/1.1 on the wire: requests cut anywhere, what is refused and how, what is written.
#![cfg(feature = "http1")]

#[path = "http1/world.rs"]
mod world;

#[path = "http1/flow.rs"]
mod flow;
#[path = "http1/limits.rs"]
mod limits;
#[path = "http1/random.rs"]
mod random;
#[path = "http1/replies.rs"]
mod replies;
#[path = "http1/smuggling.rs"]
mod smuggling;
#[path = "http1/splits.rs"]
mod splits;

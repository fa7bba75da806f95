//! The Model Context Protocol as a pure state machine: bytes in, events out; answers in, bytes
//! out. No heap, no clock, no threads, no I/O: the caller brings the buffers, the time and the
//! pipe, and gets a complete peer.
//!
//! A value goes through once, in this order, and the folders carry the same names:
//!
//! ```text
//! bytes in ─► frame ─► envelope ─► rules ─► event ─► your code ─► answer ─► bytes out
//! ```
//!
//! Start at [`Server`] and [`Lines`]; the program in the README is the whole use of both. Values of
//! messages are in [`json`], the texts that answers take in [`schema::Prose`].
//! `core/ARCHITECTURE.md` is the map of the code.
#![no_std]
#![deny(unsafe_code)]
#![warn(missing_docs, unreachable_pub, rust_2018_idioms)]
// Without a role JSON and lines stand alone, and what reads messages is not used.
#![cfg_attr(not(all(feature = "server", feature = "full")), allow(dead_code, unused_imports))]

#[cfg(test)]
extern crate std;

/// Whether flash counts more than time: on chips, and on a host that is told so with
/// `--cfg sansmcp_small`, which is how the tests reach that code.
#[allow(unexpected_cfgs)]
const SMALL: bool = cfg!(any(sansmcp_small, not(target_pointer_width = "64")));

/// Where this is false a server does tools and nothing else.
const FULL: bool = cfg!(feature = "full");

mod envelope;
mod error;
mod exchange;
mod frame;
pub mod json;
pub mod meta;
pub mod rules;
pub mod schema;
#[cfg(feature = "seal")]
pub mod seal;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "server")]
mod server;
pub mod uri;

pub use envelope::Parts;
pub use error::Error;
pub use exchange::{Connection, Limits, Slot, Ticket};
pub use frame::{Frame, Lines, LinesState, Overlong, OverlongKind, Route, RouteKind};
pub use rules::{Code, Revision};
pub use schema::{Catalog, ServerInfo, Tool};
#[cfg(feature = "server")]
pub use server::{
    Answer, Answered, Ask, Call, Cancelled, Completing, Completion, Contents, Event, EventKind,
    Ignored, Input, Listen, Listing, MIN_TX, Messages, Notification, Out, Outcome, Page, Reading,
    Receivers, Reference, Refused, Request, Resumed, Server, SetLevel, Shape, Value, What,
};

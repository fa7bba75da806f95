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
//! # Where to find what
//!
//! Start at [`Server`] and [`Lines`]; the program in the README is the whole use of both.
//!
//! - What the server has: [`ServerInfo`] for static tables, else a [`Catalog`] of your own; what it
//!   can beside, such as log messages: [`rules::Capabilities`].
//! - What came in: [`Event`]; all of them read as a [`Request`].
//! - To answer: [`Server::answer`] for tools, [`Server::contents`] for resources,
//!   [`Server::messages`] for prompts, [`Server::completion`], [`Server::result`] and
//!   [`Server::error`] for anything; for all else [`Server::reply`]. Larger than the buffer:
//!   [`Server::begin`], [`Server::begin_reply`].
//! - To speak while a request is open: [`Server::progress`], [`Server::log`].
//! - To ask the person or the model: [`Server::ask`] and [`Server::resume`], an [`Input`] for each
//!   question; forms and the like are in [`schema`].
//! - To tell of changes: [`Server::changed`], [`Server::updated`]; [`Server::accept`] chooses what
//!   may be listened to.
//! - Over HTTP, for many clients at once: `http::Endpoint` (feature `http`), and `http1` where
//!   there is no HTTP library.
//! - What is due without being asked for: [`Server::next_output`]; with a timer
//!   [`Server::next_deadline`] and [`Server::expire`].
//! - To be a client: `client` (feature `client`) has all of it.
//! - JSON: [`json::Raw`], [`json::Text`], [`json::Writer`]; the texts that answers take are
//!   [`schema::Prose`].
//!
//! # Asking the client
//!
//! A handler runs from its start each time its call comes, and finds what was answered under the
//! key that it asked with. From 2026-07-28 on the client makes the call again. Before, the server
//! sends a request within the call, [`Out::keep`] is remembered, and [`Server::resume`] makes the
//! call again. This is the older way; the handler is the same in both:
//!
//! ```
//! # #[cfg(all(feature = "server", feature = "legacy", feature = "full"))]
//! # fn main() -> Result<(), sansmcp::Error> {
//! use sansmcp::schema::{Elicit, ElicitAction, ElicitResultView};
//! use sansmcp::{
//!     Ask, Call, Connection, Error, Event, Frame, Input, Limits, Out, Resumed, Server, ServerInfo,
//!     Slot, Tool,
//! };
//!
//! fn erase<'t>(
//!     server: &mut Server<'_>,
//!     call: &Call<'_>,
//!     tx: &'t mut [u8],
//! ) -> Result<Out<'t>, Error> {
//!     if let Some(answer) = call.input("sure").and_then(ElicitResultView::of) {
//!         let is_sure = answer.action() == Some(ElicitAction::Accept);
//!         let text = if is_sure { "Gone" } else { "Kept" };
//!         return server.answer(call.ticket(), tx).text(text).end();
//!     }
//!     let sure = Elicit { message: "Erase everything?".into(), ..Elicit::EMPTY };
//!     let ask = Ask { inputs: &[Input::elicit("sure", &sure)], ..Ask::EMPTY };
//!     server.ask(call, &ask, 0, tx)
//! }
//!
//! static INFO: ServerInfo =
//!     ServerInfo { tools: &[Tool { name: "erase", ..Tool::EMPTY }], ..ServerInfo::EMPTY };
//! let (mut connection, mut slots) = (Connection::NEW, [Slot::EMPTY; 4]);
//! let (mut tx, mut again) = ([0; 1024], [0; 1024]);
//! let mut server = Server::new(&INFO, &mut connection, &mut slots);
//!
//! let hello = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{
//!     "protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},
//!     "clientInfo":{"name":"client","version":"1"}}}"#;
//! let ready = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
//! for line in [&hello[..], ready] {
//!     let event = server.receive(&mut Frame::new(line), 0).unwrap();
//!     let _ = server.reply(&event, &mut tx)?;
//! }
//!
//! let line = br#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"erase"}}"#;
//! let Some(Event::CallTool(call)) = server.receive(&mut Frame::new(line), 0) else { panic!() };
//! let out = erase(&mut server, &call, &mut tx)?;
//! let question = br#"{"jsonrpc":"2.0","id":65537,"method":"elicitation/create","params":"#;
//! assert!(out.line().starts_with(question));
//! let kept = out.keep().to_owned(); // under call.ticket()
//!
//! let line = br#"{"jsonrpc":"2.0","id":65537,"result":{"action":"accept","content":{}}}"#;
//! let event = server.receive(&mut Frame::new(line), 0).unwrap();
//! let Event::Answered(answered) = &event else { panic!() };
//! assert_eq!(answered.parent(), call.ticket());
//! match server.resume(answered, &kept, &Limits::DEFAULT, 0, &mut again)? {
//!     Resumed::Event(Event::CallTool(call)) => {
//!         let out = erase(&mut server, &call, &mut tx)?;
//!         assert!(out.line().ends_with(b"[{\"type\":\"text\",\"text\":\"Gone\"}]}}\n"));
//!     }
//!     _ => panic!("one thing was asked"),
//! }
//! # Ok(())
//! # }
//! # #[cfg(not(all(feature = "server", feature = "legacy", feature = "full")))]
//! # fn main() {}
//! ```
//!
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

/// Where this is false there is one connection, and all messages come on pipes or stand alone.
const HTTP: bool = cfg!(feature = "http");

#[cfg(feature = "client")]
pub mod client;
mod envelope;
mod error;
mod exchange;
mod frame;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "http1")]
pub mod http1;
#[cfg(any(feature = "server", feature = "client"))]
mod incoming;
pub mod json;
pub mod meta;
#[cfg(any(feature = "server", feature = "client"))]
mod out;
pub mod rules;
pub mod schema;
#[cfg(feature = "seal")]
pub mod seal;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "server")]
mod server;
pub mod uri;
#[cfg(any(feature = "server", feature = "client"))]
mod wire;

pub use envelope::Parts;
pub use error::Error;
pub use exchange::{Connection, Limits, Slot, Ticket};
#[cfg(feature = "http")]
pub use frame::sse;
pub use frame::{Frame, Lines, LinesState, Overlong, OverlongKind, Route, RouteKind};
#[cfg(any(feature = "server", feature = "client"))]
pub use incoming::Incoming;
#[cfg(any(feature = "server", feature = "client"))]
pub use out::{MIN_TX, Out, OutParts};
pub use rules::{Code, Revision, What};
pub use schema::{Catalog, ServerInfo, Tool};
#[cfg(feature = "server")]
pub use server::{
    Answer, Answered, Ask, Call, Cancelled, Completing, Completion, Contents, Event, EventKind,
    Ignored, Input, Listen, Listing, Messages, Notification, Outcome, Page, PageParts, Reading,
    Receivers, Reference, Refused, Request, Resumed, Server, SetLevel, Shape, Value,
};

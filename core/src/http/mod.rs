//! Streamable HTTP as rules and tables: what a request head must say, sessions, event streams, and
//! what may be sent again to whom. The sockets, the time, the random bytes and who is who belong to
//! the host.
//!
//! ```text
//! head ─► judge ─► body ─► receive ─► event ─► your code ─► Out ─► deliver ─► socket
//! ```
//!
//! - [`Endpoint`] is the whole of it: a view over the catalog, a [`Policy`] and [`Memory`], made
//!   whenever it is handy. Each HTTP exchange has a number of the host's choice.
//! - [`Endpoint::judge`] looks at the head alone, before any body is read: its [`Verdict`] is a
//!   reply, "read the body", or an event stream.
//! - [`Endpoint::receive`] reads a body as [`crate::Server::receive`] reads a line, and
//!   [`Endpoint::received`] says what becomes of the POST.
//! - [`Endpoint::server`] is the server that a ticket belongs to; what it gives is sent with
//!   [`Endpoint::deliver`]: to which exchange, under which head, as JSON or as an event, and
//!   whether to keep it.
//!
//! All revisions from 2025-03-26 on are served at once on one endpoint: those with sessions, and
//! 2026-07-28, in which each POST stands for itself.
//!
//! One exchange, from its head to its response:
//!
//! ```
//! # #[cfg(all(feature = "server", feature = "legacy"))]
//! # fn main() -> Result<(), sansmcp::Error> {
//! use sansmcp::http::{Endpoint, Head, Header, Hub, Memory, Policy, Session, Stream, Verdict};
//! use sansmcp::{Event, Frame, Route, ServerInfo, Slot, Tool};
//!
//! static INFO: ServerInfo =
//!     ServerInfo { tools: &[Tool { name: "echo", ..Tool::EMPTY }], ..ServerInfo::EMPTY };
//! // For two clients with sessions, and eight exchanges at once.
//! let (mut hub, mut sessions) = (Hub::NEW, [Session::EMPTY; 2]);
//! let (mut streams, mut slots) = ([Stream::EMPTY; 8], [Slot::EMPTY; 8]);
//! let mut tx = [0; 1024];
//! let memory = Memory {
//!     hub: &mut hub,
//!     sessions: &mut sessions,
//!     streams: &mut streams,
//!     slots: &mut slots,
//! };
//! let mut endpoint = Endpoint::new(&INFO, &Policy::LOCAL, memory);
//!
//! // What the host's HTTP library read, its number for the exchange, who asks, and the time.
//! let headers = [
//!     Header { name: "Host", value: b"localhost:8080" },
//!     Header { name: "Content-Type", value: b"application/json" },
//!     Header { name: "Accept", value: b"application/json, text/event-stream" },
//! ];
//! let head = Head { method: "POST", headers: &headers };
//! let (number, principal, now) = (1, 0, 0);
//! let Verdict::Body = endpoint.judge(&head, number, principal, now) else { panic!() };
//!
//! let body = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{
//!     "protocolVersion":"2025-11-25","capabilities":{},
//!     "clientInfo":{"name":"client","version":"1"}}}"#;
//! let mut frame = Frame::new(body).on(Route::post(number)).from(principal).under(&head);
//! let random = [7; 16]; // from the system: nobody may guess it
//! while let Some(event) = endpoint.receive(&mut frame, now, &random) {
//!     let mut server = endpoint.server_of(&frame);
//!     let out = match &event {
//!         Event::CallTool(call) => match call.arg("text") {
//!             Some(text) => server.answer(call.ticket(), &mut tx).text(text).end()?,
//!             None => server.answer(call.ticket(), &mut tx).fail("text is missing").end()?,
//!         },
//!         other => server.reply(other, &mut tx)?,
//!     };
//!     let delivery = endpoint.deliver(out);
//!     assert_eq!(delivery.to(), Some(number));
//!     let head = delivery.head().expect("the first that goes there");
//!     assert_eq!(head.status, 200);
//!     let id = ("mcp-session-id", "000007070707070707070707070707070707");
//!     assert!(head.headers().any(|header| header == id));
//!     assert!(delivery.parts()[1].starts_with(b"{\"jsonrpc\":\"2.0\",\"id\":1,"));
//!     assert!(delivery.is_end());
//! }
//! // 202 for notifications, and what else is due.
//! assert!(endpoint.received(&frame).is_none());
//! assert!(endpoint.next_output(&mut tx)?.is_none());
//! # Ok(())
//! # }
//! # #[cfg(not(all(feature = "server", feature = "legacy")))]
//! # fn main() {}
//! ```
//!
//! `tests/hosts/hyper` is a whole host, to copy from.
//!
//! - `head`, `media`, `origin`, `cors`: what a head says, and who may ask; `sentinel`, `params`:
//!   what its headers say of the body.
//! - `endpoint`: the server; `store`: events for clients that come again, in memory of the
//!   caller's.

pub mod cors;
#[cfg(feature = "server")]
pub(crate) mod endpoint;
pub(crate) mod head;
mod media;
mod origin;
pub mod params;
pub mod sentinel;
mod store;

#[cfg(feature = "server")]
pub use endpoint::{
    Body, Delivery, Denial, Endpoint, Hub, Memory, Missed, Opening, Policy, Reply, ResponseHead,
    Session, SessionId, Stream, Verdict,
};
pub use head::{Head, Header, Single};
pub use media::{Accepts, ContentType, accepts, content_type};
pub use origin::{ANY, LOOPBACK, Origin, is_host_allowed, is_origin_allowed, origin};
pub use store::{Gone, Replay, Store, StoreState};

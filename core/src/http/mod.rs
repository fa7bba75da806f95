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
//!   [`Endpoint::deliver`]: to which exchange, under which head, as JSON or as an event, and whether
//!   to keep it.
//!
//! All revisions from 2025-03-26 on are served at once on one endpoint: those with sessions, and
//! 2026-07-28, in which each POST stands for itself.
//!
//! - `head`, `media`, `origin`, `cors`: what a head says, and who may ask; `sentinel`, `params`: what
//!   its headers say of the body.
//! - `endpoint`: the server; `store`: events for clients that come again, in memory of the caller's.

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

//! The C binding: it converts and does nothing else. `include/sansmcp.h` is drawn from it.
//!
//! - `edge`: the only place where pointers become references; `reader`: what those have in common
//!   that cut a byte stream; `result`: what calls return.
//! - `text`, `json`: strings, plain and as they stand in JSON, and values.
//! - `lines`, `events`, `frame`: bytes in; `event`: what they turned out to be; `request`: what
//!   requests of a client say.
//! - `info`, `entries`: what the server says of itself, in the caller's tables; `uri`: templates.
//! - `server`, `answer`, `content`, `results`, `page`, `stream`: what goes out; `out`: the bytes of
//!   one message.
//! - `say`, `ask`, `due`: what a server says and asks, and its time; `server_event`: what its
//!   events say of that.
//! - `elicit`: forms and pages for people; `seal`: states and cursors that clients cannot change;
//!   `writer`, `base64`: JSON, numbers and bytes for those who have no library for them.
//! - `client`, `call`, `listen`, `pages`: the client; `client_event`, `outcome`: what comes in to
//!   it; `client_info`, `policy`, `object`: what it is given; `client_http`, `tools`: over HTTP.
//! - `header`: heads of HTTP requests and responses.
//! - `endpoint`, `endpoint_due`: the server over HTTP; `endpoint_policy`, `http_head`: what it is
//!   given; `verdict`, `delivery`, `response`: what it says; `sse`, `store`: events that go out.
//! - `http1`, `http1_reply`: HTTP/1.1 on the wire, for hosts without an HTTP library.
//!
//! # Safety of all functions
//! Every pointer is NULL or points to as much initialised memory of its type as its name or the
//! length beside it says, which nobody else uses during the call; inputs and outputs do not
//! overlap. Texts in an event, a frame or a walk are the ones that the engine put there. The
//! comments at `unsafe` refer to this.
#![no_std]
#![deny(missing_docs)] // They are the header's.
#![allow(non_camel_case_types)] // The names are those of the header.
#![allow(clippy::missing_safety_doc)] // Said once, above.
#![allow(clippy::too_many_arguments)] // C has no slices: each is two arguments.

// Where a panic unwinds (debug builds, tests) the handler is the one of `std`.
#[cfg(not(panic = "abort"))]
extern crate std;

/// Without the feature `http`: what only it gives a meaning to. It is pointed to, and not looked
/// at.
#[cfg(not(feature = "http"))]
mod nothing {
    /// A server's endpoint.
    pub enum sansmcp_endpoint {}
    /// What a client remembers of a server.
    pub enum sansmcp_remote {}
    /// The head of a request.
    pub enum sansmcp_head {}
}

pub mod answer;
pub mod ask;
pub mod base64;
pub mod call;
pub mod client;
pub mod client_event;
#[cfg(feature = "http")]
pub mod client_http;
pub mod client_info;
pub mod content;
#[cfg(feature = "http")]
pub mod delivery;
pub mod due;
mod edge;
pub mod elicit;
#[cfg(feature = "http")]
pub mod endpoint;
#[cfg(feature = "http")]
pub mod endpoint_due;
#[cfg(feature = "http")]
pub mod endpoint_policy;
pub mod entries;
pub mod event;
#[cfg(feature = "http")]
pub mod events;
pub mod frame;
#[cfg(feature = "http")]
pub mod header;
#[cfg(feature = "http")]
pub mod http1;
#[cfg(feature = "http")]
pub mod http1_reply;
#[cfg(feature = "http")]
pub mod http_head;
pub mod info;
pub mod json;
pub mod lines;
pub mod listen;
pub mod object;
pub mod out;
pub mod outcome;
pub mod page;
pub mod pages;
pub mod policy;
mod reader;
pub mod request;
#[cfg(feature = "http")]
pub mod response;
pub mod result;
pub mod results;
pub mod say;
pub mod seal;
pub mod server;
pub mod server_event;
#[cfg(all(sansmcp_sizes, feature = "http", not(target_arch = "x86")))]
mod sizes;
#[cfg(feature = "http")]
pub mod sse;
#[cfg(feature = "http")]
pub mod store;
pub mod stream;
pub mod text;
#[cfg(feature = "http")]
pub mod tools;
pub mod uri;
#[cfg(feature = "http")]
pub mod verdict;
pub mod writer;

/// Never reached: the engine and this binding have no panic in them.
#[cfg(panic = "abort")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

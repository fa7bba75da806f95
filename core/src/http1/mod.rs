//! HTTP/1.1 on the wire, for hosts without an HTTP library: a microcontroller, a plain program.
//!
//! Server side of RFC 9112, without I/O: bytes in, head and body out; response heads and chunks as
//! bytes out. What a request means is not known here: that is [`crate::http`].
//!
//! - [`Conversation`]: one connection. Cuts its bytes into requests, in the caller's buffer.
//! - [`Request`]: a head, and the body once it is whole, borrowed from that buffer.
//! - [`Terms`]: how the response has to look; [`Terms::write_head`] writes its head.
//! - [`Chunk`], [`LAST_CHUNK`]: a body of unknown length, such as a stream of events.
//!
//! It is strict, since two readers that disagree about where a request ends are an attack. What is
//! not exactly right is refused with a status and the connection ends; nothing is guessed, and
//! nothing after a fault is read. The leniencies are these:
//!
//! - One empty line before a request is skipped (RFC 9112, section 2.2).
//! - The target may have any visible ASCII but `#` and `\`.
//!
//! HTTP/1.0 is read; its connection always ends after the response. `CONNECT`, upgrades, other
//! versions and transfer codings other than `chunked` are refused or not taken up.

mod chunked;
mod conversation;
mod facts;
mod head;
mod reason;
mod reply;
mod request;
mod state;
mod syntax;
mod target;

pub use conversation::{Conversation, Stage, Step};
pub use reason::reason;
pub use reply::{BodyForm, CONTINUE, Chunk, Framing, HeadError, LAST_CHUNK, Sent, Terms};
pub use request::{Headers, MAX_HEADERS, NO_HEADERS, Request, Version};
pub use state::ConversationState;

/// The longest head in bytes, from the method to the empty line, whatever the buffer holds. A
/// longer one is refused with 431.
pub const MAX_HEAD: usize = 16 * 1024;

/// How many bytes of chunk extensions and trailers together one body may have. More is refused,
/// with 400 or 431.
pub const MAX_EXTRA: usize = 4096;

//! Exchanges: one request, the messages that belong to it, one end. Their state is plain data in
//! the caller's memory: it is all zero bits when new, and holds no pointer.

mod connection;
mod handshake;
mod progressed;
mod record;
mod slot;
mod table;
mod ticket;
mod waiting;

pub use connection::Connection;
pub(crate) use handshake::Handshake;
pub(crate) use progressed::Progressed;
pub(crate) use record::Exchange;
pub use slot::Slot;
pub(crate) use table::{Key, Table};
pub use ticket::Ticket;
pub use waiting::Limits;
pub(crate) use waiting::Waiting;
#[cfg(feature = "client")]
pub(crate) use waiting::after;

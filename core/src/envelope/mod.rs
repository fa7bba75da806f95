//! The envelope: what kind of message a JSON text is, and where its parts stand.
//!
//! One scan of the text does everything: it checks that the text is JSON, classifies the message
//! and notes the spans that the rules need. Nothing is decoded or copied here.

mod id;
mod keys;
mod message;
mod open;
mod parts;

pub(crate) use id::{Id, LONGEST_ID, hash, same};
pub(crate) use message::{Kind, Message, look_up};
pub(crate) use open::{NoBatch, Opened, Unread, begin_batch, next_member, open, step};
pub use parts::Parts;

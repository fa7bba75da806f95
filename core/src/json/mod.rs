//! JSON without a heap: checked once, then walked as spans over the caller's bytes.
//!
//! Where to go:
//!
//! - [`Raw`] is one value known to be valid, and what most code wants: [`Raw::parse`], then
//!   [`Raw::get`], [`Raw::members`], [`Raw::items`], [`Raw::text`], [`Raw::number`].
//! - [`Text`] is the inside of a string as it was written, compared and decoded on demand.
//! - [`Number`] keeps what was written and never rounds.
//! - [`Scanner`] is the one pass that checks; take it to find the spans of a few members while
//!   the rest is only checked.
//! - [`Writer`] writes into the caller's buffer and counts on past its end, so that a caller
//!   learns how much it would have taken.
//! - [`base64`] is here because small devices have none.
//!
//! The way of a message: [`text_of`] (UTF-8, once), [`Scanner`] (grammar, once), spans.
//! The hot step of both directions, "where is the next byte that needs a thought", is `find`.

#![deny(unsafe_code)]

pub mod base64;
mod fault;
#[doc(hidden)] // no promise: open so that tests and benches reach both forms of the hot step
pub mod find;
mod key;
mod number;
mod raw;
mod scan;
mod span;
mod text;
mod write;

pub use fault::{Fault, FaultKind};
pub use find::text_of;
pub(crate) use key::Known;
pub use number::Number;
pub use raw::{Items, Kind, Members, Raw};
pub use scan::Scanner;
pub use span::Span;
pub(crate) use text::is_lone;
pub use text::{Chars, Surrogate, Text, TextError};
pub use write::Writer;

/// How many containers may be open at once; the next one is refused with [`FaultKind::Depth`].
pub const DEPTH: usize = 128;

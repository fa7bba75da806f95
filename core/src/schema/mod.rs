//! The protocol's objects: what a server says of itself and its tools, and the content of results.
//! One file a feature; each knows in which revision which of its members exist.

mod cache;
mod catalog;
pub(crate) mod content;
mod implementation;
mod prose;
mod tool;

pub use cache::{CacheHint, CacheScope};
pub use catalog::{Catalog, ServerInfo};
pub(crate) use implementation::write_implementation;
pub use implementation::{Icon, IconSource};
pub use prose::Prose;
pub(crate) use tool::write_tool;
pub use tool::{Tool, ToolAnnotations};

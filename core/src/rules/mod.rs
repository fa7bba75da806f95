//! The protocol's rules as data. Each file is the only place that knows its subject: which
//! revisions there are and what each allows, which methods, which capabilities, which codes, which
//! steps a connection and an exchange may take, and what is forgiven.

pub mod capability;
pub mod code;
#[cfg(feature = "client")]
pub mod failure;
pub mod lenience;
pub mod level;
pub mod method;
pub(crate) mod packed;
pub mod refusal;
pub mod revision;
#[cfg(feature = "http")]
pub mod status;
pub mod transition;
mod what;

pub use capability::Capabilities;
pub use code::Code;
#[cfg(feature = "client")]
pub use failure::{Failure, Whose};
pub use level::Level;
pub use method::Method;
pub use refusal::Refusal;
pub use revision::{Era, Revision};
pub use what::What;

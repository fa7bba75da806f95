//! What the fuzz targets check, apart from the engine that drives them: each target is a function
//! that takes any bytes and panics where the library is wrong. `tests/fuzz_seeds.rs` includes this
//! file, so that the seeds and random scripts run with the ordinary tests.

#[cfg(all(feature = "client", feature = "legacy", feature = "http"))]
mod client;
mod decimal;
#[cfg(all(feature = "server", feature = "full", feature = "legacy", feature = "http"))]
mod endpoint;
#[cfg(feature = "http1")]
mod http1;
mod json;
mod lines;
mod oracle;
#[cfg(all(feature = "server", feature = "full"))]
mod server;
mod text;

#[cfg(all(feature = "client", feature = "legacy", feature = "http"))]
pub use client::client;
#[cfg(all(feature = "server", feature = "full", feature = "legacy", feature = "http"))]
pub use endpoint::endpoint;
#[cfg(feature = "http1")]
pub use http1::http1;
pub use json::json;
pub use lines::lines;
#[cfg(all(feature = "server", feature = "full"))]
pub use server::server;

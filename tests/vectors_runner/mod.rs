//! Replays transcripts: `transcript` reads them, `servers` are the ones they speak of, `desk` is
//! what the application remembers, `acts` what it does and `features` what it does with the whole
//! server, `world` is a server on a pipe, `cursor` a place in a case, `replay` runs one case in one
//! way. `http` is the same
//! for an endpoint, `client` for a client.

pub mod acts;
#[cfg(all(feature = "client", feature = "http"))]
pub mod client;
pub mod cursor;
pub mod desk;
pub mod features;
#[cfg(all(feature = "http", feature = "full"))]
pub mod http;
pub mod replay;
pub mod servers;
pub mod transcript;
pub mod world;

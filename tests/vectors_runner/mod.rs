//! Replays transcripts: `transcript` reads them, `servers` are the ones they speak of, `world` is
//! the
//! engine with the application's memory around it, `features` what the application does with the
//! whole server, `replay` runs one case in one way.

pub mod features;
pub mod replay;
pub mod servers;
pub mod transcript;
pub mod world;

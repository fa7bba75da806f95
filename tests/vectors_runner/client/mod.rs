//! Replays transcripts of a client: `world` is the client with its memory, `desk` what its
//! application remembers, `acts` what it does, `lines` how events look, `host` the HTTP exchanges,
//! `replay` runs one case in one way.

pub mod acts;
pub mod desk;
pub mod host;
pub mod lines;
pub mod replay;
pub mod world;

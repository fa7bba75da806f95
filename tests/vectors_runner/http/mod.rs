//! Replays transcripts of an endpoint: `request` is what comes in, `host` holds the responses and
//! checks that they are ones, `world` is the endpoint with its memory and the application's desk,
//! `replay` runs one case in one way.

pub mod host;
pub mod replay;
pub mod request;
pub mod world;

//! A device that is an MCP server over a serial line: all of it that does not depend on the board.
//!
//! - [`serve`]: the loop from bytes to bytes. Read this first.
//! - `device`: what is done with a message, and what is due by the clock; `catalog`: what the
//!   device offers; `app`: what that answers.
//! - `measure`, `dump`, `pins`, `rename`: its tools; `listeners`: who is told of changes; `words`:
//!   text without a heap.
//! - [`Board`]: what a board has to give.
#![no_std]

mod app;
mod board;
pub mod catalog;
mod device;
mod dump;
mod listeners;
mod measure;
mod pins;
mod rename;
mod serve;
mod words;

pub use board::Board;
pub use device::{Device, ENGINE};
pub use sansmcp::Lines;
pub use serve::serve;

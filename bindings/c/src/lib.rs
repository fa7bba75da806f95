//! The C binding: it converts and does nothing else. `include/sansmcp.h` is drawn from it.
//!
//! - `edge`: the only place where pointers become references; `result`: what calls return.
//! - `text`, `json`: strings, plain and as they stand in JSON, and values.
//! - `lines`, `frame`: bytes in; `event`: what they turned out to be.
//! - `info`: what the server says of itself, in the caller's tables.
//! - `server`, `answer`, `stream`: what goes out; `out`: the bytes of one message.
//! - `client`, `call`, `listen`, `pages`: the client; `client_event`, `outcome`: what comes in to
//!   it; `client_info`, `policy`, `object`: what it is given.
//!
//! # Safety of all functions
//! Every pointer is NULL or points to as much initialised memory of its type as its name or the
//! length beside it says, which nobody else uses during the call; inputs and outputs do not
//! overlap. Texts in an event or a frame are the ones that the engine put there. The comments at
//! `unsafe` refer to this.
#![no_std]
#![allow(non_camel_case_types)] // The names are those of the header.
#![allow(clippy::missing_safety_doc)] // Said once, above.
#![allow(clippy::too_many_arguments)] // C has no slices: each is two arguments.

// Where a panic unwinds (debug builds, tests) the handler is the one of `std`.
#[cfg(not(panic = "abort"))]
extern crate std;

pub mod answer;
pub mod call;
pub mod client;
pub mod client_event;
pub mod client_info;
mod edge;
pub mod event;
pub mod frame;
pub mod info;
pub mod json;
pub mod lines;
pub mod listen;
pub mod object;
pub mod out;
pub mod outcome;
pub mod pages;
pub mod policy;
pub mod result;
pub mod server;
pub mod stream;
pub mod text;

/// Never reached: the engine and this binding have no panic in them.
#[cfg(panic = "abort")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

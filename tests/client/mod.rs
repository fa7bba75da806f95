//! A client and our own server in one memory: `app` is the server's application, `talk` the client
//! and the clock that the test moves, `told` the client's application, `pipe` and `web` what brings
//! the messages.
#![allow(dead_code)] // each test uses a part of it

pub mod app;
pub mod pipe;
pub mod talk;
pub mod told;
pub mod web;

pub use talk::Talk;

use sansmcp::Revision;

/// Every revision, the oldest first.
pub const REVISIONS: [Revision; 6] = [
    Revision::V2024_11_05,
    Revision::V2025_03_26,
    Revision::V2025_06_18,
    Revision::Draft2025V3,
    Revision::V2025_11_25,
    Revision::V2026_07_28,
];

/// A client and a server of every revision, on a pipe and, where there is such, over HTTP. What
/// brings the messages cuts them after so many bytes.
pub fn everywhere(cuts: &[usize], test: impl Fn(&mut Talk)) {
    for revision in REVISIONS {
        for cut in cuts {
            test(&mut Talk::on_pipe(revision, *cut));
            if revision > Revision::V2024_11_05 {
                test(&mut Talk::over_http(revision, *cut));
            }
        }
    }
}

//! `sansmcp` with memory of its own: frames, events, answers and outputs that own what the core
//! borrows. The bindings of languages that collect garbage share it. It converts and nothing else;
//! every decision is the core's.
//!
//! - `lines`, `frame`: bytes in. `event`, `record`: what came out of them.
//! - `info`, `shelf`: what the server offers. `answer`, `server`, `output`: bytes out.
//! - `seat`: the memory of a server on one connection; `endpoint`, `policy`: of one behind HTTP;
//!   `asked`, `delivery`: what comes and goes there.
//! - [`client`]: the other role.
//! - `fault`: the names of errors. `read`: what a host language hands over as JSON text.
//! - [`packed`]: all of it behind numbers, texts and bytes.

mod answer;
mod asked;
pub mod client;
mod delivery;
mod endpoint;
mod event;
mod fault;
mod frame;
mod info;
mod lines;
mod output;
pub mod packed;
mod policy;
mod read;
mod record;
mod seat;
mod server;
mod shelf;

pub use answer::{Answer, Block, prose};
pub use asked::latin1;
pub use delivery::{Delivery, Head, Verdict, VerdictKind};
pub use endpoint::Endpoint;
pub use event::{Event, decoded};
pub use fault::{ERRORS, error_name};
pub use frame::{Frame, Overlong};
pub use info::{Annotations, Icon, Info, Tool};
pub use lines::Lines;
pub use output::Output;
pub use policy::Policy;
pub use read::ReadError;
pub use record::{HEADER, view_heard, view_record};
pub use sansmcp::schema::{CacheHint, CacheScope, Prose};
pub use sansmcp::{Code, Error, EventKind, Parts, Revision, Shape, Ticket};
pub use server::Server;

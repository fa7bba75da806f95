//! `sansmcp` with memory of its own: frames, events, answers and outputs that own what the core
//! borrows. The bindings of languages that collect garbage share it. It converts and nothing else;
//! every decision is the core's.
//!
//! - `lines`, `frame`: bytes in. `event`, `record`: what came out of them.
//! - `info`, `catalog`, `shelf`: what the server offers. `server`, `output`: bytes out; `page`:
//!   lists by hand; `say`: what is said beside answers.
//! - `block`, `annotations`: content; `answer`, `contents`, `messages`, `completion`, `results`:
//!   results made of it. `ask`, `question`: what is asked of the client; `seal`: what it brings
//!   back.
//! - `seat`: the memory of a server on one connection; `endpoint`, `policy`: of one behind HTTP;
//!   `asked`, `delivery`: what comes and goes there.
//! - [`client`]: the other role; `sse`: the event streams that it reads.
//! - `fault`: the names of errors; `capability`: those of capabilities. `read`: what a host
//!   language hands over as JSON text; `object`, `told`: what it is told so.
//! - [`packed`]: all of it behind numbers, texts and bytes.

mod annotations;
mod answer;
mod ask;
mod asked;
mod block;
mod capability;
mod catalog;
pub mod client;
mod completion;
mod contents;
mod delivery;
mod endpoint;
mod event;
mod fault;
mod frame;
mod info;
mod kept;
mod lines;
mod messages;
mod object;
mod output;
pub mod packed;
mod page;
mod policy;
mod question;
mod read;
mod record;
mod results;
mod say;
mod seal;
mod seat;
mod server;
mod shelf;
mod sse;
mod told;

pub use annotations::Annotations;
pub use answer::Answer;
pub use ask::{Input, Params, Resumed};
pub use asked::latin1;
pub use block::{Block, Content, Filling, Link, Part, Words, prose};
pub use capability::{CLIENT_CAPABILITIES, SERVER_CAPABILITIES};
pub use capability::{client_capability, client_names, server_capability};
pub use catalog::{Offer, Prompt, PromptArgument, Resource, ResourceTemplate};
pub use completion::Completion;
pub use contents::Contents;
pub use delivery::{Delivery, Head, Verdict, VerdictKind};
pub use endpoint::Endpoint;
pub use event::{Event, decoded};
pub use fault::{ERRORS, error_name};
pub use frame::{Frame, Overlong};
pub use info::{Icon, Info, Tool, ToolAnnotations};
pub use lines::Lines;
pub use messages::Messages;
pub use output::Output;
pub use page::{Entry, Page};
pub use policy::Policy;
pub use question::Question;
pub use read::ReadError;
pub use record::{HEADER, view_heard, view_record};
pub use sansmcp::rules::{Capabilities, Level, Method, What};
pub use sansmcp::schema::{CacheHint, CacheScope, Prose, Role, TaskSupport, Word};
pub use sansmcp::seal::{Purpose, SealError};
pub use sansmcp::{Code, Error, EventKind, Limits, Parts, Revision, Shape, Ticket};
pub use say::Telling;
pub use seal::{Seal, Sealing};
pub use server::Server;
pub use sse::{SseEvent, SseEvents};
pub use told::told;

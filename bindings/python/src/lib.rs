//! The native part of the Python package `sansmcp`: it converts and nothing else.
//!
//! - `lines`: byte streams to frames; `event`: what came in; `server`, `endpoint`, `answer`,
//!   `page`, `out`: what goes out; `draft`, `content`, `contents`, `messages`, `completion`:
//!   what results are made of; `ask`, `seal`: what is asked of the client, and what it brings
//!   back; `describe`: what a server says of itself; `uri`: templates; `client`: the other role.
//! - `read`, `write`, `raw`, `bytes`: values from one side to the other; `fault`: errors as
//!   exceptions.

mod answer;
mod ask;
mod bytes;
mod client;
mod completion;
mod content;
mod contents;
mod describe;
mod draft;
mod endpoint;
mod event;
mod fault;
mod lines;
mod messages;
mod out;
mod page;
mod raw;
mod read;
mod seal;
mod server;
mod uri;
mod write;

/// The module `sansmcp._engine`.
#[pyo3::pymodule]
mod _engine {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::answer::Answer;
    #[pymodule_export]
    use crate::ask::Input;
    #[pymodule_export]
    use crate::client::{
        ClientEngine, Heard, Listening, Pages, SseEvent, SseEvents, accept, failure,
    };
    #[pymodule_export]
    use crate::completion::Completion;
    #[pymodule_export]
    use crate::contents::Contents;
    #[pymodule_export]
    use crate::endpoint::{Delivery, Endpoint, Verdict};
    #[pymodule_export]
    use crate::event::{
        Answered, CallTool, Cancelled, Complete, Discover, Event, GetPrompt, Ignored, Initialize,
        Initialized, ListPrompts, ListResources, ListTemplates, ListTools, Listen, Notification,
        Ping, ReadResource, Refused, Request, SetLevel, Subscribe, Unsubscribe,
    };
    #[pymodule_export]
    use crate::lines::{Frame, Lines};
    #[pymodule_export]
    use crate::messages::Messages;
    #[pymodule_export]
    use crate::out::Out;
    #[pymodule_export]
    use crate::page::Page;
    #[pymodule_export]
    use crate::raw::RawJson;
    #[pymodule_export]
    use crate::seal::Seal;
    #[pymodule_export]
    use crate::server::{Events, Server, Updates};
    #[pymodule_export]
    use crate::uri::UriTemplate;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

//! The native part of the Python package `sansmcp`: it converts and nothing else.
//!
//! - `lines`: byte streams to frames; `event`: what came in; `server`, `endpoint`, `answer`, `out`:
//!   what goes out; `describe`: what a server says of itself; `client`: the other role.
//! - `read`, `write`, `raw`, `bytes`: values from one side to the other; `fault`: errors as
//!   exceptions.

mod answer;
mod bytes;
mod client;
mod describe;
mod endpoint;
mod event;
mod fault;
mod lines;
mod out;
mod raw;
mod read;
mod server;
mod write;

/// The module `sansmcp._engine`.
#[pyo3::pymodule]
mod _engine {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::answer::Answer;
    #[pymodule_export]
    use crate::client::{ClientEngine, Heard, Listening, Pages, accept};
    #[pymodule_export]
    use crate::endpoint::{Delivery, Endpoint, Verdict};
    #[pymodule_export]
    use crate::event::{
        CallTool, Cancelled, Discover, Event, Ignored, Initialize, Initialized, ListTools,
        Notification, Ping, Refused, Request,
    };
    #[pymodule_export]
    use crate::lines::{Frame, Lines};
    #[pymodule_export]
    use crate::out::Out;
    #[pymodule_export]
    use crate::raw::RawJson;
    #[pymodule_export]
    use crate::server::{Events, Server};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

//! A server on one connection.
//!
//! Its methods stand by subject: `events`: what came in; `reply`, `results`, `stream`: answers;
//! `lists`: what it has; `say`, `listeners`: what is said beside answers, and to whom; `ask`: what
//! is asked of the client; `tickets`: requests that are open.

mod ask;
mod events;
mod listeners;
mod lists;
mod reply;
mod results;
mod say;
mod stream;
mod tickets;

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use sansmcp::Ticket;
use sansmcp_owned::{Output, Server as Owned};

pub(crate) use events::Events;
pub(crate) use listeners::Updates;

use crate::describe::{Description, Tables};
use crate::fault;
use crate::lines::Frame;
use crate::out::Out;

/// What a lock holds. Nothing panics while it is held, so it cannot be poisoned.
pub(crate) fn held<T>(lock: LockResult<MutexGuard<'_, T>>) -> MutexGuard<'_, T> {
    lock.unwrap_or_else(PoisonError::into_inner)
}

/// A server on one connection. Threads wait for each other; no Python code runs meanwhile.
#[pyclass(frozen, subclass, module = "sansmcp")]
pub(crate) struct Server(pub(crate) Mutex<Owned>);

impl Server {
    /// A server of the engine, behind its lock.
    pub(crate) fn of(owned: Owned) -> Self {
        Self(Mutex::new(owned))
    }

    /// Makes one call of the engine.
    pub(crate) fn engine<T>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut Owned) -> Result<T, sansmcp::Error>,
    ) -> PyResult<T> {
        let done = call(&mut held(self.0.lock_py_attached(py)));
        done.map_err(|error| fault::engine(py, error))
    }

    /// Makes one call of the engine that gives bytes.
    pub(crate) fn output(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut Owned) -> Result<Output, sansmcp::Error>,
    ) -> PyResult<Out> {
        Ok(Out::new(py, &self.engine(py, call)?))
    }
}

#[pymethods]
impl Server {
    /// Says what the server is.
    #[new]
    #[pyo3(signature = (
        name, version, *, tools = None, resources = None, templates = None, prompts = None,
        title = None, description = None, website_url = None, icons = None, instructions = None,
        capabilities = None, extensions = None, experimental = None, ttl_ms = 0,
        cache_scope = "private", slots = 64, max_message = 16_777_216, page = 65_536,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn new(
        name: String,
        version: String,
        tools: Option<&Bound<'_, PyAny>>,
        resources: Option<&Bound<'_, PyAny>>,
        templates: Option<&Bound<'_, PyAny>>,
        prompts: Option<&Bound<'_, PyAny>>,
        title: Option<String>,
        description: Option<String>,
        website_url: Option<String>,
        icons: Option<&Bound<'_, PyAny>>,
        instructions: Option<String>,
        capabilities: Option<&Bound<'_, PyAny>>,
        extensions: Option<&Bound<'_, PyAny>>,
        experimental: Option<&Bound<'_, PyAny>>,
        ttl_ms: u32,
        cache_scope: &str,
        slots: usize,
        max_message: u32,
        page: u32,
    ) -> PyResult<Self> {
        let description = Description {
            name,
            version,
            title,
            description,
            website_url,
            instructions,
            icons,
            tables: Tables { tools, resources, templates, prompts },
            capabilities,
            extensions,
            experimental,
            ttl_ms,
            cache_scope,
        };
        let most = usize::from(Ticket::SPARE) - 1;
        if slots > most {
            return Err(PyValueError::new_err(format!("slots must be at most {most}")));
        }
        let owned = Owned::new(description.read()?, slots, max_message as usize);
        Ok(Self::of(owned.with_page(page as usize)))
    }

    /// The events of a frame, each read when it is asked for.
    #[pyo3(signature = (frame, now = 0))]
    fn receive(slf: Py<Self>, frame: Py<Frame>, now: u64) -> Events {
        Events { server: slf, frame, now }
    }
}

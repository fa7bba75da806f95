//! A server on one connection.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyString;
use sansmcp::{Shape, Ticket};
use sansmcp_owned::{Output, Server as Owned};

use crate::answer::Answer;
use crate::describe::Description;
use crate::event::{self, Event};
use crate::lines::Frame;
use crate::out::Out;
use crate::{bytes, fault, write};

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
        name, version, *, tools = None, title = None, description = None, website_url = None,
        icons = None, instructions = None, ttl_ms = 0, cache_scope = "private", slots = 64,
        max_message = 16_777_216,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn new(
        name: String,
        version: String,
        tools: Option<&Bound<'_, PyAny>>,
        title: Option<String>,
        description: Option<String>,
        website_url: Option<String>,
        icons: Option<&Bound<'_, PyAny>>,
        instructions: Option<String>,
        ttl_ms: u32,
        cache_scope: &str,
        slots: usize,
        max_message: u32,
    ) -> PyResult<Self> {
        let description = Description {
            name,
            version,
            title,
            description,
            website_url,
            instructions,
            icons,
            tools,
            ttl_ms,
            cache_scope,
        };
        let most = usize::from(Ticket::SPARE) - 1;
        if slots > most {
            return Err(PyValueError::new_err(format!("slots must be at most {most}")));
        }
        Ok(Self::of(Owned::new(description.read()?, slots, max_message as usize)))
    }

    /// The events of a frame, each read when it is asked for.
    #[pyo3(signature = (frame, now = 0))]
    fn receive(slf: Py<Self>, frame: Py<Frame>, now: u64) -> Events {
        Events { server: slf, frame, now }
    }

    /// Answers an event as far as the engine can.
    #[pyo3(signature = (event, /))]
    fn reply(&self, py: Python<'_>, event: &Bound<'_, Event>) -> PyResult<Out> {
        self.output(py, |server| server.reply(event.get().inner()))
    }

    /// Begins the result of a call.
    #[pyo3(signature = (ticket, /))]
    fn answer(slf: Py<Self>, ticket: u64) -> Answer {
        Answer::new(slf, Ticket::from_number(ticket))
    }

    /// Answers with a result of the caller's own making.
    fn result(&self, py: Python<'_>, ticket: u64, result: &Bound<'_, PyAny>) -> PyResult<Out> {
        let result = write::object(result, "result")?;
        self.output(py, |server| server.result(Ticket::from_number(ticket), &result))
    }

    /// Answers with an error.
    #[pyo3(signature = (ticket, code, message, data = None))]
    fn error(
        &self,
        py: Python<'_>,
        ticket: u64,
        code: i32,
        message: &Bound<'_, PyString>,
        data: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Out> {
        let message = write::text(message)?;
        let data = data.map(write::json).transpose()?;
        let ticket = Ticket::from_number(ticket);
        self.output(py, |server| server.error(ticket, code, message, data.as_deref()))
    }

    /// Tells how far a request has come.
    #[pyo3(signature = (ticket, progress, total = None, message = None))]
    fn progress(
        &self,
        py: Python<'_>,
        ticket: u64,
        progress: &Bound<'_, PyAny>,
        total: Option<&Bound<'_, PyAny>>,
        message: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Out> {
        let progress = write::number(progress)?;
        let total = total.map(write::number).transpose()?;
        let message = message.map(write::text).transpose()?;
        let ticket = Ticket::from_number(ticket);
        self.output(py, |server| server.progress(ticket, &progress, total.as_deref(), message))
    }

    /// Begins an answer of one block that leaves in pieces.
    #[pyo3(signature = (ticket, shape, mime_type = None, *, uri = None))]
    fn begin(
        &self,
        py: Python<'_>,
        ticket: u64,
        shape: &str,
        mime_type: Option<&str>,
        uri: Option<&str>,
    ) -> PyResult<Out> {
        let shape = match (shape, mime_type, uri) {
            ("text", None, None) => Shape::Text,
            ("image", Some(mime_type), None) => Shape::Image(mime_type),
            ("audio", Some(mime_type), None) => Shape::Audio(mime_type),
            ("blob", Some(mime_type), Some(uri)) => Shape::Blob(uri, mime_type),
            ("text", ..) => return Err(PyTypeError::new_err("text takes no mime_type and no uri")),
            ("image" | "audio", ..) => {
                return Err(PyTypeError::new_err(format!("{shape} takes mime_type and no uri")));
            }
            ("blob", ..) => return Err(PyTypeError::new_err("blob takes mime_type and uri")),
            _ => {
                let message = "shape must be 'text', 'image', 'audio' or 'blob'";
                return Err(PyValueError::new_err(message));
            }
        };
        self.output(py, |server| server.begin(Ticket::from_number(ticket), shape))
    }

    /// Sends the next piece: how many bytes were taken, and what to send.
    fn piece(
        &self,
        py: Python<'_>,
        ticket: u64,
        data: &Bound<'_, PyAny>,
    ) -> PyResult<(usize, Out)> {
        let data = bytes::of(data)?;
        let ticket = Ticket::from_number(ticket);
        let (taken, output) = self.engine(py, |server| server.piece(ticket, &data))?;
        Ok((taken, Out::new(py, &output)))
    }

    /// Ends the streamed answer.
    #[pyo3(signature = (ticket, failure = None))]
    fn end(
        &self,
        py: Python<'_>,
        ticket: u64,
        failure: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Out> {
        let failure = failure.map(write::text).transpose()?;
        self.output(py, |server| server.end(Ticket::from_number(ticket), failure))
    }

    /// Begins to answer `initialize`, `server/discover` or a list in pieces.
    #[pyo3(signature = (event, /))]
    fn begin_reply(&self, py: Python<'_>, event: &Bound<'_, Event>) -> PyResult<Out> {
        self.output(py, |server| server.begin_reply(event.get().inner()))
    }

    /// The next message or piece that is due without being asked for.
    fn next_output(&self, py: Python<'_>) -> PyResult<Option<Out>> {
        let output = self.engine(py, Owned::next_output)?;
        Ok(output.map(|output| Out::new(py, &output)))
    }

    /// Gives up on a request: nothing is sent.
    #[pyo3(signature = (ticket, /))]
    fn abandon(&self, py: Python<'_>, ticket: u64) -> PyResult<()> {
        self.engine(py, |server| server.abandon(Ticket::from_number(ticket)))
    }

    /// True if the client gave the request up.
    #[pyo3(signature = (ticket, /))]
    fn is_cancelled(&self, py: Python<'_>, ticket: u64) -> bool {
        held(self.0.lock_py_attached(py)).is_cancelled(Ticket::from_number(ticket))
    }

    /// The tickets of all requests that are not answered yet.
    fn open(&self, py: Python<'_>) -> Vec<u64> {
        let open = held(self.0.lock_py_attached(py)).open();
        open.into_iter().map(Ticket::number).collect()
    }
}

/// The events of a frame.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Events {
    server: Py<Server>,
    frame: Py<Frame>,
    now: u64,
}

#[pymethods]
impl Events {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let event = {
            let mut frame = held(self.frame.get().0.lock_py_attached(py));
            held(self.server.get().0.lock_py_attached(py)).receive(&mut frame, self.now)
        };
        event.map(|event| event::wrap(py, event)).transpose()
    }
}

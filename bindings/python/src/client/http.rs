//! The client over HTTP: heads out, responses and event streams in.

use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::{PyBytes, PyString};
use sansmcp_owned::client::{Listed, failure as account};
use sansmcp_owned::{SseEvent as OwnedEvent, SseEvents as OwnedEvents, latin1};

use super::ClientEngine;
use crate::lines::Frame;
use crate::out::{Out, route_of};
use crate::server::held;
use crate::{bytes, fault, read, write};

/// Cuts an event stream into events.
#[pyclass(frozen, module = "sansmcp.client")]
pub(crate) struct SseEvents(Mutex<OwnedEvents>);

#[pymethods]
impl SseEvents {
    #[new]
    #[pyo3(signature = (max_event = 16_777_216))]
    fn new(max_event: u32) -> Self {
        Self(Mutex::new(OwnedEvents::new(max_event as usize)))
    }

    /// Takes bytes and gives the events that became whole.
    #[pyo3(signature = (data, /))]
    fn feed(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<Vec<SseEvent>> {
        let data = bytes::of(data)?;
        let events = held(self.0.lock_py_attached(py)).feed(&data);
        Ok(events.into_iter().map(SseEvent).collect())
    }

    /// The last id that the stream set.
    #[getter]
    fn last_id<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, held(self.0.lock_py_attached(py)).last_id())
    }

    /// How long to wait before the stream is asked for again.
    #[getter]
    fn retry(&self, py: Python<'_>) -> Option<u64> {
        held(self.0.lock_py_attached(py)).retry()
    }
}

/// One event of a stream.
#[pyclass(frozen, module = "sansmcp.client")]
pub(crate) struct SseEvent(OwnedEvent);

#[pymethods]
impl SseEvent {
    /// Its data as a frame on the way of an exchange.
    #[pyo3(signature = (route, /))]
    fn frame(&self, route: u64) -> PyResult<Frame> {
        Ok(Frame::own(self.0.frame.clone().on(route_of(route)?)))
    }

    /// The last id that was set on the stream.
    #[getter]
    fn id<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.id)
    }
}

/// What is to be said about the failure of this name.
#[pyfunction]
#[pyo3(signature = (name, /))]
pub(crate) fn failure<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    match account(name) {
        Some(account) => read::value(py, &account),
        None => Err(PyValueError::new_err("name must be that of a failure")),
    }
}

/// A value of a header: its bytes, or a text with one character for each.
fn value(part: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    match part.cast::<PyString>() {
        Ok(text) => Ok(latin1(text.to_str()?)),
        Err(_) => Ok(bytes::of(part)?.into_owned()),
    }
}

/// What is to be done with a response: its kind, what was denied, and the challenge.
type Expected = (&'static str, u64, String);

/// An entry of a list of tools.
type Entry<'py> = (String, Bound<'py, PyAny>, String, Option<&'static str>);

#[pymethods]
impl ClientEngine {
    fn is_http(&self, py: Python<'_>) -> bool {
        held(self.0.lock_py_attached(py)).is_http()
    }

    fn head(
        &self,
        py: Python<'_>,
        out: &Bound<'_, Out>,
        schema: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<(String, String)>> {
        let schema = schema.map(|schema| write::object(schema, "schema")).transpose()?;
        let output = out.get().output(py);
        let head = held(self.0.lock_py_attached(py)).head(&output, schema.as_deref());
        head.map_err(|error| fault::engine(py, error))
    }

    fn responded(
        &self,
        py: Python<'_>,
        route: u64,
        status: u16,
        headers: &Bound<'_, PyAny>,
        now: u64,
    ) -> PyResult<Expected> {
        let route = route_of(route)?;
        let read = |pair: PyResult<Bound<'_, PyAny>>| -> PyResult<(String, Vec<u8>)> {
            let (name, line): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
            // A name that is no ASCII is none of the protocol's.
            Ok((String::from_utf8_lossy(&value(&name)?).into_owned(), value(&line)?))
        };
        let lines: Vec<(String, Vec<u8>)> =
            headers.try_iter()?.map(read).collect::<PyResult<_>>()?;
        let lines = lines.iter().map(|(name, value)| (name.as_str(), value.as_slice()));
        let expect = held(self.0.lock_py_attached(py)).responded(route, status, lines, now);
        // Headers are bytes; one character for each, as they are given in Python.
        let challenge = expect.challenge.iter().copied().map(char::from).collect();
        Ok((expect.kind.name(), expect.ticket.number(), challenge))
    }

    fn seen(
        &self,
        py: Python<'_>,
        route: u64,
        last_id: &Bound<'_, PyAny>,
        retry_ms: Option<u64>,
    ) -> PyResult<()> {
        let (route, last_id) = (route_of(route)?, bytes::of(last_id)?);
        held(self.0.lock_py_attached(py)).seen(route, &last_id, retry_ms);
        Ok(())
    }

    fn leave(&self, py: Python<'_>) {
        held(self.0.lock_py_attached(py)).leave();
    }

    /// The id of the session, which is ASCII.
    fn session(&self, py: Python<'_>) -> Option<String> {
        let client = held(self.0.lock_py_attached(py));
        let session = String::from_utf8_lossy(client.session()).into_owned();
        (!session.is_empty()).then_some(session)
    }

    /// The tools of a page, each with its name, itself, its input schema as it was written, and why
    /// it is left out if it is.
    fn tools<'py>(&self, py: Python<'py>, page: &Bound<'py, PyAny>) -> PyResult<Vec<Entry<'py>>> {
        let page = write::object(page, "page")?;
        let listed = held(self.0.lock_py_attached(py)).tools(&page);
        let given = |listed| match listed {
            Listed::Tool { name, tool, schema } => {
                Ok((name, read::value(py, &tool)?, schema, None))
            }
            Listed::Dropped { name, why } => {
                Ok((name, py.None().into_bound(py), String::new(), Some(why)))
            }
        };
        listed.into_iter().map(given).collect()
    }
}

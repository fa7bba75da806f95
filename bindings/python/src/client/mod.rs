//! The client: what `sansmcp.client` makes Python of. Objects go in as mappings, and what an event
//! says comes out as a `dict`; the names in them are those of the protocol.
//!
//! - `http`: what there is beside over HTTP.

mod http;

use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::{MutexExt as _, PyOnceLock};
use sansmcp::Ticket;
use sansmcp_owned::Output;
use sansmcp_owned::client::{
    About, Client, Heard as Owned, Listen, Pages as Guard, Terms, accepted, policy,
};
use sansmcp_owned::packed::client::next_page;

pub(crate) use self::http::{SseEvent, SseEvents, failure};
use crate::lines::Frame;
use crate::out::{Out, route_of};
use crate::server::held;
use crate::{fault, read, write};

/// What a client heard.
#[pyclass(frozen, module = "sansmcp.client")]
pub(crate) struct Heard {
    inner: Owned,
    said: PyOnceLock<Py<PyAny>>,
}

impl Heard {
    fn own(inner: Owned) -> Self {
        Self { inner, said: PyOnceLock::new() }
    }
}

#[pymethods]
impl Heard {
    /// The kind in transcripts and logs, such as `input_needed`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.inner.kind.name()
    }

    /// The ticket of the exchange that it is of.
    #[getter]
    fn ticket(&self) -> u64 {
        self.inner.ticket().number()
    }

    /// What it says.
    #[getter]
    fn said<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let read = || read::value(py, &self.inner.said()).map(Bound::unbind);
        Ok(self.said.get_or_try_init(py, read)?.bind(py).clone())
    }

    /// One member of what it says, as it was written.
    #[pyo3(signature = (key, /))]
    fn written(&self, key: &str) -> Option<String> {
        sansmcp_owned::packed::member(&self.inner.said(), key)
    }
}

/// What is to be listened to, and how far that was said.
#[pyclass(frozen, module = "sansmcp.client")]
pub(crate) struct Listening(Mutex<Listen>);

#[pymethods]
impl Listening {
    #[new]
    #[pyo3(signature = (*, tools = false, prompts = false, resources = false, uris = None))]
    fn new(tools: bool, prompts: bool, resources: bool, uris: Option<Vec<String>>) -> Self {
        Self(Mutex::new(Listen::new(tools, prompts, resources, uris.unwrap_or_default())))
    }

    /// Names it in events, once it was said.
    #[getter]
    fn ticket(&self, py: Python<'_>) -> u64 {
        held(self.0.lock_py_attached(py)).ticket().number()
    }
}

/// The guard of a walk through the pages of a list.
#[pyclass(frozen, module = "sansmcp.client")]
pub(crate) struct Pages(Mutex<Guard>);

#[pymethods]
impl Pages {
    #[new]
    fn new() -> Self {
        Self(Mutex::new(Guard::NEW))
    }

    /// The cursor of the next page; `None` after the last.
    #[pyo3(signature = (result, /))]
    fn next<'py>(
        &self,
        py: Python<'py>,
        result: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let result = write::object(result, "result")?;
        let cursor = next_page(&mut held(self.0.lock_py_attached(py)), &result).map_err(wrong)?;
        read::optional(py, cursor.as_deref())
    }
}

/// The answer of a person who filled in a form, with the defaults of what was left out.
#[pyfunction]
#[pyo3(signature = (params, content, /))]
pub(crate) fn accept<'py>(
    py: Python<'py>,
    params: &Bound<'py, PyAny>,
    content: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (params, content) = (write::object(params, "params")?, write::object(content, "content")?);
    let accepted = accepted(&params, &content).map_err(|error| fault::engine(py, error))?;
    read::value(py, &accepted)
}

/// A client of one server. Threads wait for each other; no Python code runs meanwhile.
#[pyclass(frozen, module = "sansmcp.client")]
pub(crate) struct ClientEngine(Mutex<Client>);

fn wrong(error: sansmcp_owned::ReadError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The JSON text of a mapping; of `None` that of an empty one.
fn object(value: Option<&Bound<'_, PyAny>>, what: &str) -> PyResult<String> {
    value.map_or_else(|| Ok("{}".to_owned()), |value| write::object(value, what))
}

fn terms(options: &Bound<'_, PyAny>) -> PyResult<Terms> {
    Terms::from_json(&write::object(options, "options")?).map_err(wrong)
}

impl ClientEngine {
    fn engine<T>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut Client) -> Result<T, sansmcp::Error>,
    ) -> PyResult<T> {
        let done = call(&mut held(self.0.lock_py_attached(py)));
        done.map_err(|error| fault::engine(py, error))
    }

    fn output(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut Client) -> Result<Output, sansmcp::Error>,
    ) -> PyResult<Out> {
        Ok(Out::new(py, &self.engine(py, call)?))
    }

    fn maybe(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut Client) -> Result<Option<Output>, sansmcp::Error>,
    ) -> PyResult<Option<Out>> {
        Ok(self.engine(py, call)?.map(|output| Out::new(py, &output)))
    }

    fn called(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut Client) -> Result<(Ticket, Output), sansmcp::Error>,
    ) -> PyResult<(u64, Out)> {
        let (ticket, output) = self.engine(py, call)?;
        Ok((ticket.number(), Out::new(py, &output)))
    }
}

#[pymethods]
impl ClientEngine {
    #[new]
    fn new(
        about: &Bound<'_, PyAny>,
        slots: usize,
        max_message: u32,
        is_http: bool,
    ) -> PyResult<Self> {
        let about = About::from_json(&write::object(about, "about")?).map_err(wrong)?;
        let most = usize::from(Ticket::HANDSHAKE);
        if slots > most {
            return Err(PyValueError::new_err(format!("slots must be at most {most}")));
        }
        let new = if is_http { Client::over_http } else { Client::new };
        Ok(Self(Mutex::new(new(about, slots, max_message as usize))))
    }

    fn connect(&self, py: Python<'_>, terms: &Bound<'_, PyAny>, now: u64) -> PyResult<()> {
        let policy = policy(&write::object(terms, "policy")?).map_err(wrong)?;
        self.engine(py, |client| client.connect(&policy, now))
    }

    fn receive(&self, py: Python<'_>, frame: &Bound<'_, Frame>, now: u64) -> Option<Heard> {
        let mut frame = held(frame.get().0.lock_py_attached(py));
        held(self.0.lock_py_attached(py)).receive(&mut frame, now).map(Heard::own)
    }

    fn expire(&self, py: Python<'_>, now: u64) -> Option<Heard> {
        held(self.0.lock_py_attached(py)).expire(now).map(Heard::own)
    }

    fn next_deadline(&self, py: Python<'_>) -> Option<u64> {
        held(self.0.lock_py_attached(py)).next_deadline()
    }

    fn closed(&self, py: Python<'_>, route: u64, now: u64) -> PyResult<()> {
        let route = route_of(route)?;
        held(self.0.lock_py_attached(py)).closed_on(route, now);
        Ok(())
    }

    fn next_output(&self, py: Python<'_>) -> PyResult<Option<Out>> {
        self.maybe(py, Client::next_output)
    }

    fn reply(&self, py: Python<'_>, heard: &Bound<'_, Heard>) -> PyResult<Out> {
        self.output(py, |client| client.reply(&heard.get().inner.view()))
    }

    fn call(
        &self,
        py: Python<'_>,
        method: &str,
        params: Option<&Bound<'_, PyAny>>,
        options: &Bound<'_, PyAny>,
        now: u64,
    ) -> PyResult<(u64, Out)> {
        let (params, terms) = (object(params, "params")?, terms(options)?);
        self.called(py, |client| client.call(method, &params, &terms, now))
    }

    fn again(
        &self,
        py: Python<'_>,
        ticket: u64,
        method: &str,
        params: Option<&Bound<'_, PyAny>>,
        options: &Bound<'_, PyAny>,
        now: u64,
    ) -> PyResult<(u64, Out)> {
        let (params, terms) = (object(params, "params")?, terms(options)?);
        let ticket = Ticket::from_number(ticket);
        self.called(py, |client| client.again(ticket, method, &params, &terms, now))
    }

    fn provide(
        &self,
        py: Python<'_>,
        heard: &Bound<'_, Heard>,
        given: &Bound<'_, PyAny>,
        params: Option<&Bound<'_, PyAny>>,
        options: &Bound<'_, PyAny>,
        now: u64,
    ) -> PyResult<(u64, Out)> {
        let given = write::object(given, "given")?;
        let (params, terms) = (object(params, "params")?, terms(options)?);
        let event = heard.get().inner.view();
        self.called(py, |client| client.provide(&event, &given, &params, &terms, now))
    }

    fn refuse(
        &self,
        py: Python<'_>,
        heard: &Bound<'_, Heard>,
        code: i32,
        message: &str,
    ) -> PyResult<Out> {
        self.output(py, |client| client.refuse(&heard.get().inner.view(), code, message))
    }

    fn cancel(&self, py: Python<'_>, ticket: u64) -> PyResult<()> {
        self.engine(py, |client| client.cancel(Ticket::from_number(ticket)))
    }

    fn listen(
        &self,
        py: Python<'_>,
        listening: &Bound<'_, Listening>,
        now: u64,
    ) -> PyResult<Option<Out>> {
        let mut listen = held(listening.get().0.lock_py_attached(py));
        self.maybe(py, |client| client.listen(&mut listen, now))
    }

    fn unlisten(
        &self,
        py: Python<'_>,
        listening: &Bound<'_, Listening>,
        now: u64,
    ) -> PyResult<Option<Out>> {
        let mut listen = held(listening.get().0.lock_py_attached(py));
        self.maybe(py, |client| client.unlisten(&mut listen, now))
    }

    fn set_level(
        &self,
        py: Python<'_>,
        level: &str,
        options: &Bound<'_, PyAny>,
        now: u64,
    ) -> PyResult<(u64, Out)> {
        let terms = terms(options)?;
        self.called(py, |client| client.set_level(level, &terms, now))
    }

    fn notify(
        &self,
        py: Python<'_>,
        method: &str,
        params: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Out> {
        let params = object(params, "params")?;
        self.output(py, |client| client.notify(method, &params))
    }

    fn result(&self, py: Python<'_>, ticket: u64, result: &Bound<'_, PyAny>) -> PyResult<Out> {
        let result = write::object(result, "result")?;
        self.output(py, |client| client.result(Ticket::from_number(ticket), &result))
    }

    fn error(
        &self,
        py: Python<'_>,
        ticket: u64,
        code: i32,
        message: &str,
        data: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Out> {
        let data = data.map(write::json).transpose()?;
        let ticket = Ticket::from_number(ticket);
        self.output(py, |client| client.error(ticket, code, message, data.as_deref()))
    }

    fn revision(&self, py: Python<'_>) -> Option<&'static str> {
        held(self.0.lock_py_attached(py)).revision().map(|revision| revision.name())
    }

    fn is_connected(&self, py: Python<'_>) -> bool {
        held(self.0.lock_py_attached(py)).is_connected()
    }

    fn open(&self, py: Python<'_>) -> Vec<u64> {
        held(self.0.lock_py_attached(py)).open().into_iter().map(Ticket::number).collect()
    }
}

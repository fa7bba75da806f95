//! What is asked of the client, how it ends, and when.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use sansmcp::Ticket;
use sansmcp_owned::{Capabilities, Limits, Resumed, client_capability, client_names};

use super::{Server, held};
use crate::ask::Input;
use crate::event::{self, Event};
use crate::out::Out;
use crate::write::Text;
use crate::{bytes, fault, write};

/// The bits of a client's capabilities by name.
fn capabilities(names: Vec<Text>) -> PyResult<Capabilities> {
    let mut all = Capabilities::NONE;
    for Text(name) in names {
        let Some(bit) = client_capability(&name) else {
            let known: Vec<&str> = client_names(Capabilities(u32::MAX)).collect();
            let known = known.join(", ");
            let message = format!("'{name}' is no capability of clients; there are {known}");
            return Err(PyValueError::new_err(message));
        };
        all |= bit;
    }
    if all == Capabilities::NONE {
        return Err(PyValueError::new_err("say which capabilities are missing"));
    }
    Ok(all)
}

#[pymethods]
impl Server {
    /// Asks the client for something that a call needs.
    #[pyo3(signature = (
        event, inputs, state = None, *, idle_ms = 300_000, hard_ms = 3_600_000, now = None,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn ask(
        &self,
        py: Python<'_>,
        event: &Bound<'_, Event>,
        inputs: &Bound<'_, PyAny>,
        state: Option<Text>,
        idle_ms: u32,
        hard_ms: u32,
        now: Option<u64>,
    ) -> PyResult<Out> {
        let mut asked = Vec::new();
        for input in inputs.try_iter()? {
            asked.push(input?.cast::<Input>()?.get().0.clone());
        }
        let state = state.map_or_else(String::new, |text| text.0);
        let limits = Limits { idle_ms, hard_ms };
        self.output(py, |server| {
            let now = now.unwrap_or(server.latest());
            server.ask(event.get().inner(), &asked, &state, limits, now)
        })
    }

    /// Makes the call again of what was kept and the answer that came, or asks the next question.
    #[pyo3(signature = (
        answered, kept, *, idle_ms = 300_000, hard_ms = 3_600_000, now = None,
    ))]
    fn resume(
        &self,
        py: Python<'_>,
        answered: &Bound<'_, Event>,
        kept: &Bound<'_, PyAny>,
        idle_ms: u32,
        hard_ms: u32,
        now: Option<u64>,
    ) -> PyResult<Py<PyAny>> {
        let kept = bytes::of(kept)?;
        let Ok(kept) = std::str::from_utf8(&kept) else {
            return Err(fault::not_json(py, "kept is not what `Out.keep` gave"));
        };
        let limits = Limits { idle_ms, hard_ms };
        let answered = answered.get().inner();
        let resumed = self.engine(py, |server| {
            let now = now.unwrap_or(server.latest());
            server.resume(answered, kept, limits, now)
        })?;
        match resumed {
            Resumed::Event(event) => event::wrap(py, event),
            Resumed::Asked(output) => Ok(Py::new(py, Out::new(py, &output))?.into_any()),
        }
    }

    /// Sends a request to the client.
    #[pyo3(signature = (
        ticket, method, params = None, *, session = 0, idle_ms = 300_000, hard_ms = 3_600_000,
        now = None,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn request(
        &self,
        py: Python<'_>,
        ticket: u64,
        method: Text,
        params: Option<&Bound<'_, PyAny>>,
        session: u16,
        idle_ms: u32,
        hard_ms: u32,
        now: Option<u64>,
    ) -> PyResult<(u64, Out)> {
        let params =
            params.map_or_else(|| Ok("{}".to_owned()), |params| write::object(params, "params"))?;
        let (parent, limits) = (Ticket::from_number(ticket), Limits { idle_ms, hard_ms });
        let (ticket, output) = self.engine(py, |server| {
            let now = now.unwrap_or(server.latest());
            server.request(parent, session, &method.0, &params, limits, now)
        })?;
        Ok((ticket.number(), Out::new(py, &output)))
    }

    /// Answers a request with the error that it needs what the client did not declare.
    #[pyo3(signature = (ticket, *names))]
    fn undeclared(&self, py: Python<'_>, ticket: u64, names: Vec<Text>) -> PyResult<Out> {
        let needed = capabilities(names)?;
        self.output(py, |server| server.undeclared(Ticket::from_number(ticket), needed))
    }

    /// When to call `expire`.
    fn next_deadline(&self, py: Python<'_>) -> Option<u64> {
        held(self.0.lock_py_attached(py)).next_deadline()
    }

    /// The ends of requests of yours whose time is over.
    #[pyo3(signature = (now, /))]
    fn expire(&self, py: Python<'_>, now: u64) -> PyResult<Vec<Py<PyAny>>> {
        let mut ended = Vec::new();
        while let Some(event) = held(self.0.lock_py_attached(py)).expire(now) {
            ended.push(event);
        }
        ended.into_iter().map(|event| event::wrap(py, event)).collect()
    }
}

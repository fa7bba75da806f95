//! Answers: those of the engine, and those of the caller's own making.

use pyo3::prelude::*;
use pyo3::types::PyString;
use sansmcp::Ticket;
use sansmcp_owned::Server as Owned;

use super::Server;
use crate::event::Event;
use crate::out::Out;
use crate::write;

#[pymethods]
impl Server {
    /// Answers an event as far as the engine can.
    #[pyo3(signature = (event, /))]
    fn reply(&self, py: Python<'_>, event: &Bound<'_, Event>) -> PyResult<Out> {
        self.output(py, |server| server.reply(event.get().inner()))
    }

    /// Begins to answer `initialize`, `server/discover` or a list in pieces.
    #[pyo3(signature = (event, /))]
    fn begin_reply(&self, py: Python<'_>, event: &Bound<'_, Event>) -> PyResult<Out> {
        self.output(py, |server| server.begin_reply(event.get().inner()))
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

    /// The next message or piece that is due without being asked for.
    fn next_output(&self, py: Python<'_>) -> PyResult<Option<Out>> {
        let output = self.engine(py, Owned::next_output)?;
        Ok(output.map(|output| Out::new(py, &output)))
    }
}

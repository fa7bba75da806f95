//! Requests that are open.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use sansmcp::Ticket;

use super::{Server, held};

#[pymethods]
impl Server {
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

    /// Says that the pipe was closed, or over HTTP the exchange of this number.
    #[pyo3(signature = (number = None, /))]
    fn closed(&self, py: Python<'_>, number: Option<u32>) -> PyResult<()> {
        let mut server = held(self.0.lock_py_attached(py));
        let is_endpoint = server.endpoint().is_some();
        match number {
            Some(number) if is_endpoint => server.closed(number),
            None if !is_endpoint => server.closed(0),
            Some(_) => return Err(PyTypeError::new_err("a server on one connection has one pipe")),
            None => return Err(PyTypeError::new_err("number: which exchange was closed?")),
        }
        Ok(())
    }
}

//! What the server says beside its answers.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use sansmcp::Ticket;
use sansmcp::rules::Level;

use super::Server;
use crate::out::Out;
use crate::write;

#[pymethods]
impl Server {
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

    /// Tells the client what goes on.
    #[pyo3(signature = (level, data, *, logger = None, ticket = 0, session = 0))]
    fn log(
        &self,
        py: Python<'_>,
        level: &str,
        data: &Bound<'_, PyAny>,
        logger: Option<&Bound<'_, PyString>>,
        ticket: u64,
        session: u16,
    ) -> PyResult<Out> {
        let Some(level) = Level::ALL.into_iter().find(|one| one.name() == level) else {
            let known = Level::ALL.map(Level::name).join("', '");
            return Err(PyValueError::new_err(format!("level must be one of '{known}'")));
        };
        let data = write::json(data)?;
        let logger = logger.map(write::text).transpose()?;
        let ticket = Ticket::from_number(ticket);
        self.output(py, |server| server.log(ticket, session, level, logger, &data))
    }

    /// Sends a notification that has no call of its own.
    #[pyo3(signature = (method, params = None, *, ticket = 0, session = 0))]
    fn notify(
        &self,
        py: Python<'_>,
        method: &Bound<'_, PyString>,
        params: Option<&Bound<'_, PyAny>>,
        ticket: u64,
        session: u16,
    ) -> PyResult<Out> {
        let method = write::text(method)?;
        let params = params.map(|params| write::object(params, "params")).transpose()?;
        let (ticket, params) = (Ticket::from_number(ticket), params.as_deref().unwrap_or("{}"));
        self.output(py, |server| server.notify(ticket, session, method, params))
    }
}

//! Who is told of changes.

use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use sansmcp::{Ticket, What};
use sansmcp_owned::Telling;

use super::{Server, held};
use crate::event::Event;
use crate::out::Out;

#[pymethods]
impl Server {
    /// Says that a list has changed.
    #[pyo3(signature = (what, /))]
    fn changed(&self, py: Python<'_>, what: &str) -> PyResult<()> {
        let what = match what {
            "tools" => What::Tools,
            "resources" => What::Resources,
            "prompts" => What::Prompts,
            _ => {
                let message = "what must be 'tools', 'resources' or 'prompts'";
                return Err(PyValueError::new_err(message));
            }
        };
        held(self.0.lock_py_attached(py)).changed(what);
        Ok(())
    }

    /// Tells those who listen to a resource that it has changed, one after the other.
    #[pyo3(signature = (uri, /))]
    fn updated(slf: Py<Self>, uri: String) -> Updates {
        Updates { server: slf, telling: Mutex::new(Telling::new(uri)) }
    }

    /// Acknowledges a listen, with these of its URIs.
    #[pyo3(signature = (event, uris, /))]
    fn accept(&self, py: Python<'_>, event: &Bound<'_, Event>, uris: Vec<String>) -> PyResult<Out> {
        let takes = |uri: &str| uris.iter().any(|one| one == uri);
        self.output(py, |server| server.accept(event.get().inner(), &takes))
    }

    /// Ends a listen from this side.
    #[pyo3(signature = (ticket, /))]
    fn end_listen(&self, py: Python<'_>, ticket: u64) -> PyResult<()> {
        self.engine(py, |server| server.end_listen(Ticket::from_number(ticket)))
    }

    /// The tickets of the listens that were acknowledged and have not ended.
    fn listens(&self, py: Python<'_>) -> Vec<u64> {
        let listens = held(self.0.lock_py_attached(py)).listens();
        listens.into_iter().map(Ticket::number).collect()
    }
}

/// One message for each who listens to a resource.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Updates {
    server: Py<Server>,
    telling: Mutex<Telling>,
}

#[pymethods]
impl Updates {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Out>> {
        let mut telling = held(self.telling.lock_py_attached(py));
        let output = self.server.get().engine(py, |server| server.updated(&mut telling))?;
        Ok(output.map(|output| Out::new(py, &output)))
    }
}

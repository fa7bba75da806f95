//! Pages of a list that are filled by hand.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyString;
use sansmcp_owned::{Entry, Page as Owned};

use crate::out::Out;
use crate::server::{Server, held};
use crate::{describe, write};

/// A page of a list under way. `end` gives the bytes.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Page {
    server: Py<Server>,
    inner: Mutex<Owned>,
}

impl Page {
    /// A page without entries.
    pub(crate) fn new(server: Py<Server>, page: Owned) -> Self {
        Self { server, inner: Mutex::new(page) }
    }

    fn add(&self, py: Python<'_>, entry: Entry<'_>) -> PyResult<bool> {
        let mut page = held(self.inner.lock_py_attached(py));
        self.server.get().engine(py, |server| server.add(&mut page, entry))
    }
}

#[pymethods]
impl Page {
    /// Adds a tool; false if it does not fit any more.
    #[pyo3(signature = (tool, /))]
    fn tool(&self, tool: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.add(tool.py(), Entry::Tool(&describe::tool(tool)?))
    }

    /// Adds a resource; false if it does not fit any more.
    #[pyo3(signature = (resource, /))]
    fn resource(&self, resource: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.add(resource.py(), Entry::Resource(&describe::resource(resource)?))
    }

    /// Adds a resource template; false if it does not fit any more.
    #[pyo3(signature = (template, /))]
    fn template(&self, template: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.add(template.py(), Entry::Template(&describe::template(template)?))
    }

    /// Adds a prompt; false if it does not fit any more.
    #[pyo3(signature = (prompt, /))]
    fn prompt(&self, prompt: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.add(prompt.py(), Entry::Prompt(&describe::prompt(prompt)?))
    }

    /// The bytes; empty if the client cancelled the request.
    #[pyo3(signature = (next_cursor = None))]
    fn end(&self, py: Python<'_>, next_cursor: Option<&Bound<'_, PyString>>) -> PyResult<Out> {
        let next = next_cursor.map(write::text).transpose()?;
        let mut page = held(self.inner.lock_py_attached(py));
        self.server.get().output(py, |server| server.end_page(&mut page, next))
    }
}

//! The bytes of one message on their way out.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// One whole message, or one piece of a streamed one, or nothing, which is false.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Out {
    line: Py<PyBytes>,
    json_len: usize,
    is_last: bool,
}

impl Out {
    /// Moves the bytes of an output over to Python.
    pub(crate) fn new(py: Python<'_>, output: &sansmcp_owned::Output) -> Self {
        Self {
            line: PyBytes::new(py, output.line()).unbind(),
            json_len: output.json().len(),
            is_last: output.is_last,
        }
    }
}

#[pymethods]
impl Out {
    /// The bytes for a byte stream, with the newline that ends a message.
    #[getter]
    fn line(&self, py: Python<'_>) -> Py<PyBytes> {
        self.line.clone_ref(py)
    }

    /// The bytes without the newline.
    #[getter]
    fn json<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let line = self.line.bind(py);
        PyBytes::new(py, line.as_bytes().get(..self.json_len).unwrap_or_default())
    }

    /// True if this ends the exchange: nothing more of it will follow.
    #[getter]
    fn is_last(&self) -> bool {
        self.is_last
    }

    fn __bytes__(&self, py: Python<'_>) -> Py<PyBytes> {
        self.line.clone_ref(py)
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.line.as_bytes(py).len()
    }

    fn __bool__(&self, py: Python<'_>) -> bool {
        self.__len__(py) > 0
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let line = self.line.bind(py).repr()?;
        let is_last = if self.is_last { "True" } else { "False" };
        Ok(format!("<Out {line}, is_last={is_last}>"))
    }
}

//! The bytes of one message on their way out.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sansmcp::client::Verb;
use sansmcp::{Route, RouteKind};
use sansmcp_owned::Output;

/// A way that messages take, as one number; 0 is a pipe.
fn number_of(route: Route) -> u64 {
    (route.kind as u64) << 32 | u64::from(route.number)
}

/// The way of a number.
pub(crate) fn route_of(number: u64) -> PyResult<Route> {
    let kind = match number >> 32 {
        0 => RouteKind::Pipe,
        1 => RouteKind::Post,
        2 => RouteKind::Stream,
        _ => return Err(PyValueError::new_err("route must be that of an Out")),
    };
    Ok(Route { number: number as u32, kind })
}

/// One whole message, or one piece of a streamed one, or nothing, which is false.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Out {
    line: Py<PyBytes>,
    json_len: usize,
    is_last: bool,
    keep: Option<Py<PyBytes>>,
    route: Route,
    verb: Verb,
    verb_name: Option<&'static str>,
}

impl Out {
    /// Moves the bytes of an output over to Python.
    pub(crate) fn new(py: Python<'_>, output: &Output) -> Self {
        Self {
            line: PyBytes::new(py, output.line()).unbind(),
            json_len: output.json().len(),
            is_last: output.is_last,
            keep: (!output.keep.is_empty())
                .then(|| PyBytes::new(py, output.keep.as_bytes()).unbind()),
            route: output.route,
            verb: output.verb,
            verb_name: output.verb_name(),
        }
    }

    /// The same as an output of the engine.
    pub(crate) fn output(&self, py: Python<'_>) -> Output {
        let bytes = self.line.as_bytes(py).to_vec();
        Output {
            bytes,
            is_last: self.is_last,
            route: self.route,
            keep: String::new(),
            verb: self.verb,
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

    /// What to keep of the call until the answer to this question comes.
    #[getter]
    fn keep(&self, py: Python<'_>) -> Option<Py<PyBytes>> {
        self.keep.as_ref().map(|keep| keep.clone_ref(py))
    }

    /// The way that it takes.
    #[getter]
    fn route(&self) -> u64 {
        number_of(self.route)
    }

    /// Of a client's over HTTP: the method that its request has.
    #[getter]
    fn verb(&self) -> Option<&'static str> {
        self.verb_name
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

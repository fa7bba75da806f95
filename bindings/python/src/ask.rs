//! What is asked of a client.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sansmcp_owned::{Input as Owned, Method, Params, Question, client_names};

use crate::fault;
use crate::raw::RawJson;
use crate::write;
use crate::write::Text;

/// One thing to ask the client for.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Input(pub(crate) Owned);

impl Input {
    fn new(key: Text, method: Method, params: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(params) = params else {
            return Ok(Self(Owned { key: key.0, method, params: Params::Json("{}".to_owned()) }));
        };
        let text = write::object(params, "params")?;
        let params = if params.is_instance_of::<RawJson>() {
            Params::Json(text)
        } else {
            let read = Question::from_json(method, &text);
            Params::Read(read.map_err(|error| PyValueError::new_err(error.to_string()))?)
        };
        Ok(Self(Owned { key: key.0, method, params }))
    }
}

#[pymethods]
impl Input {
    /// Asks the user to fill in a form, or to visit a page.
    #[staticmethod]
    fn elicit(key: Text, params: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::new(key, Method::Elicit, Some(params))
    }

    /// Asks the client's model.
    #[staticmethod]
    fn create_message(key: Text, params: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::new(key, Method::CreateMessage, Some(params))
    }

    /// Asks for the client's roots.
    #[staticmethod]
    #[pyo3(signature = (key, params = None))]
    fn list_roots(key: Text, params: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::new(key, Method::ListRoots, params)
    }

    /// The name under which the answer comes back.
    #[getter]
    fn key(&self) -> &str {
        &self.0.key
    }

    /// What is asked for, such as `elicitation/create`.
    #[getter]
    fn method(&self) -> &'static str {
        match self.0.method {
            Method::Elicit => "elicitation/create",
            Method::CreateMessage => "sampling/createMessage",
            _ => "roots/list",
        }
    }

    /// What the client must have declared.
    #[getter]
    fn needs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let needs = self.0.needs().map_err(|error| fault::engine(py, error))?;
        PyTuple::new(py, client_names(needs).collect::<Vec<_>>())
    }

    fn __repr__(&self) -> String {
        format!("<Input {} {}>", self.0.key, self.method())
    }
}

//! URI templates.

use std::collections::HashMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use sansmcp::uri::{Template, UriError};

/// A URI template (RFC 6570, levels 1 to 3).
#[pyclass(frozen, eq, hash, module = "sansmcp")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct UriTemplate {
    text: String,
}

impl UriTemplate {
    /// The template, which was checked when it was made.
    fn core(&self) -> PyResult<Template<'_>> {
        Template::for_expansion(&self.text)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

#[pymethods]
impl UriTemplate {
    /// Checks that it is one that can be matched.
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: String) -> PyResult<Self> {
        match Template::new(&text) {
            Ok(_) => Ok(Self { text }),
            Err(error) => {
                let at = text.get(..error.at).map_or(error.at, |before| before.chars().count());
                let message = format!("{error}, at character {at} of {text:?}");
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// The names of its variables, each once.
    #[getter]
    fn variables(&self) -> PyResult<Vec<&str>> {
        let mut names = Vec::new();
        for name in self.core()?.variables() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// The values of the variables if `uri` is an expansion of this template, decoded.
    #[pyo3(signature = (uri, /))]
    fn matches<'py>(&self, py: Python<'py>, uri: &str) -> PyResult<Option<Bound<'py, PyDict>>> {
        let template = Template::new(&self.text);
        let Some(found) = template.ok().and_then(|template| template.matches(uri)) else {
            return Ok(None);
        };
        let values = PyDict::new(py);
        for (name, value) in found.iter() {
            // What stands for no text is no value of a text.
            let Ok(text) = String::from_utf8(value.bytes().collect()) else { return Ok(None) };
            values.set_item(name, text)?;
        }
        Ok(Some(values))
    }

    /// The URI that comes of giving the variables these values.
    #[pyo3(signature = (values, /))]
    fn expand(&self, values: &Bound<'_, PyMapping>) -> PyResult<String> {
        let values: HashMap<String, String> =
            values.items()?.iter().map(|pair| pair.extract()).collect::<PyResult<_>>()?;
        let template = self.core()?;
        let value = |name: &str| values.get(name).map(String::as_str);
        let need = match template.expand(value, &mut []) {
            Err(UriError::Short { need }) => need,
            _ => 0,
        };
        let uri = template.expand(value, &mut vec![0; need]).map(str::to_owned);
        uri.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<UriTemplate {}>", self.text)
    }
}

//! JSON text that is at hand already.

use pyo3::prelude::*;
use sansmcp::json::{Kind, Raw};

use crate::fault;

/// JSON text, sent as it is written: wherever a value goes, whole or inside of another one.
#[pyclass(frozen, eq, hash, module = "sansmcp")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct RawJson {
    text: String,
    kind: u8,
}

impl RawJson {
    /// The text, known to be one JSON value.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// True if it is of this kind.
    pub(crate) fn is(&self, kind: Kind) -> bool {
        self.kind == kind as u8
    }
}

#[pymethods]
impl RawJson {
    /// Checks that it is one JSON value.
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(py: Python<'_>, text: String) -> PyResult<Self> {
        match Raw::parse_str(&text) {
            Ok(value) => {
                let kind = value.kind() as u8;
                Ok(Self { text, kind })
            }
            Err(_) => Err(fault::not_json(py, "the text is not one JSON value")),
        }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<RawJson {}>", self.text)
    }
}

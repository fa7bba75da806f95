//! Results of completions.

use pyo3::prelude::*;
use sansmcp_owned::{Completion as Owned, Server as OwnedServer};

use crate::draft::Draft;
use crate::out::Out;
use crate::{content, write};

/// Suggestions under construction. `end` gives the bytes.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Completion(pub(crate) Draft<Owned>);

impl Completion {
    fn change(slf: &Bound<'_, Self>, change: impl FnOnce(&mut Owned)) -> Py<Self> {
        slf.get().0.change(slf.py(), change);
        slf.clone().unbind()
    }
}

#[pymethods]
impl Completion {
    /// Adds a value.
    #[pyo3(signature = (text, /))]
    fn value(slf: &Bound<'_, Self>, text: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let value = content::words(text)?;
        Ok(Self::change(slf, |completion| completion.values.push(value)))
    }

    /// Says how many values there are in all.
    #[pyo3(signature = (count, /))]
    fn total(slf: &Bound<'_, Self>, count: u64) -> Py<Self> {
        Self::change(slf, |completion| completion.total = Some(count))
    }

    /// Says that there are more values.
    fn more(slf: &Bound<'_, Self>) -> Py<Self> {
        Self::change(slf, |completion| completion.has_more = true)
    }

    /// Sets `_meta`.
    #[pyo3(signature = (value, /))]
    fn meta(slf: &Bound<'_, Self>, value: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let json = write::object(value, "meta")?;
        Ok(Self::change(slf, |completion| completion.meta = Some(json)))
    }

    /// The bytes; empty if the client cancelled the request.
    fn end(&self, py: Python<'_>) -> PyResult<Out> {
        self.0.end(py, OwnedServer::completion)
    }
}

//! Request states and cursors that clients cannot change.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use sansmcp_owned::{Purpose, Seal as Owned, SealError, Sealing};

use crate::event::Event;
use crate::{bytes, fault};

/// A secret key, ready to seal and to open.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Seal(Owned);

fn sealing(purpose: &str, principal: u64, arguments: bool) -> PyResult<Sealing> {
    let purpose = match purpose {
        "state" => Purpose::State,
        "cursor" => Purpose::Cursor,
        _ => return Err(PyValueError::new_err("purpose must be 'state' or 'cursor'")),
    };
    Ok(Sealing { purpose, principal, binds_arguments: arguments })
}

/// The exception that stands for an error of the seal.
fn wrong(py: Python<'_>, error: SealError) -> PyErr {
    let why = match error {
        SealError::NotSealed => "not_sealed",
        SealError::Forged => "forged",
        SealError::Expired => "expired",
        _ => return PyValueError::new_err(error.message()),
    };
    let (code, answer) = error.answer().map_or((0, ""), |(code, answer)| (code.0, answer));
    fault::seal(py, (error.message(), why, code, answer))
}

#[pymethods]
impl Seal {
    /// Seals with the first key, and opens with any.
    #[new]
    #[pyo3(signature = (key, /, *older))]
    fn new(key: &Bound<'_, PyAny>, older: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let older: Vec<Bound<'_, PyAny>> = older.iter().collect();
        let keys = std::iter::once(key).chain(&older).map(bytes::of);
        let keys = keys.collect::<PyResult<Vec<_>>>()?;
        let keys: Vec<&[u8]> = keys.iter().map(AsRef::as_ref).collect();
        Owned::new(&keys).map(Self).map_err(|error| wrong(key.py(), error))
    }

    /// Makes a text of the data that only the key can make, for what this event asks.
    #[pyo3(signature = (
        event, data, *, expires, purpose = "state", principal = 0, arguments = true,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn seal(
        &self,
        py: Python<'_>,
        event: &Bound<'_, Event>,
        data: &Bound<'_, PyAny>,
        expires: u64,
        purpose: &str,
        principal: u64,
        arguments: bool,
    ) -> PyResult<String> {
        let (sealing, data) = (sealing(purpose, principal, arguments)?, bytes::of(data)?);
        let text = self.0.close(event.get().inner(), sealing, expires, &data);
        text.map_err(|error| wrong(py, error))
    }

    /// The data in the state or the cursor that came with an event.
    #[pyo3(signature = (event, *, now, purpose = "state", principal = 0, arguments = true))]
    fn open<'py>(
        &self,
        py: Python<'py>,
        event: &Bound<'_, Event>,
        now: u64,
        purpose: &str,
        principal: u64,
        arguments: bool,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let sealing = sealing(purpose, principal, arguments)?;
        let data = self.0.open(event.get().inner(), sealing, now);
        let data = data.map_err(|error| wrong(py, error))?;
        Ok(data.map(|data| PyBytes::new(py, &data)))
    }

    /// Nothing of the key.
    fn __repr__(&self) -> &'static str {
        "<Seal>"
    }
}

//! The events of a frame.

use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;

use super::{Server, held};
use crate::event;
use crate::lines::Frame;

/// The events of a frame.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Events {
    pub(super) server: Py<Server>,
    pub(super) frame: Py<Frame>,
    pub(super) now: u64,
}

#[pymethods]
impl Events {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let event = {
            let mut frame = held(self.frame.get().0.lock_py_attached(py));
            held(self.server.get().0.lock_py_attached(py)).receive(&mut frame, self.now)
        };
        event.map(|event| event::wrap(py, event)).transpose()
    }
}

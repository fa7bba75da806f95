//! Byte streams to frames.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyBytes;
use sansmcp_owned::{Frame as OwnedFrame, Lines as OwnedLines};

use crate::bytes;
use crate::out::route_of;
use crate::server::held;

/// One message, or one batch of them, and how far it was read.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Frame(pub(crate) Mutex<OwnedFrame>);

impl Frame {
    pub(crate) fn own(frame: OwnedFrame) -> Self {
        Self(Mutex::new(frame))
    }
}

#[pymethods]
impl Frame {
    /// A message that stands alone, such as the body of an HTTP POST.
    #[new]
    #[pyo3(signature = (data, /))]
    fn new(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self::own(OwnedFrame::new(bytes::of(data)?.as_ref())))
    }

    /// A response that was longer than its host took.
    #[staticmethod]
    #[pyo3(signature = (length, /))]
    fn too_long(length: u64) -> Self {
        Self::own(OwnedFrame::too_long(length))
    }

    /// The same message on the way of an exchange.
    #[pyo3(signature = (route, /))]
    fn on(&self, py: Python<'_>, route: u64) -> PyResult<Self> {
        let frame = held(self.0.lock_py_attached(py)).clone();
        Ok(Self::own(frame.on(route_of(route)?)))
    }

    /// The bytes without the line end; empty if the line was too long.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, held(self.0.lock_py_attached(py)).bytes())
    }

    /// True if the line was longer than `Lines` takes: its bytes are gone.
    #[getter]
    fn is_too_long(&self, py: Python<'_>) -> bool {
        held(self.0.lock_py_attached(py)).overlong().is_some()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.is_too_long(py) {
            return Ok("<Frame, too long>".to_owned());
        }
        Ok(format!("<Frame {}>", self.data(py).repr()?))
    }
}

/// Cuts a byte stream into frames, one message a line.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Lines(Mutex<OwnedLines>);

#[pymethods]
impl Lines {
    /// `max` bounds the longest line in bytes, its end included.
    #[new]
    #[pyo3(signature = (max = 1_048_576))]
    fn new(max: u32) -> Self {
        Self(Mutex::new(OwnedLines::new(max as usize)))
    }

    /// The frames that end in `data`, which may be cut anywhere.
    #[pyo3(signature = (data, /))]
    fn feed(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<Vec<Frame>> {
        let data = bytes::of(data)?;
        let frames = held(self.0.lock_py_attached(py)).feed(&data);
        Ok(frames.into_iter().map(Frame::own).collect())
    }

    /// The rest, when no more bytes will come. Afterwards it may be used for another stream.
    fn finish(&self, py: Python<'_>) -> Vec<Frame> {
        let frames = held(self.0.lock_py_attached(py)).finish();
        frames.into_iter().map(Frame::own).collect()
    }
}

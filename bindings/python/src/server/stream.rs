//! Answers that leave in pieces.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use sansmcp::{Shape, Ticket};

use super::Server;
use crate::out::Out;
use crate::{bytes, write};

#[pymethods]
impl Server {
    /// Begins an answer of one block that leaves in pieces.
    #[pyo3(signature = (ticket, shape, mime_type = None, *, uri = None))]
    fn begin(
        &self,
        py: Python<'_>,
        ticket: u64,
        shape: &str,
        mime_type: Option<&str>,
        uri: Option<&str>,
    ) -> PyResult<Out> {
        let shape = match (shape, mime_type, uri) {
            ("text", None, None) => Shape::Text,
            ("image", Some(mime_type), None) => Shape::Image(mime_type),
            ("audio", Some(mime_type), None) => Shape::Audio(mime_type),
            ("blob", Some(mime_type), Some(uri)) => Shape::Blob(uri, mime_type),
            ("contents", Some(mime_type), Some(uri)) => Shape::Contents(uri, mime_type),
            ("bytes", Some(mime_type), Some(uri)) => Shape::Bytes(uri, mime_type),
            ("text", ..) => return Err(PyTypeError::new_err("text takes no mime_type and no uri")),
            ("image" | "audio", ..) => {
                return Err(PyTypeError::new_err(format!("{shape} takes mime_type and no uri")));
            }
            ("blob" | "contents" | "bytes", ..) => {
                return Err(PyTypeError::new_err(format!("{shape} takes mime_type and uri")));
            }
            _ => {
                let message =
                    "shape must be 'text', 'image', 'audio', 'blob', 'contents' or 'bytes'";
                return Err(PyValueError::new_err(message));
            }
        };
        self.output(py, |server| server.begin(Ticket::from_number(ticket), shape))
    }

    /// Sends the next piece: how many bytes were taken, and what to send.
    fn piece(
        &self,
        py: Python<'_>,
        ticket: u64,
        data: &Bound<'_, PyAny>,
    ) -> PyResult<(usize, Out)> {
        let data = bytes::of(data)?;
        let ticket = Ticket::from_number(ticket);
        let (taken, output) = self.engine(py, |server| server.piece(ticket, &data))?;
        Ok((taken, Out::new(py, &output)))
    }

    /// Ends the streamed answer.
    #[pyo3(signature = (ticket, failure = None))]
    fn end(
        &self,
        py: Python<'_>,
        ticket: u64,
        failure: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Out> {
        let failure = failure.map(write::text).transpose()?;
        self.output(py, |server| server.end(Ticket::from_number(ticket), failure))
    }
}

//! Results of calls.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyString;
use sansmcp::Ticket;
use sansmcp::json::Kind;
use sansmcp_owned::{Answer as Owned, Block};

use crate::out::Out;
use crate::raw::RawJson;
use crate::server::{Server, held};
use crate::{bytes, fault, write};

/// A result under construction. `end` gives the bytes.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Answer {
    server: Py<Server>,
    ticket: Ticket,
    inner: Mutex<Owned>,
}

impl Answer {
    /// An answer with nothing in it yet.
    pub(crate) fn new(server: Py<Server>, ticket: Ticket) -> Self {
        Self { server, ticket, inner: Mutex::default() }
    }

    fn change(slf: &Bound<'_, Self>, change: impl FnOnce(&mut Owned)) -> Py<Self> {
        change(&mut held(slf.get().inner.lock_py_attached(slf.py())));
        slf.clone().unbind()
    }

    fn block(slf: &Bound<'_, Self>, block: Block) -> Py<Self> {
        Self::change(slf, |answer| answer.blocks.push(block))
    }
}

/// A block of text: a `str`, or a JSON string that is sent as it is written.
fn words(text: &Bound<'_, PyAny>) -> PyResult<Block> {
    let Ok(raw) = text.cast::<RawJson>() else {
        return Ok(Block::Text(write::text(text.cast()?)?.to_owned()));
    };
    if raw.get().is(Kind::String) {
        return Ok(Block::JsonText(raw.get().as_str().to_owned()));
    }
    Err(fault::not_json(text.py(), "a text must be a JSON string"))
}

#[pymethods]
impl Answer {
    /// Adds a block of text.
    #[pyo3(signature = (text, /))]
    fn text(slf: &Bound<'_, Self>, text: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        Ok(Self::block(slf, words(text)?))
    }

    /// Adds a picture.
    fn image(
        slf: &Bound<'_, Self>,
        data: &Bound<'_, PyAny>,
        mime_type: String,
    ) -> PyResult<Py<Self>> {
        Ok(Self::block(slf, Block::Image { data: bytes::of(data)?.into_owned(), mime_type }))
    }

    /// Adds sound.
    fn audio(
        slf: &Bound<'_, Self>,
        data: &Bound<'_, PyAny>,
        mime_type: String,
    ) -> PyResult<Py<Self>> {
        Ok(Self::block(slf, Block::Audio { data: bytes::of(data)?.into_owned(), mime_type }))
    }

    /// Adds a resource made of text.
    #[pyo3(signature = (uri, text, *, mime_type = None))]
    fn resource(
        slf: &Bound<'_, Self>,
        uri: String,
        text: &Bound<'_, PyString>,
        mime_type: Option<String>,
    ) -> PyResult<Py<Self>> {
        let text = write::text(text)?.to_owned();
        Ok(Self::block(slf, Block::Resource { uri, mime_type, text }))
    }

    /// Adds a resource made of bytes.
    #[pyo3(signature = (uri, data, *, mime_type = None))]
    fn blob(
        slf: &Bound<'_, Self>,
        uri: String,
        data: &Bound<'_, PyAny>,
        mime_type: Option<String>,
    ) -> PyResult<Py<Self>> {
        let data = bytes::of(data)?.into_owned();
        Ok(Self::block(slf, Block::Blob { uri, mime_type, data }))
    }

    /// Adds a link to a resource.
    #[pyo3(signature = (uri, name, *, mime_type = None))]
    fn link(
        slf: &Bound<'_, Self>,
        uri: String,
        name: String,
        mime_type: Option<String>,
    ) -> Py<Self> {
        Self::block(slf, Block::Link { uri, name, mime_type })
    }

    /// Sets the structured result.
    #[pyo3(signature = (value, /))]
    fn structured(slf: &Bound<'_, Self>, value: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let json = write::json(value)?;
        Ok(Self::change(slf, |answer| answer.structured = Some(json)))
    }

    /// Sets `_meta`.
    #[pyo3(signature = (value, /))]
    fn meta(slf: &Bound<'_, Self>, value: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let json = write::object(value, "meta")?;
        Ok(Self::change(slf, |answer| answer.meta = Some(json)))
    }

    /// Marks the result as a failure of the tool, which the model sees, and says why.
    #[pyo3(signature = (why, /))]
    fn fail(slf: &Bound<'_, Self>, why: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let why = words(why)?;
        Ok(Self::change(slf, |answer| {
            answer.is_error = true;
            answer.blocks.push(why);
        }))
    }

    /// The bytes; empty if the client cancelled the request.
    fn end(&self, py: Python<'_>) -> PyResult<Out> {
        let answer = held(self.inner.lock_py_attached(py));
        self.server.get().output(py, |server| server.answer(self.ticket, &answer))
    }
}

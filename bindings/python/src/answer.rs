//! Results of calls.

use pyo3::prelude::*;
use sansmcp_owned::{Answer as Owned, Block, Content, Server as OwnedServer};

use crate::draft::Draft;
use crate::out::Out;
use crate::write::Text;
use crate::{content, write};

/// A result under construction. `end` gives the bytes.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Answer(pub(crate) Draft<Owned>);

impl Answer {
    fn change(slf: &Bound<'_, Self>, change: impl FnOnce(&mut Owned)) -> Py<Self> {
        slf.get().0.change(slf.py(), change);
        slf.clone().unbind()
    }

    fn add(slf: &Bound<'_, Self>, block: Block) -> Py<Self> {
        Self::change(slf, |answer| answer.blocks.push(block))
    }
}

#[pymethods]
impl Answer {
    /// Adds a block of text.
    #[pyo3(signature = (text, /, *, annotations = None, meta = None))]
    fn text(
        slf: &Bound<'_, Self>,
        text: &Bound<'_, PyAny>,
        annotations: Option<&Bound<'_, PyAny>>,
        meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let text = Content::Text(content::words(text)?);
        Ok(Self::add(slf, content::block(text, annotations, meta)?))
    }

    /// Adds a picture.
    #[pyo3(signature = (data, mime_type, *, annotations = None, meta = None))]
    fn image(
        slf: &Bound<'_, Self>,
        data: &Bound<'_, PyAny>,
        mime_type: Text,
        annotations: Option<&Bound<'_, PyAny>>,
        meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let image = content::image(data, mime_type)?;
        Ok(Self::add(slf, content::block(image, annotations, meta)?))
    }

    /// Adds sound.
    #[pyo3(signature = (data, mime_type, *, annotations = None, meta = None))]
    fn audio(
        slf: &Bound<'_, Self>,
        data: &Bound<'_, PyAny>,
        mime_type: Text,
        annotations: Option<&Bound<'_, PyAny>>,
        meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let audio = content::audio(data, mime_type)?;
        Ok(Self::add(slf, content::block(audio, annotations, meta)?))
    }

    /// Adds a resource made of text.
    #[pyo3(signature = (
        uri, text, *, mime_type = None, annotations = None, meta = None, resource_meta = None,
    ))]
    fn resource(
        slf: &Bound<'_, Self>,
        uri: Text,
        text: &Bound<'_, PyAny>,
        mime_type: Option<Text>,
        annotations: Option<&Bound<'_, PyAny>>,
        meta: Option<&Bound<'_, PyAny>>,
        resource_meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let part = content::text_part(uri, text, mime_type, resource_meta)?;
        Ok(Self::add(slf, content::block(Content::Resource(part), annotations, meta)?))
    }

    /// Adds a resource made of bytes.
    #[pyo3(signature = (
        uri, data, *, mime_type = None, annotations = None, meta = None, resource_meta = None,
    ))]
    fn blob(
        slf: &Bound<'_, Self>,
        uri: Text,
        data: &Bound<'_, PyAny>,
        mime_type: Option<Text>,
        annotations: Option<&Bound<'_, PyAny>>,
        meta: Option<&Bound<'_, PyAny>>,
        resource_meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let part = content::blob_part(uri, data, mime_type, resource_meta)?;
        Ok(Self::add(slf, content::block(Content::Resource(part), annotations, meta)?))
    }

    /// Adds a link to a resource.
    #[pyo3(signature = (
        uri, name, *, title = None, description = None, mime_type = None, size = None,
        icons = None, annotations = None, meta = None,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn link(
        slf: &Bound<'_, Self>,
        uri: Text,
        name: Text,
        title: Option<Text>,
        description: Option<Text>,
        mime_type: Option<Text>,
        size: Option<u64>,
        icons: Option<&Bound<'_, PyAny>>,
        annotations: Option<&Bound<'_, PyAny>>,
        meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let link = content::link(uri, name, title, description, mime_type, size, icons)?;
        Ok(Self::add(slf, content::block(link, annotations, meta)?))
    }

    /// Adds a block of any kind.
    #[pyo3(signature = (block, /))]
    fn block(slf: &Bound<'_, Self>, block: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        Ok(Self::add(slf, content::any(block)?))
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
        let why = Content::Text(content::words(why)?);
        Ok(Self::change(slf, |answer| {
            answer.is_error = true;
            answer.blocks.push(why.into());
        }))
    }

    /// Marks the result as a failure of the tool, of which the blocks say more.
    fn failed(slf: &Bound<'_, Self>) -> Py<Self> {
        Self::change(slf, |answer| answer.is_error = true)
    }

    /// The bytes; empty if the client cancelled the request.
    fn end(&self, py: Python<'_>) -> PyResult<Out> {
        self.0.end(py, OwnedServer::answer)
    }
}

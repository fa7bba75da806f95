//! Results of prompts.

use pyo3::prelude::*;
use sansmcp_owned::{Block, Content, Messages as Owned, Server as OwnedServer};

use crate::draft::Draft;
use crate::out::Out;
use crate::write::Text;
use crate::{content, write};

/// The messages of a prompt under construction. `end` gives the bytes.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Messages(pub(crate) Draft<Owned>);

impl Messages {
    fn change(slf: &Bound<'_, Self>, change: impl FnOnce(&mut Owned)) -> Py<Self> {
        slf.get().0.change(slf.py(), change);
        slf.clone().unbind()
    }

    fn add(slf: &Bound<'_, Self>, role: &str, block: Block) -> PyResult<Py<Self>> {
        let role = content::role(role)?;
        Ok(Self::change(slf, |messages| messages.messages.push((role, block))))
    }
}

#[pymethods]
impl Messages {
    /// Adds a text that `role` says.
    #[pyo3(signature = (role, text, *, annotations = None, meta = None))]
    fn text(
        slf: &Bound<'_, Self>,
        role: &str,
        text: &Bound<'_, PyAny>,
        annotations: Option<&Bound<'_, PyAny>>,
        meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let text = Content::Text(content::words(text)?);
        Self::add(slf, role, content::block(text, annotations, meta)?)
    }

    /// Adds a picture.
    #[pyo3(signature = (role, data, mime_type, *, annotations = None, meta = None))]
    fn image(
        slf: &Bound<'_, Self>,
        role: &str,
        data: &Bound<'_, PyAny>,
        mime_type: Text,
        annotations: Option<&Bound<'_, PyAny>>,
        meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let image = content::image(data, mime_type)?;
        Self::add(slf, role, content::block(image, annotations, meta)?)
    }

    /// Adds sound.
    #[pyo3(signature = (role, data, mime_type, *, annotations = None, meta = None))]
    fn audio(
        slf: &Bound<'_, Self>,
        role: &str,
        data: &Bound<'_, PyAny>,
        mime_type: Text,
        annotations: Option<&Bound<'_, PyAny>>,
        meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let audio = content::audio(data, mime_type)?;
        Self::add(slf, role, content::block(audio, annotations, meta)?)
    }

    /// Adds a resource made of text.
    #[pyo3(signature = (
        role, uri, text, *, mime_type = None, annotations = None, meta = None,
        resource_meta = None,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn resource(
        slf: &Bound<'_, Self>,
        role: &str,
        uri: Text,
        text: &Bound<'_, PyAny>,
        mime_type: Option<Text>,
        annotations: Option<&Bound<'_, PyAny>>,
        meta: Option<&Bound<'_, PyAny>>,
        resource_meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let part = content::text_part(uri, text, mime_type, resource_meta)?;
        Self::add(slf, role, content::block(Content::Resource(part), annotations, meta)?)
    }

    /// Adds a resource made of bytes.
    #[pyo3(signature = (
        role, uri, data, *, mime_type = None, annotations = None, meta = None,
        resource_meta = None,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn blob(
        slf: &Bound<'_, Self>,
        role: &str,
        uri: Text,
        data: &Bound<'_, PyAny>,
        mime_type: Option<Text>,
        annotations: Option<&Bound<'_, PyAny>>,
        meta: Option<&Bound<'_, PyAny>>,
        resource_meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let part = content::blob_part(uri, data, mime_type, resource_meta)?;
        Self::add(slf, role, content::block(Content::Resource(part), annotations, meta)?)
    }

    /// Adds a link to a resource.
    #[pyo3(signature = (
        role, uri, name, *, title = None, description = None, mime_type = None, size = None,
        icons = None, annotations = None, meta = None,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn link(
        slf: &Bound<'_, Self>,
        role: &str,
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
        Self::add(slf, role, content::block(link, annotations, meta)?)
    }

    /// Adds a block of any kind.
    #[pyo3(signature = (role, block, /))]
    fn block(slf: &Bound<'_, Self>, role: &str, block: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        Self::add(slf, role, content::any(block)?)
    }

    /// Says what the prompt is for.
    #[pyo3(signature = (text, /))]
    fn description(slf: &Bound<'_, Self>, text: Text) -> Py<Self> {
        Self::change(slf, |messages| messages.description = Some(text.0))
    }

    /// Sets `_meta`.
    #[pyo3(signature = (value, /))]
    fn meta(slf: &Bound<'_, Self>, value: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let json = write::object(value, "meta")?;
        Ok(Self::change(slf, |messages| messages.meta = Some(json)))
    }

    /// The bytes; empty if the client cancelled the request.
    fn end(&self, py: Python<'_>) -> PyResult<Out> {
        self.0.end(py, OwnedServer::messages)
    }
}

//! Results of reads.

use pyo3::prelude::*;
use sansmcp_owned::{CacheHint, Contents as Owned, Part, Server as OwnedServer};

use crate::draft::Draft;
use crate::out::Out;
use crate::write::Text;
use crate::{content, describe, write};

/// The contents of a resource under construction. `end` gives the bytes.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Contents(pub(crate) Draft<Owned>);

impl Contents {
    fn change(slf: &Bound<'_, Self>, change: impl FnOnce(&mut Owned)) -> Py<Self> {
        slf.get().0.change(slf.py(), change);
        slf.clone().unbind()
    }

    fn add(slf: &Bound<'_, Self>, part: Part) -> Py<Self> {
        Self::change(slf, |contents| contents.parts.push(part))
    }
}

#[pymethods]
impl Contents {
    /// Adds a part made of text.
    #[pyo3(signature = (uri, text, *, mime_type = None, meta = None))]
    fn text(
        slf: &Bound<'_, Self>,
        uri: Text,
        text: &Bound<'_, PyAny>,
        mime_type: Option<Text>,
        meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        Ok(Self::add(slf, content::text_part(uri, text, mime_type, meta)?))
    }

    /// Adds a part made of bytes.
    #[pyo3(signature = (uri, data, *, mime_type = None, meta = None))]
    fn blob(
        slf: &Bound<'_, Self>,
        uri: Text,
        data: &Bound<'_, PyAny>,
        mime_type: Option<Text>,
        meta: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        Ok(Self::add(slf, content::blob_part(uri, data, mime_type, meta)?))
    }

    /// Says how long they may be kept, and for whom.
    #[pyo3(signature = (ttl_ms, scope = "private"))]
    fn cache(slf: &Bound<'_, Self>, ttl_ms: u32, scope: &str) -> PyResult<Py<Self>> {
        let hint = CacheHint { ttl_ms, scope: describe::cache_scope(scope, "scope")? };
        Ok(Self::change(slf, |contents| contents.cache = Some(hint)))
    }

    /// Sets `_meta`.
    #[pyo3(signature = (value, /))]
    fn meta(slf: &Bound<'_, Self>, value: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let json = write::object(value, "meta")?;
        Ok(Self::change(slf, |contents| contents.meta = Some(json)))
    }

    /// The bytes; empty if the client cancelled the request.
    fn end(&self, py: Python<'_>) -> PyResult<Out> {
        self.0.end(py, OwnedServer::contents)
    }
}

//! What a server says of itself: the classes of `sansmcp._describe` as the engine takes them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sansmcp_owned::{Annotations, CacheHint, CacheScope, Icon, Info, Tool};

use crate::write;

/// The arguments with which a server is made.
pub(crate) struct Description<'a, 'py> {
    /// As the members of [`Info`].
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) website_url: Option<String>,
    pub(crate) instructions: Option<String>,
    /// Iterables of the classes of this name.
    pub(crate) icons: Option<&'a Bound<'py, PyAny>>,
    pub(crate) tools: Option<&'a Bound<'py, PyAny>>,
    /// Milliseconds.
    pub(crate) ttl_ms: u32,
    /// `private` or `public`.
    pub(crate) cache_scope: &'a str,
}

impl Description<'_, '_> {
    /// Reads it all.
    ///
    /// # Errors
    /// `ValueError` for an unknown scope, `NotJson` for schemas that have no form in JSON, and
    /// what Python raises where a member is missing or of the wrong type.
    pub(crate) fn read(self) -> PyResult<Info> {
        let scope = match self.cache_scope {
            "private" => CacheScope::Private,
            "public" => CacheScope::Public,
            _ => return Err(PyValueError::new_err("cache_scope must be 'private' or 'public'")),
        };
        Ok(Info {
            name: self.name,
            version: self.version,
            title: self.title,
            description: self.description,
            website_url: self.website_url,
            instructions: self.instructions,
            icons: all(self.icons, icon)?,
            cache: CacheHint { ttl_ms: self.ttl_ms, scope },
            tools: all(self.tools, tool)?,
        })
    }
}

/// Every item of an iterable, read.
fn all<T>(
    items: Option<&Bound<'_, PyAny>>,
    read: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let Some(items) = items else { return Ok(Vec::new()) };
    items.try_iter()?.map(|item| read(&item?)).collect()
}

fn tool(tool: &Bound<'_, PyAny>) -> PyResult<Tool> {
    let annotations = tool.getattr("annotations")?;
    Ok(Tool {
        name: tool.getattr("name")?.extract()?,
        title: tool.getattr("title")?.extract()?,
        description: tool.getattr("description")?.extract::<Option<String>>()?.unwrap_or_default(),
        input_schema: object(tool, "input_schema")?,
        output_schema: object(tool, "output_schema")?,
        annotations: if annotations.is_none() { None } else { Some(hints(&annotations)?) },
        icons: all(Some(&tool.getattr("icons")?), icon)?,
        meta: object(tool, "meta")?,
    })
}

/// The JSON text of a member, empty where there is none.
fn object(tool: &Bound<'_, PyAny>, member: &str) -> PyResult<String> {
    let value = tool.getattr(member)?;
    if value.is_none() { Ok(String::new()) } else { write::object(&value, member) }
}

fn hints(annotations: &Bound<'_, PyAny>) -> PyResult<Annotations> {
    Ok(Annotations {
        title: annotations.getattr("title")?.extract()?,
        read_only: annotations.getattr("read_only")?.extract()?,
        destructive: annotations.getattr("destructive")?.extract()?,
        idempotent: annotations.getattr("idempotent")?.extract()?,
        open_world: annotations.getattr("open_world")?.extract()?,
    })
}

fn icon(icon: &Bound<'_, PyAny>) -> PyResult<Icon> {
    Ok(Icon {
        src: icon.getattr("src")?.extract()?,
        mime_type: icon.getattr("mime_type")?.extract()?,
        sizes: all(Some(&icon.getattr("sizes")?), |size| size.extract())?,
        theme: icon.getattr("theme")?.extract()?,
    })
}

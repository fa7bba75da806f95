//! Content: what results of calls, prompts and reads are made of.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use sansmcp::json::Kind;
use sansmcp_owned::{Block, Content, Filling, Link, Part, Role, Words};

use crate::raw::RawJson;
use crate::write::Text;
use crate::{bytes, describe, fault, write};

/// A text: a `str`, or a JSON string that is sent as it is written.
pub(crate) fn words(text: &Bound<'_, PyAny>) -> PyResult<Words> {
    let Ok(raw) = text.cast::<RawJson>() else {
        return Ok(Words::Plain(write::text(text.cast::<PyString>()?)?.to_owned()));
    };
    if raw.get().is(Kind::String) {
        return Ok(Words::Json(raw.get().as_str().to_owned()));
    }
    Err(fault::not_json(text.py(), "a text must be a JSON string"))
}

/// Who speaks.
pub(crate) fn role(name: &str) -> PyResult<Role> {
    match name {
        "user" => Ok(Role::User),
        "assistant" => Ok(Role::Assistant),
        _ => {
            Err(PyValueError::new_err(format!("role must be 'user' or 'assistant', not '{name}'")))
        }
    }
}

/// `_meta`: empty for none.
fn meta(meta: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    meta.map_or_else(|| Ok(String::new()), |meta| write::object(meta, "meta"))
}

/// What every block may have beside its content.
pub(crate) fn block(
    content: Content,
    annotated: Option<&Bound<'_, PyAny>>,
    with: Option<&Bound<'_, PyAny>>,
) -> PyResult<Block> {
    Ok(Block {
        content,
        annotations: annotated
            .map(|given| describe::annotations(given, "the block"))
            .transpose()?,
        meta: meta(with)?,
    })
}

/// A block of any kind, from a mapping of the protocol's form.
pub(crate) fn any(block: &Bound<'_, PyAny>) -> PyResult<Block> {
    let json = write::object(block, "block")?;
    Block::from_json(&json).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A picture.
pub(crate) fn image(data: &Bound<'_, PyAny>, mime_type: Text) -> PyResult<Content> {
    Ok(Content::Image { data: bytes::of(data)?.into_owned(), mime_type: mime_type.0 })
}

/// Sound.
pub(crate) fn audio(data: &Bound<'_, PyAny>, mime_type: Text) -> PyResult<Content> {
    Ok(Content::Audio { data: bytes::of(data)?.into_owned(), mime_type: mime_type.0 })
}

/// The contents of a resource, or of a part of it, made of text.
pub(crate) fn text_part(
    uri: Text,
    text: &Bound<'_, PyAny>,
    mime_type: Option<Text>,
    with: Option<&Bound<'_, PyAny>>,
) -> PyResult<Part> {
    let filling = Filling::Text(words(text)?);
    Ok(Part { uri: uri.0, mime_type: mime_type.map(|text| text.0), filling, meta: meta(with)? })
}

/// The same, made of bytes.
pub(crate) fn blob_part(
    uri: Text,
    data: &Bound<'_, PyAny>,
    mime_type: Option<Text>,
    with: Option<&Bound<'_, PyAny>>,
) -> PyResult<Part> {
    let filling = Filling::Blob(bytes::of(data)?.into_owned());
    Ok(Part { uri: uri.0, mime_type: mime_type.map(|text| text.0), filling, meta: meta(with)? })
}

/// A link to a resource.
pub(crate) fn link(
    uri: Text,
    name: Text,
    title: Option<Text>,
    description: Option<Text>,
    mime_type: Option<Text>,
    size: Option<u64>,
    icons: Option<&Bound<'_, PyAny>>,
) -> PyResult<Content> {
    Ok(Content::Link(Link {
        uri: uri.0,
        name: name.0,
        title: title.map(|text| text.0),
        description: description.map(|text| text.0),
        mime_type: mime_type.map(|text| text.0),
        size,
        icons: describe::icons(icons)?,
    }))
}

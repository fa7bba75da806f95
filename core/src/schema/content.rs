//! Content blocks of results (server/tools, `ContentBlock`).
//!
//! One function a kind, so that a program carries only those that it sends.

use super::Prose;
use super::implementation::write_optional;
use crate::error::Error;
use crate::json::Writer;
use crate::rules::Revision;

pub(crate) fn write_text(out: &mut Writer<'_>, text: Prose<'_>) {
    out.put_str("{\"type\":\"text\",\"text\":\"");
    text.write_inside(out);
    out.put_str("\"}");
}

pub(crate) fn write_image(out: &mut Writer<'_>, data: &[u8], mime_type: &str) {
    write_media(out, "{\"type\":\"image\",\"data\":\"", data, mime_type);
}

/// # Errors
/// [`Error::NotSupported`] where the revision has no sound.
pub(crate) fn write_audio(
    out: &mut Writer<'_>,
    data: &[u8],
    mime_type: &str,
    revision: Revision,
) -> Result<(), Error> {
    if !revision.rules().audio {
        return Err(Error::NotSupported);
    }
    write_media(out, "{\"type\":\"audio\",\"data\":\"", data, mime_type);
    Ok(())
}

pub(crate) fn write_resource(
    out: &mut Writer<'_>,
    uri: &str,
    mime_type: Option<&str>,
    text: Prose<'_>,
) {
    write_resource_head(out, uri, mime_type);
    out.put_str(",\"text\":");
    text.write(out);
    out.put_str("}}");
}

pub(crate) fn write_blob(out: &mut Writer<'_>, uri: &str, mime_type: Option<&str>, data: &[u8]) {
    write_resource_head(out, uri, mime_type);
    out.put_str(",\"blob\":\"");
    out.base64(data);
    out.put_str("\"}}");
}

/// # Errors
/// [`Error::NotSupported`] where the revision has no links.
pub(crate) fn write_link(
    out: &mut Writer<'_>,
    uri: &str,
    name: &str,
    mime_type: Option<&str>,
    revision: Revision,
) -> Result<(), Error> {
    if !revision.rules().titles {
        return Err(Error::NotSupported);
    }
    out.put_str("{\"type\":\"resource_link\",\"name\":");
    out.string(name);
    out.put_str(",\"uri\":");
    out.string(uri);
    write_optional(out, "mimeType", mime_type);
    out.put_str("}");
    Ok(())
}

fn write_media(out: &mut Writer<'_>, head: &str, data: &[u8], mime_type: &str) {
    out.put_str(head);
    out.base64(data);
    out.put_str("\",\"mimeType\":");
    out.string(mime_type);
    out.put_str("}");
}

fn write_resource_head(out: &mut Writer<'_>, uri: &str, mime_type: Option<&str>) {
    out.put_str("{\"type\":\"resource\",\"resource\":{\"uri\":");
    out.string(uri);
    write_optional(out, "mimeType", mime_type);
}

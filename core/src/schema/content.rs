//! Content blocks of results (server/tools, `ContentBlock`).

use super::Prose;
use crate::error::Error;
use crate::json::Writer;
use crate::rules::Revision;

/// One block of content.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content<'a> {
    Text(Prose<'a>),
    Image { data: &'a [u8], mime_type: &'a str },
    Audio { data: &'a [u8], mime_type: &'a str },
    TextResource { uri: &'a str, mime_type: Option<&'a str>, text: Prose<'a> },
    BlobResource { uri: &'a str, mime_type: Option<&'a str>, data: &'a [u8] },
    Link { uri: &'a str, name: &'a str, mime_type: Option<&'a str> },
}

/// Writes one block.
///
/// # Errors
/// [`Error::NotSupported`] where the revision does not have this kind of content.
pub(crate) fn write_content(
    out: &mut Writer<'_>,
    content: &Content<'_>,
    revision: Revision,
) -> Result<(), Error> {
    match *content {
        Content::Text(text) => {
            out.put_str("{\"type\":\"text\",\"text\":\"");
            text.write_inside(out);
            out.put_str("\"}");
            return Ok(());
        }
        Content::Image { data, mime_type } => {
            write_media(out, "{\"type\":\"image\",\"data\":\"", data, mime_type);
        }
        Content::Audio { data, mime_type } => {
            if !revision.rules().audio {
                return Err(Error::NotSupported);
            }
            write_media(out, "{\"type\":\"audio\",\"data\":\"", data, mime_type);
        }
        Content::TextResource { uri, mime_type, text } => {
            write_resource_head(out, uri, mime_type);
            out.put_str(",\"text\":");
            text.write(out);
            out.put_str("}");
        }
        Content::BlobResource { uri, mime_type, data } => {
            write_resource_head(out, uri, mime_type);
            out.put_str(",\"blob\":\"");
            out.base64(data);
            out.put_str("\"}");
        }
        Content::Link { uri, name, mime_type } => {
            if !revision.rules().titles {
                return Err(Error::NotSupported);
            }
            out.put_str("{\"type\":\"resource_link\",\"name\":");
            out.string(name);
            out.put_str(",\"uri\":");
            out.string(uri);
            super::implementation::write_optional(out, "mimeType", mime_type);
        }
    }
    out.put_str("}");
    Ok(())
}

fn write_media(out: &mut Writer<'_>, head: &str, data: &[u8], mime_type: &str) {
    out.put_str(head);
    out.base64(data);
    out.put_str("\",\"mimeType\":");
    out.string(mime_type);
}

fn write_resource_head(out: &mut Writer<'_>, uri: &str, mime_type: Option<&str>) {
    out.put_str("{\"type\":\"resource\",\"resource\":{\"uri\":");
    out.string(uri);
    super::implementation::write_optional(out, "mimeType", mime_type);
}

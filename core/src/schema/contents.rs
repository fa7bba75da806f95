//! The contents of a resource: text or bytes (`TextResourceContents`, `BlobResourceContents`).

use super::members::Members;
use super::object::Property;
use super::table::{property, view};
use super::{Object, Prose};
use crate::error::Error;
use crate::json::Writer;
use crate::rules::Revision;

/// The contents of a resource, or of a part of it.
#[derive(Clone, Copy, Debug)]
pub struct ResourceContents<'a> {
    /// Where they are from, required.
    pub uri: &'a str,
    /// Their media type, if known.
    pub mime_type: Option<&'a str>,
    /// Text or bytes.
    pub body: Body<'a>,
    /// `_meta`, a JSON object. Empty: none. From 2025-06-18 on.
    pub meta: &'a str,
}

/// What a resource holds.
#[derive(Clone, Copy, Debug)]
pub enum Body<'a> {
    /// Text, which is sent as it is.
    Text(Prose<'a>),
    /// Bytes, which are sent as Base64.
    Blob(&'a [u8]),
}

impl<'a> ResourceContents<'a> {
    /// Nothing set: fill in what there is, and leave the rest to it.
    pub const EMPTY: Self =
        Self { uri: "", mime_type: None, body: Body::Text(Prose::Plain("")), meta: "" };
}

impl Default for ResourceContents<'_> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Object for ResourceContents<'_> {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        const URI: Property = property!("uri", NOV24);
        const MIME_TYPE: Property = property!("mimeType", NOV24);
        const TEXT: Property = property!("text", NOV24);
        const BLOB: Property = property!("blob", NOV24);
        const META: Property = property!("_meta", JUN25);
        let mut members = Members::open(out, revision);
        members.text(&URI, self.uri);
        members.maybe(&MIME_TYPE, self.mime_type);
        match self.body {
            Body::Text(text) => members.prose(&TEXT, text),
            Body::Blob(bytes) => members.base64(&BLOB, bytes),
        }
        members.json_object(&META, self.meta);
        members.close()
    }
}

view! {
    /// How [`ResourceContents`] are read: they have either a `text` or a `blob`.
    ResourceContentsView {
        /// Where they are from.
        "uri" uri: text, NOV24;
        /// Their media type.
        "mimeType" mime_type: maybe, NOV24;
        /// The text, if they are text.
        "text" text: maybe_prose, NOV24;
        /// The bytes, still in Base64, if they are bytes.
        "blob" blob: base64, NOV24;
        /// `_meta`. From 2025-06-18 on.
        "_meta" meta: json_object, JUN25;
    }
}

//! Resources and their templates as they stand in lists (server/resources).

use super::table::object;
use super::{Annotations, AnnotationsView};

object! {
    /// Something that can be read: a file, a table, a page.
    Resource<'a> ResourceView, NOV24 {
        /// Where it is, required: a URI, the key that it is read by.
        "uri" uri: text, NOV24;
        /// The name for programs, required.
        "name" name: text, NOV24;
        /// The name for people. From 2025-06-18 on.
        "title" title: maybe, JUN25;
        /// What it is, for the model.
        "description" description: maybe, NOV24;
        /// Its media type, if known.
        "mimeType" mime_type: maybe, NOV24;
        /// Its size in bytes, before any encoding, if known.
        "size" size: count, NOV24;
        /// For whom it is, and how important.
        "annotations" annotations: object(Annotations<'a>, AnnotationsView), NOV24;
        /// `_meta`, a JSON object. Empty: none. From 2025-06-18 on.
        "_meta" meta: json_object, JUN25;
        icons DRAFT;
    }
}

object! {
    /// A family of resources whose URIs follow a pattern.
    ResourceTemplate<'a> ResourceTemplateView, NOV24 {
        /// The pattern, required: a URI template (RFC 6570) such as `file:///{path}`.
        "uriTemplate" uri_template: text, NOV24;
        /// The name for programs, required.
        "name" name: text, NOV24;
        /// The name for people. From 2025-06-18 on.
        "title" title: maybe, JUN25;
        /// What the resources are, for the model.
        "description" description: maybe, NOV24;
        /// Their media type, if all have the same.
        "mimeType" mime_type: maybe, NOV24;
        /// For whom they are, and how important.
        "annotations" annotations: object(Annotations<'a>, AnnotationsView), NOV24;
        /// `_meta`, a JSON object. Empty: none. From 2025-06-18 on.
        "_meta" meta: json_object, JUN25;
        icons NOV25;
    }
}

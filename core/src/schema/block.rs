//! Content: what results, prompts and messages of sampling are made of (`ContentBlock`,
//! `SamplingMessageContentBlock`).

use super::contents::{ResourceContents, ResourceContentsView};
use super::table::object;
use super::{Annotations, AnnotationsView, Object, Prose, Read};
use crate::error::Error;
use crate::json::{Raw, Writer};
use crate::rules::Revision;

object! {
    /// A text.
    TextContent<'a> TextContentView, NOV24 {
        fixed "type" kind = "text", NOV24;
        /// The text.
        "text" text: prose, NOV24;
        /// For whom it is, and how important.
        "annotations" annotations: object(Annotations<'a>, AnnotationsView), NOV24;
        /// `_meta`, a JSON object. Empty: none. From 2025-06-18 on.
        "_meta" meta: json_object, JUN25;
    }
}

object! {
    /// A picture.
    ImageContent<'a> ImageContentView, NOV24 {
        fixed "type" kind = "image", NOV24;
        /// Its bytes; in JSON they are Base64.
        "data" data: base64, NOV24;
        /// Its media type, required, such as `image/png`.
        "mimeType" mime_type: text, NOV24;
        /// For whom it is, and how important.
        "annotations" annotations: object(Annotations<'a>, AnnotationsView), NOV24;
        /// `_meta`, a JSON object. Empty: none. From 2025-06-18 on.
        "_meta" meta: json_object, JUN25;
    }
}

object! {
    /// Sound. From 2025-03-26 on.
    AudioContent<'a> AudioContentView, MAR25 {
        fixed "type" kind = "audio", MAR25;
        /// Its bytes; in JSON they are Base64.
        "data" data: base64, MAR25;
        /// Its media type, required, such as `audio/wav`.
        "mimeType" mime_type: text, MAR25;
        /// For whom it is, and how important.
        "annotations" annotations: object(Annotations<'a>, AnnotationsView), MAR25;
        /// `_meta`, a JSON object. Empty: none. From 2025-06-18 on.
        "_meta" meta: json_object, JUN25;
    }
}

object! {
    /// The contents of a resource.
    EmbeddedResource<'a> EmbeddedResourceView, NOV24 {
        fixed "type" kind = "resource", NOV24;
        /// The contents.
        "resource" resource: must_object(ResourceContents<'a>, ResourceContentsView), NOV24;
        /// For whom it is, and how important.
        "annotations" annotations: object(Annotations<'a>, AnnotationsView), NOV24;
        /// `_meta`, a JSON object. Empty: none. From 2025-06-18 on.
        "_meta" meta: json_object, JUN25;
    }
}

object! {
    /// A resource that can be read, without its contents. From 2025-06-18 on.
    ResourceLink<'a> ResourceLinkView, JUN25 {
        fixed "type" kind = "resource_link", JUN25;
        /// Where it is, required.
        "uri" uri: text, JUN25;
        /// The name for programs, required.
        "name" name: text, JUN25;
        /// The name for people.
        "title" title: maybe, JUN25;
        /// What it is, for the model.
        "description" description: maybe, JUN25;
        /// Its media type, if known.
        "mimeType" mime_type: maybe, JUN25;
        /// Its size in bytes, before any encoding, if known.
        "size" size: count, JUN25;
        /// For whom it is, and how important.
        "annotations" annotations: object(Annotations<'a>, AnnotationsView), JUN25;
        /// `_meta`, a JSON object. Empty: none.
        "_meta" meta: json_object, JUN25;
        icons DRAFT;
    }
}

object! {
    /// A model's wish to call a tool (client/sampling). From 2025-11-25 on.
    ToolUseContent<'a> ToolUseContentView, NOV25 {
        fixed "type" kind = "tool_use", NOV25;
        /// What the result will name it by, required.
        "id" id: text, NOV25;
        /// The tool's name, required.
        "name" name: text, NOV25;
        /// The arguments: JSON text of an object. Empty stands for `{}`.
        "input" input: must_json_object, NOV25;
        /// `_meta`, a JSON object. Empty: none.
        "_meta" meta: json_object, NOV25;
    }
}

object! {
    /// What came of a tool that a model wished to call (client/sampling). From 2025-11-25 on.
    ToolResultContent<'a> ToolResultContentView, NOV25 {
        fixed "type" kind = "tool_result", NOV25;
        /// The `id` of the [`ToolUseContent`], required.
        "toolUseId" tool_use_id: text, NOV25;
        /// The result for the model.
        "content" content: must_list(Content<'a>, ContentView), NOV25;
        /// The result for programs: JSON text, of an object before 2026-07-28. Empty: none.
        "structuredContent" structured_content: structured, NOV25;
        /// Whether the tool failed.
        "isError" is_error: flag, NOV25;
        /// `_meta`, a JSON object. Empty: none.
        "_meta" meta: json_object, NOV25;
    }
}

/// A piece of the content of a result or of a prompt.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// A text.
    Text(TextContent<'a>),
    /// A picture.
    Image(ImageContent<'a>),
    /// Sound. From 2025-03-26 on.
    Audio(AudioContent<'a>),
    /// The contents of a resource.
    Resource(EmbeddedResource<'a>),
    /// A resource without its contents. From 2025-06-18 on.
    Link(ResourceLink<'a>),
}

impl<'a> Content<'a> {
    /// An empty text.
    pub const EMPTY: Self = Self::Text(TextContent::EMPTY);

    /// A text and nothing else.
    pub fn text(text: impl Into<Prose<'a>>) -> Self {
        Self::Text(TextContent { text: text.into(), ..TextContent::EMPTY })
    }
}

impl Object for Content<'_> {
    /// # Errors
    /// [`Error::NotSupported`] where the revision has no content of this kind.
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        match self {
            Self::Text(content) => content.write(out, revision),
            Self::Image(content) => content.write(out, revision),
            Self::Audio(content) => content.write(out, revision),
            Self::Resource(content) => content.write(out, revision),
            Self::Link(content) => content.write(out, revision),
        }
    }
}

/// A piece of a message of sampling (client/sampling). A tool's result holds [`Content`], so that
/// these do not nest.
#[derive(Clone, Copy, Debug)]
pub enum SamplingContent<'a> {
    /// A text.
    Text(TextContent<'a>),
    /// A picture.
    Image(ImageContent<'a>),
    /// Sound. From 2025-03-26 on.
    Audio(AudioContent<'a>),
    /// A model's wish to call a tool. From 2025-11-25 on.
    ToolUse(ToolUseContent<'a>),
    /// What came of it. From 2025-11-25 on.
    ToolResult(ToolResultContent<'a>),
}

impl<'a> SamplingContent<'a> {
    /// A text and nothing else.
    pub fn text(text: impl Into<Prose<'a>>) -> Self {
        Self::Text(TextContent { text: text.into(), ..TextContent::EMPTY })
    }
}

impl Object for SamplingContent<'_> {
    /// # Errors
    /// [`Error::NotSupported`] where the revision has no content of this kind.
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        match self {
            Self::Text(content) => content.write(out, revision),
            Self::Image(content) => content.write(out, revision),
            Self::Audio(content) => content.write(out, revision),
            Self::ToolUse(content) => content.write(out, revision),
            Self::ToolResult(content) => content.write(out, revision),
        }
    }
}

/// A piece of content as it is read: by its `type`, of whatever revision.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ContentView<'a> {
    /// A text.
    Text(TextContentView<'a>),
    /// A picture.
    Image(ImageContentView<'a>),
    /// Sound.
    Audio(AudioContentView<'a>),
    /// The contents of a resource.
    Resource(EmbeddedResourceView<'a>),
    /// A resource without its contents.
    Link(ResourceLinkView<'a>),
    /// A model's wish to call a tool.
    ToolUse(ToolUseContentView<'a>),
    /// What came of it.
    ToolResult(ToolResultContentView<'a>),
    /// An object of a type that is not known here, or of none.
    Other(Raw<'a>),
}

impl<'a> ContentView<'a> {
    /// The view of `raw`; `None` if that is no object.
    #[must_use]
    pub fn of(raw: Raw<'a>) -> Option<Self> {
        let text = TextContentView::of(raw)?;
        let Some(kind) = text.kind() else { return Some(Self::Other(raw)) };
        let known = if kind == "text" {
            Some(Self::Text(text))
        } else if kind == "image" {
            ImageContentView::of(raw).map(Self::Image)
        } else if kind == "audio" {
            AudioContentView::of(raw).map(Self::Audio)
        } else if kind == "resource" {
            EmbeddedResourceView::of(raw).map(Self::Resource)
        } else if kind == "resource_link" {
            ResourceLinkView::of(raw).map(Self::Link)
        } else if kind == "tool_use" {
            ToolUseContentView::of(raw).map(Self::ToolUse)
        } else if kind == "tool_result" {
            ToolResultContentView::of(raw).map(Self::ToolResult)
        } else {
            None
        };
        Some(known.unwrap_or(Self::Other(raw)))
    }

    /// The object itself.
    #[must_use]
    pub const fn raw(&self) -> Raw<'a> {
        match self {
            Self::Text(view) => view.raw(),
            Self::Image(view) => view.raw(),
            Self::Audio(view) => view.raw(),
            Self::Resource(view) => view.raw(),
            Self::Link(view) => view.raw(),
            Self::ToolUse(view) => view.raw(),
            Self::ToolResult(view) => view.raw(),
            Self::Other(raw) => *raw,
        }
    }
}

impl<'a> Read<'a> for ContentView<'a> {
    fn read(raw: Raw<'a>) -> Option<Self> {
        Self::of(raw)
    }
}

//! Blocks of content.

use engine::json::Writer;
use engine::schema::{
    AudioContent, Body, Content, EmbeddedResource, IconSource, ImageContent, Object, Prose,
    ResourceContents, ResourceLink, TextContent,
};
use engine::{Error, Revision};

use crate::edge::{optional, slice, text};
use crate::entries::sansmcp_annotations;
use crate::info::{check_icons, has_icons, sansmcp_icon};
use crate::json::object;
use crate::result::{SANSMCP_NULL_POINTER, SANSMCP_OUT_OF_RANGE, sansmcp_result};
use crate::text::{sansmcp_str, sansmcp_text};

/// What a block of content is; the value of sansmcp_content.kind. Beside each stand the members
/// that it has.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_content_kind {
    /// Text: text or json_text.
    SANSMCP_CONTENT_TEXT = 0,
    /// A picture: data, mime_type.
    SANSMCP_CONTENT_IMAGE = 1,
    /// Sound, from 2025-03-26 on: data, mime_type.
    SANSMCP_CONTENT_AUDIO = 2,
    /// A resource made of text: uri, text or json_text, mime_type if known.
    SANSMCP_CONTENT_RESOURCE = 3,
    /// A resource made of bytes: uri, data, mime_type if known.
    SANSMCP_CONTENT_BLOB = 4,
    /// A link to a resource, from 2025-06-18 on: uri, name, and if known title, description,
    /// mime_type, size, icons.
    SANSMCP_CONTENT_LINK = 5,
}

/// One block of an answer or of a message. Set what its kind has, and leave the rest zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_content {
    /// A sansmcp_content_kind.
    pub kind: u8,
    /// The size of the resource is known.
    pub has_size: bool,
    /// Plain text.
    pub text: sansmcp_str,
    /// Text as it came in, which is copied without decoding; looked at if text is NULL.
    pub json_text: sansmcp_text,
    /// Bytes, which go out as base64.
    pub data: *const u8,
    /// How many bytes.
    pub data_len: usize,
    /// The media type.
    pub mime_type: sansmcp_str,
    /// The URI of the resource.
    pub uri: sansmcp_str,
    /// The name of the resource.
    pub name: sansmcp_str,
    /// The name of the resource for people.
    pub title: sansmcp_str,
    /// What the resource is, for the model.
    pub description: sansmcp_str,
    /// The size of the resource in bytes, before any encoding; looked at if has_size.
    pub size: u64,
    /// Pictures of the resource. From DRAFT-2025-v3 on.
    pub icons: *const sansmcp_icon,
    /// How many icons.
    pub icon_count: usize,
    /// For whom the block is, and how important.
    pub annotations: sansmcp_annotations,
    /// `_meta` of the block, the JSON text of an object. From 2025-06-18 on.
    pub meta: sansmcp_str,
    /// `_meta` of the resource in it (SANSMCP_CONTENT_RESOURCE, SANSMCP_CONTENT_BLOB), the JSON
    /// text of an object. From 2025-06-18 on.
    pub resource_meta: sansmcp_str,
}

// SAFETY: it does not change while the engine reads it, whoever does.
unsafe impl Sync for sansmcp_content {}

has_icons!(sansmcp_content);

/// A text of which one of two is said: plain, or as it came in.
pub(crate) unsafe fn prose<'a>(
    plain: sansmcp_str,
    inside: sansmcp_text,
) -> Result<Option<Prose<'a>>, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    unsafe {
        match optional(plain)? {
            Some(text) => Ok(Some(Prose::Plain(text))),
            None => Ok(inside.read()?.map(Prose::Json)),
        }
    }
}

impl sansmcp_content {
    unsafe fn prose(&self) -> Result<Prose<'_>, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe { prose(self.text, self.json_text) }?.ok_or(SANSMCP_NULL_POINTER)
    }

    unsafe fn data(&self) -> Result<&[u8], sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe { slice(self.data, self.data_len) }
    }

    /// As the engine has it, over the same memory.
    pub(crate) unsafe fn read(&self) -> Result<Content<'_>, sansmcp_result> {
        let annotations = self.annotations.read();
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (meta, mime_type) = (object(self.meta)?, text(self.mime_type)?);
            Ok(match self.kind {
                0 => Content::Text(TextContent { text: self.prose()?, annotations, meta }),
                1 => {
                    let data = self.data()?;
                    Content::Image(ImageContent { data, mime_type, annotations, meta })
                }
                2 => {
                    let data = self.data()?;
                    Content::Audio(AudioContent { data, mime_type, annotations, meta })
                }
                3 | 4 => {
                    let is_text = self.kind == 3;
                    let resource = ResourceContents {
                        uri: text(self.uri)?,
                        mime_type: optional(self.mime_type)?,
                        body: if is_text {
                            Body::Text(self.prose()?)
                        } else {
                            Body::Blob(self.data()?)
                        },
                        meta: object(self.resource_meta)?,
                    };
                    Content::Resource(EmbeddedResource { resource, annotations, meta })
                }
                5 => Content::Link(ResourceLink {
                    uri: text(self.uri)?,
                    name: text(self.name)?,
                    title: optional(self.title)?,
                    description: optional(self.description)?,
                    mime_type: optional(self.mime_type)?,
                    size: self.has_size.then_some(self.size),
                    annotations,
                    meta,
                    icon_source: (self.icon_count > 0).then_some(self as &dyn IconSource),
                    ..ResourceLink::EMPTY
                }),
                _ => return Err(SANSMCP_OUT_OF_RANGE),
            })
        }
    }

    /// Looks at all pointers and texts.
    pub(crate) unsafe fn check(&self) -> Result<(), sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            self.annotations.check()?;
            check_icons(self.icons, self.icon_count)?;
            self.read().map(|_| ())
        }
    }
}

impl Object for sansmcp_content {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        // SAFETY: as the crate demands of all pointers; it was looked at before, without an error.
        let content = unsafe { self.read() }.map_err(|_| Error::NotSupported)?;
        content.write(out, revision)
    }
}

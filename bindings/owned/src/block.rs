//! Content, owned: what results of calls, prompts and reads are made of.

use sansmcp::Error;
use sansmcp::json::{Raw, base64};
use sansmcp::schema::{
    self, AudioContent, Body, EmbeddedResource, IconSource, ImageContent, Prose, ResourceContents,
    ResourceLink, TextContent,
};

use crate::annotations::Annotations;
use crate::info::Icon;
use crate::read::{Place, ReadError, To};

/// A text on its way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    /// Plain text.
    Plain(String),
    /// A JSON string, quotes included: copied as it is written, nothing decoded and nothing lost,
    /// not even a lone surrogate.
    Json(String),
}

impl<T: Into<String>> From<T> for Words {
    fn from(text: T) -> Self {
        Self::Plain(text.into())
    }
}

impl Words {
    /// # Errors
    /// [`Error::NotJson`] if it should be a JSON string and is none.
    pub(crate) fn prose(&self) -> Result<Prose<'_>, Error> {
        match self {
            Self::Plain(text) => Ok(Prose::Plain(text)),
            Self::Json(json) => prose(json),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Plain(text) | Self::Json(text) => text.len(),
        }
    }

    pub(crate) fn read(place: &Place<'_>) -> Result<Self, ReadError> {
        let read = |value: Raw<'_>| value.text().map(|_| value.as_str().to_owned());
        let json = place.optional("a string", read)?;
        json.map(Self::Json).ok_or_else(|| place.wrong("a string"))
    }
}

/// A JSON string, quotes included, as a text that is copied as it is written.
///
/// # Errors
/// [`Error::NotJson`] if it is none.
pub fn prose(json: &str) -> Result<Prose<'_>, Error> {
    let value = Raw::parse_str(json).map_err(|_| Error::NotJson)?;
    value.text().map(Prose::Json).ok_or(Error::NotJson)
}

/// The contents of a resource, or of a part of it; see [`ResourceContents`].
#[derive(Clone, Debug)]
pub struct Part {
    /// Where they are from.
    pub uri: String,
    /// Their media type, if known.
    pub mime_type: Option<String>,
    /// Text or bytes.
    pub filling: Filling,
    /// `_meta`, the JSON text of an object. Empty: none.
    pub meta: String,
}

/// What a resource holds.
#[derive(Clone, Debug)]
pub enum Filling {
    /// Text.
    Text(Words),
    /// Bytes.
    Blob(Vec<u8>),
}

impl Part {
    pub(crate) fn core(&self) -> Result<ResourceContents<'_>, Error> {
        let body = match &self.filling {
            Filling::Text(text) => Body::Text(text.prose()?),
            Filling::Blob(data) => Body::Blob(data),
        };
        Ok(ResourceContents {
            uri: &self.uri,
            mime_type: self.mime_type.as_deref(),
            body,
            meta: &self.meta,
        })
    }

    /// About how many bytes it takes on the wire.
    pub(crate) fn size(&self) -> usize {
        let filling = match &self.filling {
            Filling::Text(text) => text.len(),
            Filling::Blob(data) => encoded(data),
        };
        256 + filling + self.meta.len()
    }
}

/// A link to a resource; see [`ResourceLink`].
#[derive(Clone, Debug, Default)]
pub struct Link {
    /// Where it is.
    pub uri: String,
    /// The name for programs.
    pub name: String,
    /// The name for people.
    pub title: Option<String>,
    /// What it is, for the model.
    pub description: Option<String>,
    /// Its media type, if known.
    pub mime_type: Option<String>,
    /// Its size in bytes, before any encoding, if known.
    pub size: Option<u64>,
    /// Its pictures.
    pub icons: Vec<Icon>,
}

impl IconSource for Link {
    fn icon(&self, index: usize) -> Option<schema::Icon<'_>> {
        let icon = self.icons.get(index)?;
        Some(schema::Icon {
            src: &icon.src,
            mime_type: icon.mime_type.as_deref(),
            theme: icon.theme.as_deref(),
            ..schema::Icon::EMPTY
        })
    }

    fn size(&self, icon: usize, index: usize) -> Option<&str> {
        self.icons.get(icon)?.sizes.get(index).map(String::as_str)
    }
}

/// What a block holds.
#[derive(Clone, Debug)]
pub enum Content {
    /// Text.
    Text(Words),
    /// A picture: its bytes and media type.
    Image {
        /// Its bytes.
        data: Vec<u8>,
        /// Its media type.
        mime_type: String,
    },
    /// Sound.
    Audio {
        /// Its bytes.
        data: Vec<u8>,
        /// Its media type.
        mime_type: String,
    },
    /// The contents of a resource.
    Resource(Part),
    /// A link to a resource.
    Link(Link),
}

/// One block of content; see [`schema::Content`].
#[derive(Clone, Debug)]
pub struct Block {
    /// What it holds.
    pub content: Content,
    /// For whom it is, and how important.
    pub annotations: Option<Annotations>,
    /// `_meta`, the JSON text of an object. Empty: none.
    pub meta: String,
}

impl From<Content> for Block {
    fn from(content: Content) -> Self {
        Self { content, annotations: None, meta: String::new() }
    }
}

impl Block {
    /// The text, if it is one and nothing else.
    pub(crate) fn plain(&self) -> Option<&Words> {
        match &self.content {
            Content::Text(text) if self.annotations.is_none() && self.meta.is_empty() => Some(text),
            _ => None,
        }
    }

    pub(crate) fn is_text(&self) -> bool {
        matches!(self.content, Content::Text(_))
    }

    /// The core's, over the same memory.
    pub(crate) fn core(&self) -> Result<schema::Content<'_>, Error> {
        let annotations = self.annotations.as_ref().map(Annotations::core);
        let meta = self.meta.as_str();
        Ok(match &self.content {
            Content::Text(text) => {
                let text = text.prose()?;
                schema::Content::Text(TextContent { text, annotations, meta })
            }
            Content::Image { data, mime_type } => {
                schema::Content::Image(ImageContent { data, mime_type, annotations, meta })
            }
            Content::Audio { data, mime_type } => {
                schema::Content::Audio(AudioContent { data, mime_type, annotations, meta })
            }
            Content::Resource(part) => {
                let resource = part.core()?;
                schema::Content::Resource(EmbeddedResource { resource, annotations, meta })
            }
            Content::Link(link) => schema::Content::Link(ResourceLink {
                uri: &link.uri,
                name: &link.name,
                title: link.title.as_deref(),
                description: link.description.as_deref(),
                mime_type: link.mime_type.as_deref(),
                size: link.size,
                annotations,
                meta,
                icon_source: (!link.icons.is_empty()).then_some(link as &dyn IconSource),
                ..ResourceLink::EMPTY
            }),
        })
    }

    /// About how many bytes it takes on the wire.
    pub(crate) fn size(&self) -> usize {
        let content = match &self.content {
            Content::Text(text) => text.len(),
            Content::Image { data, .. } | Content::Audio { data, .. } => encoded(data),
            Content::Resource(part) => part.size(),
            Content::Link(_) => 0,
        };
        256 + content + self.meta.len()
    }

    /// Reads the protocol's object, with the bytes in Base64.
    ///
    /// # Errors
    /// Says which member is missing or of the wrong kind. Members that no revision has are left
    /// out.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        Self::read_json(&Place::root(text)?.named("block"))
    }

    /// Reads the protocol's object, with the bytes in Base64.
    pub(crate) fn read_json(place: &Place<'_>) -> Result<Self, ReadError> {
        Self::read(place, &|place| bytes_at(&[], place))
    }

    /// Reads the protocol's object; `bytes` has those that a member stands for.
    pub(crate) fn read(
        place: &Place<'_>,
        bytes: &dyn Fn(&Place<'_>) -> Result<Vec<u8>, ReadError>,
    ) -> Result<Self, ReadError> {
        let kind = place.get("type");
        let mime_type = place.get("mimeType");
        let content = match kind.required()?.as_str() {
            "text" => Content::Text(Words::read(&place.get("text"))?),
            "image" => Content::Image {
                data: bytes(&place.get("data"))?,
                mime_type: mime_type.required()?,
            },
            "audio" => Content::Audio {
                data: bytes(&place.get("data"))?,
                mime_type: mime_type.required()?,
            },
            "resource" => Content::Resource(Part::read(&place.get("resource"), bytes)?),
            "resource_link" => {
                let mut it = Link::default();
                place.fill(&mut [
                    ("uri", To::Must(&mut it.uri)),
                    ("name", To::Must(&mut it.name)),
                    ("title", To::Maybe(&mut it.title)),
                    ("description", To::Maybe(&mut it.description)),
                    ("mimeType", To::Maybe(&mut it.mime_type)),
                    ("icons", To::Icons(&mut it.icons)),
                ])?;
                it.size = place.get("size").whole(1 << 53)?;
                Content::Link(it)
            }
            _ => return Err(kind.wrong("a kind of content")),
        };
        Ok(Self {
            content,
            annotations: Annotations::read(&place.get("annotations"))?,
            meta: place.get("_meta").object()?,
        })
    }
}

impl Part {
    /// Reads the protocol's object; `bytes` has those that a member stands for.
    pub(crate) fn read(
        place: &Place<'_>,
        bytes: &dyn Fn(&Place<'_>) -> Result<Vec<u8>, ReadError>,
    ) -> Result<Self, ReadError> {
        let blob = place.get("blob");
        let filling = if blob.is_none() {
            Filling::Text(Words::read(&place.get("text"))?)
        } else {
            Filling::Blob(bytes(&blob)?)
        };
        Ok(Self {
            uri: place.get("uri").required()?,
            mime_type: place.get("mimeType").text()?,
            filling,
            meta: place.get("_meta").object()?,
        })
    }
}

/// How long bytes are in Base64.
fn encoded(data: &[u8]) -> usize {
    data.len() / 3 * 4 + 4
}

/// The bytes that stand in a place in Base64, or whose index in `data` does.
pub(crate) fn bytes_at(data: &[&[u8]], place: &Place<'_>) -> Result<Vec<u8>, ReadError> {
    let read = |value: Raw<'_>| match value.number() {
        Some(index) => data.get(usize::try_from(index.as_i64()?).ok()?).map(|it| it.to_vec()),
        None => decoded(value.text()?.as_str()?),
    };
    let what = "bytes in Base64";
    place.optional(what, read)?.ok_or_else(|| place.wrong(what))
}

/// The bytes of a text in Base64.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = vec![0; base64::decode_len(text.as_bytes())?];
    let len = base64::decode(text.as_bytes(), &mut bytes).ok()?;
    bytes.truncate(len);
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_read_from_the_protocols_object() {
        let text = r#"{"type":"image","data":"AQI=","mimeType":"image/png","_meta":{"a":1},
            "annotations":{"audience":["user"],"priority":0.5,"lastModified":"2025"},"x":1}"#;
        let block = Block::from_json(text).expect("a block");
        assert!(matches!(&block.content, Content::Image { data, .. } if data == b"\x01\x02"));
        let annotations = block.annotations.expect("annotations");
        assert_eq!(annotations.priority.as_deref(), Some("0.5"));
        assert_eq!(block.meta, r#"{"a":1}"#);
    }

    #[test]
    fn says_what_is_wrong() {
        let wrong = |text: &str| Block::from_json(text).expect_err(text).to_string();
        assert_eq!(wrong("[]"), "block.type must be a string");
        assert_eq!(wrong(r#"{"type":"tool_use"}"#), "block.type must be a kind of content");
        let image = r#"{"type":"image","data":"A","mimeType":"image/png"}"#;
        assert_eq!(wrong(image), "block.data must be bytes in Base64");
        let text = r#"{"type":"text","text":"a","annotations":{"audience":["me"]}}"#;
        let said = "block.annotations.audience[0] must be \"user\" or \"assistant\"";
        assert_eq!(wrong(text), said);
        let link = r#"{"type":"resource_link","uri":"a:","name":"b","size":-1}"#;
        assert!(wrong(link).starts_with("block.size must be a whole number"));
    }
}

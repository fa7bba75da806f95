//! Results of calls, put together before they are written.

use sansmcp::json::Raw;
use sansmcp::schema::Prose;
use sansmcp::{Error, Out, Server, Ticket};

/// The result of a call (`CallToolResult`).
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The content, in order.
    pub blocks: Vec<Block>,
    /// The structured result: JSON text.
    pub structured: Option<String>,
    /// `_meta`: the JSON text of an object.
    pub meta: Option<String>,
    /// The tool failed: the first block of text says why. Without one, an empty one is added.
    pub is_error: bool,
}

/// One block of content.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // The members are those of the protocol's objects.
pub enum Block {
    /// Text.
    Text(String),
    /// Text given as a JSON string, quotes included: copied as it is written, nothing decoded and
    /// nothing lost, not even a lone surrogate.
    JsonText(String),
    /// A picture: its bytes and media type.
    Image { data: Vec<u8>, mime_type: String },
    /// Sound: its bytes and media type.
    Audio { data: Vec<u8>, mime_type: String },
    /// A resource made of text.
    Resource { uri: String, mime_type: Option<String>, text: String },
    /// A resource made of bytes.
    Blob { uri: String, mime_type: Option<String>, data: Vec<u8> },
    /// A link to a resource.
    Link { uri: String, name: String, mime_type: Option<String> },
}

/// A JSON string, quotes included, as a text that is copied as it is written.
///
/// # Errors
/// [`Error::NotJson`] if it is none.
pub fn prose(json: &str) -> Result<Prose<'_>, Error> {
    let value = Raw::parse_str(json).map_err(|_| Error::NotJson)?;
    value.text().map(Prose::Json).ok_or(Error::NotJson)
}

impl Block {
    fn prose(&self) -> Option<Result<Prose<'_>, Error>> {
        match self {
            Self::Text(text) => Some(Ok(Prose::Plain(text))),
            Self::JsonText(json) => Some(prose(json)),
            _ => None,
        }
    }

    /// About how many bytes it takes on the wire.
    fn size(&self) -> usize {
        let (text, data) = match self {
            Self::Text(text) | Self::JsonText(text) | Self::Resource { text, .. } => {
                (text.len(), 0)
            }
            Self::Image { data, .. } | Self::Audio { data, .. } | Self::Blob { data, .. } => {
                (0, data.len())
            }
            Self::Link { .. } => (0, 0),
        };
        256 + text + data / 3 * 4
    }
}

impl Answer {
    /// A result of one block of text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { blocks: vec![Block::Text(text.into())], ..Self::default() }
    }

    /// A result that says the tool failed, and why.
    #[must_use]
    pub fn fail(why: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(why) }
    }

    /// About how many bytes it takes on the wire: a buffer to begin with.
    pub(crate) fn size(&self) -> usize {
        let json = [&self.structured, &self.meta];
        let json: usize = json.into_iter().flatten().map(String::len).sum();
        1024 + json + self.blocks.iter().map(Block::size).sum::<usize>()
    }

    pub(crate) fn write<'t>(
        &self,
        server: &mut Server<'_>,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let mut out = server.answer(ticket, tx);
        let mut must_say_why = self.is_error;
        for block in &self.blocks {
            out = match block {
                Block::Text(_) | Block::JsonText(_) => {
                    let text = block.prose().unwrap_or(Ok(Prose::Plain("")))?;
                    if std::mem::take(&mut must_say_why) { out.fail(text) } else { out.text(text) }
                }
                Block::Image { data, mime_type } => out.image(data, mime_type),
                Block::Audio { data, mime_type } => out.audio(data, mime_type),
                Block::Resource { uri, mime_type, text } => {
                    out.resource(uri, mime_type.as_deref(), text.as_str())
                }
                Block::Blob { uri, mime_type, data } => out.blob(uri, mime_type.as_deref(), data),
                Block::Link { uri, name, mime_type } => out.link(uri, name, mime_type.as_deref()),
            };
        }
        if must_say_why {
            out = out.fail("");
        }
        if let Some(structured) = &self.structured {
            out = out.structured(structured);
        }
        if let Some(meta) = &self.meta {
            out = out.meta(meta);
        }
        out.end()
    }
}

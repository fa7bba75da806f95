//! Results of calls, put together before they are written.

use sansmcp::json::Raw;
use sansmcp::{Error, Out, Server, Ticket};

use crate::block::{Block, Content, Words, bytes_at};
use crate::read::{Place, ReadError};

/// The result of a call (`CallToolResult`).
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The content, in order.
    pub blocks: Vec<Block>,
    /// The structured result: JSON text.
    pub structured: Option<String>,
    /// `_meta`: the JSON text of an object.
    pub meta: Option<String>,
    /// The tool failed: a block of text says why. Without one, an empty one is added.
    pub is_error: bool,
}

impl Answer {
    /// A result of one block of text.
    #[must_use]
    pub fn text(text: impl Into<Words>) -> Self {
        Self { blocks: vec![Content::Text(text.into()).into()], ..Self::default() }
    }

    /// A result that says the tool failed, and why.
    #[must_use]
    pub fn fail(why: impl Into<Words>) -> Self {
        Self { is_error: true, ..Self::text(why) }
    }

    /// Reads `{"content", "structuredContent", "isError", "_meta"}`, the protocol's object, with
    /// one difference: in place of the base64 text in `data` and `blob` the index of the bytes in
    /// `data` may stand. Texts are copied as they are written.
    ///
    /// # Errors
    /// Says which member is missing or of the wrong kind.
    pub fn from_json(text: &str, data: &[&[u8]]) -> Result<Self, ReadError> {
        let bytes = |place: &Place<'_>| bytes_at(data, place);
        let root = Place::root(text)?;
        let as_written = |value: Raw<'_>| value.as_str().to_owned();
        Ok(Self {
            blocks: root.get("content").list(|place| Block::read(place, &bytes))?,
            // `null` is a structured result like any other.
            structured: root.value().and_then(|root| root.get("structuredContent")).map(as_written),
            meta: root.get("_meta").value().map(as_written),
            is_error: root.get("isError").bool()?.unwrap_or(false),
        })
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
        for block in &self.blocks {
            out = match block.plain() {
                Some(text) => out.text(text.prose()?),
                None => out.block(&block.core()?),
            };
        }
        if self.is_error {
            let says_why = self.blocks.iter().any(Block::is_text);
            out = if says_why { out.failed() } else { out.fail("") };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_refers_to_its_bytes() {
        let text = r#"{"content":[{"type":"text","text":"\ud800"},
            {"type":"image","mimeType":"image/png","data":0}],"structuredContent":null}"#;
        let answer = Answer::from_json(text, &[b"\x01\x02"]).expect("an answer");
        let first = answer.blocks[0].plain();
        assert_eq!(first, Some(&Words::Json("\"\\ud800\"".to_owned())));
        let second = &answer.blocks[1].content;
        assert!(matches!(second, Content::Image { data, .. } if data == b"\x01\x02"));
        assert_eq!(answer.structured.as_deref(), Some("null"));
        let wrong = Answer::from_json(text, &[]).expect_err("no bytes").to_string();
        assert_eq!(wrong, "content[1].data must be bytes in Base64");
    }
}

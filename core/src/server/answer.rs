//! Results of calls, built block by block in the caller's buffer.

use super::draft::{Draft, object};
use super::{Server, wire};
use crate::error::Error;
use crate::exchange::Ticket;
use crate::json::{Kind, Raw, Writer};
use crate::out::Out;
use crate::rules::Method;
use crate::schema::{Object, Prose, content};

/// A result under construction (server/tools, `CallToolResult`). It counts on past the end of the
/// buffer, so that [`Answer::end`] can say what it needs.
#[must_use = "an answer is sent by `end`"]
pub struct Answer<'s, 'a, 't, 'v> {
    draft: Draft<'s, 'a, 't, 'v>,
    is_error: bool,
    structured: Option<Raw<'v>>,
}

impl<'a> Server<'a> {
    /// Begins the answer to a call; the blocks follow, and [`Answer::end`] gives the bytes.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn answer<'s, 't, 'v>(
        &'s mut self,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Answer<'s, 'a, 't, 'v> {
        let draft = self.draft(ticket, Method::CallTool, tx, "\"content\":[");
        Answer { draft, is_error: false, structured: None }
    }

    /// Answers a request with a result of the application's own making: the JSON text of an
    /// object. From 2026-07-28 on `resultType` and the server's name in `_meta` are added where the
    /// object has none.
    ///
    /// # Errors
    /// [`Error::NotJson`] if it is not an object, or its `_meta` is none; [`Error::NotSupported`]
    /// for a message that was refused, and for those that [`Server::reply`] alone can grant (log
    /// level, subscriptions); [`Error::Short`], [`Error::Stale`] and [`Error::Streaming`] as for
    /// [`Server::reply`].
    pub fn result<'t>(
        &mut self,
        ticket: Ticket,
        result: &str,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let result = object(result)?;
        if result.get("_meta").is_some_and(|own| own.kind() != Kind::Object) {
            return Err(Error::NotJson);
        }
        let catalog = self.catalog;
        let Some(exchange) = self.writable(ticket)? else {
            return Ok(Out::NOTHING);
        };
        let is_engines = exchange.is_of(Method::SetLevel)
            || exchange.is_of(Method::Subscribe)
            || exchange.is_of(Method::Unsubscribe)
            || exchange.is_of(Method::Listen);
        if exchange.refusal != 0 || is_engines {
            return Err(Error::NotSupported);
        }
        let mut writer = Writer::new(tx);
        let revision = exchange.revision();
        wire::response(&mut writer, exchange, ",\"result\":{");
        let mut before = "";
        if revision.rules().result_type && result.get("resultType").is_none() {
            writer.put_str("\"resultType\":\"complete\"");
            before = ",";
        }
        let own = result.get("_meta").filter(|own| own.kind() == Kind::Object);
        before = wire::meta(&mut writer, catalog, revision, own, before);
        if own.is_none() {
            wire::members(&mut writer, result, before);
        } else {
            for (name, value) in result.members().filter(|(name, _)| *name != *"_meta") {
                writer.put_str(before);
                before = ",";
                writer.text(name);
                writer.put_str(":");
                writer.json(value);
            }
        }
        writer.put_str("}}\n");
        self.finish(ticket, writer, true)
    }
}

impl<'t, 'v> Answer<'_, '_, 't, 'v> {
    /// Adds a block of text: the caller's own, or a [`crate::json::Text`] of the message that came
    /// in, which is copied without decoding.
    pub fn text<'p>(mut self, text: impl Into<Prose<'p>>) -> Self {
        self.put_text(text.into());
        self
    }

    /// Adds a picture; `data` is its bytes.
    pub fn image(mut self, data: &[u8], mime_type: &str) -> Self {
        if self.draft.item() {
            content::write_image(&mut self.draft.writer, data, mime_type);
        }
        self
    }

    /// Adds sound; `data` is its bytes. From 2025-03-26 on.
    pub fn audio(mut self, data: &[u8], mime_type: &str) -> Self {
        if self.draft.item() {
            let done =
                content::write_audio(&mut self.draft.writer, data, mime_type, self.draft.revision);
            self.draft.note(done);
        }
        self
    }

    /// Adds a resource made of text.
    pub fn resource<'p>(
        mut self,
        uri: &str,
        mime_type: Option<&str>,
        text: impl Into<Prose<'p>>,
    ) -> Self {
        if self.draft.item() {
            content::write_resource(&mut self.draft.writer, uri, mime_type, text.into());
        }
        self
    }

    /// Adds a resource made of bytes.
    pub fn blob(mut self, uri: &str, mime_type: Option<&str>, data: &[u8]) -> Self {
        if self.draft.item() {
            content::write_blob(&mut self.draft.writer, uri, mime_type, data);
        }
        self
    }

    /// Adds a link to a resource. From 2025-06-18 on.
    pub fn link(mut self, uri: &str, name: &str, mime_type: Option<&str>) -> Self {
        if self.draft.item() {
            let done = content::write_link(
                &mut self.draft.writer,
                uri,
                name,
                mime_type,
                self.draft.revision,
            );
            self.draft.note(done);
        }
        self
    }

    /// Adds a block of any kind, with annotations and `_meta`: a [`crate::schema::Content`].
    pub fn block(mut self, block: &dyn Object) -> Self {
        if self.draft.item() {
            let done = block.write(&mut self.draft.writer, self.draft.revision);
            self.draft.note(done);
        }
        self
    }

    /// Sets the structured result: the JSON text of an object, from 2026-07-28 on of any value.
    /// Before 2025-06-18 it is left out: say the same in a block of text, for older clients.
    pub fn structured(mut self, json: &'v str) -> Self {
        let is_any = self.draft.revision.rules().result_type;
        match Raw::parse_str(json) {
            Ok(value) if is_any || value.kind() == Kind::Object => self.structured = Some(value),
            _ => self.draft.fail(Error::NotJson),
        }
        self
    }

    /// Sets `_meta`: the JSON text of an object.
    pub fn meta(mut self, json: &'v str) -> Self {
        self.draft.meta(json);
        self
    }

    /// Marks the result as a failure of the tool, which the model sees; what it says is in the
    /// blocks.
    pub fn failed(mut self) -> Self {
        self.is_error = true;
        self
    }

    /// Marks the result as a failure of the tool, which the model sees, and says why.
    pub fn fail<'p>(mut self, why: impl Into<Prose<'p>>) -> Self {
        self.is_error = true;
        self.put_text(why.into());
        self
    }

    /// Ends the answer.
    ///
    /// # Errors
    /// [`Error::Short`] with what it needs: nothing was written, and the call is still open.
    /// [`Error::Stale`] if it was answered before, [`Error::Streaming`] while a streamed answer is
    /// under way, [`Error::NotSupported`] if the revision lacks a kind of content or the message
    /// has another kind of answer (it was refused, or is one that the engine answers),
    /// [`Error::NotJson`] if a JSON text was none.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn end(mut self) -> Result<Out<'t>, Error> {
        if !self.draft.goes_on()? {
            return Ok(Out::NOTHING);
        }
        let has_structured = self.draft.revision.rules().titles;
        let writer = &mut self.draft.writer;
        writer.put_str("]");
        if let (Some(structured), true) = (self.structured, has_structured) {
            writer.put_str(",\"structuredContent\":");
            writer.json(structured);
        }
        if self.is_error {
            writer.put_str(",\"isError\":true");
        }
        self.draft.finish()
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn put_text(&mut self, text: Prose<'_>) {
        if self.draft.item() {
            content::write_text(&mut self.draft.writer, text);
        }
    }
}

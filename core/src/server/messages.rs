//! Results of `prompts/get`, built message by message in the caller's buffer.

use super::Server;
use super::draft::Draft;
use crate::error::Error;
use crate::exchange::Ticket;
use crate::json::Writer;
use crate::out::Out;
use crate::rules::{Method, Revision};
use crate::schema::{Object, Prose, Role, Word, content};

/// The messages of a prompt under construction (server/prompts, `GetPromptResult`).
#[must_use = "messages are sent by `end`"]
pub struct Messages<'s, 'a, 't, 'v> {
    draft: Draft<'s, 'a, 't, 'v>,
    description: Option<&'v str>,
}

impl<'a> Server<'a> {
    /// Begins the answer to `prompts/get`; the messages follow, and [`Messages::end`] gives the
    /// bytes. Of a prompt that is not there say so with [`Server::reply`].
    pub fn messages<'s, 't, 'v>(
        &'s mut self,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Messages<'s, 'a, 't, 'v> {
        let draft = self.draft(ticket, Method::GetPrompt, tx, "\"messages\":[");
        Messages { draft, description: None }
    }
}

impl<'t, 'v> Messages<'_, '_, 't, 'v> {
    /// Adds a text that `role` says.
    pub fn text<'p>(self, role: Role, text: impl Into<Prose<'p>>) -> Self {
        let text = text.into();
        self.message(role, |out, _| {
            content::write_text(out, text);
            Ok(())
        })
    }

    /// Adds a picture; `data` is its bytes.
    pub fn image(self, role: Role, data: &[u8], mime_type: &str) -> Self {
        self.message(role, |out, _| {
            content::write_image(out, data, mime_type);
            Ok(())
        })
    }

    /// Adds sound; `data` is its bytes. From 2025-03-26 on.
    pub fn audio(self, role: Role, data: &[u8], mime_type: &str) -> Self {
        self.message(role, |out, revision| content::write_audio(out, data, mime_type, revision))
    }

    /// Adds a resource made of text.
    pub fn resource<'p>(
        self,
        role: Role,
        uri: &str,
        mime_type: Option<&str>,
        text: impl Into<Prose<'p>>,
    ) -> Self {
        let text = text.into();
        self.message(role, |out, _| {
            content::write_resource(out, uri, mime_type, text);
            Ok(())
        })
    }

    /// Adds a resource made of bytes.
    pub fn blob(self, role: Role, uri: &str, mime_type: Option<&str>, data: &[u8]) -> Self {
        self.message(role, |out, _| {
            content::write_blob(out, uri, mime_type, data);
            Ok(())
        })
    }

    /// Adds a link to a resource. From 2025-06-18 on.
    pub fn link(self, role: Role, uri: &str, name: &str, mime_type: Option<&str>) -> Self {
        self.message(role, |out, revision| content::write_link(out, uri, name, mime_type, revision))
    }

    /// Adds a block of any kind, with annotations and `_meta`: a [`crate::schema::Content`].
    pub fn block(self, role: Role, block: &dyn Object) -> Self {
        self.message(role, |out, revision| block.write(out, revision))
    }

    /// Says what the prompt is for.
    pub fn description(mut self, text: &'v str) -> Self {
        self.description = Some(text);
        self
    }

    /// Sets `_meta`: the JSON text of an object.
    pub fn meta(mut self, json: &'v str) -> Self {
        self.draft.meta(json);
        self
    }

    /// Ends the answer.
    ///
    /// # Errors
    /// As for [`super::Answer::end`].
    pub fn end(mut self) -> Result<Out<'t>, Error> {
        if !self.draft.goes_on()? {
            return Ok(Out::NOTHING);
        }
        self.draft.writer.put_str("]");
        if let Some(description) = self.description {
            self.draft.writer.put_str(",\"description\":");
            self.draft.writer.string(description);
        }
        self.draft.finish()
    }

    fn message(
        mut self,
        role: Role,
        block: impl FnOnce(&mut Writer<'_>, Revision) -> Result<(), Error>,
    ) -> Self {
        if self.draft.item() {
            let writer = &mut self.draft.writer;
            writer.put_str("{\"role\":\"");
            writer.put_str(role.name());
            writer.put_str("\",\"content\":");
            let done = block(writer, self.draft.revision);
            writer.put_str("}");
            self.draft.note(done);
        }
        self
    }
}

//! Results of `resources/read`, built part by part in the caller's buffer.

use super::Server;
use super::draft::Draft;
use crate::error::Error;
use crate::exchange::Ticket;
use crate::json::Writer;
use crate::out::Out;
use crate::rules::Method;
use crate::schema::{CacheHint, Object, Prose};

/// The contents of a resource under construction (server/resources, `ReadResourceResult`).
#[must_use = "contents are sent by `end`"]
pub struct Contents<'s, 'a, 't, 'v> {
    draft: Draft<'s, 'a, 't, 'v>,
    cache: CacheHint,
}

impl<'a> Server<'a> {
    /// Begins the answer to `resources/read`; the parts follow, and [`Contents::end`] gives the
    /// bytes. Of a resource that is not there say so with [`Server::reply`].
    pub fn contents<'s, 't, 'v>(
        &'s mut self,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Contents<'s, 'a, 't, 'v> {
        let cache = self.catalog.info().cache;
        let draft = self.draft(ticket, Method::ReadResource, tx, "\"contents\":[");
        Contents { draft, cache }
    }
}

impl<'t, 'v> Contents<'_, '_, 't, 'v> {
    /// Adds a part made of text. A folder has several parts, each with its URI.
    pub fn text<'p>(
        mut self,
        uri: &str,
        mime_type: Option<&str>,
        text: impl Into<Prose<'p>>,
    ) -> Self {
        if self.draft.item() {
            let writer = &mut self.draft.writer;
            write_head(writer, uri, mime_type);
            writer.put_str(",\"text\":");
            text.into().write(writer);
            writer.put_str("}");
        }
        self
    }

    /// Adds a part made of bytes.
    pub fn blob(mut self, uri: &str, mime_type: Option<&str>, data: &[u8]) -> Self {
        if self.draft.item() {
            let writer = &mut self.draft.writer;
            write_head(writer, uri, mime_type);
            writer.put_str(",\"blob\":\"");
            writer.base64(data);
            writer.put_str("\"}");
        }
        self
    }

    /// Adds a part of any kind, with its `_meta`: a [`crate::schema::ResourceContents`].
    pub fn part(mut self, part: &dyn Object) -> Self {
        if self.draft.item() {
            let done = part.write(&mut self.draft.writer, self.draft.revision);
            self.draft.note(done);
        }
        self
    }

    /// Says how long the contents may be kept; without, as long as lists. From 2026-07-28 on.
    pub fn cache(mut self, hint: CacheHint) -> Self {
        self.cache = hint;
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
    /// [`Error::NotSupported`] if nothing was added: a resource that is there has contents. Others
    /// as for [`super::Answer::end`].
    pub fn end(mut self) -> Result<Out<'t>, Error> {
        if !self.draft.goes_on()? {
            return Ok(Out::NOTHING);
        }
        if self.draft.items == 0 {
            return Err(Error::NotSupported);
        }
        self.draft.writer.put_str("]");
        if self.draft.revision.rules().result_type {
            self.cache.write(&mut self.draft.writer);
        }
        self.draft.finish()
    }
}

/// Writes the head of a part, up to and without its text or bytes.
pub(super) fn write_head(out: &mut Writer<'_>, uri: &str, mime_type: Option<&str>) {
    out.put_str("{\"uri\":");
    out.string(uri);
    if let Some(mime_type) = mime_type {
        out.put_str(",\"mimeType\":");
        out.string(mime_type);
    }
}

//! Results of calls, built block by block in the caller's buffer.

use super::out::Out;
use super::{Server, wire};
use crate::SMALL;
use crate::error::Error;
use crate::exchange::Ticket;
use crate::json::{Kind, Raw, Writer};
use crate::meta::SERVER_INFO;
use crate::rules::Revision;
use crate::schema::{Prose, content};

/// A result under construction (server/tools, `CallToolResult`). It counts on past the end of the
/// buffer, so that [`Answer::end`] can say what it needs.
#[must_use = "an answer is sent by `end`"]
pub struct Answer<'s, 'a, 't, 'v> {
    server: &'s mut Server<'a>,
    writer: Writer<'t>,
    ticket: Ticket,
    revision: Revision,
    state: State,
    blocks: u32,
    is_error: bool,
    structured: Option<Raw<'v>>,
    meta: Option<Raw<'v>>,
}

#[derive(Clone, Copy)]
enum State {
    Building,
    /// The peer cancelled the request: nothing is written.
    Cancelled,
    Failed(Error),
}

impl<'a> Server<'a> {
    /// Begins the answer to a call; the blocks follow, and [`Answer::end`] gives the bytes.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn answer<'s, 't, 'v>(
        &'s mut self,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Answer<'s, 'a, 't, 'v> {
        let mut writer = Writer::new(tx);
        let mut revision = Revision::LATEST;
        let state = match self.writable(ticket) {
            Ok(Some(exchange)) if !exchange.takes_content() => State::Failed(Error::NotSupported),
            Ok(Some(exchange)) => {
                revision = exchange.revision();
                wire::content(&mut writer, exchange);
                State::Building
            }
            Ok(None) => State::Cancelled,
            Err(error) => State::Failed(error),
        };
        Answer {
            server: self,
            writer,
            ticket,
            revision,
            state,
            blocks: 0,
            is_error: false,
            structured: None,
            meta: None,
        }
    }

    /// Answers a request with a result of the application's own making: the JSON text of an
    /// object. From 2026-07-28 on `resultType` is added where the object has none, and the server's
    /// name where it has no `_meta`.
    ///
    /// # Errors
    /// [`Error::NotJson`] if it is not an object; [`Error::NotSupported`] for a message that was
    /// refused; [`Error::Short`], [`Error::Stale`] and [`Error::Streaming`] as for
    /// [`Server::reply`].
    pub fn result<'t>(
        &mut self,
        ticket: Ticket,
        result: &str,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let result = object(result)?;
        let catalog = self.catalog;
        let Some(exchange) = self.writable(ticket)? else {
            return Ok(Out::NOTHING);
        };
        if exchange.refusal != 0 {
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
        if result.get("_meta").is_none() {
            before = wire::result_meta(&mut writer, catalog, revision, before);
        }
        write_members(&mut writer, result, before);
        writer.put_str("}}\n");
        self.finish(ticket, writer, true)
    }
}

/// The JSON object of a text.
fn object(text: &str) -> Result<Raw<'_>, Error> {
    let value = Raw::parse_str(text).map_err(|_| Error::NotJson)?;
    if value.kind() == Kind::Object { Ok(value) } else { Err(Error::NotJson) }
}

/// Writes the members of an object as they stand, `before` goes before the first.
fn write_members(out: &mut Writer<'_>, object: Raw<'_>, before: &'static str) {
    let inside = object.as_str().trim_ascii();
    let inside = inside.strip_prefix('{').and_then(|inside| inside.strip_suffix('}'));
    let inside = inside.unwrap_or("").trim_ascii();
    if !inside.is_empty() {
        out.put_str(before);
        out.json(Raw::trusted(inside));
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
        if self.block() {
            content::write_image(&mut self.writer, data, mime_type);
        }
        self
    }

    /// Adds sound; `data` is its bytes. From 2025-03-26 on.
    pub fn audio(mut self, data: &[u8], mime_type: &str) -> Self {
        if self.block() {
            let done = content::write_audio(&mut self.writer, data, mime_type, self.revision);
            self.note(done);
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
        if self.block() {
            content::write_resource(&mut self.writer, uri, mime_type, text.into());
        }
        self
    }

    /// Adds a resource made of bytes.
    pub fn blob(mut self, uri: &str, mime_type: Option<&str>, data: &[u8]) -> Self {
        if self.block() {
            content::write_blob(&mut self.writer, uri, mime_type, data);
        }
        self
    }

    /// Adds a link to a resource. From 2025-06-18 on.
    pub fn link(mut self, uri: &str, name: &str, mime_type: Option<&str>) -> Self {
        if self.block() {
            let done = content::write_link(&mut self.writer, uri, name, mime_type, self.revision);
            self.note(done);
        }
        self
    }

    /// Sets the structured result: the JSON text of an object, from 2026-07-28 on of any value.
    /// Before 2025-06-18 it is left out: say the same in a block of text, for older clients.
    pub fn structured(mut self, json: &'v str) -> Self {
        let is_any = self.revision.rules().result_type;
        match Raw::parse_str(json) {
            Ok(value) if is_any || value.kind() == Kind::Object => self.structured = Some(value),
            _ => self.fail_with(Error::NotJson),
        }
        self
    }

    /// Sets `_meta`: the JSON text of an object.
    pub fn meta(mut self, json: &'v str) -> Self {
        match object(json) {
            Ok(value) => self.meta = Some(value),
            Err(error) => self.fail_with(error),
        }
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
        match self.state {
            State::Cancelled => return Ok(Out::NOTHING),
            State::Failed(error) => return Err(error),
            State::Building => {}
        }
        let rules = self.revision.rules();
        let writer = &mut self.writer;
        let has_meta = rules.result_type || self.meta.is_some();
        if !(SMALL || has_meta || self.is_error || self.structured.is_some()) {
            writer.put_str("]}}\n");
            return self.server.finish(self.ticket, self.writer, true);
        }
        writer.put_str("]");
        if let (Some(structured), true) = (self.structured, rules.titles) {
            writer.put_str(",\"structuredContent\":");
            writer.json(structured);
        }
        if self.is_error {
            writer.put_str(",\"isError\":true");
        }
        if has_meta {
            writer.put_str(",\"_meta\":{");
            let mut before = "";
            let is_said = self.meta.is_some_and(|meta| meta.get(SERVER_INFO).is_some());
            if rules.result_type && !is_said {
                wire::server_info(writer, self.server.catalog, self.revision);
                before = ",";
            }
            if let Some(meta) = self.meta {
                write_members(writer, meta, before);
            }
            writer.put_str("}");
        }
        writer.put_str("}}\n");
        self.server.finish(self.ticket, self.writer, true)
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn put_text(&mut self, text: Prose<'_>) {
        if self.block() {
            content::write_text(&mut self.writer, text);
        }
    }

    /// Begins a block; false if the answer has failed, so that none is to be written.
    fn block(&mut self) -> bool {
        if !matches!(self.state, State::Building) {
            return false;
        }
        if self.blocks > 0 {
            self.writer.put_str(",");
        }
        self.blocks = self.blocks.saturating_add(1);
        true
    }

    fn note(&mut self, done: Result<(), Error>) {
        if let Err(error) = done {
            self.fail_with(error);
        }
    }

    /// Keeps the first error.
    fn fail_with(&mut self, error: Error) {
        if matches!(self.state, State::Building) {
            self.state = State::Failed(error);
        }
    }
}

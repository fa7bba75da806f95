//! The head of a request over Streamable HTTP: what a client says there, drawn from the message
//! that is its body.

use crate::envelope::{Kind, Message};
use crate::error::Error;
use crate::http::params::write_params;
use crate::http::sentinel;
use crate::json::{Raw, Scanner, Span, Text, Writer, text_of};
use crate::rules::{Method, Revision, method};

/// The method of an HTTP request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `POST`: a message goes to the server.
    Post,
    /// `GET`: the server is asked for a stream of events. Up to 2025-11-25.
    Get,
    /// `DELETE`: the session is over. Up to 2025-11-25.
    Delete,
}

impl Verb {
    /// Its name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Post => "POST",
            Self::Get => "GET",
            Self::Delete => "DELETE",
        }
    }
}

/// The lines of a request head that the protocol wants, each with CR and LF at its end. The rest
/// is the host's: the request line, `Host`, lengths, `Authorization`.
///
/// No value has an end of a line in it, whatever the message says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadLines<'b> {
    text: &'b str,
}

impl<'b> HeadLines<'b> {
    /// The lines over a copy of their text, for bindings.
    #[must_use]
    pub const fn of(text: &'b str) -> Self {
        Self { text }
    }

    /// The lines as they go on the wire.
    #[must_use]
    pub const fn as_str(&self) -> &'b str {
        self.text
    }

    /// The names, which may have any case on the wire, and the values.
    pub fn headers(&self) -> impl Iterator<Item = (&'b str, &'b str)> + use<'b> {
        let mut rest = self.text;
        core::iter::from_fn(move || {
            let (line, after) = split_before(rest, b'\r')?;
            rest = after;
            split_before(line, b':')
        })
    }
}

/// What comes before the first such byte, and what behind it and the next one.
fn split_before(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|other| other == byte)?;
    Some((text.get(..at)?, text.get(at.wrapping_add(2)..)?))
}

/// What the head of a request follows from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeadFacts<'a> {
    pub(crate) verb: Verb,
    /// The revision that is spoken; `None` before the answer to `initialize`, and for
    /// `initialize` itself.
    pub(crate) revision: Option<Revision>,
    /// The id of the session, or nothing. Not said from 2026-07-28 on.
    pub(crate) session: &'a [u8],
    /// The last event of a stream that is taken up again with a GET, or nothing.
    pub(crate) last_event_id: &'a [u8],
    /// The input schema of the tool that is called, if it is known.
    pub(crate) schema: Option<Raw<'a>>,
    /// The message that a POST carries.
    pub(crate) message: &'a str,
}

impl HeadFacts<'_> {
    /// The lines, written into `buffer`.
    ///
    /// # Errors
    /// [`Error::Short`], and those of [`HeadFacts::write`].
    pub(crate) fn lines<'b>(&self, buffer: &'b mut [u8]) -> Result<HeadLines<'b>, Error> {
        let mut out = Writer::new(buffer);
        self.write(&mut out)?;
        if !out.fits() {
            return Err(Error::Short { need: out.total() });
        }
        text_of(out.finish()).map(|text| HeadLines { text }).map_err(|_| Error::NotText)
    }

    /// Writes the lines.
    ///
    /// # Errors
    /// [`Error::NotText`] where there is no header that says it: a session's id that is not of
    /// visible ASCII, an event's id that is not UTF-8 or has control characters, half a character
    /// (a lone surrogate) in a name or an argument. [`Error::NotSupported`] if the message's
    /// method has what no header can say. [`Error::NotJson`] if the message is no JSON object.
    pub(crate) fn write(&self, out: &mut Writer<'_>) -> Result<(), Error> {
        match self.verb {
            Verb::Post => {
                line(out, "Accept", "application/json, text/event-stream");
                line(out, "Content-Type", "application/json");
            }
            Verb::Get => line(out, "Accept", "text/event-stream"),
            Verb::Delete => {}
        }
        if let Some(revision) = self.revision.filter(|known| *known >= Revision::V2025_06_18) {
            line(out, "MCP-Protocol-Version", revision.name());
        }
        let is_modern = self.revision.is_some_and(Revision::is_modern);
        if !self.session.is_empty() && !is_modern {
            let is_visible = self.session.iter().all(u8::is_ascii_graphic);
            let id = text_of(self.session).ok().filter(|_| is_visible);
            line(out, "Mcp-Session-Id", id.ok_or(Error::NotText)?);
        }
        if !self.last_event_id.is_empty() && self.verb == Verb::Get {
            let id = text_of(self.last_event_id).ok().filter(|id| !id.bytes().any(is_control));
            line(out, "Last-Event-ID", id.ok_or(Error::NotText)?);
        }
        if is_modern && self.verb == Verb::Post { self.mirror(out) } else { Ok(()) }
    }

    /// Writes what is said in the message as well (2026-07-28): its method, what it is about, and
    /// the arguments that the tool wants to have in headers.
    fn mirror(&self, out: &mut Writer<'_>) -> Result<(), Error> {
        let mut message = Message::new(self.message);
        if message.read(&mut Scanner::new(self.message), 0) != Ok(true) {
            return Err(Error::NotJson);
        }
        let Some(name) = message.method else { return Ok(()) };
        if sentinel::text_needs_sentinel(name) {
            return Err(Error::NotSupported);
        }
        said(out, "Mcp-Method", name)?;
        if message.kind() != Kind::Request {
            return Ok(());
        }
        let value = |span: Span| span.of(message.text).map(Raw::trusted);
        let method = method::known(name).map(|known| known.method);
        let about = match method {
            Some(Method::CallTool | Method::GetPrompt) => value(message.parts.name),
            Some(Method::ReadResource) => value(message.uri),
            _ if is_of_task(name) => {
                value(message.parts.params).and_then(|params| params.get("taskId"))
            }
            _ => None,
        };
        if let Some(about) = about.and_then(|about| about.text()) {
            said(out, "Mcp-Name", about)?;
        }
        match (method, self.schema) {
            (Some(Method::CallTool), Some(schema)) => {
                let arguments = value(message.parts.arguments);
                write_params(out, schema, arguments).map_err(|_| Error::NotText)
            }
            _ => Ok(()),
        }
    }
}

/// Whether a method of 2026-07-28 is about one task (extension tasks).
fn is_of_task(method: Text<'_>) -> bool {
    ["tasks/get", "tasks/update", "tasks/cancel"].iter().any(|name| method == *name)
}

/// What HTTP allows in no value.
const fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && byte != b'\t'
}

/// `value` has nothing in it that ends a line.
fn line(out: &mut Writer<'_>, name: &str, value: &str) {
    out.put_str(name);
    out.put_str(": ");
    out.put_str(value);
    out.put_str("\r\n");
}

/// A line that says what a text of the message says, in Base64 where it must.
fn said(out: &mut Writer<'_>, name: &str, value: Text<'_>) -> Result<(), Error> {
    out.put_str(name);
    out.put_str(": ");
    sentinel::write_text(out, value).map_err(|_| Error::NotText)?;
    out.put_str("\r\n");
    Ok(())
}

#[cfg(test)]
mod tests;

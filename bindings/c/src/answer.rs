//! Results of calls.

use engine::Answer;
use engine::json::Text;
use engine::schema::Prose;

use crate::edge::{at, optional, slice, text};
use crate::event::sansmcp_ticket;
use crate::out::sansmcp_out;
use crate::result::{SANSMCP_NULL_POINTER, SANSMCP_OUT_OF_RANGE, sansmcp_result};
use crate::server::{sansmcp_server, send};
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
    /// A link to a resource, from 2025-06-18 on: uri, name, mime_type if known.
    SANSMCP_CONTENT_LINK = 5,
}

/// One block of an answer. Set what its kind has, and leave the rest zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_content {
    /// A sansmcp_content_kind.
    pub kind: u8,
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
}

/// The result of a call. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_answer {
    /// The blocks of content.
    pub content: *const sansmcp_content,
    /// How many blocks.
    pub content_count: usize,
    /// The structured result: the JSON text of an object, from 2026-07-28 on of any value. Before
    /// 2025-06-18 it is left out: say the same in a block of text, for older clients.
    pub structured: sansmcp_str,
    /// `_meta`: the JSON text of an object.
    pub meta: sansmcp_str,
    /// Why the tool failed: said as the last block of text, and the result is marked as a failure,
    /// which the model sees. NULL: it did not.
    pub failure: sansmcp_str,
}

impl sansmcp_content {
    unsafe fn prose<'a>(&self) -> Result<Prose<'a>, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            match optional(self.text)? {
                Some(text) => Ok(Prose::Plain(text)),
                None => self.json_text.read()?.map(Prose::Json).ok_or(SANSMCP_NULL_POINTER),
            }
        }
    }

    pub(crate) unsafe fn read<'a>(&self) -> Result<Block<'a>, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let mime_type = optional(self.mime_type)?;
            Ok(match self.kind {
                0 => Block::Text(self.prose()?),
                1 => Block::Image(slice(self.data, self.data_len)?, text(self.mime_type)?),
                2 => Block::Audio(slice(self.data, self.data_len)?, text(self.mime_type)?),
                3 => Block::Resource(text(self.uri)?, mime_type, self.prose()?),
                4 => Block::Blob(text(self.uri)?, mime_type, slice(self.data, self.data_len)?),
                5 => Block::Link(text(self.uri)?, text(self.name)?, mime_type),
                _ => return Err(SANSMCP_OUT_OF_RANGE),
            })
        }
    }
}

/// A block whose pointers were looked at.
pub(crate) enum Block<'a> {
    Text(Prose<'a>),
    Image(&'a [u8], &'a str),
    Audio(&'a [u8], &'a str),
    Resource(&'a str, Option<&'a str>, Prose<'a>),
    Blob(&'a str, Option<&'a str>, &'a [u8]),
    Link(&'a str, &'a str, Option<&'a str>),
}

impl Block<'_> {
    fn add<'s, 'a, 't, 'v>(self, to: Answer<'s, 'a, 't, 'v>) -> Answer<'s, 'a, 't, 'v> {
        match self {
            Self::Text(text) => to.text(text),
            Self::Image(data, mime_type) => to.image(data, mime_type),
            Self::Audio(data, mime_type) => to.audio(data, mime_type),
            Self::Resource(uri, mime_type, text) => to.resource(uri, mime_type, text),
            Self::Blob(uri, mime_type, data) => to.blob(uri, mime_type, data),
            Self::Link(uri, name, mime_type) => to.link(uri, name, mime_type),
        }
    }
}

/// Answers a call with a result of any number of blocks.
///
/// SANSMCP_NOT_SUPPORTED: the revision lacks a kind of content; say it as text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_answer(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    answer: *const sansmcp_answer,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    unsafe {
        let read = || {
            let answer = at(answer)?;
            let blocks = slice(answer.content, answer.content_count)?;
            for block in blocks {
                block.read()?;
            }
            let (structured, meta) = (optional(answer.structured)?, optional(answer.meta)?);
            Ok((blocks, structured, meta, optional(answer.failure)?))
        };
        let (blocks, structured, meta, failure) = match read() {
            Ok(read) => read,
            Err(result) => return result,
        };
        send(server, tx, tx_len, out, |server, tx| {
            let mut answer = server.answer(ticket.read(), tx);
            // Each was read before without an error.
            for block in blocks.iter().filter_map(|block| block.read().ok()) {
                answer = block.add(answer);
            }
            if let Some(structured) = structured {
                answer = answer.structured(structured);
            }
            if let Some(meta) = meta {
                answer = answer.meta(meta);
            }
            if let Some(failure) = failure {
                answer = answer.fail(failure);
            }
            answer.end()
        })
    }
}

/// Answers a call with one block of text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_answer_text(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    plain: sansmcp_str,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    match unsafe { text(plain) } {
        // SAFETY: as above.
        Ok(plain) => unsafe {
            send(server, tx, tx_len, out, |server, tx| {
                server.answer(ticket.read(), tx).text(plain).end()
            })
        },
        Err(result) => result,
    }
}

/// Answers a call with one block of text as it came in, such as an argument: it is copied without
/// decoding. SANSMCP_NULL_POINTER: there is no text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_answer_json_text(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    inside: sansmcp_text,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    let inside: Text<'_> = match unsafe { inside.read() } {
        Ok(Some(inside)) => inside,
        Ok(None) => return SANSMCP_NULL_POINTER,
        Err(result) => return result,
    };
    // SAFETY: as above.
    unsafe {
        send(server, tx, tx_len, out, |server, tx| {
            server.answer(ticket.read(), tx).text(inside).end()
        })
    }
}

/// Answers a call with a failure of the tool, which the model sees: one block of text says why.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_fail(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    why: sansmcp_str,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    match unsafe { text(why) } {
        // SAFETY: as above.
        Ok(why) => unsafe {
            send(server, tx, tx_len, out, |server, tx| {
                server.answer(ticket.read(), tx).fail(why).end()
            })
        },
        Err(result) => result,
    }
}

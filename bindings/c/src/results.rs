//! Results of reads, prompts and completions.

use engine::json::Writer;
use engine::schema::{Body, CacheHint, CacheScope, Object, ResourceContents, Role};
use engine::{Error, Revision};

use crate::content::{prose, sansmcp_content};
use crate::edge::{at, optional, slice, text};
use crate::event::sansmcp_ticket;
use crate::info::said;
use crate::json::object;
use crate::out::sansmcp_out;
use crate::result::{SANSMCP_OUT_OF_RANGE, done, sansmcp_result};
use crate::server::{sansmcp_server, send};
use crate::text::{sansmcp_str, sansmcp_text};

/// One part of the contents of a resource: text, or bytes. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_part {
    /// Where it is from, required. A folder has several parts, each with its URI.
    pub uri: sansmcp_str,
    /// Its media type, if known.
    pub mime_type: sansmcp_str,
    /// Plain text.
    pub text: sansmcp_str,
    /// Text as it came in, which is copied without decoding; looked at if text is NULL.
    pub json_text: sansmcp_text,
    /// Bytes, which go out as base64; looked at if there is no text.
    pub data: *const u8,
    /// How many bytes.
    pub data_len: usize,
    /// `_meta` of the part, the JSON text of an object. From 2025-06-18 on.
    pub meta: sansmcp_str,
}

/// The result of a read. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_contents {
    /// The parts; one at least.
    pub parts: *const sansmcp_part,
    /// How many parts.
    pub part_count: usize,
    /// `_meta` of the result, the JSON text of an object.
    pub meta: sansmcp_str,
    /// How long the contents may be kept, in milliseconds; looked at if has_cache. From 2026-07-28
    /// on.
    pub cache_ttl_ms: u32,
    /// A sansmcp_cache_scope; looked at if has_cache.
    pub cache_scope: u8,
    /// How long the contents may be kept is said here; else it is as long as lists.
    pub has_cache: bool,
}

/// Who speaks; the value of sansmcp_message.role.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_role {
    /// The person.
    SANSMCP_ROLE_USER = 0,
    /// The model.
    SANSMCP_ROLE_ASSISTANT = 1,
}

/// One message of a prompt.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_message {
    /// What is said.
    pub content: sansmcp_content,
    /// A sansmcp_role.
    pub role: u8,
}

/// The result of a prompt. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_messages {
    /// The messages.
    pub messages: *const sansmcp_message,
    /// How many messages.
    pub message_count: usize,
    /// What the prompt is for.
    pub description: sansmcp_str,
    /// `_meta` of the result, the JSON text of an object.
    pub meta: sansmcp_str,
}

/// The result of a completion. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_completion {
    /// The values, the best first. The 101st and those after it are counted and not sent.
    pub values: *const sansmcp_str,
    /// How many values.
    pub value_count: usize,
    /// How many values there are in all, those not given included; looked at if has_total.
    pub total: u64,
    /// How many there are is known.
    pub has_total: bool,
    /// There are more values than were given.
    pub has_more: bool,
    /// `_meta` of the result, the JSON text of an object.
    pub meta: sansmcp_str,
}

impl sansmcp_part {
    /// As the engine has it, over the same memory.
    unsafe fn read(&self) -> Result<ResourceContents<'_>, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            Ok(ResourceContents {
                uri: text(self.uri)?,
                mime_type: optional(self.mime_type)?,
                body: match prose(self.text, self.json_text)? {
                    Some(text) => Body::Text(text),
                    None => Body::Blob(slice(self.data, self.data_len)?),
                },
                meta: object(self.meta)?,
            })
        }
    }
}

impl Object for sansmcp_part {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        // SAFETY: as the crate demands of all pointers; it was looked at before, without an error.
        let part = unsafe { self.read() }.map_err(|_| Error::NotSupported)?;
        part.write(out, revision)
    }
}

/// Answers `resources/read` with the contents of the resource. Of a resource that is not there say
/// so with sansmcp_server_reply.
///
/// SANSMCP_NOT_SUPPORTED: there is no part, or the ticket is of another request.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_contents(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    contents: *const sansmcp_contents,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let contents = at(contents)?;
            let parts = slice(contents.parts, contents.part_count)?;
            for part in parts {
                part.read()?;
            }
            let scope = match contents.cache_scope {
                0 => CacheScope::Private,
                1 => CacheScope::Public,
                _ => return Err(SANSMCP_OUT_OF_RANGE),
            };
            let cache = CacheHint { ttl_ms: contents.cache_ttl_ms, scope };
            let (parts, meta, cache) =
                (parts, optional(contents.meta)?, contents.has_cache.then_some(cache));
            send(server, tx, tx_len, out, |server, tx| {
                let mut contents = server.contents(ticket.read(), tx);
                for part in parts {
                    contents = contents.part(part);
                }
                if let Some(cache) = cache {
                    contents = contents.cache(cache);
                }
                if let Some(meta) = meta {
                    contents = contents.meta(meta);
                }
                contents.end()
            })
        }
    })())
}

/// Who speaks, of a number that was looked at.
fn role_of(number: u8) -> Role {
    if number == sansmcp_role::SANSMCP_ROLE_ASSISTANT as u8 { Role::Assistant } else { Role::User }
}

/// Answers `prompts/get` with the messages of the prompt. Of a prompt that is not there say so with
/// sansmcp_server_reply.
///
/// SANSMCP_NOT_SUPPORTED: the revision lacks a kind of content, or the ticket is of another
/// request.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_messages(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    messages: *const sansmcp_messages,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let result = at(messages)?;
            let messages = slice(result.messages, result.message_count)?;
            for message in messages {
                if message.role > 1 {
                    return Err(SANSMCP_OUT_OF_RANGE);
                }
                message.content.check()?;
            }
            let (messages, description, meta) =
                (messages, optional(result.description)?, optional(result.meta)?);
            send(server, tx, tx_len, out, |server, tx| {
                let mut result = server.messages(ticket.read(), tx);
                for message in messages {
                    result = result.block(role_of(message.role), &message.content);
                }
                if let Some(description) = description {
                    result = result.description(description);
                }
                if let Some(meta) = meta {
                    result = result.meta(meta);
                }
                result.end()
            })
        }
    })())
}

/// Answers `completion/complete` with suggestions.
///
/// SANSMCP_NOT_SUPPORTED: the ticket is of another request.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_completion(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    completion: *const sansmcp_completion,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let completion = at(completion)?;
            let values = slice(completion.values, completion.value_count)?;
            for value in values {
                text(*value)?;
            }
            let (values, said_of_them, meta) = (values, completion, optional(completion.meta)?);
            send(server, tx, tx_len, out, |server, tx| {
                let mut completion = server.completion(ticket.read(), tx);
                for value in values {
                    completion = completion.value(said(*value));
                }
                if said_of_them.has_total {
                    completion = completion.total(said_of_them.total);
                }
                if said_of_them.has_more {
                    completion = completion.more();
                }
                if let Some(meta) = meta {
                    completion = completion.meta(meta);
                }
                completion.end()
            })
        }
    })())
}

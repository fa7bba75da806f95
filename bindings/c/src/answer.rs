//! Results of calls.

use engine::json::Text;

use crate::content::sansmcp_content;
use crate::edge::{at, optional, slice, text};
use crate::event::sansmcp_ticket;
use crate::out::sansmcp_out;
use crate::result::{SANSMCP_NULL_POINTER, done, sansmcp_result};
use crate::server::{sansmcp_server, send};
use crate::text::{sansmcp_str, sansmcp_text};

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
    /// The tool failed, and the blocks say why.
    pub is_failed: bool,
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
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let given = at(answer)?;
            let blocks = slice(given.content, given.content_count)?;
            for block in blocks {
                block.check()?;
            }
            let (structured, meta) = (optional(given.structured)?, optional(given.meta)?);
            let failure = optional(given.failure)?;
            send(server, tx, tx_len, out, |server, tx| {
                let mut answer = server.answer(ticket.read(), tx);
                for block in blocks {
                    answer = answer.block(block);
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
                if given.is_failed {
                    answer = answer.failed();
                }
                answer.end()
            })
        }
    })())
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
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let plain = text(plain)?;
            send(server, tx, tx_len, out, |server, tx| {
                server.answer(ticket.read(), tx).text(plain).end()
            })
        }
    })())
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
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let inside: Text<'_> = inside.read()?.ok_or(SANSMCP_NULL_POINTER)?;
            send(server, tx, tx_len, out, |server, tx| {
                server.answer(ticket.read(), tx).text(inside).end()
            })
        }
    })())
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
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let why = text(why)?;
            send(server, tx, tx_len, out, |server, tx| {
                server.answer(ticket.read(), tx).fail(why).end()
            })
        }
    })())
}

//! Answers larger than any buffer, sent in pieces.

use engine::schema::{Body, Content};
use engine::{Out, Shape};

use crate::content::sansmcp_content;
use crate::edge::{Place, at, optional, slice, slice_mut, text};
use crate::event::{sansmcp_event, sansmcp_ticket};
use crate::out::sansmcp_out;
use crate::result::{SANSMCP_NONE, SANSMCP_NOT_SUPPORTED, done, sansmcp_result};
use crate::server::{sansmcp_server, send, with};
use crate::text::{sansmcp_str, sansmcp_text};

/// Begins to answer `initialize`, `server/discover` or a list in pieces, where
/// sansmcp_server_reply says that the buffer is too small. sansmcp_server_next_output gives the
/// other pieces; until the last is out, what the tables say must not change. A list sends one
/// entry this way and goes on with a cursor.
///
/// SANSMCP_NOT_SUPPORTED: it is another event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_begin_reply(
    server: *mut sansmcp_server,
    event: *const sansmcp_event,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let event = at(event)?.read()?;
            send(server, tx, tx_len, out, |server, tx| server.begin_reply(&event, tx))
        }
    })())
}

/// The next message or piece that is due without being asked for. SANSMCP_NONE: none is. Call it
/// until then whenever something else was sent, and after sansmcp_server_begin_reply.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_next_output(
    server: *mut sansmcp_server,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (tx, place) = unsafe { (slice_mut(tx, tx_len)?, Place::new(out)?) };
        // SAFETY: as above.
        match unsafe { with(server, |server| server.next_output(tx)) }?.transpose() {
            Some(out) => place.send(out),
            None => Err(SANSMCP_NONE),
        }
    })())
}

/// Begins the answer to a call as one block of content whose text or bytes come in pieces:
/// `block` says its kind and what else it has beside them: a media type, the URI of a blob. Text,
/// image, audio and blob can be sent so, without annotations and `_meta`.
///
/// Until sansmcp_server_end nothing else may go out on this connection, and once begun the answer
/// ends as valid JSON, whatever happens. SANSMCP_SHORT: nothing has begun.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_begin(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    block: *const sansmcp_content,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let block = at(block)?.without_pieces();
            block.check()?;
            let shape = match block.read()? {
                Content::Text(_) => Shape::Text,
                Content::Image(image) => Shape::Image(image.mime_type),
                Content::Audio(audio) => Shape::Audio(audio.mime_type),
                Content::Resource(blob) if matches!(blob.resource.body, Body::Blob(_)) => {
                    Shape::Blob(blob.resource.uri, blob.resource.mime_type.unwrap_or_default())
                }
                Content::Resource(_) | Content::Link(_) => return Err(SANSMCP_NOT_SUPPORTED),
            };
            send(server, tx, tx_len, out, |server, tx| server.begin(ticket.read(), shape, tx))
        }
    })())
}

/// Begins the answer to `resources/read` as one part whose text or bytes come in pieces; then as
/// after sansmcp_server_begin. `is_bytes`: the pieces are any bytes, which go out as base64; else
/// they are text.
///
/// SANSMCP_NOT_SUPPORTED: the ticket is of another request. SANSMCP_SHORT: nothing has begun.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_begin_contents(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    uri: sansmcp_str,
    mime_type: sansmcp_str,
    is_bytes: bool,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (uri, mime_type) = (text(uri)?, text(mime_type)?);
            let shape = match is_bytes {
                true => Shape::Bytes(uri, mime_type),
                false => Shape::Contents(uri, mime_type),
            };
            send(server, tx, tx_len, out, |server, tx| server.begin(ticket.read(), shape, tx))
        }
    })())
}

impl sansmcp_content {
    /// The block with nothing where the pieces will be.
    fn without_pieces(&self) -> Self {
        let text = sansmcp_str::of("");
        let json_text = sansmcp_text { data: core::ptr::null(), len: 0 };
        Self { text, json_text, data: core::ptr::null(), data_len: 0, ..*self }
    }
}

/// Sends the next piece: `taken` says how many of the `data_len` bytes were taken, `out` what to
/// send. Offer the rest again. After a cancel all of it is taken and nothing sent: end it then.
///
/// Text has to be UTF-8; a character may be cut by the end of a piece only if the rest of it is
/// offered again. SANSMCP_SHORT: the buffer has no room for even one character (6 bytes) or one
/// group of base64 (4 bytes).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_piece(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    data: *const u8,
    data_len: usize,
    tx: *mut u8,
    tx_len: usize,
    taken: *mut usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (data, place) = (slice(data, data_len)?, Place::new(taken)?);
            let mut count = 0;
            send(server, tx, tx_len, out, |server, tx| -> Result<Out<'_>, _> {
                let (taken, out) = server.piece(ticket.read(), data, tx)?;
                count = taken;
                Ok(out)
            })?;
            place.put(count);
        }
        Ok(())
    })())
}

/// Ends the stream and the answer. With a `failure`, the result says that the tool failed, and
/// why; what was sent before stands. NULL: it did not fail.
///
/// SANSMCP_SHORT: the stream still waits for its end. 48 bytes are enough without a failure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_end(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    failure: sansmcp_str,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let failure = optional(failure)?.map(Into::into);
            send(server, tx, tx_len, out, |server, tx| server.end(ticket.read(), failure, tx))
        }
    })())
}

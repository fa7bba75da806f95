//! HTTP/1.1 on the wire: requests in.

use core::mem::MaybeUninit;

use engine::http1::{ConversationState, NO_HEADERS, Stage, Step};

use crate::edge::{Place, slice_mut};
use crate::header::sansmcp_header;
use crate::http_head::sansmcp_head;
use crate::http1_reply::sansmcp_http1_terms;
use crate::reader::{self, Reader, open};
use crate::result::{SANSMCP_NONE, SANSMCP_SHORT, done, sansmcp_result};
use crate::text::sansmcp_str;

/// One connection of a client, in a buffer of the caller's, for hosts without an HTTP library.
///
/// Read into sansmcp_http1_space, say how much with sansmcp_http1_filled, then call
/// sansmcp_http1_advance until there is nothing, and do what its step says. Once a response was
/// sent to its end, say sansmcp_http1_finish. The next request may have arrived before; it waits in
/// the buffer, so that requests are answered in their order.
///
/// One request stands in the buffer at a time, head and body: it takes the longest body that should
/// be accepted and two kilobytes for the head. A chunked body takes one byte more than it has. A
/// head that does not fit is refused with 431, a body with 413.
///
/// After the last response end the sending side of the socket, then read on for a moment, until the
/// client ends too: a connection that is closed while the client still sends is reset, and it may
/// not see the response.
///
/// It may be moved at any time; the buffer stays where it is.
#[repr(C)]
pub struct sansmcp_http1 {
    /// The caller's buffer.
    pub buffer: *mut u8,
    /// Its length in bytes.
    pub buffer_len: usize,
    /// The engine's; all zero bits when new.
    pub state: MaybeUninit<[u64; 16]>,
}

const _: () = assert!(size_of::<ConversationState>() <= size_of::<MaybeUninit<[u64; 16]>>());
const _: () = assert!(align_of::<ConversationState>() <= align_of::<MaybeUninit<[u64; 16]>>());

impl Reader for sansmcp_http1 {
    type State = ConversationState;

    fn over(buffer: *mut u8, buffer_len: usize) -> Self {
        Self { buffer, buffer_len, state: MaybeUninit::new([0; 16]) }
    }

    fn parts(&mut self) -> (*mut u8, usize, *mut ConversationState) {
        (self.buffer, self.buffer_len, self.state.as_mut_ptr().cast())
    }

    fn free<'b>(state: &'b mut ConversationState, buffer: &'b mut [u8]) -> &'b mut [u8] {
        state.space(buffer)
    }
}

/// What has become known of a connection; the value of sansmcp_http1_step.kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_http1_step_kind {
    /// A head is whole: look at it with sansmcp_http1_request. Then either sansmcp_http1_accept its
    /// body, also where there is none; or answer at once: sansmcp_http1_skip.
    SANSMCP_HTTP1_HEAD = 1,
    /// Head and body are whole: answer, on the terms of sansmcp_http1_terms_of.
    SANSMCP_HTTP1_REQUEST = 2,
    /// What arrived is not accepted: answer with the status, and close the connection. There is no
    /// request to look at.
    SANSMCP_HTTP1_REFUSED = 3,
}

/// What has become known of a connection.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_http1_step {
    /// Of a refusal: the HTTP status.
    pub status: u16,
    /// A sansmcp_http1_step_kind.
    pub kind: u8,
}

/// Where a conversation stands, for those who set time limits.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_http1_stage {
    /// Nothing of a request has arrived. The connection may be closed at any time.
    SANSMCP_HTTP1_IDLE = 0,
    /// A head is on its way.
    SANSMCP_HTTP1_IN_HEAD = 1,
    /// A head was given out, and sansmcp_http1_accept or sansmcp_http1_skip is due.
    SANSMCP_HTTP1_JUDGING = 2,
    /// A body is on its way.
    SANSMCP_HTTP1_IN_BODY = 3,
    /// The response is due, up to sansmcp_http1_finish.
    SANSMCP_HTTP1_ANSWERING = 4,
    /// The response was sent, and the rest of a body that nobody wanted is on its way.
    SANSMCP_HTTP1_DRAINING = 5,
    /// No more is read. Once the last response is sent the connection is to be closed.
    SANSMCP_HTTP1_CLOSED = 6,
}

const _: () = {
    use sansmcp_http1_stage::*;
    assert!(SANSMCP_HTTP1_IDLE as u8 == Stage::Idle as u8);
    assert!(SANSMCP_HTTP1_IN_HEAD as u8 == Stage::Head as u8);
    assert!(SANSMCP_HTTP1_JUDGING as u8 == Stage::Judging as u8);
    assert!(SANSMCP_HTTP1_IN_BODY as u8 == Stage::Body as u8);
    assert!(SANSMCP_HTTP1_ANSWERING as u8 == Stage::Answering as u8);
    assert!(SANSMCP_HTTP1_DRAINING as u8 == Stage::Draining as u8);
    assert!(SANSMCP_HTTP1_CLOSED as u8 == Stage::Closed as u8);
};

/// The version of HTTP that a request is written in; the value of sansmcp_http1_request.version.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_http1_version {
    /// HTTP/1.1.
    SANSMCP_HTTP1_VERSION_1_1 = 0,
    /// HTTP/1.0: its connection ends after the response, and it knows no chunks.
    SANSMCP_HTTP1_VERSION_1_0 = 1,
}

/// A request: its head, and its body once that is whole. It lies in the conversation's buffer and
/// in the table of headers that was lent, and lasts until sansmcp_http1_finish or the next call of
/// sansmcp_http1_advance.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_http1_request {
    /// The part that sansmcp_endpoint_judge reads: the method as it was written, and the headers in
    /// their order.
    pub head: sansmcp_head,
    /// The target as it was written: `/mcp?a=b`, or `http://host/mcp`, or `*`.
    pub target: sansmcp_str,
    /// The path in it, not decoded: `/mcp`. `/` where there is none, `*` for `OPTIONS *`.
    pub path: sansmcp_str,
    /// What follows the first question mark. NULL: there is none.
    pub query: sansmcp_str,
    /// The body with its chunks put together. Empty before SANSMCP_HTTP1_REQUEST, and where the
    /// body is skipped.
    pub body: *const u8,
    /// How many bytes the body has.
    pub body_len: usize,
    /// A sansmcp_http1_version.
    pub version: u8,
}

/// Begins a connection with an empty buffer; what is in it is not looked at.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_init(
    conversation: *mut sansmcp_http1,
    buffer: *mut u8,
    buffer_len: usize,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe { reader::init(conversation, buffer, buffer_len) })
}

/// The free part of the buffer, to read into, and its length in bytes. NULL and 0 if `conversation`
/// is NULL; `space_len` must not be.
///
/// While a request is read, and once the conversation is closed, it is never empty (for a buffer
/// that is not) after sansmcp_http1_advance returned SANSMCP_NONE. It may be empty while a response
/// is due: then a read of zero bytes is not the end of input.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_space(
    conversation: *mut sansmcp_http1,
    space_len: *mut usize,
) -> *mut u8 {
    // SAFETY: as the crate demands of all pointers.
    unsafe { reader::space(conversation, space_len) }
}

/// Says that the first `count` bytes of the space were filled. More than there is space for counts
/// as all of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_filled(
    conversation: *mut sansmcp_http1,
    count: usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (state, buffer) = unsafe { open(conversation) }?;
        state.filled(buffer, count);
        Ok(())
    })())
}

/// What is next. SANSMCP_NONE: more bytes are needed, or it is the caller's turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_advance(
    conversation: *mut sansmcp_http1,
    step: *mut sansmcp_http1_step,
) -> sansmcp_result {
    use sansmcp_http1_step_kind::*;
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (place, (state, buffer)) = unsafe { (Place::new(step)?, open(conversation)?) };
        let (kind, status) = match state.advance(buffer).ok_or(SANSMCP_NONE)? {
            Step::Head => (SANSMCP_HTTP1_HEAD, 0),
            Step::Request => (SANSMCP_HTTP1_REQUEST, 0),
            Step::Refused(status) => (SANSMCP_HTTP1_REFUSED, status),
        };
        place.put(sansmcp_http1_step { status, kind: kind as u8 });
        Ok(())
    })())
}

/// The request whose head was given out, until sansmcp_http1_finish. `headers` is a table with room
/// for `room` headers, which the request refers to: SANSMCP_MAX_HEADERS is always enough.
///
/// SANSMCP_NONE: there is none. SANSMCP_SHORT: there is no room for all headers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_request_of(
    conversation: *mut sansmcp_http1,
    headers: *mut sansmcp_header,
    room: usize,
    request: *mut sansmcp_http1_request,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (place, table, (state, buffer)) = unsafe {
            let table = slice_mut(headers, room)?;
            (Place::new(request)?, table, open(conversation)?)
        };
        let mut lines = NO_HEADERS;
        let read = state.request(buffer, &mut lines).ok_or(SANSMCP_NONE)?;
        let table = table.get_mut(..read.headers.len()).ok_or(SANSMCP_SHORT)?;
        for (to, from) in table.iter_mut().zip(read.headers) {
            let (name, value) = (sansmcp_str::of(from.name), sansmcp_str::bytes(from.value));
            *to = sansmcp_header { name, value };
        }
        let method = sansmcp_str::of(read.method);
        place.put(sansmcp_http1_request {
            head: sansmcp_head { method, headers, header_count: read.headers.len() },
            target: sansmcp_str::of(read.target),
            path: sansmcp_str::of(read.path),
            query: sansmcp_str::of_optional(read.query),
            body: read.body.as_ptr(),
            body_len: read.body.len(),
            version: read.version as u8,
        });
        Ok(())
    })())
}

/// Accepts the request after its head, with a body of at most `limit` bytes; a longer one is the
/// next step, SANSMCP_HTTP1_REFUSED with 413. `is_awaited`: the client waits for
/// sansmcp_http1_continue, which is then to be sent at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_accept(
    conversation: *mut sansmcp_http1,
    limit: u64,
    is_awaited: *mut bool,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (place, (state, buffer)) = unsafe { (Place::new(is_awaited)?, open(conversation)?) };
        place.put(state.accept(buffer, limit));
        Ok(())
    })())
}

/// The request is answered without its body, which is read through and dropped: `terms` says how
/// the response has to look. Where the body is longer than `limit` bytes, or the client waits to be
/// told to send it, the connection ends with this response instead.
///
/// May be called after the head, or later while the body is on its way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_skip(
    conversation: *mut sansmcp_http1,
    limit: u64,
    terms: *mut sansmcp_http1_terms,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (place, (state, _)) = unsafe { (Place::new(terms)?, open(conversation)?) };
        place.put(sansmcp_http1_terms::of(state.skip(limit)));
        Ok(())
    })())
}

/// How the response has to look, from the head on until sansmcp_http1_finish, and after a refusal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_terms_of(
    conversation: *mut sansmcp_http1,
    terms: *mut sansmcp_http1_terms,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (place, (state, _)) = unsafe { (Place::new(terms)?, open(conversation)?) };
        place.put(sansmcp_http1_terms::of(state.terms()));
        Ok(())
    })())
}

/// The response was sent to its end. Returns whether the connection goes on; otherwise close it. It
/// does not where no response was due.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_finish(conversation: *mut sansmcp_http1) -> bool {
    // SAFETY: as the crate demands of all pointers.
    unsafe { open(conversation) }.is_ok_and(|(state, _)| state.finish())
}

/// Ends the conversation: what is held is dropped, and no more is read. The terms of the response
/// that is due stay known; it is the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_close(conversation: *mut sansmcp_http1) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (state, _) = unsafe { open(conversation) }?;
        state.close();
        Ok(())
    })())
}

/// Where it stands, a sansmcp_http1_stage; SANSMCP_HTTP1_CLOSED for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_stage_of(conversation: *mut sansmcp_http1) -> u8 {
    // SAFETY: as the crate demands of all pointers.
    let stage = unsafe { open(conversation) }.map(|(state, _)| state.stage());
    stage.unwrap_or(Stage::Closed) as u8
}

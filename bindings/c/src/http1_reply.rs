//! HTTP/1.1 on the wire: responses out.

use core::ffi::c_char;

use engine::http1::{
    BodyForm, CONTINUE, Chunk, Framing, HeadError, LAST_CHUNK, Terms, Version, reason,
};

use crate::edge::{Place, slice, slice_mut, text};
use crate::header::sansmcp_header;
use crate::result::{
    SANSMCP_NOT_SUPPORTED, SANSMCP_OUT_OF_RANGE, SANSMCP_SHORT, done, sansmcp_result,
};
use crate::text::sansmcp_str;

/// How the response to a request has to look; from sansmcp_http1_terms_of. It may be kept for as
/// long as the answer takes. All zero bits: to a client of which nothing is known, on a connection
/// that ends.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_http1_terms {
    /// A sansmcp_http1_version: what the client understands.
    pub version: u8,
    /// Not 0: the connection goes on after this response. Set it to 0 to end the connection; then
    /// close it, whatever sansmcp_http1_finish says.
    pub keep: u8,
    /// Not 0: the method is `HEAD`; the head alone is sent.
    pub is_head_only: u8,
}

impl sansmcp_http1_terms {
    pub(crate) fn of(terms: Terms) -> Self {
        Self {
            version: terms.version as u8,
            keep: u8::from(terms.keep),
            is_head_only: u8::from(terms.is_head_only),
        }
    }

    fn read(self) -> Result<Terms, sansmcp_result> {
        let version = match self.version {
            0 => Version::Http11,
            1 => Version::Http10,
            _ => return Err(SANSMCP_OUT_OF_RANGE),
        };
        Ok(Terms { version, keep: self.keep != 0, is_head_only: self.is_head_only != 0 })
    }
}

/// A length of a body that nobody knows yet: it is a stream.
pub const SANSMCP_HTTP1_STREAM: u64 = u64::MAX;

/// How to send a body after its head; the value of sansmcp_http1_sent.form.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_http1_body_form {
    /// No body follows: the status or the method has none.
    SANSMCP_HTTP1_BODY_NONE = 0,
    /// The bytes as they are. Of a stream the end of the connection is the end of the body.
    SANSMCP_HTTP1_BODY_PLAIN = 1,
    /// Each piece as a chunk: sansmcp_http1_chunk, the piece, CR and LF; at last
    /// sansmcp_http1_last_chunk.
    SANSMCP_HTTP1_BODY_CHUNKED = 2,
}

/// A head that was written, and what follows it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_http1_sent {
    /// How many bytes the head has, from the start of the buffer on; after SANSMCP_SHORT 0.
    pub len: usize,
    /// After SANSMCP_SHORT: how many bytes it takes. Else 0.
    pub need: usize,
    /// A sansmcp_http1_body_form.
    pub form: u8,
    /// The connection goes on after this response; otherwise close it.
    pub keep: bool,
}

/// Writes the head of a response into a buffer: the status line, the headers (those of
/// sansmcp_response_headers, of sansmcp_endpoint_exposed, and the caller's own), and those that say
/// where the body ends and whether the connection goes on. `length` is that of the body in bytes,
/// or SANSMCP_HTTP1_STREAM.
///
/// Statuses 1xx, 204 and 304 have no body: give 0. `Date` is the caller's to add. Without headers a
/// head takes at most 128 bytes.
///
/// SANSMCP_SHORT: the buffer is too small. SANSMCP_NOT_SUPPORTED: it would be no valid head: the
/// status is not in 100 to 599, a name is no token, a value has a control character,
/// or it is one of `Connection`, `Content-Length` and `Transfer-Encoding`, which are written here.
/// SANSMCP_NOT_TEXT: a name or a value is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_http1_write_head(
    terms: sansmcp_http1_terms,
    status: u16,
    headers: *const sansmcp_header,
    header_count: usize,
    length: u64,
    tx: *mut u8,
    tx_len: usize,
    sent: *mut sansmcp_http1_sent,
) -> sansmcp_result {
    done((|| {
        let terms = terms.read()?;
        // SAFETY: as the crate demands of all pointers.
        let (headers, tx, place) =
            unsafe { (slice(headers, header_count)?, slice_mut(tx, tx_len)?, Place::new(sent)?) };
        for header in headers {
            // SAFETY: as above.
            unsafe {
                text(header.name)?;
                text(header.value)?;
            }
        }
        let lines = headers.iter().map(|header| {
            // SAFETY: as above; each was read before without an error.
            unsafe {
                (text(header.name).unwrap_or_default(), text(header.value).unwrap_or_default())
            }
        });
        let framing = match length {
            SANSMCP_HTTP1_STREAM => Framing::Stream,
            length => Framing::Length(length),
        };
        match terms.write_head(status, lines, framing, tx) {
            Ok(head) => {
                let form = match head.body {
                    BodyForm::None => sansmcp_http1_body_form::SANSMCP_HTTP1_BODY_NONE,
                    BodyForm::Plain => sansmcp_http1_body_form::SANSMCP_HTTP1_BODY_PLAIN,
                    BodyForm::Chunked => sansmcp_http1_body_form::SANSMCP_HTTP1_BODY_CHUNKED,
                };
                place.put(sansmcp_http1_sent {
                    len: head.head.len(),
                    need: 0,
                    form: form as u8,
                    keep: head.keep,
                });
                Ok(())
            }
            Err(HeadError::Short { need }) => {
                place.put(sansmcp_http1_sent { len: 0, need, form: 0, keep: false });
                Err(SANSMCP_SHORT)
            }
            Err(HeadError::Invalid) => Err(SANSMCP_NOT_SUPPORTED),
        }
    })())
}

/// What goes before a piece of a chunked body, by value: send the first `len` bytes, the piece, and
/// CR and LF. None for an empty piece, since a chunk of no bytes would end the body: send nothing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_http1_chunk_head {
    /// The bytes.
    pub bytes: [c_char; 18],
    /// How many.
    pub len: u8,
}

/// What goes before a piece of a chunked body that has so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_http1_chunk(len: usize) -> sansmcp_http1_chunk_head {
    let chunk = Chunk::new(len);
    let mut head = sansmcp_http1_chunk_head { bytes: [0; 18], len: chunk.head().len() as u8 };
    head.bytes.iter_mut().zip(chunk.head()).for_each(|(to, from)| *to = *from as c_char);
    head
}

/// What ends a chunked body. The text lasts for ever.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_http1_last_chunk() -> sansmcp_str {
    sansmcp_str::bytes(LAST_CHUNK)
}

/// What to send to a client that waits for it before it sends its body. The text lasts for ever.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_http1_continue() -> sansmcp_str {
    sansmcp_str::bytes(CONTINUE)
}

/// The reason phrase of a status; empty for one that has none here. The text lasts for ever.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_http1_reason(status: u16) -> sansmcp_str {
    sansmcp_str::of(reason(status))
}

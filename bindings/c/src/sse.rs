//! Event streams on their way out: what stands around the JSON of a message.

use core::ffi::c_char;

use engine::sse::{self, EventId, Fields};

use crate::edge::{Place, at};
use crate::result::{done, sansmcp_result};
use crate::text::sansmcp_str;

/// The id of an event that a server gave out: which stream it is of, and the how manieth there. It
/// is written as two numbers in hexadecimal, such as `1a0003-2`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_sse_id {
    /// The number of the stream.
    pub stream: u32,
    /// Counts the events of the stream from 1; 0 comes before them all.
    pub sequence: u32,
}

impl sansmcp_sse_id {
    pub(crate) const NONE: Self = Self { stream: 0, sequence: 0 };

    pub(crate) fn of(id: EventId) -> Self {
        Self { stream: id.stream, sequence: id.sequence }
    }

    pub(crate) fn read(self) -> EventId {
        EventId { stream: self.stream, sequence: self.sequence }
    }
}

/// Bytes that an event begins with or consists of, by value: send the first `len` of them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_sse_fields {
    /// The bytes.
    pub bytes: [c_char; 112],
    /// How many.
    pub len: usize,
}

impl sansmcp_sse_fields {
    pub(crate) const NONE: Self = Self { bytes: [0; 112], len: 0 };

    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        let mut to = Self::NONE;
        to.bytes.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from as c_char);
        to.len = bytes.len().min(to.bytes.len());
        to
    }

    pub(crate) fn of(fields: Option<&Fields>) -> Self {
        fields.map_or(Self::NONE, |fields| Self::of_bytes(fields.bytes()))
    }
}

/// What comes before the JSON of one message in an event stream; sansmcp_sse_tail comes after it.
/// `id` may be NULL: it cannot be asked for again. The JSON must have no line end in it: leave out
/// the newline that an output ends with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_sse_head(
    id: *const sansmcp_sse_id,
    fields: *mut sansmcp_sse_fields,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (id, place) = unsafe { (at(id).ok(), Place::new(fields)?) };
        place.put(sansmcp_sse_fields::of(Some(&sse::head(id.map(|id| id.read()), None))));
        Ok(())
    })())
}

/// What comes after the JSON of one message in an event stream. The text lasts for ever.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_sse_tail() -> sansmcp_str {
    sansmcp_str::bytes(sse::TAIL)
}

/// A comment, which every client skips: to be sent now and then on an event stream on which nothing
/// else is due and no message is half out, so that nobody on the way takes it for dead. The text
/// lasts for ever.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_sse_keep_alive() -> sansmcp_str {
    sansmcp_str::bytes(sse::KEEP_ALIVE)
}

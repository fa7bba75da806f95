//! A byte stream cut into lines.

use core::mem::MaybeUninit;

use engine::{Frame, LinesState};

use crate::edge::Place;
use crate::frame::sansmcp_frame;
use crate::reader::{self, Reader, open};
use crate::result::{SANSMCP_NONE, done, sansmcp_result};

/// Cuts a byte stream into frames, one message a line, in a buffer of the caller's.
///
/// Read into sansmcp_lines_space, say how much with sansmcp_lines_filled, take frames with
/// sansmcp_lines_next_frame until there is none, and begin again. At the end of the input take the
/// rest with sansmcp_lines_finish.
///
/// The buffer bounds the longest message: take the longest arguments that a tool of yours accepts
/// and add 1 KiB. A longer line is refused with an error to its sender, and the next one works.
///
/// It may be moved at any time; the buffer stays where it is.
#[repr(C)]
pub struct sansmcp_lines {
    /// The caller's buffer.
    pub buffer: *mut u8,
    /// Its length in bytes; at most 4 GiB are used.
    pub buffer_len: usize,
    /// The engine's; all zero bits when new.
    pub state: MaybeUninit<[u64; 30]>,
}

const _: () = assert!(size_of::<LinesState>() <= size_of::<MaybeUninit<[u64; 30]>>());
const _: () = assert!(align_of::<LinesState>() <= align_of::<MaybeUninit<[u64; 30]>>());

impl Reader for sansmcp_lines {
    type State = LinesState;

    fn over(buffer: *mut u8, buffer_len: usize) -> Self {
        Self { buffer, buffer_len, state: MaybeUninit::new([0; 30]) }
    }

    fn parts(&mut self) -> (*mut u8, usize, *mut LinesState) {
        (self.buffer, self.buffer_len, self.state.as_mut_ptr().cast())
    }

    fn free<'b>(state: &'b mut LinesState, buffer: &'b mut [u8]) -> &'b mut [u8] {
        state.space(buffer)
    }
}

/// Begins with an empty buffer; what is in it is not looked at.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_lines_init(
    lines: *mut sansmcp_lines,
    buffer: *mut u8,
    buffer_len: usize,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe { reader::init(lines, buffer, buffer_len) })
}

/// The free part of the buffer, to read into, and its length in bytes. NULL and 0 if `lines` is
/// NULL; `space_len` must not be.
///
/// Never empty (for a buffer that is not) once sansmcp_lines_next_frame has returned
/// SANSMCP_NONE, so that a read of zero bytes always means the end of the input.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_lines_space(
    lines: *mut sansmcp_lines,
    space_len: *mut usize,
) -> *mut u8 {
    // SAFETY: as the crate demands of all pointers.
    unsafe { reader::space(lines, space_len) }
}

/// Says that the first `count` bytes of the space were filled. More than there is space for
/// counts as all of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_lines_filled(
    lines: *mut sansmcp_lines,
    count: usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (state, buffer) = unsafe { open(lines) }?;
        state.filled(buffer, count);
        Ok(())
    })())
}

/// The next message. SANSMCP_NONE: more bytes are needed. Call it until then.
///
/// The frame refers to the buffer, and lasts until the next call with `lines`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_lines_next_frame(
    lines: *mut sansmcp_lines,
    frame: *mut sansmcp_frame,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe { take(lines, frame, |state, buffer| state.next_frame(buffer)) })
}

/// The next message when no more bytes will come. SANSMCP_NONE: none is left, and `lines` is as
/// new. Call it until then: it gives the lines that are whole and at last one whose newline is
/// missing.
///
/// The frame refers to the buffer, and lasts until the next call with `lines`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_lines_finish(
    lines: *mut sansmcp_lines,
    frame: *mut sansmcp_frame,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe { take(lines, frame, |state, buffer| state.finish(buffer)) })
}

unsafe fn take<'a>(
    lines: *mut sansmcp_lines,
    frame: *mut sansmcp_frame,
    next: impl FnOnce(&'a mut LinesState, &'a mut [u8]) -> Option<Frame<'a>>,
) -> Result<(), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    let (place, (state, buffer)) = unsafe { (Place::new(frame)?, open(lines)?) };
    place.put(sansmcp_frame::of(&next(state, buffer).ok_or(SANSMCP_NONE)?));
    Ok(())
}

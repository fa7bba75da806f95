//! A byte stream cut into lines.

use core::mem::MaybeUninit;

use engine::{Frame, LinesState};

use crate::edge::{Place, at_mut, slice_mut};
use crate::frame::sansmcp_frame;
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

impl sansmcp_lines {
    /// The engine's state and the buffer it belongs to.
    unsafe fn open<'a>(
        lines: *mut Self,
    ) -> Result<(&'a mut LinesState, &'a mut [u8]), sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        let lines = unsafe { at_mut(lines) }?;
        // SAFETY: as the crate demands of all pointers.
        let buffer = unsafe { slice_mut(lines.buffer, lines.buffer_len) }?;
        // SAFETY: large and aligned enough, and all zero bits are one of its values.
        let state = unsafe { &mut *lines.state.as_mut_ptr().cast::<LinesState>() };
        Ok((state, buffer))
    }
}

/// Begins with an empty buffer; what is in it is not looked at.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_lines_init(
    lines: *mut sansmcp_lines,
    buffer: *mut u8,
    buffer_len: usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let place = unsafe {
            slice_mut(buffer, buffer_len)?;
            Place::new(lines)?
        };
        place.put(sansmcp_lines { buffer, buffer_len, state: MaybeUninit::new([0; 30]) });
        Ok(())
    })())
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
    let Ok(place) = (unsafe { Place::new(space_len) }) else { return core::ptr::null_mut() };
    // SAFETY: as the crate demands of all pointers.
    match unsafe { sansmcp_lines::open(lines) } {
        Ok((state, buffer)) => {
            let space = state.space(buffer);
            place.put(space.len());
            space.as_mut_ptr()
        }
        Err(_) => {
            place.put(0);
            core::ptr::null_mut()
        }
    }
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
        let (state, buffer) = unsafe { sansmcp_lines::open(lines) }?;
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
    let (place, (state, buffer)) = unsafe { (Place::new(frame)?, sansmcp_lines::open(lines)?) };
    place.put(sansmcp_frame::of(&next(state, buffer).ok_or(SANSMCP_NONE)?));
    Ok(())
}

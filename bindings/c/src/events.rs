//! An event stream cut into events.

use core::mem::MaybeUninit;

use engine::sse::EventsState;

use crate::edge::{Place, at};
use crate::frame::sansmcp_frame;
use crate::reader::{self, Reader, open};
use crate::result::{SANSMCP_NONE, done, sansmcp_result};
use crate::text::sansmcp_str;

/// Cuts a stream of server-sent events (`text/event-stream`) into events, in a buffer of the
/// caller's.
///
/// Read into sansmcp_events_space, say how much with sansmcp_events_filled, take events with
/// sansmcp_events_next_event until there is none, and begin again. At the end of a stream what is
/// left of an event without an end counts as nothing: sansmcp_events_reset.
///
/// The data of an event must be shorter than the buffer by one byte at least; nothing else takes
/// room in it. Of a longer one the data is gone, and its frame says what is known of its message.
///
/// It may be moved between two events; the buffer stays where it is.
#[repr(C)]
pub struct sansmcp_events {
    /// The caller's buffer.
    pub buffer: *mut u8,
    /// Its length in bytes; at most 4 GiB are used.
    pub buffer_len: usize,
    /// The engine's; all zero bits when new.
    pub state: MaybeUninit<[u64; 88]>,
}

const _: () = assert!(size_of::<EventsState>() <= size_of::<MaybeUninit<[u64; 88]>>());
const _: () = assert!(align_of::<EventsState>() <= align_of::<MaybeUninit<[u64; 88]>>());

/// What sansmcp_events_retry gives, and sansmcp_client_seen is given, where the server said
/// nothing.
pub const SANSMCP_NO_RETRY: u64 = 0xffff_ffff_ffff_ffff;

/// One event of a stream. Its texts last until the next call with its sansmcp_events.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_sse_event {
    /// Its message, or a batch of them (2025-03-26). Set route and principal, and give it to
    /// sansmcp_client_receive.
    pub frame: sansmcp_frame,
    /// Its `event` field, `message` if it has none. It need not be UTF-8.
    pub kind: sansmcp_str,
    /// The last id that was set on this stream, by this event or one before; of length 0 if there
    /// is none. It need not be UTF-8.
    pub id: sansmcp_str,
}

impl Reader for sansmcp_events {
    type State = EventsState;

    fn over(buffer: *mut u8, buffer_len: usize) -> Self {
        Self { buffer, buffer_len, state: MaybeUninit::new([0; 88]) }
    }

    fn parts(&mut self) -> (*mut u8, usize, *mut EventsState) {
        (self.buffer, self.buffer_len, self.state.as_mut_ptr().cast())
    }

    fn free<'b>(state: &'b mut EventsState, buffer: &'b mut [u8]) -> &'b mut [u8] {
        state.space(buffer)
    }
}

impl sansmcp_events {
    /// The engine's state, to be looked at.
    unsafe fn look<'a>(events: *const Self) -> Result<&'a EventsState, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        let events = unsafe { at(events) }?;
        // SAFETY: as for `open`.
        Ok(unsafe { &*events.state.as_ptr().cast::<EventsState>() })
    }
}

/// Begins with an empty buffer; what is in it is not looked at.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_events_init(
    events: *mut sansmcp_events,
    buffer: *mut u8,
    buffer_len: usize,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe { reader::init(events, buffer, buffer_len) })
}

/// The free part of the buffer, to read into, and its length in bytes. NULL and 0 if `events` is
/// NULL; `space_len` must not be.
///
/// Never empty (for a buffer that is not) once sansmcp_events_next_event has returned
/// SANSMCP_NONE, so that a read of zero bytes always means the end of the stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_events_space(
    events: *mut sansmcp_events,
    space_len: *mut usize,
) -> *mut u8 {
    // SAFETY: as the crate demands of all pointers.
    unsafe { reader::space(events, space_len) }
}

/// Says that the first `count` bytes of the space were filled. More than there is space for
/// counts as all of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_events_filled(
    events: *mut sansmcp_events,
    count: usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (state, buffer) = unsafe { open(events) }?;
        state.filled(buffer, count);
        Ok(())
    })())
}

/// The next event with data. SANSMCP_NONE: more bytes are needed. Call it until then. Events
/// without data give nothing here, but their id and time are noted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_events_next_event(
    events: *mut sansmcp_events,
    event: *mut sansmcp_sse_event,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (place, (state, buffer)) = unsafe { (Place::new(event)?, open(events)?) };
        let event = state.next_event(buffer).ok_or(SANSMCP_NONE)?;
        place.put(sansmcp_sse_event {
            frame: sansmcp_frame::of(&event.frame()),
            kind: sansmcp_str::bytes(event.kind),
            id: sansmcp_str::bytes(event.id),
        });
        Ok(())
    })())
}

/// The last id that was set by an event that is whole, one without data as well, to go on after
/// the stream broke off; of length 0 if there is none, NULL if `events` is. It need not be UTF-8,
/// and lasts until the next call with `events`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_events_last_id(events: *const sansmcp_events) -> sansmcp_str {
    // SAFETY: as the crate demands of all pointers.
    match unsafe { sansmcp_events::look(events) } {
        Ok(state) => sansmcp_str::bytes(state.last_id()),
        Err(_) => sansmcp_str::NONE,
    }
}

/// How long to wait before the stream is asked for again, in milliseconds; SANSMCP_NO_RETRY if the
/// server said nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_events_retry(events: *const sansmcp_events) -> u64 {
    // SAFETY: as the crate demands of all pointers.
    let retry = unsafe { sansmcp_events::look(events) }.ok().and_then(EventsState::retry);
    // A time that long is none that anybody waits for.
    retry.map_or(SANSMCP_NO_RETRY, |retry| retry.min(SANSMCP_NO_RETRY.wrapping_sub(1)))
}

/// The stream has ended and another one begins: forgets all that was read and not given out, but
/// for the last id and the time to wait.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_events_reset(events: *mut sansmcp_events) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (state, _) = unsafe { open(events) }?;
        state.reset();
        Ok(())
    })())
}

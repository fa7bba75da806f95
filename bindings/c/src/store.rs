//! Events that clients may ask for again.

use core::mem::MaybeUninit;

use engine::http::{Store, StoreState};

use crate::edge::{Place, at_mut, slice, slice_mut};
use crate::result::{SANSMCP_NONE, SANSMCP_SHORT, SANSMCP_STALE, done, sansmcp_result};
use crate::sse::sansmcp_sse_id;

/// Bytes that each message takes in a store beside its own.
pub const SANSMCP_STORE_OVERHEAD: usize = 12;
const _: () = assert!(SANSMCP_STORE_OVERHEAD == Store::OVERHEAD);

/// The newest messages that were sent as events, as many as fit, in bytes of the caller's: what a
/// client that lost its stream gets when it comes back. See `replay` of sansmcp_endpoint_policy.
///
/// The oldest messages of all streams are dropped to make room; that is never hidden from who asks
/// for them. It may be moved at any time; the bytes stay where they are.
#[repr(C)]
pub struct sansmcp_store {
    /// The caller's bytes.
    pub bytes: *mut u8,
    /// How many; at most 4 GiB are used.
    pub bytes_len: usize,
    /// The engine's; all zero bits when new.
    pub state: MaybeUninit<[u32; 4]>,
}

const _: () = assert!(size_of::<StoreState>() == size_of::<MaybeUninit<[u32; 4]>>());
const _: () = assert!(align_of::<StoreState>() <= align_of::<MaybeUninit<[u32; 4]>>());

unsafe fn open<'s>(store: *mut sansmcp_store) -> Result<Store<'s>, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    let store = unsafe { at_mut(store) }?;
    // SAFETY: as above.
    let bytes = unsafe { slice_mut(store.bytes, store.bytes_len) }?;
    // SAFETY: large and aligned enough, and all zero bits are one of its values.
    let state = unsafe { &mut *store.state.as_mut_ptr().cast::<StoreState>() };
    Ok(Store::new(state, bytes))
}

/// Begins with an empty store; what is in the bytes is not looked at.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_store_init(
    store: *mut sansmcp_store,
    bytes: *mut u8,
    bytes_len: usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let place = unsafe {
            slice_mut(bytes, bytes_len)?;
            Place::new(store)?
        };
        place.put(sansmcp_store { bytes, bytes_len, state: MaybeUninit::new([0; 4]) });
        Ok(())
    })())
}

/// Keeps one message as the newest event of its stream: `keep`, `data` and `len` of a
/// sansmcp_delivery. It is copied.
///
/// SANSMCP_SHORT: there is no room for it even without all others; nothing changes, and who asks
/// for it later is told that it is not there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_store_keep(
    store: *mut sansmcp_store,
    id: sansmcp_sse_id,
    data: *const u8,
    len: usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (mut store, message) = unsafe { (open(store)?, slice(data, len)?) };
        if store.keep(id.read(), message) { Ok(()) } else { Err(SANSMCP_SHORT) }
    })())
}

/// One message of a store.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_kept {
    /// Its id.
    pub id: sansmcp_sse_id,
    /// The message, JSON text without a newline.
    pub data: *const u8,
    /// How many bytes.
    pub len: usize,
}

/// The event that comes right after `after` on its stream, where `last` is the sequence of the last
/// one that was given out there: of a sansmcp_missed both. Ask again with the id of the one that
/// was given, until SANSMCP_NONE: the client has them all.
///
/// SANSMCP_STALE: one of those up to `last` is not in the store any more. Nothing is to be sent
/// then, since it would hide a gap; see sansmcp_missed.
///
/// The message lies in the store's bytes, until the next call that changes the store.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_store_after(
    store: *mut sansmcp_store,
    after: sansmcp_sse_id,
    last: u32,
    kept: *mut sansmcp_kept,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (store, place) = unsafe { (open(store)?, Place::new(kept)?) };
        let mut replay = store.after(after.read(), last).map_err(|_| SANSMCP_STALE)?;
        let (id, message) = replay.next().ok_or(SANSMCP_NONE)?;
        place.put(sansmcp_kept {
            id: sansmcp_sse_id::of(id),
            data: message.as_ptr(),
            len: message.len(),
        });
        Ok(())
    })())
}

/// Drops the events of one stream: nobody will ask for them any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_store_forget(
    store: *mut sansmcp_store,
    stream: u32,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe { open(store) }?.forget(stream);
        Ok(())
    })())
}

/// Drops all events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_store_clear(store: *mut sansmcp_store) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe { open(store) }?.clear();
        Ok(())
    })())
}

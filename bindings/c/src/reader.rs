//! What the structs have in common that cut a byte stream in a buffer of the caller's.

use crate::edge::{Place, at_mut, slice_mut};
use crate::result::sansmcp_result;

/// Such a struct: a buffer, and a state of the engine's over it.
pub(crate) trait Reader: Sized {
    /// The engine's state. All zero bits are one of its values, and it fits where
    /// [`Reader::parts`] says it lies.
    type State;

    /// A new one over a buffer.
    fn over(buffer: *mut u8, buffer_len: usize) -> Self;

    /// The buffer, its length, and where the state lies.
    fn parts(&mut self) -> (*mut u8, usize, *mut Self::State);

    /// The free part of the buffer.
    fn free<'b>(state: &'b mut Self::State, buffer: &'b mut [u8]) -> &'b mut [u8];
}

/// The engine's state and the buffer it belongs to.
pub(crate) unsafe fn open<'a, R: Reader + 'a>(
    reader: *mut R,
) -> Result<(&'a mut R::State, &'a mut [u8]), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    let (buffer, buffer_len, state) = unsafe { at_mut(reader) }?.parts();
    // SAFETY: as the crate demands of all pointers.
    let buffer = unsafe { slice_mut(buffer, buffer_len) }?;
    // SAFETY: within the struct, large and aligned enough, and any value that it can have is one.
    Ok((unsafe { &mut *state }, buffer))
}

/// Begins with an empty buffer.
pub(crate) unsafe fn init<R: Reader>(
    reader: *mut R,
    buffer: *mut u8,
    buffer_len: usize,
) -> Result<(), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    let place = unsafe {
        slice_mut(buffer, buffer_len)?;
        Place::new(reader)?
    };
    place.put(R::over(buffer, buffer_len));
    Ok(())
}

/// The free part of the buffer and its length; NULL and 0 if there is no reader.
pub(crate) unsafe fn space<'a, R: Reader + 'a>(reader: *mut R, space_len: *mut usize) -> *mut u8 {
    // SAFETY: as the crate demands of all pointers.
    let Ok(place) = (unsafe { Place::new(space_len) }) else { return core::ptr::null_mut() };
    // SAFETY: as the crate demands of all pointers.
    match unsafe { open(reader) } {
        Ok((state, buffer)) => {
            let space = R::free(state, buffer);
            place.put(space.len());
            space.as_mut_ptr()
        }
        Err(_) => {
            place.put(0);
            core::ptr::null_mut()
        }
    }
}

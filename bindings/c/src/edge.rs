//! Where pointers become references, each looked at for NULL first.

use core::ptr::NonNull;

use crate::result::{SANSMCP_NOT_TEXT, SANSMCP_NULL_POINTER, SANSMCP_OUT_OF_RANGE, sansmcp_result};
use crate::text::sansmcp_str;

/// What `pointer` points to.
pub(crate) unsafe fn at<'a, T>(pointer: *const T) -> Result<&'a T, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    unsafe { pointer.as_ref() }.ok_or(SANSMCP_NULL_POINTER)
}

/// What `pointer` points to, to be changed.
pub(crate) unsafe fn at_mut<'a, T>(pointer: *mut T) -> Result<&'a mut T, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    unsafe { pointer.as_mut() }.ok_or(SANSMCP_NULL_POINTER)
}

/// Memory for an output, which need not be initialised.
pub(crate) struct Place<T>(NonNull<T>);

impl<T> Place<T> {
    pub(crate) unsafe fn new(pointer: *mut T) -> Result<Self, sansmcp_result> {
        NonNull::new(pointer).map(Self).ok_or(SANSMCP_NULL_POINTER)
    }

    pub(crate) fn put(self, value: T) {
        // SAFETY: not NULL, and else as the crate demands of all pointers.
        unsafe { self.0.write(value) }
    }
}

/// No slice is longer than this, in bytes.
fn check_len<T>(len: usize) -> Result<(), sansmcp_result> {
    let most = isize::MAX.unsigned_abs();
    match len.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= most => Ok(()),
        _ => Err(SANSMCP_OUT_OF_RANGE),
    }
}

/// `len` items from `pointer` on, which may be NULL if there are none.
pub(crate) unsafe fn slice<'a, T>(
    pointer: *const T,
    len: usize,
) -> Result<&'a [T], sansmcp_result> {
    if len == 0 {
        return Ok(&[]);
    }
    check_len::<T>(len)?;
    let first = NonNull::new(pointer.cast_mut()).ok_or(SANSMCP_NULL_POINTER)?;
    // SAFETY: not NULL, not too long, and else as the crate demands of all pointers.
    Ok(unsafe { NonNull::slice_from_raw_parts(first, len).as_ref() })
}

/// As [`slice`], to be changed.
pub(crate) unsafe fn slice_mut<'a, T>(
    pointer: *mut T,
    len: usize,
) -> Result<&'a mut [T], sansmcp_result> {
    if len == 0 {
        return Ok(&mut []);
    }
    check_len::<T>(len)?;
    let first = NonNull::new(pointer).ok_or(SANSMCP_NULL_POINTER)?;
    // SAFETY: not NULL, not too long, and else as the crate demands of all pointers.
    Ok(unsafe { NonNull::slice_from_raw_parts(first, len).as_mut() })
}

/// A text of the caller's, looked through for UTF-8; "" where none is said.
pub(crate) unsafe fn text<'a>(text: sansmcp_str) -> Result<&'a str, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    let bytes = unsafe { slice(text.data.cast::<u8>(), text.len) }?;
    engine::json::text_of(bytes).map_err(|_| SANSMCP_NOT_TEXT)
}

/// A text of the caller's that may be left out: then its pointer is NULL.
pub(crate) unsafe fn optional<'a>(of: sansmcp_str) -> Result<Option<&'a str>, sansmcp_result> {
    if of.data.is_null() && of.len == 0 {
        return Ok(None);
    }
    // SAFETY: as the crate demands of all pointers.
    unsafe { text(of) }.map(Some)
}

/// A text that the engine put where it is; "" where there is none.
pub(crate) unsafe fn own<'a>(data: *const u8, len: usize) -> Result<&'a str, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers, and the engine has looked it through.
    unsafe { Ok(core::str::from_utf8_unchecked(slice(data, len)?)) }
}

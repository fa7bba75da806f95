//! Base64, for those who have none.

use core::ffi::c_char;

use engine::json::base64::{self, Base64Error, Short};

use crate::edge::{Place, slice, slice_mut};
use crate::result::{SANSMCP_NOT_BASE64, SANSMCP_SHORT, done, sansmcp_result};
use crate::text::sansmcp_str;

/// How many characters encode this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_base64_encoded_len(data_len: usize) -> usize {
    base64::encode_len(data_len)
}

/// Writes bytes as Base64 (the standard alphabet, with padding). Results and arguments of this
/// library do it by themselves where a member is made of bytes.
///
/// `encoded` is the text in the buffer, without a NUL at its end. SANSMCP_SHORT: it is NULL with
/// the length that it takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_base64_encode(
    data: *const u8,
    data_len: usize,
    buffer: *mut c_char,
    buffer_len: usize,
    encoded: *mut sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (data, buffer, place) = unsafe {
            (slice(data, data_len)?, slice_mut(buffer.cast(), buffer_len)?, Place::new(encoded)?)
        };
        match base64::encode(data, buffer) {
            Ok(len) => place.put(sansmcp_str { data: buffer.as_ptr().cast(), len }),
            Err(Short { need }) => return place.short(need),
        }
        Ok(())
    })())
}

/// Reads Base64, strictly. `data_len` says how many bytes were written into the buffer; three for
/// each four characters are enough. `encoded` is plain text: decode the inside of a JSON string
/// first.
///
/// SANSMCP_NOT_BASE64: a character outside the alphabet, wrong padding, or bits left over.
/// SANSMCP_SHORT: `data_len` is what it takes. The buffer may have been written to then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_base64_decode(
    encoded: sansmcp_str,
    buffer: *mut u8,
    buffer_len: usize,
    data_len: *mut usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (text, buffer, place) = unsafe {
            (
                slice::<u8>(encoded.data.cast(), encoded.len)?,
                slice_mut(buffer, buffer_len)?,
                Place::new(data_len)?,
            )
        };
        match base64::decode(text, buffer) {
            Ok(len) => place.put(len),
            Err(Base64Error::Short { need }) => {
                place.put(need);
                return Err(SANSMCP_SHORT);
            }
            Err(Base64Error::Invalid { .. }) => return Err(SANSMCP_NOT_BASE64),
        }
        Ok(())
    })())
}

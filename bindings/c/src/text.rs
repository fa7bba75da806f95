//! Strings: plain ones, and ones as they stand in JSON.

use core::ffi::c_char;

use engine::json::{Text, TextError};

use crate::edge::{Place, slice, slice_mut, text};
use crate::result::{
    SANSMCP_NONE, SANSMCP_NOT_JSON, SANSMCP_NOT_TEXT, SANSMCP_SHORT, done, sansmcp_result,
};

/// A text in UTF-8: where it is and how many bytes it has. It needs no NUL at its end.
///
/// SANSMCP_STR("...") makes one of a literal, SANSMCP_STR_INIT("...") in a static initialiser.
/// All zero bits say that there is none, which is something else than an empty one.
///
/// What a call is given is read during the call and not kept. What a call gives lasts as long as
/// the memory that it was read from: mostly until the next frame is taken.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_str {
    /// The first byte, or NULL.
    pub data: *const c_char,
    /// How many bytes.
    pub len: usize,
}

/// The inside of a JSON string as it was written: without its quotes, and with its escapes.
///
/// It is compared with sansmcp_text_equals, which sees through escapes, decoded with
/// sansmcp_text_decode, and can go into an answer as it is, which costs no decoding.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_text {
    /// The first byte, or NULL.
    pub data: *const c_char,
    /// How many bytes.
    pub len: usize,
}

impl sansmcp_str {
    pub(crate) const NONE: Self = Self { data: core::ptr::null(), len: 0 };

    pub(crate) const fn of(text: &str) -> Self {
        Self { data: text.as_ptr().cast(), len: text.len() }
    }

    pub(crate) fn of_optional(text: Option<&str>) -> Self {
        text.map_or(Self::NONE, Self::of)
    }
}

impl sansmcp_text {
    pub(crate) const NONE: Self = Self { data: core::ptr::null(), len: 0 };

    pub(crate) fn of(text: Option<Text<'_>>) -> Self {
        let sansmcp_str { data, len } = sansmcp_str::of_optional(text.map(|text| text.raw()));
        Self { data, len }
    }

    /// The text, if it is one; `None` if nothing is said.
    pub(crate) unsafe fn read<'a>(self) -> Result<Option<Text<'a>>, sansmcp_result> {
        if self.data.is_null() && self.len == 0 {
            return Ok(None);
        }
        // SAFETY: as the crate demands of all pointers.
        let inside = unsafe { text(sansmcp_str { data: self.data, len: self.len }) }?;
        Text::parse(inside).map(Some).ok_or(SANSMCP_NOT_JSON)
    }
}

/// Whether two plain texts have the same bytes. No text at all equals only itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_str_equals(a: sansmcp_str, b: sansmcp_str) -> bool {
    // SAFETY: as the crate demands of all pointers.
    let (left, right) =
        unsafe { (slice::<u8>(a.data.cast(), a.len), slice::<u8>(b.data.cast(), b.len)) };
    match (left, right) {
        (Ok(left), Ok(right)) => left == right && a.data.is_null() == b.data.is_null(),
        _ => false,
    }
}

/// Whether the inside of a JSON string means the same as a plain text, however it is escaped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_text_equals(inside: sansmcp_text, plain: sansmcp_str) -> bool {
    // SAFETY: as the crate demands of all pointers.
    let (inside, plain) = unsafe { (inside.read(), text(plain)) };
    matches!((inside, plain), (Ok(Some(inside)), Ok(plain)) if inside == plain)
}

/// Decodes the inside of a JSON string into a buffer: `decoded` is the plain text there, which
/// has no NUL at its end. At most as many bytes as the inside has are needed.
///
/// SANSMCP_SHORT: the buffer is too small, `decoded` is NULL with the length that it takes.
/// SANSMCP_NOT_TEXT: it has half a surrogate pair, which stands for no character.
/// SANSMCP_NONE: there is no text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_text_decode(
    inside: sansmcp_text,
    buffer: *mut c_char,
    buffer_len: usize,
    decoded: *mut sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (inside, buffer, place) = unsafe {
            (inside.read()?, slice_mut(buffer.cast::<u8>(), buffer_len)?, Place::new(decoded)?)
        };
        match inside.ok_or(SANSMCP_NONE)?.decode(buffer) {
            Ok(text) => place.put(sansmcp_str::of(text)),
            Err(TextError::Short { need }) => {
                place.put(sansmcp_str { len: need, ..sansmcp_str::NONE });
                return Err(SANSMCP_SHORT);
            }
            Err(TextError::Surrogate) => return Err(SANSMCP_NOT_TEXT),
        }
        Ok(())
    })())
}

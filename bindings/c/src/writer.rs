//! JSON and numbers written into a buffer.

use core::ffi::c_char;

use engine::Revision;
use engine::json::{Number, Text, Writer};

use crate::edge::{Place, at, at_mut, slice, slice_mut, text};
use crate::json::parse;
use crate::object::sansmcp_object;
use crate::result::{
    SANSMCP_NONE, SANSMCP_NOT_JSON, SANSMCP_OUT_OF_RANGE, SANSMCP_SHORT, done, sansmcp_result,
};
use crate::server::sansmcp_number;
use crate::text::{sansmcp_str, sansmcp_text};

/// JSON in the making, in a buffer of the caller's: set the first two members and leave the rest
/// zero. Each call adds to it. It knows no grammar: commas, colons and brackets are yours, with
/// sansmcp_writer_put. What does not fit is counted, so that sansmcp_writer_text says at the end
/// how much it would have taken, and no call before has to be looked at for that.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_writer {
    /// The buffer.
    pub buffer: *mut c_char,
    /// Its length in bytes.
    pub buffer_len: usize,
    /// How many bytes were written, those that did not fit included.
    pub len: usize,
}

impl sansmcp_writer {
    pub(crate) unsafe fn add<'a>(
        of: *mut Self,
        write: impl FnOnce(&mut Writer<'a>) -> Result<(), sansmcp_result>,
    ) -> Result<(), sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        let of = unsafe { at_mut(of) }?;
        // SAFETY: as above.
        let buffer = unsafe { slice_mut(of.buffer.cast::<u8>(), of.buffer_len) }?;
        let mut writer = Writer::new(buffer.get_mut(of.len..).unwrap_or_default());
        write(&mut writer)?;
        of.len = of.len.saturating_add(writer.total());
        Ok(())
    }
}

/// Adds text as it is, such as `{"a":`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_writer_put(
    writer: *mut sansmcp_writer,
    json: sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let json = unsafe { text(json) }?;
        // SAFETY: as above.
        unsafe {
            sansmcp_writer::add(writer, |writer| {
                writer.put_str(json);
                Ok(())
            })
        }
    })())
}

/// Adds plain text as a JSON string: in quotes, with escapes where they are needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_writer_string(
    writer: *mut sansmcp_writer,
    plain: sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let plain = unsafe { text(plain) }?;
        // SAFETY: as above.
        unsafe {
            sansmcp_writer::add(writer, |writer| {
                writer.string(plain);
                Ok(())
            })
        }
    })())
}

/// Adds a value as it came, or any other as JSON text. SANSMCP_NOT_JSON: it is not one value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_writer_json(
    writer: *mut sansmcp_writer,
    json: sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let json = unsafe { parse(json) }?;
        // SAFETY: as above.
        unsafe {
            sansmcp_writer::add(writer, |writer| {
                writer.json(json);
                Ok(())
            })
        }
    })())
}

/// Adds a number. SANSMCP_OUT_OF_RANGE: it is none. SANSMCP_NOT_JSON: its text is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_writer_number(
    writer: *mut sansmcp_writer,
    number: sansmcp_number,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let number = unsafe { number.checked() }?.ok_or(SANSMCP_OUT_OF_RANGE)?;
        // SAFETY: as above.
        unsafe {
            sansmcp_writer::add(writer, |writer| {
                writer.number(number);
                Ok(())
            })
        }
    })())
}

/// Adds an integer with a point before the last `decimals` of its digits: 2150 with two decimals is
/// `21.50`. For those who count without floats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_writer_decimal(
    writer: *mut sansmcp_writer,
    value: i64,
    decimals: u8,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe {
        sansmcp_writer::add(writer, |writer| {
            writer.decimal(value, decimals);
            Ok(())
        })
    })
}

/// Adds bytes as a JSON string of Base64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_writer_base64(
    writer: *mut sansmcp_writer,
    data: *const u8,
    data_len: usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let data = unsafe { slice(data, data_len) }?;
        // SAFETY: as above.
        unsafe {
            sansmcp_writer::add(writer, |writer| {
                writer.put_str("\"");
                writer.base64(data);
                writer.put_str("\"");
                Ok(())
            })
        }
    })())
}

/// Adds an object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_writer_object(
    writer: *mut sansmcp_writer,
    object: *const sansmcp_object,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let object = unsafe { sansmcp_object::of(object) }?;
        // SAFETY: as above.
        unsafe {
            sansmcp_writer::add(writer, |writer| {
                // It is the same in all revisions.
                let written = object.write(writer, Revision::LATEST);
                written.map_err(|_| SANSMCP_NOT_JSON)
            })
        }
    })())
}

/// All that was written, without a NUL at its end. SANSMCP_SHORT: it did not fit; `json` is NULL
/// with the length that it takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_writer_text(
    writer: *const sansmcp_writer,
    json: *mut sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (writer, place) = unsafe { (at(writer)?, Place::new(json)?) };
        if writer.len > writer.buffer_len {
            return place.short(writer.len);
        }
        place.put(sansmcp_str { data: writer.buffer, len: writer.len });
        Ok(())
    })())
}

impl Place<sansmcp_str> {
    /// Says how long the text is that did not fit.
    pub(crate) fn short(self, need: usize) -> Result<(), sansmcp_result> {
        self.put(sansmcp_str { len: need, ..sansmcp_str::NONE });
        Err(SANSMCP_SHORT)
    }
}

/// Whether a text is UTF-8, as all that goes out has to be. None at all is an empty one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_str_is_utf8(plain: sansmcp_str) -> bool {
    // SAFETY: as the crate demands of all pointers.
    unsafe { text(plain) }.is_ok()
}

/// Writes plain text into a buffer as it stands in JSON, with escapes and without quotes: the
/// opposite of sansmcp_text_decode. Up to six bytes for each of the text are needed.
///
/// SANSMCP_SHORT: `inside` is NULL with the length that it takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_text_encode(
    plain: sansmcp_str,
    buffer: *mut c_char,
    buffer_len: usize,
    inside: *mut sansmcp_text,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (plain, buffer, place) = unsafe {
            (text(plain)?, slice_mut(buffer.cast::<u8>(), buffer_len)?, Place::new(inside)?)
        };
        let mut writer = Writer::new(buffer);
        writer.escaped(plain);
        if !writer.fits() {
            place.put(sansmcp_text { len: writer.total(), ..sansmcp_text::NONE });
            return Err(SANSMCP_SHORT);
        }
        let written = engine::json::text_of(writer.finish()).ok().and_then(Text::parse);
        place.put(sansmcp_text::of(written));
        Ok(())
    })())
}

/// The number that a text is, as JSON writes numbers. SANSMCP_NOT_JSON: it is none. A number that
/// is no integer of 64 bits refers to the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_number_parse(
    token: sansmcp_str,
    number: *mut sansmcp_number,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (raw, place) = unsafe { (parse(token)?, Place::new(number)?) };
        let number = raw.number().ok_or(SANSMCP_NOT_JSON)?;
        place.put(sansmcp_number::of(Some(number)));
        Ok(())
    })())
}

/// Calls with the number that the caller gave.
unsafe fn with_number<T>(
    number: sansmcp_number,
    value: *mut T,
    pick: impl FnOnce(Number<'_>) -> Option<T>,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (number, place) = unsafe { (number.checked()?, Place::new(value)?) };
        place.put(pick(number.ok_or(SANSMCP_OUT_OF_RANGE)?).ok_or(SANSMCP_NONE)?);
        Ok(())
    })())
}

/// The value of a number, if it is integral and fits: 42, 42.0 and 4.2e1 do. SANSMCP_NONE: it does
/// not. SANSMCP_OUT_OF_RANGE: there is no number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_number_integer(
    number: sansmcp_number,
    value: *mut i64,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    unsafe { with_number(number, value, |number| number.as_i64()) }
}

/// The value of a number times ten to the power of `decimals`; what it has beyond is cut off:
/// `21.506` with two decimals is 2150. For those who count without floats. SANSMCP_NONE: it does
/// not fit. SANSMCP_OUT_OF_RANGE: there is no number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_number_scaled(
    number: sansmcp_number,
    decimals: u8,
    value: *mut i64,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    unsafe { with_number(number, value, |number| number.scaled(decimals)) }
}

/// Which number is greater, exactly, however many digits there are: `order` is below, equal to or
/// above 0 as `a` is less than, equal to or greater than `b`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_number_compare(
    a: sansmcp_number,
    b: sansmcp_number,
    order: *mut i32,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (a, b, place) = unsafe { (a.checked()?, b.checked()?, Place::new(order)?) };
        let (a, b) = (a.ok_or(SANSMCP_OUT_OF_RANGE)?, b.ok_or(SANSMCP_OUT_OF_RANGE)?);
        place.put(Number::compare(a, b) as i32);
        Ok(())
    })())
}

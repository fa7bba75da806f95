//! JSON values, read where they stand.

use engine::json::{Kind, Raw};

use crate::edge::{Place, text};
use crate::result::{SANSMCP_NONE, SANSMCP_NOT_JSON, done, sansmcp_result};
use crate::text::{sansmcp_str, sansmcp_text};

/// The value of a text that the caller says is JSON.
pub(crate) unsafe fn parse<'a>(json: sansmcp_str) -> Result<Raw<'a>, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    Raw::parse_str(unsafe { text(json) }?).map_err(|_| SANSMCP_NOT_JSON)
}

/// Reads a value and writes what `pick` makes of it; SANSMCP_NONE where it makes nothing.
unsafe fn pick<T>(
    json: sansmcp_str,
    value: *mut T,
    pick: impl FnOnce(Raw<'_>) -> Option<T>,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (json, place) = unsafe { (parse(json)?, Place::new(value)?) };
        place.put(pick(json).ok_or(SANSMCP_NONE)?);
        Ok(())
    })())
}

/// The member `key` of a JSON object, as JSON text. SANSMCP_NONE: it has none, or is no object.
/// SANSMCP_NOT_JSON: the text is not JSON.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_json_get(
    json: sansmcp_str,
    key: sansmcp_str,
    value: *mut sansmcp_str,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    match unsafe { text(key) } {
        Ok(key) => {
            // SAFETY: as the crate demands of all pointers.
            unsafe {
                pick(json, value, |json| json.get(key).map(|raw| sansmcp_str::of(raw.as_str())))
            }
        }
        Err(result) => result,
    }
}

/// The item at `index`, counted from 0, of a JSON array, as JSON text. SANSMCP_NONE: it is not
/// that long, or is no array. SANSMCP_NOT_JSON: the text is not JSON.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_json_at(
    json: sansmcp_str,
    index: usize,
    value: *mut sansmcp_str,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    unsafe { pick(json, value, |json| json.at(index).map(|raw| sansmcp_str::of(raw.as_str()))) }
}

/// The inside of a JSON string. SANSMCP_NONE: it is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_json_text(
    json: sansmcp_str,
    value: *mut sansmcp_text,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    unsafe { pick(json, value, |json| json.text().map(|text| sansmcp_text::of(Some(text)))) }
}

/// The value of a JSON number, if it is integral and fits: 42, 42.0 and 4.2e1 do. SANSMCP_NONE:
/// it does not, or is no number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_json_integer(
    json: sansmcp_str,
    value: *mut i64,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    unsafe { pick(json, value, |json| json.number()?.as_i64()) }
}

/// The value of a JSON truth value. SANSMCP_NONE: it is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_json_bool(json: sansmcp_str, value: *mut bool) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    unsafe { pick(json, value, |json| json.bool()) }
}

/// The JSON text of an object, or "" where none is said.
pub(crate) unsafe fn object<'a>(json: sansmcp_str) -> Result<&'a str, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    let json = unsafe { text(json) }?;
    if json.is_empty() {
        return Ok(json);
    }
    match Raw::parse_str(json) {
        Ok(raw) if raw.kind() == Kind::Object => Ok(json),
        _ => Err(SANSMCP_NOT_JSON),
    }
}

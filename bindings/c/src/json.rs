//! JSON values, read where they stand.

use engine::json::{Fault, Kind, Number, Raw, Scanner};

use crate::edge::{Place, at_mut, own, text};
use crate::result::{SANSMCP_NONE, SANSMCP_NOT_JSON, SANSMCP_NOT_SUPPORTED, done, sansmcp_result};
use crate::server::sansmcp_number;
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

impl sansmcp_number {
    pub(crate) fn of(number: Option<Number<'_>>) -> Self {
        let (kind, integer, text) = match number {
            None => (0, 0, sansmcp_str::NONE),
            Some(Number::Int(integer)) => (1, integer, sansmcp_str::NONE),
            Some(Number::Text(text)) => (2, 0, sansmcp_str::of(text)),
        };
        Self { text, integer, kind }
    }
}

/// A JSON number: an integer that fits, or any other as it was written. SANSMCP_NONE: it is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_json_number(
    json: sansmcp_str,
    value: *mut sansmcp_number,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    unsafe { pick(json, value, |json| Some(sansmcp_number::of(Some(json.number()?)))) }
}

/// What a JSON value is; the value that sansmcp_json_kind gives.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_kind {
    /// `null`.
    SANSMCP_JSON_NULL = 1,
    /// `true` or `false`.
    SANSMCP_JSON_BOOL = 2,
    /// A number.
    SANSMCP_JSON_NUMBER = 3,
    /// A string.
    SANSMCP_JSON_STRING = 4,
    /// `[...]`
    SANSMCP_JSON_ARRAY = 5,
    /// `{...}`
    SANSMCP_JSON_OBJECT = 6,
}

/// What a JSON text is: a sansmcp_kind, or 0 if it is not one JSON value. The whole text is
/// looked through.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_json_kind(json: sansmcp_str) -> u8 {
    use sansmcp_kind::*;
    // SAFETY: as the crate demands of all pointers.
    let kind = match unsafe { parse(json) } {
        Ok(json) => json.kind(),
        Err(_) => return 0,
    };
    match kind {
        Kind::Null => SANSMCP_JSON_NULL as u8,
        Kind::Bool => SANSMCP_JSON_BOOL as u8,
        Kind::Number => SANSMCP_JSON_NUMBER as u8,
        Kind::String => SANSMCP_JSON_STRING as u8,
        Kind::Array => SANSMCP_JSON_ARRAY as u8,
        Kind::Object => SANSMCP_JSON_OBJECT as u8,
    }
}

/// How many members a JSON object has, or items a JSON array. SANSMCP_NONE: it is neither.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_json_count(
    json: sansmcp_str,
    value: *mut usize,
) -> sansmcp_result {
    let count = |json: Raw<'_>| match json.kind() {
        Kind::Object => Some(json.members().count()),
        Kind::Array => Some(json.items().count()),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    unsafe { pick(json, value, count) }
}

/// A walk through the members of a JSON object or the items of a JSON array, which reads each byte
/// once. It refers to the text, which has to stay as it is meanwhile.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_walk {
    /// The engine's: the text.
    pub json: sansmcp_str,
    /// The engine's: how far it has come.
    pub at: usize,
    /// The engine's: an array is walked through.
    pub is_array: bool,
    /// The engine's: nothing was taken yet.
    pub is_first: bool,
}

/// Begins a walk through an object or an array, one level of it.
///
/// SANSMCP_NOT_SUPPORTED: it is neither. SANSMCP_NOT_JSON: the text does not begin as one; the rest
/// is looked at on the way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_walk_init(
    walk: *mut sansmcp_walk,
    json: sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (inside, place) = unsafe { (text(json)?, Place::new(walk)?) };
        let mut scanner = Scanner::new(inside);
        let is_array = scanner.enter(b'[');
        if !is_array && !scanner.enter(b'{') {
            return Err(match Raw::parse_str(inside) {
                Ok(_) => SANSMCP_NOT_SUPPORTED,
                Err(_) => SANSMCP_NOT_JSON,
            });
        }
        place.put(sansmcp_walk { json, at: scanner.at(), is_array, is_first: true });
        Ok(())
    })())
}

/// The next member or item: `value` is its JSON text, `key` the inside of the member's name. An
/// item has no key, it is NULL; the pointer to it may be NULL itself where it is not wanted.
///
/// SANSMCP_NONE: that was all. SANSMCP_NOT_JSON: what follows is not JSON.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_walk_next(
    walk: *mut sansmcp_walk,
    key: *mut sansmcp_text,
    value: *mut sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (walk, key_place, place) =
            unsafe { (at_mut(walk)?, Place::new(key), Place::new(value)?) };
        // SAFETY: as above; the text was looked through when the walk began.
        let inside = unsafe { own(walk.json.data.cast(), walk.json.len) }?;
        let mut scanner = Scanner::resume(inside, walk.at);
        let mut is_first = walk.is_first;
        let mut step = || -> Result<_, Fault> {
            let key = if walk.is_array {
                scanner.element(&mut is_first)?.then_some(None)
            } else {
                scanner.member(&mut is_first)?.map(Some)
            };
            let Some(key) = key else { return Ok(None) };
            Ok(Some((key, scanner.value(1)?)))
        };
        let (key, span) = step().map_err(|_| SANSMCP_NOT_JSON)?.ok_or(SANSMCP_NONE)?;
        walk.at = scanner.at();
        walk.is_first = is_first;
        if let Ok(key_place) = key_place {
            key_place.put(sansmcp_text::of(key));
        }
        place.put(sansmcp_str::of_optional(span.of(inside)));
        Ok(())
    })())
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

//! URI templates and percent-encoding.

use core::ffi::c_char;

use engine::uri::{Captured, MAX_VARIABLES, Template, UriError, is_safe_icon};

use crate::edge::{Place, slice, slice_mut, text};
use crate::info::said;
use crate::result::{
    SANSMCP_NONE, SANSMCP_NOT_SUPPORTED, SANSMCP_NOT_TEXT, SANSMCP_SHORT, done, sansmcp_result,
};
use crate::text::{sansmcp_str, sansmcp_text};

/// How many variables a URI template has at most.
pub const SANSMCP_MAX_VARIABLES: usize = 16;
const _: () = assert!(SANSMCP_MAX_VARIABLES == MAX_VARIABLES);

/// A variable of a URI template with its value.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_variable {
    /// Its name, as it stands in the template.
    pub name: sansmcp_str,
    /// Its value. One that was found in a URI is as it stands there, percent signs and all:
    /// sansmcp_percent_decode gives what it means. One for sansmcp_template_expand is plain text.
    pub value: sansmcp_str,
}

/// The values of a template's variables, if the URI is one that it stands for: those that have a
/// value, in the order of the template, as many as there is room for (SANSMCP_MAX_VARIABLES is
/// enough for all). `variable_count` says how many there are. They refer to the template and the
/// URI.
///
/// A variable has at least one character. `{id}` goes up to the next `/`, `?` or `#`, `{+path}`
/// takes anything; `{?q,limit}` match by name, and may be missing. Variables are as short as can
/// be, from the left up to the first `{+path}` and from the right down to the last.
///
/// SANSMCP_NONE: the URI is none of these. SANSMCP_NOT_SUPPORTED: the template is none, or one that
/// cannot be matched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_template_match(
    uri_template: sansmcp_str,
    uri: sansmcp_str,
    variables: *mut sansmcp_variable,
    variable_room: usize,
    variable_count: *mut usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (uri_template, uri, variables, place) = unsafe {
            (
                text(uri_template)?,
                text(uri)?,
                slice_mut(variables, variable_room)?,
                Place::new(variable_count)?,
            )
        };
        let uri_template = Template::new(uri_template).map_err(|_| SANSMCP_NOT_SUPPORTED)?;
        let captures = uri_template.matches(uri).ok_or(SANSMCP_NONE)?;
        let mut room = variables.iter_mut();
        let mut count: usize = 0;
        for (name, value) in captures.iter() {
            count = count.saturating_add(1);
            if let Some(place) = room.next() {
                let (name, value) = (sansmcp_str::of(name), sansmcp_str::of(value.raw()));
                *place = sansmcp_variable { name, value };
            }
        }
        place.put(count);
        Ok(())
    })())
}

/// The URI that comes of giving the variables of a template these values; one without a value is
/// left out with what belongs to it. It is written into the buffer, and is ASCII.
///
/// SANSMCP_SHORT: the buffer is too small, `uri` is NULL with the length that it takes.
/// SANSMCP_NOT_SUPPORTED: the template is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_template_expand(
    uri_template: sansmcp_str,
    variables: *const sansmcp_variable,
    variable_count: usize,
    buffer: *mut c_char,
    buffer_len: usize,
    uri: *mut sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (uri_template, variables, buffer, place) = unsafe {
            (
                text(uri_template)?,
                slice(variables, variable_count)?,
                slice_mut(buffer.cast::<u8>(), buffer_len)?,
                Place::new(uri)?,
            )
        };
        for variable in variables {
            // SAFETY: as above.
            unsafe { (text(variable.name)?, text(variable.value)?) };
        }
        let uri_template =
            Template::for_expansion(uri_template).map_err(|_| SANSMCP_NOT_SUPPORTED)?;
        let value = |name: &str| {
            let mut found = variables.iter().filter(|variable| said(variable.name) == name);
            found.next().map(|variable| said(variable.value))
        };
        put(place, uri_template.expand(value, buffer))
    })())
}

/// What a piece of a URI stands for: each percent sign and its two hex digits is one byte. It is
/// the peer's: `%2F` gives a slash and `%2E%2E` gives `..`, so check a path that is made of it
/// after this, not before.
///
/// SANSMCP_SHORT: the buffer is too small, `plain` is NULL with the length that it takes.
/// SANSMCP_NOT_TEXT: the bytes are not UTF-8, or a percent sign has not two hex digits after it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_percent_decode(
    encoded: sansmcp_str,
    buffer: *mut c_char,
    buffer_len: usize,
    plain: *mut sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (encoded, buffer, place) = unsafe {
            (text(encoded)?, slice_mut(buffer.cast::<u8>(), buffer_len)?, Place::new(plain)?)
        };
        let captured = Captured::parse(encoded).ok_or(SANSMCP_NOT_TEXT)?;
        put(place, captured.decode(buffer))
    })())
}

/// Writes a text, or how many bytes it takes.
fn put(place: Place<sansmcp_str>, text: Result<&str, UriError>) -> Result<(), sansmcp_result> {
    match text {
        Ok(text) => place.put(sansmcp_str::of(text)),
        Err(UriError::Short { need }) => {
            place.put(sansmcp_str { len: need, ..sansmcp_str::NONE });
            return Err(SANSMCP_SHORT);
        }
        Err(_) => return Err(SANSMCP_NOT_TEXT),
    }
    Ok(())
}

/// Whether a picture that a server names may be fetched and shown, by the `src` of an icon: an
/// `https:` URL, or an image in a `data:` URI. Whether its host is to be trusted is yours to
/// decide.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_icon_is_safe(src: sansmcp_text) -> bool {
    // SAFETY: as the crate demands of all pointers.
    matches!(unsafe { src.read() }, Ok(Some(src)) if is_safe_icon(src))
}

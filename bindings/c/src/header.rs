//! Heads of HTTP requests and responses: names with values.

use engine::client::HeadLines;
use engine::http::Header;
use engine::http1::MAX_HEADERS;

use crate::edge::{Place, slice, text};
use crate::result::{SANSMCP_NONE, SANSMCP_OUT_OF_RANGE, done, sansmcp_result};
use crate::text::sansmcp_str;

/// How many lines of a head can be given at once.
pub const SANSMCP_MAX_HEADERS: usize = 64;
const _: () = assert!(SANSMCP_MAX_HEADERS == MAX_HEADERS);

/// One line of the head of an HTTP request or response.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_header {
    /// The name, in any case.
    pub name: sansmcp_str,
    /// The value as it came; spaces and tabs around it do no harm. It need not be UTF-8.
    pub value: sansmcp_str,
}

/// Lines of a head as the engine has them.
pub(crate) struct Headers<'h> {
    all: [Header<'h>; MAX_HEADERS],
    count: usize,
}

impl<'h> Headers<'h> {
    /// Those of the caller's, which are looked through.
    pub(crate) unsafe fn read(
        headers: *const sansmcp_header,
        count: usize,
    ) -> Result<Self, sansmcp_result> {
        let mut all = [Header { name: "", value: b"" }; MAX_HEADERS];
        // SAFETY: as the crate demands of all pointers.
        let given = unsafe { slice(headers, count) }?;
        let places = all.get_mut(..given.len()).ok_or(SANSMCP_OUT_OF_RANGE)?;
        for (place, given) in places.iter_mut().zip(given) {
            // SAFETY: as above.
            *place = unsafe {
                Header {
                    name: text(given.name)?,
                    value: slice(given.value.data.cast::<u8>(), given.value.len)?,
                }
            };
        }
        Ok(Self { all, count: given.len() })
    }

    pub(crate) fn lines(&self) -> &[Header<'h>] {
        self.all.get(..self.count).unwrap_or_default()
    }
}

impl sansmcp_str {
    /// Bytes that need not be UTF-8.
    pub(crate) const fn bytes(bytes: &[u8]) -> Self {
        Self { data: bytes.as_ptr().cast(), len: bytes.len() }
    }
}

/// The line at `index`, counted from 0, of lines of a head, each with CR and LF at its end, such
/// as those of sansmcp_client_head; for an HTTP library that wants names and values. SANSMCP_NONE:
/// there are not so many.
///
/// The texts lie in `lines`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_head_at(
    lines: sansmcp_str,
    index: usize,
    header: *mut sansmcp_header,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (lines, place) = unsafe { (text(lines)?, Place::new(header)?) };
        let (name, value) = HeadLines::of(lines).headers().nth(index).ok_or(SANSMCP_NONE)?;
        place.put(sansmcp_header { name: sansmcp_str::of(name), value: sansmcp_str::of(value) });
        Ok(())
    })())
}

//! The head of a request, for the rules to read.

use engine::http::Head;

use crate::edge::{Place, at, text};
use crate::header::{Headers, sansmcp_header};
use crate::result::{SANSMCP_NONE, SANSMCP_OUT_OF_RANGE, done, sansmcp_result};
use crate::text::sansmcp_str;

/// The head of one HTTP request, as the host's HTTP library read it, or sansmcp_http1.
///
/// The host answers for what belongs to HTTP itself: line ends, lengths, no name that is not a
/// token. Under HTTP/2 and 3 it passes the `:authority` as a header named `host`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_head {
    /// The method, in the case it came in: methods are case-sensitive.
    pub method: sansmcp_str,
    /// The lines in the order they came; a name may stand in several.
    pub headers: *const sansmcp_header,
    /// How many lines; at most SANSMCP_MAX_HEADERS. Answer 431 to a request that has more.
    pub header_count: usize,
}

/// A head as the engine has it.
pub(crate) struct Read<'h> {
    method: &'h str,
    headers: Headers<'h>,
}

impl<'h> Read<'h> {
    pub(crate) unsafe fn of(head: *const sansmcp_head) -> Result<Self, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let head = at(head)?;
            let headers = Headers::read(head.headers, head.header_count)?;
            Ok(Self { method: text(head.method)?, headers })
        }
    }

    pub(crate) fn head(&self) -> Head<'_> {
        Head { method: self.method, headers: self.headers.lines() }
    }
}

/// Lines of a head on their way to the caller.
pub(crate) struct Lines<'l> {
    room: core::slice::IterMut<'l, sansmcp_header>,
    count: usize,
    is_short: bool,
}

impl<'l> Lines<'l> {
    pub(crate) fn to(room: &'l mut [sansmcp_header]) -> Self {
        Self { room: room.iter_mut(), count: 0, is_short: false }
    }

    pub(crate) fn add(&mut self, name: &str, value: &str) {
        self.count = self.count.saturating_add(1);
        match self.room.next() {
            Some(place) => {
                *place =
                    sansmcp_header { name: sansmcp_str::of(name), value: sansmcp_str::of(value) }
            }
            None => self.is_short = true,
        }
    }

    /// Writes how many there are, also where there was no room for all.
    pub(crate) fn end(self, count: Place<usize>) -> Result<(), sansmcp_result> {
        count.put(self.count);
        if self.is_short { Err(crate::result::SANSMCP_SHORT) } else { Ok(()) }
    }
}

/// The value of the first line of a head that has this name, in any case, without spaces and tabs
/// around it. SANSMCP_NONE: there is none. It lies where the head says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_head_get(
    head: *const sansmcp_head,
    name: sansmcp_str,
    value: *mut sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (read, name, place) = unsafe { (Read::of(head)?, text(name)?, Place::new(value)?) };
        if name.is_empty() {
            return Err(SANSMCP_OUT_OF_RANGE);
        }
        place.put(sansmcp_str::bytes(read.head().get(name).ok_or(SANSMCP_NONE)?));
        Ok(())
    })())
}

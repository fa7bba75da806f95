//! Page after page of a list.

use engine::client::Pages;

use crate::edge::{Place, at_mut};
use crate::json::parse;
use crate::result::{SANSMCP_NONE, SANSMCP_STUCK, done, sansmcp_result};
use crate::text::{sansmcp_str, sansmcp_text};

/// The guard of one walk through the pages of a list, against a server whose cursors go in a
/// circle. All zero bits when new.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_pages {
    /// The engine's.
    pub state: [u64; 2],
}

const _: () = assert!(size_of::<sansmcp_pages>() == size_of::<Pages>());
const _: () = assert!(align_of::<sansmcp_pages>() >= align_of::<Pages>());

/// The cursor that the next page is asked for with; `result` is the result of a list, JSON text.
/// SANSMCP_NONE: it was the last page, and the guard is as new.
///
/// SANSMCP_STUCK: the cursor came before, so that the server would give the same pages for ever, or
/// it is no string. What was read so far is all that can be had.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_pages_next(
    pages: *mut sansmcp_pages,
    result: sansmcp_str,
    cursor: *mut sansmcp_text,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers; of the same size, and numbers only.
        let pages = unsafe { at_mut(pages.cast::<Pages>()) }?;
        // SAFETY: as above.
        let (result, place) = unsafe { (parse(result)?, Place::new(cursor)?) };
        let next = pages.next(result).map_err(|_| SANSMCP_STUCK)?;
        place.put(sansmcp_text::of(Some(next.ok_or(SANSMCP_NONE)?)));
        Ok(())
    })())
}

//! Lists that are answered entry by entry.

use engine::{Error, Event, Page, PageParts};

use crate::edge::{Place, at, at_mut, optional, slice_mut};
use crate::entries::{sansmcp_prompt, sansmcp_resource, sansmcp_template};
use crate::event::{sansmcp_event, sansmcp_ticket};
use crate::info::sansmcp_tool;
use crate::out::sansmcp_out;
use crate::result::{
    SANSMCP_NOT_JSON, SANSMCP_NOT_SUPPORTED, SANSMCP_OK, SANSMCP_SHORT, done, sansmcp_result,
};
use crate::server::{sansmcp_server, send, with};
use crate::text::sansmcp_str;

/// A page of a list under way, for entries that are in no table of the server's: begun with
/// sansmcp_server_page, filled with sansmcp_page_tool and its like, sent with sansmcp_page_end.
///
/// Its bytes are in the transmit buffer, which stays the page's until its end. One that is not to
/// be sent is left alone: nothing was sent, and the request is still open. It holds pointers to the
/// connection, the slots and the tables of the server.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_page {
    /// The engine's: the server.
    pub server: sansmcp_server,
    /// The engine's: the transmit buffer.
    pub tx: *mut u8,
    /// The engine's: its length.
    pub tx_len: usize,
    /// The engine's: how many bytes of it are taken.
    pub written: usize,
    /// The engine's: how many bytes the first entry takes, if it is too large.
    pub need: usize,
    /// The request that it answers.
    pub ticket: sansmcp_ticket,
    /// How many entries it has.
    pub entries: u32,
    /// The engine's: what went wrong.
    pub fault: u8,
    /// The engine's: the peer gave the request up.
    pub is_cancelled: bool,
}

impl sansmcp_page {
    fn parts(&self) -> PageParts {
        const SHORT: u8 = SANSMCP_SHORT as u8;
        const NOT_JSON: u8 = SANSMCP_NOT_JSON as u8;
        PageParts {
            ticket: self.ticket.read(),
            written: self.written,
            entries: self.entries,
            is_cancelled: self.is_cancelled,
            fault: match self.fault {
                0 => None,
                SHORT => Some(Error::Short { need: self.need }),
                NOT_JSON => Some(Error::NotJson),
                _ => Some(Error::NotSupported),
            },
        }
    }

    fn take(&mut self, parts: &PageParts) {
        self.written = parts.written;
        self.entries = parts.entries;
        self.is_cancelled = parts.is_cancelled;
        self.fault = parts.fault.map_or(SANSMCP_OK, sansmcp_result::from) as u8;
        self.need = match parts.fault {
            Some(Error::Short { need }) => need,
            _ => 0,
        };
    }
}

/// Begins to answer the request for a list entry by entry, for entries that are in no table. The
/// page refers to what the server refers to and to `tx`, and its end needs both as they are; the
/// event and the server struct itself are not needed any more.
///
/// SANSMCP_NOT_SUPPORTED: the event is of another kind. SANSMCP_STALE, SANSMCP_STREAMING: as for
/// sansmcp_server_reply.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_page(
    server: *mut sansmcp_server,
    event: *const sansmcp_event,
    tx: *mut u8,
    tx_len: usize,
    page: *mut sansmcp_page,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (event, room, place) =
            unsafe { (at(event)?.read()?, slice_mut(tx, tx_len)?, Place::new(page)?) };
        let (Event::ListTools(listing)
        | Event::ListResources(listing)
        | Event::ListTemplates(listing)
        | Event::ListPrompts(listing)) = event
        else {
            return Err(SANSMCP_NOT_SUPPORTED);
        };
        // SAFETY: as above.
        let begun =
            unsafe { with(server, |server| server.page(&listing, room).map(|page| page.parts()))? };
        let mut page = sansmcp_page {
            // SAFETY: as above.
            server: *unsafe { at(server) }?,
            tx,
            tx_len,
            written: 0,
            need: 0,
            ticket: sansmcp_ticket::of(listing.ticket()),
            entries: 0,
            fault: 0,
            is_cancelled: false,
        };
        page.take(&begun?);
        place.put(page);
        Ok(())
    })())
}

/// Adds an entry to a page.
unsafe fn add(
    page: *mut sansmcp_page,
    entry: impl FnOnce(&mut Page<'_, '_, '_>) -> bool,
) -> Result<(), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    let page = unsafe { at_mut(page) }?;
    // SAFETY: as above.
    let tx = unsafe { slice_mut(page.tx, page.tx_len) }?;
    let parts = page.parts();
    // SAFETY: as above.
    let (is_in, parts) = unsafe {
        with(&raw const page.server, |server| {
            let mut filled = server.page_from_parts(&parts, tx)?;
            Ok::<_, Error>((entry(&mut filled), filled.parts()))
        })
    }??;
    page.take(&parts);
    match parts.fault {
        _ if is_in => Ok(()),
        Some(fault) => Err(fault.into()),
        None => Err(SANSMCP_SHORT),
    }
}

/// Adds a tool to a page of `tools/list`; it is read during the call.
///
/// SANSMCP_SHORT: it does not fit any more. End the page with a cursor that leads to it; if it was
/// the first, sansmcp_page_end says how large the buffer has to be. SANSMCP_NOT_SUPPORTED: the page
/// is of another list, and cannot be sent any more. Others as for sansmcp_server_init: something in
/// the tool is wrong, and the page is as before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_page_tool(
    page: *mut sansmcp_page,
    tool: *const sansmcp_tool,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let given = at(tool)?;
            given.check()?;
            add(page, |page| page.tool(&given.read()))
        }
    })())
}

/// Adds a resource to a page of `resources/list`, in the same way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_page_resource(
    page: *mut sansmcp_page,
    resource: *const sansmcp_resource,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let given = at(resource)?;
            given.check()?;
            add(page, |page| page.resource(&given.read()))
        }
    })())
}

/// Adds a template to a page of `resources/templates/list`, in the same way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_page_template(
    page: *mut sansmcp_page,
    uri_template: *const sansmcp_template,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let given = at(uri_template)?;
            given.check()?;
            add(page, |page| page.template(&given.read()))
        }
    })())
}

/// Adds a prompt to a page of `prompts/list`, in the same way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_page_prompt(
    page: *mut sansmcp_page,
    prompt: *const sansmcp_prompt,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let given = at(prompt)?;
            given.check()?;
            add(page, |page| page.prompt(&given.read()))
        }
    })())
}

/// Ends the page; `cursor` is a text of any form if there is more, which comes back in
/// sansmcp_event_cursor, and NULL if there is not. There is room for one of 12 bytes as written.
///
/// SANSMCP_SHORT: the first entry or a longer cursor did not fit. SANSMCP_STALE: the request was
/// answered or given up meanwhile. After an error the request is still open: begin a new page.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_page_end(
    page: *const sansmcp_page,
    cursor: sansmcp_str,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (page, cursor) = (at(page)?, optional(cursor)?.map(Into::into));
            let parts = page.parts();
            send(&raw const page.server, page.tx, page.tx_len, out, |server, tx| {
                server.page_from_parts(&parts, tx)?.end(cursor)
            })
        }
    })())
}

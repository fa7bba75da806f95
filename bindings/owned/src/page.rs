//! Pages of a list that are filled by hand, for entries that are in no table.

use sansmcp::{Error, PageParts};

use crate::catalog::{Prompt, Resource, ResourceTemplate};
use crate::event::Event;
use crate::info::Tool;
use crate::output::Output;
use crate::server::Server;

/// A page under way; see [`sansmcp::Page`]. One that is not to be sent is dropped: nothing was
/// sent, and the request is still open.
#[derive(Debug)]
pub struct Page {
    parts: PageParts,
    bytes: Vec<u8>,
}

/// An entry of a list.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // As the lists.
pub enum Entry<'e> {
    Tool(&'e Tool),
    Resource(&'e Resource),
    Template(&'e ResourceTemplate),
    Prompt(&'e Prompt),
}

impl Server {
    /// Begins to answer a list entry by entry.
    ///
    /// # Errors
    /// [`Error::NotSupported`] if it is another event; else as [`sansmcp::Server::page`].
    pub fn page(&mut self, event: &Event) -> Result<Page, Error> {
        let (sansmcp::Event::ListTools(listing)
        | sansmcp::Event::ListResources(listing)
        | sansmcp::Event::ListTemplates(listing)
        | sansmcp::Event::ListPrompts(listing)) = event.view()
        else {
            return Err(Error::NotSupported);
        };
        let mut bytes = vec![0; self.page.min(self.max_tx)];
        let begun = |server: &mut sansmcp::Server<'_>| {
            server.page(&listing, &mut bytes).map(|page| page.parts())
        };
        let parts = self.seat.with(listing.ticket(), begun)?;
        Ok(Page { parts, bytes })
    }

    /// Adds an entry. False: it does not fit any more, so end the page with a cursor that leads to
    /// it.
    ///
    /// # Errors
    /// [`Error::Short`] if not even the first fits within `max_tx`; [`Error::NotSupported`] if the
    /// page is of another list; [`Error::NotJson`] if a schema or `_meta` is no object;
    /// [`Error::Stale`] and [`Error::Streaming`] as [`sansmcp::Server::page`]. The page is as
    /// before.
    pub fn add(&mut self, page: &mut Page, entry: Entry<'_>) -> Result<bool, Error> {
        loop {
            let (parts, bytes) = (page.parts, &mut page.bytes);
            let (is_in, parts) = self.seat.with(parts.ticket, |server| {
                let mut filled = server.page_from_parts(&parts, bytes)?;
                let is_in = match entry {
                    Entry::Tool(tool) => filled.tool(&tool.core()),
                    Entry::Resource(resource) => filled.resource(&resource.core()),
                    Entry::Template(template) => filled.template(&template.core()),
                    Entry::Prompt(prompt) => filled.prompt(&prompt.core()),
                };
                Ok::<_, Error>((is_in, filled.parts()))
            })?;
            match parts.fault {
                // The first entry is to go out however large it is.
                Some(Error::Short { need }) if need <= self.max_tx && need > page.bytes.len() => {
                    page.bytes.resize(need, 0);
                }
                Some(fault) => return Err(fault),
                None => {
                    page.parts = parts;
                    return Ok(is_in);
                }
            }
        }
    }

    /// Ends the page; with a cursor of any form if there is more, which comes back in the next
    /// request.
    ///
    /// # Errors
    /// [`Error::Short`] if a long cursor has no room within `max_tx`; [`Error::Stale`] if the
    /// request has ended meanwhile, [`Error::Streaming`] while a streamed answer is under way. The
    /// page is as before.
    pub fn end_page(&mut self, page: &mut Page, next: Option<&str>) -> Result<Output, Error> {
        loop {
            let (parts, room) = (page.parts, page.bytes.len());
            let done = self.seat.write(parts.ticket, 0, &mut page.bytes, |server, tx| {
                Ok(((), server.page_from_parts(&parts, tx)?.end(next.map(Into::into))?))
            });
            match done {
                Ok(((), out)) => {
                    let bytes = out.line().to_vec();
                    return Ok(Output { bytes, ..Output::without_bytes(&out) });
                }
                Err(Error::Short { need }) if need <= self.max_tx && need > room => {
                    page.bytes.resize(need, 0);
                }
                Err(error) => return Err(error),
            }
        }
    }
}

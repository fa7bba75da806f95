//! Lists: pages that cut themselves to the buffer and go on with a cursor.

use super::request::Listing;
use super::{Server, wire};
use crate::FULL;
use crate::envelope::Message;
use crate::error::Error;
use crate::exchange::{Exchange, Ticket};
use crate::json::{Raw, Writer};
use crate::out::Out;
use crate::rules::{Method, Revision};
use crate::schema::{Catalog, Object, Prompt, Prose, Resource, ResourceTemplate, Tool, write_tool};

/// Cursors of the engine begin with the letter of their list, so that those of other lists are no
/// accident.
const fn mark(list: Method) -> u8 {
    match list {
        _ if !FULL => b't',
        Method::ListResources => b'r',
        Method::ListTemplates => b'v',
        Method::ListPrompts => b'p',
        _ => b't',
    }
}

/// The member of the result that holds the entries, with its `[`.
const fn key(list: Method) -> &'static str {
    match list {
        _ if !FULL => "\"tools\":[",
        Method::ListResources => "\"resources\":[",
        Method::ListTemplates => "\"resourceTemplates\":[",
        Method::ListPrompts => "\"prompts\":[",
        _ => "\"tools\":[",
    }
}

/// True if the catalog has an entry at `index`.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) fn has(catalog: &dyn Catalog, list: Method, index: u32) -> bool {
    match list {
        _ if !FULL => catalog.tool(index).is_some(),
        Method::ListResources => catalog.resource(index).is_some(),
        Method::ListTemplates => catalog.template(index).is_some(),
        Method::ListPrompts => catalog.prompt(index).is_some(),
        _ => catalog.tool(index).is_some(),
    }
}

/// Writes the entry at `index`, if there is one. Where the stack is short it holds an entry of any
/// kind only while one is written.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn write_entry(
    out: &mut Writer<'_>,
    catalog: &dyn Catalog,
    list: Method,
    index: u32,
    revision: Revision,
) -> Result<(), Error> {
    // None of them is moved: they are large.
    match list {
        Method::ListResources if FULL => match &catalog.resource(index) {
            Some(entry) => entry.write(out, revision),
            None => Ok(()),
        },
        Method::ListTemplates if FULL => match &catalog.template(index) {
            Some(entry) => entry.write(out, revision),
            None => Ok(()),
        },
        Method::ListPrompts if FULL => match &catalog.prompt(index) {
            Some(entry) => entry.write(out, revision),
            None => Ok(()),
        },
        _ => match &catalog.tool(index) {
            Some(entry) => write_tool(out, entry, revision),
            None => Ok(()),
        },
    }
}

/// `],"nextCursor":"t4294967295"}}` and a newline.
const TAIL: usize = 32;

/// Stands for a cursor that the engine did not give.
const NOWHERE: u32 = u32::MAX;

/// The entry at which the page that `message` asks for begins.
pub(super) fn position(message: &Message<'_>, list: Method) -> u32 {
    match message.parts.cursor.of(message.text) {
        None | Some("null") => 0,
        Some(cursor) => parse(Raw::trusted(cursor), mark(list)).unwrap_or(NOWHERE),
    }
}

/// The place in a cursor: no sign, no leading zero, so that there is one way to write each.
fn parse(cursor: Raw<'_>, mark: u8) -> Option<u32> {
    let mut place: Option<u32> = None;
    let mut is_marked = false;
    let mut pieces = cursor.text()?.pieces();
    while let Some(piece) = pieces.next() {
        for byte in piece {
            if !is_marked {
                is_marked = *byte == mark;
                if !is_marked {
                    return None;
                }
                continue;
            }
            let digit = u32::from(byte.wrapping_sub(b'0'));
            if digit > 9 || place == Some(0) {
                return None;
            }
            place = Some(place.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
        }
    }
    place.filter(|place| *place > 0)
}

/// True for the method of one of the four lists.
pub(super) const fn is_list(method: Method) -> bool {
    match method {
        Method::ListTools => true,
        Method::ListResources | Method::ListTemplates | Method::ListPrompts => FULL,
        _ => false,
    }
}

/// False for a list whose cursor leads nowhere in the catalog.
pub(super) fn is_good_cursor(exchange: &Exchange, catalog: &dyn Catalog) -> bool {
    let method = Method::from_number(exchange.method);
    !is_list(method)
        || exchange.from == 0
        || (exchange.from != NOWHERE && has(catalog, method, exchange.from))
}

/// Writes the head of a page, up to the `[` of its entries. All that does not depend on them comes
/// first, so that what follows them is short.
fn write_head(out: &mut Writer<'_>, exchange: &Exchange, catalog: &dyn Catalog) {
    let revision = exchange.revision();
    let before = wire::result(out, exchange);
    let before = wire::result_meta(out, catalog, revision, before);
    if revision.rules().result_type {
        catalog.info().cache.write(out);
    }
    out.put_str(before);
    out.put_str(key(Method::from_number(exchange.method)));
}

fn write_tail(out: &mut Writer<'_>, list: Method, next: Option<u32>) {
    out.put_str("]");
    if let Some(next) = next {
        out.put_str(",\"nextCursor\":\"");
        out.put(&[mark(list)]);
        out.int32(next, false);
        out.put_str("\"");
    }
    out.put_str("}}\n");
}

/// Writes as many entries as fit, or one if it is streamed. If not even the first does, the writer
/// is over-full by what a page with that one needs.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) fn write_page(
    out: &mut Writer<'_>,
    exchange: &Exchange,
    catalog: &dyn Catalog,
    is_streamed: bool,
) -> Result<(), Error> {
    let revision = exchange.revision();
    let list = Method::from_number(exchange.method);
    write_head(out, exchange, catalog);
    let mut index = exchange.from;
    let mut has_entry = has(catalog, list, index);
    while has_entry {
        let before = out.mark();
        let is_first = index == exchange.from;
        if !is_first {
            out.put_str(",");
        }
        write_entry(out, catalog, list, index, revision)?;
        let place = index.saturating_add(1);
        let has_next = has(catalog, list, place);
        let end = out.mark();
        write_tail(out, list, has_next.then_some(place));
        if is_streamed {
            return Ok(());
        }
        if !out.fits() {
            if !is_first {
                out.rewind(before);
                write_tail(out, list, Some(index));
            }
            return Ok(());
        }
        if !has_next {
            return Ok(());
        }
        out.rewind(end);
        (index, has_entry) = (place, has_next);
    }
    write_tail(out, list, None);
    Ok(())
}

/// A page that the application fills entry by entry, for lists that do not come from the catalog.
#[must_use = "a page is sent by `end`"]
pub struct Page<'s, 'a, 't> {
    server: &'s mut Server<'a>,
    writer: Writer<'t>,
    ticket: Ticket,
    revision: Revision,
    list: Method,
    is_cancelled: bool,
    entries: u32,
    limit: usize,
    fault: Option<Error>,
}

impl<'a> Server<'a> {
    /// Answers a list entry by entry.
    ///
    /// # Errors
    /// [`Error::Stale`] and [`Error::Streaming`] as for [`Server::reply`];
    /// [`Error::NotSupported`] if the ticket is not of a list.
    pub fn page<'s, 't>(
        &'s mut self,
        listing: &Listing<'_>,
        tx: &'t mut [u8],
    ) -> Result<Page<'s, 'a, 't>, Error> {
        let ticket = listing.ticket();
        let limit = tx.len().saturating_sub(TAIL);
        let mut writer = Writer::new(tx);
        let catalog = self.catalog;
        let mut revision = listing.revision();
        let mut list = listing.method();
        let exchange = self.writable(ticket)?;
        let is_cancelled = exchange.is_none();
        if let Some(exchange) = exchange {
            list = Method::from_number(exchange.method);
            if !is_list(list) || exchange.refusal != 0 {
                return Err(Error::NotSupported);
            }
            revision = exchange.revision();
            write_head(&mut writer, exchange, catalog);
        }
        Ok(Page {
            server: self,
            writer,
            ticket,
            revision,
            list,
            is_cancelled,
            entries: 0,
            limit,
            fault: None,
        })
    }
}

/// A page under way, apart from its server and its buffer, for bindings. See [`Page::parts`].
#[derive(Clone, Copy, Debug)]
pub struct PageParts {
    /// The ticket of the request.
    pub ticket: Ticket,
    /// How many bytes of the buffer are taken.
    pub written: usize,
    /// How many entries it has.
    pub entries: u32,
    /// The peer gave the request up.
    pub is_cancelled: bool,
    /// What went wrong; [`Page::end`] says it.
    pub fault: Option<Error>,
}

impl<'a> Server<'a> {
    /// Goes on with a page of which [`Page::parts`] and the bytes in `tx` were kept.
    ///
    /// # Errors
    /// As for [`Server::page`]: the request may have come to its end meanwhile.
    pub fn page_from_parts<'s, 't>(
        &'s mut self,
        parts: &PageParts,
        tx: &'t mut [u8],
    ) -> Result<Page<'s, 'a, 't>, Error> {
        let mut page = Page {
            limit: tx.len().saturating_sub(TAIL),
            writer: Writer::resume(tx, parts.written),
            ticket: parts.ticket,
            revision: Revision::LATEST,
            list: Method::Custom,
            is_cancelled: parts.is_cancelled,
            entries: parts.entries,
            fault: parts.fault,
            server: self,
        };
        if page.is_cancelled {
            return Ok(page);
        }
        match page.server.writable(parts.ticket)? {
            Some(exchange) => {
                page.list = Method::from_number(exchange.method);
                if !is_list(page.list) || exchange.refusal != 0 {
                    return Err(Error::NotSupported);
                }
                page.revision = exchange.revision();
            }
            None => page.is_cancelled = true,
        }
        Ok(page)
    }
}

impl<'t> Page<'_, '_, 't> {
    /// All of it but the server and the buffer, where what is written so far has to stay: for
    /// [`Server::page_from_parts`].
    #[must_use]
    pub fn parts(&self) -> PageParts {
        PageParts {
            ticket: self.ticket,
            written: self.writer.total(),
            entries: self.entries,
            is_cancelled: self.is_cancelled,
            fault: self.fault,
        }
    }

    /// Adds a tool. False: it does not fit any more, so end the page with a cursor that leads to
    /// it; if it was the first, `end` says how large the buffer has to be.
    pub fn tool(&mut self, tool: &Tool<'_>) -> bool {
        self.entry(Method::ListTools, &|out, revision| write_tool(out, tool, revision))
    }

    /// Adds a resource, in the same way.
    pub fn resource(&mut self, resource: &Resource<'_>) -> bool {
        self.entry(Method::ListResources, &|out, revision| resource.write(out, revision))
    }

    /// Adds a resource template, in the same way.
    pub fn template(&mut self, template: &ResourceTemplate<'_>) -> bool {
        self.entry(Method::ListTemplates, &|out, revision| template.write(out, revision))
    }

    /// Adds a prompt, in the same way.
    pub fn prompt(&mut self, prompt: &Prompt<'_>) -> bool {
        self.entry(Method::ListPrompts, &|out, revision| prompt.write(out, revision))
    }

    fn entry(
        &mut self,
        list: Method,
        write: &dyn Fn(&mut Writer<'_>, Revision) -> Result<(), Error>,
    ) -> bool {
        if self.fault.is_none() && !self.is_cancelled && self.list != list {
            self.fault = Some(Error::NotSupported);
        }
        if self.fault.is_some() {
            return false;
        }
        let before = self.writer.mark();
        if self.entries > 0 {
            self.writer.put_str(",");
        }
        if let Err(fault) = write(&mut self.writer, self.revision) {
            self.fault = Some(fault);
            return false;
        }
        if self.writer.total() > self.limit {
            if self.entries == 0 {
                let need = self.writer.total().saturating_add(TAIL);
                self.fault = Some(Error::Short { need });
            }
            self.writer.rewind(before);
            return false;
        }
        self.entries = self.entries.saturating_add(1);
        true
    }

    /// Ends the page; with a cursor of any form if there is more, which comes back in
    /// [`Listing::cursor`]. There is room for one of 12 bytes as written.
    ///
    /// # Errors
    /// [`Error::Short`] if the first entry or a longer cursor did not fit, [`Error::NotJson`] if a
    /// schema is not a JSON object. The request is still open then.
    pub fn end<'p>(mut self, next: Option<Prose<'p>>) -> Result<Out<'t>, Error> {
        if self.is_cancelled {
            return Ok(Out::NOTHING);
        }
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        self.writer.put_str("]");
        if let Some(next) = next {
            self.writer.put_str(",\"nextCursor\":");
            next.write(&mut self.writer);
        }
        self.writer.put_str("}}\n");
        self.server.finish(self.ticket, self.writer, true)
    }
}

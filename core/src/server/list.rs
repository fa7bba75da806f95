//! Lists: pages that cut themselves to the buffer and go on with a cursor.

use super::event::Listing;
use super::out::Out;
use super::{Server, wire};
use crate::envelope::Message;
use crate::error::Error;
use crate::exchange::{Exchange, Ticket};
use crate::json::{Raw, Writer};
use crate::rules::{Method, Revision};
use crate::schema::{Catalog, Prose, Tool, write_tool};

/// Cursors of the engine begin with this letter, so that those of other lists are no accident.
const MARK: u8 = b't';
/// `],"nextCursor":"t4294967295"}}` and a newline.
const TAIL: usize = 32;

/// Stands for a cursor that the engine did not give.
const NOWHERE: u32 = u32::MAX;

/// The entry at which the page that `message` asks for begins.
pub(super) fn position(message: &Message<'_>) -> u32 {
    match message.parts.cursor.of(message.text) {
        None | Some("null") => 0,
        Some(cursor) => parse(Raw::trusted(cursor)).unwrap_or(NOWHERE),
    }
}

/// The place in a cursor: no sign, no leading zero, so that there is one way to write each.
fn parse(cursor: Raw<'_>) -> Option<u32> {
    let mut place: Option<u32> = None;
    let mut is_marked = false;
    let mut pieces = cursor.text()?.pieces();
    while let Some(piece) = pieces.next() {
        for byte in piece {
            if !is_marked {
                is_marked = *byte == MARK;
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

/// False for a list whose cursor leads nowhere in the catalog.
pub(super) fn is_good_cursor(exchange: &Exchange, catalog: &dyn Catalog) -> bool {
    exchange.method != Method::ListTools as u8
        || exchange.from == 0
        || (exchange.from != NOWHERE && catalog.tool(exchange.from).is_some())
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
    out.put_str("\"tools\":[");
}

fn write_tail(out: &mut Writer<'_>, next: Option<u32>) {
    out.put_str("]");
    if let Some(next) = next {
        out.put_str(",\"nextCursor\":\"");
        out.put(&[MARK]);
        out.int32(next, false);
        out.put_str("\"");
    }
    out.put_str("}}\n");
}

/// Writes as many entries as fit, or one if it is streamed. If not even the first does, the writer
/// is over-full by what a page with that one needs.
pub(super) fn write_page(
    out: &mut Writer<'_>,
    exchange: &Exchange,
    catalog: &dyn Catalog,
    is_streamed: bool,
) -> Result<(), Error> {
    let revision = exchange.revision();
    write_head(out, exchange, catalog);
    let mut index = exchange.from;
    let mut entry = catalog.tool(index);
    while let Some(tool) = entry {
        let before = out.mark();
        let is_first = index == exchange.from;
        if !is_first {
            out.put_str(",");
        }
        write_tool(out, &tool, revision)?;
        let place = index.saturating_add(1);
        let next = catalog.tool(place);
        let end = out.mark();
        write_tail(out, next.is_some().then_some(place));
        if is_streamed {
            return Ok(());
        }
        if !out.fits() {
            if !is_first {
                out.rewind(before);
                write_tail(out, Some(index));
            }
            return Ok(());
        }
        if next.is_none() {
            return Ok(());
        }
        out.rewind(end);
        (index, entry) = (place, next);
    }
    write_tail(out, None);
    Ok(())
}

/// A page that the application fills entry by entry, for lists that do not come from the catalog.
#[must_use = "a page is sent by `end`"]
pub struct Page<'s, 'a, 't> {
    server: &'s mut Server<'a>,
    writer: Writer<'t>,
    ticket: Ticket,
    revision: Revision,
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
        let exchange = self.writable(ticket)?;
        let is_cancelled = exchange.is_none();
        if let Some(exchange) = exchange {
            if exchange.method != Method::ListTools as u8 {
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
            is_cancelled,
            entries: 0,
            limit,
            fault: None,
        })
    }
}

impl<'t> Page<'_, '_, 't> {
    /// Adds a tool. False: it does not fit any more, so end the page with a cursor that leads to
    /// it; if it was the first, `end` says how large the buffer has to be.
    pub fn tool(&mut self, tool: &Tool<'_>) -> bool {
        if self.fault.is_some() {
            return false;
        }
        let before = self.writer.mark();
        if self.entries > 0 {
            self.writer.put_str(",");
        }
        if let Err(fault) = write_tool(&mut self.writer, tool, self.revision) {
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

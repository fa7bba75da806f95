//! Answers larger than any buffer, sent in pieces.
//!
//! What the engine can write again at will (`initialize`, `server/discover`, a list) is written
//! anew for each piece, and only the stretch that is due is kept: [`Server::begin_reply`], then
//! [`Server::next_output`]. What comes from the application is taken as it comes:
//! [`Server::begin`], [`Server::piece`], [`Server::end`].
//!
//! While an answer is under way nothing else may go out on its route, and once begun it ends as
//! valid JSON, whatever happens.

use super::event::Event;
use super::{Server, contents, list, reply, wire};
use crate::HTTP;
use crate::error::Error;
use crate::exchange::{Exchange, Ticket};
use crate::frame::RouteKind;
use crate::json::base64::{Carry, encode_end, encode_piece};
use crate::json::{FaultKind, Writer, text_of};
use crate::out::Out;
use crate::rules::Method;
use crate::rules::transition::{Move, State};
use crate::schema::Prose;

/// What is streamed as the one block of a result's content, or the one part of a resource.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// Text. Pieces are UTF-8; a character may be cut by the end of a piece only if the rest of it
    /// is offered again.
    Text,
    /// A picture of this media type. Pieces are its bytes.
    Image(&'a str),
    /// Sound of this media type. From 2025-03-26 on.
    Audio(&'a str),
    /// A resource made of bytes: its URI and media type.
    Blob(&'a str, &'a str),
    /// The text of a resource that is read: its URI and media type. For `resources/read` only.
    Contents(&'a str, &'a str),
    /// The bytes of a resource that is read: its URI and media type. For `resources/read` only.
    Bytes(&'a str, &'a str),
}

/// How a shape is remembered.
mod shape {
    pub(super) const NONE: u8 = 0;
    pub(super) const REPLY: u8 = 1;
    pub(super) const TEXT: u8 = 2;
    pub(super) const MEDIA: u8 = 3;
    pub(super) const BLOB: u8 = 4;
    pub(super) const CONTENTS: u8 = 5;
    pub(super) const BYTES: u8 = 6;
}

/// Bytes that the end of a stream takes at most: the last four of base64 and the closing.
const LONGEST_END: usize = 48;

impl Server<'_> {
    /// Begins to answer `initialize`, `server/discover` or a list in pieces, where
    /// [`Server::reply`] says that the buffer is too small. A list sends one entry this way and
    /// goes on with a cursor. [`Server::next_output`] gives the other pieces. Until the last is
    /// out, what the catalog says must not change.
    ///
    /// # Errors
    /// [`Error::NotSupported`] for other events, [`Error::Short`] if `tx` is empty;
    /// [`Error::Stale`], [`Error::Streaming`] and [`Error::NotJson`] as for [`Server::reply`].
    pub fn begin_reply<'t>(
        &mut self,
        event: &Event<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        if !is_streamable(event) {
            return Err(Error::NotSupported);
        }
        let ticket = event.ticket();
        let catalog = self.catalog;
        let Some(exchange) = self.writable(ticket)? else {
            return Ok(Out::NOTHING);
        };
        if !list::is_good_cursor(exchange, catalog) {
            return self.reply(event, tx);
        }
        exchange.shape = shape::REPLY;
        exchange.sent = 0;
        self.stretch(ticket, tx)
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn next_stretch<'t>(&mut self, tx: &'t mut [u8]) -> Result<Option<Out<'t>>, Error> {
        let ticket = self.connection.streaming;
        if self.exchange(ticket).ok_or(Error::Stale)?.shape != shape::REPLY {
            return Ok(None);
        }
        self.stretch(ticket, tx).map(Some)
    }

    /// True if the answer that holds up the others goes on by itself.
    #[cfg(feature = "http")]
    pub(super) fn has_stretch(&mut self) -> bool {
        let ticket = self.connection.streaming;
        self.exchange(ticket).is_some_and(|exchange| exchange.shape == shape::REPLY)
    }

    /// An answer of the engine's that is under way on a POST.
    pub(super) fn next_post_stretch(&self) -> Option<Ticket> {
        self.table.find_from(0, &|slot| {
            let exchange = &slot.exchange;
            exchange.state().is_half_out() && exchange.shape == shape::REPLY
        })
    }

    /// Notes that an answer goes out in pieces from now on.
    fn begin_stream(&mut self, ticket: Ticket) {
        let is_post = |exchange: &mut Exchange| exchange.route_kind == RouteKind::Post as u8;
        let is_post = HTTP && self.ends_posts && self.exchange(ticket).is_some_and(is_post);
        if is_post && ticket.index != Ticket::SPARE {
            self.connection.streams = self.connection.streams.saturating_add(1);
        } else {
            self.connection.streaming = ticket;
        }
    }

    /// Writes the stretch of an engine's own answer that is due.
    pub(super) fn stretch<'t>(
        &mut self,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        if tx.is_empty() {
            return Err(Error::Short { need: 1 });
        }
        let catalog = self.catalog;
        let revision = self.exchange(ticket).ok_or(Error::Stale)?.revision();
        let capabilities = self.announced(revision);
        let exchange = self.exchange(ticket).ok_or(Error::Stale)?;
        let mut writer = Writer::window(tx, exchange.sent as usize);
        reply::write_reply(&mut writer, exchange, catalog, capabilities, true)?;
        let is_last = writer.fits();
        let has_begun = exchange.step(Move::Begin);
        exchange.sent = exchange.sent.saturating_add(writer.written() as u32);
        let out = Out { is_last, ..wire::out(writer, exchange) }.piece();
        if has_begun {
            self.begin_stream(ticket);
        }
        if is_last {
            self.close(ticket, true);
        }
        Ok(out)
    }

    /// Begins the answer to a call as a stream of pieces. If the peer cancelled the call, this and
    /// all pieces give empty output, and [`Server::end`] frees its slot.
    ///
    /// # Errors
    /// [`Error::Short`] if `tx` is too small for the head of the message: nothing has begun.
    /// [`Error::NotSupported`] if the revision lacks this kind of content, or if the message has
    /// another kind of answer; [`Error::Stale`] and
    /// [`Error::Streaming`] as for [`Server::reply`].
    pub fn begin<'t>(
        &mut self,
        ticket: Ticket,
        shape: Shape<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let exchange = self.exchange(ticket).ok_or(Error::Stale)?;
        if exchange.state() == State::Cancelled {
            exchange.shape = shape::TEXT;
            return Ok(Out::NOTHING);
        }
        let catalog = self.catalog;
        let is_read = matches!(shape, Shape::Contents(..) | Shape::Bytes(..));
        let method = if is_read { Method::ReadResource } else { Method::CallTool };
        let exchange = match self.writable(ticket)? {
            Some(exchange) if exchange.takes(method) => exchange,
            _ => return Err(Error::NotSupported),
        };
        let revision = exchange.revision();
        let mut writer = Writer::new(tx);
        let before = wire::result(&mut writer, exchange);
        let before = wire::result_meta(&mut writer, catalog, revision, before);
        if is_read && revision.rules().result_type {
            catalog.info().cache.write(&mut writer);
        }
        writer.put_str(before);
        writer.put_str(if is_read { "\"contents\":[" } else { "\"content\":[{\"type\":\"" });
        let kind = match shape {
            Shape::Contents(uri, mime_type) => {
                contents::write_head(&mut writer, uri, Some(mime_type));
                writer.put_str(",\"text\":\"");
                shape::CONTENTS
            }
            Shape::Bytes(uri, mime_type) => {
                contents::write_head(&mut writer, uri, Some(mime_type));
                writer.put_str(",\"blob\":\"");
                shape::BYTES
            }
            Shape::Text => {
                writer.put_str("text\",\"text\":\"");
                shape::TEXT
            }
            Shape::Image(mime_type) => {
                write_media(&mut writer, "image", mime_type);
                shape::MEDIA
            }
            Shape::Audio(mime_type) => {
                if !revision.rules().audio {
                    return Err(Error::NotSupported);
                }
                write_media(&mut writer, "audio", mime_type);
                shape::MEDIA
            }
            Shape::Blob(uri, mime_type) => {
                writer.put_str("resource\",\"resource\":{\"uri\":");
                writer.string(uri);
                writer.put_str(",\"mimeType\":");
                writer.string(mime_type);
                writer.put_str(",\"blob\":\"");
                shape::BLOB
            }
        };
        if !writer.fits() {
            return Err(Error::Short { need: writer.total() });
        }
        exchange.step(Move::Begin);
        exchange.shape = kind;
        exchange.from = 0;
        let out = Out { is_last: false, ..wire::out(writer, exchange) }.piece();
        self.begin_stream(ticket);
        Ok(out)
    }

    /// Sends the next piece: says how many bytes of `data` were taken, and gives the bytes to
    /// send. Offer the rest again. After a cancel all of it is taken and nothing sent: end it then.
    ///
    /// # Errors
    /// [`Error::Short`] if `tx` is too small for even one character (6 bytes of text) or one group
    /// of base64 (4 bytes); [`Error::NotText`] if a piece of text does not begin with a whole
    /// character of UTF-8; [`Error::Stale`] if no stream of this ticket is under way.
    pub fn piece<'t>(
        &mut self,
        ticket: Ticket,
        data: &[u8],
        tx: &'t mut [u8],
    ) -> Result<(usize, Out<'t>), Error> {
        let exchange = self.streamed(ticket)?;
        if exchange.state() != State::Streaming || data.is_empty() {
            return Ok((data.len(), Out::NOTHING));
        }
        let room = tx.len();
        let mut writer = Writer::new(tx);
        let taken = match exchange.shape {
            shape::TEXT | shape::CONTENTS => put_text(&mut writer, data, room)?,
            _ => {
                let mut carry = Carry::from_bits(exchange.from);
                let mut chunk = [0; 64];
                let mut taken = 0;
                while let Some(rest) = data.get(taken..).filter(|rest| !rest.is_empty()) {
                    let free = room.saturating_sub(writer.total()).min(chunk.len());
                    let place = chunk.get_mut(..free).unwrap_or_default();
                    let (used, made) = encode_piece(&mut carry, rest, place);
                    if used == 0 {
                        break;
                    }
                    writer.put(place.get(..made).unwrap_or_default());
                    taken = taken.saturating_add(used);
                }
                if taken == 0 {
                    return Err(Error::Short { need: 4 });
                }
                exchange.from = carry.bits();
                taken
            }
        };
        let out = Out { is_last: false, ..wire::out(writer, exchange) }.piece();
        Ok((taken, out))
    }

    /// Ends the stream and the answer. With `failure`, the result says that the tool failed, and
    /// why; what was sent before stands. A resource has no such word: it ends where it stands.
    ///
    /// # Errors
    /// [`Error::Short`] if `tx` has too little room: the stream still waits for its end. 48 bytes
    /// are enough without a failure. [`Error::Stale`] if no stream of this ticket is under way.
    pub fn end<'t>(
        &mut self,
        ticket: Ticket,
        failure: Option<Prose<'_>>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let exchange = self.streamed(ticket)?;
        if exchange.state() == State::Cancelled {
            self.close(ticket, false);
            return Ok(Out::NOTHING);
        }
        let mut writer = Writer::new(tx);
        let mut group = [0; 4];
        let made = encode_end(&mut Carry::from_bits(exchange.from), &mut group).unwrap_or(0);
        let start = writer.mark();
        writer.put(group.get(..made).unwrap_or_default());
        writer.put_str(if exchange.shape == shape::BLOB { "\"}}" } else { "\"}" });
        let is_read = matches!(exchange.shape, shape::CONTENTS | shape::BYTES);
        if let Some(failure) = failure.filter(|_| !is_read) {
            writer.put_str(",{\"type\":\"text\",\"text\":");
            failure.write(&mut writer);
            writer.put_str("}],\"isError\":true}}\n");
        } else {
            writer.put_str("]}}\n");
            debug_assert!(writer.mark().wrapping_sub(start) <= LONGEST_END);
        }
        self.finish(ticket, writer, true).map(Out::piece)
    }

    fn streamed(&mut self, ticket: Ticket) -> Result<&mut Exchange, Error> {
        match self.exchange(ticket).ok_or(Error::Stale)? {
            exchange if matches!(exchange.shape, shape::NONE | shape::REPLY) => Err(Error::Stale),
            exchange => Ok(exchange),
        }
    }
}

/// True for what the engine answers by itself and can write again at will.
fn is_streamable(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Initialize(_)
            | Event::Discover(_)
            | Event::ListTools(_)
            | Event::ListResources(_)
            | Event::ListTemplates(_)
            | Event::ListPrompts(_)
    )
}

fn write_media(out: &mut Writer<'_>, kind: &str, mime_type: &str) {
    out.put_str(kind);
    out.put_str("\",\"mimeType\":");
    out.string(mime_type);
    out.put_str(",\"data\":\"");
}

/// Writes as much of a text as has room; gives how much that is.
fn put_text(out: &mut Writer<'_>, data: &[u8], room: usize) -> Result<usize, Error> {
    let text = match text_of(data) {
        Ok(text) => text,
        Err(fault) => {
            debug_assert!(matches!(fault.kind, FaultKind::Utf8));
            let good = data.get(..fault.at).unwrap_or_default();
            text_of(good).ok().filter(|text| !text.is_empty()).ok_or(Error::NotText)?
        }
    };
    // No character needs more than six bytes of JSON for each of its own.
    let mut sure = text.len().min(room / 6);
    while !text.is_char_boundary(sure) {
        sure = sure.saturating_sub(1);
    }
    let (head, tail) = text.split_at_checked(sure).unwrap_or(("", text));
    out.escaped(head);
    let mut taken = head.len();
    for character in tail.chars() {
        let before = out.mark();
        out.escaped(character.encode_utf8(&mut [0; 4]));
        if !out.fits() {
            if taken == 0 {
                return Err(Error::Short { need: out.total() });
            }
            out.rewind(before);
            break;
        }
        taken = taken.saturating_add(character.len_utf8());
    }
    Ok(taken)
}

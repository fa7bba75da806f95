//! A result under construction: what the builders of all kinds of result have in common.

use super::{Server, wire};
use crate::SMALL;
use crate::error::Error;
use crate::exchange::Ticket;
use crate::json::{Kind, Raw, Writer};
use crate::out::Out;
use crate::rules::{Method, Revision};

/// The head is written; items follow, then `end`. It counts on past the end of the buffer.
pub(super) struct Draft<'s, 'a, 't, 'v> {
    pub server: &'s mut Server<'a>,
    pub writer: Writer<'t>,
    pub ticket: Ticket,
    pub revision: Revision,
    state: State,
    pub items: u32,
    meta: Option<Raw<'v>>,
}

#[derive(Clone, Copy)]
enum State {
    Building,
    /// The peer cancelled the request: nothing is written.
    Cancelled,
    Failed(Error),
}

impl<'a> Server<'a> {
    /// Begins a result of the kind that belongs to `method`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn draft<'s, 't, 'v>(
        &'s mut self,
        ticket: Ticket,
        method: Method,
        tx: &'t mut [u8],
        key: &str,
    ) -> Draft<'s, 'a, 't, 'v> {
        let mut writer = Writer::new(tx);
        let mut revision = Revision::LATEST;
        let state = match self.writable(ticket) {
            Ok(Some(exchange)) if !exchange.takes(method) => State::Failed(Error::NotSupported),
            Ok(Some(exchange)) => {
                revision = exchange.revision();
                if !SMALL && method == Method::CallTool {
                    wire::content(&mut writer, exchange);
                } else {
                    wire::list_of(&mut writer, exchange, key);
                }
                State::Building
            }
            Ok(None) => State::Cancelled,
            Err(error) => State::Failed(error),
        };
        Draft { server: self, writer, ticket, revision, state, items: 0, meta: None }
    }
}

impl<'t, 'v> Draft<'_, '_, 't, 'v> {
    /// Begins an item; false if the draft has failed, so that none is to be written.
    pub(super) fn item(&mut self) -> bool {
        if !matches!(self.state, State::Building) {
            return false;
        }
        if self.items > 0 {
            self.writer.put_str(",");
        }
        self.items = self.items.saturating_add(1);
        true
    }

    pub(super) fn note(&mut self, done: Result<(), Error>) {
        if let Err(error) = done {
            self.fail(error);
        }
    }

    /// Keeps the first error.
    pub(super) fn fail(&mut self, error: Error) {
        if matches!(self.state, State::Building) {
            self.state = State::Failed(error);
        }
    }

    /// Sets `_meta`.
    pub(super) fn meta(&mut self, json: &'v str) {
        match object(json) {
            Ok(value) => self.meta = Some(value),
            Err(error) => self.fail(error),
        }
    }

    /// False if nothing is to be written, since the peer cancelled the request.
    pub(super) fn goes_on(&self) -> Result<bool, Error> {
        match self.state {
            State::Building => Ok(true),
            State::Cancelled => Ok(false),
            State::Failed(error) => Err(error),
        }
    }

    /// Writes `_meta`, with the server's name where the revision wants it, and ends the message.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(super) fn finish(mut self) -> Result<Out<'t>, Error> {
        let writer = &mut self.writer;
        let catalog = self.server.catalog;
        if !SMALL && self.meta.is_none() {
            // The common case without the questions.
            if self.revision.rules().result_type {
                writer.put_str(",\"_meta\":{");
                wire::server_info(writer, catalog, self.revision);
                writer.put_str("}");
            }
        } else {
            wire::meta(writer, catalog, self.revision, self.meta, ",");
        }
        writer.put_str("}}\n");
        self.server.finish(self.ticket, self.writer, true)
    }
}

/// The JSON object of a text.
pub(super) fn object(text: &str) -> Result<Raw<'_>, Error> {
    let value = Raw::parse_str(text).map_err(|_| Error::NotJson)?;
    if value.kind() == Kind::Object { Ok(value) } else { Err(Error::NotJson) }
}

//! All that the engine can answer by itself.

use super::event::{Event, Request};
use super::out::Out;
use super::{Server, list, wire};
use crate::error::Error;
use crate::exchange::{Exchange, Ticket};
use crate::json::{Text, Writer};
use crate::rules::{Capabilities, Code, Method, Refusal, Revision};
use crate::schema::{Catalog, Prose, write_implementation};

impl Server<'_> {
    /// Answers an event as far as the engine can: the handshake, discovery, ping and lists from
    /// the catalog, refused messages with their error, a call that the application does not know
    /// with "unknown tool" or "method not found". What needs no answer gives empty output, as does
    /// a request that was cancelled meanwhile.
    ///
    /// # Errors
    /// [`Error::Short`] if `tx` is too small: nothing was written, and the event can be replied to
    /// again. Errors fit in [`super::MIN_TX`] bytes; a list is cut to the buffer and needs room for
    /// its largest entry. Where no larger buffer is to be had, [`Server::begin_reply`] sends it in
    /// pieces. [`Error::Stale`] for a second reply, [`Error::Streaming`] while a streamed answer is
    /// under way, [`Error::NotJson`] if a schema in the catalog is not a JSON object.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn reply<'t>(&mut self, event: &Event<'_>, tx: &'t mut [u8]) -> Result<Out<'t>, Error> {
        let (request, subject) = match event {
            Event::Initialize(request) | Event::Discover(request) | Event::Ping(request) => {
                (request, None)
            }
            Event::ListTools(listing) => (&**listing, None),
            Event::CallTool(call) => (&**call, Some((Refusal::UnknownTool, Some(call.name())))),
            Event::Request(call) => {
                (&**call, Some((Refusal::MethodNotFound, Some(call.method_name()))))
            }
            Event::Refused(refused) => {
                let refusal = refused.refusal();
                (&**refused, Some((refusal, subject_of(refused, refusal))))
            }
            Event::Initialized(_)
            | Event::Cancelled(_)
            | Event::Notification(_)
            | Event::Ignored(_) => return Ok(Out::NOTHING),
        };
        let ticket = request.ticket();
        let catalog = self.catalog;
        let capabilities = self.capabilities();
        let Some(exchange) = self.writable(ticket)? else {
            return Ok(Out::NOTHING);
        };
        let subject = match subject {
            None if !list::is_good_cursor(exchange, catalog) => Some((Refusal::BadCursor, None)),
            subject => subject,
        };
        let mut writer = Writer::new(tx);
        match subject {
            Some((refusal, subject)) => wire::refusal(&mut writer, exchange, refusal, subject),
            None => write_reply(&mut writer, exchange, catalog, capabilities)?,
        }
        self.finish(ticket, writer, subject.is_none())
    }

    /// Answers a request with an error of the application's choice. `data`, if it is not empty, is
    /// the JSON text of the error's data. Codes that the revision forbids are exchanged for the
    /// ones that it has instead.
    ///
    /// # Errors
    /// [`Error::Short`], [`Error::Stale`] and [`Error::Streaming`] as for [`Server::reply`];
    /// [`Error::NotJson`] if `data` is not one JSON value.
    pub fn error<'p, 't>(
        &mut self,
        ticket: Ticket,
        code: Code,
        message: impl Into<Prose<'p>>,
        data: &str,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let Some(exchange) = self.writable(ticket)? else {
            return Ok(Out::NOTHING);
        };
        let mut writer = Writer::new(tx);
        wire::error(&mut writer, exchange, code);
        message.into().write_inside(&mut writer);
        writer.put_str("\"");
        if !data.is_empty() {
            writer.put_str(",\"data\":");
            if !writer.json_str(data) {
                return Err(Error::NotJson);
            }
        }
        writer.put_str("}}\n");
        self.finish(ticket, writer, false)
    }

    /// Ends an exchange with the message in `writer` if it fits whole; else nothing has happened.
    pub(super) fn finish<'t>(
        &mut self,
        ticket: Ticket,
        writer: Writer<'t>,
        answered: bool,
    ) -> Result<Out<'t>, Error> {
        if !writer.fits() {
            return Err(Error::Short { need: writer.total() });
        }
        let exchange = self.exchange(ticket)?;
        let method = exchange.method;
        let out = wire::out(writer, exchange);
        self.close_as(ticket, method, answered);
        Ok(out)
    }
}

/// What a refusal is about, in the peer's words.
fn subject_of<'f>(request: &Request<'f>, refusal: Refusal) -> Option<Text<'f>> {
    match refusal {
        Refusal::UnsupportedVersion => request.requested_version(),
        Refusal::MethodNotFound => Some(request.method_name()),
        _ => None,
    }
}

/// Writes what the engine knows by itself for the method of an exchange.
pub(super) fn write_reply(
    out: &mut Writer<'_>,
    exchange: &Exchange,
    catalog: &dyn Catalog,
    capabilities: Capabilities,
) -> Result<(), Error> {
    match exchange.method() {
        Method::Initialize if cfg!(feature = "legacy") => {
            write_initialize(out, exchange, catalog, capabilities);
        }
        Method::Discover => write_discover(out, exchange, catalog, capabilities),
        Method::ListTools => return list::write_page(out, exchange, catalog),
        _ => {
            wire::result(out, exchange);
            out.put_str("}}\n");
        }
    }
    Ok(())
}

fn write_initialize(
    out: &mut Writer<'_>,
    exchange: &Exchange,
    catalog: &dyn Catalog,
    capabilities: Capabilities,
) {
    let revision = exchange.revision();
    let info = catalog.info();
    let before = wire::result(out, exchange);
    out.put_str(before);
    out.put_str("\"protocolVersion\":\"");
    out.put_str(revision.name());
    out.put_str("\",");
    write_capabilities(out, capabilities, revision);
    out.put_str(",\"serverInfo\":");
    write_implementation(out, &info, revision);
    if let Some(instructions) = info.instructions {
        out.put_str(",\"instructions\":");
        out.string(instructions);
    }
    out.put_str("}}\n");
}

fn write_discover(
    out: &mut Writer<'_>,
    exchange: &Exchange,
    catalog: &dyn Catalog,
    capabilities: Capabilities,
) {
    let revision = exchange.revision();
    let info = catalog.info();
    let before = wire::result(out, exchange);
    out.put_str(before);
    out.put_str("\"supportedVersions\":");
    wire::versions(out);
    out.put_str(",");
    write_capabilities(out, capabilities, revision);
    if let Some(instructions) = info.instructions {
        out.put_str(",\"instructions\":");
        out.string(instructions);
    }
    info.cache.write(out);
    wire::result_meta(out, catalog, revision, ",");
    out.put_str("}}\n");
}

/// One capability of the server: its name, its bit, and the members it may have.
struct Row {
    name: &'static str,
    bit: Capabilities,
    parts: &'static [(&'static str, Capabilities)],
    first: Revision,
    last: Revision,
}

static SERVER: [Row; 5] = [
    Row {
        name: "tools",
        bit: Capabilities::TOOLS,
        parts: &[("listChanged", Capabilities::TOOLS_LIST_CHANGED)],
        first: Revision::V2024_11_05,
        last: Revision::LATEST,
    },
    Row {
        name: "resources",
        bit: Capabilities::RESOURCES,
        parts: &[
            ("subscribe", Capabilities::RESOURCES_SUBSCRIBE),
            ("listChanged", Capabilities::RESOURCES_LIST_CHANGED),
        ],
        first: Revision::V2024_11_05,
        last: Revision::LATEST,
    },
    Row {
        name: "prompts",
        bit: Capabilities::PROMPTS,
        parts: &[("listChanged", Capabilities::PROMPTS_LIST_CHANGED)],
        first: Revision::V2024_11_05,
        last: Revision::LATEST,
    },
    Row {
        name: "logging",
        bit: Capabilities::LOGGING,
        parts: &[],
        first: Revision::V2024_11_05,
        last: Revision::LATEST,
    },
    Row {
        name: "completions",
        bit: Capabilities::COMPLETIONS,
        parts: &[],
        first: Revision::V2025_03_26,
        last: Revision::LATEST,
    },
];

/// Writes `"capabilities":{…}` with what the revision knows.
fn write_capabilities(out: &mut Writer<'_>, all: Capabilities, revision: Revision) {
    out.put_str("\"capabilities\":{");
    let mut before = "\"";
    for row in &SERVER {
        if !all.contains(row.bit) || revision < row.first || revision > row.last {
            continue;
        }
        out.put_str(before);
        before = ",\"";
        out.put_str(row.name);
        out.put_str("\":{");
        let mut inner = "\"";
        for &(name, bit) in row.parts {
            if all.contains(bit) {
                out.put_str(inner);
                inner = ",\"";
                out.put_str(name);
                out.put_str("\":true");
            }
        }
        out.put_str("}");
    }
    out.put_str("}");
}

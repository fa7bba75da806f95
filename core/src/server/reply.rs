//! All that the engine can answer by itself.

use super::event::Event;
use super::request::{Reference, Request};
use super::{Server, draft, list, wire};
use crate::FULL;
use crate::error::Error;
use crate::exchange::{Exchange, Ticket};
use crate::frame::Route;
use crate::json::{Text, Writer};
use crate::out::Out;
use crate::rules::packed::word;
#[cfg(feature = "http")]
use crate::rules::status;
use crate::rules::{Capabilities, Code, Method, Refusal, Revision};
use crate::schema::{Catalog, Prose, ServerInfo, write_implementation};

impl Server<'_> {
    /// Answers an event as far as the engine can: the handshake, discovery, ping and lists from
    /// the catalog, refused messages with their error, a call that the application does not know
    /// with "unknown tool" or "method not found". What needs no answer gives empty output, as does
    /// a request that was cancelled meanwhile.
    ///
    /// # Errors
    /// [`Error::Short`] if `tx` is too small: nothing was written, and the event can be replied to
    /// again. Errors fit in [`crate::MIN_TX`] bytes; a list is cut to the buffer and needs room for
    /// its largest entry. Where no larger buffer is to be had, [`Server::begin_reply`] sends it in
    /// pieces. [`Error::Stale`] for a second reply, [`Error::Streaming`] while a streamed answer is
    /// under way, [`Error::NotJson`] if a schema in the catalog is not a JSON object.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn reply<'t>(&mut self, event: &Event<'_>, tx: &'t mut [u8]) -> Result<Out<'t>, Error> {
        let request = event.view();
        let mut granted = None;
        let subject = match event {
            Event::CallTool(call) => Some((Refusal::UnknownTool, Some(call.name()))),
            Event::Request(call) => Some((Refusal::MethodNotFound, Some(call.method_name()))),
            Event::Refused(refused) => {
                let refusal = refused.refusal();
                Some((refusal, subject_of(refused, refusal)))
            }
            Event::Initialized(_)
            | Event::Cancelled(_)
            | Event::Notification(_)
            | Event::Answered(_)
            | Event::Ignored(_) => return Ok(Out::NOTHING),
            _ if !FULL => None,
            Event::GetPrompt(call) => Some((Refusal::UnknownPrompt, Some(call.name()))),
            Event::ReadResource(read) => Some((Refusal::UnknownResource, Some(read.uri()))),
            Event::Complete(complete) => self.unknown(complete.reference()),
            Event::Listen(listen) => return self.accept(listen, &mut |_| true, tx),
            Event::Subscribe(_) | Event::Unsubscribe(_) => match self.grant(request)? {
                Some(grant) => {
                    granted = Some(grant);
                    (!grant.is_possible).then_some((Refusal::Busy, None))
                }
                None => return Ok(Out::NOTHING),
            },
            _ => None,
        };
        let ticket = request.ticket();
        let catalog = self.catalog;
        let capabilities = self.announced(request.revision());
        let Some(exchange) = self.writable(ticket)? else {
            return Ok(Out::NOTHING);
        };
        let subject = match subject {
            None if !list::is_good_cursor(exchange, catalog) => Some((Refusal::BadCursor, None)),
            subject => subject,
        };
        let level = exchange.level;
        let mut writer = Writer::new(tx);
        match subject {
            Some((refusal, subject)) => wire::refusal(&mut writer, exchange, refusal, subject),
            None => write_reply(&mut writer, exchange, catalog, capabilities, false)?,
        }
        #[cfg(feature = "http")]
        let is_modern = exchange.revision().is_modern();
        let done = self.finish(ticket, writer, subject.is_none());
        #[cfg(feature = "http")]
        let done = match subject {
            Some((refusal, _)) => {
                done.map(|out| out.with_status(status::of_refusal(refusal, is_modern)))
            }
            None => done,
        };
        match granted {
            // What could not be said was not granted.
            Some(Grant { route, hash, is_on: true, is_new: true, .. }) if done.is_err() => {
                self.subscribe(route, hash, false);
            }
            Some(Grant { route, hash, is_on: false, .. }) if done.is_ok() => {
                self.subscribe(route, hash, false);
            }
            _ => {}
        }
        if FULL && done.is_ok() && matches!(event, Event::SetLevel(_)) {
            self.connection.level = level;
        }
        done
    }

    /// Notes a subscription before that is said, since there may be no room for it. `None` if the
    /// peer gave the request up.
    fn grant(&mut self, request: &Request<'_>) -> Result<Option<Grant>, Error> {
        let Some(exchange) = self.writable(request.ticket())? else { return Ok(None) };
        let (route, hash) = (exchange.route(), exchange.from);
        let is_on = exchange.is_of(Method::Subscribe);
        let is_new = is_on && !self.is_subscribed(route, hash);
        let is_possible = !is_new || self.subscribe(route, hash, true);
        Ok(Some(Grant { route, hash, is_on, is_new, is_possible }))
    }

    /// The refusal of a completion of what the catalog does not have.
    fn unknown<'f>(&self, reference: Option<Reference<'f>>) -> Option<(Refusal, Option<Text<'f>>)> {
        let catalog = self.catalog;
        let (refusal, name) = match reference? {
            Reference::Prompt(name) => (Refusal::UnknownPrompt, name),
            Reference::Template(uri) => (Refusal::BadReference, uri),
        };
        let is_it = |index| match refusal {
            Refusal::UnknownPrompt => catalog.prompt(index).map(|prompt| name == *prompt.name),
            _ => catalog.template(index).map(|template| name == *template.uri_template),
        };
        let mut entries = (0..u32::MAX).map_while(is_it);
        (!entries.any(|is_it| is_it)).then_some((refusal, Some(name)))
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
        let code = code.in_era(exchange.revision().is_modern());
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
        self.failed(ticket, writer, code)
    }

    /// Ends an exchange with the application's error in `writer`.
    pub(super) fn failed<'t>(
        &mut self,
        ticket: Ticket,
        writer: Writer<'t>,
        code: Code,
    ) -> Result<Out<'t>, Error> {
        #[cfg(feature = "http")]
        {
            let is_modern = self.exchange(ticket).is_some_and(|it| it.revision().is_modern());
            let status = status::of_code(code, is_modern);
            self.finish(ticket, writer, false).map(|out| out.with_status(status))
        }
        #[cfg(not(feature = "http"))]
        {
            let _ = code;
            self.finish(ticket, writer, false)
        }
    }

    /// Ends an exchange with the message in `writer` if it fits whole; else nothing has happened.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(super) fn finish<'t>(
        &mut self,
        ticket: Ticket,
        writer: Writer<'t>,
        answered: bool,
    ) -> Result<Out<'t>, Error> {
        let bytes = wire::whole(writer)?;
        let exchange = self.exchange(ticket).ok_or(Error::Stale)?;
        let method = exchange.method;
        let out = Out { bytes, route: exchange.route(), is_last: true, ..Out::NOTHING };
        self.close_as(ticket, method, answered);
        Ok(out)
    }
}

/// A subscription that is asked for or taken back.
#[derive(Clone, Copy)]
struct Grant {
    route: Route,
    hash: u32,
    is_on: bool,
    /// It was not there before.
    is_new: bool,
    /// There is room for it.
    is_possible: bool,
}

/// What a refusal is about, in the peer's words.
fn subject_of<'f>(request: &Request<'f>, refusal: Refusal) -> Option<Text<'f>> {
    match refusal {
        Refusal::UnsupportedVersion => request.requested_version(),
        Refusal::MethodNotFound => Some(request.method_name()),
        _ => None,
    }
}

/// Writes what the engine knows by itself for the method of an exchange. A streamed list has one
/// entry, however large it is; another as many as fit.
pub(super) fn write_reply(
    out: &mut Writer<'_>,
    exchange: &Exchange,
    catalog: &dyn Catalog,
    capabilities: Capabilities,
    is_streamed: bool,
) -> Result<(), Error> {
    if list::is_list(Method::from_number(exchange.method)) {
        return list::write_page(out, exchange, catalog, is_streamed);
    }
    if exchange.is_of(Method::Discover) {
        write_discover(out, exchange, catalog, capabilities)?;
    } else if cfg!(feature = "legacy") && exchange.is_of(Method::Initialize) {
        write_initialize(out, exchange, catalog, capabilities)?;
    } else if FULL && exchange.is_of(Method::Complete) {
        wire::list_of(out, exchange, "\"completion\":{\"values\":[]}");
        wire::result_meta(out, catalog, exchange.revision(), ",");
        out.put_str("}}\n");
    } else {
        wire::result(out, exchange);
        out.put_str("}}\n");
    }
    Ok(())
}

#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn write_initialize(
    out: &mut Writer<'_>,
    exchange: &Exchange,
    catalog: &dyn Catalog,
    capabilities: Capabilities,
) -> Result<(), Error> {
    let revision = exchange.revision();
    let info = catalog.info();
    let before = wire::result(out, exchange);
    out.put_str(before);
    out.put_str("\"protocolVersion\":\"");
    out.put_str(revision.name());
    out.put_str("\",");
    write_capabilities(out, capabilities, &info, revision)?;
    out.put_str(",\"serverInfo\":");
    write_implementation(out, &info, revision);
    if let Some(instructions) = info.instructions {
        out.put_str(",\"instructions\":");
        out.string(instructions);
    }
    out.put_str("}}\n");
    Ok(())
}

#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn write_discover(
    out: &mut Writer<'_>,
    exchange: &Exchange,
    catalog: &dyn Catalog,
    capabilities: Capabilities,
) -> Result<(), Error> {
    let revision = exchange.revision();
    let info = catalog.info();
    let before = wire::result(out, exchange);
    out.put_str(before);
    out.put_str("\"supportedVersions\":");
    wire::versions(out);
    out.put_str(",");
    write_capabilities(out, capabilities, &info, revision)?;
    if let Some(instructions) = info.instructions {
        out.put_str(",\"instructions\":");
        out.string(instructions);
    }
    info.cache.write(out);
    wire::result_meta(out, catalog, revision, ",");
    out.put_str("}}\n");
    Ok(())
}

/// The capabilities of a server in the order of their bits. Those behind a space are members of the
/// last one without.
const CAPABILITIES: &[u8] =
    b"tools\n listChanged\nresources\n subscribe\n listChanged\nprompts\n\x20\
listChanged\nlogging\ncompletions\n";

/// Writes `"capabilities":{…}` with what the revision knows.
fn write_capabilities(
    out: &mut Writer<'_>,
    all: Capabilities,
    info: &ServerInfo<'_>,
    revision: Revision,
) -> Result<(), Error> {
    if !FULL {
        let has_tools = all.contains(Capabilities::TOOLS);
        out.put_str("\"capabilities\":{");
        out.put_str(if has_tools { "\"tools\":{}}" } else { "}" });
        return Ok(());
    }
    let mut bits = all.0;
    if cfg!(feature = "legacy") && revision < Revision::V2025_03_26 {
        bits &= !Capabilities::COMPLETIONS.0;
    }
    out.put_str("\"capabilities\":{");
    let (mut before, mut inner) = ("\"", "\"");
    let mut is_open = false;
    for index in 0..9 {
        let name = word(CAPABILITIES, index);
        let has = bits & 1 != 0;
        bits >>= 1;
        if let Some(member) = name.strip_prefix(b" ") {
            if is_open && has {
                out.put_str(inner);
                out.put(member);
                out.put_str("\":true");
                inner = ",\"";
            }
            continue;
        }
        if is_open {
            out.put_str("}");
        }
        is_open = has;
        if has {
            out.put_str(before);
            out.put(name);
            out.put_str("\":{");
            (before, inner) = (",\"", "\"");
        }
    }
    if is_open {
        out.put_str("}");
    }
    let before = write_own(out, before, "experimental", info.experimental)?;
    if revision.is_modern() {
        write_own(out, before, "extensions", info.extensions)?;
    }
    out.put_str("}");
    Ok(())
}

/// Writes a member that the application has as the JSON text of an object, if it has; gives what
/// goes before the next.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn write_own(
    out: &mut Writer<'_>,
    before: &'static str,
    name: &str,
    object: &str,
) -> Result<&'static str, Error> {
    if object.is_empty() {
        return Ok(before);
    }
    out.put_str(before);
    out.put_str(name);
    out.put_str("\":");
    out.json(draft::object(object)?);
    Ok(",\"")
}

#[cfg(all(test, feature = "full"))]
mod tests {
    use super::*;

    fn written(all: u32, revision: Revision) -> std::string::String {
        let mut buffer = [0; 256];
        let mut out = Writer::new(&mut buffer);
        let done = write_capabilities(&mut out, Capabilities(all), &ServerInfo::EMPTY, revision);
        assert_eq!(done, Ok(()));
        std::string::String::from_utf8_lossy(out.finish()).into_owned()
    }

    #[test]
    fn capabilities_have_the_names_of_their_bits() {
        for (bits, wanted) in [
            (Capabilities::NONE, ""),
            (Capabilities::TOOLS, r#""tools":{}"#),
            (Capabilities::TOOLS_LIST_CHANGED, ""),
            (
                Capabilities::TOOLS | Capabilities::TOOLS_LIST_CHANGED,
                r#""tools":{"listChanged":true}"#,
            ),
            (Capabilities::RESOURCES, r#""resources":{}"#),
            (
                Capabilities::RESOURCES | Capabilities::RESOURCES_SUBSCRIBE,
                r#""resources":{"subscribe":true}"#,
            ),
            (
                Capabilities::RESOURCES | Capabilities::RESOURCES_LIST_CHANGED,
                r#""resources":{"listChanged":true}"#,
            ),
            (
                Capabilities::PROMPTS | Capabilities::PROMPTS_LIST_CHANGED,
                r#""prompts":{"listChanged":true}"#,
            ),
            (
                Capabilities::PROMPTS | Capabilities::RESOURCES_SUBSCRIBE | Capabilities::LOGGING,
                r#""prompts":{},"logging":{}"#,
            ),
            (Capabilities::COMPLETIONS, r#""completions":{}"#),
            (Capabilities::TASKS | Capabilities::ROOTS, ""),
            (
                Capabilities(0x1ff),
                concat!(
                    r#""tools":{"listChanged":true},"#,
                    r#""resources":{"subscribe":true,"listChanged":true},"#,
                    r#""prompts":{"listChanged":true},"logging":{},"completions":{}"#
                ),
            ),
        ] {
            let wanted = std::format!("\"capabilities\":{{{wanted}}}");
            assert_eq!(written(bits.0, Revision::LATEST), wanted);
        }
        if cfg!(feature = "legacy") {
            assert_eq!(written(0x181, Revision::V2024_11_05), written(0x81, Revision::LATEST));
        }
    }
}

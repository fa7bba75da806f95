//! How our requests and notifications look.

use super::{Client, LEGACY};
use crate::error::Error;
use crate::exchange::Ticket;
use crate::json::{Kind, Raw, Writer};
use crate::meta;
use crate::rules::{Level, Revision};
use crate::schema::Object;
use crate::wire::member;

/// What goes into the `_meta` of a message.
#[derive(Clone, Copy)]
pub(super) struct Context<'m> {
    pub revision: Revision,
    /// The token that progress will name, or [`Ticket::NONE`].
    pub token: Ticket,
    /// The application's own members, a JSON object; empty for none.
    pub own: &'m str,
    /// A request of 2026-07-28 says who asks, and in which revision.
    pub is_request: bool,
}

/// The members that the engine writes by itself.
const RESERVED: [&str; 5] = [
    meta::PROGRESS_TOKEN,
    meta::PROTOCOL_VERSION,
    meta::CLIENT_INFO,
    meta::CLIENT_CAPABILITIES,
    meta::LOG_LEVEL,
];

impl Client<'_> {
    /// Writes a whole request.
    pub(super) fn write_request(
        &self,
        out: &mut Writer<'_>,
        ticket: Ticket,
        method: &str,
        params: &dyn Object,
        context: &Context<'_>,
    ) -> Result<(), Error> {
        out.put_str("{\"jsonrpc\":\"2.0\",\"id\":");
        out.uint(ticket.number());
        self.write_rest(out, method, params, context)
    }

    /// Writes a whole notification.
    pub(super) fn write_notification(
        &self,
        out: &mut Writer<'_>,
        method: &str,
        params: &dyn Object,
        context: &Context<'_>,
    ) -> Result<(), Error> {
        out.put_str("{\"jsonrpc\":\"2.0\"");
        self.write_rest(out, method, params, context)
    }

    fn write_rest(
        &self,
        out: &mut Writer<'_>,
        method: &str,
        params: &dyn Object,
        context: &Context<'_>,
    ) -> Result<(), Error> {
        out.put_str(",\"method\":");
        out.string(method);
        out.put_str(",\"params\":");
        let start = out.mark();
        params.write(out, context.revision)?;
        let before = open_again(out, start)?;
        self.write_meta(out, before, context)?;
        out.put_str("}}\n");
        Ok(())
    }

    /// Writes `_meta`, where there is anything to say in it.
    fn write_meta(
        &self,
        out: &mut Writer<'_>,
        before: &str,
        context: &Context<'_>,
    ) -> Result<(), Error> {
        let revision = context.revision;
        let start = out.mark();
        out.put_str(before);
        out.put_str("\"_meta\":{");
        let mut between = "\"";
        let mut key = |out: &mut Writer<'_>, key: &str| {
            out.put_str(between);
            between = ",\"";
            out.put_str(key);
            out.put_str("\":");
        };
        if revision.is_modern() && context.is_request {
            key(out, meta::PROTOCOL_VERSION);
            out.string(revision.name());
            key(out, meta::CLIENT_INFO);
            self.info.implementation.write(out, revision)?;
            key(out, meta::CLIENT_CAPABILITIES);
            self.info.write_capabilities(out, revision)?;
            if let Some(level) = Level::from_number(self.connection.level) {
                key(out, meta::LOG_LEVEL);
                out.string(level.name());
            }
        }
        if context.token != Ticket::NONE {
            key(out, meta::PROGRESS_TOKEN);
            out.uint(context.token.number());
        }
        let mut between = if between == "\"" { "" } else { "," };
        if !context.own.is_empty() {
            let own = Raw::parse_str(context.own).ok().filter(|own| own.kind() == Kind::Object);
            let own = own.ok_or(Error::NotJson)?;
            for (name, value) in own.members() {
                if !RESERVED.iter().any(|key| name == **key) {
                    between = member(out, between, name, value);
                }
            }
        }
        if between.is_empty() {
            out.rewind(start);
        } else {
            out.put_str("}");
        }
        Ok(())
    }

    /// Writes `initialize`.
    pub(super) fn write_initialize(
        &self,
        out: &mut Writer<'_>,
        ticket: Ticket,
        revision: Revision,
    ) -> Result<(), Error> {
        if !LEGACY {
            return Err(Error::NotSupported);
        }
        out.put_str("{\"jsonrpc\":\"2.0\",\"id\":");
        out.uint(ticket.number());
        out.put_str(",\"method\":\"initialize\",\"params\":{\"protocolVersion\":");
        out.string(revision.name());
        out.put_str(",\"capabilities\":");
        self.info.write_capabilities(out, revision)?;
        out.put_str(",\"clientInfo\":");
        self.info.implementation.write(out, revision)?;
        out.put_str("}}\n");
        Ok(())
    }
}

/// Takes the `}` of params back, and a `_meta` that was written with them: typed params of
/// 2026-07-28 always have one, and it says nothing that the engine does not know better. Gives what
/// goes before the next member.
///
/// # Errors
/// [`Error::NotSupported`] if that `_meta` has members of the application's own: they belong into
/// [`super::Options::meta`].
pub(super) fn open_again(out: &mut Writer<'_>, start: usize) -> Result<&'static str, Error> {
    let Some(params) = out.since(start) else {
        // It did not fit: what it takes will be said as if nothing had to be taken back.
        let is_empty = out.mark().wrapping_sub(start) == 2;
        out.rewind(out.mark().saturating_sub(1));
        return Ok(if is_empty { "" } else { "," });
    };
    let mut head = params.trim_ascii_end().strip_suffix('}').unwrap_or(params);
    if let Some(written) = Raw::trusted(params).get("_meta") {
        let is_known = |(name, _)| RESERVED.iter().any(|key: &&str| name == **key);
        if !written.members().all(is_known) {
            return Err(Error::NotSupported);
        }
        let before = head.trim_ascii_end().strip_suffix(written.as_str());
        let before = before.and_then(|before| before.strip_suffix("\"_meta\":"));
        head = before.ok_or(Error::NotSupported)?;
        head = head.strip_suffix(',').unwrap_or(head);
    }
    let is_empty = head.trim_ascii_end().ends_with('{') && head.trim_ascii().len() == 1;
    let len = head.len();
    out.rewind(start.wrapping_add(len));
    Ok(if is_empty { "" } else { "," })
}

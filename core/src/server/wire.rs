//! How results begin and end on the wire.

use crate::exchange::Exchange;
use crate::json::{Raw, Writer};
use crate::meta::{self as keys, SERVER_INFO};
use crate::rules::Revision;
use crate::rules::What;
use crate::schema::{Catalog, write_implementation};
pub(super) use crate::wire::{
    aside, error, key, member, members, notification, out, refusal, response, versions, whole,
};

/// Writes the head of a result, up to and with its `{`; from 2026-07-28 on its type too, and then
/// the members that follow need a comma: the text returned goes before the first of them.
pub(super) fn result(out: &mut Writer<'_>, exchange: &Exchange) -> &'static str {
    if exchange.revision().rules().result_type {
        response(out, exchange, ",\"result\":{\"resultType\":\"complete\"");
        ","
    } else {
        response(out, exchange, ",\"result\":{");
        ""
    }
}

/// Writes the head of a result with content, up to and with the `[` of its blocks.
pub(super) fn content(out: &mut Writer<'_>, exchange: &Exchange) {
    // As `list_of` does it, in one stroke.
    let follows = if exchange.revision().rules().result_type {
        ",\"result\":{\"resultType\":\"complete\",\"content\":["
    } else {
        ",\"result\":{\"content\":["
    };
    response(out, exchange, follows);
}

/// Writes the head of a result whose first member is a list, up to and with its `[`.
pub(super) fn list_of(out: &mut Writer<'_>, exchange: &Exchange, key: &str) {
    let before = result(out, exchange);
    out.put_str(before);
    out.put_str(key);
}

/// Writes the head of a notification that a list has changed, without params and its `}`.
pub(super) fn list_changed(out: &mut Writer<'_>, what: What) {
    out.put_str("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/");
    out.put_str(match what {
        What::Tools => "tools",
        What::Prompts => "prompts",
        What::Resources => "resources",
    });
    out.put_str("/list_changed\"");
}

/// Writes the `_meta` of what belongs to a listen: its id, as it was written.
pub(super) fn tag(out: &mut Writer<'_>, exchange: &Exchange) {
    open_tag(out, exchange);
    out.put_str("}");
}

/// As [`tag`], and leaves the object open.
pub(super) fn open_tag(out: &mut Writer<'_>, exchange: &Exchange) {
    const KEY: &str = "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":";
    const _: () = assert!(KEY.len() == keys::SUBSCRIPTION_ID.len() + 12);
    out.put_str(KEY);
    out.put(exchange.id().unwrap_or(b"null"));
}

/// Writes the server's name as a member of `_meta`, without a comma.
pub(super) fn server_info(out: &mut Writer<'_>, catalog: &dyn Catalog, revision: Revision) {
    const KEY: &str = "\"io.modelcontextprotocol/serverInfo\":";
    const _: () = assert!(KEY.len() == SERVER_INFO.len() + 3);
    out.put_str(KEY);
    write_implementation(out, &catalog.info(), revision);
}

/// Writes the `_meta` of a result where the revision wants one, after `before`; gives what goes
/// before the next member.
pub(super) fn result_meta(
    out: &mut Writer<'_>,
    catalog: &dyn Catalog,
    revision: Revision,
    before: &'static str,
) -> &'static str {
    meta(out, catalog, revision, None, before)
}

/// As [`result_meta`], with the members that the application wants there.
pub(super) fn meta(
    out: &mut Writer<'_>,
    catalog: &dyn Catalog,
    revision: Revision,
    own: Option<Raw<'_>>,
    before: &'static str,
) -> &'static str {
    let has_info = revision.rules().result_type;
    if !has_info && own.is_none() {
        return before;
    }
    out.put_str(before);
    out.put_str("\"_meta\":{");
    let mut between = "";
    if has_info && own.is_none_or(|own| own.get(SERVER_INFO).is_none()) {
        server_info(out, catalog, revision);
        between = ",";
    }
    if let Some(own) = own {
        members(out, own, between);
    }
    out.put_str("}");
    ","
}

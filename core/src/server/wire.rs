//! How responses begin and end on the wire.

use super::out::Out;
use crate::exchange::Exchange;
use crate::json::{Text, Writer, is_lone};
use crate::meta;
use crate::rules::revision::supported;
use crate::rules::{Code, Refusal, Revision};
use crate::schema::{Catalog, write_implementation};

/// The longest piece of the peer's own words that an error repeats, in bytes.
const LONGEST_QUOTE: usize = 64;

/// Writes `{"jsonrpc":"2.0","id":…` for a response, and what follows.
pub(super) fn response(out: &mut Writer<'_>, exchange: &Exchange, follows: &str) {
    match exchange.id() {
        Some(id) => {
            out.put_str("{\"jsonrpc\":\"2.0\",\"id\":");
            out.put(id);
        }
        None if exchange.revision().rules().null_error_id => {
            out.put_str("{\"jsonrpc\":\"2.0\",\"id\":null");
        }
        None => out.put_str("{\"jsonrpc\":\"2.0\""),
    }
    out.put_str(follows);
}

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
    // As `result` does it, in one stroke.
    let follows = if exchange.revision().rules().result_type {
        ",\"result\":{\"resultType\":\"complete\",\"content\":["
    } else {
        ",\"result\":{\"content\":["
    };
    response(out, exchange, follows);
}

/// Writes the server's name as a member of `_meta`, without a comma.
pub(super) fn server_info(out: &mut Writer<'_>, catalog: &dyn Catalog, revision: Revision) {
    const KEY: &str = "\"io.modelcontextprotocol/serverInfo\":";
    const _: () = assert!(KEY.len() == meta::SERVER_INFO.len() + 3);
    out.put_str(KEY);
    write_implementation(out, &catalog.info(), revision);
}

/// Writes the `_meta` of a result where the revision wants one, after `before`.
pub(super) fn result_meta(
    out: &mut Writer<'_>,
    catalog: &dyn Catalog,
    revision: Revision,
    before: &'static str,
) -> &'static str {
    if !revision.rules().result_type {
        return before;
    }
    out.put_str(before);
    out.put_str("\"_meta\":{");
    server_info(out, catalog, revision);
    out.put_str("}");
    ","
}

/// Writes `"error":{"code":…,"message":"` and leaves the message open. The code is one that the
/// revision allows.
pub(super) fn error(out: &mut Writer<'_>, exchange: &Exchange, code: Code) {
    response(out, exchange, ",\"error\":{\"code\":");
    out.int32(code.0.unsigned_abs(), code.0 < 0);
    out.put_str(",\"message\":\"");
}

/// Writes the whole error response of a refusal. `subject` is what it is about, in the peer's own
/// words; of long ones the start.
pub(super) fn refusal(
    out: &mut Writer<'_>,
    exchange: &Exchange,
    refusal: Refusal,
    subject: Option<Text<'_>>,
) {
    error(out, exchange, refusal.code());
    out.put(refusal.message());
    if refusal == Refusal::UnsupportedVersion {
        out.put_str("\",\"data\":{\"supported\":");
        versions(out);
        out.put_str(",\"requested\":\"");
        quote(out, subject);
        out.put_str("\"}}}\n");
        return;
    }
    if subject.is_some() {
        out.put_str(": ");
        quote(out, subject);
    }
    out.put_str("\"}}\n");
}

/// Writes the revisions spoken here, newest first.
pub(super) fn versions(out: &mut Writer<'_>) {
    if !cfg!(feature = "legacy") {
        out.put_str("[\"");
        out.put_str(Revision::LATEST.name());
        return out.put_str("\"]");
    }
    out.put_str("[");
    for (index, rules) in supported().rev().enumerate() {
        out.put_str(if index == 0 { "\"" } else { ",\"" });
        out.put_str(rules.name);
        out.put_str("\"");
    }
    out.put_str("]");
}

/// Writes the start of a text, at most [`LONGEST_QUOTE`] bytes of it.
fn quote(out: &mut Writer<'_>, text: Option<Text<'_>>) {
    let Some(text) = text else { return };
    let start = out.mark();
    let mut pieces = text.pieces();
    while let Some(mut rest) = pieces.next() {
        while let Some((_, after)) = rest.split_first() {
            let more = after.iter().take_while(|byte| **byte & 0xc0 == 0x80).count();
            let (character, after) =
                rest.split_at_checked(more.wrapping_add(1)).unwrap_or((rest, &[]));
            rest = after;
            if is_lone(character) {
                continue;
            }
            let before = out.mark();
            out.escaped_bytes(character);
            if out.mark().wrapping_sub(start) > LONGEST_QUOTE {
                out.rewind(before);
                return;
            }
        }
    }
}

/// The finished message as an output.
pub(super) fn out<'t>(writer: Writer<'t>, exchange: &Exchange) -> Out<'t> {
    Out { bytes: writer.finish(), route: exchange.route(), is_last: true }
}

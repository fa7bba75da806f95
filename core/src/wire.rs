//! How messages of both roles begin and end on the wire.

use crate::error::Error;
use crate::exchange::Exchange;
use crate::frame::Route;
use crate::json::{Raw, Text, Writer, is_lone};
use crate::out::Out;
use crate::rules::revision::supported;
use crate::rules::{Code, Refusal, Revision};

/// The longest piece of the peer's own words that an error repeats, in bytes.
const LONGEST_QUOTE: usize = 64;

/// Writes `{"jsonrpc":"2.0","id":…` for a response, and what follows.
pub(crate) fn response(out: &mut Writer<'_>, exchange: &Exchange, follows: &str) {
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

/// Writes the head of a notification, up to and with the `{` of its params.
pub(crate) fn notification(out: &mut Writer<'_>, name: &str) {
    out.put_str("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/");
    out.put_str(name);
    out.put_str("\",\"params\":{");
}

/// Writes the members of an object as they stand; `before` goes before the first.
pub(crate) fn members(out: &mut Writer<'_>, object: Raw<'_>, before: &str) {
    let inside = object.as_str().trim_ascii();
    let inside = inside.strip_prefix('{').and_then(|inside| inside.strip_suffix('}'));
    let inside = inside.unwrap_or("").trim_ascii();
    if !inside.is_empty() {
        out.put_str(before);
        out.json(Raw::trusted(inside));
    }
}

/// Writes `"error":{"code":…,"message":"` and leaves the message open. The code is one that the
/// revision allows.
pub(crate) fn error(out: &mut Writer<'_>, exchange: &Exchange, code: Code) {
    response(out, exchange, ",\"error\":{\"code\":");
    out.int32(code.0.unsigned_abs(), code.0 < 0);
    out.put_str(",\"message\":\"");
}

/// Writes the whole error response of a refusal. `subject` is what it is about, in the peer's own
/// words; of long ones the start.
pub(crate) fn refusal(
    out: &mut Writer<'_>,
    exchange: &Exchange,
    refusal: Refusal,
    subject: Option<Text<'_>>,
) {
    error(out, exchange, refusal.code().in_era(exchange.revision().is_modern()));
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
    let before = out.mark();
    if let (Refusal::UnknownResource, Some(uri)) = (refusal, subject) {
        // Whole, for programs; left out where the buffer is too small for it.
        out.put_str("\",\"data\":{\"uri\":");
        out.text(uri);
        out.put_str("}}}\n");
        if out.fits() {
            return;
        }
        out.rewind(before);
    }
    out.put_str("\"}}\n");
}

/// Writes the revisions spoken here, newest first.
pub(crate) fn versions(out: &mut Writer<'_>) {
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

/// The bytes of a message that is whole.
///
/// # Errors
/// [`Error::Short`] if it did not fit.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn whole(writer: Writer<'_>) -> Result<&[u8], Error> {
    if !writer.fits() {
        return Err(Error::Short { need: writer.total() });
    }
    Ok(writer.finish())
}

/// A whole message beside the answers, as an output.
///
/// # Errors
/// [`Error::Short`] if it did not fit.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(crate) fn aside<'t>(writer: Writer<'t>, route: Route) -> Result<Out<'t>, Error> {
    Ok(Out { bytes: whole(writer)?, route, is_last: false, ..Out::NOTHING })
}

/// The finished message as an output.
pub(crate) fn out<'t>(writer: Writer<'t>, exchange: &Exchange) -> Out<'t> {
    Out { bytes: writer.finish(), route: exchange.route(), is_last: true, ..Out::NOTHING }
}

/// Writes a key and its colon; gives what goes before the next.
pub(crate) fn key(out: &mut Writer<'_>, before: &str, name: &str) -> &'static str {
    out.put_str(before);
    out.string(name);
    out.put_str(":");
    ","
}

/// Writes a member as it came; gives what goes before the next.
pub(crate) fn member(
    out: &mut Writer<'_>,
    before: &str,
    name: Text<'_>,
    value: Raw<'_>,
) -> &'static str {
    out.put_str(before);
    out.text(name);
    out.put_str(":");
    out.json(value);
    ","
}

//! The head of a POST against its body (2026-07-28, basic/transports/streamable-http): a proxy that
//! went by the one and a server that goes by the other must not be two minds.

use crate::envelope::Message;
use crate::http::head::{Head, Single};
use crate::http::params;
use crate::http::sentinel::{Match, matches_text};
use crate::json::{Raw, Text};
use crate::rules::{Method, Refusal, method};
use crate::schema::Catalog;

/// That the version is announced at all is asked before what `_meta` says.
pub(crate) fn is_announced(message: &Message<'_>) -> Result<(), Refusal> {
    let is_absent = |head: &Head<'_>| head.single("mcp-protocol-version") == Single::Absent;
    if message.head.is_some_and(is_absent) { Err(Refusal::VersionHeader) } else { Ok(()) }
}

/// The headers that every request has, and those of its method. `version` is that of its `_meta`.
pub(crate) fn of_request(message: &Message<'_>, version: Text<'_>) -> Result<(), Refusal> {
    let Some(head) = message.head else { return Ok(()) };
    let says = |header: &str, text: Text<'_>| match head.single(header) {
        Single::One(value) => crate::json::text_of(value).is_ok_and(|value| text == *value),
        Single::Absent | Single::Conflict => false,
    };
    if !says("mcp-protocol-version", version) {
        return Err(Refusal::VersionHeader);
    }
    let name = message.method.unwrap_or(Text::trusted(""));
    if !says("mcp-method", name) {
        return Err(Refusal::MethodHeader);
    }
    let span = match method::known(name).map(|known| known.method) {
        Some(Method::CallTool | Method::GetPrompt) => message.parts.name,
        Some(Method::ReadResource) => message.uri,
        _ => return Ok(()),
    };
    // What is no string is refused for that.
    let Some(wanted) = span.of(message.text).and_then(|span| Raw::trusted(span).text()) else {
        return Ok(());
    };
    match head.single("mcp-name") {
        Single::One(value) if matches_text(value, wanted) == Match::Same => Ok(()),
        _ => Err(Refusal::NameHeader),
    }
}

/// The headers that the tool of a call wants to have its arguments in.
pub(crate) fn of_call(message: &Message<'_>, catalog: &dyn Catalog) -> Result<(), Refusal> {
    let Some(head) = message.head else { return Ok(()) };
    let raw = |span: crate::json::Span| span.of(message.text).map(Raw::trusted);
    let Some(name) = raw(message.parts.name).and_then(|name| name.text()) else { return Ok(()) };
    let mut tools = (0..u32::MAX).map_while(|index| catalog.tool(index));
    let Some(tool) = tools.find(|tool| name == *tool.name) else { return Ok(()) };
    if !params::may_have_params(tool.input_schema) {
        return Ok(());
    }
    let Ok(schema) = Raw::parse_str(tool.input_schema) else { return Ok(()) };
    let arguments = raw(message.parts.arguments);
    params::check(schema, arguments, head).map_err(|_| Refusal::ParamHeader)
}

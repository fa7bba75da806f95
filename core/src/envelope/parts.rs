//! A message as plain numbers over its text.

use crate::exchange::Ticket;
use crate::json::Span;
use crate::rules::Capabilities;

/// An event without its text: plain numbers, for bindings and deferred work.
///
/// A span is [`Span::NONE`] where the message does not have the part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Parts {
    /// The request, or the one that was cancelled, or ours that was answered.
    pub ticket: Ticket,
    /// Of an answer to a request of ours: the request of the peer's in whose course it was asked.
    pub parent: Ticket,
    /// What the client can do.
    pub capabilities: Capabilities,
    /// The [`crate::rules::Method`] as a number.
    pub method: u8,
    /// The [`crate::Revision`] as a number.
    pub revision: u8,
    /// The [`crate::rules::Refusal`] as a number, or 0.
    pub refusal: u8,
    /// The [`crate::rules::Level`] of log messages that the request wants or sets as a number, or
    /// 0.
    pub level: u8,
    /// The id as written.
    pub id: Span,
    /// The method's name.
    pub method_name: Span,
    /// The params, an object; of an answer its `result`.
    pub params: Span,
    /// `params._meta`, an object.
    pub meta: Span,
    /// `params.name`; of what concerns one resource `params.uri`.
    pub name: Span,
    /// `params.arguments`, an object.
    pub arguments: Span,
    /// `params.cursor`.
    pub cursor: Span,
    /// `params._meta.progressToken`.
    pub token: Span,
    /// The client's name and version.
    pub client_info: Span,
    /// The revision that was asked for.
    pub version: Span,
    /// Why it was cancelled; of an answer its `error`.
    pub reason: Span,
    /// `params.inputResponses`, an object.
    pub input_responses: Span,
    /// `params.requestState`.
    pub request_state: Span,
}

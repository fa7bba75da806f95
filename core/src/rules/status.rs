//! The HTTP status that goes with an answer, if nothing of it was sent before (2026-07-28,
//! basic/transports/streamable-http).

use super::{Code, Refusal};

/// All is well, or the body says what is not.
pub const OK: u16 = 200;
/// Notifications and responses came in.
pub const ACCEPTED: u16 = 202;
/// The request is at fault.
pub const BAD_REQUEST: u16 = 400;
/// The method, or the session, does not exist.
pub const NOT_FOUND: u16 = 404;
/// The client takes no form that the answer could have.
pub const NOT_ACCEPTABLE: u16 = 406;
/// Every place is taken.
pub const UNAVAILABLE: u16 = 503;

/// The status of a refusal of the engine's. Before 2026-07-28 404 says that the session is lost, so
/// that a method that does not exist is no reason for it.
#[must_use]
pub fn of_refusal(refusal: Refusal, is_modern: bool) -> u16 {
    match refusal {
        Refusal::UnknownSession => NOT_FOUND,
        Refusal::NoEvents => NOT_ACCEPTABLE,
        Refusal::Busy | Refusal::NoRoomForSession => UNAVAILABLE,
        // The application could have said these as well: they are answers.
        Refusal::UnknownTool | Refusal::UnknownPrompt | Refusal::UnknownResource => OK,
        _ => of_code(refusal.code(), is_modern, true),
    }
}

/// The status of an error. `is_engines` tells whether a rule of the protocol was broken; else the
/// application has its reasons, and wrong params are its word on what was asked.
#[must_use]
pub fn of_code(code: Code, is_modern: bool, is_engines: bool) -> u16 {
    match code {
        Code::METHOD_NOT_FOUND if is_modern => NOT_FOUND,
        Code::METHOD_NOT_FOUND => OK,
        Code::INVALID_PARAMS if is_engines && is_modern => BAD_REQUEST,
        Code::INVALID_PARAMS => OK,
        Code::PARSE_ERROR
        | Code::INVALID_REQUEST
        | Code::HEADER_MISMATCH
        | Code::MISSING_CLIENT_CAPABILITY
        | Code::UNSUPPORTED_PROTOCOL_VERSION => BAD_REQUEST,
        _ => OK,
    }
}

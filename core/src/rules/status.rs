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
/// that a method that does not exist is no reason for it; and its clients read the error of an
/// answer with 200 alone, so that 400 is left for what was no valid message of the session.
#[must_use]
pub fn of_refusal(refusal: Refusal, is_modern: bool) -> u16 {
    match refusal {
        Refusal::UnknownSession => NOT_FOUND,
        Refusal::NoSession => BAD_REQUEST,
        Refusal::NoEvents => NOT_ACCEPTABLE,
        Refusal::Busy | Refusal::NoRoomForSession => UNAVAILABLE,
        // The application could have said these as well: they are answers.
        Refusal::UnknownTool | Refusal::UnknownPrompt | Refusal::UnknownResource => OK,
        // Those before this one say that the message itself is wrong.
        _ if !is_modern && refusal as u8 >= Refusal::MethodNotFound as u8 => OK,
        _ if refusal.code() == Code::INVALID_PARAMS => BAD_REQUEST,
        _ => of_code(refusal.code(), true),
    }
}

/// The status of an error of the application's: wrong params are its word on what was asked, and no
/// fault of the request.
#[must_use]
pub fn of_code(code: Code, is_modern: bool) -> u16 {
    match code {
        _ if !is_modern => OK,
        Code::METHOD_NOT_FOUND => NOT_FOUND,
        Code::PARSE_ERROR
        | Code::INVALID_REQUEST
        | Code::HEADER_MISMATCH
        | Code::MISSING_CLIENT_CAPABILITY
        | Code::UNSUPPORTED_PROTOCOL_VERSION => BAD_REQUEST,
        _ => OK,
    }
}

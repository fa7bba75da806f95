//! Requests of the client's, and what it answers.

use core::array;

use engine::client::{Accepted, Client, Event, Given, InputNeeded};
use engine::json::{Raw, Writer};
use engine::rules::Level;
use engine::schema::Object;
use engine::{Code, Error, Out, Revision, Ticket};

use crate::client::{sansmcp_client, send, with};
use crate::edge::{Place, at, slice, text};
use crate::event::{sansmcp_event, sansmcp_ticket};
use crate::info::said;
use crate::json::{object, parse};
use crate::object::sansmcp_object;
use crate::out::sansmcp_out;
use crate::policy::sansmcp_options;
use crate::result::{SANSMCP_NOT_SUPPORTED, SANSMCP_OUT_OF_RANGE, done, sansmcp_result};
use crate::text::sansmcp_str;

/// Calls the engine's client for an output with a ticket.
unsafe fn ask<'t>(
    client: *const sansmcp_client,
    tx: *mut u8,
    tx_len: usize,
    ticket: *mut sansmcp_ticket,
    out: *mut sansmcp_out,
    call: impl FnOnce(&mut Client<'_>, &'t mut [u8]) -> Result<(Ticket, Out<'t>), Error>,
) -> Result<(), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    let place = unsafe { Place::new(ticket) }?;
    let mut given = Ticket::NONE;
    // SAFETY: as above.
    unsafe {
        send(client, tx, tx_len, out, |client, tx| {
            let (ticket, out) = call(client, tx)?;
            given = ticket;
            Ok(out)
        })
    }?;
    place.put(sansmcp_ticket::of(given));
    Ok(())
}

/// Writes a request, such as `tools/call`. `ticket` names it in the events that follow: at last
/// SANSMCP_CLIENT_EVENT_ANSWERED. `params` and `options` may be NULL.
///
/// SANSMCP_NOT_READY: there is no connection. SANSMCP_NOT_SUPPORTED: the revision lacks the method,
/// or it is a notification, or the engine's own; or the params have a `_meta` with members of your
/// own, which belong into the options. SANSMCP_NOT_OFFERED: the server did not announce it.
/// SANSMCP_BUSY: no slot is free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_call(
    client: *mut sansmcp_client,
    method: sansmcp_str,
    params: *const sansmcp_object,
    options: *const sansmcp_options,
    now_ms: u64,
    tx: *mut u8,
    tx_len: usize,
    ticket: *mut sansmcp_ticket,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (method, params) = (text(method)?, sansmcp_object::of(params)?);
            let options = sansmcp_options::read(options)?;
            ask(client, tx, tx_len, ticket, out, |client, tx| {
                client.call(method, params, &options, now_ms, tx)
            })
        }
    })())
}

/// Writes a suspended request (SANSMCP_CLIENT_EVENT_SUSPENDED) again, under the ticket that this
/// gives: the old one is over. Give the method and the params as they were.
///
/// SANSMCP_STALE: it is not suspended. Else as sansmcp_client_call, and it stays suspended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_again(
    client: *mut sansmcp_client,
    suspended: sansmcp_ticket,
    method: sansmcp_str,
    params: *const sansmcp_object,
    options: *const sansmcp_options,
    now_ms: u64,
    tx: *mut u8,
    tx_len: usize,
    ticket: *mut sansmcp_ticket,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (method, params) = (text(method)?, sansmcp_object::of(params)?);
            let options = sansmcp_options::read(options)?;
            ask(client, tx, tx_len, ticket, out, |client, tx| {
                client.again(suspended.read(), method, params, &options, now_ms, tx)
            })
        }
    })())
}

/// How many things a server can be given at once.
pub const SANSMCP_MAX_GIVEN: usize = 16;

/// An answer to one of the things that the server wants.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_given {
    /// The name of the thing (sansmcp_input.key), decoded.
    pub key: sansmcp_str,
    /// The result of its method, such as `{"action":"decline"}`.
    pub result: *const sansmcp_object,
    /// Looked at if result is NULL: of an elicitation that the person accepts the params
    /// (sansmcp_input.params), whose defaults are added to the content.
    pub params: sansmcp_str,
    /// The form as it was filled in: the JSON text of an object.
    pub content: sansmcp_str,
}

impl sansmcp_given {
    unsafe fn check(&self) -> Result<(), sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            text(self.key)?;
            if !self.result.is_null() {
                return at(self.result)?.check();
            }
            parse(self.params)?;
            object(self.content)?;
        }
        Ok(())
    }
}

impl Object for sansmcp_given {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        // SAFETY: as the crate demands of all pointers; it was looked at before.
        if let Ok(result) = unsafe { at(self.result) } {
            return result.write(out, revision);
        }
        let params = Raw::parse_str(said(self.params)).map_err(|_| Error::NotJson)?;
        Accepted::new(params, said(self.content)).write(out, revision)
    }
}

/// The event of input that is needed.
unsafe fn needed<'f>(event: *const sansmcp_event) -> Result<InputNeeded<'f>, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    match unsafe { at(event)?.read_client() }? {
        Event::InputNeeded(needed) => Ok(needed),
        _ => Err(SANSMCP_NOT_SUPPORTED),
    }
}

/// Gives the server what it wants (SANSMCP_CLIENT_EVENT_INPUT_NEEDED). From 2026-07-28 on the call
/// goes out again, under the ticket that this gives: `params` and `options` are those of the call.
/// Before, it answers the server's request with the first of `given`; the ticket is that of the
/// call, or none where that is not known, and `params` and `options` are not looked at.
///
/// SANSMCP_STALE: the call or the request is over. SANSMCP_NOT_SUPPORTED: it is another event, or
/// nothing is given before 2026-07-28. SANSMCP_OUT_OF_RANGE: more than SANSMCP_MAX_GIVEN are given.
/// Else as sansmcp_client_call. It can be given again then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_provide(
    client: *mut sansmcp_client,
    event: *const sansmcp_event,
    given: *const sansmcp_given,
    given_count: usize,
    params: *const sansmcp_object,
    options: *const sansmcp_options,
    now_ms: u64,
    tx: *mut u8,
    tx_len: usize,
    ticket: *mut sansmcp_ticket,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (needed, given) = (needed(event)?, slice(given, given_count)?);
            let (params, options) = (sansmcp_object::of(params)?, sansmcp_options::read(options)?);
            for given in given {
                given.check()?;
            }
            let nothing = &engine::schema::Json::EMPTY;
            let all: [Given<'_>; SANSMCP_MAX_GIVEN] =
                array::from_fn(|index| match given.get(index) {
                    Some(given) => Given { key: said(given.key), result: given },
                    None => Given { key: "", result: nothing },
                });
            let all = all.get(..given.len()).ok_or(SANSMCP_OUT_OF_RANGE)?;
            ask(client, tx, tx_len, ticket, out, |client, tx| {
                client.provide(&needed, all, params, &options, now_ms, tx)
            })
        }
    })())
}

/// Gives the server nothing. Before 2026-07-28 its request is answered with an error, such as -1
/// for what the user does not want; from then on there is no such answer, and the call ends here.
///
/// SANSMCP_STALE: the call or the request is over. SANSMCP_NOT_SUPPORTED: it is another event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_refuse(
    client: *mut sansmcp_client,
    event: *const sansmcp_event,
    code: i32,
    message: sansmcp_str,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (needed, message) = (needed(event)?, text(message)?);
            send(client, tx, tx_len, out, |client, tx| {
                client.refuse(&needed, Code(code), message, tx)
            })
        }
    })())
}

/// Ends a request or a listen without an answer; there will be no event of it, and
/// sansmcp_client_next_output tells the server. Of a request of the server's it gives the answer
/// up. SANSMCP_STALE: there is nothing to end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_cancel(
    client: *mut sansmcp_client,
    ticket: sansmcp_ticket,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        Ok(unsafe { with(client, |client| client.cancel(ticket.read())) }??)
    })())
}

/// How serious a log message is, the least serious first.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_level {
    /// `debug`.
    SANSMCP_LEVEL_DEBUG = 1,
    /// `info`.
    SANSMCP_LEVEL_INFO = 2,
    /// `notice`.
    SANSMCP_LEVEL_NOTICE = 3,
    /// `warning`.
    SANSMCP_LEVEL_WARNING = 4,
    /// `error`.
    SANSMCP_LEVEL_ERROR = 5,
    /// `critical`.
    SANSMCP_LEVEL_CRITICAL = 6,
    /// `alert`.
    SANSMCP_LEVEL_ALERT = 7,
    /// `emergency`.
    SANSMCP_LEVEL_EMERGENCY = 8,
}

const _: () = {
    assert!(sansmcp_level::SANSMCP_LEVEL_DEBUG as u8 == Level::Debug as u8);
    assert!(sansmcp_level::SANSMCP_LEVEL_ERROR as u8 == Level::Error as u8);
    assert!(sansmcp_level::SANSMCP_LEVEL_EMERGENCY as u8 == Level::Emergency as u8);
};

/// Asks for log messages from a sansmcp_level on. From 2026-07-28 on nothing is sent and the
/// ticket is none: each later request says so. Else as sansmcp_client_call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_set_level(
    client: *mut sansmcp_client,
    level: u8,
    options: *const sansmcp_options,
    now_ms: u64,
    tx: *mut u8,
    tx_len: usize,
    ticket: *mut sansmcp_ticket,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        let level = Level::from_number(level).ok_or(SANSMCP_OUT_OF_RANGE)?;
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let options = sansmcp_options::read(options)?;
            ask(client, tx, tx_len, ticket, out, |client, tx| {
                client.set_level(level, &options, now_ms, tx)
            })
        }
    })())
}

/// Writes a notification, such as `notifications/roots/list_changed`, or one of your own. `params`
/// may be NULL.
///
/// SANSMCP_NOT_SUPPORTED: the revision lacks the method, or it is no notification, or the engine's
/// own. SANSMCP_UNDECLARED: it tells of what the client did not declare. SANSMCP_NOT_READY: there
/// is no connection.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_notify(
    client: *mut sansmcp_client,
    method: sansmcp_str,
    params: *const sansmcp_object,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (method, params) = (text(method)?, sansmcp_object::of(params)?);
            send(client, tx, tx_len, out, |client, tx| client.notify(method, params, tx))
        }
    })())
}

/// Answers a request of the server's that the protocol does not know
/// (SANSMCP_CLIENT_EVENT_REQUEST), before 2026-07-28. `result` may be NULL: an object without
/// members. SANSMCP_STALE: it was answered before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_result(
    client: *mut sansmcp_client,
    ticket: sansmcp_ticket,
    result: *const sansmcp_object,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let result = sansmcp_object::of(result)?;
            send(client, tx, tx_len, out, |client, tx| client.result(ticket.read(), result, tx))
        }
    })())
}

/// Answers a request of the server's with an error: a code, a message for people, and data as JSON
/// text, which may be left out. Before 2026-07-28. SANSMCP_STALE: it was answered before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_error(
    client: *mut sansmcp_client,
    ticket: sansmcp_ticket,
    code: i32,
    message: sansmcp_str,
    data: sansmcp_str,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (message, data) = (text(message)?, text(data)?);
            send(client, tx, tx_len, out, |client, tx| {
                client.error(ticket.read(), Code(code), message, data, tx)
            })
        }
    })())
}

//! What the server says beside its answers: log messages, notifications, changes.

use engine::rules::{Level, What};
use engine::{Event, Receivers, Value};

use crate::edge::{Place, at, at_mut, optional, slice, slice_mut, text};
use crate::event::{sansmcp_event, sansmcp_ticket};
use crate::object::sansmcp_object;
use crate::out::sansmcp_out;
use crate::result::{
    SANSMCP_NONE, SANSMCP_NOT_SUPPORTED, SANSMCP_OUT_OF_RANGE, done, sansmcp_result,
};
use crate::server::{put_open, sansmcp_server, send, with};
use crate::text::sansmcp_str;

/// Tells the client what goes on. `level` is a sansmcp_level, `logger` says who speaks and may be
/// left out. `ticket` is the request that the message belongs to; with all zero bits it belongs to
/// the connection, which only the revisions before 2026-07-28 have.
///
/// No bytes where the client does not want it: from 2026-07-28 on without a level in the request's
/// `_meta`, and below the level asked for. Before, everything is sent until the client sets a
/// level.
///
/// SANSMCP_NOT_SUPPORTED: the server does not announce SANSMCP_CAPABILITY_LOGGING.
/// SANSMCP_OUT_OF_RANGE: the level is none. SANSMCP_STALE: the request is answered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_log(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    level: u8,
    logger: sansmcp_str,
    message: sansmcp_str,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let message = text(message)?.into();
            log(server, ticket, level, logger, message, tx, tx_len, out)
        }
    })())
}

/// As sansmcp_server_log, with any value: `data` is its JSON text. SANSMCP_NOT_JSON: it is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_log_json(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    level: u8,
    logger: sansmcp_str,
    data: sansmcp_str,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let data = Value::Json(text(data)?);
            log(server, ticket, level, logger, data, tx, tx_len, out)
        }
    })())
}

unsafe fn log(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    level: u8,
    logger: sansmcp_str,
    data: Value<'_>,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> Result<(), sansmcp_result> {
    let level = Level::from_number(level).ok_or(SANSMCP_OUT_OF_RANGE)?;
    // SAFETY: as the crate demands of all pointers.
    unsafe {
        let logger = optional(logger)?;
        send(server, tx, tx_len, out, |server, tx| {
            server.log(ticket.read(), level, logger, data, tx)
        })
    }
}

/// Sends a notification that has no call of its own: one of yours, or
/// `notifications/elicitation/complete` (2025-11-25). With the ticket of a request it goes its way;
/// with one of all zero bits that of the connection, which only the revisions before 2026-07-28
/// have. `params` may be NULL. No bytes where the request was cancelled.
///
/// SANSMCP_NOT_SUPPORTED: the method is one of the protocol's that has a call of its own, is a
/// request, or is not in the revision. SANSMCP_NOT_READY: there is no connection, or its client has
/// not said that it is initialized. SANSMCP_STALE: the request is answered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_notify(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
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
            send(server, tx, tx_len, out, |server, tx| {
                server.notify(ticket.read(), method, params, tx)
            })
        }
    })())
}

/// A sansmcp_what of the caller's.
pub(crate) fn what_of(number: u8) -> Result<What, sansmcp_result> {
    match number {
        1 => Ok(What::Tools),
        2 => Ok(What::Prompts),
        3 => Ok(What::Resources),
        _ => Err(SANSMCP_OUT_OF_RANGE),
    }
}

/// Says that a list has changed, a sansmcp_what: sansmcp_server_next_output tells those who want to
/// know, once however often it changed meanwhile. Nobody is told of what the server does not
/// announce, such as SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED. SANSMCP_OUT_OF_RANGE: there is no such
/// list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_changed(
    server: *mut sansmcp_server,
    what: u8,
) -> sansmcp_result {
    done((|| {
        let what = what_of(what)?;
        // SAFETY: as the crate demands of all pointers.
        unsafe { with(server, |server| server.changed(what)) }
    })())
}

/// How far those who listen to a resource were told of one change. All zero bits when new: take a
/// new one for each change.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_receivers {
    /// The engine's.
    pub next: u16,
}

const _: () = assert!(size_of::<sansmcp_receivers>() == size_of::<Receivers>());
const _: () = assert!(align_of::<sansmcp_receivers>() >= align_of::<Receivers>());

impl sansmcp_receivers {
    /// The engine's, in the same place.
    pub(crate) unsafe fn read<'a>(of: *mut Self) -> Result<&'a mut Receivers, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers; of the same size, aligned, and a number
        // only.
        unsafe { at_mut(of.cast::<Receivers>()) }
    }
}

/// Tells the next of those who listen to a resource that it has changed. SANSMCP_NONE: all know.
/// Each call gives one message: begin with new `receivers` and call it until then. `uri` is what
/// the client subscribed to, to the letter; it is compared as a hash of 32 bits, so that once in
/// four billion somebody hears of a resource too many.
///
/// SANSMCP_SHORT, SANSMCP_STREAMING: it can be gone on with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_updated(
    server: *mut sansmcp_server,
    uri: sansmcp_str,
    receivers: *mut sansmcp_receivers,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (uri, receivers) = unsafe { (text(uri)?, sansmcp_receivers::read(receivers)?) };
        // SAFETY: as above.
        let (tx, place) = unsafe { (slice_mut(tx, tx_len)?, Place::new(out)?) };
        // SAFETY: as above.
        match unsafe { with(server, |server| server.updated(uri, receivers, tx)) }?.transpose() {
            Some(out) => place.send(out),
            None => Err(SANSMCP_NONE),
        }
    })())
}

/// Acknowledges a listen (SANSMCP_EVENT_LISTEN) with what is offered of the lists that it asks for,
/// and with those of its URIs that may be listened to: `allowed` has a byte for each, in the order
/// of sansmcp_event_uri, and not 0 allows it. Those past the end of `allowed` are not allowed, nor
/// those past 16; what is not agreed to is missing from the acknowledgement, so that the client
/// knows. Without a choice to make sansmcp_server_reply does it.
///
/// Its slot is taken until it ends: by the client (SANSMCP_EVENT_CANCELLED, with nothing left to
/// do), by sansmcp_server_end_listen or sansmcp_server_closed.
///
/// SANSMCP_SHORT: nothing was acknowledged yet. SANSMCP_NOT_SUPPORTED: it is another event, or was
/// acknowledged before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_accept(
    server: *mut sansmcp_server,
    event: *const sansmcp_event,
    allowed: *const u8,
    allowed_count: usize,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (event, allowed) = (at(event)?.read()?, slice(allowed, allowed_count)?);
            let Event::Listen(listen) = event else { return Err(SANSMCP_NOT_SUPPORTED) };
            send(server, tx, tx_len, out, |server, tx| {
                let mut allowed = allowed.iter();
                // The engine asks once for each, in their order.
                server.accept(&listen, &mut |_| allowed.next().is_some_and(|is| *is != 0), tx)
            })
        }
    })())
}

/// Ends a listen from this side, also one that was not acknowledged: sansmcp_server_next_output
/// tells the client. SANSMCP_STALE: it has ended. SANSMCP_NOT_SUPPORTED: the ticket is of something
/// else.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_end_listen(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        Ok(unsafe { with(server, |server| server.end_listen(ticket.read())) }??)
    })())
}

/// The tickets of the listens that were acknowledged and have not ended: as many as there is room
/// for in `tickets`, which may be NULL with room for none; `listen_count` says how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_listens(
    server: *const sansmcp_server,
    tickets: *mut sansmcp_ticket,
    ticket_room: usize,
    listen_count: *mut usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (tickets, place) =
            unsafe { (slice_mut(tickets, ticket_room)?, Place::new(listen_count)?) };
        // SAFETY: as above.
        place.put(unsafe { with(server, |server| put_open(server.listens(), tickets)) }?);
        Ok(())
    })())
}

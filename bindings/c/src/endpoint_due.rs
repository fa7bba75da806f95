//! What an endpoint has to say without being asked, what ends by itself, and sockets that go.

use engine::http::{Endpoint, cors};

use crate::delivery::sansmcp_delivery;
use crate::edge::{Place, at, slice_mut, text};
use crate::endpoint::{sansmcp_endpoint, with};
use crate::endpoint_policy::sansmcp_endpoint_policy;
use crate::event::{sansmcp_event, sansmcp_ticket};
use crate::header::sansmcp_header;
use crate::http_head::{Lines, Read, sansmcp_head};
use crate::out::sansmcp_out;
use crate::result::{SANSMCP_NONE, done, sansmcp_result};
use crate::say::{sansmcp_receivers, what_of};
use crate::server::put_open;
use crate::text::sansmcp_str;

/// Says that a list has changed, a sansmcp_what, to all clients that want to know;
/// sansmcp_endpoint_next_output tells them. SANSMCP_OUT_OF_RANGE: there is no such list.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_changed(
    endpoint: *mut sansmcp_endpoint,
    what: u8,
) -> sansmcp_result {
    done((|| {
        let what = what_of(what)?;
        // SAFETY: as the crate demands of all pointers.
        unsafe { with(endpoint, |endpoint| endpoint.changed(what)) }
    })())
}

/// Tells the next of those who listen to a resource that it has changed, as sansmcp_server_updated:
/// call it until SANSMCP_NONE, and give each output to sansmcp_endpoint_deliver. Clients before
/// 2026-07-28 hear of it if they hold an event stream open (GET).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_updated(
    endpoint: *mut sansmcp_endpoint,
    uri: sansmcp_str,
    receivers: *mut sansmcp_receivers,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (uri, receivers) = (text(uri)?, sansmcp_receivers::read(receivers)?);
            let (tx, place) = (slice_mut(tx, tx_len)?, Place::new(out)?);
            let told = with(endpoint, |endpoint| endpoint.updated(uri, receivers, tx))?;
            place.send(told.transpose().ok_or(SANSMCP_NONE)?)
        }
    })())
}

/// The next message, piece or end that is due without being asked for. SANSMCP_NONE: nothing is.
/// Call it until then, after each other call that takes something in. What it gives goes to
/// sansmcp_endpoint_deliver, also if it has no bytes: that is the end of an exchange.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_next_output(
    endpoint: *mut sansmcp_endpoint,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (tx, place) = (slice_mut(tx, tx_len)?, Place::new(out)?);
            let due = with(endpoint, |endpoint| endpoint.next_output(tx))?;
            place.send(due.transpose().ok_or(SANSMCP_NONE)?)
        }
    })())
}

/// When to call sansmcp_endpoint_expire, as a time in milliseconds. SANSMCP_NONE: nothing waits
/// with a limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_next_deadline(
    endpoint: *const sansmcp_endpoint,
    deadline_ms: *mut u64,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let place = Place::new(deadline_ms)?;
            let deadline = with(endpoint, |endpoint| endpoint.next_deadline())?;
            place.put(deadline.ok_or(SANSMCP_NONE)?);
        }
        Ok(())
    })())
}

/// Ends a request of yours whose time is over, as sansmcp_server_expire. SANSMCP_NONE: none is
/// left. The event lasts as long as it is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_expire(
    endpoint: *mut sansmcp_endpoint,
    now_ms: u64,
    event: *mut sansmcp_event,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let place = Place::new(event)?;
            let ended = with(endpoint, |endpoint| {
                endpoint.expire(now_ms).map(|event| sansmcp_event::of(&event))
            })?;
            place.put(ended.ok_or(SANSMCP_NONE)?);
        }
        Ok(())
    })())
}

/// Says that an HTTP exchange is gone: its socket was closed before its response had ended. Of a
/// number that names none it does nothing: call it whenever a socket goes. A request of 2026-07-28
/// is cancelled with it (sansmcp_endpoint_cancelled). Before, the work goes on: its client may come
/// back for what was kept, and for what is still to come.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_closed(
    endpoint: *mut sansmcp_endpoint,
    number: u32,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe { with(endpoint, |endpoint| endpoint.closed(number)) })
}

/// Puts a request off: ends the response of its POST, though it is not answered, and asks the
/// client to come back for the answer after `retry_ms` milliseconds (2025-11-25). SANSMCP_NONE:
/// that cannot be: another revision, a client that takes no events, an endpoint without replay, or
/// a response that has ended already.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_put_off(
    endpoint: *mut sansmcp_endpoint,
    ticket: sansmcp_ticket,
    retry_ms: u32,
    delivery: *mut sansmcp_delivery,
) -> sansmcp_result {
    done((|| {
        let ticket = ticket.read();
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let place = Place::new(delivery)?;
            let put_off = with(endpoint, |endpoint| {
                endpoint.put_off(ticket, retry_ms).map(|delivery| sansmcp_delivery::of(&delivery))
            })?;
            place.put(put_off.ok_or(SANSMCP_NONE)?);
        }
        Ok(())
    })())
}

unsafe fn put_tickets(
    endpoint: *const sansmcp_endpoint,
    tickets: *mut sansmcp_ticket,
    ticket_room: usize,
    count: *mut usize,
    list: impl FnOnce(&Endpoint<'_>, &mut [sansmcp_ticket]) -> usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (tickets, place) = (slice_mut(tickets, ticket_room)?, Place::new(count)?);
            place.put(with(endpoint, |endpoint| list(endpoint, tickets))?);
        }
        Ok(())
    })())
}

/// The tickets of all requests that are not answered yet, of all clients: as many as there is room
/// for in `tickets`, which may be NULL with room for none; `open_count` says how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_open(
    endpoint: *const sansmcp_endpoint,
    tickets: *mut sansmcp_ticket,
    ticket_room: usize,
    open_count: *mut usize,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    unsafe {
        put_tickets(endpoint, tickets, ticket_room, open_count, |endpoint, room| {
            put_open(endpoint.open(), room)
        })
    }
}

/// The tickets of those among them that nobody waits for any more, since the client gave them up,
/// left, or ended its session: stop their work, and abandon them with sansmcp_endpoint_server and
/// sansmcp_server_abandon. One that came as SANSMCP_EVENT_CANCELLED is among them until it is
/// abandoned. Ask after sansmcp_endpoint_judge, sansmcp_endpoint_receive and
/// sansmcp_endpoint_closed.
///
/// As many as there is room for in `tickets`; `cancelled_count` says how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_cancelled(
    endpoint: *const sansmcp_endpoint,
    tickets: *mut sansmcp_ticket,
    ticket_room: usize,
    cancelled_count: *mut usize,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    unsafe {
        put_tickets(endpoint, tickets, ticket_room, cancelled_count, |endpoint, room| {
            put_open(endpoint.cancelled(), room)
        })
    }
}

/// Headers that every response to this request has to carry so that a page of another site which
/// the policy lets in can read it, errors included; none (`count` is 0) for a request that comes
/// from no such page. 3 at most. SANSMCP_SHORT: there is no room for all; `count` says how many
/// there are.
///
/// The texts lie where the head says, or last for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_exposed(
    endpoint: *const sansmcp_endpoint,
    head: *const sansmcp_head,
    headers: *mut sansmcp_header,
    room: usize,
    count: *mut usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (read, room, place) =
                (Read::of(head)?, slice_mut(headers, room)?, Place::new(count)?);
            let origins = sansmcp_endpoint_policy::origins(at(endpoint)?.policy)?;
            let mut lines = Lines::to(room);
            for (name, value) in cors::exposed(&read.head(), origins.list()).into_iter().flatten() {
                lines.add(name, value);
            }
            lines.end(place)
        }
    })())
}

/// The headers of the answer to a preflight, for SANSMCP_VERDICT_PREFLIGHT: 5, and one more for
/// each `Mcp-Param-` header that is asked for. SANSMCP_SHORT: there is no room for all; `count`
/// says how many there are. SANSMCP_NONE: it is no preflight, or its page is not let in.
///
/// The texts lie where the head says, or last for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_preflight(
    endpoint: *const sansmcp_endpoint,
    head: *const sansmcp_head,
    headers: *mut sansmcp_header,
    room: usize,
    count: *mut usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (read, room, place) =
                (Read::of(head)?, slice_mut(headers, room)?, Place::new(count)?);
            let origins = sansmcp_endpoint_policy::origins(at(endpoint)?.policy)?;
            let methods = with(endpoint, |endpoint| endpoint.methods())?;
            let answer = cors::preflight(&read.head(), origins.list(), methods);
            let mut lines = Lines::to(room);
            for (name, value) in answer.ok_or(SANSMCP_NONE)? {
                lines.add(name, value);
            }
            lines.end(place)
        }
    })())
}

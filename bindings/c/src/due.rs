//! The server's time: what it waits for, what came to its end, and ways that are gone.

use engine::Revision;

use crate::edge::Place;
use crate::event::sansmcp_event;
use crate::frame::sansmcp_route;
use crate::result::{SANSMCP_NONE, done, sansmcp_result};
use crate::server::{sansmcp_server, with};

/// When to call sansmcp_server_expire, as a time in milliseconds. SANSMCP_NONE: nothing waits with
/// a limit, as always from 2026-07-28 on. Ask again after each event: progress of the client's
/// moves it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_next_deadline(
    server: *const sansmcp_server,
    deadline_ms: *mut u64,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let place = unsafe { Place::new(deadline_ms) }?;
        // SAFETY: as above.
        let deadline = unsafe { with(server, |server| server.next_deadline()) }?;
        place.put(deadline.ok_or(SANSMCP_NONE)?);
        Ok(())
    })())
}

/// Ends a request of yours whose time is over at `now_ms`: gives its SANSMCP_EVENT_ANSWERED, with
/// SANSMCP_OUTCOME_EXPIRED. Treat it as any other: sansmcp_server_resume says SANSMCP_REJECTED, and
/// the call is yours to answer. SANSMCP_NONE: none is left. Call it until then, and after each
/// sansmcp_server_next_output, which tells the client: before the call is answered, since over HTTP
/// its response ends with that.
///
/// The event lasts as long as it is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_expire(
    server: *mut sansmcp_server,
    now_ms: u64,
    event: *mut sansmcp_event,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let place = unsafe { Place::new(event) }?;
        // SAFETY: as above.
        let ended = unsafe { with(server, |server| server.expire(now_ms)) }?;
        place.put(sansmcp_event::of(&ended.ok_or(SANSMCP_NONE)?));
        Ok(())
    })())
}

/// Tells that a way is gone (the pipe was closed, the client of a POST left), after what came on it
/// was received; `route` is the one that its frames had. All that is open there is cancelled, as if
/// the client had said so: stop its work and abandon its tickets, which sansmcp_server_open has.
/// What was half out on it, listens and requests of yours end at once: their tickets are stale.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_closed(
    server: *mut sansmcp_server,
    route: sansmcp_route,
) -> sansmcp_result {
    done((|| {
        let route = route.read()?;
        // SAFETY: as the crate demands of all pointers.
        unsafe { with(server, |server| server.closed(route)) }
    })())
}

/// Whether the client of a revision before 2026-07-28 has said that it is initialized, so that it
/// may be asked and told of things that it did not ask for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_is_ready(server: *const sansmcp_server) -> bool {
    // SAFETY: as the crate demands of all pointers.
    unsafe { with(server, |server| server.connection().is_ready()) }.unwrap_or_default()
}

/// The sansmcp_revision that the handshake of this connection agreed on; 0 before, and where there
/// is none, as from 2026-07-28 on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_revision(server: *const sansmcp_server) -> u8 {
    // SAFETY: as the crate demands of all pointers.
    let revision = unsafe { with(server, |server| server.connection().revision()) };
    revision.unwrap_or_default().map_or(0, |revision: Revision| revision as u8)
}

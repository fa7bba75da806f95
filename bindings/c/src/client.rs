//! The client: events in, messages out.

#[cfg(feature = "http")]
use engine::client::Remote;
use engine::client::{Client, Event};
use engine::{Connection, Error, Out, Slot};

#[cfg(feature = "http")]
use crate::client_http::sansmcp_remote;
use crate::client_info::sansmcp_client_info;
use crate::edge::{Place, at, at_mut, slice_mut};
use crate::event::{sansmcp_event, sansmcp_ticket};
use crate::frame::{sansmcp_frame, sansmcp_route};
#[cfg(not(feature = "http"))]
use crate::nothing::sansmcp_remote;
use crate::out::sansmcp_out;
use crate::policy::sansmcp_policy;
use crate::result::{SANSMCP_NONE, done, sansmcp_result};
use crate::server::{put_open, sansmcp_connection, sansmcp_slot};

/// A client: pointers to what it says, to the state of a connection and to the slots. It has no
/// state of its own, so it may be made whenever it is handy, and copied.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_client {
    /// What it says of itself.
    pub info: *const sansmcp_client_info,
    /// The connection.
    pub connection: *mut sansmcp_connection,
    /// The table of open requests, those of the server included; NULL if there is none.
    pub slots: *mut sansmcp_slot,
    /// How many slots; at most 65,534 are used.
    pub slot_count: usize,
    /// What is remembered of a server over HTTP; NULL on a pipe.
    pub remote: *mut sansmcp_remote,
}

/// Calls the engine's client.
pub(crate) unsafe fn with<T>(
    client: *const sansmcp_client,
    call: impl FnOnce(&mut Client<'_>) -> T,
) -> Result<T, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers, here and below.
    let client = unsafe { at(client) }?;
    // SAFETY: of the same size, aligned, and all zero bits are one of its values.
    let connection = unsafe { at_mut(client.connection.cast::<Connection>()) }?;
    // SAFETY: as for the connection.
    let slots = unsafe { slice_mut(client.slots.cast::<Slot>(), client.slot_count) }?;
    // SAFETY: as above.
    let info = unsafe { at(client.info) }?.read();
    #[cfg(feature = "http")]
    if !client.remote.is_null() {
        // SAFETY: as for the connection.
        let remote = unsafe { at_mut(client.remote.cast::<Remote>()) }?;
        return Ok(call(&mut Client::over_http(&info, connection, slots, remote)));
    }
    Ok(call(&mut Client::new(&info, connection, slots)))
}

/// Calls the engine's client for an output.
pub(crate) unsafe fn send<'t>(
    client: *const sansmcp_client,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
    call: impl FnOnce(&mut Client<'_>, &'t mut [u8]) -> Result<Out<'t>, Error>,
) -> Result<(), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    let (tx, place) = unsafe { (slice_mut(tx, tx_len)?, Place::new(out)?) };
    // SAFETY: as above.
    place.send(unsafe { with(client, |client| call(client, tx)) }?)
}

/// Calls the engine's client for an output that may not be due: SANSMCP_NONE.
pub(crate) unsafe fn send_due<'t>(
    client: *const sansmcp_client,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
    call: impl FnOnce(&mut Client<'_>, &'t mut [u8]) -> Result<Option<Out<'t>>, Error>,
) -> Result<(), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    let (tx, place) = unsafe { (slice_mut(tx, tx_len)?, Place::new(out)?) };
    // SAFETY: as above.
    match unsafe { with(client, |client| call(client, tx)) }?.transpose() {
        Some(out) => place.send(out),
        None => Err(SANSMCP_NONE),
    }
}

/// Points a client to what it needs, for one pipe, and looks through `info` once. While a slot is
/// in use the table has to be the same.
///
/// SANSMCP_NOT_TEXT, SANSMCP_NOT_JSON, SANSMCP_OUT_OF_RANGE: a text in it is wrong, its extensions,
/// or the length of a table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_init(
    client: *mut sansmcp_client,
    info: *const sansmcp_client_info,
    connection: *mut sansmcp_connection,
    slots: *mut sansmcp_slot,
    slot_count: usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let place = unsafe {
            at(info)?.check()?;
            at(connection)?;
            slice_mut(slots, slot_count)?;
            Place::new(client)?
        };
        let remote = core::ptr::null_mut();
        place.put(sansmcp_client { info, connection, slots, slot_count, remote });
        Ok(())
    })())
}

/// Begins a connection; sansmcp_client_next_output has its first message, and
/// SANSMCP_CLIENT_EVENT_CONNECTED or SANSMCP_CLIENT_EVENT_FAILED tells what came of it. After one
/// has failed another may be begun, with a pipe of its own. `policy` may be NULL: any revision.
///
/// `now_ms` is the time in milliseconds from any start, here and wherever else it is asked for.
///
/// SANSMCP_NOT_SUPPORTED: there is a connection, or one is coming about, or the policy allows no
/// revision. SANSMCP_OUT_OF_RANGE: a revision is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_connect(
    client: *mut sansmcp_client,
    policy: *const sansmcp_policy,
    now_ms: u64,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let policy = unsafe { sansmcp_policy::read(policy) }?;
        // SAFETY: as above.
        Ok(unsafe { with(client, |client| client.connect(&policy, now_ms)) }??)
    })())
}

/// The next message that is due without being asked for: the handshake, what is taken back.
/// SANSMCP_NONE: none is. Call it until then, after each other call.
///
/// SANSMCP_SHORT: what the client says of itself has to fit, and 300 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_next_output(
    client: *mut sansmcp_client,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe { send_due(client, tx, tx_len, out, |client, tx| client.next_output(tx)) })
}

/// Reads the next message of a frame. SANSMCP_NONE: the frame has no more. Call it until then: a
/// batch (2025-03-26) is several events, and what concerns the engine alone is none.
///
/// Each event has to be given to sansmcp_client_reply, at once or later, but for those that are
/// answered otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_receive(
    client: *mut sansmcp_client,
    frame: *mut sansmcp_frame,
    now_ms: u64,
    event: *mut sansmcp_event,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (frame, place) = unsafe { (at_mut(frame)?, Place::new(event)?) };
        // SAFETY: as above.
        let mut read = unsafe { frame.read() }?;
        // SAFETY: as above.
        let event = unsafe { with(client, |client| client.receive(&mut read, now_ms)) }?;
        frame.reading = read.reading();
        place.put(sansmcp_event::of_client(&event.ok_or(SANSMCP_NONE)?));
        Ok(())
    })())
}

/// What is to be told without a message of the server's: what came to its end at this time, or
/// with the pipe. SANSMCP_NONE: nothing. Call it until then when sansmcp_client_next_deadline has
/// come, and after sansmcp_client_closed. Then sansmcp_client_next_output has what is to be sent
/// of it.
///
/// The event lasts as long as it is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_expire(
    client: *mut sansmcp_client,
    now_ms: u64,
    event: *mut sansmcp_event,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let place = unsafe { Place::new(event) }?;
        // SAFETY: as above.
        let told = unsafe { with(client, |client| client.expire(now_ms)) }?;
        place.put(sansmcp_event::of_client(&told.ok_or(SANSMCP_NONE)?));
        Ok(())
    })())
}

/// When to call sansmcp_client_expire, as a time in milliseconds; 0 is at once. SANSMCP_NONE:
/// nothing waits with a limit. Ask again after each event: progress moves it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_next_deadline(
    client: *const sansmcp_client,
    deadline_ms: *mut u64,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let place = unsafe { Place::new(deadline_ms) }?;
        // SAFETY: as above.
        let deadline = unsafe { with(client, |client| client.next_deadline()) }?;
        place.put(deadline.ok_or(SANSMCP_NONE)?);
        Ok(())
    })())
}

/// Tells that the pipe was closed, after what came on it was received: all that is open has failed
/// then, and sansmcp_client_expire tells of it. `route` is the one that its frames had.
///
/// Over HTTP: that an exchange has ended, its response whole or broken off, or that none came.
/// `route` is the one of the output.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_closed(
    client: *mut sansmcp_client,
    route: sansmcp_route,
    now_ms: u64,
) -> sansmcp_result {
    done((|| {
        let route = route.read()?;
        // SAFETY: as the crate demands of all pointers.
        unsafe { with(client, |client| client.closed(route, now_ms)) }
    })())
}

/// Answers an event as far as the engine can: `ping`, requests that are refused, and requests of
/// the server's that are not yours. What needs no answer gives an output of no bytes.
///
/// SANSMCP_SHORT: SANSMCP_MIN_TX bytes are enough. SANSMCP_STALE: it was answered before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_reply(
    client: *mut sansmcp_client,
    event: *const sansmcp_event,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let event: Event<'_> = unsafe { at(event)?.read_client() }?;
        // SAFETY: as above.
        unsafe { send(client, tx, tx_len, out, |client, tx| client.reply(&event, tx)) }
    })())
}

/// The sansmcp_revision that is spoken; 0 while there is no connection.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_revision(client: *const sansmcp_client) -> u8 {
    // SAFETY: as the crate demands of all pointers.
    let revision = unsafe { with(client, |client| client.revision()) };
    revision.unwrap_or_default().map_or(0, |revision| revision as u8)
}

/// What the server announced: bits of sansmcp_capability.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_capabilities(client: *const sansmcp_client) -> u32 {
    // SAFETY: as the crate demands of all pointers.
    unsafe { with(client, |client| client.capabilities().0) }.unwrap_or_default()
}

/// Whether there is a connection: from SANSMCP_CLIENT_EVENT_CONNECTED on, until it ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_is_connected(client: *const sansmcp_client) -> bool {
    // SAFETY: as the crate demands of all pointers.
    unsafe { with(client, |client| client.is_connected()) }.unwrap_or_default()
}

/// The tickets of all that is open, requests and listens of yours and requests of the server's: as
/// many as there is room for in `tickets`, which may be NULL with room for none; `open_count` says
/// how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_open(
    client: *const sansmcp_client,
    tickets: *mut sansmcp_ticket,
    ticket_room: usize,
    open_count: *mut usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (tickets, place) =
            unsafe { (slice_mut(tickets, ticket_room)?, Place::new(open_count)?) };
        // SAFETY: as above.
        place.put(unsafe { with(client, |client| put_open(client.open(), tickets)) }?);
        Ok(())
    })())
}

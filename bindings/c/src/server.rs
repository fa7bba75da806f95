//! The server: events in, messages out.

use core::mem::MaybeUninit;

#[cfg(feature = "http")]
use engine::http::Endpoint;
use engine::json::{Kind, Number, Raw};
use engine::schema::Prose;
use engine::{Code, Connection, Error, Out, Server, Slot, Ticket};

use crate::edge::{Place, at, at_mut, optional, slice_mut, text};
#[cfg(feature = "http")]
use crate::endpoint::{self, sansmcp_endpoint};
use crate::event::{sansmcp_event, sansmcp_ticket};
use crate::frame::sansmcp_frame;
use crate::info::{check, sansmcp_server_info};
#[cfg(not(feature = "http"))]
use crate::nothing::sansmcp_endpoint;
use crate::out::sansmcp_out;
use crate::result::{
    SANSMCP_NONE, SANSMCP_NOT_JSON, SANSMCP_NULL_POINTER, SANSMCP_OUT_OF_RANGE, done,
    sansmcp_result,
};
use crate::text::sansmcp_str;

/// The state of one connection. All zero bits when new; it holds no pointer and may be moved.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_connection {
    /// The engine's.
    pub state: MaybeUninit<[u32; 54]>,
}

/// Memory for one open request: give a server as many as requests may be open at once. All zero
/// bits when new; it holds no pointer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_slot {
    /// The engine's.
    pub state: MaybeUninit<[u64; 32]>,
}

const _: () = assert!(size_of::<sansmcp_connection>() == size_of::<Connection>());
const _: () = assert!(align_of::<sansmcp_connection>() >= align_of::<Connection>());
const _: () = assert!(size_of::<sansmcp_slot>() == size_of::<Slot>());
const _: () = assert!(align_of::<sansmcp_slot>() >= align_of::<Slot>());

/// A server: pointers to what it says, to the state of a connection and to the slots. It has no
/// state of its own, so it may be made whenever it is handy, and copied.
///
/// Over HTTP sansmcp_endpoint_server and sansmcp_endpoint_server_of make it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_server {
    /// What it says of itself.
    pub info: *const sansmcp_server_info,
    /// The connection.
    pub connection: *mut sansmcp_connection,
    /// The table of open requests; NULL if there is none.
    pub slots: *mut sansmcp_slot,
    /// How many slots; at most 65,534 are used.
    pub slot_count: usize,
    /// Over HTTP the endpoint that it belongs to; then the others are not looked at. Else NULL.
    pub endpoint: *mut sansmcp_endpoint,
    /// The engine's: the session that it belongs to.
    pub session: u16,
}

/// Calls the engine's server.
pub(crate) unsafe fn with<T>(
    server: *const sansmcp_server,
    call: impl FnOnce(&mut Server<'_>) -> T,
) -> Result<T, sansmcp_result> {
    let (mut call, mut given) = (Some(call), None);
    // SAFETY: as the crate demands of all pointers.
    unsafe { lend(server, &mut |server| given = call.take().map(|call| call(server))) }?;
    // It was called: `lend` calls it once, or says why not.
    given.ok_or(SANSMCP_NULL_POINTER)
}

/// Calls the engine's server for an output.
pub(crate) unsafe fn send<'t>(
    server: *const sansmcp_server,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
    mut call: impl FnMut(&mut Server<'_>, &'t mut [u8]) -> Result<Out<'t>, Error>,
) -> Result<(), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    unsafe { say(server, tx, tx_len, out, &mut call) }
}

/// What is said to the engine's server for an output.
type Say<'s, 't> = &'s mut dyn FnMut(&mut Server<'_>, &'t mut [u8]) -> Result<Out<'t>, Error>;

/// As [`send`]; not generic, so that a program has it once.
unsafe fn say<'t>(
    server: *const sansmcp_server,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
    call: Say<'_, 't>,
) -> Result<(), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    let (tx, place) = unsafe { (slice_mut(tx, tx_len)?, Place::new(out)?) };
    // SAFETY: as above.
    place.send(unsafe { with(server, |server| call(server, tx)) }?)
}

/// As [`with`]; not generic, so that a program has it once.
unsafe fn lend(
    server: *const sansmcp_server,
    call: &mut dyn FnMut(&mut Server<'_>),
) -> Result<(), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers, here and below.
    let server = unsafe { at(server) }?;
    #[cfg(feature = "http")]
    if !server.endpoint.is_null() {
        let call = |endpoint: &mut Endpoint<'_>| call(&mut endpoint.server_in(server.session));
        // SAFETY: as above.
        return unsafe { endpoint::with(server.endpoint, call) };
    }
    // SAFETY: of the same size, aligned, and all zero bits are one of its values.
    let connection = unsafe { at_mut(server.connection.cast::<Connection>()) }?;
    // SAFETY: as for the connection.
    let slots = unsafe { slice_mut(server.slots.cast::<Slot>(), server.slot_count) }?;
    // SAFETY: as above.
    let info = unsafe { at(server.info) }?;
    call(&mut Server::new(info, connection, slots));
    Ok(())
}

/// Points a server to what it needs, and looks through the tables of `info` once.
///
/// SANSMCP_NOT_TEXT, SANSMCP_NOT_JSON, SANSMCP_OUT_OF_RANGE: a text, a schema or a number in the
/// tables is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_init(
    server: *mut sansmcp_server,
    info: *const sansmcp_server_info,
    connection: *mut sansmcp_connection,
    slots: *mut sansmcp_slot,
    slot_count: usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let place = unsafe {
            check(at(info)?)?;
            at(connection)?;
            slice_mut(slots, slot_count)?;
            Place::new(server)?
        };
        let endpoint = core::ptr::null_mut();
        place.put(sansmcp_server { info, connection, slots, slot_count, endpoint, session: 0 });
        Ok(())
    })())
}

/// Reads the next message of a frame; `now_ms` is the time in milliseconds from any start.
/// SANSMCP_NONE: the frame has no more. Call it until then: a batch (2025-03-26) is several
/// events.
///
/// Each event that can be answered has to be: by sansmcp_server_reply, or by its ticket, at once
/// or later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_receive(
    server: *mut sansmcp_server,
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
        let event = unsafe { with(server, |server| server.receive(&mut read, now_ms)) }?;
        frame.reading = read.reading();
        place.put(sansmcp_event::of(&event.ok_or(SANSMCP_NONE)?));
        Ok(())
    })())
}

/// Answers an event as far as the engine can: the handshake, discovery, ping and lists, refused
/// messages with their error, a tool, resource, prompt or method that is not yours with "unknown".
/// What needs no answer gives an output of no bytes.
///
/// An error fits in SANSMCP_MIN_TX bytes. A list is cut to the buffer and needs room for its
/// largest entry; where no larger buffer is to be had, sansmcp_server_begin_reply sends it in
/// pieces. SANSMCP_STALE: it was answered before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_reply(
    server: *mut sansmcp_server,
    event: *const sansmcp_event,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let event = at(event)?.read()?;
            send(server, tx, tx_len, out, |server, tx| server.reply(&event, tx))
        }
    })())
}

/// An error code as it stands in a response; any other number will do, too.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_code {
    /// The message is not JSON.
    SANSMCP_CODE_PARSE_ERROR = -32700,
    /// The message is JSON but no valid request.
    SANSMCP_CODE_INVALID_REQUEST = -32600,
    /// The method does not exist, or its capability is not offered.
    SANSMCP_CODE_METHOD_NOT_FOUND = -32601,
    /// The params are wrong: an unknown tool, a bad cursor, a missing field.
    SANSMCP_CODE_INVALID_PARAMS = -32602,
    /// Something went wrong inside.
    SANSMCP_CODE_INTERNAL_ERROR = -32603,
    /// 2026-07-28: an HTTP header and the body disagree.
    SANSMCP_CODE_HEADER_MISMATCH = -32020,
    /// 2026-07-28: the request needs a capability that the client did not declare.
    SANSMCP_CODE_MISSING_CLIENT_CAPABILITY = -32021,
    /// 2026-07-28: the request's revision is not spoken here.
    SANSMCP_CODE_UNSUPPORTED_PROTOCOL_VERSION = -32022,
    /// Before 2026-07-28: the resource does not exist.
    SANSMCP_CODE_RESOURCE_NOT_FOUND = -32002,
    /// 2025-11-25: the user has to visit a URL first.
    SANSMCP_CODE_URL_ELICITATION_REQUIRED = -32042,
}

/// Answers a request with an error: a code, a message for people, and data as JSON text, which
/// may be left out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_error(
    server: *mut sansmcp_server,
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
            send(server, tx, tx_len, out, |server, tx| {
                server.error(ticket.read(), Code(code), message, data, tx)
            })
        }
    })())
}

/// Answers a request with a result of your own making: the JSON text of an object. What the
/// revision demands beside it is added where the object does not have it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_result(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    json: sansmcp_str,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let json = text(json)?;
            send(server, tx, tx_len, out, |server, tx| server.result(ticket.read(), json, tx))
        }
    })())
}

/// What a sansmcp_number holds; the value of its kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_number_kind {
    /// No number.
    SANSMCP_NUMBER_NONE = 0,
    /// The value of integer.
    SANSMCP_NUMBER_INTEGER = 1,
    /// The value of text.
    SANSMCP_NUMBER_TEXT = 2,
}

/// A number: an integer, or any other as JSON writes it. SANSMCP_INTEGER(42) makes one, and
/// SANSMCP_DECIMAL("0.25"). All zero bits: none.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_number {
    /// A number that is no integer, such as `0.25`.
    pub text: sansmcp_str,
    /// An integer.
    pub integer: i64,
    /// A sansmcp_number_kind.
    pub kind: u8,
}

impl sansmcp_number {
    unsafe fn read<'a>(self) -> Result<Option<Number<'a>>, sansmcp_result> {
        match self.kind {
            0 => Ok(None),
            1 => Ok(Some(Number::Int(self.integer))),
            // SAFETY: as the crate demands of all pointers.
            2 => Ok(Some(Number::parse(unsafe { text(self.text) }?))),
            _ => Err(SANSMCP_OUT_OF_RANGE),
        }
    }

    /// As `read`, and the text has to be that of a number.
    pub(crate) unsafe fn checked<'a>(self) -> Result<Option<Number<'a>>, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        let number = unsafe { self.read() }?;
        match number {
            Some(Number::Text(text)) => match Raw::parse_str(text) {
                Ok(raw) if raw.kind() == Kind::Number => Ok(number),
                _ => Err(SANSMCP_NOT_JSON),
            },
            _ => Ok(number),
        }
    }
}

/// Tells how far a request has come; `total` and `message` may be left out. No bytes where
/// nothing is due: the peer did not ask for it, gave the request up, or `progress` is not larger
/// than the last one sent. SANSMCP_NOT_JSON: the text of a number is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_progress(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    progress: sansmcp_number,
    total: sansmcp_number,
    message: sansmcp_str,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (progress, total, message) =
            unsafe { (progress.read()?, total.read()?, optional(message)?) };
        let progress = progress.ok_or(SANSMCP_OUT_OF_RANGE)?;
        let (ticket, message) = (ticket.read(), message.map(Prose::Plain));
        // SAFETY: as above.
        unsafe {
            send(server, tx, tx_len, out, |server, tx| {
                server.progress(ticket, progress, total, message, tx)
            })
        }
    })())
}

/// Whether the peer cancelled this request, so that work on it may stop. Its slot stays taken
/// until it is answered (nothing is written then) or abandoned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_is_cancelled(
    server: *const sansmcp_server,
    ticket: sansmcp_ticket,
) -> bool {
    let ticket = ticket.read();
    // SAFETY: as the crate demands of all pointers.
    unsafe { with(server, |server| server.is_cancelled(ticket)) }.unwrap_or(false)
}

/// Gives up on a request: its slot is free again, and nothing is sent. Meant for requests that
/// were cancelled. A request of yours is taken back: sansmcp_server_next_output tells the client.
/// SANSMCP_STREAMING: its answer is half out and has to be ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_abandon(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
) -> sansmcp_result {
    let ticket = ticket.read();
    // SAFETY: as the crate demands of all pointers.
    match unsafe { with(server, |server| server.abandon(ticket)) } {
        Ok(abandoned) => done(abandoned.map_err(sansmcp_result::from)),
        Err(result) => result,
    }
}

/// The tickets of all requests that are not answered yet, those that were cancelled included:
/// as many as there is room for in `tickets`, which may be NULL with room for none; `open_count`
/// says how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_open(
    server: *const sansmcp_server,
    tickets: *mut sansmcp_ticket,
    ticket_room: usize,
    open_count: *mut usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (tickets, place) =
            unsafe { (slice_mut(tickets, ticket_room)?, Place::new(open_count)?) };
        // SAFETY: as above.
        place.put(unsafe { with(server, |server| put_open(server.open(), tickets)) }?);
        Ok(())
    })())
}

/// Writes as many tickets as there is room for, and counts them all.
pub(crate) fn put_open(
    open: impl Iterator<Item = Ticket>,
    tickets: &mut [sansmcp_ticket],
) -> usize {
    let mut room = tickets.iter_mut();
    let mut count: usize = 0;
    for ticket in open {
        count = count.saturating_add(1);
        if let Some(place) = room.next() {
            *place = sansmcp_ticket::of(ticket);
        }
    }
    count
}

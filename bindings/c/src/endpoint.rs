//! The server over HTTP: one for all clients.

use core::mem::MaybeUninit;

use engine::Slot;
use engine::http::{Endpoint, Hub, Memory, Policy, Session, Stream};

use crate::delivery::sansmcp_delivery;
use crate::edge::{Place, at, at_mut, slice_mut};
use crate::endpoint_policy::sansmcp_endpoint_policy;
use crate::event::{sansmcp_event, sansmcp_ticket};
use crate::frame::sansmcp_frame;
use crate::http_head::{Read, sansmcp_head};
use crate::info::{check, sansmcp_server_info};
use crate::out::sansmcp_out;
use crate::result::{SANSMCP_NONE, done, sansmcp_result};
use crate::server::{sansmcp_connection, sansmcp_server, sansmcp_slot};
use crate::verdict::sansmcp_verdict;

/// What an endpoint keeps once. All zero bits when new; it holds no pointer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_hub {
    /// The engine's.
    pub connection: sansmcp_connection,
    /// The engine's.
    pub state: MaybeUninit<[u32; 6]>,
}

/// Memory for one session: give an endpoint as many as clients before 2026-07-28 may be connected
/// at once. All zero bits when new; it holds no pointer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_session {
    /// The engine's.
    pub state: MaybeUninit<[u64; 32]>,
}

/// Memory for one stream: give an endpoint as many as HTTP exchanges may be open at once, and some
/// for those that clients may come back to. All zero bits when new; it holds no pointer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_stream {
    /// The engine's.
    pub state: MaybeUninit<[u32; 8]>,
}

const _: () = assert!(size_of::<sansmcp_hub>() == size_of::<Hub>());
const _: () = assert!(align_of::<sansmcp_hub>() >= align_of::<Hub>());
const _: () = assert!(size_of::<sansmcp_session>() == size_of::<Session>());
const _: () = assert!(align_of::<sansmcp_session>() >= align_of::<Session>());
const _: () = assert!(size_of::<sansmcp_stream>() == size_of::<Stream>());
const _: () = assert!(align_of::<sansmcp_stream>() >= align_of::<Stream>());

/// The memory of an endpoint, the caller's: plain data that stays where it is. Larger tables serve
/// more at once; while anything in them is in use none may become shorter.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_endpoint_memory {
    /// What there is once, required.
    pub hub: *mut sansmcp_hub,
    /// The table of sessions; NULL if there is none.
    pub sessions: *mut sansmcp_session,
    /// How many sessions; at most 65,535 are used.
    pub session_count: usize,
    /// The table of streams.
    pub streams: *mut sansmcp_stream,
    /// How many streams; at most 65,534 are used.
    pub stream_count: usize,
    /// The table of open requests, of all clients.
    pub slots: *mut sansmcp_slot,
    /// How many slots; at most 65,534 are used.
    pub slot_count: usize,
}

/// A server over HTTP: pointers to what it says, to its policy and to its memory. It has no state
/// of its own, so it may be made whenever it is handy, and copied.
///
/// One exchange goes so: sansmcp_endpoint_judge looks at its head; then the body goes through
/// sansmcp_endpoint_receive, event by event, and each is answered with the server of
/// sansmcp_endpoint_server_of; each output goes through sansmcp_endpoint_deliver to a socket; at
/// last sansmcp_endpoint_received says what else is due. Then sansmcp_endpoint_next_output, until
/// there is none.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_endpoint {
    /// What it says of itself.
    pub info: *const sansmcp_server_info,
    /// What it lets in and offers; NULL is as one of all zero bits.
    pub policy: *const sansmcp_endpoint_policy,
    /// Its memory.
    pub memory: sansmcp_endpoint_memory,
}

/// Calls the engine's endpoint, for which the lists of the policy do not matter.
pub(crate) unsafe fn with<T>(
    endpoint: *const sansmcp_endpoint,
    call: impl FnOnce(&mut Endpoint<'_>) -> T,
) -> Result<T, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    unsafe {
        let policy = sansmcp_endpoint_policy::read(at(endpoint)?.policy)?;
        with_policy(endpoint, &policy, call)
    }
}

unsafe fn with_policy<T>(
    endpoint: *const sansmcp_endpoint,
    policy: &Policy<'_>,
    call: impl FnOnce(&mut Endpoint<'_>) -> T,
) -> Result<T, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers; the tables are of the same size as the
    // engine's, aligned, and all zero bits are one of their values.
    unsafe {
        let sansmcp_endpoint { info, memory, .. } = *at(endpoint)?;
        let memory = Memory {
            hub: at_mut(memory.hub.cast::<Hub>())?,
            sessions: slice_mut(memory.sessions.cast::<Session>(), memory.session_count)?,
            streams: slice_mut(memory.streams.cast::<Stream>(), memory.stream_count)?,
            slots: slice_mut(memory.slots.cast::<Slot>(), memory.slot_count)?,
        };
        Ok(call(&mut Endpoint::new(at(info)?, policy, memory)))
    }
}

/// Points an endpoint to what it needs, and looks through the tables of `info` and `policy` once.
/// `policy` may be NULL, which is as one of all zero bits.
///
/// SANSMCP_NOT_TEXT, SANSMCP_NOT_JSON, SANSMCP_OUT_OF_RANGE: a text, a schema or a number in the
/// tables is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_init(
    endpoint: *mut sansmcp_endpoint,
    info: *const sansmcp_server_info,
    policy: *const sansmcp_endpoint_policy,
    memory: *const sansmcp_endpoint_memory,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            check(at(info)?)?;
            sansmcp_endpoint_policy::hosts(policy)?;
            sansmcp_endpoint_policy::origins(policy)?;
            let made = sansmcp_endpoint { info, policy, memory: *at(memory)? };
            let place = Place::new(endpoint)?;
            with(&raw const made, |_| ())?;
            place.put(made);
        }
        Ok(())
    })())
}

/// Looks at the head of a request, before its body is read. `number` names the HTTP exchange from
/// now on, until its response has ended or sansmcp_endpoint_closed was called: any number that no
/// other exchange has meanwhile. `principal` is who asks, as far as the host knows, 0 for nobody in
/// particular. `now_ms` is the time in milliseconds from any start.
///
/// SANSMCP_OUT_OF_RANGE: the head has more than SANSMCP_MAX_HEADERS lines. SANSMCP_NOT_TEXT: the
/// method or a name is not UTF-8. Answer 431 and 400; nothing has happened.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_judge(
    endpoint: *mut sansmcp_endpoint,
    head: *const sansmcp_head,
    number: u32,
    principal: u64,
    now_ms: u64,
    verdict: *mut sansmcp_verdict,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (read, place) = (Read::of(head)?, Place::new(verdict)?);
            let policy = at(endpoint)?.policy;
            let hosts = sansmcp_endpoint_policy::hosts(policy)?;
            let origins = sansmcp_endpoint_policy::origins(policy)?;
            let plain = sansmcp_endpoint_policy::read(policy)?;
            let policy = Policy { hosts: hosts.list(), origins: origins.list(), ..plain };
            place.put(with_policy(endpoint, &policy, |endpoint| {
                let verdict = endpoint.judge(&read.head(), number, principal, now_ms);
                sansmcp_verdict::of(&verdict, policy.longest_body)
            })?);
        }
        Ok(())
    })())
}

/// Reads the next message of the body of a POST: the frame has its head, its principal, and its
/// number as route. SANSMCP_NONE: there are no more; call it until then, and then
/// sansmcp_endpoint_received. A batch (2025-03-26) is several events.
///
/// `random` are 16 random bytes that nobody can guess, new ones for each POST: a session that
/// begins gets them as its secret. A session that begins may take the place of one that rested
/// long: what was open in that is cancelled (sansmcp_endpoint_cancelled).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_receive(
    endpoint: *mut sansmcp_endpoint,
    frame: *mut sansmcp_frame,
    now_ms: u64,
    random: *const u8,
    event: *mut sansmcp_event,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (frame, random, place) =
                (at_mut(frame)?, at(random.cast::<[u8; 16]>())?, Place::new(event)?);
            let mut read = frame.read()?;
            let take = |read: &mut engine::Frame<'_>| {
                with(endpoint, |endpoint| {
                    endpoint.receive(read, now_ms, random).map(|event| sansmcp_event::of(&event))
                })
            };
            let event = if frame.head.is_null() {
                let event = take(&mut read)?;
                (frame.reading, frame.stream) = (read.reading(), read.stream());
                event
            } else {
                let lines = Read::of(frame.head)?;
                let head = lines.head();
                let mut read = read.under(&head);
                let event = take(&mut read)?;
                (frame.reading, frame.stream) = (read.reading(), read.stream());
                event
            };
            place.put(event.ok_or(SANSMCP_NONE)?);
        }
        Ok(())
    })())
}

/// What becomes of a POST whose body was read and whose events were dealt with: 202 where nothing
/// is to be answered, 4xx where it was refused, 503 where there was no room; the head of an event
/// stream where the answer is still to come and its client knows how to come back for it.
/// SANSMCP_NONE: nothing; the answers go out as they are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_received(
    endpoint: *mut sansmcp_endpoint,
    frame: *const sansmcp_frame,
    delivery: *mut sansmcp_delivery,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (frame, place) = (at(frame)?.read()?, Place::new(delivery)?);
            let received = with(endpoint, |endpoint| {
                endpoint.received(&frame).map(|delivery| sansmcp_delivery::of(&delivery))
            })?;
            place.put(received.ok_or(SANSMCP_NONE)?);
        }
        Ok(())
    })())
}

/// Says what becomes of an output: to which exchange it goes, as a JSON body or as an event, with
/// which head, and whether the response ends. Each output of a server of this endpoint, and of the
/// endpoint itself, has to come here once, in the order in which they were made, also those
/// without bytes.
///
/// The first decides the form: if it is the answer, the response is JSON; else events.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_deliver(
    endpoint: *mut sansmcp_endpoint,
    out: *const sansmcp_out,
    delivery: *mut sansmcp_delivery,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (out, place) = (at(out)?.read()?, Place::new(delivery)?);
            place.put(with(endpoint, |endpoint| sansmcp_delivery::of(&endpoint.deliver(out)))?);
        }
        Ok(())
    })())
}

unsafe fn make(
    endpoint: *mut sansmcp_endpoint,
    server: *mut sansmcp_server,
    session: impl FnOnce(&mut Endpoint<'_>) -> u16,
) -> Result<(), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    unsafe {
        let (sansmcp_endpoint { info, memory, .. }, place) = (*at(endpoint)?, Place::new(server)?);
        let session = with(endpoint, session)?;
        place.put(sansmcp_server {
            info,
            connection: memory.hub.cast::<sansmcp_connection>(),
            slots: memory.slots,
            slot_count: memory.slot_count,
            endpoint,
            session,
        });
    }
    Ok(())
}

/// The server that a ticket belongs to, to answer it with, to tell its progress, and so on; all
/// sansmcp_server functions but sansmcp_server_init and sansmcp_server_receive take it. What it
/// gives goes to sansmcp_endpoint_deliver. Of a ticket that is out of date it is one that says so.
///
/// The server refers to `endpoint`, which stays where it is meanwhile. Make it anew after each
/// sansmcp_endpoint_judge, sansmcp_endpoint_receive and sansmcp_endpoint_closed: its session may be
/// another's then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_server(
    endpoint: *mut sansmcp_endpoint,
    ticket: sansmcp_ticket,
    server: *mut sansmcp_server,
) -> sansmcp_result {
    let ticket = ticket.read();
    // SAFETY: as the crate demands of all pointers.
    done(unsafe { make(endpoint, server, |endpoint| endpoint.server(ticket).session()) })
}

/// The server that the message which was read last of a frame belongs to, also if it has no
/// ticket. As sansmcp_endpoint_server.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_endpoint_server_of(
    endpoint: *mut sansmcp_endpoint,
    frame: *const sansmcp_frame,
    server: *mut sansmcp_server,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let frame = at(frame)?.read()?;
            make(endpoint, server, |endpoint| endpoint.server_of(&frame).session())
        }
    })())
}

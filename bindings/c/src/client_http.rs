//! The client over HTTP: heads out, responses in.

use engine::client::{Expect, Remote, Verb};
use engine::{Error, Ticket};

use crate::client::{sansmcp_client, with};
use crate::client_info::sansmcp_client_info;
use crate::edge::{Place, at, optional, slice, slice_mut};
use crate::event::sansmcp_ticket;
use crate::events::SANSMCP_NO_RETRY;
use crate::frame::sansmcp_route;
use crate::header::{Headers, sansmcp_header};
use crate::json::parse;
use crate::out::{sansmcp_out, verb_of};
use crate::result::{done, sansmcp_result};
use crate::server::{sansmcp_connection, sansmcp_slot};
use crate::text::sansmcp_str;

/// What is remembered of one server over HTTP: its session, and how far its event stream was read.
/// All zero bits when new. 408 bytes.
#[repr(C)]
pub struct sansmcp_remote {
    /// The engine's.
    pub state: [u64; 51],
}

const _: () = assert!(size_of::<sansmcp_remote>() == size_of::<Remote>());
const _: () = assert!(align_of::<sansmcp_remote>() >= align_of::<Remote>());

/// As sansmcp_client_init, for a server over Streamable HTTP. Each message is an HTTP exchange of
/// its own then:
///
/// - Each output is a request: its verb, its path (yours), the lines of sansmcp_client_head, and
///   its bytes as the body. Remember its route with the socket. One without bytes that is_last
///   closes the exchange of its route instead.
/// - When the head of the response is there, sansmcp_client_responded says how to read its body.
/// - A body, or each event of a stream, is a frame; set its route to that of the exchange and give
///   it to sansmcp_client_receive.
/// - When the response has ended, or no response came, call sansmcp_client_closed with the route.
/// - After each of these, and at sansmcp_client_next_deadline, call sansmcp_client_expire until it
///   gives nothing, and sansmcp_client_next_output until it gives nothing.
///
/// Several exchanges are open at a time: as many as there are open requests, one for an event
/// stream, and those of messages that nobody answers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_init_http(
    client: *mut sansmcp_client,
    info: *const sansmcp_client_info,
    connection: *mut sansmcp_connection,
    slots: *mut sansmcp_slot,
    slot_count: usize,
    remote: *mut sansmcp_remote,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let place = unsafe {
            at(info)?.check()?;
            at(connection)?;
            slice_mut(slots, slot_count)?;
            at(remote)?;
            Place::new(client)?
        };
        place.put(sansmcp_client { info, connection, slots, slot_count, remote });
        Ok(())
    })())
}

/// The id of the session (up to 2025-11-25), of length 0 where there is none; NULL if `remote` is.
/// It is ASCII, lies in `remote`, and lasts until the next call with its client. It is a secret:
/// keep it out of logs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_remote_session(remote: *const sansmcp_remote) -> sansmcp_str {
    // SAFETY: as the crate demands of all pointers; of the same size, and all zero bits are one of
    // its values.
    match unsafe { at(remote.cast::<Remote>()) } {
        Ok(remote) => sansmcp_str::bytes(remote.session()),
        Err(_) => sansmcp_str::NONE,
    }
}

/// The name of a sansmcp_verb as it goes on the wire, such as `POST`; NULL for other numbers. The
/// text lasts for ever.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_verb_name(number: u8) -> sansmcp_str {
    sansmcp_str::of_optional(verb_of(number).map(Verb::name))
}

/// Writes the lines of the request head that go with an output into a buffer, each with CR and LF
/// at its end: `Accept`, `Content-Type`, what the protocol wants besides. Yours are the request
/// line, `Host`, `Content-Length`, `Authorization`. No value has an end of a line in it.
///
/// `schema` is the input schema of the tool that is called, JSON text, if it is known: some
/// arguments may have to go into headers (from 2026-07-28 on). Leave it out for all else.
///
/// Call it before anything else is done with the client. 2 KiB are mostly enough; names of tools,
/// URIs and arguments go into it, and the id of the session.
///
/// SANSMCP_SHORT: `lines` is NULL with the length that it takes. SANSMCP_NOT_TEXT: a value cannot
/// be said in a header. SANSMCP_NOT_JSON: the schema is not JSON, or the output is no message.
/// SANSMCP_NOT_SUPPORTED: the client is on a pipe, or the method has what no header can say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_head(
    client: *const sansmcp_client,
    out: *const sansmcp_out,
    schema: sansmcp_str,
    buffer: *mut u8,
    buffer_len: usize,
    lines: *mut sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (out, buffer, place) =
            unsafe { (at(out)?.read()?, slice_mut(buffer, buffer_len)?, Place::new(lines)?) };
        // SAFETY: as above.
        let schema = match unsafe { optional(schema) }? {
            // SAFETY: as above.
            Some(_) => Some(unsafe { parse(schema) }?),
            None => None,
        };
        // SAFETY: as above.
        match unsafe { with(client, |client| client.head(&out, schema, buffer)) }? {
            Ok(lines) => place.put(sansmcp_str::of(lines.as_str())),
            Err(error) => {
                if let Error::Short { need } = error {
                    place.put(sansmcp_str { len: need, ..sansmcp_str::NONE });
                }
                return Err(error.into());
            }
        }
        Ok(())
    })())
}

/// What to do with the body of a response; the value of sansmcp_expect.kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_expect_kind {
    /// It says nothing: drop it; then sansmcp_client_closed.
    SANSMCP_EXPECT_NOTHING = 0,
    /// Read it whole, up to a bound of yours, and give it to sansmcp_client_receive as a frame with
    /// the route of the exchange; then sansmcp_client_closed. Of one beyond your bound give a frame
    /// without data, with overlong_len (what you have seen of it) and SANSMCP_OVERLONG_RESPONSE.
    SANSMCP_EXPECT_JSON = 1,
    /// Read it as an event stream (sansmcp_events): give each event to sansmcp_client_receive as a
    /// frame with the route of the exchange, and sansmcp_client_seen what it says of itself; at the
    /// end of the stream, or where it breaks off, sansmcp_client_closed.
    SANSMCP_EXPECT_EVENTS = 2,
    /// 401 or 403: drop it. The exchange is suspended until sansmcp_client_again or
    /// sansmcp_client_cancel; a notification or an answer that was denied is not sent again.
    SANSMCP_EXPECT_DENIED = 3,
}

/// What to do with the body of a response.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_expect {
    /// Of SANSMCP_EXPECT_DENIED the challenge, `WWW-Authenticate` as it came, of length 0 if there
    /// is none; else NULL. It lies in the headers that were given.
    pub challenge: sansmcp_str,
    /// Of SANSMCP_EXPECT_DENIED what was denied: a request, or the handshake, which
    /// sansmcp_client_again takes too. All zero for a message that nobody answers.
    pub ticket: sansmcp_ticket,
    /// A sansmcp_expect_kind.
    pub kind: u8,
}

impl sansmcp_expect {
    fn of(expect: Expect<'_>) -> Self {
        let (kind, ticket, challenge) = match expect {
            Expect::Nothing => {
                (sansmcp_expect_kind::SANSMCP_EXPECT_NOTHING, Ticket::NONE, sansmcp_str::NONE)
            }
            Expect::Json => {
                (sansmcp_expect_kind::SANSMCP_EXPECT_JSON, Ticket::NONE, sansmcp_str::NONE)
            }
            Expect::Events => {
                (sansmcp_expect_kind::SANSMCP_EXPECT_EVENTS, Ticket::NONE, sansmcp_str::NONE)
            }
            Expect::Denied { ticket, challenge } => {
                (sansmcp_expect_kind::SANSMCP_EXPECT_DENIED, ticket, sansmcp_str::bytes(challenge))
            }
        };
        Self { challenge, ticket: sansmcp_ticket::of(ticket), kind: kind as u8 }
    }
}

/// Takes the head of the response to a request: the route of the output, the status, and the lines,
/// at most SANSMCP_MAX_HEADERS of them. What is read of them is `Content-Type`, `Mcp-Session-Id`
/// and `WWW-Authenticate`, so others may be left out.
///
/// Call sansmcp_client_expire until it gives nothing afterwards. Where no response comes at all
/// call sansmcp_client_closed alone. Redirections are yours to follow, or not.
///
/// SANSMCP_OUT_OF_RANGE: there are too many lines, or the route is none. SANSMCP_NOT_TEXT: a name
/// is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_responded(
    client: *mut sansmcp_client,
    route: sansmcp_route,
    status: u16,
    headers: *const sansmcp_header,
    header_count: usize,
    now_ms: u64,
    expect: *mut sansmcp_expect,
) -> sansmcp_result {
    done((|| {
        let route = route.read()?;
        // SAFETY: as the crate demands of all pointers.
        let (headers, place) =
            unsafe { (Headers::read(headers, header_count)?, Place::new(expect)?) };
        // SAFETY: as above.
        let expect = unsafe {
            with(client, |client| {
                sansmcp_expect::of(client.responded(route, status, headers.lines(), now_ms))
            })
        }?;
        place.put(expect);
        Ok(())
    })())
}

/// Takes what an event stream said of itself: the last id (sansmcp_events_last_id) and how long to
/// wait before it is asked for again (sansmcp_events_retry). Call it after each event, and at the
/// end of the stream before sansmcp_client_closed: an event without data says something too.
/// Nothing (length 0, SANSMCP_NO_RETRY) leaves what was said before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_seen(
    client: *mut sansmcp_client,
    route: sansmcp_route,
    last_id: sansmcp_str,
    retry_ms: u64,
) -> sansmcp_result {
    done((|| {
        let route = route.read()?;
        // SAFETY: as the crate demands of all pointers.
        let last_id = unsafe { slice(last_id.data.cast::<u8>(), last_id.len) }?;
        let retry = (retry_ms != SANSMCP_NO_RETRY).then_some(retry_ms);
        // SAFETY: as above.
        unsafe { with(client, |client| client.seen(route, last_id, retry)) }
    })())
}

/// Ends the session, where there is one: sansmcp_client_next_output says so to the server (DELETE),
/// which may not want to know. Nothing can be called afterwards. On a pipe, and from 2026-07-28 on,
/// it does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_leave(client: *mut sansmcp_client) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe { with(client, |client| client.leave()) })
}

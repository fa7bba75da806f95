//! What the server asks of the client in the course of a call.

use core::array;

use engine::rules::{Capabilities, Method};
use engine::schema::Json;
use engine::{Ask, Event, EventKind, Input, Limits, Out, Parts, Resumed, Ticket};

use crate::edge::{Place, at, slice, slice_mut, text};
use crate::event::{sansmcp_event, sansmcp_ticket};
use crate::info::said;
use crate::object::sansmcp_object;
use crate::out::sansmcp_out;
use crate::policy::patience;
use crate::result::{
    SANSMCP_NOT_SUPPORTED, SANSMCP_NULL_POINTER, SANSMCP_OUT_OF_RANGE, done, sansmcp_result,
};
use crate::server::{sansmcp_server, send, with};
use crate::text::sansmcp_str;

/// How long the client may take to answer. All zero bits: as long as is usual. Before 2026-07-28;
/// since then the server does not wait.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_limits {
    /// Since the request was sent or the last progress on it came, in milliseconds. 0: five
    /// minutes. SANSMCP_FOREVER: no limit, and no progress is asked for.
    pub idle_ms: u32,
    /// In all, in milliseconds. 0: one hour. SANSMCP_FOREVER: no limit.
    pub hard_ms: u32,
}

impl sansmcp_limits {
    fn of(self) -> Limits {
        let usual = Limits::DEFAULT;
        Limits {
            idle_ms: patience(self.idle_ms, usual.idle_ms),
            hard_ms: patience(self.hard_ms, usual.hard_ms),
        }
    }

    /// Limits that may be left out.
    unsafe fn read(of: *const Self) -> Limits {
        // SAFETY: as the crate demands of all pointers.
        unsafe { at(of) }.map_or(Limits::DEFAULT, |limits| limits.of())
    }
}

/// How many things can be asked for at once.
pub const SANSMCP_MAX_INPUTS: usize = 16;

/// One thing to ask the client for.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_ask_input {
    /// The name under which the answer comes back (sansmcp_event_input_response); no other in the
    /// same question has it.
    pub key: sansmcp_str,
    /// The params of the method, such as `{"message":"Sure?","requestedSchema":{}}`; NULL where
    /// there is nothing to say, as for the roots.
    pub params: *const sansmcp_object,
    /// A sansmcp_input_kind.
    pub kind: u8,
}

/// All that is asked at once. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_ask {
    /// What is wanted. Before 2026-07-28 one is asked after the other.
    pub inputs: *const sansmcp_ask_input,
    /// How many; at most SANSMCP_MAX_INPUTS.
    pub input_count: usize,
    /// What the application has to know when the call comes again (sansmcp_event_request_state).
    /// From 2026-07-28 on the client sees it and can change it: sansmcp_seal_close makes one of
    /// which that is found out.
    pub state: sansmcp_str,
    /// How long each answer may take.
    pub limits: sansmcp_limits,
}

fn method_of(kind: u8) -> Result<Method, sansmcp_result> {
    match kind {
        1 => Ok(Method::Elicit),
        2 => Ok(Method::CreateMessage),
        3 => Ok(Method::ListRoots),
        _ => Err(SANSMCP_OUT_OF_RANGE),
    }
}

impl sansmcp_ask_input {
    /// Looks at all pointers, texts and numbers.
    unsafe fn check(&self) -> Result<(), sansmcp_result> {
        method_of(self.kind)?;
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            if self.key.data.is_null() {
                return Err(SANSMCP_NULL_POINTER);
            }
            text(self.key)?;
            sansmcp_object::of(self.params).map(|_| ())
        }
    }

    /// The engine's; it was looked at before.
    fn read<'a>(&self) -> Input<'a> {
        // SAFETY: as the crate demands of all pointers.
        let params = unsafe { at(self.params) };
        Input {
            key: said(self.key),
            method: method_of(self.kind).unwrap_or(Method::Custom),
            params: match params {
                Ok(params) => params,
                Err(_) => &Json::EMPTY,
            },
        }
    }
}

/// Asks the client for something that a call needs: `event` is the call
/// (SANSMCP_EVENT_CALL_TOOL, SANSMCP_EVENT_READ_RESOURCE or SANSMCP_EVENT_GET_PROMPT), as it came
/// or as sansmcp_server_resume gave it. Look first what the client can do
/// (sansmcp_event_capabilities), and answer one that cannot with sansmcp_server_undeclared.
///
/// From 2026-07-28 on the call has ended with this, and comes again with the answers. Before, it
/// stays open: copy `out.keep`, which lies in `tx` behind the message, to where it is found again
/// by the ticket of the call, and give it to sansmcp_server_resume when the answer comes
/// (SANSMCP_EVENT_ANSWERED). Either way the handler of the call runs from its start, and finds the
/// answers with sansmcp_event_input_response.
///
/// SANSMCP_UNDECLARED: the client did not declare one of the things. SANSMCP_NOT_SUPPORTED: it is
/// another event, a key stands twice, nothing is asked, or the revision has no words for it.
/// SANSMCP_NOT_READY: the client has not said that it is initialized. SANSMCP_BUSY: no slot is
/// free. SANSMCP_OUT_OF_RANGE: too many inputs, or a kind that is none. SANSMCP_SHORT: before
/// 2026-07-28 `out.need` may say up to 46 bytes more than it takes. The call is open as before
/// then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_ask(
    server: *mut sansmcp_server,
    event: *const sansmcp_event,
    ask: *const sansmcp_ask,
    now_ms: u64,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (event, ask) = (at(event)?.read()?, at(ask)?);
            let given = slice(ask.inputs, ask.input_count)?;
            if given.len() > SANSMCP_MAX_INPUTS {
                return Err(SANSMCP_OUT_OF_RANGE);
            }
            for input in given {
                input.check()?;
            }
            let (state, limits) = (text(ask.state)?, ask.limits.of());
            let inputs: [Input<'_>; SANSMCP_MAX_INPUTS] = array::from_fn(|index| {
                given.get(index).map_or(Input::list_roots(""), sansmcp_ask_input::read)
            });
            let inputs = inputs.get(..given.len()).unwrap_or_default();
            send(server, tx, tx_len, out, |server, tx| {
                server.ask(&event.request(), &Ask { inputs, state, limits }, now_ms, tx)
            })
        }
    })())
}

/// Makes the call again of what was kept when the question was asked (`out.keep` of the call
/// sansmcp_event_parent) and of the answer that came (SANSMCP_EVENT_ANSWERED); or asks the next
/// question. `limits` are those of that one; NULL: the usual ones.
///
/// After SANSMCP_OK either `call` is the call again, under the ticket that it had, and `out` has no
/// bytes; or the kind of `call` is 0 and `out` has the next question: send it, and keep `out.keep`
/// in the place of `kept`. Both have nothing where the call was cancelled. The call lies in `tx`
/// and lasts as long: answer it with another buffer.
///
/// SANSMCP_REJECTED: the client did not answer with a result (sansmcp_event_outcome says more), or
/// not in time; the call is still open, and yours to answer. SANSMCP_NOT_JSON: `kept` is not what
/// was given. SANSMCP_NOT_SUPPORTED: it is another event, or an answer to something that belongs to
/// no such call. SANSMCP_STALE: the call has ended. Else as sansmcp_server_ask.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_resume(
    server: *mut sansmcp_server,
    event: *const sansmcp_event,
    kept: sansmcp_str,
    limits: *const sansmcp_limits,
    now_ms: u64,
    tx: *mut u8,
    tx_len: usize,
    call: *mut sansmcp_event,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (event, kept, limits) =
            unsafe { (at(event)?.read()?, text(kept)?, sansmcp_limits::read(limits)) };
        // SAFETY: as above.
        let (tx, place, place_out) =
            unsafe { (slice_mut(tx, tx_len)?, Place::new(call)?, Place::new(out)?) };
        let Event::Answered(answered) = event else { return Err(SANSMCP_NOT_SUPPORTED) };
        // SAFETY: as above.
        let resumed =
            unsafe { with(server, |server| server.resume(&answered, kept, &limits, now_ms, tx)) }?;
        let (event, out) = match resumed {
            Ok(Resumed::Event(event)) => (sansmcp_event::of(&event), Ok(Out::NOTHING)),
            Ok(Resumed::Asked(out)) => (sansmcp_event::nothing(), Ok(out)),
            Err(error) => return place_out.send(Err(error)),
        };
        place.put(event);
        place_out.send(out)
    })())
}

impl sansmcp_event {
    /// No event.
    fn nothing() -> Self {
        let nothing = Event::from_parts(EventKind::Ignored, "", Parts::default());
        Self { kind: 0, text: sansmcp_str::NONE, ..Self::of(&nothing) }
    }
}

/// Sends a request of your own to the client, whose answer comes as SANSMCP_EVENT_ANSWERED with
/// the ticket that this gives. Prefer sansmcp_server_ask, which works in all revisions. With the
/// ticket of a call as `parent` it belongs to that call and ends with it; with one of all zero bits
/// to the connection. `params` may be NULL, and `limits`: the usual ones. sansmcp_server_abandon
/// takes it back.
///
/// No bytes, and a ticket of all zero bits, where the call was cancelled.
///
/// SANSMCP_USE_ASK: from 2026-07-28 on there are no such requests. SANSMCP_NOT_READY: the client
/// has not said that it is initialized (`ping` goes before). SANSMCP_UNDECLARED: it did not
/// declare what this needs. SANSMCP_NOT_SUPPORTED: the revision lacks the method, or it is a
/// notification. SANSMCP_BUSY: no slot is free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_request(
    server: *mut sansmcp_server,
    parent: sansmcp_ticket,
    method: sansmcp_str,
    params: *const sansmcp_object,
    limits: *const sansmcp_limits,
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
            let (limits, place) = (sansmcp_limits::read(limits), Place::new(ticket)?);
            let mut given = Ticket::NONE;
            send(server, tx, tx_len, out, |server, tx| {
                let (ticket, out) =
                    server.request(parent.read(), method, params, &limits, now_ms, tx)?;
                given = ticket;
                Ok(out)
            })?;
            place.put(sansmcp_ticket::of(given));
        }
        Ok(())
    })())
}

/// Answers a request with the error that it needs something which the client did not declare, and
/// says what: bits of sansmcp_capability.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_server_undeclared(
    server: *mut sansmcp_server,
    ticket: sansmcp_ticket,
    needed: u32,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe {
        send(server, tx, tx_len, out, |server, tx| {
            server.undeclared(ticket.read(), Capabilities(needed), tx)
        })
    })
}

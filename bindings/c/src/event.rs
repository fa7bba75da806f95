//! Events: what a frame turned out to be.

use core::mem::MaybeUninit;

use engine::json::{Span, Text};
use engine::rules::Refusal;
use engine::{Event, EventKind, Parts, Ticket};

use crate::client_event::{FIRST, name_of, sansmcp_client_event_kind};
use crate::edge::{Place, at, own, text};
use crate::result::{SANSMCP_NONE, SANSMCP_OUT_OF_RANGE, done, sansmcp_result};
use crate::text::{sansmcp_str, sansmcp_text};

/// What came in to a server; the value of sansmcp_event.kind. sansmcp_server_reply answers all of
/// them as far as the engine can: give it every event that is not yours.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_event_kind {
    /// `initialize`.
    SANSMCP_EVENT_INITIALIZE = 1,
    /// `notifications/initialized`: the server may speak first from now on.
    SANSMCP_EVENT_INITIALIZED = 2,
    /// `server/discover`.
    SANSMCP_EVENT_DISCOVER = 3,
    /// `ping`.
    SANSMCP_EVENT_PING = 4,
    /// `tools/list`: sansmcp_server_reply answers it from your table of tools, sansmcp_server_page
    /// tool by tool; so with the other lists.
    SANSMCP_EVENT_LIST_TOOLS = 5,
    /// `tools/call`: yours to answer.
    SANSMCP_EVENT_CALL_TOOL = 6,
    /// The peer gave up on a request that was open: stop its work, and answer late (nothing is
    /// written) or abandon its ticket. Of a listen: it has ended, and nothing is to be done.
    SANSMCP_EVENT_CANCELLED = 7,
    /// A request that the protocol does not know: yours to answer, if it is one of yours.
    SANSMCP_EVENT_REQUEST = 8,
    /// A notification that the protocol does not know, or one that needs nothing done.
    SANSMCP_EVENT_NOTIFICATION = 9,
    /// A request that breaks a rule: sansmcp_server_reply answers it with the error.
    SANSMCP_EVENT_REFUSED = 10,
    /// A message that needs no answer and means nothing here: for a log.
    SANSMCP_EVENT_IGNORED = 11,
    /// `resources/list`.
    SANSMCP_EVENT_LIST_RESOURCES = 12,
    /// `resources/templates/list`.
    SANSMCP_EVENT_LIST_TEMPLATES = 13,
    /// `prompts/list`.
    SANSMCP_EVENT_LIST_PROMPTS = 14,
    /// `resources/read`: yours to answer (sansmcp_event_uri), with sansmcp_server_contents.
    SANSMCP_EVENT_READ_RESOURCE = 15,
    /// `prompts/get`: yours to answer (sansmcp_event_name, sansmcp_event_arg), with
    /// sansmcp_server_messages.
    SANSMCP_EVENT_GET_PROMPT = 16,
    /// `completion/complete`: yours to answer (sansmcp_event_reference), with
    /// sansmcp_server_completion; sansmcp_server_reply has no suggestions.
    SANSMCP_EVENT_COMPLETE = 17,
    /// `logging/setLevel`: sansmcp_server_reply takes it over.
    SANSMCP_EVENT_SET_LEVEL = 18,
    /// `resources/subscribe`: sansmcp_server_reply notes it, and sansmcp_server_updated tells of
    /// changes from then on.
    SANSMCP_EVENT_SUBSCRIBE = 19,
    /// `resources/unsubscribe`: sansmcp_server_reply takes the subscription back.
    SANSMCP_EVENT_UNSUBSCRIBE = 20,
    /// `subscriptions/listen`: sansmcp_server_reply acknowledges all that is offered,
    /// sansmcp_server_accept what you choose.
    SANSMCP_EVENT_LISTEN = 21,
    /// A request of yours ended: the client answered it, or time ran out (sansmcp_event_outcome).
    /// What was asked with sansmcp_server_ask goes to sansmcp_server_resume. Its ticket is that of
    /// the request, which is over; that of the call is sansmcp_event_parent.
    SANSMCP_EVENT_ANSWERED = 22,
}

const _: () = {
    assert!(sansmcp_event_kind::SANSMCP_EVENT_INITIALIZE as u8 == EventKind::Initialize as u8);
    assert!(sansmcp_event_kind::SANSMCP_EVENT_CALL_TOOL as u8 == EventKind::CallTool as u8);
    assert!(sansmcp_event_kind::SANSMCP_EVENT_IGNORED as u8 == EventKind::Ignored as u8);
    assert!(sansmcp_event_kind::SANSMCP_EVENT_COMPLETE as u8 == EventKind::Complete as u8);
    assert!(sansmcp_event_kind::SANSMCP_EVENT_ANSWERED as u8 == EventKind::Answered as u8);
    assert!(EventKind::ALL.len() == 22);
};

/// Names one request until it is answered. One that is out of date is an error value, never a
/// mix-up. All zero bits: no request. 8 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_ticket {
    /// How often its slot was used, from 1.
    pub generation: u32,
    /// The place of its slot in the table.
    pub index: u16,
}

impl sansmcp_ticket {
    pub(crate) fn of(ticket: Ticket) -> Self {
        Self { generation: ticket.generation, index: ticket.index }
    }

    pub(crate) fn read(self) -> Ticket {
        Ticket { generation: self.generation, index: self.index }
    }
}

/// One event: plain numbers over the text of its message, which lies in the frame.
///
/// It lasts as long as the frame. To keep it longer, copy the len bytes at text.data, copy the
/// event, and let text.data of the copy point to the copied bytes. Often the ticket alone is
/// enough.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_event {
    /// A sansmcp_event_kind; of a client's a sansmcp_client_event_kind.
    pub kind: u8,
    /// The request to answer, the one that was cancelled, or the one of ours that it is of.
    pub ticket: sansmcp_ticket,
    /// The message.
    pub text: sansmcp_str,
    /// The engine's: where its parts stand in the text.
    pub parts: MaybeUninit<[u32; 32]>,
}

const _: () = assert!(size_of::<Parts>() == size_of::<MaybeUninit<[u32; 32]>>());
const _: () = assert!(align_of::<Parts>() <= align_of::<MaybeUninit<[u32; 32]>>());

impl sansmcp_event {
    pub(crate) fn of(event: &Event<'_>) -> Self {
        let (kind, text, parts) = event.raw();
        Self::put_together(kind as u8, text, parts)
    }

    pub(crate) fn put_together(kind: u8, text: &str, parts: Parts) -> Self {
        let mut place = MaybeUninit::<[u32; 32]>::zeroed();
        // SAFETY: of the same size, and aligned.
        unsafe { place.as_mut_ptr().cast::<Parts>().write(parts) };
        Self {
            kind,
            ticket: sansmcp_ticket::of(parts.ticket),
            text: sansmcp_str::of(text),
            parts: place,
        }
    }

    pub(crate) fn parts(&self) -> Parts {
        // SAFETY: of the same size, aligned, and numbers only, for which all bits will do.
        unsafe { self.parts.as_ptr().cast::<Parts>().read() }
    }

    /// The engine's event over the same text.
    pub(crate) unsafe fn read<'f>(&self) -> Result<Event<'f>, sansmcp_result> {
        let kind = EventKind::from_number(self.kind).ok_or(SANSMCP_OUT_OF_RANGE)?;
        // SAFETY: as the crate demands of all pointers.
        Ok(Event::from_parts(kind, unsafe { self.own_text() }?, self.parts()))
    }

    pub(crate) unsafe fn own_text<'f>(&self) -> Result<&'f str, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe { own(self.text.data.cast(), self.text.len) }
    }
}

/// The piece of an event's message that `which` picks, as it was written.
unsafe fn piece<'f>(
    event: *const sansmcp_event,
    which: impl FnOnce(&Parts) -> Span,
) -> Option<&'f str> {
    // SAFETY: as the crate demands of all pointers.
    let event = unsafe { at(event) }.ok()?;
    // SAFETY: as the crate demands of all pointers.
    let text = unsafe { event.own_text() }.ok()?;
    which(&event.parts()).of(text)
}

/// As `piece`, of a string: its inside.
unsafe fn string(event: *const sansmcp_event, which: impl FnOnce(&Parts) -> Span) -> sansmcp_text {
    // SAFETY: as the crate demands of all pointers.
    let inside = unsafe { piece(event, which) }
        .and_then(|piece| piece.strip_prefix('"')?.strip_suffix('"'))
        .and_then(Text::parse);
    sansmcp_text::of(inside)
}

/// The request's id as written, quotes included. NULL: it has none that could be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_id(event: *const sansmcp_event) -> sansmcp_str {
    // SAFETY: as the crate demands of all pointers.
    sansmcp_str::of_optional(unsafe { piece(event, |parts| parts.id) })
}

/// The method's name. NULL: there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_method(event: *const sansmcp_event) -> sansmcp_text {
    // SAFETY: as the crate demands of all pointers.
    unsafe { string(event, |parts| parts.method_name) }
}

/// The name of the tool that is called, or of the prompt that is asked for. NULL: the message has
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_name(event: *const sansmcp_event) -> sansmcp_text {
    // SAFETY: as the crate demands of all pointers.
    unsafe { string(event, |parts| parts.name) }
}

/// The params as JSON text, an object. NULL: the message has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_params(event: *const sansmcp_event) -> sansmcp_str {
    // SAFETY: as the crate demands of all pointers.
    sansmcp_str::of_optional(unsafe { piece(event, |parts| parts.params) })
}

/// The `_meta` of the params as JSON text, an object. NULL: the message has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_meta(event: *const sansmcp_event) -> sansmcp_str {
    // SAFETY: as the crate demands of all pointers.
    sansmcp_str::of_optional(unsafe { piece(event, |parts| parts.meta) })
}

/// The client's name and version as JSON text, an object. NULL: the message does not say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_client_info(event: *const sansmcp_event) -> sansmcp_str {
    // SAFETY: as the crate demands of all pointers.
    sansmcp_str::of_optional(unsafe { piece(event, |parts| parts.client_info) })
}

/// The arguments of a call or of a prompt as JSON text, an object. NULL: the call has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_arguments(event: *const sansmcp_event) -> sansmcp_str {
    // SAFETY: as the crate demands of all pointers.
    sansmcp_str::of_optional(unsafe { piece(event, |parts| parts.arguments) })
}

/// The argument `key` of a call or of a prompt, if it is a string: its inside. SANSMCP_NONE: there
/// is no such argument, or it is something else, which sansmcp_json_get gives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_arg(
    event: *const sansmcp_event,
    key: sansmcp_str,
    value: *mut sansmcp_text,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (event, key, place) = unsafe { (at(event)?, text(key)?, Place::new(value)?) };
        // SAFETY: as the crate demands of all pointers.
        match unsafe { event.read() }? {
            Event::CallTool(call) | Event::GetPrompt(call) | Event::Request(call) => {
                place.put(sansmcp_text::of(Some(call.arg(key).ok_or(SANSMCP_NONE)?)));
                Ok(())
            }
            _ => Err(SANSMCP_NONE),
        }
    })())
}

/// The cursor of a request for a list. NULL: it asks for the first page.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_cursor(event: *const sansmcp_event) -> sansmcp_text {
    // SAFETY: as the crate demands of all pointers.
    unsafe { string(event, |parts| parts.cursor) }
}

/// Why a request was cancelled. NULL: the peer does not say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_reason(event: *const sansmcp_event) -> sansmcp_text {
    // SAFETY: as the crate demands of all pointers.
    unsafe { string(event, |parts| parts.reason) }
}

/// The revision that was asked for. NULL: the message does not say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_requested_version(
    event: *const sansmcp_event,
) -> sansmcp_text {
    // SAFETY: as the crate demands of all pointers.
    unsafe { string(event, |parts| parts.version) }
}

/// The revision that a request is served in, such as `2025-11-25`. NULL: it belongs to none. The
/// text lasts for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_revision(event: *const sansmcp_event) -> sansmcp_str {
    // SAFETY: as the crate demands of all pointers.
    let number = unsafe { at(event) }.map_or(0, |event| event.parts().revision);
    let revision = engine::Revision::from_number(number);
    sansmcp_str::of_optional(revision.map(engine::Revision::name))
}

/// Whether the peer asked for progress notifications.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_wants_progress(event: *const sansmcp_event) -> bool {
    // SAFETY: as the crate demands of all pointers.
    unsafe { at(event) }.is_ok_and(|event| !event.parts().token.is_none())
}

fn refusal(event: *const sansmcp_event) -> Option<Refusal> {
    // SAFETY: as the crate demands of all pointers.
    let event = unsafe { at(event) }.ok()?;
    // Other events of a client have other numbers there.
    let is_refusal = event.kind < FIRST
        || event.kind == sansmcp_client_event_kind::SANSMCP_CLIENT_EVENT_REFUSED as u8
        || event.kind == sansmcp_client_event_kind::SANSMCP_CLIENT_EVENT_IGNORED as u8;
    if is_refusal { Refusal::from_number(event.parts().refusal) } else { None }
}

/// The code of the error that a refused message gets, such as -32700; 0: nothing is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_refusal_code(event: *const sansmcp_event) -> i32 {
    refusal(event).map_or(0, |refusal| refusal.words().code.0)
}

/// Which rule a refused or ignored message breaks, in words as they stand in JSON. NULL: nothing
/// is wrong. The text lasts for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_refusal_text(event: *const sansmcp_event) -> sansmcp_text {
    let words = refusal(event).map(|refusal| refusal.words().message);
    sansmcp_text::of(words.and_then(Text::parse))
}

/// The name of a sansmcp_event_kind or a sansmcp_client_event_kind for logs, such as `call_tool`;
/// NULL for other numbers. The text lasts for ever.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_event_kind_name(kind: u8) -> sansmcp_str {
    let name = EventKind::from_number(kind).map(EventKind::name).or_else(|| name_of(kind));
    sansmcp_str::of_optional(name)
}

/// The ticket as one number below 2^48.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_ticket_number(ticket: sansmcp_ticket) -> u64 {
    ticket.read().number()
}

/// The ticket of a number; no request for 2^48 and more.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_ticket_of_number(number: u64) -> sansmcp_ticket {
    sansmcp_ticket::of(Ticket::from_number(number))
}

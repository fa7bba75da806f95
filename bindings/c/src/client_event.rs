//! Events of a client: what a frame turned out to be for it.

use engine::client::{Event, EventKind, Pause};
use engine::json::{Kind, Raw, Text};
use engine::rules::{Capabilities, Method, What};

use crate::edge::{Place, at};
use crate::event::{sansmcp_event, sansmcp_ticket};
use crate::policy::sansmcp_policy;
use crate::request;
use crate::result::{SANSMCP_NONE, SANSMCP_OUT_OF_RANGE, done, sansmcp_result};
use crate::server::sansmcp_number;
use crate::server_event;
use crate::text::{sansmcp_str, sansmcp_text};

/// The kinds of a client's events begin after this, so that none is taken for one of a server's.
pub(crate) const FIRST: u8 = 64;

/// What came in to a client; the value of sansmcp_event.kind. Give each event to
/// sansmcp_client_reply that is not answered otherwise.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_client_event_kind {
    /// The server is there: calls can be made from now on.
    SANSMCP_CLIENT_EVENT_CONNECTED = 65,
    /// No connection came about, or it ended: all that was open has ended before.
    SANSMCP_CLIENT_EVENT_FAILED = 66,
    /// A request of yours came to its end (sansmcp_event_outcome). Its ticket is over.
    SANSMCP_CLIENT_EVENT_ANSWERED = 67,
    /// The server wants input of the user or the model: answer with sansmcp_client_provide or
    /// sansmcp_client_refuse.
    SANSMCP_CLIENT_EVENT_INPUT_NEEDED = 68,
    /// A request of yours has to be sent again (sansmcp_client_again), or given up
    /// (sansmcp_client_cancel).
    SANSMCP_CLIENT_EVENT_SUSPENDED = 69,
    /// Progress on a request of yours.
    SANSMCP_CLIENT_EVENT_PROGRESS = 70,
    /// A log message.
    SANSMCP_CLIENT_EVENT_LOG = 71,
    /// The server says what it agrees to tell.
    SANSMCP_CLIENT_EVENT_LISTENING = 72,
    /// A listen came to its end (sansmcp_event_outcome).
    SANSMCP_CLIENT_EVENT_LISTEN_ENDED = 73,
    /// A list has changed; the ticket is that of the listen, where there is one.
    SANSMCP_CLIENT_EVENT_CHANGED = 74,
    /// A resource has changed; the ticket is that of the listen, where there is one.
    SANSMCP_CLIENT_EVENT_UPDATED = 75,
    /// The server does not need the answer to a request of its any more: answer late (nothing is
    /// written), or give its ticket up with sansmcp_client_cancel.
    SANSMCP_CLIENT_EVENT_WITHDRAWN = 76,
    /// `ping`.
    SANSMCP_CLIENT_EVENT_PING = 77,
    /// A request that the protocol does not know: yours to answer with sansmcp_client_result, if
    /// it is one of yours.
    SANSMCP_CLIENT_EVENT_REQUEST = 78,
    /// A notification that the protocol does not know, or one that needs nothing done.
    SANSMCP_CLIENT_EVENT_NOTIFICATION = 79,
    /// A request that breaks a rule: sansmcp_client_reply answers it with the error.
    SANSMCP_CLIENT_EVENT_REFUSED = 80,
    /// A message that needs no answer and means nothing here: for a log.
    SANSMCP_CLIENT_EVENT_IGNORED = 81,
}

const _: () = {
    use sansmcp_client_event_kind::*;
    const fn is(number: sansmcp_client_event_kind, kind: EventKind) -> bool {
        number as u8 == FIRST + kind as u8
    }
    assert!(is(SANSMCP_CLIENT_EVENT_CONNECTED, EventKind::Connected));
    assert!(is(SANSMCP_CLIENT_EVENT_ANSWERED, EventKind::Answered));
    assert!(is(SANSMCP_CLIENT_EVENT_LISTENING, EventKind::Listening));
    assert!(is(SANSMCP_CLIENT_EVENT_WITHDRAWN, EventKind::Withdrawn));
    assert!(is(SANSMCP_CLIENT_EVENT_IGNORED, EventKind::Ignored));
    assert!(EventKind::ALL.len() == 17);
};

impl sansmcp_event {
    pub(crate) fn of_client(event: &Event<'_>) -> Self {
        let (kind, text, parts) = event.raw();
        Self::put_together(FIRST.wrapping_add(kind as u8), text, parts)
    }

    /// The engine's event over the same text.
    pub(crate) unsafe fn read_client<'f>(&self) -> Result<Event<'f>, sansmcp_result> {
        let kind = EventKind::from_number(self.kind.wrapping_sub(FIRST));
        let kind = kind.ok_or(SANSMCP_OUT_OF_RANGE)?;
        // SAFETY: as the crate demands of all pointers.
        Ok(Event::from_parts(kind, unsafe { self.own_text() }?, self.parts()))
    }
}

/// The name of a client's kind.
pub(crate) fn name_of(kind: u8) -> Option<&'static str> {
    EventKind::from_number(kind.wrapping_sub(FIRST)).map(EventKind::name)
}

/// The engine's event of a client.
pub(crate) unsafe fn event_of<'f>(
    event: *const sansmcp_event,
) -> Result<Event<'f>, sansmcp_result> {
    // SAFETY: as the crate demands of all pointers.
    unsafe { at(event)?.read_client() }
}

/// What `pick` finds in an event of a client.
unsafe fn find<'f, T>(
    event: *const sansmcp_event,
    pick: impl FnOnce(Event<'f>) -> Option<T>,
) -> Option<T> {
    // SAFETY: as the crate demands of all pointers.
    pick(unsafe { event_of(event) }.ok()?)
}

/// What the server announced (SANSMCP_CLIENT_EVENT_CONNECTED), or of a server's event what the
/// client of the request can do: bits of sansmcp_capability.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_capabilities(event: *const sansmcp_event) -> u32 {
    let pick = |event: Event<'_>| match event {
        Event::Connected(connected) => Some(connected.capabilities()),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    let of_client = || unsafe { server_event::find(event, |it| Some(it.request().capabilities())) };
    // SAFETY: as above.
    unsafe { find(event, pick) }.or_else(of_client).unwrap_or(Capabilities::NONE).0
}

/// The server's name and version as JSON text, an object (SANSMCP_CLIENT_EVENT_CONNECTED). NULL: it
/// does not say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_server_info(event: *const sansmcp_event) -> sansmcp_str {
    let pick = |event: Event<'static>| match event {
        Event::Connected(connected) => connected.server_info().map(|info| info.raw()),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    sansmcp_str::raw(unsafe { find(event, pick) })
}

/// What the model should know before it uses the server (SANSMCP_CLIENT_EVENT_CONNECTED). NULL: the
/// server does not say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_instructions(event: *const sansmcp_event) -> sansmcp_text {
    let pick = |event: Event<'static>| match event {
        Event::Connected(connected) => connected.instructions(),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    sansmcp_text::of(unsafe { find(event, pick) })
}

/// The result of `server/discover` or `initialize` (SANSMCP_CLIENT_EVENT_CONNECTED), or of a
/// request (SANSMCP_CLIENT_EVENT_ANSWERED, SANSMCP_EVENT_ANSWERED), as JSON text, an object. NULL:
/// there is none; then sansmcp_event_outcome says why.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_result(event: *const sansmcp_event) -> sansmcp_str {
    let pick = |event: Event<'static>| match event {
        Event::Connected(connected) => connected.result(),
        Event::Answered(answered) => answered.result(),
        _ => None,
    };
    let of_client = |event: engine::Event<'static>| match event {
        engine::Event::Answered(answered) => answered.result(),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    let of_client = || unsafe { server_event::find(event, of_client) };
    // SAFETY: as above.
    sansmcp_str::raw(unsafe { find(event, pick) }.or_else(of_client))
}

/// How to connect to the server once it was started again, where that may help
/// (SANSMCP_CLIENT_EVENT_FAILED): without the question that it did not survive. SANSMCP_NONE: it
/// does not help.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_retry(
    event: *const sansmcp_event,
    policy: *mut sansmcp_policy,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (event, place) = unsafe { (event_of(event)?, Place::new(policy)?) };
        let Event::Failed(failed) = event else { return Err(SANSMCP_NONE) };
        place.put(sansmcp_policy::of(&failed.retry().ok_or(SANSMCP_NONE)?));
        Ok(())
    })())
}

/// How long a result may be kept, and for whom. From 2026-07-28 on.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_cache_hint {
    /// How long, in milliseconds; 0: not at all.
    pub ttl_ms: u32,
    /// A sansmcp_cache_scope.
    pub scope: u8,
}

/// How long the result of a request may be kept (SANSMCP_CLIENT_EVENT_ANSWERED): not at all where
/// nothing valid is said of it, and where the server had asked for input before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_cache_hint(
    event: *const sansmcp_event,
) -> sansmcp_cache_hint {
    let pick = |event: Event<'_>| match event {
        Event::Answered(answered) => Some(answered.cache_hint()),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    let hint = unsafe { find(event, pick) }.unwrap_or_default();
    sansmcp_cache_hint { ttl_ms: hint.ttl_ms, scope: hint.scope as u8 }
}

/// What the server wants; the value of sansmcp_input.kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_input_kind {
    /// Something of the person: `elicitation/create`.
    SANSMCP_INPUT_ELICIT = 1,
    /// A message of the model: `sampling/createMessage`.
    SANSMCP_INPUT_CREATE_MESSAGE = 2,
    /// The roots: `roots/list`.
    SANSMCP_INPUT_LIST_ROOTS = 3,
}

/// One thing that the server wants.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_input {
    /// The name under which the answer goes back. Before 2026-07-28 there is one thing alone, and
    /// it is empty.
    pub key: sansmcp_text,
    /// The params of its method as JSON text, an object. NULL: it has none.
    pub params: sansmcp_str,
    /// A sansmcp_input_kind.
    pub kind: u8,
}

/// The thing at `index`, counted from 0, that the server wants
/// (SANSMCP_CLIENT_EVENT_INPUT_NEEDED). SANSMCP_NONE: there are not so many. From 2026-07-28 on
/// there may be none at all: then the server wants to be asked again after a pause.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_input(
    event: *const sansmcp_event,
    index: usize,
    input: *mut sansmcp_input,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (event, place) = unsafe { (event_of(event)?, Place::new(input)?) };
        let Event::InputNeeded(needed) = event else { return Err(SANSMCP_NONE) };
        let input = needed.inputs().nth(index).ok_or(SANSMCP_NONE)?;
        let kind = match input.method() {
            Method::CreateMessage => sansmcp_input_kind::SANSMCP_INPUT_CREATE_MESSAGE,
            Method::ListRoots => sansmcp_input_kind::SANSMCP_INPUT_LIST_ROOTS,
            _ => sansmcp_input_kind::SANSMCP_INPUT_ELICIT,
        };
        let params = Some(input.params()).filter(|params| params.kind() != Kind::Null);
        place.put(sansmcp_input {
            key: sansmcp_text::of(Some(input.key())),
            params: sansmcp_str::raw(params),
            kind: kind as u8,
        });
        Ok(())
    })())
}

/// The call in whose course input is needed (SANSMCP_CLIENT_EVENT_INPUT_NEEDED). All zero: it is
/// not known, as before 2026-07-28.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_call(event: *const sansmcp_event) -> sansmcp_ticket {
    let pick = |event: Event<'_>| match event {
        Event::InputNeeded(needed) => Some(needed.call()),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    sansmcp_ticket::of(unsafe { find(event, pick) }.unwrap_or_default())
}

/// How often the server has asked in the course of this call, this time included
/// (SANSMCP_CLIENT_EVENT_INPUT_NEEDED). From 2026-07-28 on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_round(event: *const sansmcp_event) -> u8 {
    let pick = |event: Event<'_>| match event {
        Event::InputNeeded(needed) => Some(needed.round()),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    unsafe { find(event, pick) }.unwrap_or_default()
}

/// How long to wait before sansmcp_client_provide, in milliseconds, where the server wants nothing
/// but to be asked again (SANSMCP_CLIENT_EVENT_INPUT_NEEDED).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_pause_ms(event: *const sansmcp_event) -> u32 {
    let pick = |event: Event<'_>| match event {
        Event::InputNeeded(needed) => Some(needed.pause_ms()),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    unsafe { find(event, pick) }.unwrap_or_default()
}

/// Why a request cannot go on without the application.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_pause {
    /// It can.
    SANSMCP_PAUSE_NONE = 0,
    /// HTTP 404: the session was lost, and has been begun anew. The request was not served.
    SANSMCP_PAUSE_SESSION_LOST = 3,
    /// The server named another revision, which is spoken from now on (-32022).
    SANSMCP_PAUSE_REVISION = 4,
    /// Over HTTP: the server found head and body to differ (-32020). List the tools again, since
    /// the headers that a tool wants may have changed.
    SANSMCP_PAUSE_HEADER = 5,
}

const _: () = {
    assert!(sansmcp_pause::SANSMCP_PAUSE_SESSION_LOST as u8 == Pause::SessionLost as u8);
    assert!(sansmcp_pause::SANSMCP_PAUSE_REVISION as u8 == Pause::Revision as u8);
    assert!(sansmcp_pause::SANSMCP_PAUSE_HEADER as u8 == Pause::Header as u8);
    // The others, 401 and 403, come as SANSMCP_EXPECT_DENIED.
    assert!(Pause::ALL.len() == 5);
};

/// Why a request has to be sent again (SANSMCP_CLIENT_EVENT_SUSPENDED): a sansmcp_pause. What was
/// denied over HTTP (401, 403) has no event: see SANSMCP_EXPECT_DENIED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_why(event: *const sansmcp_event) -> u8 {
    let pick = |event: Event<'_>| match event {
        Event::Suspended(suspended) => Some(suspended.why() as u8),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    unsafe { find(event, pick) }.unwrap_or_default()
}

/// How far a request has come.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_progress {
    /// How far it has come.
    pub progress: sansmcp_number,
    /// How far it has to come; none where that is not known.
    pub total: sansmcp_number,
    /// What is being done. NULL: the server does not say.
    pub message: sansmcp_text,
}

/// How far a request has come (SANSMCP_CLIENT_EVENT_PROGRESS).
///
/// SANSMCP_NONE: it is another event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_progress(
    event: *const sansmcp_event,
    progress: *mut sansmcp_progress,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (event, place) = unsafe { (event_of(event)?, Place::new(progress)?) };
        let Event::Progress(told) = event else { return Err(SANSMCP_NONE) };
        place.put(sansmcp_progress {
            progress: sansmcp_number::of(told.progress()),
            total: sansmcp_number::of(told.total()),
            message: sansmcp_text::of(told.message()),
        });
        Ok(())
    })())
}

/// The sansmcp_level of a log message (SANSMCP_CLIENT_EVENT_LOG); 0 for a word that is none. In a
/// server the lowest level that the client wants (SANSMCP_EVENT_SET_LEVEL).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_level(event: *const sansmcp_event) -> u8 {
    let pick = |event: Event<'_>| match event {
        Event::Log(log) => log.level(),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    let level = unsafe { find(event, pick).or_else(|| request::level(event)) };
    level.map_or(0, |level| level as u8)
}

/// Who wrote a log message (SANSMCP_CLIENT_EVENT_LOG). NULL: the server does not say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_logger(event: *const sansmcp_event) -> sansmcp_text {
    let pick = |event: Event<'static>| match event {
        Event::Log(log) => log.logger(),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    sansmcp_text::of(unsafe { find(event, pick) })
}

/// What was written in a log message (SANSMCP_CLIENT_EVENT_LOG), as JSON text of any value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_data(event: *const sansmcp_event) -> sansmcp_str {
    let pick = |event: Event<'static>| match event {
        Event::Log(log) => log.data(),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    sansmcp_str::raw(unsafe { find(event, pick) })
}

/// A kind of list whose changes can be told.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_what {
    /// None.
    SANSMCP_WHAT_NONE = 0,
    /// The tools.
    SANSMCP_WHAT_TOOLS = 1,
    /// The prompts.
    SANSMCP_WHAT_PROMPTS = 2,
    /// The resources and their templates.
    SANSMCP_WHAT_RESOURCES = 3,
}

/// Which list has changed (SANSMCP_CLIENT_EVENT_CHANGED): a sansmcp_what.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_what(event: *const sansmcp_event) -> u8 {
    let pick = |event: Event<'_>| match event {
        Event::Changed(changed) => Some(match changed.what() {
            What::Tools => sansmcp_what::SANSMCP_WHAT_TOOLS,
            What::Prompts => sansmcp_what::SANSMCP_WHAT_PROMPTS,
            What::Resources => sansmcp_what::SANSMCP_WHAT_RESOURCES,
        }),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    unsafe { find(event, pick) }.map_or(0, |what| what as u8)
}

/// Whether the server agreed to tell of changes of the lists of this kind, a sansmcp_what
/// (SANSMCP_CLIENT_EVENT_LISTENING).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_hears(event: *const sansmcp_event, what: u8) -> bool {
    let pick = |event: Event<'_>| match event {
        Event::Listening(listening) => {
            let what = match what {
                1 => What::Tools,
                2 => What::Prompts,
                3 => What::Resources,
                _ => return None,
            };
            Some(listening.hears(what))
        }
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    unsafe { find(event, pick) }.unwrap_or_default()
}

/// How many resources the server did not agree to tell of (SANSMCP_CLIENT_EVENT_LISTENING). Before
/// 2026-07-28.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_refused(event: *const sansmcp_event) -> u8 {
    let pick = |event: Event<'_>| match event {
        Event::Listening(listening) => Some(listening.refused()),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    unsafe { find(event, pick) }.unwrap_or_default()
}

/// The URI of the resource that has changed (SANSMCP_CLIENT_EVENT_UPDATED, with `index` 0), or the
/// one at `index` of those that the server agreed to tell of (SANSMCP_CLIENT_EVENT_LISTENING, from
/// 2026-07-28 on). NULL: there are not so many.
///
/// In a server, with `index` 0, the URI of the resource that is read (SANSMCP_EVENT_READ_RESOURCE),
/// subscribed to or not any more; of SANSMCP_EVENT_LISTEN the one at `index` of those whose updates
/// are wanted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_uri(
    event: *const sansmcp_event,
    index: usize,
) -> sansmcp_text {
    let pick = |event: Event<'static>| -> Option<Text<'static>> {
        match event {
            Event::Updated(updated) => (index == 0).then(|| updated.uri()),
            Event::Listening(listening) => listening.uris().nth(index),
            _ => None,
        }
    };
    // SAFETY: as the crate demands of all pointers.
    sansmcp_text::of(unsafe { find(event, pick).or_else(|| request::uri(event, index)) })
}

impl sansmcp_str {
    /// A value as it was written; NULL where there is none.
    pub(crate) fn raw(value: Option<Raw<'_>>) -> Self {
        Self::of_optional(value.map(|value| value.as_str()))
    }
}

//! What the events of a server say beside what all say.

use engine::Event;
use engine::schema::{ContentView, CreateMessageResultView, ElicitAction, ElicitResultView};

use crate::edge::{Place, at, text};
use crate::event::{sansmcp_event, sansmcp_ticket};
use crate::json::parse;
use crate::result::{SANSMCP_NONE, done, sansmcp_result};
use crate::say::what_of;
use crate::text::{sansmcp_str, sansmcp_text};

/// What `pick` finds in an event of a server.
pub(crate) unsafe fn find<'f, T>(
    event: *const sansmcp_event,
    pick: impl FnOnce(Event<'f>) -> Option<T>,
) -> Option<T> {
    // SAFETY: as the crate demands of all pointers.
    pick(unsafe { at(event).and_then(|event| event.read()) }.ok()?)
}

/// The sansmcp_revision that a request is served in; 0: it belongs to none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_revision_number(event: *const sansmcp_event) -> u8 {
    // SAFETY: as the crate demands of all pointers.
    let number = unsafe { at(event) }.map_or(0, |event| event.parts().revision);
    engine::Revision::from_number(number).map_or(0, |revision| revision as u8)
}

/// The answer to what was asked under `key` (sansmcp_server_ask), as JSON text, an object: of an
/// elicitation with `action` and `content`, of a message of the model's with `role`, `content` and
/// `model`, of the roots with `roots`. SANSMCP_NONE: nothing was answered under it, as in a call
/// that comes for the first time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_input_response(
    event: *const sansmcp_event,
    key: sansmcp_str,
    json: *mut sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (event, key, place) = unsafe { (at(event)?.read()?, text(key)?, Place::new(json)?) };
        let input = event.request().input(key).ok_or(SANSMCP_NONE)?;
        place.put(sansmcp_str::of(input.as_str()));
        Ok(())
    })())
}

/// All answers to what was asked, as JSON text, an object of objects. NULL: there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_input_responses(event: *const sansmcp_event) -> sansmcp_str {
    // SAFETY: as the crate demands of all pointers.
    sansmcp_str::raw(unsafe { find(event, |event| event.request().inputs()) })
}

/// The state that went out with what was asked (sansmcp_ask.state), as it came back; the client
/// could have changed it. NULL: none came.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_request_state(event: *const sansmcp_event) -> sansmcp_text {
    // SAFETY: as the crate demands of all pointers.
    sansmcp_text::of(unsafe { find(event, |event| event.request().request_state()) })
}

/// The request of the client's in whose course it was asked what was answered
/// (SANSMCP_EVENT_ANSWERED): it is still open, and `out.keep` was kept under this ticket. All zero
/// bits: it belongs to none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_parent(event: *const sansmcp_event) -> sansmcp_ticket {
    let pick = |event: Event<'_>| match event {
        Event::Answered(answered) => Some(answered.parent()),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    sansmcp_ticket::of(unsafe { find(event, pick) }.unwrap_or_default())
}

/// Whether a listen (SANSMCP_EVENT_LISTEN) asks for changes of a list, a sansmcp_what; its URIs are
/// those of sansmcp_event_uri.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_wants(event: *const sansmcp_event, what: u8) -> bool {
    let pick = |event: Event<'_>| match event {
        Event::Listen(listen) => Some(listen.wants(what_of(what).ok()?)),
        _ => None,
    };
    // SAFETY: as the crate demands of all pointers.
    unsafe { find(event, pick) }.unwrap_or_default()
}

/// What a person did with what was asked; sansmcp_response_action gives it.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_action {
    /// The response does not say, or is no answer to an elicitation.
    SANSMCP_ACTION_NONE = 0,
    /// Filled it in, or agreed to visit the page: `content` has what was filled in.
    SANSMCP_ACTION_ACCEPT = 1,
    /// Said no.
    SANSMCP_ACTION_DECLINE = 2,
    /// Closed it without a decision.
    SANSMCP_ACTION_CANCEL = 3,
}

/// What a person did: the sansmcp_action of the response to an elicitation
/// (sansmcp_event_input_response, sansmcp_event_result). What was filled in is its member
/// `content`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_response_action(response: sansmcp_str) -> u8 {
    // SAFETY: as the crate demands of all pointers.
    let view = unsafe { parse(response) }.ok().and_then(ElicitResultView::of);
    let action = match view.and_then(|view| view.action()) {
        Some(ElicitAction::Accept) => sansmcp_action::SANSMCP_ACTION_ACCEPT,
        Some(ElicitAction::Decline) => sansmcp_action::SANSMCP_ACTION_DECLINE,
        Some(ElicitAction::Cancel) => sansmcp_action::SANSMCP_ACTION_CANCEL,
        None => sansmcp_action::SANSMCP_ACTION_NONE,
    };
    action as u8
}

/// What a model wrote: the text at `index`, counted from 0, among those in the response to
/// `sampling/createMessage`, whether it has one block or a list of them. SANSMCP_NONE: there are
/// not so many. SANSMCP_NOT_JSON: it is not JSON.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_response_text(
    response: sansmcp_str,
    index: usize,
    inside: *mut sansmcp_text,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (response, place) = unsafe { (parse(response)?, Place::new(inside)?) };
        let view = CreateMessageResultView::of(response).ok_or(SANSMCP_NONE)?;
        let mut texts = view.content().filter_map(|block| match block {
            ContentView::Text(block) => block.text(),
            _ => None,
        });
        place.put(sansmcp_text::of(Some(texts.nth(index).ok_or(SANSMCP_NONE)?)));
        Ok(())
    })())
}

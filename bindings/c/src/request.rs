//! What requests of a client say: reads, completions, levels.

use engine::json::Text;
use engine::rules::Level;
use engine::{Completing, Event, Reference};

use crate::edge::{Place, at, text};
use crate::event::sansmcp_event;
use crate::result::{SANSMCP_NONE, done, sansmcp_result};
use crate::text::{sansmcp_str, sansmcp_text};

/// The engine's event, if it is one of a server.
unsafe fn read<'f>(event: *const sansmcp_event) -> Option<Event<'f>> {
    // SAFETY: as the crate demands of all pointers.
    unsafe { at(event).ok()?.read().ok() }
}

/// The URI at `index` of a request about resources.
pub(crate) unsafe fn uri<'f>(event: *const sansmcp_event, index: usize) -> Option<Text<'f>> {
    // SAFETY: as the crate demands of all pointers.
    match unsafe { read(event) }? {
        Event::ReadResource(request) | Event::Subscribe(request) | Event::Unsubscribe(request) => {
            (index == 0).then(|| request.uri())
        }
        Event::Listen(listen) => listen.uris().nth(index),
        _ => None,
    }
}

/// The level that a client wants.
pub(crate) unsafe fn level(event: *const sansmcp_event) -> Option<Level> {
    // SAFETY: as the crate demands of all pointers.
    match unsafe { read(event) }? {
        Event::SetLevel(request) => Some(request.level()),
        _ => None,
    }
}

unsafe fn completing<'f>(event: *const sansmcp_event) -> Option<Completing<'f>> {
    // SAFETY: as the crate demands of all pointers.
    match unsafe { read(event) }? {
        Event::Complete(completing) => Some(completing),
        _ => None,
    }
}

/// What is to be completed; the value that sansmcp_event_reference_kind gives.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_reference_kind {
    /// Nothing: it is another event.
    SANSMCP_REFERENCE_NONE = 0,
    /// An argument of a prompt.
    SANSMCP_REFERENCE_PROMPT = 1,
    /// A variable of a resource template.
    SANSMCP_REFERENCE_TEMPLATE = 2,
}

/// What is to be completed (SANSMCP_EVENT_COMPLETE): a sansmcp_reference_kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_reference_kind(event: *const sansmcp_event) -> u8 {
    use sansmcp_reference_kind::*;
    // SAFETY: as the crate demands of all pointers.
    let reference = unsafe { completing(event) }.and_then(|completing| completing.reference());
    match reference {
        None => SANSMCP_REFERENCE_NONE as u8,
        Some(Reference::Prompt(_)) => SANSMCP_REFERENCE_PROMPT as u8,
        Some(Reference::Template(_)) => SANSMCP_REFERENCE_TEMPLATE as u8,
    }
}

/// The name of the prompt or the URI template of the resources that is completed
/// (SANSMCP_EVENT_COMPLETE). NULL: it is another event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_reference(event: *const sansmcp_event) -> sansmcp_text {
    // SAFETY: as the crate demands of all pointers.
    let reference = unsafe { completing(event) }.and_then(|completing| completing.reference());
    sansmcp_text::of(reference.map(|reference| match reference {
        Reference::Prompt(text) | Reference::Template(text) => text,
    }))
}

/// The name of the argument or variable that is completed (SANSMCP_EVENT_COMPLETE). NULL: it is
/// another event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_argument_name(event: *const sansmcp_event) -> sansmcp_text {
    // SAFETY: as the crate demands of all pointers.
    sansmcp_text::of(unsafe { completing(event) }.map(|completing| completing.name()))
}

/// What was typed so far of the value that is completed (SANSMCP_EVENT_COMPLETE). NULL: it is
/// another event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_argument_value(event: *const sansmcp_event) -> sansmcp_text {
    // SAFETY: as the crate demands of all pointers.
    sansmcp_text::of(unsafe { completing(event) }.map(|completing| completing.value()))
}

/// What another argument was already set to (SANSMCP_EVENT_COMPLETE). From 2025-06-18 on.
/// SANSMCP_NONE: the client does not say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_context(
    event: *const sansmcp_event,
    argument: sansmcp_str,
    value: *mut sansmcp_text,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (event, argument, place) = unsafe { (at(event)?, text(argument)?, Place::new(value)?) };
        // SAFETY: as above.
        let context = match unsafe { event.read() } {
            Ok(Event::Complete(completing)) => completing.context(argument),
            _ => None,
        };
        place.put(sansmcp_text::of(Some(context.ok_or(SANSMCP_NONE)?)));
        Ok(())
    })())
}

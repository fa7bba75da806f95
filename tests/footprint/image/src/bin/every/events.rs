//! Event streams, read and written, and the events that are kept.

use core::hint::black_box;

use sansmcp::http::{Store, StoreState};
use sansmcp::sse::{self, EventId, Events, EventsState, SseEvent};

use crate::{Unknown, keep};

pub(crate) fn read(unknown: &mut Unknown<'_>) {
    let mut events = Events::new(unknown.out);
    for _ in 0..black_box(3) {
        let count = image::read(events.space());
        // Also more than was read.
        events.filled(black_box(count));
        while let Some(event) = events.next_event() {
            look(&event);
        }
        keep((events.last_id(), events.retry()));
        if black_box(false) {
            events.reset();
        }
    }
}

fn look(event: &SseEvent<'_>) {
    keep((event.kind, event.data, event.id, event.overlong, event.frame()));
}

/// A state with any buffer, in any order.
pub(crate) fn state(unknown: &mut Unknown<'_>) {
    let mut state = EventsState::NEW;
    for _ in 0..black_box(9) {
        let buffer = unknown.out.get_mut(..black_box(5)).unwrap_or_default();
        match black_box(1) {
            0 => state.filled(buffer, black_box(9)),
            1 => keep(image::read(state.space(buffer))),
            2 => keep((state.last_id(), state.retry())),
            3 => state.reset(),
            _ => {
                if let Some(event) = state.next_event(buffer) {
                    look(&event);
                }
            }
        }
    }
}

fn id(unknown: &Unknown<'_>) -> EventId {
    EventId { stream: unknown.number(3), sequence: unknown.number(4) }
}

pub(crate) fn write(unknown: &mut Unknown<'_>) {
    let id = EventId::parse(unknown.bytes).unwrap_or(id(unknown));
    let retry = unknown.number(Some(500));
    keep(sse::head(unknown.number(Some(id)), retry).bytes());
    keep(sse::prime(id, retry).as_ref());
    keep(sse::retry(unknown.number(500)).bytes());
    keep((sse::KEEP_ALIVE, sse::TAIL));
}

pub(crate) fn store(unknown: &mut Unknown<'_>) {
    let (mut state, id) = (StoreState::NEW, id(unknown));
    for _ in 0..black_box(9) {
        // Another length than before must break nothing.
        let bytes = unknown.out.get_mut(..black_box(900)).unwrap_or_default();
        let mut store = Store::new(&mut state, bytes);
        keep(store.keep(id, unknown.bytes));
        match store.after(id, black_box(9)) {
            Ok(replay) => replay.for_each(keep),
            Err(gone) => keep(gone),
        }
        store.forget(black_box(3));
        if black_box(false) {
            store.clear();
        }
    }
}

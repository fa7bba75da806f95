//! Events of a client that own their text.

use std::sync::Arc;

use sansmcp::client::{Event, EventKind};
use sansmcp::{Parts, Ticket};

/// What a client heard, with its text. Clones share the text.
#[derive(Clone, Debug)]
pub struct Heard {
    /// What came in.
    pub kind: EventKind,
    /// The text that the parts are over: the whole frame, or as much as is known of it; empty where
    /// nothing came.
    pub text: Arc<str>,
    /// The numbers over the text.
    pub parts: Parts,
}

impl Heard {
    pub(super) fn of((kind, text, parts): (EventKind, Arc<str>, Parts)) -> Self {
        Self { kind, text, parts }
    }

    /// The core's event over the text of this one.
    #[must_use]
    pub fn view(&self) -> Event<'_> {
        Event::from_parts(self.kind, &self.text, self.parts)
    }

    /// The ticket of the exchange that it is of.
    #[must_use]
    pub fn ticket(&self) -> Ticket {
        self.parts.ticket
    }

    /// What it says, as the JSON text of an object; see [`super::said`].
    #[must_use]
    pub fn said(&self) -> String {
        super::said(&self.view())
    }
}

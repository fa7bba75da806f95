//! Events: what a frame turned out to be.
//!
//! Each is a few numbers over the text of the frame. [`Event::raw`] takes it apart and
//! [`Event::from_parts`] puts it together again over a copy of the text, so that bindings and
//! deferred work need no second parse.

use super::request::{
    Answered, Call, Cancelled, Completing, Ignored, Listen, Listing, Notification, Reading,
    Refused, Request, SetLevel,
};
use crate::envelope::Parts;
use crate::exchange::Ticket;

/// Makes [`Event`] and [`EventKind`] of one table: number, name in transcripts, variant, its view.
macro_rules! events {
    ($($(#[$doc:meta])* $number:literal $name:literal $kind:ident($view:ident),)+) => {
        /// What came in.
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        pub enum Event<'f> {
            $($(#[$doc])* $kind($view<'f>),)+
        }

        /// The kind of an event as a number, for bindings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[allow(missing_docs)] // As the variants of `Event`.
        pub enum EventKind {
            $($kind = $number,)+
        }

        impl<'f> Event<'f> {
            /// The event's kind, the text of its message, and the numbers over it.
            #[must_use]
            pub fn raw(&self) -> (EventKind, &'f str, Parts) {
                match self {
                    $(Self::$kind(view) => {
                        let (text, parts) = view.raw();
                        (EventKind::$kind, text, parts)
                    })+
                }
            }

            /// An event put together again over a copy of its text.
            #[must_use]
            pub fn from_parts(kind: EventKind, text: &'f str, parts: Parts) -> Self {
                let request = Request::new(text, parts);
                match kind {
                    $(EventKind::$kind => Self::$kind($view::of(request)),)+
                }
            }
        }

        impl EventKind {
            /// Every kind, in the order of the numbers.
            pub const ALL: [Self; [$($number),+].len()] = [$(Self::$kind),+];

            /// The kind's name in transcripts and logs, such as `call_tool`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }
        }
    };
}

events! {
    /// `initialize`: [`super::Server::reply`] answers it.
    1 "initialize" Initialize(Request),
    /// `notifications/initialized`: the server may speak first from now on.
    2 "initialized" Initialized(Notification),
    /// `server/discover`: [`super::Server::reply`] answers it.
    3 "discover" Discover(Request),
    /// `ping`: [`super::Server::reply`] answers it.
    4 "ping" Ping(Request),
    /// `tools/list`: [`super::Server::reply`] answers it from the catalog.
    5 "list_tools" ListTools(Listing),
    /// `tools/call`: yours to answer.
    6 "call_tool" CallTool(Call),
    /// The peer gave up on a request that was open: stop its work, and answer late (nothing is
    /// written) or abandon its ticket. Of a listener: it has ended, and nothing is to be done.
    7 "cancelled" Cancelled(Cancelled),
    /// A request that the protocol does not know: yours to answer, if it is one of yours.
    8 "request" Request(Call),
    /// A notification that the protocol does not know, or one that needs nothing done.
    9 "notification" Notification(Notification),
    /// A request that breaks a rule: [`super::Server::reply`] answers it with the error.
    10 "refused" Refused(Refused),
    /// A message that needs no answer and means nothing here: for a log.
    11 "ignored" Ignored(Ignored),
    /// `resources/list`: [`super::Server::reply`] answers it from the catalog.
    12 "list_resources" ListResources(Listing),
    /// `resources/templates/list`: [`super::Server::reply`] answers it from the catalog.
    13 "list_templates" ListTemplates(Listing),
    /// `prompts/list`: [`super::Server::reply`] answers it from the catalog.
    14 "list_prompts" ListPrompts(Listing),
    /// `resources/read`: yours to answer, with [`super::Server::contents`].
    15 "read_resource" ReadResource(Reading),
    /// `prompts/get`: yours to answer, with [`super::Server::messages`].
    16 "get_prompt" GetPrompt(Call),
    /// `completion/complete`: yours to answer, with [`super::Server::completion`];
    /// [`super::Server::reply`] has no suggestions.
    17 "complete" Complete(Completing),
    /// `logging/setLevel`: [`super::Server::reply`] takes it over.
    18 "set_level" SetLevel(SetLevel),
    /// `resources/subscribe`: [`super::Server::reply`] notes it, and
    /// [`super::Server::updated`] tells of changes from then on.
    19 "subscribe" Subscribe(Reading),
    /// `resources/unsubscribe`: [`super::Server::reply`] takes the subscription back.
    20 "unsubscribe" Unsubscribe(Reading),
    /// `subscriptions/listen`: [`super::Server::reply`] acknowledges all that is offered,
    /// [`super::Server::accept`] what you choose.
    21 "listen" Listen(Listen),
    /// A request of yours ended: the peer answered it, or time ran out. What was asked with
    /// [`super::Server::ask`] goes to [`super::Server::resume`]. Its ticket is that of the request,
    /// which is over; that of the call is [`Answered::parent`].
    22 "answered" Answered(Answered),
}

impl<'f> Event<'f> {
    /// What all events have in common; its ticket is [`Ticket::NONE`] where nothing came.
    #[must_use]
    pub fn request(&self) -> Request<'f> {
        let (_, text, parts) = self.raw();
        Request::new(text, parts)
    }

    /// The kind alone.
    #[must_use]
    pub fn kind(&self) -> EventKind {
        self.raw().0
    }

    /// The ticket to answer it by; [`Ticket::NONE`] where nothing can be answered.
    #[must_use]
    pub fn ticket(&self) -> Ticket {
        self.raw().2.ticket
    }
}

impl EventKind {
    /// The kind stored as a number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).wrapping_sub(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_kinds_agree() {
        for (index, kind) in EventKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, index + 1);
            assert_eq!(EventKind::from_number(kind as u8), Some(kind));
        }
        assert_eq!(EventKind::from_number(0), None);
    }
}

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
use crate::incoming::events;

events! { Request: request
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

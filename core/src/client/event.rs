//! Events: what a frame turned out to be for a client.

use crate::envelope::Parts;
use crate::exchange::Ticket;
use crate::incoming::{Incoming, events, incoming};

incoming! { Incoming:
    /// The server is there: its era, its revision, and what it can do.
    Connected,
    /// There is no connection, or none any more.
    Failed,
    /// A request of ours came to its end.
    Answered,
    /// The server wants something before it goes on.
    InputNeeded,
    /// A request of ours cannot go on without the application.
    Suspended,
    /// How far a request of ours has come (basic/utilities/progress).
    Progress,
    /// A log message (server/utilities/logging).
    Log,
    /// What the server agreed to tell.
    Listening,
    /// The end of a listen.
    ListenEnded,
    /// A list has changed.
    Changed,
    /// A resource has changed.
    Updated,
    /// A request of the server's that it gave up.
    Withdrawn,
    /// A request that the protocol does not know.
    Request,
    /// A notification that the protocol does not know, or one that needs nothing done.
    Notification,
    /// A request that breaks a rule.
    Refused,
    /// A message that means nothing here.
    Ignored,
}

events! { Incoming: incoming
    /// The server is there: calls can be made from now on. After a session of HTTP was lost it
    /// comes again.
    1 "connected" Connected(Connected),
    /// No connection came about, or it ended. All that was open ends with it:
    /// [`super::Client::expire`] tells of each, before this or, where an answer to the handshake
    /// was the reason, after it.
    2 "failed" Failed(Failed),
    /// A request of ours came to its end: with a result, an error, or a failure. Its ticket is
    /// over.
    3 "answered" Answered(Answered),
    /// The server wants input of the user or the model: answer with [`super::Client::provide`] or
    /// [`super::Client::refuse`].
    4 "input_needed" InputNeeded(InputNeeded),
    /// A request of ours has to be sent again ([`super::Client::again`]), or given up
    /// ([`super::Client::cancel`]). After 401 and 403 there is no such event: what
    /// [`super::Client::responded`] gives stands in its place.
    5 "suspended" Suspended(Suspended),
    /// Progress on a request of ours.
    6 "progress" Progress(Progress),
    /// A log message; its ticket is that of the request in whose course it was written, where that
    /// is known.
    7 "log" Log(Log),
    /// The server listens to what we want to be told of, and says what of it it agrees to.
    8 "listening" Listening(Listening),
    /// A listen came to its end.
    9 "listen_ended" ListenEnded(ListenEnded),
    /// A list has changed; the ticket is that of the listen, where there is one.
    10 "changed" Changed(Changed),
    /// A resource has changed; the ticket is that of the listen, where there is one.
    11 "updated" Updated(Updated),
    /// The server does not need the answer to a request of its any more: answer late (nothing is
    /// written), or give its ticket up with [`super::Client::cancel`].
    12 "withdrawn" Withdrawn(Withdrawn),
    /// `ping`: [`super::Client::reply`] answers it.
    13 "ping" Ping(Request),
    /// A request that the protocol does not know: yours to answer with [`super::Client::result`],
    /// if it is one of yours.
    14 "request" Request(Request),
    /// A notification that the protocol does not know, or one that needs nothing done.
    15 "notification" Notification(Notification),
    /// A request that breaks a rule: [`super::Client::reply`] answers it with the error.
    16 "refused" Refused(Refused),
    /// A message that needs no answer and means nothing here: for a log.
    17 "ignored" Ignored(Ignored),
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

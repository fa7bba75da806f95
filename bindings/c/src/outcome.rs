//! How requests of a client's end.

use engine::client::{Event, Outcome};
use engine::json::Raw;
use engine::rules::failure::TABLE;
use engine::rules::{Failure, Whose};
use engine::schema::ErrorObjectView;

use crate::client_event::FIRST;
use crate::edge::{Place, at};
use crate::event::sansmcp_event;
use crate::result::{SANSMCP_NONE, done, sansmcp_result};
use crate::text::{sansmcp_str, sansmcp_text};

/// How a request ended; the value of sansmcp_outcome.kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_outcome_kind {
    /// The server ended a listen without a word, or it is another event.
    SANSMCP_OUTCOME_NONE = 0,
    /// With a result.
    SANSMCP_OUTCOME_RESULT = 1,
    /// With an error.
    SANSMCP_OUTCOME_ERROR = 2,
    /// Of a client's: without either, by a sansmcp_failure.
    SANSMCP_OUTCOME_FAILED = 3,
    /// Of a server's: the client answered with neither an object as result nor one as error.
    SANSMCP_OUTCOME_MALFORMED = 4,
    /// Of a server's: no answer came in time. The client is told that nobody waits any more.
    SANSMCP_OUTCOME_EXPIRED = 5,
}

/// How a request, a listen or a connection ended. What does not belong to its kind is zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_outcome {
    /// The result as JSON text, an object.
    pub result: sansmcp_str,
    /// Of an error what was wrong, in one sentence. NULL: the peer does not say.
    pub message: sansmcp_text,
    /// Of an error more of it: JSON text of any value. NULL: there is no more.
    pub data: sansmcp_str,
    /// What was received under `result` or `error` as JSON text, also where the request failed
    /// because of it. NULL: nothing was. Of a listen the error alone.
    pub received: sansmcp_str,
    /// Of an error its code, such as those of sansmcp_code; 0 for one that is no number of 32
    /// bits.
    pub code: i32,
    /// A sansmcp_outcome_kind.
    pub kind: u8,
    /// A sansmcp_failure.
    pub failure: u8,
}

/// Why a connection or a request failed; the value of sansmcp_outcome.failure.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_failure {
    /// Nothing failed.
    SANSMCP_FAILURE_NONE = 0,
    /// No answer and no progress within sansmcp_options.idle_ms.
    SANSMCP_FAILURE_SILENT = 1,
    /// No answer within sansmcp_options.hard_ms.
    SANSMCP_FAILURE_TOO_SLOW = 2,
    /// The pipe or the socket was closed before the answer came.
    SANSMCP_FAILURE_CLOSED = 3,
    /// The server ended when it was asked for its era: start it again and connect with what
    /// sansmcp_event_retry gives.
    SANSMCP_FAILURE_CLOSED_ON_PROBE = 4,
    /// The answer is no valid response, or its result is no object.
    SANSMCP_FAILURE_MALFORMED = 5,
    /// The answer is longer than the receive buffer.
    SANSMCP_FAILURE_TOO_LONG = 6,
    /// The result is of a type that is not known.
    SANSMCP_FAILURE_UNKNOWN_RESULT = 7,
    /// Client and server have no revision in common.
    SANSMCP_FAILURE_NO_COMMON_REVISION = 8,
    /// `initialize` was answered with a revision that was not offered.
    SANSMCP_FAILURE_WRONG_REVISION = 9,
    /// The server answered the handshake with an error.
    SANSMCP_FAILURE_REFUSED = 10,
    /// The server asked for something that the client did not declare.
    SANSMCP_FAILURE_UNDECLARED = 11,
    /// The server asked for input again and again.
    SANSMCP_FAILURE_TOO_MANY_ROUNDS = 12,
    /// HTTP: a status that means neither an answer nor anything that can be acted upon.
    SANSMCP_FAILURE_STATUS = 13,
    /// HTTP: the answer is of a media type that is none of the protocol's.
    SANSMCP_FAILURE_MEDIA_TYPE = 14,
    /// HTTP: there is no Streamable HTTP at this address.
    SANSMCP_FAILURE_NO_ENDPOINT = 15,
    /// HTTP: the session ended twice on the same request.
    SANSMCP_FAILURE_SESSION_LOST = 16,
    /// HTTP: an id of a session that cannot be sent back.
    SANSMCP_FAILURE_BAD_SESSION = 17,
    /// HTTP: the server wants a proof of who asks, and none was given.
    SANSMCP_FAILURE_DENIED = 18,
}

const _: () = {
    use sansmcp_failure::*;
    assert!(SANSMCP_FAILURE_SILENT as u8 == Failure::Silent as u8);
    assert!(SANSMCP_FAILURE_TOO_SLOW as u8 == Failure::TooSlow as u8);
    assert!(SANSMCP_FAILURE_CLOSED as u8 == Failure::Closed as u8);
    assert!(SANSMCP_FAILURE_CLOSED_ON_PROBE as u8 == Failure::ClosedOnProbe as u8);
    assert!(SANSMCP_FAILURE_MALFORMED as u8 == Failure::Malformed as u8);
    assert!(SANSMCP_FAILURE_TOO_LONG as u8 == Failure::TooLong as u8);
    assert!(SANSMCP_FAILURE_UNKNOWN_RESULT as u8 == Failure::UnknownResult as u8);
    assert!(SANSMCP_FAILURE_NO_COMMON_REVISION as u8 == Failure::NoCommonRevision as u8);
    assert!(SANSMCP_FAILURE_WRONG_REVISION as u8 == Failure::WrongRevision as u8);
    assert!(SANSMCP_FAILURE_REFUSED as u8 == Failure::Refused as u8);
    assert!(SANSMCP_FAILURE_UNDECLARED as u8 == Failure::Undeclared as u8);
    assert!(SANSMCP_FAILURE_TOO_MANY_ROUNDS as u8 == Failure::TooManyRounds as u8);
    assert!(SANSMCP_FAILURE_STATUS as u8 == Failure::Status as u8);
    assert!(SANSMCP_FAILURE_MEDIA_TYPE as u8 == Failure::MediaType as u8);
    assert!(SANSMCP_FAILURE_NO_ENDPOINT as u8 == Failure::NoEndpoint as u8);
    assert!(SANSMCP_FAILURE_SESSION_LOST as u8 == Failure::SessionLost as u8);
    assert!(SANSMCP_FAILURE_BAD_SESSION as u8 == Failure::BadSession as u8);
    assert!(SANSMCP_FAILURE_DENIED as u8 == Failure::Denied as u8);
    assert!(TABLE.len() == 18);
};

impl sansmcp_outcome {
    const NONE: Self = Self {
        result: sansmcp_str::NONE,
        message: sansmcp_text::NONE,
        data: sansmcp_str::NONE,
        received: sansmcp_str::NONE,
        code: 0,
        kind: sansmcp_outcome_kind::SANSMCP_OUTCOME_NONE as u8,
        failure: 0,
    };

    fn result(result: Option<Raw<'_>>) -> Self {
        let kind = sansmcp_outcome_kind::SANSMCP_OUTCOME_RESULT as u8;
        Self { result: sansmcp_str::raw(result), kind, ..Self::NONE }
    }

    fn error(error: ErrorObjectView<'_>) -> Self {
        Self {
            message: sansmcp_text::of(error.message()),
            data: sansmcp_str::raw(error.data()),
            code: error.code().and_then(|code| i32::try_from(code).ok()).unwrap_or(0),
            kind: sansmcp_outcome_kind::SANSMCP_OUTCOME_ERROR as u8,
            ..Self::NONE
        }
    }

    fn failed(failure: Failure) -> Self {
        let kind = sansmcp_outcome_kind::SANSMCP_OUTCOME_FAILED as u8;
        Self { kind, failure: failure as u8, ..Self::NONE }
    }

    fn of_server(event: engine::Event<'_>) -> Option<Self> {
        use sansmcp_outcome_kind::*;
        let engine::Event::Answered(answered) = event else { return None };
        let (kind, received) = match answered.outcome() {
            engine::Outcome::Result(result) => {
                let received = sansmcp_str::raw(Some(result));
                return Some(Self { received, ..Self::result(Some(result)) });
            }
            engine::Outcome::Error(error) => {
                let said = ErrorObjectView::of(error).map(Self::error).unwrap_or(Self::NONE);
                return Some(Self { received: sansmcp_str::raw(Some(error)), ..said });
            }
            engine::Outcome::Malformed => (SANSMCP_OUTCOME_MALFORMED, answered.params()),
            engine::Outcome::Expired => (SANSMCP_OUTCOME_EXPIRED, None),
        };
        Some(Self { kind: kind as u8, received: sansmcp_str::raw(received), ..Self::NONE })
    }

    fn of(event: Event<'_>) -> Option<Self> {
        let (outcome, received) = match event {
            Event::Answered(answered) => {
                let outcome = match answered.outcome() {
                    Outcome::Result(result) => Self::result(Some(result)),
                    Outcome::Error(error) => Self::error(error),
                    Outcome::Failed(failure) => Self::failed(failure),
                };
                (outcome, answered.received())
            }
            Event::ListenEnded(ended) => {
                let outcome = match (ended.failure(), ended.error()) {
                    (Some(failure), _) => Self::failed(failure),
                    (None, Some(error)) => Self::error(error),
                    (None, None) if ended.is_graceful() => Self::result(ended.params()),
                    (None, None) => Self::NONE,
                };
                (outcome, ended.error().map(|error| error.raw()))
            }
            Event::Failed(failed) => (Self::failed(failed.failure()), failed.received()),
            _ => return None,
        };
        Some(Self { received: sansmcp_str::raw(received), ..outcome })
    }
}

/// How a request (SANSMCP_CLIENT_EVENT_ANSWERED), a listen (SANSMCP_CLIENT_EVENT_LISTEN_ENDED) or a
/// connection (SANSMCP_CLIENT_EVENT_FAILED) ended, or a request of a server's
/// (SANSMCP_EVENT_ANSWERED). SANSMCP_NONE: it is another event.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_event_outcome(
    event: *const sansmcp_event,
    outcome: *mut sansmcp_outcome,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (event, place) = unsafe { (at(event)?, Place::new(outcome)?) };
        let ended = if event.kind < FIRST {
            // SAFETY: as above.
            sansmcp_outcome::of_server(unsafe { event.read() }?)
        } else {
            // SAFETY: as above.
            sansmcp_outcome::of(unsafe { event.read_client() }?)
        };
        place.put(ended.ok_or(SANSMCP_NONE)?);
        Ok(())
    })())
}

/// Whose fault a failure is.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_whose {
    /// The server's: it broke a rule, refused, or said nothing.
    SANSMCP_WHOSE_SERVER = 0,
    /// Ours: a bound, a policy, a missing right.
    SANSMCP_WHOSE_CLIENT = 1,
    /// Of neither: the pipe or the socket between them.
    SANSMCP_WHOSE_NETWORK = 2,
}

const _: () = {
    assert!(sansmcp_whose::SANSMCP_WHOSE_CLIENT as u8 == Whose::Client as u8);
    assert!(sansmcp_whose::SANSMCP_WHOSE_NETWORK as u8 == Whose::Network as u8);
};

/// What is said about a sansmcp_failure; the texts last for ever. All zero for other numbers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_account {
    /// Its name for logs, such as `closed_on_probe`.
    pub name: sansmcp_str,
    /// What happened.
    pub message: sansmcp_str,
    /// What can be done.
    pub advice: sansmcp_str,
    /// Whose fault it is: `server`, `client` or `network`.
    pub whose_name: sansmcp_str,
    /// The same as a sansmcp_whose.
    pub whose: u8,
}

/// What is said about a sansmcp_failure.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_failure_account(failure: u8) -> sansmcp_account {
    let Some(failure) = Failure::from_number(failure) else {
        let none = sansmcp_str::NONE;
        return sansmcp_account {
            name: none,
            message: none,
            advice: none,
            whose_name: none,
            whose: 0,
        };
    };
    sansmcp_account {
        name: sansmcp_str::of(failure.name()),
        message: sansmcp_str::of(failure.message()),
        advice: sansmcp_str::of(failure.advice()),
        whose_name: sansmcp_str::of(failure.whose().name()),
        whose: failure.whose() as u8,
    }
}

//! Why a connection or a call of a client's failed: whose fault it is, what happened, and what can
//! be done.

/// Whose fault a failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Whose {
    /// The server's: it broke a rule, refused, or said nothing.
    Server = 0,
    /// Ours: a bound, a policy, a missing right.
    Client = 1,
    /// Of neither: the pipe or the socket between them.
    Network = 2,
}

impl Whose {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Client => "client",
            Self::Network => "network",
        }
    }
}

/// Why a connection or a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Failure {
    /// No answer and no progress within [`crate::Limits::idle_ms`].
    Silent = 1,
    /// No answer within [`crate::Limits::hard_ms`].
    TooSlow,
    /// The pipe or the socket was closed before the answer came.
    Closed,
    /// The server ended when it was asked for its era.
    ClosedOnProbe,
    /// The answer is no valid response, or its result is no object.
    Malformed,
    /// The answer is longer than the receive buffer.
    TooLong,
    /// The result is of a type that is not known.
    UnknownResult,
    /// Client and server have no revision in common.
    NoCommonRevision,
    /// `initialize` was answered with a revision that was not offered.
    WrongRevision,
    /// The server answered the handshake with an error.
    Refused,
    /// The server asked for something that the client did not declare.
    Undeclared,
    /// The server asked for input more than [`crate::client::MAX_ROUNDS`] times.
    TooManyRounds,
    /// HTTP: a status that means neither an answer nor anything that can be acted upon.
    Status,
    /// HTTP: the answer is of a media type that is none of the protocol's.
    MediaType,
    /// HTTP: there is no Streamable HTTP at this address.
    NoEndpoint,
    /// HTTP: the session ended twice on the same request.
    SessionLost,
    /// HTTP: an id of a session that cannot be sent back.
    BadSession,
    /// HTTP: the server wants a proof of who asks, and none was given.
    Denied,
}

/// What is said about a failure.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    /// Which failure.
    pub failure: Failure,
    /// Its name in transcripts and logs.
    pub name: &'static str,
    /// Whose fault it is.
    pub whose: Whose,
    /// What happened.
    pub message: &'static str,
    /// What can be done.
    pub advice: &'static str,
}

const fn row(
    failure: Failure,
    name: &'static str,
    whose: Whose,
    message: &'static str,
    advice: &'static str,
) -> Account {
    Account { failure, name, whose, message, advice }
}

/// Every failure, in the order of the enumeration.
pub static TABLE: [Account; TABLE_LEN] = ROWS;

const TABLE_LEN: usize = 18;

const ROWS: [Account; TABLE_LEN] = [
    row(
        Failure::Silent,
        "silent",
        Whose::Server,
        "the server neither answered nor told of progress in time",
        "try again, or allow more silence: the idle limit of a call, the time to connect",
    ),
    row(
        Failure::TooSlow,
        "too_slow",
        Whose::Server,
        "the server did not answer in time",
        "call again, or allow more time: the hard limit of a call",
    ),
    row(
        Failure::Closed,
        "closed",
        Whose::Network,
        "the connection ended before the answer came; the server may have done what was asked",
        "connect again, and repeat only what may be done twice",
    ),
    row(
        Failure::ClosedOnProbe,
        "closed_on_probe",
        Whose::Server,
        "the server ended when it was asked for its era, as some of the older ones do",
        "start it again and connect with the policy that comes with this failure",
    ),
    row(
        Failure::Malformed,
        "malformed",
        Whose::Server,
        "the answer is no valid response",
        "see what was received; report it to whoever made the server",
    ),
    row(
        Failure::TooLong,
        "too_long",
        Whose::Client,
        "the answer is longer than the receive buffer",
        "give a larger buffer, or ask for less",
    ),
    row(
        Failure::UnknownResult,
        "unknown_result",
        Whose::Server,
        "the result is of a type that was not asked for and is not known",
        "declare the extension it belongs to, or report it to whoever made the server",
    ),
    row(
        Failure::NoCommonRevision,
        "no_common_revision",
        Whose::Server,
        "client and server speak no revision in common",
        "see what was received; allow more revisions in the policy, or take another server",
    ),
    row(
        Failure::WrongRevision,
        "wrong_revision",
        Whose::Server,
        "initialize was answered with a revision that is not spoken here",
        "see what was received; allow more revisions in the policy, or take another server",
    ),
    row(
        Failure::Refused,
        "refused",
        Whose::Server,
        "the server answered the handshake with an error",
        "see what was received",
    ),
    row(
        Failure::Undeclared,
        "undeclared",
        Whose::Server,
        "the server asked for something that this client did not declare",
        "declare the capability, or report it to whoever made the server",
    ),
    row(
        Failure::TooManyRounds,
        "too_many_rounds",
        Whose::Server,
        "the server asked for input again and again",
        "report it to whoever made the server",
    ),
    row(
        Failure::Status,
        "status",
        Whose::Server,
        "the server answered with an HTTP status that is no answer to a call",
        "see the status: later for 429 and 5xx, another address for 3xx and 404",
    ),
    row(
        Failure::MediaType,
        "media_type",
        Whose::Server,
        "the answer is neither JSON nor an event stream",
        "check the address: it may be that of a page",
    ),
    row(
        Failure::NoEndpoint,
        "no_endpoint",
        Whose::Client,
        "there is no Streamable HTTP at this address",
        "check the address; the transport of 2024-11-05 has another",
    ),
    row(
        Failure::SessionLost,
        "session_lost",
        Whose::Server,
        "the server forgot the session again as soon as it was begun anew",
        "connect again later",
    ),
    row(
        Failure::BadSession,
        "bad_session",
        Whose::Server,
        "the server gave its session an id that is no visible ASCII, or longer than 256 bytes",
        "report it to whoever made the server",
    ),
    row(
        Failure::Denied,
        "denied",
        Whose::Client,
        "the server wants to know who asks (401), or does not allow it (403)",
        "answer the challenge of WWW-Authenticate and send the request again",
    ),
];

impl Failure {
    /// What is said about it.
    #[must_use]
    pub fn account(self) -> &'static Account {
        // The table has a row for each variant; the fallback keeps a panic out of the image.
        TABLE.get((self as usize).wrapping_sub(1)).unwrap_or(&TABLE[0])
    }

    /// Its name in transcripts and logs.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.account().name
    }

    /// Whose fault it is.
    #[must_use]
    pub fn whose(self) -> Whose {
        self.account().whose
    }

    /// What happened.
    #[must_use]
    pub fn message(self) -> &'static str {
        self.account().message
    }

    /// What can be done.
    #[must_use]
    pub fn advice(self) -> &'static str {
        self.account().advice
    }

    /// Every failure, in the order of the numbers: without their words, which take flash.
    pub const ALL: [Self; TABLE_LEN] = {
        let mut all = [Self::Silent; TABLE_LEN];
        let mut index = 0;
        while index < TABLE_LEN {
            all[index] = ROWS[index].failure;
            index += 1;
        }
        all
    };

    /// The failure stored as a number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).wrapping_sub(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_the_enumeration() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.failure as usize, index + 1, "{:?}", row.failure);
            assert_eq!(Failure::from_number(row.failure as u8), Some(row.failure));
            assert!(!row.message.is_empty() && !row.advice.is_empty());
        }
        assert_eq!(Failure::Denied as usize, TABLE.len(), "a variant has no row");
        assert_eq!(Failure::from_number(0), None);
    }
}

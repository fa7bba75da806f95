//! What becomes of a call, in memory of its own.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use sansmcp::client::{Answered, Connected, Outcome, Pause, Stuck};
use sansmcp::json::{Raw, Text};
use sansmcp::rules::{Capabilities, Failure};
use sansmcp::{Error, Revision};
use tokio::sync::oneshot;

use super::peer::Peer;

/// The result of a call.
#[derive(Clone, Debug)]
pub struct Answer(String);

impl Answer {
    /// The result, a JSON object.
    pub fn result(&self) -> Raw<'_> {
        Raw::parse_str(&self.0).unwrap_or(Raw::NULL)
    }
}

/// Why a call or a connection came to nothing.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The server answered with an error.
    Refused {
        /// Its number, 0 if it is none.
        code: i64,
        /// What it says.
        message: String,
        /// The error's `data` as JSON; empty if it has none.
        data: String,
    },
    /// The engine gave it up. The text is what was received or, where nothing was, what the system
    /// says.
    Failed(Failure, String),
    /// It cannot go on without the application: the server wants to know who asks, for instance.
    Suspended(Pause),
    /// The application refused to answer what the server asked in the course of it.
    Unanswered(String),
    /// A list has no end.
    Stuck(Stuck),
    /// The engine did not take it; nothing was sent.
    NotSent(Error),
    /// The host is gone.
    Gone,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { code, message, data } => {
                write!(f, "the server answered with error {code}: {message}")?;
                if data.is_empty() { Ok(()) } else { write!(f, " ({data})") }
            }
            Self::Failed(failure, received) => {
                let whose = failure.whose().name();
                write!(f, "{whose}: {}; {}", failure.message(), failure.advice())?;
                let start: String = received.chars().take(200).collect();
                if start.is_empty() { Ok(()) } else { write!(f, " ({start})") }
            }
            Self::Suspended(pause) => write!(f, "it cannot go on: {pause:?}"),
            Self::Unanswered(why) => write!(f, "the server's question was not answered: {why}"),
            Self::Stuck(why) => write!(f, "server: {why}; report it to whoever made the server"),
            Self::NotSent(error) => write!(f, "not sent: {error}"),
            Self::Gone => f.write_str("the host is gone"),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::NotSent(error)
    }
}

/// How a call ended.
pub type Ended = Result<Answer, Trouble>;

/// Takes the end of a call out of its frame.
pub fn ended(answered: &Answered<'_>) -> Ended {
    match answered.outcome() {
        Outcome::Result(result) => Ok(Answer(result.as_str().into())),
        Outcome::Error(error) => Err(Trouble::Refused {
            code: error.code().unwrap_or_default(),
            message: error.message().map(plain).unwrap_or_default(),
            data: error.data().map_or("", |data| data.as_str()).into(),
        }),
        Outcome::Failed(failure) => Err(Trouble::Failed(failure, String::new())),
    }
}

/// Who the server is.
#[derive(Clone, Debug)]
pub struct Hello {
    /// What is spoken with it.
    pub revision: Revision,
    /// What it announced.
    pub capabilities: Capabilities,
    /// Its name; empty if it does not say it.
    pub name: String,
    /// Its version; empty if it does not say it.
    pub version: String,
    /// What it wants the model to know.
    pub instructions: String,
}

impl Hello {
    /// Takes what was learnt out of its frame.
    pub fn of(connected: &Connected<'_>) -> Self {
        let info = connected.server_info();
        let name = info.and_then(|info| info.name());
        let version = info.and_then(|info| info.version());
        Self {
            revision: connected.revision(),
            capabilities: connected.capabilities(),
            name: name.map(plain).unwrap_or_default(),
            version: version.map(plain).unwrap_or_default(),
            instructions: connected.instructions().map(plain).unwrap_or_default(),
        }
    }
}

/// Text of a message, decoded. What is no character becomes the sign that stands for it.
pub fn plain(text: Text<'_>) -> String {
    text.chars().map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// A call under way. Dropped before it has ended, it is cancelled.
pub struct Pending {
    pub(super) peer: Peer,
    pub(super) number: u64,
    pub(super) end: oneshot::Receiver<Ended>,
}

impl Future for Pending {
    type Output = Ended;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Ended> {
        let end = Pin::new(&mut self.end).poll(context);
        end.map(|end| end.unwrap_or(Err(Trouble::Gone)))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.peer.step(|engine| engine.cancel(self.number));
    }
}

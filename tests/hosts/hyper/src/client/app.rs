//! What an application is to this host.

use std::future::Future;
use std::pin::Pin;

use sansmcp::Limits;
use sansmcp::client::{ClientInfo, Event, Pause};

/// Something that takes its time, on the same thread.
pub type Soon<T> = Pin<Box<dyn Future<Output = T>>>;

/// The application: what it hears of, and what it is asked.
pub trait Application: 'static {
    /// Anything that happens, before the host deals with it: progress, log messages, changes, and
    /// the rest. The peer must not be called from in here; begin a task for that.
    fn heard(&self, event: &Event<'_>) {
        let _ = event;
    }

    /// What the server needs of the user or the model before it goes on.
    fn asked(&self, question: Question) -> Soon<Reply> {
        let _ = question;
        Box::pin(async { Reply::Refuse("nobody is here to answer".into()) })
    }

    /// The server wants to know who asks; `challenge` is what it says of it. The value of the
    /// `Authorization` line, from now on; `None` gives up.
    fn credentials(&self, challenge: &str) -> Option<String> {
        let _ = challenge;
        None
    }

    /// A call cannot go on as it is: the server lost the session, for instance. True if it may be
    /// sent again, which the host does only so often.
    fn paused(&self, method: &str, params: &str, why: Pause) -> bool {
        let _ = (method, params, why);
        true
    }
}

/// What a server wants to know.
#[derive(Clone, Debug)]
pub struct Question {
    /// `elicitation/create`, `sampling/createMessage` or `roots/list`.
    pub method: String,
    /// A JSON object.
    pub params: String,
}

/// What is answered to a [`Question`].
#[derive(Clone, Debug)]
pub enum Reply {
    /// A form is accepted with this content, a JSON object. What it leaves out is filled in with
    /// the form's defaults.
    Accept(String),
    /// Any result, a JSON object.
    Result(String),
    /// No, and why.
    Refuse(String),
}

/// How a host is set up.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// What the client says of itself.
    pub info: ClientInfo<'static>,
    /// Requests that may be open at once.
    pub slots: usize,
    /// Bytes of the longest message that goes out.
    pub longest_out: usize,
    /// Bytes of the longest message that comes in.
    pub longest_in: usize,
    /// How long calls may take that say nothing else.
    pub limits: Limits,
    /// Pages that are read of one list.
    pub pages: usize,
}

impl Setup {
    /// 256 requests, 16 MiB out, 4 MiB in, 10,000 pages.
    pub const DEFAULT: Self = Self {
        info: ClientInfo::EMPTY,
        slots: 256,
        longest_out: 16 << 20,
        longest_in: 4 << 20,
        limits: Limits::DEFAULT,
        pages: 10_000,
    };
}

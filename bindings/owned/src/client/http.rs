//! The client over HTTP: heads out, responses in.

use sansmcp::client::{Expect as CoreExpect, HeadLines};
use sansmcp::http::Header;
use sansmcp::json::Raw;
use sansmcp::{Error, Route, Ticket};

use super::Client;
use crate::output::Output;

/// Bytes of the buffer with which a head is first tried.
const FIRST: usize = 1024;

/// What to do with the body of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectKind {
    /// Read it whole, up to a bound of yours, and give it to [`Client::receive`] as a frame on the
    /// route of the exchange ([`crate::Frame::on`], [`crate::Frame::too_long`]).
    Json,
    /// Read it as an event stream ([`crate::SseEvents`]): give the frame of each event to
    /// [`Client::receive`] on the route, and [`Client::seen`] what it says of itself.
    Events,
    /// It says nothing: drop it.
    Nothing,
    /// 401 or 403: drop it. The exchange is suspended until [`Client::again`] or
    /// [`Client::cancel`]; a notification or an answer that was denied is not sent again.
    Denied,
}

impl ExpectKind {
    /// Its name in transcripts, such as `json`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Events => "events",
            Self::Nothing => "nothing",
            Self::Denied => "denied",
        }
    }
}

/// What to do with a response; [`Client::closed_on`] follows in any case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// What to do with its body.
    pub kind: ExpectKind,
    /// What was denied, if something was; [`Ticket::NONE`] of a message that nobody answers.
    pub ticket: Ticket,
    /// Of what was denied `WWW-Authenticate`, as it came; empty if there is none.
    pub challenge: Vec<u8>,
}

impl Expect {
    fn of(expect: CoreExpect<'_>) -> Self {
        let plain = |kind| Self { kind, ticket: Ticket::NONE, challenge: Vec::new() };
        match expect {
            CoreExpect::Json => plain(ExpectKind::Json),
            CoreExpect::Events => plain(ExpectKind::Events),
            CoreExpect::Nothing => plain(ExpectKind::Nothing),
            CoreExpect::Denied { ticket, challenge } => {
                Self { ticket, challenge: challenge.to_vec(), ..plain(ExpectKind::Denied) }
            }
        }
    }
}

impl Client {
    /// True if it is one over HTTP.
    #[must_use]
    pub fn is_http(&self) -> bool {
        self.remote.is_some()
    }

    /// The names and values of the request head that goes with an output. `schema` is the input
    /// schema of the tool that is called, JSON text, if it is known. Call it before anything else
    /// is done with the client.
    ///
    /// # Errors
    /// [`Error::NotJson`] if the schema is none; else as [`sansmcp::client::Client::head`].
    pub fn head(
        &mut self,
        output: &Output,
        schema: Option<&str>,
    ) -> Result<Vec<(String, String)>, Error> {
        let schema = schema.map(Raw::parse_str).transpose().map_err(|_| Error::NotJson)?;
        let mut buffer = vec![0; FIRST];
        loop {
            let own = |lines: HeadLines<'_>| {
                lines.headers().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
            };
            let done =
                self.with(|client| client.head(&output.view(), schema, &mut buffer).map(own));
            match done {
                Err(Error::Short { need }) if need > buffer.len() => buffer.resize(need, 0),
                done => return done,
            }
        }
    }

    /// Takes the head of the response to an output: its route, the status, the names and values of
    /// the headers. Then ask [`Client::expire`]. Where no response comes at all,
    /// [`Client::closed_on`] alone.
    pub fn responded<'h>(
        &mut self,
        route: Route,
        status: u16,
        headers: impl IntoIterator<Item = (&'h str, &'h [u8])>,
        now: u64,
    ) -> Expect {
        let headers: Vec<Header<'h>> =
            headers.into_iter().map(|(name, value)| Header { name, value }).collect();
        self.with(|client| Expect::of(client.responded(route, status, &headers, now)))
    }

    /// Takes what an event stream said of itself; see [`sansmcp::client::Client::seen`].
    pub fn seen(&mut self, route: Route, last_id: &[u8], retry_ms: Option<u64>) {
        self.with(|client| client.seen(route, last_id, retry_ms));
    }

    /// Tells that a way is gone: the response of an exchange has ended, or did not come. Then ask
    /// [`Client::expire`].
    pub fn closed_on(&mut self, route: Route, now: u64) {
        self.with(|client| client.closed(route, now));
    }

    /// Ends the session, where there is one: [`Client::next_output`] says so to the server.
    pub fn leave(&mut self) {
        self.with(|client| client.leave());
    }

    /// The id of the session, a secret; empty where there is none.
    #[must_use]
    pub fn session(&self) -> &[u8] {
        self.remote.as_ref().map_or(&[], |remote| remote.session())
    }
}

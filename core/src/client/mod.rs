//! The client role. [`Client::connect`] finds the server's era, [`Client::call`] writes a request,
//! [`Client::receive`] turns what comes back into events.
//!
//! ```text
//! connect, call ─► Out ─► your I/O ─► frame ─► receive ─► Event ─► your code
//! ```
//!
//! - [`Client::connect`] asks with `server/discover` and falls back to `initialize` on any other
//!   answer or silence; [`Event::Connected`] tells what came of it, [`Event::Failed`] whose fault
//!   it is if nothing did.
//! - [`Client::next_output`] gives all that the engine says by itself: the handshake, what is taken
//!   back after a deadline. Call it until there is nothing, after each of the other calls.
//! - [`Client::call`] is any request; its params are those of [`crate::schema`], or JSON text. It
//!   ends exactly once: with [`Event::Answered`], or with [`Client::cancel`].
//! - [`Event::InputNeeded`] is the same in both eras: [`Client::provide`].
//! - [`Client::listen`] asks to be told of changes; [`Pages`] guards a walk through a list.
//! - [`Client::next_deadline`] and [`Client::expire`] are for the timer. Call `expire` until it
//!   gives nothing also after [`Client::closed`], and over HTTP after `responded`.
//! - Over HTTP (feature `http`) [`Client::over_http`]: each message is an HTTP exchange of its own,
//!   [`Client::head`] has its head, [`Client::responded`] says what to do with the response.
//!
//! A whole connection:
//!
//! ```
//! use sansmcp::client::{Client, ClientInfo, Event, Options, Outcome, Policy};
//! use sansmcp::schema::{CallToolParams, Implementation};
//! use sansmcp::{Connection, Frame, Slot};
//!
//! # fn main() -> Result<(), sansmcp::Error> {
//! let info = ClientInfo {
//!     implementation: Implementation { name: "me", version: "1", ..Implementation::EMPTY },
//!     ..ClientInfo::EMPTY
//! };
//! let (mut connection, mut slots, mut tx) = (Connection::NEW, [Slot::EMPTY; 4], [0; 1024]);
//! let mut client = Client::new(&info, &mut connection, &mut slots);
//!
//! client.connect(&Policy::ANY, 0)?;
//! let probe = client.next_output(&mut tx)?.unwrap();
//! let start = br#"{"jsonrpc":"2.0","id":131070,"method":"server/discover","params":{"_meta":"#;
//! assert!(probe.line().starts_with(start));
//!
//! let line = br#"{"jsonrpc":"2.0","id":131070,"result":{"resultType":"complete",
//!     "supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},
//!     "ttlMs":0,"cacheScope":"private"}}"#;
//! let Some(Event::Connected(_)) = client.receive(&mut Frame::new(line), 5) else { panic!() };
//!
//! let arguments = r#"{"text":"hi"}"#;
//! let params = CallToolParams { name: "echo", arguments, ..CallToolParams::EMPTY };
//! let (ticket, out) = client.call("tools/call", &params, &Options::DEFAULT, 5, &mut tx)?;
//! assert!(out.line().ends_with(b"}}}\n"));
//!
//! let line = br#"{"jsonrpc":"2.0","id":65536,"result":{"resultType":"complete","content":[]}}"#;
//! let event = client.receive(&mut Frame::new(line), 9);
//! let Some(Event::Answered(answered)) = event else { panic!() };
//! assert_eq!(answered.ticket(), ticket);
//! assert!(matches!(answered.outcome(), Outcome::Result(_)));
//! # Ok(())
//! # }
//! ```
//!
//! - `info`: what the client says of itself; `policy`: which revisions it will speak; `connect`:
//!   how they are found.
//! - `call`: requests; `write`: how they look; `asked`: what is remembered of them.
//! - `receive`: how a frame is read; `judge`: how a message is judged; `answer`: the ends of our
//!   requests; `notice`: notifications.
//! - `event`: what comes out; `view`: what events say; `outcome`: how a request ended.
//! - `input`: what the server wants to know; `accept`: a form filled in.
//! - `listen`: what the server is to tell; `due`: what goes out, and what ends, by itself.
//! - `pages`, `tools`: lists. `http`: heads, sessions and event streams.

mod accept;
mod answer;
mod asked;
mod call;
mod connect;
mod due;
mod event;
#[cfg(feature = "http")]
mod head;
#[cfg(feature = "http")]
mod http;
mod info;
mod input;
mod judge;
mod listen;
mod notice;
mod outcome;
mod pages;
mod policy;
mod receive;
mod tools;
mod view;
mod write;

pub use accept::{Accepted, MAX_DEFAULTS};
pub use call::Options;
pub use event::{
    Answered, Changed, Connected, Event, EventKind, Failed, Ignored, InputNeeded, ListenEnded,
    Listening, Log, Notification, Progress, Refused, Request, Suspended, Updated, Withdrawn,
};
#[cfg(feature = "http")]
pub use head::{HeadLines, Verb};
#[cfg(feature = "http")]
pub use http::{Expect, Remote};
pub use info::ClientInfo;
pub use input::{Given, MAX_ROUNDS, NeededInput};
pub use listen::{MAX_URIS, Subscription};
pub use outcome::Outcome;
pub use pages::{Pages, Stuck};
pub use policy::Policy;
pub use tools::{Listed, Tools, all_tools, tools};
pub use view::Pause;

use crate::error::Error;
use crate::exchange::{Connection, Exchange, Slot, Table, Ticket};
use crate::frame::Route;
use crate::rules::transition::{Move, Phase, State};
use crate::rules::{Capabilities, Revision};

/// Where this is false there are no batches, no `initialize` and no requests of servers.
const LEGACY: bool = cfg!(feature = "legacy");

/// A client: a view over what it says of itself, the connection and the slots, made whenever it is
/// handy.
///
/// All state is in the places that it borrows, so it may be dropped between any two calls.
pub struct Client<'a> {
    info: &'a ClientInfo<'a>,
    connection: &'a mut Connection,
    table: Table<'a>,
    #[cfg(feature = "http")]
    remote: Option<&'a mut Remote>,
    /// The time that was last told.
    now: u64,
}

impl<'a> Client<'a> {
    /// A client on one pipe, with memory for as many open requests as there are slots, those of the
    /// server included (at most 65,534 are used). While any of them is in use it has to be the same
    /// table; it may grow, and must not shrink.
    #[must_use]
    pub fn new(
        info: &'a ClientInfo<'a>,
        connection: &'a mut Connection,
        slots: &'a mut [Slot],
    ) -> Self {
        Self {
            info,
            connection,
            table: Table::new(slots, 0),
            #[cfg(feature = "http")]
            remote: None,
            now: 0,
        }
    }

    /// A client of a server over Streamable HTTP. All else as for [`Client::new`].
    #[cfg(feature = "http")]
    #[must_use]
    pub fn over_http(
        info: &'a ClientInfo<'a>,
        connection: &'a mut Connection,
        slots: &'a mut [Slot],
        remote: &'a mut Remote,
    ) -> Self {
        // Ids of the server count on all its streams together: one session has them all.
        Self { info, connection, table: Table::new(slots, 1), remote: Some(remote), now: 0 }
    }

    /// The revision that is spoken, once there is a connection.
    #[must_use]
    pub fn revision(&self) -> Option<Revision> {
        self.connection.revision()
    }

    /// What the server announced.
    #[must_use]
    pub fn capabilities(&self) -> Capabilities {
        self.connection.capabilities
    }

    /// True once there is a connection, and until it ends.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        matches!(self.connection.handshake.phase(), Phase::Modern | Phase::Legacy)
    }

    /// The connection's state.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        self.connection
    }

    /// The tickets of all that is open: our requests and listens, and the server's requests.
    pub fn open(&self) -> impl Iterator<Item = Ticket> {
        self.table.used().filter_map(|(ticket, slot)| {
            (!matches!(slot.exchange.state(), State::Free | State::Withdrawn)).then_some(ticket)
        })
    }

    /// True where each message is an HTTP exchange.
    fn is_http(&self) -> bool {
        #[cfg(feature = "http")]
        return self.remote.is_some();
        #[cfg(not(feature = "http"))]
        false
    }

    /// The revision that is spoken.
    ///
    /// # Errors
    /// [`Error::NotReady`] while there is no connection.
    fn agreed(&self) -> Result<Revision, Error> {
        self.connection.revision().filter(|_| self.is_connected()).ok_or(Error::NotReady)
    }

    /// The exchange of a ticket that is still good.
    fn exchange(&mut self, ticket: Ticket) -> Option<&mut Exchange> {
        if ticket.index == Ticket::SPARE {
            let spare = &mut self.connection.spare;
            return if spare.is(ticket) { Some(spare) } else { None };
        }
        self.table.get(ticket).map(|slot| &mut slot.exchange)
    }

    /// Frees what a ticket holds, if it is still good.
    fn close(&mut self, ticket: Ticket) {
        if self.exchange(ticket).is_none() {
            return;
        }
        if ticket.index == Ticket::SPARE {
            self.connection.spare.step(Move::Finish);
        } else {
            self.table.close(ticket);
        }
    }

    /// The HTTP exchange in which the request of a ticket goes out; the pipe where there is one.
    fn way(&self, ticket: Ticket) -> Route {
        if self.is_http() {
            Route::post(ticket.generation << 16 | u32::from(ticket.index.wrapping_add(1)))
        } else {
            self.connection.route
        }
    }

    /// The HTTP exchange of a message that nobody answers.
    fn aside(&self) -> Route {
        if self.is_http() { Route::post(0) } else { self.connection.route }
    }
}

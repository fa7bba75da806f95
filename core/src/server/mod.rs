//! The server role. [`Server::receive`] turns a frame into events; every other call turns what the
//! application says into the bytes of one message.
//!
//! - `event`: what comes out of a frame, `request`: what it says; `receive`: how it is read;
//!   `judge`: how it is judged.
//! - `reply`: all that the engine answers by itself; `list`: pages of a list.
//! - `answer`, `contents`, `messages`, `completion`: results, each built on a `draft`.
//! - `stream`: answers larger than any buffer; `notify`: progress and log messages.
//! - `ask`: what the server asks of the client; `question`: how that goes out; `answered`: how it
//!   ends, and when.
//! - `subscribe`: listeners, and what they are told; `due`: what goes out by itself.
//! - `wire`: how results begin and end.

mod answer;
mod answered;
mod ask;
mod completion;
mod contents;
mod draft;
pub(crate) mod due;
mod event;
pub(crate) mod judge;
mod list;
mod messages;
mod notify;
mod question;
pub(crate) mod receive;
mod reply;
mod request;
mod stream;
mod subscribe;
mod wire;

pub use answer::Answer;
pub use ask::{Ask, Input, Resumed};
pub use completion::Completion;
pub use contents::Contents;
pub use event::{Event, EventKind};
pub use list::{Page, PageParts};
pub use messages::Messages;
pub use notify::Value;
pub use request::{
    Answered, Call, Cancelled, Completing, Ignored, Listen, Listing, Notification, Outcome,
    Reading, Reference, Refused, Request, SetLevel,
};
pub use stream::Shape;
pub use subscribe::Receivers;

use crate::error::Error;
use crate::exchange::{Connection, Exchange, Slot, Table, Ticket};
use crate::frame::{Route, RouteKind};
use crate::rules::transition::{Move, State, Step};
use crate::rules::{Capabilities, Method, Revision};
use crate::schema::Catalog;
use crate::{FULL, HTTP, SMALL};

/// Where this is false there are no batches, no `initialize` and no state of a connection.
const LEGACY: bool = cfg!(feature = "legacy");

/// A server: a view over the catalog, the connection and the slots, made whenever it is handy.
///
/// All state is in the two places it borrows, so it may be dropped between any two calls.
pub struct Server<'a> {
    catalog: &'a dyn Catalog,
    connection: &'a mut Connection,
    table: Table<'a>,
    /// A POST that gets no answer has to be ended, so that nobody waits on it.
    ends_posts: bool,
    /// How many slots this session may hold.
    most: u16,
    /// The time of the frame that is being read.
    pub(crate) now: u64,
}

impl<'a> Server<'a> {
    /// A server of `catalog` on one connection, with memory for as many open requests as there
    /// are slots (at most 65,534 are used). While any of them is in use it has to be the same
    /// table; it may grow, and must not shrink.
    #[must_use]
    pub fn new(
        catalog: &'a dyn Catalog,
        connection: &'a mut Connection,
        slots: &'a mut [Slot],
    ) -> Self {
        Self {
            catalog,
            connection,
            table: Table::new(slots, 0),
            ends_posts: false,
            most: u16::MAX,
            now: 0,
        }
    }

    /// A server of one session of an endpoint, 0 for what belongs to none.
    #[cfg(feature = "http")]
    pub(crate) fn of_endpoint(
        catalog: &'a dyn Catalog,
        connection: &'a mut Connection,
        slots: &'a mut [Slot],
        session: u16,
        most: u16,
    ) -> Self {
        let table = Table::new(slots, session);
        Self { catalog, connection, table, ends_posts: true, most, now: 0 }
    }

    /// The number of its session in an endpoint, for [`crate::http::Endpoint::server_in`]; 0 for
    /// none.
    #[cfg(feature = "http")]
    #[must_use]
    pub fn session(&self) -> u16 {
        self.table.session()
    }

    /// True if this session holds all the slots that it may.
    fn holds_its_share(&self) -> bool {
        HTTP && self.connection.held >= self.most
    }

    /// One more slot is taken.
    fn hold(&mut self) {
        if HTTP {
            self.connection.held = self.connection.held.saturating_add(1);
        }
    }

    /// The tickets of all requests that are not answered yet, those that the peer cancelled
    /// included.
    pub fn open(&self) -> impl Iterator<Item = Ticket> {
        let spare = &self.connection.spare;
        let spare = (spare.state() != State::Free)
            .then_some(Ticket { generation: spare.generation, index: Ticket::SPARE });
        self.table.open_tickets().chain(spare)
    }

    /// True if the peer cancelled this request, so that work on it may stop. Its slot stays taken
    /// until it is answered (nothing is written then) or given up with [`Server::abandon`].
    #[must_use]
    pub fn is_cancelled(&mut self, ticket: Ticket) -> bool {
        self.exchange(ticket)
            .is_some_and(|exchange| matches!(exchange.state(), State::Cancelled | State::Ending))
    }

    /// Gives up on a request: its slot is free again, and nothing is sent. Meant for requests that
    /// were cancelled; the peer of any other waits for its answer until it loses patience. A
    /// request of yours is taken back: [`Server::next_output`] tells the peer so.
    ///
    /// # Errors
    /// [`Error::Stale`] if there is nothing to give up; [`Error::Streaming`] if its answer is half
    /// out, since it has to be ended.
    pub fn abandon(&mut self, ticket: Ticket) -> Result<(), Error> {
        match self.exchange(ticket).ok_or(Error::Stale)?.state() {
            State::Streaming | State::Ending => Err(Error::Streaming),
            State::Asked | State::Withdrawn => {
                self.withdraw(ticket);
                Ok(())
            }
            _ => {
                self.close(ticket, false);
                Ok(())
            }
        }
    }

    /// Tells that a way is gone (the pipe was closed, the peer of a POST left), after what came on
    /// it was received. All that is open there is cancelled, as if the peer had said so: stop its
    /// work and abandon its tickets, which [`Server::open`] has. What was half out on it, listeners
    /// and requests of yours end at once: their tickets are stale. An event stream of a legacy
    /// session, and a legacy POST, cancel nothing.
    pub fn closed(&mut self, route: Route) {
        let is_pipe = route.kind == RouteKind::Pipe;
        self.give_up(&|exchange| {
            exchange.route() == route && (is_pipe || exchange.revision().is_modern())
        });
        if self.connection.spare.route() == route {
            let generation = self.connection.spare.generation;
            self.close(Ticket { generation, index: Ticket::SPARE }, false);
        }
        if is_pipe && self.connection.route == route {
            self.connection.step(Step::Close);
        }
    }

    /// Ends all that is open, as if the peer had cancelled it.
    #[cfg(feature = "http")]
    pub(crate) fn give_up_all(&mut self) {
        self.give_up(&|_| true);
        self.connection.spare.step(Move::Finish);
    }

    /// Ends what is as asked, as if the peer had cancelled it.
    pub(crate) fn give_up(&mut self, is: &dyn Fn(&Exchange) -> bool) {
        let mut from = 0;
        while let Some(ticket) = self
            .table
            .find_from(from, &|slot| slot.exchange.state() != State::Free && is(&slot.exchange))
        {
            from = ticket.index.saturating_add(1);
            let Some(exchange) = self.exchange(ticket) else { continue };
            match exchange.state() {
                State::Open => {
                    exchange.step(Move::Cancel);
                    self.table.forget(ticket);
                }
                State::Cancelled => {}
                _ => {
                    let method = exchange.method;
                    self.close_as(ticket, method, false);
                }
            }
        }
    }

    /// The connection's state.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        self.connection
    }

    /// The exchange of a ticket that is still good.
    fn exchange(&mut self, ticket: Ticket) -> Option<&mut Exchange> {
        if ticket.index == Ticket::SPARE {
            let spare = &mut self.connection.spare;
            return if spare.is(ticket) { Some(spare) } else { None };
        }
        self.table.get(ticket).map(|slot| &mut slot.exchange)
    }

    /// The exchange of a ticket that may now be written for; `None` if the peer cancelled it, so
    /// that nothing is to be written and the slot is free from now on.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn writable(&mut self, ticket: Ticket) -> Result<Option<&mut Exchange>, Error> {
        match self.exchange(ticket).ok_or(Error::Stale)?.state() {
            State::Cancelled => {
                self.close(ticket, false);
                return Ok(None);
            }
            // Nobody waits for an answer to these.
            State::Listening | State::Asked | State::Withdrawn | State::Dropped => {
                return Err(Error::Stale);
            }
            _ => {}
        }
        if self.is_streaming_on(ticket) {
            return Err(Error::Streaming);
        }
        // Known to be good: only its place is looked up.
        if ticket.index == Ticket::SPARE {
            return Ok(Some(&mut self.connection.spare));
        }
        Ok(self.table.at(ticket).map(|slot| &mut slot.exchange))
    }

    /// True while an answer goes out in pieces on the route of a ticket, so that nothing else may.
    fn is_streaming_on(&mut self, ticket: Ticket) -> bool {
        if !HTTP || self.connection.streams == 0 {
            return self.connection.streaming != Ticket::NONE;
        }
        let route = self.exchange(ticket).map(|exchange| exchange.route());
        route.is_some_and(|route| self.is_streaming(route))
    }

    /// True while an answer goes out in pieces on this route.
    fn is_streaming(&self, route: Route) -> bool {
        self.connection.streaming != Ticket::NONE
            || HTTP && self.connection.streams != 0 && self.streamed_on(route).is_some()
    }

    /// The exchange that is answered in pieces on the route of a POST.
    fn streamed_on(&self, route: Route) -> Option<Ticket> {
        self.table.find_from(0, &|slot| {
            let exchange = &slot.exchange;
            exchange.route() == route && exchange.state().is_half_out()
        })
    }

    /// Ends an exchange; `answered` tells whether with a result.
    fn close(&mut self, ticket: Ticket, answered: bool) {
        let (method, is_dropped) = match self.exchange(ticket) {
            Some(exchange) => {
                let is_listen =
                    exchange.state() == State::Listening && exchange.is_of(Method::Listen);
                let is_waited_for = exchange.route_kind == RouteKind::Post as u8
                    && (exchange.state().is_unanswered() || is_listen);
                (exchange.method, is_waited_for && !answered)
            }
            None => (Method::Custom as u8, false),
        };
        if HTTP && self.ends_posts && is_dropped {
            self.leave(ticket, method, answered);
            if ticket.index == Ticket::SPARE {
                self.connection.spare.step(Move::Drop);
            } else {
                self.table.leave_unanswered(ticket);
            }
            self.connection.due |= due::SLOTS;
            return;
        }
        self.close_as(ticket, method, answered);
    }

    /// As [`Server::close`], of an exchange whose method is known.
    fn close_as(&mut self, ticket: Ticket, method: u8, answered: bool) {
        self.leave(ticket, method, answered);
        if ticket.index == Ticket::SPARE {
            self.connection.spare.step(Move::Finish);
            return;
        }
        self.table.close(ticket);
    }

    /// What the connection notes of an exchange that ends.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn leave(&mut self, ticket: Ticket, method: u8, answered: bool) {
        if cfg!(feature = "legacy") && method == Method::Initialize as u8 {
            self.connection.step(if answered { Step::Answered } else { Step::Refused });
        }
        if self.connection.streaming == ticket {
            self.connection.streaming = Ticket::NONE;
        }
        if HTTP && ticket.index != Ticket::SPARE {
            self.connection.held = self.connection.held.saturating_sub(1);
        }
        if HTTP && self.connection.streams != 0 && ticket.index != Ticket::SPARE {
            let is_half_out = self.exchange(ticket).is_some_and(|it| it.state().is_half_out());
            self.connection.streams -= u16::from(is_half_out);
        }
        if FULL && self.connection.asked | self.connection.listening != 0 {
            self.count_down(ticket);
        }
    }

    /// One listener or request of ours less, and those that were asked in the course of what ends
    /// are asked for nothing.
    #[cold]
    fn count_down(&mut self, ticket: Ticket) {
        match self.exchange(ticket).map(|exchange| exchange.state()) {
            Some(State::Listening) => {
                self.connection.listening = self.connection.listening.saturating_sub(1);
            }
            Some(State::Asked | State::Withdrawn) => {
                self.connection.asked = self.connection.asked.saturating_sub(1);
            }
            Some(_) => self.withdraw_children(ticket),
            None => {}
        }
    }

    /// What this server announces.
    fn capabilities(&self) -> Capabilities {
        if !FULL && self.catalog.tool(0).is_some() {
            return Capabilities::TOOLS;
        }
        let mut all = self.catalog.info().capabilities;
        if !FULL {
            return all & Capabilities::TOOLS;
        }
        for (capability, has) in [
            (Capabilities::TOOLS, list::has(self.catalog, Method::ListTools, 0)),
            (Capabilities::RESOURCES, self.has_resources()),
            (Capabilities::PROMPTS, list::has(self.catalog, Method::ListPrompts, 0)),
        ] {
            if has {
                all |= capability;
            }
        }
        all
    }

    /// What this server announces in a revision. A client before 2026-07-28 that has no session
    /// cannot be told of anything, and the level of log messages would be remembered nowhere.
    fn announced(&self, revision: Revision) -> Capabilities {
        let all = self.capabilities();
        if self.has_no_session(revision) {
            Capabilities(all.0 & !(Capabilities::LISTENABLE.0 | Capabilities::LOGGING.0))
        } else {
            all
        }
    }

    /// True over HTTP for a client of an older revision whose requests stand for themselves.
    fn has_no_session(&self, revision: Revision) -> bool {
        HTTP && self.ends_posts && self.table.session() == 0 && !revision.is_modern()
    }

    fn has_resources(&self) -> bool {
        list::has(self.catalog, Method::ListResources, 0)
            || list::has(self.catalog, Method::ListTemplates, 0)
    }

    /// True if it announces any of `capability`, or that is none.
    fn offers(&self, capability: Capabilities) -> bool {
        if SMALL || !FULL {
            return self.capabilities().meets(capability);
        }
        if capability == Capabilities::NONE {
            return true;
        }
        let has_entries = match capability {
            Capabilities::TOOLS => self.catalog.tool(0).is_some(),
            Capabilities::RESOURCES => self.has_resources(),
            Capabilities::PROMPTS => self.catalog.prompt(0).is_some(),
            _ => false,
        };
        has_entries || self.catalog.info().capabilities.meets(capability)
    }
}

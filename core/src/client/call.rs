//! Requests of ours, and how they are given up.

use super::write::Context;
use super::{Client, due};
use crate::error::Error;
use crate::exchange::{Limits, Ticket, Waiting};
use crate::json::{Raw, Writer};
use crate::out::Out;
use crate::rules::method::{Row, TO_SERVER};
use crate::rules::transition::{Move, State};
use crate::rules::{Capabilities, Code, Level, Method, Revision};
use crate::schema::{Json, Object, SetLevelParams};
use crate::wire;

/// How a request is made.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// How long the answer may take.
    pub limits: Limits,
    /// Members of `_meta` of your own, a JSON object; empty for none. Those that the protocol keeps
    /// for itself are the engine's, and left out.
    pub meta: &'a str,
    /// Ask even for what the server did not announce: some announce less than they have.
    pub anyway: bool,
}

impl Options<'_> {
    /// The limits of [`Limits::DEFAULT`], and what the server announced.
    pub const DEFAULT: Options<'static> =
        Options { limits: Limits::DEFAULT, meta: "", anyway: false };
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Client<'_> {
    /// Writes a request. Its ticket names it in the events that follow: at last
    /// [`super::Event::Answered`].
    ///
    /// # Errors
    /// [`Error::NotReady`] while there is no connection; [`Error::NotSupported`] for a method that
    /// the revision lacks, or that is a notification or the engine's own, and if the params have a
    /// `_meta` with members of your own ([`Options::meta`]); [`Error::NotOffered`] for one that the
    /// server did not announce; [`Error::Busy`] if no slot is free; [`Error::NotJson`] if the
    /// params are not an object; [`Error::Short`] if `tx` is too small, which may say up to 130
    /// bytes more than it takes. Nothing was sent then.
    pub fn call<'t>(
        &mut self,
        method: &str,
        params: &dyn Object,
        options: &Options<'_>,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<(Ticket, Out<'t>), Error> {
        let revision = self.agreed()?;
        let kind = self.allowed(method, revision, options.anyway)?;
        self.ask(kind, method, params, options, Ticket::NONE, now, tx)
    }

    /// Writes a request that is known to be allowed.
    #[allow(clippy::too_many_arguments)] // all that a request is made of
    pub(super) fn ask<'t>(
        &mut self,
        kind: Method,
        method: &str,
        params: &dyn Object,
        options: &Options<'_>,
        parent: Ticket,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<(Ticket, Out<'t>), Error> {
        let revision = self.agreed()?;
        let waiting = Waiting::new(parent, &options.limits, now);
        let ticket = self.open_asked(kind, revision, &waiting).ok_or(Error::Busy)?;
        let out = self.write_out(ticket, method, params, options, tx);
        match out {
            Ok(out) => Ok((ticket, out)),
            Err(error) => {
                self.take_back(ticket);
                Err(error)
            }
        }
    }

    /// Writes the request of a slot.
    pub(super) fn write_out<'t>(
        &mut self,
        ticket: Ticket,
        method: &str,
        params: &dyn Object,
        options: &Options<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let revision = self.agreed()?;
        let has_idle = self.table.get(ticket).is_some_and(|slot| slot.waiting().has_idle());
        let token = if has_idle { ticket } else { Ticket::NONE };
        let context = Context { revision, token, own: options.meta, is_request: true };
        let mut writer = Writer::new(tx);
        self.write_request(&mut writer, ticket, method, params, &context)?;
        wire::aside(writer, self.way(ticket))
    }

    /// Whether a request may be made.
    fn allowed(&self, name: &str, revision: Revision, anyway: bool) -> Result<Method, Error> {
        let Some(row) = row_of(name) else { return Ok(Method::Custom) };
        let is_engines = matches!(row.method, Method::Initialize | Method::Listen);
        if row.notification || is_engines || !row.is_in(revision) {
            return Err(Error::NotSupported);
        }
        // 2024-11-05 has completion without a capability.
        let has_none = revision == Revision::V2024_11_05 && row.method == Method::Complete;
        if anyway || has_none || self.connection.capabilities.meets(row.capability) {
            return Ok(row.method);
        }
        Err(Error::NotOffered)
    }

    /// Writes a suspended request again, under the ticket that this gives: the old one is over.
    /// Give the method and the params as they were; of a listen call [`Client::listen`] instead. Of
    /// the handshake, whose answer was 401 or 403, they are not looked at, and
    /// [`Client::next_output`] has it.
    ///
    /// # Errors
    /// [`Error::Stale`] if it is not suspended; the others as for [`Client::call`], and it stays
    /// suspended.
    pub fn again<'t>(
        &mut self,
        ticket: Ticket,
        method: &str,
        params: &dyn Object,
        options: &Options<'_>,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<(Ticket, Out<'t>), Error> {
        if ticket.index == Ticket::HANDSHAKE {
            let renewed = self.shake_again(ticket, now).ok_or(Error::Stale)?;
            return Ok((renewed, Out::NOTHING));
        }
        let revision = self.agreed()?;
        let exchange = &self.table.get(ticket).ok_or(Error::Stale)?.exchange;
        if exchange.state() != State::Suspended {
            return Err(Error::Stale);
        }
        let kind = row_of(method).map_or(Method::Custom, |row| row.method);
        if exchange.method != kind as u8 || kind == Method::Listen {
            return Err(Error::NotSupported);
        }
        self.resend(ticket, method, params, options, revision, now, tx)
    }

    /// Renews a suspended request and writes it; it is as before if it cannot be written.
    #[allow(clippy::too_many_arguments)] // all that a request is made of
    pub(super) fn resend<'t>(
        &mut self,
        ticket: Ticket,
        method: &str,
        params: &dyn Object,
        options: &Options<'_>,
        revision: Revision,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<(Ticket, Out<'t>), Error> {
        let before = *self.table.get(ticket).ok_or(Error::Stale)?;
        let renewed = self.renew(ticket, &options.limits, now).ok_or(Error::Stale)?;
        if let Some(slot) = self.table.get(renewed) {
            slot.exchange.revision = revision as u8;
        }
        match self.write_out(renewed, method, params, options, tx) {
            Ok(out) => Ok((renewed, out)),
            Err(error) => {
                if let Some(slot) = self.table.get(renewed) {
                    *slot = before;
                }
                Err(error)
            }
        }
    }

    /// Ends a request of ours, or a listen, without an answer; there will be no event of it. The
    /// server is told by [`Client::next_output`], in the way of its revision and its transport: by
    /// a message, or by the end of the HTTP exchange. Of a request of the server's it gives the
    /// answer up. Of the handshake it gives up the connection.
    ///
    /// # Errors
    /// [`Error::Stale`] if there is nothing to end; [`Error::NotSupported`] of a listen before
    /// 2026-07-28, which takes [`Client::unlisten`].
    pub fn cancel(&mut self, ticket: Ticket) -> Result<(), Error> {
        if ticket.index == Ticket::HANDSHAKE {
            return if self.give_up(ticket) { Ok(()) } else { Err(Error::Stale) };
        }
        let exchange = self.exchange(ticket).ok_or(Error::Stale)?;
        match exchange.state() {
            State::Asked => self.withdraw(ticket),
            State::Withdrawn | State::Free => return Err(Error::Stale),
            State::Listening => return Err(Error::NotSupported),
            _ => self.close(ticket),
        }
        Ok(())
    }

    /// Takes a request of ours back: the server is told when there is time.
    pub(super) fn withdraw(&mut self, ticket: Ticket) {
        if self.exchange(ticket).is_some_and(|exchange| exchange.step(Move::Withdraw)) {
            self.connection.due |= due::SLOTS;
        }
    }

    /// Asks for log messages from a level on (server/utilities/logging). From 2026-07-28 on nothing
    /// is sent and the ticket is [`Ticket::NONE`]: each later request says so.
    ///
    /// # Errors
    /// As for [`Client::call`].
    pub fn set_level<'t>(
        &mut self,
        level: Level,
        options: &Options<'_>,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<(Ticket, Out<'t>), Error> {
        let revision = self.agreed()?;
        if !revision.is_modern() {
            let params = SetLevelParams { level, ..SetLevelParams::EMPTY };
            return self.call("logging/setLevel", &params, options, now, tx);
        }
        if !options.anyway && !self.connection.capabilities.contains(Capabilities::LOGGING) {
            return Err(Error::NotOffered);
        }
        self.connection.level = level as u8;
        Ok((Ticket::NONE, Out::NOTHING))
    }

    /// Writes a notification, such as `notifications/roots/list_changed`, or one of your own.
    ///
    /// # Errors
    /// [`Error::NotSupported`] for a method that the revision lacks, or that is no notification, or
    /// the engine's own; [`Error::Undeclared`] for changes of roots that were not declared; the
    /// others as for [`Client::call`].
    pub fn notify<'t>(
        &mut self,
        method: &str,
        params: &dyn Object,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let revision = self.agreed()?;
        if let Some(row) = row_of(method) {
            let is_engines =
                matches!(row.method, Method::Initialized | Method::Cancelled | Method::Progress);
            if !row.notification || is_engines || !row.is_in(revision) {
                return Err(Error::NotSupported);
            }
            let declared = self.info.declared(revision);
            if row.method == Method::RootsChanged
                && !declared.contains(Capabilities::ROOTS_LIST_CHANGED)
            {
                return Err(Error::Undeclared);
            }
        }
        let context = Context { revision, token: Ticket::NONE, own: "", is_request: false };
        let mut writer = Writer::new(tx);
        self.write_notification(&mut writer, method, params, &context)?;
        wire::aside(writer, self.aside())
    }

    /// Answers a request of the server's that the protocol does not know. Before 2026-07-28.
    ///
    /// # Errors
    /// [`Error::Stale`] if it was answered before; [`Error::NotJson`] if the result is not an
    /// object; [`Error::Short`] if `tx` is too small.
    pub fn result<'t>(
        &mut self,
        ticket: Ticket,
        result: &dyn Object,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let route = self.aside();
        let Some(exchange) = self.unanswered(ticket)? else { return Ok(Out::NOTHING) };
        let revision = exchange.revision();
        let mut writer = Writer::new(tx);
        wire::response(&mut writer, exchange, ",\"result\":");
        result.write(&mut writer, revision)?;
        writer.put_str("}\n");
        let out = wire::aside(writer, route)?;
        self.close(ticket);
        Ok(out)
    }

    /// Answers a request of the server's with an error. `data`, if it is not empty, is the JSON
    /// text of the error's data. Before 2026-07-28.
    ///
    /// # Errors
    /// As for [`Client::result`].
    pub fn error<'t>(
        &mut self,
        ticket: Ticket,
        code: Code,
        message: &str,
        data: &str,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let route = self.aside();
        let Some(exchange) = self.unanswered(ticket)? else { return Ok(Out::NOTHING) };
        let mut writer = Writer::new(tx);
        wire::error(&mut writer, exchange, code.in_era(false));
        writer.escaped(message);
        writer.put_str("\"");
        if !data.is_empty() {
            writer.put_str(",\"data\":");
            writer.json(Raw::parse_str(data).map_err(|_| Error::NotJson)?);
        }
        writer.put_str("}}\n");
        let out = wire::aside(writer, route)?;
        self.close(ticket);
        Ok(out)
    }

    /// A request of the server's that may be answered; `None` if the server gave it up, so that
    /// nothing is to be written and its slot is free from now on.
    pub(super) fn unanswered(
        &mut self,
        ticket: Ticket,
    ) -> Result<Option<&mut crate::exchange::Exchange>, Error> {
        match self.exchange(ticket).ok_or(Error::Stale)?.state() {
            State::Open => Ok(self.exchange(ticket)),
            State::Cancelled => {
                self.close(ticket);
                Ok(None)
            }
            _ => Err(Error::Stale),
        }
    }
}

/// What the protocol knows of a method that a client sends.
pub(super) fn row_of(name: &str) -> Option<&'static Row> {
    TO_SERVER.iter().find(|row| row.name == name)
}

/// Params without members.
pub(super) const NO_PARAMS: Json<'static> = Json::EMPTY;

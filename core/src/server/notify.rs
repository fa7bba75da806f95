//! Notifications that belong to an open request: progress and log messages.

use super::{Server, wire};
use crate::HTTP;
use crate::error::Error;
use crate::exchange::{Progressed, Ticket};
use crate::frame::Route;
use crate::json::{Kind, Number, Raw, Text, Writer};
use crate::out::Out;
use crate::rules::method::{Row, TO_CLIENT};
use crate::rules::transition::State;
use crate::rules::{Capabilities, Level, Method};
use crate::schema::{Object, Prose};

impl Server<'_> {
    /// Tells how far a request has come (basic/utilities/progress). Empty output where nothing is
    /// due: the peer did not ask for it, gave the request up, or `progress` is not larger than the
    /// last one sent. `message` is left out before 2025-03-26.
    ///
    /// # Errors
    /// [`Error::Stale`] once the request is answered, [`Error::Streaming`] while a streamed answer
    /// is under way, [`Error::NotJson`] if a number is none, [`Error::Short`] if `tx` is too small.
    pub fn progress<'t>(
        &mut self,
        ticket: Ticket,
        progress: Number<'_>,
        total: Option<Number<'_>>,
        message: Option<Prose<'_>>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let exchange = self.exchange(ticket).ok_or(Error::Stale)?;
        match exchange.state() {
            State::Cancelled | State::Ending => return Ok(Out::NOTHING),
            // A listen is acknowledged first, and then told of changes only.
            _ if exchange.is_of(Method::Listen) => return Ok(Out::NOTHING),
            _ if self.is_streaming_on(ticket) => return Err(Error::Streaming),
            _ => {}
        }
        if !is_number(progress) || !total.is_none_or(is_number) {
            return Err(Error::NotJson);
        }
        let Some(slot) = self.table.get(ticket) else {
            // The connection's own place keeps no token.
            return Ok(Out::NOTHING);
        };
        let reached = Progressed::of(progress);
        let (Some(token), true) = (slot.token(), reached > slot.progress) else {
            return Ok(Out::NOTHING);
        };
        let mut writer = Writer::new(tx);
        writer.put_str(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":\
             {\"progressToken\":",
        );
        writer.put(token);
        writer.put_str(",\"progress\":");
        writer.number(progress);
        if let Some(total) = total {
            writer.put_str(",\"total\":");
            writer.number(total);
        }
        if let (Some(message), true) = (message, slot.exchange.revision().rules().progress_message)
        {
            writer.put_str(",\"message\":");
            message.write(&mut writer);
        }
        writer.put_str("}}\n");
        let out = wire::aside(writer, slot.exchange.route())?;
        slot.progress = reached;
        Ok(out)
    }
}

/// What a log message says.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// A text.
    Text(Prose<'a>),
    /// Any JSON value, as its text.
    Json(&'a str),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Prose::Plain(text))
    }
}

impl<'a> From<Text<'a>> for Value<'a> {
    fn from(text: Text<'a>) -> Self {
        Self::Text(Prose::Json(text))
    }
}

impl Server<'_> {
    /// Tells the client what goes on (server/utilities/logging). Empty output where the client
    /// does not want it: from 2026-07-28 on without a level in the request's `_meta`, and below the
    /// level asked for. Before, everything is sent until the client sets a level.
    ///
    /// `ticket` is the request that the message belongs to; with [`Ticket::NONE`] it belongs to the
    /// connection, which only the revisions before 2026-07-28 have.
    ///
    /// # Errors
    /// [`Error::NotSupported`] if the server does not announce
    /// [`crate::rules::Capabilities::LOGGING`]; [`Error::NotJson`] if the data is JSON text that is
    /// none; [`Error::Stale`] once the request is answered; [`Error::Streaming`] while a streamed
    /// answer is under way; [`Error::Short`] if `tx` is too small.
    pub fn log<'d, 't>(
        &mut self,
        ticket: Ticket,
        level: Level,
        logger: Option<&str>,
        data: impl Into<Value<'d>>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        self.log_value(ticket, level, logger, data.into(), tx)
    }

    fn log_value<'t>(
        &mut self,
        ticket: Ticket,
        level: Level,
        logger: Option<&str>,
        data: Value<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        if !self.offers(Capabilities::LOGGING) {
            return Err(Error::NotSupported);
        }
        let of_connection = self.connection.level;
        let agreed = self.connection.revision();
        let mut route = self.connection.route;
        let lowest = if ticket == Ticket::NONE {
            agreed.map(|_| of_connection)
        } else {
            let revision = self.exchange(ticket).ok_or(Error::Stale)?.revision();
            let has_no_session = self.has_no_session(revision);
            let exchange = self.exchange(ticket).ok_or(Error::Stale)?;
            route = exchange.route();
            match exchange.state() {
                _ if exchange.is_of(Method::Listen) => None,
                _ if has_no_session => None,
                State::Open | State::Streaming if !exchange.revision().is_modern() => {
                    Some(of_connection)
                }
                State::Open | State::Streaming => Some(exchange.level).filter(|level| *level != 0),
                _ => None,
            }
        };
        if lowest.is_none_or(|lowest| (level as u8) < lowest) || is_nowhere(route) {
            return Ok(Out::NOTHING);
        }
        if self.is_streaming(route) {
            return Err(Error::Streaming);
        }
        let mut writer = Writer::new(tx);
        wire::notification(&mut writer, "message");
        writer.put_str("\"level\":\"");
        writer.put(level.word());
        writer.put_str("\"");
        if let Some(logger) = logger {
            writer.put_str(",\"logger\":");
            writer.string(logger);
        }
        writer.put_str(",\"data\":");
        match data {
            Value::Text(text) => text.write(&mut writer),
            Value::Json(json) if writer.json_str(json) => {}
            Value::Json(_) => return Err(Error::NotJson),
        }
        writer.put_str("}}\n");
        wire::aside(writer, route)
    }
}

impl Server<'_> {
    /// Sends a notification that has no call of its own: one of the application's, or
    /// `notifications/elicitation/complete` (2025-11-25). With the ticket of a request it goes its
    /// way, with [`Ticket::NONE`] that of the connection, which only the revisions before
    /// 2026-07-28 have. Empty output where the request was cancelled.
    ///
    /// # Errors
    /// [`Error::NotSupported`] for a method of the protocol that has a call of its own, is a
    /// request, or is not in the revision; [`Error::NotReady`] without a connection that is
    /// initialized; [`Error::NotJson`], [`Error::Stale`], [`Error::Streaming`] and [`Error::Short`]
    /// as for [`Server::log`].
    pub fn notify<'t>(
        &mut self,
        ticket: Ticket,
        method: &str,
        params: &dyn Object,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let agreed = self.connection.revision().filter(|_| self.connection.is_ready());
        let mut route = self.connection.route;
        let revision = if ticket == Ticket::NONE {
            agreed.ok_or(Error::NotReady)?
        } else {
            let exchange = self.exchange(ticket).ok_or(Error::Stale)?;
            match exchange.state() {
                State::Cancelled | State::Ending => return Ok(Out::NOTHING),
                State::Open | State::Streaming if !exchange.is_of(Method::Listen) => {}
                _ => return Err(Error::NotSupported),
            }
            route = exchange.route();
            exchange.revision()
        };
        let row = TO_CLIENT.iter().find(|row| row.name == method);
        let is_sent_here =
            |row: &Row| row.method == Method::ElicitationComplete && row.is_in(revision);
        if row.is_some_and(|row| !is_sent_here(row)) {
            return Err(Error::NotSupported);
        }
        if is_nowhere(route) {
            return Ok(Out::NOTHING);
        }
        if self.is_streaming(route) {
            return Err(Error::Streaming);
        }
        let mut writer = Writer::new(tx);
        writer.put_str("{\"jsonrpc\":\"2.0\",\"method\":");
        writer.string(method);
        writer.put_str(",\"params\":");
        params.write(&mut writer, revision)?;
        writer.put_str("}\n");
        wire::aside(writer, route)
    }
}

/// True for a session of HTTP whose client listens to nothing.
fn is_nowhere(route: Route) -> bool {
    HTTP && route == Route::NOWHERE
}

/// The application can make a [`Number::Text`] of any text.
fn is_number(number: Number<'_>) -> bool {
    match number {
        Number::Int(_) => true,
        Number::Text(text) => Raw::parse_str(text)
            .is_ok_and(|value| value.kind() == Kind::Number && value.as_str() == text),
    }
}

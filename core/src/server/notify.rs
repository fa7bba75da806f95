//! Notifications that belong to an open request.

use super::Server;
use super::out::Out;
use crate::error::Error;
use crate::exchange::{Progressed, Ticket};
use crate::json::{Kind, Number, Raw, Writer};
use crate::rules::transition::State;
use crate::schema::Prose;

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
        match self.exchange(ticket)?.state() {
            State::Cancelled | State::Ending => return Ok(Out::NOTHING),
            _ if self.connection.streaming != Ticket::NONE => return Err(Error::Streaming),
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
        if !writer.fits() {
            return Err(Error::Short { need: writer.total() });
        }
        slot.progress = reached;
        let route = slot.exchange.route();
        Ok(Out { bytes: writer.finish(), route, is_last: false })
    }
}

/// The application can make a [`Number::Text`] of any text.
fn is_number(number: Number<'_>) -> bool {
    match number {
        Number::Int(_) => true,
        Number::Text(text) => Raw::parse_str(text)
            .is_ok_and(|value| value.kind() == Kind::Number && value.as_str() == text),
    }
}

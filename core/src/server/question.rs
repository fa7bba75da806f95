//! Requests of ours on their way out: how they are written, and what they need.

use super::Server;
use super::ask::Input;
use super::wire::{self, member};
use crate::error::Error;
use crate::exchange::{Ticket, Waiting};
use crate::frame::Route;
use crate::json::{Raw, Writer, text_of};
use crate::out::Out;
use crate::rules::method::Row;
use crate::rules::transition::{Stage, State};
use crate::rules::{Capabilities, Method, Revision};
use crate::schema::Object;

impl Server<'_> {
    /// Writes a request of ours and takes a slot for it.
    pub(super) fn send(
        &mut self,
        out: &mut Writer<'_>,
        question: &Question<'_>,
        route: Route,
        waiting: &Waiting,
        revision: Revision,
        can: Capabilities,
    ) -> Result<Head, Error> {
        let method = question.method;
        if !question.is_there {
            return Err(Error::NotSupported);
        }
        match self.connection.stage() {
            Stage::Ready => {}
            Stage::Usable if method == Method::Ping => {}
            _ => return Err(Error::NotReady),
        }
        let ticket = self.open_asked(route, waiting).ok_or(Error::Busy)?;
        out.put_str("{\"jsonrpc\":\"2.0\",\"id\":");
        out.uint(ticket.number());
        out.put_str(",\"method\":");
        let token = waiting.has_idle().then_some(ticket);
        let written = question.write(out, token, revision, can);
        out.put_str("}\n");
        if let Err(error) = written {
            self.take_back(ticket);
            return Err(error);
        }
        if let Some(exchange) = self.exchange(ticket) {
            exchange.method = method as u8;
            exchange.revision = revision as u8;
        }
        Ok(Head { ticket, route, len: out.total() })
    }

    /// The request that was written, and behind it what is to be kept.
    pub(super) fn sent<'t>(&mut self, head: &Head, writer: Writer<'t>) -> Result<Out<'t>, Error> {
        let bytes = wire::whole(writer).inspect_err(|_| self.take_back(head.ticket))?;
        let (bytes, keep) = bytes.split_at_checked(head.len).unwrap_or_default();
        let keep = text_of(keep).unwrap_or("");
        Ok(Out { bytes, keep, route: head.route, ..Out::NOTHING })
    }

    /// Frees the slot of a request of ours that was not sent.
    pub(super) fn take_back(&mut self, ticket: Ticket) {
        debug_assert!(self.exchange(ticket).is_some_and(|it| it.state() == State::Asked));
        self.close(ticket, false);
        // Nobody saw its number, so the next attempt has the same, and needs the room that was
        // said.
        if let Some(slot) = self.table.at(ticket) {
            slot.exchange.generation = ticket.generation.wrapping_sub(1);
        }
    }
}

/// A request of ours that was written.
pub(super) struct Head {
    pub ticket: Ticket,
    route: Route,
    /// Where it ends in the buffer.
    len: usize,
}

/// A request of ours that is to be written.
pub(super) struct Question<'q> {
    pub method: Method,
    /// The revision has it.
    pub is_there: bool,
    pub name: &'q str,
    pub params: &'q dyn Object,
}

impl<'q> Question<'q> {
    pub(super) fn of(row: &'static Row, params: &'q dyn Object, revision: Revision) -> Self {
        Self { method: row.method, is_there: row.is_in(revision), name: row.name, params }
    }

    /// Writes the method, and the params with the progress token, if there is one.
    pub(super) fn write(
        &self,
        out: &mut Writer<'_>,
        token: Option<Ticket>,
        revision: Revision,
        can: Capabilities,
    ) -> Result<(), Error> {
        out.string(self.name);
        out.put_str(",\"params\":");
        let start = out.mark();
        self.params.write(out, revision)?;
        let params = out.since(start).map(Raw::trusted);
        check_declared(self.method, params, can)?;
        if let Some(token) = token
            && params.is_none_or(|params| params.get("_meta").is_none())
        {
            let is_empty = params.is_some_and(|params| params.members().next().is_none());
            out.rewind(out.mark().saturating_sub(1));
            out.put_str(if is_empty { "\"_meta\"" } else { ",\"_meta\"" });
            out.put_str(":{\"progressToken\":");
            out.uint(token.number());
            out.put_str("}}");
        }
        Ok(())
    }
}

/// Checks that the client declared what a request asks of it. Params that did not fit the buffer
/// are looked at next time.
fn check_declared(method: Method, params: Option<Raw<'_>>, can: Capabilities) -> Result<(), Error> {
    // Which of the two it is shows in the params.
    if method == Method::Elicit && params.is_none() {
        let either = Capabilities::ELICITATION_FORM | Capabilities::ELICITATION_URL;
        return if can.meets(either) { Ok(()) } else { Err(Error::Undeclared) };
    }
    let needed = Capabilities::needed_by(method, params.unwrap_or(Raw::NULL));
    if can.contains(needed) { Ok(()) } else { Err(Error::Undeclared) }
}

/// Writes inputs as members `"key":{"method":…,"params":…}`.
pub(super) fn write_inputs(
    out: &mut Writer<'_>,
    inputs: &[Input<'_>],
    before: &'static str,
    revision: Revision,
    can: Capabilities,
) -> Result<(), Error> {
    let mut before = before;
    for input in inputs {
        out.put_str(before);
        before = ",";
        out.string(input.key);
        out.put_str(":{\"method\":");
        Question::of(input.row()?, input.params, revision).write(out, None, revision, can)?;
        out.put_str("}");
    }
    Ok(())
}

/// Writes `{` and the members of `params` but for those named; gives what goes before the next.
pub(super) fn write_kept(out: &mut Writer<'_>, params: Raw<'_>, but: &[&str]) -> &'static str {
    out.put_str("{");
    let mut before = "";
    for (name, value) in params.members() {
        if !but.iter().any(|but| name == **but) {
            before = member(out, before, name, value);
        }
    }
    before
}

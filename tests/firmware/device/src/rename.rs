//! `rename`: asks the person for a name, in both eras with the same lines.

use sansmcp::json::text_of;
use sansmcp::schema::{ElicitAction, ElicitResultView, Json};
use sansmcp::{Answered, Ask, Call, Error, Event, Input, Limits, Out, Resumed, Server, Ticket};

use crate::words::{Around, say};

/// The form, as text, like the schemas of the tools.
const FORM: Json<'static> = Json(concat!(
    r#"{"message":"What shall the device be called?","requestedSchema":{"type":"object","#,
    r#""properties":{"name":{"type":"string"}},"required":["name"]}}"#
));

const NO_NAME: &str = "no name was given";

/// Bytes that are kept of a call while its question is open.
const ROOM: usize = 512;
/// Those of them that the engine adds to the params of the call: the key of what is asked.
const QUESTION: usize = 64;

/// The call that waits for an answer, before 2026-07-28; one at a time. All zero bits when there
/// is none.
pub struct Question {
    ticket: Ticket,
    len: usize,
    kept: [u8; ROOM],
}

impl Question {
    /// None is open.
    pub const NONE: Self = Self { ticket: Ticket::NONE, len: 0, kept: [0; ROOM] };

    /// Answers a call of `rename`, or asks. It runs from its start each time the call comes.
    #[inline(never)]
    pub fn rename<'t>(
        &mut self,
        server: &mut Server<'_>,
        call: &Call<'_>,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let ticket = call.ticket();
        if let Some(answer) = call.input("name").and_then(ElicitResultView::of) {
            let is_accepted = answer.action() == Some(ElicitAction::Accept);
            let name = answer.content().and_then(|form| form.get("name")?.text());
            return match name.filter(|_| is_accepted) {
                Some(text) => {
                    let text = Around { before: "called ", text, after: ["", ""] };
                    server.answer(ticket, tx).block(&text).end()
                }
                None => say(server, ticket, NO_NAME, true, tx),
            };
        }
        let params = call.params().map_or(0, |params| params.as_str().len());
        let why = match () {
            () if self.ticket != Ticket::NONE => Some("busy"),
            () if params > ROOM - QUESTION => Some("the call is too long"),
            () => None,
        };
        if let Some(why) = why {
            return say(server, ticket, why, true, tx);
        }
        let ask = Ask { inputs: &[Input::elicit("name", &FORM)], ..Ask::EMPTY };
        let out = server.ask(call, &ask, now, tx)?;
        self.keep(ticket, out.keep());
        Ok(out)
    }

    /// Keeps what makes the call again; from 2026-07-28 on there is nothing to keep.
    fn keep(&mut self, ticket: Ticket, kept: &str) {
        if let Some(room) = self.kept.get_mut(..kept.len()).filter(|room| !room.is_empty()) {
            room.iter_mut().zip(kept.bytes()).for_each(|(to, from)| *to = from);
            (self.ticket, self.len) = (ticket, kept.len());
        }
    }

    /// None is open any more.
    pub fn close(&mut self) {
        self.ticket = Ticket::NONE;
    }

    /// Its client gave a call up.
    pub fn give_up(&mut self, ticket: Ticket) {
        if self.ticket == ticket {
            self.close();
        }
    }

    /// The person has answered, or the client has not in time: the call again, made in `again`.
    #[inline(never)]
    pub fn answered<'t>(
        &mut self,
        server: &mut Server<'_>,
        answered: &Answered<'_>,
        now: u64,
        tx: &'t mut [u8],
        again: &mut [u8],
    ) -> Result<Out<'t>, Error> {
        let ticket = answered.parent();
        self.give_up(ticket);
        let kept = self.kept.get(..self.len).unwrap_or_default();
        let kept = text_of(kept).unwrap_or("");
        match server.resume(answered, kept, &Limits::DEFAULT, now, again) {
            Ok(Resumed::Event(Event::CallTool(call))) => self.rename(server, &call, now, tx),
            Err(Error::Stale) => Err(Error::Stale),
            _ => say(server, ticket, NO_NAME, true, tx),
        }
    }
}

//! Questions to the user in the middle of a call, and the time that they may take.

use std::time::Duration;

use sansmcp::schema::Json;
use sansmcp::{Answered, Ask, Call, Input, Resumed, Server};
use tokio::time::Instant;

use crate::session::{Session, push};
use crate::{ANSWER, PATIENCE, SLOTS, TX, Tools};

impl<T: Tools> Session<'_, T> {
    /// Asks the user. From 2026-07-28 on this ends the call, and the client makes it again.
    pub fn ask(&mut self, call: &Call<'_>, form: &str) {
        let (ticket, now, form) = (call.ticket(), self.now(), Json(form));
        let inputs = [Input::elicit(ANSWER, &form)];
        let ask = Ask { inputs: &inputs, limits: PATIENCE, ..Ask::EMPTY };
        let mut server = Server::new(self.tools, &mut self.connection, &mut self.slots);
        match server.ask(call, &ask, now, &mut self.tx) {
            Ok(out) => {
                push(&mut self.pending, out);
                if !out.keep().is_empty() {
                    self.asked.insert(ticket, out.keep().into());
                    debug_assert!(self.asked.len() <= SLOTS, "each waits in a slot of its own");
                }
            }
            Err(error) => self.fail(ticket, error.message()),
        }
    }

    /// Makes the call again whose question was answered.
    pub fn answered(&mut self, answered: &Answered<'_>) {
        let (ticket, now) = (answered.parent(), self.now());
        let Some(kept) = self.asked.remove(&ticket) else { return };
        // The call lies in this buffer while it is served, and `tx` is needed for its answer.
        let mut again = vec![0; TX];
        match self.server().resume(answered, &kept, &PATIENCE, now, &mut again) {
            Ok(Resumed::Event(event)) => self.serve(&event),
            // One question at a time is asked here, so none follows.
            Ok(Resumed::Asked(_)) | Err(_) => self.fail(ticket, "the user did not answer"),
        }
    }

    /// When [`Session::expire`] is due.
    pub fn deadline(&mut self) -> Option<Instant> {
        let time = self.server().next_deadline()?;
        self.start.checked_add(Duration::from_millis(time))
    }

    /// Gives up on a question that was not answered in time; others follow, each in a round.
    pub fn expire(&mut self) {
        let now = self.now();
        if let Some(event) = self.server().expire(now) {
            self.serve(&event);
        }
    }
}

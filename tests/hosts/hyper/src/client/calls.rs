//! Calls: how they begin, what the server wants to know in their course, and how they end.

use std::rc::Rc;
use std::time::Duration;

use sansmcp::client::{
    Client, Event, Failed, Given, InputNeeded, NeededInput, Options, Pause, Suspended,
};
use sansmcp::json::Raw;
use sansmcp::rules::{Failure, Method};
use sansmcp::schema::{Json, Object};
use sansmcp::{Code, Error, Limits, Parts, Ticket};
use tokio::sync::oneshot;

use super::answers::{Ended, Hello, Trouble, ended, plain};
use super::app::{Question, Reply};
use super::engine::{Engine, client};

/// How often one call is sent again because the server lost the session, wants to know who asks,
/// and the like.
const MOST_TRIES: u32 = 3;

/// How a call is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct How {
    /// How long it may take; the host's limits if it says nothing. Progress is asked for where
    /// silence is limited.
    pub limits: Option<Limits>,
    /// Even if the server did not announce that it can do this.
    pub anyway: bool,
}

/// A call that has not ended.
pub struct Call {
    ticket: Ticket,
    method: String,
    params: String,
    /// The input schema of the tool, if it is one and is known.
    schema: Option<Rc<str>>,
    how: How,
    tries: u32,
    end: oneshot::Sender<Ended>,
}

/// A question of the server's, taken out of its frame.
pub struct Asked {
    text: String,
    parts: Parts,
}

impl Asked {
    fn event(&self) -> InputNeeded<'_> {
        InputNeeded::from_parts(&self.text, self.parts)
    }

    /// How long to wait where the server wants nothing but to be asked again.
    pub fn pause(&self) -> Duration {
        Duration::from_millis(self.event().pause_ms().into())
    }

    /// What the application is asked.
    pub fn questions(&self) -> Vec<Question> {
        let of = |input: NeededInput<'_>| Question {
            method: method_of(input.method()).into(),
            params: input.params().as_str().into(),
        };
        self.event().inputs().map(of).collect()
    }
}

impl Engine {
    pub(super) fn options(&self, how: How) -> Options<'static> {
        let limits = how.limits.unwrap_or(self.setup.limits);
        Options { limits, anyway: how.anyway, ..Options::DEFAULT }
    }

    /// The input schema of the tool that these params name.
    fn schema_of(&self, method: &str, params: &str) -> Option<Rc<str>> {
        let params = Raw::parse_str(params).ok().filter(|_| method == "tools/call")?;
        self.schemas.get(&plain(params.get("name")?.text()?)).cloned()
    }

    /// Begins a call; gives its number.
    ///
    /// # Errors
    /// What the engine has against it: nothing was sent.
    pub fn call(
        &mut self,
        method: &str,
        params: &str,
        how: How,
    ) -> Result<(u64, oneshot::Receiver<Ended>), Error> {
        let options = self.options(how);
        let schema = self.schema_of(method, params);
        let ticket = self.write(schema.as_deref(), |client, tx, now| {
            client.call(method, &Json(params), &options, now, tx)
        })?;
        let opened = self.opened(ticket, method, params, schema);
        if let Some(call) = self.calls.get_mut(&opened.0) {
            call.how = how;
        }
        Ok(opened)
    }

    /// Remembers a call that went out.
    pub(super) fn opened(
        &mut self,
        ticket: Ticket,
        method: &str,
        params: &str,
        schema: Option<Rc<str>>,
    ) -> (u64, oneshot::Receiver<Ended>) {
        let (end, receiver) = oneshot::channel();
        let number = self.next_call;
        self.next_call += 1;
        let (method, params) = (method.into(), params.into());
        let how = How::default();
        self.calls.insert(number, Call { ticket, method, params, schema, how, tries: 0, end });
        (number, receiver)
    }

    /// Gives a call up, if it has not ended.
    pub fn cancel(&mut self, number: u64) {
        if let Some(call) = self.calls.remove(&number) {
            // It may have no slot just now.
            let _ = client!(self).cancel(call.ticket);
        }
    }

    /// Sends a call that was suspended again.
    pub fn again(&mut self, number: u64) {
        let Some(mut call) = self.calls.remove(&number) else { return };
        call.schema = self.schema_of(&call.method, &call.params);
        let options = self.options(call.how);
        let sent = self.write(call.schema.as_deref(), |client, tx, now| {
            client.again(call.ticket, &call.method, &Json(&call.params), &options, now, tx)
        });
        match sent {
            Ok(ticket) => {
                call.ticket = ticket;
                self.calls.insert(number, call);
            }
            Err(error) => {
                let _ = client!(self).cancel(call.ticket);
                let _ = call.end.send(Err(error.into()));
            }
        }
    }

    fn number_of(&self, ticket: Ticket) -> Option<u64> {
        let call = self.calls.iter().find(|(_, call)| call.ticket == ticket);
        call.map(|(number, _)| *number)
    }

    fn end(&mut self, ticket: Ticket, ended: Ended) {
        if let Some(call) = self.number_of(ticket).and_then(|number| self.calls.remove(&number)) {
            // Whoever waited may be gone.
            let _ = call.end.send(ended);
        }
    }

    /// Does what an event asks for.
    pub(super) fn handle(&mut self, event: &Event<'_>) {
        self.app.heard(event);
        match event {
            Event::Connected(connected) => self.greet(Ok(Hello::of(connected))),
            Event::Failed(failed) => self.failed(failed),
            Event::Answered(answered) => {
                let ended = ended(answered).map_err(|trouble| self.explained(trouble));
                self.end(answered.ticket(), ended);
            }
            Event::InputNeeded(needed) => {
                let (text, parts) = needed.raw();
                self.asked.push(Asked { text: text.into(), parts });
            }
            Event::Suspended(suspended) => self.suspended(suspended),
            other => {
                // An answer that cannot be written is not missed by anybody but the server.
                let _ = self.write(None, |client, tx, _| Ok(((), client.reply(other, tx)?)));
            }
        }
    }

    fn failed(&mut self, failed: &Failed<'_>) {
        if let (Some(policy), None, Some(_)) = (failed.retry(), &self.remote, &self.hello) {
            self.restart = Some(policy);
            return;
        }
        let received = failed.received().map_or("", |raw| raw.as_str());
        let trouble = self.explained(Trouble::Failed(failed.failure(), received.into()));
        for number in std::mem::take(&mut self.delayed) {
            if let Some(call) = self.calls.remove(&number) {
                let _ = call.end.send(Err(trouble.clone()));
            }
        }
        self.greet(Err(trouble));
    }

    /// With what the system says, where nothing was received.
    fn explained(&self, trouble: Trouble) -> Trouble {
        match trouble {
            Trouble::Failed(failure, received) if received.is_empty() => {
                Trouble::Failed(failure, self.broken.clone())
            }
            other => other,
        }
    }

    /// A call cannot go on as it is.
    fn suspended(&mut self, suspended: &Suspended<'_>) {
        let Some(number) = self.try_again(suspended.ticket(), suspended.why()) else { return };
        match suspended.why() {
            Pause::Header => self.outdated.push(number),
            _ => self.delayed.push(number),
        }
    }

    /// The server wants to know who asks.
    pub(super) fn denied(&mut self, ticket: Ticket, status: u16) {
        if self.number_of(ticket).is_some() {
            let why = if status == 401 { Pause::Unauthorized } else { Pause::Forbidden };
            if let Some(number) = self.try_again(ticket, why) {
                self.delayed.push(number);
            }
            return;
        }
        if ticket == Ticket::NONE {
            return;
        }
        // It is the handshake.
        self.hello_tries += 1;
        if self.hello_tries > MOST_TRIES || self.authorization.is_none() {
            // There is no event of that.
            let _ = client!(self).cancel(ticket);
            return self.greet(Err(Trouble::Failed(Failure::Denied, String::new())));
        }
        let options = self.options(How::default());
        let _ = self.write(None, |client, tx, now| {
            client.again(ticket, "", &Json::EMPTY, &options, now, tx)
        });
    }

    /// The number of a suspended call that may be sent again; else it ends.
    fn try_again(&mut self, ticket: Ticket, why: Pause) -> Option<u64> {
        let number = self.number_of(ticket)?;
        let call = self.calls.get_mut(&number)?;
        call.tries += 1;
        let may_again = self.app.paused(&call.method, &call.params, why);
        let is_denied = matches!(why, Pause::Unauthorized | Pause::Forbidden);
        if may_again && call.tries <= MOST_TRIES && (!is_denied || self.authorization.is_some()) {
            return Some(number);
        }
        let _ = client!(self).cancel(ticket);
        self.end(ticket, Err(Trouble::Suspended(why)));
        None
    }

    /// Answers what the server wanted to know.
    pub fn provide(&mut self, asked: &Asked, replies: &[Reply]) {
        let needed = asked.event();
        let number = self.number_of(needed.ticket());
        if let Err(error) = self.try_provide(&needed, number, replies)
            && let Some(number) = number
        {
            let _ = client!(self).cancel(needed.ticket());
            if let Some(call) = self.calls.remove(&number) {
                let _ = call.end.send(Err(error.into()));
            }
        }
    }

    fn try_provide(
        &mut self,
        needed: &InputNeeded<'_>,
        number: Option<u64>,
        replies: &[Reply],
    ) -> Result<(), Error> {
        if let Some(Reply::Refuse(why)) =
            replies.iter().find(|reply| matches!(reply, Reply::Refuse(_)))
        {
            self.write(None, |client, tx, _| {
                Ok(((), client.refuse(needed, Code::INTERNAL_ERROR, why, tx)?))
            })?;
            // From 2026-07-28 on that is the end of the call.
            if let Some(call) = number.and_then(|number| self.calls.remove(&number)) {
                let _ = call.end.send(Err(Trouble::Unanswered(why.clone())));
            }
            return Ok(());
        }
        let inputs: Vec<_> = needed.inputs().collect();
        let pairs = || inputs.iter().zip(replies);
        let results: Vec<Box<dyn Object + '_>> = pairs()
            .map(|(input, reply)| -> Box<dyn Object + '_> {
                match reply {
                    Reply::Accept(content) => Box::new(input.accept(content)),
                    Reply::Result(result) | Reply::Refuse(result) => Box::new(Json(result)),
                }
            })
            .collect();
        let keys: Vec<String> = inputs.iter().map(|input| plain(input.key())).collect();
        let given = keys.iter().zip(&results);
        let given: Vec<_> = given.map(|(key, result)| Given { key, result: &**result }).collect();
        // Before 2026-07-28 it is a request of the server's own.
        let call = number.and_then(|number| self.calls.get(&number));
        let params: String = call.map_or("{}", |call| &call.params).into();
        let schema = call.and_then(|call| call.schema.clone());
        let options = self.options(call.map_or_else(How::default, |call| call.how));
        let ticket = self.write(schema.as_deref(), |client, tx, now| {
            client.provide(needed, &given, &Json(&params), &options, now, tx)
        })?;
        if let Some(call) = number.and_then(|number| self.calls.get_mut(&number)) {
            call.ticket = ticket;
        }
        Ok(())
    }
}

fn method_of(method: Method) -> &'static str {
    match method {
        Method::Elicit => "elicitation/create",
        Method::CreateMessage => "sampling/createMessage",
        _ => "roots/list",
    }
}

//! What the server asks of the client: input from the user, an answer of the model, the roots.
//!
//! [`Server::ask`] is the same call in both eras. From 2026-07-28 on it ends the exchange with what
//! is wanted, and the client sends the call again with the answers (basic/patterns/mrtr). Before,
//! it sends a request on the call's way; what has to be remembered until its answer comes is handed
//! out ([`Out::keep`]), and [`Server::resume`] makes the call of it again. Either way the
//! application's handler runs from its start, and finds the answers under their keys.

use super::Server;
use super::event::{Event, EventKind};
use super::question::{Question, write_inputs, write_kept};
use super::request::{Answered, Request};
use super::wire::{self, key, member};
use crate::FULL;
use crate::envelope::Message;
use crate::error::Error;
use crate::exchange::{Limits, Ticket, Waiting};
use crate::json::{Raw, Scanner, Span, Writer, text_of};
use crate::out::Out;
use crate::rules::method::{ASKABLE, Row, TO_CLIENT};
use crate::rules::{Capabilities, Method, Refusal};
use crate::schema::{Json, Object};

/// One thing to ask for.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The name under which the answer comes back ([`Request::input`]), unique in one ask.
    pub key: &'a str,
    /// [`Method::Elicit`], [`Method::CreateMessage`] or [`Method::ListRoots`].
    pub method: Method,
    /// The params of that method.
    pub params: &'a dyn Object,
}

impl<'a> Input<'a> {
    /// Asks the user to fill in a form, or to visit a page (client/elicitation).
    #[must_use]
    pub const fn elicit(key: &'a str, params: &'a dyn Object) -> Self {
        Self { key, method: Method::Elicit, params }
    }

    /// Asks the client's model (client/sampling).
    #[must_use]
    pub const fn create_message(key: &'a str, params: &'a dyn Object) -> Self {
        Self { key, method: Method::CreateMessage, params }
    }

    /// Asks for the client's roots (client/roots).
    #[must_use]
    pub const fn list_roots(key: &'a str) -> Self {
        Self { key, method: Method::ListRoots, params: &Json::EMPTY }
    }

    /// What the protocol knows of it.
    pub(super) fn row(&self) -> Result<&'static Row, Error> {
        ASKABLE.iter().find(|row| row.method == self.method).ok_or(Error::NotSupported)
    }
}

/// All that is asked at once.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// What is wanted. Before 2026-07-28 one is asked after the other.
    pub inputs: &'a [Input<'a>],
    /// What the application has to know when the call comes again ([`Request::request_state`]);
    /// empty for nothing. From 2026-07-28 on the client sees it and can change it: see the feature
    /// `seal`.
    pub state: &'a str,
    /// How long each answer may take. Before 2026-07-28; since then the client takes its time.
    pub limits: Limits,
}

impl Ask<'_> {
    /// Nothing is asked: fill in what is, and leave the rest to `..Ask::EMPTY`.
    pub const EMPTY: Ask<'static> = Ask { inputs: &[], state: "", limits: Limits::DEFAULT };
}

/// What became of a call whose question was answered.
#[derive(Clone, Copy, Debug)]
pub enum Resumed<'t> {
    /// All answers are there: the call again.
    Event(Event<'t>),
    /// The next question: send it, and keep [`Out::keep`] in the place of what was kept.
    Asked(Out<'t>),
}

/// The members of a retry's params that the engine writes.
const STATE: &str = "requestState";
const ANSWERS: &str = "inputResponses";
const QUESTIONS: &str = "inputRequests";

impl Server<'_> {
    /// Asks the client for something that a call needs. `request` is the event of the call. Look
    /// first what the client can do ([`Request::capabilities`]), and answer one that cannot with
    /// [`Server::undeclared`]. From 2026-07-28 on the call has ended with this; before, it stays
    /// open, and `tx` has to hold [`Out::keep`] behind the request: the params of the call, the
    /// state, and what is asked next. The crate's page has an example.
    ///
    /// # Errors
    /// [`Error::Undeclared`] if the client did not declare one of the things asked for;
    /// [`Error::NotSupported`] for other requests than `tools/call`, `resources/read` and
    /// `prompts/get`, for a key that stands twice, if nothing is asked, and for what the revision
    /// has no words for; [`Error::NotReady`] before the client is initialized, [`Error::Busy`] if
    /// no slot is free for the question; [`Error::NotJson`] if params are not an object. Before
    /// 2026-07-28 [`Error::Short`] may say up to 46 bytes more than it takes.
    /// [`Error::Short`], [`Error::Stale`] and [`Error::Streaming`] as for [`Server::reply`]. The
    /// call is open as before then.
    pub fn ask<'t>(
        &mut self,
        request: &Request<'_>,
        ask: &Ask<'_>,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let ticket = request.ticket();
        let catalog = self.catalog;
        let can = request.capabilities();
        let Some(exchange) = self.writable(ticket)? else { return Ok(Out::NOTHING) };
        let is_twice = ask.inputs.iter().enumerate().any(|(at, input)| {
            ask.inputs.iter().skip(at.saturating_add(1)).any(|other| other.key == input.key)
        });
        let takes = Method::from_number(exchange.method).takes_inputs() && exchange.refusal == 0;
        if is_twice || !takes {
            return Err(Error::NotSupported);
        }
        let (revision, route) = (exchange.revision(), exchange.route());
        let mut writer = Writer::new(tx);
        if !revision.is_modern() {
            if !FULL {
                return Err(Error::NotSupported);
            }
            if !ask.inputs.iter().all(|it| it.row().is_ok_and(|row| row.is_in(revision))) {
                return Err(Error::NotSupported);
            }
            let (first, rest) = ask.inputs.split_first().ok_or(Error::NotSupported)?;
            let waiting = Waiting::new(ticket, &ask.limits, now);
            let question = Question::of(first.row()?, first.params, revision);
            let head = self.send(&mut writer, &question, route, &waiting, revision, can)?;
            let params = request.params().unwrap_or(Raw::NULL);
            let mut before = write_kept(&mut writer, params, &[STATE, ANSWERS, QUESTIONS]);
            if !ask.state.is_empty() {
                before = key(&mut writer, before, STATE);
                writer.string(ask.state);
            }
            key(&mut writer, before, QUESTIONS);
            writer.put_str("{");
            writer.string(first.key);
            writer.put_str(":null");
            let written = write_inputs(&mut writer, rest, ",", revision, can);
            writer.put_str("}}");
            if let Err(error) = written {
                self.take_back(head.ticket);
                return Err(error);
            }
            return self.sent(&head, writer);
        }
        if ask.inputs.is_empty() && ask.state.is_empty() {
            return Err(Error::NotSupported);
        }
        wire::response(&mut writer, exchange, ",\"result\":{\"resultType\":\"input_required\"");
        wire::result_meta(&mut writer, catalog, revision, ",");
        if !ask.inputs.is_empty() {
            key(&mut writer, ",", QUESTIONS);
            writer.put_str("{");
            write_inputs(&mut writer, ask.inputs, "", revision, can)?;
            writer.put_str("}");
        }
        if !ask.state.is_empty() {
            key(&mut writer, ",", STATE);
            writer.string(ask.state);
        }
        writer.put_str("}}\n");
        self.finish(ticket, writer, true)
    }

    /// Makes the call again of what was kept when the question was asked and the answer that came,
    /// or asks the next question. The call has the ticket it had, and lies in `tx`: answer it with
    /// another buffer. What was kept is that of [`Answered::parent`]; give it up where the call
    /// was cancelled.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the client did not answer with a result ([`Answered::outcome`] says
    /// more), or with one nested too deep to be of use: the call is still open, and yours to
    /// answer. [`Error::NotSupported`] if what was asked belongs to no such call.
    /// [`Error::NotJson`] if `kept` is not what [`Out::keep`] gave; [`Error::Stale`] if the call
    /// has ended; [`Error::Short`], [`Error::Busy`] and [`Error::Streaming`] as for
    /// [`Server::ask`].
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn resume<'t>(
        &mut self,
        answered: &Answered<'_>,
        kept: &str,
        limits: &Limits,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<Resumed<'t>, Error> {
        let parent = answered.parent();
        let can = self.connection.capabilities;
        let Some(exchange) = self.writable(parent)? else {
            return Ok(Resumed::Asked(Out::NOTHING));
        };
        let (revision, route) = (exchange.revision(), exchange.route());
        let method = Method::from_number(exchange.method);
        if !method.takes_inputs() || exchange.refusal != 0 {
            return Err(Error::NotSupported);
        }
        let result = answered.result().ok_or(Error::Rejected)?;
        let kept = Raw::parse_str(kept).map_err(|_| Error::NotJson)?;
        let mut questions = kept.get(QUESTIONS).ok_or(Error::NotJson)?.members();
        let (asked, _) = questions.next().ok_or(Error::NotJson)?;
        let next = questions.next();
        let mut writer = Writer::new(tx);
        let mut head = None;
        if let Some((_, question)) = next {
            let waiting = Waiting::new(parent, limits, now);
            let name = question.get("method").and_then(|name| name.text());
            let row = name.and_then(|name| ASKABLE.iter().find(|row| name == *row.name));
            let params = Json(question.get("params").unwrap_or(Raw::NULL).as_str());
            let question = Question::of(row.ok_or(Error::NotJson)?, &params, revision);
            head = Some(self.send(&mut writer, &question, route, &waiting, revision, can)?);
        } else {
            let exchange = self.exchange(parent).ok_or(Error::Stale)?;
            writer.put_str("{\"id\":");
            writer.put(exchange.id().unwrap_or(b"null"));
            writer.put_str(match method {
                Method::ReadResource => ",\"method\":\"resources/read\",\"params\":",
                Method::GetPrompt => ",\"method\":\"prompts/get\",\"params\":",
                _ => ",\"method\":\"tools/call\",\"params\":",
            });
        }
        let before = write_kept(&mut writer, kept, &[ANSWERS, QUESTIONS]);
        key(&mut writer, before, ANSWERS);
        writer.put_str("{");
        let mut between = "";
        for (name, answer) in kept.get(ANSWERS).unwrap_or(Raw::NULL).members() {
            between = member(&mut writer, between, name, answer);
        }
        member(&mut writer, between, asked, result);
        writer.put_str("}");
        let Some(head) = head else {
            writer.put_str("}}");
            let text = text_of(wire::whole(writer)?).map_err(|_| Error::NotJson)?;
            return self.again(parent, method, text).map(Resumed::Event);
        };
        key(&mut writer, ",", QUESTIONS);
        let mut between = "{";
        if let Some((name, _)) = next {
            between = member(&mut writer, between, name, Raw::NULL);
        }
        for (name, question) in questions {
            between = member(&mut writer, between, name, question);
        }
        writer.put_str("}}");
        self.sent(&head, writer).map(Resumed::Asked)
    }

    /// The event of a call whose text was put together anew.
    fn again<'t>(
        &mut self,
        ticket: Ticket,
        method: Method,
        text: &'t str,
    ) -> Result<Event<'t>, Error> {
        let mut message = Message::new(text);
        match message.read(&mut Scanner::new(text), 0) {
            Ok(true) => {}
            // In the call the answer lies deeper than it lay in its own message: too deep.
            _ => return Err(Error::Rejected),
        }
        let capabilities = self.connection.capabilities;
        let has_token = self.table.get(ticket).is_some_and(|slot| slot.token().is_some());
        let exchange = self.exchange(ticket).ok_or(Error::Stale)?;
        let parts = &mut message.parts;
        parts.ticket = ticket;
        parts.method = method as u8;
        parts.revision = exchange.revision;
        parts.level = exchange.level;
        parts.capabilities = capabilities;
        if !has_token {
            parts.token = Span::NONE;
        }
        let kind = match method {
            Method::ReadResource => {
                parts.name = message.uri;
                EventKind::ReadResource
            }
            Method::GetPrompt => EventKind::GetPrompt,
            _ => EventKind::CallTool,
        };
        Ok(Event::from_parts(kind, text, message.parts))
    }

    /// Sends a request of your own to the client, for those who await its answer:
    /// [`Event::Answered`] has it, under the ticket that this gives. Prefer [`Server::ask`], which
    /// works in all revisions. With the ticket of a call it belongs to that call and ends with it;
    /// with [`Ticket::NONE`] to the connection.
    ///
    /// # Errors
    /// [`Error::UseAsk`] from 2026-07-28 on, which has no such requests; [`Error::NotReady`] before
    /// the client is initialized (`ping` goes before); [`Error::Undeclared`] for what the client
    /// did not declare; [`Error::NotSupported`] for a method that the revision lacks or that is a
    /// notification. [`Error::Busy`], [`Error::NotJson`], [`Error::Short`], [`Error::Stale`] and
    /// [`Error::Streaming`] as for [`Server::ask`].
    pub fn request<'t>(
        &mut self,
        parent: Ticket,
        method: &str,
        params: &dyn Object,
        limits: &Limits,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<(Ticket, Out<'t>), Error> {
        if !FULL {
            return Err(Error::NotSupported);
        }
        let mut route = self.connection.route;
        let can = self.connection.capabilities;
        if parent != Ticket::NONE {
            if self.is_cancelled(parent) {
                // Nothing more is asked for it; its slot is left to its late answer.
                return Ok((Ticket::NONE, Out::NOTHING));
            }
            let Some(exchange) = self.writable(parent)? else {
                return Ok((Ticket::NONE, Out::NOTHING));
            };
            if exchange.revision().is_modern() {
                return Err(Error::UseAsk);
            }
            route = exchange.route();
        } else if !self.connection.has_route() {
            return Err(Error::NotReady);
        } else if self.is_streaming(route) {
            return Err(Error::Streaming);
        }
        let revision = self.connection.revision().ok_or(Error::NotReady)?;
        let waiting = Waiting::new(parent, limits, now);
        let mut writer = Writer::new(tx);
        let row = TO_CLIENT.iter().find(|row| row.name == method);
        let question = Question {
            method: row.map_or(Method::Custom, |row| row.method),
            is_there: row.is_none_or(|row| !row.notification && row.is_in(revision)),
            name: method,
            params,
        };
        let head = self.send(&mut writer, &question, route, &waiting, revision, can)?;
        let out = self.sent(&head, writer)?;
        Ok((head.ticket, out))
    }

    /// Answers a request with the error that it needs a capability which the client did not
    /// declare (2026-07-28, basic/index: error codes), and says which.
    ///
    /// # Errors
    /// As for [`Server::error`].
    pub fn undeclared<'t>(
        &mut self,
        ticket: Ticket,
        needed: Capabilities,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let Some(exchange) = self.writable(ticket)? else { return Ok(Out::NOTHING) };
        let mut writer = Writer::new(tx);
        let code = Refusal::Undeclared.code().in_era(exchange.revision().is_modern());
        wire::error(&mut writer, exchange, code);
        writer.put(Refusal::Undeclared.message());
        writer.put_str("\",\"data\":{\"requiredCapabilities\":");
        needed.write_client(&mut writer);
        writer.put_str("}}}\n");
        self.failed(ticket, writer, code)
    }
}

//! The application: what it does with an event.

use sansmcp::rules::Level;
use sansmcp::schema::{Elicit, Form};
use sansmcp::{Ask, Error, Event, Input, Limits, Out, Server, Shape, Ticket};

use super::known::{Question, Request, Sent};
use super::message::URIS;
use super::post::Part;
use super::world::{LARGE, World};

/// How long the client may take.
const LIMITS: Limits = Limits { idle_ms: 500, hard_ms: 2000 };

/// What can be done with a request, in the order of the steps' digits.
pub const ACTS: [Act; 14] = [
    Act::Answer,
    Act::Reply,
    Act::Progress,
    Act::Log,
    Act::Ask,
    Act::Begin,
    Act::Piece,
    Act::End,
    Act::Fail,
    Act::Error,
    Act::InPieces,
    Act::PutOff,
    Act::Abandon,
    Act::EndListen,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Answer,
    Reply,
    Progress,
    Log,
    Ask,
    Begin,
    Piece,
    End,
    Fail,
    Error,
    InPieces,
    PutOff,
    Abandon,
    EndListen,
}

/// What an act left behind: whether the request has ended, and what was asked.
struct Done {
    sent: Vec<u8>,
    is_last: bool,
}

impl World {
    /// An event of a POST.
    pub fn event(&mut self, at: usize, event: &Event<'_>, part: Option<&Part>, mode: usize) {
        match event {
            Event::Cancelled(cancelled) => return self.cancelled(at, cancelled.ticket()),
            Event::Answered(answered) => {
                return self.answered(Some(at), answered.ticket(), answered.parent());
            }
            _ => {}
        }
        let ticket = event.ticket();
        if ticket == Ticket::NONE {
            return;
        }
        let (kind, text, parts) = event.raw();
        let number = part.map_or(0, |part| part.number);
        let is_known = !matches!(event, Event::Refused(_));
        if let (Some(part), true) = (part, is_known) {
            let is_request = part.id.is_empty() || part.kind.is_none_or(|it| it.is_request());
            assert!(is_request, "answered, and nobody asked");
        }
        let session = self.exchanges[at].session;
        self.requests.push(Request {
            number,
            exchange: at,
            session,
            id: part.map_or(String::new(), |part| part.id.clone()),
            is_done: false,
            is_given_up: false,
            is_delivered: false,
            is_unwanted: false,
            event: (kind, text.to_owned(), parts),
            is_going_out: false,
            is_streaming: false,
            is_listening: false,
            reached: 0,
        });
        let request = self.requests.len() - 1;
        if let (Event::Subscribe(_), Some(session)) = (event, session) {
            self.sessions[session].uris.push(URIS[number % URIS.len()]);
        }
        if self.requests[request].is_spare() {
            // It has to be answered before anything else comes; behind an answer in pieces on the
            // same way it has to wait.
            self.perform(request, Act::Reply);
            return;
        }
        match mode % 6 {
            0 => self.perform(request, if is_call(event) { Act::Answer } else { Act::Reply }),
            1 => {}
            2 => self.perform(request, if is_call(event) { Act::Begin } else { Act::InPieces }),
            3 => self.perform(request, Act::Error),
            4 => self.perform(request, if is_call(event) { Act::Ask } else { Act::Reply }),
            _ => {
                self.perform(request, Act::Progress);
                self.perform(request, Act::Log);
            }
        }
    }

    /// The client gave up on a request: one of its own.
    fn cancelled(&mut self, at: usize, ticket: Ticket) {
        let found = self.requests.iter().position(|it| it.ticket() == ticket && it.is_open());
        let request = &mut self.requests[found.expect("a ticket that is known")];
        let session = self.exchanges[at].session;
        let is_its = session.is_some() && request.session == session;
        assert!(is_its || request.exchange == at, "cancelled by another");
        // What goes out in pieces comes to its end.
        request.is_unwanted = true;
        request.is_given_up = !request.is_streaming && !request.is_going_out;
    }

    /// A question came to its end: the call is answered.
    fn answered(&mut self, at: Option<usize>, ticket: Ticket, parent: Ticket) {
        let found = self.questions.iter().position(|it| it.id == ticket.number() && !it.is_over);
        let question = &mut self.questions[found.expect("a question that is known")];
        if let Some(at) = at {
            let session = self.exchanges[at].session;
            assert!(session.is_some() && session == question.session, "answered by another");
        }
        question.is_over = true;
        let request = question.parent;
        assert_eq!(self.requests[request].ticket(), parent);
        if self.requests[request].is_open() {
            self.perform(request, Act::Answer);
        }
    }

    /// Requests of the server's whose time is over.
    pub fn expire(&mut self) {
        let now = self.now;
        while let Some(event) = self.endpoint().expire(now) {
            let Event::Answered(answered) = event else { panic!("{event:?}") };
            self.answered(None, answered.ticket(), answered.parent());
        }
    }

    /// An act on one of the requests that are open, counted back from the latest.
    pub fn act(&mut self, act: usize, back: usize, _variant: usize) {
        let open: Vec<usize> =
            (0..self.requests.len()).filter(|at| self.requests[*at].is_open()).collect();
        if let Some(back) = back.checked_rem(open.len()) {
            self.perform(open[open.len() - 1 - back], ACTS[act % ACTS.len()]);
        }
    }

    /// Does it, and sends what comes of it. What is refused changes nothing.
    pub fn perform(&mut self, at: usize, act: Act) {
        let ticket = self.requests[at].ticket();
        if act == Act::Abandon && self.requests[at].is_spare() {
            return;
        }
        if act == Act::Abandon && self.requests[at].is_listening {
            // It is ended instead.
            return self.perform(at, Act::EndListen);
        }
        if act == Act::PutOff {
            let sent = self.endpoint().put_off(ticket, 7).as_ref().map(Sent::of);
            if let Some(sent) = sent {
                let root = self.exchanges[self.requests[at].exchange].root;
                self.exchanges[root].is_torn = true;
                self.sent(sent);
            }
            return;
        }
        let request = &self.requests[at];
        let event = request.event();
        let text = format!("n{}", request.number);
        let (reached, now) = (request.reached + 1, self.now);
        let mut tx = vec![0; if act == Act::InPieces { 60 } else { LARGE }];
        // The event borrows the request, and the endpoint the world.
        let (kind, body, parts) = event.raw();
        let (body, parts) = (body.to_owned(), parts);
        let event = Event::from_parts(kind, &body, parts);
        let mut endpoint = self.endpoint();
        let out =
            perform(&mut endpoint.server(ticket), act, &event, &text, (reached, now), &mut tx);
        match out {
            Ok(out) => {
                let done = Done { sent: out.json().to_vec(), is_last: out.is_last() };
                let sent = Sent::of(&endpoint.deliver(out));
                self.settle(at, act, &done);
                self.sent(sent);
            }
            Err(Error::Stale) => {
                let request = &self.requests[at];
                let is_odd = matches!(act, Act::Piece | Act::End | Act::EndListen);
                let is_odd = is_odd || request.is_listening;
                assert!(is_odd || request.is_going_out || !request.is_open() || self.is_gone(at));
            }
            Err(Error::Short { need }) => assert!(need > tx.len()),
            Err(_) => {}
        }
    }

    /// The model of an act that was done.
    fn settle(&mut self, at: usize, act: Act, done: &Done) {
        let session = self.requests[at].session;
        let request = &mut self.requests[at];
        request.is_done |= done.is_last || act == Act::Abandon;
        request.is_given_up |= act == Act::Abandon;
        match act {
            Act::Progress if !done.sent.is_empty() => request.reached += 1,
            Act::Begin => request.is_streaming = true,
            Act::InPieces if !done.is_last => request.is_going_out = true,
            Act::Reply if !done.is_last && matches!(request.event(), Event::Listen(_)) => {
                request.is_listening = true;
            }
            Act::EndListen => (request.is_listening, request.is_going_out) = (true, true),
            Act::Ask if !done.is_last && !done.sent.is_empty() => {
                let value: serde_json::Value =
                    serde_json::from_slice(&done.sent).expect("a question is JSON");
                let id = value["id"].as_u64().expect("a number");
                self.questions.push(Question { id, session, parent: at, is_over: false });
            }
            _ => {}
        }
    }

    /// True if the endpoint has ended a request by itself, which the next check explains.
    fn is_gone(&mut self, at: usize) -> bool {
        let ticket = self.requests[at].ticket();
        let is_open = self.endpoint().open().any(|it| it == ticket);
        !is_open
    }

    /// Sends what is due, until nothing is.
    pub fn drain(&mut self) {
        for _ in 0..2000 {
            let mut tx = [0; 600];
            let mut endpoint = self.endpoint();
            let Some(out) = endpoint.next_output(&mut tx).expect("room enough") else { return };
            let sent = Sent::of(&endpoint.deliver(out));
            self.sent(sent);
        }
        panic!("it has no end");
    }

    /// A list has changed.
    pub fn changed(&mut self, what: usize) {
        use sansmcp::What;
        let what = [What::Tools, What::Prompts, What::Resources][what % 3];
        self.endpoint().changed(what);
    }

    /// A resource has changed.
    pub fn updated(&mut self, which: usize) {
        let mut receivers = sansmcp::Receivers::NEW;
        for _ in 0..200 {
            let mut tx = [0; 600];
            let mut endpoint = self.endpoint();
            let out = endpoint.updated(URIS[which % URIS.len()], &mut receivers, &mut tx);
            let Ok(Some(out)) = out else { return };
            let sent = Sent::of(&endpoint.deliver(out));
            self.sent(sent);
        }
        panic!("it has no end");
    }
}

fn is_call(event: &Event<'_>) -> bool {
    matches!(event, Event::CallTool(_))
}

fn perform<'t>(
    server: &mut Server<'_>,
    act: Act,
    event: &Event<'_>,
    text: &str,
    (reached, now): (i64, u64),
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    use sansmcp::json::Number;
    let ticket = event.ticket();
    match act {
        Act::Answer => server.answer(ticket, tx).text(text).end(),
        Act::Reply => server.reply(event, tx),
        Act::Progress => server.progress(ticket, Number::Int(reached), None, Some(text.into()), tx),
        Act::Log => server.log(ticket, Level::Error, None, text, tx),
        Act::Ask => {
            let Event::CallTool(call) = event else { return Err(Error::NotSupported) };
            let params = Elicit {
                message: text.into(),
                requested_schema: Form { properties: &[], ..Form::EMPTY },
                ..Elicit::EMPTY
            };
            let inputs = [Input::elicit("k", &params)];
            let ask = Ask { inputs: &inputs, limits: LIMITS, ..Ask::EMPTY };
            server.ask(call, &ask, now, tx)
        }
        Act::Begin => server.begin(ticket, Shape::Text, tx),
        Act::Piece => server.piece(ticket, text.as_bytes(), tx).map(|(_, out)| out),
        Act::End => server.end(ticket, None, tx),
        Act::Fail => server.answer(ticket, tx).fail(text).end(),
        Act::Error => server.error(ticket, sansmcp::Code::INTERNAL_ERROR, text, "", tx),
        Act::InPieces => server.begin_reply(event, tx),
        Act::Abandon => server.abandon(ticket).map(|()| Out::NOTHING),
        Act::EndListen => server.end_listen(ticket).map(|()| Out::NOTHING),
        Act::PutOff => Ok(Out::NOTHING),
    }
}

//! What every handler has at hand: the engine, the way out, the time, and what the calls share.

use std::collections::HashMap;

use on_hyper::News;
use sansmcp::rules::{Capabilities, Method};
use sansmcp::seal::Seal;
use sansmcp::{Ask, Code, Error, Input, Out, Request, Server, Ticket};

use crate::jobs::Job;
use crate::options::Options;

/// What a handler gives back: its last message, or why there is none.
pub type Done<'t> = Result<Out<'t>, Error>;

/// What outlives the single event.
pub struct Work {
    pub options: Options,
    pub jobs: Vec<Job>,
    /// Of each call that waits for an answer of the client: what the engine wants back then.
    pub kept: HashMap<Ticket, Box<str>>,
    pub seal: Seal,
    /// How often the watched resource was changed.
    pub changes: u32,
    /// What is still to be told to more than one.
    pub news: News,
}

impl Work {
    pub fn new(options: Options) -> Self {
        let seal = Seal::new(&options.key).expect("the key is long enough");
        Self {
            options,
            jobs: Vec::new(),
            kept: HashMap::new(),
            seal,
            changes: 0,
            news: News::default(),
        }
    }
}

/// A place to work at, for as long as one event or one step of a job takes.
pub struct Desk<'d, 'c> {
    pub server: &'d mut Server<'c>,
    pub work: &'d mut Work,
    pub now: u64,
    /// Sends a message that is not the handler's last.
    pub send: &'d mut dyn FnMut(Out<'_>),
}

impl Desk<'_, '_> {
    /// Asks the client for something, in either era; a client that cannot is told what it lacks.
    pub fn ask<'t>(
        &mut self,
        request: &Request<'_>,
        inputs: &[Input<'_>],
        state: &str,
        tx: &'t mut [u8],
    ) -> Done<'t> {
        let needed = inputs.iter().fold(Capabilities::NONE, |all, input| all | needs(input));
        self.ask_for(needed, request, inputs, state, tx)
    }

    /// As [`Desk::ask`], for those that need more than the plain capability.
    pub fn ask_for<'t>(
        &mut self,
        needed: Capabilities,
        request: &Request<'_>,
        inputs: &[Input<'_>],
        state: &str,
        tx: &'t mut [u8],
    ) -> Done<'t> {
        if !request.capabilities().contains(needed) {
            return self.server.undeclared(request.ticket(), needed, tx);
        }
        let ask = Ask { inputs, state, limits: self.work.options.limits };
        self.server.ask(request, &ask, self.now, tx)
    }

    /// Sends a message, and keeps what the engine wants kept of it.
    pub fn deliver(&mut self, ticket: Ticket, out: Out<'_>) {
        if !out.keep().is_empty() {
            self.work.kept.insert(ticket, out.keep().into());
        }
        (self.send)(out);
    }

    /// An answer could not be sent as it was: its peer learns that instead of waiting. The model
    /// sees it where a tool was called.
    pub fn refuse(&mut self, ticket: Ticket, error: Error, tx: &mut [u8]) {
        let why = error.message();
        if let Ok(out) = self.server.answer(ticket, tx).fail(why).end() {
            (self.send)(out);
        } else if let Ok(out) = self.server.error(ticket, Code::INTERNAL_ERROR, why, "", tx) {
            (self.send)(out);
        }
    }

    /// The client's mistake: params that make no sense here.
    pub fn invalid<'t>(&mut self, request: &Request<'_>, why: &str, tx: &'t mut [u8]) -> Done<'t> {
        self.server.error(request.ticket(), Code::INVALID_PARAMS, why, "", tx)
    }
}

fn needs(input: &Input<'_>) -> Capabilities {
    match input.method {
        Method::CreateMessage => Capabilities::SAMPLING,
        Method::ListRoots => Capabilities::ROOTS,
        _ => Capabilities::ELICITATION_FORM,
    }
}

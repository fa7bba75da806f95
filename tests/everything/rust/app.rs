//! The application: what is done with each event, with each answer of the client, and with time.

use on_hyper::News;
use sansmcp::{Answered, Error, Event, Out, Outcome, Resumed, Server, Ticket};

use crate::desk::{Desk, Done, Work};
use crate::jobs::Job;
use crate::options::Options;
use crate::{completions, prompts, resources, tools};

/// Bytes of the largest answer. A larger one is replaced by an error.
const TX: usize = 1 << 20;

/// The application, whatever its messages come on.
pub struct App {
    tx: Box<[u8]>,
    /// A call that comes again, with the answers to what was asked.
    again: Box<[u8]>,
    work: Work,
}

impl App {
    pub fn new(options: Options) -> Self {
        Self { tx: vec![0; TX].into(), again: vec![0; TX].into(), work: Work::new(options) }
    }
}

impl on_hyper::App for App {
    fn handle(
        &mut self,
        server: &mut Server<'_>,
        event: &Event<'_>,
        now: u64,
        send: &mut dyn FnMut(Out<'_>),
    ) {
        let Self { tx, again, work } = self;
        let mut desk = Desk { server, work, now, send };
        match event {
            Event::Answered(answered) => desk.resume(answered, again, tx),
            _ => desk.handle(event, tx),
        }
    }

    fn next_due(&self) -> Option<u64> {
        self.work.jobs.iter().map(Job::due).min()
    }

    fn due(&self, now: u64) -> Option<Ticket> {
        let first = self.work.jobs.iter().min_by_key(|job| job.due());
        first.filter(|job| job.due() <= now).map(Job::ticket)
    }

    fn go_on(
        &mut self,
        server: &mut Server<'_>,
        ticket: Ticket,
        now: u64,
        send: &mut dyn FnMut(Out<'_>),
    ) {
        let Self { tx, work, .. } = self;
        Desk { server, work, now, send }.go_on(ticket, tx);
    }

    fn cancelled(&mut self, ticket: Ticket) {
        self.work.jobs.retain(|job| job.ticket() != ticket);
        self.work.kept.remove(&ticket);
    }

    fn news(&mut self) -> News {
        std::mem::take(&mut self.work.news)
    }
}

impl Desk<'_, '_> {
    /// Does what an event asks for, and sends what comes of it.
    fn handle(&mut self, event: &Event<'_>, tx: &mut [u8]) {
        match self.act(event, tx) {
            Ok(out) => self.deliver(event.ticket(), out),
            Err(error) => self.refuse(event.ticket(), error, tx),
        }
    }

    fn act<'t>(&mut self, event: &Event<'_>, tx: &'t mut [u8]) -> Done<'t> {
        match event {
            Event::CallTool(call) => match tools::named(call.name()) {
                Some(run) => run(self, call, tx),
                None => self.server.reply(event, tx),
            },
            Event::ReadResource(read) => resources::read(self, read, tx),
            Event::GetPrompt(call) => prompts::get(self, call, tx),
            Event::Complete(complete) => completions::complete(self, complete, tx),
            Event::ListTools(_)
            | Event::ListResources(_)
            | Event::ListTemplates(_)
            | Event::ListPrompts(_) => self.list(event, tx),
            Event::Listen(listen) => self.server.accept(listen, &mut resources::has, tx),
            // A request of our own making.
            Event::Request(call) if call.method_name() == "test/echo" => {
                let arguments = call.arguments().map_or("{}", |arguments| arguments.as_str());
                self.server.result(call.ticket(), arguments, tx)
            }
            Event::Cancelled(cancelled) => {
                // Its work stops, and its slot is free again.
                let ticket = cancelled.ticket();
                self.work.jobs.retain(|job| job.ticket() != ticket);
                self.work.kept.remove(&ticket);
                let _ = self.server.abandon(ticket);
                Ok(Out::NOTHING)
            }
            _ => self.server.reply(event, tx),
        }
    }

    /// A page of a list. Where not even one entry fits the page, it goes out in pieces.
    fn list<'t>(&mut self, event: &Event<'_>, tx: &'t mut [u8]) -> Done<'t> {
        let size = self.work.options.page.min(tx.len());
        let page = &mut tx[..size];
        match self.server.reply(event, page) {
            Ok(out) => {
                (self.send)(out);
                Ok(Out::NOTHING)
            }
            // The other pieces are what is due next.
            Err(Error::Short { .. }) => self.server.begin_reply(event, page),
            Err(error) => Err(error),
        }
    }

    /// The client answered what it was asked in the course of a call, or did not in time. The call
    /// comes again, with the answer.
    fn resume(&mut self, answered: &Answered<'_>, again: &mut [u8], tx: &mut [u8]) {
        let ticket = answered.parent();
        let Some(kept) = self.work.kept.remove(&ticket) else {
            return self.pinged(answered, tx);
        };
        let limits = self.work.options.limits;
        match self.server.resume(answered, &kept, &limits, self.now, again) {
            Ok(Resumed::Event(event)) => self.handle(&event, tx),
            Ok(Resumed::Asked(out)) => self.deliver(ticket, out),
            Err(error) => self.refuse(ticket, error, tx),
        }
    }

    /// The end of the one request that is not asked but sent: the ping of `test_ping_client`.
    fn pinged(&mut self, answered: &Answered<'_>, tx: &mut [u8]) {
        let answer = self.server.answer(answered.parent(), tx);
        let done = match answered.outcome() {
            Outcome::Result(_) => answer.text("The client is there.").end(),
            _ => answer.fail("The client did not answer the ping.").end(),
        };
        if let Ok(out) = done {
            (self.send)(out);
        }
    }
}

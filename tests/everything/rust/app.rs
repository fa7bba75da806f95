//! The application: what is done with each event, with each answer of the client, and with time.

use sansmcp::{
    Answered, Connection, Error, Event, Frame, Out, Outcome, Resumed, Route, Server, Slot, Ticket,
};

use crate::catalog::Everything;
use crate::desk::{Desk, Done, Work};
use crate::jobs::Job;
use crate::options::Options;
use crate::{completions, prompts, resources, tools};

/// Requests that may be open at once.
const SLOTS: usize = 1024;
/// Bytes of the largest answer. A larger one is replaced by an error.
const TX: usize = 1 << 20;

/// The server with its memory: the engine's state is plain data that lives wherever it is put.
pub struct App {
    connection: Connection,
    slots: Box<[Slot]>,
    tx: Box<[u8]>,
    /// A call that comes again, with the answers to what was asked.
    again: Box<[u8]>,
    work: Work,
}

impl App {
    pub fn new(options: Options) -> Self {
        Self {
            connection: Connection::NEW,
            slots: vec![Slot::EMPTY; SLOTS].into(),
            tx: vec![0; TX].into(),
            again: vec![0; TX].into(),
            work: Work::new(options),
        }
    }

    /// Serves a frame; `send` gets each message.
    pub fn serve(&mut self, mut frame: Frame<'_>, now: u64, send: &mut dyn FnMut(&[u8])) {
        let Self { connection, slots, tx, again, work } = self;
        let mut server = Server::new(&Everything, connection, slots);
        let mut desk = Desk { server: &mut server, work, now, send };
        while let Some(event) = desk.server.receive(&mut frame, now) {
            match &event {
                Event::Answered(answered) => desk.resume(answered, again, tx),
                _ => desk.handle(&event, tx),
            }
            desk.send_due(tx);
        }
    }

    /// Goes on with what waits for the time.
    pub fn work(&mut self, now: u64, send: &mut dyn FnMut(&[u8])) {
        let Self { connection, slots, tx, again, work } = self;
        let mut server = Server::new(&Everything, connection, slots);
        let mut desk = Desk { server: &mut server, work, now, send };
        while let Some(event) = desk.server.expire(now) {
            if let Event::Answered(answered) = &event {
                desk.resume(answered, again, tx);
            }
        }
        while desk.go_on(tx) {}
        desk.send_due(tx);
    }

    /// When to come back with [`App::work`], in milliseconds; `None` if nothing waits.
    pub fn next_due(&mut self) -> Option<u64> {
        let job = self.next_job();
        let server = Server::new(&Everything, &mut self.connection, &mut self.slots);
        job.into_iter().chain(server.next_deadline()).min()
    }

    /// When the next job goes on.
    pub fn next_job(&self) -> Option<u64> {
        self.work.jobs.iter().map(Job::due).min()
    }

    /// The pipe was closed: whatever is still open has nobody who waits for it.
    pub fn closed(&mut self) {
        let mut server = Server::new(&Everything, &mut self.connection, &mut self.slots);
        server.closed(Route::PIPE);
        let open: Vec<Ticket> = server.open().collect();
        for ticket in open {
            let _ = server.abandon(ticket);
        }
        self.work.jobs.clear();
        self.work.kept.clear();
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
                (self.send)(out.line());
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
            (self.send)(out.line());
        }
    }
}

//! The application: what is done with each event, and the calls whose answer takes time.

use sansmcp::json::Number;
use sansmcp::{Code, Connection, Error, Event, Frame, Out, Server, Slot, Ticket};

use crate::fixtures::{Act, Everything, act_of};

/// Milliseconds between two steps of a slow tool.
const STEP: u64 = 50;
/// Requests that may be open at once.
const SLOTS: usize = 1024;
/// Bytes of the largest answer. A larger one is replaced by an error.
const TX: usize = 1 << 20;

/// A call that is answered later.
struct Job {
    ticket: Ticket,
    due: u64,
    done: i64,
}

/// The server with its memory: the engine's state is plain data that lives wherever it is put.
pub struct App {
    connection: Connection,
    slots: Box<[Slot]>,
    tx: Box<[u8]>,
    jobs: Vec<Job>,
}

impl App {
    pub fn new() -> Self {
        Self {
            connection: Connection::NEW,
            slots: vec![Slot::EMPTY; SLOTS].into(),
            tx: vec![0; TX].into(),
            jobs: Vec::new(),
        }
    }

    /// Serves a frame; `send` gets each message.
    pub fn serve(&mut self, mut frame: Frame<'_>, now: u64, send: &mut dyn FnMut(&[u8])) {
        let mut server = Server::new(&Everything, &mut self.connection, &mut self.slots);
        while let Some(event) = server.receive(&mut frame, now) {
            let out = match &event {
                Event::CallTool(call) => match act_of(call.name()) {
                    Some(Act::Answer(act)) => act(server.answer(call.ticket(), &mut self.tx)).end(),
                    Some(Act::Echo) => {
                        let answer = server.answer(call.ticket(), &mut self.tx);
                        match call.arg("text") {
                            Some(text) => answer.text(text).end(),
                            None => answer.fail("text is missing").end(),
                        }
                    }
                    Some(Act::Progress) => {
                        self.jobs.push(Job { ticket: call.ticket(), due: now, done: 0 });
                        continue;
                    }
                    None => server.reply(&event, &mut self.tx),
                },
                Event::Cancelled(cancelled) => {
                    // Its work stops, and its slot is free again.
                    self.jobs.retain(|job| job.ticket != cancelled.ticket());
                    let _ = server.abandon(cancelled.ticket());
                    continue;
                }
                _ => server.reply(&event, &mut self.tx),
            };
            match out {
                Ok(out) => send(out.line()),
                Err(error) => {
                    if let Ok(out) = refuse(&mut server, event.ticket(), error, &mut self.tx) {
                        send(out.line());
                    }
                }
            }
        }
    }

    /// Goes on with the calls whose time has come.
    pub fn work(&mut self, now: u64, send: &mut dyn FnMut(&[u8])) {
        let mut server = Server::new(&Everything, &mut self.connection, &mut self.slots);
        self.jobs.retain_mut(|job| {
            while job.due <= now {
                if job.done > 100 {
                    let answer = server.answer(job.ticket, &mut self.tx);
                    if let Ok(out) = answer.text("Progress complete.").end() {
                        send(out.line());
                    }
                    return false;
                }
                let total = Some(Number::Int(100));
                let progress = Number::Int(job.done);
                if let Ok(out) = server.progress(job.ticket, progress, total, None, &mut self.tx) {
                    send(out.line());
                }
                job.done += 50;
                job.due += STEP;
            }
            true
        });
    }

    /// When to come back, in milliseconds; `None` if nothing waits.
    pub fn next_due(&self) -> Option<u64> {
        self.jobs.iter().map(|job| job.due).min()
    }
}

/// An answer could not be sent as it was: its peer learns that instead of waiting.
fn refuse<'t>(
    server: &mut Server<'_>,
    ticket: Ticket,
    error: Error,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    server.error(ticket, Code::INTERNAL_ERROR, error.message(), "", tx)
}

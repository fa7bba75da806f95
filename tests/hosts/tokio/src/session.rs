//! One connection: the engine's memory, the work under way, and what is to be sent.

use std::collections::HashMap;
use std::io;

use sansmcp::json::Number;
use sansmcp::{Call, Code, Connection, Error, Event, Frame, Out, Parts, Server, Slot, Ticket};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, Id, JoinError, JoinSet};
use tokio::time::Instant;

use crate::{CHUNK, End, Progress, SLOTS, TX, Tools};

/// How far a call has come.
pub struct Report {
    pub ticket: Ticket,
    pub done: i64,
    pub total: i64,
}

/// Work under way, how to stop it, and the call, in case that it asks.
struct Running {
    job: AbortHandle,
    text: String,
    parts: Parts,
}

/// Only `send` waits. The `Server` is made for each step: it is a view, and cannot be held over an
/// `await` of a task that moves between threads.
pub struct Session<'a, T> {
    pub tools: &'a T,
    /// Where the engine's clock begins.
    pub start: Instant,
    pub connection: Connection,
    pub slots: Vec<Slot>,
    pub tx: Vec<u8>,
    /// What is to be sent: less than `CHUNK` and one message.
    pub pending: Vec<u8>,
    reports: mpsc::Sender<Report>,
    /// The work under way, and what is known of it. Never more than there are slots.
    pub jobs: JoinSet<(Ticket, End)>,
    running: HashMap<Ticket, Running>,
    /// The calls that wait for an answer of the user, and what was kept of them.
    pub asked: HashMap<Ticket, String>,
}

impl<'a, T: Tools> Session<'a, T> {
    pub fn new(tools: &'a T, reports: mpsc::Sender<Report>) -> Self {
        Self {
            tools,
            start: Instant::now(),
            connection: Connection::NEW,
            slots: vec![Slot::EMPTY; SLOTS],
            tx: vec![0; TX],
            pending: Vec::with_capacity(CHUNK + TX),
            reports,
            jobs: JoinSet::new(),
            running: HashMap::with_capacity(SLOTS),
            asked: HashMap::new(),
        }
    }

    pub fn server(&mut self) -> Server<'_> {
        Server::new(self.tools, &mut self.connection, &mut self.slots)
    }

    /// Milliseconds of the engine's clock.
    pub fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub fn receive<'f>(&mut self, frame: &mut Frame<'f>) -> Option<Event<'f>> {
        let now = self.now();
        self.server().receive(frame, now)
    }

    /// Starts the work of a call, stops that of a cancelled one, and leaves all else to the engine.
    pub fn serve(&mut self, event: &Event<'_>) {
        match event {
            Event::CallTool(call) => {
                let ticket = call.ticket();
                let progress = Progress { ticket, reports: self.reports.clone() };
                if let Some(work) = self.tools.call(call, progress) {
                    let job = self.jobs.spawn(async move { (ticket, work.await) });
                    let (text, parts) = call.raw();
                    self.running.insert(ticket, Running { job, text: text.into(), parts });
                    debug_assert!(self.running.len() <= SLOTS, "each has a slot of its own");
                    return;
                }
            }
            Event::Cancelled(cancelled) => {
                let ticket = cancelled.ticket();
                self.asked.remove(&ticket);
                if let Some(running) = self.running.remove(&ticket) {
                    running.job.abort();
                }
                // It fails for what needs nothing done, such as a listen.
                let _ = self.server().abandon(ticket);
                return;
            }
            Event::Answered(answered) => return self.answered(answered),
            _ => {}
        }
        self.say(event.ticket(), |server, tx| server.reply(event, tx));
    }

    pub fn report(&mut self, report: Report) {
        let (done, total) = (Number::Int(report.done), Some(Number::Int(report.total)));
        let mut server = Server::new(self.tools, &mut self.connection, &mut self.slots);
        // An error means that the call is over: nobody waits for this any more.
        if let Ok(out) = server.progress(report.ticket, done, total, None, &mut self.tx) {
            push(&mut self.pending, out);
        }
    }

    /// Answers the call whose work has ended.
    pub fn end(&mut self, ended: Result<(Id, (Ticket, End)), JoinError>) {
        let (ticket, end) = match ended {
            Ok((_, ended)) => ended,
            // A panic in a tool: its peer would wait for ever. What was cancelled is not found.
            Err(error) => {
                let mut all = self.running.iter();
                let found = all.find(|(_, running)| running.job.id() == error.id());
                let Some((&ticket, _)) = found else { return };
                (ticket, End::Failed("the tool broke down".into()))
            }
        };
        let Some(running) = self.running.remove(&ticket) else { return };
        match end {
            End::Text(text) => {
                self.say(ticket, |server, tx| server.answer(ticket, tx).text(&*text).end());
            }
            End::Failed(why) => self.fail(ticket, &why),
            End::Ask(form) => self.ask(&Call::from_parts(&running.text, running.parts), &form),
        }
    }

    pub fn fail(&mut self, ticket: Ticket, why: &str) {
        self.say(ticket, |server, tx| server.answer(ticket, tx).fail(why).end());
    }

    /// Puts a message behind what is to be sent. If it cannot be written, mostly because `tx` is
    /// too small, whoever waits for it gets an error and not silence.
    fn say<F>(&mut self, ticket: Ticket, write: F)
    where
        F: for<'t> FnOnce(&mut Server<'_>, &'t mut [u8]) -> Result<Out<'t>, Error>,
    {
        let mut server = Server::new(self.tools, &mut self.connection, &mut self.slots);
        let error = match write(&mut server, &mut self.tx) {
            Ok(out) => return push(&mut self.pending, out),
            Err(error) => error.message(),
        };
        let code = Code::INTERNAL_ERROR;
        if let Ok(out) = server.error(ticket, code, error, "", &mut self.tx) {
            push(&mut self.pending, out);
        }
    }

    /// Sends what is due. While the peer does not read, this waits, and with it all of the loop.
    pub async fn send<W: AsyncWrite + Unpin>(&mut self, output: &mut W) -> io::Result<()> {
        loop {
            output.write_all(&self.pending).await?;
            self.pending.clear();
            let mut server = Server::new(self.tools, &mut self.connection, &mut self.slots);
            match server.next_output(&mut self.tx) {
                Ok(Some(out)) => push(&mut self.pending, out),
                _ => return Ok(()),
            }
        }
    }

    /// As [`Session::send`], once there is enough for it to be worth while.
    pub async fn send_if_full<W: AsyncWrite + Unpin>(&mut self, output: &mut W) -> io::Result<()> {
        if self.pending.len() < CHUNK {
            return Ok(());
        }
        self.send(output).await
    }
}

/// Puts a message behind what is to be sent.
pub fn push(pending: &mut Vec<u8>, out: Out<'_>) {
    debug_assert!(pending.len() < CHUNK, "what is full is sent first");
    pending.extend_from_slice(out.line());
}

//! The tools, and what is done with each event.

use embedded_io_async::{Error, ErrorKind, Write};
use sansmcp::json::Number;
use sansmcp::{Call, Code, Event, Out, Server, ServerInfo, Ticket, Tool};

use crate::Board;

/// Milliseconds that the light is on, and off.
const HALF: u64 = 250;

pub static INFO: ServerInfo<'static> = ServerInfo {
    name: "on-embedded",
    version: "1.0.0",
    tools: &[
        Tool {
            name: "echo",
            description: "Returns its text",
            input_schema: concat!(
                r#"{"type":"object","properties":{"text":{"type":"string"}},"#,
                r#""required":["text"]}"#
            ),
            ..Tool::EMPTY
        },
        Tool {
            name: "blink",
            description: "Blinks with the light, twice a second",
            input_schema: concat!(
                r#"{"type":"object","properties":{"times":{"type":"integer","minimum":1}},"#,
                r#""required":["times"]}"#
            ),
            ..Tool::EMPTY
        },
    ],
    ..ServerInfo::EMPTY
};

/// A place for a call of `blink` under way. There are as many as slots, so each call has one. All
/// zero bits when free, so that a static of them takes no flash.
#[derive(Clone, Copy)]
pub struct Job {
    ticket: Ticket,
    times: i64,
    done: i64,
    is_on: bool,
    due: u64,
}

impl Job {
    pub const FREE: Self = Self { ticket: Ticket::NONE, times: 0, done: 0, is_on: false, due: 0 };

    fn is_free(&self) -> bool {
        self.ticket == Ticket::NONE
    }
}

/// One connection.
pub struct Session<'m, W> {
    pub server: Server<'m>,
    pub tx: &'m mut [u8],
    pub jobs: &'m mut [Job],
    pub output: W,
}

impl<W: Write> Session<'_, W> {
    /// Answers an event, or notes its work.
    pub async fn serve(
        &mut self,
        event: &Event<'_>,
        board: &mut impl Board,
    ) -> Result<(), ErrorKind> {
        let done = match event {
            Event::CallTool(call) if call.name() == "echo" => {
                let answer = self.server.answer(call.ticket(), self.tx);
                match call.arg("text") {
                    Some(text) => answer.text(text).end(),
                    None => answer.fail("text is missing").end(),
                }
            }
            Event::CallTool(call) if call.name() == "blink" => {
                let free = self.jobs.iter_mut().find(|job| job.is_free());
                match (times_of(call), free) {
                    (Some(times @ 1..), Some(free)) => {
                        let (ticket, due) = (call.ticket(), board.now());
                        *free = Job { ticket, times, due, ..Job::FREE };
                        return Ok(());
                    }
                    _ => {
                        let answer = self.server.answer(call.ticket(), self.tx);
                        answer.fail("times has to be 1 or more").end()
                    }
                }
            }
            Event::Cancelled(cancelled) => {
                let ticket = cancelled.ticket();
                if let Some(job) = self.jobs.iter_mut().find(|job| job.ticket == ticket) {
                    *job = Job::FREE;
                    board.light(false);
                }
                // Its slot is free again; an error says that it was so before.
                let _ = self.server.abandon(ticket);
                return Ok(());
            }
            other => self.server.reply(other, self.tx),
        };
        match done {
            Ok(out) => return write(&mut self.output, out).await,
            Err(_) => self.send_in_pieces(event).await,
        }
    }

    /// An answer that is larger than `tx`: in pieces if it is the engine's own, else an error.
    async fn send_in_pieces(&mut self, event: &Event<'_>) -> Result<(), ErrorKind> {
        match self.server.begin_reply(event, self.tx) {
            Ok(out) => write(&mut self.output, out).await?,
            Err(error) => {
                let (ticket, code) = (event.ticket(), Code::INTERNAL_ERROR);
                match self.server.error(ticket, code, error.message(), "", self.tx) {
                    Ok(out) => write(&mut self.output, out).await?,
                    Err(_) => return Ok(()), // nobody waits for it
                }
            }
        }
        while let Ok(Some(out)) = self.server.next_output(self.tx) {
            write(&mut self.output, out).await?;
        }
        Ok(())
    }

    /// When [`Session::work`] has to go on.
    pub fn next_due(&self) -> Option<u64> {
        self.jobs.iter().filter(|job| !job.is_free()).map(|job| job.due).min()
    }

    /// Goes on with what is due, one step of each.
    pub async fn work(&mut self, board: &mut impl Board) -> Result<(), ErrorKind> {
        let now = board.now();
        let is_due = |job: &&mut Job| !job.is_free() && job.due <= now;
        for job in self.jobs.iter_mut().filter(is_due) {
            job.is_on = !job.is_on;
            job.due = now.saturating_add(HALF);
            board.light(job.is_on);
            if job.is_on {
                continue;
            }
            job.done = job.done.saturating_add(1);
            let (done, times) = (Number::Int(job.done), Some(Number::Int(job.times)));
            let told = self.server.progress(job.ticket, done, times, None, self.tx);
            if let Ok(out) = told {
                write(&mut self.output, out).await?;
            }
            if job.done >= job.times {
                let answer = self.server.answer(job.ticket, self.tx).text("blinked").end();
                *job = Job::FREE;
                if let Ok(out) = answer {
                    write(&mut self.output, out).await?;
                }
            }
        }
        Ok(())
    }

    /// Sends what is due by itself, and waits until all is out.
    pub async fn flush(&mut self) -> Result<(), ErrorKind> {
        while let Ok(Some(out)) = self.server.next_output(self.tx) {
            write(&mut self.output, out).await?;
        }
        self.output.flush().await.map_err(|error| error.kind())
    }
}

fn times_of(call: &Call<'_>) -> Option<i64> {
    call.arguments()?.get("times")?.number()?.as_i64()
}

async fn write<W: Write>(output: &mut W, out: Out<'_>) -> Result<(), ErrorKind> {
    output.write_all(out.line()).await.map_err(|error| error.kind())
}

//! `measure`: a call that takes its time, tells how far it is, and can be given up.

use sansmcp::json::{Number, Writer};
use sansmcp::{Call, Error, Out, Server, Ticket};

use crate::words::{ROOM, say, text};

/// Milliseconds of one step.
const STEP: u64 = 50;

/// Calls that are measured at a time.
const JOBS: usize = 2;

/// A call under way. All zero bits when free, so that a static of them takes no flash.
#[derive(Clone, Copy)]
struct Job {
    ticket: Ticket,
    steps: u8,
    done: u8,
    due: u64,
}

/// The calls that are measured.
#[derive(Clone, Copy)]
pub struct Measurements([Job; JOBS]);

impl Job {
    const FREE: Self = Self { ticket: Ticket::NONE, steps: 0, done: 0, due: 0 };
}

impl Measurements {
    /// None is under way.
    pub const NONE: Self = Self([Job::FREE; JOBS]);

    /// Begins with a call; says at once what is wrong with it.
    pub fn begin<'t>(
        &mut self,
        server: &mut Server<'_>,
        call: &Call<'_>,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let steps = call.arguments().and_then(|all| all.get("steps"));
        let steps = steps.map_or(Some(10), |steps| steps.number()?.as_i64());
        let free = self.0.iter_mut().find(|job| job.ticket == Ticket::NONE);
        let why = match (steps, free) {
            (Some(steps @ 1..=100), Some(free)) => {
                let due = now.saturating_add(STEP);
                *free = Job { ticket: call.ticket(), steps: steps as u8, done: 0, due };
                return Ok(Out::NOTHING);
            }
            (Some(1..=100), None) => "busy",
            _ => "steps is out of bounds",
        };
        say(server, call.ticket(), why, true, tx)
    }

    /// Its client gave a call up.
    pub fn give_up(&mut self, ticket: Ticket) {
        if let Some(job) = self.0.iter_mut().find(|job| job.ticket == ticket) {
            *job = Job::FREE;
        }
    }

    /// One message of what is due: a step, or the end of a call; `None` when all is said.
    pub fn go_on<'t>(
        &mut self,
        server: &mut Server<'_>,
        now: u64,
        tx: &'t mut [u8],
    ) -> Option<Result<Out<'t>, Error>> {
        let is_due = |job: &&mut Job| job.ticket != Ticket::NONE && job.due <= now;
        let job = self.0.iter_mut().find(is_due)?;
        if job.done < job.steps {
            job.done = job.done.saturating_add(1);
            // The answer comes right behind the last step.
            let until_next = if job.done < job.steps { STEP } else { 0 };
            job.due = job.due.saturating_add(until_next);
            let number = |count: u8| Number::from(i64::from(count));
            let (done, steps) = (number(job.done), Some(number(job.steps)));
            return Some(server.progress(job.ticket, done, steps, Some("measuring".into()), tx));
        }
        let Job { ticket, steps, .. } = core::mem::replace(job, Job::FREE);
        let mut room = [0; ROOM];
        let mut writer = Writer::new(&mut room);
        writer.put_str("measured ");
        writer.uint(u64::from(steps));
        writer.put_str(" times");
        Some(say(server, ticket, text(writer), false, tx))
    }
}

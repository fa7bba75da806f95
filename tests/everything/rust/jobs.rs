//! Jobs: calls that take their time, step by step, while others are served.

use sansmcp::{Call, Error, Out, Parts, Ticket};

use crate::desk::{Desk, Done};

/// One more step of a job, counted from 0: what it sends, and in how many milliseconds the next
/// step is due; `None` after the last.
pub type Step = for<'t> fn(&mut Desk<'_, '_>, &Call<'_>, u32, &'t mut [u8]) -> Stepped<'t>;

/// What a step gives back.
pub type Stepped<'t> = Result<(Out<'t>, Option<u64>), Error>;

/// A call that is answered later. Its event is taken apart and put together again for each step.
pub struct Job {
    ticket: Ticket,
    text: Box<str>,
    parts: Parts,
    step: Step,
    done: u32,
    due: u64,
}

impl Job {
    pub fn ticket(&self) -> Ticket {
        self.ticket
    }

    /// When it goes on, in milliseconds.
    pub fn due(&self) -> u64 {
        self.due
    }
}

impl Desk<'_, '_> {
    /// Takes a call on as a job, so that others are served meanwhile.
    pub fn begin<'t>(&mut self, call: &Call<'_>, step: Step) -> Done<'t> {
        let (text, parts) = call.raw();
        self.work.jobs.push(Job {
            ticket: call.ticket(),
            text: text.into(),
            parts,
            step,
            done: 0,
            due: self.now,
        });
        Ok(Out::NOTHING)
    }

    /// Does the next step of the job of a ticket.
    pub fn go_on(&mut self, ticket: Ticket, tx: &mut [u8]) {
        let Some(at) = self.work.jobs.iter().position(|job| job.ticket == ticket) else { return };
        let mut job = self.work.jobs.remove(at);
        let call = Call::from_parts(&job.text, job.parts);
        match (job.step)(self, &call, job.done, tx) {
            Ok((out, next)) => {
                self.deliver(job.ticket, out);
                if let Some(ms) = next {
                    job.done += 1;
                    job.due += ms;
                    self.work.jobs.push(job);
                }
            }
            Err(error) => self.refuse(job.ticket, error, tx),
        }
    }
}

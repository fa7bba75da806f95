//! The application: what the device's tools, resources and prompts answer.

use sansmcp::json::{Writer, text_of};
use sansmcp::schema::Role;
use sansmcp::{Call, Code, Error, Out, Server, Ticket};

use crate::catalog::{DUMP, FIRST_CHANNEL, MEASURE, PINS, PLAIN, RENAME, SET_PIN};
use crate::dump::Dump;
use crate::listeners::Listeners;
use crate::measure::Measurements;
use crate::pins::Pins;
use crate::rename::Question;
use crate::words::{Around, ROOM, say, text};

/// What the application remembers. All zero bits when new.
pub struct App {
    /// Calls of `measure`.
    pub measurements: Measurements,
    /// The call of `dump`.
    pub dump: Dump,
    /// The call of `rename` that has asked.
    pub question: Question,
    /// Who listens.
    pub listeners: Listeners,
    /// The board's pins.
    pub pins: Pins,
}

impl App {
    /// All pins low, and nothing under way.
    pub const NEW: Self = Self {
        measurements: Measurements::NONE,
        dump: Dump::NONE,
        question: Question::NONE,
        listeners: Listeners::NONE,
        pins: Pins::LOW,
    };

    /// What was under way is gone with its host; the pins are as they are.
    pub fn begin_anew(&mut self) {
        self.measurements = Measurements::NONE;
        self.dump = Dump::NONE;
        self.question.close();
        self.listeners = Listeners::NONE;
    }

    /// Stops the work on a request; `false` if its answer is half out and has to be ended first.
    pub fn give_up(&mut self, ticket: Ticket) -> bool {
        self.measurements.give_up(ticket);
        self.question.give_up(ticket);
        !self.dump.give_up(ticket)
    }

    /// Answers a call of the tool at a place of the list, or begins with its work.
    #[inline(never)]
    pub fn tool<'t>(
        &mut self,
        place: u32,
        server: &mut Server<'_>,
        call: &Call<'_>,
        now: u64,
        tx: &'t mut [u8],
        scratch: &mut [u8],
    ) -> Result<Out<'t>, Error> {
        match place {
            MEASURE => self.measurements.begin(server, call, now, tx),
            DUMP => self.dump.begin(server, call.ticket(), tx),
            SET_PIN => self.pins.set(server, call, tx, scratch),
            RENAME => self.question.rename(server, call, now, tx),
            place => channel(server, call.ticket(), place.saturating_sub(FIRST_CHANNEL), tx),
        }
    }

    /// Answers with what a resource holds.
    #[inline(never)]
    pub fn resource<'t>(
        &self,
        server: &mut Server<'_>,
        ticket: Ticket,
        uri: &str,
        stack: usize,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let mut room = [0; ROOM];
        let mut writer = Writer::new(&mut room);
        if uri == PINS {
            writer.put(&self.pins.letters());
        } else {
            writer.put_str("stack ");
            writer.uint(stack as u64);
        }
        server.contents(ticket, tx).text(uri, Some(PLAIN), text(writer)).end()
    }

    /// Answers with the message of the prompt.
    #[inline(never)]
    pub fn diagnose<'t>(
        &self,
        server: &mut Server<'_>,
        call: &Call<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let Some(part) = call.arg("part") else {
            let code = Code::INVALID_PARAMS;
            return server.error(call.ticket(), code, "part is missing", "", tx);
        };
        let letters = self.pins.letters();
        let after = [". Pins: ", text_of(&letters).unwrap_or("")];
        let text = Around { before: "Diagnose ", text: part, after };
        server.messages(call.ticket(), tx).block(Role::User, &text).end()
    }
}

fn channel<'t>(
    server: &mut Server<'_>,
    ticket: Ticket,
    number: u32,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let number = u64::from(number);
    let mut room = [0; ROOM];
    let mut writer = Writer::new(&mut room);
    writer.put_str(if number < 10 { "channel 0" } else { "channel " });
    writer.uint(number);
    writer.put_str(": ");
    writer.uint(number * 37 % 1024);
    say(server, ticket, text(writer), false, tx)
}

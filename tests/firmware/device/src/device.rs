//! The device: what it does with a message, and what is due by the clock.

use sansmcp::rules::{Capabilities, Refusal};
use sansmcp::{Code, Connection, Error, Event, Frame, LinesState, Receivers, Server, Slot, Ticket};

use crate::Board;
use crate::app::App;
use crate::catalog::{DIAGNOSE, Offer, PINS, place, resource};

/// Requests, questions and listeners that may be open at once.
const SLOTS: usize = 6;

/// Pieces of a dump that go out before the next look at what came.
const PIECES: u8 = 16;

/// Bytes that the engine keeps beside its buffers.
pub const ENGINE: usize =
    size_of::<Connection>() + SLOTS * size_of::<Slot>() + size_of::<LinesState>();

/// The device with all its memory but the receive buffer. All zero bits when new.
pub struct Device {
    connection: Connection,
    slots: [Slot; SLOTS],
    tx: [u8; 2048],
    again: [u8; 1024],
    app: App,
    /// Something was said on the line since it was new.
    is_used: bool,
}

/// The device with its memory lent out for one turn.
struct Turn<'d, B> {
    server: Server<'d>,
    tx: &'d mut [u8],
    again: &'d mut [u8],
    app: &'d mut App,
    board: &'d mut B,
}

impl Device {
    /// All pins low, and nobody has said anything.
    pub const NEW: Self = Self {
        connection: Connection::NEW,
        slots: [Slot::EMPTY; SLOTS],
        tx: [0; 2048],
        again: [0; 1024],
        app: App::NEW,
        is_used: false,
    };

    /// Takes a message. A serial line does not say that its host is gone; but whoever says
    /// `initialize` begins, so nothing of what was before concerns it.
    pub fn take(&mut self, frame: &Frame<'_>, board: &mut impl Board) {
        let is_used = core::mem::replace(&mut self.is_used, true);
        if self.turn(board).take(frame, is_used) {
            return;
        }
        if self.app.dump.is_under_way() {
            // The new host shall not read its first message behind half of an old one.
            board.write(b"\n");
        }
        self.connection = Connection::NEW;
        self.slots.fill(Slot::EMPTY);
        self.app.begin_anew();
        self.turn(board).take(frame, false);
    }

    /// Goes on with what is due by the clock or by itself; `true` if more is due at once.
    pub fn go_on(&mut self, board: &mut impl Board) -> bool {
        self.turn(board).go_on()
    }

    fn turn<'d, B: Board>(&'d mut self, board: &'d mut B) -> Turn<'d, B> {
        Turn {
            server: Server::new(&Offer, &mut self.connection, &mut self.slots),
            tx: &mut self.tx,
            again: &mut self.again,
            app: &mut self.app,
            board,
        }
    }
}

// What is called from here takes its stack only while it runs: so nothing of it is made part of the
// caller.
impl<B: Board> Turn<'_, B> {
    /// Answers all that a frame says; `false` if it is of a new host, for whom the device has to
    /// begin anew first.
    #[inline(never)]
    fn take(&mut self, frame: &Frame<'_>, is_used: bool) -> bool {
        let mut frame = *frame;
        while let Some(event) = self.server.receive(&mut frame, self.board.now()) {
            if is_used && is_of_new_host(&event) {
                return false;
            }
            self.answer(&event);
        }
        true
    }

    #[inline(never)]
    fn answer(&mut self, event: &Event<'_>) {
        match event {
            Event::Initialized(_) | Event::Notification(_) | Event::Ignored(_) => return,
            Event::Cancelled(cancelled) => return self.give_up(cancelled.ticket()),
            _ => {}
        }
        // An answer in pieces has the wire for itself: what needs it waits.
        while self.app.dump.is_under_way() {
            self.go_on_with_dump();
        }
        let (server, tx, again) = (&mut self.server, &mut *self.tx, &mut *self.again);
        let now = self.board.now();
        let out = match event {
            Event::CallTool(call) => match place(call.name()) {
                Some(place) => self.app.tool(place, server, call, now, tx, again),
                None => server.reply(event, tx),
            },
            Event::Answered(answered) => {
                self.app.question.answered(server, answered, now, tx, again)
            }
            Event::ReadResource(reading) => match resource(reading.uri()) {
                Some(uri) => self.app.resource(server, event.ticket(), uri, self.board.stack(), tx),
                None => server.reply(event, tx),
            },
            Event::GetPrompt(call) if call.name() == *DIAGNOSE => {
                self.app.diagnose(server, call, tx)
            }
            Event::Listen(listen) => {
                self.app.listeners.admit(server, listen.ticket());
                server.reply(event, tx)
            }
            other => server.reply(other, tx),
        };
        match out {
            Ok(out) => self.board.write(out.line()),
            Err(error) => self.fail(event.ticket(), error),
        }
        if self.app.pins.has_news() {
            self.tell();
        }
    }

    /// What could not be answered as it should be still gets an answer.
    #[inline(never)]
    fn fail(&mut self, ticket: Ticket, error: Error) {
        let out = match error {
            // The one thing that is asked of a client is a form.
            Error::Undeclared | Error::NotSupported => {
                self.server.undeclared(ticket, Capabilities::ELICITATION_FORM, self.tx)
            }
            _ => self.server.error(ticket, Code::INTERNAL_ERROR, error.message(), "", self.tx),
        };
        // An error says that nobody waits for it.
        if let Ok(out) = out {
            self.board.write(out.line());
        }
    }

    /// The host gave up on a request.
    fn give_up(&mut self, ticket: Ticket) {
        if self.app.give_up(ticket) {
            // Nothing to give up where a listener ended.
            let _ = self.server.abandon(ticket);
        }
    }

    /// Tells who wants to know that the pins have changed.
    #[inline(never)]
    fn tell(&mut self) {
        let mut receivers = Receivers::NEW;
        while let Ok(Some(out)) = self.server.updated(PINS, &mut receivers, self.tx) {
            self.board.write(out.line());
        }
    }

    #[inline(never)]
    fn go_on(&mut self) -> bool {
        for _ in 0..PIECES {
            if self.app.dump.is_under_way() {
                self.go_on_with_dump();
            }
        }
        if self.app.dump.is_under_way() {
            return true;
        }
        let now = self.board.now();
        let measurements = &mut self.app.measurements;
        while let Some(out) = measurements.go_on(&mut self.server, now, self.tx) {
            // An error says that nobody waits for it.
            if let Ok(out) = out {
                self.board.write(out.line());
            }
        }
        while let Some(event) = self.server.expire(now) {
            self.answer(&event);
        }
        while let Ok(Some(out)) = self.server.next_output(self.tx) {
            self.board.write(out.line());
        }
        false
    }

    #[inline(never)]
    fn go_on_with_dump(&mut self) {
        match self.app.dump.go_on(&mut self.server, self.tx) {
            Ok(out) => self.board.write(out.line()),
            // Nothing of it is open any more.
            Err(_) => self.app.dump = crate::dump::Dump::NONE,
        }
    }
}

/// True for `initialize`, also where the engine refuses it for what was before.
fn is_of_new_host(event: &Event<'_>) -> bool {
    match event {
        Event::Initialize(_) => true,
        Event::Refused(refused) => {
            let is_for_what_was =
                matches!(refused.refusal(), Refusal::AlreadyInitialized | Refusal::DuplicateId);
            is_for_what_was && refused.method_name() == *"initialize"
        }
        _ => false,
    }
}

//! The endpoint over its memory, and the board behind it.

use image::board::{BOARD, Board, LAMP};
use image::{now, random};
use sansmcp::http::{
    Delivery, Denial, Endpoint, Hub, Memory, Opening, Reply, Session, Store, StoreState, Stream,
    Verdict,
};
use sansmcp::{Code, Error, Event, Frame, Out, Receivers, Route, Slot, Ticket, What, sse};

use crate::POLICY;
use crate::links::Links;
use crate::wire::{Due, Lines, Request};

const PATH: &str = "/mcp";

/// All that the server has.
pub struct Host {
    board: Board,
    links: Links,
    memory: Tables,
    again: [u8; 2048],
}

/// What the endpoint is a view over.
struct Tables {
    hub: Hub,
    sessions: [Session; 4],
    streams: [Stream; 8],
    slots: [Slot; 8],
    /// Events for clients that come again.
    kept: StoreState,
    bytes: [u8; 2048],
}

impl Tables {
    fn endpoint(&mut self) -> Endpoint<'_> {
        let memory = Memory {
            hub: &mut self.hub,
            sessions: &mut self.sessions,
            streams: &mut self.streams,
            slots: &mut self.slots,
        };
        Endpoint::new(&BOARD, &POLICY, memory)
    }

    fn store(&mut self) -> Store<'_> {
        Store::new(&mut self.kept, &mut self.bytes)
    }
}

impl Host {
    pub const NEW: Host = Host {
        board: Board::NEW,
        links: Links::NEW,
        memory: Tables {
            hub: Hub::NEW,
            sessions: [Session::EMPTY; 4],
            streams: [Stream::EMPTY; 8],
            slots: [const { Slot::EMPTY }; 8],
            kept: StoreState::NEW,
            bytes: [0; 2048],
        },
        again: [0; 2048],
    };

    pub fn arrived(&mut self, link: usize, rx: &mut [u8], byte: u8) {
        if let Some(wire) = self.links.wire(link) {
            wire.arrived(rx, byte);
        }
    }

    /// A client went away.
    pub fn closed(&mut self, link: usize) {
        if let Some(wire) = self.links.wire(link) {
            *wire = crate::wire::Wire::NEW;
        }
        self.memory.endpoint().closed(link as u32);
        self.give_up();
    }

    /// Requests that nobody waits for any more.
    fn give_up(&mut self) {
        for _ in 0..self.memory.slots.len() {
            let mut endpoint = self.memory.endpoint();
            let Some(ticket) = endpoint.cancelled().next() else { break };
            if ticket == self.board.blinking {
                self.board.blinking = Ticket::NONE;
            }
            if endpoint.server(ticket).abandon(ticket).is_err() {
                break;
            }
        }
    }

    /// Does what a connection's bytes say.
    pub fn serve(&mut self, link: usize, rx: &mut [u8], tx: &mut [u8]) {
        while let Some(due) = self.links.next(link, rx) {
            match due {
                Due::Head => self.judge(link, rx),
                Due::Body => self.post(link, rx, tx),
            }
        }
    }

    /// Decides by the head alone.
    fn judge(&mut self, link: usize, rx: &[u8]) {
        let Some(wire) = self.links.wire(link) else { return };
        let mut lines = Lines::NONE;
        let Some(Request { path, head, .. }) = wire.request(rx, &mut lines) else { return };
        let verdict = match path {
            PATH => self.memory.endpoint().judge(&head, link as u32, 0, now()),
            _ => {
                wire.skip();
                return self.links.answer(link, 404, []);
            }
        };
        if let Verdict::Body = verdict {
            wire.accept(link, rx);
            return self.links.note(link, &head);
        }
        wire.skip();
        self.links.note(link, &head);
        match verdict {
            Verdict::Body => {}
            Verdict::Preflight(headers) => self.links.answer(link, 204, headers),
            Verdict::Reply(reply) => self.reply(link, &reply),
            Verdict::Stream(opening) => self.stream(link, &opening),
        }
        self.give_up();
    }

    fn reply(&mut self, link: usize, reply: &Reply) {
        self.links.begin(link, &reply.head, Some(reply.body.len()));
        self.links.body(link, &[reply.body.as_bytes()]);
        self.links.end(link, false);
    }

    /// An event stream, and on it what its client missed.
    fn stream(&mut self, link: usize, opening: &Opening) {
        let store = self.memory.store();
        let missed = match opening.missed.map(|missed| store.after(missed.after, missed.last)) {
            Some(Err(_)) => {
                self.memory.endpoint().closed(link as u32);
                return self.reply(link, &Denial::UnknownEvent.reply());
            }
            Some(Ok(missed)) => Some(missed),
            None => None,
        };
        if let Some(before) = opening.replaces {
            self.links.end(before as usize, false);
        }
        self.links.begin(link, &opening.head, None);
        if let Some(first) = &opening.first {
            self.links.body(link, &[first.bytes()]);
        }
        for (id, message) in missed.into_iter().flatten() {
            self.links.body(link, &[sse::head(Some(id), None).bytes(), message, sse::TAIL]);
        }
        if opening.is_over {
            self.links.end(link, false);
        }
    }

    /// Deals with the body of a POST.
    fn post(&mut self, link: usize, rx: &[u8], tx: &mut [u8]) {
        let Some(wire) = self.links.wire(link) else { return };
        let mut lines = Lines::NONE;
        let Some(Request { head, body, .. }) = wire.request(rx, &mut lines) else { return };
        let mut frame = Frame::new(body).on(Route::post(link as u32)).under(&head);
        let secret = random();
        loop {
            let mut endpoint = self.memory.endpoint();
            let Some(event) = endpoint.receive(&mut frame, now(), &secret) else { break };
            let is_reset = matches!(&event, Event::CallTool(call) if call.name() == "reset");
            if is_reset {
                self.reset(event.ticket(), tx);
            }
            self.handle(&event, is_reset, Some(&frame), tx);
        }
        if let Some(delivery) = self.memory.endpoint().received(&frame) {
            send(&mut self.links, &mut self.memory, &delivery);
        }
        self.give_up();
    }

    fn handle(
        &mut self,
        event: &Event<'_>,
        is_done: bool,
        frame: Option<&Frame<'_>>,
        tx: &mut [u8],
    ) {
        let mut ticket = event.ticket();
        if let Event::Answered(answered) = event {
            ticket = answered.parent();
        }
        let mut endpoint = self.memory.endpoint();
        let mut server = match frame {
            Some(frame) => endpoint.server_of(frame),
            None => endpoint.server(ticket),
        };
        let out = match event {
            _ if is_done => server.answer(ticket, tx).text("done").end(),
            Event::Answered(it) => self.board.resume(&mut server, it, tx, &mut self.again),
            other => self.board.answer(&mut server, other, tx),
        };
        let delivery = out.map(|out| endpoint.deliver(out));
        match delivery {
            Ok(delivery) => send(&mut self.links, &mut self.memory, &delivery),
            Err(Error::Short { .. }) => {
                let text = "the answer is too long";
                let mut endpoint = self.memory.endpoint();
                let mut server = endpoint.server(ticket);
                let out = server.error(ticket, Code::INTERNAL_ERROR, text, "", tx);
                self.give(out);
            }
            // Nobody waits for this answer.
            Err(_) => {}
        }
    }

    /// Ends all listeners of a client, and says that all lists have changed.
    fn reset(&mut self, ticket: Ticket, tx: &mut [u8]) {
        loop {
            let mut endpoint = self.memory.endpoint();
            let mut server = endpoint.server(ticket);
            let Some(listen) = server.listens().next() else { break };
            if server.end_listen(listen).is_err() {
                break;
            }
            self.send_due(tx);
        }
        What::ALL.into_iter().for_each(|what| self.memory.endpoint().changed(what));
    }

    /// Sends what the engine gave, if it gave something.
    fn give(&mut self, out: Result<Out<'_>, Error>) {
        if let Ok(out) = out {
            let delivery = self.memory.endpoint().deliver(out);
            send(&mut self.links, &mut self.memory, &delivery);
        }
    }

    fn send_due(&mut self, tx: &mut [u8]) {
        while let Ok(Some(out)) = self.memory.endpoint().next_output(tx) {
            self.give(Ok(out));
        }
    }

    /// What is due without a request.
    pub fn work(&mut self, tx: &mut [u8]) {
        if self.memory.endpoint().next_deadline().is_some_and(|at| at <= now()) {
            while let Some(event) = self.memory.endpoint().expire(now()) {
                self.handle(&event, false, None, tx);
            }
        }
        if self.board.blinking != Ticket::NONE {
            self.blink(tx);
        }
        self.send_due(tx);
    }

    /// One step of the call that blinks.
    fn blink(&mut self, tx: &mut [u8]) {
        let ticket = self.board.blinking;
        let out = self.board.blink(&mut self.memory.endpoint().server(ticket), tx);
        self.give(out);
        let out = self.board.log(&mut self.memory.endpoint().server(ticket), tx);
        self.give(out);
        let mut receivers = Receivers::NEW;
        while let Ok(Some(out)) = self.memory.endpoint().updated(LAMP, &mut receivers, tx) {
            self.give(Ok(out));
        }
        let out = self.board.blinked(&mut self.memory.endpoint().server(ticket), tx);
        self.give(out);
    }
}

fn send(links: &mut Links, memory: &mut Tables, delivery: &Delivery<'_>) {
    links.send(delivery);
    if let Some((key, message)) = delivery.keep() {
        memory.store().keep(key, message);
    }
}

//! The server on a pipe: one connection, and the application.

use everything_fixtures::{App, Everything, News, Options};
use sansmcp::{Connection, Frame, Out, Receivers, Route, Server, Slot, Ticket};

use crate::memory;

/// Requests that may be open at once.
const SLOTS: usize = 1024;
/// Bytes of the largest message that nobody asked for.
const TX: usize = 1 << 16;

/// The server with its memory: the engine's state is plain data that lives wherever it is put.
pub struct Pipe {
    connection: Connection,
    slots: Box<[Slot]>,
    tx: Box<[u8]>,
    app: App<'static>,
}

impl Pipe {
    pub fn new(options: Options) -> Self {
        Self {
            connection: Connection::NEW,
            slots: vec![Slot::EMPTY; SLOTS].into(),
            tx: vec![0; TX].into(),
            app: memory::app(options),
        }
    }

    /// Serves a frame; `send` gets each message.
    pub fn serve(&mut self, mut frame: Frame<'_>, now: u64, send: &mut dyn FnMut(Out<'_>)) {
        let Self { connection, slots, tx, app } = self;
        let mut server = Server::new(&Everything, connection, slots);
        while let Some(event) = server.receive(&mut frame, now) {
            app.handle(&mut server, &event, now, send);
            // What need not wait is answered before the next request is looked at.
            go_on(&mut server, app, now, send);
            settle(&mut server, app, tx, send);
        }
    }

    /// Goes on with what waits for the time.
    pub fn work(&mut self, now: u64, send: &mut dyn FnMut(Out<'_>)) {
        let Self { connection, slots, tx, app } = self;
        let mut server = Server::new(&Everything, connection, slots);
        while let Some(event) = server.expire(now) {
            app.handle(&mut server, &event, now, send);
        }
        go_on(&mut server, app, now, send);
        settle(&mut server, app, tx, send);
    }

    /// When to come back with [`Pipe::work`], in milliseconds; `None` if nothing waits.
    pub fn next_due(&mut self) -> Option<u64> {
        let server = Server::new(&Everything, &mut self.connection, &mut self.slots);
        self.app.next_due().into_iter().chain(server.next_deadline()).min()
    }

    /// When the next job goes on.
    pub fn next_job(&self) -> Option<u64> {
        self.app.next_due()
    }

    /// The pipe was closed: whatever is still open has nobody who waits for it.
    pub fn closed(&mut self) {
        let mut server = Server::new(&Everything, &mut self.connection, &mut self.slots);
        server.closed(Route::PIPE);
        let open: Vec<Ticket> = server.open().collect();
        for ticket in open {
            self.app.cancelled(ticket);
            // It may have been given up already.
            let _ = server.abandon(ticket);
        }
    }
}

/// Goes on with all that is due.
fn go_on(server: &mut Server<'_>, app: &mut App<'_>, now: u64, send: &mut dyn FnMut(Out<'_>)) {
    while let Some(ticket) = app.due(now) {
        app.go_on(server, ticket, now, send);
    }
}

/// Tells what has happened, and sends what is due without being asked for: changes of lists, ends
/// of listens, what was asked in vain, further pieces of a list.
fn settle(
    server: &mut Server<'_>,
    app: &mut App<'_>,
    tx: &mut [u8],
    send: &mut dyn FnMut(Out<'_>),
) {
    while let Some(news) = app.news() {
        match news {
            News::Changed(what) => server.changed(what),
            News::Updated(uri) => {
                let mut receivers = Receivers::NEW;
                while let Ok(Some(out)) = server.updated(uri, &mut receivers, tx) {
                    send(out);
                }
            }
            // A pipe has no event stream that could end.
            News::PutOff(..) => {}
        }
    }
    while let Ok(Some(out)) = server.next_output(tx) {
        send(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options;

    /// Every message has the room that it needs: what is sent without being asked for is small.
    #[test]
    fn a_change_is_told() {
        let mut pipe = Pipe::new(options::defaults());
        let mut lines = 0;
        let hello = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        pipe.serve(Frame::new(hello), 0, &mut |out| lines += usize::from(!out.is_empty()));
        assert_eq!(lines, 1);
    }
}

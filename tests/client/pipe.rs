//! A server on a pipe.

use std::collections::VecDeque;

use sansmcp::{Connection, LinesState, Route, Server, Slot, What};

use super::app::{App, INFO, Sent};

/// One direction of a pipe, which gives its bytes in pieces of a length.
pub struct Line {
    lines: LinesState,
    buffer: Vec<u8>,
    bytes: VecDeque<u8>,
}

impl Line {
    pub fn new(room: usize) -> Self {
        Self { lines: LinesState::NEW, buffer: vec![0; room], bytes: VecDeque::new() }
    }

    pub fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }

    /// The next message, if it is whole.
    pub fn next(&mut self, cut: usize) -> Option<Vec<u8>> {
        loop {
            if let Some(frame) = self.lines.next_frame(&mut self.buffer) {
                assert!(frame.overlong().is_none(), "a message that is too long");
                return Some(frame.bytes().to_vec());
            }
            let space = self.lines.space(&mut self.buffer);
            let count = space.len().min(cut).min(self.bytes.len());
            if count == 0 {
                return None;
            }
            for (place, byte) in space.iter_mut().zip(self.bytes.drain(..count)) {
                *place = byte;
            }
            self.lines.filled(&mut self.buffer, count);
        }
    }
}

/// The server and both directions.
pub struct Pipe {
    connection: Connection,
    slots: Vec<Slot>,
    pub app: App,
    pub to_server: Line,
    pub to_client: Line,
    cut: usize,
}

impl Pipe {
    pub fn new(cut: usize) -> Self {
        Self {
            connection: Connection::NEW,
            slots: vec![Slot::EMPTY; 16],
            app: App::default(),
            to_server: Line::new(4096),
            to_client: Line::new(4096),
            cut,
        }
    }

    /// A view over the server.
    pub fn with<T>(&mut self, act: impl FnOnce(&mut Server<'_>, &mut App) -> T) -> T {
        let mut server = Server::new(&INFO, &mut self.connection, &mut self.slots);
        act(&mut server, &mut self.app)
    }

    fn send(&mut self, all: Vec<Sent>) {
        for sent in all {
            self.to_client.put(&sent.bytes);
        }
    }

    /// The server reads one message; false if there is none.
    pub fn step(&mut self, now: u64) -> bool {
        let Some(bytes) = self.to_server.next(self.cut) else { return false };
        let mut frame = sansmcp::Frame::new(&bytes);
        let all = self.with(|server, app| {
            let mut all = Vec::new();
            while let Some(event) = server.receive(&mut frame, now) {
                all.extend(app.serve(server, &event, now));
            }
            all.extend(App::due(server));
            all
        });
        self.send(all);
        true
    }

    /// What the client reads next.
    pub fn next(&mut self) -> Option<Vec<u8>> {
        self.to_client.next(self.cut)
    }

    pub fn changed(&mut self, what: What) {
        let all = self.with(|server, _| {
            server.changed(what);
            App::due(server)
        });
        self.send(all);
    }

    pub fn updated(&mut self, uri: &str) {
        let all = self.with(|server, _| App::updated(server, uri));
        self.send(all);
    }

    pub fn finish(&mut self) {
        let all = self.with(|server, app| app.finish(server));
        self.send(all);
    }

    pub fn end_listen(&mut self) {
        let all = self.with(|server, app| {
            for listen in app.listens.drain(..) {
                // Of those that are over this is an error.
                server.end_listen(listen).ok();
            }
            App::due(server)
        });
        self.send(all);
    }

    pub fn closed(&mut self) {
        self.with(|server, _| server.closed(Route::PIPE));
    }
}

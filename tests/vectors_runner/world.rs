//! A server on a pipe, with the application's desk before it.

use sansmcp::{Catalog, Connection, Frame, Receivers, Route, Server, Slot};

use super::acts::{act, done_of, line_of, same};
use super::desk::{Desk, Done};
use super::servers::server;

/// The server's side of a connection.
pub struct World {
    pub desk: Desk,
    pub rx: usize,
    catalog: &'static dyn Catalog,
    connection: Connection,
    slots: Vec<Slot>,
    tx: Vec<u8>,
    /// All that was sent.
    pub wire: Vec<u8>,
}

impl World {
    pub fn new() -> Self {
        Self {
            desk: Desk::new(),
            rx: 4096,
            catalog: server("echo").expect("a server"),
            connection: Connection::NEW,
            slots: vec![Slot::EMPTY; 8],
            tx: vec![0; 4096],
            wire: Vec::new(),
        }
    }

    /// Takes an action as one of those that come before the first input; false if it is not.
    pub fn set_up(&mut self, action: &str) -> Result<bool, String> {
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        let number = || rest.parse().map_err(|_| format!("{verb} needs a number"));
        match verb {
            "rx" => self.rx = number()?,
            "tx" => self.tx = vec![0; number()?],
            "slots" => self.slots = vec![Slot::EMPTY; number()?],
            "server" => self.catalog = server(rest).ok_or(format!("no server {rest}"))?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The line of the next event of a frame.
    pub fn receive(&mut self, frame: &mut Frame<'_>) -> Option<String> {
        let mut server = Server::new(self.catalog, &mut self.connection, &mut self.slots);
        let event = server.receive(frame, self.desk.now)?;
        self.desk.set_last(&event);
        Some(line_of(&event))
    }

    /// Does what the application does, and gives the lines that come of it. An error is a fault of
    /// the transcript.
    pub fn act(&mut self, action: &str) -> Result<Vec<String>, String> {
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        let (kept, rest, _) = self.desk.event_of(rest)?;
        let mut server = Server::new(self.catalog, &mut self.connection, &mut self.slots);
        let tx = &mut self.tx[..];
        let now = self.desk.now;
        let done = match verb {
            "next" => match server.next_output(tx) {
                Ok(out) => out.map_or(Done::NOTHING, |out| done_of(Ok(out))),
                Err(error) => done_of(Err(error)),
            },
            "open" => check(&server.open().count().to_string(), rest)?,
            "listens" => check(&server.listens().count().to_string(), rest)?,
            "deadline" => {
                let deadline = server.next_deadline();
                check(&deadline.map_or("-".to_owned(), |at| at.to_string()), rest)?
            }
            "closed" => {
                server.closed(Route::PIPE);
                Done::NOTHING
            }
            "expire" => expire(&mut server, &mut self.desk, now),
            "updated" => updated(&mut server, rest, tx),
            _ => act(&mut self.desk, &mut server, tx, (verb, rest), &kept)?
                .ok_or(format!("no such action: {verb}"))?,
        };
        let mut lines = Vec::new();
        for sent in done.sent {
            if !sent.bytes.is_empty() {
                lines.push(line(&sent.bytes));
            }
            self.wire.extend(sent.bytes);
        }
        lines.extend(done.lines);
        Ok(lines)
    }
}

fn check(found: &str, expected: &str) -> Result<Done, String> {
    same(found, expected).map(|()| Done::NOTHING)
}

fn expire(server: &mut Server<'_>, desk: &mut Desk, now: u64) -> Done {
    let mut lines = Vec::new();
    while let Some(event) = server.expire(now) {
        desk.set_last(&event);
        lines.push(line_of(&event));
    }
    Done { lines, ..Done::NOTHING }
}

fn updated(server: &mut Server<'_>, uri: &str, tx: &mut [u8]) -> Done {
    let mut receivers = Receivers::NEW;
    let mut all = Done::NOTHING;
    loop {
        let done = match server.updated(uri, &mut receivers, tx) {
            Ok(None) => return all,
            Ok(Some(out)) => done_of(Ok(out)),
            Err(error) => done_of(Err(error)),
        };
        all.sent.extend(done.sent);
        if !done.lines.is_empty() {
            return Done { lines: done.lines, ..all };
        }
    }
}

fn line(bytes: &[u8]) -> String {
    match bytes.strip_suffix(b"\n") {
        Some(line) => format!("< {}", String::from_utf8_lossy(line)),
        None => format!("<+ {}", String::from_utf8_lossy(bytes)),
    }
}

//! The panel, what its client is a view over, and the connections that requests go out on.

use image::now;
use image::panel::{PANEL, Panel};
use sansmcp::client::{Client, Event, Expect, Policy, Remote, Verb};
use sansmcp::http::Header;
use sansmcp::json::Writer;
use sansmcp::{Connection, Error, Frame, Out, Route, Slot, Ticket};

use crate::link::{Link, Stage};
use crate::{LINKS, close, send};

/// What is said when the server wants to know who asks.
const TOKEN: &str = "Authorization: Bearer of-the-panel\r\n";

pub struct Desk {
    panel: Panel,
    memory: Tables,
    pub links: [Link; LINKS],
    /// For the heads of requests.
    head: [u8; 1024],
    /// The server wanted to know who asks.
    has_token: bool,
    has_left: bool,
}

/// What the client is a view over.
struct Tables {
    connection: Connection,
    slots: [Slot; 4],
    remote: Remote,
}

impl Tables {
    fn client(&mut self) -> Client<'_> {
        Client::over_http(&PANEL, &mut self.connection, &mut self.slots, &mut self.remote)
    }
}

impl Desk {
    pub const NEW: Desk = Desk {
        panel: Panel::new(Policy::ANY),
        memory: Tables {
            connection: Connection::NEW,
            slots: [const { Slot::EMPTY }; 4],
            remote: Remote::NEW,
        },
        links: [const { Link::NEW }; LINKS],
        head: [0; 1024],
        has_token: false,
        has_left: false,
    };

    /// What the head of a response means.
    pub fn responded<'h>(
        &mut self,
        route: Route,
        status: u16,
        headers: &'h [Header<'h>],
        tx: &mut [u8],
    ) -> Expect<'h> {
        let expect = self.memory.client().responded(route, status, headers, now());
        if let Expect::Denied { ticket, .. } = expect {
            self.deny(ticket, tx);
        }
        expect
    }

    /// The server wants to know who asks, or does not like what it was told.
    fn deny(&mut self, ticket: Ticket, tx: &mut [u8]) {
        if core::mem::replace(&mut self.has_token, true) {
            // Nothing to give up where it was a notification.
            let _ = self.memory.client().cancel(ticket);
        } else if ticket != Ticket::NONE {
            let out = self.panel.again(&mut self.memory.client(), ticket, tx);
            self.give(out);
        }
    }

    /// The messages of a frame.
    pub fn hear(&mut self, mut frame: Frame<'_>, tx: &mut [u8]) {
        loop {
            let mut client = self.memory.client();
            let Some(event) = client.receive(&mut frame, now()) else { break };
            self.take(&event, tx);
        }
    }

    fn take(&mut self, event: &Event<'_>, tx: &mut [u8]) {
        let out = self.panel.take(&mut self.memory.client(), event, tx);
        self.give(out);
    }

    /// What an event stream says of itself.
    pub fn seen(&mut self, route: Route, id: &[u8], retry: Option<u64>) {
        self.memory.client().seen(route, id, retry);
    }

    /// An exchange is over.
    pub fn closed(&mut self, route: Route, tx: &mut [u8]) {
        self.memory.client().closed(route, now());
        self.expire(tx);
    }

    fn expire(&mut self, tx: &mut [u8]) {
        while let Some(event) = self.memory.client().expire(now()) {
            self.take(&event, tx);
        }
    }

    /// What is due without a response.
    pub fn work(&mut self, tx: &mut [u8]) {
        if self.memory.client().next_deadline().is_some_and(|at| at <= now()) {
            self.expire(tx);
        }
        // What finds no connection waits.
        while self.links.iter().any(|link| link.stage == Stage::Idle) {
            if let Ok(Some(out)) = self.memory.client().next_output(tx) {
                self.give(Ok(out));
                continue;
            }
            match self.panel.next(&mut self.memory.client(), tx) {
                Ok(Some(out)) => self.give(Ok(out)),
                _ if self.panel.is_done() && !core::mem::replace(&mut self.has_left, true) => {
                    self.memory.client().leave();
                }
                _ => break,
            }
        }
    }

    /// Sends what the engine gave, if it gave something, on a connection of its own.
    fn give(&mut self, out: Result<Out<'_>, Error>) {
        let Ok(out) = out else { return };
        if out.is_empty() && out.verb() == Verb::Post {
            if out.is_last() {
                self.hang_up(out.route());
            }
            return;
        }
        let schema = self.panel.schema();
        let client = self.memory.client();
        let Ok(lines) = client.head(&out, schema, &mut self.head) else { return };
        let Some(at) = self.links.iter().position(|link| link.stage == Stage::Idle) else { return };
        let Some(link) = self.links.get_mut(at) else { return };
        link.route = out.route();
        link.begin(Stage::Head);
        let mut length = [0; 20];
        let mut digits = Writer::new(&mut length);
        digits.uint(out.json().len() as u64);
        let token = if self.has_token { TOKEN } else { "" };
        let parts = [out.verb().name(), " /mcp HTTP/1.1\r\nHost: board\r\n", lines.as_str(), token];
        parts.iter().for_each(|part| send(at, part.as_bytes()));
        send(at, b"Content-Length: ");
        send(at, digits.finish());
        send(at, b"\r\n\r\n");
        send(at, out.json());
    }

    /// Nobody waits for the response of this exchange any more.
    fn hang_up(&mut self, route: Route) {
        let found = self.links.iter_mut().enumerate();
        let mut found = found.filter(|(_, link)| link.stage != Stage::Idle && link.route == route);
        if let Some((at, link)) = found.next() {
            *link = Link::NEW;
            close(at);
        }
    }
}

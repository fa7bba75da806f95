//! A client over Streamable HTTP: the panel, with four connections. What is counted is all of it,
//! with a reader of responses as small as can be in place of somebody else's HTTP library.
//!
//! There is no network under it: the connections share the UART, as those of the image `web`. A
//! byte from 0xF8 on says which one the bytes behind it belong to, 0xFF that this one was closed.
#![no_std]
#![no_main]

mod desk;
mod link;

use image::{read, waits, write};
use sansmcp::Route;
use sansmcp::client::Expect;
use sansmcp::http::Header;
use sansmcp::sse::EventsState;

use desk::Desk;
use link::Stage;

/// Connections.
const LINKS: usize = 4;
/// The first of the bytes that say which connection comes.
const FIRST: u8 = 0xF8;
const CLOSED: u8 = 0xFF;

image::entry!(main);

fn main() -> ! {
    let (mut rx, mut tx) = ([[0; 2048]; LINKS], [0; 2048]);
    let mut host = Host { desk: Desk::NEW, events: [EventsState::NEW; LINKS] };
    let mut link = 0;
    loop {
        host.desk.work(&mut tx);
        while waits() {
            let mut byte = [0];
            read(&mut byte);
            let byte = byte[0];
            let Some(rx) = rx.get_mut(link) else { break };
            match byte {
                CLOSED => host.closed(link, rx, &mut tx),
                FIRST.. => link = usize::from(byte.wrapping_sub(FIRST)) % LINKS,
                _ => host.arrived(link, rx, byte, &mut tx),
            }
        }
    }
}

/// All that the client has.
struct Host {
    desk: Desk,
    /// Of the connections with an event stream. Apart, since an event borrows it.
    events: [EventsState; LINKS],
}

impl Host {
    /// One byte of a response.
    fn arrived(&mut self, at: usize, rx: &mut [u8], byte: u8, tx: &mut [u8]) {
        let Some(link) = self.desk.links.get_mut(at) else { return };
        match link.stage {
            Stage::Head => {
                link.keep(rx, byte);
                if link.has_head(rx) {
                    self.responded(at, rx, tx);
                }
            }
            Stage::Body => link.keep(rx, byte),
            Stage::Events => {
                let route = link.route;
                self.hear(at, route, rx, byte, tx);
            }
            Stage::Idle | Stage::Drop => {}
        }
    }

    /// The head of a response is there.
    fn responded(&mut self, at: usize, rx: &[u8], tx: &mut [u8]) {
        let Some(link) = self.desk.links.get_mut(at) else { return };
        let mut lines = [Header { name: "", value: b"" }; 32];
        let head = link.head(rx, &mut lines);
        let route = link.route;
        link.begin(Stage::Drop);
        let Some((status, headers)) = head else { return };
        let stage = match self.desk.responded(route, status, headers, tx) {
            Expect::Json => Stage::Body,
            Expect::Events => Stage::Events,
            Expect::Nothing | Expect::Denied { .. } => Stage::Drop,
        };
        if let Some(link) = self.desk.links.get_mut(at) {
            link.begin(stage);
        }
        if let Some(events) = self.events.get_mut(at) {
            *events = EventsState::NEW;
        }
    }

    /// One byte of an event stream.
    fn hear(&mut self, at: usize, route: Route, rx: &mut [u8], byte: u8, tx: &mut [u8]) {
        let Some(events) = self.events.get_mut(at) else { return };
        if let Some(place) = events.space(rx).first_mut() {
            *place = byte;
            events.filled(rx, 1);
        }
        let retry = events.retry();
        while let Some(event) = events.next_event(rx) {
            self.desk.hear(event.frame().on(route), tx);
            self.desk.seen(route, event.id, retry);
        }
    }

    /// A response is over.
    fn closed(&mut self, at: usize, rx: &[u8], tx: &mut [u8]) {
        let Some(link) = self.desk.links.get_mut(at) else { return };
        let (stage, route) = (link.stage, link.route);
        let body = link.body(rx);
        *link = link::Link::NEW;
        match stage {
            Stage::Idle => return,
            Stage::Body => self.desk.hear(sansmcp::Frame::new(body).on(route), tx),
            Stage::Events => {
                if let Some(events) = self.events.get(at) {
                    self.desk.seen(route, events.last_id(), events.retry());
                }
            }
            Stage::Head | Stage::Drop => {}
        }
        self.desk.closed(route, tx);
    }
}

/// Writes to a connection.
fn send(link: usize, bytes: &[u8]) {
    if !bytes.is_empty() {
        write(&[FIRST.wrapping_add(link as u8)]);
        write(bytes);
    }
}

/// Closes a connection.
fn close(link: usize) {
    write(&[FIRST.wrapping_add(link as u8), CLOSED]);
}

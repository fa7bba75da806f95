//! Both roles in one image: the board with a lamp and a panel that uses it, over memory. What they
//! say goes out over the UART. Twice: in the newest revision, and in one of those with
//! `initialize`.
#![no_std]
#![no_main]

use image::board::{BOARD, Board, LAMP};
use image::panel::{PANEL, Panel};
use image::{now, write};
use sansmcp::client::{Client, Policy};
use sansmcp::{Connection, Error, Event, Lines, Receivers, Server, Slot, Ticket};

image::entry!(main);

fn main() -> ! {
    let mut memory =
        Memory { to_board: [0; 4096], to_panel: [0; 4096], tx: [0; 2048], again: [0; 2048] };
    for policy in [Policy::ANY, Policy::LEGACY].iter().cycle() {
        if meet(policy, &mut memory).is_err() {
            write(b"failed\n");
        }
    }
    loop {}
}

struct Memory {
    to_board: [u8; 4096],
    to_panel: [u8; 4096],
    tx: [u8; 2048],
    again: [u8; 2048],
}

/// What was written into one's lines.
struct Way<'b> {
    lines: Lines<'b>,
    mark: &'static [u8],
}

impl Way<'_> {
    /// Takes a message; one for which there is no room is cut, and so no message any more.
    fn take(&mut self, line: &[u8]) {
        if line.is_empty() {
            return;
        }
        write(self.mark);
        write(line);
        let mut rest = line;
        while !rest.is_empty() {
            let space = self.lines.space();
            let count = space.len().min(rest.len());
            let (now, later) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            space.iter_mut().zip(now).for_each(|(to, from)| *to = *from);
            self.lines.filled(count);
            if count == 0 {
                return;
            }
            rest = later;
        }
    }
}

#[inline(never)]
fn meet(policy: &Policy, memory: &mut Memory) -> Result<(), Error> {
    let Memory { to_board, to_panel, tx, again } = memory;
    let mut to_board = Way { lines: Lines::new(to_board), mark: b"> " };
    let mut to_panel = Way { lines: Lines::new(to_panel), mark: b"< " };
    let (mut connection, mut slots) = (Connection::NEW, [const { Slot::EMPTY }; 4]);
    let mut client = Client::new(&PANEL, &mut connection, &mut slots);
    let mut panel = Panel::new(*policy);
    let (mut connection, mut slots) = (Connection::NEW, [const { Slot::EMPTY }; 8]);
    let mut server = Server::new(&BOARD, &mut connection, &mut slots);
    let mut board = Board::NEW;
    while !panel.is_done() {
        loop {
            while let Some(out) = client.next_output(tx)? {
                to_board.take(out.line());
            }
            let Some(out) = panel.next(&mut client, tx)? else { break };
            to_board.take(out.line());
        }
        while let Some(mut frame) = to_board.lines.next_frame() {
            while let Some(event) = server.receive(&mut frame, now()) {
                let out = match &event {
                    Event::Answered(it) => board.resume(&mut server, it, tx, again)?,
                    other => board.answer(&mut server, other, tx)?,
                };
                to_panel.take(out.line());
            }
        }
        if server.next_deadline().is_some_and(|at| at <= now()) {
            while let Some(event) = server.expire(now()) {
                to_panel.take(board.answer(&mut server, &event, tx)?.line());
            }
        }
        if board.blinking != Ticket::NONE {
            blink(&mut server, &mut board, tx, &mut to_panel)?;
        }
        while let Some(out) = server.next_output(tx)? {
            to_panel.take(out.line());
        }
        while let Some(mut frame) = to_panel.lines.next_frame() {
            while let Some(event) = client.receive(&mut frame, now()) {
                to_board.take(panel.take(&mut client, &event, tx)?.line());
            }
        }
        if client.next_deadline().is_some_and(|at| at <= now()) {
            while let Some(event) = client.expire(now()) {
                to_board.take(panel.take(&mut client, &event, tx)?.line());
            }
        }
    }
    Ok(())
}

/// One step of the call that blinks.
fn blink(
    server: &mut Server<'_>,
    board: &mut Board,
    tx: &mut [u8],
    to_panel: &mut Way<'_>,
) -> Result<(), Error> {
    to_panel.take(board.blink(server, tx)?.line());
    to_panel.take(board.log(server, tx)?.line());
    let mut receivers = Receivers::NEW;
    while let Some(out) = server.updated(LAMP, &mut receivers, tx)? {
        to_panel.take(out.line());
    }
    to_panel.take(board.blinked(server, tx)?.line());
    Ok(())
}

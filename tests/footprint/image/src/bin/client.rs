//! A client over a UART: the panel, which finds a board with a lamp and uses all that it has. What
//! is counted is all of it, the panel included.
#![no_std]
#![no_main]

use image::panel::{PANEL, Panel};
use image::{now, read, waits, write};
use sansmcp::client::{Client, Policy};
use sansmcp::{Connection, Error, Lines, Slot};

image::entry!(main);

fn main() -> ! {
    let (mut rx, mut tx) = ([0; 4096], [0; 2048]);
    loop {
        // What does not fit into a buffer is lost, and the panel begins again.
        let _ = talk(&mut rx, &mut tx);
    }
}

#[inline(never)]
fn talk(rx: &mut [u8], tx: &mut [u8]) -> Result<(), Error> {
    let (mut connection, mut slots) = (Connection::NEW, [const { Slot::EMPTY }; 4]);
    let mut lines = Lines::new(rx);
    let mut client = Client::new(&PANEL, &mut connection, &mut slots);
    let mut panel = Panel::new(Policy::ANY);
    loop {
        loop {
            while let Some(out) = client.next_output(tx)? {
                write(out.line());
            }
            let Some(out) = panel.next(&mut client, tx)? else { break };
            write(out.line());
        }
        if waits() {
            let count = read(lines.space());
            lines.filled(count);
        }
        while let Some(mut frame) = lines.next_frame() {
            while let Some(event) = client.receive(&mut frame, now()) {
                write(panel.take(&mut client, &event, tx)?.line());
            }
        }
        if client.next_deadline().is_some_and(|at| at <= now()) {
            while let Some(event) = client.expire(now()) {
                write(panel.take(&mut client, &event, tx)?.line());
            }
        }
    }
}

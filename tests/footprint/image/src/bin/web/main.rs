//! A whole server over Streamable HTTP: the board with a lamp, for four connections, with sessions,
//! event streams and a replay of what was missed. What is counted is all of it.
//!
//! There is no network under it: the connections share the UART. A byte from 0xF8 on says which one
//! the bytes behind it belong to, 0xFF that this one was closed; none of them is ever in a text.
//! What finds no room in the buffer of its connection is lost: a network would have it wait.
#![no_std]
#![no_main]

mod host;
mod links;
#[cfg_attr(not(feature = "http1"), path = "plain.rs")]
mod wire;

use image::{read, waits, write};
use sansmcp::http::Policy;

use host::Host;

/// Who is let in, and what for.
const POLICY: Policy<'static> =
    Policy { replay: true, sessions_each: 0, slots_each: 4, longest_body: 2048, ..Policy::LOCAL };
/// Connections.
const LINKS: usize = 4;
/// The first of the bytes that say which connection comes.
const FIRST: u8 = 0xF8;
const CLOSED: u8 = 0xFF;

image::entry!(main);

fn main() -> ! {
    let (mut rx, mut tx) = ([[0; 2048]; LINKS], [0; 4096]);
    let mut host = Host::NEW;
    let mut link = 0;
    loop {
        while waits() {
            let mut byte = [0];
            read(&mut byte);
            match byte[0] {
                CLOSED => host.closed(link),
                byte @ FIRST.. => link = usize::from(byte.wrapping_sub(FIRST)) % LINKS,
                byte => {
                    if let Some(rx) = rx.get_mut(link) {
                        host.arrived(link, rx, byte);
                    }
                }
            }
        }
        for (link, rx) in rx.iter_mut().enumerate() {
            host.serve(link, rx, &mut tx);
        }
        host.work(&mut tx);
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

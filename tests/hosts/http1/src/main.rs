//! `on-http1 [ADDRESS]`: serves the echo tool; without an address on any free port of this machine.

use std::thread;
use std::time::Duration;

use on_http1::Limits;
use on_http1::host::{Host, PATH};

fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1);
    let address = address.as_deref().unwrap_or("127.0.0.1:0");
    let mut host = Host::new(address, Limits::SMALL)?;
    eprintln!("serving http://{}{PATH}", host.address()?);
    let mut quiet = 0;
    loop {
        quiet = if host.turn()? { 0 } else { quiet + 1 };
        // There is nothing here to wait with: so it looks again, often at first.
        match quiet {
            0..100 => thread::yield_now(),
            100..1000 => thread::sleep(Duration::from_micros(100)),
            _ => {
                quiet = 1000;
                thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

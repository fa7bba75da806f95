//! Every public function of the core, called with what the linker cannot know: that this links at
//! all proves that none of them can panic (see the panic handler in lib.rs). What it does when it
//! runs is of no use. `tests/footprint/unproven` finds the functions that are missing here.
#![no_std]
#![no_main]

mod frame;
#[cfg(all(feature = "server", feature = "full"))]
mod full;
mod json;
mod rules;
mod schema;
#[cfg(feature = "seal")]
mod seal;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "server")]
mod server;
mod uri;

use core::hint::black_box;

image::entry!(main);

/// What nobody knows before the program runs: bytes, text and numbers from the UART.
pub(crate) struct Unknown<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) text: &'a str,
    pub(crate) out: &'a mut [u8],
}

impl Unknown<'_> {
    /// Any number, another one at each call.
    pub(crate) fn number<T: Copy>(&self, from: T) -> T {
        black_box(from)
    }
}

/// Makes the compiler believe that the value is used.
pub(crate) fn keep<T>(value: T) {
    black_box(value);
}

fn main() -> ! {
    let (mut bytes, mut out) = ([0; 1024], [0; 1024]);
    #[cfg(feature = "bite")]
    keep(bytes[black_box(5000)]);
    loop {
        let count = image::read(&mut bytes);
        let Some(bytes) = bytes.get(..count) else { continue };
        let Ok(text) = sansmcp::json::text_of(bytes) else { continue };
        let mut unknown = Unknown { bytes, text, out: &mut out };
        match black_box(0) {
            0 => json::values(&mut unknown),
            1 => json::scanner(&mut unknown),
            2 => json::writer(&mut unknown),
            3 => json::base64(&mut unknown),
            4 => json::find(&mut unknown),
            5 => frame::lines(&mut unknown),
            6 => frame::frames(&mut unknown),
            7 => rules::rules(&mut unknown),
            #[cfg(feature = "server")]
            8 => server::serve(&mut unknown),
            #[cfg(feature = "serde")]
            9 => serde::types(&mut unknown),
            10 => schema::write(&mut unknown),
            11 => schema::read(&mut unknown),
            12 => uri::uris(&mut unknown),
            #[cfg(feature = "seal")]
            13 => seal::seals(&mut unknown),
            _ => {}
        }
    }
}

//! Every public function of the core, called with what the linker cannot know: that this links at
//! all proves that none of them can panic (see the panic handler in lib.rs). What it does when it
//! runs is of no use. `tests/footprint/unproven` finds the functions that are missing here.
#![no_std]
#![no_main]

#[cfg(all(feature = "client", feature = "server"))]
mod client;
#[cfg(feature = "http")]
mod events;
mod frame;
#[cfg(all(feature = "server", feature = "full"))]
mod full;
#[cfg(feature = "http")]
mod heads;
#[cfg(all(feature = "server", feature = "full", feature = "http"))]
mod http;
#[cfg(feature = "http1")]
mod http1;
mod json;
#[cfg(all(feature = "client", feature = "server", feature = "http"))]
mod remote;
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
            #[cfg(feature = "http1")]
            14 => http1::conversation(&mut unknown),
            #[cfg(feature = "http1")]
            15 => http1::state(&mut unknown),
            #[cfg(feature = "http1")]
            16 => http1::replies(&mut unknown),
            #[cfg(feature = "http")]
            17 => heads::heads(&mut unknown),
            #[cfg(feature = "http")]
            18 => heads::mirrors(&mut unknown),
            #[cfg(feature = "http")]
            19 => heads::statuses(&mut unknown),
            #[cfg(feature = "http")]
            20 => events::read(&mut unknown),
            #[cfg(feature = "http")]
            21 => events::state(&mut unknown),
            #[cfg(feature = "http")]
            22 => events::write(&mut unknown),
            #[cfg(feature = "http")]
            23 => events::store(&mut unknown),
            #[cfg(all(feature = "server", feature = "full", feature = "http"))]
            24 => http::endpoint(&mut unknown),
            #[cfg(all(feature = "client", feature = "server"))]
            25 => client::pipe(&mut unknown),
            #[cfg(all(feature = "client", feature = "server"))]
            26 => client::rules(&mut unknown),
            #[cfg(all(feature = "client", feature = "server", feature = "http"))]
            27 => remote::web(&mut unknown),
            _ => {}
        }
    }
}

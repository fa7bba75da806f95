//! The bytes of one message on their way out.

use engine::{Error, MIN_TX, Out};

use crate::edge::Place;
use crate::frame::sansmcp_route;
use crate::result::sansmcp_result;

/// Bytes of a transmit buffer in which every error answer of the engine fits.
pub const SANSMCP_MIN_TX: usize = 512;
const _: () = assert!(SANSMCP_MIN_TX == MIN_TX);

/// One whole message, or one piece of a streamed answer, or nothing: write data, len bytes of it,
/// to where route says. It lies in the buffer that was passed with the call, and lasts as long as
/// nobody writes there.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_out {
    /// The bytes for a byte stream, with the newline that ends a message; never NULL after
    /// SANSMCP_OK. A piece of a streamed answer has no newline before its last.
    pub data: *const u8,
    /// How many bytes. 0: nothing is due.
    pub len: usize,
    /// After SANSMCP_SHORT: how many bytes the whole message takes. Else 0.
    pub need: usize,
    /// Where the bytes belong.
    pub route: sansmcp_route,
    /// It ends the exchange: nothing more of it will follow.
    pub is_last: bool,
}

impl sansmcp_out {
    fn of(out: &Out<'_>) -> Self {
        let line = out.line();
        Self {
            data: line.as_ptr(),
            len: line.len(),
            need: 0,
            route: sansmcp_route::of(out.route()),
            is_last: out.is_last(),
        }
    }

    fn short(need: usize) -> Self {
        Self {
            data: core::ptr::null(),
            len: 0,
            need,
            route: sansmcp_route { number: 0, kind: 0 },
            is_last: false,
        }
    }
}

impl Place<sansmcp_out> {
    /// Writes an output, or what it takes.
    pub(crate) fn send(self, out: Result<Out<'_>, Error>) -> Result<(), sansmcp_result> {
        match out {
            Ok(out) => self.put(sansmcp_out::of(&out)),
            Err(error) => {
                if let Error::Short { need } = error {
                    self.put(sansmcp_out::short(need));
                }
                return Err(error.into());
            }
        }
        Ok(())
    }
}

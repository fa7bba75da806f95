//! The bytes of one message on their way out.

#[cfg(feature = "http")]
use engine::OutParts;
#[cfg(feature = "http")]
use engine::client::Verb;
use engine::{Error, MIN_TX, Out};

use crate::edge::Place;
#[cfg(feature = "http")]
use crate::edge::slice;
use crate::frame::sansmcp_route;
#[cfg(feature = "http")]
use crate::result::SANSMCP_OUT_OF_RANGE;
use crate::result::sansmcp_result;
use crate::text::sansmcp_str;

/// Bytes of a transmit buffer in which every error answer of the engine fits.
pub const SANSMCP_MIN_TX: usize = 512;
const _: () = assert!(SANSMCP_MIN_TX == MIN_TX);

/// The method of an HTTP request of a client's; the value of sansmcp_out.verb.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_verb {
    /// `POST`: a message goes to the server.
    SANSMCP_VERB_POST = 0,
    /// `GET`: the server is asked for a stream of events. Up to 2025-11-25.
    SANSMCP_VERB_GET = 1,
    /// `DELETE`: the session is over. Up to 2025-11-25.
    SANSMCP_VERB_DELETE = 2,
}

#[cfg(feature = "http")]
const fn number_of(verb: Verb) -> u8 {
    let verb = match verb {
        Verb::Post => sansmcp_verb::SANSMCP_VERB_POST,
        Verb::Get => sansmcp_verb::SANSMCP_VERB_GET,
        Verb::Delete => sansmcp_verb::SANSMCP_VERB_DELETE,
    };
    verb as u8
}

#[cfg(feature = "http")]
pub(crate) const fn verb_of(number: u8) -> Option<Verb> {
    match number {
        0 => Some(Verb::Post),
        1 => Some(Verb::Get),
        2 => Some(Verb::Delete),
        _ => None,
    }
}

/// One whole message, or one piece of a streamed answer, or nothing: write data, len bytes of it,
/// to where route says. It lies in the buffer that was passed with the call, and lasts as long as
/// nobody writes there.
///
/// A client over HTTP gets two more kinds without bytes: a verb that is not SANSMCP_VERB_POST is
/// a request without a body; is_last says that the exchange of this route is to be closed, whose
/// answer is of no use any more.
///
/// To send it later copy the len bytes at data, copy this, and let data of the copy point to the
/// copied bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_out {
    /// The bytes for a byte stream, with the newline that ends a message; never NULL after
    /// SANSMCP_OK. A piece of a streamed answer has no newline before its last. A body over HTTP
    /// may go with the newline or without.
    pub data: *const u8,
    /// How many bytes. 0: nothing is due, but for what is said above.
    pub len: usize,
    /// After SANSMCP_SHORT: how many bytes the whole message takes. Else 0.
    pub need: usize,
    /// After sansmcp_server_ask and sansmcp_server_resume, before 2026-07-28: what to copy and to
    /// keep under the ticket of the call, JSON text, and not to be sent. NULL: nothing. It lies in
    /// the same buffer.
    pub keep: sansmcp_str,
    /// Where the bytes belong.
    pub route: sansmcp_route,
    /// Of a server's over HTTP: the status that goes with it if nothing was sent on its POST
    /// before.
    pub status: u16,
    /// Of a client's over HTTP: a sansmcp_verb, the method with which it goes out.
    pub verb: u8,
    /// It ends the exchange: nothing more of it will follow.
    pub is_last: bool,
    /// It is one of the pieces of a streamed answer.
    pub is_piece: bool,
}

impl sansmcp_out {
    fn of(out: &Out<'_>) -> Self {
        let (line, parts) = out.raw();
        Self {
            data: line.as_ptr(),
            len: line.len(),
            need: 0,
            keep: sansmcp_str::of_optional(Some(out.keep()).filter(|keep| !keep.is_empty())),
            route: sansmcp_route::of(parts.route),
            #[cfg(feature = "http")]
            status: parts.status,
            #[cfg(not(feature = "http"))]
            status: 0,
            #[cfg(feature = "http")]
            verb: number_of(parts.verb),
            #[cfg(not(feature = "http"))]
            verb: 0,
            is_last: parts.is_last,
            is_piece: parts.is_piece,
        }
    }

    /// The engine's output over the same bytes.
    #[cfg(feature = "http")]
    pub(crate) unsafe fn read<'t>(&self) -> Result<Out<'t>, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        let bytes = unsafe { slice(self.data, self.len) }?;
        let parts = OutParts {
            route: self.route.read()?,
            status: self.status,
            is_last: self.is_last,
            is_piece: self.is_piece,
            verb: verb_of(self.verb).ok_or(SANSMCP_OUT_OF_RANGE)?,
        };
        Ok(Out::from_parts(bytes, parts))
    }

    fn short(need: usize) -> Self {
        Self {
            data: core::ptr::null(),
            len: 0,
            need,
            keep: sansmcp_str::NONE,
            route: sansmcp_route { number: 0, kind: 0 },
            status: 0,
            verb: 0,
            is_last: false,
            is_piece: false,
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

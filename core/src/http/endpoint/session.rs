//! Sessions: what a client of 2025-03-26 to 2025-11-25 agreed upon, under an id that only it knows.

use core::fmt;

use crate::exchange::Connection;

/// Random bytes in an id.
pub(super) const RANDOM: usize = 16;
/// Bytes of an id as it is written: the place in the table, and the random bytes.
const LENGTH: usize = 4 + 2 * RANDOM;

/// Memory for one session: give the endpoint as many as clients may be connected at once.
///
/// It is all zero bits when new and holds no pointer.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Session {
    pub(super) connection: Connection,
    /// Who began it.
    pub(super) principal: u64,
    /// When it was last used, in milliseconds.
    pub(super) used: u64,
    secret: [u8; RANDOM],
    state: u8,
    reserved: [u8; 7],
}

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum State {
    Free = 0,
    /// Its `initialize` is being answered: nobody knows its id yet.
    Opening = 1,
    Open = 2,
    /// It has ended, and some of what was open in it is not given up yet.
    Closing = 3,
}

impl Session {
    /// A place without a session.
    pub const EMPTY: Self = Self {
        connection: Connection::NEW,
        principal: 0,
        used: 0,
        secret: [0; RANDOM],
        state: 0,
        reserved: [0; 7],
    };

    pub(super) fn state(&self) -> State {
        match self.state {
            1 => State::Opening,
            2 => State::Open,
            3 => State::Closing,
            _ => State::Free,
        }
    }

    pub(super) fn set(&mut self, state: State) {
        self.state = state as u8;
    }

    pub(super) fn begin(&mut self, random: &[u8; RANDOM], principal: u64, now: u64) {
        *self = Self { secret: *random, principal, used: now, ..Self::EMPTY };
        self.set(State::Opening);
    }

    /// The id of the session at this place.
    pub(super) fn id(&self, place: u16) -> SessionId {
        let mut id = SessionId([0; LENGTH]);
        let bytes = place.to_be_bytes().into_iter().chain(self.secret);
        for (to, byte) in id.0.as_chunks_mut().0.iter_mut().zip(bytes) {
            *to = [digit(byte >> 4), digit(byte & 15)];
        }
        id
    }

    /// True if the id is this session's. It takes the same time for every wrong one, so that it
    /// cannot be found out byte by byte.
    pub(super) fn has(&self, place: u16, id: &[u8]) -> bool {
        let own = self.id(place);
        let mut difference = own.0.len() ^ id.len();
        for (own, other) in own.0.iter().zip(id) {
            difference |= usize::from(own ^ other);
        }
        core::hint::black_box(difference) == 0
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The place in the table that an id names, whoever made it up.
pub(super) fn place_of(id: &[u8]) -> Option<u16> {
    let digits = id.get(..4).filter(|_| id.len() == LENGTH)?;
    let mut place: u16 = 0;
    for digit in digits {
        let value = match digit {
            b'0'..=b'9' => digit.wrapping_sub(b'0'),
            b'a'..=b'f' => digit.wrapping_sub(b'a').wrapping_add(10),
            _ => return None,
        };
        place = place << 4 | u16::from(value);
    }
    Some(place)
}

fn digit(value: u8) -> u8 {
    if value < 10 { b'0'.wrapping_add(value) } else { b'a'.wrapping_add(value).wrapping_sub(10) }
}

/// The id of a session as it is written in `Mcp-Session-Id`: 36 characters, 128 random bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SessionId([u8; LENGTH]);

impl SessionId {
    /// The id of a text, for bindings that keep heads as plain data; `None` if it is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<SessionId> {
        let id = text.as_bytes().try_into().ok().map(SessionId)?;
        let is_hexadecimal = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        id.0.iter().all(is_hexadecimal).then_some(id)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        crate::json::text_of(&self.0).unwrap_or("")
    }
}

impl fmt::Debug for SessionId {
    /// The secret is not for logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionId(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_names_its_place_and_nothing_else() {
        let mut session = Session::EMPTY;
        session.begin(&[0xa5; RANDOM], 7, 1);
        let id = session.id(0x1f0e);
        assert_eq!(id.as_str(), "1f0ea5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5");
        assert_eq!(place_of(id.as_str().as_bytes()), Some(0x1f0e));
        assert!(session.has(0x1f0e, id.as_str().as_bytes()));
        assert!(!session.has(0x1f0d, id.as_str().as_bytes()));
        for wrong in ["", "1f0e", "1f0ea5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a4", "1F0Ea5"] {
            assert!(!session.has(0x1f0e, wrong.as_bytes()), "{wrong}");
        }
        assert_eq!(place_of(b"1F0Ea5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5"), None);
        assert_eq!(place_of(b"1f0e"), None);
        assert_eq!(SessionId::parse(id.as_str()), Some(id));
        for wrong in ["", "1f0e", "1F0Ea5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5"] {
            assert_eq!(SessionId::parse(wrong), None, "{wrong}");
        }
    }
}

//! What is remembered of a server over HTTP.

use crate::frame::Route;
use crate::frame::sse::MAX_EVENT_ID;

/// The longest id of a session that is kept, in bytes.
pub(super) const LONGEST_SESSION: usize = 256;

/// What is remembered of one server over HTTP: its session, and how far its event stream was read.
///
/// It is all zero bits when new and holds no pointer. 408 bytes.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Remote {
    /// When the event stream is asked for again, in milliseconds; 0 is not.
    pub(super) again_at: u64,
    /// How long to wait before that, as the server said; 0 where it said nothing.
    pub(super) retry_ms: u32,
    session_length: u16,
    last_length: u8,
    /// [`Remote::WANTED`] and the like.
    pub(super) stream: u8,
    /// How many sessions there were: a request remembers in which it was sent.
    pub(super) epoch: u32,
    session: [u8; LONGEST_SESSION],
    last: [u8; MAX_EVENT_ID],
    reserved: [u8; 4],
}

impl Remote {
    /// Nothing is known.
    pub const NEW: Self = Self {
        again_at: 0,
        retry_ms: 0,
        session_length: 0,
        last_length: 0,
        stream: 0,
        session: [0; LONGEST_SESSION],
        last: [0; MAX_EVENT_ID],
        epoch: 0,
        reserved: [0; 4],
    };

    /// There is no event stream, and none is wanted.
    pub(super) const NONE: u8 = 0;
    /// It is to be asked for.
    pub(super) const WANTED: u8 = 1;
    /// It was asked for, or is there.
    pub(super) const OPEN: u8 = 2;
    /// The server has none.
    pub(super) const REFUSED: u8 = 3;

    /// The id of the session, empty where there is none.
    #[must_use]
    pub fn session(&self) -> &[u8] {
        self.session.get(..usize::from(self.session_length)).unwrap_or_default()
    }

    /// The last event id of the event stream, empty where there is none.
    pub(super) fn last_id(&self) -> &[u8] {
        self.last.get(..usize::from(self.last_length)).unwrap_or_default()
    }

    /// Takes the id of a session; false if it cannot be sent back as it is: it has to be visible
    /// ASCII (2025-03-26, basic/transports, session management), and to have room.
    pub(super) fn set_session(&mut self, id: &[u8]) -> bool {
        let is_good = !id.is_empty() && id.iter().all(u8::is_ascii_graphic);
        let Some(place) = self.session.get_mut(..id.len()).filter(|_| is_good) else {
            return false;
        };
        copy(place, id);
        self.session_length = id.len() as u16;
        self.epoch = self.epoch.wrapping_add(1).max(1);
        true
    }

    pub(super) fn set_last_id(&mut self, id: &[u8]) {
        if let Some(place) = self.last.get_mut(..id.len()) {
            copy(place, id);
            self.last_length = id.len() as u8;
        }
    }

    /// Forgets the session and all that belonged to it.
    pub(in crate::client) fn forget(&mut self) {
        *self = Self { epoch: self.epoch, ..Self::NEW };
    }

    /// The exchange of the event stream of this session.
    pub(super) fn stream_route(&self) -> Route {
        Route::stream(self.epoch)
    }

    /// The session in which something is sent now; 0 is none.
    pub(in crate::client) fn present(&self) -> u32 {
        if self.session().is_empty() { 0 } else { self.epoch }
    }
}

/// Of two that are as long. A copy by the library has a panic that may stay.
fn copy(to: &mut [u8], from: &[u8]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
}

impl Default for Remote {
    fn default() -> Self {
        Self::NEW
    }
}

//! Who listens, from 2026-07-28 on. Nothing says that a host is gone, and its listeners would hold
//! their slots for ever: so there may be a few of them, and one more ends the oldest.

use sansmcp::{Server, Ticket};

/// How many there may be.
const MOST: usize = 3;

/// Those that were let in. All zero bits when there is none.
pub struct Listeners {
    places: [Place; MOST],
    /// How many were ever let in.
    count: u32,
}

#[derive(Clone, Copy)]
struct Place {
    ticket: Ticket,
    /// The how many-th it is.
    number: u32,
}

impl Listeners {
    /// Nobody listens.
    pub const NONE: Self =
        Self { places: [Place { ticket: Ticket::NONE, number: 0 }; MOST], count: 0 };

    /// Notes one more, in the place of one that has ended or of the oldest, which ends now.
    pub fn admit(&mut self, server: &mut Server<'_>, ticket: Ticket) {
        let is_there = |place: &Place| server.listens().any(|known| known == place.ticket);
        let first = self.places.iter_mut().min_by_key(|place| (is_there(place), place.number));
        let Some(place) = first else { return };
        // An error says that it has ended before.
        let _ = server.end_listen(place.ticket);
        *place = Place { ticket, number: self.count };
        self.count = self.count.wrapping_add(1);
    }
}

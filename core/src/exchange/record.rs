//! One exchange: what has to be remembered of a request until its answer is out.

use super::Ticket;
use crate::envelope::LONGEST_ID;
use crate::frame::{Route, RouteKind};
use crate::rules::transition::{Move, State};
use crate::rules::{Method, Revision};

/// The part that a slot and a connection's spare place have in common.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Exchange {
    /// How often this place was used, passing over 0; a ticket is good for the same number only.
    pub generation: u32,
    /// Where the answer goes.
    pub route: u32,
    /// Lists: the first entry asked for. Streamed media: the bytes held back for base64.
    /// Listeners: the kinds of change they want. Subscriptions: the hash of the URI.
    pub from: u32,
    /// Bytes of a streamed answer that are out.
    pub sent: u32,
    pub route_kind: u8,
    state: u8,
    pub method: u8,
    pub revision: u8,
    /// A refusal's number if the request was refused, else 0.
    pub refusal: u8,
    /// What kind of answer is streamed.
    pub shape: u8,
    id_length: u8,
    /// The lowest level of log messages wanted, 0 for none; of `logging/setLevel` the new one.
    pub level: u8,
    id: [u8; LONGEST_ID],
}

impl Exchange {
    pub(crate) const EMPTY: Self = Self {
        generation: 0,
        route: 0,
        from: 0,
        sent: 0,
        route_kind: 0,
        state: 0,
        method: 0,
        revision: 0,
        refusal: 0,
        shape: 0,
        id_length: 0,
        level: 0,
        id: [0; LONGEST_ID],
    };

    /// Starts anew for a request; gives the generation of its ticket.
    pub(crate) fn open(&mut self, route: Route, id: Option<&str>) -> u32 {
        self.renew(route, id, State::Open)
    }

    /// Starts anew in a state that a free place may take.
    pub(crate) fn renew(&mut self, route: Route, id: Option<&str>, state: State) -> u32 {
        let generation = match self.generation.wrapping_add(1) {
            0 => 1,
            next => next,
        };
        self.generation = generation;
        self.route = route.number;
        self.route_kind = route.kind as u8;
        self.from = 0;
        self.sent = 0;
        self.state = state as u8;
        self.refusal = 0;
        self.shape = 0;
        self.level = 0;
        self.id_length = 0;
        let id = id.unwrap_or("");
        if let Some(place) = self.id.get_mut(..id.len()) {
            place.iter_mut().zip(id.bytes()).for_each(|(to, from)| *to = from);
            self.id_length = id.len() as u8;
        }
        generation
    }

    pub(crate) fn state(&self) -> State {
        match self.state {
            1 => State::Open,
            2 => State::Cancelled,
            3 => State::Streaming,
            4 => State::Ending,
            5 => State::Listening,
            6 => State::Asked,
            7 => State::Withdrawn,
            8 => State::Dropped,
            9 => State::Suspended,
            10 => State::Failed,
            _ => State::Free,
        }
    }

    /// Takes a step of the table; false where it is not allowed.
    pub(crate) fn step(&mut self, step: Move) -> bool {
        match self.state().after(step) {
            Some(state) => {
                self.state = state as u8;
                true
            }
            None => false,
        }
    }

    /// True if `ticket` is of this use of the place and not yet answered.
    pub(crate) fn is(&self, ticket: Ticket) -> bool {
        self.generation == ticket.generation
            && ticket.generation != 0
            && self.state() != State::Free
    }

    /// Of a request of ours: the last id of its event stream, in the place of an id.
    #[cfg(all(feature = "client", feature = "http"))]
    pub(crate) fn keep_id(&mut self, id: &[u8]) {
        if let Some(place) = self.id.get_mut(..id.len()) {
            place.iter_mut().zip(id).for_each(|(to, from)| *to = *from);
            self.id_length = id.len() as u8;
        }
    }

    /// The id as written; `None` for a message whose id could not be read.
    pub(crate) fn id(&self) -> Option<&[u8]> {
        match self.id_length {
            0 => None,
            length => self.id.get(..usize::from(length)),
        }
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn route(&self) -> Route {
        let kind = match self.route_kind {
            1 => RouteKind::Post,
            2 => RouteKind::Stream,
            _ => RouteKind::Pipe,
        };
        Route { number: self.route, kind }
    }

    pub(crate) fn is_of(&self, method: Method) -> bool {
        self.method == method as u8
    }

    /// True if its answer is a result of the application's, of the kind that belongs to `method`:
    /// custom requests take any.
    pub(crate) fn takes(&self, method: Method) -> bool {
        self.refusal == 0 && (self.is_of(method) || self.is_of(Method::Custom))
    }

    #[cfg_attr(all(feature = "legacy", not(target_pointer_width = "64")), inline(never))]
    pub(crate) fn revision(&self) -> Revision {
        Revision::from_number(self.revision).unwrap_or(Revision::LATEST)
    }
}

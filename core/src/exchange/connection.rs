//! The connection: what a legacy peer agreed upon, and a place for answers when the table is full.

use super::{Exchange, Handshake, Ticket};
use crate::HTTP;
use crate::frame::{Route, RouteKind};
use crate::rules::transition::{Stage, Step};
use crate::rules::{Capabilities, Revision};

/// The state of one connection.
///
/// It is all zero bits when new and holds no pointer. At most 256 bytes.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Connection {
    stage: u8,
    revision: u8,
    /// The lowest level of log messages wanted, 0 where nothing was said.
    pub(crate) level: u8,
    /// What the peer is still to be told, one bit each; a server's or a client's own.
    pub(crate) due: u8,
    /// What the peer said of itself in `initialize` or, to a client, in `server/discover`.
    pub(crate) capabilities: Capabilities,
    /// The exchange whose answer is going out in pieces.
    pub(crate) streaming: Ticket,
    /// The way on which `initialize` came: what belongs to no request goes there.
    pub(crate) route: Route,
    /// How many slots hold requests of ours, and how many hold listeners.
    pub(crate) asked: u16,
    pub(crate) listening: u16,
    /// How many answers go out in pieces on POSTs, each on its own: they do not hold up others.
    pub(crate) streams: u16,
    /// How many slots it holds; counted over HTTP.
    pub(crate) held: u16,
    /// Used for an answer that has to be given though no slot is free.
    pub(crate) spare: Exchange,
    /// A client's: how it comes about.
    pub(crate) handshake: Handshake,
}

impl Connection {
    /// A connection on which nothing was said.
    pub const NEW: Self = Self {
        stage: 0,
        revision: 0,
        level: 0,
        due: 0,
        capabilities: Capabilities::NONE,
        streaming: Ticket::NONE,
        route: Route::PIPE,
        asked: 0,
        listening: 0,
        streams: 0,
        held: 0,
        spare: Exchange::EMPTY,
        handshake: Handshake::NEW,
    };

    /// The revision that `initialize` agreed upon, if it was answered.
    #[must_use]
    pub fn revision(&self) -> Option<Revision> {
        match self.stage() {
            Stage::Usable | Stage::Ready => Revision::from_number(self.revision),
            Stage::Fresh | Stage::Initializing | Stage::Closed => None,
        }
    }

    /// True once `notifications/initialized` came.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.stage() == Stage::Ready
    }

    /// True where what belongs to no request has a way to the peer. A session of HTTP has none
    /// until its client opens an event stream.
    pub(crate) fn has_route(&self) -> bool {
        !HTTP || self.route != Route::NOWHERE
    }

    /// True where that way is an event stream.
    pub(crate) fn has_stream(&self) -> bool {
        self.route.kind == RouteKind::Stream && self.has_route()
    }

    pub(crate) fn stage(&self) -> Stage {
        match self.stage {
            1 => Stage::Initializing,
            2 => Stage::Usable,
            3 => Stage::Ready,
            4 => Stage::Closed,
            _ => Stage::Fresh,
        }
    }

    /// Takes a step of the table; false where it is not allowed.
    pub(crate) fn step(&mut self, step: Step) -> bool {
        let Some(stage) = self.stage().after(step) else { return false };
        self.stage = stage as u8;
        if stage == Stage::Fresh {
            // What was agreed upon falls with the handshake.
            self.revision = 0;
            self.capabilities = Capabilities::NONE;
        }
        true
    }

    /// For one message, that of a client which keeps no session: it goes by what the message says.
    #[cfg(feature = "http")]
    pub(crate) fn assume(&mut self, revision: Option<Revision>) {
        self.stage = revision.map_or(Stage::Fresh, |_| Stage::Ready) as u8;
        self.revision = revision.map_or(0, |revision| revision as u8);
        self.capabilities = Capabilities::NONE;
        self.level = 0;
        self.route = Route::NOWHERE;
    }

    pub(crate) fn agree(&mut self, revision: Revision) {
        self.revision = revision as u8;
    }

    /// A client's: what was agreed upon, or nothing any more.
    #[cfg(feature = "client")]
    pub(crate) fn set_agreed(&mut self, revision: Option<Revision>) {
        self.stage = revision.map_or(Stage::Fresh, |_| Stage::Ready) as u8;
        self.revision = revision.map_or(0, |revision| revision as u8);
    }
}

impl Default for Connection {
    fn default() -> Self {
        Self::NEW
    }
}

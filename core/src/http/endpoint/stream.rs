//! Streams: one for each POST that is being answered and each GET, and those that may be asked for
//! again.

use crate::exchange::Connection;
use crate::frame::{Route, RouteKind};

/// What an endpoint keeps beside its tables. All zero bits when new; it holds no pointer.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Hub {
    /// What belongs to no session: 2026-07-28, and requests that stand for themselves.
    pub(super) connection: Connection,
    /// Counts what was done with streams, so that the one that rested longest is known.
    clock: u32,
    /// Counts the streams whose events are kept.
    serial: u32,
    /// How often a connection's spare place was used, over all of them: no two tickets are alike.
    pub(super) spare: u32,
    /// Whose spare place was used last.
    pub(super) spare_session: u16,
    /// Links of the table of streams, each one more than the place it names; 0 is the end.
    free: u16,
    used: u16,
    /// How many streams are over, and their sockets still to be closed.
    pub(super) over: u16,
    /// How many places for sessions were ever used.
    pub(super) sessions: u16,
    reserved: [u8; 2],
}

impl Hub {
    /// An endpoint that nobody spoke to.
    pub const NEW: Self = Self {
        connection: Connection::NEW,
        clock: 0,
        serial: 0,
        spare: 0,
        spare_session: 0,
        free: 0,
        used: 0,
        over: 0,
        sessions: 0,
        reserved: [0; 2],
    };
}

impl Default for Hub {
    fn default() -> Self {
        Self::NEW
    }
}

/// Memory for one stream: give the endpoint as many as HTTP exchanges may be open at once, and some
/// for those that clients may come back to.
///
/// It is all zero bits when new and holds no pointer. 32 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Stream {
    /// The number of the HTTP exchange that it goes out on, if [`flag::LIVE`].
    pub(super) number: u32,
    /// What it is called in the ids of its events, if they are kept; no other ever was.
    pub(super) serial: u32,
    /// The last event.
    pub(super) sequence: u32,
    touched: u32,
    generation: u16,
    next: u16,
    pub(super) session: u16,
    /// Requests whose answers are to go out on it.
    pub(super) pending: u16,
    /// The status if no message of it is answered.
    pub(super) status: u16,
    pub(super) flags: u16,
    state: u8,
    reserved: [u8; 3],
}

/// Where a stream stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum State {
    Free = 0,
    /// Nothing was sent yet, not even a head.
    Waiting = 1,
    /// One JSON answer is going out in pieces.
    Body = 2,
    /// Events go out.
    Events = 3,
    /// All is sent; it is kept since it may be asked for again.
    Ended = 4,
}

/// Facts of a stream, one bit each.
pub(super) mod flag {
    /// A socket is there.
    pub(in crate::http::endpoint) const LIVE: u16 = 1;
    /// It is the stream of a GET.
    pub(in crate::http::endpoint) const GET: u16 = 2;
    /// The client takes one JSON answer.
    pub(in crate::http::endpoint) const JSON: u16 = 4;
    /// The client takes events.
    pub(in crate::http::endpoint) const EVENTS: u16 = 8;
    /// Its events are kept, and have ids.
    pub(in crate::http::endpoint) const KEPT: u16 = 16;
    /// The client knows events without data, so the first says where to come back to.
    pub(in crate::http::endpoint) const PRIMED: u16 = 32;
    /// A message is half out on it.
    pub(in crate::http::endpoint) const HALF: u16 = 64;
    /// Its body is still being read.
    pub(in crate::http::endpoint) const READING: u16 = 128;
    /// A session begins with its answer.
    pub(in crate::http::endpoint) const INITIALIZE: u16 = 256;
    /// It is to end, and the host to be told.
    pub(in crate::http::endpoint) const OVER: u16 = 512;
    /// A disconnect gives up what is open on it.
    pub(in crate::http::endpoint) const MODERN: u16 = 1024;
}

impl Stream {
    /// A place without a stream.
    pub const EMPTY: Self = Self {
        number: 0,
        serial: 0,
        sequence: 0,
        touched: 0,
        generation: 0,
        next: 0,
        session: 0,
        pending: 0,
        status: 0,
        flags: 0,
        state: 0,
        reserved: [0; 3],
    };

    pub(super) fn state(&self) -> State {
        match self.state {
            1 => State::Waiting,
            2 => State::Body,
            3 => State::Events,
            4 => State::Ended,
            _ => State::Free,
        }
    }

    pub(super) fn set(&mut self, state: State) {
        self.state = state as u8;
    }

    pub(super) fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    pub(super) fn mark(&mut self, flag: u16, is_so: bool) {
        self.flags = if is_so { self.flags | flag } else { self.flags & !flag };
    }

    /// The exchange that it goes out on, if a socket is there.
    pub(super) fn socket(&self) -> Option<u32> {
        self.is(flag::LIVE).then_some(self.number)
    }

    /// True if nothing more will be sent on it, or nobody can ask for it.
    fn is_idle(&self) -> bool {
        let is_detached_get = self.is(flag::GET) && !self.is(flag::LIVE | flag::OVER);
        self.state() == State::Ended || is_detached_get
    }
}

impl Default for Stream {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The name of a stream as a route of the engine: how often its place was used,
/// and one more than the place. Never 0.
pub(super) type Name = u32;

/// A view over the caller's streams.
pub(super) struct Streams<'s> {
    pub(super) hub: &'s mut Hub,
    pub(super) slice: &'s mut [Stream],
}

/// A name has 16 bits for the place.
const MOST: usize = u16::MAX as usize - 1;

fn link(index: usize) -> u16 {
    index.wrapping_add(1) as u16
}

fn place(link: u16) -> Option<usize> {
    usize::from(link).checked_sub(1)
}

impl Streams<'_> {
    /// Takes a place for a new stream; the one that rested longest gives way. `None` if all are in
    /// use.
    pub(super) fn open(&mut self, number: u32, flags: u16, session: u16) -> Option<Name> {
        let at = self.take()?;
        let touched = self.tick();
        let stream = self.slice.get_mut(at)?;
        let generation = stream.generation.wrapping_add(1).max(1);
        *stream = Stream {
            number,
            flags: flags | flag::LIVE,
            session,
            generation,
            touched,
            ..Stream::EMPTY
        };
        stream.set(State::Waiting);
        Some(u32::from(generation) << 16 | u32::from(link(at)))
    }

    fn take(&mut self) -> Option<usize> {
        if let Some(at) = place(self.hub.free) {
            self.hub.free = self.slice.get(at)?.next;
            return Some(at);
        }
        let at = usize::from(self.hub.used);
        if at < self.slice.len().min(MOST) {
            self.hub.used = link(at);
            return Some(at);
        }
        let clock = self.hub.clock;
        let idle = self.slice.iter().enumerate().filter(|(_, stream)| stream.is_idle());
        let oldest = idle.max_by_key(|(_, stream)| clock.wrapping_sub(stream.touched));
        oldest.map(|(at, _)| at)
    }

    /// Frees a place. Its name is nobody's from now on.
    pub(super) fn close(&mut self, name: Name) {
        let free = self.hub.free;
        let Some(stream) = self.get(name) else { return };
        let was_over = stream.is(flag::OVER);
        stream.set(State::Free);
        stream.flags = 0;
        stream.next = free;
        self.hub.free = name as u16;
        self.hub.over = self.hub.over.saturating_sub(u16::from(was_over));
    }

    /// The stream of this name, if it is still there.
    pub(super) fn get(&mut self, name: Name) -> Option<&mut Stream> {
        let at = place(name as u16)?;
        self.slice.get_mut(at).filter(|stream| {
            stream.state() != State::Free && u32::from(stream.generation) == name >> 16
        })
    }

    /// The stream that a route of the engine's names.
    pub(super) fn of(&mut self, route: Route) -> Option<&mut Stream> {
        if route.kind == RouteKind::Pipe { None } else { self.get(route.number) }
    }

    /// Its events are kept from now on, under ids that no other stream had: the name of a stream
    /// comes again when its place was used 65,535 times, and events may be kept for longer.
    pub(super) fn keep_events(&mut self, name: Name) {
        let serial = self.hub.serial.wrapping_add(1).max(1);
        let Some(stream) = self.get(name).filter(|stream| !stream.is(flag::KEPT)) else { return };
        stream.mark(flag::KEPT, true);
        stream.serial = serial;
        self.hub.serial = serial;
    }

    /// Notes that something happened on it.
    pub(super) fn touch(&mut self, name: Name) {
        let touched = self.tick();
        if let Some(stream) = self.get(name) {
            stream.touched = touched;
        }
    }

    fn tick(&mut self) -> u32 {
        self.hub.clock = self.hub.clock.wrapping_add(1);
        self.hub.clock
    }

    /// The first stream as asked, with its name.
    pub(super) fn find(&self, is: impl Fn(&Stream) -> bool) -> Option<Name> {
        let used = self.slice.iter().take(usize::from(self.hub.used)).enumerate();
        let mut found = used.filter(|(_, stream)| stream.state() != State::Free && is(stream));
        found.next().map(|(at, stream)| u32::from(stream.generation) << 16 | u32::from(link(at)))
    }

    /// The stream that goes out on an exchange of the host's.
    pub(super) fn on(&self, number: u32) -> Option<Name> {
        self.find(|stream| stream.socket() == Some(number))
    }

    /// Ends a stream: at once, or when the host was told, if a socket is there.
    pub(super) fn end(&mut self, name: Name) {
        let Some(stream) = self.get(name) else { return };
        if !stream.is(flag::LIVE) {
            return self.close(name);
        }
        if !stream.is(flag::OVER) {
            stream.mark(flag::OVER, true);
            self.hub.over = self.hub.over.saturating_add(1);
        }
    }
}

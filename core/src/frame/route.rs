//! Where a message came from and where an answer belongs.

/// What kind of way a message took.
///
/// The kind decides two things: how far a request id reaches, and what it means when the way is
/// gone.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RouteKind {
    /// A byte stream in both directions that lasts: standard input and output, a socket, a UART.
    ///
    /// All its messages share one set of request ids. When it is gone, so is everybody who waits
    /// on it: all that is open there ends.
    #[default]
    Pipe = 0,
    /// One HTTP POST and its response, be that one JSON body or an event stream.
    ///
    /// From 2026-07-28 each POST has request ids of its own and its disconnect cancels the
    /// request. Before, the ids are those of the session and a disconnect cancels nothing. Sessions
    /// are an HTTP endpoint's (feature `http`); to a server without one each POST is on its own.
    Post = 1,
    /// A stream of events towards the peer that no request opened (HTTP GET).
    ///
    /// No request arrives on it. Its disconnect ends the stream and nothing else: its messages
    /// can be asked for again on another one.
    Stream = 2,
}

/// A way messages take: its kind, and a number of the caller's choice.
///
/// It goes in with a frame ([`Frame::on`](super::Frame::on)) and comes back with each output, so
/// that the caller knows which socket to write to. The numbers are the caller's; two kinds may
/// use the same one. Plain data, 8 bytes, all zero bits for [`Route::PIPE`].
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Route {
    /// The caller's number: the index of a socket, a file descriptor, anything.
    pub number: u32,
    /// What kind of way it is.
    pub kind: RouteKind,
}

impl Route {
    /// The only way of a program with one pipe: [`RouteKind::Pipe`], number 0. The default.
    pub const PIPE: Route = Route::pipe(0);

    /// No way at all: an event stream that nobody opened.
    pub(crate) const NOWHERE: Route = Route::stream(0);

    /// The byte stream with this number.
    pub const fn pipe(number: u32) -> Route {
        Route { number, kind: RouteKind::Pipe }
    }

    /// The HTTP POST with this number.
    pub const fn post(number: u32) -> Route {
        Route { number, kind: RouteKind::Post }
    }

    /// The event stream with this number.
    pub const fn stream(number: u32) -> Route {
        Route { number, kind: RouteKind::Stream }
    }
}

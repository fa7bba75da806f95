//! Frames: one message, or one batch, in the caller's memory.

use engine::{Frame, Overlong, OverlongKind, Route, RouteKind};

use crate::edge::{own, slice};
#[cfg(feature = "http")]
use crate::http_head::sansmcp_head;
#[cfg(not(feature = "http"))]
use crate::nothing::sansmcp_head;
use crate::result::{SANSMCP_OUT_OF_RANGE, sansmcp_result};

/// What kind of way a message took; the value of sansmcp_route.kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_route_kind {
    /// A byte stream in both directions that lasts: standard input and output, a socket, a UART.
    SANSMCP_ROUTE_PIPE = 0,
    /// One HTTP POST and its response.
    SANSMCP_ROUTE_POST = 1,
    /// A stream of events towards the peer that no request opened.
    SANSMCP_ROUTE_STREAM = 2,
}

/// Where a message came from, and where its answer belongs: it goes in with a frame and comes
/// back with each output. All zero bits: the only way of a program with one pipe. 8 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_route {
    /// A number of the caller's choice: a socket, a file descriptor, anything.
    pub number: u32,
    /// A sansmcp_route_kind.
    pub kind: u8,
}

impl sansmcp_route {
    pub(crate) fn of(route: Route) -> Self {
        Self { number: route.number, kind: route.kind as u8 }
    }

    pub(crate) fn read(self) -> Result<Route, sansmcp_result> {
        let kind = match self.kind {
            0 => RouteKind::Pipe,
            1 => RouteKind::Post,
            2 => RouteKind::Stream,
            _ => return Err(SANSMCP_OUT_OF_RANGE),
        };
        Ok(Route { number: self.number, kind })
    }
}

/// What kind of message did not fit into its buffer; the value of sansmcp_frame.overlong_kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_overlong_kind {
    /// A request.
    SANSMCP_OVERLONG_REQUEST = 0,
    /// A notification.
    SANSMCP_OVERLONG_NOTIFICATION = 1,
    /// A response.
    SANSMCP_OVERLONG_RESPONSE = 2,
    /// That is not known.
    SANSMCP_OVERLONG_UNKNOWN = 3,
}

const _: () = {
    assert!(sansmcp_overlong_kind::SANSMCP_OVERLONG_REQUEST as u8 == OverlongKind::Request as u8);
    assert!(sansmcp_overlong_kind::SANSMCP_OVERLONG_RESPONSE as u8 == OverlongKind::Response as u8);
    assert!(sansmcp_overlong_kind::SANSMCP_OVERLONG_UNKNOWN as u8 == OverlongKind::Unknown as u8);
};

/// One message, or one batch of them: where its bytes are, the way they came, and how far they
/// were read.
///
/// sansmcp_lines_next_frame and sansmcp_lines_finish fill it. For a message that stands alone set
/// data and len and leave the rest zero. For the body of an HTTP POST set head, principal and route
/// as well: the number that sansmcp_endpoint_judge was given, and SANSMCP_ROUTE_POST.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_frame {
    /// The bytes of the message; at most 4 GiB. Of one that did not fit into the buffer
    /// (overlong_len is not 0) they are gone, and this is its id, or NULL.
    pub data: *const u8,
    /// How many bytes.
    pub len: usize,
    /// Who sent it: a number of the caller's choice for an authenticated sender, 0 for nobody in
    /// particular.
    pub principal: u64,
    /// The length in bytes of a message that did not fit into the buffer; 0 for all others.
    pub overlong_len: u64,
    /// The engine's: how far it was read, 0 for not at all.
    pub reading: u64,
    /// The head of the POST whose body it is, so that the two can be held against each other; it
    /// has to stay while the frame is read. NULL for what did not come over HTTP.
    pub head: *const sansmcp_head,
    /// The way it came.
    pub route: sansmcp_route,
    /// The engine's: the stream that its answers go out on, 0 for none.
    pub stream: u32,
    /// A sansmcp_overlong_kind, where overlong_len is not 0.
    pub overlong_kind: u8,
}

/// Below this a frame is not within a batch, whose text alone is known to be UTF-8.
const IN_BATCH: u64 = 256;

impl sansmcp_frame {
    pub(crate) fn of(frame: &Frame<'_>) -> Self {
        let (data, overlong_len, overlong_kind) = match frame.overlong() {
            Some(known) => {
                // A frame is over-long by a length that is not 0: it has at least one byte.
                (known.id.map(str::as_bytes), known.len.max(1), known.kind as u8)
            }
            None => (Some(frame.bytes()), 0, 0),
        };
        Self {
            data: data.map_or(core::ptr::null(), <[u8]>::as_ptr),
            len: data.map_or(0, <[u8]>::len),
            principal: frame.principal(),
            overlong_len,
            reading: frame.reading(),
            head: core::ptr::null(),
            route: sansmcp_route::of(frame.route()),
            #[cfg(feature = "http")]
            stream: frame.stream(),
            #[cfg(not(feature = "http"))]
            stream: 0,
            overlong_kind,
        }
    }

    /// The engine's frame over the same memory, without its head.
    pub(crate) unsafe fn read<'f>(&self) -> Result<Frame<'f>, sansmcp_result> {
        let frame = if self.overlong_len > 0 {
            let kind = match self.overlong_kind {
                0 => OverlongKind::Request,
                1 => OverlongKind::Notification,
                2 => OverlongKind::Response,
                3 => OverlongKind::Unknown,
                _ => return Err(SANSMCP_OUT_OF_RANGE),
            };
            // SAFETY: as the crate demands of all pointers.
            let id = unsafe { own(self.data, self.len) }?;
            let id = (!self.data.is_null()).then_some(id);
            Frame::too_long(Overlong { id, kind, len: self.overlong_len })
        } else if self.reading >= IN_BATCH {
            // SAFETY: as the crate demands of all pointers.
            Frame::of_text(unsafe { own(self.data, self.len) }?)
        } else {
            // SAFETY: as the crate demands of all pointers.
            Frame::new(unsafe { slice(self.data, self.len) }?)
        };
        let frame = frame.on(self.route.read()?).from(self.principal).resume(self.reading);
        #[cfg(feature = "http")]
        let frame = frame.answered_on(self.stream);
        Ok(frame)
    }
}

//! One message, or one batch of them, that owns its bytes.

use std::sync::Arc;

use sansmcp::OverlongKind;

use crate::event::Event;

/// One message or one batch: its bytes, and how far they were read. A clone shares the bytes and
/// is read on its own.
#[derive(Clone, Debug)]
pub struct Frame(Held);

/// What is known of a message that did not fit into the buffer; see [`sansmcp::Overlong`].
#[derive(Clone, Debug)]
pub struct Overlong {
    /// The id as it was written, quotes included.
    pub id: Option<String>,
    /// What kind of message it is.
    pub kind: OverlongKind,
    /// The length of the line in bytes, without its newline.
    pub len: u64,
}

#[derive(Clone, Debug)]
enum Held {
    /// `read` borrows `text`, whose bytes never move: an `Arc` owns them on the heap.
    Text {
        read: sansmcp::Frame<'static>,
        text: Arc<str>,
    },
    /// Not UTF-8, so that no event is a piece of it. `read` borrows `bytes`.
    Bytes {
        read: sansmcp::Frame<'static>,
        bytes: Arc<[u8]>,
    },
    Overlong {
        known: Arc<Overlong>,
        is_read: bool,
    },
    /// Read through, and its bytes let go.
    Gone,
}

impl Frame {
    /// A frame of a message that stands alone, such as the body of an HTTP POST.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => {
                let text: Arc<str> = Arc::from(text);
                // SAFETY: the bytes live as long as `text`, which stands beside `read` in each
                // clone, and they are never changed. No event leaves with this lifetime: see
                // `next`.
                let read = sansmcp::Frame::new(unsafe { outlive(text.as_bytes()) });
                Self(Held::Text { read, text })
            }
            Err(_) => {
                let bytes: Arc<[u8]> = Arc::from(bytes);
                // SAFETY: as above, with `bytes`.
                let read = sansmcp::Frame::new(unsafe { outlive(&bytes) });
                Self(Held::Bytes { read, bytes })
            }
        }
    }

    /// A frame of the core with its bytes copied.
    pub(crate) fn copy(frame: &sansmcp::Frame<'_>) -> Self {
        match frame.overlong() {
            None => Self::new(frame.bytes()),
            Some(known) => Self(Held::Overlong {
                known: Arc::new(Overlong {
                    id: known.id.map(str::to_owned),
                    kind: known.kind,
                    len: known.len,
                }),
                is_read: false,
            }),
        }
    }

    /// The bytes of the message; empty if they are gone.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            Held::Text { text, .. } => text.as_bytes(),
            Held::Bytes { bytes, .. } => bytes,
            Held::Overlong { .. } | Held::Gone => &[],
        }
    }

    /// What is known of the message if it did not fit into the buffer; `None` if it did.
    #[must_use]
    pub fn overlong(&self) -> Option<&Overlong> {
        match &self.0 {
            Held::Overlong { known, .. } => Some(known),
            _ => None,
        }
    }

    /// Gives the memory of its bytes back; no event comes out of it any more.
    pub fn let_go(&mut self) {
        self.0 = Held::Gone;
    }

    /// The next event of this frame.
    pub(crate) fn next(&mut self, server: &mut sansmcp::Server<'_>, now: u64) -> Option<Event> {
        match &mut self.0 {
            Held::Text { read, text } => {
                server.receive(read, now).map(|event| Event::share(&event, text))
            }
            Held::Bytes { read, .. } => server.receive(read, now).map(|event| Event::copy(&event)),
            Held::Overlong { is_read: true, .. } | Held::Gone => None,
            Held::Overlong { known, is_read } => {
                *is_read = true;
                receive_overlong(known, server, now)
            }
        }
    }
}

/// # Safety
/// The bytes have to outlive every use of what is returned.
unsafe fn outlive(bytes: &[u8]) -> &'static [u8] {
    // SAFETY: the caller's promise.
    unsafe { &*std::ptr::from_ref(bytes) }
}

/// Hands the core a frame with the same id and kind. The core makes such frames only itself, out
/// of a line longer than its buffer; so it gets the shortest such line, and a buffer of one byte.
fn receive_overlong(known: &Overlong, server: &mut sansmcp::Server<'_>, now: u64) -> Option<Event> {
    let key = match known.kind {
        OverlongKind::Request | OverlongKind::Notification => "\"method\":\"\"",
        OverlongKind::Response => "\"result\":0",
        OverlongKind::Unknown => "\"\":0",
    };
    let line = match (&known.id, known.kind) {
        (Some(id), _) => format!("{{{key},\"id\":{id}}}\n"),
        (None, OverlongKind::Request) => format!("{{{key},\"id\":null}}\n"),
        (None, _) => format!("{{{key}}}\n"),
    };
    let mut buffer = [0];
    let mut lines = sansmcp::Lines::new(&mut buffer);
    for byte in line.bytes() {
        lines.space().fill(byte);
        lines.filled(1);
        if let Some(mut frame) = lines.next_frame() {
            debug_assert_eq!(
                frame.overlong().map(|again| (again.id, again.kind)),
                Some((known.id.as_deref(), known.kind))
            );
            return server.receive(&mut frame, now).map(|event| Event::copy(&event));
        }
    }
    None
}

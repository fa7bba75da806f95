//! One message, or one batch of them, that owns its bytes.

use std::sync::Arc;

use sansmcp::{OverlongKind, Parts, Route};

use crate::asked::Asked;

/// One message or one batch: its bytes, and how far they were read. A clone shares the bytes and
/// is read on its own.
#[derive(Clone, Debug)]
pub struct Frame {
    held: Held,
    post: Option<Post>,
    /// The way of a message that was too long.
    way: Route,
}

/// What a frame has beside its bytes if it is the body of a POST.
#[derive(Clone, Debug)]
struct Post {
    random: [u8; 16],
    /// What the core's frame borrows.
    _asked: Arc<Asked>,
}

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
        let held = match std::str::from_utf8(bytes) {
            Ok(text) => {
                let text: Arc<str> = Arc::from(text);
                // SAFETY: the bytes live as long as `text`, which stands beside `read` in each
                // clone, and they are never changed. No event leaves with this lifetime: see
                // `next`.
                let read = sansmcp::Frame::new(unsafe { outlive(text.as_bytes()) });
                Held::Text { read, text }
            }
            Err(_) => {
                let bytes: Arc<[u8]> = Arc::from(bytes);
                // SAFETY: as above, with `bytes`.
                let read = sansmcp::Frame::new(unsafe { outlive(&bytes) });
                Held::Bytes { read, bytes }
            }
        };
        Self { held, post: None, way: Route::PIPE }
    }

    /// A frame of a response that was longer than its host took: `len` bytes of it were seen.
    #[must_use]
    pub fn too_long(len: u64) -> Self {
        Self::overly_long(Overlong { id: None, kind: OverlongKind::Response, len })
    }

    fn overly_long(known: Overlong) -> Self {
        let held = Held::Overlong { known: Arc::new(known), is_read: false };
        Self { held, post: None, way: Route::PIPE }
    }

    /// The same frame on another way.
    #[must_use]
    pub fn on(mut self, route: Route) -> Self {
        self.way = route;
        if let Held::Text { read, .. } | Held::Bytes { read, .. } = &mut self.held {
            *read = read.on(route);
        }
        self
    }

    /// The body of a POST under its head.
    ///
    /// `random` are 16 random bytes that nobody can guess, new ones for each POST: a session that
    /// begins gets them as its secret.
    pub(crate) fn posted(body: &[u8], asked: &Arc<Asked>, random: [u8; 16]) -> Self {
        let mut frame = Self::new(body);
        if let Held::Text { read, .. } | Held::Bytes { read, .. } = &mut frame.held {
            // SAFETY: the head lives as long as `asked`, which stands beside `read` in each clone.
            *read = unsafe { asked.frame(*read) };
        }
        Self { post: Some(Post { random, _asked: Arc::clone(asked) }), ..frame }
    }

    /// The random bytes of the POST whose body it is; `None` if it is none.
    pub(crate) fn random(&self) -> Option<[u8; 16]> {
        self.post.as_ref().map(|post| post.random)
    }

    /// The core's frame of a POST, if its bytes are there.
    pub(crate) fn of_post(&self) -> Option<&sansmcp::Frame<'_>> {
        match &self.held {
            Held::Text { read, .. } | Held::Bytes { read, .. } if self.post.is_some() => Some(read),
            _ => None,
        }
    }

    /// A frame of the core with its bytes copied.
    pub(crate) fn copy(frame: &sansmcp::Frame<'_>) -> Self {
        match frame.overlong() {
            None => Self::new(frame.bytes()),
            Some(known) => {
                let id = known.id.map(str::to_owned);
                Self::overly_long(Overlong { id, kind: known.kind, len: known.len })
            }
        }
    }

    /// The bytes of the message; empty if they are gone.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.held {
            Held::Text { text, .. } => text.as_bytes(),
            Held::Bytes { bytes, .. } => bytes,
            Held::Overlong { .. } | Held::Gone => &[],
        }
    }

    /// What is known of the message if it did not fit into the buffer; `None` if it did.
    #[must_use]
    pub fn overlong(&self) -> Option<&Overlong> {
        match &self.held {
            Held::Overlong { known, .. } => Some(known),
            _ => None,
        }
    }

    /// Gives the memory of its bytes back; no event comes out of it any more.
    pub fn let_go(&mut self) {
        self.held = Held::Gone;
    }

    /// The next event of this frame, as `receive` reads it: its kind, its text, and the numbers
    /// over it.
    pub(crate) fn next<K>(
        &mut self,
        receive: impl for<'f> FnOnce(&mut sansmcp::Frame<'f>) -> Option<(K, &'f str, Parts)>,
    ) -> Option<(K, Arc<str>, Parts)> {
        match &mut self.held {
            Held::Text { read, text } => receive(read).map(|event| share(event, text)),
            Held::Bytes { read, .. } => receive(read).map(copy),
            Held::Overlong { is_read: true, .. } | Held::Gone => None,
            Held::Overlong { known, is_read } => {
                *is_read = true;
                let Overlong { id, kind, len } = &**known;
                let known = sansmcp::Overlong { id: id.as_deref(), kind: *kind, len: *len };
                receive(&mut sansmcp::Frame::too_long(known).on(self.way)).map(copy)
            }
        }
    }
}

/// An event whose text is most likely the one of its frame, which is then shared.
fn share<K>((kind, text, parts): (K, &str, Parts), frame: &Arc<str>) -> (K, Arc<str>, Parts) {
    if std::ptr::eq(text, &raw const **frame) {
        return (kind, Arc::clone(frame), parts);
    }
    copy((kind, text, parts))
}

fn copy<K>((kind, text, parts): (K, &str, Parts)) -> (K, Arc<str>, Parts) {
    (kind, Arc::from(text), parts)
}

/// # Safety
/// The bytes have to outlive every use of what is returned.
unsafe fn outlive(bytes: &[u8]) -> &'static [u8] {
    // SAFETY: the caller's promise.
    unsafe { &*std::ptr::from_ref(bytes) }
}

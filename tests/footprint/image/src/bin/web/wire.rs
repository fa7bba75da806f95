//! One connection: HTTP/1.1 as the core reads and writes it.

use sansmcp::http::{Head, Header};
use sansmcp::http1::{
    BodyForm, CONTINUE, Chunk, ConversationState, Framing, LAST_CHUNK, MAX_HEADERS, NO_HEADERS,
    Step, Terms,
};

use crate::{close, send};

/// Bytes of a body that nobody wants which are read, so that its connection can go on.
const SKIPPED: u64 = 4096;

/// Room for the lines of a head.
pub struct Lines<'h>([Header<'h>; MAX_HEADERS]);

impl Lines<'_> {
    pub const NONE: Lines<'static> = Lines(NO_HEADERS);
}

/// A request: its path, its head and its body.
pub struct Request<'h> {
    pub path: &'h str,
    pub head: Head<'h>,
    pub body: &'h [u8],
}

/// What is known of a connection beside its buffer.
#[derive(Clone, Copy)]
pub struct Wire {
    state: ConversationState,
    terms: Terms,
    body: BodyForm,
}

/// What is to be done.
pub enum Due {
    /// Judge the head.
    Head,
    /// Deal with the body.
    Body,
}

impl Wire {
    pub const NEW: Wire =
        Wire { state: ConversationState::NEW, terms: Terms::CLOSE, body: BodyForm::None };

    /// One byte came in.
    pub fn arrived(&mut self, rx: &mut [u8], byte: u8) {
        if let Some(place) = self.state.space(rx).first_mut() {
            *place = byte;
            self.state.filled(rx, 1);
        }
    }

    pub fn next(&mut self, link: usize, rx: &mut [u8], tx: &mut [u8]) -> Option<Due> {
        let due = match self.state.advance(rx)? {
            Step::Head => Due::Head,
            Step::Request => Due::Body,
            Step::Refused(status) => {
                self.begin(link, status, [], Some(0), tx);
                self.end(link, false);
                return None;
            }
        };
        Some(due)
    }

    pub fn request<'r: 'h, 'h>(
        &self,
        rx: &'r [u8],
        lines: &'h mut Lines<'r>,
    ) -> Option<Request<'h>> {
        let request = self.state.request(rx, &mut lines.0)?;
        Some(Request { path: request.path, head: request.head(), body: request.body })
    }

    /// The body is wanted.
    pub fn accept(&mut self, link: usize, rx: &[u8]) {
        if self.state.accept(rx, rx.len() as u64) {
            send(link, CONTINUE);
        }
    }

    /// The body is not wanted.
    pub fn skip(&mut self) {
        self.state.skip(SKIPPED);
    }

    /// The head of a response, whose body is so long, or a stream.
    pub fn begin<'n, 'v>(
        &mut self,
        link: usize,
        status: u16,
        headers: impl IntoIterator<Item = (&'n str, &'v str)>,
        length: Option<usize>,
        tx: &mut [u8],
    ) {
        let framing = length.map_or(Framing::Stream, |length| Framing::Length(length as u64));
        self.terms = self.state.terms();
        let headers = headers.into_iter().map(|(name, value)| (name, value));
        // The buffer is large enough for all heads.
        if let Ok(sent) = self.terms.write_head(status, headers, framing, tx) {
            send(link, sent.head);
            (self.body, self.terms.keep) = (sent.body, sent.keep);
        }
    }

    /// Some of its body.
    pub fn body(&self, link: usize, parts: &[&[u8]]) {
        let length = parts.iter().map(|part| part.len()).sum();
        let chunk = (self.body == BodyForm::Chunked && length > 0).then(|| Chunk::new(length));
        if self.body == BodyForm::None {
            return;
        }
        if let Some(chunk) = &chunk {
            send(link, chunk.head());
        }
        parts.iter().for_each(|part| send(link, part));
        if let Some(chunk) = &chunk {
            send(link, chunk.tail());
        }
    }

    /// Its end, or where it breaks off.
    pub fn end(&mut self, link: usize, is_cut: bool) {
        if self.body == BodyForm::Chunked && !is_cut {
            send(link, LAST_CHUNK);
        }
        let goes_on = self.state.finish() && self.terms.keep && !is_cut;
        if !goes_on {
            close(link);
            *self = Wire::NEW;
        }
    }
}

//! The machine of a connection: where its requests begin and end.

use super::chunked::Chunks;
use super::facts::Body;
use super::reply::Terms;
use super::request::{self, Headers, Request, Version};
use super::{MAX_HEAD, Stage, Step};
use crate::frame::shift::shift_down;
use crate::http::head::is_tchar;
use crate::json::find::find_byte;

/// All that a [`Conversation`](super::Conversation) knows beside its buffer: plain data, all zero
/// bits when new.
///
/// It is for those who cannot keep a borrow, such as a table of connections: each call takes the
/// buffer, always the same one. Another buffer gives other bytes and breaks nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ConversationState {
    /// Where the request begins. `start <= head_end <= body_end <= read <= end <= buffer.len()`.
    start: usize,
    /// While a head is awaited: up to where line ends were looked for.
    searched: usize,
    /// While a head is awaited: where the line begins that was not found whole.
    line: usize,
    /// Where the head ends and what is held of the body begins.
    head_end: usize,
    /// Where that ends.
    body_end: usize,
    /// Up to where the input was taken apart.
    read: usize,
    /// Where what was received ends, and space begins.
    end: usize,
    /// How many bytes of the body may, or with a length have to, come yet.
    room: u64,
    chunks: Chunks,
    phase: Phase,
    body: Body,
    version: Version,
    is_head_only: bool,
    keep: bool,
    /// The client waits for `100 Continue`.
    expects: bool,
    /// The body is read through and not kept.
    drops: bool,
    /// An empty line before the request was skipped.
    is_blank_skipped: bool,
    /// The status of a refusal that is still to be told; 0 for none.
    refusal: u16,
}

const _: () = assert!(size_of::<ConversationState>() <= 128);

#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Awaiting = 0,
    Judging,
    Body,
    Answering,
    Draining,
    Closed,
}

impl ConversationState {
    /// Of a connection on which nothing has arrived.
    pub const NEW: ConversationState = ConversationState {
        start: 0,
        searched: 0,
        line: 0,
        head_end: 0,
        body_end: 0,
        read: 0,
        end: 0,
        room: 0,
        chunks: Chunks::NEW,
        phase: Phase::Awaiting,
        body: Body::None,
        version: Version::Http11,
        is_head_only: false,
        keep: false,
        expects: false,
        drops: false,
        is_blank_skipped: false,
        refusal: 0,
    };

    /// As [`Conversation::space`](super::Conversation::space).
    pub fn space<'b>(&mut self, buffer: &'b mut [u8]) -> &'b mut [u8] {
        buffer.get_mut(self.end..).unwrap_or_default()
    }

    /// As [`Conversation::filled`](super::Conversation::filled).
    pub fn filled(&mut self, buffer: &mut [u8], count: usize) {
        if self.phase != Phase::Closed {
            self.end = self.end.saturating_add(count).min(buffer.len());
        }
    }

    /// As [`Conversation::advance`](super::Conversation::advance).
    pub fn advance(&mut self, buffer: &mut [u8]) -> Option<Step> {
        if self.refusal != 0 {
            return Some(self.refuse(self.refusal));
        }
        match self.phase {
            Phase::Judging | Phase::Closed => None,
            Phase::Awaiting => self.head(buffer),
            Phase::Body => match self.feed(buffer) {
                Ok(true) => {
                    self.phase = Phase::Answering;
                    Some(Step::Request)
                }
                Ok(false) => None,
                Err(status) => Some(self.refuse(status)),
            },
            Phase::Answering => {
                if self.drops && self.feed(buffer).is_err() {
                    (self.keep, self.drops) = (false, false);
                }
                None
            }
            Phase::Draining => match self.feed(buffer) {
                Ok(true) => {
                    self.begin();
                    self.head(buffer)
                }
                Ok(false) => None,
                Err(_) => {
                    self.close();
                    None
                }
            },
        }
    }

    /// As [`Conversation::request`](super::Conversation::request).
    pub fn request<'r: 'h, 'h>(
        &self,
        buffer: &'r [u8],
        headers: &'h mut Headers<'r>,
    ) -> Option<Request<'h>> {
        let body = match self.phase {
            Phase::Judging | Phase::Body => b"",
            Phase::Answering => buffer.get(self.head_end..self.body_end)?,
            Phase::Awaiting | Phase::Draining | Phase::Closed => return None,
        };
        request::read(buffer.get(self.start..self.head_end)?, body, headers)
    }

    /// As [`Conversation::accept`](super::Conversation::accept).
    pub fn accept(&mut self, buffer: &[u8], limit: u64) -> bool {
        if self.phase != Phase::Judging {
            return false;
        }
        self.phase = Phase::Body;
        match self.body {
            Body::None => {}
            Body::Length => {
                let free = buffer.len().saturating_sub(self.head_end.saturating_sub(self.start));
                if self.room > limit.min(free as u64) {
                    self.refusal = 413;
                }
            }
            Body::Chunked => self.room = limit,
        }
        // Who has begun to send does not wait.
        let is_awaited = self.expects && self.refusal == 0 && self.read == self.end;
        self.expects = false;
        is_awaited
    }

    /// As [`Conversation::skip`](super::Conversation::skip).
    pub fn skip(&mut self, limit: u64) -> Terms {
        if matches!(self.phase, Phase::Judging | Phase::Body) && self.refusal == 0 {
            self.phase = Phase::Answering;
            self.drops = true;
            self.body_end = self.head_end;
            if self.expects || (self.body == Body::Length && self.room > limit) {
                self.keep = false;
            }
            if self.body == Body::Chunked {
                self.room = limit;
            }
        }
        self.terms()
    }

    /// As [`Conversation::terms`](super::Conversation::terms).
    pub fn terms(&self) -> Terms {
        Terms { version: self.version, keep: self.keep, is_head_only: self.is_head_only }
    }

    /// As [`Conversation::finish`](super::Conversation::finish).
    pub fn finish(&mut self) -> bool {
        if self.phase != Phase::Answering || !self.keep {
            self.close();
            return false;
        }
        if self.body == Body::None {
            self.begin();
        } else {
            // Nobody looks at the head any more.
            (self.start, self.head_end, self.body_end) = (self.read, self.read, self.read);
            self.phase = Phase::Draining;
        }
        true
    }

    /// As [`Conversation::stage`](super::Conversation::stage).
    pub fn stage(&self) -> Stage {
        match self.phase {
            Phase::Awaiting if self.start == self.end => Stage::Idle,
            Phase::Awaiting => Stage::Head,
            Phase::Judging => Stage::Judging,
            Phase::Body => Stage::Body,
            Phase::Answering => Stage::Answering,
            Phase::Draining => Stage::Draining,
            Phase::Closed => Stage::Closed,
        }
    }

    fn refuse(&mut self, status: u16) -> Step {
        self.close();
        Step::Refused(status)
    }

    /// As [`Conversation::close`](super::Conversation::close).
    pub fn close(&mut self) {
        let terms = self.terms();
        *self = ConversationState::NEW;
        (self.version, self.is_head_only) = (terms.version, terms.is_head_only);
        self.phase = Phase::Closed;
    }

    /// The next request begins where the one before ended.
    fn begin(&mut self) {
        let (read, end) = if self.read == self.end { (0, 0) } else { (self.read, self.end) };
        *self = ConversationState::NEW;
        (self.start, self.searched, self.line, self.end) = (read, read, read, end);
    }

    /// Looks for the end of a head, and checks the head there.
    fn head(&mut self, buffer: &mut [u8]) -> Option<Step> {
        let is_found = match self.seek(buffer) {
            Ok(is_found) => is_found,
            Err(status) => return Some(self.refuse(status)),
        };
        if !is_found {
            self.compact(buffer);
            return None;
        }
        let facts = match buffer.get(self.start..self.head_end).map(request::check)? {
            Ok(facts) => facts,
            Err(status) => return Some(self.refuse(status)),
        };
        (self.body_end, self.read) = (self.head_end, self.head_end);
        (self.version, self.is_head_only) = (facts.version, facts.is_head_only);
        (self.keep, self.expects) = (facts.keep, facts.expects);
        (self.body, self.room) = (facts.body, facts.length);
        self.phase = Phase::Judging;
        Some(Step::Head)
    }

    /// Whether the head is whole; then `head_end` is known. Lines end with CR LF and nothing
    /// else.
    fn seek(&mut self, buffer: &[u8]) -> Result<bool, u16> {
        let limit = buffer.len().min(MAX_HEAD);
        loop {
            // Never past the limit, so that what is refused does not depend on how bytes arrive.
            let held_end = self.end.min(self.start.saturating_add(limit));
            let held = buffer.get(..held_end).unwrap_or_default();
            let is_first = self.line == self.start;
            let is_blank = |byte: u8| byte == b'\r' && !self.is_blank_skipped;
            // What does not begin like a method never becomes one; TLS has no line ends even.
            let is_strange = |&byte: &u8| !is_tchar(byte) && !is_blank(byte);
            if is_first && held.get(self.start).is_some_and(is_strange) {
                return Err(400);
            }
            let newline = find_byte(held, self.searched, b'\n');
            if newline >= held_end {
                self.searched = held_end;
                let is_full = held_end.saturating_sub(self.start) >= limit;
                return if is_full { Err(431) } else { Ok(false) };
            }
            let line = held.get(self.line..newline).and_then(|line| line.strip_suffix(b"\r"));
            self.searched = newline.saturating_add(1);
            self.line = self.searched;
            if !line.ok_or(400_u16)?.is_empty() {
                continue;
            }
            if !is_first {
                self.head_end = self.line;
                return Ok(true);
            }
            // Another one is strange.
            self.start = self.line;
            self.is_blank_skipped = true;
        }
    }

    /// Takes in what arrived of the body. Whether it is whole: then the next request begins at
    /// `read`.
    fn feed(&mut self, buffer: &mut [u8]) -> Result<bool, u16> {
        match self.body {
            Body::None => return Ok(true),
            Body::Length => {
                let held = self.end.saturating_sub(self.read);
                let count = usize::try_from(self.room).unwrap_or(held).min(held);
                self.room = self.room.saturating_sub(count as u64);
                self.take(buffer, count);
                if self.room == 0 {
                    self.body = Body::None;
                    return Ok(true);
                }
            }
            Body::Chunked => {
                while self.read < self.end {
                    let input = buffer.get(self.read..self.end).unwrap_or_default();
                    let piece = self.chunks.piece(input, self.room)?;
                    self.read = self.read.saturating_add(piece.framing);
                    self.room = self.room.saturating_sub(piece.data as u64);
                    self.take(buffer, piece.data);
                    if piece.is_last {
                        self.body = Body::None;
                        return Ok(true);
                    }
                }
            }
        }
        // All that is held was taken apart.
        self.read = self.body_end;
        self.end = self.body_end;
        self.compact(buffer);
        let is_full = self.end >= buffer.len();
        if is_full && !self.drops { Err(413) } else { Ok(false) }
    }

    /// The next bytes are the body's.
    fn take(&mut self, buffer: &mut [u8], count: usize) {
        if !self.drops {
            shift_down(buffer, self.body_end, self.read, count);
            self.body_end = self.body_end.saturating_add(count);
        }
        self.read = self.read.saturating_add(count);
    }

    /// Moves what is held of the one request that is read to the front. That happens at most once
    /// to each byte: it stays at the front until the request is over.
    fn compact(&mut self, buffer: &mut [u8]) {
        let by = self.start;
        if by == 0 {
            return;
        }
        shift_down(buffer, 0, by, self.end.saturating_sub(by));
        let places = [
            &mut self.start,
            &mut self.searched,
            &mut self.line,
            &mut self.head_end,
            &mut self.body_end,
            &mut self.read,
            &mut self.end,
        ];
        places.into_iter().for_each(|place| *place = place.saturating_sub(by));
    }
}

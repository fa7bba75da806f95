//! One connection: what was read, what waits to be sent, and its time limits.

use sansmcp::http1::{
    BodyForm, Chunk, ConversationState, Framing, HeadError, LAST_CHUNK, Stage, Terms,
};
use sansmcp::sse::KEEP_ALIVE;
use smoltcp::socket::tcp::{RecvError, Socket};

use crate::outbox::Outbox;
use crate::{OUTBOX, ROOM};

/// Milliseconds from the first byte of a request to its last.
const REQUEST: u64 = 15_000;
/// Between requests.
const IDLE: u64 = 60_000;
/// In which nothing of what waits to be sent is taken.
const STALLED: u64 = 15_000;
/// In which so much waits that others are held up.
const FULL: u64 = 5_000;
/// After the last response, for the client to close.
const LINGER: u64 = 1_000;
/// Between signs of life on streams of events.
const SIGN_OF_LIFE: u64 = 10_000;
/// In which one that is new is not closed for another.
const NEW: u64 = 500;

/// Where a page of another site comes from, if it may read the response. A longer origin than
/// there is room for is taken as none: that page gets its response, and its browser keeps it.
#[derive(Clone, Copy)]
pub struct Origin {
    text: [u8; 128],
    len: usize,
}

impl Origin {
    /// None.
    pub const NONE: Origin = Origin { text: [0; 128], len: 0 };

    /// Keeps the text of one.
    pub fn keep(text: Option<&str>) -> Origin {
        let mut origin = Origin::NONE;
        let text = text.unwrap_or_default().as_bytes();
        if let Some(place) = origin.text.get_mut(..text.len()) {
            place.iter_mut().zip(text).for_each(|(to, from)| *to = *from);
            origin.len = text.len();
        }
        origin
    }

    /// The text, if there is one.
    pub fn text(&self) -> Option<&str> {
        let text = core::str::from_utf8(self.text.get(..self.len)?).ok()?;
        (!text.is_empty()).then_some(text)
    }
}

/// A connection. All times are in milliseconds.
pub struct Link {
    /// Where its requests begin and end; the bytes are the host's.
    pub conversation: ConversationState,
    /// On which terms the response that is under way is sent.
    pub terms: Terms,
    /// The `Origin` of its request.
    pub origin: Origin,
    /// The response is a stream of events, which may be silent for long.
    pub is_events: bool,
    /// A message is half out on it.
    pub is_half: bool,
    /// It is to be closed, whatever is still to be sent.
    pub is_broken: bool,
    /// A response has begun, and how its body is sent.
    form: Option<BodyForm>,
    outbox: Outbox,
    /// What it was doing, and since when.
    stage: Stage,
    since: u64,
    has_spoken: bool,
    /// When something was said last.
    last_said: u64,
    /// Since when nothing is taken of what waits, and since when there is little room for more.
    stuck: Option<u64>,
    full: Option<u64>,
    /// Nothing more comes.
    is_at_end: bool,
}

impl Link {
    /// Of no client yet.
    pub fn new(outbox: &'static mut [u8]) -> Link {
        Link {
            conversation: ConversationState::NEW,
            terms: Terms::CLOSE,
            origin: Origin::NONE,
            is_events: false,
            is_half: false,
            is_broken: false,
            form: None,
            outbox: Outbox::new(outbox),
            stage: Stage::Idle,
            since: 0,
            has_spoken: false,
            last_said: 0,
            stuck: None,
            full: None,
            is_at_end: false,
        }
    }

    /// A client has come.
    pub fn open(&mut self, now: u64) {
        let mut outbox = core::mem::replace(&mut self.outbox, Outbox::new(&mut []));
        outbox.clear();
        *self = Link { outbox, since: now, last_said: now, ..Link::new(&mut []) };
    }

    /// Reads what there is, as far as there is room. True if something was read.
    pub fn read(&mut self, socket: &mut Socket<'_>, buffer: &mut [u8]) -> bool {
        // Who does not take what is said is not listened to.
        let space = self.conversation.space(buffer);
        if self.is_at_end || space.is_empty() || self.is_behind() {
            return false;
        }
        match socket.recv_slice(space) {
            Ok(count) => {
                self.conversation.filled(buffer, count);
                count > 0
            }
            Err(RecvError::Finished) => {
                self.is_at_end = true;
                false
            }
            Err(RecvError::InvalidState) => {
                self.is_broken = true;
                false
            }
        }
    }

    /// Sends what waits. True if something was sent.
    pub fn write(&mut self, socket: &mut Socket<'_>, now: u64) -> bool {
        let count = match self.outbox.waiting() {
            [] => 0,
            waiting => socket.send_slice(waiting).unwrap_or_else(|_| {
                self.is_broken = true;
                0
            }),
        };
        if count > 0 {
            self.outbox.sent(count);
            (self.last_said, self.stuck) = (now, None);
        }
        if self.has_room() {
            self.full = None;
        } else {
            self.full.get_or_insert(now);
        }
        if !self.outbox.is_empty() {
            self.stuck.get_or_insert(now);
        } else if self.stage == Stage::Closed {
            // Our side ends; what the client still sends is read, so that it gets the response.
            socket.close();
        }
        count > 0
    }

    /// Begins a response, and gives up on the connection where that cannot be.
    pub fn begin<'h>(
        &mut self,
        status: u16,
        headers: impl IntoIterator<Item = (&'h str, &'h str)>,
        framing: Framing,
    ) {
        match self.terms.write_head(status, headers, framing, self.outbox.space()) {
            Ok(sent) => {
                let len = sent.head.len();
                self.terms.keep = sent.keep;
                self.form = Some(sent.body);
                self.outbox.written(len);
            }
            Err(HeadError::Short { .. } | HeadError::Invalid) => self.is_broken = true,
        }
    }

    /// The next bytes of the body. A client that is so far behind that there is no room for them
    /// is given up.
    pub fn body(&mut self, parts: &[&[u8]]) {
        let chunk = Chunk::new(parts.iter().map(|part| part.len()).sum());
        let is_chunked = match self.form {
            Some(BodyForm::Chunked) => true,
            Some(BodyForm::Plain) => false,
            Some(BodyForm::None) | None => return,
        };
        if is_chunked {
            self.put(chunk.head());
        }
        parts.iter().for_each(|part| self.put(part));
        if is_chunked {
            self.put(chunk.tail());
        }
    }

    /// The response is whole.
    pub fn end(&mut self) {
        if self.form.take() == Some(BodyForm::Chunked) {
            self.put(LAST_CHUNK);
        }
        (self.origin, self.is_events) = (Origin::NONE, false);
        if self.terms.keep {
            self.conversation.finish();
        } else {
            self.conversation.close();
        }
    }

    /// Responds at once, with a body or without one.
    pub fn respond<'h>(
        &mut self,
        status: u16,
        headers: impl IntoIterator<Item = (&'h str, &'h str)>,
        body: &[u8],
    ) {
        self.begin(status, headers, Framing::Length(body.len() as u64));
        self.body(&[body]);
        self.end();
    }

    /// True if so much waits to be sent that its next request has to wait too.
    pub fn is_behind(&self) -> bool {
        self.outbox.room() < OUTBOX / 2
    }

    /// True if there is room for what one step of the engine may bring.
    pub fn has_room(&self) -> bool {
        self.outbox.room() >= ROOM
    }

    /// For how many bytes there is room.
    pub fn room(&self) -> usize {
        self.outbox.room()
    }

    /// Sends bytes that belong to no response.
    pub fn put(&mut self, bytes: &[u8]) {
        self.is_broken |= !self.outbox.put(bytes);
    }

    /// Since when it rests, if it may be closed for another one. One that is new has a moment to
    /// say something.
    pub fn rests(&self, now: u64) -> Option<u64> {
        let is_new = !self.has_spoken && now - self.since < NEW;
        (self.stage == Stage::Idle && self.outbox.is_empty() && !is_new).then_some(self.since)
    }

    /// It has to make room for another one. One that never said anything is not waited for.
    pub fn make_room(&mut self) {
        self.is_broken |= !self.has_spoken;
    }

    /// Notes when it went on to something else.
    pub fn tell(&mut self, now: u64) {
        let stage = self.conversation.stage();
        // From the first byte of the head to the last of the body it is one request.
        let is_request = |stage: Stage| matches!(stage, Stage::Head | Stage::Judging | Stage::Body);
        let is_same = stage == self.stage || (is_request(stage) && is_request(self.stage));
        if !is_same {
            (self.since, self.has_spoken) = (now, true);
        }
        self.stage = stage;
    }

    /// What the time brings. False if the connection is over.
    pub fn tick(&mut self, now: u64) -> bool {
        self.tell(now);
        let past = |since: u64, limit| now.saturating_sub(since) > limit;
        self.is_broken |= self.stuck.is_some_and(|since| past(since, STALLED));
        self.is_broken |= self.full.is_some_and(|since| past(since, FULL));
        if self.is_broken {
            return false;
        }
        let is_sent = self.outbox.is_empty();
        match self.stage {
            Stage::Idle => !(is_sent && (self.is_at_end || past(self.since, IDLE))),
            Stage::Head | Stage::Body | Stage::Draining if self.is_at_end => !is_sent,
            Stage::Head | Stage::Body | Stage::Draining => {
                if past(self.since, REQUEST) {
                    self.give_up();
                }
                true
            }
            Stage::Judging => true,
            Stage::Answering if self.is_at_end => false,
            Stage::Answering => {
                let is_silent = is_sent && past(self.last_said, SIGN_OF_LIFE);
                if self.is_events && !self.is_half && is_silent {
                    self.body(&[KEEP_ALIVE]);
                }
                true
            }
            Stage::Closed => !(is_sent && (self.is_at_end || past(self.since, LINGER))),
        }
    }

    /// The client takes too long.
    fn give_up(&mut self) {
        self.terms = Terms::CLOSE;
        if self.conversation.stage() == Stage::Draining {
            self.conversation.close();
        } else {
            self.respond(408, [], b"");
        }
    }
}

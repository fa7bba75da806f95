//! One connection: its socket, what was read, what waits to be sent, and its time limits.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Instant;

use sansmcp::http1::{
    BodyForm, Chunk, ConversationState, Framing, HeadError, LAST_CHUNK, Stage, Terms,
};
use sansmcp::sse::KEEP_ALIVE;

use crate::{Limits, UNSENT};

/// A connection.
pub struct Link {
    socket: TcpStream,
    /// Where its requests begin and end; the bytes are the host's.
    pub conversation: ConversationState,
    /// On which terms the response that is under way is sent.
    pub terms: Terms,
    /// The `Origin` of its request, if it may read the response.
    pub origin: Option<String>,
    /// The response is a stream of events, which may be silent for long.
    pub is_events: bool,
    /// A message is half out on it.
    pub is_half: bool,
    /// A response has begun, and how its body is sent.
    form: Option<BodyForm>,
    /// What waits to be sent, and how much of it was.
    unsent: Vec<u8>,
    sent: usize,
    /// What it was doing, and since when.
    stage: Stage,
    since: Instant,
    has_spoken: bool,
    /// When something was said last.
    last_said: Instant,
    /// Since when nothing is taken of what waits.
    stuck: Option<Instant>,
    /// Nothing more comes.
    is_at_end: bool,
    /// Our side was ended.
    is_shut: bool,
    /// It is to be closed, whatever is still to be sent.
    pub is_broken: bool,
}

impl Link {
    /// Of a socket that was just accepted.
    ///
    /// # Errors
    /// Of the socket.
    pub fn new(socket: TcpStream, now: Instant) -> std::io::Result<Link> {
        socket.set_nonblocking(true)?;
        socket.set_nodelay(true)?;
        Ok(Link {
            socket,
            conversation: ConversationState::NEW,
            terms: Terms::CLOSE,
            origin: None,
            is_events: false,
            is_half: false,
            form: None,
            unsent: Vec::new(),
            sent: 0,
            stage: Stage::Idle,
            since: now,
            has_spoken: false,
            last_said: now,
            stuck: None,
            is_at_end: false,
            is_shut: false,
            is_broken: false,
        })
    }

    /// Reads what there is, as far as there is room. True if something was read.
    pub fn read(&mut self, buffer: &mut [u8]) -> bool {
        // Who does not take what is said is not listened to.
        let space = self.conversation.space(buffer);
        if self.is_at_end || space.is_empty() || self.is_behind() {
            return false;
        }
        match self.socket.read(space) {
            Ok(0) => self.is_at_end = true,
            Ok(count) => {
                self.conversation.filled(buffer, count);
                return true;
            }
            Err(error) => self.failed(&error),
        }
        false
    }

    /// Sends what waits. True if something was sent.
    pub fn write(&mut self, now: Instant) -> bool {
        let before = self.sent;
        while let Some(rest) = self.unsent.get(self.sent..).filter(|rest| !rest.is_empty()) {
            match self.socket.write(rest) {
                Ok(count) => self.sent += count,
                Err(error) => {
                    self.failed(&error);
                    break;
                }
            }
        }
        let has_sent = self.sent != before;
        if has_sent {
            (self.last_said, self.stuck) = (now, None);
        }
        if self.sent == self.unsent.len() {
            self.unsent.clear();
            self.sent = 0;
            if self.conversation.stage() == Stage::Closed && !self.is_shut {
                self.is_shut = true;
                let _ = self.socket.shutdown(Shutdown::Write);
            }
        } else {
            self.stuck.get_or_insert(now);
        }
        has_sent
    }

    fn failed(&mut self, error: &std::io::Error) {
        let is_passing = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted);
        self.is_broken |= !is_passing;
    }

    /// Begins a response, and gives up on the connection where that cannot be.
    pub fn begin(&mut self, status: u16, headers: &[(&str, &str)], framing: Framing) {
        let at = self.unsent.len();
        let mut need = 512;
        loop {
            self.unsent.resize(at + need, 0);
            let room = self.unsent.get_mut(at..).unwrap_or_default();
            match self.terms.write_head(status, headers.iter().copied(), framing, room) {
                Ok(sent) => {
                    let len = sent.head.len();
                    self.terms.keep = sent.keep;
                    self.form = Some(sent.body);
                    self.unsent.truncate(at + len);
                    return;
                }
                Err(HeadError::Short { need: more }) => need = more,
                Err(HeadError::Invalid) => {
                    self.unsent.truncate(at);
                    self.is_broken = true;
                    return;
                }
            }
        }
    }

    /// The next bytes of the body.
    pub fn body(&mut self, parts: &[&[u8]]) {
        let chunk = Chunk::new(parts.iter().map(|part| part.len()).sum());
        let is_chunked = match self.form {
            Some(BodyForm::Chunked) => true,
            Some(BodyForm::Plain) => false,
            Some(BodyForm::None) | None => return,
        };
        if is_chunked {
            self.unsent.extend_from_slice(chunk.head());
        }
        parts.iter().for_each(|part| self.unsent.extend_from_slice(part));
        if is_chunked {
            self.unsent.extend_from_slice(chunk.tail());
        }
        self.is_broken |= self.unsent.len() - self.sent > UNSENT;
    }

    /// The response is whole.
    pub fn end(&mut self) {
        if self.form.take() == Some(BodyForm::Chunked) {
            self.unsent.extend_from_slice(LAST_CHUNK);
        }
        (self.origin, self.is_events) = (None, false);
        if self.terms.keep {
            self.conversation.finish();
        } else {
            self.conversation.close();
        }
    }

    /// Responds at once, with a body or without one.
    pub fn respond(&mut self, status: u16, headers: &[(&str, &str)], body: &[u8]) {
        self.begin(status, headers, Framing::Length(body.len() as u64));
        self.body(&[body]);
        self.end();
    }

    /// True if so much waits to be sent that its next request has to wait too.
    pub fn is_behind(&self) -> bool {
        self.unsent.len() - self.sent > UNSENT / 2
    }

    /// Sends bytes that belong to no response.
    pub fn put(&mut self, bytes: &[u8]) {
        self.unsent.extend_from_slice(bytes);
    }

    /// Since when it rests, if it may be closed for another one. One that is new has a second to
    /// say something.
    pub fn rests(&self, now: Instant) -> Option<Instant> {
        let is_new = !self.has_spoken && now.saturating_duration_since(self.since).as_secs() == 0;
        (self.stage == Stage::Idle && self.unsent.is_empty() && !is_new).then_some(self.since)
    }

    /// Notes when it went on to something else.
    pub fn tell(&mut self, now: Instant) {
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
    pub fn tick(&mut self, limits: &Limits, now: Instant) -> bool {
        self.tell(now);
        let past = |since: Instant, limit| now.saturating_duration_since(since) > limit;
        if self.is_broken || self.stuck.is_some_and(|since| past(since, limits.stalled)) {
            return false;
        }
        let is_sent = self.unsent.is_empty();
        match self.stage {
            Stage::Idle => !(is_sent && (self.is_at_end || past(self.since, limits.idle))),
            Stage::Head | Stage::Body | Stage::Draining if self.is_at_end => !is_sent,
            Stage::Head | Stage::Body | Stage::Draining => {
                if past(self.since, limits.request) {
                    self.give_up();
                }
                true
            }
            Stage::Judging => true,
            Stage::Answering if self.is_at_end => false,
            Stage::Answering => {
                if self.is_events
                    && !self.is_half
                    && is_sent
                    && past(self.last_said, limits.keep_alive)
                {
                    self.body(&[KEEP_ALIVE]);
                }
                true
            }
            Stage::Closed => !(is_sent && (self.is_at_end || past(self.since, limits.linger))),
        }
    }

    /// The client takes too long.
    fn give_up(&mut self) {
        self.terms = Terms::CLOSE;
        if self.conversation.stage() == Stage::Draining {
            self.conversation.close();
        } else {
            self.respond(408, &[], b"");
        }
    }
}

//! Reads a line that is longer than the buffer, to tell whom an error is due to.
//!
//! The line arrives in pieces and its bytes are not kept. Each byte moves one small state machine
//! that follows strings, escapes and brackets, and keeps one thing: the value of the key `id` in
//! the outermost object, wherever it stands; some clients write it last, after the arguments that
//! made the line long. Memory and work for a byte are constant.
//!
//! Of a line that is JSON all that it says is exact, however deep it is nested. The line is not
//! checked: it is refused in any case, and an error to the sender of one that is broken as well
//! does no harm. The id alone is checked, since it is written down again.

use super::{Overlong, OverlongKind};
use crate::json::find::find_special;
use crate::json::{Scanner, Text, text_of};
use crate::rules::packed::place;

/// Longest id that is kept, in bytes as written.
const ID_MAX: usize = 128;

/// Longest key that means something, as written: `method` and `result` have six letters, and an
/// escape has six bytes.
const KEY_MAX: usize = 36;

/// The keys that mean something.
const KEYS: &[u8] = b"id\nmethod\nresult\nerror\n";

/// The white space of JSON. A line has no newline in it, but a message that stands alone may.
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Where the next byte stands. 0 is the one of the beginning.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing but white space so far.
    Start,
    /// In the outermost object, outside of strings.
    Open,
    /// In a string, after a backslash in it.
    Text,
    Escape,
    /// The outermost object is closed.
    Done,
    /// No object, or something behind it: nothing that follows matters.
    Lost,
}

/// What stands here in the outermost object.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// A key, or what comes before its colon.
    Key,
    /// The value of `id`, of which nothing was read.
    NextId,
    /// The value of `id`, as far as it is kept.
    Id,
    /// Any other value.
    Value,
}

/// What became of the outermost `id`.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Id {
    Unseen,
    Kept,
    /// There, but of a wrong type, too long, or twice.
    Unusable,
}

/// The state of the scan. Plain data, all zero bits when new.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skim {
    id: [u8; ID_MAX],
    id_len: u8,
    id_state: Id,
    has_method: bool,
    has_outcome: bool,
    state: State,
    role: Role,
    /// An outermost key as written. As with the id, the length of a longer one says so.
    key: [u8; KEY_MAX],
    key_len: u8,
    /// Containers that are open.
    depth: u32,
    len: u64,
}

const _: () = assert!(size_of::<Skim>() <= 192);

impl Skim {
    pub(crate) const NEW: Skim = Skim {
        id: [0; ID_MAX],
        id_len: 0,
        id_state: Id::Unseen,
        has_method: false,
        has_outcome: false,
        state: State::Start,
        role: Role::Key,
        key: [0; KEY_MAX],
        key_len: 0,
        depth: 0,
        len: 0,
    };

    /// Reads the next piece of the line, without its newline. Pieces may be cut anywhere.
    pub(crate) fn feed(&mut self, piece: &[u8]) {
        self.len = self.len.saturating_add(piece.len() as u64);
        let mut rest = piece;
        loop {
            // The bulk of a long line is long text: what is plain of it is passed in one go.
            if self.state == State::Text && (self.depth > 1 || self.role == Role::Value) {
                rest = rest.get(find_special(rest, 0)..).unwrap_or_default();
            }
            let Some((&byte, after)) = rest.split_first() else { return };
            rest = after;
            self.step(byte);
        }
    }

    /// Whether there was nothing but white space.
    pub(crate) fn is_blank(&self) -> bool {
        self.state == State::Start
    }

    /// What is known, now that the line has ended.
    pub(crate) fn known(&self) -> Overlong<'_> {
        if self.state != State::Done {
            return Overlong { id: None, kind: OverlongKind::Unknown, len: self.len };
        }
        let id = if self.id_state == Id::Kept { self.kept() } else { None };
        let kind = match (self.has_method, self.has_outcome) {
            (true, _) if self.id_state == Id::Unseen => OverlongKind::Notification,
            (true, _) => OverlongKind::Request,
            (false, true) => OverlongKind::Response,
            (false, false) => OverlongKind::Unknown,
        };
        Overlong { id, kind, len: self.len }
    }

    /// The id, if it is JSON.
    fn kept(&self) -> Option<&str> {
        let id = text_of(self.id.get(..usize::from(self.id_len))?).ok()?;
        let mut scanner = Scanner::new(id);
        scanner.value(0).and_then(|_| scanner.end()).is_ok().then_some(id)
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn step(&mut self, byte: u8) {
        match self.state {
            State::Text | State::Escape => {
                let ends = self.state == State::Text && byte == b'"';
                if self.role == Role::Id {
                    keep(&mut self.id, &mut self.id_len, byte);
                } else if self.role == Role::Key && self.depth == 1 && !ends {
                    keep(&mut self.key, &mut self.key_len, byte);
                }
                self.state = match (self.state, byte) {
                    (State::Text, b'"') => State::Open,
                    (State::Text, b'\\') => State::Escape,
                    _ => State::Text,
                };
            }
            State::Open => self.open(byte),
            _ if is_space(byte) => {}
            State::Start if byte == b'{' => (self.state, self.depth) = (State::Open, 1),
            _ => self.state = State::Lost,
        }
    }

    /// A byte outside of strings.
    fn open(&mut self, byte: u8) {
        if self.depth == 1 {
            if self.role == Role::NextId && !is_space(byte) {
                let is_token = matches!(byte, b'"' | b'-' | b'0'..=b'9');
                self.id_state = if is_token { Id::Kept } else { Id::Unusable };
                self.role = if is_token { Role::Id } else { Role::Value };
            }
            match byte {
                b',' => (self.role, self.key_len) = (Role::Key, 0),
                b':' => self.end_key(),
                _ if self.role != Role::Id || byte == b'}' => {}
                _ if is_space(byte) => self.role = Role::Value,
                _ => keep(&mut self.id, &mut self.id_len, byte),
            }
        }
        match byte {
            b'"' => self.state = State::Text,
            b'{' | b'[' => self.depth = self.depth.saturating_add(1),
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.state = State::Done;
                }
            }
            _ => {}
        }
    }

    fn end_key(&mut self) {
        self.role = Role::Value;
        let key = self.key.get(..usize::from(self.key_len)).and_then(|key| text_of(key).ok());
        match key.and_then(|key| place(KEYS, Text::trusted(key))) {
            Some(0) if self.id_state == Id::Unseen => self.role = Role::NextId,
            Some(0) => self.id_state = Id::Unusable,
            Some(1) => self.has_method = true,
            Some(_) => self.has_outcome = true,
            None => {}
        }
    }
}

/// Keeps one more byte; of what is too long only that it is.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn keep(all: &mut [u8], len: &mut u8, byte: u8) {
    if let Some(place) = all.get_mut(usize::from(*len)) {
        *place = byte;
    }
    *len = len.saturating_add(1);
}

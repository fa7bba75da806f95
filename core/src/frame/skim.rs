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
use crate::json::{Scanner, text_of};

/// Longest id that is kept, in bytes as written.
const ID_MAX: usize = 128;

/// Longest key that means something: `method`, `result`.
const KEY_MAX: usize = 6;

/// Stands in a key for what no meaningful key contains. Never a byte of UTF-8.
const FOREIGN: u8 = 0xFF;

/// The white space of JSON that a line can contain.
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// Where the next byte stands. 0 is the one of the beginning.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing but white space so far.
    Start,
    /// In the outermost object, outside of strings.
    Open,
    /// In a string, after a backslash in it, in the four digits after `\u`.
    Text,
    Escape,
    Hex,
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
    /// An outermost key with its escapes decoded; longer ones have `KEY_MAX + 1`.
    key: [u8; KEY_MAX],
    key_len: u8,
    /// Digits that `\u` still needs, and the value of those that were read.
    digits: u8,
    unit: u16,
    /// Containers that are open.
    depth: u32,
    len: u64,
}

const _: () = assert!(size_of::<Skim>() <= 160);

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
        digits: 0,
        unit: 0,
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

    fn step(&mut self, byte: u8) {
        match self.state {
            State::Text | State::Escape | State::Hex => self.in_text(byte),
            State::Open => self.open(byte),
            _ if is_space(byte) => {}
            State::Start if byte == b'{' => (self.state, self.depth) = (State::Open, 1),
            _ => self.state = State::Lost,
        }
    }

    fn in_text(&mut self, byte: u8) {
        if self.role == Role::Id {
            self.keep(byte);
        }
        let (state, spelt) = match (self.state, byte) {
            (State::Text, b'"') => (State::Open, None),
            (State::Text, b'\\') => (State::Escape, None),
            (State::Text, _) => (State::Text, Some(byte)),
            (State::Escape, b'u') => {
                (self.digits, self.unit) = (4, 0);
                (State::Hex, None)
            }
            (State::Escape, _) => (State::Text, Some(FOREIGN)),
            _ => {
                // Only a line that is no JSON has other bytes here.
                let digit = if byte > b'9' { byte.wrapping_add(9) } else { byte };
                self.unit = self.unit << 4 | u16::from(digit & 0xf);
                self.digits = self.digits.wrapping_sub(1);
                if self.digits > 0 {
                    return;
                }
                (State::Text, Some(if self.unit < 0x80 { self.unit as u8 } else { FOREIGN }))
            }
        };
        self.state = state;
        if let Some(byte) = spelt {
            self.spell(byte);
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
                _ => self.keep(byte),
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
        match self.key.get(..usize::from(self.key_len)) {
            Some(b"id") if self.id_state == Id::Unseen => self.role = Role::NextId,
            Some(b"id") => self.id_state = Id::Unusable,
            Some(b"method") => self.has_method = true,
            Some(b"result" | b"error") => self.has_outcome = true,
            _ => {}
        }
    }

    /// The next decoded byte of a string: of interest in an outermost key only.
    fn spell(&mut self, byte: u8) {
        if self.depth != 1 || self.role != Role::Key {
            return;
        }
        if usize::from(self.key_len) <= KEY_MAX {
            if let Some(place) = self.key.get_mut(usize::from(self.key_len)) {
                *place = byte;
            }
            self.key_len = self.key_len.wrapping_add(1);
        }
    }

    /// The next byte of the id, as written.
    fn keep(&mut self, byte: u8) {
        match self.id.get_mut(usize::from(self.id_len)) {
            Some(place) => {
                *place = byte;
                self.id_len = self.id_len.wrapping_add(1);
            }
            None => self.id_state = Id::Unusable,
        }
    }
}

//! Reads a line that is longer than the buffer, to tell whom an error is due to.
//!
//! The line arrives in pieces and its bytes are not kept. Each byte moves one small state machine
//! that checks the whole of JSON's grammar (RFC 8259) and UTF-8, and keeps one thing: the value
//! of the key `id` in the outermost object, wherever it stands; some clients write it last, after
//! the arguments that made the line long. Memory and work for a byte are constant.
//!
//! One leniency: below [`DEPTH`] containers, brackets are counted but their kinds are not
//! compared. Such a line is refused in any case; its sender should hear of it.

use super::{Overlong, OverlongKind};
use crate::json::find::find_special;

/// Longest id that is kept, in bytes as written.
const ID_MAX: usize = 128;

/// Containers whose kind is known: one bit of `kinds` each.
const DEPTH: u32 = 2 * u64::BITS;

/// Longest key that means something: `method`, `result`.
const KEY_MAX: usize = 6;

/// Stands in a key for what no meaningful key contains. Never a byte of UTF-8.
const FOREIGN: u8 = 0xFF;

/// The white space of JSON that a line can contain.
pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// What the next byte may be. 0 is the one of the beginning.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing but white space so far.
    Start,
    /// After `{`: a key or `}`.
    FirstKey,
    /// After a comma in an object.
    Key,
    Colon,
    /// After a colon, or a comma in an array.
    Value,
    /// After `[`: a value or `]`.
    FirstItem,
    /// After a value: a comma or the end of its container.
    After,
    /// The outermost object is closed.
    Done,
    /// Not JSON, or no object: nothing that follows matters.
    Lost,
    /// Below `DEPTH` containers.
    Deep,
    /// In a string, after a backslash in it, in the four digits after `\u`.
    Text,
    Escape,
    Hex,
    /// In `true`, `false` or `null`.
    Word,
    /// In a number, named for what was read last.
    Minus,
    Zero,
    Whole,
    Point,
    Fraction,
    Exponent,
    Sign,
    Power,
}

/// What the string or number is that is being read.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// A key of the outermost object.
    OuterKey,
    InnerKey,
    /// The value of the outermost `id`.
    Id,
    Value,
    /// A string below `DEPTH` containers, key or not.
    Deep,
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

/// A stack of bits. Not a `u128`, whose alignment C does not have.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct Kinds {
    low: u64,
    high: u64,
}

impl Kinds {
    const NONE: Kinds = Kinds { low: 0, high: 0 };

    fn push(&mut self, bit: bool) {
        self.high = self.high << 1 | self.low >> 63;
        self.low = self.low << 1 | u64::from(bit);
    }

    fn pop(&mut self) {
        self.low = self.low >> 1 | self.high << 63;
        self.high >>= 1;
    }

    fn top(self) -> bool {
        self.low & 1 == 1
    }
}

/// The state of the scan. Plain data, all zero bits when new.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skim {
    id: [u8; ID_MAX],
    id_len: u8,
    id_state: Id,
    /// The key before this value was the outermost `id`.
    id_next: bool,
    has_method: bool,
    has_outcome: bool,
    state: State,
    role: Role,
    /// An outermost key with its escapes decoded; longer ones have `KEY_MAX + 1`.
    key: [u8; KEY_MAX],
    key_len: u8,
    /// UTF-8: how many more bytes the character has, and the bounds of the next one.
    tail: u8,
    low: u8,
    high: u8,
    /// Digits that `\u` still needs, and the value of those that were read.
    digits: u8,
    unit: u16,
    /// What is left of `true`, `false`, `null`, the next byte lowest.
    word: u32,
    /// Containers that are open.
    depth: u32,
    /// Their kinds, the innermost lowest: 1 is an object.
    kinds: Kinds,
    len: u64,
}

const _: () = assert!(size_of::<Skim>() <= 200);

impl Skim {
    pub(crate) const NEW: Skim = Skim {
        id: [0; ID_MAX],
        id_len: 0,
        id_state: Id::Unseen,
        id_next: false,
        has_method: false,
        has_outcome: false,
        state: State::Start,
        role: Role::OuterKey,
        key: [0; KEY_MAX],
        key_len: 0,
        tail: 0,
        low: 0,
        high: 0,
        digits: 0,
        unit: 0,
        word: 0,
        depth: 0,
        kinds: Kinds::NONE,
        len: 0,
    };

    /// Reads the next piece of the line, without its newline. Pieces may be cut anywhere.
    pub(crate) fn feed(&mut self, piece: &[u8]) {
        self.len = self.len.saturating_add(piece.len() as u64);
        let mut rest = piece;
        while self.state != State::Lost {
            if self.state == State::Text && self.tail == 0 && !self.is_kept() {
                rest = self.pass(rest);
            }
            let Some((&byte, after)) = rest.split_first() else { return };
            rest = after;
            self.step(byte);
        }
    }

    /// Passes what is plain of a string that is not kept, in one go: the bulk of a long line is
    /// long text. Gives what is left of the piece.
    fn pass<'p>(&mut self, piece: &'p [u8]) -> &'p [u8] {
        let plain = find_special(piece, 0);
        let Some((run, rest)) = piece.split_at_checked(plain) else { return piece };
        match core::str::from_utf8(run) {
            Ok(_) => rest,
            // The piece ends within a character: the steps go on with it.
            Err(error) if rest.is_empty() && error.error_len().is_none() => {
                run.get(error.valid_up_to()..).unwrap_or_default()
            }
            Err(_) => {
                self.state = State::Lost;
                rest
            }
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
        let id = match self.id_state {
            Id::Kept => self.id.get(..usize::from(self.id_len)),
            Id::Unseen | Id::Unusable => None,
        };
        let kind = match (self.has_method, self.has_outcome) {
            (true, _) if self.id_state == Id::Unseen => OverlongKind::Notification,
            (true, _) => OverlongKind::Request,
            (false, true) => OverlongKind::Response,
            (false, false) => OverlongKind::Unknown,
        };
        Overlong { id: id.and_then(|id| core::str::from_utf8(id).ok()), kind, len: self.len }
    }

    /// Whether the bytes of this string are looked at one by one.
    fn is_kept(&self) -> bool {
        matches!(self.role, Role::OuterKey | Role::Id)
    }

    fn step(&mut self, byte: u8) {
        match self.state {
            State::Text | State::Escape | State::Hex => {
                if self.role == Role::Id {
                    self.keep(byte);
                }
                match self.state {
                    State::Text => self.text(byte),
                    State::Escape => self.escape(byte),
                    _ => self.hex(byte),
                }
            }
            State::Word => self.word(byte),
            State::Deep => self.deep(byte),
            State::Start
            | State::FirstKey
            | State::Key
            | State::Colon
            | State::Value
            | State::FirstItem
            | State::After
            | State::Done => self.structure(byte),
            State::Lost => {}
            number => match next_in_number(number, byte) {
                Some(next) => {
                    if self.role == Role::Id {
                        self.keep(byte);
                    }
                    self.state = next;
                }
                None if can_end(number) => {
                    self.state = State::After;
                    self.structure(byte);
                }
                None => self.state = State::Lost,
            },
        }
    }

    /// A byte outside of strings, numbers and words.
    fn structure(&mut self, byte: u8) {
        if is_space(byte) {
            return;
        }
        let in_object = self.kinds.top();
        match (self.state, byte) {
            (State::Start, b'{') => self.open(true),
            (State::FirstKey | State::Key, b'"') => {
                self.key_len = 0;
                self.role = if self.depth == 1 { Role::OuterKey } else { Role::InnerKey };
                self.state = State::Text;
            }
            (State::Colon, b':') => self.state = State::Value,
            (State::FirstKey, b'}') | (State::FirstItem, b']') => self.close(),
            (State::After, b'}') if in_object => self.close(),
            (State::After, b']') if !in_object => self.close(),
            (State::After, b',') => {
                self.state = if in_object { State::Key } else { State::Value };
            }
            (State::Value | State::FirstItem, _) => self.value(byte),
            _ => self.state = State::Lost,
        }
    }

    /// The first byte of a value.
    fn value(&mut self, byte: u8) {
        let is_id = core::mem::take(&mut self.id_next);
        self.role = if is_id { Role::Id } else { Role::Value };
        let number = next_in_number(State::Minus, byte);
        match byte {
            b'"' => self.state = State::Text,
            b'-' => self.state = State::Minus,
            b't' => self.begin_word(*b"rue\0"),
            b'f' => self.begin_word(*b"alse"),
            b'n' => self.begin_word(*b"ull\0"),
            b'{' => self.open(true),
            b'[' => self.open(false),
            _ => self.state = number.unwrap_or(State::Lost),
        }
        if is_id {
            if matches!(byte, b'"' | b'-') || number.is_some() {
                self.id_state = Id::Kept;
                self.keep(byte);
            } else {
                self.id_state = Id::Unusable;
            }
        }
    }

    fn open(&mut self, object: bool) {
        if self.depth >= DEPTH {
            self.deepen();
            return;
        }
        self.kinds.push(object);
        self.depth = self.depth.wrapping_add(1);
        self.state = if object { State::FirstKey } else { State::FirstItem };
    }

    fn close(&mut self) {
        self.kinds.pop();
        self.depth = self.depth.saturating_sub(1);
        self.state = if self.depth == 0 { State::Done } else { State::After };
    }

    fn deepen(&mut self) {
        // A line with more than four thousand million brackets has an end, too: give it up.
        match self.depth.checked_add(1) {
            Some(depth) => (self.depth, self.state) = (depth, State::Deep),
            None => self.state = State::Lost,
        }
    }

    fn deep(&mut self, byte: u8) {
        match byte {
            b'"' => (self.role, self.state) = (Role::Deep, State::Text),
            b'{' | b'[' => self.deepen(),
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth <= DEPTH {
                    self.state = State::After;
                }
            }
            _ => {}
        }
    }

    /// A byte of a string.
    fn text(&mut self, byte: u8) {
        if self.tail > 0 {
            if byte < self.low || byte > self.high {
                self.state = State::Lost;
            }
            self.tail = self.tail.wrapping_sub(1);
            (self.low, self.high) = (0x80, 0xBF);
            return;
        }
        match byte {
            b'"' => self.end_text(),
            b'\\' => self.state = State::Escape,
            0x20..=0x7F => self.spell(byte),
            _ => match tail_of(byte) {
                Some(tail) => {
                    (self.tail, self.low, self.high) = tail;
                    self.spell(FOREIGN);
                }
                None => self.state = State::Lost,
            },
        }
    }

    fn escape(&mut self, byte: u8) {
        match byte {
            b'u' => (self.digits, self.unit, self.state) = (4, 0, State::Hex),
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {
                self.spell(FOREIGN);
                self.state = State::Text;
            }
            _ => self.state = State::Lost,
        }
    }

    fn hex(&mut self, byte: u8) {
        let digit = match byte {
            b'0'..=b'9' => byte.wrapping_sub(b'0'),
            b'a'..=b'f' => byte.wrapping_sub(b'a').wrapping_add(10),
            b'A'..=b'F' => byte.wrapping_sub(b'A').wrapping_add(10),
            _ => {
                self.state = State::Lost;
                return;
            }
        };
        self.unit = self.unit << 4 | u16::from(digit);
        self.digits = self.digits.wrapping_sub(1);
        if self.digits == 0 {
            self.spell(if self.unit < 0x80 { self.unit as u8 } else { FOREIGN });
            self.state = State::Text;
        }
    }

    fn end_text(&mut self) {
        self.state = match self.role {
            Role::OuterKey => {
                self.end_key();
                State::Colon
            }
            Role::InnerKey => State::Colon,
            Role::Id | Role::Value => State::After,
            Role::Deep => State::Deep,
        };
    }

    fn end_key(&mut self) {
        match self.key.get(..usize::from(self.key_len)) {
            Some(b"id") if self.id_state == Id::Unseen => self.id_next = true,
            Some(b"id") => self.id_state = Id::Unusable,
            Some(b"method") => self.has_method = true,
            Some(b"result" | b"error") => self.has_outcome = true,
            _ => {}
        }
    }

    /// The next decoded byte of a string: of interest in an outermost key only.
    fn spell(&mut self, byte: u8) {
        if self.role != Role::OuterKey || usize::from(self.key_len) > KEY_MAX {
            return;
        }
        if let Some(place) = self.key.get_mut(usize::from(self.key_len)) {
            *place = byte;
        }
        self.key_len = self.key_len.wrapping_add(1);
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

    fn begin_word(&mut self, rest: [u8; 4]) {
        (self.word, self.state) = (u32::from_le_bytes(rest), State::Word);
    }

    fn word(&mut self, byte: u8) {
        if u32::from(byte) != self.word & 0xFF {
            self.state = State::Lost;
            return;
        }
        self.word >>= 8;
        if self.word == 0 {
            self.state = State::After;
        }
    }
}

/// How a character that begins with this byte goes on: number of bytes, bounds of the first of
/// them. This is table 3-7 of the Unicode standard: no overlong forms, no surrogates.
const fn tail_of(byte: u8) -> Option<(u8, u8, u8)> {
    Some(match byte {
        0xC2..=0xDF => (1, 0x80, 0xBF),
        0xE0 => (2, 0xA0, 0xBF),
        0xED => (2, 0x80, 0x9F),
        0xE1..=0xEF => (2, 0x80, 0xBF),
        0xF0 => (3, 0x90, 0xBF),
        0xF1..=0xF3 => (3, 0x80, 0xBF),
        0xF4 => (3, 0x80, 0x8F),
        _ => return None,
    })
}

/// How a number goes on with this byte; `None` if it does not.
const fn next_in_number(state: State, byte: u8) -> Option<State> {
    use State::*;
    Some(match (state, byte) {
        (Minus, b'0') => Zero,
        (Minus | Whole, b'0'..=b'9') => Whole,
        (Zero | Whole, b'.') => Point,
        (Point | Fraction, b'0'..=b'9') => Fraction,
        (Zero | Whole | Fraction, b'e' | b'E') => Exponent,
        (Exponent, b'+' | b'-') => Sign,
        (Exponent | Sign | Power, b'0'..=b'9') => Power,
        _ => return None,
    })
}

/// Whether a number may end here.
const fn can_end(state: State) -> bool {
    matches!(state, State::Zero | State::Whole | State::Fraction | State::Power)
}

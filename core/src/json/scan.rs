//! The one pass that checks a text: iterative, each byte looked at once, nothing stored but the
//! kinds of the containers that are open, one bit each.

use super::find::{digit_runs, find_quote, find_special, specials};
use super::{DEPTH, Fault, FaultKind, Span};
use crate::SMALL;

/// Walks a text from left to right and refuses it at the first byte that is not JSON.
///
/// It goes into a container only where it is told to ([`Scanner::enter`]); what is of no interest
/// is checked as a whole by [`Scanner::value`]. After an error it stays where the fault is.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Scanner<'a> {
    /// A scanner at the start of `text`. Spans reach up to 4 GiB: a longer text counts as empty.
    #[inline]
    pub const fn new(text: &'a str) -> Self {
        // Asked once here, so that no span has to ask again.
        let is_long = text.len() as u64 > u32::MAX as u64;
        Self { text: if is_long { "" } else { text }, at: 0 }
    }

    /// A scanner over `text` that goes on at byte `at`, where another one stood.
    #[must_use]
    pub const fn resume(text: &'a str, at: usize) -> Self {
        Self { at, ..Self::new(text) }
    }

    /// How far it has come, in bytes.
    #[inline]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The whole text.
    #[inline]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Skips white space.
    #[inline]
    pub fn space(&mut self) {
        self.at = space(self.text.as_bytes(), self.at);
    }

    /// The next byte as it stands, white space included.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space and, if the next byte is `bracket`, goes past it.
    ///
    /// The caller counts the depth and passes it to [`Scanner::value`].
    #[inline]
    pub fn enter(&mut self, bracket: u8) -> bool {
        self.space();
        let is = self.peek() == Some(bracket);
        self.at = self.at.wrapping_add(usize::from(is));
        is
    }

    /// Stays where the fault is.
    #[inline(always)]
    pub(super) fn stay<T>(&mut self, fault: Fault) -> Result<T, Fault> {
        self.at = fault.at;
        Err(fault)
    }

    /// Whether another value follows in the array it is in; `false` past its `]`.
    ///
    /// `first` is true before the first call and belongs to this function afterwards.
    ///
    /// # Errors
    /// [`FaultKind::Syntax`] where no comma or closing bracket stands.
    #[inline]
    pub fn element(&mut self, first: &mut bool) -> Result<bool, Fault> {
        self.space();
        match self.peek() {
            Some(b']') => {
                self.at = self.at.wrapping_add(1);
                return Ok(false);
            }
            Some(b',') if !*first => self.at = self.at.wrapping_add(1),
            _ if *first => *first = false,
            _ => return Err(Fault::syntax(self.at)),
        }
        // `[1,]` is caught here, so that no caller has to remember to read the value.
        self.space();
        if self.peek() == Some(b']') {
            return Err(Fault::syntax(self.at));
        }
        Ok(true)
    }

    /// Skips white space, checks one value of any kind and goes past it. The span of a string
    /// has its quotes.
    ///
    /// `depth` is how many containers are open around it.
    ///
    /// # Errors
    /// [`FaultKind::Syntax`], or [`FaultKind::Depth`] at the bracket that is one too many.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub fn value(&mut self, depth: usize) -> Result<Span, Fault> {
        let bytes = self.text.as_bytes();
        let mut start = self.at;
        // Most values are strings, and most objects that say nothing are empty: no stack is needed.
        let end = match bytes.get(start..) {
            Some([b'"', ..]) => string(bytes, start.wrapping_add(1)),
            Some([b'{', b'}', ..]) if depth < DEPTH => Ok(start.wrapping_add(2)),
            _ => {
                start = space(bytes, start);
                value(bytes, start, depth)
            }
        };
        match end {
            Ok(end) => {
                self.at = end;
                Ok(self.since(start))
            }
            Err(fault) => self.stay(fault),
        }
    }

    /// What lies between `start`, a place where it was, and where it is.
    #[inline(always)]
    pub(crate) const fn since(&self, start: usize) -> Span {
        // Both lie in the text, which is no longer than spans reach.
        Span { start: start as u32, len: self.at.wrapping_sub(start) as u32 }
    }

    /// Goes past a whole number such as clients count their requests with: no sign, no zero, and
    /// at its end the next comma or bracket. Of all else nothing is gone past.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn count(&mut self) -> Option<Span> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut at = start;
        while let Some(b'0'..=b'9') = bytes.get(at) {
            at = at.wrapping_add(1);
        }
        if let (Some(b'1'..=b'9'), Some(b',' | b'}')) = (bytes.get(start), bytes.get(at)) {
            self.at = at;
            return Some(self.since(start));
        }
        None
    }

    /// Goes past `bytes` if they come next.
    #[inline(always)]
    pub(crate) fn skip(&mut self, bytes: &[u8]) -> bool {
        let is = self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(bytes));
        if is {
            self.at = self.at.wrapping_add(bytes.len());
        }
        is
    }

    /// Checks that only white space is left.
    ///
    /// # Errors
    /// [`FaultKind::Syntax`] at the first other byte.
    #[inline]
    pub fn end(&mut self) -> Result<(), Fault> {
        self.space();
        if self.at < self.text.len() { Err(Fault::syntax(self.at)) } else { Ok(()) }
    }
}

/// Skips white space: compact messages have none, so the common case is one comparison.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) fn space(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b) if *b <= b' ' => space_run(bytes, at),
        _ => at,
    }
}

#[inline(never)]
pub(super) fn space_run(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at = at.wrapping_add(1);
    }
    at
}

/// From inside a string to past its closing quote.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) fn string(bytes: &[u8], from: usize) -> Result<usize, Fault> {
    match find_quote(bytes, from) {
        Ok(quote) => Ok(quote.wrapping_add(1)),
        Err(special) => escapes(bytes, special),
    }
}

/// The rest of a string that has an escape, or a fault, at `from`. Where text has one escape it
/// has more, so 64 bytes are looked at together while there are as many.
#[inline(never)]
fn escapes(bytes: &[u8], from: usize) -> Result<usize, Fault> {
    let mut at = from;
    while let Some(mut hits) = specials(bytes, at) {
        let start = at;
        at = start.wrapping_add(64);
        while hits != 0 {
            let special = start.wrapping_add(hits.trailing_zeros() as usize);
            match bytes.get(special) {
                Some(b'"') => return Ok(special.wrapping_add(1)),
                Some(b'\\') => {}
                _ => return Err(Fault::syntax(special)),
            }
            let next = escape(bytes, special)?;
            // What the escape itself has is no hit any more, even where it reaches out of the 64.
            let done = next.wrapping_sub(start);
            hits = if done < 64 { hits & (u64::MAX << done) } else { 0 };
            at = at.max(next);
        }
    }
    loop {
        at = find_special(bytes, at);
        match bytes.get(at) {
            Some(b'"') => return Ok(at.wrapping_add(1)),
            Some(b'\\') => at = escape(bytes, at)?,
            _ => return Err(Fault::syntax(at)),
        }
    }
}

/// Past the escape whose backslash is at `from`.
#[inline(always)]
fn escape(bytes: &[u8], from: usize) -> Result<usize, Fault> {
    let mut at = from.wrapping_add(1);
    let Some(letter) = bytes.get(at) else { return Err(Fault::syntax(at)) };
    if is_short_escape(*letter) {
        return Ok(at.wrapping_add(1));
    }
    if *letter != b'u' {
        return Err(Fault::syntax(at));
    }
    for _ in 0..4 {
        at = at.wrapping_add(1);
        if !bytes.get(at).is_some_and(u8::is_ascii_hexdigit) {
            return Err(Fault::syntax(at));
        }
    }
    Ok(at.wrapping_add(1))
}

/// Whether `letter` ends an escape of two bytes. A set of bits, since which of them comes next is
/// anybody's guess, the processor's too.
#[inline(always)]
fn is_short_escape(letter: u8) -> bool {
    if SMALL {
        return matches!(letter, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't');
    }
    const LOW: u64 = 1 << b'"' | 1 << b'/';
    const HIGH: u64 = 1 << (b'\\' - 64)
        | 1 << (b'b' - 64)
        | 1 << (b'f' - 64)
        | 1 << (b'n' - 64)
        | 1 << (b'r' - 64)
        | 1 << (b't' - 64);
    let set = if letter < 64 { LOW } else { HIGH };
    letter < 128 && (set >> (letter & 63)) & 1 == 1
}

/// Past the number that starts at `from`. What follows it is for the caller to judge.
#[inline(always)]
pub(super) fn number(bytes: &[u8], from: usize) -> Result<usize, Fault> {
    match short_number(bytes, from) {
        Some(end) => Ok(end),
        None => long_number(bytes, from),
    }
}

/// A number that ends within 16 bytes, without a loop and its surprises. `None` leaves all that is
/// long, wrong or near the end to the loop.
#[inline(always)]
fn short_number(bytes: &[u8], from: usize) -> Option<usize> {
    let start = from.wrapping_add(usize::from(bytes.get(from) == Some(&b'-')));
    let mut runs = digit_runs(bytes, start)?;
    let bytes = bytes.get(start..)?.first_chunk::<16>()?;
    let mut end = runs.next();
    if end == 0 || (end > 1 && bytes.first() == Some(&b'0')) {
        return None;
    }
    if bytes.get(end)? == &b'.' {
        let point = end;
        end = runs.next();
        if end == point.wrapping_add(1) {
            return None;
        }
    }
    if bytes.get(end)? | 0x20 == b'e' {
        let mut before = end.wrapping_add(1);
        end = runs.next();
        if end == before && matches!(bytes.get(end)?, b'+' | b'-') {
            before = end.wrapping_add(1);
            end = runs.next();
        }
        if end == before || end >= bytes.len() {
            return None;
        }
    }
    Some(start.wrapping_add(end))
}

#[inline(never)]
fn long_number(bytes: &[u8], from: usize) -> Result<usize, Fault> {
    let mut at = from;
    if bytes.get(at) == Some(&b'-') {
        at = at.wrapping_add(1);
    }
    at = match bytes.get(at) {
        Some(b'0') => at.wrapping_add(1),
        _ => digits(bytes, at)?,
    };
    if bytes.get(at) == Some(&b'.') {
        at = digits(bytes, at.wrapping_add(1))?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at = at.wrapping_add(1);
        if let Some(b'+' | b'-') = bytes.get(at) {
            at = at.wrapping_add(1);
        }
        at = digits(bytes, at)?;
    }
    Ok(at)
}

/// At least one digit.
fn digits(bytes: &[u8], from: usize) -> Result<usize, Fault> {
    let mut at = from;
    while let Some(b'0'..=b'9') = bytes.get(at) {
        at = at.wrapping_add(1);
    }
    if at == from { Err(Fault::syntax(at)) } else { Ok(at) }
}

/// Past the literal `word` at `from`.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn literal(bytes: &[u8], from: usize, word: &[u8]) -> Result<usize, Fault> {
    let mut at = from;
    for byte in word {
        if bytes.get(at) != Some(byte) {
            return Err(Fault::syntax(at));
        }
        at = at.wrapping_add(1);
    }
    Ok(at)
}

/// The kinds of the containers that are open: true for an object. One bit each, or one byte each
/// where 128 bits are hard to shift.
struct Kinds {
    bits: u128,
    bytes: [bool; if SMALL { DEPTH } else { 0 }],
}

impl Kinds {
    const NONE: Self = Self { bits: 0, bytes: [false; if SMALL { DEPTH } else { 0 }] };

    /// Goes into a container, so that `open` are open.
    #[inline(always)]
    fn push(&mut self, open: usize, object: bool) {
        if !SMALL {
            self.bits = (self.bits << 1) | u128::from(object);
        } else if let Some(kind) = self.bytes.get_mut(open.wrapping_sub(1)) {
            *kind = object;
        }
    }

    /// Leaves the innermost, so that `open` are left; gives the kind of the one around it.
    #[inline(always)]
    fn pop(&mut self, open: usize) -> bool {
        if !SMALL {
            self.bits >>= 1;
            return self.bits & 1 == 1;
        }
        self.bytes.get(open.wrapping_sub(1)).copied().unwrap_or(false)
    }
}

/// Past `wanted`, with white space before it or not.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub(super) fn expect(bytes: &[u8], from: usize, wanted: u8) -> Result<usize, Fault> {
    if bytes.get(from) == Some(&wanted) {
        return Ok(from.wrapping_add(1));
    }
    expect_after_space(bytes, from, wanted)
}

#[inline(never)]
fn expect_after_space(bytes: &[u8], from: usize, wanted: u8) -> Result<usize, Fault> {
    let at = space_run(bytes, from);
    if bytes.get(at) == Some(&wanted) { Ok(at.wrapping_add(1)) } else { Err(Fault::syntax(at)) }
}

/// Past the value that starts at `from`.
///
/// White space is looked for only where nothing else fits: a compact message has none.
#[inline(never)]
pub(super) fn value(bytes: &[u8], from: usize, depth: usize) -> Result<usize, Fault> {
    let room = DEPTH.saturating_sub(depth);
    let mut open = 0;
    let mut kinds = Kinds::NONE;
    let mut object = false;
    let mut key_next = false;
    let mut at = from;
    loop {
        if key_next {
            at = expect(bytes, at, b'"')?;
            at = string(bytes, at)?;
            at = expect(bytes, at, b':')?;
        }
        match bytes.get(at) {
            Some(b'"') => at = string(bytes, at.wrapping_add(1))?,
            Some(bracket @ (b'{' | b'[')) => {
                if open == room {
                    return Err(Fault { kind: FaultKind::Depth, at });
                }
                let is_object = *bracket == b'{';
                at = space(bytes, at.wrapping_add(1));
                // The closing bracket is two above the opening one, for both kinds.
                if bytes.get(at) == Some(&bracket.wrapping_add(2)) {
                    at = at.wrapping_add(1);
                } else {
                    open += 1;
                    object = is_object;
                    kinds.push(open, object);
                    key_next = object;
                    continue;
                }
            }
            Some(b'-' | b'0'..=b'9') => at = number(bytes, at)?,
            Some(b't') => at = literal(bytes, at, b"true")?,
            Some(b'f') => at = literal(bytes, at, b"false")?,
            Some(b'n') => at = literal(bytes, at, b"null")?,
            Some(b' ' | b'\n' | b'\r' | b'\t') => {
                at = space_run(bytes, at);
                key_next = false;
                continue;
            }
            _ => return Err(Fault::syntax(at)),
        }
        loop {
            if open == 0 {
                return Ok(at);
            }
            match bytes.get(at) {
                Some(b',') => {
                    at = at.wrapping_add(1);
                    key_next = object;
                    break;
                }
                Some(b'}') if object => {}
                Some(b']') if !object => {}
                Some(b' ' | b'\n' | b'\r' | b'\t') => {
                    at = space_run(bytes, at);
                    continue;
                }
                _ => return Err(Fault::syntax(at)),
            }
            at = at.wrapping_add(1);
            open -= 1;
            object = kinds.pop(open);
        }
    }
}

//! One JSON value known to be valid, and the walk through it.

use core::ops::Range;

use super::find::{find_quote, find_special, text_of};
use super::scan::space;
use super::{Fault, Number, Scanner, Text};
use crate::SMALL;

/// One JSON value known to be valid: its text, from its first byte to its last.
///
/// Accessors cannot fail on syntax; they give `None` (or an iterator without items) where the
/// value is of another kind. Nothing is parsed before it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Raw<'a>(&'a str);

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// `[…]`
    Array,
    /// `{…}`
    Object,
}

impl<'a> Raw<'a> {
    /// The value `null`.
    pub const NULL: Raw<'static> = Raw("null");

    /// Checks that `bytes` are one JSON value in UTF-8, with white space around it at most.
    ///
    /// # Errors
    /// [`Fault`] says what is wrong, and where.
    pub fn parse(bytes: &'a [u8]) -> Result<Raw<'a>, Fault> {
        Self::parse_str(text_of(bytes)?)
    }

    /// As [`Raw::parse`], of text already known to be UTF-8.
    ///
    /// # Errors
    /// [`Fault`] says what is wrong, and where.
    pub fn parse_str(text: &'a str) -> Result<Raw<'a>, Fault> {
        let mut scanner = Scanner::new(text);
        scanner.space();
        let start = scanner.at();
        scanner.value(0)?;
        let end = scanner.at();
        scanner.end()?;
        Ok(Raw(text.get(start..end).unwrap_or("null")))
    }

    /// The caller has scanned `text`, which is one value without white space around it.
    #[inline]
    pub(crate) const fn trusted(text: &'a str) -> Raw<'a> {
        Raw(text)
    }

    /// The value as it was written.
    #[inline]
    pub const fn as_str(&self) -> &'a str {
        self.0
    }

    /// What it is.
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn kind(&self) -> Kind {
        match self.0.as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'-' | b'0'..=b'9') => Kind::Number,
            _ => Kind::Null,
        }
    }

    /// The text, if it is a string.
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn text(&self) -> Option<Text<'a>> {
        let inside = self.0.strip_prefix('"')?;
        Some(Text::trusted(inside.strip_suffix('"').unwrap_or(inside)))
    }

    /// The number, if it is one.
    #[inline]
    pub fn number(&self) -> Option<Number<'a>> {
        (self.kind() == Kind::Number).then(|| Number::parse(self.0))
    }

    /// The truth value, if it is one.
    #[inline]
    pub fn bool(&self) -> Option<bool> {
        match self.0.as_bytes().first() {
            Some(b't') => Some(true),
            Some(b'f') => Some(false),
            _ => None,
        }
    }

    /// Whether it is `null`.
    #[inline]
    pub fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// The member named `key`, if it is an object that has one. If it has several, the last,
    /// as in most languages.
    pub fn get(&self, key: &str) -> Option<Raw<'a>> {
        if SMALL {
            return self.members().filter(|(name, _)| name == key).map(|(_, value)| value).last();
        }
        let mut walk = Walk::into(self.0, b'{');
        let mut found = None;
        while let Some((name, value)) = walk.member() {
            if self.0.get(name).is_some_and(|name| Text::trusted(name) == *key) {
                found = Some(value);
            }
        }
        self.0.get(found?).map(Raw)
    }

    /// The item at `index`, counted from 0, if it is an array that long.
    pub fn at(&self, index: usize) -> Option<Raw<'a>> {
        self.items().nth(index)
    }

    /// The members of an object, in the order they were written; none for other kinds.
    #[inline]
    pub fn members(&self) -> Members<'a> {
        Members(Walk::into(self.0, b'{'))
    }

    /// The items of an array, in order; none for other kinds.
    #[inline]
    pub fn items(&self) -> Items<'a> {
        Items(Walk::into(self.0, b'['))
    }
}

/// The members of an object. See [`Raw::members`].
#[derive(Clone, Debug)]
pub struct Members<'a>(Walk<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = (Text<'a>, Raw<'a>);

    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn next(&mut self) -> Option<Self::Item> {
        if SMALL {
            return self.0.scan_member();
        }
        let (name, value) = self.0.member()?;
        let text = self.0.text;
        Some((Text::trusted(text.get(name)?), Raw(text.get(value)?)))
    }
}

/// The items of an array. See [`Raw::items`].
#[derive(Clone, Debug)]
pub struct Items<'a>(Walk<'a>);

impl<'a> Iterator for Items<'a> {
    type Item = Raw<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.separator(b',');
        self.0.value().map(Raw)
    }
}

/// A walk along one container. Since the text is known to be valid, it looks for borders only;
/// on a text that is not, it gives something meaningless and still comes to an end.
#[derive(Clone, Debug)]
struct Walk<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Walk<'a> {
    #[inline]
    fn into(text: &'a str, bracket: u8) -> Self {
        let is = text.as_bytes().first() == Some(&bracket);
        Self { text, at: if is { 1 } else { text.len() } }
    }

    #[cfg_attr(target_pointer_width = "64", inline)]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn separator(&mut self, byte: u8) {
        let bytes = self.text.as_bytes();
        self.at = space(bytes, self.at);
        if bytes.get(self.at) == Some(&byte) {
            self.at = space(bytes, self.at.wrapping_add(1));
        }
    }

    /// The next member, found by the scan that checks: slower, and no further code.
    fn scan_member(&mut self) -> Option<(Text<'a>, Raw<'a>)> {
        // Only the first one stands right behind the bracket.
        let mut first = self.at == 1;
        let mut scanner = Scanner::resume(self.text, self.at);
        self.at = self.text.len();
        let key = scanner.member(&mut first).ok()??;
        let value = scanner.value(0).ok()?;
        self.at = scanner.at();
        value.of(self.text).map(|value| (key, Raw(value)))
    }

    /// Where the next key, without its quotes, and its value stand; `None` at the closing bracket.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn member(&mut self) -> Option<(Range<usize>, Range<usize>)> {
        let bytes = self.text.as_bytes();
        self.separator(b',');
        if bytes.get(self.at) != Some(&b'"') {
            return None;
        }
        let start = self.at.wrapping_add(1);
        self.at = past_string(bytes, start);
        let name = start..self.at.wrapping_sub(1);
        self.separator(b':');
        let start = self.at;
        self.at = past(bytes, start);
        (self.at > start).then_some((name, start..self.at))
    }

    /// The next value, or `None` at the closing bracket.
    #[inline]
    fn value(&mut self) -> Option<&'a str> {
        let start = self.at;
        self.at = past(self.text.as_bytes(), start);
        self.text.get(start..self.at).filter(|value| !value.is_empty())
    }
}

/// Past the value that starts at `from`; `from` itself if none does.
fn past(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    match bytes.get(at) {
        Some(b'"') => return past_string(bytes, at.wrapping_add(1)),
        Some(b'{' | b'[') => {}
        _ => {
            while let Some(b'+' | b'-' | b'.' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z') =
                bytes.get(at)
            {
                at = at.wrapping_add(1);
            }
            return at;
        }
    }
    let mut open: usize = 0;
    while let Some(byte) = bytes.get(at) {
        at = at.wrapping_add(1);
        if *byte == b'"' {
            at = past_string(bytes, at);
            continue;
        }
        // `[` and `{` differ in one bit, which no third byte shares; so do `]` and `}`.
        match byte | 0x20 {
            b'{' => open = open.wrapping_add(1),
            b'}' => {
                open = open.wrapping_sub(1);
                if open == 0 {
                    break;
                }
            }
            _ => {}
        }
    }
    at
}

#[inline]
fn past_string(bytes: &[u8], from: usize) -> usize {
    match find_quote(bytes, from) {
        Ok(quote) => quote.wrapping_add(1),
        Err(at) => past_escapes(bytes, at),
    }
}

#[inline(never)]
fn past_escapes(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while bytes.get(at).is_some_and(|byte| *byte != b'"') {
        at = find_special(bytes, at.wrapping_add(2));
    }
    at.wrapping_add(1).min(bytes.len())
}

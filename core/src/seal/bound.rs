//! What a sealed text is bound to.

use crate::json::find::find_special;
use crate::json::{Raw, Text};
use crate::schema::Prose;

/// What a sealed text is for. One for the one is never good for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    /// `requestState` (2026-07-28).
    State = 1,
    /// `cursor` (all revisions).
    Cursor = 2,
}

/// What a sealed text is bound to: the same must be said when it is closed and when it is opened.
///
/// A retry repeats its request, so the arguments are bound as they mean, as far as that can be
/// told in one pass without a heap: white space between tokens and the way characters are escaped
/// make no difference, and no arguments, `null` and `{}` are the same. The order of members and
/// the spelling of numbers do make one, since a client sends the same object again through the
/// same serialiser. Where something between client and server rewrites messages, leave the
/// arguments out and put into the data what must not change.
#[derive(Clone, Copy, Debug)]
pub struct Bound<'b> {
    purpose: Purpose,
    principal: u64,
    method: Prose<'b>,
    name: Option<Prose<'b>>,
    arguments: Option<Raw<'b>>,
    binds_arguments: bool,
}

/// Ends a text: no byte of UTF-8, so that the next part cannot be read as more of it.
const END: &[u8] = &[0xff];

impl<'b> Bound<'b> {
    /// To a `requestState` of this method: `tools/call`, `prompts/get` or `resources/read`.
    pub fn state(method: impl Into<Prose<'b>>) -> Self {
        Self::new(Purpose::State, method.into())
    }

    /// To a cursor of this method, such as `tools/list`.
    pub fn cursor(method: impl Into<Prose<'b>>) -> Self {
        Self::new(Purpose::Cursor, method.into())
    }

    const fn new(purpose: Purpose, method: Prose<'b>) -> Self {
        Self { purpose, principal: 0, method, name: None, arguments: None, binds_arguments: false }
    }

    /// To one who asks: any number that stands for the user that the transport authenticated.
    /// Without this it is 0.
    #[must_use]
    pub const fn principal(self, principal: u64) -> Self {
        Self { principal, ..self }
    }

    /// To the tool's or the prompt's name, or the resource's URI.
    #[must_use]
    pub fn name(self, name: impl Into<Prose<'b>>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// To the request's arguments; `None` if it has none, which is bound too.
    #[must_use]
    pub const fn arguments(self, arguments: Option<Raw<'b>>) -> Self {
        Self { arguments, binds_arguments: true, ..self }
    }

    /// What it is for.
    #[must_use]
    pub const fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// All of it as bytes, which differ wherever it differs.
    pub(super) fn update(&self, put: &mut dyn FnMut(&[u8])) {
        put(&[self.purpose as u8]);
        put(&self.principal.to_be_bytes());
        put_prose(self.method, put);
        put(&[u8::from(self.name.is_some()), u8::from(self.binds_arguments)]);
        if let Some(name) = self.name {
            put_prose(name, put);
        }
        if self.binds_arguments {
            match self.arguments {
                Some(arguments) if !arguments.is_null() => put_json(arguments, put),
                _ => put(b"{}"),
            }
        }
    }
}

fn put_prose(prose: Prose<'_>, put: &mut dyn FnMut(&[u8])) {
    match prose {
        Prose::Plain(text) => put(text.as_bytes()),
        Prose::Json(text) => put_text(text, put),
    }
    put(END);
}

fn put_text(text: Text<'_>, put: &mut dyn FnMut(&[u8])) {
    let mut pieces = text.pieces();
    while let Some(piece) = pieces.next() {
        put(piece);
    }
}

/// The value without white space, its strings decoded and ended by a byte that is in none.
fn put_json(value: Raw<'_>, put: &mut dyn FnMut(&[u8])) {
    let mut rest = value.as_str();
    loop {
        let is_special = |byte: &u8| matches!(byte, b'"' | b' ' | b'\t' | b'\n' | b'\r');
        let at = rest.as_bytes().iter().position(is_special).unwrap_or(rest.len());
        let (run, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
        put(run.as_bytes());
        let Some(inside) = after.strip_prefix('"') else {
            match after.get(1..) {
                Some(after) => rest = after,
                None => return,
            }
            continue;
        };
        let (text, after) = inside.split_at_checked(quote(inside)).unwrap_or((inside, ""));
        put(b"\"");
        put_text(Text::trusted(text), put);
        put(END);
        rest = after.get(1..).unwrap_or_default();
    }
}

/// Where the string ends that begins before `inside`.
fn quote(inside: &str) -> usize {
    let bytes = inside.as_bytes();
    let mut at = find_special(bytes, 0);
    while bytes.get(at) == Some(&b'\\') {
        at = find_special(bytes, at.saturating_add(2));
    }
    at.min(bytes.len())
}

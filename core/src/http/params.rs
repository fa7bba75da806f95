//! Arguments of a tool that travel as headers as well (2026-07-28): `x-mcp-header` in the schema
//! of a property named `a` with the value `Region` asks for `Mcp-Param-Region: …` beside the
//! argument `a`.

mod valid;
mod write;

pub use valid::{Invalid, MAX_PARAMS, validate};
pub use write::write_params;

use super::head::{Head, Single, is_token, one_of, trim};
use super::sentinel::{Match, matches_bool, matches_number, matches_text};
use crate::json::find::find_byte;
use crate::json::{Kind, Members, Raw, Text};

/// How many `properties` may lie within one another on the way to an annotated one. Deeper ones
/// are not found, and make a schema [`Invalid::Place`].
pub const MAX_DEPTH: usize = 16;

/// The start of the names of all headers that mirror arguments, in any case.
pub const PREFIX: &str = "Mcp-Param-";

/// The key of the annotation.
const KEY: &str = "x-mcp-header";
/// What stands in it from its first hyphen on.
const KEY_END: &[u8] = b"-mcp-header";

/// What an annotated property may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// `string`
    String,
    /// `integer`
    Integer,
    /// `boolean`
    Boolean,
}

/// One annotated property.
#[derive(Clone, Copy, Debug)]
pub struct Param<'w, 's> {
    /// What stands behind [`PREFIX`] in the header's name; `None` if it is no token and no header
    /// can be named so.
    pub name: Option<Text<'s>>,
    /// The keys from the arguments' root to the value, one at least.
    pub path: &'w [Text<'s>],
    /// The declared type; `None` if it is none that may be annotated. One type beside `null` is
    /// that type.
    pub kind: Option<ParamKind>,
}

impl Param<'_, '_> {
    /// The value that the arguments have there; `None` if none, or `null`: then there is no
    /// header.
    pub fn value<'a>(&self, arguments: Raw<'a>) -> Option<Raw<'a>> {
        let mut value = arguments;
        for key in self.path {
            value = member(value, *key)?;
        }
        Some(value).filter(|value| !value.is_null())
    }
}

/// The last member of that name, as [`Raw::get`] has it.
fn member<'a>(object: Raw<'a>, key: Text<'_>) -> Option<Raw<'a>> {
    match key.as_str() {
        Some(key) => object.get(key),
        None => object.members().filter(|(name, _)| *name == key).map(|(_, value)| value).last(),
    }
}

/// The annotated properties of one schema, in the order they are written: those reached from its
/// root by `properties` alone, [`MAX_DEPTH`] levels at most. Takes some 700 bytes of stack.
#[derive(Debug)]
pub struct Params<'s> {
    levels: [Members<'s>; MAX_DEPTH],
    path: [Text<'s>; MAX_DEPTH],
    depth: usize,
}

impl<'s> Params<'s> {
    /// Those of `schema`, the input schema of a tool.
    pub fn of(schema: Raw<'s>) -> Self {
        let mut params = Self {
            levels: core::array::from_fn(|_| Raw::NULL.members()),
            path: [Text::trusted(""); MAX_DEPTH],
            depth: 0,
        };
        params.enter(schema.get("properties"));
        params
    }

    /// The next one, until there is none. It borrows the walk, for its path.
    #[allow(clippy::should_implement_trait)] // no iterator can lend
    pub fn next(&mut self) -> Option<Param<'_, 's>> {
        loop {
            let top = self.depth.checked_sub(1)?;
            let Some((key, schema)) = self.levels.get_mut(top)?.next() else {
                self.depth = top;
                continue;
            };
            *self.path.get_mut(top)? = key;
            let property = Property::of(schema);
            self.enter(property.properties);
            if let Some(annotation) = property.annotation {
                let name = annotation.text().filter(|name| is_name(*name));
                let path = self.path.get(..=top)?;
                return Some(Param { name, path, kind: property.kind });
            }
        }
    }

    fn enter(&mut self, properties: Option<Raw<'s>>) {
        if let (Some(properties), Some(level)) = (properties, self.levels.get_mut(self.depth)) {
            *level = properties.members();
            self.depth = self.depth.wrapping_add(1);
        }
    }
}

/// What the walk reads of the schema of one property.
struct Property<'s> {
    annotation: Option<Raw<'s>>,
    properties: Option<Raw<'s>>,
    kind: Option<ParamKind>,
}

impl<'s> Property<'s> {
    fn of(schema: Raw<'s>) -> Self {
        let mut property = Self { annotation: None, properties: None, kind: None };
        for (key, value) in schema.members() {
            if key == KEY {
                property.annotation = Some(value);
            } else if key == "properties" {
                property.properties = Some(value);
            } else if key == "type" {
                property.kind = kind_of(value);
            }
        }
        property
    }
}

/// The one type that a `type` declares, beside `null`.
fn kind_of(declared: Raw<'_>) -> Option<ParamKind> {
    let named = |name: Text<'_>| match () {
        () if name == "string" => Some(ParamKind::String),
        () if name == "integer" => Some(ParamKind::Integer),
        () if name == "boolean" => Some(ParamKind::Boolean),
        () => None,
    };
    if let Some(name) = declared.text() {
        return named(name);
    }
    let mut kind = None;
    for name in declared.items() {
        let name = name.text()?;
        if name == "null" {
            continue;
        }
        if kind.is_some() {
            return None;
        }
        kind = Some(named(name)?);
    }
    kind
}

/// Whether a header's name can end so.
fn is_name(name: Text<'_>) -> bool {
    let mut pieces = name.pieces();
    while let Some(piece) = pieces.next() {
        if !is_token(piece) {
            return false;
        }
    }
    !name.is_empty()
}

/// Whether two names are the same header's.
fn is_same_name(name: Text<'_>, other: &[u8]) -> bool {
    let mut rest = other;
    let mut pieces = name.pieces();
    while let Some(piece) = pieces.next() {
        match rest.split_at_checked(piece.len()) {
            Some((start, after)) if start.eq_ignore_ascii_case(piece) => rest = after,
            _ => return false,
        }
    }
    rest.is_empty()
}

/// What a header's name has behind [`PREFIX`].
fn param_of(header: &str) -> Option<&[u8]> {
    let (start, name) = header.as_bytes().split_at_checked(PREFIX.len())?;
    start.eq_ignore_ascii_case(PREFIX.as_bytes()).then_some(name)
}

/// Why a call is refused with `HeaderMismatch` (−32020) and status 400.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch<'s> {
    /// What stands behind [`PREFIX`] in the header's name.
    pub name: Text<'s>,
    /// What is wrong with it.
    pub why: MismatchKind,
}

/// What is wrong with a header that mirrors an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MismatchKind {
    /// The argument has a value, and the header is missing.
    Missing,
    /// The header is there, and the argument is absent or `null`.
    Unexpected,
    /// They have different values.
    Different,
    /// The header has a value that no header can have, or wrong Base64.
    Malformed,
    /// The header is there several times, with different values.
    Repeated,
}

/// Whether the headers of a call say the same as its arguments do, where `schema` (the tool's
/// input schema) wants them in both. Other `Mcp-Param-` headers are of no interest.
///
/// A header whose annotation clients must not honour, since the declared type is none of those
/// that may be annotated, may be missing; if it is there it must be right.
///
/// # Errors
/// The first header that does not agree.
pub fn check<'s>(
    schema: Raw<'s>,
    arguments: Option<Raw<'_>>,
    head: &Head<'_>,
) -> Result<(), Mismatch<'s>> {
    if !may_have_params(schema.as_str()) {
        return Ok(());
    }
    let mut params = Params::of(schema);
    while let Some(param) = params.next() {
        let Some(name) = param.name else { continue };
        let value = arguments.and_then(|arguments| param.value(arguments));
        let mirrored = head.headers.iter().filter(|header| {
            param_of(header.name).is_some_and(|header| is_same_name(name, header))
        });
        let header = one_of(mirrored.map(|header| trim(header.value)));
        let why = match (header, value) {
            (Single::Absent, None) => continue,
            (Single::Absent, Some(_)) if param.kind.is_none() => continue,
            (Single::Absent, Some(_)) => MismatchKind::Missing,
            (Single::Conflict, _) => MismatchKind::Repeated,
            (Single::One(_), None) => MismatchKind::Unexpected,
            (Single::One(header), Some(value)) => match compare(header, value) {
                Match::Same => continue,
                Match::Different => MismatchKind::Different,
                Match::Malformed => MismatchKind::Malformed,
            },
        };
        return Err(Mismatch { name, why });
    }
    Ok(())
}

/// By the kind that the argument has: if it is not the declared one the tool will say so.
fn compare(header: &[u8], value: Raw<'_>) -> Match {
    if let Some(text) = value.text() {
        matches_text(header, text)
    } else if let Some(number) = value.number() {
        matches_number(header, number)
    } else if let (Kind::Bool, Some(value)) = (value.kind(), value.bool()) {
        matches_bool(header, value)
    } else {
        // No header says an object or an array.
        Match::Different
    }
}

/// Whether a schema, as JSON text, has the annotation's key, or an escape that may hide it. Most
/// have neither: then [`check`] and [`validate`] have nothing to find, and the text need not be
/// parsed for them. A search, and no more.
pub fn may_have_params(schema: &str) -> bool {
    let bytes = schema.as_bytes();
    // Hyphens are rarer than any letter of the key; with backslashes it is alike.
    has(bytes, b'-', |before, after| {
        before.last() == Some(&b'x') && after.get(..KEY_END.len()) == Some(KEY_END)
    }) || has(bytes, b'\\', |_, after| matches!(after, [_, b'u', ..]))
}

/// Whether `byte` stands in `bytes` so that what is before it, and from it on, is as wanted.
fn has(bytes: &[u8], byte: u8, is_wanted: impl Fn(&[u8], &[u8]) -> bool) -> bool {
    let mut at = find_byte(bytes, 0, byte);
    while let Some((before, after)) = bytes.split_at_checked(at).filter(|(_, a)| !a.is_empty()) {
        if is_wanted(before, after) {
            return true;
        }
        at = find_byte(bytes, at.wrapping_add(1), byte);
    }
    false
}

#[cfg(test)]
mod tests;

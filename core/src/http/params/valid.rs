//! Whether the annotations of a schema are such that a client may offer the tool.

use core::fmt;

use super::{KEY, Params};
use crate::json::{DEPTH, Raw, Scanner, Text};

/// How many properties of one tool may be annotated.
pub const MAX_PARAMS: usize = 32;

/// Why a client must leave a tool out of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// The annotation is no string, empty, or has what no header's name has.
    Name,
    /// Two annotations are the same header, whatever their case.
    Repeated,
    /// The declared type is not `string`, `integer` or `boolean`.
    Kind,
    /// An annotation stands where `properties` alone does not lead, or deeper than
    /// [`super::MAX_DEPTH`].
    Place,
    /// More than [`MAX_PARAMS`].
    TooMany,
}

impl Invalid {
    /// A short text that says what is wrong.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Name => "x-mcp-header is not a name that a header can have",
            Self::Repeated => "two values of x-mcp-header are the same but for their case",
            Self::Kind => "x-mcp-header stands where the type is not string, integer or boolean",
            Self::Place => "x-mcp-header stands where properties alone does not lead, or too deep",
            Self::TooMany => "x-mcp-header stands in too many places",
        }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for Invalid {}

/// Whether all annotations in `schema`, the input schema of a tool, are valid. A client leaves
/// tools out where they are not; servers had better ask as well. A schema without any is valid.
///
/// Takes some 1.5 KB of stack and reads the schema a bounded number of times.
///
/// # Errors
/// [`Invalid`], the first that was found.
pub fn validate(schema: Raw<'_>) -> Result<(), Invalid> {
    if !super::may_have_params(schema.as_str()) {
        return Ok(());
    }
    let mut names = [Text::trusted(""); MAX_PARAMS];
    let mut count = 0_usize;
    let mut params = Params::of(schema);
    while let Some(param) = params.next() {
        let name = param.name.ok_or(Invalid::Name)?;
        if param.kind.is_none() {
            return Err(Invalid::Kind);
        }
        if names.iter().take(count).any(|other| is_same(name, *other)) {
            return Err(Invalid::Repeated);
        }
        *names.get_mut(count).ok_or(Invalid::TooMany)? = name;
        count = count.wrapping_add(1);
    }
    if count_all(schema.as_str()) == count { Ok(()) } else { Err(Invalid::Place) }
}

/// Whether two names are the same but for their case.
fn is_same(one: Text<'_>, two: Text<'_>) -> bool {
    let mut left = one.chars().flatten();
    let mut right = two.chars().flatten();
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(&b) => {}
            _ => return false,
        }
    }
}

/// What the values within a container are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// A schema: each by its keyword.
    Keywords,
    /// An object or an array of schemas.
    Schemas,
}

/// What the value of a keyword is.
enum Keyword {
    Annotation,
    /// A schema, or an array of them.
    Schema,
    /// Schemas by name.
    Named,
    /// Anything else: not looked into, so that an example may have any keys.
    Data,
}

impl Keyword {
    fn of(key: Text<'_>) -> Self {
        const NAMED: [&str; 6] = [
            "properties",
            "patternProperties",
            "$defs",
            "definitions",
            "dependentSchemas",
            "dependencies",
        ];
        const SCHEMA: [&str; 16] = [
            "items",
            "prefixItems",
            "additionalItems",
            "unevaluatedItems",
            "contains",
            "additionalProperties",
            "unevaluatedProperties",
            "propertyNames",
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "if",
            "then",
            "else",
            "contentSchema",
        ];
        if key == KEY {
            Self::Annotation
        } else if NAMED.iter().any(|name| key == *name) {
            Self::Named
        } else if SCHEMA.iter().any(|name| key == *name) {
            Self::Schema
        } else {
            Self::Data
        }
    }
}

/// How many annotations there are wherever a schema may stand, in one pass.
fn count_all(schema: &str) -> usize {
    let mut scanner = Scanner::new(schema);
    // What is open, and whether it is an array.
    let mut open = [(Holds::Keywords, false); DEPTH];
    let mut depth = usize::from(scanner.enter(b'{'));
    let mut first = true;
    let mut count: usize = 0;
    while let Some((holds, is_array)) = depth.checked_sub(1).and_then(|top| open.get(top).copied())
    {
        let keyword = if is_array {
            scanner.element(&mut first).map(|more| more.then_some(Keyword::Schema))
        } else {
            scanner.member(&mut first).map(|key| match (key, holds) {
                (Some(key), Holds::Keywords) => Some(Keyword::of(key)),
                (key, Holds::Schemas) => key.map(|_| Keyword::Schema),
                (None, _) => None,
            })
        };
        // It was checked before: there are no errors.
        let Ok(keyword) = keyword else { break };
        let inner = match keyword {
            None => {
                depth = depth.wrapping_sub(1);
                first = false;
                continue;
            }
            Some(Keyword::Annotation) => {
                count = count.wrapping_add(1);
                None
            }
            Some(Keyword::Named) => scanner.enter(b'{').then_some((Holds::Schemas, false)),
            Some(Keyword::Schema) if scanner.enter(b'{') => Some((Holds::Keywords, false)),
            Some(Keyword::Schema) => scanner.enter(b'[').then_some((Holds::Schemas, true)),
            Some(Keyword::Data) => None,
        };
        match inner {
            Some(inner) => {
                let Some(level) = open.get_mut(depth) else { break };
                *level = inner;
                depth = depth.wrapping_add(1);
                first = true;
            }
            None if scanner.value(0).is_err() => break,
            None => {}
        }
    }
    count
}

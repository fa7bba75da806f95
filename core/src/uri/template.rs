//! A template taken apart: literals and expressions, checked once.

use super::percent::broken;
use super::split::{Split, split, split_once};
use core::fmt;

/// How many variables a template may have.
pub const MAX_VARIABLES: usize = 16;

/// A URI template (RFC 6570) of levels 1 to 3: `{id}`, `{a,b}`, and the operators
/// `{+path}`, `{#section}`, `{.ext}`, `{/part}`, `{;p}`, `{?q,limit}` and `{&more}`.
///
/// It borrows its text, which has been checked; making one takes one pass and no memory, so there
/// is no need to keep it. Level 4 (`{list*}`, `{name:3}`) is refused.
///
/// ```
/// use sansmcp::uri::Template;
///
/// let template = Template::new("test://template/{id}/data")?;
/// let found = template.matches("test://template/12%203/data").unwrap();
/// assert!(found.get("id").is_some_and(|id| id == "12 3"));
/// assert!(template.matches("test://template/1/2/data").is_none());
///
/// let mut out = [0; 64];
/// let uri = template.expand(|name| (name == "id").then_some("12 3"), &mut out)?;
/// assert_eq!(uri, "test://template/12%203/data");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Template<'t> {
    text: &'t str,
    /// Whether the expressions stand in an order that can be matched.
    is_ordered: bool,
}

/// What is wrong with a template, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// What is wrong.
    pub fault: TemplateFault,
    /// Where, in bytes from the start.
    pub at: usize,
}

/// What is wrong with a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TemplateFault {
    /// A `{` without its `}`, a `}` without its `{`, or a `{` within an expression.
    Brace,
    /// A character that no URI template has: a space, a control character, one of ``"<>\^`|``, or
    /// a percent sign without two hex digits.
    Character,
    /// A variable without a name, or whose name has other characters than letters, digits, `_`,
    /// `.` between them, and `%` with two hex digits.
    Name,
    /// An operator or a modifier (`*`, `:`) that is not understood here.
    Unsupported,
    /// More than [`MAX_VARIABLES`].
    TooMany,
    /// A URI could not be matched against this without trying all ways: something other than
    /// `{?…}`, `{&…}` and `{#…}` stands behind the first of them, or another variable between two
    /// of the form `{+…}`. [`Template::for_expansion`] takes it.
    Ambiguous,
}

impl TemplateFault {
    /// The fault in a few words.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Brace => "braces do not pair up",
            Self::Character => "a character that has no place in a URI template",
            Self::Name => "not the name of a variable",
            Self::Unsupported => "an operator or modifier that is not supported",
            Self::TooMany => "too many variables",
            Self::Ambiguous => "expressions in an order that cannot be matched",
        }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fault.message())
    }
}

impl core::error::Error for TemplateError {}

/// What stands between `{` and the names: how the values are joined and encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Simple,
    Reserved,
    Fragment,
    Label,
    Path,
    Matrix,
    Query,
    More,
}

impl Operator {
    /// Before the first value; nothing if no variable has one.
    pub(super) const fn first(self) -> &'static str {
        match self {
            Self::Simple | Self::Reserved => "",
            Self::Fragment => "#",
            Self::Label => ".",
            Self::Path => "/",
            Self::Matrix => ";",
            Self::Query => "?",
            Self::More => "&",
        }
    }

    /// Between values.
    pub(super) const fn between(self) -> &'static str {
        match self {
            Self::Simple | Self::Reserved | Self::Fragment => ",",
            Self::Query => "&",
            other => other.first(),
        }
    }

    /// Whether values stand behind their names.
    pub(super) const fn is_named(self) -> bool {
        matches!(self, Self::Matrix | Self::Query | Self::More)
    }

    /// Whether values may have reserved characters.
    pub(super) const fn is_open(self) -> bool {
        matches!(self, Self::Reserved | Self::Fragment)
    }

    /// Whether it can only stand at the end.
    pub(super) const fn is_tail(self) -> bool {
        matches!(self, Self::Fragment | Self::Query | Self::More)
    }
}

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'t> {
    Literal(&'t str),
    Expression(Operator, &'t str),
}

/// The parts of a template, in order.
#[derive(Clone, Debug)]
pub(super) struct Parts<'t>(&'t str);

impl<'t> Iterator for Parts<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        if self.0.is_empty() {
            return None;
        }
        let Some(inside) = self.0.strip_prefix('{') else {
            let len = self.0.bytes().position(|byte| byte == b'{').unwrap_or(self.0.len());
            let (literal, rest) = self.0.split_at_checked(len)?;
            self.0 = rest;
            return Some(Part::Literal(literal));
        };
        let (inside, rest) = split_once(inside, b'}').unwrap_or((inside, ""));
        self.0 = rest;
        let operator = match inside.as_bytes().first() {
            Some(b'+') => Operator::Reserved,
            Some(b'#') => Operator::Fragment,
            Some(b'.') => Operator::Label,
            Some(b'/') => Operator::Path,
            Some(b';') => Operator::Matrix,
            Some(b'?') => Operator::Query,
            Some(b'&') => Operator::More,
            _ => return Some(Part::Expression(Operator::Simple, inside)),
        };
        Some(Part::Expression(operator, inside.get(1..).unwrap_or_default()))
    }
}

impl<'t> Template<'t> {
    /// The template that `text` is, to match with and to expand.
    ///
    /// # Errors
    /// [`TemplateError`] says what is wrong with it, and where.
    pub fn new(text: &'t str) -> Result<Self, TemplateError> {
        match check(text)? {
            Some(at) => Err(TemplateError { fault: TemplateFault::Ambiguous, at }),
            None => Ok(Self { text, is_ordered: true }),
        }
    }

    /// As [`Template::new`], of a template that is only to be expanded, such as another's: the
    /// order of the expressions is free. [`Template::matches`] gives `None` if it is not one that
    /// can be matched.
    ///
    /// # Errors
    /// [`TemplateError`], but never [`TemplateFault::Ambiguous`].
    pub fn for_expansion(text: &'t str) -> Result<Self, TemplateError> {
        check(text).map(|disorder| Self { text, is_ordered: disorder.is_none() })
    }

    /// The text of the template.
    #[must_use]
    pub const fn as_str(&self) -> &'t str {
        self.text
    }

    pub(super) const fn is_ordered(&self) -> bool {
        self.is_ordered
    }

    /// The names of its variables in the order they stand in, at most [`MAX_VARIABLES`]. One that
    /// stands there twice comes twice.
    #[must_use]
    pub fn variables(&self) -> Variables<'t> {
        Variables { parts: self.parts(), names: None }
    }

    pub(super) const fn parts(&self) -> Parts<'t> {
        Parts(self.text)
    }
}

/// The names of the variables of a template. See [`Template::variables`].
#[derive(Clone, Debug)]
pub struct Variables<'t> {
    parts: Parts<'t>,
    names: Option<Split<'t>>,
}

impl<'t> Iterator for Variables<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            if let Some(name) = self.names.as_mut().and_then(Iterator::next) {
                return Some(name);
            }
            if let Part::Expression(_, names) = self.parts.next()? {
                self.names = Some(split(names, b','));
            }
        }
    }
}

/// Checks a template. Gives where something stands in an order that cannot be matched.
fn check(text: &str) -> Result<Option<usize>, TemplateError> {
    let fail = |fault, at| Err(TemplateError { fault, at });
    if let Some(at) = broken(text) {
        return fail(TemplateFault::Character, at);
    }
    let (mut count, mut disorder) = (0_usize, None);
    // Of the parts so far: one of the tail, a variable that takes anything, a plain one behind it.
    let (mut in_tail, mut open, mut plain_behind) = (false, false, false);
    let mut parts = Parts(text);
    loop {
        let rest = parts.0;
        let at = text.len().wrapping_sub(rest.len());
        let (operator, names) = match parts.next() {
            None => return Ok(disorder),
            Some(Part::Literal(literal)) => {
                if let Some(bad) = literal.bytes().position(is_bad) {
                    let is_brace = literal.as_bytes().get(bad) == Some(&b'}');
                    let fault =
                        if is_brace { TemplateFault::Brace } else { TemplateFault::Character };
                    return fail(fault, at.wrapping_add(bad));
                }
                if in_tail {
                    disorder = disorder.or(Some(at));
                }
                continue;
            }
            Some(Part::Expression(operator, names)) => (operator, names),
        };
        if names.as_bytes().contains(&b'{') || !rest.as_bytes().contains(&b'}') {
            return fail(TemplateFault::Brace, at);
        }
        for name in split(names, b',') {
            if let Some(fault) = fault_of(name) {
                return fail(fault, at);
            }
            count = count.saturating_add(1);
            if count > MAX_VARIABLES {
                return fail(TemplateFault::TooMany, at);
            }
        }
        let is_open = operator == Operator::Reserved;
        if in_tail && !operator.is_tail() || is_open && plain_behind {
            disorder = disorder.or(Some(at));
        }
        in_tail |= operator.is_tail();
        plain_behind |= open && !is_open && !operator.is_tail();
        open |= is_open;
    }
}

/// What no literal has (RFC 6570, section 2.1, with the apostrophe that its errata allow).
const fn is_bad(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | 0x7f | b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'|' | b'}')
}

/// What is wrong with the name of a variable (RFC 6570, section 2.3).
fn fault_of(name: &str) -> Option<TemplateFault> {
    if name.bytes().any(|byte| matches!(byte, b'*' | b':')) {
        return Some(TemplateFault::Unsupported);
    }
    // Operators kept for later ones, of the RFC itself.
    if name.starts_with(['=', ',', '!', '@', '|']) {
        return Some(TemplateFault::Unsupported);
    }
    let is_good = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'%');
    // Percent signs have been looked at. Dots stand between other characters.
    let is_name = split(name, b'.').all(|word| !word.is_empty() && word.bytes().all(is_good));
    (!is_name).then_some(TemplateFault::Name)
}

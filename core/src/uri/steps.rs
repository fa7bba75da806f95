//! The way through a template that matching goes, up to the tail: texts, and variables between.

use super::percent::{hex, is_triplet};
use super::split::split;
use super::template::{MAX_VARIABLES, Part, Template};

/// What a variable may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// Anything: `{+path}`.
    All,
    /// A part of a path.
    Part,
    /// A part of a query.
    Value,
}

impl Takes {
    pub(super) const fn has(self, byte: u8) -> bool {
        match self {
            Self::All => true,
            Self::Part => !matches!(byte, b'/' | b'?' | b'#'),
            Self::Value => !matches!(byte, b'/' | b'?' | b'#' | b'&'),
        }
    }
}

/// A variable with the texts that stand before it. The last step has texts alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'t> {
    /// A literal, the operator's sign, and for some the variable's name and `=`; each may be empty.
    texts: [&'t str; 4],
    pub(super) takes: Takes,
}

impl Step<'_> {
    const NONE: Step<'static> = Step { texts: [""; 4], takes: Takes::Part };

    /// Where the texts end if they stand at `at`.
    pub(super) fn end_of_texts(&self, uri: &[u8], at: usize) -> Option<usize> {
        self.texts.iter().try_fold(at, |at, text| end_of(text, uri, at))
    }

    /// How many bytes the texts take at most.
    pub(super) fn longest(&self) -> usize {
        let len = self.texts.iter().fold(0, |len: usize, text| len.saturating_add(text.len()));
        // A byte that is not ASCII may be percent-encoded.
        len.saturating_mul(3)
    }

    /// Whether the texts can begin with this byte: a quick look before the long one.
    pub(super) fn may_begin(&self, byte: Option<&u8>) -> bool {
        match self.texts.iter().find_map(|text| text.as_bytes().first()) {
            None => true,
            Some(first) if *first < 0x80 => byte == Some(first),
            Some(first) => byte == Some(first) || byte == Some(&b'%'),
        }
    }
}

/// The steps through a template up to its tail.
#[derive(Debug)]
pub(super) struct Steps<'t> {
    steps: [Step<'t>; MAX_VARIABLES + 1],
    /// How many of them have a variable.
    pub(super) count: usize,
}

impl<'t> Steps<'t> {
    pub(super) fn of(template: Template<'t>) -> Self {
        let mut found = Self { steps: [Step::NONE; MAX_VARIABLES + 1], count: 0 };
        let (mut literal, mut in_query) = ("", false);
        for part in template.parts() {
            let (operator, names) = match part {
                Part::Literal(text) => {
                    in_query |= text.as_bytes().contains(&b'?');
                    literal = text;
                    continue;
                }
                Part::Expression(operator, _) if operator.is_tail() => break,
                Part::Expression(operator, names) => (operator, names),
            };
            let takes = match (operator.is_open(), in_query) {
                (true, _) => Takes::All,
                (false, true) => Takes::Value,
                (false, false) => Takes::Part,
            };
            let mut sign = operator.first();
            for name in split(names, b',') {
                let named = if operator.is_named() { [name, "="] } else { [""; 2] };
                let texts = [core::mem::take(&mut literal), sign, named[0], named[1]];
                sign = operator.between();
                if let Some(step) = found.steps.get_mut(found.count) {
                    *step = Step { texts, takes };
                    found.count = found.count.wrapping_add(1);
                }
            }
        }
        if let Some(step) = found.steps.get_mut(found.count) {
            step.texts = [literal, "", "", ""];
        }
        found
    }

    /// The step at `index`; that at `count` is the last.
    pub(super) fn at(&self, index: usize) -> Step<'t> {
        self.steps.get(index).copied().unwrap_or(Step::NONE)
    }

    /// The first and the last variable that takes anything; the last of all if none does.
    pub(super) fn open(&self) -> Option<(usize, usize)> {
        let last = self.count.checked_sub(1)?;
        let is_open = |step: &Step<'_>| step.takes == Takes::All;
        let variables = self.steps.get(..self.count)?;
        let first_open = variables.iter().position(is_open).unwrap_or(last);
        Some((first_open, variables.iter().rposition(is_open).unwrap_or(last)))
    }
}

/// Where `text`, a literal, ends in the URI if it stands at `at`.
fn end_of(text: &str, uri: &[u8], at: usize) -> Option<usize> {
    let mut rest = uri.get(at..)?;
    // Most are simply there.
    if let Some(after) = rest.strip_prefix(text.as_bytes()) {
        return uri.len().checked_sub(after.len());
    }
    let mut digits = 0_u8;
    for byte in text.bytes() {
        let in_digits = digits > 0;
        digits = if byte == b'%' { 2 } else { digits.saturating_sub(1) };
        rest = match rest {
            [other, after @ ..]
                if byte == *other || in_digits && byte.eq_ignore_ascii_case(other) =>
            {
                after
            }
            [_, high, low, after @ ..] if byte >= 0x80 && is_triplet(rest) => {
                if (hex(*high)? << 4 | hex(*low)?) != byte {
                    return None;
                }
                after
            }
            _ => return None,
        };
    }
    uri.len().checked_sub(rest.len())
}

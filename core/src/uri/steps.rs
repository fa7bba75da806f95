//! The way through a template that matching goes, up to the tail: texts and variables.

use super::percent::{hex, is_triplet};
use super::split::{Split, split};
use super::template::{Operator, Part, Parts, Template};

/// A step through the template up to its tail: what stands there, or a variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'t> {
    Text(&'t str),
    Variable(Takes),
}

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

impl Step<'_> {
    pub(super) const fn is_variable(&self) -> bool {
        matches!(self, Self::Variable(_))
    }
}

/// The steps of a template up to its tail.
#[derive(Clone, Debug)]
pub(super) struct Steps<'t> {
    parts: Parts<'t>,
    operator: Operator,
    names: Option<Split<'t>>,
    /// What stands before the next variable, in up to three texts.
    ahead: [&'t str; 3],
    variable: bool,
    is_first: bool,
    in_query: bool,
}

impl<'t> Steps<'t> {
    pub(super) fn new(parts: Parts<'t>) -> Self {
        Self {
            parts,
            operator: Operator::Simple,
            names: None,
            ahead: [""; 3],
            variable: false,
            is_first: true,
            in_query: false,
        }
    }

    /// The steps that follow the variable before the one at `index`: the texts that stand before
    /// it, or behind the last, come first.
    pub(super) fn before(template: Template<'t>, index: usize) -> Self {
        let mut steps = Self::new(template.parts());
        for _ in 0..index {
            while steps.next().is_some_and(|step| !step.is_variable()) {}
        }
        steps
    }

    /// Where the texts up to the next variable end if they stand at `at`.
    pub(super) fn end_of_texts(mut self, uri: &str, at: usize) -> Option<usize> {
        let mut at = at;
        while let Some(Step::Text(text)) = self.next() {
            at = end_of(text, uri.as_bytes(), at)?;
        }
        Some(at)
    }

    /// How many bytes the texts up to the next variable take at most.
    pub(super) fn longest(mut self) -> usize {
        let mut len: usize = 0;
        while let Some(Step::Text(text)) = self.next() {
            len = len.saturating_add(text.len());
        }
        len.saturating_mul(3)
    }
}

impl<'t> Iterator for Steps<'t> {
    type Item = Step<'t>;

    fn next(&mut self) -> Option<Step<'t>> {
        loop {
            if let Some(text) = self.ahead.iter_mut().find(|text| !text.is_empty()) {
                return Some(Step::Text(core::mem::take(text)));
            }
            if core::mem::take(&mut self.variable) {
                return Some(Step::Variable(match (self.operator.is_open(), self.in_query) {
                    (true, _) => Takes::All,
                    (false, true) => Takes::Value,
                    (false, false) => Takes::Part,
                }));
            }
            if let Some(name) = self.names.as_mut().and_then(Iterator::next) {
                let operator = self.operator;
                let sign = if self.is_first { operator.first() } else { operator.between() };
                let named = if operator.is_named() { [name, "="] } else { [""; 2] };
                self.ahead = [sign, named[0], named[1]];
                (self.variable, self.is_first) = (true, false);
                continue;
            }
            match self.parts.next()? {
                Part::Literal(text) => {
                    self.in_query |= text.as_bytes().contains(&b'?');
                    return Some(Step::Text(text));
                }
                Part::Expression(operator, _) if operator.is_tail() => {
                    // All that follows is tail.
                    self.parts = Parts::end();
                    self.names = None;
                }
                Part::Expression(operator, names) => {
                    (self.operator, self.names) = (operator, Some(split(names, b',')));
                    self.is_first = true;
                }
            }
        }
    }
}

/// Where `text`, a literal, ends in the URI if it stands at `at`.
fn end_of(text: &str, uri: &[u8], at: usize) -> Option<usize> {
    let mut rest = uri.get(at..)?;
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

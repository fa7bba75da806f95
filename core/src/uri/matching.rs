//! Matching: which values of the variables make a template the given URI.
//!
//! There is no going back and trying again. What may take anything (`{+path}`) splits the template:
//! the variables before the first of them are matched from the left and those behind the last from
//! the right, each as short as can be, since a shorter one only leaves more to the next, which may
//! have all that this one may. So if any values fit, some are found.

use super::Captured;
use super::percent::broken;
use super::split::{split, split_once};
use super::steps::Steps;
use super::template::{MAX_VARIABLES, Operator, Part, Template};
use crate::json::{Text, TextError};

/// The values of a template's variables in a URI. See [`Template::matches`].
#[derive(Clone, Copy, Debug)]
pub struct Captures<'t, 'u> {
    template: Template<'t>,
    values: [Option<&'u str>; MAX_VARIABLES],
}

impl<'t> Template<'t> {
    /// The values of the variables if `uri` is an expansion of this template.
    ///
    /// - A variable has at least one character. `{id}` and its like go up to the next `/`, `?` or
    ///   `#`, and to the next `&` behind a `?`; `{+path}` takes anything.
    /// - Where there is a choice, the variables from the left up to the first `{+path}`, or but
    ///   for the last, are as short as can be; so are those behind the last `{+path}`, seen from
    ///   the right. `{a}-{b}` makes of `1-2-3` the values `1` and `2-3`; `{+path}/{id}` splits at
    ///   the last slash; of `{a}{b}` the first is one character.
    /// - `{?q,limit}` and `{&more}` match by name, in any order; any may be missing or empty, the
    ///   first of a name counts, others are passed over. `{#section}` may be missing.
    /// - A name that stands twice has the same value twice.
    /// - Literals match exactly, letter case included. One that is not ASCII also matches its
    ///   percent-encoded form, and the digits behind a percent sign match in either case.
    /// - No URI matches that has a control character, or a percent sign without two hex digits.
    ///
    /// Takes time in proportion to the length of the URI times that of the longest literal.
    pub fn matches<'u>(&self, uri: &'u str) -> Option<Captures<'t, 'u>> {
        if !self.is_ordered()
            || broken(uri).is_some()
            || uri.bytes().any(|byte| byte.is_ascii_control())
        {
            return None;
        }
        let mut values = [None; MAX_VARIABLES];
        let (main, query, fragment) = self.cut(uri)?;
        let steps = Steps::of(*self);
        let (slots, tail_slots) = values.split_at_mut_checked(steps.count)?;
        Main { steps, uri: main, slots }.fill()?;
        let mut tail_slots = tail_slots.iter_mut();
        for part in self.parts() {
            let Part::Expression(operator, names) = part else { continue };
            if !operator.is_tail() {
                continue;
            }
            let mut rest = if operator == Operator::Fragment { fragment } else { None };
            let mut left = split(names, b',').count();
            for (name, slot) in split(names, b',').zip(&mut tail_slots) {
                left = left.saturating_sub(1);
                *slot = match operator {
                    Operator::Fragment => take_item(&mut rest, left == 0),
                    _ => query.and_then(|query| parameter(query, name)),
                };
            }
        }
        let found = Captures { template: *self, values };
        found.is_consistent().then_some(found)
    }

    /// As [`Template::matches`], of a text as it came. One with escapes is decoded into `buffer`
    /// first; one without is looked at where it is.
    ///
    /// # Errors
    /// [`TextError::Short`] if the text has escapes and `buffer` is too small for it,
    /// [`TextError::Surrogate`] if it stands for no text.
    pub fn matches_text<'u>(
        &self,
        uri: Text<'u>,
        buffer: &'u mut [u8],
    ) -> Result<Option<Captures<'t, 'u>>, TextError> {
        let uri = match uri.as_str() {
            Some(plain) => plain,
            None => uri.decode(buffer)?,
        };
        Ok(self.matches(uri))
    }

    /// The URI cut where the template's tail begins: what is before, the query, the fragment.
    fn cut<'u>(&self, uri: &'u str) -> Option<(&'u str, Option<&'u str>, Option<&'u str>)> {
        let mut tail = self.parts().filter_map(|part| match part {
            Part::Expression(operator, _) if operator.is_tail() => Some(operator),
            _ => None,
        });
        let Some(first) = tail.next() else { return Some((uri, None, None)) };
        let has_fragment = first == Operator::Fragment || tail.any(|op| op == Operator::Fragment);
        let split = if has_fragment { split_once(uri, b'#') } else { None };
        let (front, fragment) = split.map_or((uri, None), |(front, rest)| (front, Some(rest)));
        let split = match first {
            Operator::Query => split_once(front, b'?'),
            Operator::More => self.more(front).and_then(|at| {
                let (main, rest) = front.split_at_checked(at)?;
                Some((main, rest.strip_prefix('&')?))
            }),
            _ => None,
        };
        let (main, query) = split.map_or((front, None), |(main, query)| (main, Some(query)));
        // A fragment that the template has not.
        if query.is_some_and(|query| query.as_bytes().contains(&b'#')) {
            return None;
        }
        Some((main, query, fragment))
    }

    /// Where the parameters begin that the template leaves open: at the first `&` that is not one
    /// of its own.
    fn more(&self, uri: &str) -> Option<usize> {
        let literals = self.parts().filter_map(|part| match part {
            Part::Literal(literal) => Some(literal),
            Part::Expression(..) => None,
        });
        let own = literals.flat_map(str::bytes).skip_while(|byte| *byte != b'?');
        let own = own.filter(|byte| *byte == b'&').count();
        let query = uri.bytes().position(|byte| byte == b'?').unwrap_or(0);
        let behind = uri.bytes().enumerate().skip(query);
        behind.filter(|(_, byte)| *byte == b'&').nth(own).map(|(at, _)| at)
    }
}

impl<'t, 'u> Captures<'t, 'u> {
    /// The value of the variable `name`; `None` if the template has none of this name, or if it
    /// was left out of the query or the fragment.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Captured<'u>> {
        self.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// The variables that have a value, in the order of the template, each with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'t str, Captured<'u>)> {
        let pairs = self.template.variables().zip(&self.values);
        pairs.filter_map(|(name, value)| Some((name, Captured::new((*value)?))))
    }

    /// Whether no name has two values.
    fn is_consistent(&self) -> bool {
        self.iter().enumerate().all(|(index, (name, value))| {
            let mut others = self.iter().take(index).filter(|(other, _)| *other == name);
            others.all(|(_, other)| value.bytes().eq(other.bytes()))
        })
    }
}

/// The matching of what stands before the tail.
struct Main<'t, 'u, 's> {
    steps: Steps<'t>,
    uri: &'u str,
    slots: &'s mut [Option<&'u str>],
}

impl Main<'_, '_, '_> {
    fn fill(&mut self) -> Option<()> {
        let len = self.uri.len();
        let mut at = self.steps.at(0).end_of_texts(self.uri.as_bytes(), 0)?;
        let Some((first_open, last_open)) = self.steps.open() else {
            return (at == len).then_some(());
        };
        for index in 0..first_open {
            at = self.shortest(index, at, len)?;
        }
        let mut end = self.last_texts(at)?;
        for index in (last_open.wrapping_add(1)..self.steps.count).rev() {
            end = self.shortest_from_right(index, at, end)?;
        }
        for index in first_open..last_open {
            at = self.shortest(index, at, end)?;
        }
        self.set(last_open, at, end)
    }

    /// Gives the variable at `index` the bytes from `start` up to `end`, if it may have them.
    fn set(&mut self, index: usize, start: usize, end: usize) -> Option<()> {
        let value = self.uri.get(start..end).filter(|value| !value.is_empty())?;
        let takes = self.steps.at(index).takes;
        if !value.bytes().all(|byte| takes.has(byte)) {
            return None;
        }
        *self.slots.get_mut(index)? = Some(value);
        Some(())
    }

    /// Gives the variable at `index`, which begins at `start`, as little as it can have for the
    /// texts behind it to stand there, before `limit`. Gives where those end.
    fn shortest(&mut self, index: usize, start: usize, limit: usize) -> Option<usize> {
        let bytes = self.uri.as_bytes().get(..limit)?;
        let takes = self.steps.at(index).takes;
        let next = self.steps.at(index.wrapping_add(1));
        let mut at = start;
        while takes.has(*bytes.get(at)?) {
            at = at.wrapping_add(1);
            if !next.may_begin(bytes.get(at)) || !is_border(self.uri, at) {
                continue;
            }
            if let Some(end) = next.end_of_texts(bytes, at) {
                self.set(index, start, at)?;
                return Some(end);
            }
        }
        None
    }

    /// Gives the variable at `index`, which ends at `end`, as little as it can have for the texts
    /// before it to stand there, not before `start`. Gives where those begin.
    fn shortest_from_right(&mut self, index: usize, start: usize, end: usize) -> Option<usize> {
        let step = self.steps.at(index);
        let bytes = self.uri.as_bytes().get(..end)?;
        let other = bytes.iter().rposition(|byte| !step.takes.has(*byte));
        let low = other.map_or(0, |at| at.wrapping_add(1));
        let from = low.saturating_sub(step.longest()).max(start);
        for at in (from..end).rev() {
            if !step.may_begin(bytes.get(at)) || !is_border(self.uri, at) {
                continue;
            }
            match step.end_of_texts(bytes, at) {
                Some(value) if (low..end).contains(&value) => {
                    self.set(index, value, end)?;
                    return Some(at);
                }
                _ => {}
            }
        }
        None
    }

    /// Where the texts behind the last variable begin, not before `start`.
    fn last_texts(&self, start: usize) -> Option<usize> {
        let step = self.steps.at(self.steps.count);
        let len = self.uri.len();
        let from = len.saturating_sub(step.longest()).max(start);
        (from..=len).rev().find(|at| {
            is_border(self.uri, *at) && step.end_of_texts(self.uri.as_bytes(), *at) == Some(len)
        })
    }
}

/// Whether no character and no percent sign with its digits is cut at `at`.
fn is_border(uri: &str, at: usize) -> bool {
    let is_sign =
        |back: usize| at.checked_sub(back).and_then(|at| uri.as_bytes().get(at)) == Some(&b'%');
    uri.is_char_boundary(at) && !is_sign(1) && !is_sign(2)
}

/// The value of the first parameter of this name; empty if it has no `=`.
fn parameter<'u>(query: &'u str, name: &str) -> Option<&'u str> {
    let mut pairs = split(query, b'&').map(|pair| split_once(pair, b'=').unwrap_or((pair, "")));
    pairs.find(|(other, _)| *other == name).map(|(_, value)| value)
}

/// Takes the text up to the next comma, or all of it.
fn take_item<'u>(rest: &mut Option<&'u str>, all: bool) -> Option<&'u str> {
    let text = rest.take()?;
    match split_once(text, b',') {
        Some((item, after)) if !all => {
            *rest = Some(after);
            Some(item)
        }
        _ => Some(text),
    }
}

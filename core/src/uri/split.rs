//! Text cut at a byte. The standard library's search for a character has a panic in it that the
//! optimiser does not see through.

/// What stands before the first `sign`, which is ASCII, and what behind it.
pub(crate) fn split_once(text: &str, sign: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|byte| byte == sign)?;
    Some((text.get(..at)?, text.get(at.wrapping_add(1)..)?))
}

/// The pieces of a text between signs: one more than there are signs.
#[derive(Clone, Debug)]
pub(crate) struct Split<'a> {
    rest: Option<&'a str>,
    sign: u8,
}

/// The pieces of `text` between each `sign`, which is ASCII.
pub(crate) const fn split(text: &str, sign: u8) -> Split<'_> {
    Split { rest: Some(text), sign }
}

impl<'a> Iterator for Split<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.take()?;
        match split_once(rest, self.sign) {
            Some((piece, after)) => {
                self.rest = Some(after);
                Some(piece)
            }
            None => Some(rest),
        }
    }
}

//! Expansion (RFC 6570, section 3).

use super::UriError;
use super::percent::{is_reserved, is_triplet, is_unreserved};
use super::split::split;
use super::template::{Operator, Part, Template};
use crate::json::{Writer, text_of};

impl Template<'_> {
    /// The URI that comes of giving each variable the value that `value` gives for its name;
    /// a variable without one (`None`) is left out with what belongs to it.
    ///
    /// It is written into `out` and is ASCII without quotes and backslashes, so it needs no
    /// escapes in JSON either.
    ///
    /// # Errors
    /// [`UriError::Short`] says how many bytes it takes.
    pub fn expand<'v, 'o>(
        &self,
        value: impl FnMut(&str) -> Option<&'v str>,
        out: &'o mut [u8],
    ) -> Result<&'o str, UriError> {
        let mut writer = Writer::new(out);
        self.expand_into(value, &mut writer);
        if !writer.fits() {
            return Err(UriError::Short { need: writer.total() });
        }
        text_of(writer.finish()).map_err(|_| UriError::NotText)
    }

    /// As [`Template::expand`], into a writer, which counts what does not fit.
    pub fn expand_into<'v>(
        &self,
        mut value: impl FnMut(&str) -> Option<&'v str>,
        out: &mut Writer<'_>,
    ) {
        for part in self.parts() {
            let (operator, names) = match part {
                Part::Literal(literal) => {
                    encode(literal, true, out);
                    continue;
                }
                Part::Expression(operator, names) => (operator, names),
            };
            let mut before = operator.first();
            for name in split(names, b',') {
                let Some(value) = value(name) else { continue };
                out.put_str(before);
                before = operator.between();
                if operator.is_named() {
                    out.put_str(name);
                    // A parameter of a path says nothing where there is nothing to say.
                    if !(operator == Operator::Matrix && value.is_empty()) {
                        out.put_str("=");
                    }
                }
                encode(value, operator.is_open(), out);
            }
        }
    }
}

/// The text with all percent-encoded that has to be. What `is_open` keeps its reserved characters
/// and what is encoded already.
fn encode(text: &str, is_open: bool, out: &mut Writer<'_>) {
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        let stays = is_unreserved(*byte) || is_open && (is_reserved(*byte) || is_triplet(rest));
        if stays {
            out.put(&[*byte]);
        } else {
            out.put(&[b'%', digit(byte >> 4), digit(byte & 0xf)]);
        }
        rest = after;
    }
}

/// RFC 3986, section 2.1: in capitals.
const fn digit(value: u8) -> u8 {
    if value < 10 { b'0'.wrapping_add(value) } else { (b'A' - 10).wrapping_add(value) }
}

//! Page after page of a list, and the guard against a server whose cursors go in a circle.

use core::fmt;

use crate::json::{Raw, Text};

/// The guard of one walk through the pages of a list (server/utilities/pagination): it gives the
/// cursor of the next page, and notices one that came before.
///
/// It remembers one cursor alone, as a hash, and takes another one each time the pages have doubled
/// in number. So a circle of any length is found, before three times as many pages were read as
/// there are different ones. Plain data, all zero bits when new.
///
/// ```
/// use sansmcp::client::{Pages, Stuck};
/// use sansmcp::json::Raw;
///
/// let mut pages = Pages::NEW;
/// let page = Raw::parse(br#"{"tools":[],"nextCursor":"2"}"#).unwrap();
/// assert!(pages.next(page)?.is_some_and(|cursor| cursor == "2"));
/// // Asked with this cursor, the server says the same again.
/// assert_eq!(pages.next(page).err(), Some(Stuck::Repeated));
/// # Ok::<(), Stuck>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pages {
    /// The hash of the cursor that is remembered.
    kept: u64,
    /// How many cursors there were.
    count: u64,
}

/// Why there is no next page though the server names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The cursor came before: the server would give the same pages for ever.
    Repeated,
    /// The cursor is no string.
    NotText,
}

impl Pages {
    /// Before the first page.
    pub const NEW: Pages = Pages { kept: 0, count: 0 };

    /// The cursor that the next page is asked for with: `nextCursor` of `result`, which is the
    /// result of a list. `None` after the last page, where it is absent or `null`; the empty text
    /// is a cursor like any other. After the last page the guard is as new.
    ///
    /// # Errors
    /// [`Stuck`]: what was read so far is all that can be had. The guard is as before.
    pub fn next<'f>(&mut self, result: Raw<'f>) -> Result<Option<Text<'f>>, Stuck> {
        let Some(cursor) = result.get("nextCursor").filter(|cursor| !cursor.is_null()) else {
            *self = Self::NEW;
            return Ok(None);
        };
        let cursor = cursor.text().ok_or(Stuck::NotText)?;
        let hash = hash64(cursor);
        if self.count > 0 && hash == self.kept {
            return Err(Stuck::Repeated);
        }
        self.count = self.count.saturating_add(1);
        if self.count.is_power_of_two() {
            self.kept = hash;
        }
        Ok(Some(cursor))
    }
}

impl Stuck {
    /// A short text that says what is wrong.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Repeated => "the server's cursors go in a circle",
            Self::NotText => "the server's cursor is no string",
        }
    }
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for Stuck {}

/// FNV-1a over the decoded text, 64 bits: among all the cursors that a server can send in a
/// lifetime no two are likely to have the same one.
fn hash64(text: Text<'_>) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut pieces = text.pieces();
    while let Some(piece) = pieces.next() {
        for byte in piece {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::String;

    /// What the guard says of a page whose cursor is this JSON; the cursor as it was written.
    fn next(pages: &mut Pages, json: &str) -> Result<Option<String>, Stuck> {
        let page = format!(r#"{{"tools":[],"nextCursor":{json}}}"#);
        let page = Raw::parse(page.as_bytes()).unwrap_or(Raw::NULL);
        pages.next(page).map(|cursor| cursor.map(|cursor| cursor.raw().into()))
    }

    #[test]
    fn circles_of_any_length_are_found_wherever_they_begin() {
        for circle in [1, 2, 3, 7, 64, 1000] {
            for tail in 0..=20 {
                let mut pages = Pages::NEW;
                let different = tail + circle;
                let found = (0..10 * different).position(|at| {
                    let page = if at < tail { at } else { tail + (at - tail) % circle };
                    next(&mut pages, &format!("\"{page}\"")) == Err(Stuck::Repeated)
                });
                let found = found.unwrap_or_else(|| panic!("{tail} {circle}: not found"));
                // Not before it came round, and not much later.
                assert!((different..=3 * different).contains(&found), "{tail} {circle}: {found}");
            }
        }
    }

    #[test]
    fn different_cursors_are_no_circle() {
        let mut pages = Pages::NEW;
        for page in 0..100_000 {
            let cursor = format!("page-{page}");
            assert_eq!(next(&mut pages, &format!("\"{cursor}\"")), Ok(Some(cursor)));
        }
        // Nor is one whose hash is 0, as that of none is.
        let zero = "!0IC=VloaY";
        assert_eq!(hash64(Text::trusted(zero)), 0);
        assert_eq!(next(&mut Pages::default(), &format!("\"{zero}\"")), Ok(Some(zero.into())));
        // Nor are those that differ in one place, or in their order.
        let mut pages = Pages::NEW;
        for cursor in ["", " ", "a", "A", "ab", "ba", "\\u0000", "\\u0000\\u0000", "é", "e\u{301}"]
        {
            assert_eq!(next(&mut pages, &format!("\"{cursor}\"")), Ok(Some(cursor.into())));
        }
    }

    #[test]
    fn escapes_do_not_matter() {
        for (one, other) in [
            (r#""page/2""#, r#""p\u0061ge\/2""#),
            (r#""é😀""#, r#""\u00E9\ud83d\uDE00""#),
            (r#""\n""#, r#""\u000a""#),
            (r#""\ud800""#, r#""\uD800""#),
        ] {
            for (one, other) in [(one, other), (other, one)] {
                let mut pages = Pages::NEW;
                assert!(matches!(next(&mut pages, one), Ok(Some(_))));
                assert_eq!(next(&mut pages, other), Err(Stuck::Repeated), "{one} {other}");
            }
        }
    }

    #[test]
    fn the_empty_text_is_a_cursor_and_null_is_none() {
        let mut pages = Pages::NEW;
        assert_eq!(next(&mut pages, r#""""#), Ok(Some(String::new())));
        assert_eq!(next(&mut pages, r#""""#), Err(Stuck::Repeated));
        assert_eq!(next(&mut pages, "null"), Ok(None));
        for last in ["{}", r#"{"tools":[]}"#, r#"{"nextCursor":null}"#, "[]", "null"] {
            let mut pages = Pages::NEW;
            assert!(matches!(next(&mut pages, r#""a""#), Ok(Some(_))));
            let last = Raw::parse(last.as_bytes()).unwrap_or(Raw::NULL);
            assert!(matches!(pages.next(last), Ok(None)));
            // The next list may begin with the cursor that this one had.
            assert_eq!(pages, Pages::NEW);
            assert!(matches!(next(&mut pages, r#""a""#), Ok(Some(_))));
        }
    }

    #[test]
    fn a_cursor_that_is_no_string_is_an_end_and_changes_nothing() {
        for cursor in ["2", "true", "false", "{}", r#"["a"]"#] {
            let mut pages = Pages::NEW;
            assert!(matches!(next(&mut pages, r#""a""#), Ok(Some(_))));
            let before = pages;
            assert_eq!(next(&mut pages, cursor), Err(Stuck::NotText), "{cursor}");
            assert_eq!(next(&mut pages, r#""a""#), Err(Stuck::Repeated));
            assert_eq!(pages, before);
        }
    }
}

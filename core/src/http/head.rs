//! What of a request head the rules read: a method, and names with values.

/// One line of a request head.
#[derive(Clone, Copy, Debug)]
pub struct Header<'h> {
    /// The name, in any case.
    pub name: &'h str,
    /// The value as it came, spaces and tabs around it allowed. It need not be UTF-8.
    pub value: &'h [u8],
}

/// The head of one HTTP request, as the host's HTTP library read it.
///
/// The host answers for what belongs to HTTP itself: line ends, lengths, no name that is not a
/// token. Under HTTP/2 and 3 it passes the `:authority` as a header named `host`.
#[derive(Clone, Copy, Debug)]
pub struct Head<'h> {
    /// The method, in the case it came in: methods are case-sensitive.
    pub method: &'h str,
    /// The lines in the order they came; a name may stand in several.
    pub headers: &'h [Header<'h>],
}

/// A header that must have one value: see [`Head::single`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Single<'h> {
    /// There is no such line.
    Absent,
    /// The value, without spaces and tabs around it. It may be empty.
    One(&'h [u8]),
    /// There are several lines, and they do not agree. Whoever stands between client and server
    /// may have taken another one than we would: such a request is to be refused.
    Conflict,
}

impl<'h> Head<'h> {
    /// The value of the first line named `name`, whatever its case, without spaces and tabs
    /// around it.
    ///
    /// ```
    /// use sansmcp::http::{Head, Header};
    ///
    /// let headers = [Header { name: "mcp-method", value: b" tools/list\t" }];
    /// let head = Head { method: "POST", headers: &headers };
    /// assert_eq!(head.get("Mcp-Method"), Some(&b"tools/list"[..]));
    /// ```
    pub fn get(&self, name: &str) -> Option<&'h [u8]> {
        self.all(name).next()
    }

    /// The values of all lines named `name`, in order, each as [`Head::get`] gives it.
    pub fn all<'n>(&self, name: &'n str) -> impl Iterator<Item = &'h [u8]> + use<'h, 'n> {
        self.headers
            .iter()
            .filter(move |header| header.name.eq_ignore_ascii_case(name))
            .map(|header| trim(header.value))
    }

    /// The value of a header that must not say two things. Lines that are equal, but for the
    /// spaces and tabs around their values, count as one.
    pub fn single(&self, name: &str) -> Single<'h> {
        one_of(self.all(name))
    }
}

/// What several lines of one name say together.
pub(crate) fn one_of<'h>(mut values: impl Iterator<Item = &'h [u8]>) -> Single<'h> {
    let Some(first) = values.next() else { return Single::Absent };
    if values.all(|value| value == first) { Single::One(first) } else { Single::Conflict }
}

/// Without the spaces and tabs around it: the optional white space of HTTP, and no other.
pub(crate) fn trim(value: &[u8]) -> &[u8] {
    let mut value = value;
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = value {
        value = rest;
    }
    value
}

/// Whether `byte` may stand in a token (RFC 9110, 5.6.2): a name, a method, a media type.
pub(crate) const fn is_tchar(byte: u8) -> bool {
    matches!(byte,
        b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'!' | b'#' | b'$' | b'%' | b'&' | b'\'' | b'*'
        | b'+' | b'-' | b'.' | b'^' | b'_' | b'`' | b'|' | b'~')
}

/// Whether `text` is a token: at least one byte, each of which may stand in one.
pub(crate) fn is_token(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|byte| is_tchar(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    const fn line(name: &'static str, value: &'static [u8]) -> Header<'static> {
        Header { name, value }
    }

    const LINES: [Header<'static>; 8] = [
        line("Host", b"localhost"),
        line("ACCEPT", b"\t application/json"),
        line("accept", b"text/event-stream \t"),
        line("Mcp-Name", b"  a b\t c  "),
        line("mcp-name", b"a b\t c"),
        line("Empty", b" \t \t"),
        line("Mcp-Method", b"tools/call"),
        line("mcp-method", b"Tools/call"),
    ];
    const HEAD: Head<'static> = Head { method: "POST", headers: &LINES };

    #[test]
    fn names_have_any_case_and_values_no_space_around_them() {
        assert_eq!(HEAD.get("hOST"), Some(&b"localhost"[..]));
        assert_eq!(HEAD.get("accept"), Some(&b"application/json"[..]));
        assert_eq!(HEAD.get("mcp-name"), Some(&b"a b\t c"[..]));
        assert_eq!(HEAD.get("empty"), Some(&b""[..]));
        assert_eq!(HEAD.get("hos"), None);
        assert_eq!(HEAD.get("host "), None);
        assert_eq!(HEAD.get(""), None);
    }

    #[test]
    fn all_lines_come_in_order() {
        let all: Vec<_> = HEAD.all("Accept").collect();
        assert_eq!(all, [&b"application/json"[..], b"text/event-stream"]);
        assert_eq!(HEAD.all("Cookie").count(), 0);
    }

    #[test]
    fn two_that_agree_are_one_and_two_that_do_not_are_a_conflict() {
        assert_eq!(HEAD.single("Mcp-Name"), Single::One(b"a b\t c"));
        assert_eq!(HEAD.single("Mcp-Method"), Single::Conflict);
        assert_eq!(HEAD.single("Host"), Single::One(b"localhost"));
        assert_eq!(HEAD.single("Empty"), Single::One(b""));
        assert_eq!(HEAD.single("Cookie"), Single::Absent);
        let none = [line("a", b"x"), line("A", b"")];
        assert_eq!(Head { method: "GET", headers: &none }.single("a"), Single::Conflict);
        let third = [line("a", b"x"), line("A", b"x"), line("a", b"y")];
        assert_eq!(Head { method: "GET", headers: &third }.single("a"), Single::Conflict);
    }

    #[test]
    fn only_spaces_and_tabs_are_trimmed() {
        for (value, trimmed) in [
            (&b""[..], &b""[..]),
            (b" ", b""),
            (b"\t", b""),
            (b" a", b"a"),
            (b"a ", b"a"),
            (b"a b", b"a b"),
            (b"\n a \r", b"\n a \r"),
            (b" \x0b ", b"\x0b"),
            (b" \xc2\xa0 ", b"\xc2\xa0"),
            (b"\0 ", b"\0"),
        ] {
            assert_eq!(trim(value), trimmed, "{value:?}");
        }
    }

    #[test]
    fn tokens_are_as_http_has_them() {
        for token in ["a", "Region", "!#$%&'*+-.^_`|~09azAZ"] {
            assert!(is_token(token.as_bytes()), "{token}");
        }
        let out = [b' ', b'\t', b'"', b'(', b')', b',', b'/', b':', b';', b'<', b'=', b'>', b'?'];
        for byte in out.into_iter().chain([b'@', b'[', b'\\', b']', b'{', b'}']) {
            assert!(!is_tchar(byte), "{byte}");
        }
        assert!((0..=b' ').chain(0x7f..=0xff).all(|byte| !is_tchar(byte)));
        assert_eq!((0..=255).filter(|byte| is_tchar(*byte)).count(), 77);
        assert!(!is_token(b"") && !is_token(b"a b") && !is_token("é".as_bytes()));
    }
}

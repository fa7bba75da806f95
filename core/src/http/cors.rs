//! What a browser is told when a page of another site speaks to the server (CORS).
//!
//! Credentials of the browser are never allowed: tokens travel in `Authorization`, which the page
//! has to know.

use super::head::{Head, is_token, trim};
use super::origin::{Origin, origin};

/// The methods of an endpoint that serves the revisions before 2026-07-28 as well.
pub const METHODS: &str = "GET, POST, DELETE";

/// The method of an endpoint that serves 2026-07-28 alone.
pub const POST_ALONE: &str = "POST";

/// For how many seconds a browser may remember the answer to a preflight. Browsers keep it for
/// two hours at most.
pub const MAX_AGE: &str = "7200";

/// The request headers of the protocol, in all its revisions.
pub const ALLOWED_HEADERS: &str = "Content-Type, Accept, Authorization, Mcp-Session-Id, \
    MCP-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID";

/// The response headers that a page may read beside those that it may always read.
pub const EXPOSED_HEADERS: &str =
    "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, Retry-After";

/// The start of the names of headers that mirror an argument of a tool.
const PARAM: &[u8] = b"mcp-param-";

/// Headers that every response to a request with an allowed origin carries, errors included, so
/// that the page can read it. `None` without an origin or with one that is not let in.
///
/// `allowed` is a list as [`origin`] takes it.
pub fn exposed<'h>(head: &Head<'h>, allowed: &[&str]) -> Option<[(&'static str, &'h str); 3]> {
    let Origin::Allowed(origin) = origin(head, allowed) else { return None };
    Some([
        ("Access-Control-Allow-Origin", origin),
        ("Access-Control-Expose-Headers", EXPOSED_HEADERS),
        ("Vary", "Origin"),
    ])
}

/// Whether a request is a preflight: a browser asks whether it may send another one.
pub fn is_preflight(head: &Head<'_>) -> bool {
    let has = |name| head.get(name).is_some();
    head.method == "OPTIONS" && has("origin") && has("access-control-request-method")
}

/// The answer to a preflight from an allowed origin: the headers of a response 204 without a
/// body. `None` for other requests, and from an origin that is not let in.
///
/// `methods` is [`METHODS`] or [`POST_ALONE`]; `allowed` is a list as [`origin`] takes it.
pub fn preflight<'h>(
    head: &Head<'h>,
    allowed: &[&str],
    methods: &'static str,
) -> Option<Preflight<'h>> {
    if !is_preflight(head) {
        return None;
    }
    let Origin::Allowed(origin) = origin(head, allowed) else { return None };
    let fixed = [
        ("Access-Control-Allow-Origin", origin),
        ("Access-Control-Allow-Methods", methods),
        ("Access-Control-Allow-Headers", ALLOWED_HEADERS),
        ("Access-Control-Max-Age", MAX_AGE),
        ("Vary", "Origin"),
    ];
    Some(Preflight { fixed, next: 0, head: *head, line: 0, rest: &[] })
}

/// The headers of the answer to a preflight: names and values. `Access-Control-Allow-Headers`
/// comes in several lines, which mean the same as one: first that of [`ALLOWED_HEADERS`], then
/// one for each `Mcp-Param-` header that was asked for.
#[derive(Clone, Debug)]
pub struct Preflight<'h> {
    fixed: [(&'static str, &'h str); 5],
    next: usize,
    head: Head<'h>,
    /// The line of the head that is looked at next.
    line: usize,
    /// What is left of the names in the line before it.
    rest: &'h [u8],
}

impl<'h> Iterator for Preflight<'h> {
    type Item = (&'static str, &'h str);

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(header) = self.fixed.get(self.next) {
            self.next = self.next.wrapping_add(1);
            return Some(*header);
        }
        loop {
            while !self.rest.is_empty() {
                let comma = self.rest.iter().position(|byte| *byte == b',');
                let (name, rest) = self.rest.split_at_checked(comma.unwrap_or(self.rest.len()))?;
                self.rest = rest.get(1..).unwrap_or_default();
                let name = trim(name);
                let is_param = name
                    .split_at_checked(PARAM.len())
                    .is_some_and(|(start, end)| start.eq_ignore_ascii_case(PARAM) && is_token(end));
                if let (true, Ok(name)) = (is_param, crate::json::text_of(name)) {
                    return Some(("Access-Control-Allow-Headers", name));
                }
            }
            let header = self.head.headers.get(self.line)?;
            self.line = self.line.wrapping_add(1);
            if header.name.eq_ignore_ascii_case("access-control-request-headers") {
                self.rest = header.value;
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a panic is how a test fails
mod tests {
    use super::super::head::Header;
    use super::super::origin::ANY;
    use super::*;
    use std::vec::Vec;

    const PAGE: Header<'static> = Header { name: "Origin", value: b"http://localhost:6274" };
    const WANTS: Header<'static> = Header { name: "Access-Control-Request-Method", value: b"POST" };

    fn asked(value: &'static [u8]) -> Header<'static> {
        Header { name: "access-control-request-headers", value }
    }

    fn answer(headers: &[Header<'_>]) -> Option<Vec<(&'static str, std::string::String)>> {
        let head = Head { method: "OPTIONS", headers };
        let lines = preflight(&head, &[], METHODS)?;
        Some(lines.map(|(name, value)| (name, value.into())).collect())
    }

    fn params(values: &[&'static [u8]]) -> Vec<std::string::String> {
        let headers: Vec<_> =
            [PAGE, WANTS].into_iter().chain(values.iter().map(|value| asked(value))).collect();
        let lines = answer(&headers).unwrap().split_off(5);
        assert!(lines.iter().all(|(name, _)| *name == "Access-Control-Allow-Headers"));
        lines.into_iter().map(|(_, value)| value).collect()
    }

    #[test]
    fn a_preflight_is_answered() {
        let lines = answer(&[PAGE, WANTS]).unwrap();
        let lines: Vec<_> = lines.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(
            lines,
            [
                ("Access-Control-Allow-Origin", "http://localhost:6274"),
                ("Access-Control-Allow-Methods", "GET, POST, DELETE"),
                ("Access-Control-Allow-Headers", ALLOWED_HEADERS),
                ("Access-Control-Max-Age", "7200"),
                ("Vary", "Origin"),
            ]
        );
        for name in "content-type accept authorization mcp-session-id mcp-protocol-version \
            mcp-method mcp-name last-event-id"
            .split(' ')
        {
            assert!(ALLOWED_HEADERS.to_ascii_lowercase().split(", ").any(|one| one == name));
        }
        let head = Head { method: "OPTIONS", headers: &[PAGE, WANTS] };
        assert_eq!(preflight(&head, &[], POST_ALONE).unwrap().nth(1).unwrap().1, "POST");
    }

    #[test]
    fn other_requests_are_no_preflight() {
        assert!(answer(&[PAGE]).is_none());
        assert!(answer(&[WANTS]).is_none());
        assert!(answer(&[]).is_none());
        for method in ["POST", "GET", "options", "OPTION"] {
            let head = Head { method, headers: &[PAGE, WANTS] };
            assert!(!is_preflight(&head) && preflight(&head, &[], METHODS).is_none());
        }
        assert!(!is_preflight(&Head { method: "OPTIONS", headers: &[WANTS] }));
    }

    #[test]
    fn a_foreign_page_gets_nothing() {
        for origin in ["https://evil.com", "null", "", "http://localhost.evil.com"] {
            let page = Header { name: "Origin", value: origin.as_bytes() };
            let head = Head { method: "OPTIONS", headers: &[page, WANTS] };
            assert!(is_preflight(&head));
            assert!(preflight(&head, &[], METHODS).is_none(), "{origin}");
            assert!(exposed(&head, &[]).is_none(), "{origin}");
        }
    }

    #[test]
    fn headers_for_arguments_are_allowed_one_by_one() {
        assert_eq!(params(&[b"content-type,mcp-param-region,mcp-method"]), ["mcp-param-region"]);
        assert_eq!(
            params(&[b" Mcp-Param-A ,\tmcp-param-b,", b"x", b"MCP-PARAM-c"]),
            ["Mcp-Param-A", "mcp-param-b", "MCP-PARAM-c"]
        );
        assert_eq!(params(&[b"mcp-param-a\xff,mcp-param-b,\xff"]), ["mcp-param-b"]);
        for wrong in [
            &b""[..],
            b"mcp-param-",
            b"mcp-param",
            b"mcp-paramx",
            b"x-mcp-param-a",
            b"mcp-param-a b",
            b"mcp-param-a;b",
            b"mcp-param-a\r\nset-cookie: x",
            b"mcp-param-a\0",
            b"mcp-param-\xc3\xa9",
            b"mcp-param-a\xff",
            b"cookie",
            b"*",
            b",,, ,",
        ] {
            assert_eq!(params(&[wrong]), [""; 0], "{wrong:?}");
        }
    }

    #[test]
    fn responses_can_be_read_by_the_page() {
        let head = Head { method: "POST", headers: &[PAGE] };
        let lines = exposed(&head, &[]).unwrap();
        assert_eq!(lines[0], ("Access-Control-Allow-Origin", "http://localhost:6274"));
        assert!(lines[1].1.contains("Mcp-Session-Id") && lines[1].1.contains("WWW-Authenticate"));
        assert_eq!(lines[2], ("Vary", "Origin"));
        assert!(exposed(&Head { method: "POST", headers: &[] }, &[]).is_none());
        let other = Head {
            method: "POST",
            headers: &[Header { name: "origin", value: b"https://a.example" }],
        };
        assert_eq!(exposed(&other, &[ANY]).unwrap()[0].1, "https://a.example");
    }

    #[test]
    fn credentials_are_never_allowed() {
        let lines = answer(&[PAGE, WANTS, asked(b"cookie")]).unwrap();
        let head = Head { method: "POST", headers: &[PAGE] };
        let exposed = exposed(&head, &[ANY]).unwrap();
        let names = lines.iter().map(|(name, _)| *name).chain(exposed.map(|(name, _)| name));
        assert!(names.clone().all(|name| !name.to_ascii_lowercase().contains("credentials")));
        assert_eq!(names.count(), 8);
        let all = lines.iter().map(|(_, value)| value.as_str()).chain(exposed.map(|(_, v)| v));
        assert!(all.into_iter().all(|value| value != "*"));
    }
}

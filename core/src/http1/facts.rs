//! What the headers say about the connection and the body (RFC 9112, sections 3.2, 6, 9).

use super::head::HeadLines;
use super::request::{MAX_HEADERS, Version};
use super::syntax::members;
use super::target::{Target, is_host};
use crate::http::Header;

/// Where the body ends.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Body {
    None = 0,
    /// `Content-Length`, more than 0.
    Length,
    Chunked,
}

/// All that has to be known of a head to go on.
pub(super) struct Facts {
    pub(super) version: Version,
    /// The method is `HEAD`: the response has no body.
    pub(super) is_head_only: bool,
    /// Whether the connection goes on after the response.
    pub(super) keep: bool,
    /// The client waits for `100 Continue` before it sends the body.
    pub(super) expects: bool,
    pub(super) body: Body,
    /// The body's length in bytes, where it is given.
    pub(super) length: u64,
}

impl Facts {
    /// # Errors
    /// The status that refuses the request.
    pub(super) fn of(
        method: &str,
        version: Version,
        target: &Target<'_>,
        headers: HeadLines<'_>,
    ) -> Result<Facts, u16> {
        let mut host = None;
        let mut length = None;
        let mut codings = None;
        let mut keep = version == Version::Http11;
        let mut expects = false;
        for (count, header) in headers.enumerate() {
            let Header { name, value } = header?;
            if count >= MAX_HEADERS {
                return Err(431);
            }
            if name.eq_ignore_ascii_case("host") {
                if host.replace(value).is_some() || !is_host(value) {
                    return Err(400);
                }
            } else if name.eq_ignore_ascii_case("content-length") {
                // Even equal ones: some reader before this one may take another of them.
                if length.replace(self::length(value)?).is_some() {
                    return Err(400);
                }
            } else if name.eq_ignore_ascii_case("transfer-encoding") {
                codings.get_or_insert(Codings::NONE).add(value);
            } else if name.eq_ignore_ascii_case("connection") {
                let is_close = |member: &[u8]| member.eq_ignore_ascii_case(b"close");
                keep &= !members(value).any(is_close);
            } else if name.eq_ignore_ascii_case("expect") && version == Version::Http11 {
                if !value.eq_ignore_ascii_case(b"100-continue") {
                    return Err(417);
                }
                expects = true;
            }
        }
        if host.is_none() && version == Version::Http11 {
            return Err(400);
        }
        // A target in absolute form and `Host` have to say the same (RFC 9112, section 3.2.2), or
        // they could be judged by one and served by the other.
        let says_other = |authority: &str| {
            host.is_some_and(|host| !host.eq_ignore_ascii_case(authority.as_bytes()))
        };
        if target.authority.is_some_and(says_other) {
            return Err(400);
        }
        let (body, length) = match (codings, length) {
            (Some(_), Some(_)) => return Err(400),
            (Some(codings), None) => {
                // HTTP/1.0 has no transfer codings: whoever sent this on did not understand it.
                if version == Version::Http10 {
                    return Err(400);
                }
                codings.check()?;
                (Body::Chunked, 0)
            }
            (None, None | Some(0)) => (Body::None, 0),
            (None, Some(length)) => (Body::Length, length),
        };
        let expects = expects && body != Body::None;
        let is_head_only = method == "HEAD";
        Ok(Facts { version, is_head_only, keep, expects, body, length })
    }
}

/// The value of `Content-Length`: digits and nothing else.
fn length(value: &[u8]) -> Result<u64, u16> {
    if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
        return Err(400);
    }
    let add = |sum: u64, digit: &u8| {
        sum.checked_mul(10)?.checked_add(u64::from(digit.wrapping_sub(b'0')))
    };
    value.iter().try_fold(0, add).ok_or(413)
}

/// The transfer codings of all lines together.
#[derive(Clone, Copy)]
struct Codings {
    count: usize,
    chunked: usize,
    is_last_chunked: bool,
    has_empty: bool,
}

impl Codings {
    const NONE: Codings =
        Codings { count: 0, chunked: 0, is_last_chunked: false, has_empty: false };

    fn add(&mut self, value: &[u8]) {
        for member in members(value) {
            self.count = self.count.saturating_add(1);
            self.is_last_chunked = member.eq_ignore_ascii_case(b"chunked");
            self.chunked = self.chunked.saturating_add(usize::from(self.is_last_chunked));
            self.has_empty |= member.is_empty();
        }
    }

    /// Exactly `chunked`, once. Another coding is one that is not known here (501), unless nobody
    /// could tell where the body ends, or the list is none (400).
    fn check(&self) -> Result<(), u16> {
        match (self.count, self.chunked, self.is_last_chunked) {
            _ if self.has_empty => Err(400),
            (1, 1, true) => Ok(()),
            (_, 0, _) | (_, 1, true) => Err(501),
            _ => Err(400),
        }
    }
}

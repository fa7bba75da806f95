//! A request, as the application sees it.

use super::facts::Facts;
use super::head::{FirstLine, HeadLines};
use super::target::Target;
use crate::http::{Head, Header};

/// How many headers a request may have. More are refused with 431.
pub const MAX_HEADERS: usize = 64;

/// Room for the headers of a request; [`NO_HEADERS`] is its first value. 1 KiB on a chip with 32
/// bits, 2 KiB with 64.
pub type Headers<'h> = [Header<'h>; MAX_HEADERS];

/// No headers yet.
pub const NO_HEADERS: Headers<'static> = [Header { name: "", value: b"" }; MAX_HEADERS];

/// The version of HTTP that a request is written in. Others are refused with 505.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Version {
    /// HTTP/1.1.
    Http11 = 0,
    /// HTTP/1.0: its connection ends after the response, and it knows no chunks.
    Http10 = 1,
}

/// A request: its head, and its body once that is whole.
///
/// The head was found to be right in all that concerns its form; see the [module](super).
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// The method, as it was written: `POST`. Any token; in methods case counts.
    pub method: &'r str,
    /// The target as it was written: `/mcp?a=b`, or `http://host/mcp`, or `*`.
    pub target: &'r str,
    /// The path in it, not decoded: `/mcp`. `/` where there is none, `*` for `OPTIONS *`.
    pub path: &'r str,
    /// What follows the first question mark.
    pub query: Option<&'r str>,
    /// The version.
    pub version: Version,
    /// The headers in their order. Names as they were written, values without spaces and tabs
    /// around them. With HTTP/1.1 there is exactly one `Host`.
    pub headers: &'r [Header<'r>],
    /// The body with its chunks put together. Empty before [`Step::Request`](super::Step::Request),
    /// and where the body is skipped.
    pub body: &'r [u8],
}

impl<'r> Request<'r> {
    /// The part that [`crate::http`] judges.
    #[must_use]
    pub const fn head(&self) -> Head<'r> {
        Head { method: self.method, headers: self.headers }
    }
}

/// What the head says about itself.
///
/// # Errors
/// The status that refuses it.
pub(super) fn check(head: &[u8]) -> Result<Facts, u16> {
    let (first, headers) = HeadLines::of(head)?;
    let FirstLine { method, target, version } = first;
    if method == "CONNECT" {
        return Err(501);
    }
    let target = Target::of(method, target).ok_or(400_u16)?;
    Facts::of(method, version, &target, headers)
}

/// The request again, of a head that was [checked](check).
pub(super) fn read<'b: 'h, 'h>(
    head: &'b [u8],
    body: &'b [u8],
    headers: &'h mut Headers<'b>,
) -> Option<Request<'h>> {
    let (first, lines) = HeadLines::of(head).ok()?;
    let FirstLine { method, target, version } = first;
    let Target { path, query, .. } = Target::of(method, target)?;
    let mut count = 0_usize;
    for (to, from) in headers.iter_mut().zip(lines) {
        *to = from.ok()?;
        count = count.wrapping_add(1);
    }
    let headers = headers.get(..count)?;
    Some(Request { method, target, path, query, version, headers, body })
}

//! A head, line by line (RFC 9112, sections 3 and 5). Nothing is kept, so that it takes no memory
//! to check one.
//!
//! Not done with a library: of those that parse heads none could be linked without a way to a
//! panic. The tests compare with `httparse`.

use core::str;

use super::request::Version;
use super::syntax::is_value_byte;
use crate::http::Header;
use crate::http::head::{is_token, trim};
use crate::json::find::find_byte;

/// The lines of a head that is whole, without their ends. Each ends with CR LF, and there is no
/// other LF; the last one is empty.
#[derive(Clone)]
pub(super) struct HeadLines<'h> {
    rest: &'h [u8],
}

impl<'h> HeadLines<'h> {
    /// The method, the target, the version, and the headers.
    ///
    /// # Errors
    /// The status that refuses it.
    pub(super) fn of(head: &'h [u8]) -> Result<(FirstLine<'h>, HeadLines<'h>), u16> {
        let mut lines = HeadLines { rest: head };
        let first = FirstLine::of(lines.line().ok_or(400_u16)?)?;
        Ok((first, lines))
    }

    fn line(&mut self) -> Option<&'h [u8]> {
        let end = find_byte(self.rest, 0, b'\n');
        let line = self.rest.get(..end)?.strip_suffix(b"\r")?;
        self.rest = self.rest.get(end.saturating_add(1)..)?;
        Some(line)
    }
}

impl<'h> Iterator for HeadLines<'h> {
    type Item = Result<Header<'h>, u16>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.line()?;
        if line.is_empty() { None } else { Some(header(line).ok_or(400)) }
    }
}

fn header(line: &[u8]) -> Option<Header<'_>> {
    let (name, value) = line.split_at_checked(find_byte(line, 0, b':'))?;
    let value = trim(value.get(1..)?);
    let is_valid = is_token(name) && value.iter().all(|&byte| is_value_byte(byte));
    is_valid.then_some(Header { name: str::from_utf8(name).ok()?, value })
}

/// The first line of a request, its three parts.
pub(super) struct FirstLine<'h> {
    pub(super) method: &'h str,
    pub(super) target: &'h str,
    pub(super) version: Version,
}

impl<'h> FirstLine<'h> {
    fn of(line: &'h [u8]) -> Result<FirstLine<'h>, u16> {
        let mut parts = line.split(|&byte| byte == b' ');
        let (Some(method), Some(target), Some(version), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(400);
        };
        let version = match version {
            b"HTTP/1.1" => Version::Http11,
            b"HTTP/1.0" => Version::Http10,
            [b'H', b'T', b'T', b'P', b'/', b'0'..=b'9', b'.', b'0'..=b'9'] => return Err(505),
            _ => return Err(400),
        };
        match (is_token(method), str::from_utf8(method), str::from_utf8(target)) {
            (true, Ok(method), Ok(target)) => Ok(FirstLine { method, target, version }),
            _ => Err(400),
        }
    }
}

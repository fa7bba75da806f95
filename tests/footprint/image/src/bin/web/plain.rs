//! One connection: stands for somebody else's HTTP library, as small as it can be. One request
//! each, with a length, in good order: it is no reader for earnest. The head is judged when the
//! body is there too.

use sansmcp::http::{Head, Header};
use sansmcp::json::text_of;

use crate::{close, send};

/// Room for the lines of a head.
pub struct Lines<'h>([Header<'h>; 32]);

impl Lines<'_> {
    pub const NONE: Lines<'static> = Lines([Header { name: "", value: b"" }; 32]);
}

/// A request: its path, its head and its body.
pub struct Request<'h> {
    pub path: &'h str,
    pub head: Head<'h>,
    pub body: &'h [u8],
}

/// What is known of a connection beside its buffer.
#[derive(Clone, Copy)]
pub struct Wire {
    /// How much has come in, and where the body begins, once that is known.
    end: usize,
    body: usize,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Reading,
    /// The head was judged, and the body is wanted.
    Wanted,
    Answering,
}

/// What is to be done.
pub enum Due {
    /// Judge the head.
    Head,
    /// Deal with the body.
    Body,
}

impl Wire {
    pub const NEW: Wire = Wire { end: 0, body: 0, stage: Stage::Reading };

    /// One byte came in.
    pub fn arrived(&mut self, rx: &mut [u8], byte: u8) {
        if let Some(place) = rx.get_mut(self.end) {
            *place = byte;
            self.end = self.end.wrapping_add(1);
        }
    }

    pub fn next(&mut self, _: usize, rx: &mut [u8], _: &mut [u8]) -> Option<Due> {
        if self.stage == Stage::Answering {
            return None;
        }
        if core::mem::replace(&mut self.stage, Stage::Reading) == Stage::Wanted {
            self.stage = Stage::Answering;
            return Some(Due::Body);
        }
        let ends = |four: &[u8]| four == b"\r\n\r\n";
        self.body = rx.get(..self.end)?.windows(4).position(ends)?.checked_add(4)?;
        let mut lines = Lines::NONE;
        let request = self.request(rx, &mut lines)?;
        let length = request.head.get("content-length").and_then(number);
        (request.body.len() >= length.unwrap_or(0)).then_some(Due::Head)
    }

    pub fn request<'r: 'h, 'h>(
        &self,
        rx: &'r [u8],
        lines: &'h mut Lines<'r>,
    ) -> Option<Request<'h>> {
        let (head, body) = rx.get(..self.end)?.split_at_checked(self.body)?;
        let mut text = head.split(|byte| *byte == b'\n');
        let mut first = text.next()?.split(|byte| *byte == b' ');
        let (method, path) = (text_of(first.next()?).ok()?, text_of(first.next()?).ok()?);
        let mut count = 0_usize;
        for (place, line) in lines.0.iter_mut().zip(text) {
            let Some(colon) = line.iter().position(|byte| *byte == b':') else { break };
            let (name, value) = line.split_at_checked(colon)?;
            let value = value.get(1..)?.strip_suffix(b"\r")?;
            *place = Header { name: text_of(name).ok()?, value };
            count = count.wrapping_add(1);
        }
        Some(Request { path, head: Head { method, headers: lines.0.get(..count)? }, body })
    }

    /// The body is wanted.
    pub fn accept(&mut self, _: usize, _: &[u8]) {
        self.stage = Stage::Wanted;
    }

    /// The body is not wanted.
    pub fn skip(&mut self) {
        self.stage = Stage::Answering;
    }

    /// The head of a response. Its body ends where the connection does.
    pub fn begin<'n, 'v>(
        &mut self,
        link: usize,
        status: u16,
        headers: impl IntoIterator<Item = (&'n str, &'v str)>,
        _: Option<usize>,
        _: &mut [u8],
    ) {
        let digit = |value: u16| b'0'.wrapping_add((value % 10) as u8);
        send(link, b"HTTP/1.0 ");
        send(link, &[digit(status / 100), digit(status / 10), digit(status)]);
        send(link, b" \r\n");
        for (name, value) in headers {
            [name, ": ", value, "\r\n"].iter().for_each(|part| send(link, part.as_bytes()));
        }
        send(link, b"\r\n");
    }

    /// Some of its body.
    pub fn body(&self, link: usize, parts: &[&[u8]]) {
        parts.iter().for_each(|part| send(link, part));
    }

    /// Its end.
    pub fn end(&mut self, link: usize, _: bool) {
        close(link);
        *self = Wire::NEW;
    }
}

fn number(digits: &[u8]) -> Option<usize> {
    digits.iter().try_fold(0_usize, |number, digit| {
        number.checked_mul(10)?.checked_add(usize::from(digit.wrapping_sub(b'0')))
    })
}

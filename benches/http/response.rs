//! A response read from a socket: its head, its body by length or in chunks, and whether it is
//! the right answer.

use std::io::Read;

/// More than any answer here has: a response that is larger is a failure.
const LIMIT: usize = 1 << 16;

/// What was read from one connection and not yet used.
pub struct Responses<R> {
    socket: R,
    buffer: Vec<u8>,
    /// How much of the buffer has been read into.
    filled: usize,
    body: Vec<u8>,
}

/// How the end of a body is found.
enum Framing {
    Length(usize),
    Chunks,
}

impl<R: Read> Responses<R> {
    pub fn new(socket: R) -> Responses<R> {
        Responses { socket, buffer: vec![0; LIMIT], filled: 0, body: Vec::new() }
    }

    /// The socket, to write to.
    pub fn socket(&mut self) -> &mut R {
        &mut self.socket
    }

    /// Reads one whole response and checks that it answers the call with this number. Nothing may
    /// follow it, since nothing else was asked.
    pub fn read(&mut self, number: u64) -> Result<(), String> {
        self.filled = 0;
        let head_end = loop {
            if let Some(at) = find(self.buffered(0), b"\r\n\r\n") {
                break at + 4;
            }
            self.more()?;
        };
        let (framing, events) = judge(self.buffer.get(..head_end).unwrap_or_default())?;
        self.body.clear();
        let end = match framing {
            Framing::Length(length) => {
                let end = head_end + length.min(LIMIT);
                while self.filled < end {
                    self.more()?;
                }
                self.take(head_end, end);
                end
            }
            Framing::Chunks => self.chunks(head_end)?,
        };
        if end != self.filled {
            return Err(format!("more than one response: {}", text(self.buffered(end))));
        }
        check(&self.body, events, number)
    }

    /// Reads chunks from `at` on into the body; gives where they end.
    fn chunks(&mut self, mut at: usize) -> Result<usize, String> {
        loop {
            let line = self.line(at)?;
            let digits = self.buffer.get(at..line - 2).unwrap_or_default();
            let size = std::str::from_utf8(digits)
                .ok()
                .and_then(|digits| usize::from_str_radix(digits, 16).ok())
                .filter(|size| *size < LIMIT)
                .ok_or_else(|| format!("not the size of a chunk: {}", text(digits)))?;
            if size == 0 {
                let end = self.line(line)?;
                return match end - line {
                    2 => Ok(end),
                    _ => Err("trailers after the last chunk".into()),
                };
            }
            while self.filled < line + size + 2 {
                self.more()?;
            }
            self.take(line, line + size);
            at = line + size + 2;
            if self.buffer.get(at - 2..at) != Some(b"\r\n") {
                return Err("a chunk does not end where it says".into());
            }
        }
    }

    /// Where the line that begins at `at` ends, its line end included.
    fn line(&mut self, at: usize) -> Result<usize, String> {
        loop {
            if let Some(length) = find(self.buffered(at), b"\r\n") {
                return Ok(at + length + 2);
            }
            self.more()?;
        }
    }

    fn buffered(&self, from: usize) -> &[u8] {
        self.buffer.get(from..self.filled).unwrap_or_default()
    }

    fn take(&mut self, from: usize, to: usize) {
        self.body.extend_from_slice(self.buffer.get(from..to).unwrap_or_default());
    }

    fn more(&mut self) -> Result<(), String> {
        let space = self.buffer.get_mut(self.filled..).unwrap_or_default();
        if space.is_empty() {
            return Err(format!("a response of more than {LIMIT} bytes"));
        }
        match self.socket.read(space) {
            Ok(0) => Err(format!("the server closed after: {}", text(self.buffered(0)))),
            Ok(count) => {
                self.filled += count;
                Ok(())
            }
            Err(error) => Err(format!("reading: {error}")),
        }
    }
}

/// What the head says: how the body ends, and whether it is an event stream. Anything but a 200
/// that keeps the connection is a failure.
fn judge(head: &[u8]) -> Result<(Framing, bool), String> {
    let wrong = |why: &str| format!("{why}: {}", text(head));
    let head = std::str::from_utf8(head).map_err(|_| wrong("a head that is not text"))?;
    let mut lines = head.split("\r\n");
    if lines.next().is_none_or(|line| !line.starts_with("HTTP/1.1 200")) {
        return Err(wrong("not 200"));
    }
    let (mut framing, mut events) = (None, None);
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let value = value.trim();
        let once = match name.to_ascii_lowercase().as_str() {
            "content-length" => {
                let length = value.parse().map_err(|_| wrong("a length that is no number"))?;
                framing.replace(Framing::Length(length)).is_none()
            }
            "transfer-encoding" if value == "chunked" => framing.replace(Framing::Chunks).is_none(),
            "content-type" => match value.split(';').next().unwrap_or_default().trim() {
                "application/json" => events.replace(false).is_none(),
                "text/event-stream" => events.replace(true).is_none(),
                _ => return Err(wrong("neither JSON nor an event stream")),
            },
            "transfer-encoding" | "connection" if value != "keep-alive" => false,
            _ => true,
        };
        if !once {
            return Err(wrong("twice, or not to be kept alive"));
        }
    }
    match (framing, events) {
        (Some(framing), Some(events)) => Ok((framing, events)),
        _ => Err(wrong("no length or no type")),
    }
}

/// Checks that the body is one message, the answer to this call, with the text of this call.
fn check(body: &[u8], events: bool, number: u64) -> Result<(), String> {
    let wrong = |why: &str| format!("{why}: {}", text(body));
    let message = match events {
        false => body.trim_ascii(),
        true => {
            let mut data = body
                .split(|byte| *byte == b'\n')
                .filter_map(|line| line.strip_prefix(b"data:"))
                .map(<[u8]>::trim_ascii)
                .filter(|data| !data.is_empty());
            match (data.next(), data.next()) {
                (Some(message), None) => message,
                _ => return Err(wrong("not one event")),
            }
        }
    };
    // Fixed texts and no JSON parser, so that the client costs little; no server here puts spaces
    // in. The number is followed by what ends it.
    let mut digits = number.to_string().into_bytes();
    digits.extend_from_slice(b" over HTTP\"");
    let [comma, brace] = [b",", b"}"].map(|end| [b"\"id\":", &digits[..8], end].concat());
    if find(message, &comma).is_none() && find(message, &brace).is_none() {
        return Err(wrong("not the id of this call"));
    }
    if find(message, &[b"\"text\":\"call ", &digits[..]].concat()).is_none() {
        return Err(wrong("not the text of this call"));
    }
    let whole = message.starts_with(b"{") && message.ends_with(b"}");
    if !whole || find(message, b"\"result\":{").is_none() {
        return Err(wrong("not a result"));
    }
    if find(message, b"\"isError\":true").is_some() {
        return Err(wrong("a failure"));
    }
    Ok(())
}

fn find(within: &[u8], what: &[u8]) -> Option<usize> {
    within.windows(what.len()).position(|part| part == what)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
#[path = "response_tests.rs"]
mod tests;

//! The host's side of the responses: which have begun, which have ended, and that each is one.

use std::collections::BTreeMap;

use sansmcp::http::{Body, Delivery, ResponseHead};
use sansmcp::sse::EventId;
use serde::de::IgnoredAny;

/// The responses, by the number of their exchange.
#[derive(Default)]
pub struct Host {
    open: BTreeMap<u32, Response>,
}

struct Response {
    kind: Option<Body>,
    bytes: Vec<u8>,
}

/// The lines of what is sent to an exchange. An error is a fault of the engine's, or of the
/// transcript.
type Lines = Result<Vec<String>, String>;

impl Host {
    /// An exchange begins.
    pub fn begin(&mut self, number: u32) -> Result<(), String> {
        let response = Response { kind: None, bytes: Vec::new() };
        match self.open.insert(number, response) {
            None => Ok(()),
            Some(_) => Err(format!("exchange {number} is still open")),
        }
    }

    /// Its client is gone.
    pub fn closed(&mut self, number: u32) -> Result<(), String> {
        let response = self.open.remove(&number);
        response.map(drop).ok_or(format!("exchange {number} is not open"))
    }

    pub fn deliver(&mut self, delivery: &Delivery<'_>) -> Lines {
        let Some(number) = delivery.to() else {
            let kept = delivery.keep().map(|(id, message)| kept_line("<k", id, message));
            return Ok(kept.into_iter().collect());
        };
        let bytes = delivery.parts().concat();
        if delivery.is_cut() {
            return self.cut(number, &bytes, delivery.is_end());
        }
        let lines = self.send(number, delivery.head(), &bytes, delivery.is_end())?;
        if self.is_half(number) != delivery.is_half() {
            return Err(format!("half out on {number}, or not? {}", lines.join("; ")));
        }
        if let Some((id, message)) = delivery.keep() {
            let line = kept_line("<id", id, message);
            if !lines.contains(&line) {
                return Err(format!("kept and not sent: {line}"));
            }
        } else if lines.iter().any(|line| line.starts_with("<id ")) {
            return Err("an id of an event that is not kept".into());
        }
        Ok(lines)
    }

    /// Breaks a response off in the middle of a message.
    fn cut(&mut self, number: u32, bytes: &[u8], is_end: bool) -> Lines {
        let response = self.open.remove(&number);
        let response = response.ok_or(format!("exchange {number} is not open"))?;
        let is_whole = match response.kind {
            Some(Body::Events) => response.bytes.ends_with(b"\n\n"),
            Some(_) => false,
            None => true,
        };
        if is_whole || !is_end || !bytes.is_empty() {
            return Err(format!("nothing is half out on exchange {number}"));
        }
        Ok(vec![format!("<< {number}"), "<x".into()])
    }

    /// True if the event that goes out last on an exchange is not whole.
    fn is_half(&self, number: u32) -> bool {
        self.open.get(&number).is_some_and(|response| {
            let bytes = &response.bytes;
            response.kind == Some(Body::Events) && !bytes.is_empty() && !bytes.ends_with(b"\n\n")
        })
    }

    /// Sends the head, bytes and the end of a response, as far as they are there.
    pub fn send(
        &mut self,
        number: u32,
        head: Option<&ResponseHead>,
        bytes: &[u8],
        is_end: bool,
    ) -> Lines {
        if head.is_none() && bytes.is_empty() && !is_end {
            return Ok(Vec::new());
        }
        let response = self.open.get_mut(&number);
        let response = response.ok_or(format!("exchange {number} is not open"))?;
        let mut lines = Vec::new();
        match (head, response.kind) {
            (Some(head), None) => {
                response.kind = Some(head.body);
                lines.extend(head_lines(number, head)?);
            }
            (None, Some(_)) => lines.push(format!("<< {number}")),
            _ => return Err(format!("exchange {number} has no head, or two")),
        }
        response.bytes.extend(bytes);
        let kind = response.kind.unwrap_or(Body::Empty);
        let is_whole = head.is_some() && is_end;
        lines.extend(body_lines(kind, bytes, is_whole)?);
        if is_end {
            lines.push("<.".into());
            check(kind, &response.bytes).map_err(|error| format!("exchange {number}: {error}"))?;
            self.open.remove(&number);
        }
        Ok(lines)
    }
}

fn kept_line(mark: &str, id: EventId, message: &[u8]) -> String {
    let text = String::from_utf8_lossy(message);
    format!("{mark} {:x}-{:x} {text}", id.stream, id.sequence)
}

/// The line of a response's beginning, and those of its headers that its kind does not imply.
fn head_lines(number: u32, head: &ResponseHead) -> Lines {
    let (kind, implied): (_, &[_]) = match head.body {
        Body::Empty => ("empty", &[]),
        Body::Json => ("json", &[("content-type", "application/json"), NO_STORE]),
        Body::Events => ("events", &[("content-type", "text/event-stream"), NO_STORE, UNBUFFERED]),
    };
    let headers: Vec<_> = head.headers().collect();
    let rest = headers.strip_prefix(implied).ok_or("a header of its kind is missing")?;
    let first = format!("<< {number} {} {kind}", head.status);
    let rest = rest.iter().map(|(name, value)| format!("<: {name}: {value}"));
    Ok([first].into_iter().chain(rest).collect())
}

const NO_STORE: (&str, &str) = ("cache-control", "no-cache, no-store");
const UNBUFFERED: (&str, &str) = ("x-accel-buffering", "no");

fn body_lines(kind: Body, bytes: &[u8], is_whole: bool) -> Lines {
    let text = std::str::from_utf8(bytes).map_err(|_| "not UTF-8")?;
    if text.is_empty() {
        return Ok(Vec::new());
    }
    match kind {
        Body::Empty => Err(format!("a body where there is none: {text}")),
        Body::Json if is_whole && !text.contains('\n') => Ok(vec![format!("< {text}")]),
        Body::Json => Ok(vec![raw(text)]),
        Body::Events => {
            let events = text.split_inclusive("\n\n");
            Ok(events.map(|text| event(text).unwrap_or_else(|| raw(text))).collect())
        }
    }
}

/// Bytes as they are.
fn raw(text: &str) -> String {
    format!("<+ {}", text.replace('\n', "␊"))
}

/// The line of a whole event with a message.
fn event(text: &str) -> Option<String> {
    let fields = text.strip_prefix("event: message\n")?.strip_suffix("\n\n")?;
    let (mark, data) = match fields.strip_prefix("id: ") {
        Some(rest) => {
            let (id, data) = rest.split_once('\n')?;
            (format!("<id {id}"), data)
        }
        None => ("<".to_owned(), fields),
    };
    let data = data.strip_prefix("data: ").filter(|data| !data.contains('\n'))?;
    Some(format!("{mark} {data}"))
}

/// A whole body is what it says it is.
fn check(kind: Body, bytes: &[u8]) -> Result<(), String> {
    let is_object = |text: &[u8]| {
        text.first() == Some(&b'{') && serde_json::from_slice::<IgnoredAny>(text).is_ok()
    };
    match kind {
        Body::Empty => Ok(()),
        Body::Json if is_object(bytes) => Ok(()),
        Body::Json => Err("its body is no JSON object".into()),
        Body::Events => {
            let text = String::from_utf8_lossy(bytes);
            let mut lines = text.lines().filter_map(|line| line.strip_prefix("data: "));
            match lines.find(|data| !data.is_empty() && !is_object(data.as_bytes())) {
                Some(data) => Err(format!("the data of an event is no JSON object: {data}")),
                None => Ok(()),
            }
        }
    }
}

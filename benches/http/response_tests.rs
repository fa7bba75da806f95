//! What a right response may look like, and that each wrong one fails the run.

use super::*;

const GOOD: &str = concat!(
    r#"{"jsonrpc":"2.0","id":10000001,"result":{"resultType":"complete","#,
    r#""content":[{"type":"text","text":"call 10000001 over HTTP"}]}}"#
);
const OK_JSON: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const OK_EVENTS: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n";

/// Gives its bytes a few at a time, then the end.
struct Slow<'a>(&'a [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, space: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(self.0.len()).min(space.len());
        space[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Reads the response in pieces of every size; all must come out alike.
fn read(response: &str) -> Result<(), String> {
    let bytes = response.as_bytes();
    let whole = Responses::new(Slow(bytes, bytes.len())).read(10_000_001);
    for step in 1..bytes.len() {
        let pieces = Responses::new(Slow(bytes, step)).read(10_000_001);
        // Cut elsewhere, what is left over is seen by the next read.
        if whole.is_ok() {
            assert_eq!(pieces, whole, "in pieces of {step}");
        }
    }
    whole
}

fn by_length(head: &str, body: &str) -> String {
    format!("{head}Content-Length: {}\r\n\r\n{body}", body.len())
}

fn in_chunks(body: &str) -> String {
    let (one, two) = body.split_at(body.len() / 2);
    let chunk = |part: &str| format!("{:x}\r\n{part}\r\n", part.len());
    let head = format!("{OK_EVENTS}transfer-encoding: chunked\r\n\r\n");
    [head, chunk(one), chunk(two), "0\r\n\r\n".into()].concat()
}

#[test]
fn right_answers_in_every_form() {
    assert_eq!(read(&by_length(OK_JSON, GOOD)), Ok(()));
    assert_eq!(read(&by_length(OK_EVENTS, &format!("data: {GOOD}\n\n"))), Ok(()));
    assert_eq!(read(&in_chunks(&format!(": hello\nid: 1\ndata:\n\ndata: {GOOD}\n\n"))), Ok(()));
}

#[test]
fn wrong_answers_fail() {
    let long_id = GOOD.replace("10000001,", "100000012,");
    let failure = GOOD.replace(r#""content""#, r#""isError":true,"content""#);
    let twice = format!("data: {GOOD}\n\ndata: {GOOD}\n\n");
    let cases = [
        (by_length(OK_JSON, &GOOD.replace("10000001,", "10000002,")), "not the id"),
        (by_length(OK_JSON, &long_id), "not the id"),
        (by_length(OK_JSON, &GOOD.replace("10000001 ", "10000002 ")), "not the text"),
        (by_length(OK_JSON, &GOOD.replace("result\":{", "error\":{")), "not a result"),
        (by_length(OK_JSON, &failure), "a failure"),
        (in_chunks(&twice), "not one event"),
        (by_length(OK_JSON, GOOD) + "HTTP/1.1 200 OK\r\n", "more than one response"),
        (by_length(&OK_JSON.replace("200", "400"), GOOD), "not 200"),
        (by_length(&format!("{OK_JSON}Connection: close\r\n"), GOOD), "not to be kept alive"),
        (by_length(&format!("{OK_JSON}Content-Length: 5\r\n"), GOOD), "twice"),
        (by_length(&OK_JSON.replace("json", "xml"), GOOD), "neither JSON"),
        (format!("{OK_JSON}\r\n{GOOD}"), "no length"),
        (by_length(OK_JSON, GOOD).replace("}]}}", ""), "the server closed"),
        (in_chunks(GOOD).replace("\r\n0\r\n", "00\r\n"), "does not end where it says"),
    ];
    for (response, why) in cases {
        let told = read(&response).expect_err(&response);
        assert!(told.contains(why), "{told}\nshould say {why}");
    }
}

//! HTTP/1.1 against `httparse`, and against itself with the bytes cut in another way.

use httparse::Status;
use sansmcp::http1::{Conversation, MAX_HEADERS, NO_HEADERS, Stage, Step, Version};

/// What came of a stream.
#[derive(Clone, PartialEq, Debug)]
enum Got {
    Request(Request),
    Refused(u16),
    /// The stream ended, or nothing more is read of it.
    End(Stage),
}

#[derive(Clone, PartialEq, Debug)]
struct Request {
    method: String,
    target: String,
    is_new: bool,
    headers: Vec<(String, Vec<u8>)>,
    /// `None` where it was skipped.
    body: Option<Vec<u8>>,
}

/// Three bytes say how large the buffer is, how long a body may be, and how many bytes the script
/// has; then the script, and the stream. A byte of the script is one read: six bits of size, and
/// one that says whether a body is skipped.
///
/// What comes of a stream does not depend on how it arrives. Each request is one that `httparse`
/// reads too, the same head, and the same body; and the next one begins where that one ends.
pub fn http1(data: &[u8]) {
    let [size, limit, script, rest @ ..] = data else { return };
    let (script, stream) = rest.split_at(rest.len().min(usize::from(*script)));
    let (size, limit) = (usize::from(*size) * 4, u64::from(*limit) * 2);
    let skips: Vec<_> = script.iter().map(|byte| byte & 0x40 != 0).collect();
    let reads: Vec<_> = script.iter().map(|byte| usize::from(byte & 0x3f) + 1).collect();
    let got = read(stream, size, limit, &reads, &skips);
    assert_eq!(got, read(stream, size, limit, &[], &skips), "in one read");
    assert_eq!(got, read(stream, size, limit, &[1], &skips), "byte by byte");
    check(&got, stream, size, limit);
}

fn read(stream: &[u8], size: usize, limit: u64, reads: &[usize], skips: &[bool]) -> Vec<Got> {
    let mut buffer = vec![b'#'; size];
    let mut conversation = Conversation::new(&mut buffer);
    let (mut reads, mut skips) = (reads.iter().cycle(), skips.iter().cycle());
    let (mut rest, mut all) = (stream, Vec::new());
    loop {
        while let Some(step) = conversation.advance() {
            match step {
                Step::Head if skips.next().copied().unwrap_or(false) => {
                    let request = taken(&conversation);
                    let terms = conversation.skip(limit);
                    assert_eq!(conversation.terms(), terms);
                    assert_eq!(conversation.advance(), None);
                    let again = taken(&conversation);
                    assert_eq!(again, request);
                    all.push(Got::Request(Request { body: None, ..request }));
                    if !terms.keep {
                        assert!(!conversation.finish());
                    } else if !conversation.finish() {
                        // More came than may be skipped, or it was wrong.
                        assert_eq!(conversation.stage(), Stage::Closed);
                    }
                }
                Step::Head => {
                    let request = taken(&conversation);
                    assert_eq!(request.body.as_deref(), Some(&b""[..]));
                    conversation.accept(limit);
                }
                Step::Request => {
                    all.push(Got::Request(taken(&conversation)));
                    assert_eq!(conversation.finish(), conversation.stage() != Stage::Closed);
                }
                Step::Refused(status) => {
                    assert!(!conversation.finish() && conversation.stage() == Stage::Closed);
                    all.push(Got::Refused(status));
                }
            }
        }
        if rest.is_empty() || conversation.stage() == Stage::Closed {
            all.push(Got::End(conversation.stage()));
            return all;
        }
        let space = conversation.space();
        assert!(!space.is_empty(), "nowhere to read to");
        let count = reads.next().copied().unwrap_or(usize::MAX).min(space.len()).min(rest.len());
        space[..count].copy_from_slice(&rest[..count]);
        conversation.filled(count);
        rest = &rest[count..];
    }
}

fn taken(conversation: &Conversation<'_>) -> Request {
    let mut headers = NO_HEADERS;
    let request = conversation.request(&mut headers).expect("a request is there");
    assert!(request.target.contains(request.path) || request.path == "/");
    Request {
        method: request.method.to_owned(),
        target: request.target.to_owned(),
        is_new: request.version == Version::Http11,
        headers: request
            .headers
            .iter()
            .map(|header| (header.name.to_owned(), header.value.to_vec()))
            .collect(),
        body: Some(request.body.to_vec()),
    }
}

fn check(all: &[Got], mut stream: &[u8], size: usize, limit: u64) {
    for (index, got) in all.iter().enumerate() {
        let Got::Request(request) = got else { continue };
        stream = stream.strip_prefix(b"\r\n").unwrap_or(stream);
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let Ok(Status::Complete(head)) = parsed.parse(stream) else {
            panic!("httparse does not read {request:?}");
        };
        let seen = Request {
            method: parsed.method.expect("a method").to_owned(),
            target: parsed.path.expect("a target").to_owned(),
            is_new: parsed.version == Some(1),
            headers: parsed
                .headers
                .iter()
                .map(|header| (header.name.to_owned(), header.value.to_vec()))
                .collect(),
            body: request.body.clone(),
        };
        assert_eq!(*request, seen);
        assert!(head <= size);
        stream = &stream[head..];
        let is_last = !matches!(all.get(index + 1), Some(Got::Request(_) | Got::Refused(_)));
        match &request.body {
            // What was skipped need not be whole, if nothing follows.
            None if is_last => return,
            None => drop(body(&mut stream, &request.headers)),
            Some(wanted) => {
                let found = body(&mut stream, &request.headers).expect("a whole body");
                assert_eq!(found, *wanted);
                assert!(found.len() as u64 <= limit && head + found.len() <= size);
            }
        }
    }
}

/// The body at the start of a stream, which is taken off.
fn body(stream: &mut &[u8], headers: &[(String, Vec<u8>)]) -> Option<Vec<u8>> {
    let value = |name: &str| {
        headers.iter().find(|header| header.0.eq_ignore_ascii_case(name)).map(|header| &header.1)
    };
    let mut whole = Vec::new();
    if value("transfer-encoding").is_some() {
        loop {
            let Ok(Status::Complete((start, len))) = httparse::parse_chunk_size(stream) else {
                return None;
            };
            *stream = &stream[start..];
            if len == 0 {
                break;
            }
            let len = usize::try_from(len).expect("no more than there is");
            whole.extend(stream.get(..len)?);
            *stream = stream[len..].strip_prefix(b"\r\n")?;
        }
        let mut trailers = [httparse::EMPTY_HEADER; 1024];
        let Ok(Status::Complete((len, _))) = httparse::parse_headers(stream, &mut trailers) else {
            return None;
        };
        *stream = &stream[len..];
    } else if let Some(len) = value("content-length") {
        let len = std::str::from_utf8(len).ok()?.parse().ok()?;
        whole.extend(stream.get(..len)?);
        *stream = &stream[len..];
    }
    Some(whole)
}

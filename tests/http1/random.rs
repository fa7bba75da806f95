//! Generated requests read back the same, however they are cut; random bytes do no harm.

use proptest::prelude::*;
use sansmcp::http1::{Chunk, LAST_CHUNK, MAX_HEADERS, Stage, Version};

use super::world::{Got, Request, Way};

#[derive(Clone, Debug)]
struct Sample {
    method: String,
    target: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    /// The sizes of chunks; none: the length is given.
    chunks: Vec<usize>,
    extra: String,
}

fn sample() -> impl Strategy<Value = Sample> {
    (
        "[A-Z!#$%&'*+.^_`|~-]{1,12}",
        "/[!-\"$-\\[\\]-~]{0,30}",
        prop::collection::vec(
            ("X-[A-Za-z0-9!#$%&'*+.^_`|~-]{1,12}", "([!-~]([ -~\t]{0,20}[!-~])?)?"),
            0..6,
        ),
        prop::collection::vec(any::<u8>(), 0..200),
        prop::collection::vec(1..40_usize, 0..12),
        "(;[!-~ ]{0,10})?",
    )
        .prop_filter("another story", |sample| sample.0 != "CONNECT")
        .prop_map(|(method, target, headers, body, chunks, extra)| Sample {
            method,
            target,
            headers,
            body,
            chunks,
            extra,
        })
}

impl Sample {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend(format!("{} {} HTTP/1.1\r\nHost: a\r\n", self.method, self.target).bytes());
        for (name, value) in &self.headers {
            out.extend(format!("{name}:{value} \r\n").bytes());
        }
        if self.chunks.is_empty() {
            out.extend(format!("Content-Length: {}\r\n\r\n", self.body.len()).bytes());
            out.extend(&self.body);
            return;
        }
        out.extend(b"Transfer-Encoding: chunked\r\n\r\n");
        let mut rest = self.body.as_slice();
        let mut sizes = self.chunks.iter().cycle();
        while !rest.is_empty() {
            let size = rest.len().min(*sizes.next().expect("endless"));
            let chunk = Chunk::new(size);
            let head = chunk.head();
            out.extend(&head[..head.len() - 2]);
            out.extend(self.extra.bytes());
            out.extend(b"\r\n");
            out.extend(&rest[..size]);
            out.extend(chunk.tail());
            rest = &rest[size..];
        }
        out.extend(LAST_CHUNK);
    }

    fn is_read_as(&self, got: &Got) -> bool {
        let request = got.request();
        let mut headers = vec![("Host".to_owned(), b"a".to_vec())];
        headers.extend(
            self.headers.iter().map(|(name, value)| (name.clone(), value.clone().into_bytes())),
        );
        request.method == self.method
            && request.target == self.target
            && request.body == self.body
            && request.headers[..headers.len()] == headers
            && request.headers.len() == headers.len() + 1
    }
}

/// Another reader finds the same head at the start of the input, and its end where we did.
fn is_read_by_httparse(request: &Request, input: &[u8]) -> bool {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let Ok(httparse::Status::Complete(len)) = parsed.parse(input) else { return false };
    let headers =
        parsed.headers.iter().map(|header| (header.name.to_owned(), header.value.to_vec()));
    let has_length = request.headers.iter().any(|(name, _)| name == "Content-Length");
    parsed.method == Some(&request.method)
        && parsed.path == Some(&request.target)
        && parsed.version == Some(if request.version == Version::Http11 { 1 } else { 0 })
        && headers.eq(request.headers.iter().cloned())
        && (!has_length || input[len..].starts_with(&request.body))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn requests_read_back_the_same(
        samples in prop::collection::vec(sample(), 1..5),
        reads in prop::collection::vec(1..300_usize, 1..20),
        more in 0..400_usize,
    ) {
        let mut input = Vec::new();
        let mut largest = 0;
        for sample in &samples {
            let start = input.len();
            sample.write(&mut input);
            largest = largest.max(input.len() - start);
        }
        let way = Way { buffer: largest + more, limit: 200, reads: &reads };
        let got = way.read(&input);
        prop_assert_eq!(got.len(), samples.len() + 1, "{:?}", got);
        for (sample, got) in samples.iter().zip(&got) {
            prop_assert!(sample.is_read_as(got), "{:?}", got);
        }
        prop_assert_eq!(got.last(), Some(&Got::End(Stage::Idle)));
    }

    /// A request changed in some bytes: what comes of it does not depend on how it arrives.
    #[test]
    fn changed_bytes_read_the_same_however_they_arrive(
        samples in prop::collection::vec(sample(), 1..3),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        reads in prop::collection::vec(1..100_usize, 1..20),
        buffer in 0..600_usize,
    ) {
        let mut input = Vec::new();
        samples.iter().for_each(|sample| sample.write(&mut input));
        for (place, byte) in changes {
            let place = place.index(input.len());
            input[place] = byte;
        }
        let way = Way { buffer, limit: 150, reads: &reads };
        let got = way.read(&input);
        prop_assert_eq!(&got, &Way { reads: &[usize::MAX], ..way }.read(&input));
        prop_assert_eq!(&got, &Way { reads: &[1], ..way }.read(&input));
        if let Some(Got::Request(request)) = got.first() {
            prop_assert!(is_read_by_httparse(request, &input), "{:?}", request);
        }
    }

    #[test]
    fn pieces_in_any_order(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40),
        reads in prop::collection::vec(1..40_usize, 1..9),
        buffer in 0..200_usize,
    ) {
        let input = pieces.concat();
        let way = Way { buffer, limit: 100, reads: &reads };
        let got = way.read(&input);
        prop_assert_eq!(got, Way { reads: &[usize::MAX], ..way }.read(&input));
    }
}

const PIECES: &[&[u8]] = &[
    b"GET / HTTP/1.1\r\nHost: a\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
    b"Transfer-Encoding: chunked\r\n",
    b"Content-Length: 7\r\n",
    b"Connection: close\r\n",
    b"\r\n",
    b"\r\n\r\n",
    b"\r",
    b"\n",
    b"5\r\nhello\r\n",
    b"1;x=y\r\nz\r\n",
    b"0\r\n\r\n",
    b"0\r\nX: y\r\n\r\n",
    b"ffff",
    b"X",
    b":",
    b" ",
    b"\0",
    b"\xff",
];

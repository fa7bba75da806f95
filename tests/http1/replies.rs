//! Heads and chunks as bytes.

use sansmcp::http1::{BodyForm, Chunk, Framing, HeadError, LAST_CHUNK, Terms, Version, reason};

const KEEP: Terms = Terms { version: Version::Http11, keep: true, is_head_only: false };
const OLD: Terms = Terms { version: Version::Http10, keep: false, is_head_only: false };

type Header = (&'static str, &'static str);

/// The head as text, what follows, and whether the connection goes on. With too small a buffer it
/// has to say what it takes.
fn written(
    terms: Terms,
    status: u16,
    headers: &[Header],
    framing: Framing,
) -> (String, BodyForm, bool) {
    let mut tx = [b'#'; 512];
    let sent = terms.write_head(status, headers.iter().copied(), framing, &mut tx).expect("a head");
    let text = String::from_utf8(sent.head.to_vec()).expect("ASCII");
    let told = (text, sent.body, sent.keep);
    for len in 0..told.0.len() {
        let short = terms.write_head(status, headers.iter().copied(), framing, &mut tx[..len]);
        assert_eq!(short, Err(HeadError::Short { need: told.0.len() }));
    }
    let len = told.0.len();
    assert!(terms.write_head(status, headers.iter().copied(), framing, &mut tx[..len]).is_ok());
    told
}

#[test]
fn heads() {
    let json = [("Content-Type", "application/json"), ("Mcp-Session-Id", "a b")];
    for (terms, status, headers, framing, text, body, keep) in [
        (
            KEEP,
            200,
            &json[..],
            Framing::Length(1234567890),
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nMcp-Session-Id: a b\r\n\
             Content-Length: 1234567890\r\n\r\n",
            BodyForm::Plain,
            true,
        ),
        (
            KEEP,
            200,
            &[],
            Framing::Stream,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            BodyForm::Chunked,
            true,
        ),
        (
            Terms::CLOSE,
            413,
            &[],
            Framing::Length(0),
            "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            BodyForm::Plain,
            false,
        ),
        (
            OLD,
            200,
            &[],
            Framing::Stream,
            "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
            BodyForm::Plain,
            false,
        ),
        (
            Terms { keep: true, ..OLD },
            200,
            &[],
            Framing::Stream,
            "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
            BodyForm::Plain,
            false,
        ),
        (
            KEEP,
            204,
            &[("Allow", "POST")],
            Framing::Length(0),
            "HTTP/1.1 204 No Content\r\nAllow: POST\r\n\r\n",
            BodyForm::None,
            true,
        ),
        (
            Terms::CLOSE,
            304,
            &[],
            Framing::Length(0),
            "HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n",
            BodyForm::None,
            false,
        ),
        (
            Terms::CLOSE,
            100,
            &[],
            Framing::Length(0),
            "HTTP/1.1 100 Continue\r\n\r\n",
            BodyForm::None,
            true,
        ),
        (
            Terms { is_head_only: true, ..KEEP },
            405,
            &[],
            Framing::Length(7),
            "HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 7\r\n\r\n",
            BodyForm::None,
            true,
        ),
        (
            Terms { is_head_only: true, ..KEEP },
            200,
            &[],
            Framing::Stream,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            BodyForm::None,
            true,
        ),
        (
            KEEP,
            299,
            &[("X", "")],
            Framing::Length(u64::MAX),
            "HTTP/1.1 299 \r\nX: \r\nContent-Length: 18446744073709551615\r\n\r\n",
            BodyForm::Plain,
            true,
        ),
    ] {
        let wanted = (text.to_owned(), body, keep);
        assert_eq!(written(terms, status, headers, framing), wanted);
    }
}

#[test]
fn what_is_no_head() {
    let mut tx = [0; 512];
    let none: &[Header] = &[];
    for (status, framing) in [
        (0, Framing::Length(0)),
        (99, Framing::Length(0)),
        (600, Framing::Length(0)),
        (65535, Framing::Length(0)),
        (204, Framing::Length(1)),
        (204, Framing::Stream),
        (304, Framing::Length(1)),
        (100, Framing::Stream),
    ] {
        let sent = KEEP.write_head(status, none.iter().copied(), framing, &mut tx);
        assert_eq!(sent, Err(HeadError::Invalid), "{status}");
    }
    for (name, value) in [
        ("", "x"),
        ("X Y", "x"),
        ("X:", "x"),
        ("X\r\nY", "x"),
        ("\u{e9}", "x"),
        ("X", "a\r\nSet-Cookie: b"),
        ("X", "a\nb"),
        ("X", "a\rb"),
        ("X", "a\0b"),
        ("X", "a\u{7f}"),
        ("connection", "close"),
        ("Content-Length", "0"),
        ("TRANSFER-ENCODING", "chunked"),
    ] {
        let headers = [("Good", "x"), (name, value)];
        let sent = KEEP.write_head(200, headers, Framing::Length(0), &mut tx);
        assert_eq!(sent, Err(HeadError::Invalid), "{name:?}: {value:?}");
    }
}

#[test]
fn heads_without_headers_are_short() {
    for status in 100..600 {
        let is_bare = status < 200 || status == 204 || status == 304;
        let length = if is_bare { 0 } else { u64::MAX };
        let mut tx = [0; 128];
        let sent = Terms::CLOSE.write_head(status, [], Framing::Length(length), &mut tx);
        let head = sent.expect("it fits").head;
        let text = std::str::from_utf8(head).expect("ASCII");
        assert!(text.starts_with(&format!("HTTP/1.1 {status} {}\r\n", reason(status))));
    }
}

#[test]
fn chunks() {
    for len in [1, 9, 10, 15, 16, 255, 256, 4095, 65536, 0xdead_beef, usize::MAX] {
        let chunk = Chunk::new(len);
        assert_eq!(chunk.head(), format!("{len:x}\r\n").as_bytes());
        assert!(chunk.head().len() <= Chunk::MAX_HEAD);
        assert_eq!(chunk.tail(), b"\r\n");
    }
    // It would end the body.
    assert_eq!((Chunk::new(0).head(), Chunk::new(0).tail()), (&b""[..], &b""[..]));
    assert_eq!(LAST_CHUNK, b"0\r\n\r\n");
}

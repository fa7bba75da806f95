//! Right requests, however they arrive.

use sansmcp::http1::{Stage, Version};

use super::world::{Got, Way, read_every_way};

fn bodies(input: &[u8]) -> Vec<Vec<u8>> {
    let got = read_every_way(input, Way::WHOLE);
    assert_eq!(got.last(), Some(&Got::End(Stage::Idle)), "{got:?}");
    got[..got.len() - 1].iter().map(|got| got.request().body.clone()).collect()
}

#[test]
fn a_post_with_a_length() {
    let input = b"POST /mcp?x=1?2 HTTP/1.1\r\nHost: localhost:80\r\ncontent-LENGTH:  11\t\r\n\
        Accept:application/json\r\nX-Empty:\r\nX-Odd: \xff\t y \r\n\r\nhello world";
    let got = read_every_way(input, Way::WHOLE);
    assert_eq!(got.len(), 2);
    let request = got[0].request();
    assert_eq!((request.method.as_str(), request.version), ("POST", Version::Http11));
    assert_eq!((request.target.as_str(), request.path.as_str()), ("/mcp?x=1?2", "/mcp"));
    assert_eq!(request.query.as_deref(), Some("x=1?2"));
    assert_eq!((request.body.as_slice(), request.keep), (&b"hello world"[..], true));
    let headers: [(&str, &[u8]); 5] = [
        ("Host", b"localhost:80"),
        ("content-LENGTH", b"11"),
        ("Accept", b"application/json"),
        ("X-Empty", b""),
        ("X-Odd", b"\xff\t y"),
    ];
    assert_eq!(request.headers, headers.map(|(name, value)| (name.to_owned(), value.to_vec())));
}

#[test]
fn chunks_are_put_together() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (chunks, body) in [
        ("0\r\n\r\n", ""),
        ("5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n", "hello world"),
        ("00005\r\nhello\r\n000\r\n\r\n", "hello"),
        ("a\r\n0123456789\r\nB\r\n0123456789a\r\n0\r\n\r\n", "01234567890123456789a"),
        ("5;x\r\nhello\r\n0;last=\"a;b\"\r\n\r\n", "hello"),
        ("5 \t ; x = y\r\nhello\r\n0\r\n\r\n", "hello"),
        ("5\r\n\r\n\r\n0\r\n0\r\nX: y\r\nContent-Length: 7\r\nZ:\r\n\r\n", "\r\n\r\n0"),
        ("1\r\na\r\n1\r\nb\r\n1\r\nc\r\n1\r\nd\r\n0\r\n\r\n", "abcd"),
    ] {
        let one = format!("{head}{chunks}");
        assert_eq!(bodies(one.as_bytes()), [body.as_bytes()], "{chunks:?}");
        // And what comes after is the next request.
        let two = format!("{one}{one}");
        assert_eq!(bodies(two.as_bytes()), [body.as_bytes(); 2], "{chunks:?}");
    }
}

#[test]
fn one_after_the_other() {
    let input = b"GET /a HTTP/1.1\r\nHost: a\r\n\r\n\r\nPOST /b HTTP/1.1\r\nHost: a\r\n\
        Content-Length: 3\r\n\r\nabcPOST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\
        \r\n2\r\nxy\r\n1;e\r\nz\r\n0\r\nT: 1\r\n\r\nDELETE /d HTTP/1.1\r\nHost: a\r\n\
        Content-Length: 0\r\n\r\n";
    let got = read_every_way(input, Way::WHOLE);
    let short: Vec<_> = got[..4]
        .iter()
        .map(|got| (got.request().path.as_str(), got.request().body.as_slice()))
        .collect();
    assert_eq!(short, [("/a", &b""[..]), ("/b", b"abc"), ("/c", b"xyz"), ("/d", b"")]);
    assert_eq!(got[4..], [Got::End(Stage::Idle)]);
    // The same through the smallest buffer that holds the largest of them.
    let small = Way { buffer: 63, ..Way::WHOLE };
    assert_eq!(read_every_way(input, small), got);
    assert_ne!(read_every_way(input, Way { buffer: 55, ..Way::WHOLE }), got);
}

#[test]
fn targets() {
    for (line, path, query) in [
        ("GET / HTTP/1.1\r\nHost: a", "/", None),
        ("GET /? HTTP/1.1\r\nHost: a", "/", Some("")),
        ("GET //x/../%2e HTTP/1.1\r\nHost: a", "//x/../%2e", None),
        ("OPTIONS * HTTP/1.1\r\nHost: a", "*", None),
        ("GET http://LOCALHOST:1/x?y HTTP/1.1\r\nHost: localhost:1", "/x", Some("y")),
        ("GET HTTPS://a HTTP/1.1\r\nHost: a", "/", None),
        ("GET http://a?q HTTP/1.1\r\nHost: a", "/", Some("q")),
        ("GET http://[::1]:80/ HTTP/1.1\r\nHost: [::1]:80", "/", None),
        ("GET http://a/http://b HTTP/1.0", "/http://b", None),
    ] {
        let got = read_every_way(format!("{line}\r\n\r\n").as_bytes(), Way::WHOLE);
        let request = got[0].request();
        assert_eq!((request.path.as_str(), request.query.as_deref()), (path, query), "{line}");
        assert_eq!(Some(request.target.as_str()), line.split(' ').nth(1));
    }
}

#[test]
fn whether_the_connection_goes_on() {
    for (head, keep) in [
        ("GET / HTTP/1.1\r\nHost: a\r\n", true),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n", true),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n", false),
        ("GET / HTTP/1.1\r\nHost: a\r\nconnection: keep-alive , CLOSE\r\n", false),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x\r\nConnection: close\r\n", false),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: closed, x-close\r\n", true),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n", true),
        ("GET / HTTP/1.0\r\n", false),
        ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n", false),
    ] {
        let got = read_every_way(format!("{head}\r\nGET").as_bytes(), Way::WHOLE);
        assert_eq!(got[0].request().keep, keep, "{head}");
        let stage = if keep { Stage::Head } else { Stage::Closed };
        assert_eq!(got[1..], [Got::End(stage)], "{head}");
    }
}

#[test]
fn input_that_ends_early() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n";
    let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (input, stage) in [
        (String::new(), Stage::Idle),
        ("\r\n".to_owned(), Stage::Idle),
        ("\r".to_owned(), Stage::Head),
        ("P".to_owned(), Stage::Head),
        (head[..head.len() - 1].to_owned(), Stage::Head),
        (head.to_owned(), Stage::Body),
        (format!("{head}hell"), Stage::Body),
        (chunked.to_owned(), Stage::Body),
        (format!("{chunked}5\r\nhello\r\n0\r\n\r"), Stage::Body),
    ] {
        assert_eq!(read_every_way(input.as_bytes(), Way::WHOLE), [Got::End(stage)], "{input}");
    }
}

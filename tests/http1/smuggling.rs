//! What is refused, with which status, and that nothing after it is read. After each fault a right
//! request follows, which must not be seen.

use sansmcp::http1::Stage;

use super::world::{Got, Way, read_every_way};

const NEXT: &[u8] = b"GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";

fn refused(status: u16, input: &[u8]) {
    let whole = [input, NEXT].concat();
    let wanted = [Got::Refused(status), Got::End(Stage::Closed)];
    assert_eq!(read_every_way(&whole, Way::WHOLE), wanted, "{}", input.escape_ascii());
}

fn heads(cases: &[(u16, &[u8])]) {
    for &(status, input) in cases {
        refused(status, input);
    }
}

#[test]
fn first_lines() {
    heads(&[
        (400, b"\n"),
        (400, b"\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"\r\n\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"\rGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b" GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"\tGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"), // TLS
        (400, b"\0"),
        (400, b"GET /\r\n\r\n"),
        (400, b"GET\r\n\r\n"),
        (400, b"GET / HTTP/1.1\nHost: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\rHost: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\r\nHost: a\r\n\r\n"),
        (400, b"GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET /  HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET /\tHTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1 x\r\nHost: a\r\n\r\n"),
        (400, b"GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET / http/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET / FTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET / HTTP/1\r\nHost: a\r\n\r\n"),
        (400, b"GET / HTTP/11.1\r\nHost: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1x\r\nHost: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1, HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"G@T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"G\x00T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"G\xffT / HTTP/1.1\r\nHost: a\r\n\r\n"),
        (505, b"GET / HTTP/0.9\r\nHost: a\r\n\r\n"),
        (505, b"GET / HTTP/1.2\r\nHost: a\r\n\r\n"),
        (505, b"GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
        (505, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    ]);
}

#[test]
fn targets() {
    heads(&[
        (400, b"GET x HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"OPTIONS ** HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n"),
        (400, b"GET /#x HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET /a\\b HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET /\xc3\xa9 HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET http:///x HTTP/1.1\r\nHost: \r\n\r\n"),
        (400, b"GET http:/x HTTP/1.1\r\nHost: x\r\n\r\n"),
        (400, b"GET ftp://a/x HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET file:///etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET http://b@a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET http://a:80/ HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, b"GET http://b/ HTTP/1.0\r\nHost: a\r\n\r\n"),
        (501, b"CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n"),
        (501, b"CONNECT / HTTP/1.1\r\nHost: a\r\n\r\n"),
    ]);
}

#[test]
fn header_lines() {
    heads(&[
        (400, b"GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\n\tHost: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\n\tb\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\n \r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost\t: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\n\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\n\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\n\rX\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\n\r\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x01b\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x0bb\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x7fb\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\nX\0: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\nX Y: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\nX(: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\nX\xff: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\n: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n"),
    ]);
}

#[test]
fn hosts() {
    heads(&[
        (400, b"GET / HTTP/1.1\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nX-Host: a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n"),
        (400, b"GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: b@a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: a#b\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: http://a\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n"),
    ]);
}

/// Headers about the body, each after the same beginning, and a body in both forms.
#[test]
fn where_the_body_ends() {
    for (status, headers) in [
        (400, "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
        (400, "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"),
        (400, "transfer-encoding: chunked\r\ncontent-length: 0\r\n"),
        (400, "Transfer-Encoding: x\r\nContent-Length: 5\r\n"),
        (400, "Transfer-Encoding: \r\nContent-Length: 5\r\n"),
        (400, "Content-Length: 5\r\nContent-Length: 5\r\n"),
        (400, "Content-Length: 5\r\nContent-Length: 6\r\n"),
        (400, "Content-Length: 0\r\nContent-Length: 0\r\n"),
        (400, "Content-Length: 5, 5\r\n"),
        (400, "Content-Length: 5,6\r\n"),
        (400, "Content-Length: 5 5\r\n"),
        (400, "Content-Length: +5\r\n"),
        (400, "Content-Length: -5\r\n"),
        (400, "Content-Length: 0x5\r\n"),
        (400, "Content-Length: 5.0\r\n"),
        (400, "Content-Length: 1e1\r\n"),
        (400, "Content-Length: 5;\r\n"),
        (400, "Content-Length: \"5\"\r\n"),
        (400, "Content-Length: \u{665}\r\n"),
        (400, "Content-Length:\r\n"),
        (400, "Content-Length : 5\r\n"),
        (413, "Content-Length: 18446744073709551615\r\n"),
        (413, "Content-Length: 18446744073709551616\r\n"),
        (413, "Content-Length: 99999999999999999999999999999999\r\n"),
        (413, "Content-Length: 4294967301\r\n"),
        (501, "Transfer-Encoding: gzip\r\n"),
        (501, "Transfer-Encoding: identity\r\n"),
        (501, "Transfer-Encoding: gzip, chunked\r\n"),
        (501, "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"),
        (501, "Transfer-Encoding: xchunked\r\n"),
        (501, "Transfer-Encoding: chunked;q=1\r\n"),
        (501, "Transfer-Encoding: \"chunked\"\r\n"),
        (501, "Transfer-Encoding: chunk ed\r\n"),
        (400, "Transfer-Encoding: chunked, chunked\r\n"),
        (400, "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
        (400, "Transfer-Encoding: chunked, gzip\r\n"),
        (400, "Transfer-Encoding: chunked, identity\r\n"),
        (400, "Transfer-Encoding: chunked,\r\n"),
        (400, "Transfer-Encoding: ,chunked\r\n"),
        (400, "Transfer-Encoding:\r\n"),
        (400, "Transfer-Encoding : chunked\r\n"),
        (400, "Transfer-Encoding\r\n: chunked\r\n"),
        (400, "Transfer-Encoding:\r\n chunked\r\n"),
        (400, "Transfer-Encoding: \u{b}chunked\r\n"),
        (400, "X: y\nTransfer-Encoding: chunked\r\n"),
        (400, "X: y\rTransfer-Encoding: chunked\r\n"),
        (417, "Content-Length: 5\r\nExpect: 200-ok\r\n"),
        (417, "Expect: \r\n"),
    ] {
        for body in ["hello", "5\r\nhello\r\n0\r\n\r\n", "0\r\n\r\n"] {
            let input = format!("POST / HTTP/1.1\r\nHost: a\r\n{headers}\r\n{body}");
            refused(status, input.as_bytes());
        }
    }
    refused(400, b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
}

#[test]
fn chunks() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (status, body) in [
        (400, "\r\n"),
        (400, "\n0\r\n\r\n"),
        (400, ";x\r\n"),
        (400, " 5\r\nhello\r\n0\r\n\r\n"),
        (400, "5 \r\nhello\r\n0\r\n\r\n"),
        (400, "5 5\r\nhello\r\n0\r\n\r\n"),
        (400, "+5\r\nhello\r\n0\r\n\r\n"),
        (400, "-5\r\nhello\r\n0\r\n\r\n"),
        (400, "0x5\r\nhello\r\n0\r\n\r\n"),
        (400, "5_0\r\nhello\r\n0\r\n\r\n"),
        (400, "g\r\nhello\r\n0\r\n\r\n"),
        (400, "5\nhello\r\n0\r\n\r\n"),
        (400, "5\rhello\r\n0\r\n\r\n"),
        (400, "5\r\rhello\r\n0\r\n\r\n"),
        (400, "5\0\r\nhello\r\n0\r\n\r\n"),
        (400, "5\r\nhello\n0\r\n\r\n"),
        (400, "5\r\nhello0\r\n\r\n"),
        (400, "5\r\nhello!\r\n0\r\n\r\n"),
        (400, "5\r\nhello\r0\r\n\r\n"),
        (400, "5\r\nhello\r\n\r\n0\r\n\r\n"),
        (400, "5;x\ny\r\nhello\r\n0\r\n\r\n"),
        (400, "5;x\ry\r\nhello\r\n0\r\n\r\n"),
        (400, "5;x\0\r\nhello\r\n0\r\n\r\n"),
        (400, "5,x\r\nhello\r\n0\r\n\r\n"),
        (400, "0\n\r\n"),
        (400, "0\r\n\n"),
        (400, "0\r\n\rX"),
        (400, "0\r\n X: y\r\n\r\n"),
        (400, "0\r\nX : y\r\n\r\n"),
        (400, "0\r\nX: y\n\r\n"),
        (400, "0\r\nX: y\r\n z\r\n\r\n"),
        (400, "0\r\nX: y\0\r\n\r\n"),
        (400, "0\r\nX\r\n\r\n"),
        (400, "0\r\n: y\r\n\r\n"),
        (400, "00000000000000005\r\nhello\r\n0\r\n\r\n"),
        (400, "10000000000000000\r\n"),
        (413, "ffffffffffffffff\r\n"),
        (413, "fffffffffffffff\r\nhello"),
        (413, "100000005\r\nhello\r\n0\r\n\r\n"),
        (413, "5\r\nhello\r\nffffffffffffffff\r\n"),
        (413, "1001\r\n"),
    ] {
        refused(status, format!("{head}{body}").as_bytes());
    }
}

#[test]
fn faults_after_good_requests() {
    let good = b"POST /good HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}";
    for bad in [&b"GET / HTTP/1.1\n"[..], b"\0", b"{}", b"\r\n\r\n"] {
        let got = read_every_way(&[&good[..], bad, NEXT].concat(), Way::WHOLE);
        assert_eq!(got.len(), 3);
        assert_eq!(got[0].request().path, "/good");
        assert_eq!(got[1..], [Got::Refused(400), Got::End(Stage::Closed)]);
    }
}

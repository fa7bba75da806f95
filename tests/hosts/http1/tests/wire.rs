//! The host over bare sockets: requests one behind the other, bodies nobody wants, time limits,
//! full tables.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod served;

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use on_http1::Limits;
use served::{Served, hear, hear_until};

const LIMITS: Limits = Limits { linger: Duration::from_millis(300), ..Limits::SMALL };

fn head(len: usize, more: &str) -> String {
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: tools/call\r\nMcp-Name: echo\r\n{more}Content-Length: {len}\r\n\r\n"
    )
}

fn call(id: u32, text: &str, more: &str) -> String {
    let body = served::call(id, text);
    format!("{}{body}", head(body.len(), more))
}

fn listen(id: u32) -> String {
    let params = r#""notifications":{"toolsListChanged":true}"#;
    let body = served::request(id, "subscriptions/listen", params);
    format!("{}{body}", head(body.len(), ""))
        .replace("tools/call", "subscriptions/listen")
        .replace("Mcp-Name: echo\r\n", "")
}

const CLOSE: &str = "Connection: close\r\n";

#[test]
fn many_at_once_are_answered_in_order() {
    let served = Served::start(LIMITS);
    let all: String =
        (0..200).map(|id| call(id, "hello", if id == 199 { CLOSE } else { "" })).collect();
    let said = served.say(all.as_bytes());
    let ids: Vec<_> = said.split("\"id\":").skip(1).map(|part| part.split(',').next()).collect();
    let wanted: Vec<_> = (0..200).map(|id| id.to_string()).collect();
    assert_eq!(ids, wanted.iter().map(|id| Some(id.as_str())).collect::<Vec<_>>());
    assert_eq!(said.matches("HTTP/1.1 200 OK\r\n").count(), 200);
    assert_eq!(said.matches("\"text\":\"hello\"").count(), 200);
    assert_eq!(said.matches("Connection: close").count(), 1);
}

#[test]
fn byte_by_byte() {
    let served = Served::start(LIMITS);
    let mut socket = served.connect();
    socket.set_nodelay(true).unwrap();
    for byte in call(7, "slow", CLOSE).bytes() {
        socket.write_all(&[byte]).unwrap();
    }
    assert!(hear(&mut socket).contains("\"text\":\"slow\""));
}

#[test]
fn what_is_refused_ends_the_connection() {
    let served = Served::start(LIMITS);
    let both = head(5, "Transfer-Encoding: chunked\r\n");
    for (status, bytes) in [
        (400, "GET / HTTP/1.1\n\n".to_owned()),
        (400, both),
        (431, format!("GET / HTTP/1.1\r\nHost: a\r\nX: {}", "x".repeat(20_000))),
        (505, "GET / HTTP/2.0\r\nHost: a\r\n\r\n".to_owned()),
        (501, "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n".to_owned()),
        (413, head(10_000_000, "")),
        (413, head(4_294_967_297, "")),
    ] {
        let said = served.say(format!("{bytes}{}", call(1, "smuggled", "")).as_bytes());
        assert!(said.starts_with(&format!("HTTP/1.1 {status} ")), "{said}");
        assert!(said.contains("Connection: close\r\n") && !said.contains("smuggled"), "{said}");
    }
}

/// Answers without the body: small ones are read through, and the connection goes on.
#[test]
fn bodies_nobody_wants() {
    let served = Served::start(LIMITS);
    for (status, line) in [
        (404, "POST /elsewhere HTTP/1.1\r\nHost: localhost\r\n"),
        (403, "POST /mcp HTTP/1.1\r\nHost: evil.example\r\n"),
        (403, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n"),
        (415, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"),
        (405, "PUT /mcp HTTP/1.1\r\nHost: localhost\r\n"),
    ] {
        for body in [
            "Content-Length: 5\r\n\r\nhello",
            "Transfer-Encoding: chunked\r\n\r\n2;x\r\nhi\r\n0\r\n\r\n",
        ] {
            let said = served.say(format!("{line}{body}{}", call(2, "next", CLOSE)).as_bytes());
            assert!(said.starts_with(&format!("HTTP/1.1 {status} ")), "{said}");
            assert!(said.contains("\"text\":\"next\""), "{said}");
        }
        let long = format!("{line}Content-Length: 1000000\r\n\r\n{}", "x".repeat(1_000_000));
        let said = served.say(long.as_bytes());
        let is_right = [status, 413].iter().any(|it| said.starts_with(&format!("HTTP/1.1 {it} ")));
        assert!(is_right, "{said}");
        assert!(said.contains("Connection: close\r\n"));
    }
}

#[test]
fn http_1_0_has_no_chunks() {
    let served = Served::start(LIMITS);
    let old = call(3, "old", "").replace("HTTP/1.1", "HTTP/1.0");
    let said = served.say(old.as_bytes());
    assert!(said.starts_with("HTTP/1.1 200 OK\r\n") && said.contains("Connection: close\r\n"));
    assert!(said.contains("\"text\":\"old\""));

    // A stream of events is everything up to the end of the connection.
    let listen = listen(4).replace("HTTP/1.1", "HTTP/1.0");
    let mut socket = served.connect();
    socket.write_all(listen.as_bytes()).unwrap();
    let said = hear_until(&mut socket, "\n\n");
    assert!(said.contains("text/event-stream") && said.contains("Connection: close"), "{said}");
    assert!(!said.contains("chunked") && said.contains("data:"), "{said}");
}

#[test]
fn heads_that_take_too_long() {
    let limits = Limits { request: Duration::from_millis(300), ..LIMITS };
    let served = Served::start(limits);
    let whole = call(1, "late", "");
    for len in [1, 20, whole.len() - 1] {
        let start = Instant::now();
        let mut socket = served.connect();
        socket.write_all(&whole.as_bytes()[..len]).unwrap();
        let said = hear(&mut socket);
        assert!(said.starts_with("HTTP/1.1 408 "), "{len}: {said}");
        assert!(start.elapsed() >= Duration::from_millis(300));
    }
    // One byte after the other does not help.
    let mut socket = served.connect();
    for byte in whole.bytes() {
        if socket.write_all(&[byte]).is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    assert!(hear(&mut socket).starts_with("HTTP/1.1 408 "));
}

#[test]
fn connections_that_rest_are_closed() {
    let limits = Limits { idle: Duration::from_millis(200), ..LIMITS };
    let served = Served::start(limits);
    assert_eq!(served.say(b""), "");
    let said = served.say(call(1, "x", "").as_bytes());
    assert!(said.starts_with("HTTP/1.1 200 OK") && !said.contains("Connection: close"), "{said}");
}

#[test]
fn a_full_table() {
    let served = Served::start(Limits { connections: 4, ..LIMITS });
    // Of those that rest the one that has done so for longest makes room.
    let mut resting: Vec<_> = (0..4)
        .map(|_| {
            let mut socket = served.connect();
            socket.write_all(call(1, "x", "").as_bytes()).unwrap();
            hear_until(&mut socket, "}");
            thread::sleep(Duration::from_millis(20));
            socket
        })
        .collect();
    assert!(served.say(call(2, "new", CLOSE).as_bytes()).contains("\"text\":\"new\""));
    let rest = hear(&mut resting[0]);
    assert!(!rest.contains("HTTP/1.1"), "closed, with no other response: {rest}");

    // Those that are in the middle of something are not; new ones wait.
    let mut busy: Vec<_> = (0..4).map(|_| served.connect()).collect();
    for socket in &mut busy {
        socket.write_all(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n").unwrap();
    }
    thread::sleep(Duration::from_millis(100));
    let mut waiting = served.connect();
    waiting.write_all(call(3, "waited", CLOSE).as_bytes()).unwrap();
    waiting.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    assert!(std::io::Read::read(&mut waiting, &mut [0]).is_err(), "not yet");
    drop(busy.pop());
    waiting.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert!(hear(&mut waiting).contains("\"text\":\"waited\""));
}

#[test]
fn signs_of_life_and_clients_that_go() {
    let served =
        Served::start(Limits { keep_alive: Duration::from_millis(50), connections: 2, ..LIMITS });
    let listen = listen(4);
    // More than there are places: each one that goes leaves its place and all else behind.
    for _ in 0..100 {
        let mut socket = served.connect();
        socket.write_all(listen.as_bytes()).unwrap();
        let said = hear_until(&mut socket, "3\r\n:\n\n\r\n3\r\n:\n\n\r\n");
        assert!(said.contains("Transfer-Encoding: chunked\r\n"), "{said}");
    }
}

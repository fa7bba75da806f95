//! The host over real sockets: what belongs to it, and not to the core.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test may fail

mod peer;

use std::time::Duration;

use peer::{MODERN, Peer, call, post, serve};

fn with(patience: u64, longest_body: u32) -> std::net::SocketAddr {
    let mut settings = on_hyper::Settings::default();
    settings.sizes.patience = patience;
    settings.policy.longest_body = longest_body;
    settings.policy.replay = true;
    serve(settings)
}

#[test]
fn a_call_is_answered_as_json_and_the_socket_stays() {
    let mut peer = Peer::connect(with(5000, 4096));
    for round in 0..3 {
        let (head, body) = peer.ask(&call(&format!("round {round}")));
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        assert!(head.contains("content-type: application/json\r\n"), "{head}");
        assert!(body.contains(&format!("\"text\":\"round {round}\"")), "{body}");
    }
}

#[test]
fn what_is_too_long_or_too_slow_is_refused() {
    let address = with(300, 4096);
    let (head, _) = Peer::connect(address).ask(&call(&"x".repeat(5000)));
    assert!(head.starts_with("HTTP/1.1 413 "), "{head}");

    // Longer than it says: in pieces, so that no length is known.
    let mut peer = Peer::connect(address);
    peer.send(&post("transfer-encoding: chunked\r\n", ""));
    for _ in 0..6 {
        peer.send(&format!("400\r\n{}\r\n", " ".repeat(0x400)));
    }
    assert!(peer.head().starts_with("HTTP/1.1 413 "));

    // Coded twice: who undoes both would see another request behind it.
    for coding in
        ["transfer-encoding: chunked, chunked\r\n", "transfer-encoding: gzip, chunked\r\n"]
    {
        let mut peer = Peer::connect(address);
        peer.send(&post(coding, "2\r\n0\r\n\r\n0\r\n\r\n"));
        assert!(peer.head().starts_with("HTTP/1.1 400 "), "{coding}");
    }

    // A body that never comes.
    let mut peer = Peer::connect(address);
    peer.send(&post("content-length: 10\r\n", "{"));
    assert!(peer.head().starts_with("HTTP/1.1 408 "));

    // A head that never ends: its socket is closed.
    let mut peer = Peer::connect(address);
    peer.send("POST /mcp HTTP/1.1\r\n");
    assert_eq!(peer.rest(), "");

    let mut peer = Peer::connect(address);
    peer.send(&post(&"x: y\r\n".repeat(70), ""));
    assert!(peer.head().starts_with("HTTP/1.1 431 "));
}

#[test]
fn a_listen_stays_open_and_a_lost_socket_ends_it() {
    let address = with(5000, 4096);
    // One more than there are places, if none came free.
    for _ in 0..5 {
        let mut peer = Peer::connect(address);
        let params = format!(r#""notifications":{{"toolsListChanged":true}},{MODERN}"#);
        let method = "subscriptions/listen";
        let body =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}}}}}"#);
        let headers = "mcp-method: subscriptions/listen\r\nmcp-protocol-version: 2026-07-28\r\n";
        peer.send(&post(&format!("{headers}content-length: {}\r\n", body.len()), &body));
        let head = peer.head();
        assert!(head.contains("content-type: text/event-stream\r\n"), "{head}");
        assert!(peer.chunk().contains("notifications/subscriptions/acknowledged"));
        drop(peer);
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_batch_is_answered_whole_however_long_it_is() {
    let mut peer = Peer::connect(with(5000, 1 << 20));
    let session = peer.initialize("2025-03-26");
    let pings: Vec<String> =
        (0..1000).map(|id| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)).collect();
    let body = format!("[{}]", pings.join(","));
    let headers = format!("mcp-session-id: {session}\r\ncontent-length: {}\r\n", body.len());
    peer.send(&post(&headers, &body));
    let head = peer.head();
    assert!(head.contains("content-type: text/event-stream\r\n"), "{head}");
    let events = peer.chunks();
    for id in 0..1000 {
        assert!(
            events.contains(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n\n"))
        );
    }
}

#[test]
fn a_page_that_is_let_in_may_read_what_it_gets() {
    let mut peer = Peer::connect(with(5000, 4096));
    let page = "origin: http://localhost:6274\r\n";
    for request in [
        format!("PUT /mcp HTTP/1.1\r\nhost: localhost\r\n{page}\r\n"),
        call("hi").replace("accept:", &format!("{page}accept:")),
    ] {
        let (head, _) = peer.ask(&request);
        assert!(head.contains("access-control-allow-origin: http://localhost:6274\r\n"), "{head}");
        assert!(head.contains("vary: Origin\r\n"), "{head}");
    }
    let (head, _) = peer.ask("GET /other HTTP/1.1\r\nhost: localhost\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 404 "), "{head}");
}

//! Turns: what a host may do between the steps.

use sansmcp::http1::{CONTINUE, Conversation, NO_HEADERS, Stage, Step};

use super::world::taken;

fn put(conversation: &mut Conversation<'_>, bytes: &[u8]) {
    conversation.space()[..bytes.len()].copy_from_slice(bytes);
    conversation.filled(bytes.len());
}

const HEAD: &[u8] = b"POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n";
const CHUNKED: &[u8] = b"POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
const WAITING: &[u8] =
    b"POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-Continue\r\n\r\n";

#[test]
fn a_head_is_given_once_and_waits() {
    let mut buffer = [0; 256];
    let mut conversation = Conversation::new(&mut buffer);
    assert!(conversation.request(&mut NO_HEADERS.clone()).is_none());
    put(&mut conversation, &[HEAD, b"hello", HEAD].concat());
    assert_eq!(conversation.advance(), Some(Step::Head));
    for _ in 0..3 {
        assert_eq!(conversation.advance(), None);
        assert_eq!(taken(&conversation).path, "/mcp");
    }
    assert!(!conversation.accept(5));
    assert!(!conversation.accept(0), "the first one counts");
    assert_eq!(conversation.advance(), Some(Step::Request));
    for _ in 0..3 {
        assert_eq!(conversation.advance(), None, "the second waits");
        assert_eq!(taken(&conversation).body, b"hello");
    }
    assert!(conversation.finish());
    assert_eq!(conversation.advance(), Some(Step::Head));
    // No response was due, so the connection ends.
    assert!(!conversation.finish());
    assert_eq!(conversation.stage(), Stage::Closed);
}

#[test]
fn a_client_that_waits_for_the_word() {
    let mut buffer = [0; 256];
    let mut conversation = Conversation::new(&mut buffer);
    put(&mut conversation, WAITING);
    assert_eq!(conversation.advance(), Some(Step::Head));
    assert!(conversation.accept(5));
    assert!(CONTINUE.starts_with(b"HTTP/1.1 100 ") && CONTINUE.ends_with(b"\r\n\r\n"));
    assert_eq!(conversation.advance(), None);
    put(&mut conversation, b"hello");
    assert_eq!(conversation.advance(), Some(Step::Request));
    assert!(conversation.finish());
    assert_eq!(conversation.space().len(), 256);

    // It has begun to send: it does not wait.
    put(&mut conversation, &[WAITING, b"h"].concat());
    assert_eq!(conversation.advance(), Some(Step::Head));
    assert!(!conversation.accept(5));
    put(&mut conversation, b"ello");
    assert_eq!(conversation.advance(), Some(Step::Request));
    assert!(conversation.finish());

    // Too large: it is not asked to send.
    put(&mut conversation, WAITING);
    assert_eq!(conversation.advance(), Some(Step::Head));
    assert!(!conversation.accept(4));
    assert_eq!(conversation.advance(), Some(Step::Refused(413)));
    assert_eq!(conversation.advance(), None);
}

#[test]
fn who_does_not_know_of_waiting_is_not_told() {
    let mut buffer = [0; 256];
    for head in [
        &b"POST / HTTP/1.0\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"[..],
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nExpect: 100-continue\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
        HEAD,
    ] {
        let mut conversation = Conversation::new(&mut buffer);
        put(&mut conversation, head);
        assert_eq!(conversation.advance(), Some(Step::Head));
        assert!(!conversation.accept(5), "{}", head.escape_ascii());
    }
}

/// An answer without the body: it is dropped, before and after the answer, and the next request
/// works.
#[test]
fn bodies_nobody_wants() {
    let whole = [HEAD, b"hello"].concat();
    let chunked = [CHUNKED, b"3;x\r\nhel\r\n2\r\nlo\r\n0\r\nX: y\r\n\r\n"].concat();
    for (input, head) in [(&whole, HEAD), (&chunked, CHUNKED)] {
        for before in head.len()..=input.len() {
            for within in before..=input.len() {
                // So small that a body does not fit, once the response was sent.
                let mut buffer = vec![0; input.len()];
                let mut conversation = Conversation::new(&mut buffer);
                put(&mut conversation, &input[..before]);
                assert_eq!(conversation.advance(), Some(Step::Head));
                assert!(conversation.skip(5).keep);
                assert_eq!(conversation.advance(), None);
                put(&mut conversation, &input[before..within]);
                assert_eq!(conversation.advance(), None);
                let request = taken(&conversation);
                assert_eq!((request.path.as_str(), request.body.as_slice()), ("/mcp", &b""[..]));
                assert!(conversation.finish());
                for byte in [&input[within..], HEAD].concat() {
                    assert_ne!(conversation.advance(), Some(Step::Head), "too early");
                    put(&mut conversation, &[byte]);
                }
                assert_eq!(conversation.advance(), Some(Step::Head));
                assert!(!conversation.accept(5));
                put(&mut conversation, b"hello");
                assert_eq!(conversation.advance(), Some(Step::Request));
                assert_eq!(taken(&conversation).body, b"hello");
            }
        }
    }
}

#[test]
fn a_head_that_fills_the_buffer_and_a_body_nobody_wants() {
    let mut buffer = vec![0; HEAD.len()];
    let mut conversation = Conversation::new(&mut buffer);
    put(&mut conversation, HEAD);
    assert_eq!(conversation.advance(), Some(Step::Head));
    assert!(conversation.skip(100).keep);
    assert_eq!(conversation.advance(), None);
    assert!(conversation.space().is_empty());
    assert!(conversation.finish());
    assert_eq!(conversation.advance(), None);
    assert_eq!(conversation.stage(), Stage::Draining);
    put(&mut conversation, b"helloG");
    assert_eq!(conversation.advance(), None);
    assert_eq!(conversation.stage(), Stage::Head);
}

#[test]
fn giving_up_on_a_body_that_is_on_its_way() {
    let mut buffer = [0; 256];
    let mut conversation = Conversation::new(&mut buffer);
    put(&mut conversation, &[CHUNKED, b"5\r\nhel"].concat());
    assert_eq!(conversation.advance(), Some(Step::Head));
    assert!(!conversation.accept(100));
    assert_eq!(conversation.advance(), None);
    assert!(conversation.skip(2).keep);
    assert!(conversation.finish());
    put(&mut conversation, &[b"lo\r\n0\r\n\r\n", HEAD].concat());
    assert_eq!(conversation.advance(), Some(Step::Head));
}

#[test]
fn bodies_that_are_not_worth_reading() {
    // The client waits, or it is too much: the connection ends with the response.
    for (head, limit) in [(WAITING, 100), (HEAD, 4)] {
        let mut buffer = [0; 256];
        let mut conversation = Conversation::new(&mut buffer);
        put(&mut conversation, head);
        assert_eq!(conversation.advance(), Some(Step::Head));
        assert!(!conversation.skip(limit).keep);
        assert!(!conversation.finish());
        assert_eq!(conversation.advance(), None);
    }
    // It turns out to be too much, or wrong, only later.
    for (body, limit) in [(&b"3\r\nhel\r\n3\r\nlo!\r\n"[..], 5), (b"3\r\nhel!", 100), (b"x", 100)] {
        for is_late in [false, true] {
            let mut buffer = [0; 256];
            let mut conversation = Conversation::new(&mut buffer);
            put(&mut conversation, CHUNKED);
            assert_eq!(conversation.advance(), Some(Step::Head));
            assert!(conversation.skip(limit).keep);
            if is_late {
                assert!(conversation.finish());
            }
            put(&mut conversation, &[body, HEAD].concat());
            assert_eq!(conversation.advance(), None);
            assert!(!conversation.finish());
            assert_eq!(conversation.stage(), Stage::Closed);
            assert_eq!(conversation.advance(), None);
        }
    }
}

/// After the last response what arrives is dropped, so that a host can wait for the client to end.
#[test]
fn nothing_is_kept_of_what_comes_after_the_end() {
    let mut buffer = [0; 64];
    let mut conversation = Conversation::new(&mut buffer);
    put(&mut conversation, b"\0");
    assert_eq!(conversation.advance(), Some(Step::Refused(400)));
    for _ in 0..10 {
        assert_eq!(conversation.space().len(), 64);
        conversation.filled(64);
        assert_eq!(conversation.advance(), None);
        assert!(conversation.request(&mut NO_HEADERS.clone()).is_none());
    }
    assert!(!conversation.accept(100));
    assert!(!conversation.skip(100).keep);
    assert!(!conversation.finish());
}

#[test]
fn a_method_without_bodies_in_responses() {
    let mut buffer = [0; 256];
    let mut conversation = Conversation::new(&mut buffer);
    put(&mut conversation, b"HEAD / HTTP/1.1\r\nHost: a\r\n\r\nhead / HTTP/1.1\r\nHost: a\r\n\r\n");
    for is_head_only in [true, false] {
        assert_eq!(conversation.advance(), Some(Step::Head));
        assert_eq!(conversation.skip(0).is_head_only, is_head_only);
        assert!(conversation.finish());
    }
}

#[test]
fn closing_at_any_time() {
    for len in 0..=WAITING.len() {
        for (is_accepted, is_seen) in [(false, false), (true, false), (true, true)] {
            let mut buffer = [0; 256];
            let mut conversation = Conversation::new(&mut buffer);
            put(&mut conversation, &WAITING[..len]);
            if is_seen {
                conversation.advance();
            }
            if is_accepted {
                conversation.accept(5);
            }
            conversation.close();
            assert_eq!((conversation.stage(), conversation.advance()), (Stage::Closed, None));
            assert!(!conversation.terms().keep && conversation.space().len() == 256);
            assert!(!conversation.finish());
        }
    }
    let mut buffer = [0; 64];
    let mut conversation = Conversation::new(&mut buffer);
    put(&mut conversation, b"HEAD / HTTP/1.0\r\n\r\n");
    assert_eq!(conversation.advance(), Some(Step::Head));
    let terms = conversation.terms();
    conversation.close();
    assert_eq!(conversation.terms(), terms);
}

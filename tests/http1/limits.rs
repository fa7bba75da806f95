//! Buffers and bounds: what just fits, what just does not, and that each byte is read a bounded
//! number of times.

use std::time::{Duration, Instant};

use sansmcp::http1::{
    Conversation, ConversationState, MAX_EXTRA, MAX_HEAD, MAX_HEADERS, NO_HEADERS, Stage, Step,
};

use super::world::{Got, Way, read_every_way};

fn refused(status: u16) -> [Got; 2] {
    [Got::Refused(status), Got::End(Stage::Closed)]
}

#[test]
fn heads() {
    let head = b"GET /0123456789 HTTP/1.1\r\nHost: a\r\n\r\n";
    let exact = Way { buffer: head.len(), ..Way::WHOLE };
    let got = read_every_way(head, exact);
    assert_eq!(got[0].request().path, "/0123456789");
    // Also as the second one, and after an empty line, which is dropped.
    assert_eq!(read_every_way(&[&head[..], b"\r\n", head].concat(), exact)[1], got[0]);
    for buffer in 0..head.len() {
        let way = Way { buffer, ..Way::WHOLE };
        assert_eq!(read_every_way(head, way), refused(431), "{buffer}");
    }

    let line = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
    let mut head = format!("{line}{}\r\n\r\n", "x".repeat(MAX_HEAD - line.len() - 4)).into_bytes();
    assert_eq!(head.len(), MAX_HEAD);
    let large = Way { buffer: 2 * MAX_HEAD, ..Way::WHOLE };
    for reads in [&[usize::MAX][..], &[1], &[4096]] {
        assert_eq!(Way { reads, ..large }.read(&head)[0].request().headers.len(), 2);
    }
    head.insert(30, b'x');
    for reads in [&[usize::MAX][..], &[1], &[4096]] {
        assert_eq!(Way { reads, ..large }.read(&head), refused(431));
    }
}

#[test]
fn headers() {
    let start = "GET / HTTP/1.1\r\nHost: a\r\n";
    for (count, is_good) in [(MAX_HEADERS - 1, true), (MAX_HEADERS, false), (500, false)] {
        let head = format!("{start}{}\r\n", "X: y\r\n".repeat(count));
        let got = Way::WHOLE.read(head.as_bytes());
        match is_good {
            true => assert_eq!(got[0].request().headers.len(), MAX_HEADERS),
            false => assert_eq!(got, refused(431), "{count}"),
        }
    }
}

#[test]
fn bodies() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n";
    let input = format!("{head}{}", "x".repeat(100)).into_bytes();
    let exact = Way { buffer: input.len(), limit: 100, ..Way::WHOLE };
    let two = [&input[..], &input].concat();
    for input in [&input, &two] {
        assert_eq!(read_every_way(input, exact)[0].request().body, [b'x'; 100]);
    }
    for way in [Way { limit: 99, ..exact }, Way { limit: 0, ..exact }] {
        assert_eq!(read_every_way(&input, way), refused(413));
    }
    let small = Way { buffer: exact.buffer - 1, ..exact };
    assert_eq!(read_every_way(&input, small), refused(413));
    // Known from the head alone.
    assert_eq!(read_every_way(head.as_bytes(), small), refused(413));

    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    let body = "19;x\r\n0123456789012345678901234\r\n".repeat(4);
    let input = format!("{head}{body}0\r\nX: y\r\n\r\n").into_bytes();
    let exact = Way { buffer: head.len() + 101, limit: 100, ..Way::WHOLE };
    let two = [&input[..], &input].concat();
    for input in [&input, &two] {
        assert_eq!(read_every_way(input, exact)[0].request().body.len(), 100);
    }
    for way in [Way { limit: 99, ..exact }, Way { buffer: exact.buffer - 1, ..exact }] {
        assert_eq!(read_every_way(&input, way), refused(413));
    }
}

#[test]
fn extensions_and_trailers() {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    let way = Way { buffer: 256, ..Way::WHOLE };
    for (extra, status) in [(MAX_EXTRA, None), (MAX_EXTRA + 1, Some((400, 431)))] {
        let extension = "x".repeat(extra - 1);
        let trailer = "y".repeat(extra - 2);
        let many = format!("1;{}\r\na\r\n", "x".repeat(extra / 4 - 1)).repeat(4);
        let last = "x".repeat(extra % 4).replacen('x', ";", 1);
        for (body, is_trailer) in [
            (format!("1;{extension}\r\na\r\n0\r\n\r\n"), false),
            (format!("{many}0{last}\r\n\r\n"), false),
            (format!("1\r\na\r\n0\r\nX:{trailer}\r\n\r\n"), true),
        ] {
            for reads in [&[usize::MAX][..], &[1], &[100]] {
                let got = Way { reads, ..way }.read(format!("{head}{body}").as_bytes());
                match status {
                    None => assert!(got[0].request().body.starts_with(b"a")),
                    Some((_, status)) if is_trailer => assert_eq!(got, refused(status)),
                    Some((status, _)) => assert_eq!(got, refused(status)),
                }
            }
        }
    }
}

/// A state may be used with a buffer that is not its own: it gives nonsense and nothing worse.
#[test]
fn another_buffer() {
    let input = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n";
    for cut in 0..input.len() {
        for len in 0..input.len() {
            let mut state = ConversationState::NEW;
            let (mut long, mut short) = ([0; 100], vec![b'x'; len]);
            state.space(&mut long)[..cut].copy_from_slice(&input[..cut]);
            state.filled(&mut long, cut);
            for _ in 0..4 {
                state.advance(&mut short);
                state.request(&short, &mut NO_HEADERS.clone());
                state.accept(&short, 50);
                let count = state.space(&mut short).len();
                state.filled(&mut short, count);
            }
            state.skip(7);
            state.finish();
            state.advance(&mut short);
        }
    }
}

/// What was searched is not searched again: a fault put in there later is not found.
#[test]
fn the_search_goes_on_where_it_was() {
    let input = b"GET / HTTP/1.1\r\nHost: a\r\nX: yyyyyyyy";
    for place in 16..input.len() {
        let (mut state, mut buffer) = (ConversationState::NEW, [0; 100]);
        state.space(&mut buffer)[..input.len()].copy_from_slice(input);
        state.filled(&mut buffer, input.len());
        assert_eq!(state.advance(&mut buffer), None);
        let byte = std::mem::replace(&mut buffer[place], b'\n');
        assert_eq!(state.advance(&mut buffer), None, "{place}");
        state.space(&mut buffer)[..3].copy_from_slice(b"\r\nZ");
        state.filled(&mut buffer, 3);
        buffer[place] = if place + 1 == input.len() { byte } else { b'\n' };
        assert_eq!(state.advance(&mut buffer), None, "{place}");
    }
}

/// Sixteen times the bytes, far from 256 times the time: nothing is searched or moved again and
/// again. Tried until it shows, as other programs run beside: what is searched again and again
/// shows it never.
#[test]
fn time_is_in_proportion() {
    fn time(count: usize, make: fn(usize) -> Vec<u8>) -> Duration {
        let input = make(count);
        let way = Way { buffer: input.len() + 1, limit: u64::MAX, reads: &[1] };
        (0..5)
            .map(|_| {
                let start = Instant::now();
                let got = way.read(&input);
                assert_eq!(got.last(), Some(&Got::End(Stage::Idle)));
                start.elapsed()
            })
            .min()
            .expect("five")
    }
    let head = |count: usize| {
        format!("GET / HTTP/1.1\r\nHost: a\r\nX: {}\r\n\r\n", "x".repeat(count * 500)).into_bytes()
    };
    let chunks = |count: usize| {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
        format!("{head}{}0\r\n\r\n", "1\r\na\r\n".repeat(count * 500)).into_bytes()
    };
    let body = |count: usize| {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ";
        format!("{head}{}\r\n\r\n{}", count * 5000, "x".repeat(count * 5000)).into_bytes()
    };
    for (name, make) in [("head", head as fn(usize) -> Vec<u8>), ("chunks", chunks), ("body", body)]
    {
        let tries = (0..40).map(|_| (time(2, make), time(32, make)));
        let (mut short, mut long) = (Duration::MAX, Duration::MAX);
        for (one, other) in tries {
            (short, long) = (short.min(one), long.min(other));
            if long < short * 100 {
                break;
            }
        }
        assert!(long < short * 100, "{name}: {short:?} for 2, {long:?} for 32");
    }
}

/// Many requests in one read: taking them does not move what is behind.
#[test]
fn a_full_buffer_of_small_requests() {
    let request = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    let input = request.repeat(40_000);
    let mut buffer = input.clone();
    let mut conversation = Conversation::new(&mut buffer);
    conversation.filled(input.len());
    let start = Instant::now();
    let mut count = 0;
    while let Some(step) = conversation.advance() {
        match step {
            Step::Head => assert!(!conversation.accept(0)),
            Step::Request => {
                count += 1;
                assert!(conversation.finish());
            }
            Step::Refused(status) => panic!("{status}"),
        }
    }
    assert_eq!((count, conversation.stage()), (40_000, Stage::Idle));
    assert_eq!(conversation.space().len(), input.len());
    // Moving a megabyte forty thousand times takes many seconds.
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

//! Events longer than the buffer.

use crate::{Dice, read_with};
use sansmcp::OverlongKind;
use sansmcp::sse::Events;

#[test]
fn data_is_shorter_than_the_buffer() {
    for (data, fits) in [("1234567", true), ("12345678", false), ("123456789", false)] {
        let input = format!("data: {data}\n\ndata: 1\n\n");
        for largest in 1..=8 {
            let all = read_with(input.as_bytes(), 8, |_| largest, |_| {});
            let data = if fits { Ok(data.into()) } else { Err(data.len() as u64) };
            assert_eq!(all.events[0].data, data);
            assert_eq!(all.events[1].data, Ok(b"1".to_vec()));
        }
    }
}

#[test]
fn nothing_but_data_takes_room() {
    let comment = "c".repeat(1000);
    let id = "i".repeat(100);
    let input =
        format!(": {comment}\nevent: {comment}\n{comment}: {comment}\nid: {id}\ndata: 123\n\n");
    let all = read_with(input.as_bytes(), 4, |_| 4, |_| {});
    assert_eq!(all.events.len(), 1);
    assert_eq!((&all.events[0].data, &all.events[0].id), (&Ok(b"123".to_vec()), &id.into_bytes()));
}

#[test]
fn the_rest_of_the_event_is_noted_and_the_next_one_works() {
    let long = "x".repeat(100);
    let input = format!("id: 1\ndata: {long}\nretry: 9\nevent: e\n\ndata: 2\n\n");
    let all = read_with(input.as_bytes(), 16, |_| 5, |_| {});
    assert_eq!(all.retry, Some(9));
    let [one, two] = &all.events[..] else { panic!("{all:?}") };
    assert_eq!((&one.data, &one.id[..], &one.kind[..]), (&Err(100), &b"1"[..], &b"e"[..]));
    assert_eq!((&two.data, &two.id[..]), (&Ok(b"2".to_vec()), &b"1"[..]));
    assert_eq!(two.kind, b"message");
    // Also when the id comes behind the data.
    let input = format!("data: {long}\nid: 1\n\n");
    let all = read_with(input.as_bytes(), 16, |_| 5, |_| {});
    assert_eq!((&all.events[0].data, &all.events[0].id[..]), (&Err(100), &b"1"[..]));
}

/// What is known of a message that is too long, however it came.
#[track_caller]
fn check(lines: &[&str], id: Option<&str>, kind: OverlongKind) {
    let len = lines.join("\n").len() as u64;
    let stream: String = lines.iter().flat_map(|line| ["data: ", line, "\n"]).collect();
    let stream = [&stream, "\ndata: {}\n\n", &stream, "\n"].concat();
    let mut dice = Dice(0x5eed_0011);
    for size in [4, 5, 8, 11, 16] {
        for largest in [1, 2, 3, 16] {
            let mut seen = 0;
            read_with(
                stream.as_bytes(),
                size,
                |_| 1 + dice.roll(largest),
                |event| match event.overlong {
                    None => assert_eq!(event.data, b"{}"),
                    Some(known) => {
                        assert_eq!((known.id, known.kind, known.len), (id, kind, len));
                        seen += 1;
                    }
                },
            );
            assert_eq!(seen, 2, "{lines:?}");
        }
    }
}

#[test]
fn the_id_of_the_message_is_found() {
    check(
        &[r#"{"jsonrpc":"2.0","id":17,"result":{"content":[]}}"#],
        Some("17"),
        OverlongKind::Response,
    );
    check(
        &[r#"{"jsonrpc":"2.0","#, r#""result":{"id":3},"#, r#""id""#, ":", r#""a-b"}"#],
        Some("\"a-b\""),
        OverlongKind::Response,
    );
    check(
        &[r#"{"method":"notifications/progress","params":{}}"#],
        None,
        OverlongKind::Notification,
    );
    check(
        &["", "", "{", "\"method\":\"ping\",", "", "\"id\":0", "}", "", ""],
        Some("0"),
        OverlongKind::Request,
    );
    check(&["[1,2,3,4,5,6,7,8,9,10]"], None, OverlongKind::Unknown);
}

#[test]
fn tiny_buffers_refuse_every_message_and_note_the_rest() {
    let input = b"id: 4\nretry: 1\ndata: 1\n\ndata\ndata\n\nid: 5\ndata:\n\n";
    let all = read_with(input, 1, |_| 1, |_| {});
    let lengths: Vec<_> = all.events.iter().map(|event| event.data.clone()).collect();
    assert_eq!(lengths, [Err(1), Err(1)]);
    assert_eq!((&all.last_id[..], all.retry), (&b"5"[..], Some(1)));
    let mut events = Events::new(&mut []);
    assert!(events.space().is_empty());
    events.filled(5);
    assert!(events.next_event().is_none());
}

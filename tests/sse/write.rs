//! What stands around a message, and ids.

use crate::{Got, whole};
use proptest::prelude::*;
use sansmcp::sse::{EventId, Fields, KEEP_ALIVE, TAIL, head, prime, retry};

fn id(stream: u32, sequence: u32) -> EventId {
    EventId { stream, sequence }
}

#[track_caller]
fn check(fields: Fields, text: &str) {
    assert_eq!(str::from_utf8(fields.bytes()), Ok(text));
    assert_eq!(fields.as_ref(), fields.bytes());
}

#[test]
fn every_form() {
    check(head(None, None), "event: message\ndata: ");
    check(head(Some(id(0x1a_0003, 2)), None), "event: message\nid: 1a0003-2\ndata: ");
    check(head(None, Some(0)), "event: message\nretry: 0\ndata: ");
    check(
        head(Some(id(u32::MAX, u32::MAX)), Some(u32::MAX)),
        "event: message\nid: ffffffff-ffffffff\nretry: 4294967295\ndata: ",
    );
    check(prime(id(1, 0), None), "id: 1-0\ndata: \n\n");
    check(prime(id(0xabc, 0), Some(500)), "id: abc-0\nretry: 500\ndata: \n\n");
    check(retry(1000), "retry: 1000\n\n");
    assert_eq!((TAIL, KEEP_ALIVE), (&b"\n\n"[..], &b":\n\n"[..]));
}

#[test]
fn an_id_has_one_form() {
    for (text, stream, sequence) in [
        ("0-0", 0, 0),
        ("1a0003-2", 0x1a_0003, 2),
        ("ffffffff-ffffffff", u32::MAX, u32::MAX),
        ("10-100", 16, 256),
        ("9-a", 9, 10),
    ] {
        assert_eq!(EventId::parse(text.as_bytes()), Some(id(stream, sequence)), "{text}");
        assert!(text.len() <= EventId::MAX_LEN);
    }
    for text in [
        "",
        "-",
        "1",
        "1-",
        "-1",
        "01-1",
        "1-01",
        "00-1",
        "1-00",
        "1-1 ",
        " 1-1",
        "1 -1",
        "+1-1",
        "1-+1",
        "1--1",
        "--1",
        "1-1-1",
        "A-1",
        "1-A",
        "0x1-1",
        "g-1",
        "1-g",
        "1-/",
        "1-:",
        "`-1",
        "@-1",
        "100000000-1",
        "1-100000000",
        "000000001-1",
        "1_0-1",
        "1-1\n",
        "1-1\0",
        "1,1",
        "1\u{2010}1",
        "\u{661}-1",
        "1.0-1",
    ] {
        assert_eq!(EventId::parse(text.as_bytes()), None, "{text:?}");
    }
    assert_eq!(EventId::parse(b"1-\xff"), None);
    assert_eq!(EventId::default(), id(0, 0));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_written_reads_back(
        stream in any::<u32>(), places in 0_u32..32, sequence in any::<u32>(),
        time in any::<Option<u32>>(), with_id in any::<bool>(),
        json in "[ -~\u{a0}-\u{ffff}]{1,60}",
    ) {
        let id = id(stream >> places, sequence >> (31 - places));
        let given = with_id.then_some(id);
        let head = head(given, time);
        prop_assert!(head.bytes().len() <= 64);
        let primed = prime(id, time);
        let stream = [primed.bytes(), KEEP_ALIVE, head.bytes(), json.as_bytes(), TAIL].concat();
        let all = whole(&stream);
        let written = format!("{:x}-{:x}", id.stream, id.sequence).into_bytes();
        prop_assert_eq!(EventId::parse(&written), Some(id));
        let event =
            Got { kind: b"message".to_vec(), data: Ok(json.into_bytes()), id: written.clone() };
        prop_assert_eq!(all.events, [event]);
        prop_assert_eq!(all.last_id, written);
        prop_assert_eq!(all.retry, time.map(u64::from));
    }

    #[test]
    fn only_what_would_be_written_is_read(text in "[0-9a-gA-F+-]{0,20}") {
        let id = EventId::parse(text.as_bytes());
        let written = id.map(|id| format!("{:x}-{:x}", id.stream, id.sequence));
        let is_one = text.split_once('-').is_some_and(|(stream, sequence)| {
            [stream, sequence].iter().all(|&part| {
                u32::from_str_radix(part, 16).is_ok_and(|number| format!("{number:x}") == *part)
            })
        });
        prop_assert_eq!(written, is_one.then_some(text));
    }
}

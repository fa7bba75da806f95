//! What the fields of an event mean.

use crate::{All, Got, whole};

/// The events of a stream as kind, data and id.
#[track_caller]
fn check(input: &str, events: &[(&str, &str, &str)]) -> All {
    let all = whole(input.as_bytes());
    let events: Vec<Got> = events
        .iter()
        .map(|(kind, data, id)| Got {
            kind: (*kind).into(),
            data: Ok((*data).into()),
            id: (*id).into(),
        })
        .collect();
    assert_eq!(all.events, events, "{input:?}");
    all
}

#[test]
fn the_fields_of_a_message() {
    let all = check(
        "event: message\nid: 1a0003-2\nretry: 500\ndata: {\"a\":1}\n\n",
        &[("message", "{\"a\":1}", "1a0003-2")],
    );
    assert_eq!((&all.last_id[..], all.retry), (&b"1a0003-2"[..], Some(500)));
    check(
        "data:1\n\ndata: 2\n\ndata:  3\n\n",
        &[("message", "1", ""), ("message", "2", ""), ("message", " 3", "")],
    );
    check(
        "event: endpoint\ndata: /m\n\ndata: 2\n\n",
        &[("endpoint", "/m", ""), ("message", "2", "")],
    );
    check("data:\t1\n\n", &[("message", "\t1", "")]);
    check("event: a\nevent\ndata: 1\n\n", &[("message", "1", "")]);
    check("data: 1\nevent: a\nevent: b\n\n", &[("b", "1", "")]);
}

#[test]
fn lines_end_in_three_ways() {
    for end in ["\n", "\r", "\r\n"] {
        let input = format!("data: 1{end}data: 2{end}{end}data: 3{end}{end}{end}");
        check(&input, &[("message", "1\n2", ""), ("message", "3", "")]);
    }
    check(
        "data: 1\n\r\ndata: 2\r\rdata: 3\r\n\rdata: 4\n\r",
        &[("message", "1", ""), ("message", "2", ""), ("message", "3", ""), ("message", "4", "")],
    );
    // Other things that look like line ends are not.
    check("data: 1\u{2028}\u{85}\u{b}\u{c}2\n\n", &[("message", "1\u{2028}\u{85}\u{b}\u{c}2", "")]);
}

#[test]
fn data_is_joined_line_by_line() {
    check("data: {\ndata:\ndata\ndata: }\n\n", &[("message", "{\n\n\n}", "")]);
    check("data:\ndata:\n\n", &[("message", "\n", "")]);
    check("data:\ndata: 1\n\n", &[("message", "\n1", "")]);
    check("data: 1\n: between\nid: 5\ndata: 2\n\n", &[("message", "1\n2", "5")]);
}

#[test]
fn without_data_nothing_is_given_but_id_and_time_are_noted() {
    // The event that primes a client, and its shorter forms.
    for data in ["data: \n", "data:\n", "data\n", ""] {
        let input = format!("id: 7\nretry: 250\n{data}\n");
        let all = check(&input, &[]);
        assert_eq!((&all.last_id[..], all.retry), (&b"7"[..], Some(250)));
    }
    // Its kind is not that of the next one.
    check("event: a\nid: 7\n\ndata: 1\n\n", &[("message", "1", "7")]);
}

#[test]
fn what_has_no_end_is_dropped() {
    for input in ["data: 1", "data: 1\n", "data: 1\r\n", "id: 8\ndata: 1\n", "id: 8\n"] {
        let all = check(&["id: 7\ndata: 0\n\n", input].concat(), &[("message", "0", "7")]);
        assert_eq!(all.last_id, b"7", "an id counts when its event is whole");
    }
    // A time counts when its line is whole.
    assert_eq!(check("retry: 5\n", &[]).retry, Some(5));
    assert_eq!(check("retry: 5", &[]).retry, None);
}

#[test]
fn ids_stay_until_the_next_one() {
    check(
        "id: a\ndata: 1\n\ndata: 2\n\nid\ndata: 3\n\nid: b\nid: c\ndata: 4\n\n",
        &[
            ("message", "1", "a"),
            ("message", "2", "a"),
            ("message", "3", ""),
            ("message", "4", "c"),
        ],
    );
}

#[test]
fn ids_that_cannot_be_are_ignored() {
    let longest = "x".repeat(128);
    check(&format!("id: {longest}\ndata: 1\n\n"), &[("message", "1", &longest)]);
    check(&format!("id: {longest}x\ndata: 1\n\n"), &[("message", "1", "")]);
    check(&format!("id: a\nid: {longest}x\ndata: 1\n\n"), &[("message", "1", "a")]);
    check("id: a\nid: b\0c\nid: \0\ndata: 1\n\n", &[("message", "1", "a")]);
}

#[test]
fn a_time_is_digits_and_nothing_else() {
    for (value, time) in [
        ("0", Some(0)),
        ("3000", Some(3000)),
        ("0003", Some(3)),
        ("18446744073709551615", Some(u64::MAX)),
        ("18446744073709551616", Some(u64::MAX)),
        ("99999999999999999999999", Some(u64::MAX)),
        ("", None),
        ("-1", None),
        ("+1", None),
        (" 1", None), // one space is skipped, this is the second
        ("1 ", None),
        ("1.5", None),
        ("1e3", None),
        ("0x10", None),
        ("\u{661}", None),
        (":", None),
        ("/", None),
    ] {
        assert_eq!(check(&format!("retry: {value}\n"), &[]).retry, time, "{value:?}");
        // One that is refused leaves the one before.
        let all = check(&format!("retry: 7\nretry: {value}\n"), &[]);
        assert_eq!(all.retry, time.or(Some(7)), "{value:?}");
    }
}

#[test]
fn a_time_of_more_digits_than_are_kept_is_ignored() {
    for (count, time) in [(127, Some(7)), (128, None), (1000, None)] {
        let value = ["0".repeat(count).as_str(), "7"].concat();
        assert_eq!(check(&format!("retry: {value}\n"), &[]).retry, time, "{count}");
        // Nor is it read up to there.
        let value = ["9".repeat(count).as_str(), "x"].concat();
        assert_eq!(check(&format!("retry: {value}\n"), &[]).retry, None, "{count}");
    }
}

#[test]
fn comments_and_unknown_fields_are_skipped() {
    check(":\n\n: ping\n\n:data: 0\ndata: 1\n:\n\n", &[("message", "1", "")]);
    for name in ["Data", "DATA", "dat", "data2", "datadata", " data", "data ", "\tdata", "x", "\0"]
    {
        check(&format!("{name}: 0\n{name}\n\n"), &[]);
    }
    for name in ["ID", "ids", "event-id", "Retry", "retry ", "retries", "Event", "events", "i"] {
        let all = check(&format!("{name}: 1\ndata: 1\n\n"), &[("message", "1", "")]);
        assert_eq!(all.retry, None);
    }
    check("data: a: b:c\n\n", &[("message", "a: b:c", "")]);
}

#[test]
fn one_byte_order_mark_at_the_start_is_skipped() {
    let mark = "\u{feff}";
    check(&format!("{mark}data: 1\n\n"), &[("message", "1", "")]);
    check(&format!("{mark}\n\ndata: 1\n\n"), &[("message", "1", "")]);
    check(&format!("{mark}: c\ndata: 1\n\n"), &[("message", "1", "")]);
    check(&format!("{mark}{mark}data: 1\n\n"), &[]);
    check(&format!("data: 1\n\n{mark}data: 2\n\n"), &[("message", "1", "")]);
    check(&format!("\n{mark}data: 2\n\n"), &[]);
    check(&format!("data: {mark}1\n\n"), &[("message", "\u{feff}1", "")]);
    // What only begins like one is the name of a field that nobody knows.
    for start in [&b"\xef"[..], b"\xef\xbb", b"\xef\xbb\xbe", b"\xbb\xbf", b"\xef\xef\xbb\xbf"] {
        for rest in [&b"data: 1\n\n"[..], b": 1\n\n", b"\n\n"] {
            let all = whole(&[start, rest].concat());
            assert!(all.events.is_empty(), "{start:?} {rest:?}");
        }
        assert_eq!(whole(&[start, b"\ndata: 1\n\n"].concat()).events.len(), 1, "{start:?}");
    }
}

#[test]
fn a_long_kind_is_cut() {
    let kind = "k".repeat(64);
    check(&format!("event: {kind}\ndata: 1\n\n"), &[(&kind, "1", "")]);
    check(&format!("event: {kind}k\ndata: 1\n\n"), &[(&kind, "1", "")]);
    check(&format!("event: {}\ndata: 1\n\n", "k".repeat(500)), &[(&kind, "1", "")]);
}

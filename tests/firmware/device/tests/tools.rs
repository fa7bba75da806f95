//! The tools of the device, as a host on its line sees them.
#![allow(clippy::indexing_slicing)]

mod kit;

use kit::{answer, cancel, hello, legacy, modern, said, talk};

#[test]
fn lists_page_through_the_buffer() {
    let mut names = Vec::new();
    let mut cursor = String::new();
    let mut pages = 0;
    loop {
        let lines = talk(&[(0, &modern(1, "tools/list", &cursor))], 10);
        assert!(lines.len() <= 2048, "{}", lines.len());
        let result = answer(&lines, "1").get("result").expect("a result");
        for tool in result.get("tools").expect("tools").items() {
            names.push(tool.get("name").expect("a name").as_str().trim_matches('"').to_string());
        }
        pages += 1;
        match result.get("nextCursor") {
            Some(next) => cursor = format!("\"cursor\":{}", next.as_str()),
            None => break,
        }
    }
    let channels = (0..40).map(|number| format!("read_channel_{number:02}"));
    let own = ["measure", "dump", "set_pin", "rename"].map(String::from);
    assert_eq!(names, own.into_iter().chain(channels).collect::<Vec<_>>());
    assert!(pages > 2, "{pages}");
}

#[test]
fn channels_have_a_value() {
    for number in [0, 7, 39] {
        let name = format!("\"name\":\"read_channel_{number:02}\"");
        let lines = talk(&[(0, &modern(1, "tools/call", &name))], 10);
        assert_eq!(said(&lines, "1"), format!("channel {number:02}: {}", number * 37 % 1024));
    }
    let lines = talk(&[(0, &modern(1, "tools/call", r#""name":"read_channel_40""#))], 10);
    assert!(answer(&lines, "1").get("error").is_some(), "{lines}");
}

#[test]
fn measuring_takes_its_time_and_tells_how_far_it_is() {
    let call = r#""name":"measure","arguments":{"steps":3},"_meta":{"progressToken":7}"#;
    let coming = hello(0, "2025-11-25", "") + &legacy(1, "tools/call", call);
    let early = talk(&[(0, &coming)], 120);
    assert_eq!(early.matches("notifications/progress").count(), 2, "{early}");
    let lines = talk(&[(0, &coming)], 300);
    for step in 1..=3 {
        let told =
            format!(r#""progressToken":7,"progress":{step},"total":3,"message":"measuring""#);
        assert_eq!(lines.matches(&told).count(), 1, "{lines}");
    }
    assert_eq!(said(&lines, "1"), "measured 3 times");
}

#[test]
fn two_are_measured_and_a_third_is_not() {
    let call = |id| modern(id, "tools/call", r#""name":"measure""#);
    let lines = talk(&[(0, &(call(1) + &call(2) + &call(3)))], 700);
    assert_eq!(said(&lines, "1"), "measured 10 times");
    assert_eq!(said(&lines, "2"), "measured 10 times");
    assert_eq!(said(&lines, "3"), "!busy");
    // One that is given up makes room.
    let lines = talk(&[(0, &(call(1) + &call(2))), (100, &(cancel(1) + &call(3)))], 900);
    assert!(!lines.contains(r#""id":1"#), "{lines}");
    assert_eq!(said(&lines, "3"), "measured 10 times");
}

#[test]
fn steps_out_of_bounds_are_refused() {
    for steps in ["0", "101", "-1", "1.5", "\"ten\"", "null", "1e99"] {
        let call = format!(r#""name":"measure","arguments":{{"steps":{steps}}}"#);
        let lines = talk(&[(0, &modern(1, "tools/call", &call))], 10);
        assert_eq!(said(&lines, "1"), "!steps is out of bounds", "{steps}");
    }
}

/// What `dump` says.
fn dumped() -> String {
    let line = |number: u32| {
        let letters = (0..58).map(|at| char::from(b'a' + ((number + at) % 26) as u8));
        format!("{number:04} {}\n", letters.collect::<String>())
    };
    (0..1600).map(line).collect()
}

#[test]
fn a_dump_is_100_kib_out_of_one() {
    let call = modern(1, "tools/call", r#""name":"dump""#);
    let ping = modern(2, "tools/list", "");
    let lines = talk(&[(0, &call), (20, &ping)], 2000);
    let text = said(&lines, "1");
    assert_eq!(text.len(), 102_400);
    assert_eq!(text, dumped());
    // What came meanwhile waited for its end.
    assert!(lines.find(r#""id":2"#) > lines.find("1599 "), "it came in the middle");
    answer(&lines, "2");
}

#[test]
fn a_dump_that_is_given_up_ends_as_json() {
    let call = modern(1, "tools/call", r#""name":"dump""#);
    let after = cancel(1) + &modern(2, "tools/call", r#""name":"read_channel_01""#);
    let lines = talk(&[(0, &call), (200, &after)], 2000);
    let text = said(&lines, "1");
    assert!((10_000..60_000).contains(&text.len()), "{}", text.len());
    assert!(dumped().starts_with(&text));
    assert_eq!(said(&lines, "2"), "channel 01: 37");
}

#[test]
fn measuring_rests_while_a_dump_goes_out() {
    let calls = modern(1, "tools/call", r#""name":"measure","arguments":{"steps":2}"#)
        + &modern(2, "tools/call", r#""name":"dump""#);
    let lines = talk(&[(0, &calls)], 2000);
    assert_eq!(said(&lines, "2").len(), 102_400);
    assert_eq!(said(&lines, "1"), "measured 2 times");
}

/// What comes of these arguments of `set_pin`.
fn set(arguments: &str) -> String {
    let call = format!(r#""name":"set_pin","arguments":{{{arguments}}}"#);
    talk(&[(0, &modern(1, "tools/call", &call))], 10)
}

#[test]
fn pins_are_set_by_typed_arguments() {
    for (arguments, wanted) in [
        (r#""pin":3,"level":"high""#, r#"{"pin":3,"level":"high","duty":1}"#),
        (
            r#""pin":15,"level":"low","duty":0.25,"label":"lamp""#,
            r#"{"pin":15,"level":"low","duty":0.25,"label":"lamp"}"#,
        ),
        (r#""pin":0.0,"level":"h\u0069gh","duty":1e-1"#, r#"{"pin":0,"level":"high","duty":0.1}"#),
        (r#""pin":1,"level":"low","duty":0.3339"#, r#"{"pin":1,"level":"low","duty":0.333}"#),
        (r#""pin":1,"level":"low","duty":-0"#, r#"{"pin":1,"level":"low","duty":0}"#),
        (
            r#""pin":1,"level":"low","label":"éééééééééééééééé""#,
            r#"{"pin":1,"level":"low","duty":1,"label":"éééééééééééééééé"}"#,
        ),
    ] {
        let lines = set(arguments);
        assert_eq!(said(&lines, "1"), wanted);
        let result = answer(&lines, "1").get("result").expect("a result");
        assert_eq!(result.get("structuredContent").expect("the same").as_str(), wanted);
    }
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, wanted) in [
        ("", "pin is out of bounds"),
        (r#""pin":16,"level":"low""#, "pin is out of bounds"),
        (r#""pin":-1,"level":"low""#, "pin is out of bounds"),
        (r#""pin":"3","level":"low""#, "pin is out of bounds"),
        (r#""pin":3.5,"level":"low""#, "pin is out of bounds"),
        (r#""pin":3"#, "level is unknown"),
        (r#""pin":3,"level":"HIGH""#, "level is unknown"),
        (r#""pin":3,"level":true"#, "level is unknown"),
        (r#""pin":3,"level":"low","duty":1.0001"#, "duty is out of bounds"),
        (r#""pin":3,"level":"low","duty":-0.0001"#, "duty is out of bounds"),
        (r#""pin":3,"level":"low","duty":2"#, "duty is out of bounds"),
        (r#""pin":3,"level":"low","duty":1e300"#, "duty is out of bounds"),
        (r#""pin":3,"level":"low","duty":"1""#, "duty is out of bounds"),
        (r#""pin":3,"level":"low","label":"12345678901234567""#, "label is too long"),
        (r#""pin":3,"level":"low","label":7"#, "label is no text"),
        (r#""pin":3,"level":"low","label":"\ud800""#, "label is no text"),
    ] {
        assert_eq!(said(&set(arguments), "1"), format!("!{wanted}"), "{arguments}");
    }
}

#[test]
fn channels_are_described_by_their_number() {
    let lines = talk(&[(0, &modern(1, "tools/list", r#""cursor":"t40""#))], 10);
    for number in 36..40 {
        let entry =
            format!(r#"{{"name":"read_channel_{number}","description":"Reads channel {number}","#);
        assert!(lines.contains(&entry), "{lines}");
    }
}

//! Lines longer than the buffer: whom the error is due to.

use crate::{Dice, Got, Known, NOTIFICATION, REQUEST, RESPONSE, UNKNOWN, read};
use serde_json::value::RawValue;

/// What is known of a line, the same for buffers of many sizes and pieces of many sizes, with
/// other lines around it. It must not fit into 16 bytes.
fn skim(line: &[u8]) -> Known {
    assert!(line.len() >= 16, "{:?} would fit", line.escape_ascii());
    let mut dice = Dice(0x5eed_0002);
    let stream = [b"{}\n \r\n", line, b"\r\n1\n", line, b"\n", line].concat();
    let mut known = None;
    for size in [4, 5, 7, 8, 11, 13, 16] {
        for largest in [1, 2, 3, 16] {
            let got = read(&stream, size, |_| 1 + dice.roll(largest));
            let [Got::Whole(first), Got::TooLong(one), Got::Whole(next), two, three] = &got[..]
            else {
                panic!("{got:?}");
            };
            assert_eq!((&first[..], &next[..]), (&b"{}"[..], &b"1"[..]));
            assert_eq!(one.len, line.len() as u64 + 1, "the CR is counted");
            let mut one = one.clone();
            one.len -= 1;
            assert_eq!(two, &Got::TooLong(one.clone()), "a CR changed it");
            assert_eq!(three, two, "a missing newline changed it");
            assert!(known.is_none() || known == Some(one.clone()), "a cut changed it");
            known = Some(one);
        }
    }
    known.expect("read at least once")
}

#[track_caller]
fn check(line: &str, id: Option<&str>, kind: u8) {
    let got = skim(line.as_bytes());
    assert_eq!((got.id.as_deref(), got.kind), (id, kind), "{line}");
}

#[track_caller]
fn unreadable(line: &[u8]) {
    let got = skim(line);
    assert_eq!((got.id, got.kind), (None, UNKNOWN), "{}", line.escape_ascii());
}

#[test]
fn the_id_is_found_wherever_it_stands() {
    check(r#"{"id":1,"method":"tools/call","params":{"a":[1,2]}}"#, Some("1"), REQUEST);
    check(r#"{"method":"tools/call","id":"a-b","params":{"a":[1,2]}}"#, Some("\"a-b\""), REQUEST);
    check(
        r#"{"method":"tools/call","params":{"a":[{}]},"id":-12.5e+3}"#,
        Some("-12.5e+3"),
        REQUEST,
    );
    check(r#" { "method" : "x" , "id" : 0 , "params" : { } } "#, Some("0"), REQUEST);
    check(
        "\t{\r\"id\"\t:\r9223372036854775808\t,\"method\":\"x\"\r}\t",
        Some("9223372036854775808"),
        REQUEST,
    );
}

#[test]
fn the_kind_is_told_by_the_keys() {
    check(r#"{"method":"notifications/cancelled","params":{}}"#, None, NOTIFICATION);
    check(r#"{"id":3,"result":{"content":[]}}"#, Some("3"), RESPONSE);
    check(r#"{"error":{"code":-1,"message":""},"id":"q"}"#, Some("\"q\""), RESPONSE);
    check(r#"{"error":{"code":-1,"message":""}}"#, None, RESPONSE);
    check(r#"{"id":3,"result":{},"method":"x"}"#, Some("3"), REQUEST);
    check(r#"{"id":3,"jsonrpc":"2.0"}"#, Some("3"), UNKNOWN);
    check(r#"{"jsonrpc":"2.0"    }"#, None, UNKNOWN);
    check("{                          }", None, UNKNOWN);
}

#[test]
fn keys_are_compared_decoded() {
    check(r#"{"\u0069d":1,"\u006d\u0065thod":"x"}"#, Some("1"), REQUEST);
    check(r#"{"\u0069\u0064":1,"re\u0073ult":{}}"#, Some("1"), RESPONSE);
    check(r#"{"i\u0044":1,"m\u0065thod":"xxxxx"}"#, None, NOTIFICATION);
    check(r#"{"\u0169d":1,"i\n":2,"i\/d":2,"method":"x"}"#, None, NOTIFICATION);
    check("{\"id\u{e9}\":1,\"\u{131}d\":2,\"\":3,\"method\":0}", None, NOTIFICATION);
    check(r#"{"i":1,"idx":2,"ID":3,"methods":4,"metho":5}"#, None, UNKNOWN);
    check(r#"{"id_________________________":1,"method":2}"#, None, NOTIFICATION);
    check(r#"{"errors":1,"results":2,"resul":3,"erro":4}"#, None, UNKNOWN);
}

#[test]
fn only_the_outermost_object_counts() {
    check(r#"{"params":{"id":1,"method":"x","result":2}}"#, None, UNKNOWN);
    check(r#"{"params":[{"id":1}],"method":"x"}"#, None, NOTIFICATION);
    check(r#"{"method":"x","params":{"id":7,"a":{"id":8}},"id":9}"#, Some("9"), REQUEST);
    check(r#"{"id":9,"method":"x","params":{"id":7,"a":{"id":8}}}"#, Some("9"), REQUEST);
    check(r#"{"a":"id","b":"method","c":["id",1]}"#, None, UNKNOWN);
    check(r#"{"method":"id","params":"\"id\":1,"}"#, None, NOTIFICATION);
}

#[test]
fn strings_hide_what_is_in_them() {
    check(r#"{"a":"}{][\"id\":1,","id":2,"method":"}"}"#, Some("2"), REQUEST);
    check(r#"{"a":"\\","id":2,"method":"\\\""}"#, Some("2"), REQUEST);
    check(r#"{"id":"}\",{\\","method":"]]]"}"#, Some(r#""}\",{\\""#), REQUEST);
    check(r#"{"}":{"{":"["},"[":1,"id":2}"#, Some("2"), UNKNOWN);
}

#[test]
fn the_id_is_kept_as_it_was_written() {
    for id in [
        r#""""#,
        r#""\u0041\n\/""#,
        r#""\ud800""#,
        "\"\u{20ac}\u{1f600}\u{7f}\"",
        "-0",
        "1.0",
        "1E5",
        "0.10e-07",
        "123456789012345678901234567890",
        r#""1""#,
        r#""null""#,
        "-1",
    ] {
        check(&format!(r#"{{"id":{id},"method":"x"}}"#), Some(id), REQUEST);
        check(&format!(r#"{{"method":"x","id":{id}}}"#), Some(id), REQUEST);
        check(&format!("{{\"method\":\"x\",\"id\" : {id} }}"), Some(id), REQUEST);
    }
}

#[test]
fn an_id_of_128_bytes_is_kept_and_a_longer_one_is_not() {
    for (length, kept) in [(127, true), (128, true), (129, false), (300, false), (1000, false)] {
        let text = format!("\"{}\"", "x".repeat(length - 2));
        let number = "7".repeat(length);
        for id in [&text, &number] {
            let wanted = kept.then_some(id.as_str());
            check(&format!(r#"{{"id":{id},"method":"x"}}"#), wanted, REQUEST);
            check(&format!(r#"{{"method":"x","id":{id}}}"#), wanted, REQUEST);
        }
    }
}

#[test]
fn a_key_with_an_unusable_id_still_makes_a_request() {
    for id in ["null", "true", "false", "{}", "[]", r#"{"id":1}"#, "[1]", r#"["id"]"#] {
        check(&format!(r#"{{"id":{id},"method":"x"}}"#), None, REQUEST);
        check(&format!(r#"{{"id":{id},"result":{{}}}}"#), None, RESPONSE);
        // What follows is not taken in its place.
        check(&format!(r#"{{"id":{id},"a":5,"method":"x"}}"#), None, REQUEST);
    }
}

#[test]
fn an_id_twice_is_none() {
    check(r#"{"id":1,"id":1,"method":"x"}"#, None, REQUEST);
    check(r#"{"id":1,"method":"x","\u0069d":2}"#, None, REQUEST);
    check(r#"{"id":null,"method":"x","id":2}"#, None, REQUEST);
    check(r#"{"id":1,"id":null,"method":"x"}"#, None, REQUEST);
    check(r#"{"id":1,"id":2,"id":3,"method":"x"}"#, None, REQUEST);
}

/// A line that is not JSON is refused whatever is said of it; but what goes out again is JSON.
#[track_caller]
fn harmless(line: &[u8]) {
    let Some(id) = skim(line).id else { return };
    let quoted = line.escape_ascii();
    assert!(serde_json::from_str::<&RawValue>(&id).is_ok(), "{id} of {quoted}");
    let at = line.windows(id.len()).position(|piece| piece == id.as_bytes());
    assert!(at.is_some(), "{id} stands nowhere in {quoted}");
}

#[test]
fn what_is_not_json_gives_no_false_id() {
    for rest in [
        "",
        "}",
        "]",
        ",",
        ":",
        "\"",
        "x",
        "01",
        "-",
        "1.",
        "1.e5",
        "1e",
        "1e+",
        ".5",
        "+1",
        "- 1",
        "tru",
        "trues",
        "nul",
        "falsch",
        "NaN",
        "1 2",
        "1,",
        "1,}",
        "1]",
        "[1}",
        "[1,]",
        "[,1]",
        "[1",
        "{",
        "{]",
        "{}}",
        "[]]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{a:1}",
        "{\"a\":1 \"b\":2}",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\\u123\"",
        "\"\\",
        "\"abc",
        "\"\u{1}\"",
        "\"\t\"",
        "'a'",
        "/**/1",
        "{1:2}",
        "{\"a\":1:2}",
        "[1:2]",
        "\u{a0}1",
        "1\u{b}",
        "\u{feff}1",
    ] {
        // As the end of the line, in a member, in an array, in the id.
        harmless(format!(r#"{{"method":"xxxxxxxx","a":{rest}"#).as_bytes());
        harmless(format!(r#"{{"method":"x","a":[{rest}],"id":1}}"#).as_bytes());
        harmless(format!(r#"{{"id":1,"method":"x","a":{rest},"b":1}}"#).as_bytes());
        harmless(format!(r#"{{"method":"x","params":1,"id":{rest}}}"#).as_bytes());
    }
}

#[test]
fn what_is_no_object_or_does_not_end_is_unknown() {
    for line in [
        "a log line, printed to the wrong place",
        "[{\"id\":1,\"method\":\"x\"}]",
        "\"id\":1,\"method\":2",
        "12345678901234567890",
        "\"a string of some length\"",
        "{\"id\":1,\"method\":2}}",
        "{\"id\":1,\"method\":2} {}",
        "{\"id\":1,\"method\":2}x",
        "{\"id\":1,\"method\":2",
        "\u{feff}{\"id\":1,\"method\":2}",
        "{\"id\":1,\"method\":\"2}",
        "{\"id\":1,\"method\":[2}",
        "[[[[[[[[[[[[[[[[[[[[[[[",
        "{{{{{{{{{{{{{{{{{{{{{{{{{{",
        "]]]]]]]]]]]]]]]]]]]]]]",
        "null                      ",
    ] {
        unreadable(line.as_bytes());
    }
}

#[test]
fn an_id_that_is_not_utf8_is_none() {
    for bad in [
        &b"\x80"[..],
        b"\xbf",
        b"\xc0\x80",
        b"\xc1\xbf",
        b"\xc2",
        b"\xc2\x41",
        b"\xe0\x9f\xbf",
        b"\xe2\x80",
        b"\xe2\x28\xa1",
        b"\xed\xa0\x80",
        b"\xf0\x8f\xbf\xbf",
        b"\xf4\x90\x80\x80",
        b"\xf0\x9f\x98",
        b"\xf5\x80\x80\x80",
        b"\xff",
        b"\xfe",
        // A quote within a character, which must not be lost where a piece ends behind it.
        b"\xc2\"\xbf",
        b"\xe2\x82\"\xac",
    ] {
        let got = skim(&[b"{\"method\":\"x\",\"id\":\"", bad, b"\"}"].concat());
        assert_eq!(got.id, None, "{}", bad.escape_ascii());
        harmless(&[b"{\"id\":1,\"method\":\"", bad, b"\"}"].concat());
        harmless(&[b"{\"id\":1,\"a", bad, b"\":\"x\"}"].concat());
        harmless(&[b"{\"id\":1,\"a\":[", bad, b"],\"b\":0}"].concat());
    }
    for good in [
        "\u{80}",
        "\u{7ff}",
        "\u{800}",
        "\u{d7ff}",
        "\u{e000}",
        "\u{ffff}",
        "\u{10000}",
        "\u{10ffff}",
    ] {
        check(
            &format!("{{\"id\":\"{good}\",\"method\":\"{good}\"}}"),
            Some(&format!("\"{good}\"")),
            REQUEST,
        );
    }
}

#[test]
fn depth_is_counted_and_never_runs_away() {
    for depth in [1, 2, 126, 127, 128, 129, 130, 1000, 100_000] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"id\":7,\"\\\"]\":", "}]")] {
            let deep = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            // Few sizes: these lines are long.
            let line = format!(r#"{{"method":"x","params":{deep},"id":5}}"#);
            for size in [1, 8, 30] {
                let got = read(line.as_bytes(), size, |space| space);
                let len = line.len() as u64;
                let known = Known { id: Some("5".to_owned()), kind: REQUEST, len };
                assert_eq!(got, [Got::TooLong(known)], "depth {depth}");
            }
        }
        for bracket in ["[", "{\"a\":"] {
            let line = format!("{{\"id\":5,\"method\":{}", bracket.repeat(depth));
            let got = read(line.as_bytes(), 8, |space| space);
            let known = Known { id: None, kind: UNKNOWN, len: line.len() as u64 };
            assert_eq!(got, [Got::TooLong(known)], "depth {depth}");
        }
    }
}

#[test]
fn blank_lines_longer_than_the_buffer_are_skipped() {
    let blank = " \t\r".repeat(50);
    let stream = format!("{blank}\n{blank}\r\n{{}}\n{blank}");
    for size in 3..60 {
        assert_eq!(read(stream.as_bytes(), size, |_| 7), [Got::Whole(b"{}".to_vec())]);
    }
}

//! The transcripts of `tests/vectors/`, replayed whole, byte by byte and cut at every place.
#![cfg(all(feature = "server", feature = "legacy"))]

mod vectors_runner;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use vectors_runner::cursor::Fault;
use vectors_runner::replay::{Cut, cuts, replay};
use vectors_runner::transcript::{Case, Step, read};

/// The transcripts of some folders.
fn files(folders: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in folders {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(folder);
        let entries = std::fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let before = files.len();
        files.extend(
            entries
                .map(|entry| entry.expect("a readable folder").path())
                .filter(|path| path.extension().is_some_and(|extension| extension == "txt")),
        );
        assert!(files.len() > before, "no transcripts in {}", folder.display());
    }
    files.sort();
    files
}

/// Those on a pipe.
fn cases() -> BTreeMap<String, Vec<Case>> {
    cases_in(if cfg!(feature = "full") { &["", "server"] } else { &[""] })
}

fn cases_in(folders: &[&str]) -> BTreeMap<String, Vec<Case>> {
    let mut all = BTreeMap::new();
    for path in files(folders) {
        let name = path.strip_prefix(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors"));
        let name = name.expect("a file there").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let cases = read(&text).unwrap_or_else(|error| panic!("{name}:{error}"));
        all.insert(name, cases);
    }
    all
}

/// Every case holds in each of its ways.
fn all_hold<Way: Copy>(
    all: BTreeMap<String, Vec<Case>>,
    ways: impl Fn(&Case) -> Vec<Way>,
    replay: impl Fn(&Case, Way) -> Result<(), Fault>,
) {
    let (mut count, mut replays) = (0, 0);
    let mut wrong = Vec::new();
    for (file, cases) in all {
        for case in cases {
            count += 1;
            for way in ways(&case) {
                replays += 1;
                if let Err(fault) = replay(&case, way) {
                    wrong.push(format!("{file}:{fault}"));
                    break; // the other ways would say the same
                }
            }
        }
    }
    println!("{count} cases, {replays} replays");
    assert!(wrong.is_empty(), "{} of {count} cases:\n\n{}", wrong.len(), wrong.join("\n\n"));
}

/// A runner that sees no difference proves nothing: without any one of its lines a case is wrong.
fn every_line_counts(
    all: BTreeMap<String, Vec<Case>>,
    replay: impl Fn(&Case) -> Result<(), Fault>,
) {
    for (file, cases) in all {
        for case in cases {
            for left_out in 0..case.steps.len() {
                let Step::Expect(line) = &case.steps[left_out].1 else { continue };
                let mut less = case.clone();
                less.steps.remove(left_out);
                let is_wrong = replay(&less).is_err();
                assert!(is_wrong, "{file}: {}: holds without {line}", case.title);
            }
        }
    }
}

#[test]
fn every_transcript_holds() {
    all_hold(cases(), cuts, replay);
}

#[test]
fn no_expected_line_can_be_left_out() {
    every_line_counts(cases(), |case| replay(case, Cut::Whole));
}

#[cfg(all(feature = "http", feature = "full"))]
mod http {
    use sansmcp::http::{Body, ResponseHead};

    use super::vectors_runner::http::host::Host;
    use super::vectors_runner::http::replay::{WAYS, replay};
    use super::vectors_runner::http::world::Way;
    use super::*;

    #[test]
    fn every_transcript_of_an_endpoint_holds() {
        all_hold(cases_in(&["http"]), |_| WAYS.to_vec(), replay);
    }

    #[test]
    fn a_wrong_status_is_found_and_shown() {
        let text = "cases 1\n\n# no such\n>> PUT 1\n<< 1 404 json\n";
        let cases = read(text).expect("a transcript");
        let fault = replay(&cases[0], Way::Moved).expect_err("it is 405").to_string();
        assert!(fault.starts_with("5: no such (moved)"), "{fault}");
        assert!(fault.contains("expected << 1 404 json"), "{fault}");
        assert!(fault.contains("got      << 1 405 json"), "{fault}");
    }

    #[test]
    fn a_request_that_is_none_is_found() {
        for line in ["POST", "POST x", "POST 1 by", "POST 1 naked", " 1"] {
            let text = format!("cases 1\n\n# one\n>> {line}\n");
            let cases = read(&text).expect("a transcript");
            assert!(replay(&cases[0], Way::Whole).is_err(), "{line}");
        }
        for lines in
            ["> {}", ">: host: x", ">.", ">> PUT 1\n>: host", "! sessions 2\n! no such verb"]
        {
            let text = format!("cases 1\n\n# one\n{lines}\n");
            let cases = read(&text).expect("a transcript");
            assert!(replay(&cases[0], Way::Whole).is_err(), "{lines}");
        }
    }

    #[test]
    fn a_response_that_is_none_is_found() {
        let head =
            |body| ResponseHead { status: 200, body, session: None, allow: "", retry_after: "" };
        let (json, events, empty) = (head(Body::Json), head(Body::Events), head(Body::Empty));
        let mut host = Host::default();
        assert!(host.send(1, Some(&json), b"{}", true).is_err(), "an exchange that never began");
        for (first, then) in [
            ((None, &b"{}"[..], true), None),
            ((Some(&json), b"{}", false), Some((Some(&json), &b""[..], true))),
            ((Some(&json), b"{}", true), Some((None, b"", true))),
            ((Some(&json), b"{", true), None),
            ((Some(&json), b"[]", true), None),
            ((Some(&json), b"", true), None),
            ((Some(&json), b"{}", false), Some((None, b"{}", true))),
            ((Some(&empty), b"{}", true), None),
            ((Some(&events), b"data: {}\n\ndata: {", true), None),
            ((Some(&events), b"data: []\n\n", true), None),
        ] {
            let mut host = Host::default();
            host.begin(1).expect("the first");
            assert!(host.begin(1).is_err(), "it is open");
            let mut is_wrong = host.send(1, first.0, first.1, first.2).is_err();
            if let Some((head, bytes, is_end)) = then {
                assert!(!is_wrong, "{first:?}");
                is_wrong = host.send(1, head, bytes, is_end).is_err();
            }
            assert!(is_wrong, "{first:?} {then:?}");
        }
    }

    #[test]
    fn no_expected_line_of_an_endpoint_can_be_left_out() {
        every_line_counts(cases_in(&["http"]), |case| replay(case, WAYS[0]));
    }
}

#[cfg(all(feature = "client", feature = "http"))]
mod client {
    use super::vectors_runner::client::replay::replay;
    use super::*;

    #[test]
    fn every_transcript_of_a_client_holds() {
        all_hold(cases_in(&["client"]), cuts, replay);
    }

    #[test]
    fn no_expected_line_of_a_client_can_be_left_out() {
        every_line_counts(cases_in(&["client"]), |case| replay(case, Cut::Whole));
    }

    #[test]
    fn a_wrong_check_and_a_wrong_step_are_found() {
        for lines in [
            "! open 1",
            "! revision 2026-07-28",
            "! connected yes",
            "! deadline 5",
            "! no such verb",
            "! again @nothing",
            "! http\n>> 1 200 json",
            "! http\n> {}",
            "! connect\n! next\n< {}",
            "! connect\n! connect",
            "> not JSON",
        ] {
            let cases = read(&format!("cases 1\n\n# one\n{lines}\n")).expect("a transcript");
            assert!(replay(&cases[0], Cut::Whole).is_err(), "{lines}");
        }
    }
}

#[test]
fn a_wrong_byte_is_found_and_shown() {
    let text = concat!(
        "cases 1\n\n# ping\n",
        "> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n= ping 1\n! reply\n",
        "< {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n",
    );
    let cases = read(text).expect("a transcript");
    let fault = replay(&cases[0], Cut::Bytes).expect_err("the id is not 2").to_string();
    assert!(fault.starts_with("7: ping (byte by byte)"), "{fault}");
    assert!(fault.contains("expected < {\"jsonrpc\":\"2.0\",\"id\":2"), "{fault}");
    assert!(fault.contains("got      < {\"jsonrpc\":\"2.0\",\"id\":1"), "{fault}");
}

#[test]
fn a_wrong_count_and_a_wrong_mark_are_found() {
    assert!(read("cases 2\n\n# one\n> {}\n").is_err());
    assert!(read("cases 1\n\n# one\n~ {}\n").is_err());
    assert!(read("# one\n> {}\n").is_err());
    assert!(read("cases 1\n\n> {}\n").is_err(), "a case without a title");
    assert!(read("cases 1\n\n# one\n>x 0\n").is_err(), "half a byte");
}

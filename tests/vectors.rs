//! The transcripts of `tests/vectors/`, replayed whole, byte by byte and cut at every place.
#![cfg(all(feature = "server", feature = "legacy"))]

mod vectors_runner;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use vectors_runner::replay::{Cut, cuts, replay};
use vectors_runner::transcript::{Case, Step, read};

/// The transcripts of all languages, and those of the whole server.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut files = Vec::new();
    let folders = [folder.clone(), folder.join("server")];
    let count = if cfg!(feature = "full") { 2 } else { 1 };
    for folder in &folders[..count] {
        let entries = std::fs::read_dir(folder)
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

fn cases() -> BTreeMap<String, Vec<Case>> {
    let mut all = BTreeMap::new();
    for path in files() {
        let name = path.strip_prefix(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors"));
        let name = name.expect("a file there").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let cases = read(&text).unwrap_or_else(|error| panic!("{name}:{error}"));
        all.insert(name, cases);
    }
    all
}

#[test]
fn every_transcript_holds() {
    let (mut count, mut replays) = (0, 0);
    let mut wrong = Vec::new();
    for (file, cases) in cases() {
        for case in cases {
            count += 1;
            for cut in cuts(&case) {
                replays += 1;
                if let Err(fault) = replay(&case, cut) {
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
#[test]
fn no_expected_line_can_be_left_out() {
    for (file, cases) in cases() {
        for case in cases {
            for left_out in 0..case.steps.len() {
                let Step::Expect(line) = &case.steps[left_out].1 else { continue };
                let mut less = case.clone();
                less.steps.remove(left_out);
                assert!(
                    replay(&less, Cut::Whole).is_err(),
                    "{file}: {}: holds without {line}",
                    case.title
                );
            }
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

//! `tests/vectors/RULES.md` against the transcripts: each rule has a case that shows it, or a
//! reason why none can. `UPDATE=1 cargo test --test rules` draws the column of transcripts anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The groups of rules and how many each has, so that a row that is lost is missed.
const GROUPS: [(&str, usize); 17] = [
    ("FR", 13),
    ("JR", 17),
    ("LC", 25),
    ("IF", 6),
    ("TO", 7),
    ("CA", 14),
    ("PR", 9),
    ("CG", 25),
    ("SU", 12),
    ("MR", 14),
    ("CH", 5),
    ("CC", 25),
    ("HH", 11),
    ("HL", 15),
    ("HC", 10),
    ("LD", 12),
    ("HM", 16),
];

/// The files that show a rule, by its name.
type Shown = BTreeMap<String, BTreeSet<String>>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors")
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every transcript, named from the folder on.
fn transcripts() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for below in ["", "server/", "http/", "client/"] {
        let Ok(entries) = fs::read_dir(folder().join(below)) else { continue };
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.extension().is_some_and(|extension| extension == "txt") {
                let name = path.file_name().expect("a file").to_string_lossy();
                found.insert(format!("{below}{name}"), text_of(&path));
            }
        }
    }
    assert!(!found.is_empty(), "no transcripts");
    found
}

fn names() -> BTreeSet<String> {
    let numbered = |(group, count)| (1..=count).map(move |number| format!("{group}{number}"));
    GROUPS.into_iter().flat_map(numbered).collect()
}

/// The rules that a line names, such as `[FR3] [CC23]`; an error if one in brackets is none.
fn named<'l>(line: &'l str, all: &BTreeSet<String>) -> Result<Vec<&'l str>, String> {
    let mut found = Vec::new();
    for part in line.split('[').skip(1) {
        let (name, _) = part.split_once(']').ok_or(format!("a bracket is not closed: {line}"))?;
        if !all.contains(name) {
            return Err(format!("no such rule: {name}"));
        }
        found.push(name);
    }
    Ok(found)
}

/// Which files show which rules, and what is wrong in them.
fn shown(transcripts: &BTreeMap<String, String>, faults: &mut Vec<String>) -> Shown {
    let all = names();
    let mut shown = Shown::new();
    for (file, text) in transcripts {
        let why = text.lines().enumerate().filter(|(_, line)| line.starts_with("# "));
        for (index, line) in why {
            match named(line, &all) {
                Ok(rules) => rules.iter().for_each(|rule| {
                    shown.entry((*rule).to_owned()).or_default().insert(file.clone());
                }),
                Err(error) => faults.push(format!("{file}:{}: {error}", index + 1)),
            }
        }
    }
    shown
}

/// The cells of a row of the table, or `None` for any other line.
fn row(line: &str) -> Option<[&str; 4]> {
    let mut cells = line.strip_prefix("| ")?.strip_suffix('|')?.split(" |").map(str::trim);
    let row = [cells.next()?, cells.next()?, cells.next()?, cells.next()?];
    let numbered = row[0].ends_with(|last: char| last.is_ascii_digit());
    numbered.then_some(row)
}

/// The table with its column of transcripts drawn anew, and what is wrong with it.
fn drawn(table: &str, shown: &Shown, faults: &mut Vec<String>) -> String {
    let mut missing = names();
    let mut text = String::new();
    for line in table.lines() {
        let Some([rule, short, _, reason]) = row(line) else {
            text += line;
            text.push('\n');
            continue;
        };
        if !missing.remove(rule) {
            faults.push(format!("{rule}: no such rule, or twice in the table"));
        }
        if short.is_empty() {
            faults.push(format!("{rule}: it does not say what it is"));
        }
        let files: Vec<_> = shown.get(rule).into_iter().flatten().map(String::as_str).collect();
        match (files.is_empty(), reason.is_empty()) {
            (true, true) => faults.push(format!("{rule}: neither a transcript nor a reason")),
            (false, false) => faults.push(format!("{rule}: a transcript, and a reason for none")),
            _ => {}
        }
        let files: Vec<_> =
            files.iter().map(|file| file.strip_suffix(".txt").unwrap_or(file)).collect();
        text += &format!("| {rule} | {short} | {} | {reason} |\n", files.join(", "));
    }
    faults.extend(missing.iter().map(|rule| format!("{rule}: not in the table")));
    text
}

#[test]
fn every_rule_has_a_transcript_or_a_reason() {
    let mut faults = Vec::new();
    let shown = shown(&transcripts(), &mut faults);
    let path = folder().join("RULES.md");
    let table = text_of(&path);
    let drawn = drawn(&table, &shown, &mut faults);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &drawn).expect("RULES.md can be written");
    } else if drawn != table {
        faults.push("RULES.md is not up to date: UPDATE=1 cargo test --test rules".to_owned());
    }
    let without: Vec<_> = table.lines().filter_map(row).filter(|row| !row[3].is_empty()).collect();
    println!("{} rules have a transcript, {} have not:", shown.len(), without.len());
    for [rule, short, _, reason] in without {
        println!("{rule}: {short}\n    {reason}");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What the check would find, if it were there.
#[test]
fn what_is_wrong_is_found() {
    let found = |rows: &str, title: &str| {
        let mut faults = Vec::new();
        let files = BTreeMap::from([("a.txt".to_owned(), format!("cases 1\n\n{title}\n> {{}}\n"))]);
        let shown = shown(&files, &mut faults);
        drawn(rows, &shown, &mut faults);
        faults.retain(|fault| !fault.ends_with("not in the table"));
        faults.join("; ")
    };
    assert_eq!(found("| FR1 | x |  | why |\n", "# t"), "");
    assert_eq!(found("| FR1 | x |  |  |\n", "# t [FR1] [JR2]"), "");
    assert_eq!(found("| FR1 | x |  |  |\n", "# t"), "FR1: neither a transcript nor a reason");
    assert_eq!(
        found("| FR1 | x |  | why |\n", "# t [FR1]"),
        "FR1: a transcript, and a reason for none"
    );
    assert_eq!(found("| FR1 |  |  | why |\n", "# t"), "FR1: it does not say what it is");
    assert_eq!(found("", "# t [FR99]"), "a.txt:3: no such rule: FR99");
    assert_eq!(found("", "# t [FR1, FR2]"), "a.txt:3: no such rule: FR1, FR2");
    assert_eq!(found("", "# t [FR1"), "a.txt:3: a bracket is not closed: # t [FR1");
    let twice = "| FR1 | x |  | why |\n| FR1 | x |  | why |\n";
    assert_eq!(found(twice, "# t"), "FR1: no such rule, or twice in the table");
    let mut faults = Vec::new();
    drawn("", &Shown::new(), &mut faults);
    assert_eq!(faults.len(), names().len(), "every rule is missed in an empty table");
    let shown = Shown::from([("FR1".to_owned(), BTreeSet::from(["server/a.txt".to_owned()]))]);
    let table = drawn("| FR1 | x | old |  |\n", &shown, &mut faults);
    assert_eq!(table, "| FR1 | x | server/a |  |\n");
}

//! The README shows files of this repository; this compares them. `UPDATE=1` renews the README.

use std::fmt::Write;
use std::fs;

/// Puts the file named in each `<!-- path -->` into the code block that follows it.
fn renewed(readme: &str) -> String {
    let mut out = String::new();
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(path) = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"))
        else {
            continue;
        };
        let fence = lines.next().unwrap_or_else(|| panic!("no code block after {path}"));
        assert!(fence.starts_with("```"), "{path} is not followed by a code block");
        let file = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(lines.any(|line| line == "```"), "the code block of {path} has no end");
        write!(out, "{fence}\n{}\n```\n", file.trim_end()).expect("writing to a String");
    }
    out
}

#[test]
fn the_readme_shows_the_files_as_they_are() {
    let readme = fs::read_to_string("README.md").expect("README.md");
    let renewed = renewed(&readme);
    if std::env::var_os("UPDATE").is_some() {
        fs::write("README.md", renewed).expect("README.md can be written");
    } else {
        assert!(readme == renewed, "README.md is out of date: UPDATE=1 cargo test --test readme");
    }
    let shown = readme.lines().filter(|line| line.starts_with("<!-- tests/")).count();
    assert!(shown >= 4, "the four echo servers stand in the README; found {shown}");
}

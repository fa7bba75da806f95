//! The everything server in Rust: one tool for each feature of the protocol.

mod app;
mod demo;
mod fixtures;
mod stdio;

use std::io::{ErrorKind, Write, stdout};
use std::process::ExitCode;

const HELP: &str = "\
everything: a Model Context Protocol server with one tool for each feature, built on sansmcp

  --stdio   serve over standard input and output, one JSON message a line, until the input ends
  --demo    print a small conversation with a word on each message
  --help    this text

A host starts it with --stdio. To try it by hand, type a line such as
  {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}
All revisions from 2024-11-05 to 2026-07-28 are spoken. The tools are those that the official
conformance suite calls; tests/everything/rust/fixtures.rs has them.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--stdio"] | ["server", "--stdio"] => stdio::serve(),
        ["--demo"] => demo::run(),
        [] | ["--help"] => stdout().write_all(HELP.as_bytes()),
        _ => {
            eprint!("everything: unknown argument: {}\n\n{HELP}", arguments.join(" "));
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever listened has gone.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("everything: {error}");
            ExitCode::FAILURE
        }
    }
}

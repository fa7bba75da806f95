//! The everything server in Rust: one tool, resource or prompt for each feature of the protocol.
//! And a client, which does what the official conformance suite asks of one.

mod client;
mod demo;
mod http;
mod memory;
mod options;
mod pipe;
mod stdio;

use std::io::{ErrorKind, Write, stdout};
use std::process::ExitCode;

const HELP: &str = "\
everything: a Model Context Protocol server with every feature, built on sansmcp

  --stdio          serve over standard input and output, one JSON message a line, until the input
                   ends
    --page BYTES   write lists into a buffer of this size, which cuts them into pages
    --patience MS  how long the client may take to answer what it is asked (before 2026-07-28)
  --http ADDRESS   serve over HTTP, such as 127.0.0.1:8080 (port 0: any free one); the endpoint is
                   /mcp, and the line \"serving URL\" on standard error says when it is ready;
                   --page and --patience as above
  --demo           print a small conversation with a word on each message
  --help           this text

A host starts it with --stdio, or connects to it over HTTP. To try it by hand, type a line such as
  {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}
All revisions from 2024-11-05 to 2026-07-28 are spoken. The tools are those that the official
conformance suite calls, and a few more; tests/everything/README.md lists them.

As a client: everything client --help
";

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "client") {
        let done = client::run(words.get(1..).unwrap_or_default());
        return done.unwrap_or_else(|| misused("client needs a URL, or --stdio and a command"));
    }
    if words.first().is_some_and(|word| word == "server") {
        words.remove(0);
    }
    let done = match words.split_first() {
        None => stdout().write_all(HELP.as_bytes()),
        Some((word, [address, rest @ ..])) if word == "--http" => match options::parse(rest) {
            Ok(options) => http::run(address, options),
            Err(why) => return misused(&why),
        },
        Some((word, [])) if word == "--http" => {
            return misused("--http needs an address, such as 127.0.0.1:8080");
        }
        Some((word, rest)) => match (word.as_str(), options::parse(rest)) {
            ("--stdio", Ok(options)) => stdio::serve(options),
            ("--demo", Ok(options)) => demo::run(options),
            ("--help", Ok(_)) => stdout().write_all(HELP.as_bytes()),
            (_, Err(why)) => return misused(&why),
            (other, Ok(_)) => return misused(&format!("unknown argument: {other}")),
        },
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

fn misused(why: &str) -> ExitCode {
    eprint!("everything: {why}\n\n{HELP}");
    ExitCode::from(2)
}

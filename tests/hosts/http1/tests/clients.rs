//! The host with clients that others wrote: Python's http.client, and curl.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod served;

use std::process::{Command, Stdio};

use on_http1::Limits;
use served::{Served, call};

fn run(command: &mut Command) -> String {
    let name = command.get_program().to_string_lossy().into_owned();
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap_or_else(|error| panic!("{name} is missing: {error}"));
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {}\n{said}\n{errors}", output.status);
    said
}

#[test]
fn python() {
    let served = Served::start(Limits::SMALL);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/client.py");
    let port = served.address.port().to_string();
    let said = run(Command::new("python3").args([script, "127.0.0.1", &port]));
    println!("{said}");
    assert!(said.ends_with("checks\n") && said.matches("passed").count() == 5, "{said}");
}

/// curl, with the answer's status behind its body.
fn curl(served: &Served, text: &str, more: &[&str]) -> String {
    let url = format!("http://{}/mcp", served.address);
    let body = call(1, text);
    let mut command = Command::new("curl");
    command.args(["-sS", "--max-time", "20", "-w", " %{http_code} %{num_connects}"]);
    for header in [
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
        "MCP-Protocol-Version: 2026-07-28",
        "Mcp-Method: tools/call",
        "Mcp-Name: echo",
    ] {
        command.args(["-H", header]);
    }
    // The same twice, over one connection if that goes on.
    command.args(more).args(["-d", &body, &url, &url]);
    run(&mut command)
}

#[test]
fn curl_in_its_ways() {
    let served = Served::start(Limits::SMALL);
    for (more, connects) in [
        (&[][..], [1, 0]),
        (&["-H", "Expect: 100-continue"], [1, 0]),
        (&["-H", "Transfer-Encoding: chunked"], [1, 0]),
        (&["-H", "Connection: close"], [1, 1]),
        (&["--http1.0"], [1, 1]),
        (&["--http2"], [1, 0]), // an upgrade that is not taken up
    ] {
        let said = curl(&served, "hello", more);
        assert_eq!(said.matches("\"text\":\"hello\"").count(), 2, "{more:?}: {said}");
        for connects in connects {
            assert!(said.contains(&format!(" 200 {connects}")), "{more:?}: {said}");
        }
    }
    // Too much, which it asks about first; and which it does not.
    let long = "x".repeat(100_000);
    for expect in ["Expect: 100-continue", "Expect:"] {
        let said = curl(&served, &long, &["-H", expect]);
        assert_eq!(said.matches(" 413 1").count(), 2, "{expect}: {said}");
    }
}

//! The echo client of the README against the echo server of the README, and against programs that
//! are no servers.

use std::path::PathBuf;
use std::process::{Command, Output};

/// An example that was built beside this test.
fn example(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("a path");
    own.parent().and_then(|deps| deps.parent()).expect("a folder").join("examples").join(name)
}

fn client(arguments: &[&str]) -> Output {
    Command::new(example("client")).args(arguments).output().expect("the client is built")
}

#[test]
fn it_gets_its_text_back() {
    let server = example("echo");
    let output = client(&[server.to_str().expect("text")]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "hi there\n", "{output:?}");
    assert!(output.status.success());
}

#[test]
fn it_starts_a_server_again_that_ends_on_the_probe() {
    let answers = "read line; case $line in *server/discover*) exit 1;; esac; \
        echo '{\"jsonrpc\":\"2.0\",\"id\":131070,\"result\":{\"protocolVersion\":\"2024-11-05\",\
        \"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"old\",\"version\":\"1\"}}}'; \
        read line; read line; \
        echo '{\"jsonrpc\":\"2.0\",\"id\":65536,\"result\":{\"content\":[{\"type\":\"text\",\
        \"text\":\"old but there\"}]}}'";
    let output = client(&["sh", "-c", answers]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "old but there\n", "{output:?}");
}

#[test]
fn it_says_whose_fault_it_is() {
    for (script, whose, what) in [
        ("exit 0", "(network)", "the connection ended before the answer came"),
        (
            "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":131070,\"error\":{\"code\":-32022,\
             \"message\":\"no\",\"data\":{\"supported\":[\"2031-01-01\"],\"requested\":\"\"}}}'; \
             read line",
            "(server)",
            "no revision in common",
        ),
    ] {
        let output = client(&["sh", "-c", script]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(whose), "{script}: {said}");
        assert!(said.contains(what), "{script}: {said}");
    }
}

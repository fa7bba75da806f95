//! Over the standard input and output of a program: here shell scripts, which stand for servers.

use std::time::Duration;

use on_hyper::client::{How, Peer, Trouble};
use sansmcp::Revision;
use sansmcp::client::Policy;
use sansmcp::rules::Failure;
use tokio::process::Command;

use crate::kit::{SETUP, Witness, run};

/// Reads lines, knows their ids, and answers those that a test adds cases for.
fn server(cases: &str) -> Command {
    let script = format!(
        r#"while read -r line; do
          id=${{line#*\"id\":}}; id=${{id%%,*}}
          say() {{ printf '{{"jsonrpc":"2.0","id":%s,%s}}\n' "$id" "$1"; }}
          case $line in
          {cases}
          esac
        done"#
    );
    let mut command = Command::new("sh");
    command.arg("-c").arg(script);
    command
}

const DISCOVER: &str = concat!(
    r#"*'"server/discover"'*) say '"result":{"resultType":"complete","ttlMs":0,"#,
    r#""cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}' ;;"#
);
const INITIALIZE: &str = concat!(
    r#"*'"initialize"'*) say '"result":{"protocolVersion":"2025-06-18","#,
    r#""capabilities":{"tools":{}},"serverInfo":{"name":"old","version":"1"}}' ;;"#
);

fn start(cases: &str, witness: &Witness) -> Peer {
    Peer::program(server(cases), SETUP, witness.clone()).unwrap()
}

#[test]
fn calls_and_the_end() {
    let cases = format!(
        r#"{DISCOVER}
        *'"tools/call"'*) say '"result":{{"resultType":"complete","content":[]}}' ;;"#
    );
    run(async {
        let server = start(&cases, &Witness::default());
        let hello = server.connect(&Policy::ANY).await.unwrap();
        assert_eq!(hello.revision, Revision::V2026_07_28);
        for _ in 0..3 {
            server.call("tools/call", r#"{"name":"a"}"#).await.unwrap();
        }
        server.leave().await;
    });
}

#[test]
fn a_program_that_does_not_survive_the_probe_is_started_once_more() {
    let cases = format!(r#"*'"server/discover"'*) exit 1 ;; {INITIALIZE}"#);
    run(async {
        let witness = Witness::default();
        let server = start(&cases, &witness);
        let hello = server.connect(&Policy::ANY).await.unwrap();
        assert_eq!((hello.revision, &*hello.name), (Revision::V2025_06_18, "old"));
        assert_eq!(*witness.heard.borrow(), ["failed", "connected"]);

        // One that never lives is not started for ever.
        let server = start("*) exit 3 ;;", &Witness::default());
        let trouble = server.connect(&Policy::ANY).await.unwrap_err();
        assert!(matches!(trouble, Trouble::Failed(Failure::Closed, _)), "{trouble}");
        assert!(trouble.to_string().contains("exit status: 3"), "{trouble}");
    });
}

#[test]
fn a_program_that_ends_ends_what_waits() {
    let cases = format!(r#"{DISCOVER} *'"tools/call"'*) exit 0 ;;"#);
    run(async {
        let server = start(&cases, &Witness::default());
        server.connect(&Policy::ANY).await.unwrap();
        let trouble = server.call("tools/call", "{}").await.unwrap_err();
        assert!(matches!(trouble, Trouble::Failed(Failure::Closed, _)), "{trouble}");
        assert!(server.call("tools/call", "{}").await.is_err());
    });
}

#[test]
fn a_call_that_is_dropped_is_taken_back() {
    let cases = format!(
        r#"{DISCOVER}
        *'"notifications/cancelled"'*) cancelled=1 ;;
        *'"slow"'*) ;;
        *'"tools/call"'*) [ -n "$cancelled" ] &&
            say '"result":{{"resultType":"complete","content":[]}}' ;;"#
    );
    run(async {
        let server = start(&cases, &Witness::default());
        server.connect(&Policy::ANY).await.unwrap();
        let pending = server.begin("tools/call", r#"{"name":"slow"}"#, How::default()).unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
        drop(pending);
        server.call("tools/call", r#"{"name":"a"}"#).await.unwrap();
    });
}

#[test]
fn lines_that_are_no_messages_and_lines_that_are_too_long() {
    let cases = format!(
        r#"{DISCOVER}
        *'"tools/call"'*) echo 'starting up ...'; echo;
            say "\"result\":{{\"content\":\"$(seq 2000 | tr -d '\n')\"}}" ;;
        *'"prompts/list"'*) say '"result":{{"resultType":"complete","prompts":[]}}' ;;"#
    );
    run(async {
        let server = start(&cases, &Witness::default());
        server.connect(&Policy::ANY).await.unwrap();
        let trouble = server.call("tools/call", "{}").await.unwrap_err();
        assert!(matches!(trouble, Trouble::Failed(Failure::TooLong, _)), "{trouble}");
        // The next line is read.
        let how = How { anyway: true, ..How::default() };
        server.begin("prompts/list", "{}", how).unwrap().await.unwrap();
    });
}

#[test]
fn what_cannot_be_started() {
    let missing = Command::new("/nonexistent/server");
    assert!(Peer::program(missing, SETUP, Witness::default()).is_err());
}

//! The everything client: what the official conformance suite asks of a client, and a look at any
//! server.

mod person;
mod sample;
mod scenarios;
mod tour;
mod words;

use std::env;
use std::process::ExitCode;

use on_hyper::client::{Peer, Setup};
use sansmcp::client::{ClientInfo, Policy};
use sansmcp::rules::Capabilities;
use sansmcp::schema::Implementation;
use sansmcp::{Limits, Revision};
use tokio::process::Command;
use tokio::runtime::Builder;
use tokio::task::LocalSet;

use person::Person;

pub const HELP: &str = "\
  client URL              connect to a server over HTTP, such as http://127.0.0.1:8080/mcp
  client --stdio COMMAND… start a server, and talk with it over its standard input and output
    Shows who the server is and all that it has, and calls each tool that does not say that it
    destroys something, with arguments that are made up: for servers to try things out on.
  --newest REVISION       before either: speak no newer revision than this one, such as 2025-11-25
  --patience MS           before either: how long the server may take to answer at first
    In a scenario of the conformance suite (MCP_CONFORMANCE_SCENARIO) it does what that asks for.
";

/// What the client says of itself.
const INFO: ClientInfo<'static> = ClientInfo {
    implementation: Implementation {
        name: "everything",
        version: env!("CARGO_PKG_VERSION"),
        ..Implementation::EMPTY
    },
    capabilities: Capabilities(
        Capabilities::ROOTS.0
            | Capabilities::SAMPLING.0
            | Capabilities::ELICITATION_FORM.0
            | Capabilities::ELICITATION_URL.0,
    ),
    ..ClientInfo::EMPTY
};

/// How long a call may take.
const LIMITS: Limits = Limits { idle_ms: 10_000, hard_ms: 20_000 };

/// What went wrong, in words for a person.
type Wrong = Box<dyn std::error::Error>;

/// Does what the words of the command line say; `None` if they say nothing that makes sense.
pub fn run(words: &[String]) -> Option<ExitCode> {
    let mut words = words;
    let mut newest = env::var("MCP_CONFORMANCE_PROTOCOL_VERSION").ok();
    let mut patience = None;
    while let [word, value, rest @ ..] = words {
        match word.as_str() {
            "--newest" => newest = Some(value.clone()),
            "--patience" => patience = Some(value.parse().ok()?),
            _ => break,
        }
        words = rest;
    }
    let mut policy = policy(newest)?;
    if let Some(ms) = patience {
        (policy.probe_ms, policy.connect_ms) = (ms, ms);
    }
    let runtime = Builder::new_current_thread().enable_all().build().ok()?;
    let done: Result<(), Wrong> = match words {
        [word] if word == "--help" => {
            print!("everything, the client:\n\n{HELP}");
            Ok(())
        }
        [word, program, rest @ ..] if word == "--stdio" => {
            LocalSet::new().block_on(&runtime, async {
                let mut command = Command::new(program);
                command.args(rest);
                let person = Person::new();
                let peer = Peer::program(command, setup(), person.clone())
                    .map_err(|error| format!("{program}: {error}"))?;
                tour::run(peer, &person, &policy).await
            })
        }
        [url] if !url.starts_with('-') => LocalSet::new().block_on(&runtime, async {
            let person = Person::new();
            let peer = Peer::at(url, setup(), person.clone())?;
            match env::var("MCP_CONFORMANCE_SCENARIO") {
                // The suite runs all its scenarios at once, on machines that may be slow.
                Ok(scenario) => {
                    let policy = Policy { probe_ms: 15_000, ..policy };
                    scenarios::run(&scenario, peer, &person, &policy).await
                }
                Err(_) => tour::run(peer, &person, &policy).await,
            }
        }),
        _ => return None,
    };
    // A thread may still wait for something that nobody wants any more.
    runtime.shutdown_background();
    match done {
        Ok(()) => Some(ExitCode::SUCCESS),
        Err(wrong) => {
            eprintln!("everything: {wrong}");
            Some(ExitCode::FAILURE)
        }
    }
}

fn setup() -> Setup {
    Setup { info: INFO, limits: LIMITS, ..Setup::DEFAULT }
}

/// The revisions up to this one; `None` if it is none.
fn policy(newest: Option<String>) -> Option<Policy> {
    match newest {
        Some(newest) => Some(Policy { newest: Revision::from_name(&newest)?, ..Policy::ANY }),
        None => Some(Policy::ANY),
    }
}

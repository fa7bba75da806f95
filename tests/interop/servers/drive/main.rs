//! Drives any server by a script, and says in lines of JSON what came of it:
//!
//! ```text
//! servers-drive SCRIPT URL
//! servers-drive SCRIPT --stdio COMMAND…
//! ```
//!
//! The script is an object of JSON. It says how to connect: `newest`, `probe_ms`, `connect_ms`,
//! `idle_ms`, `hard_ms`, `receive_bytes`, `pages`, `declares`, `token` (there is one for servers
//! that want it), `ready` (connect when a line comes on standard input); and what to do then, in
//! `steps`, each with a `name`:
//!
//! | step | what |
//! |---|---|
//! | `call`, `params` | a call; `again` says how often it is sent again if it is suspended |
//! | `together` | calls at once |
//! | `cancel`, `params`, `after` | a call that is given up after milliseconds |
//! | `tools` | all tools |
//! | `list`, `of` | all pages of a list, and its member |
//! | `level`, `listen`, `unlisten`, `notify`, `wait` | what they say |
//!
//! A line has `connect` (the revision, or how it failed), `end` (the name of a step) with `how` and
//! `result`, `heard` (an event), or at last `left` with the milliseconds that all of it took.

mod app;
mod say;
mod script;
mod steps;

use std::io::stdin;
use std::process::ExitCode;
use std::time::Instant;

use on_hyper::client::{Peer, Setup, Trouble};
use sansmcp::client::{ClientInfo, Policy};
use sansmcp::json::Raw;
use sansmcp::rules::Failure;
use sansmcp::schema::Implementation;
use tokio::process::Command;
use tokio::runtime::Builder;
use tokio::task::LocalSet;

use app::App;
use script::Part;

/// What went wrong with the driver itself.
type Wrong = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("servers-drive: {wrong}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<(), Wrong> {
    let (text, server) = words.split_first().ok_or("a script, and then a URL or --stdio")?;
    let script = Part(Raw::parse_str(text)?);
    let info = ClientInfo {
        implementation: Implementation {
            name: "drive",
            version: env!("CARGO_PKG_VERSION"),
            ..Implementation::EMPTY
        },
        capabilities: script.declares()?,
        ..ClientInfo::EMPTY
    };
    let longest_in = script.number("receive_bytes", 4 << 20);
    let setup = Setup {
        info,
        limits: script.limits(Setup::DEFAULT.limits),
        longest_in: usize::try_from(longest_in)?,
        pages: usize::try_from(script.number("pages", 10_000))?,
        ..Setup::DEFAULT
    };
    let app = App::new(script.is("token"));
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let done = LocalSet::new().block_on(&runtime, async {
        let peer = match server {
            [flag, program, rest @ ..] if flag == "--stdio" => {
                let mut command = Command::new(program);
                command.args(rest);
                Peer::program(command, setup, app.clone())?
            }
            [url] => Peer::at(url, setup, app.clone())?,
            _ => return Err("a URL, or --stdio and a command, after the script".into()),
        };
        drive(script, peer, &app).await
    });
    runtime.shutdown_background();
    done
}

async fn drive(script: Part<'_>, peer: Peer, app: &App) -> Result<(), Wrong> {
    if script.is("ready") {
        // Nothing else has to be done meanwhile.
        stdin().read_line(&mut String::new())?;
    }
    let start = Instant::now();
    let policy = Policy {
        newest: script.newest()?,
        probe_ms: script.number("probe_ms", Policy::ANY.probe_ms),
        connect_ms: script.number("connect_ms", Policy::ANY.connect_ms),
        ..Policy::ANY
    };
    match peer.connect(&policy).await {
        Ok(hello) => {
            say::line(&[
                ("connect", say::text(hello.revision.name())),
                ("server", say::text(&hello.name)),
                ("instructions", say::text(&hello.instructions)),
            ]);
            steps::run(script, &peer, app).await?;
        }
        Err(Trouble::Failed(Failure::Denied, _)) if app.was_denied() => {
            say::line(&[("connect", say::text("suspended unauthorized"))]);
        }
        Err(trouble) => say::line(&[
            ("connect", say::text(steps::how(&trouble))),
            ("why", say::text(trouble.to_string())),
        ]),
    }
    peer.leave().await;
    say::line(&[("left", start.elapsed().as_millis().to_string())]);
    Ok(())
}

//! The echo client of the README: calls go out, events come in. Its arguments are the command of a
//! server, which it starts and talks to over pipes.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use sansmcp::client::{Client, ClientInfo, Event, Options, Outcome, Policy};
use sansmcp::rules::Failure;
use sansmcp::schema::{CallToolParams, CallToolResultView, Implementation, Read as _};
use sansmcp::{Connection, Lines, Route, Slot};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let command: Vec<String> = std::env::args().skip(1).collect();
    let (program, arguments) =
        command.split_first().ok_or("usage: client COMMAND [ARGUMENT...]")?;
    let me = Implementation { name: "echo-client", version: "1.0.0", ..Implementation::EMPTY };
    let info = ClientInfo { implementation: me, ..ClientInfo::EMPTY };
    let mut policy = Policy::ANY;
    loop {
        match talk(program, arguments, &info, &policy)? {
            Ok(text) => {
                println!("{text}");
                return Ok(());
            }
            // Some older servers end when they are asked for their era: start it again.
            Err((_, Some(again))) if again != policy => policy = again,
            Err((failure, _)) => {
                let whose = failure.whose().name();
                return Err(format!("{} ({whose}): {}", failure.message(), failure.advice()).into());
            }
        }
    }
}

/// One server process, from its start to its end: what it said, or why it did not.
type Said = Result<String, (Failure, Option<Policy>)>;

fn talk(
    program: &str,
    arguments: &[String],
    info: &ClientInfo<'_>,
    policy: &Policy,
) -> Result<Said, Box<dyn std::error::Error>> {
    let pipe = Stdio::piped;
    let mut server = Command::new(program).args(arguments).stdin(pipe()).stdout(pipe()).spawn()?;
    let mut stdin = server.stdin.take().ok_or("no standard input")?;
    let mut stdout = server.stdout.take().ok_or("no standard output")?;
    let (send, chunks) = channel::<Vec<u8>>();
    std::thread::spawn(move || {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = stdout.read(&mut chunk) {
            if send.send(chunk[..count].to_vec()).is_err() {
                break;
            }
        }
    });

    let (mut rx, mut tx) = ([0; 65536], [0; 4096]);
    let (mut connection, mut slots) = (Connection::NEW, [Slot::EMPTY; 4]);
    let mut lines = Lines::new(&mut rx);
    let mut client = Client::new(info, &mut connection, &mut slots);
    let start = Instant::now();
    let now = || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);

    client.connect(policy, now())?;
    let said = 'said: loop {
        while let Some(out) = client.next_output(&mut tx)? {
            let _ = stdin.write_all(out.line()); // if it is gone, that is read below
        }
        let patience = client.next_deadline().map_or(u64::MAX, |at| at.saturating_sub(now()));
        let mut arrived = match chunks.recv_timeout(Duration::from_millis(patience.min(60_000))) {
            Ok(chunk) => chunk,
            Err(RecvTimeoutError::Timeout) => Vec::new(),
            Err(RecvTimeoutError::Disconnected) => {
                client.closed(Route::PIPE, now());
                Vec::new()
            }
        };
        loop {
            let space = lines.space();
            let count = space.len().min(arrived.len());
            space[..count].copy_from_slice(&arrived[..count]);
            arrived.drain(..count);
            lines.filled(count);
            while let Some(mut frame) = lines.next_frame() {
                while let Some(event) = client.receive(&mut frame, now()) {
                    match &event {
                        Event::Connected(_) => {
                            let arguments = r#"{"text":"hi there"}"#;
                            let params =
                                CallToolParams { name: "echo", arguments, ..CallToolParams::EMPTY };
                            let options = Options::DEFAULT;
                            let (_, out) =
                                client.call("tools/call", &params, &options, now(), &mut tx)?;
                            stdin.write_all(out.line())?;
                        }
                        Event::Answered(answered) => match answered.outcome() {
                            Outcome::Result(result) => break 'said Ok(first_text(result)),
                            Outcome::Error(error) => {
                                break 'said Ok(error.raw().as_str().to_owned());
                            }
                            Outcome::Failed(failure) => break 'said Err((failure, None)),
                        },
                        Event::Failed(failed) => {
                            break 'said Err((failed.failure(), failed.retry()));
                        }
                        other => {
                            let out = client.reply(other, &mut tx)?;
                            stdin.write_all(out.line())?;
                        }
                    }
                }
            }
            if arrived.is_empty() {
                break;
            }
        }
        while let Some(event) = client.expire(now()) {
            match event {
                Event::Failed(failed) => break 'said Err((failed.failure(), failed.retry())),
                Event::Answered(answered) => {
                    if let Some(failure) = answered.failure() {
                        break 'said Err((failure, None));
                    }
                }
                _ => {}
            }
        }
    };
    drop(stdin); // a server ends with its input
    let _ = server.kill();
    server.wait()?;
    Ok(said)
}

fn first_text(result: sansmcp::json::Raw<'_>) -> String {
    let view = CallToolResultView::read(result);
    let text =
        view.and_then(|view| view.content().find_map(|block| block.raw().get("text")?.text()));
    text.map(|text| text.chars().filter_map(Result::ok).collect()).unwrap_or_default()
}

//! `turn legacy|modern COUNT`: that many turns of the echo server, from bytes in to bytes out, to
//! be run under callgrind. Two runs with different counts give the instructions of one turn: what
//! starting and ending cost falls out of the difference.

use std::hint::black_box;
use std::process::ExitCode;

use sansmcp::{Connection, Error, Event, Lines, Server, ServerInfo, Slot, Tool};

static ECHO: ServerInfo<'static> = ServerInfo {
    name: "echo",
    version: "1.0.0",
    tools: &[Tool { name: "echo", description: "Returns its text", ..Tool::EMPTY }],
    ..ServerInfo::EMPTY
};

const HELLO: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"peer","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n"
);

/// As clients send it up to 2025-11-25.
const LEGACY: &str = concat!(
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","#,
    r#""arguments":{"text":"hello world"}}}"#,
    "\n"
);
const _: () = assert!(LEGACY.len() == 107);

/// As clients send it from 2026-07-28 on: each request carries its context.
const MODERN: &str = concat!(
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"_meta":{"#,
    r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientInfo":{"name":"peer","version":"1"},"#,
    r#""io.modelcontextprotocol/clientCapabilities":{}},"name":"echo","#,
    r#""arguments":{"text":"hello world"}}}"#,
    "\n"
);
const _: () = assert!(MODERN.len() == 287);

/// Whatever the compiler and the target: what is promised of the sizes.
const _: () = assert!(size_of::<Slot>() <= 256);
const _: () = assert!(size_of::<Connection>() <= 256);

/// One read of the server's loop; gives all that it wrote to `wrote`.
fn turn(
    lines: &mut Lines<'_>,
    server: &mut Server<'_>,
    tx: &mut [u8],
    read: &[u8],
    mut wrote: impl FnMut(&[u8]),
) -> Result<(), Error> {
    let space = lines.space();
    let count = space.len().min(read.len());
    space[..count].copy_from_slice(&read[..count]);
    lines.filled(count);
    while let Some(mut frame) = lines.next_frame() {
        while let Some(event) = server.receive(&mut frame, 0) {
            let out = match &event {
                Event::CallTool(call) if call.name() == "echo" => match call.arg("text") {
                    Some(text) => server.answer(call.ticket(), tx).text(text).end()?,
                    None => server.answer(call.ticket(), tx).fail("text is missing").end()?,
                },
                other => server.reply(other, tx)?,
            };
            wrote(out.line());
        }
    }
    while let Some(out) = server.next_output(tx)? {
        wrote(out.line());
    }
    Ok(())
}

fn run(era: &str, count: u32) -> Result<(), String> {
    let (mut rx, mut tx) = ([0; 4096], [0; 4096]);
    let (mut connection, mut slots) = (Connection::NEW, [const { Slot::EMPTY }; 4]);
    let mut lines = Lines::new(&mut rx);
    let mut server = Server::new(&ECHO, &mut connection, &mut slots);
    let say = |error: Error| error.message().to_owned();
    let call = match era {
        "legacy" => {
            turn(&mut lines, &mut server, &mut tx, HELLO.as_bytes(), |_| ()).map_err(say)?;
            LEGACY
        }
        "modern" => MODERN,
        _ => return Err("usage: turn legacy|modern COUNT".into()),
    };
    // What is counted has to be right: looked at in one turn that is not counted.
    let mut answer = String::new();
    let keep = |line: &[u8]| answer.push_str(&String::from_utf8_lossy(line));
    turn(&mut lines, &mut server, &mut tx, call.as_bytes(), keep).map_err(say)?;
    let is_right = answer.contains(r#"[{"type":"text","text":"hello world"}]"#)
        && answer.contains(r#""id":2"#)
        && answer.lines().count() == 1;
    if !is_right {
        return Err(format!("this is not the answer: {answer}"));
    }
    let mut bytes = 0;
    for _ in 0..count {
        let read = black_box(call.as_bytes());
        turn(&mut lines, &mut server, &mut tx, read, |line| bytes += black_box(line).len())
            .map_err(say)?;
    }
    if bytes != answer.len() * usize::try_from(count).map_err(|error| error.to_string())? {
        return Err("not every turn had the same answer".into());
    }
    println!("{bytes}");
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let era = args.get(1).map_or("", String::as_str);
    let count = args.get(2).and_then(|count| count.parse().ok()).unwrap_or(0);
    match run(era, count) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("turn: {error}");
            ExitCode::FAILURE
        }
    }
}

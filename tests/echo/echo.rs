//! The echo server of the README: bytes in, events out; answers in, bytes out.

use std::io::{Read, Write, stdin, stdout};

use sansmcp::{Connection, Event, Lines, Server, ServerInfo, Slot, Tool};

const SCHEMA: &str =
    r#"{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}"#;

static ECHO: ServerInfo = ServerInfo {
    name: "echo",
    version: "1.0.0",
    tools: &[Tool {
        name: "echo",
        description: "Returns its text",
        input_schema: SCHEMA,
        ..Tool::EMPTY
    }],
    ..ServerInfo::EMPTY
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut rx, mut tx) = ([0; 4096], [0; 8192]);
    let (mut connection, mut slots) = (Connection::NEW, [const { Slot::EMPTY }; 4]);
    let mut lines = Lines::new(&mut rx);
    let mut server = Server::new(&ECHO, &mut connection, &mut slots);
    loop {
        let n = stdin().read(lines.space())?; // your I/O
        lines.filled(n);
        while let Some(mut frame) = if n > 0 { lines.next_frame() } else { lines.finish() } {
            while let Some(event) = server.receive(&mut frame, 0) {
                let out = match &event {
                    Event::CallTool(call) if call.name() == "echo" => match call.arg("text") {
                        Some(text) => server.answer(call.ticket(), &mut tx).text(text).end()?,
                        None => {
                            server.answer(call.ticket(), &mut tx).fail("text is missing").end()?
                        }
                    },
                    other => server.reply(other, &mut tx)?, // all that the engine can answer
                };
                stdout().write_all(out.line())?; // your I/O; empty where nothing is due
            }
        }
        stdout().flush()?;
        if n == 0 {
            return Ok(());
        }
    }
}

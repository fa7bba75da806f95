//! The smallest server that is of use: the README's echo over a UART. What is counted is all of
//! it, the board's few lines included.
#![no_std]
#![no_main]

use image::{now, read, write};
use sansmcp::{Connection, Error, Event, Lines, Server, ServerInfo, Slot, Tool};

static ECHO: ServerInfo<'static> = ServerInfo {
    name: "echo",
    version: "1.0.0",
    tools: &[Tool {
        name: "echo",
        description: "Returns its text",
        input_schema: concat!(
            r#"{"type":"object","properties":{"text":{"type":"string"}},"#,
            r#""required":["text"]}"#
        ),
        ..Tool::EMPTY
    }],
    ..ServerInfo::EMPTY
};

image::entry!(main);

fn main() -> ! {
    loop {
        // A message that does not fit into the buffer is lost, the server goes on.
        let _ = serve();
    }
}

fn serve() -> Result<(), Error> {
    let (mut rx, mut tx) = ([0; 4096], [0; 4096]);
    let (mut connection, mut slots) = (Connection::NEW, [const { Slot::EMPTY }; 4]);
    let mut lines = Lines::new(&mut rx);
    let mut server = Server::new(&ECHO, &mut connection, &mut slots);
    loop {
        let count = read(lines.space());
        lines.filled(count);
        while let Some(mut frame) = lines.next_frame() {
            while let Some(event) = server.receive(&mut frame, now()) {
                let out = match &event {
                    Event::CallTool(call) if call.name() == "echo" => match call.arg("text") {
                        Some(text) => server.answer(call.ticket(), &mut tx).text(text).end()?,
                        None => {
                            server.answer(call.ticket(), &mut tx).fail("text is missing").end()?
                        }
                    },
                    other => server.reply(other, &mut tx)?,
                };
                write(out.line());
            }
        }
        while let Some(out) = server.next_output(&mut tx)? {
            write(out.line());
        }
    }
}

//! A small conversation of the server with a client, printed message by message.

use std::io::{self, Write, stdout};

use everything_fixtures::Options;
use sansmcp::json::Raw;
use sansmcp::{Frame, Out};

use crate::pipe::Pipe;

/// What the client says (`>`), a word on it (`#`), and the time in milliseconds (`@`). `ASKED`
/// stands for the id of the server's last request.
const SCRIPT: &str = include_str!("demo.txt");

pub fn run(options: Options) -> io::Result<()> {
    let mut out = stdout().lock();
    writeln!(
        out,
        "Every message goes through the engine: > is what the client sends, < what it gets.\n"
    )?;
    let mut pipe = Pipe::new(options);
    let mut now = 0;
    let mut asked = String::new();
    for line in SCRIPT.lines() {
        let line = &*line.replace("ASKED", &asked);
        let mut answers = Vec::new();
        let mut send = |out: Out<'_>| answers.extend_from_slice(out.line());
        if let Some(time) = line.strip_prefix("@ ") {
            now = time.parse().unwrap_or(now);
        } else {
            writeln!(out, "{line}")?;
        }
        if let Some(json) = line.strip_prefix("> ") {
            pipe.serve(Frame::new(json.as_bytes()), now, &mut send);
        }
        pipe.work(now, &mut send);
        for answer in String::from_utf8_lossy(&answers).lines() {
            writeln!(out, "< {answer}")?;
            let message = Raw::parse_str(answer).unwrap_or(Raw::NULL);
            if let (Some(_), Some(id)) = (message.get("method"), message.get("id")) {
                asked = id.as_str().into();
            }
        }
    }
    writeln!(out, "\nThat was all. The same server over standard input and output: --stdio")
}

//! A small conversation of the server with a client, printed message by message.

use std::io::{self, Write, stdout};

use sansmcp::Frame;

use crate::app::App;

/// What the client says (`>`), a word on it (`#`), and the time in milliseconds (`@`).
const SCRIPT: &str = include_str!("demo.txt");

pub fn run() -> io::Result<()> {
    let mut out = stdout().lock();
    writeln!(
        out,
        "Every message goes through the engine: > is what the client sends, < what it gets.\n"
    )?;
    let mut app = App::new();
    let mut now = 0;
    for line in SCRIPT.lines() {
        let mut answers = Vec::new();
        let mut send = |line: &[u8]| answers.extend_from_slice(line);
        if let Some(time) = line.strip_prefix("@ ") {
            now = time.parse().unwrap_or(now);
        } else {
            writeln!(out, "{line}")?;
        }
        if let Some(json) = line.strip_prefix("> ") {
            app.serve(Frame::new(json.as_bytes()), now, &mut send);
        }
        app.work(now, &mut send);
        for answer in String::from_utf8_lossy(&answers).lines() {
            writeln!(out, "< {answer}")?;
        }
    }
    writeln!(out, "\nThat was all. The same server over standard input and output: --stdio")
}

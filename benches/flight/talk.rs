//! The client's side: a handshake, then calls, a window of them always in flight.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Calls in flight at once, at most.
pub const WINDOW: u64 = 1000;
/// New calls are written when so many were answered, all in one write.
const REFILL: u64 = 250;

const INITIALIZE: &str = concat!(
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"flight","version":"1"}}}"#,
    "\n"
);
const INITIALIZED: &str =
    concat!(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "\n");

/// Talks to a server: all `requests` calls have to be answered, each once, with the text that was
/// sent with it. `at_rest` is called when all is answered and the server still lives; then its
/// input ends, and it must have nothing more to say.
pub fn talk<I, O>(
    mut input: I,
    output: O,
    requests: u64,
    at_rest: impl FnOnce(),
) -> Result<(), String>
where
    I: Write + Send,
    O: Read,
{
    let mut output = BufReader::with_capacity(1 << 16, output);
    shake_hands(&mut input, &mut output)?;
    let mut output = thread::scope(|scope| {
        let (refill, due) = channel();
        // A thread of its own: while it waits for a full pipe, answers are still read.
        let writer = scope.spawn(|| send(&mut input, requests, due));
        // If an answer is wrong, the output closes here: the server may wait for it to be read,
        // and the writer for the server.
        read(&mut output, requests, &refill).map(|()| drop(refill))?;
        writer.join().unwrap_or_else(|_| Err("the writer failed".into())).map(|()| output)
    })?;
    at_rest();
    drop(input);
    let mut line = Vec::new();
    match output.read_until(b'\n', &mut line) {
        Ok(0) => Ok(()),
        Ok(_) => Err(format!("too much: {}", String::from_utf8_lossy(&line))),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads and checks all answers; tells the writer how far it is.
fn read(output: &mut impl BufRead, requests: u64, refill: &Sender<()>) -> Result<(), String> {
    let mut answered = vec![false; requests as usize];
    let mut line = Vec::new();
    for count in 1..=requests {
        next_line(output, &mut line)?;
        check(&line, &mut answered)?;
        if count % REFILL == 0 {
            let _ = refill.send(()); // nobody listens once all is sent
        }
    }
    Ok(())
}

fn shake_hands(input: &mut impl Write, output: &mut impl BufRead) -> Result<(), String> {
    let mut line = Vec::new();
    write(input, INITIALIZE)?;
    next_line(output, &mut line)?;
    if find(&line, br#""protocolVersion":"2025-11-25""#).is_none() {
        return Err(format!("handshake: {}", String::from_utf8_lossy(&line)));
    }
    write(input, INITIALIZED)
}

/// Writes the first window, and the next calls whenever some were answered.
fn send(input: &mut impl Write, requests: u64, due: Receiver<()>) -> Result<(), String> {
    let mut batch = String::new();
    let (mut next, mut until) = (0, WINDOW.min(requests));
    loop {
        batch.clear();
        for id in next..until {
            let _ = writeln!(
                batch,
                concat!(
                    r#"{{"jsonrpc":"2.0","id":{},"method":"tools/call","params":"#,
                    r#"{{"name":"echo","arguments":{{"text":"call {} of many, all in flight"}}}}}}"#
                ),
                id + 1,
                id + 1
            );
        }
        write(input, &batch)?;
        if until == requests || due.recv().is_err() {
            return Ok(()); // all is sent, or the reader gave up and says why
        }
        (next, until) = (until, (until + REFILL).min(requests));
    }
}

/// Checks that a line answers a call that was not answered yet, with the text of that call.
fn check(line: &[u8], answered: &mut [bool]) -> Result<(), String> {
    let wrong = |why: &str| format!("{why}: {}", String::from_utf8_lossy(line));
    let number = |after: &[u8]| -> Option<usize> {
        let rest = line.get(find(line, after)? + after.len()..)?;
        let digits = rest.iter().position(|byte| !byte.is_ascii_digit())?;
        std::str::from_utf8(rest.get(..digits)?).ok()?.parse().ok()
    };
    let id = number(br#""id":"#).ok_or_else(|| wrong("no id"))?;
    if number(br#""text":"call "#) != Some(id) || find(line, b" of many, all in flight\"").is_none()
    {
        return Err(wrong("not the text of this call"));
    }
    match id.checked_sub(1).and_then(|at| answered.get_mut(at)) {
        Some(answered) if !*answered => *answered = true,
        Some(_) => return Err(wrong("answered twice")),
        None => return Err(wrong("not asked")),
    }
    Ok(())
}

fn next_line(output: &mut impl BufRead, line: &mut Vec<u8>) -> Result<(), String> {
    line.clear();
    match output.read_until(b'\n', line) {
        Ok(1..) if line.ends_with(b"\n") => Ok(()),
        Ok(_) => Err("the server's output ended".into()),
        Err(error) => Err(error.to_string()),
    }
}

fn write(input: &mut impl Write, text: &str) -> Result<(), String> {
    input.write_all(text.as_bytes()).map_err(|error| format!("writing: {error}"))
}

fn find(line: &[u8], what: &[u8]) -> Option<usize> {
    line.windows(what.len()).position(|part| part == what)
}

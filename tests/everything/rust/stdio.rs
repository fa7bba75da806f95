//! Standard input and output: a thread reads, so that slow calls go on while nothing comes in.

use std::io::{self, BufWriter, Read, Write, stdin, stdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use everything_fixtures::Options;
use sansmcp::{Lines, Out};

use crate::pipe::Pipe;

/// Bytes of the longest line.
const RX: usize = 1 << 20;
/// Bytes read at once.
const CHUNK: usize = 1 << 16;
/// Milliseconds that jobs may go on for when the input has ended.
const GRACE: u64 = 1000;

pub fn serve(options: Options) -> io::Result<()> {
    let input = read_in_background();
    let start = Instant::now();
    let now = || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let mut rx = vec![0; RX];
    let mut lines = Lines::new(&mut rx);
    let mut pipe = Pipe::new(options);
    let mut output = BufWriter::with_capacity(CHUNK, stdout().lock());
    let mut failure = None;
    let mut is_open = true;
    while is_open {
        let mut send = |out: Out<'_>| {
            if let Err(error) = output.write_all(out.line()) {
                failure.get_or_insert(error);
            }
        };
        match input.recv_timeout(until(pipe.next_due(), now())) {
            Ok(chunk) => feed(&mut lines, &mut pipe, &chunk, now(), &mut send),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                while let Some(frame) = lines.finish() {
                    pipe.serve(frame, now(), &mut send);
                }
                is_open = false;
            }
        }
        pipe.work(now(), &mut send);
        output.flush()?;
        if let Some(error) = failure {
            return Err(error);
        }
    }
    // What was begun and ends soon is still answered: nothing is lost of `printf … | everything`.
    let last = now() + GRACE;
    while let Some(due) = pipe.next_job().filter(|due| *due <= last) {
        thread::sleep(until(Some(due), now()));
        pipe.work(now(), &mut |out| {
            if let Err(error) = output.write_all(out.line()) {
                failure.get_or_insert(error);
            }
        });
    }
    pipe.closed();
    output.flush()?;
    failure.map_or(Ok(()), Err)
}

/// How long to wait for a time in milliseconds; an hour if there is none.
fn until(due: Option<u64>, now: u64) -> Duration {
    let wait = due.map_or(u64::MAX, |due| due.saturating_sub(now));
    Duration::from_millis(wait.min(3_600_000))
}

/// What comes in, chunk by chunk; disconnected when the input ends. While the server is behind, no
/// more than a few chunks wait.
fn read_in_background() -> Receiver<Vec<u8>> {
    let (sender, receiver) = sync_channel(16);
    thread::spawn(move || {
        let mut input = stdin().lock();
        let mut chunk = vec![0; CHUNK];
        while let Ok(n @ 1..) = input.read(&mut chunk) {
            if sender.send(chunk[..n].to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}

fn feed(
    lines: &mut Lines<'_>,
    pipe: &mut Pipe,
    mut chunk: &[u8],
    now: u64,
    send: &mut dyn FnMut(Out<'_>),
) {
    while !chunk.is_empty() {
        let space = lines.space();
        let n = space.len().min(chunk.len());
        let (head, rest) = chunk.split_at(n);
        space[..n].copy_from_slice(head);
        lines.filled(n);
        chunk = rest;
        while let Some(frame) = lines.next_frame() {
            pipe.serve(frame, now, send);
        }
    }
}

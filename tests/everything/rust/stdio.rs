//! Standard input and output: a thread reads, so that slow calls go on while nothing comes in.

use std::io::{self, BufWriter, Read, Write, stdin, stdout};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use sansmcp::Lines;

use crate::app::App;

/// Bytes of the longest line.
const RX: usize = 1 << 20;
/// Bytes read at once.
const CHUNK: usize = 1 << 16;

pub fn serve() -> io::Result<()> {
    let (sender, receiver) = sync_channel::<Vec<u8>>(16);
    thread::spawn(move || {
        let mut input = stdin().lock();
        let mut chunk = vec![0; CHUNK];
        while let Ok(n @ 1..) = input.read(&mut chunk) {
            if sender.send(chunk[..n].to_vec()).is_err() {
                return;
            }
        }
    });
    let start = Instant::now();
    let mut rx = vec![0; RX];
    let mut lines = Lines::new(&mut rx);
    let mut app = App::new();
    let mut output = BufWriter::with_capacity(CHUNK, stdout().lock());
    let mut failure = None;
    loop {
        let now = || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut send = |line: &[u8]| {
            if let Err(error) = output.write_all(line) {
                failure.get_or_insert(error);
            }
        };
        let wait = app
            .next_due()
            .map_or(Duration::MAX, |due| Duration::from_millis(due.saturating_sub(now())));
        match receiver.recv_timeout(wait.min(Duration::from_secs(3600))) {
            Ok(chunk) => feed(&mut lines, &mut app, &chunk, now(), &mut send),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                while let Some(frame) = lines.finish() {
                    app.serve(frame, now(), &mut send);
                }
                break;
            }
        }
        app.work(now(), &mut send);
        output.flush()?;
        if let Some(error) = failure {
            return Err(error);
        }
    }
    output.flush()
}

fn feed(
    lines: &mut Lines<'_>,
    app: &mut App,
    mut chunk: &[u8],
    now: u64,
    send: &mut dyn FnMut(&[u8]),
) {
    while !chunk.is_empty() {
        let space = lines.space();
        let n = space.len().min(chunk.len());
        let (head, rest) = chunk.split_at(n);
        space[..n].copy_from_slice(head);
        lines.filled(n);
        chunk = rest;
        while let Some(frame) = lines.next_frame() {
            app.serve(frame, now, send);
        }
    }
}

//! The loop: from the bytes that came to the bytes that go out.

use sansmcp::Lines;

use crate::{Board, Device};

/// A serial line does not say that its host is gone: half a line that has been silent for so many
/// milliseconds is given up, and the next one works.
const SILENCE: u64 = 1000;

/// Serves the line for ever. Each turn takes what has come, answers it, goes on with what is due,
/// and rests if that was all.
pub fn serve(device: &mut Device, board: &mut impl Board, lines: &mut Lines<'_>) -> ! {
    let mut heard = board.now();
    loop {
        let count = board.read(lines.space());
        lines.filled(count);
        if count > 0 {
            heard = board.now();
        }
        let is_silent = board.now().saturating_sub(heard) >= SILENCE;
        while let Some(frame) = if is_silent { lines.finish() } else { lines.next_frame() } {
            device.take(&frame, board); // receives, answers, and writes
        }
        if !device.go_on(board) {
            board.wait();
        }
    }
}

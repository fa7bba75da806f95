//! From bytes to frames.

use sansmcp::{Frame, Lines, Route, RouteKind};

use crate::{Unknown, keep};

pub(crate) fn lines(unknown: &mut Unknown<'_>) {
    let mut lines = Lines::new(unknown.out);
    for _ in 0..unknown_times() {
        let count = image::read(lines.space());
        // Also more than was read.
        lines.filled(core::hint::black_box(count));
        while let Some(frame) = lines.next_frame() {
            look(&frame);
        }
    }
    while let Some(frame) = lines.finish() {
        look(&frame);
    }
}

fn unknown_times() -> usize {
    core::hint::black_box(3)
}

fn look(frame: &Frame<'_>) {
    keep((frame.bytes(), frame.route(), frame.principal(), frame.reading()));
    if let Some(known) = frame.overlong() {
        keep(Frame::too_long(known));
    }
}

pub(crate) fn frames(unknown: &mut Unknown<'_>) {
    let number = unknown.number(4);
    for route in [
        Route::pipe(number),
        Route::post(number),
        Route::stream(number),
        Route { number, kind: unknown.number(RouteKind::Post) },
    ] {
        look(&Frame::new(unknown.bytes).on(route).from(unknown.number(12)));
        look(&Frame::of_text(unknown.text).resume(unknown.number(13)));
    }
}

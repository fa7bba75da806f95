//! A whole server over a UART: the board with a lamp, with subscriptions, listeners, deadlines and
//! cancellation, in all revisions. What is counted is all of it, the board's few lines included.
#![no_std]
#![no_main]

use image::board::{BOARD, Board, LAMP};
use image::{now, read, waits, write};
use sansmcp::{Call, Connection, Error, Event, Lines, Out, Receivers, Server, Slot, Ticket, What};

image::entry!(main);

fn main() -> ! {
    let (mut rx, mut tx, mut again) = ([0; 4096], [0; 4096], [0; 2048]);
    loop {
        // A message that does not fit into the buffer is lost, the server goes on.
        let _ = serve(&mut rx, &mut tx, &mut again);
    }
}

#[inline(never)]
fn serve(rx: &mut [u8], tx: &mut [u8], again: &mut [u8]) -> Result<(), Error> {
    let (mut connection, mut slots) = (Connection::NEW, [const { Slot::EMPTY }; 8]);
    let mut lines = Lines::new(rx);
    let mut server = Server::new(&BOARD, &mut connection, &mut slots);
    let mut board = Board::NEW;
    loop {
        if waits() {
            let count = read(lines.space());
            lines.filled(count);
        }
        while let Some(mut frame) = lines.next_frame() {
            while let Some(event) = server.receive(&mut frame, now()) {
                handle(&mut server, &mut board, &event, tx, again)?;
            }
        }
        if server.next_deadline().is_some_and(|at| at <= now()) {
            while let Some(event) = server.expire(now()) {
                handle(&mut server, &mut board, &event, tx, again)?;
            }
        }
        if board.blinking != Ticket::NONE {
            blink(&mut server, &mut board, tx)?;
        }
        while let Some(out) = server.next_output(tx)? {
            write(out.line());
        }
    }
}

fn handle(
    server: &mut Server<'_>,
    board: &mut Board,
    event: &Event<'_>,
    tx: &mut [u8],
    again: &mut [u8],
) -> Result<(), Error> {
    let out = match event {
        Event::CallTool(call) if call.name() == "reset" => reset(server, call, tx)?,
        Event::Answered(answered) => board.resume(server, answered, tx, again)?,
        other => board.answer(server, other, tx)?,
    };
    write(out.line());
    Ok(())
}

fn reset<'t>(server: &mut Server<'_>, call: &Call<'_>, tx: &'t mut [u8]) -> Result<Out<'t>, Error> {
    loop {
        let Some(listen) = server.listens().next() else { break };
        server.end_listen(listen)?;
        while let Some(out) = server.next_output(tx)? {
            write(out.line());
        }
    }
    for what in What::ALL {
        server.changed(what);
    }
    server.answer(call.ticket(), tx).text("done").end()
}

/// One step of the call that blinks.
fn blink(server: &mut Server<'_>, board: &mut Board, tx: &mut [u8]) -> Result<(), Error> {
    write(board.blink(server, tx)?.line());
    write(board.log(server, tx)?.line());
    let mut receivers = Receivers::NEW;
    while let Some(out) = server.updated(LAMP, &mut receivers, tx)? {
        write(out.line());
    }
    write(board.blinked(server, tx)?.line());
    Ok(())
}

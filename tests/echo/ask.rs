//! A tool that asks the person first, in all revisions: the same loop, with one thing to remember.

use std::collections::HashMap;
use std::io::{Read, Write};

use sansmcp::rules::Capabilities;
use sansmcp::schema::{Elicit, ElicitAction, ElicitResultView};
use sansmcp::{Ask, Call, Connection, Error, Event, Input, Limits, Lines, Out, Resumed};
use sansmcp::{Server, ServerInfo, Slot, Ticket, Tool};

static INFO: ServerInfo = ServerInfo {
    name: "ask",
    version: "1.0.0",
    tools: &[Tool { name: "erase", description: "Erases everything, if told so", ..Tool::EMPTY }],
    ..ServerInfo::EMPTY
};

/// Runs from its start each time the call comes, and finds what was answered meanwhile.
fn erase<'t>(server: &mut Server<'_>, call: &Call<'_>, tx: &'t mut [u8]) -> Result<Out<'t>, Error> {
    if let Some(answer) = call.input("sure").and_then(ElicitResultView::of) {
        let is_sure = answer.action() == Some(ElicitAction::Accept);
        let text = if is_sure { "All is gone." } else { "Nothing was done." };
        return server.answer(call.ticket(), tx).text(text).end();
    }
    if !call.capabilities().contains(Capabilities::ELICITATION_FORM) {
        return server.undeclared(call.ticket(), Capabilities::ELICITATION_FORM, tx);
    }
    if !call.revision().is_modern() && !server.connection().is_ready() {
        // It may not be asked anything before it says notifications/initialized.
        return server.answer(call.ticket(), tx).fail("Say that you are initialized.").end();
    }
    let sure = Elicit { message: "Erase everything?".into(), ..Elicit::EMPTY };
    let inputs = [Input::elicit("sure", &sure)];
    server.ask(call, &Ask { inputs: &inputs, limits: Limits::NONE, ..Ask::EMPTY }, 0, tx)
}

fn act<'t>(server: &mut Server<'_>, event: &Event<'_>, tx: &'t mut [u8]) -> Result<Out<'t>, Error> {
    match event {
        Event::CallTool(call) if call.name() == "erase" => erase(server, call, tx),
        other => server.reply(other, tx),
    }
}

pub fn serve(
    mut input: impl Read,
    mut output: impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let (mut rx, mut tx, mut again) = ([0; 4096], [0; 8192], [0; 8192]);
    let (mut connection, mut slots) = (Connection::NEW, [const { Slot::EMPTY }; 8]);
    let mut lines = Lines::new(&mut rx);
    let mut server = Server::new(&INFO, &mut connection, &mut slots);
    let mut kept: HashMap<Ticket, String> = HashMap::new(); // of the calls that wait
    loop {
        let n = input.read(lines.space())?;
        lines.filled(n);
        while let Some(mut frame) = if n > 0 { lines.next_frame() } else { lines.finish() } {
            while let Some(event) = server.receive(&mut frame, 0) {
                let mut ticket = event.ticket();
                let out = match &event {
                    // Before 2026-07-28: the answer to a request of ours. The call comes again.
                    Event::Answered(answered) => {
                        ticket = answered.parent();
                        let text = kept.remove(&ticket).unwrap_or_default();
                        match server.resume(answered, &text, &Limits::NONE, 0, &mut again) {
                            Ok(Resumed::Event(call)) => act(&mut server, &call, &mut tx)?,
                            Ok(Resumed::Asked(next)) => next,
                            Err(why) => server.answer(ticket, &mut tx).fail(why.message()).end()?,
                        }
                    }
                    Event::Cancelled(_) => {
                        kept.remove(&ticket);
                        server.abandon(ticket).unwrap_or(()); // stale if a listener ended
                        Out::NOTHING
                    }
                    event => act(&mut server, event, &mut tx)?,
                };
                if !out.keep().is_empty() {
                    kept.insert(ticket, out.keep().into());
                }
                output.write_all(out.line())?;
                while let Some(out) = server.next_output(&mut tx)? {
                    output.write_all(out.line())?; // questions of calls that were cancelled
                }
            }
        }
        output.flush()?;
        if n == 0 {
            return Ok(());
        }
    }
}

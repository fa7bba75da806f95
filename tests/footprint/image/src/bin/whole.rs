//! A whole server over a UART: a board with a lamp. It has tools, resources, prompts, completion,
//! log messages, subscriptions and listeners, and asks its user, in all revisions. What is counted
//! is all of it, the board's few lines included.
#![no_std]
#![no_main]

use image::{now, read, waits, write};
use sansmcp::json::Number;
use sansmcp::rules::{Capabilities, Level};
use sansmcp::schema::{Json, Prompt, PromptArgument, Resource, ResourceTemplate, Role};
use sansmcp::{
    Answered, Ask, Call, Completing, Connection, Error, Event, Input, Limits, Lines, Out, Reading,
    Receivers, Resumed, Server, ServerInfo, Slot, Ticket, Tool, What,
};

static BOARD: ServerInfo<'static> = ServerInfo {
    name: "board",
    version: "1.0.0",
    title: Some("Board with a lamp"),
    instructions: Some("Blink to find the board."),
    capabilities: CAPABILITIES,
    tools: &[
        Tool {
            name: "echo",
            description: "Returns its text",
            input_schema: concat!(
                r#"{"type":"object","properties":{"text":{"type":"string"}},"#,
                r#""required":["text"]}"#
            ),
            ..Tool::EMPTY
        },
        Tool { name: "greet", description: "Asks for a name and greets", ..Tool::EMPTY },
        Tool { name: "blink", description: "Blinks the lamp ten times", ..Tool::EMPTY },
        Tool { name: "reset", description: "Ends all subscriptions", ..Tool::EMPTY },
    ],
    resources: &[Resource {
        uri: LAMP,
        name: "lamp",
        description: Some("Whether the lamp is lit"),
        mime_type: Some(PLAIN),
        ..Resource::EMPTY
    }],
    templates: &[ResourceTemplate {
        uri_template: "board://pin/{number}",
        name: "pin",
        description: Some("The level of a pin"),
        mime_type: Some(PLAIN),
        ..ResourceTemplate::EMPTY
    }],
    prompts: &[Prompt {
        name: "describe",
        description: Some("Describes a part of the board"),
        arguments: &[PromptArgument {
            name: "part",
            required: Some(true),
            ..PromptArgument::EMPTY
        }],
        ..Prompt::EMPTY
    }],
    ..ServerInfo::EMPTY
};

const CAPABILITIES: Capabilities = Capabilities(
    Capabilities::RESOURCES_SUBSCRIBE.0
        | Capabilities::TOOLS_LIST_CHANGED.0
        | Capabilities::RESOURCES_LIST_CHANGED.0
        | Capabilities::PROMPTS_LIST_CHANGED.0
        | Capabilities::LOGGING.0
        | Capabilities::COMPLETIONS.0,
);

const LAMP: &str = "board://lamp";
const PINS: &str = "board://pin/";
const PLAIN: &str = "text/plain";
const PARTS: [&str; 3] = ["lamp", "pin", "port"];

/// The form, as text, like the schemas of the tools.
const NAME: Json<'static> = Json(concat!(
    r#"{"message":"Who is there?","requestedSchema":{"type":"object","#,
    r#""properties":{"name":{"type":"string"}},"required":["name"]}}"#
));

/// Blinks of one call.
const BLINKS: u8 = 10;

image::entry!(main);

fn main() -> ! {
    let (mut rx, mut tx, mut again) = ([0; 4096], [0; 4096], [0; 2048]);
    loop {
        // A message that does not fit into the buffer is lost, the server goes on.
        let _ = serve(&mut rx, &mut tx, &mut again);
    }
}

/// What the application remembers.
struct Board {
    /// The call that blinks, and how often it has.
    blinking: Ticket,
    blinks: u8,
    is_lit: bool,
    /// What is kept of the call that asked its user; one at a time.
    kept: [u8; 1024],
    kept_len: usize,
}

#[inline(never)]
fn serve(rx: &mut [u8], tx: &mut [u8], again: &mut [u8]) -> Result<(), Error> {
    let (mut connection, mut slots) = (Connection::NEW, [const { Slot::EMPTY }; 8]);
    let mut lines = Lines::new(rx);
    let mut server = Server::new(&BOARD, &mut connection, &mut slots);
    let mut board =
        Board { blinking: Ticket::NONE, blinks: 0, is_lit: false, kept: [0; 1024], kept_len: 0 };
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
        Event::CallTool(call) => tool(server, board, call, tx)?,
        Event::ReadResource(reading) => resource(server, board, reading, event, tx)?,
        Event::GetPrompt(call) if call.name() == "describe" => {
            let part = call.arg("part").map_or("board".into(), Into::into);
            let messages = server.messages(call.ticket(), tx).description("Describes a part");
            messages.text(Role::User, "Describe this part:").text(Role::User, prose(part)).end()?
        }
        Event::Complete(completing) => complete(server, completing, event, tx)?,
        Event::Answered(answered) => return resume(server, board, answered, tx, again),
        Event::Cancelled(cancelled) => {
            if cancelled.ticket() == board.blinking {
                board.blinking = Ticket::NONE;
            }
            // Nothing to give up where a listener ended.
            let _ = server.abandon(cancelled.ticket());
            return Ok(());
        }
        other => server.reply(other, tx)?,
    };
    write(out.line());
    Ok(())
}

fn prose(prose: sansmcp::schema::Prose<'_>) -> sansmcp::schema::Prose<'_> {
    prose
}

fn tool<'t>(
    server: &mut Server<'_>,
    board: &mut Board,
    call: &Call<'_>,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let ticket = call.ticket();
    if call.name() == "echo" {
        return match call.arg("text") {
            Some(text) => server.answer(ticket, tx).text(text).end(),
            None => server.answer(ticket, tx).fail("text is missing").end(),
        };
    }
    if call.name() == "greet" {
        return greet(server, board, call, tx);
    }
    if call.name() == "blink" && board.blinking == Ticket::NONE {
        (board.blinking, board.blinks) = (ticket, 0);
        return Ok(Out::NOTHING);
    }
    if call.name() == "reset" {
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
        return server.answer(ticket, tx).text("done").end();
    }
    server.answer(ticket, tx).fail("not now").end()
}

fn greet<'t>(
    server: &mut Server<'_>,
    board: &mut Board,
    call: &Call<'_>,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let Some(answer) = call.input("name") else {
        if !call.capabilities().contains(Capabilities::ELICITATION_FORM) {
            return server.answer(call.ticket(), tx).fail("nobody can be asked").end();
        }
        let ask = Ask { inputs: &[Input::elicit("name", &NAME)], ..Ask::EMPTY };
        let out = server.ask(call, &ask, now(), tx)?;
        keep(board, &out);
        return Ok(out);
    };
    let name = answer.get("content").and_then(|form| form.get("name")?.text());
    match name {
        Some(name) => server.answer(call.ticket(), tx).text("Hello,").text(name).end(),
        None => server.answer(call.ticket(), tx).fail("no name was given").end(),
    }
}

/// Keeps what makes the call again when its user has answered.
fn keep(board: &mut Board, out: &Out<'_>) {
    let kept = out.keep().as_bytes();
    board.kept_len = 0;
    if let Some(place) = board.kept.get_mut(..kept.len()) {
        place.iter_mut().zip(kept).for_each(|(to, from)| *to = *from);
        board.kept_len = kept.len();
    }
}

fn resume(
    server: &mut Server<'_>,
    board: &mut Board,
    answered: &Answered<'_>,
    tx: &mut [u8],
    again: &mut [u8],
) -> Result<(), Error> {
    let kept = board.kept.get(..board.kept_len).unwrap_or_default();
    let kept = sansmcp::json::text_of(kept).unwrap_or("");
    match server.resume(answered, kept, &Limits::DEFAULT, now(), again) {
        Ok(Resumed::Event(event)) => {
            if let Event::CallTool(call) = &event {
                write(tool(server, board, call, tx)?.line());
            }
        }
        Ok(Resumed::Asked(out)) => {
            keep(board, &out);
            write(out.line());
        }
        Err(_) => {
            let answer = server.answer(answered.parent(), tx).fail("no answer came");
            write(answer.end()?.line());
        }
    }
    Ok(())
}

/// One step of the call that blinks.
fn blink(server: &mut Server<'_>, board: &mut Board, tx: &mut [u8]) -> Result<(), Error> {
    let ticket = board.blinking;
    board.blinks = board.blinks.wrapping_add(1);
    board.is_lit = !board.is_lit;
    let (done, total) = (Number::from(i64::from(board.blinks)), Number::from(i64::from(BLINKS)));
    write(server.progress(ticket, done, Some(total), None, tx)?.line());
    write(server.log(ticket, Level::Info, Some("lamp"), "on and off", tx)?.line());
    let mut receivers = Receivers::NEW;
    while let Some(out) = server.updated(LAMP, &mut receivers, tx)? {
        write(out.line());
    }
    if board.blinks >= BLINKS {
        board.blinking = Ticket::NONE;
        write(server.answer(ticket, tx).text("blinked").end()?.line());
    }
    Ok(())
}

fn resource<'t>(
    server: &mut Server<'_>,
    board: &Board,
    reading: &Reading<'_>,
    event: &Event<'_>,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let uri = reading.uri().as_str().unwrap_or("");
    let value = match uri.strip_prefix(PINS) {
        Some("0" | "1") => "high",
        None if uri == LAMP => {
            if board.is_lit {
                "on"
            } else {
                "off"
            }
        }
        _ => return server.reply(event, tx),
    };
    server.contents(reading.ticket(), tx).text(uri, Some(PLAIN), value).end()
}

fn complete<'t>(
    server: &mut Server<'_>,
    completing: &Completing<'_>,
    event: &Event<'_>,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    if completing.name() != "part" {
        return server.reply(event, tx);
    }
    let typed = completing.value().as_str().unwrap_or("");
    let mut completion = server.completion(completing.ticket(), tx);
    for part in PARTS.into_iter().filter(|part| part.starts_with(typed)) {
        completion = completion.value(part);
    }
    completion.end()
}

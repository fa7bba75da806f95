//! What the application does with a server, whatever brings its messages.

use sansmcp::json::Number;
use sansmcp::schema::Prose;
use sansmcp::{Code, Error, Event, Out, Outcome, Server, Shape, Ticket};

use super::desk::{Desk, Done, Kept, Sent};
use super::features;
use super::transcript::bytes_of;

/// Does an action if it is one of these. An error is a fault of the transcript.
pub fn act(
    desk: &mut Desk,
    server: &mut Server<'_>,
    tx: &mut [u8],
    (verb, rest): (&str, &str),
    kept: &Kept,
) -> Result<Option<Done>, String> {
    if let Some(done) = features::act(desk, server, tx, (verb, rest), kept)? {
        return Ok(Some(done));
    }
    let ticket = kept.ticket();
    let mut pieces = Vec::new();
    let done: Result<Out<'_>, Error> = match verb {
        "keep" => {
            desk.keep(rest, kept.clone());
            Ok(Out::NOTHING)
        }
        "reply" => server.reply(&kept.event(), tx),
        "echo" => echo(server, &kept.event(), tx),
        "answer" => server.answer(ticket, tx).text(rest).end(),
        "fail" => server.answer(ticket, tx).fail(rest).end(),
        "result" => server.result(ticket, rest, tx),
        "error" => {
            let (code, message) = rest.split_once(' ').ok_or("error needs CODE TEXT")?;
            let code = Code(code.parse().map_err(|_| "not a code")?);
            server.error(ticket, code, message, "", tx)
        }
        "progress" => {
            let mut words = rest.splitn(3, ' ');
            let mut word = || words.next().ok_or("progress needs N TOTAL TEXT");
            let progress = Number::parse(word()?);
            let total = Some(word()?).filter(|total| *total != "-").map(Number::parse);
            let text = words.next().filter(|text| !text.is_empty()).map(Prose::from);
            server.progress(ticket, progress, total, text, tx)
        }
        "begin" => server.begin(ticket, shape_of(rest)?, tx),
        "piece" => put_all(server, ticket, rest.as_bytes(), tx, &mut pieces),
        "piecex" => {
            let data = bytes_of(rest).ok_or("not hexadecimal")?;
            put_all(server, ticket, &data, tx, &mut pieces)
        }
        "end" => {
            let failure = Some(rest).filter(|text| !text.is_empty()).map(Prose::from);
            server.end(ticket, failure, tx)
        }
        "begin_reply" => server.begin_reply(&kept.event(), tx),
        "cancelled" => {
            let is = if server.is_cancelled(ticket) { "yes" } else { "no" };
            same(is, rest)?;
            Ok(Out::NOTHING)
        }
        "abandon" => server.abandon(ticket).map(|()| Out::NOTHING),
        _ => return Ok(None),
    };
    let mut done = done_of(done);
    pieces.append(&mut done.sent);
    Ok(Some(Done { sent: pieces, ..done }))
}

/// What came of one call.
pub fn done_of(done: Result<Out<'_>, Error>) -> Done {
    match done {
        Ok(out) => Done { sent: vec![Sent::of(&out)], ..Done::NOTHING },
        Err(error) => Done { lines: vec![error_line(error)], ..Done::NOTHING },
    }
}

pub fn same(found: &str, expected: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}

/// What the README's echo server does with an event.
fn echo<'t>(
    server: &mut Server<'_>,
    event: &Event<'_>,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    match event {
        Event::CallTool(call) if call.name() == "echo" => match call.arg("text") {
            Some(text) => server.answer(call.ticket(), tx).text(text).end(),
            None => server.answer(call.ticket(), tx).fail("text is missing").end(),
        },
        other => server.reply(other, tx),
    }
}

/// All of `data` in pieces, as many as it takes.
fn put_all<'t>(
    server: &mut Server<'_>,
    ticket: Ticket,
    data: &[u8],
    tx: &mut [u8],
    pieces: &mut Vec<Sent>,
) -> Result<Out<'t>, Error> {
    let mut rest = data;
    loop {
        let (taken, out) = server.piece(ticket, rest, tx)?;
        pieces.push(Sent::of(&out));
        rest = &rest[taken..];
        if rest.is_empty() {
            return Ok(Out::NOTHING);
        }
    }
}

fn shape_of(words: &str) -> Result<Shape<'_>, String> {
    let mut words = words.split(' ');
    let kind = words.next();
    let mut word = || words.next().ok_or("begin needs a type");
    Ok(match kind {
        Some("text") => Shape::Text,
        Some("image") => Shape::Image(word()?),
        Some("audio") => Shape::Audio(word()?),
        Some("blob") => Shape::Blob(word()?, word()?),
        Some("contents") => Shape::Contents(word()?, word()?),
        Some("bytes") => Shape::Bytes(word()?, word()?),
        _ => return Err("begin what?".into()),
    })
}

pub fn error_line(error: Error) -> String {
    match error {
        Error::Short { need } => format!("? short {need}"),
        Error::Stale => "? stale".into(),
        Error::Streaming => "? streaming".into(),
        Error::Busy => "? busy".into(),
        Error::NotSupported => "? not_supported".into(),
        Error::NotJson => "? not_json".into(),
        Error::NotText => "? not_text".into(),
        Error::UseAsk => "? use_ask".into(),
        Error::Undeclared => "? undeclared".into(),
        Error::NotReady => "? not_ready".into(),
        Error::Rejected => "? rejected".into(),
        other => format!("? {other}"),
    }
}

/// The line of an event.
pub fn line_of(event: &Event<'_>) -> String {
    let (kind, text, parts) = event.raw();
    let id = parts.id.of(text).unwrap_or("-");
    let head = format!("= {} {id}", kind.name());
    match event {
        Event::CallTool(call) => format!("{head} {}", call.name().raw()),
        Event::GetPrompt(call) => format!("{head} {}", call.name().raw()),
        Event::ReadResource(read) | Event::Subscribe(read) | Event::Unsubscribe(read) => {
            format!("{head} {}", read.uri().raw())
        }
        Event::Complete(complete) => {
            format!("{head} {} {}", complete.name().raw(), complete.value().raw())
        }
        Event::SetLevel(set) => format!("{head} {}", set.level().name()),
        Event::Answered(answered) => match answered.outcome() {
            Outcome::Result(result) => format!("{head} result {}", result.as_str()),
            Outcome::Error(error) => format!("{head} error {}", error.as_str()),
            Outcome::Malformed => format!("{head} malformed"),
            Outcome::Expired => format!("{head} expired"),
        },
        Event::Request(call) => format!("{head} {}", call.method_name().raw()),
        Event::Notification(message) => format!("{head} {}", message.method_name().raw()),
        Event::Cancelled(cancelled) => {
            format!("{head} {}", cancelled.reason().map_or("-", |reason| reason.raw()))
        }
        Event::Refused(refused) => format!("{head} {}", refused.refusal().words().code.0),
        _ => head,
    }
}

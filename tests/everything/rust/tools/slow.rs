//! Tools that take time: jobs, whose steps leave room for others.

use sansmcp::json::Number;
use sansmcp::rules::Level;
use sansmcp::schema::{Elicit, Form};
use sansmcp::{Call, Input, Out};

use super::{Fixture, integer, plain, with};
use crate::answers::{NAME, Said};
use crate::desk::Desk;
use crate::jobs::Stepped;

/// Milliseconds between two steps.
const STEP: u64 = 50;
/// Milliseconds that `test_wait` takes at most.
const LONGEST: i64 = 60_000;
/// Milliseconds that `test_reconnection` takes.
const RECONNECTING: u64 = 200;
/// After how many milliseconds its client is asked to come back.
const RETRY: u32 = 100;

pub static TOOLS: &[Fixture] = &[
    plain(
        "test_tool_with_progress",
        "Takes a tenth of a second and reports its progress",
        |desk, call, _| desk.begin(call, progress),
    ),
    plain(
        "test_tool_with_logging",
        "Takes a tenth of a second and logs what it does",
        |desk, call, _| desk.begin(call, logging),
    ),
    plain("test_logging_tool", "Logs at several levels", |desk, call, tx| {
        for (level, text) in [
            (Level::Debug, "A detail"),
            (Level::Info, "What goes on"),
            (Level::Warning, "Worth a look"),
            (Level::Error, "An error, were it one"),
        ] {
            // Below the level that the client asked for this sends nothing.
            let out = desk.server.log(call.ticket(), level, Some("everything"), text, tx)?;
            (desk.send)(out);
        }
        desk.server.answer(call.ticket(), tx).text("Logged.").end()
    }),
    with(
        "test_wait",
        "Waits, and reports its progress twenty times a second",
        r#"{"type":"object","properties":{"milliseconds":{"type":"integer","minimum":0,
"maximum":60000}}}"#,
        |desk, call, tx| match milliseconds(call) {
            0..=LONGEST => desk.begin(call, wait),
            _ => desk.server.answer(call.ticket(), tx).fail("milliseconds is out of bounds").end(),
        },
    ),
    plain(
        "test_streaming_elicitation",
        "Sends notifications, then asks for a name",
        |desk, call, tx| match call.input("user_name").map(|answer| Said::field(answer, "name")) {
            None => desk.begin(call, streaming),
            Some(Said::Yes(name)) => {
                desk.server.answer(call.ticket(), tx).text(&*format!("Hello, {name}!")).end()
            }
            Some(Said::No(how)) => {
                desk.server.answer(call.ticket(), tx).text(&*format!("No name: {how}")).end()
            }
            Some(Said::Nonsense) => desk.invalid(call, "user_name is not an answer", tx),
        },
    ),
    plain(
        "test_reconnection",
        "Answers after a while; over HTTP its event stream ends before",
        |desk, call, _| desk.begin(call, reconnection),
    ),
];

/// 0, 50 and 100 of 100, then the answer.
fn progress<'t>(
    desk: &mut Desk<'_, '_>,
    call: &Call<'_>,
    step: u32,
    tx: &'t mut [u8],
) -> Stepped<'t> {
    if step == 3 {
        let answer = desk.server.answer(call.ticket(), tx);
        return Ok((answer.text("Progress complete.").end()?, None));
    }
    let done = Number::Int(i64::from(step) * 50);
    let total = Some(Number::Int(100));
    Ok((desk.server.progress(call.ticket(), done, total, None, tx)?, Some(STEP)))
}

fn logging<'t>(
    desk: &mut Desk<'_, '_>,
    call: &Call<'_>,
    step: u32,
    tx: &'t mut [u8],
) -> Stepped<'t> {
    let text = match step {
        0 => "Tool execution started",
        1 => "Tool processing data",
        2 => "Tool execution completed",
        _ => {
            let answer = desk.server.answer(call.ticket(), tx);
            return Ok((answer.text("Logging complete.").end()?, None));
        }
    };
    let out = desk.server.log(call.ticket(), Level::Info, None, text, tx)?;
    Ok((out, Some(if step == 2 { 0 } else { STEP })))
}

/// Nothing for a while, in which the stream ends and is taken up again, then the answer.
fn reconnection<'t>(
    desk: &mut Desk<'_, '_>,
    call: &Call<'_>,
    step: u32,
    tx: &'t mut [u8],
) -> Stepped<'t> {
    if step == 0 {
        // On a pipe there is no stream to end.
        desk.work.news.put_off.push((call.ticket(), RETRY));
        return Ok((Out::NOTHING, Some(RECONNECTING)));
    }
    let answer = desk.server.answer(call.ticket(), tx);
    Ok((answer.text("Answered, whether the stream broke or not.").end()?, None))
}

fn milliseconds(call: &Call<'_>) -> i64 {
    integer(call, "milliseconds", 100).unwrap_or(-1)
}

fn wait<'t>(desk: &mut Desk<'_, '_>, call: &Call<'_>, step: u32, tx: &'t mut [u8]) -> Stepped<'t> {
    let total = milliseconds(call);
    let done = i64::from(step) * STEP as i64;
    if done >= total {
        let answer = desk.server.answer(call.ticket(), tx);
        return Ok((answer.text(&*format!("Waited {total} ms.")).end()?, None));
    }
    let message = Some("waiting".into());
    let out = desk.server.progress(
        call.ticket(),
        Number::Int(done),
        Some(Number::Int(total)),
        message,
        tx,
    )?;
    Ok((out, Some(STEP.min((total - done) as u64))))
}

/// A log message, progress, then the question that ends it until the answer comes.
fn streaming<'t>(
    desk: &mut Desk<'_, '_>,
    call: &Call<'_>,
    step: u32,
    tx: &'t mut [u8],
) -> Stepped<'t> {
    let ticket = call.ticket();
    match step {
        0 => Ok((desk.server.log(ticket, Level::Info, None, "About to ask", tx)?, Some(STEP))),
        1 => {
            let total = Some(Number::Int(2));
            Ok((desk.server.progress(ticket, Number::Int(1), total, None, tx)?, Some(STEP)))
        }
        _ => {
            let params = Elicit {
                message: "What is your name?".into(),
                requested_schema: Form { properties: NAME, required: &["name"], ..Form::EMPTY },
                ..Elicit::EMPTY
            };
            Ok((desk.ask(call, &[Input::elicit("user_name", &params)], "", tx)?, None))
        }
    }
}

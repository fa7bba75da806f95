//! The actions of the whole server: resources, prompts, completion, logging, listeners, questions.

use sansmcp::json::Raw;
use sansmcp::rules::{Capabilities, Level, Method};
use sansmcp::schema::{Json, Role};
use sansmcp::{Ask, Error, Event, Input, Limits, Out, Resumed, Server, Ticket, What};

use super::acts::{done_of, error_line, line_of, same};
use super::desk::{Desk, Done, Kept};
use super::transcript::bytes_of;

/// Does an action if it is one of these; an error is a fault of the transcript.
pub fn act(
    desk: &mut Desk,
    server: &mut Server<'_>,
    tx: &mut [u8],
    (verb, rest): (&str, &str),
    kept: &Kept,
) -> Result<Option<Done>, String> {
    let ticket = kept.ticket();
    let (now, limits) = (desk.now, desk.limits);
    let nothing: Result<Out<'_>, Error> = Ok(Out::NOTHING);
    let done = match verb {
        "limits" => {
            let (idle, hard) = rest.split_once(' ').ok_or("limits needs IDLE HARD")?;
            let number = |text: &str| text.parse().map_err(|_| format!("{text} is no number"));
            desk.limits = Limits { idle_ms: number(idle)?, hard_ms: number(hard)? };
            nothing
        }
        "kept" => {
            same(desk.questions.get(&ticket).map_or("-", String::as_str), rest)?;
            nothing
        }
        "input" => {
            let (key, wanted) = rest.split_once(' ').ok_or("input needs KEY JSON")?;
            let event = kept.event();
            same(event.request().input(key).map_or("-", |input| input.as_str()), wanted)?;
            nothing
        }
        "state" => {
            let event = kept.event();
            same(event.request().request_state().map_or("-", |state| state.raw()), rest)?;
            nothing
        }
        "resume" => return resume(desk, server, tx, kept).map(Some),
        "ask" => return ask(desk, server, tx, rest, kept).map(Some),
        "contents" => {
            let (uri, text) = rest.split_once(' ').ok_or("contents needs URI TEXT")?;
            server.contents(ticket, tx).text(uri, Some("text/plain"), text).end()
        }
        "contents_hex" => {
            let (uri, hex) = rest.split_once(' ').ok_or("contents_hex needs URI HEX")?;
            let data = bytes_of(hex).ok_or("not hexadecimal")?;
            server.contents(ticket, tx).blob(uri, None, &data).end()
        }
        "no_contents" => server.contents(ticket, tx).end(),
        "messages" => server.messages(ticket, tx).text(Role::User, rest).end(),
        "values" => {
            let values = rest.split(' ').filter(|value| !value.is_empty());
            values.fold(server.completion(ticket, tx), |draft, value| draft.value(value)).end()
        }
        "many_values" => {
            let count: u32 = rest.parse().map_err(|_| "many_values needs a number")?;
            (0..count)
                .fold(server.completion(ticket, tx), |draft, at| {
                    draft.value(format!("v{at}").as_str())
                })
                .end()
        }
        "log" | "log_connection" => {
            let mut words = rest.splitn(3, ' ');
            let mut word = || words.next().ok_or("log needs LEVEL LOGGER TEXT");
            let level = level_of(word()?)?;
            let logger = Some(word()?).filter(|logger| *logger != "-");
            let ticket = if verb == "log" { ticket } else { Ticket::NONE };
            server.log(ticket, level, logger, word()?, tx)
        }
        "changed" => {
            server.changed(what_of(rest)?);
            nothing
        }
        "accept" => {
            let event = kept.event();
            let Event::Listen(listen) = &event else { return Err("not a listen".into()) };
            let chosen: Vec<_> = rest.split(' ').collect();
            server.accept(listen, &mut |uri| chosen.iter().any(|one| uri == **one), tx)
        }
        "end_listen" => server.end_listen(ticket).and(nothing),
        "request" | "request_connection" => {
            let (method, params) = rest.split_once(' ').ok_or("request needs METHOD PARAMS")?;
            let parent = if verb == "request" { ticket } else { Ticket::NONE };
            let params = Json(params);
            server.request(parent, method, &params, &limits, now, tx).map(|(_, out)| out)
        }
        "notify" | "notify_connection" => {
            let (method, params) = rest.split_once(' ').ok_or("notify needs METHOD PARAMS")?;
            let ticket = if verb == "notify" { ticket } else { Ticket::NONE };
            server.notify(ticket, method, &Json(params), tx)
        }
        "undeclared" => server.undeclared(ticket, capabilities_of(rest)?, tx),
        _ => return Ok(None),
    };
    Ok(Some(done_of(done)))
}

/// `ask STATE {"KEY":{"method":…,"params":…},…}`; `-` for no state.
fn ask(
    desk: &mut Desk,
    server: &mut Server<'_>,
    tx: &mut [u8],
    rest: &str,
    kept: &Kept,
) -> Result<Done, String> {
    let (state, inputs) = rest.split_once(' ').ok_or("ask needs STATE INPUTS")?;
    let inputs = Raw::parse(inputs.as_bytes()).map_err(|_| "the inputs are not JSON")?;
    let mut asked = Vec::new();
    for (key, input) in inputs.members() {
        let method = input.get("method").and_then(|method| method.text()?.as_str());
        let method = match method.ok_or("an input without a method")? {
            "elicitation/create" => Method::Elicit,
            "sampling/createMessage" => Method::CreateMessage,
            "roots/list" => Method::ListRoots,
            _ => Method::Custom,
        };
        let params = Json(input.get("params").map_or("{}", |params| params.as_str()));
        asked.push((key.as_str().ok_or("a key with escapes")?, method, params));
    }
    let inputs: Vec<_> =
        asked.iter().map(|(key, method, params)| Input { key, method: *method, params }).collect();
    let state = if state == "-" { "" } else { state };
    let ask = Ask { inputs: &inputs, state, limits: desk.limits };
    let done = server.ask(&kept.event().request(), &ask, desk.now, tx);
    remember(desk, kept.ticket(), &done);
    Ok(done_of(done))
}

/// The call again, as an event line and as the last event; or the next question.
fn resume(
    desk: &mut Desk,
    server: &mut Server<'_>,
    tx: &mut [u8],
    kept: &Kept,
) -> Result<Done, String> {
    let event = kept.event();
    let Event::Answered(answered) = &event else { return Err("not an answer".into()) };
    let call = answered.parent();
    let question = desk.questions.get(&call).cloned().unwrap_or_default();
    Ok(match server.resume(answered, &question, &desk.limits, desk.now, tx) {
        Ok(Resumed::Event(event)) => {
            desk.set_last(&event);
            desk.questions.remove(&call);
            Done { lines: vec![line_of(&event)], ..Done::NOTHING }
        }
        Ok(Resumed::Asked(out)) => {
            desk.questions.insert(call, out.keep().to_owned());
            done_of(Ok(out))
        }
        Err(error) => Done { lines: vec![error_line(error)], ..Done::NOTHING },
    })
}

fn remember(desk: &mut Desk, call: Ticket, done: &Result<Out<'_>, Error>) {
    if let Ok(out) = done
        && !out.keep().is_empty()
    {
        desk.questions.insert(call, out.keep().to_owned());
    }
}

fn level_of(name: &str) -> Result<Level, String> {
    Level::ALL.into_iter().find(|level| level.name() == name).ok_or(format!("no level {name}"))
}

fn what_of(name: &str) -> Result<What, String> {
    Ok(match name {
        "tools" => What::Tools,
        "prompts" => What::Prompts,
        "resources" => What::Resources,
        _ => return Err(format!("no list {name}")),
    })
}

fn capabilities_of(names: &str) -> Result<Capabilities, String> {
    let mut all = Capabilities::NONE;
    for name in names.split(' ') {
        all |= match name {
            "roots" => Capabilities::ROOTS,
            "sampling" => Capabilities::SAMPLING,
            "sampling.tools" => Capabilities::SAMPLING_TOOLS,
            "elicitation" => Capabilities::ELICITATION_FORM,
            "elicitation.url" => Capabilities::ELICITATION_URL,
            _ => return Err(format!("no capability {name}")),
        };
    }
    Ok(all)
}

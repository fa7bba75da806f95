//! The actions of the whole server: resources, prompts, completion, logging, listeners, questions.

use sansmcp::json::Raw;
use sansmcp::rules::{Capabilities, Level, Method};
use sansmcp::schema::{Json, Role};
use sansmcp::{
    Ask, Error, Event, Input, Limits, Out, Receivers, Resumed, Route, Server, Ticket, What,
};

use super::transcript::bytes_of;
use super::world::{Kept, World, error_line, line_of, same, sent};

type Lines = Option<Vec<String>>;

/// Does an action if it is one of these; an error is a fault of the transcript.
pub fn act(world: &mut World, verb: &str, rest: &str, kept: &Kept) -> Result<Lines, String> {
    let ticket = kept.ticket();
    let now = world.now;
    match verb {
        "limits" => {
            let (idle, hard) = rest.split_once(' ').ok_or("limits needs IDLE HARD")?;
            let number = |text: &str| text.parse().map_err(|_| format!("{text} is no number"));
            world.limits = Limits { idle_ms: number(idle)?, hard_ms: number(hard)? };
            return Ok(Some(Vec::new()));
        }
        "kept" => {
            let question = world.questions.get(&ticket).map_or("-", String::as_str);
            same(question, rest)?;
            return Ok(Some(Vec::new()));
        }
        "input" => {
            let (key, wanted) = rest.split_once(' ').ok_or("input needs KEY JSON")?;
            let event = kept.event();
            same(event.request().input(key).map_or("-", |input| input.as_str()), wanted)?;
            return Ok(Some(Vec::new()));
        }
        "state" => {
            let event = kept.event();
            same(event.request().request_state().map_or("-", |state| state.raw()), rest)?;
            return Ok(Some(Vec::new()));
        }
        "resume" => return resume(world, kept).map(Some),
        "expire" => return Ok(Some(expire(world))),
        "updated" => return Ok(Some(updated(world, rest))),
        "ask" => return ask(world, rest, kept).map(Some),
        _ => {}
    }
    let limits = world.limits;
    let (mut server, tx) = world.parts();
    let nothing: Result<Out<'_>, Error> = Ok(Out::NOTHING);
    let done = match verb {
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
        "listens" => {
            same(&server.listens().count().to_string(), rest)?;
            nothing
        }
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
        "deadline" => {
            let deadline = server.next_deadline();
            same(&deadline.map_or("-".to_owned(), |at| at.to_string()), rest)?;
            nothing
        }
        "closed" => {
            server.closed(Route::PIPE);
            nothing
        }
        _ => return Ok(None),
    };
    let (lines, bytes) = lines_of(done);
    world.wire.extend(bytes);
    Ok(Some(lines))
}

fn lines_of(done: Result<Out<'_>, Error>) -> (Vec<String>, Vec<u8>) {
    match done {
        Ok(out) if out.is_empty() => (Vec::new(), Vec::new()),
        Ok(out) => (vec![sent(out.line())], out.line().to_vec()),
        Err(error) => (vec![error_line(error)], Vec::new()),
    }
}

/// `ask STATE {"KEY":{"method":…,"params":…},…}`; `-` for no state.
fn ask(world: &mut World, rest: &str, kept: &Kept) -> Result<Vec<String>, String> {
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
    let ask = Ask { inputs: &inputs, state, limits: world.limits };
    let now = world.now;
    let ticket = kept.ticket();
    let (mut server, tx) = world.parts();
    let done = server.ask(&kept.event().request(), &ask, now, tx);
    let keep = done.map_or(String::new(), |out| out.keep().to_owned());
    let (lines, bytes) = lines_of(done);
    if !keep.is_empty() {
        world.questions.insert(ticket, keep);
    }
    world.wire.extend(bytes);
    Ok(lines)
}

/// The call again, as an event line and as the last event; or the next question.
fn resume(world: &mut World, kept: &Kept) -> Result<Vec<String>, String> {
    let event = kept.event();
    let Event::Answered(answered) = &event else { return Err("not an answer".into()) };
    let question = world.questions.get(&answered.parent()).cloned().unwrap_or_default();
    let (now, limits) = (world.now, world.limits);
    let (mut server, tx) = world.parts();
    match server.resume(answered, &question, &limits, now, tx) {
        Ok(Resumed::Event(event)) => {
            let line = line_of(&event);
            let kept = Kept::of(&event);
            world.questions.remove(&answered.parent());
            world.set_last(kept);
            Ok(vec![line])
        }
        Ok(Resumed::Asked(out)) => {
            let keep = out.keep().to_owned();
            let (lines, bytes) = lines_of(Ok(out));
            world.wire.extend(bytes);
            world.questions.insert(answered.parent(), keep);
            Ok(lines)
        }
        Err(error) => Ok(vec![error_line(error)]),
    }
}

fn expire(world: &mut World) -> Vec<String> {
    let now = world.now;
    let mut lines = Vec::new();
    loop {
        let (mut server, _) = world.parts();
        let Some(event) = server.expire(now) else { return lines };
        let (line, kept) = (line_of(&event), Kept::of(&event));
        world.set_last(kept);
        lines.push(line);
    }
}

fn updated(world: &mut World, uri: &str) -> Vec<String> {
    let mut receivers = Receivers::NEW;
    let mut lines = Vec::new();
    let mut wire = Vec::new();
    loop {
        let (mut server, tx) = world.parts();
        match next_update(&mut server, uri, &mut receivers, tx) {
            Ok(Some(bytes)) => {
                lines.push(sent(&bytes));
                wire.extend(bytes);
            }
            Ok(None) => break,
            Err(error) => {
                lines.push(error_line(error));
                break;
            }
        }
    }
    world.wire.extend(wire);
    lines
}

fn next_update(
    server: &mut Server<'_>,
    uri: &str,
    receivers: &mut Receivers,
    tx: &mut [u8],
) -> Result<Option<Vec<u8>>, Error> {
    Ok(server.updated(uri, receivers, tx)?.map(|out| out.line().to_vec()))
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

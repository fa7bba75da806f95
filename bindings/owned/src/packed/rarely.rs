//! What is rarely done, behind one call: its name, its arguments as the JSON text of an object, and
//! bytes that stand beside it. The members have the names of the arguments of [`Server`]'s calls,
//! and objects are the protocol's, with the index of bytes where bytes in Base64 would stand.

use sansmcp::json::Raw;
use sansmcp::rules::{Level, What};
use sansmcp::schema::CacheHint;
use sansmcp::{Limits, Ticket};

use super::{Packed, nothing, pack, pack_call, pack_done, pack_event};
use crate::annotations::role;
use crate::ask::{Input, Params, Resumed};
use crate::block::{Block, Part, Words, bytes_at};
use crate::capability::{client_capability, client_names};
use crate::catalog::{Offer, Prompt, Resource, ResourceTemplate};
use crate::client::{method_of, what_name};
use crate::completion::Completion;
use crate::contents::Contents;
use crate::event::{Event, decoded};
use crate::messages::Messages;
use crate::object::string;
use crate::question::Question;
use crate::read::{Place, ReadError, cache, tool};
use crate::record::event_of;
use crate::server::Server;

type Done = Result<Vec<u8>, ReadError>;

impl Packed {
    /// Does what is called so. Events are the first of the bytes, as records.
    ///
    /// # Errors
    /// Says which member is missing or of the wrong kind.
    pub fn rarely(&mut self, verb: &str, arguments: &str, data: &[&[u8]]) -> Done {
        let (server, it) = (&mut self.0, &Place::root(arguments)?);
        match verb {
            "contents" => contents(server, it, data),
            "messages" => messages(server, it, data),
            "completion" => completion(server, it),
            "log" => log(server, it),
            "notify" => {
                let (method, params) = (it.get("method").required()?, params(it));
                Ok(pack(server.notify(ticket(it)?, session(it)?, &method, &params)))
            }
            "undeclared" => undeclared(server, it),
            "ask" => ask(server, it, event(data)?),
            "resume" => resume(server, it, event(data)?),
            "request" => {
                let (method, params) = (it.get("method").required()?, params(it));
                let (limits, now) = (limits(it)?, now(server, it)?);
                let (ticket, session) = (ticket(it)?, session(it)?);
                Ok(pack_call(server.request(ticket, session, &method, &params, limits, now)))
            }
            "expire" => {
                let now = now(server, it)?;
                Ok(pack_event(server.expire(now).as_ref()))
            }
            "accept" => {
                let uris = it.get("uris").list(Place::required)?;
                let takes = |uri: &str| uris.iter().any(|one| one == uri);
                Ok(pack(server.accept(&event(data)?, &takes)))
            }
            "endListen" => Ok(pack_done(server.end_listen(ticket(it)?))),
            "changed" => {
                let what = it.get("what");
                let name = what.required()?;
                let found = What::ALL.into_iter().find(|one| what_name(*one) == name);
                server.changed(found.ok_or_else(|| what.wrong("tools, resources or prompts"))?);
                Ok(nothing())
            }
            "offer" => offer(server, it),
            _ => Err(ReadError::new("there is no such verb")),
        }
    }
}

fn event(data: &[&[u8]]) -> Result<Event, ReadError> {
    let event = data.first().and_then(|record| event_of(record));
    event.ok_or_else(|| ReadError::new("an event is needed"))
}

fn ticket(it: &Place<'_>) -> Result<Ticket, ReadError> {
    Ok(Ticket::from_number(it.get("ticket").whole(1 << 53)?.unwrap_or(0)))
}

fn session(it: &Place<'_>) -> Result<u16, ReadError> {
    Ok(it.get("session").whole(u64::from(u16::MAX))?.unwrap_or(0) as u16)
}

/// The JSON text of an object, or a value that is one. The core says so if it is none.
fn params(it: &Place<'_>) -> String {
    let params = it.get("params").value();
    params.map_or_else(
        || "{}".to_owned(),
        |value| value.text().map_or_else(|| value.as_str().to_owned(), decoded),
    )
}

/// The time; what no clock shows is after all of them.
fn now(server: &Server, it: &Place<'_>) -> Result<u64, ReadError> {
    let read = |value: Raw<'_>| {
        let number = value.number()?.as_i64();
        Some(number.map_or(u64::MAX, |ms| u64::try_from(ms).unwrap_or(0)))
    };
    Ok(it.get("now").optional("a number", read)?.unwrap_or(server.latest()))
}

fn limits(it: &Place<'_>) -> Result<Limits, ReadError> {
    let read = |key: &str, usual: u32| {
        let whole = it.get(key).whole(u64::from(u32::MAX))?;
        Ok(whole.map_or(usual, |ms| ms as u32))
    };
    let usual = Limits::DEFAULT;
    Ok(Limits { idle_ms: read("idleMs", usual.idle_ms)?, hard_ms: read("hardMs", usual.hard_ms)? })
}

fn as_written(it: &Place<'_>) -> Option<String> {
    it.value().map(|value| value.as_str().to_owned())
}

fn contents(server: &mut Server, it: &Place<'_>, data: &[&[u8]]) -> Done {
    let bytes = |place: &Place<'_>| bytes_at(data, place);
    let hint = it.get("cache");
    let hint: Option<CacheHint> = if hint.is_none() { None } else { Some(cache(&hint)?) };
    let contents = Contents {
        parts: it.get("contents").list(|place| Part::read(place, &bytes))?,
        cache: hint,
        meta: as_written(&it.get("_meta")),
    };
    Ok(pack(server.contents(ticket(it)?, &contents)))
}

fn messages(server: &mut Server, it: &Place<'_>, data: &[&[u8]]) -> Done {
    let bytes = |place: &Place<'_>| bytes_at(data, place);
    let messages = Messages {
        messages: it.get("messages").list(|place| {
            Ok((role(&place.get("role"))?, Block::read(&place.get("content"), &bytes)?))
        })?,
        description: it.get("description").text()?,
        meta: as_written(&it.get("_meta")),
    };
    Ok(pack(server.messages(ticket(it)?, &messages)))
}

fn completion(server: &mut Server, it: &Place<'_>) -> Done {
    let completion = Completion {
        values: it.get("values").list(Words::read)?,
        total: it.get("total").whole(1 << 53)?,
        has_more: it.get("hasMore").bool()?.unwrap_or(false),
        meta: as_written(&it.get("_meta")),
    };
    Ok(pack(server.completion(ticket(it)?, &completion)))
}

fn log(server: &mut Server, it: &Place<'_>) -> Done {
    let (level, logger) = (it.get("level"), it.get("logger").text()?);
    let name = level.required()?;
    let found = Level::ALL.into_iter().find(|one| one.name() == name);
    let found = found.ok_or_else(|| level.wrong("a level of log messages"))?;
    // `null` says something, too.
    let data = it.value().and_then(|it| it.get("data")).unwrap_or(Raw::NULL);
    let (ticket, session) = (ticket(it)?, session(it)?);
    Ok(pack(server.log(ticket, session, found, logger.as_deref(), data.as_str())))
}

fn undeclared(server: &mut Server, it: &Place<'_>) -> Done {
    let one = |place: &Place<'_>| {
        let capability = client_capability(&place.required()?);
        capability.ok_or_else(|| place.wrong("the name of a client's capability"))
    };
    let names = it.get("names");
    let needed = names.list(one)?.into_iter().reduce(|all, one| all | one);
    let needed = needed.ok_or_else(|| names.wrong("one capability or more"))?;
    Ok(pack(server.undeclared(ticket(it)?, needed)))
}

fn input(place: &Place<'_>) -> Result<Input, ReadError> {
    let method = method_of(&place.get("method").required()?);
    let given = place.get("params").value();
    // What is written already goes out as it is.
    let params = match given.map(|given| (given, given.text())) {
        None => Params::Json("{}".to_owned()),
        Some((_, Some(text))) => Params::Json(decoded(text)),
        Some((given, None)) => Params::Read(Question::from_json(method, given.as_str())?),
    };
    Ok(Input { key: place.get("key").required()?, method, params })
}

/// What a client must have declared for the JSON text of an input: the names, in that of an array.
///
/// # Errors
/// Says what is wrong with the input.
pub fn needs(text: &str) -> Result<String, ReadError> {
    let needs = input(&Place::root(text)?)?.needs();
    let needs = needs.map_err(|_| ReadError::new("params must be an object"))?;
    let names: Vec<String> = client_names(needs).map(string).collect();
    Ok(format!("[{}]", names.join(",")))
}

fn ask(server: &mut Server, it: &Place<'_>, event: Event) -> Done {
    let inputs = it.get("inputs").list(input)?;
    let (limits, now) = (limits(it)?, now(server, it)?);
    let state = it.get("state").text()?.unwrap_or_default();
    Ok(pack(server.ask(&event, &inputs, &state, limits, now)))
}

fn resume(server: &mut Server, it: &Place<'_>, event: Event) -> Done {
    let (limits, now, kept) = (limits(it)?, now(server, it)?, it.get("kept").required()?);
    Ok(match server.resume(&event, &kept, limits, now) {
        Ok(Resumed::Event(event)) => pack_event(Some(&event)),
        Ok(Resumed::Asked(output)) => pack(Ok(output)),
        Err(error) => pack(Err(error)),
    })
}

fn offer(server: &mut Server, it: &Place<'_>) -> Done {
    fn table<T>(
        place: &Place<'_>,
        read: impl Fn(&Place<'_>) -> Result<T, ReadError>,
    ) -> Result<Option<Vec<T>>, ReadError> {
        if place.is_none() { Ok(None) } else { place.list(read).map(Some) }
    }
    let offer = Offer {
        tools: table(&it.get("tools"), tool)?,
        resources: table(&it.get("resources"), Resource::read)?,
        templates: table(&it.get("templates"), ResourceTemplate::read)?,
        prompts: table(&it.get("prompts"), Prompt::read)?,
    };
    Ok(pack_done(server.offer(offer)))
}

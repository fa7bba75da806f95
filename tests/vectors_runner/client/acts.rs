//! What the application of a client does.

use sansmcp::client::{Event, Given, Listed, NeededInput, Policy, Subscription, tools};
use sansmcp::rules::Level;
use sansmcp::schema::{CacheScope, Json, Object, SubscriptionFilter};
use sansmcp::{Code, Error, Limits, Revision, Route, Ticket};

use super::super::acts::same;
use super::desk::{Called, Gift};
use super::lines::error_line;
use super::world::{World, Written};

use sansmcp::client::Options;

type Lines = Result<Vec<String>, String>;

/// The name behind `@`, and the rest.
fn named(rest: &str) -> (&str, &str) {
    match rest.strip_prefix('@') {
        Some(named) => named.split_once(' ').unwrap_or((named, "")),
        None => ("", rest),
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}

fn check(found: &str, expected: &str) -> Lines {
    same(found, expected).map(|()| Vec::new())
}

impl World {
    /// Does what the application does, and gives the lines that come of it. An error is a fault
    /// of the transcript.
    pub fn act(&mut self, action: &str) -> Lines {
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        let (name, rest) = named(rest);
        match verb {
            "connect" => {
                let policy = self.desk.policy;
                let done = self.with(|client, now| client.connect(&policy, now));
                Ok(done.err().map(error_line).into_iter().collect())
            }
            "next" => {
                let written = self.write(&mut |client, tx| {
                    client.next_output(tx).map(|out| Written::of_option(out.as_ref()))
                })?;
                self.send(written)
            }
            "call" => self.call(name, rest),
            "again" => self.again(name),
            "cancel" => {
                let ticket = self.desk.ticket_of(name)?;
                let done = self.with(|client, _| client.cancel(ticket));
                Ok(done.err().map(error_line).into_iter().collect())
            }
            "listen" | "unlisten" => self.listen(verb, name, rest),
            "give" | "accept" => {
                let (key, text) = rest.split_once(' ').ok_or("needs KEY JSON")?;
                let key = if key == "-" { "" } else { key }.to_owned();
                let text = text.to_owned();
                let gift = if verb == "give" { Gift::Result(text) } else { Gift::Content(text) };
                self.desk.gifts.push((key, gift));
                Ok(Vec::new())
            }
            "provide" => self.provide(name),
            "expire" => Ok(self.expire()),
            "closed" => {
                self.with(|client, now| client.closed(Route::PIPE, now));
                Ok(self.expire())
            }
            "broken" => {
                let host = self.host.as_mut().ok_or("no exchanges")?;
                let exchange = host.open.remove(&number(rest)?).ok_or("it is not open")?;
                self.with(|client, now| client.closed(exchange.route, now));
                Ok(self.expire())
            }
            "leave" => {
                self.with(|client, _| client.leave());
                Ok(Vec::new())
            }
            "keep" => {
                let kept = self.desk.event_of("")?;
                self.desk.keep(rest, kept);
                Ok(Vec::new())
            }
            "reply" | "result" | "error" | "refuse" | "notify" | "level" => {
                self.say(verb, name, rest)
            }
            "policy" | "limits" | "meta" | "anyway" | "schema" | "retry" => {
                self.set(verb, rest).map(|()| Vec::new())
            }
            _ => self.look(verb, name, rest),
        }
    }

    fn options(&self) -> (Limits, String, bool) {
        (self.desk.limits, self.desk.meta.clone(), self.desk.anyway)
    }

    fn call(&mut self, name: &str, rest: &str) -> Lines {
        let (method, params) = rest.split_once(' ').unwrap_or((rest, "{}"));
        let (limits, meta, anyway) = self.options();
        let now = self.desk.now;
        let mut made = Ticket::NONE;
        let written = self.write(&mut |client, tx| {
            let options = Options { limits, meta: &meta, anyway };
            let (ticket, out) = client.call(method, &Json(params), &options, now, tx)?;
            made = ticket;
            Ok(Written::of(&out))
        })?;
        if written.is_ok() {
            let (method, params) = (method.to_owned(), params.to_owned());
            let call = Called { ticket: made, method, params };
            self.desk.calls.insert(name.to_owned(), call);
        }
        self.send(written)
    }

    fn again(&mut self, name: &str) -> Lines {
        let found = self.desk.call_of(name);
        // The handshake is no call.
        let ticket = if name.is_empty() { self.desk.ticket_of("")? } else { Ticket::NONE };
        let (name, mut called) = match found {
            Ok(found) => found,
            Err(_) if name.is_empty() => {
                let (method, params) = ("".to_owned(), "{}".to_owned());
                (String::new(), Called { ticket, method, params })
            }
            Err(error) => return Err(error),
        };
        let (limits, meta, anyway) = self.options();
        let now = self.desk.now;
        let mut made = Ticket::NONE;
        let written = self.write(&mut |client, tx| {
            let options = Options { limits, meta: &meta, anyway };
            let params = Json(&called.params);
            let (ticket, out) =
                client.again(called.ticket, &called.method, &params, &options, now, tx)?;
            made = ticket;
            Ok(Written::of(&out))
        })?;
        if written.is_ok() && !called.method.is_empty() {
            called.ticket = made;
            self.desk.calls.insert(name, called);
        }
        self.send(written)
    }

    fn provide(&mut self, name: &str) -> Lines {
        let kept = self.desk.event_of(name)?;
        let event = kept.event();
        let Event::InputNeeded(needed) = &event else { return Err("nothing is needed".into()) };
        let gifts = std::mem::take(&mut self.desk.gifts);
        let inputs: Vec<NeededInput<'_>> = needed.inputs().collect();
        let mut results: Vec<(&str, Box<dyn Object + '_>)> = Vec::new();
        for (key, gift) in &gifts {
            let result: Box<dyn Object + '_> = match gift {
                Gift::Result(json) => Box::new(Json(json)),
                Gift::Content(content) => {
                    let input = inputs.iter().find(|input| input.key() == **key);
                    Box::new(input.ok_or(format!("{key} is not needed"))?.accept(content))
                }
            };
            results.push((key, result));
        }
        let given: Vec<_> =
            results.iter().map(|(key, result)| Given { key, result: &**result }).collect();
        let calls = &self.desk.calls;
        let call = calls.iter().find(|(_, call)| call.ticket == needed.ticket());
        let call = call.map(|(name, call)| (name.clone(), call.params.clone()));
        let params = call.as_ref().map_or("{}", |(_, params)| params).to_owned();
        let (limits, meta, anyway) = self.options();
        let now = self.desk.now;
        let mut made = Ticket::NONE;
        let written = self.write(&mut |client, tx| {
            let options = Options { limits, meta: &meta, anyway };
            let (ticket, out) =
                client.provide(needed, &given, &Json(&params), &options, now, tx)?;
            made = ticket;
            Ok(Written::of(&out))
        })?;
        let renewed = call.filter(|_| written.is_ok()).map(|(name, _)| name);
        if let Some(call) = renewed.and_then(|name| self.desk.calls.get_mut(&name)) {
            call.ticket = made;
        }
        if written.is_err() {
            drop(results);
            self.desk.gifts = gifts;
        }
        self.send(written)
    }

    fn listen(&mut self, verb: &str, name: &str, rest: &str) -> Lines {
        let mut listen = match self.desk.listens.remove(name) {
            Some(listen) => listen,
            None => Subscription::new(filter_of(rest)),
        };
        let now = self.desk.now;
        let mut lines = Vec::new();
        loop {
            let written = self.write(&mut |client, tx| {
                let out = match verb {
                    "listen" => client.listen(&mut listen, now, tx)?,
                    _ => client.unlisten(&mut listen, now, tx)?,
                };
                Ok(Written::of_option(out.as_ref()))
            })?;
            let is_over = written.as_ref().map_or(true, |written| !written.is_some());
            lines.extend(self.send(written)?);
            if is_over {
                break;
            }
        }
        self.desk.listens.insert(name.to_owned(), listen);
        Ok(lines)
    }

    fn say(&mut self, verb: &str, name: &str, rest: &str) -> Lines {
        let kept = self.desk.event_of(name)?;
        let event = kept.event();
        let (limits, meta, anyway) = self.options();
        let now = self.desk.now;
        let coded = || -> Result<(Code, &str), String> {
            let (code, message) = rest.split_once(' ').ok_or("needs CODE TEXT")?;
            Ok((Code(number(code)?), message))
        };
        let code = if matches!(verb, "error" | "refuse") { Some(coded()?) } else { None };
        let (code, message) = code.unwrap_or((Code(0), ""));
        let level = Level::ALL.into_iter().find(|level| level.name() == rest);
        let mut made = Ticket::NONE;
        let written = self.write(&mut |client, tx| {
            let options = Options { limits, meta: &meta, anyway };
            let out = match (verb, &event) {
                ("reply", event) => client.reply(event, tx)?,
                ("result", event) => client.result(event.ticket(), &Json(rest), tx)?,
                ("error", event) => client.error(event.ticket(), code, message, "", tx)?,
                ("refuse", Event::InputNeeded(needed)) => {
                    client.refuse(needed, code, message, tx)?
                }
                ("notify", _) => {
                    let (method, params) = rest.split_once(' ').unwrap_or((rest, "{}"));
                    client.notify(method, &Json(params), tx)?
                }
                ("level", _) => {
                    let level = level.ok_or(Error::NotJson)?;
                    let (ticket, out) = client.set_level(level, &options, now, tx)?;
                    made = ticket;
                    out
                }
                _ => return Err(Error::Stale),
            };
            Ok(Written::of(&out))
        })?;
        if made != Ticket::NONE {
            let (method, params) = ("logging/setLevel".to_owned(), "{}".to_owned());
            self.desk.calls.insert(name.to_owned(), Called { ticket: made, method, params });
        }
        self.send(written)
    }

    fn set(&mut self, verb: &str, rest: &str) -> Result<(), String> {
        let desk = &mut self.desk;
        match verb {
            "limits" => {
                let (idle, hard) = rest.split_once(' ').ok_or("limits needs IDLE HARD")?;
                desk.limits = Limits { idle_ms: number(idle)?, hard_ms: number(hard)? };
            }
            "meta" => desk.meta = if rest == "-" { String::new() } else { rest.to_owned() },
            "schema" => desk.schema = if rest == "-" { String::new() } else { rest.to_owned() },
            "anyway" => desk.anyway = rest == "yes",
            "retry" => {
                let kept = desk.event_of("")?;
                let Event::Failed(failed) = kept.event() else { return Err("no failure".into()) };
                let policy = failed.retry().ok_or("nothing to be tried again")?;
                desk.policy = policy;
            }
            _ => {
                let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                let revision = || Revision::from_name(value).ok_or("no such revision");
                match name {
                    "any" => desk.policy = Policy::ANY,
                    "modern" => desk.policy = Policy::MODERN,
                    "legacy" => desk.policy = Policy::LEGACY,
                    "newest" => desk.policy.newest = revision()?,
                    "oldest" => desk.policy.oldest = revision()?,
                    "known" => desk.policy = desk.policy.known(revision()?),
                    "probe_ms" => desk.policy.probe_ms = number(value)?,
                    "connect_ms" => desk.policy.connect_ms = number(value)?,
                    _ => return Err(format!("no policy {name}")),
                }
            }
        }
        Ok(())
    }

    /// Checks.
    fn look(&mut self, verb: &str, name: &str, rest: &str) -> Lines {
        let kept = self.desk.event_of(name)?;
        let event = kept.event();
        match (verb, &event) {
            ("deadline", _) => {
                let at = self.with(|client, _| client.next_deadline());
                check(&at.map_or("-".to_owned(), |at| at.to_string()), rest)
            }
            ("open", _) => check(&self.with(|client, _| client.open().count()).to_string(), rest),
            ("revision", _) => {
                let revision = self.with(|client, _| client.revision());
                check(revision.map_or("-", |revision| revision.name()), rest)
            }
            ("connected", _) => {
                let is = self.with(|client, _| client.is_connected());
                check(if is { "yes" } else { "no" }, rest)
            }
            ("can", _) => {
                let can = self.with(|client, _| client.capabilities());
                check(&format!("{:x}", can.0), rest)
            }
            ("input", Event::InputNeeded(needed)) => {
                let (key, wanted) = rest.split_once(' ').ok_or("input needs KEY JSON")?;
                let key = if key == "-" { "" } else { key };
                let input = needed.inputs().find(|input| input.key() == *key);
                check(input.map_or("-", |input| input.params().as_str()), wanted)
            }
            ("round", Event::InputNeeded(needed)) => check(&needed.round().to_string(), rest),
            ("pause", Event::InputNeeded(needed)) => check(&needed.pause_ms().to_string(), rest),
            ("whose", Event::Failed(failed)) => check(failed.failure().whose().name(), rest),
            ("whose", Event::Answered(answered)) => {
                check(answered.failure().map_or("-", |failure| failure.whose().name()), rest)
            }
            ("instructions", Event::Connected(connected)) => {
                check(connected.instructions().map_or("-", |text| text.raw()), rest)
            }
            ("cache", Event::Answered(answered)) => {
                let hint = answered.cache_hint();
                let scope = match hint.scope {
                    CacheScope::Public => "public",
                    CacheScope::Private => "private",
                };
                check(&format!("{} {scope}", hint.ttl_ms), rest)
            }
            ("page", Event::Answered(answered)) => {
                let result = answered.result().ok_or("no result")?;
                let found = match self.desk.pages.next(result) {
                    Ok(None) => "-".to_owned(),
                    Ok(Some(cursor)) => format!("next {}", cursor.raw()),
                    Err(stuck) => format!("{stuck:?}").to_lowercase(),
                };
                check(&found, rest)
            }
            ("tools", Event::Answered(answered)) => {
                let result = answered.result().ok_or("no result")?;
                let names = tools(result).map(|listed| match listed {
                    Listed::Tool(tool) => tool.name().map_or("-", |it| it.raw()).to_owned(),
                    Listed::Dropped { name, .. } => {
                        format!("-{}", name.map_or("", |name| name.raw()))
                    }
                    _ => "?".into(),
                });
                check(&names.collect::<Vec<_>>().join(" "), rest)
            }
            _ => Err(format!("no such action: {verb}")),
        }
    }
}

/// What words such as `tools test://one` listen to. It is kept for as long as the test runs.
fn filter_of(words: &str) -> SubscriptionFilter<'static> {
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let words: &'static [String] = Vec::leak(words);
    let has = |name: &str| words.iter().any(|word| word == name).then_some(true);
    let uris = words.iter().map(String::as_str).filter(|word| word.contains(':'));
    SubscriptionFilter {
        tools_list_changed: has("tools"),
        prompts_list_changed: has("prompts"),
        resources_list_changed: has("resources"),
        resource_subscriptions: Vec::leak(uris.collect()),
    }
}

//! The server's application: one of each.

use std::collections::BTreeMap;

use sansmcp::json::Text;
use sansmcp::rules::{Capabilities, Level};
use sansmcp::schema::{
    CacheHint, CacheScope, Json, Prompt, PromptArgument, Resource, ResourceTemplate, Role,
};
use sansmcp::{
    Ask, Code, Error, Event, Input, Limits, Out, Receivers, Request, Resumed, Server, ServerInfo,
    Ticket, Tool,
};

/// Longest message of the server's, and longest page of a list.
pub const ROOM: usize = 2048;
const LIST: usize = 900;

pub static INFO: ServerInfo<'static> = ServerInfo {
    name: "app",
    version: "1",
    capabilities: Capabilities(0x1ff),
    instructions: Some("Ask me"),
    cache: CacheHint { ttl_ms: 7000, scope: CacheScope::Public },
    tools: &[
        tool("echo"),
        tool("ask_form"),
        tool("ask_roots"),
        tool("ask_model"),
        tool("ask_all"),
        tool("wait"),
        tool("slow"),
        tool("begin"),
        tool("busy"),
        tool("fail"),
        tool("break"),
    ],
    resources: &[
        Resource { uri: "test://one", name: "one", ..Resource::EMPTY },
        Resource { uri: "test://two", name: "two", ..Resource::EMPTY },
    ],
    templates: &[ResourceTemplate {
        uri_template: "test://item/{id}",
        name: "item",
        ..ResourceTemplate::EMPTY
    }],
    prompts: &[Prompt {
        name: "greet",
        arguments: &[PromptArgument { name: "name", ..PromptArgument::EMPTY }],
        ..Prompt::EMPTY
    }],
    ..ServerInfo::EMPTY
};

const fn tool(name: &'static str) -> Tool<'static> {
    Tool {
        name,
        description: "A tool with a description that takes some room in the list of tools",
        ..Tool::EMPTY
    }
}

const FORM: Json<'static> = Json(concat!(
    r#"{"message":"Who?","requestedSchema":{"type":"object","properties":"#,
    r#"{"name":{"type":"string"},"age":{"type":"integer","default":42}}}}"#
));
const MODEL: Json<'static> = Json(concat!(
    r#"{"messages":[{"role":"user","content":{"type":"text","text":"hi"}}],"#,
    r#""maxTokens":9}"#
));

/// A state with all that has to be escaped.
pub const STATE: &str = "s \"1\"\\/\u{e9}\u{1f600}\n\u{7f}";

/// One output of the server's.
pub struct Sent {
    pub out: Out<'static>,
    pub bytes: Vec<u8>,
}

impl Sent {
    pub fn of(out: &Out<'_>) -> Self {
        Self { out: out.over(&[]), bytes: out.line().to_vec() }
    }
}

/// What the application remembers.
#[derive(Default)]
pub struct App {
    /// What is kept of calls while the client is asked.
    kept: BTreeMap<Ticket, String>,
    /// The calls that are not answered yet.
    pub parked: Vec<Ticket>,
    /// Which levels were set, and what was cancelled.
    pub notes: Vec<String>,
    pub listens: Vec<Ticket>,
}

type Sents = Result<Vec<Sent>, Error>;

fn one(out: Out<'_>) -> Vec<Sent> {
    if out.is_empty() && !out.is_last() { Vec::new() } else { vec![Sent::of(&out)] }
}

impl App {
    /// Deals with an event.
    pub fn serve(&mut self, server: &mut Server<'_>, event: &Event<'_>, now: u64) -> Vec<Sent> {
        self.deal(server, event, now).unwrap_or_else(|error| panic!("{error:?} of {event:?}"))
    }

    fn deal(&mut self, server: &mut Server<'_>, event: &Event<'_>, now: u64) -> Sents {
        let mut room = [0; ROOM];
        let tx = &mut room[..];
        let ticket = event.ticket();
        Ok(match event {
            Event::CallTool(call) if !INFO.tools.iter().any(|tool| call.name() == tool.name) => {
                one(server.reply(event, tx)?)
            }
            Event::CallTool(call) => {
                let name = call.name().as_str().unwrap_or("").to_owned();
                return self.call(server, &name, &event.request(), now);
            }
            Event::ReadResource(read) if read.uri() == "test://no" => one(server.reply(event, tx)?),
            Event::ReadResource(read) => {
                let uri = read.uri().as_str().unwrap_or("").to_owned();
                let hint = CacheHint { ttl_ms: 99, scope: CacheScope::Private };
                let contents = server.contents(ticket, tx).cache(hint);
                one(contents.text(&uri, Some("text/plain"), "content").end()?)
            }
            Event::GetPrompt(_) => one(server.messages(ticket, tx).text(Role::User, "hi").end()?),
            Event::Complete(complete) => {
                let value = complete.value().as_str().unwrap_or("").to_owned() + "ris";
                one(server.completion(ticket, tx).value(value.as_str()).end()?)
            }
            Event::Listen(listen) => {
                self.listens.push(ticket);
                one(server.accept(listen, &mut |uri| uri != "test://two", tx)?)
            }
            Event::SetLevel(set) => {
                self.notes.push(format!("level {}", set.level().name()));
                one(server.reply(event, tx)?)
            }
            Event::Cancelled(_) => {
                self.notes.push("cancelled".into());
                self.parked.retain(|parked| *parked != ticket);
                server.abandon(ticket).ok();
                Vec::new()
            }
            Event::Notification(notification) => {
                self.notes.push(notification.method_name().raw().to_owned());
                Vec::new()
            }
            Event::Answered(answered) => {
                let Some(kept) = self.kept.remove(&answered.parent()) else { return Ok(vec![]) };
                let parent = answered.parent();
                let resumed = match server.resume(answered, &kept, &Limits::NONE, now, tx) {
                    Err(Error::Rejected) => {
                        let mut tx = [0; ROOM];
                        let out = server.error(parent, Code(-1), "rejected", "", &mut tx)?;
                        return Ok(one(out));
                    }
                    resumed => resumed?,
                };
                match resumed {
                    Resumed::Event(event) => return self.deal(server, &event, now),
                    Resumed::Asked(out) => {
                        self.kept.insert(parent, out.keep().to_owned());
                        one(out)
                    }
                }
            }
            // With little room, so that lists have pages.
            other => one(server.reply(other, &mut tx[..LIST])?),
        })
    }

    fn call(
        &mut self,
        server: &mut Server<'_>,
        name: &str,
        request: &Request<'_>,
        now: u64,
    ) -> Sents {
        let mut room = [0; ROOM];
        let tx = &mut room[..];
        let ticket = request.ticket();
        let form = Input::elicit("form \"1\"", &FORM);
        let (roots, model) = (Input::list_roots("roots"), Input::create_message("model", &MODEL));
        let all = [form, roots, model];
        let inputs = match name {
            "ask_form" => &all[..1],
            "ask_roots" => &all[1..2],
            "ask_model" => &all[2..],
            "ask_all" => &all[..],
            _ => &[],
        };
        if !inputs.is_empty() {
            let is_there = |input: &Input<'_>| request.input(input.key);
            let given: Vec<_> = inputs.iter().filter_map(is_there).collect();
            let is_state = request.request_state().is_some_and(|state| state == STATE);
            if given.len() == inputs.len() && is_state {
                let words: Vec<_> = given.iter().map(|raw| raw.as_str()).collect();
                return Ok(one(server.answer(ticket, tx).text(words.join(" ").as_str()).end()?));
            }
            let ask = Ask { inputs, state: STATE, limits: Limits::NONE };
            let out = server.ask(request, &ask, now, tx)?;
            if !out.keep().is_empty() {
                self.kept.insert(ticket, out.keep().to_owned());
            }
            return Ok(one(out));
        }
        Ok(match name {
            "echo" => {
                let text = request.params().and_then(|it| it.get("arguments")?.get("text")?.text());
                let text = text.map_or("?".to_owned(), decoded);
                one(server.answer(ticket, tx).text(text.as_str()).end()?)
            }
            // Only to be asked again, three times.
            "wait" if request.revision().is_modern() => {
                let state = request.request_state().map_or("", |state| state.raw()).to_owned();
                if state == "xxx" {
                    one(server.answer(ticket, tx).text(state.as_str()).end()?)
                } else {
                    let state = state + "x";
                    let ask = Ask { inputs: &[], state: &state, limits: Limits::NONE };
                    one(server.ask(request, &ask, now, tx)?)
                }
            }
            "wait" => one(server.answer(ticket, tx).text("xxx").end()?),
            "slow" => {
                self.parked.push(ticket);
                Vec::new()
            }
            // Says something first.
            "begin" => {
                self.parked.push(ticket);
                one(server.progress(ticket, 1.into(), None, None, tx)?)
            }
            "busy" => {
                let mut all = Vec::new();
                for at in 1..=3 {
                    let total = Some(3.into());
                    all.extend(one(server.progress(ticket, at.into(), total, None, tx)?));
                }
                let log = server.log(ticket, Level::Warning, Some("busy"), "work", tx)?;
                all.extend(one(log));
                all.extend(one(server.answer(ticket, tx).text("done").end()?));
                all
            }
            "fail" => one(server.answer(ticket, tx).fail("no luck").end()?),
            _ => one(server.error(ticket, Code(17), "broken", "", tx)?),
        })
    }

    /// Answers a call that waits.
    pub fn finish(&mut self, server: &mut Server<'_>) -> Vec<Sent> {
        let ticket = self.parked.remove(0);
        let mut tx = [0; ROOM];
        one(server.answer(ticket, &mut tx).text("late").end().expect("an answer"))
    }

    /// All that is due of the server's by itself.
    pub fn due(server: &mut Server<'_>) -> Vec<Sent> {
        let mut all = Vec::new();
        let mut tx = [0; ROOM];
        while let Some(out) = server.next_output(&mut tx).expect("room") {
            all.push(Sent::of(&out));
        }
        all
    }

    /// All who listen to a resource are told.
    pub fn updated(server: &mut Server<'_>, uri: &str) -> Vec<Sent> {
        let (mut all, mut receivers, mut tx) = (Vec::new(), Receivers::NEW, [0; ROOM]);
        while let Some(out) = server.updated(uri, &mut receivers, &mut tx).expect("room") {
            all.push(Sent::of(&out));
        }
        all
    }
}

/// A text without its escapes.
pub fn decoded(text: Text<'_>) -> String {
    serde_json::from_str(&format!("\"{}\"", text.raw())).expect("a text")
}

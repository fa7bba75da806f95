//! A board with a lamp: the application of the images `whole` and `web`. It has tools, resources,
//! prompts, completion and log messages, and asks its user, in all revisions.

use sansmcp::json::Number;
use sansmcp::rules::{Capabilities, Level};
use sansmcp::schema::{Json, Prompt, PromptArgument, Prose, Resource, ResourceTemplate, Role};
use sansmcp::{
    Answered, Ask, Call, Completing, Error, Event, Input, Limits, Out, Reading, Resumed, Server,
    ServerInfo, Ticket, Tool,
};

use crate::now;

/// What the board offers.
pub static BOARD: ServerInfo<'static> = ServerInfo {
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

/// The resource that changes.
pub const LAMP: &str = "board://lamp";
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

/// What the application remembers.
pub struct Board {
    /// The call that blinks, and how often it has.
    pub blinking: Ticket,
    blinks: u8,
    is_lit: bool,
    /// What is kept of the call that asked its user; one at a time.
    kept: [u8; 1024],
    kept_len: usize,
}

impl Board {
    /// Nothing blinks.
    pub const NEW: Self =
        Self { blinking: Ticket::NONE, blinks: 0, is_lit: false, kept: [0; 1024], kept_len: 0 };

    /// Answers one event.
    pub fn answer<'t>(
        &mut self,
        server: &mut Server<'_>,
        event: &Event<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        match event {
            Event::CallTool(call) => self.tool(server, call, tx),
            Event::ReadResource(reading) => self.resource(server, reading, event, tx),
            Event::GetPrompt(call) if call.name() == "describe" => {
                let part: Prose<'_> = call.arg("part").map_or("board".into(), Into::into);
                let messages = server.messages(call.ticket(), tx).description("Describes a part");
                messages.text(Role::User, "Describe this part:").text(Role::User, part).end()
            }
            Event::Complete(completing) => complete(server, completing, event, tx),
            Event::Cancelled(cancelled) => {
                if cancelled.ticket() == self.blinking {
                    self.blinking = Ticket::NONE;
                }
                // Nothing to give up where a listener ended.
                let _ = server.abandon(cancelled.ticket());
                Ok(Out::NOTHING)
            }
            other => server.reply(other, tx),
        }
    }

    fn tool<'t>(
        &mut self,
        server: &mut Server<'_>,
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
            return self.greet(server, call, tx);
        }
        if call.name() == "blink" && self.blinking == Ticket::NONE {
            (self.blinking, self.blinks) = (ticket, 0);
            return Ok(Out::NOTHING);
        }
        server.answer(ticket, tx).fail("not now").end()
    }

    fn greet<'t>(
        &mut self,
        server: &mut Server<'_>,
        call: &Call<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let Some(answer) = call.input("name") else {
            if !call.capabilities().contains(Capabilities::ELICITATION_FORM) {
                return server.answer(call.ticket(), tx).fail("nobody can be asked").end();
            }
            let ask = Ask { inputs: &[Input::elicit("name", &NAME)], ..Ask::EMPTY };
            let out = server.ask(call, &ask, now(), tx)?;
            self.keep(&out);
            return Ok(out);
        };
        let name = answer.get("content").and_then(|form| form.get("name")?.text());
        match name {
            Some(name) => server.answer(call.ticket(), tx).text("Hello,").text(name).end(),
            None => server.answer(call.ticket(), tx).fail("no name was given").end(),
        }
    }

    /// Keeps what makes the call again when its user has answered.
    fn keep(&mut self, out: &Out<'_>) {
        let kept = out.keep().as_bytes();
        self.kept_len = 0;
        if let Some(place) = self.kept.get_mut(..kept.len()) {
            place.iter_mut().zip(kept).for_each(|(to, from)| *to = *from);
            self.kept_len = kept.len();
        }
    }

    /// The user has answered.
    pub fn resume<'t>(
        &mut self,
        server: &mut Server<'_>,
        answered: &Answered<'_>,
        tx: &'t mut [u8],
        again: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let kept = self.kept.get(..self.kept_len).unwrap_or_default();
        let kept = sansmcp::json::text_of(kept).unwrap_or("");
        match server.resume(answered, kept, &Limits::DEFAULT, now(), again) {
            Ok(Resumed::Event(Event::CallTool(call))) => self.tool(server, &call, tx),
            Ok(Resumed::Event(_)) => Ok(Out::NOTHING),
            Ok(Resumed::Asked(out)) => {
                self.keep(&out);
                Ok(out)
            }
            Err(_) => server.answer(answered.parent(), tx).fail("no answer came").end(),
        }
    }

    /// One step of the call that blinks: how far it is.
    pub fn blink<'t>(
        &mut self,
        server: &mut Server<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        self.blinks = self.blinks.wrapping_add(1);
        self.is_lit = !self.is_lit;
        let done = Number::from(i64::from(self.blinks));
        let total = Number::from(i64::from(BLINKS));
        server.progress(self.blinking, done, Some(total), None, tx)
    }

    /// What is said in the log of it.
    pub fn log<'t>(&self, server: &mut Server<'_>, tx: &'t mut [u8]) -> Result<Out<'t>, Error> {
        server.log(self.blinking, Level::Info, Some("lamp"), "on and off", tx)
    }

    /// Its answer, behind the last step.
    pub fn blinked<'t>(
        &mut self,
        server: &mut Server<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        if self.blinks < BLINKS {
            return Ok(Out::NOTHING);
        }
        let ticket = core::mem::replace(&mut self.blinking, Ticket::NONE);
        server.answer(ticket, tx).text("blinked").end()
    }

    fn resource<'t>(
        &self,
        server: &mut Server<'_>,
        reading: &Reading<'_>,
        event: &Event<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let uri = reading.uri().as_str().unwrap_or("");
        let value = match uri.strip_prefix(PINS) {
            Some("0" | "1") => "high",
            None if uri == LAMP => {
                if self.is_lit {
                    "on"
                } else {
                    "off"
                }
            }
            _ => return server.reply(event, tx),
        };
        server.contents(reading.ticket(), tx).text(uri, Some(PLAIN), value).end()
    }
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

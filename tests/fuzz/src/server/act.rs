//! What the application may do with a request, well or badly.

use super::known::Known;
use sansmcp::json::{Number, Text};
use sansmcp::rules::{Capabilities, Level};
use sansmcp::schema::{Json, Prose, Role};
use sansmcp::{Ask, Code, Error, Event, Input, Limits, Out, Server, Shape, Ticket, Tool};

/// One act: a letter, and what it is about.
pub struct Act<'s> {
    /// Which: see [`perform`].
    pub letter: u8,
    /// Which form of it.
    pub variant: u8,
    /// The text that it sends.
    pub text: &'s [u8],
}

/// What came of an act.
pub struct Done<'t> {
    /// The bytes to send.
    pub out: Out<'t>,
    /// How many bytes of a piece were taken.
    pub taken: usize,
}

/// How long requests of the server's own may take.
pub const LIMITS: [Limits; 4] = [
    Limits { idle_ms: 10, hard_ms: 25 },
    Limits::NONE,
    Limits { idle_ms: 0, hard_ms: 7 },
    Limits { idle_ms: u32::MAX, hard_ms: 0 },
];

impl Act<'_> {
    /// Whether room is all that it can lack after it was refused for that.
    pub fn is_whole(&self) -> bool {
        b"rafeulzcmvUAqQLN".contains(&self.letter)
    }

    /// Its text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(self.text).unwrap_or("not UTF-8")
    }

    /// The limits that it sets.
    pub fn limits(&self) -> Limits {
        LIMITS[usize::from(self.variant >> 4) % LIMITS.len()]
    }

    /// The level that it logs at.
    pub fn level(&self) -> Level {
        Level::ALL[usize::from(self.variant) % 8]
    }

    fn prose(&self) -> Prose<'_> {
        match Text::parse(self.text()) {
            Some(text) if self.variant & 1 == 1 => Prose::Json(text),
            _ => Prose::Plain(self.text()),
        }
    }
}

/// Does it.
pub fn perform<'t>(
    server: &mut Server<'_>,
    act: &Act<'_>,
    known: &Known,
    now: u64,
    tx: &'t mut [u8],
) -> Result<Done<'t>, Error> {
    let ticket = known.ticket();
    let event = known.event();
    let text = act.text();
    let out = match act.letter {
        b'r' => server.reply(&event, tx)?,
        b'R' => server.begin_reply(&event, tx)?,
        b'a' => answer(server, act, known, tx)?,
        b'f' => server.answer(ticket, tx).fail(act.prose()).end()?,
        b'e' => {
            let codes = [7, -32601, -32602, -32002, -32603, -32020, 0, i32::MIN, i32::MAX];
            let code = Code(codes[usize::from(act.variant) % codes.len()]);
            let data = if act.variant & 0x10 == 0 { "" } else { text };
            server.error(ticket, code, act.prose(), data, tx)?
        }
        b'u' => server.result(ticket, text, tx)?,
        b'b' => {
            let shape = match act.variant % 4 {
                0 => Shape::Text,
                1 => Shape::Image(text),
                2 => Shape::Audio(text),
                _ => Shape::Blob(text, "a/b"),
            };
            server.begin(ticket, shape, tx)?
        }
        b'p' => {
            let (taken, out) = server.piece(ticket, act.text, tx)?;
            return Ok(Done { out, taken });
        }
        b'z' => server.end(ticket, (act.variant & 2 != 0).then(|| act.prose()), tx)?,
        b'x' => {
            server.abandon(ticket)?;
            Out::NOTHING
        }
        b'g' => {
            let total = (act.variant & 1 == 1).then_some(Number::Int(10));
            let message = (act.variant & 2 == 2).then(|| act.prose());
            let number = text.split(',').next().unwrap_or_default();
            server.progress(ticket, Number::parse(number), total, message, tx)?
        }
        b'l' => list(server, act, &event, tx)?,
        b'c' => contents(server, act, ticket, tx)?,
        b'm' => messages(server, act, ticket, tx)?,
        b'v' => completion(server, act, ticket, tx)?,
        b'L' => log(server, act, ticket, tx)?,
        b'A' => {
            let Event::Listen(listen) = &event else { return Err(Error::NotSupported) };
            let odd = usize::from(act.variant & 1);
            server.accept(listen, &mut |uri| uri.raw().len() % 2 == odd, tx)?
        }
        b'E' => {
            server.end_listen(ticket)?;
            Out::NOTHING
        }
        b'U' => {
            let all = [Capabilities::SAMPLING, Capabilities::ELICITATION_URL, Capabilities::ROOTS];
            server.undeclared(ticket, all[usize::from(act.variant) % 3], tx)?
        }
        b'N' => notify(server, act, ticket, tx)?,
        b'q' => ask(server, act, &event, now, tx)?,
        b'Q' => request(server, act, ticket, now, tx)?.1,
        other => unreachable!("no act {other}"),
    };
    Ok(Done { out, taken: 0 })
}

fn answer<'t>(
    server: &mut Server<'_>,
    act: &Act<'_>,
    known: &Known,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let text = act.text();
    let mut answer = server.answer(known.ticket(), tx);
    if act.variant & 1 == 1 || act.variant == 0 {
        answer = answer.text(act.prose());
    }
    if act.variant & 2 == 2 {
        answer = match act.variant >> 4 & 7 {
            0 => answer.image(act.text, "image/png"),
            1 => answer.audio(act.text, text),
            2 => answer.resource("file:///a", Some(text), act.prose()),
            3 => answer.blob(text, None, act.text),
            4 => answer.link(text, "a link", Some("text/plain")),
            5 => answer.structured(text),
            6 => answer.meta(text),
            _ => answer.block(&Json(text)),
        };
    }
    if act.variant & 4 == 4 {
        answer = answer.structured(r#"{"a":[1,"b"]}"#);
    }
    if act.variant & 8 == 8 {
        answer = answer.meta("{ \"io.modelcontextprotocol/serverInfo\" :\n1}").failed();
    }
    answer.end()
}

fn list<'t>(
    server: &mut Server<'_>,
    act: &Act<'_>,
    event: &Event<'_>,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let (Event::ListTools(listing)
    | Event::ListResources(listing)
    | Event::ListTemplates(listing)
    | Event::ListPrompts(listing)) = event
    else {
        return Err(Error::NotSupported);
    };
    let mut page = server.page(listing, tx)?;
    let mut next = None;
    let name = act.text();
    for _ in 0..=act.variant % 4 {
        let has_room = match event {
            // Now and then an entry of another list.
            _ if act.variant & 0x10 != 0 => page.tool(&Tool { name, ..Tool::EMPTY }),
            Event::ListResources(_) => page.resource(&sansmcp::schema::Resource {
                uri: "a:b",
                name,
                ..sansmcp::schema::Resource::EMPTY
            }),
            Event::ListTemplates(_) => page.template(&sansmcp::schema::ResourceTemplate {
                uri_template: name,
                name,
                ..sansmcp::schema::ResourceTemplate::EMPTY
            }),
            Event::ListPrompts(_) => {
                page.prompt(&sansmcp::schema::Prompt { name, ..sansmcp::schema::Prompt::EMPTY })
            }
            _ => page.tool(&Tool { name, ..Tool::EMPTY }),
        };
        if !has_room {
            next = Some(Prose::Plain("next"));
            break;
        }
    }
    page.end(next)
}

fn contents<'t>(
    server: &mut Server<'_>,
    act: &Act<'_>,
    ticket: Ticket,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let mut contents = server.contents(ticket, tx);
    for _ in 0..act.variant % 3 {
        contents = contents.text("file:///a", Some(act.text()), act.prose());
    }
    if act.variant & 4 == 4 {
        contents = contents.blob(act.text(), None, act.text);
    }
    if act.variant & 8 == 8 {
        contents = contents.meta(act.text());
    }
    contents.end()
}

fn messages<'t>(
    server: &mut Server<'_>,
    act: &Act<'_>,
    ticket: Ticket,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let mut messages = server.messages(ticket, tx);
    for _ in 0..act.variant % 3 {
        messages = messages.text(Role::Assistant, act.prose());
    }
    if act.variant & 4 == 4 {
        messages = messages.audio(Role::User, act.text, act.text());
    }
    messages.end()
}

fn completion<'t>(
    server: &mut Server<'_>,
    act: &Act<'_>,
    ticket: Ticket,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let mut completion = server.completion(ticket, tx);
    for _ in 0..u32::from(act.variant % 16) * 9 {
        completion = completion.value(act.prose());
    }
    if act.variant & 0x10 != 0 {
        completion = completion.total(3).more();
    }
    completion.end()
}

/// Logs for a request, or for the connection.
pub fn log<'t>(
    server: &mut Server<'_>,
    act: &Act<'_>,
    ticket: Ticket,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let text = act.text();
    let logger = (act.variant & 8 != 0).then_some(text);
    if act.variant & 0x10 != 0 {
        return server.log(ticket, act.level(), logger, sansmcp::Value::Json(text), tx);
    }
    server.log(ticket, act.level(), logger, sansmcp::Value::Text(act.prose()), tx)
}

fn ask<'t>(
    server: &mut Server<'_>,
    act: &Act<'_>,
    event: &Event<'_>,
    now: u64,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    const FORM: Json<'static> =
        Json(r#"{"message":"m","requestedSchema":{"type":"object","properties":{}}}"#);
    const VISIT: Json<'static> =
        Json(r#"{"mode":"url","message":"m","url":"https://a","elicitationId":"e"}"#);
    const SAMPLE: Json<'static> = Json(r#"{"messages":[],"maxTokens":1}"#);
    let own = Json(act.text());
    let all = [
        Input::list_roots("a"),
        Input::elicit("b \"\\", &FORM),
        Input::create_message("c", &SAMPLE),
        Input::elicit("d", &VISIT),
        Input::elicit("e", &own),
        Input::list_roots("a"),
    ];
    let from = usize::from(act.variant & 3);
    let count = usize::from(act.variant >> 2 & 3);
    let state = if act.variant & 0x40 != 0 { act.text() } else { "" };
    let ask = Ask { inputs: &all[from..from + count], state, limits: act.limits() };
    server.ask(&event.request(), &ask, now, tx)
}

/// A notification that has no call of its own.
pub fn notify<'t>(
    server: &mut Server<'_>,
    act: &Act<'_>,
    ticket: Ticket,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let params = if act.text.is_empty() { Json::EMPTY } else { Json(act.text()) };
    let methods = [NOTES[0], NOTES[1], "notifications/message", "ping"];
    server.notify(ticket, methods[usize::from(act.variant) % methods.len()], &params, tx)
}

/// The notifications that are sent in this way.
pub const NOTES: [&str; 2] = ["my/own", "notifications/elicitation/complete"];

/// A request of the server's own, in the course of another or of none.
pub fn request<'t>(
    server: &mut Server<'_>,
    act: &Act<'_>,
    parent: Ticket,
    now: u64,
    tx: &'t mut [u8],
) -> Result<(Ticket, Out<'t>), Error> {
    let methods = [
        "ping",
        "roots/list",
        "sampling/createMessage",
        "elicitation/create",
        "my/own",
        "notifications/message",
        "\"\n",
    ];
    let method = methods[usize::from(act.variant & 0xf) % methods.len()];
    let params = if act.text.is_empty() { Json::EMPTY } else { Json(act.text()) };
    server.request(parent, method, &params, &act.limits(), now, tx)
}

//! What a server does beside tools: resources, prompts, completion, log messages, listeners, and
//! what it asks of the client.

use sansmcp::rules::{Capabilities, Level, Method};
use sansmcp::schema::{
    ArgumentSource, Body, CacheHint, Content, Json, Prompt, PromptArgument, Resource,
    ResourceContents, ResourceTemplate, Role,
};
use sansmcp::{
    Answered, Ask, Completing, Event, Input, Limits, Listen, Listing, Out, Outcome, Reading,
    Receivers, Reference, Request, Resumed, Server, SetLevel, Ticket, Value, What,
};

use crate::server::{look, request};
use crate::{Unknown, keep};

/// What is sent without being asked for.
pub(crate) fn serve(unknown: &mut Unknown<'_>, server: &mut Server<'_>) {
    let text = unknown.text;
    server.changed(unknown.number(What::Tools));
    let mut receivers = unknown.number(Receivers::NEW);
    while let Ok(Some(out)) = server.updated(text, &mut receivers, unknown.out) {
        look(&out);
    }
    let listen = server.listens().next();
    if let Some(ticket) = listen {
        keep(server.end_listen(ticket));
    }
    keep(server.end_listen(Ticket::from_number(unknown.number(5))));
    keep(server.next_deadline());
    while let Some(event) = server.expire(unknown.number(9)) {
        keep(event.ticket());
    }
    let level = unknown.number(Level::Info);
    let logger = unknown.number(Some(text));
    for value in [Value::Json(text), Value::from(text)] {
        sent(server.log(Ticket::NONE, level, logger, unknown.number(value), unknown.out));
    }
    sent(server.notify(Ticket::NONE, text, &Json(text), unknown.out));
    ping(unknown, server, Ticket::NONE);
}

fn sent(out: Result<Out<'_>, sansmcp::Error>) {
    if let Ok(out) = out {
        look(&out);
    }
}

fn ping(unknown: &mut Unknown<'_>, server: &mut Server<'_>, parent: Ticket) {
    let limits = unknown.number(Limits::DEFAULT);
    let params = Json(unknown.text);
    let now = image::now();
    if let Ok((ticket, out)) =
        server.request(parent, unknown.text, &params, &limits, now, unknown.out)
    {
        look(&out);
        keep((ticket, server.abandon(ticket)));
    }
}

/// True for the events that tools alone have nothing to do with.
pub(crate) fn handle(
    unknown: &mut Unknown<'_>,
    server: &mut Server<'_>,
    event: &Event<'_>,
) -> bool {
    let (_, text, parts) = event.raw();
    match event {
        Event::ListResources(listing)
        | Event::ListTemplates(listing)
        | Event::ListPrompts(listing) => list(unknown, server, listing),
        Event::ReadResource(reading) => {
            keep((reading.uri(), Reading::from_parts(text, parts).uri()));
            ask(unknown, server, reading);
            contents(unknown, server, reading.ticket());
        }
        Event::GetPrompt(call) => {
            keep((call.name(), call.arguments()));
            messages(unknown, server, call.ticket());
        }
        Event::Complete(completing) => complete(unknown, server, completing),
        Event::SetLevel(set) => keep((set.level(), SetLevel::from_parts(text, parts).level())),
        Event::Subscribe(reading) | Event::Unsubscribe(reading) => keep(reading.uri()),
        Event::Listen(listen) => {
            keep((listen.wants(unknown.number(What::Prompts)), listen.uris().count()));
            keep(Listen::from_parts(text, parts).ticket());
            let yes = unknown.number(true);
            sent(server.accept(listen, &mut |uri| yes == uri.is_empty(), unknown.out));
        }
        Event::Answered(answered) => resume(unknown, server, answered),
        Event::Request(call) => {
            request(call);
            ask(unknown, server, call);
            let needed = Capabilities(unknown.number(7));
            sent(server.undeclared(call.ticket(), needed, unknown.out));
            ping(unknown, server, call.ticket());
        }
        _ => return false,
    }
    true
}

struct Named<'a>(&'a str);

impl ArgumentSource for Named<'_> {
    fn argument(&self, index: usize) -> Option<PromptArgument<'_>> {
        (index < self.0.len()).then_some(PromptArgument { name: self.0, ..PromptArgument::EMPTY })
    }
}

fn list(unknown: &mut Unknown<'_>, server: &mut Server<'_>, listing: &Listing<'_>) {
    let resource = unknown.number(Resource::EMPTY);
    let template = unknown.number(ResourceTemplate::EMPTY);
    let mut prompt = unknown.number(Prompt::EMPTY);
    let arguments = Named(unknown.text);
    prompt.argument_source = Some(&arguments);
    let Ok(mut page) = server.page(listing, unknown.out) else { return };
    keep((page.resource(&resource), page.template(&template), page.prompt(&prompt)));
    let parts = core::hint::black_box(page.parts());
    if let Ok(mut page) = server.page_from_parts(&parts, unknown.out) {
        keep(page.prompt(&prompt));
        sent(page.end(None));
    }
}

fn contents(unknown: &mut Unknown<'_>, server: &mut Server<'_>, ticket: Ticket) {
    let (bytes, text) = (unknown.bytes, unknown.text);
    let some = unknown.number(Some(text));
    let part = ResourceContents {
        uri: text,
        mime_type: some,
        body: unknown.number(Body::Blob(bytes)),
        meta: text,
    };
    let contents = server.contents(ticket, unknown.out);
    let contents = contents.text(text, some, text).blob(text, some, bytes).part(&part);
    sent(contents.cache(core::hint::black_box(CacheHint::NONE)).meta(text).end());
}

fn messages(unknown: &mut Unknown<'_>, server: &mut Server<'_>, ticket: Ticket) {
    let (bytes, text) = (unknown.bytes, unknown.text);
    let some = unknown.number(Some(text));
    let role = unknown.number(Role::User);
    let messages = server.messages(ticket, unknown.out).description(text).meta(text);
    let messages = messages.text(role, text).image(role, bytes, text).audio(role, bytes, text);
    let messages = messages.resource(role, text, some, text).blob(role, text, some, bytes);
    sent(messages.link(role, text, text, some).block(role, &Content::text(text)).end());
}

fn complete(unknown: &mut Unknown<'_>, server: &mut Server<'_>, completing: &Completing<'_>) {
    let text = unknown.text;
    keep((completing.name(), completing.value(), completing.context(text)));
    match completing.reference() {
        Some(Reference::Prompt(name) | Reference::Template(name)) => keep(name),
        None => {}
    }
    let mut completion = server.completion(completing.ticket(), unknown.out);
    while core::hint::black_box(true) {
        completion = completion.value(text);
    }
    sent(completion.total(core::hint::black_box(500)).more().meta(text).end());
}

fn ask(unknown: &mut Unknown<'_>, server: &mut Server<'_>, request: &Request<'_>) {
    let text = unknown.text;
    let params = Json(text);
    let other = Input { key: text, method: unknown.number(Method::Ping), params: &params };
    let inputs = [
        Input::elicit(text, &params),
        Input::create_message(text, &params),
        Input::list_roots(text),
        other,
    ];
    let inputs = inputs.get(unknown.number(1_usize)..).unwrap_or_default();
    let ask = Ask { inputs, state: text, limits: unknown.number(Limits::NONE) };
    sent(server.ask(request, &ask, image::now(), unknown.out));
}

fn resume(unknown: &mut Unknown<'_>, server: &mut Server<'_>, answered: &Answered<'_>) {
    match answered.outcome() {
        Outcome::Result(raw) | Outcome::Error(raw) => keep(raw),
        Outcome::Malformed | Outcome::Expired => {}
    }
    keep((answered.result(), answered.parent()));
    let limits = unknown.number(Limits::DEFAULT);
    match server.resume(answered, unknown.text, &limits, image::now(), unknown.out) {
        Ok(Resumed::Event(event)) => keep(event.ticket()),
        Ok(Resumed::Asked(out)) => look(&out),
        Err(error) => keep(error),
    }
}

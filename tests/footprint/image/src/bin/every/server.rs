//! The server role: events, answers, streams, lists.

use sansmcp::json::Number;
use sansmcp::schema::{
    CacheHint, Content, Icon, Prompt, Resource, ResourceTemplate, ToolAnnotations,
};
use sansmcp::{
    Call, Catalog, Code, Connection, Event, EventKind, Frame, Listing, Out, Request, Server,
    ServerInfo, Shape, Slot, Ticket, Tool,
};

use crate::{Unknown, keep};

/// A catalog of which nothing is known; the slice of icons is as long as it likes.
struct Hidden<'a> {
    text: &'a str,
    icons: &'a [Icon<'a>],
    tools: &'a [Tool<'a>],
}

impl Catalog for Hidden<'_> {
    fn info(&self) -> ServerInfo<'_> {
        let some = core::hint::black_box(Some(self.text));
        ServerInfo {
            name: self.text,
            version: self.text,
            title: some,
            description: some,
            website_url: some,
            icons: self.icons,
            instructions: some,
            cache: core::hint::black_box(CacheHint::NONE),
            tools: self.tools,
            extensions: self.text,
            experimental: self.text,
            ..core::hint::black_box(ServerInfo::EMPTY)
        }
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        self.tools.get(usize::try_from(index).ok()?).copied()
    }

    fn resource(&self, index: u32) -> Option<Resource<'_>> {
        (index < core::hint::black_box(3)).then(|| core::hint::black_box(Resource::EMPTY))
    }

    fn template(&self, index: u32) -> Option<ResourceTemplate<'_>> {
        (index < core::hint::black_box(3)).then(|| core::hint::black_box(ResourceTemplate::EMPTY))
    }

    fn prompt(&self, index: u32) -> Option<Prompt<'_>> {
        (index < core::hint::black_box(3)).then(|| core::hint::black_box(Prompt::EMPTY))
    }
}

/// A tool of which nothing is known.
pub(crate) fn tool<'a>(text: &'a str, icons: &'a [Icon<'a>]) -> Tool<'a> {
    let hint = core::hint::black_box(Some(true));
    let annotations = ToolAnnotations {
        title: core::hint::black_box(Some(text)),
        read_only: hint,
        destructive: hint,
        idempotent: hint,
        open_world: hint,
    };
    Tool {
        name: text,
        title: core::hint::black_box(Some(text)),
        description: text,
        input_schema: text,
        output_schema: text,
        annotations: core::hint::black_box(Some(annotations)),
        icons,
        meta: text,
        ..Tool::EMPTY
    }
}

pub(crate) fn serve(unknown: &mut Unknown<'_>) {
    let text = unknown.text;
    let some = unknown.number(Some(text));
    let sizes = [text, text];
    let icons = [Icon { src: text, mime_type: some, sizes: &sizes, theme: some }; 2];
    let tools = [tool(text, &icons); 2];
    let hidden = Hidden { text, icons: &icons, tools: &tools };
    let listed = hidden.info();
    // The table as it is used, and one that computes its entries.
    let catalog: &dyn Catalog = if unknown.number(true) { &hidden } else { &listed };
    let mut connection = unknown.number(true).then_some(Connection::NEW).unwrap_or_default();
    let mut slots = [const { Slot::EMPTY }; 8];
    let count = unknown.number(8_usize);
    let slots = slots.get_mut(..count).unwrap_or_default();
    let mut server = Server::new(catalog, &mut connection, slots);
    loop {
        let mut frame = Frame::new(unknown.bytes);
        while let Some(event) = server.receive(&mut frame, image::now()) {
            handle(unknown, &mut server, &event);
        }
        server.open().for_each(keep);
        #[cfg(feature = "full")]
        crate::full::serve(unknown, &mut server);
        server.closed(frame.route());
        keep((server.connection().revision(), server.connection().is_ready()));
        while let Ok(Some(out)) = server.next_output(unknown.out) {
            look(&out);
        }
        if unknown.number(true) {
            break;
        }
    }
}

pub(crate) fn look(out: &Out<'_>) {
    keep((out.line(), out.json(), out.is_empty(), out.route(), out.is_last(), out.keep()));
}

pub(crate) fn request(request: &Request<'_>) {
    keep((request.ticket(), request.revision(), request.method(), request.method_name()));
    keep((request.id(), request.params(), request.meta(), request.capabilities()));
    keep((request.client_info(), request.wants_progress(), request.requested_version()));
    keep((request.inputs(), request.input("key"), request.request_state()));
    keep(request.raw());
}

pub(crate) fn handle(unknown: &mut Unknown<'_>, server: &mut Server<'_>, event: &Event<'_>) {
    let (kind, text, parts) = event.raw();
    // Numbers over another text than theirs must not panic either.
    keep(Event::from_parts(kind, unknown.text, parts).ticket());
    keep((event.kind(), EventKind::from_number(unknown.number(3)), kind.name()));
    match event {
        Event::CallTool(call) | Event::Request(call) => {
            request(call);
            keep((call.name(), call.arguments(), call.arg(unknown.text)));
            answer(unknown, server, Call::from_parts(text, parts).ticket());
        }
        Event::ListTools(listing) => {
            request(listing);
            keep(listing.cursor());
            list(unknown, server, &Listing::from_parts(text, parts));
        }
        #[cfg(feature = "full")]
        event if crate::full::handle(unknown, server, event) => {}
        Event::Cancelled(cancelled) => keep(cancelled.reason()),
        Event::Refused(refused) => keep(refused.refusal()),
        Event::Ignored(ignored) => keep(ignored.refusal()),
        other => {
            if let Ok(out) = server.begin_reply(other, unknown.out) {
                look(&out);
            }
        }
    }
    if let Ok(out) = server.reply(event, unknown.out) {
        look(&out);
    }
}

fn list(unknown: &mut Unknown<'_>, server: &mut Server<'_>, listing: &Listing<'_>) {
    let text = unknown.text;
    if let Ok(mut page) = server.page(listing, unknown.out) {
        while page.tool(&tool(text, &[])) {}
        keep(page.end(core::hint::black_box(Some(text.into()))).is_ok());
    }
}

fn answer(unknown: &mut Unknown<'_>, server: &mut Server<'_>, ticket: Ticket) {
    let (bytes, text) = (unknown.bytes, unknown.text);
    let some = unknown.number(Some(text));
    keep(server.is_cancelled(ticket));
    let [whole, half] = [Number::parse(text), Number::from(unknown.number(5_i64))];
    let message = some.map(Into::into);
    keep(server.progress(ticket, whole, Some(half), message, unknown.out).is_ok());
    let done = server
        .answer(ticket, unknown.out)
        .text(text)
        .image(bytes, text)
        .audio(bytes, text)
        .resource(text, some, text)
        .blob(text, some, bytes)
        .link(text, text, some)
        .block(&Content::text(text))
        .failed()
        .structured(text)
        .meta(text)
        .fail(text)
        .end();
    match done {
        Ok(out) => look(&out),
        Err(error) => keep(error),
    }
    keep(server.result(ticket, text, unknown.out).is_ok());
    let code = Code(unknown.number(-32000));
    keep(server.error(ticket, code, text, text, unknown.out).is_ok());
    stream(unknown, server, ticket);
    keep(server.abandon(ticket));
}

fn stream(unknown: &mut Unknown<'_>, server: &mut Server<'_>, ticket: Ticket) {
    let text = unknown.text;
    let shapes = [Shape::Text, Shape::Image(text), Shape::Audio(text), Shape::Blob(text, text)];
    for shape in shapes {
        keep(server.begin(ticket, shape, unknown.out).is_ok());
    }
    while let Ok((taken, out)) = server.piece(ticket, unknown.bytes, unknown.out) {
        look(&out);
        if taken == 0 {
            break;
        }
    }
    let failure = unknown.number(Some(text)).map(Into::into);
    keep(server.end(ticket, failure, unknown.out).is_ok());
}

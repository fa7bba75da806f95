//! The client role: how a connection comes about, calls, what the server asks, what it tells.

use core::hint::black_box;

use sansmcp::client::{
    Accepted, Answered, Client, ClientInfo, Connected, Event, EventKind, Failed, Given,
    InputNeeded, Listed, ListenEnded, Listening, Options, Outcome, Pages, Pause, Policy,
    Subscription, all_tools, tools,
};
use sansmcp::json::{Raw, Writer};
use sansmcp::rules::{Capabilities, Failure, Level};
use sansmcp::schema::{Implementation, Json, Object, SubscriptionFilter};
use sansmcp::{Code, Connection, Error, Frame, Limits, Out, Revision, Route, Slot, Ticket, What};

use crate::server::look;
use crate::{Unknown, keep};

/// What a client says of itself, all of it set.
pub(crate) fn info(text: &str) -> ClientInfo<'_> {
    ClientInfo {
        implementation: Implementation { name: text, version: text, ..Implementation::EMPTY },
        capabilities: Capabilities(black_box(0xffff)),
        extensions: text,
        experimental: text,
    }
}

fn options(text: &str) -> Options<'_> {
    Options { limits: black_box(Limits::DEFAULT), meta: text, anyway: black_box(true) }
}

pub(crate) fn sent(out: Result<Out<'_>, Error>) {
    match out {
        Ok(out) => look(&out),
        Err(error) => keep(error),
    }
}

pub(crate) fn ticketed(out: Result<(Ticket, Out<'_>), Error>) -> Ticket {
    match out {
        Ok((ticket, out)) => {
            look(&out);
            ticket
        }
        Err(_) => Ticket::from_number(black_box(65_537)),
    }
}

pub(crate) fn pipe(unknown: &mut Unknown<'_>) {
    let info = info(unknown.text);
    let mut connection = unknown.number(Connection::NEW);
    let mut slots = [const { Slot::EMPTY }; 8];
    let slots = slots.get_mut(..black_box(8)).unwrap_or_default();
    let mut client = Client::new(&info, &mut connection, slots);
    while unknown.number(true) {
        let mut frame = Frame::new(unknown.bytes).on(Route::pipe(unknown.number(0)));
        speak(unknown, &mut client, &mut frame);
        client.closed(frame.route(), image::now());
    }
    // One that nobody gave anything.
    let mut client = Client::new(&ClientInfo::EMPTY, &mut connection, &mut []);
    keep(client.connect(&Policy::default(), unknown.number(0)));
}

/// All that a client does on any transport, in any order.
pub(crate) fn speak(unknown: &mut Unknown<'_>, client: &mut Client<'_>, frame: &mut Frame<'_>) {
    let revision = Revision::from_number(unknown.number(3)).unwrap_or(Revision::LATEST);
    let policy = Policy {
        newest: unknown.number(Revision::LATEST),
        probe_ms: unknown.number(3),
        ..Policy::ANY.known(revision)
    };
    keep(client.connect(&policy, image::now()));
    ask(unknown, client);
    while let Some(event) = client.receive(frame, image::now()) {
        handle(unknown, client, &event);
    }
    keep(client.next_deadline());
    while let Some(event) = client.expire(image::now()) {
        handle(unknown, client, &event);
    }
    while let Ok(Some(out)) = client.next_output(unknown.out) {
        look(&out);
    }
    client.open().for_each(keep);
    keep((client.revision(), client.capabilities(), client.is_connected()));
    keep((client.connection().revision(), client.connection().is_ready()));
}

/// What a client says.
fn ask(unknown: &mut Unknown<'_>, client: &mut Client<'_>) {
    let (text, now) = (unknown.text, image::now());
    let (params, options) = (Json(text), options(text));
    let ticket = ticketed(client.call(text, &params, &options, now, unknown.out));
    keep(client.cancel(ticket));
    ticketed(client.again(ticket, text, &params, &options, now, unknown.out));
    ticketed(client.set_level(unknown.number(Level::Info), &options, now, unknown.out));
    sent(client.notify(text, &params, unknown.out));
    let uris = [text, text];
    let wanted = unknown.number(Some(true));
    let mut listen = Subscription::new(SubscriptionFilter {
        tools_list_changed: wanted,
        prompts_list_changed: wanted,
        resources_list_changed: wanted,
        resource_subscriptions: unknown.number(&uris[..]),
        ..SubscriptionFilter::EMPTY
    });
    for _ in 0..black_box(9) {
        let out = match black_box(false) {
            false => client.listen(&mut listen, now, unknown.out),
            true => client.unlisten(&mut listen, now, unknown.out),
        };
        match out {
            Ok(out) => out.iter().for_each(look),
            Err(error) => keep(error),
        }
    }
    keep(listen.ticket());
}

fn handle(unknown: &mut Unknown<'_>, client: &mut Client<'_>, event: &Event<'_>) {
    let (kind, _, parts) = event.raw();
    // Numbers over another text than theirs must not panic either.
    view(unknown, &Event::from_parts(kind, unknown.text, parts));
    view(unknown, event);
    keep((event.kind(), EventKind::from_number(unknown.number(3)), kind.name()));
    match event {
        Event::InputNeeded(needed) => provide(unknown, client, needed),
        Event::Request(request) => {
            let (ticket, text) = (request.ticket(), unknown.text);
            sent(client.result(ticket, &Json(text), unknown.out));
            let code = Code(unknown.number(-32000));
            sent(client.error(ticket, code, text, text, unknown.out));
        }
        _ => {}
    }
    sent(client.reply(event, unknown.out));
}

/// What is read of an event.
fn view(unknown: &Unknown<'_>, event: &Event<'_>) {
    let all = event.incoming();
    keep((all.ticket(), all.revision(), all.method(), all.method_name(), all.id()));
    keep((all.params(), all.meta(), all.raw(), event.ticket()));
    match event {
        Event::Connected(connected) => {
            keep((connected.capabilities(), connected.server_info(), connected.instructions()));
            keep(Connected::from_parts(unknown.text, connected.raw().1).result());
        }
        Event::Failed(failed) => {
            keep((failed.failure(), failed.received(), failed.retry()));
            keep(Failed::from_parts(unknown.text, failed.raw().1).failure());
        }
        Event::Answered(answered) => ended(unknown, answered),
        Event::InputNeeded(needed) => {
            keep((needed.is_request(), needed.call(), needed.round(), needed.pause_ms()));
            needed.inputs().for_each(|one| keep((one.key(), one.method(), one.params())));
        }
        Event::Suspended(suspended) => keep((suspended.why(), suspended.why().name())),
        Event::Progress(told) => keep((told.progress(), told.total(), told.message())),
        Event::Log(log) => keep((log.level(), log.logger(), log.data())),
        Event::Listening(listening) => {
            keep((listening.hears(unknown.number(What::Prompts)), listening.refused()));
            Listening::from_parts(unknown.text, listening.raw().1).uris().for_each(keep);
        }
        Event::ListenEnded(ended) => {
            let other = ListenEnded::from_parts(unknown.text, ended.raw().1);
            keep((other.is_graceful(), other.error(), other.failure()));
        }
        Event::Changed(changed) => keep(changed.what()),
        Event::Updated(updated) => keep(updated.uri()),
        Event::Withdrawn(withdrawn) => keep(withdrawn.reason()),
        Event::Refused(refused) => keep(refused.refusal()),
        Event::Ignored(ignored) => keep(ignored.refusal()),
        _ => {}
    }
}

fn ended(unknown: &Unknown<'_>, answered: &Answered<'_>) {
    let other = Answered::from_parts(unknown.text, answered.raw().1);
    keep((other.failure(), other.received(), other.cache_hint()));
    match other.outcome() {
        Outcome::Result(result) => keep(result),
        Outcome::Error(error) => keep((error.code(), error.message(), error.data())),
        Outcome::Failed(failure) => account(failure),
    }
    if let Some(result) = other.result() {
        list(result);
    }
}

fn account(failure: Failure) {
    keep((failure.name(), failure.message(), failure.advice(), failure.whose().name()));
    keep(failure.account());
}

fn list(result: Raw<'_>) {
    let mut pages = black_box(Pages::NEW);
    match pages.next(result) {
        Ok(cursor) => keep(cursor),
        Err(stuck) => keep(stuck.message()),
    }
    for all in [tools(result), all_tools(result)] {
        all.for_each(|listed| match listed {
            Listed::Tool(tool) => keep(tool.name()),
            other => keep(other),
        });
    }
}

fn provide(unknown: &mut Unknown<'_>, client: &mut Client<'_>, needed: &InputNeeded<'_>) {
    let (text, now) = (unknown.text, image::now());
    let revision = unknown.number(Revision::LATEST);
    let (params, options) = (Json(text), options(text));
    for input in needed.inputs() {
        let accepted = input.accept(text);
        keep(accepted.write(&mut Writer::new(unknown.out), revision));
        let given = [Given { key: text, result: &accepted }, Given { key: text, result: &params }];
        let given = given.get(..black_box(1)).unwrap_or_default();
        ticketed(client.provide(needed, given, &params, &options, now, unknown.out));
        let accepted = Accepted::new(input.params(), text);
        keep(accepted.write(&mut Writer::new(unknown.out), revision));
    }
    sent(client.refuse(needed, Code(unknown.number(-1)), text, unknown.out));
}

/// The tables that rule a client.
pub(crate) fn rules(unknown: &mut Unknown<'_>) {
    use sansmcp::rules::transition::{Phase, State, Turn};
    keep(unknown.number(Phase::Start).after(unknown.number(Turn::Probe)));
    keep(unknown.number(State::Asked).is_ours());
    keep(unknown.number(Pause::Header).name());
    if let Some(failure) = Failure::from_number(unknown.number(3)) {
        account(failure);
    }
    if let Ok(raw) = Raw::parse(unknown.bytes) {
        keep(Capabilities::of_server(raw));
    }
    keep((unknown.number(Policy::LEGACY), unknown.number(Policy::MODERN)));
    keep((unknown.number(Options::default()), unknown.number(ClientInfo::default())));
}

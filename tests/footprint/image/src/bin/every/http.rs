//! The endpoint: heads, bodies, sessions and streams.

use core::hint::black_box;

use sansmcp::http::{
    Delivery, Denial, Endpoint, Head, Hub, Memory, Policy, ResponseHead, Session, SessionId,
    Stream, Verdict,
};
use sansmcp::{Frame, Out, Receivers, Route, ServerInfo, Slot, Ticket, What};

use crate::heads::lines;
use crate::server::{handle, look, tool};
use crate::{Unknown, keep};

pub(crate) fn endpoint(unknown: &mut Unknown<'_>) {
    let text = unknown.text;
    let names = [text, text];
    let names = unknown.number(&names[..]);
    let policy = Policy {
        hosts: names,
        origins: names,
        sessions: unknown.number(true),
        replay: unknown.number(true),
        retry_ms: unknown.number(1000),
        idle_ms: unknown.number(1000),
        sessions_each: unknown.number(1),
        slots_each: unknown.number(2),
        longest_body: unknown.number(1024),
    };
    let tools = [tool(text, &[]); 2];
    let catalog = ServerInfo { name: text, tools: &tools, ..ServerInfo::EMPTY };
    let mut hub = unknown.number(Hub::NEW);
    let mut sessions = [Session::EMPTY; 4];
    let mut streams = [Stream::EMPTY; 8];
    let mut slots = [const { Slot::EMPTY }; 8];
    let mut endpoint = Endpoint::new(
        &catalog,
        &policy,
        Memory {
            hub: &mut hub,
            sessions: sessions.get_mut(..black_box(4)).unwrap_or_default(),
            streams: streams.get_mut(..black_box(8)).unwrap_or_default(),
            slots: slots.get_mut(..black_box(8)).unwrap_or_default(),
        },
    );
    while unknown.number(true) {
        exchange(unknown, &mut endpoint);
        beside(unknown, &mut endpoint);
    }
}

/// A request from its head to its last answer.
fn exchange(unknown: &mut Unknown<'_>, endpoint: &mut Endpoint<'_>) {
    let lines = lines(unknown);
    let head = Head { method: unknown.text, headers: unknown.number(&lines[..]) };
    let (number, principal) = (unknown.number(7), unknown.number(9));
    keep(endpoint.methods());
    match endpoint.judge(&head, number, principal, image::now()) {
        Verdict::Body => body(unknown, endpoint, &head, number),
        Verdict::Reply(reply) => headers(&reply.head),
        Verdict::Stream(opening) => {
            headers(&opening.head);
            keep((opening.first.map(|first| keep(first.bytes())), opening.missed));
        }
        Verdict::Preflight(lines) => lines.for_each(keep),
    }
    let denial = unknown.number(Denial::TooLong);
    keep((denial.status(), denial.reply()));
    keep(SessionId::parse(unknown.text));
}

fn body(unknown: &mut Unknown<'_>, endpoint: &mut Endpoint<'_>, head: &Head<'_>, number: u32) {
    let mut frame = Frame::new(unknown.bytes).on(Route::post(number)).under(head);
    if unknown.number(false) {
        frame = Frame::of_text(unknown.text).resume(unknown.number(1));
    }
    let random = unknown.number([7; 16]);
    while let Some(event) = endpoint.receive(&mut frame, image::now(), &random) {
        frame = frame.answered_on(unknown.number(frame.stream()));
        let session = endpoint.server_of(&frame).session();
        let mut server = endpoint.server_in(unknown.number(session));
        handle(unknown, &mut server, &event);
        let out = server.reply(&event, unknown.out);
        if let Ok(out) = out {
            deliver(endpoint, out);
        }
        if let Some(delivery) = endpoint.put_off(event.ticket(), unknown.number(500)) {
            sent(&delivery);
        }
    }
    if let Some(delivery) = endpoint.received(&frame) {
        sent(&delivery);
    }
}

/// What is due without a request.
fn beside(unknown: &mut Unknown<'_>, endpoint: &mut Endpoint<'_>) {
    endpoint.changed(unknown.number(What::Tools));
    let mut receivers = unknown.number(Receivers::NEW);
    while let Ok(Some(out)) = endpoint.updated(unknown.text, &mut receivers, unknown.out) {
        deliver(endpoint, out);
    }
    while let Ok(Some(out)) = endpoint.next_output(unknown.out) {
        deliver(endpoint, out);
    }
    keep(endpoint.next_deadline());
    while let Some(event) = endpoint.expire(unknown.number(9)) {
        keep(event.ticket());
    }
    endpoint.closed(unknown.number(7));
    endpoint.open().for_each(keep);
    let cancelled = endpoint.cancelled().next();
    for ticket in [cancelled.unwrap_or(Ticket::NONE), Ticket::from_number(unknown.number(3))] {
        let mut server = endpoint.server(ticket);
        keep(server.abandon(ticket));
        if let Ok(out) = server.result(ticket, unknown.text, unknown.out) {
            deliver(endpoint, out);
        }
    }
}

fn deliver(endpoint: &mut Endpoint<'_>, out: Out<'_>) {
    look(&out);
    keep(out.status());
    let copy = [7; 16];
    let bytes = black_box(&copy[..]);
    sent(&endpoint.deliver(out.over(bytes)));
    sent(&endpoint.deliver(Out::from_parts(bytes, out.raw().1)));
    sent(&endpoint.deliver(out));
}

fn sent(delivery: &Delivery<'_>) {
    keep((delivery.to(), delivery.parts(), delivery.len(), delivery.is_empty(), delivery.keep()));
    keep((delivery.is_end(), delivery.is_half(), delivery.is_cut(), delivery.is_whole()));
    if let Some(head) = delivery.head() {
        headers(head);
    }
}

fn headers(head: &ResponseHead) {
    head.headers().for_each(keep);
    keep(head.session.as_ref().map(|session| session.as_str()));
}

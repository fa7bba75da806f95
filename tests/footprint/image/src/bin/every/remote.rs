//! The client role over Streamable HTTP: heads, responses, sessions and event streams.

use core::hint::black_box;

use sansmcp::client::{Client, Expect, HeadLines, Remote};
use sansmcp::json::Raw;
use sansmcp::schema::Json;
use sansmcp::{Connection, Frame, Out, Route, RouteKind, Slot};

use crate::client::{info, speak};
use crate::heads::lines;
use crate::{Unknown, keep};

pub(crate) fn web(unknown: &mut Unknown<'_>) {
    let info = info(unknown.text);
    let mut connection = unknown.number(Connection::NEW);
    let mut slots = [const { Slot::EMPTY }; 8];
    let slots = slots.get_mut(..black_box(8)).unwrap_or_default();
    let mut remote = unknown.number(Remote::NEW);
    let mut buffer = [0; 512];
    let mut client = Client::over_http(&info, &mut connection, slots, &mut remote);
    while unknown.number(true) {
        let kind = unknown.number(RouteKind::Post);
        let route = Route { number: unknown.number(65_537), kind };
        responded(unknown, &mut client, route);
        client.seen(route, unknown.bytes, unknown.number(Some(500)));
        let mut frame = Frame::new(unknown.bytes).on(route);
        speak(unknown, &mut client, &mut frame);
        if let Ok(Some(out)) = client.next_output(unknown.out) {
            head(&client, &out, unknown.bytes, &mut buffer);
        }
        if let Ok(out) = client.notify(unknown.text, &Json(unknown.text), unknown.out) {
            head(&client, &out, unknown.bytes, &mut buffer);
        }
        client.closed(route, image::now());
        client.leave();
    }
    let other = Remote::default();
    keep((remote.session(), other.session()));
}

fn responded(unknown: &mut Unknown<'_>, client: &mut Client<'_>, route: Route) {
    let lines = lines(unknown);
    let headers = unknown.number(&lines[..]);
    match client.responded(route, unknown.number(200), headers, image::now()) {
        Expect::Denied { ticket, challenge } => keep((ticket, challenge)),
        other => keep(other),
    }
}

fn head(client: &Client<'_>, out: &Out<'_>, schema: &[u8], buffer: &mut [u8]) {
    keep((out.verb(), out.verb().name()));
    if let Ok(lines) = client.head(out, Raw::parse(schema).ok(), buffer) {
        keep(lines.as_str());
        HeadLines::of(lines.as_str()).headers().for_each(keep);
    }
}

//! What is sent to whom: deliveries of the endpoint on their connections.

use sansmcp::http::{Body, Delivery, ResponseHead, Store, StoreState, cors};
use sansmcp::http1::{Framing, Stage};

use crate::link::{Link, Origin};

/// Keeps what clients may come back for. What has no room is gone for them.
pub fn keep(state: &mut StoreState, bytes: &mut [u8], delivery: &Delivery<'_>) {
    if let Some((id, message)) = delivery.keep() {
        Store::new(state, bytes).keep(id, message);
    }
}

/// The headers of a response, and those for the page that may read it.
fn headers_of<'h>(
    head: &'h ResponseHead,
    origin: &'h Origin,
) -> impl Iterator<Item = (&'h str, &'h str)> {
    let exposed = origin.text().map(|origin| {
        [
            ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Expose-Headers", cors::EXPOSED_HEADERS),
            ("Vary", "Origin"),
        ]
    });
    let headers = head.headers().map(|(name, value)| (name, value));
    headers.chain(exposed.into_iter().flatten())
}

pub fn begin(link: &mut Link, head: &ResponseHead, framing: Framing) {
    let origin = core::mem::replace(&mut link.origin, Origin::NONE);
    link.begin(head.status, headers_of(head, &origin), framing);
    link.is_events = head.body == Body::Events;
}

/// Responds with what stands in a table.
pub fn respond(link: &mut Link, head: &ResponseHead, body: &[u8]) {
    begin(link, head, Framing::Length(body.len() as u64));
    link.body(&[body]);
    link.end();
}

/// Sends what is due, to whom it is due.
pub fn send(links: &mut [Link], delivery: &Delivery<'_>) {
    let Some(link) = delivery.to().and_then(|number| links.get_mut(number as usize)) else {
        return;
    };
    // Its response may have been given up.
    if link.conversation.stage() != Stage::Answering {
        return;
    }
    if let Some(head) = delivery.head() {
        let is_whole = delivery.is_whole();
        let length = Framing::Length(delivery.len() as u64);
        begin(link, head, if is_whole { length } else { Framing::Stream });
    }
    link.body(&delivery.parts());
    link.is_half = delivery.is_half();
    if delivery.is_cut() {
        // Nobody may take it for whole: the socket is closed.
        link.is_broken = true;
    } else if delivery.is_end() {
        link.end();
    }
}

//! One HTTP exchange, from a message to the end of its response.

use std::io;
use std::rc::Rc;
use std::time::Duration;

use sansmcp::http::Header;
use sansmcp::sse::Events;
use sansmcp::{Frame, Overlong, OverlongKind, Route};
use tokio::time::timeout;

use super::engine::{Next, Sent};
use super::peer::{Shared, Unanswered, Wire};
use super::sockets::{MOST_HEADERS, Receiving, Sending};

/// How long an exchange may take that no call waits for. The engine has the time of all others.
const ASIDE: Duration = Duration::from_secs(30);
/// Bytes that are read of a body that nobody wants, so that its socket can be used again.
const MOST_UNWANTED: usize = 64 << 10;

/// Sends a message, and gives the engine what comes back.
pub async fn exchange(shared: Rc<Shared>, unanswered: Unanswered, sent: Sent) {
    let route = sent.route;
    let done = talk(&shared, unanswered, sent);
    let done = match route.number {
        // It is over either way.
        0 => timeout(ASIDE, done).await.unwrap_or(Ok(())),
        _ => done.await,
    };
    let why = done.map_or_else(|error| error.to_string(), |()| String::new());
    if let Wire::Http(exchanges) = shared.wire() {
        // It may be aborted no more: the engine may open the same way again at once.
        exchanges.forget(route);
    }
    shared.step(|engine| engine.closed(route, why));
}

async fn talk(shared: &Rc<Shared>, unanswered: Unanswered, sent: Sent) -> io::Result<()> {
    let Wire::Http(exchanges) = shared.wire() else { return Ok(()) };
    let Sent { bytes, route, verb, lines, .. } = sent;
    let sending = Sending { verb, lines, body: bytes.into() };
    let receiving = exchanges.sockets.send(sending).await?;
    let next = {
        let parts = &receiving.response;
        let mut headers = [Header { name: "", value: b"" }; MOST_HEADERS];
        let mut count = 0;
        for (place, (name, value)) in headers.iter_mut().zip(parts.headers()) {
            *place = Header { name: name.as_str(), value: value.as_bytes() };
            count += 1;
        }
        let headers = headers.get(..count).unwrap_or_default();
        let status = parts.status().as_u16();
        shared.step(|engine| engine.responded(route, status, headers))
    };
    drop(unanswered);
    match next {
        Next::Json => json(shared, route, receiving).await,
        Next::Events => events(shared, route, receiving).await,
        Next::Nothing => nothing(receiving).await,
    }
}

/// A body that is one message.
async fn json(shared: &Rc<Shared>, route: Route, mut receiving: Receiving) -> io::Result<()> {
    let longest = shared.engine().setup.longest_in;
    let mut body = Vec::new();
    loop {
        match receiving.next().await? {
            Some(bytes) if body.len() + bytes.len() > longest => {
                let len = (body.len() + bytes.len()) as u64;
                let known = Overlong { id: None, kind: OverlongKind::Response, len };
                shared.step(|engine| engine.receive(Frame::too_long(known).on(route)));
                return Ok(());
            }
            Some(bytes) => body.extend_from_slice(&bytes),
            None => break,
        }
    }
    receiving.done();
    shared.step(|engine| engine.receive(Frame::new(&body).on(route)));
    Ok(())
}

/// A body that is a stream of events, each a message.
async fn events(shared: &Rc<Shared>, route: Route, mut receiving: Receiving) -> io::Result<()> {
    let mut buffer = vec![0; shared.engine().setup.longest_in];
    let mut events = Events::new(&mut buffer);
    while let Some(bytes) = receiving.next().await? {
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let space = events.space();
            let count = space.len().min(rest.len());
            let (now, later) = rest.split_at(count);
            space.iter_mut().zip(now).for_each(|(place, byte)| *place = *byte);
            events.filled(count);
            rest = later;
            while let Some(event) = events.next_event() {
                shared.step(|engine| {
                    engine.receive(event.frame().on(route));
                    engine.seen(route, event.id, None);
                });
                if let Wire::Http(exchanges) = shared.wire() {
                    exchanges.room().await;
                }
            }
        }
        shared.step(|engine| engine.seen(route, events.last_id(), events.retry()));
    }
    receiving.done();
    Ok(())
}

/// A body that nobody wants.
async fn nothing(mut receiving: Receiving) -> io::Result<()> {
    let mut count = 0;
    while let Some(bytes) = receiving.next().await? {
        count += bytes.len();
        if count > MOST_UNWANTED {
            return Ok(());
        }
    }
    receiving.done();
    Ok(())
}

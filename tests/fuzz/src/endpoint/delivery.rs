//! What goes out, held against the model.

use sansmcp::Event;
use sansmcp::http::Body;
use sansmcp::sse::EventId;
use serde_json::Value;

use super::known::{Request, Sent, Session};
use super::world::World;

/// The statuses that the endpoint has.
const STATUSES: [u16; 11] = [200, 202, 204, 400, 403, 404, 405, 406, 413, 415, 503];

impl World {
    /// Bytes for an exchange, and what is to be kept of them.
    pub fn sent(&mut self, sent: Sent) {
        if let Some((id, bytes)) = &sent.keep {
            self.keep(*id, bytes, sent.to);
        }
        let Some(to) = sent.to else { return };
        let at = to as usize - 1;
        let exchange = &mut self.exchanges[at];
        if sent.head.is_none() && sent.bytes.is_empty() && !sent.is_end {
            return;
        }
        assert!(exchange.is_live(), "sent to one that is over: {}", sent.bytes.escape_ascii());
        match (&sent.head, exchange.head) {
            (Some(head), None) => {
                assert!(STATUSES.contains(&head.status), "{}", head.status);
                exchange.head = Some((head.status, head.body));
                if let Some(id) = head.session {
                    assert!(exchange.is_initialize, "a session, and nobody asked for one");
                    assert_eq!(head.status, 200);
                    let id = id.as_str().to_owned();
                    assert!(self.sessions.iter().all(|it| it.id != id), "a session's id twice");
                    let (principal, used) = (exchange.principal, exchange.begun);
                    let client = exchange.client;
                    let uris = Vec::new();
                    self.sessions.push(Session { id, principal, used, is_over: false, uris });
                    exchange.session = Some(self.sessions.len() - 1);
                    self.current[client] = exchange.session;
                }
            }
            (None, Some(_)) => {}
            (head, before) => panic!("a head out of place: {head:?} {before:?}"),
        }
        exchange.bytes.extend_from_slice(&sent.bytes);
        exchange.is_over |= sent.is_end;
        self.read(at, sent.is_end);
    }

    /// An event that is kept: the next of its stream.
    fn keep(&mut self, id: EventId, bytes: &[u8], to: Option<u32>) {
        let root = to.map(|to| self.exchanges[to as usize - 1].root);
        let log = self.logs.entry(id.stream).or_default();
        log.events.push(bytes.to_vec());
        assert_eq!(id.sequence as usize, log.events.len(), "events out of order");
        if let (Some(root), Some(before)) = (root, log.root) {
            assert_eq!(root, before, "an event of another stream");
        }
        log.root = log.root.or(root);
        self.store().keep(id, bytes);
    }

    /// Reads what came on an exchange, as its client would.
    fn read(&mut self, at: usize, is_end: bool) {
        let exchange = &mut self.exchanges[at];
        match exchange.head.map(|(_, body)| body) {
            Some(Body::Empty) => assert!(exchange.bytes.is_empty()),
            Some(Body::Json) if is_end => {
                let bytes = std::mem::take(&mut exchange.bytes);
                match serde_json::from_slice(&bytes) {
                    Ok(value) => self.message(at, &value, false),
                    Err(_) => assert!(self.is_torn(at), "no JSON: {}", bytes.escape_ascii()),
                }
            }
            Some(Body::Events) => loop {
                let bytes = &self.exchanges[at].bytes;
                let Some(end) = bytes.windows(2).position(|two| two == b"\n\n") else {
                    let is_whole = bytes.is_empty() || self.is_torn(at);
                    assert!(!is_end || is_whole, "half an event: {}", bytes.escape_ascii());
                    break;
                };
                let event: Vec<u8> = self.exchanges[at].bytes.drain(..end + 2).collect();
                self.sse(at, &String::from_utf8(event).expect("events are UTF-8"));
            },
            _ => {}
        }
        let exchange = &self.exchanges[at];
        if is_end && exchange.is_post && !self.is_torn(at) {
            self.completed(at);
        }
    }

    /// Not all of it comes: it was gone on with elsewhere; or its session has ended, which takes
    /// what is half out with it; or it had a request in the spare place, which another took.
    fn is_torn(&self, at: usize) -> bool {
        let root = &self.exchanges[self.exchanges[at].root];
        let is_aside = |it: &Request| it.is_spare() && !it.is_delivered;
        let has_aside = self.of(self.exchanges[at].root).any(|(_, it)| is_aside(it));
        root.is_torn
            || has_aside
            || root.session.is_some_and(|session| self.sessions[session].is_over)
    }

    /// All that was asked on a POST whose response has ended was answered, or given up.
    fn completed(&mut self, at: usize) {
        let session = self.exchanges[at].session;
        let is_over = session.is_some_and(|it| self.sessions[it].is_over || self.is_late(it));
        for request in self.requests.iter().filter(|request| request.exchange == at) {
            let is_fine =
                request.is_delivered || request.is_given_up || request.is_unwanted || is_over;
            assert!(is_fine, "a response ended without the answer to {}", request.id);
        }
    }

    /// One event.
    fn sse(&mut self, at: usize, event: &str) {
        let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
        let data = field("data: ");
        let id = field("id: ").map(|id| EventId::parse(id.as_bytes()).expect("an id of ours"));
        let root = self.exchanges[at].root;
        if let Some(id) = id {
            let log = self.logs.entry(id.stream).or_default();
            if id.sequence == 0 {
                assert!(log.root.is_none_or(|before| before == root) && data == Some(""));
                log.root = Some(root);
            } else {
                assert_eq!(log.root, Some(root), "an event of another stream");
                let kept = &log.events[id.sequence as usize - 1];
                assert_eq!(data.map(str::as_bytes), Some(&kept[..]), "not what was kept");
            }
        }
        if let Some(data) = data.filter(|data| !data.is_empty()) {
            match serde_json::from_str(data) {
                Ok(value) => self.message(at, &value, true),
                Err(_) => assert!(self.is_torn(at), "not JSON: {data}"),
            }
        }
    }

    /// The requests of an exchange.
    fn of(&self, root: usize) -> impl Iterator<Item = (usize, &Request)> {
        let all = self.requests.iter().enumerate();
        all.filter(move |(_, request)| request.exchange == root)
    }

    /// A message, which must be one for this exchange.
    fn message(&mut self, at: usize, value: &Value, is_event: bool) {
        let root = self.exchanges[at].root;
        let session = self.exchanges[root].session;
        let text = value.to_string();
        let params = &value["params"];
        let number_in = |text: &str| text.get(1..).and_then(|text| text.parse::<usize>().ok());
        match value["method"].as_str() {
            None => return self.response(root, value, &text),
            Some("elicitation/create") => {
                let number = number_in(params["message"].as_str().expect("a message"));
                let is_its = |it: &Request| Some(it.number) == number && it.is_open();
                assert!(self.of(root).any(|(_, it)| is_its(it)), "not its question: {text}");
            }
            Some("notifications/progress") => {
                let number = number_in(params["progressToken"].as_str().expect("a token"));
                let said = number_in(params["message"].as_str().unwrap_or("n"));
                assert!(self.of(root).any(|(_, it)| Some(it.number) == number), "{text}");
                assert!(said.is_none() || said == number, "{text}");
            }
            Some("notifications/message") => {
                let number = number_in(params["data"].as_str().expect("a text"));
                assert!(self.of(root).any(|(_, it)| Some(it.number) == number), "{text}");
            }
            Some("notifications/subscriptions/acknowledged") => self.tagged(root, params, &text),
            Some("notifications/resources/updated") => {
                let uri = params["uri"].as_str().expect("a URI");
                if params.get("_meta").is_some() {
                    return self.tagged(root, params, &text);
                }
                assert!(!self.exchanges[root].is_post, "{text}");
                let session = &self.sessions[session.expect("a session")];
                assert!(session.uris.contains(&uri), "nobody subscribed: {text}");
            }
            Some("notifications/cancelled") => {
                let id = params["requestId"].as_u64().expect("a number");
                let is_its = self.questions.iter().any(|it| it.id == id && it.session == session);
                assert!(is_its, "not its question: {text}");
            }
            Some(list) => {
                assert!(list.ends_with("/list_changed"), "{text}");
                if params.get("_meta").is_some() {
                    return self.tagged(root, params, &text);
                }
                assert!(!self.exchanges[root].is_post && session.is_some(), "{text}");
            }
        }
        assert!(is_event, "no answer: {text}");
    }

    /// What belongs to a listen names it.
    fn tagged(&self, root: usize, params: &Value, text: &str) {
        let id = params["_meta"]["io.modelcontextprotocol/subscriptionId"].to_string();
        let is_its = |it: &Request| it.is_listening && it.id == id;
        assert!(self.of(root).any(|(_, it)| is_its(it)), "not its listen: {text}");
    }

    /// The response to a request of this exchange which has none yet.
    fn response(&mut self, root: usize, value: &Value, text: &str) {
        assert_eq!(value["jsonrpc"], "2.0");
        assert!(value.get("result").is_some() != value.get("error").is_some(), "{text}");
        let id = value.get("id").filter(|id| !id.is_null()).map(ToString::to_string);
        let is_its = |it: &Request| {
            let is_silent = it.is_given_up && !it.is_streaming && !it.is_going_out;
            !it.is_delivered
                && !is_silent
                && id.as_ref().is_none_or(|id| it.id.is_empty() || it.id == *id)
        };
        let said = value["result"]["content"][0]["text"].as_str();
        let numbered = |it: &Request| {
            said.and_then(|said| said.strip_prefix('n')).is_none_or(|said| {
                // What goes out in pieces may say it several times, or not at all.
                it.is_streaming || said == it.number.to_string()
            })
        };
        // The endpoint's own replies to heads and full tables answer no request.
        let is_bare = id.is_none() && self.of(root).next().is_none();
        // Of two with the same id the second was refused.
        let is_error = value.get("error").is_some();
        let is_alike = |it: &Request| matches!(it.event(), Event::Refused(_)) == is_error;
        let all: Vec<_> = self.of(root).filter(|(_, it)| is_its(it) && numbered(it)).collect();
        // Of those alike it is the one that was just answered.
        let rank = |it: &Request| (is_alike(it), it.is_done);
        let found = all.iter().rev().max_by_key(|(_, it)| rank(it)).map(|(at, _)| *at);
        let exchange = &self.exchanges[root];
        if found.is_none()
            && (is_bare || (id.is_none() && exchange.head.is_some_and(|h| h.0 == 503)))
        {
            assert!(value.get("error").is_some(), "{text}");
            return;
        }
        let request = &mut self.requests[found.unwrap_or_else(|| panic!("nobody asked: {text}"))];
        request.is_delivered = true;
        let is_initialized = self.exchanges[root].is_initialize
            && value["result"].get("protocolVersion").is_some()
            && self.policy.sessions
            && !self.places.is_empty();
        let is_named = self.exchanges[root].session.is_some();
        assert!(!is_initialized || is_named, "a session whose id nobody learns");
    }
}

//! POSTs.

use sansmcp::{Frame, Route};

use super::heads::Lines;
use super::known::{CLIENTS, Sent};
use super::message::{IDS, Kind, initialize, message};
use super::world::{Judged, World};

/// A message of a body, as the model knows it.
#[derive(Clone)]
pub struct Part {
    pub kind: Option<Kind>,
    pub id: String,
    pub number: usize,
}

impl World {
    /// A client says hello.
    pub fn initialize(&mut self, client: usize, revision: usize, accept: usize, mode: usize) {
        let client = client % CLIENTS;
        let before = self.current[client];
        let id = IDS[client];
        let part = Part { kind: None, id: id.into(), number: self.number() };
        let lines = Lines::post(accept);
        let at = self.exchange(client, &lines, None);
        self.exchanges[at].is_initialize = true;
        self.post(at, &lines, initialize(id, revision).as_bytes(), &[part], mode);
        if self.current[client] != before {
            let lines = self.named(self.current[client], 0);
            let ready = message(Kind::Initialized, "", 0, "", false);
            let at = self.exchange(client, &lines, self.current[client]);
            self.post(at, &lines, ready.as_bytes(), &[], 0);
        }
    }

    /// A head that names a session.
    pub fn named(&self, session: Option<usize>, accept: usize) -> Lines {
        let mut lines = Lines::post(accept);
        if let Some(session) = session {
            lines.put("Mcp-Session-Id", &self.sessions[session].id);
        }
        lines
    }

    /// A message of a client's, in the session that another has.
    pub fn legacy(&mut self, client: usize, of: usize, rest: [usize; 4]) {
        let [kind, id, accept, mode] = rest;
        let session = self.current[of % CLIENTS];
        let lines = self.named(session, accept);
        let (body, part) = self.part(Kind::of(kind, false), id, false);
        self.send(client, &lines, session, body.as_bytes(), &[part], mode);
    }

    /// A message of 2026-07-28.
    pub fn modern(&mut self, client: usize, rest: [usize; 4]) {
        let [kind, id, accept, mode] = rest;
        let kind = Kind::of(kind, true);
        let (body, part) = self.part(kind, id, true);
        let mut lines = Lines::post(accept);
        lines.put("MCP-Protocol-Version", "2026-07-28");
        lines.put("Mcp-Method", kind.method());
        if kind == Kind::Call {
            lines.put("Mcp-Name", "t");
        }
        let at = self.exchange(client, &lines, None);
        self.exchanges[at].is_modern = true;
        self.post(at, &lines, body.as_bytes(), &[part], mode);
    }

    fn part(&mut self, kind: Kind, id: usize, is_modern: bool) -> (String, Part) {
        let number = self.number();
        let about = match kind {
            Kind::Answer if !self.questions.is_empty() => {
                let back = id % self.questions.len();
                self.questions[self.questions.len() - 1 - back].id.to_string()
            }
            _ => IDS[id % IDS.len()].into(),
        };
        let id = IDS[id % IDS.len()];
        let body = message(kind, id, number, &about, is_modern);
        let id = if kind.is_request() { id } else { "" };
        (body, Part { kind: Some(kind), id: id.into(), number })
    }

    /// Several messages in one body.
    pub fn batch(&mut self, client: usize, count: usize, first: usize, mode: usize) {
        let client = client % CLIENTS;
        let mut bodies = Vec::new();
        let mut parts = Vec::new();
        for place in 0..count % 6 {
            let (body, part) = self.part(Kind::of(first + place, false), place, false);
            bodies.push(body);
            parts.push(part);
        }
        let session = self.current[client];
        let lines = self.named(session, 0);
        let body = format!("[{}]", bodies.join(","));
        self.send(client, &lines, session, body.as_bytes(), &parts, mode);
    }

    /// Any body at all; `how` says under which head.
    pub fn raw(&mut self, client: usize, how: usize, body: &[u8]) {
        let session = self.current[client % CLIENTS].filter(|_| how & 1 == 1);
        let mut lines = self.named(session, 0);
        if how & 2 == 2 {
            lines.put("MCP-Protocol-Version", "2026-07-28");
        }
        if how & 4 == 4 {
            lines.put("mcp-protocol-version", "2025-06-18");
        }
        if how & 8 == 8 {
            lines.put("mcp-session-id", "0000a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5");
        }
        let part = Part { kind: None, id: String::new(), number: self.number() };
        let session = session.filter(|_| how & 8 == 0);
        let at = self.exchange(client, &lines, session.filter(|it| self.is_good(*it, client)));
        // It may be of either era.
        self.exchanges[at].is_modern = true;
        self.exchanges[at].is_initialize = true;
        self.post(at, &lines, body, &[part], 0);
    }

    /// A head of any lines, split at `|`: the method, the lines, an empty one, the body. It names
    /// no session.
    pub fn any_head(&mut self, client: usize, text: &[u8]) {
        let cut = text.windows(2).position(|two| two == b"||").unwrap_or(text.len());
        let mut lines = Lines { method: "POST", lines: Vec::new() };
        for (place, line) in text[..cut].split(|byte| *byte == b'|').enumerate() {
            let line = String::from_utf8_lossy(line);
            match (place, line.split_once(':')) {
                (0, _) => {
                    let methods = ["POST", "OPTIONS", "PUT", "HEAD", "post", "GET", "DELETE"];
                    let found = methods.into_iter().find(|method| *method == line);
                    lines.method = found.unwrap_or("POST");
                }
                (_, Some((name, value))) => lines.put(name, value),
                (_, None) => lines.put(&line, ""),
            }
        }
        let at = self.exchange(client, &lines, None);
        self.exchanges[at].is_modern = true;
        self.exchanges[at].is_initialize = true;
        self.exchanges[at].is_post = lines.method == "POST";
        let part = Part { kind: None, id: String::new(), number: self.number() };
        self.post(at, &lines, text.get(cut + 2..).unwrap_or_default(), &[part], 0);
    }

    /// Heads that are to be answered without a body.
    pub fn head_alone(&mut self, client: usize, how: usize) {
        let mut lines = match how % 4 {
            0 => Lines::other("PUT", 0),
            1 => Lines::other("OPTIONS", 0),
            _ => Lines::post(0),
        };
        let expected = match how % 12 {
            0 | 4 | 8 | 1 => 405,
            5 | 9 => {
                lines.put("Origin", "http://localhost:1");
                lines.put("Access-Control-Request-Method", "POST");
                204
            }
            2 => {
                lines.lines.retain(|(name, _)| name != "Host");
                403
            }
            3 => {
                lines.put("Host", "localhost:8080");
                403
            }
            6 => {
                lines.put("Origin", "https://evil.example");
                403
            }
            7 => {
                lines.put("Content-Type", "text/plain");
                415
            }
            10 => {
                lines.put("Content-Length", "99999999999999999999999");
                413
            }
            _ => {
                lines.lines.retain(|(name, _)| name != "Accept");
                lines.put("Accept", "image/png");
                406
            }
        };
        let at = self.exchange(client, &lines, None);
        match self.judge(at, &lines) {
            Judged::Done(status) => assert_eq!(status, expected, "{how}"),
            Judged::Body | Judged::Stream(_) => panic!("let in: {how}"),
        }
    }

    /// A POST that may name a session.
    fn send(
        &mut self,
        client: usize,
        lines: &Lines,
        session: Option<usize>,
        body: &[u8],
        parts: &[Part],
        mode: usize,
    ) {
        let good = session.filter(|it| self.is_good(*it, client));
        let at = self.exchange(client, lines, good);
        self.post(at, lines, body, parts, mode);
        let status = self.exchanges[at].head.map_or(0, |(status, _)| status);
        if !self.policy.sessions || self.places.is_empty() {
            return;
        }
        match good {
            Some(session) if status == 404 => self.found_over(session),
            // Of one that may be over already it shows later.
            Some(session) if self.is_late(session) || status == 503 => {}
            Some(session) => self.sessions[session].used = self.now,
            None => {}
        }
    }

    /// A POST from its head to what becomes of it.
    pub fn post(&mut self, at: usize, lines: &Lines, body: &[u8], parts: &[Part], mode: usize) {
        if !matches!(self.judge(at, lines), Judged::Body) {
            return;
        }
        let (number, now) = (at as u32 + 1, self.now);
        let mut random = [0x5a; 16];
        random[..8].copy_from_slice(&(at as u64).to_be_bytes());
        let mut parts = parts.iter();
        lines.with(|head| {
            let frame = Frame::new(body).on(Route::post(number));
            let mut frame = frame.from(self.exchanges[at].principal).under(head);
            while let Some(event) = self.endpoint().receive(&mut frame, now, &random) {
                self.event(at, &event, parts.next(), mode);
                self.give_up();
            }
            let sent = self.endpoint().received(&frame).as_ref().map(Sent::of);
            if let Some(sent) = sent {
                self.sent(sent);
            }
        });
    }
}

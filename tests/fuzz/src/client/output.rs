//! What goes out, held against the model.

use super::known::{Exchange, Phase, Sent, Stage};
use super::world::{World, client, sent};
use sansmcp::{Error, Route, RouteKind, Ticket};
use serde_json::Value;

impl World {
    /// All that is due, as far as it has room.
    pub fn outputs(&mut self) {
        let mut count = 0;
        while self.next_output() {
            count += 1;
            assert!(count < 10_000, "there is no end of outputs");
        }
    }

    /// The next that is due, if it has room.
    pub fn output_once(&mut self) {
        self.gives_up = true;
        self.next_output();
        self.gives_up = false;
    }

    /// The next that is due; false if there is none.
    pub fn next_output(&mut self) -> bool {
        let done = self.write(false, |client, tx| {
            let out = client.next_output(tx)?;
            Ok((out.is_some(), out.as_ref().and_then(sent)))
        });
        match done {
            Ok((true, Some(sent))) => self.engine_says(&sent),
            Ok((true, None)) => panic!("an output of nothing"),
            Ok((false, _)) => return false,
            Err(Error::Short { .. }) if self.gives_up => return false,
            Err(error) => panic!("{error:?} for what is the engine's own"),
        }
        true
    }

    /// What nobody asked for.
    fn engine_says(&mut self, sent: &Sent) {
        if sent.text.is_empty() {
            return self.engine_does(sent);
        }
        let message = self.message(sent);
        let method = message["method"].as_str().expect("the engine answers nothing by itself");
        if let Some(id) = message["id"].as_u64() {
            let ticket = Ticket::from_number(id);
            assert_eq!(ticket.index, Ticket::HANDSHAKE, "{sent:?}");
            self.handshake = ticket;
            assert!(matches!(method, "initialize" | "server/discover"), "{sent:?}");
            if method == "initialize" && self.is_http() && self.phase == Phase::Legacy {
                // The session was lost.
                self.phase = Phase::Connecting;
            }
            assert_eq!(self.phase, Phase::Connecting, "{sent:?}");
            self.is_confirmed = false;
            return;
        }
        match method {
            "notifications/initialized" => {
                assert!(self.phase == Phase::Legacy && !self.is_confirmed, "{sent:?}");
                self.is_confirmed = true;
            }
            "notifications/cancelled" => {
                let id = message["params"]["requestId"].as_u64().expect("an id of ours");
                let ticket = Ticket::from_number(id);
                assert!(self.ids.contains(&id), "{sent:?}");
                assert!(self.taken_back.insert(id), "taken back twice: {sent:?}");
                assert!(ticket.index != Ticket::HANDSHAKE, "{sent:?}");
                let is_open = self.calls.iter().any(|it| it.ticket == ticket && it.is_open());
                assert!(!is_open, "taken back and open: {sent:?}");
            }
            _ => panic!("{sent:?}"),
        }
    }

    /// An HTTP exchange without a message.
    fn engine_does(&mut self, sent: &Sent) {
        assert!(self.is_http(), "{sent:?}");
        if sent.verb == "POST" {
            assert!(sent.is_last, "{sent:?}");
            let of_it = self.exchanges.iter_mut().filter(|it| it.route == sent.route);
            of_it.for_each(|it| it.stage = Stage::Closed);
            return;
        }
        let is_there = |it: &&Exchange| it.route == sent.route && it.stage != Stage::Closed;
        if sent.verb == "GET" {
            let twice = self.exchanges.iter().find(is_there);
            assert!(twice.is_none(), "asked for again while it is there: {twice:?}");
        }
        if sent.verb == "DELETE" {
            // The application wanted it so, and is not told.
            self.phase = Phase::Failed;
            self.is_untold = false;
            self.lose();
        }
        self.check_head(sent);
        let id = self.exchanges.iter().rfind(|it| it.route == sent.route).and_then(|it| it.id);
        self.exchanges.push(Exchange { route: sent.route, stage: Stage::Sent, id });
    }

    /// One message of ours: valid, whole, on its way, with an id that was never used.
    pub fn message(&mut self, sent: &Sent) -> Value {
        let json = sent.text.strip_suffix('\n').expect("a whole line");
        assert!(!json.contains('\n'), "{sent:?}");
        let message: Value = serde_json::from_str(json).expect("valid JSON");
        assert_eq!(message["jsonrpc"], "2.0");
        let members: Vec<&String> = message.as_object().expect("an object").keys().collect();
        let (has_id, has_method) = (message.get("id").is_some(), message.get("method").is_some());
        let known = ["jsonrpc", "id", "method", "params", "result", "error"];
        assert!(members.iter().all(|it| known.contains(&it.as_str())), "{sent:?}");
        assert_eq!(has_method, message.get("params").is_some_and(Value::is_object), "{sent:?}");
        let mut id = None;
        if has_id && has_method {
            let number = message["id"].as_u64().expect("a number");
            assert!(self.ids.insert(number), "an id was used before: {sent:?}");
            self.wire.push(number);
            id = Some(number);
        }
        if self.is_http() {
            assert_eq!(sent.route.kind, RouteKind::Post);
            assert_eq!(id.is_some(), sent.route.number != 0, "{sent:?}");
            if id.is_some() {
                let is_new = self.exchanges.iter().all(|it| it.route != sent.route);
                assert!(is_new, "a route was used before: {sent:?}");
            }
            self.check_head(sent);
            self.exchanges.push(Exchange { route: sent.route, stage: Stage::Sent, id });
        } else {
            assert_eq!(sent.route, Route::PIPE);
        }
        message
    }

    /// The head that goes with an output has whole lines, and says how much room it needs.
    fn check_head(&mut self, sent: &Sent) {
        let sent = sent.clone();
        let mut buffer = vec![0; 4096];
        let client = client!(self);
        // It is made of a copy, as a host with a queue does.
        let out = match sent.verb {
            "POST" => sansmcp::Out::NOTHING.over(sent.text.as_bytes()),
            _ => return,
        };
        match client.head(&out, None, &mut buffer) {
            Ok(head) => {
                for line in head.as_str().split_terminator("\r\n") {
                    assert!(!line.bytes().any(|byte| byte < b' ' && byte != b'\t'), "{line:?}");
                    assert!(line.contains(": "), "{line:?}");
                }
                let need = head.as_str().len();
                let less = &mut buffer.clone()[..need - 1];
                assert_eq!(client.head(&out, None, less).err(), Some(Error::Short { need }));
            }
            // A method that no header can say.
            Err(error) => assert!(sent.text.contains("a\\\""), "{error:?}: {sent:?}"),
        }
    }
}

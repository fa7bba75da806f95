//! What the server asks, and how the application answers: at most once.

use super::known::{Phase, Sent, State};
use super::script::{options, params};
use super::world::{World, client, sent};
use sansmcp::client::{Event, EventKind, Given, InputNeeded};
use sansmcp::schema::{Json, Object};
use sansmcp::{Code, Error};

impl World {
    fn nth_asked(&self, back: usize) -> Option<usize> {
        self.asked.len().checked_sub(back.checked_add(1)?)
    }

    /// The engine answers as far as it can.
    pub fn reply(&mut self, back: usize) {
        let Some(at) = self.nth_asked(back) else { return };
        let event = self.asked[at].event.clone();
        let done = self.write(false, |client, tx| {
            let out = client.reply(&Event::from_parts(event.kind, &event.text, event.parts), tx)?;
            Ok(((), sent(&out)))
        });
        if event.kind == EventKind::InputNeeded {
            assert!(matches!(done, Ok(((), None))), "{done:?}");
            return;
        }
        self.answered(at, done.map(|(_, sent)| sent));
    }

    pub fn result(&mut self, back: usize, which: usize) {
        let Some(at) = self.nth_asked(back) else { return };
        let ticket = self.asked[at].event.parts.ticket;
        let object: &dyn Object = match which % 3 {
            0 => &Json("{}"),
            1 => &Json("{\"roots\":[],\"a\":\"0123456789012345678901234567890123456789\"}"),
            _ => &Json("[1]"),
        };
        let done = self.write(which % 3 == 2, |client, tx| {
            let out = client.result(ticket, object, tx)?;
            Ok(((), sent(&out)))
        });
        if which % 3 == 2 && matches!(done, Err(Error::NotJson)) {
            return;
        }
        self.answered(at, done.map(|(_, sent)| sent));
    }

    pub fn error(&mut self, back: usize, which: usize) {
        let Some(at) = self.nth_asked(back) else { return };
        let ticket = self.asked[at].event.parts.ticket;
        let data = ["", "{\"a\":1}", "7", "{"][which % 4];
        let code = [Code(-1), Code(i32::MIN), Code::HEADER_MISMATCH, Code(0)][which % 4];
        let done = self.write(true, |client, tx| {
            let out = client.error(ticket, code, "no\n\"\u{1}", data, tx)?;
            Ok(((), sent(&out)))
        });
        if data == "{" && matches!(done, Err(Error::NotJson)) {
            return;
        }
        self.answered(at, done.map(|(_, sent)| sent));
    }

    /// What an answer to a request of the server's came to.
    fn answered(&mut self, at: usize, done: Result<Option<Sent>, Error>) {
        let asked = self.asked[at].clone();
        match done {
            Ok(Some(sent)) => {
                assert!(!asked.is_over && !asked.is_withdrawn, "answered again: {asked:?}");
                let message = self.message(&sent);
                assert!(message.get("method").is_none());
                let is_result = message.get("result").is_some();
                assert!(is_result != message.get("error").is_some(), "{sent:?}");
                let start = format!("{{\"jsonrpc\":\"2.0\",\"id\":{}", asked.id);
                assert!(sent.text.starts_with(&start), "{sent:?} to {asked:?}");
            }
            Ok(None) => assert!(asked.is_withdrawn || asked.is_over, "{asked:?}"),
            Err(Error::Short { .. }) if self.gives_up => return,
            Err(error) => {
                // Over HTTP a connection may have failed, of which we are still to be told.
                assert!(asked.is_over || self.is_http(), "{error:?} {asked:?}");
                assert_eq!(error, Error::Stale);
            }
        }
        self.asked[at].is_over = true;
    }

    pub fn cancel_asked(&mut self, back: usize) {
        let Some(at) = self.nth_asked(back) else { return };
        let done = client!(self).cancel(self.asked[at].event.parts.ticket);
        assert!(done.is_ok() != self.asked[at].is_over || self.is_http(), "{:?}", self.asked[at]);
        self.asked[at].is_over = true;
    }

    fn nth_needed(&self, back: usize) -> Option<usize> {
        self.needed.len().checked_sub(back.checked_add(1)?)
    }

    pub fn provide(&mut self, back: usize, count: usize, how: usize) {
        let Some(at) = self.nth_needed(back) else { return };
        let event = self.needed[at].clone();
        let needed = InputNeeded::from_parts(&event.text, event.parts);
        let ticket = needed.ticket();
        let keys: Vec<String> = needed
            .inputs()
            .map(|input| serde_json::from_str(&format!("\"{}\"", input.key().raw())))
            .map(|key| key.unwrap_or_else(|_| "k".into()))
            .collect();
        let accepted: Vec<_> = needed.inputs().map(|input| input.accept("{\"b\":1}")).collect();
        let given = keys.iter().zip(&accepted).take(count % 4);
        let mut given: Vec<Given<'_>> =
            given.map(|(key, result)| Given { key, result: result as &dyn Object }).collect();
        if count % 4 == 3 {
            given.push(Given { key: "other\"", result: &Json("{\"action\":\"decline\"}") });
        }
        let call = self.calls.iter().find(|call| call.ticket == ticket).cloned();
        let (object, _) = params(call.as_ref().map_or(0, |call| call.params));
        let (options, now) = (options(how), self.now);
        let done = self.write(true, |client, tx| {
            let (ticket, out) = client.provide(&needed, &given, object, &options, now, tx)?;
            Ok((ticket, sent(&out)))
        });
        if needed.is_request() {
            let asked = self.asked.iter().rposition(|it| it.event.parts.ticket == ticket);
            let is_refused = matches!(done, Err(Error::NotSupported | Error::NotJson));
            if !is_refused {
                self.answered(asked.expect("it was asked"), done.map(|(_, sent)| sent));
            }
            return;
        }
        match done {
            Ok((new, sent)) => self.goes_on(ticket, new, sent.as_ref(), options.limits),
            Err(error) => {
                let Some(call) = call else { return };
                let is_ready = self.phase == Phase::Modern;
                let must = call.state == State::Suspended && is_ready && !self.is_http();
                let may_not = matches!(error, Error::NotSupported | Error::NotJson);
                assert!(!must || may_not, "{error:?} {call:?}");
            }
        }
    }

    pub fn refuse(&mut self, back: usize) {
        let Some(at) = self.nth_needed(back) else { return };
        let event = self.needed[at].clone();
        let needed = InputNeeded::from_parts(&event.text, event.parts);
        let ticket = needed.ticket();
        let done = self.write(false, |client, tx| {
            let out = client.refuse(&needed, Code(-1), "no", tx)?;
            Ok(((), sent(&out)))
        });
        if needed.is_request() {
            let asked = self.asked.iter().rposition(|it| it.event.parts.ticket == ticket);
            return self.answered(asked.expect("it was asked"), done.map(|(_, sent)| sent));
        }
        let call = self.calls.iter_mut().find(|call| call.ticket == ticket);
        let is_open = call.as_ref().is_some_and(|call| call.is_open());
        assert_eq!(done.is_ok(), is_open, "{done:?}");
        if let Some(call) = call {
            call.state = State::Ended;
        }
    }
}

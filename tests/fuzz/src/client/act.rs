//! What the application does, in any order.

use super::known::{Call, Phase, Sent, State};
use super::script::{METHODS, filter, options, params, policy};
use super::world::{World, client, kept, sent};
use sansmcp::client::Subscription;
use sansmcp::rules::Level;
use sansmcp::{Error, Limits, Route, Ticket};
use serde_json::Value;

impl World {
    pub fn connect(&mut self, which: usize) {
        let policy = policy(which);
        let done = client!(self).connect(&policy, self.now);
        let may = matches!(self.phase, Phase::Start | Phase::Failed) && which % 9 != 8;
        if !self.is_http() {
            assert_eq!(done.is_ok(), may, "{done:?} in {:?}", self.phase);
        }
        if done.is_ok() {
            self.lose();
            self.phase = Phase::Connecting;
            self.is_untold = false;
            self.is_confirmed = false;
            self.connect_ms = policy.connect_ms;
        }
    }

    /// What a call without a connection comes to. Over HTTP a session may be begun anew meanwhile.
    fn check_ready(&self, error: Option<Error>) {
        if !self.is_http() {
            let is_ready = matches!(self.phase, Phase::Modern | Phase::Legacy);
            assert!(is_ready || error.is_some(), "{:?}", self.phase);
            assert!(!is_ready || error != Some(Error::NotReady), "{:?}", self.phase);
        }
    }

    pub fn call(&mut self, method: usize, which: usize, how: usize) {
        let name = METHODS[method % METHODS.len()];
        let (object, may_refuse) = params(which);
        let (options, now) = (options(how), self.now);
        let done = self.write(may_refuse, |client, tx| {
            let (ticket, out) = client.call(name, object, &options, now, tx)?;
            Ok((ticket, sent(&out)))
        });
        self.check_ready(done.as_ref().err().copied());
        if let Ok((ticket, sent)) = done {
            let message = self.called(ticket, sent.as_ref(), name, &options.limits);
            if options.meta.contains("\"a\"") {
                assert_eq!(message["params"]["_meta"]["a"], 1);
            }
            self.knows(ticket, name, which, options.limits);
        }
    }

    /// A request of ours goes out.
    fn called(
        &mut self,
        ticket: Ticket,
        sent: Option<&Sent>,
        name: &str,
        limits: &Limits,
    ) -> Value {
        let message = self.message(sent.expect("a request"));
        assert_eq!(message["method"], name);
        assert_eq!(message["id"], ticket.number());
        assert!(ticket.index != Ticket::HANDSHAKE && ticket != Ticket::NONE);
        let meta = &message["params"]["_meta"];
        match limits.idle_ms {
            0 => assert!(meta.get("progressToken").is_none()),
            _ => assert_eq!(meta["progressToken"], ticket.number()),
        }
        let version = meta.get("io.modelcontextprotocol/protocolVersion");
        assert_eq!(version.is_some(), self.phase == Phase::Modern);
        message
    }

    fn knows(&mut self, ticket: Ticket, method: &'static str, params: usize, limits: Limits) {
        assert!(self.calls.iter().all(|call| call.ticket != ticket), "{ticket:?} was used before");
        let mut call = Call {
            ticket,
            method,
            params,
            is_listen: method == "subscriptions/listen",
            is_legacy: self.phase != Phase::Modern,
            state: State::Open,
            limits,
            idle_at: 0,
            hard_at: 0,
            is_doubtful: false,
            rounds: 0,
        };
        call.goes_out(ticket, limits, self.now);
        self.calls.push(call);
    }

    pub fn cancel(&mut self, back: usize) {
        let Some(at) = self.nth_call(back) else { return };
        let call = &mut self.calls[at];
        let done = client!(self).cancel(call.ticket);
        if call.is_listen && call.is_legacy && call.is_open() {
            return assert_eq!(done, Err(Error::NotSupported));
        }
        assert_eq!(done.is_ok(), call.is_open(), "{done:?} {call:?}");
        call.state = State::Ended;
    }

    /// The request of the handshake once more, or its end.
    pub fn handshake_again(&mut self, which: usize) {
        let ticket = self.handshake;
        if ticket == Ticket::NONE {
            return;
        }
        if which.is_multiple_of(2) {
            let now = self.now;
            let mut client = client!(self);
            let (object, _) = params(1);
            let done = client.again(ticket, "", object, &options(0), now, &mut []);
            assert!(done.is_err() || done.is_ok_and(|(_, out)| out.is_empty()));
            return;
        }
        if client!(self).cancel(ticket).is_ok() {
            self.phase = Phase::Failed;
            self.is_untold = false;
            self.lose();
        }
    }

    pub fn again(&mut self, back: usize, how: usize) {
        let Some(at) = self.nth_call(back) else { return };
        let call = self.calls[at].clone();
        let (object, may_refuse) = params(call.params);
        let (options, now) = (options(how), self.now);
        let done = self.write(may_refuse, |client, tx| {
            let (ticket, out) =
                client.again(call.ticket, call.method, object, &options, now, tx)?;
            Ok((ticket, sent(&out)))
        });
        let is_ready = matches!(self.phase, Phase::Modern | Phase::Legacy);
        match done {
            Ok((ticket, sent)) => {
                assert!(call.state == State::Suspended || call.is_doubtful, "{call:?}");
                assert!(!call.is_listen, "{call:?}");
                self.called(ticket, sent.as_ref(), call.method, &options.limits);
                self.calls[at].goes_out(ticket, options.limits, now);
            }
            Err(error) => {
                let must = call.state == State::Suspended && is_ready && !self.is_http();
                let must = must && !call.is_listen;
                assert!(!must, "{error:?} {call:?}");
            }
        }
    }

    /// What `provide` led to: the same call, under another ticket.
    pub fn goes_on(&mut self, old: Ticket, new: Ticket, sent: Option<&Sent>, limits: Limits) {
        let at = self.calls.iter().position(|call| call.ticket == old).expect("a call");
        let call = self.calls[at].clone();
        assert!(call.state == State::Suspended || call.is_doubtful, "{call:?}");
        self.called(new, sent, call.method, &limits);
        self.calls[at].goes_out(new, limits, self.now);
    }

    pub fn listen(&mut self, which: usize, what: usize) {
        let at = which.min(self.listens.len());
        let mut listen = match self.listens.get(at) {
            Some(listen) => *listen,
            None => Subscription::new(filter(what)),
        };
        let (now, old) = (self.now, listen.ticket());
        let done =
            self.write(false, |client, tx| subscribe(client.listen(&mut listen, now, tx)?));
        let ticket = listen.ticket();
        let hard_ms = if self.phase == Phase::Modern { self.connect_ms } else { 0 };
        let limits = Limits { idle_ms: 0, hard_ms };
        if ticket != old && old != Ticket::NONE {
            // It was suspended, and goes on.
            let call = self.call_of(old);
            assert!(call.is_listen && (call.state == State::Suspended || call.is_doubtful));
            call.goes_out(ticket, limits, now);
        } else if ticket != Ticket::NONE && self.calls.iter().all(|call| call.ticket != ticket) {
            self.knows(ticket, "subscriptions/listen", 1, limits);
        }
        match self.listens.get_mut(at) {
            Some(old) => *old = listen,
            None => self.listens.push(listen),
        }
        if let Ok((true, Some(sent))) = done {
            self.subscribed(ticket, &sent);
        }
    }

    /// One of the messages that a listen takes, or its end.
    fn subscribed(&mut self, listen: Ticket, sent: &Sent) {
        let message = self.message(sent);
        let ticket = Ticket::from_number(message["id"].as_u64().expect("a request"));
        if ticket != listen {
            let method = message["method"].as_str().expect("a method");
            assert!(matches!(method, "resources/subscribe" | "resources/unsubscribe"), "{sent:?}");
            self.inner.insert(ticket);
        }
    }

    pub fn unlisten(&mut self, which: usize) {
        let Some(mut listen) = self.listens.get(which).copied() else { return };
        let now = self.now;
        let done =
            self.write(false, |client, tx| subscribe(client.unlisten(&mut listen, now, tx)?));
        self.listens[which] = listen;
        let ticket = listen.ticket();
        match done {
            Ok((true, Some(sent))) => self.subscribed(ticket, &sent),
            Ok(_) => {
                if let Some(call) = self.calls.iter_mut().find(|call| call.ticket == ticket) {
                    call.state = State::Ended;
                }
            }
            Err(_) => {}
        }
    }

    pub fn set_level(&mut self, level: usize, how: usize) {
        let level = Level::from_number((level % 8) as u8 + 1).expect("a level");
        let (options, now) = (options(how), self.now);
        let done = self.write(false, |client, tx| {
            let (ticket, out) = client.set_level(level, &options, now, tx)?;
            Ok((ticket, sent(&out)))
        });
        self.check_ready(done.as_ref().err().copied());
        match done {
            Ok((ticket, Some(sent))) => {
                let name = "logging/setLevel";
                self.called(ticket, Some(&sent), name, &options.limits);
                // Sent again it would need its params, which the script has not.
                self.knows(ticket, name, 10, options.limits);
            }
            Ok((ticket, None)) => {
                assert!(ticket == Ticket::NONE && self.phase == Phase::Modern);
            }
            Err(_) => {}
        }
    }

    pub fn notify(&mut self, method: usize, which: usize) {
        const NOTICES: [&str; 6] = [
            "notifications/roots/list_changed",
            "my/note",
            "notifications/cancelled",
            "notifications/initialized",
            "tools/list",
            "notifications/tasks/status",
        ];
        let name = NOTICES[method % NOTICES.len()];
        let (object, may_refuse) = params(which);
        let done = self.write(may_refuse, |client, tx| {
            let out = client.notify(name, object, tx)?;
            Ok(((), sent(&out)))
        });
        self.check_ready(done.as_ref().err().copied());
        if let Ok(((), sent)) = done {
            let message = self.message(&sent.expect("a notification"));
            assert!(message.get("id").is_none() && message["method"] == name);
            assert!(matches!(method % NOTICES.len(), 0 | 1 | 5), "{name}");
        }
    }

    pub fn leave(&mut self) {
        if self.is_http() {
            client!(self).leave();
        }
    }

    pub fn close_pipe(&mut self) {
        if self.is_http() {
            return;
        }
        client!(self).closed(Route::PIPE, self.now);
        if self.phase != Phase::Failed {
            self.phase = Phase::Failed;
            self.is_untold = true;
            self.lose();
        }
    }

    /// One thing that is due to be told; false if there is none.
    pub fn expire_once(&mut self) -> bool {
        let event = client!(self).expire(self.now).map(|event| kept(&event));
        let is_some = event.is_some();
        if let Some(event) = event {
            self.told(event, true);
        }
        is_some
    }

    /// Tells and sends all that is due.
    pub fn drain(&mut self) {
        let mut count = 0;
        loop {
            let before = count;
            while self.expire_once() {
                count += 1;
                assert!(count < 1000, "there is no end of what is due");
            }
            while self.next_output() {
                count += 1;
                assert!(count < 1000, "there is no end of what is due");
            }
            if count == before {
                return self.check_quiet();
            }
        }
    }

    /// A handshake as it should be: 0 in 2026-07-28, 1 before it, 2 with a probe that fails.
    pub fn shake_hands(&mut self, how: usize) {
        let (policy, answers): (_, &[usize]) = match how % 3 {
            0 => (0, &[0]),
            1 => (1, &[1]),
            _ => (0, &[8, 1]),
        };
        self.connect(policy);
        for answer in answers {
            self.outputs();
            if self.phase == Phase::Connecting && self.handshake != Ticket::NONE {
                self.answer(0, *answer);
            }
        }
        self.drain();
    }
}

/// What a call of `listen` or `unlisten` led to.
#[allow(clippy::unnecessary_wraps)] // As the closures of `World::write` have it.
fn subscribe(out: Option<sansmcp::Out<'_>>) -> Result<(bool, Option<Sent>), Error> {
    Ok((out.is_some(), out.as_ref().and_then(sent)))
}

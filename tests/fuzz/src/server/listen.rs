//! Listeners and subscriptions: who is told of what.

use super::super::oracle;
use super::catalog::CATALOGS;
use super::known::{Asking, State, bit};
use super::wire::{self, Sent};
use super::world::World;
use sansmcp::rules::Capabilities;
use sansmcp::{Error, Event, Receivers, Route, RouteKind, What};

/// The member of a filter that asks for a list, and the capability that offers it.
fn list(what: What) -> (&'static str, Capabilities) {
    match what {
        What::Tools => ("toolsListChanged", Capabilities::TOOLS_LIST_CHANGED),
        What::Prompts => ("promptsListChanged", Capabilities::PROMPTS_LIST_CHANGED),
        What::Resources => ("resourcesListChanged", Capabilities::RESOURCES_LIST_CHANGED),
    }
}

/// The way of a number in a script.
pub fn way(number: u8) -> Route {
    match number % 4 {
        0 => Route::PIPE,
        1 => Route::pipe(1),
        2 => Route::post(0),
        _ => Route::post(1),
    }
}

impl World {
    /// A listen was acknowledged: with no more than was asked for and is offered.
    pub(super) fn acknowledged(&mut self, at: usize, params: &str) {
        let offered = CATALOGS[self.catalog].capabilities;
        let known = &self.known[at];
        let tag = wire::at(params, &["_meta", "io.modelcontextprotocol/subscriptionId"]);
        assert_eq!(tag, known.id.as_deref());
        let event = known.event();
        let Event::Listen(listen) = &event else { panic!("no listen") };
        let asked = listen.params().expect("params").as_str();
        let wanted = |name: &str| wire::at(asked, &["notifications", name]);
        let told = wire::at(params, &["notifications"]).expect("an object");
        let mut agreed = super::known::Agreed::default();
        for what in What::ALL {
            let (name, capability) = list(what);
            let is_told = wire::at(told, &[name]) == Some("true");
            // Of two members of one name a reader may take either.
            if oracle::members(asked).is_some_and(|it| it.len() < 4) && is_told {
                assert_eq!(wanted(name), Some("true"));
            }
            assert!(!is_told || offered.contains(capability));
            if is_told {
                agreed.lists |= bit(what);
            }
        }
        let uris = wire::at(told, &["resourceSubscriptions"]).unwrap_or("[]");
        assert!(uris == "[]" || offered.contains(Capabilities::RESOURCES_SUBSCRIBE));
        for uri in oracle::items(uris).expect("an array") {
            assert!(asked.contains(uri), "{uri} was not asked for");
            let uri = oracle::string(uri).expect("a text");
            if !agreed.uris.contains(&uri) {
                agreed.uris.push(uri);
            }
        }
        assert!(agreed.uris.len() <= 16);
        self.known[at].agreed = agreed;
    }

    /// A list has changed.
    pub fn changed(&mut self, what: u8) {
        let what = What::ALL[usize::from(what) % 3];
        self.with(|server, _| server.changed(what));
        if !CATALOGS[self.catalog].capabilities.contains(list(what).1) {
            return;
        }
        if self.connection.revision().is_some() {
            self.due |= bit(what);
        }
        for known in &mut self.known {
            let agreed = &mut known.agreed;
            if known.state == State::Listening && !agreed.is_ending {
                agreed.due |= agreed.lists & bit(what);
            }
        }
    }

    /// A resource has changed: each who listens to it is told once, and nobody else.
    pub fn updated(&mut self, uri: &str) {
        let is_ready = self.connection.is_ready();
        let mut waiting: Vec<(Route, Option<String>)> = Vec::new();
        for known in &self.known {
            let agreed = &known.agreed;
            let hears = agreed.uris.iter().any(|it| it == uri.as_bytes());
            if known.state == State::Listening && !agreed.is_ending && hears {
                waiting.push((known.route, known.id.clone()));
            }
        }
        for (route, subscribed) in &self.subscribed {
            if is_ready && subscribed == uri.as_bytes() {
                waiting.push((*route, None));
            }
        }
        let mut receivers = Receivers::NEW;
        let mut room = self.tx;
        loop {
            let mut tx = vec![0; room];
            match self.with(|server, _| server.updated(uri, &mut receivers, &mut tx)) {
                Ok(Some(out)) => {
                    let Sent::Notification { method, params } = wire::read(out.line()) else {
                        panic!("no notification")
                    };
                    assert_eq!(method, "notifications/resources/updated");
                    let told = oracle::string(wire::at(params, &["uri"]).expect("a URI"));
                    assert_eq!(told.as_deref(), Some(uri.as_bytes()));
                    let tag = ["_meta", "io.modelcontextprotocol/subscriptionId"];
                    let tag = wire::at(params, &tag).map(str::to_owned);
                    let one = (out.route(), tag);
                    let at = waiting.iter().position(|it| *it == one).expect("nobody listens");
                    waiting.swap_remove(at);
                    assert!(!out.is_last());
                }
                Ok(None) => break,
                Err(Error::Short { need }) => {
                    assert!(need > room);
                    room = need;
                }
                Err(error) => {
                    assert!(error == Error::Streaming && self.streaming.is_some());
                    return;
                }
            }
        }
        assert!(waiting.is_empty(), "not told: {waiting:?}");
    }

    /// A way is gone.
    pub fn closed(&mut self, route: Route) {
        self.with(|server, _| server.closed(route));
        let is_pipe = route.kind == RouteKind::Pipe;
        for at in 0..self.known.len() {
            let known = &mut self.known[at];
            let is_over = is_pipe || known.is_modern() || known.is_spare();
            if known.route != route || known.state == State::Done || !is_over {
                continue;
            }
            known.is_given_up = true;
            known.state = match known.state {
                State::Open if !known.is_spare() => State::Cancelled,
                state @ (State::Cancelled | State::Silent) => state,
                _ => {
                    if self.streaming == Some(at) {
                        self.streaming = None;
                        self.under_way.remove(&route);
                    }
                    State::Done
                }
            };
            self.ended(at);
        }
        for asked in &mut self.asked {
            // Those of a legacy client on its POST wait for an answer in another.
            if asked.route == route && is_pipe {
                asked.state = Asking::Done;
            }
        }
        if is_pipe {
            self.subscribed.retain(|(way, _)| *way != route);
        }
    }
}

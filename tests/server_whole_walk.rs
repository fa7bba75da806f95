//! Long walks through anything that can happen, on two pipes and two POSTs at once. After each
//! step the memory is counted again, and at the end every slot is free.
#![cfg(all(feature = "server", feature = "legacy", feature = "full"))]

mod server_whole_kit;

use std::collections::{HashMap, HashSet};

use sansmcp::schema::Json;
use sansmcp::{
    Ask, Error, Event, EventKind, Input, Limits, Receivers, Resumed, Revision, Route, Slot, Ticket,
    What,
};
use server_whole_kit::acts::{ACTS, Done};
use server_whole_kit::states::finish;
use server_whole_kit::{Kept, World, answer, cancel, memory, modern, request, text, ticket_of};

/// The same numbers on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        ((self.0 >> 33) as usize) % limit
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

const ROUTES: [Route; 4] = [Route::PIPE, Route::pipe(1), Route::post(0), Route::post(1)];
const IDS: [&str; 9] = ["1", "\"1\"", "2", "\"\\u0061\"", "\"a\"", "3", "4", "5.0", "\"\""];
const REQUESTS: [(&str, &str); 14] = [
    ("tools/call", r#"{"name":"t"}"#),
    ("tools/call", r#"{"name":"t"}"#),
    ("tools/call", "{}"),
    ("tools/list", "{}"),
    ("resources/read", r#"{"uri":"r:1"}"#),
    ("prompts/get", r#"{"name":"p"}"#),
    ("x/custom", "{}"),
    ("ping", "{}"),
    ("resources/subscribe", r#"{"uri":"r:1"}"#),
    ("resources/subscribe", r#"{"uri":"r:2"}"#),
    ("resources/unsubscribe", r#"{"uri":"r:1"}"#),
    ("initialize", r#"{"protocolVersion":"2025-11-25","capabilities":{"roots":{}}}"#),
    ("subscriptions/listen", r#"{"notifications":{"toolsListChanged":true}}"#),
    (
        "subscriptions/listen",
        r#"{"notifications":{"promptsListChanged":true,"resourceSubscriptions":["r:1","r:2"]}}"#,
    ),
];

struct Walk {
    world: World,
    dice: Dice,
    /// What came in and can be answered, and what became of the rest.
    events: Vec<Kept>,
    /// Requests of the server's own, with what was kept for each.
    asked: Vec<(Ticket, Option<String>)>,
    answered: Vec<(Kept, String)>,
    /// Every ticket that was ever given out.
    issued: HashSet<Ticket>,
    counts: HashMap<&'static str, usize>,
}

impl Walk {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let slots = 1 + dice.below(6);
        let world = match dice.below(3) {
            0 => World::new(slots),
            _ => World::of(Revision::V2025_11_25, slots),
        };
        Self {
            world,
            dice,
            events: Vec::new(),
            asked: Vec::new(),
            answered: Vec::new(),
            issued: HashSet::new(),
            counts: HashMap::new(),
        }
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    /// A ticket is given out once.
    fn issue(&mut self, ticket: Ticket) {
        assert!(self.issued.insert(ticket), "{ticket:?} was given out before");
    }

    fn read(&mut self, line: &str, route: Route) -> Kept {
        let event = self.world.read_on(line, route);
        self.count(event.kind.name());
        event
    }

    fn size(&mut self) -> usize {
        match self.dice.below(4) {
            0 => self.dice.below(300),
            _ => 4096,
        }
    }

    fn step(&mut self) {
        match self.dice.below(22) {
            0..=4 => self.request(),
            5 => {
                let (id, route) = (self.dice.one(&IDS), self.dice.one(&ROUTES));
                self.read(&cancel(id), route);
            }
            6..=11 => self.act(),
            12 | 13 => self.ask(),
            19 => self.own_request(),
            14 | 15 | 20 => self.outcome(),
            16 => self.told(),
            17 => {
                let size = self.size();
                let mut tx = vec![0; size];
                let out = self.world.does(|s| s.next_output(&mut tx).map(|out| out.is_some()));
                self.count(match out {
                    Ok(true) => "out",
                    Ok(false) => "no out",
                    Err(_) => "short out",
                });
            }
            18 => {
                self.world.now += self.dice.below(400_000) as u64;
                let now = self.world.now;
                let expired = self.world.does(|s| s.expire(now).map(|event| Kept::of(&event)));
                if let Some(event) = expired {
                    self.count("expired");
                    self.asked.retain(|(ticket, _)| *ticket != event.ticket());
                }
            }
            _ => self.rare(),
        }
    }

    fn request(&mut self) {
        let (method, params) = self.dice.one(&REQUESTS);
        let (id, is_modern) = (self.dice.one(&IDS), self.dice.below(2) == 0);
        // A subscription of an older revision has no end on a POST.
        let routes = if is_modern { &ROUTES[..] } else { &ROUTES[..2] };
        let route = self.dice.one(routes);
        let line = if is_modern { modern(id, method, params) } else { request(id, method, params) };
        let event = self.read(&line, route);
        if event.ticket() != Ticket::NONE {
            self.issue(event.ticket());
            self.events.push(event);
        }
    }

    /// An event that came; mostly one that is not answered.
    fn event(&mut self) -> Option<Kept> {
        let open = match self.dice.below(8) {
            0 => Vec::new(),
            _ => self.world.open(),
        };
        let is_open = |event: &&Kept| open.contains(&event.ticket());
        let mut some: Vec<_> = self.events.iter().filter(is_open).collect();
        if some.is_empty() {
            some = self.events.iter().collect();
        }
        match some.len() {
            0 => None,
            len => Some(some[self.dice.below(len)].clone()),
        }
    }

    /// Any call on any event.
    fn act(&mut self) {
        let Some(event) = self.event() else { return };
        // The first few are what applications do.
        let (name, act) = match self.dice.below(2) {
            0 => ACTS[self.dice.below(3)],
            _ => ACTS[self.dice.below(ACTS.len())],
        };
        if matches!(name, "ask" | "request") {
            return;
        }
        let mut tx = vec![0; self.size()];
        let done = self.world.does(|s| act(s, &event, event.ticket(), &mut tx));
        match done {
            Ok(Done { mark: '=' | '~', .. }) => self.count("said"),
            Ok(Done { mark: 'p', .. }) => self.count("piece"),
            Ok(_) => self.count("nothing"),
            Err(Error::Short { .. }) => self.count("short"),
            Err(_) => self.count("error"),
        }
    }

    fn limits(&mut self) -> Limits {
        self.dice.one(&[Limits::NONE, Limits::DEFAULT, Limits { idle_ms: 9, hard_ms: 0 }])
    }

    fn ask(&mut self) {
        let takes = |event: &Kept| event.event().request().method().takes_inputs();
        let tries = (0..9).filter_map(|_| self.event()).find(takes);
        let Some(event) = tries else { return };
        let both = [Input::list_roots("k"), Input::list_roots("\u{e9}\"")];
        let inputs = &both[..1 + self.dice.below(2)];
        let (limits, now, size) = (self.limits(), self.world.now, self.size());
        let mut tx = vec![0; size];
        let done = self.world.does(|s| {
            let ask = Ask { inputs, state: "s", limits };
            let out = s.ask(&event.event().request(), &ask, now, &mut tx)?;
            Ok::<_, Error>((out.keep().to_owned(), out.is_last(), text(out)))
        });
        if let Ok((keep, false, line)) = done
            && !line.is_empty()
        {
            self.count("asked");
            self.issue(ticket_of(&line));
            self.asked.push((ticket_of(&line), Some(keep)));
        }
    }

    fn own_request(&mut self) {
        let parent = match (self.dice.below(2), self.event()) {
            (0, Some(event)) => event.ticket(),
            _ => Ticket::NONE,
        };
        let (limits, now, size) = (self.limits(), self.world.now, self.size());
        let mut tx = vec![0; size];
        let done = self.world.does(|s| {
            s.request(parent, "ping", &Json::EMPTY, &limits, now, &mut tx).map(|it| it.0)
        });
        if let Ok(ticket) = done
            && ticket != Ticket::NONE
        {
            self.count("own request");
            self.issue(ticket);
            self.asked.push((ticket, None));
        }
    }

    /// The client answers, tells of progress, or the server takes back what it asked.
    fn outcome(&mut self) {
        if let Some((answered, keep)) = self.answered.pop() {
            let (limits, now, size) = (self.limits(), self.world.now, self.size());
            let mut tx = vec![0; size];
            let Event::Answered(event) = answered.event() else { panic!("{:?}", answered.kind) };
            let done = self.world.does(|s| {
                Ok::<_, Error>(match s.resume(&event, &keep, &limits, now, &mut tx)? {
                    Resumed::Event(event) => (Some(Kept::of(&event)), String::new(), String::new()),
                    Resumed::Asked(out) => (None, out.keep().to_owned(), text(out)),
                })
            });
            match done {
                Ok((Some(event), ..)) => {
                    self.count("resumed");
                    self.events.push(event);
                }
                Ok((None, keep, line)) if !line.is_empty() => {
                    self.count("asked again");
                    self.issue(ticket_of(&line));
                    self.asked.push((ticket_of(&line), Some(keep)));
                }
                _ => {}
            }
            return;
        }
        if self.asked.is_empty() {
            return;
        }
        let some = self.dice.below(self.asked.len());
        let at = self.asked.iter().rposition(|(_, keep)| keep.is_some()).unwrap_or(some);
        let at = if self.dice.below(3) == 0 { some } else { at };
        let (ticket, keep) = self.asked[at].clone();
        let route = self.dice.one(&[Route::PIPE, Route::PIPE, Route::pipe(1), Route::post(0)]);
        match self.dice.below(6) {
            0 => {
                let progress = format!(
                    concat!(
                        r#"{{"jsonrpc":"2.0","method":"notifications/progress","#,
                        r#""params":{{"progressToken":{},"progress":1}}}}"#
                    ),
                    ticket.number()
                );
                self.read(&progress, route);
            }
            1 => {
                let _ = self.world.does(|s| s.abandon(ticket));
            }
            _ => {
                let event = self.read(&answer(ticket, r#""result":{"roots":[]}"#), route);
                if event.kind == EventKind::Answered {
                    assert_eq!(event.ticket(), ticket);
                    self.asked.remove(at);
                    if let Some(keep) = keep {
                        self.answered.push((event, keep));
                    }
                }
            }
        }
    }

    fn told(&mut self) {
        if self.dice.below(2) == 0 {
            let what = self.dice.one(&What::ALL);
            return self.world.does(|s| s.changed(what));
        }
        let uri = self.dice.one(&["r:1", "r:2", "r:3"]);
        let mut receivers = Receivers::NEW;
        let mut tx = vec![0; 4096];
        let mut told = 0;
        while let Ok(true) =
            self.world.does(|s| s.updated(uri, &mut receivers, &mut tx).map(|out| out.is_some()))
        {
            told += 1;
            assert!(told <= self.world.slots.len(), "it never ends");
        }
    }

    fn rare(&mut self) {
        match self.dice.below(5) {
            0 => {
                // The first pipe is gone for good with its handshake.
                let first = usize::from(self.dice.below(8) != 0);
                let route = self.dice.one(&ROUTES[first..]);
                self.world.does(|s| s.closed(route));
                self.count("closed");
            }
            2 => {
                let line = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
                self.read(line, Route::PIPE);
            }
            1 if self.world.slots.len() < 12 => {
                self.world.slots.push(Slot::EMPTY);
                self.count("grown");
            }
            _ => {
                for route in ROUTES {
                    let mut world = self.world.clone();
                    world.does(|s| s.closed(route));
                    memory::check(&world);
                    world.rest();
                    memory::check(&world);
                }
            }
        }
    }
}

/// Everything ends: nothing is left in the memory.
fn end(walk: &mut Walk) {
    for route in &ROUTES[1..] {
        walk.world.does(|s| s.closed(*route));
    }
    finish(&mut walk.world);
    memory::check(&walk.world);
    let line = memory::line(&walk.world.connection);
    assert_eq!((line.asked, line.listening), (0, 0));
    assert_eq!(line.spare.state, memory::state::FREE);
}

#[test]
fn nothing_drifts_on_long_walks() {
    let mut counts = HashMap::<_, usize>::new();
    for seed in 0..250 {
        let mut walk = Walk::new(seed);
        for at in 0..400 {
            walk.step();
            let world = &walk.world;
            let done = std::panic::catch_unwind(|| memory::check(world));
            assert!(done.is_ok(), "seed {seed}, step {at}");
        }
        end(&mut walk);
        for (what, count) in walk.counts {
            *counts.entry(what).or_default() += count;
        }
    }
    // The walks come everywhere.
    for what in [
        "said",
        "piece",
        "nothing",
        "short",
        "error",
        "asked",
        "asked again",
        "own request",
        "resumed",
        "answered",
        "expired",
        "closed",
        "grown",
        "out",
        "short out",
        "cancelled",
        "listen",
        "subscribe",
        "unsubscribe",
        "initialize",
        "refused",
        "ignored",
        "notification",
    ] {
        let count = counts.get(what).copied().unwrap_or(0);
        assert!(count >= 20, "{what}: {count} of {counts:?}");
    }
}

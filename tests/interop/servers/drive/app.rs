//! The application: it says all that it hears, answers each question, and remembers what was
//! suspended.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use on_hyper::client::{Application, Question, Reply, Soon, plain};
use sansmcp::Ticket;
use sansmcp::client::{Event, Pause};
use sansmcp::json::{Number, Raw};

use super::say;

/// What is heard and remembered, shared with who runs the script.
#[derive(Clone, Default)]
pub struct App(Rc<State>);

#[derive(Default)]
struct State {
    /// There is a token for servers that want to know who asks.
    has_token: Cell<bool>,
    /// It was asked for.
    was_denied: Cell<bool>,
    /// Calls by their params: how often each may be sent again, and why it was suspended.
    paused: RefCell<HashMap<String, (u32, Vec<Pause>)>>,
    ended: RefCell<HashSet<Ticket>>,
}

impl App {
    pub fn new(has_token: bool) -> Self {
        let app = Self::default();
        app.0.has_token.set(has_token);
        app
    }

    /// How often a call with these params may be sent again once it is suspended.
    pub fn may_pause(&self, params: &str, times: u32) {
        self.0.paused.borrow_mut().insert(params.into(), (times, Vec::new()));
    }

    /// Why it was suspended, in order.
    pub fn pauses(&self, params: &str) -> Vec<Pause> {
        let paused = self.0.paused.borrow();
        paused.get(params).map(|(_, pauses)| pauses.clone()).unwrap_or_default()
    }

    /// True if the server wanted to know who asks.
    pub fn was_denied(&self) -> bool {
        self.0.was_denied.get()
    }
}

impl Application for App {
    fn heard(&self, event: &Event<'_>) {
        let heard = |name| ("heard", say::text(name));
        match event {
            Event::Answered(answered) => {
                // No ticket is ever the same as another.
                if !self.0.ended.borrow_mut().insert(answered.ticket()) {
                    say::line(&[heard("a second end")]);
                }
            }
            Event::Progress(progress) => say::line(&[
                heard("progress"),
                ("progress", number(progress.progress())),
                ("total", number(progress.total())),
                ("message", say::text(progress.message().map(plain).unwrap_or_default())),
            ]),
            Event::Log(log) => say::line(&[
                heard("log"),
                ("level", say::text(log.level().map_or("", |level| level.name()))),
                ("data", log.data().map_or("null", |data| data.as_str()).into()),
            ]),
            Event::Changed(changed) => {
                let what = format!("{:?}", changed.what()).to_lowercase();
                say::line(&[heard("changed"), ("what", say::text(what))]);
            }
            Event::Updated(updated) => {
                say::line(&[heard("updated"), ("uri", say::text(plain(updated.uri())))]);
            }
            Event::Failed(failed) => {
                let failure = failed.failure();
                say::line(&[
                    heard("failed"),
                    ("whose", say::text(failure.whose().name())),
                    ("failure", say::text(failure.name())),
                ]);
            }
            other => say::line(&[heard(other.kind().name())]),
        }
    }

    fn asked(&self, question: Question) -> Soon<Reply> {
        say::line(&[
            ("heard", say::text("asked")),
            ("method", say::text(&question.method)),
            ("params", question.params.clone()),
        ]);
        let reply = match question.method.as_str() {
            "elicitation/create" => Reply::Accept(form(&question.params)),
            "sampling/createMessage" => Reply::Result(
                r#"{"role":"assistant","content":{"type":"text","text":"Certainly."},
                    "model":"none","stopReason":"endTurn"}"#
                    .into(),
            ),
            _ => Reply::Result(r#"{"roots":[{"uri":"file:///home/ada","name":"Ada"}]}"#.into()),
        };
        Box::pin(async move { reply })
    }

    fn credentials(&self, _: &str) -> Option<String> {
        self.0.was_denied.set(true);
        self.0.has_token.get().then(|| "Bearer of-the-driver".into())
    }

    fn paused(&self, _: &str, params: &str, why: Pause) -> bool {
        say::line(&[("heard", say::text("suspended")), ("why", say::text(why.name()))]);
        let mut paused = self.0.paused.borrow_mut();
        let Some((times, pauses)) = paused.get_mut(params) else { return false };
        pauses.push(why);
        let is_left = *times > 0;
        *times = times.saturating_sub(1);
        is_left
    }
}

/// What a form requires and has no default for: text, which is a name.
fn form(params: &str) -> String {
    let form = Raw::parse_str(params).unwrap_or(Raw::NULL);
    let form = form.get("requestedSchema").unwrap_or(Raw::NULL);
    let required = form.get("required").unwrap_or(Raw::NULL).items();
    let names = required.filter(|name| {
        let name = name.text().map(plain).unwrap_or_default();
        let property = form.get("properties").and_then(|properties| properties.get(&name));
        property.is_none_or(|property| property.get("default").is_none())
    });
    let members: Vec<_> = names.map(|name| format!("{}:\"Ada\"", name.as_str())).collect();
    format!("{{{}}}", members.join(","))
}

fn number(number: Option<Number<'_>>) -> String {
    match number {
        Some(Number::Int(number)) => number.to_string(),
        Some(Number::Text(text)) => text.into(),
        None => "null".into(),
    }
}

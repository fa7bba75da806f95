//! The person at the client, and the model: they answer what servers ask, and read what comes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use on_hyper::client::{Application, Question, Reply, Soon, plain};
use sansmcp::client::Event;
use sansmcp::json::{Number, Raw};
use tokio::sync::Notify;

use super::sample;

/// Somebody who says yes to everything, with made-up answers.
#[derive(Clone, Default)]
pub struct Person(Rc<State>);

#[derive(Default)]
struct State {
    /// Print what happens.
    is_loud: Cell<bool>,
    /// Answers wait until this is false again.
    is_slow: Cell<bool>,
    hurry: Notify,
    /// What was asked, in order.
    asked: RefCell<Vec<String>>,
    news: Notify,
}

impl Person {
    pub fn new() -> Self {
        Self::default()
    }

    /// Prints what happens from now on.
    pub fn speak(&self) {
        self.0.is_loud.set(true);
    }

    /// Thinks about each answer until [`Person::hurry`].
    pub fn slow_down(&self) {
        self.0.is_slow.set(true);
    }

    /// Answers what waits.
    pub fn hurry(&self) {
        self.0.is_slow.set(false);
        self.0.hurry.notify_waiters();
    }

    /// Waits until something was asked.
    pub async fn was_asked(&self) {
        while self.0.asked.borrow().is_empty() {
            self.0.news.notified().await;
        }
    }

    fn answer(question: &Question) -> Reply {
        let params = Raw::parse_str(&question.params).unwrap_or(Raw::NULL);
        match question.method.as_str() {
            "elicitation/create" => {
                let form = params.get("requestedSchema").unwrap_or(Raw::NULL);
                Reply::Accept(sample::object(form, true))
            }
            "sampling/createMessage" => Reply::Result(
                r#"{"role":"assistant","content":{"type":"text","text":"Certainly."},
                    "model":"none","stopReason":"endTurn"}"#
                    .into(),
            ),
            "roots/list" => {
                Reply::Result(r#"{"roots":[{"uri":"file:///project","name":"project"}]}"#.into())
            }
            other => Reply::Refuse(format!("{other} is not known here")),
        }
    }
}

impl Application for Person {
    fn heard(&self, event: &Event<'_>) {
        if !self.0.is_loud.get() {
            return;
        }
        match event {
            Event::Progress(progress) => {
                let of = progress
                    .total()
                    .map_or(String::new(), |total| format!(" of {}", digits(total)));
                let done = progress.progress().map(digits).unwrap_or_default();
                let message = progress.message().map(plain).unwrap_or_default();
                println!("    … {done}{of} {message}");
            }
            Event::Log(log) => {
                let level = log.level().map_or("", |level| level.name());
                println!("    log, {level}: {}", log.data().map_or("", |data| data.as_str()));
            }
            Event::Listening(_) => println!("  the server tells of changes"),
            Event::ListenEnded(_) => println!("    the server tells of changes no more"),
            Event::Changed(changed) => println!("    the {:?} have changed", changed.what()),
            Event::Updated(updated) => println!("    {} has changed", plain(updated.uri())),
            _ => {}
        }
    }

    fn asked(&self, question: Question) -> Soon<Reply> {
        let person = self.clone();
        if person.0.is_loud.get() {
            println!("    the server asks: {}", question.method);
        }
        Box::pin(async move {
            person.0.asked.borrow_mut().push(question.method.clone());
            person.0.news.notify_waiters();
            while person.0.is_slow.get() {
                person.0.hurry.notified().await;
            }
            Self::answer(&question)
        })
    }
}

fn digits(number: Number<'_>) -> String {
    match number {
        Number::Int(number) => number.to_string(),
        Number::Text(text) => text.into(),
    }
}

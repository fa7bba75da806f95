//! What the client's application does with events: one handler for what a server wants, in both
//! eras.

use sansmcp::client::{Event, Given, InputNeeded, Options, Outcome};
use sansmcp::rules::Method;
use sansmcp::schema::{Json, Object};
use sansmcp::{Ticket, What};

use super::app::decoded;
use super::talk::{Done, Talk, copy};

impl Talk {
    /// What the application does with an event.
    pub fn happened(&mut self, event: &Event<'_>) {
        let ticket = self.calls.get(&event.ticket()).map_or(event.ticket(), |call| call.0);
        let text = match event {
            Event::Connected(connected) => {
                let instructions = connected.instructions().map_or("-", |text| text.raw());
                format!("{} {instructions}", connected.revision().name())
            }
            Event::Failed(failed) => failed.failure().name().to_owned(),
            Event::Answered(answered) => match answered.outcome() {
                Outcome::Result(result) => result.as_str().to_owned(),
                Outcome::Error(error) => format!("error {}", error.raw().as_str()),
                Outcome::Failed(failure) => format!("failed {}", failure.name()),
            },
            Event::InputNeeded(needed) if self.is_answering => {
                self.asked += 1;
                return self.provide(needed);
            }
            Event::Ping(_) | Event::Refused(_) | Event::Request(_) => {
                let written =
                    self.write(|client, tx| client.reply(event, tx).map(|out| Some(copy(&out))));
                written.expect("a reply");
                String::new()
            }
            Event::Suspended(suspended) => suspended.why().name().to_owned(),
            Event::Progress(progress) => format!("{:?}", progress.progress()),
            Event::Log(log) => log.data().map_or("", |data| data.as_str()).to_owned(),
            Event::Changed(changed) => format!("{:?}", changed.what()),
            Event::Updated(updated) => updated.uri().raw().to_owned(),
            Event::Listening(listening) => {
                let heard = What::ALL.into_iter().filter(|what| listening.hears(*what));
                let uris = listening.uris().map(|uri| uri.raw().to_owned());
                format!("{:?} {:?}", heard.collect::<Vec<_>>(), uris.collect::<Vec<_>>())
            }
            Event::ListenEnded(ended) => match ended.failure() {
                Some(failure) => failure.name().to_owned(),
                None if ended.is_graceful() => "graceful".into(),
                None => "-".into(),
            },
            Event::Ignored(ignored) => format!("{:?}", ignored.refusal()),
            _ => String::new(),
        };
        self.told.push(Done { kind: event.kind().name(), ticket, text });
    }

    /// One handler for both eras.
    fn provide(&mut self, needed: &InputNeeded<'_>) {
        let mut results: Vec<(String, Box<dyn Object + '_>)> = Vec::new();
        for input in needed.inputs() {
            let result: Box<dyn Object + '_> = match input.method() {
                Method::Elicit => Box::new(input.accept(r#"{"name":"Ann"}"#)),
                Method::ListRoots => Box::new(Json(r#"{"roots":[]}"#)),
                _ => Box::new(Json(concat!(
                    r#"{"role":"assistant","content":{"type":"text","text":"ho"},"#,
                    r#""model":"m"}"#
                ))),
            };
            results.push((decoded(input.key()), result));
        }
        let given: Vec<_> =
            results.iter().map(|(key, result)| Given { key, result: &**result }).collect();
        let call = self.calls.get(&needed.call()).cloned();
        let params = call.as_ref().map_or("{}", |(_, _, params)| params).to_owned();
        let limits = self.limits;
        let now = self.now;
        let mut made = Ticket::NONE;
        let options = Options { limits, ..Options::DEFAULT };
        let written = self.write(|client, tx| {
            let (ticket, out) =
                client.provide(needed, &given, &Json(&params), &options, now, tx)?;
            made = ticket;
            Ok(Some(copy(&out)))
        });
        written.expect("an answer to the server");
        if let Some(call) = call {
            self.calls.insert(made, call);
        }
    }
}

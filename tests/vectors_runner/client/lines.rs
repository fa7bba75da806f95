//! How the events of a client look in a transcript.

use sansmcp::What;
use sansmcp::client::{Event, Expect, Ignored, InputNeeded, ListenEnded, Listening, Outcome};
use sansmcp::json::{Number, Raw, Text};
use sansmcp::{Error, Ticket};

use super::super::acts;

/// The line of an event.
pub fn line_of(event: &Event<'_>) -> String {
    let head = format!("= {} {}", event.kind().name(), id_of(event));
    let rest = match event {
        Event::Connected(connected) => {
            let server = connected.server_info().and_then(|info| info.name());
            format!("{} {}", connected.revision().name(), word(server))
        }
        Event::Failed(failed) => with(failed.failure().name(), failed.received()),
        Event::Answered(answered) => match answered.outcome() {
            Outcome::Result(result) => format!("result {}", result.as_str()),
            Outcome::Error(_) => with("error", answered.received()),
            Outcome::Failed(failure) => {
                with(&format!("failed {}", failure.name()), answered.received())
            }
        },
        Event::InputNeeded(needed) => inputs_of(needed),
        Event::Suspended(suspended) => suspended.why().name().to_owned(),
        Event::Progress(progress) => {
            let (at, total) = (progress.progress(), progress.total());
            join([number(at), number(total), text(progress.message())])
        }
        Event::Log(log) => {
            let level = log.level().map_or("-", |level| level.name());
            join([level.to_owned(), word(log.logger()), json(log.data())])
        }
        Event::Listening(listening) => heard(listening),
        Event::ListenEnded(ended) => end_of(ended),
        Event::Changed(changed) => name_of(changed.what()).to_owned(),
        Event::Updated(updated) => updated.uri().raw().to_owned(),
        Event::Withdrawn(withdrawn) => word(withdrawn.reason()),
        Event::Ping(_) => String::new(),
        Event::Request(request) => request.method_name().raw().to_owned(),
        Event::Notification(notification) => notification.method_name().raw().to_owned(),
        Event::Refused(refused) => refused.refusal().words().code.0.to_string(),
        Event::Ignored(ignored) => refusal_of(ignored),
        _ => "?".into(),
    };
    if rest.is_empty() { head } else { format!("{head} {rest}") }
}

/// The number of a request of ours, or the id of one of the server's as it was written.
fn id_of(event: &Event<'_>) -> String {
    let is_servers = match event {
        Event::InputNeeded(needed) => needed.is_request(),
        Event::Ping(_) | Event::Request(_) | Event::Refused(_) | Event::Withdrawn(_) => true,
        Event::Ignored(_) => true,
        _ => false,
    };
    if is_servers {
        let (_, text, parts) = event.raw();
        return parts.id.of(text).unwrap_or("-").to_owned();
    }
    number_of(event.ticket())
}

/// A ticket, or `-` for none.
pub fn number_of(ticket: Ticket) -> String {
    if ticket == Ticket::NONE { "-".into() } else { ticket.number().to_string() }
}

/// What a response is to be taken as.
pub fn expect_line(expect: &Expect<'_>) -> String {
    match expect {
        Expect::Json => "= expect json".into(),
        Expect::Events => "= expect events".into(),
        Expect::Nothing => "= expect nothing".into(),
        Expect::Denied { ticket, challenge } => {
            let challenge = String::from_utf8_lossy(challenge);
            format!("= expect denied {} {challenge}", number_of(*ticket)).trim_end().to_owned()
        }
    }
}

pub fn error_line(error: Error) -> String {
    match error {
        Error::NotOffered => "? not_offered".into(),
        other => acts::error_line(other),
    }
}

/// The word for a list.
pub fn name_of(what: What) -> &'static str {
    match what {
        What::Tools => "tools",
        What::Prompts => "prompts",
        What::Resources => "resources",
    }
}

/// What is wanted: the keys and methods in their order, or `-`.
fn inputs_of(needed: &InputNeeded<'_>) -> String {
    let all = needed.inputs().map(|input| {
        let key = word(Some(input.key()).filter(|key| !key.raw().is_empty()));
        format!("{key} {:?}", input.method())
    });
    let all: Vec<_> = all.collect();
    if all.is_empty() { "-".into() } else { all.join(" ") }
}

fn heard(listening: &Listening<'_>) -> String {
    let lists = What::ALL.into_iter().filter(|what| listening.hears(*what)).map(name_of);
    let mut words: Vec<_> = lists.map(str::to_owned).collect();
    words.extend(listening.uris().map(|uri| uri.raw().to_owned()));
    if listening.refused() > 0 {
        words.push(format!("refused {}", listening.refused()));
    }
    if words.is_empty() { "-".into() } else { words.join(" ") }
}

fn end_of(ended: &ListenEnded<'_>) -> String {
    match (ended.failure(), ended.error()) {
        (Some(failure), _) => format!("failed {}", failure.name()),
        (None, Some(error)) => format!("error {}", error.raw().as_str()),
        (None, None) if ended.is_graceful() => "graceful".into(),
        (None, None) => "cancelled".into(),
    }
}

fn refusal_of(ignored: &Ignored<'_>) -> String {
    ignored.refusal().map_or("-".into(), |refusal| refusal.words().code.0.to_string())
}

fn with(name: &str, received: Option<Raw<'_>>) -> String {
    received.map_or(name.to_owned(), |received| format!("{name} {}", received.as_str()))
}

/// Words with spaces between them, without those at the end that say nothing.
fn join<const N: usize>(words: [String; N]) -> String {
    words.join(" ").trim_end().to_owned()
}

fn word(text: Option<Text<'_>>) -> String {
    text.map_or("-".into(), |text| text.raw().to_owned())
}

fn text(text: Option<Text<'_>>) -> String {
    text.map_or(String::new(), |text| text.raw().to_owned())
}

fn json(value: Option<Raw<'_>>) -> String {
    value.map_or("-".into(), |value| value.as_str().to_owned())
}

fn number(number: Option<Number<'_>>) -> String {
    match number {
        None => "-".into(),
        Some(Number::Int(number)) => number.to_string(),
        Some(Number::Text(text)) => text.to_owned(),
        #[allow(unreachable_patterns)]
        Some(_) => "?".into(),
    }
}

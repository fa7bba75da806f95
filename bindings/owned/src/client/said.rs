//! What an event of a client's says, as the JSON text of an object: the words of the core's views,
//! with the same names. Values of the message's stand in it as they were written.
//!
//! | kind | members, beside `ticket`, `revision` and, where there is one, `method` |
//! |---|---|
//! | connected | `capabilities`, `serverInfo`, `instructions`, `result` |
//! | failed | `failure`, `received`, `retry` |
//! | answered | `result`, or `error`, or `failure`; `received`; `cache` |
//! | input_needed | `call`, `inputs`, `isRequest`, `round`, `pauseMs` |
//! | suspended | `why` |
//! | progress | `progress`, `total`, `message` |
//! | log | `level`, `logger`, `data` |
//! | listening | `tools`, `prompts`, `resources`, `uris`, `refused` |
//! | listen_ended | `isGraceful`, `error`, `failure` |
//! | changed | `what` |
//! | updated | `uri` |
//! | withdrawn | `reason` |
//! | request, notification | `params` |
//! | refused, ignored | `code`, `message` |

use sansmcp::What;
use sansmcp::client::{Event, InputNeeded, Listening, Outcome};
use sansmcp::rules::method::{TO_CLIENT, TO_SERVER};
use sansmcp::rules::{Failure, Method, Refusal};
use sansmcp::schema::{CacheScope, ErrorObjectView};

use super::terms::policy_json;
use crate::event::words;
use crate::object::Object;

/// What an event says, as the JSON text of an object.
#[must_use]
pub fn said(event: &Event<'_>) -> String {
    let mut object = Object::new();
    let all = event.incoming();
    object.put("ticket", &event.ticket().number().to_string());
    object.string("revision", all.revision().name());
    if let Some(id) = all.id() {
        object.put("id", id);
    }
    let written = all.method_name();
    if written.raw().is_empty() {
        if let Some(name) = name_of(all.method()) {
            object.string("method", name);
        }
    } else {
        object.text("method", Some(written));
    }
    particulars(&mut object, event);
    object.end()
}

fn particulars(object: &mut Object, event: &Event<'_>) {
    match event {
        Event::Connected(it) => {
            let result = it.result();
            object.raw("capabilities", result.and_then(|result| result.get("capabilities")));
            object.raw("serverInfo", it.server_info().map(|info| info.raw()));
            object.text("instructions", it.instructions());
            object.raw("result", result);
        }
        Event::Failed(it) => {
            object.put("failure", &account(it.failure()));
            object.raw("received", it.received());
            if let Some(policy) = it.retry() {
                object.put("retry", &policy_json(&policy));
            }
        }
        Event::Answered(it) => {
            match it.outcome() {
                Outcome::Result(result) => object.raw("result", Some(result)),
                Outcome::Error(error) => object.put("error", &error_json(&error)),
                Outcome::Failed(failure) => object.put("failure", &account(failure)),
            }
            object.raw("received", it.received());
            let hint = it.cache_hint();
            let scope = match hint.scope {
                CacheScope::Public => "public",
                CacheScope::Private => "private",
            };
            let ttl_ms = hint.ttl_ms;
            object.put("cache", &format!("{{\"ttlMs\":{ttl_ms},\"scope\":\"{scope}\"}}"));
        }
        Event::InputNeeded(it) => inputs(object, it),
        Event::Suspended(it) => object.string("why", it.why().name()),
        Event::Progress(it) => {
            object.number("progress", it.progress());
            object.number("total", it.total());
            object.text("message", it.message());
        }
        Event::Log(it) => {
            if let Some(level) = it.level() {
                object.string("level", level.name());
            }
            object.text("logger", it.logger());
            object.raw("data", it.data());
        }
        Event::Listening(it) => listening(object, it),
        Event::ListenEnded(it) => {
            object.put("isGraceful", if it.is_graceful() { "true" } else { "false" });
            if let Some(error) = it.error() {
                object.put("error", &error_json(&error));
            }
            if let Some(failure) = it.failure() {
                object.put("failure", &account(failure));
            }
        }
        Event::Changed(it) => object.string("what", what_name(it.what())),
        Event::Updated(it) => object.text("uri", Some(it.uri())),
        Event::Withdrawn(it) => object.text("reason", it.reason()),
        Event::Ping(_) => {}
        Event::Request(it) => object.raw("params", it.params()),
        Event::Notification(it) => object.raw("params", it.params()),
        Event::Refused(it) => rule(object, Some(it.refusal())),
        Event::Ignored(it) => rule(object, it.refusal()),
        _ => {}
    }
}

fn inputs(object: &mut Object, needed: &InputNeeded<'_>) {
    let inputs: Vec<String> = needed
        .inputs()
        .map(|input| {
            let mut one = Object::new();
            one.text("key", Some(input.key()));
            one.string("method", name_of(input.method()).unwrap_or(""));
            one.raw("params", Some(input.params()));
            one.end()
        })
        .collect();
    object.put("call", &needed.call().number().to_string());
    object.put("inputs", &format!("[{}]", inputs.join(",")));
    object.put("isRequest", if needed.is_request() { "true" } else { "false" });
    object.put("round", &needed.round().to_string());
    object.put("pauseMs", &needed.pause_ms().to_string());
}

fn listening(object: &mut Object, listening: &Listening<'_>) {
    for what in What::ALL {
        object.put(what_name(what), if listening.hears(what) { "true" } else { "false" });
    }
    let uris: Vec<String> = listening.uris().map(|uri| format!("\"{}\"", uri.raw())).collect();
    object.put("uris", &format!("[{}]", uris.join(",")));
    object.put("refused", &listening.refused().to_string());
}

fn rule(object: &mut Object, refusal: Option<Refusal>) {
    if let Some(refusal) = refusal {
        let (code, message) = words(refusal);
        object.put("code", &code.to_string());
        object.string("message", &message);
    }
}

pub(crate) fn what_name(what: What) -> &'static str {
    match what {
        What::Tools => "tools",
        What::Prompts => "prompts",
        What::Resources => "resources",
    }
}

/// What is to be said about the failure of this name, as the JSON text of an object; `None` if
/// there is none.
#[must_use]
pub fn failure(name: &str) -> Option<String> {
    Failure::ALL.into_iter().find(|failure| failure.name() == name).map(account)
}

/// A failure with what is to be said about it.
fn account(failure: Failure) -> String {
    let mut one = Object::new();
    one.string("name", failure.name());
    one.string("whose", failure.whose().name());
    one.string("message", failure.message());
    one.string("advice", failure.advice());
    one.end()
}

/// An error of the server's; what it left out is filled in.
fn error_json(error: &ErrorObjectView<'_>) -> String {
    let mut one = Object::new();
    one.put("code", &error.code().unwrap_or(0).to_string());
    one.put("message", &format!("\"{}\"", error.message().map_or("", |text| text.raw())));
    one.raw("data", error.data());
    one.end()
}

fn name_of(method: Method) -> Option<&'static str> {
    let mut rows = TO_SERVER.iter().chain(&TO_CLIENT);
    rows.find(|row| row.method == method && method != Method::Custom).map(|row| row.name)
}

/// The method of this name; a custom one if the protocol has none of it.
pub(crate) fn method_of(name: &str) -> Method {
    let mut rows = TO_SERVER.iter().chain(&TO_CLIENT);
    rows.find(|row| row.name == name).map_or(Method::Custom, |row| row.method)
}

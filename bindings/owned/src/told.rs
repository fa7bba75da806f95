//! What an event of a server's says beside what stands in its record, as the JSON text of an
//! object: the words of the core's views, with the same names.
//!
//! | kind | members |
//! |---|---|
//! | complete | `prompt` or `uri`, `argument`, `value`, `context` |
//! | set_level | `level` |
//! | listen | `tools`, `prompts`, `resources`, `uris` |
//! | answered | `outcome`, and `result` or `error` |

use sansmcp::schema::CompleteParamsView;
use sansmcp::{Event, Outcome, Reference, What};

use crate::client::what_name;
use crate::object::Object;

/// What an event says, as the JSON text of an object; most have nothing to add.
#[must_use]
pub fn told(event: &Event<'_>) -> String {
    let mut object = Object::new();
    match event {
        Event::Complete(complete) => {
            match complete.reference() {
                Some(Reference::Prompt(name)) => object.text("prompt", Some(name)),
                Some(Reference::Template(uri)) => object.text("uri", Some(uri)),
                None => {}
            }
            object.text("argument", Some(complete.name()));
            object.text("value", Some(complete.value()));
            let params = event.request().params().and_then(CompleteParamsView::of);
            if let Some(context) = params.and_then(|params| params.context()) {
                let known = context.arguments();
                let known: Vec<String> = known
                    .map(|(name, value)| format!("\"{}\":\"{}\"", name.raw(), value.raw()))
                    .collect();
                object.put("context", &format!("{{{}}}", known.join(",")));
            }
        }
        Event::SetLevel(set) => object.string("level", set.level().name()),
        Event::Listen(listen) => {
            for what in What::ALL {
                object.put(what_name(what), if listen.wants(what) { "true" } else { "false" });
            }
            let uris: Vec<String> = listen.uris().map(|uri| format!("\"{}\"", uri.raw())).collect();
            object.put("uris", &format!("[{}]", uris.join(",")));
        }
        Event::Answered(answered) => {
            let (outcome, result, error) = match answered.outcome() {
                Outcome::Result(result) => ("result", Some(result), None),
                Outcome::Error(error) => ("error", None, Some(error)),
                Outcome::Malformed => ("malformed", None, None),
                Outcome::Expired => ("expired", None, None),
            };
            object.string("outcome", outcome);
            object.raw("result", result);
            object.raw("error", error);
        }
        _ => {}
    }
    object.end()
}

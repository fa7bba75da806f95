//! The resources, their template, and how they are read.

use std::sync::LazyLock;

use sansmcp::json::{Number, Text, Writer};
use sansmcp::schema::{Annotations, CacheHint, CacheScope, Elicit, Form, Resource};
use sansmcp::schema::{ResourceTemplate, Role};
use sansmcp::uri::Template;
use sansmcp::{Event, Input, Reading};

use crate::answers::{NAME, Said, plain};
use crate::desk::{Desk, Done};

pub static PIXEL: &[u8] = include_bytes!("pixel.png");
pub static SILENCE: &[u8] = include_bytes!("silence.wav");

/// The resource that `test_update_watched_resource` changes.
pub const WATCHED: &str = "test://watched-resource";
const TEXT: &str = "test://static-text";
const BINARY: &str = "test://static-binary";
const LARGE: &str = "test://large-text";
const ASKING: &str = "test://input-required";
const TEMPLATE: &str = "test://template/{id}/data";

const STATIC: &str = "This is the content of the static text resource.";
/// Lines of the large text, and bytes of each.
const LINES: usize = 5000;
const LINE: usize = 60;

static LARGE_TEXT: LazyLock<String> = LazyLock::new(|| {
    (1..=LINES).map(|line| format!("{:<59}\n", format!("Line {line} of {LINES}"))).collect()
});

pub static RESOURCES: &[Resource<'static>] = &[
    Resource {
        uri: TEXT,
        name: "static-text",
        title: Some("Static text"),
        description: Some("A text that never changes"),
        mime_type: Some("text/plain"),
        size: Some(STATIC.len() as u64),
        annotations: Some(Annotations {
            audience: &[Role::User, Role::Assistant],
            priority: Some(Number::Text("0.5")),
            last_modified: Some("2026-07-28T00:00:00Z"),
        }),
        ..Resource::EMPTY
    },
    Resource {
        uri: BINARY,
        name: "static-binary",
        description: Some("A picture of one pixel"),
        mime_type: Some("image/png"),
        size: Some(PIXEL.len() as u64),
        ..Resource::EMPTY
    },
    Resource {
        uri: WATCHED,
        name: "watched-resource",
        description: Some("A text that changes when test_update_watched_resource is called"),
        mime_type: Some("text/plain"),
        ..Resource::EMPTY
    },
    Resource {
        uri: LARGE,
        name: "large-text",
        description: Some("A text of 300,000 bytes"),
        mime_type: Some("text/plain"),
        size: Some((LINES * LINE) as u64),
        ..Resource::EMPTY
    },
    Resource {
        uri: ASKING,
        name: "input-required",
        description: Some("A text that asks who reads it"),
        mime_type: Some("text/plain"),
        ..Resource::EMPTY
    },
];

pub static TEMPLATES: &[ResourceTemplate<'static>] = &[ResourceTemplate {
    uri_template: TEMPLATE,
    name: "template",
    title: Some("Data by number"),
    description: Some("Data for each id"),
    mime_type: Some("application/json"),
    ..ResourceTemplate::EMPTY
}];

/// Whether there is such a resource, so that its changes can be listened to.
pub fn has(uri: Text<'_>) -> bool {
    RESOURCES.iter().any(|resource| uri == *resource.uri) || id_of(&plain(uri)).is_some()
}

/// The value of the template's variable in a URI.
fn id_of(uri: &str) -> Option<String> {
    let found = Template::new(TEMPLATE).ok()?.matches(uri)?;
    String::from_utf8(found.get("id")?.bytes().collect()).ok()
}

pub fn read<'t>(desk: &mut Desk<'_, '_>, read: &Reading<'_>, tx: &'t mut [u8]) -> Done<'t> {
    let ticket = read.ticket();
    let uri = plain(read.uri());
    let text = Some("text/plain");
    match &*uri {
        // It never changes, so that it may be kept for an hour, by anybody.
        TEXT => {
            let cache = CacheHint { ttl_ms: 3_600_000, scope: CacheScope::Public };
            desk.server.contents(ticket, tx).text(TEXT, text, STATIC).cache(cache).end()
        }
        BINARY => desk.server.contents(ticket, tx).blob(BINARY, Some("image/png"), PIXEL).end(),
        LARGE => desk.server.contents(ticket, tx).text(LARGE, text, LARGE_TEXT.as_str()).end(),
        WATCHED => {
            let version = format!("The watched resource was changed {} times.", desk.work.changes);
            desk.server.contents(ticket, tx).text(WATCHED, text, &*version).end()
        }
        ASKING => ask(desk, read, tx),
        _ => match id_of(&uri) {
            Some(id) => {
                let mime_type = Some("application/json");
                desk.server.contents(ticket, tx).text(&uri, mime_type, &*data_of(&id)).end()
            }
            // There is none: the engine knows how to say so in each revision.
            None => desk.server.reply(&Event::ReadResource(*read), tx),
        },
    }
}

/// `{"id":…,"templateTest":true,"data":…}`
fn data_of(id: &str) -> String {
    // No byte becomes more than six, and the id is there twice.
    let mut json = vec![0; 100 + 12 * id.len()];
    let mut out = Writer::new(&mut json);
    out.put_str("{\"id\":");
    out.string(id);
    out.put_str(",\"templateTest\":true,\"data\":\"Data for ID: ");
    out.escaped(id);
    out.put_str("\"}");
    String::from_utf8_lossy(out.finish()).into_owned()
}

/// A read can ask, too.
fn ask<'t>(desk: &mut Desk<'_, '_>, read: &Reading<'_>, tx: &'t mut [u8]) -> Done<'t> {
    let Some(answer) = read.input("reader") else {
        let params = Elicit {
            message: "Who reads this?".into(),
            requested_schema: Form { properties: NAME, required: &["name"], ..Form::EMPTY },
            ..Elicit::EMPTY
        };
        return desk.ask(read, &[Input::elicit("reader", &params)], "", tx);
    };
    let text = match Said::field(answer, "name") {
        Said::Yes(name) => format!("Read by {name}."),
        Said::No(how) => format!("Read by nobody: {how}"),
        Said::Nonsense => return desk.invalid(read, "reader has no name", tx),
    };
    desk.server.contents(read.ticket(), tx).text(ASKING, Some("text/plain"), &*text).end()
}

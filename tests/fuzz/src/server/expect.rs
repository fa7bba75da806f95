//! What a frame has to give, judged by serde_json alone.

use super::super::lines::{is_id, known_of};
use super::super::oracle;
use sansmcp::OverlongKind;
use sansmcp::json::DEPTH;

/// One message of a frame.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// Somebody waits for a response.
    pub is_due: bool,
    /// It is no JSON, and deep before that is seen: whether it is answered, and with which id, is
    /// what a reader finds that does not check.
    pub is_open: bool,
    /// The id that the response has to have, as written.
    pub id: Option<String>,
    /// The progress token as written, where it can be kept.
    pub token: Option<String>,
    /// A request of the modern era that keeps every rule of the envelope: its method.
    pub modern: Option<String>,
    /// It is a cancel: the id of the request that is given up.
    pub cancels: Option<String>,
    /// `params`, if there are some.
    pub params: Option<String>,
    /// The level of log messages that its own context asks for; 0 for none.
    pub level: u8,
    /// `params.uri`, decoded.
    pub uri: Option<Vec<u8>>,
    /// It is a response: the number that is its id, if it is one.
    pub answers: Option<u64>,
    /// It is progress on a request of ours: the number that is its token.
    pub furthers: Option<u64>,
    /// A key stands twice that must not.
    pub is_twice: bool,
}

/// The messages of a frame. `batches` tells whether an array of them is allowed.
pub fn messages(bytes: &[u8], batches: bool) -> Vec<Expected> {
    let due = |id: Option<&str>| Expected {
        is_due: true,
        id: id.map(str::to_owned),
        ..Expected::default()
    };
    let Ok(text) = std::str::from_utf8(bytes) else { return vec![due(None)] };
    let is_deep = oracle::depth(text) > DEPTH;
    let Some(text) = oracle::value(text) else {
        return vec![Expected { is_open: is_deep, ..due(None) }];
    };
    if is_deep {
        // Only that somebody waits is found.
        return vec![match known_of(text.as_bytes()) {
            Some((id, kind)) => overlong(id, kind),
            None => due(None),
        }];
    }
    match oracle::items(text) {
        Some(items) if batches && !items.is_empty() => {
            // The modern era has no batches.
            let of_batch = |item| Expected { modern: None, ..message(item) };
            items.into_iter().map(of_batch).collect()
        }
        _ => vec![message(text)],
    }
}

/// An over-long line, of which `id` and `kind` are known.
pub fn overlong(id: Option<&str>, kind: OverlongKind) -> Expected {
    let answers = id.filter(|_| kind == OverlongKind::Response).and_then(|id| id.parse().ok());
    Expected {
        is_due: !matches!(kind, OverlongKind::Notification | OverlongKind::Response),
        id: id.map(str::to_owned),
        answers,
        ..Expected::default()
    }
}

type Members<'a> = Vec<(Vec<u8>, &'a str)>;

fn last<'a>(members: &Members<'a>, name: &str) -> Option<&'a str> {
    members.iter().rev().find(|(key, _)| key == name.as_bytes()).map(|(_, value)| *value)
}

fn count(members: &Members<'_>, name: &str) -> usize {
    members.iter().filter(|(key, _)| key == name.as_bytes()).count()
}

fn is_text(value: Option<&str>, text: &str) -> bool {
    value.and_then(oracle::string).is_some_and(|it| it == text.as_bytes())
}

fn message(text: &str) -> Expected {
    let Some(members) = oracle::members(text) else {
        return Expected { is_due: true, ..Expected::default() };
    };
    let has = |name: &str| count(&members, name) > 0;
    let is_due = match (has("method"), has("id"), has("result") || has("error")) {
        (true, has_id, _) => has_id,
        (false, _, has_outcome) => !has_outcome,
    };
    let params = last(&members, "params").and_then(oracle::members);
    let meta = params.as_ref().and_then(|it| last(it, "_meta")).and_then(oracle::members);
    let names = ["id", "method", "jsonrpc", "params"];
    let is_twice = names.iter().any(|name| count(&members, name) > 1)
        || params.as_ref().is_some_and(|it| count(it, "_meta") > 1);
    // Which of two params a reader takes is open; neither is what this looks into.
    let is_sound = !is_twice && is_text(last(&members, "jsonrpc"), "2.0");
    let method = last(&members, "method").and_then(oracle::string);
    let method = method.and_then(|it| String::from_utf8(it).ok()).filter(|_| is_sound);
    let id = last(&members, "id").filter(|id| count(&members, "id") == 1 && is_id(id));
    let is_cancel = method.as_deref() == Some("notifications/cancelled") && !is_due;
    let cancels = params.as_ref().and_then(|it| last(it, "requestId")).filter(|id| is_id(id));
    // With a bad `_meta` a notification is not looked into.
    let has_bad_meta = params.as_ref().is_some_and(|it| count(it, "_meta") > 0) && meta.is_none();
    let token = meta.as_ref().and_then(|it| last(it, "progressToken"));
    let token = token.filter(|it| is_id(it) && it.len() <= 64);
    let modern = method
        .clone()
        .filter(|_| is_due && id.is_some() && meta.as_ref().is_some_and(|meta| is_context(meta)));
    let is_response = !has("method") && (has("result") || has("error"));
    let own = |token: Option<&str>| token.and_then(|it| it.parse().ok());
    let is_progress = method.as_deref() == Some("notifications/progress") && !is_due;
    let furthers = params.as_ref().and_then(|it| last(it, "progressToken"));
    let level = meta.as_ref().and_then(|it| last(it, &key("logLevel")));
    Expected {
        is_due,
        is_open: false,
        is_twice,
        level: level.and_then(level_of).unwrap_or(0),
        uri: params.as_ref().and_then(|it| last(it, "uri")).and_then(oracle::string),
        answers: own(id.filter(|_| is_response)),
        furthers: own(furthers.filter(|_| is_progress && !has_bad_meta)),
        id: id.map(str::to_owned),
        token: token.map(str::to_owned),
        modern,
        cancels: cancels.filter(|_| is_cancel && !has_bad_meta).map(str::to_owned),
        params: last(&members, "params").map(str::to_owned),
    }
}

fn key(name: &str) -> String {
    format!("io.modelcontextprotocol/{name}")
}

/// A level of log messages by its name as written, the least serious as 1.
pub fn level_of(name: &str) -> Option<u8> {
    const NAMES: [&str; 8] =
        ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
    let name = oracle::string(name)?;
    NAMES.iter().position(|it| it.as_bytes() == name).map(|at| at as u8 + 1)
}

/// The level that the params of `logging/setLevel` name.
pub fn new_level(params: Option<&str>) -> Option<u8> {
    last(&oracle::members(params?)?, "level").and_then(level_of)
}

/// Whether `_meta` has the whole context of a modern request.
fn is_context(meta: &Members<'_>) -> bool {
    let object = |name: &str| last(meta, &key(name)).map(|it| it.starts_with('{'));
    is_text(last(meta, &key("protocolVersion")), "2026-07-28")
        && object("clientCapabilities") == Some(true)
        && object("clientInfo") != Some(false)
        && last(meta, &key("logLevel")).is_none_or(|level| level_of(level).is_some())
        && ["protocolVersion", "clientCapabilities", "clientInfo", "logLevel"]
            .iter()
            .all(|name| count(meta, &key(name)) < 2)
}

/// Whether a call is one: a name, and arguments that are none or an object. `None` where it comes
/// with answers or a state, which have rules of their own.
pub fn is_call(params: Option<&str>) -> Option<bool> {
    let Some(params) = params.and_then(oracle::members) else { return Some(false) };
    if ["inputResponses", "requestState"].iter().any(|name| count(&params, name) > 0) {
        return None;
    }
    let arguments = last(&params, "arguments").unwrap_or("null");
    let is_call = last(&params, "name").is_some_and(|name| name.starts_with('"'))
        && (arguments == "null" || arguments.starts_with('{'));
    Some(is_call)
}

/// Whether two ids are the same: texts by what they say, numbers by how they are written.
pub fn same(one: &str, other: &str) -> bool {
    match (oracle::string(one), oracle::string(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => one == other,
        _ => false,
    }
}

//! What goes out: whole valid messages, one a line, each belonging to a request that is open.

use super::super::decimal::{self, Decimal};
use super::super::oracle;

/// A whole message that was sent.
#[derive(Debug)]
pub enum Sent<'a> {
    /// A response.
    Response {
        /// The id as written; `None` also stands for `null`.
        id: Option<&'a str>,
        /// False for an error.
        is_result: bool,
    },
    /// A notification: its method and params.
    Notification {
        /// The method.
        method: String,
        /// The params, an object.
        params: &'a str,
    },
    /// A request of the server's own: its method and id.
    Request {
        /// The method.
        method: String,
        /// The id as written.
        id: &'a str,
    },
}

/// Reads one line as it was sent, its newline included; panics if it is no message.
pub fn read(line: &[u8]) -> Sent<'_> {
    let text = std::str::from_utf8(line).expect("output is UTF-8");
    let json = text.strip_suffix('\n').expect("a line has an end");
    assert!(!json.contains('\n'), "two lines in one: {text}");
    assert_eq!(oracle::value(json), Some(json), "output is no JSON: {text}");
    let members = oracle::members(json).expect("a message is an object");
    let get = |name: &str| {
        let mut all = members.iter().filter(|(key, _)| key == name.as_bytes());
        let one = all.next().map(|(_, value)| *value);
        assert!(all.next().is_none(), "{name} stands twice: {text}");
        one
    };
    assert_eq!(get("jsonrpc"), Some("\"2.0\""), "{text}");
    let known = ["jsonrpc", "id", "method", "params", "result", "error"];
    assert!(members.iter().all(|(key, _)| known.iter().any(|it| it.as_bytes() == key)), "{text}");
    if let Some(method) = get("method") {
        let method = String::from_utf8(oracle::string(method).expect("a text")).expect("UTF-8");
        assert!(get("result").is_none() && get("error").is_none(), "{text}");
        let params = get("params").unwrap_or("{}");
        assert!(oracle::members(params).is_some(), "{text}");
        return match get("id") {
            Some(id) => Sent::Request { method, id },
            None => Sent::Notification { method, params },
        };
    }
    assert!(get("params").is_none(), "{text}");
    let is_result = match (get("result"), get("error")) {
        (Some(result), None) => {
            assert!(oracle::members(result).is_some(), "{text}");
            true
        }
        (None, Some(error)) => {
            let error: serde_json::Value = serde_json::from_str(error).expect("JSON");
            assert!(error["code"].is_i64() && error["message"].is_string(), "{text}");
            false
        }
        _ => panic!("neither result nor error: {text}"),
    };
    Sent::Response { id: get("id").filter(|id| *id != "null"), is_result }
}

/// A member of an object, found along a path, as written.
pub fn at<'a>(object: &'a str, path: &[&str]) -> Option<&'a str> {
    let mut value = object;
    for name in path {
        let members = oracle::members(value)?;
        value = members.iter().find(|(key, _)| key == name.as_bytes())?.1;
    }
    Some(value)
}

/// Whether a progress value is greater than the one before.
pub fn is_further(before: Option<&str>, now: &str) -> bool {
    let Some(before) = before else { return true };
    match (Decimal::of(before), Decimal::of(now)) {
        (Some(before), Some(now)) => decimal::compare(&before, &now).is_lt(),
        // Beyond all reason, and beyond this model.
        _ => true,
    }
}

//! Results in a few words.

use on_hyper::client::plain;
use sansmcp::json::Raw;

/// Characters of a text that are shown.
const SHOWN: usize = 100;

/// What a result says, in one line.
pub fn result(method: &str, result: Raw<'_>) -> String {
    let items = |key: &str| result.get(key).unwrap_or(Raw::NULL).items();
    match method {
        "tools/call" => {
            let is_error = result.get("isError").and_then(|is| is.bool()) == Some(true);
            let said = joined(items("content").map(content));
            format!("{}{said}", if is_error { "the tool failed: " } else { "" })
        }
        "resources/read" => joined(items("contents").map(content)),
        "prompts/get" => joined(items("messages").map(|message| {
            format!(
                "{}: {}",
                text(message, "role"),
                message.get("content").map_or_else(String::new, content)
            )
        })),
        "completion/complete" => {
            let values = result.get("completion").and_then(|completion| completion.get("values"));
            joined(
                values.unwrap_or(Raw::NULL).items().filter_map(|value| Some(plain(value.text()?))),
            )
        }
        _ => short(result.as_str()),
    }
}

/// A piece of content, or a resource's contents.
fn content(piece: Raw<'_>) -> String {
    if let Some(words) = piece.get("text").and_then(|words| words.text()) {
        return short(&plain(words));
    }
    let size = |data: Raw<'_>| format!("{} characters of base64", data.as_str().len() - 2);
    if let Some(data) = piece.get("blob").or_else(|| piece.get("data")) {
        return format!("{}, {}", text(piece, "mimeType"), size(data));
    }
    match piece.get("resource") {
        Some(inside) => format!("{}: {}", text(inside, "uri"), short(inside.as_str())),
        None => format!("{} {}", text(piece, "type"), text(piece, "uri")),
    }
}

fn joined(pieces: impl Iterator<Item = String>) -> String {
    short(&pieces.collect::<Vec<_>>().join(" | "))
}

/// A text of an object, decoded.
pub fn text(object: Raw<'_>, key: &str) -> String {
    object.get(key).and_then(|value| value.text()).map(plain).unwrap_or_default()
}

/// The start of a text, on one line.
pub fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} …", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

//! What there is, as the protocol writes it.

use serde_json::{Value, json};

const NAMES: [&str; 3] = ["Ada", "Alan", "Grace"];

fn tool(name: &str, description: &str, properties: Value, required: &[&str]) -> Value {
    let schema = json!({ "type": "object", "properties": properties, "required": required });
    json!({ "name": name, "description": description, "inputSchema": schema })
}

pub fn tools() -> Value {
    let (text, whole) = (json!({ "type": "string" }), json!({ "type": "integer" }));
    let tools = [
        tool("echo", "Returns its text", json!({ "text": text }), &["text"]),
        tool("add", "Adds two numbers", json!({ "a": whole, "b": whole }), &["a", "b"]),
        tool(
            "slow",
            "Takes its time, and reports progress",
            json!({ "steps": whole, "milliseconds": whole }),
            &[],
        ),
        tool("fail", "Fails", json!({}), &[]),
        tool("ask", "Asks the person", json!({}), &[]),
        tool("sample", "Asks the model", json!({ "prompt": text }), &["prompt"]),
        tool("roots", "Lists the roots", json!({}), &[]),
        tool("log", "Logs three messages", json!({}), &[]),
        tool("touch", "Counts, and tells those who want to hear of it", json!({}), &[]),
        tool("change", "Says that the list of tools has changed", json!({}), &[]),
    ];
    json!({ "tools": tools })
}

fn resource(uri: &str, name: &str, description: &str) -> Value {
    json!({ "uri": uri, "name": name, "description": description, "mimeType": "text/plain" })
}

pub fn resources() -> Value {
    let text = resource("demo://text", "text", "A text");
    json!({ "resources": [text, resource(crate::COUNTER, "counter", "A number")] })
}

pub fn templates() -> Value {
    json!({ "resourceTemplates": [{ "uriTemplate": "demo://item/{id}", "name": "item",
        "description": "An item", "mimeType": "text/plain" }] })
}

pub fn prompts() -> Value {
    let arguments = [json!({ "name": "name", "required": true })];
    let about = "A greeting";
    json!({ "prompts": [{ "name": "greet", "description": about, "arguments": arguments }] })
}

/// The completion of what `request` has begun.
pub fn completed(request: &Value) -> Value {
    let begun = request["argument"]["value"].as_str().unwrap_or_default();
    let known: Vec<String> = match request["ref"]["type"].as_str() {
        Some("ref/prompt") => NAMES.map(String::from).to_vec(),
        _ => (100..110).map(|number: u32| number.to_string()).collect(),
    };
    let values: Vec<String> = known.into_iter().filter(|one| one.starts_with(begun)).collect();
    json!({ "completion": { "total": values.len(), "values": values, "hasMore": false } })
}

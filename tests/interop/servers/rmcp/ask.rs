//! What is asked of the client: by a request within the call before 2026-07-28, by a result that
//! the client answers with the call again from then on.

use rmcp::ErrorData;
use rmcp::model::*;
use serde_json::{Value, json};

use crate::{Context, is_modern, lost, made, said};

const KEY: &str = "asked";

/// What the client answered when it called again, or what it has to be asked.
fn round(call: &CallToolRequestParams, request: Value) -> Result<Value, Box<CallToolResponse>> {
    if let Some(answers) = &call.input_responses
        && let Some(answer) = json!(answers).get(KEY)
    {
        return Ok(answer.clone());
    }
    let asked = json!({ "resultType": "input_required", "inputRequests": { KEY: request } });
    Err(Box::new(match made::<InputRequiredResult>(asked) {
        Ok(asked) => asked.into(),
        Err(error) => CallToolResult::error(vec![ContentBlock::text(error.message)]).into(),
    }))
}

pub async fn person(
    call: &CallToolRequestParams,
    context: &Context,
) -> Result<CallToolResponse, ErrorData> {
    let schema = json!({ "type": "object", "required": ["name"], "properties": {
        "name": { "type": "string", "description": "Your name" },
        "polite": { "type": "boolean", "default": true },
    } });
    let params = json!({ "mode": "form", "message": "Who are you?", "requestedSchema": schema });
    let answer = if is_modern(context) {
        match round(call, json!({ "method": "elicitation/create", "params": params })) {
            Ok(answer) => answer,
            Err(asked) => return Ok(*asked),
        }
    } else {
        json!(context.peer.create_elicitation(made(params)?).await.map_err(lost)?)
    };
    Ok(said(match answer["action"].as_str() {
        Some("accept") => {
            format!("Hello, {}!", answer["content"]["name"].as_str().unwrap_or("?"))
        }
        Some("decline") => "declined".into(),
        _ => "cancelled".into(),
    }))
}

pub async fn model(
    call: &CallToolRequestParams,
    context: &Context,
    prompt: &str,
) -> Result<CallToolResponse, ErrorData> {
    let content = json!({ "type": "text", "text": prompt });
    let message = json!({ "role": "user", "content": content });
    let params = json!({ "messages": [message], "maxTokens": 50 });
    let answer = if is_modern(context) {
        match round(call, json!({ "method": "sampling/createMessage", "params": params })) {
            Ok(answer) => answer,
            Err(asked) => return Ok(*asked),
        }
    } else {
        json!(context.peer.create_message(made(params)?).await.map_err(lost)?)
    };
    // One block, or a list of them.
    let content = answer["content"].get(0).unwrap_or(&answer["content"]);
    Ok(said(format!("The model said: {}", content["text"].as_str().unwrap_or("?"))))
}

pub async fn roots(
    call: &CallToolRequestParams,
    context: &Context,
) -> Result<CallToolResponse, ErrorData> {
    let answer = if is_modern(context) {
        match round(call, json!({ "method": "roots/list" })) {
            Ok(answer) => answer,
            Err(asked) => return Ok(*asked),
        }
    } else {
        json!(context.peer.list_roots().await.map_err(lost)?)
    };
    let roots = answer["roots"].as_array().map_or(&[][..], Vec::as_slice);
    let uris: Vec<&str> = roots.iter().filter_map(|root| root["uri"].as_str()).collect();
    Ok(said(format!("Roots: {}", uris.join(", "))))
}

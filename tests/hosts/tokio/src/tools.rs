//! Three tools: one that answers at once, one that takes its time, one that asks the user.

use std::time::Duration;

use sansmcp::json::Surrogate;
use sansmcp::{Call, Catalog, ServerInfo, Tool};
use tokio::time::sleep;

use crate::{ANSWER, End, Progress, Tools, Work};

const ECHO: &str =
    r#"{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}"#;
const COUNT: &str = r#"{"type":"object","properties":{"steps":{"type":"integer","minimum":0},
"milliseconds":{"type":"integer","minimum":0}},"required":["steps"]}"#;
const GREET: &str = r#"{"type":"object"}"#;
const FORM: &str = r#"{"message":"What is your name?","requestedSchema":{"type":"object",
"properties":{"name":{"type":"string"}},"required":["name"]}}"#;

static INFO: ServerInfo<'static> = ServerInfo {
    name: "on-tokio",
    version: "1.0.0",
    tools: &[
        Tool { name: "echo", description: "Returns its text", input_schema: ECHO, ..Tool::EMPTY },
        Tool {
            name: "count",
            description: "Counts up to steps, one each 100 milliseconds unless told otherwise",
            input_schema: COUNT,
            ..Tool::EMPTY
        },
        Tool {
            name: "greet",
            description: "Asks the user for a name and greets",
            input_schema: GREET,
            ..Tool::EMPTY
        },
    ],
    ..ServerInfo::EMPTY
};

/// The tools of this example.
pub struct Example;

impl Catalog for Example {
    fn info(&self) -> ServerInfo<'_> {
        INFO
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        INFO.tool(index)
    }
}

impl Tools for Example {
    fn call(&self, call: &Call<'_>, progress: Progress) -> Option<Work> {
        // What work needs is taken out of the call here: the call is gone when the work begins.
        let name = call.name();
        if name == "echo" {
            let text = call.arg("text").map(|text| text.chars().collect());
            Some(Box::pin(echo(text)))
        } else if name == "count" {
            let number = |key| call.arguments()?.get(key)?.number()?.as_i64();
            Some(Box::pin(count(number("steps"), number("milliseconds"), progress)))
        } else if name == "greet" {
            // The first time there is no answer, and the call comes again with one.
            let answer = call.input(ANSWER);
            let is_first = answer.is_none();
            let name = answer.and_then(|answer| answer.get("content")?.get("name")?.text());
            let name: Option<String> =
                name.and_then(|name| name.chars().collect::<Result<_, _>>().ok());
            Some(Box::pin(async move {
                match name {
                    Some(name) => End::Text(format!("Hello, {name}!")),
                    None if is_first => End::Ask(FORM.into()),
                    None => End::Failed("the user does not want to say".into()),
                }
            }))
        } else {
            None
        }
    }
}

async fn echo(text: Option<Result<String, Surrogate>>) -> End {
    match text {
        Some(Ok(text)) => End::Text(text),
        Some(Err(surrogate)) => End::Failed(surrogate.to_string()),
        None => End::Failed("text is missing".into()),
    }
}

async fn count(steps: Option<i64>, each: Option<i64>, progress: Progress) -> End {
    let Some(steps) = steps else { return End::Failed("steps is missing".into()) };
    let each = Duration::from_millis(each.and_then(|each| each.try_into().ok()).unwrap_or(100));
    for done in 1..=steps {
        sleep(each).await;
        progress.report(done, steps).await;
    }
    End::Text(format!("counted to {steps}"))
}

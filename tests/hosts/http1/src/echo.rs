//! The application: a tool that returns its text.

use sansmcp::rules::Capabilities;
use sansmcp::{Error, Event, Out, Server, ServerInfo, Tool};

const SCHEMA: &str =
    r#"{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}"#;

/// What the server has.
pub static ECHO: ServerInfo = ServerInfo {
    name: "echo",
    version: "1.0.0",
    tools: &[Tool {
        name: "echo",
        description: "Returns its text",
        input_schema: SCHEMA,
        ..Tool::EMPTY
    }],
    // So that there is something to listen for.
    capabilities: Capabilities::TOOLS_LIST_CHANGED,
    ..ServerInfo::EMPTY
};

/// Answers one event.
///
/// # Errors
/// As [`Server::reply`].
pub fn answer<'t>(
    server: &mut Server<'_>,
    event: &Event<'_>,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    match event {
        Event::CallTool(call) if call.name() == "echo" => match call.arg("text") {
            Some(text) => server.answer(call.ticket(), tx).text(text).end(),
            None => server.answer(call.ticket(), tx).fail("text is missing").end(),
        },
        other => server.reply(other, tx),
    }
}

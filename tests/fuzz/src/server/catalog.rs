//! What the servers of the runs offer.

use sansmcp::rules::Capabilities;
use sansmcp::schema::{Prompt, PromptArgument, Resource, ResourceTemplate};
use sansmcp::{ServerInfo, Tool};

const PLAIN: ServerInfo<'static> = ServerInfo {
    name: "m",
    version: "1",
    tools: &[Tool { name: "t", ..Tool::EMPTY }, Tool { name: "u", ..Tool::EMPTY }],
    ..ServerInfo::EMPTY
};

/// Every capability of a server.
const ALL: Capabilities = Capabilities(0x1ff);

const RICH: ServerInfo<'static> = ServerInfo {
    name: "a \"name\"\n",
    version: "1.0.0-\u{e9}",
    title: Some("A title"),
    description: Some("What it is"),
    website_url: Some("https://example.com/"),
    instructions: Some("Read this first.\t\u{1f600}\u{2028}"),
    capabilities: ALL,
    extensions: "{\"com.example/x\":\n{}}",
    experimental: "{\"y\":{}}",
    tools: &[
        Tool {
            name: "first",
            title: Some("The first"),
            description: "A description of some length, so that a page is full before its end",
            input_schema: r#"{"type":"object","properties":{"text":{"type":"string"}}}"#,
            output_schema: "{ \"type\":\n\"object\" }",
            meta: r#"{"a.b/c":1}"#,
            ..Tool::EMPTY
        },
        Tool { name: "second", input_schema: r#"{"type":"object"}"#, ..Tool::EMPTY },
        Tool { name: "third", description: "\"\\\u{0}\u{1f}\u{7f}", ..Tool::EMPTY },
        Tool { name: "fourth", ..Tool::EMPTY },
    ],
    resources: &[
        Resource { uri: "test://one", name: "one", size: Some(7), ..Resource::EMPTY },
        Resource { uri: "test://two", name: "two", ..Resource::EMPTY },
    ],
    templates: &[ResourceTemplate {
        uri_template: "test://item/{id}",
        name: "item",
        ..ResourceTemplate::EMPTY
    }],
    prompts: &[Prompt {
        name: "greet",
        arguments: &[PromptArgument {
            name: "name",
            required: Some(true),
            ..PromptArgument::EMPTY
        }],
        ..Prompt::EMPTY
    }],
    ..ServerInfo::EMPTY
};

const LONG: &str = concat!(
    "What it is, at a length that no answer of the engine's own should have to carry in a buffer ",
    "that is just large enough for an error: what it is, at a length that no answer of the ",
    "engine's own should have to carry in a buffer that is just large enough for an error: what ",
    "it is, at a length that no answer of the engine's own should have to carry in a buffer that ",
    "is just large enough for an error, and a few words more, so that nobody can miss it"
);

/// The last is one whose schema is no JSON.
pub static CATALOGS: [ServerInfo<'static>; 5] = [
    RICH,
    PLAIN,
    ServerInfo { tools: &[], description: Some(LONG), ..RICH },
    ServerInfo { capabilities: Capabilities::TOOLS_LIST_CHANGED, ..RICH },
    ServerInfo {
        tools: &[
            Tool { name: "good", ..Tool::EMPTY },
            Tool { name: "bad", input_schema: "{\"type\":", ..Tool::EMPTY },
        ],
        ..RICH
    },
];

/// The place of the catalog that is broken.
pub const BROKEN: usize = 4;

/// Whether the server at this place has tools, or says so.
pub fn has_tools(place: usize) -> bool {
    let info = &CATALOGS[place];
    !info.tools.is_empty() || info.capabilities.contains(Capabilities::TOOLS)
}

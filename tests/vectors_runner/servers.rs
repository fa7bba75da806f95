//! The servers that the transcripts speak of.

use std::sync::LazyLock;

use sansmcp::rules::Capabilities;
use sansmcp::schema::{
    CacheHint, CacheScope, Icon, Prompt, PromptArgument, Resource, ResourceTemplate,
    ToolAnnotations,
};
use sansmcp::{Catalog, ServerInfo, Tool};

static ECHO: ServerInfo<'static> = ServerInfo {
    name: "echo",
    version: "1.0.0",
    tools: &[Tool {
        name: "echo",
        description: "Returns its text",
        input_schema: concat!(
            r#"{"type":"object","properties":{"text":{"type":"string"}},"#,
            r#""required":["text"]}"#
        ),
        ..Tool::EMPTY
    }],
    ..ServerInfo::EMPTY
};

static BARE: ServerInfo<'static> =
    ServerInfo { name: "bare", version: "1.0.0", ..ServerInfo::EMPTY };

/// A tool whose arguments are mirrored in headers.
static MIRROR: ServerInfo<'static> = ServerInfo {
    name: "mirror",
    version: "1.0.0",
    tools: &[Tool {
        name: "place",
        input_schema: concat!(
            r#"{"type":"object","properties":{"#,
            r#""region":{"type":"string","x-mcp-header":"Region"},"#,
            r#""count":{"type":"integer","x-mcp-header":"Count"},"#,
            r#""sure":{"type":"boolean","x-mcp-header":"Sure"},"#,
            r#""plain":{"type":"string"},"in":{"type":"object","properties":{"#,
            r#""deep":{"type":"string","x-mcp-header":"Deep"}}}}}"#
        ),
        ..Tool::EMPTY
    }],
    ..ServerInfo::EMPTY
};

/// One of each, and every capability.
static WHOLE: ServerInfo<'static> = ServerInfo {
    name: "whole",
    version: "1.0.0",
    capabilities: Capabilities(0x1ff),
    tools: ECHO.tools,
    resources: &[
        Resource { uri: "test://one", name: "one", ..Resource::EMPTY },
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

/// As `whole`, but of its changes only those of the tools are told.
static SOME: ServerInfo<'static> =
    ServerInfo { name: "some", capabilities: Capabilities::TOOLS_LIST_CHANGED, ..WHOLE };

/// Everything that a server and a tool can say.
static FULL: ServerInfo<'static> = ServerInfo {
    name: "full",
    version: "2.1.0-rc.1",
    title: Some("Voller Server – 完整"),
    description: Some("Says \"everything\" that a server can say"),
    website_url: Some("https://example.com/full?a=1&b=2"),
    icons: &ICONS,
    instructions: Some("First line\nsecond: \"quoted\"\ta \\ backslash, \u{1}, é, 😀"),
    cache: CacheHint { ttl_ms: 60_000, scope: CacheScope::Public },
    tools: &[
        Tool {
            name: "all-fields",
            title: Some("Alle Felder – 全部 😀"),
            description: "Every field is set: \"quotes\", \\ and é",
            input_schema: concat!(
                r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","#,
                r#""properties":{"q":{"type":"string","description":"\u00e9 é"}},"#,
                r#""required":["q"],"additionalProperties":false}"#
            ),
            output_schema: r#"{"type":"object","properties":{"n":{"type":"integer"}}}"#,
            annotations: Some(ToolAnnotations {
                title: Some("Hint “title”"),
                read_only: Some(false),
                destructive: Some(true),
                idempotent: Some(false),
                open_world: Some(true),
            }),
            icons: &ICONS,
            meta: r#"{"com.example/tag":[1,2.50,null],"ui":{"resourceUri":"ui://x"}}"#,
            ..Tool::EMPTY
        },
        Tool {
            name: "one_hint",
            annotations: Some(ToolAnnotations {
                title: None,
                read_only: Some(true),
                destructive: None,
                idempotent: None,
                open_world: None,
            }),
            ..Tool::EMPTY
        },
        Tool {
            name: "spaced/1.0",
            description: "Line ends in its schema",
            input_schema: "{\n  \"type\" : \"object\"\r\n}",
            meta: "{ }",
            ..Tool::EMPTY
        },
    ],
    ..ServerInfo::EMPTY
};

static ICONS: [Icon<'static>; 3] = [
    Icon {
        src: "https://example.com/icon.png",
        mime_type: Some("image/png"),
        sizes: &["48x48", "96x96"],
        theme: Some("light"),
    },
    Icon {
        src: "data:image/svg+xml;base64,PHN2Zy8+",
        mime_type: Some("image/svg+xml"),
        sizes: &["any"],
        theme: Some("dark"),
    },
    Icon { src: "https://example.com/plain.ico", mime_type: None, sizes: &[], theme: None },
];

/// Forty tools, of which each is made when it is asked for.
struct Many {
    names: Vec<(String, String)>,
}

static MANY: LazyLock<Many> = LazyLock::new(|| Many {
    names: (0..40).map(|n| (format!("tool_{n:02}"), format!("Tool number {n}"))).collect(),
});

impl Catalog for Many {
    fn info(&self) -> ServerInfo<'_> {
        ServerInfo { name: "many", version: "1.0.0", ..ServerInfo::EMPTY }
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        let (name, description) = self.names.get(index as usize)?;
        Some(Tool { name, description, ..Tool::EMPTY })
    }
}

/// The server called `name`.
pub fn server(name: &str) -> Option<&'static dyn Catalog> {
    Some(match name {
        "echo" => &ECHO,
        "bare" => &BARE,
        "mirror" => &MIRROR,
        "many" => &*MANY,
        "full" => &FULL,
        "whole" => &WHOLE,
        "some" => &SOME,
        _ => return None,
    })
}

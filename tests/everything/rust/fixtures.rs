//! The tools of the everything server: the fixtures that the official conformance suite calls.

use sansmcp::{Answer, Catalog, ServerInfo, Tool};

/// What a tool does when it is called.
#[derive(Clone, Copy)]
pub enum Act {
    /// Answers at once with these blocks.
    Answer(for<'s, 'a, 't, 'v> fn(Answer<'s, 'a, 't, 'v>) -> Answer<'s, 'a, 't, 'v>),
    /// Answers with the text it was given.
    Echo,
    /// Reports 0, 50 and 100 of 100, then answers.
    Progress,
}

/// A tool and what it does.
pub struct Fixture {
    pub tool: Tool<'static>,
    pub act: Act,
}

const fn fixture(name: &'static str, description: &'static str, act: Act) -> Fixture {
    Fixture { tool: Tool { name, description, ..Tool::EMPTY }, act }
}

static PIXEL: &[u8] = include_bytes!("pixel.png");
static SILENCE: &[u8] = include_bytes!("silence.wav");

/// The schema that tests whether JSON Schema 2020-12 goes through unchanged.
const SCHEMA_2020_12: &str = r##"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {"address": {"$anchor": "addressDef", "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
  "properties": {
    "name": {"type": "string"},
    "address": {"$ref": "#/$defs/address"},
    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
    "phone": {"type": "string"},
    "email": {"type": "string"}
  },
  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
  "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
  "then": {"required": ["phone"]},
  "else": {"required": ["email"]},
  "additionalProperties": false
}"##;

/// Every tool, in the order of the list.
pub static FIXTURES: &[Fixture] = &[
    fixture(
        "test_simple_text",
        "Answers with one line of text",
        Act::Answer(|answer| answer.text("This is a simple text response for testing.")),
    ),
    fixture(
        "test_image_content",
        "Answers with a picture",
        Act::Answer(|answer| answer.image(PIXEL, "image/png")),
    ),
    fixture(
        "test_audio_content",
        "Answers with sound",
        Act::Answer(|answer| answer.audio(SILENCE, "audio/wav")),
    ),
    fixture(
        "test_embedded_resource",
        "Answers with a resource",
        Act::Answer(|answer| {
            answer.resource(
                "test://embedded-resource",
                Some("text/plain"),
                "This is an embedded resource content.",
            )
        }),
    ),
    fixture(
        "test_multiple_content_types",
        "Answers with text, a picture and a resource",
        Act::Answer(|answer| {
            answer.text("Multiple content types test:").image(PIXEL, "image/png").resource(
                "test://mixed-content-resource",
                Some("application/json"),
                r#"{"test":"data","value":123}"#,
            )
        }),
    ),
    fixture(
        "test_error_handling",
        "Always fails",
        Act::Answer(|answer| answer.fail("This tool intentionally returns an error for testing")),
    ),
    fixture(
        "test_tool_with_progress",
        "Takes a tenth of a second and reports its progress",
        Act::Progress,
    ),
    Fixture {
        tool: Tool {
            name: "json_schema_2020_12_tool",
            description: "Has a schema with every keyword that is easily lost",
            input_schema: SCHEMA_2020_12,
            ..Tool::EMPTY
        },
        act: Act::Answer(|answer| answer.text("The arguments are as they came.")),
    },
    Fixture {
        tool: Tool {
            name: "echo",
            description: "Returns its text",
            input_schema: concat!(
                r#"{"type":"object","properties":{"text":{"type":"string"}},"#,
                r#""required":["text"]}"#
            ),
            ..Tool::EMPTY
        },
        act: Act::Echo,
    },
];

/// The catalog: the engine asks it for one entry at a time.
pub struct Everything;

impl Catalog for Everything {
    fn info(&self) -> ServerInfo<'_> {
        ServerInfo {
            name: "everything",
            version: env!("CARGO_PKG_VERSION"),
            title: Some("Everything, with sansmcp"),
            instructions: Some("Each tool shows one feature of the protocol."),
            ..ServerInfo::EMPTY
        }
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        FIXTURES.get(usize::try_from(index).ok()?).map(|fixture| fixture.tool)
    }
}

/// What the tool of this name does.
pub fn act_of(name: sansmcp::json::Text<'_>) -> Option<Act> {
    FIXTURES.iter().find(|fixture| name == *fixture.tool.name).map(|fixture| fixture.act)
}

//! Tools that answer at once: every kind of content, structured results, schemas.

use sansmcp::json::Number;
use sansmcp::schema::{Annotations, Content, Role, TextContent, ToolAnnotations};
use sansmcp::{Shape, Tool};

use super::{Fixture, integer, plain, with};
use crate::desk::{Desk, Done};
use crate::resources::{PIXEL, SILENCE};

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

/// What a client may send in a header too (2026-07-28).
const REGION: &str = r#"{"type":"object","properties":{"region":{"type":"string",
"description":"Where to look","x-mcp-header":"Region"}}}"#;

const WEATHER: &str = r#"{"type":"object","properties":{"temperature":{"type":"number"},
"conditions":{"type":"string"},"humidity":{"type":"integer"}},
"required":["temperature","conditions","humidity"]}"#;

pub static TOOLS: &[Fixture] = &[
    Fixture {
        tool: Tool {
            name: "test_simple_text",
            title: Some("Simple text"),
            description: "Answers with one line of text",
            annotations: Some(ToolAnnotations {
                read_only: Some(true),
                open_world: Some(false),
                ..ToolAnnotations::EMPTY
            }),
            ..Tool::EMPTY
        },
        run: |desk, call, tx| {
            let answer = desk.server.answer(call.ticket(), tx);
            answer.text("This is a simple text response for testing.").end()
        },
    },
    with(
        "echo",
        "Returns its text",
        r#"{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}"#,
        |desk, call, tx| {
            let answer = desk.server.answer(call.ticket(), tx);
            match call.arg("text") {
                Some(text) => answer.text(text).end(),
                None => answer.fail("text is missing").end(),
            }
        },
    ),
    plain("test_image_content", "Answers with a picture", |desk, call, tx| {
        desk.server.answer(call.ticket(), tx).image(PIXEL, "image/png").end()
    }),
    plain("test_audio_content", "Answers with sound", |desk, call, tx| {
        desk.server.answer(call.ticket(), tx).audio(SILENCE, "audio/wav").end()
    }),
    plain("test_embedded_resource", "Answers with a resource", |desk, call, tx| {
        let text = "This is an embedded resource content.";
        let answer = desk.server.answer(call.ticket(), tx);
        answer.resource("test://embedded-resource", Some("text/plain"), text).end()
    }),
    plain(
        "test_multiple_content_types",
        "Answers with text, a picture and a resource",
        |desk, call, tx| {
            let json = r#"{"test":"data","value":123}"#;
            let answer = desk.server.answer(call.ticket(), tx);
            answer
                .text("Multiple content types test:")
                .image(PIXEL, "image/png")
                .resource("test://mixed-content-resource", Some("application/json"), json)
                .end()
        },
    ),
    plain("test_resource_link", "Answers with a link to a resource", |desk, call, tx| {
        let answer = desk.server.answer(call.ticket(), tx);
        answer.link("test://static-text", "static-text", Some("text/plain")).end()
    }),
    plain(
        "test_annotated_content",
        "Answers with a text that says for whom it is",
        |desk, call, tx| {
            let text = Content::Text(TextContent {
                text: "For the person, and important.".into(),
                annotations: Some(Annotations {
                    audience: &[Role::User],
                    priority: Some(Number::Text("0.9")),
                    ..Annotations::EMPTY
                }),
                ..TextContent::EMPTY
            });
            desk.server.answer(call.ticket(), tx).block(&text).end()
        },
    ),
    plain("test_error_handling", "Always fails", |desk, call, tx| {
        let answer = desk.server.answer(call.ticket(), tx);
        answer.fail("This tool intentionally returns an error for testing").end()
    }),
    Fixture {
        tool: Tool {
            name: "test_structured_output",
            description: "Answers for programs and for people at once",
            output_schema: WEATHER,
            ..Tool::EMPTY
        },
        run: |desk, call, tx| {
            let weather = r#"{"temperature":22.5,"conditions":"Partly cloudy","humidity":65}"#;
            // The text says the same, for clients of before 2025-06-18.
            let answer = desk.server.answer(call.ticket(), tx);
            answer.text(weather).structured(weather).end()
        },
    },
    with(
        "json_schema_2020_12_tool",
        "Has a schema with every keyword that is easily lost",
        SCHEMA_2020_12,
        |desk, call, tx| {
            let answer = desk.server.answer(call.ticket(), tx);
            answer.text("The arguments are as they came.").end()
        },
    ),
    with(
        "test_header_parameter",
        "Has an argument that HTTP clients repeat in a header",
        REGION,
        |desk, call, tx| {
            let answer = desk.server.answer(call.ticket(), tx);
            match call.arg("region") {
                Some(region) => answer.text("Region:").text(region).end(),
                None => answer.text("Region: none").end(),
            }
        },
    ),
    with(
        "test_streamed_text",
        "Answers with a long text, sent in pieces through a small buffer",
        r#"{"type":"object","properties":{"bytes":{"type":"integer","minimum":1,
"maximum":16777216}}}"#,
        |desk, call, tx| match integer(call, "bytes", 300_000)
            .and_then(|bytes| usize::try_from(bytes).ok())
        {
            Some(bytes @ 1..=0x100_0000) => stream(desk, call, bytes, tx),
            _ => desk.server.answer(call.ticket(), tx).fail("bytes is out of bounds").end(),
        },
    ),
];

/// Sends a long text as a small device would: piece by piece, none larger than the buffer.
fn stream<'t>(
    desk: &mut Desk<'_, '_>,
    call: &sansmcp::Call<'_>,
    bytes: usize,
    tx: &'t mut [u8],
) -> Done<'t> {
    let ticket = call.ticket();
    let small = &mut tx[..4096];
    let text = "0123456789 \"quoted\" \\ é 😀\n".repeat(bytes / 29 + 1);
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut rest = &text.as_bytes()[..end];
    (desk.send)(desk.server.begin(ticket, Shape::Text, small)?);
    while !rest.is_empty() {
        let (taken, out) = desk.server.piece(ticket, rest, small)?;
        (desk.send)(out);
        rest = &rest[taken..];
    }
    desk.server.end(ticket, None, small)
}

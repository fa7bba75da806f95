//! Content of results, prompts and messages.

use super::server::ANNOTATIONS;
use super::{Entry, entry};
use sansmcp::schema::*;

pub const TEXT: TextContent<'static> = TextContent {
    text: Prose::Plain("text"),
    annotations: Some(ANNOTATIONS),
    meta: "{\"_meta\":1}",
};

pub const TEXT_CONTENTS: ResourceContents<'static> = ResourceContents {
    uri: "uri",
    mime_type: Some("mimeType"),
    body: Body::Text(Prose::Plain("text")),
    meta: "{\"_meta\":1}",
};

/// The bytes whose Base64 is `blob`.
const BLOB: &[u8] = &[0x6e, 0x5a, 0x1b];
/// The bytes whose Base64 is `data`.
const DATA: &[u8] = &[0x75, 0xab, 0x5a];

pub const BLOB_CONTENTS: ResourceContents<'static> =
    ResourceContents { body: Body::Blob(BLOB), ..TEXT_CONTENTS };

pub const TOOL_USE: ToolUseContent<'static> =
    ToolUseContent { id: "id", name: "name", input: "{\"input\":1}", meta: "{\"_meta\":1}" };

pub const TOOL_RESULT: ToolResultContent<'static> = ToolResultContent {
    tool_use_id: "toolUseId",
    content: &[Content::Text(TEXT)],
    structured_content: "{\"structuredContent\":1}",
    is_error: Some(true),
    meta: "{\"_meta\":1}",
};

pub fn entries() -> Vec<Entry> {
    vec![
        entry!(TextContent, TextContentView, ["TextContent"], ["Annotated"], TEXT),
        entry!(
            ImageContent,
            ImageContentView,
            ["ImageContent"],
            [],
            ImageContent {
                data: DATA,
                mime_type: "mimeType",
                annotations: Some(ANNOTATIONS),
                meta: "{\"_meta\":1}",
            }
        ),
        entry!(
            AudioContent,
            AudioContentView,
            ["AudioContent"],
            [],
            AudioContent {
                data: DATA,
                mime_type: "mimeType",
                annotations: Some(ANNOTATIONS),
                meta: "{\"_meta\":1}",
            }
        ),
        entry!(
            EmbeddedResource,
            EmbeddedResourceView,
            ["EmbeddedResource"],
            [],
            EmbeddedResource {
                resource: TEXT_CONTENTS,
                annotations: Some(ANNOTATIONS),
                meta: "{\"_meta\":1}",
            }
        ),
        entry!(
            ResourceLink,
            ResourceLinkView,
            ["ResourceLink"],
            [],
            ResourceLink {
                uri: "uri",
                name: "name",
                title: Some("title"),
                description: Some("description"),
                mime_type: Some("mimeType"),
                size: Some(0),
                annotations: Some(ANNOTATIONS),
                meta: "{\"_meta\":1}",
                icons: super::server::RESOURCE.icons,
                icon_source: None,
            }
        ),
        entry!(ToolUseContent, ToolUseContentView, ["ToolUseContent"], [], TOOL_USE),
        Entry {
            // Before 2026-07-28 it should be an object, and whatever came is handed on.
            any: &["structuredContent"],
            ..entry!(
                ToolResultContent,
                ToolResultContentView,
                ["ToolResultContent"],
                [],
                TOOL_RESULT
            )
        },
        entry!(
            ResourceContents,
            ResourceContentsView,
            ["ResourceContents", "TextResourceContents", "BlobResourceContents"],
            [],
            TEXT_CONTENTS,
            BLOB_CONTENTS
        ),
        entry!(
            PromptMessage,
            PromptMessageView,
            ["PromptMessage"],
            [],
            PromptMessage { role: Role::User, content: Content::Text(TEXT) },
            PromptMessage { role: Role::Assistant, content: Content::EMPTY }
        ),
    ]
}

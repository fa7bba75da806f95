//! The results of the client's requests. The engine writes the usual ones by itself; these are to
//! read them, and to write them whole.

use super::contents::{ResourceContents, ResourceContentsView};
use super::table::object;
use super::{CacheScope, Content, ContentView, Implementation, ImplementationView, Prompt};
use super::{PromptMessage, PromptMessageView, PromptView, Resource, ResourceTemplate};
use super::{ResourceTemplateView, ResourceView, ResultMeta, ResultMetaView, Tool, ToolView};
use super::{ServerCapabilities, ServerCapabilitiesView};

object! {
    /// A result that says nothing: of `ping`, `logging/setLevel`, `resources/subscribe`, and of
    /// `subscriptions/listen`, where `_meta` names the subscription.
    EmptyResult<'a> EmptyResultView, NOV24 {
        fixed "resultType" result_type = "complete", JUL26;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), NOV24;
    }
}

object! {
    /// The result of `initialize`. Up to 2025-11-25.
    InitializeResult<'a> InitializeResultView, NOV24 to NOV25 {
        /// The revision that is spoken from now on, required.
        "protocolVersion" protocol_version: text, NOV24 to NOV25;
        /// What the server can do.
        "capabilities" capabilities:
            must_object(ServerCapabilities<'a>, ServerCapabilitiesView), NOV24 to NOV25;
        /// The server's name and version.
        "serverInfo" server_info:
            must_object(Implementation<'a>, ImplementationView), NOV24 to NOV25;
        /// What the model should know before it uses the server.
        "instructions" instructions: maybe_prose, NOV24 to NOV25;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), NOV24 to NOV25;
    }
}

object! {
    /// The result of `server/discover`. From 2026-07-28 on.
    DiscoverResult<'a> DiscoverResultView, JUL26 {
        fixed "resultType" result_type = "complete", JUL26;
        /// The revisions that the server speaks.
        "supportedVersions" supported_versions: must_strings, JUL26;
        /// What it can do.
        "capabilities" capabilities:
            must_object(ServerCapabilities<'a>, ServerCapabilitiesView), JUL26;
        /// What the model should know before it uses the server.
        "instructions" instructions: maybe_prose, JUL26;
        /// For how many milliseconds this holds.
        "ttlMs" ttl_ms: must_count, JUL26;
        /// For whom it holds.
        "cacheScope" cache_scope: must_word(CacheScope), JUL26;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), JUL26;
    }
}

object! {
    /// The result of `tools/list`.
    ListToolsResult<'a> ListToolsResultView, NOV24 {
        fixed "resultType" result_type = "complete", JUL26;
        /// The tools of this page.
        "tools" tools: must_list(Tool<'a>, ToolView), NOV24;
        /// Where the next page begins; none after the last.
        "nextCursor" next_cursor: maybe, NOV24;
        /// For how many milliseconds this holds. From 2026-07-28 on.
        "ttlMs" ttl_ms: must_count, JUL26;
        /// For whom it holds. From 2026-07-28 on.
        "cacheScope" cache_scope: must_word(CacheScope), JUL26;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), NOV24;
    }
}

object! {
    /// The result of `resources/list`.
    ListResourcesResult<'a> ListResourcesResultView, NOV24 {
        fixed "resultType" result_type = "complete", JUL26;
        /// The resources of this page.
        "resources" resources: must_list(Resource<'a>, ResourceView), NOV24;
        /// Where the next page begins; none after the last.
        "nextCursor" next_cursor: maybe, NOV24;
        /// For how many milliseconds this holds. From 2026-07-28 on.
        "ttlMs" ttl_ms: must_count, JUL26;
        /// For whom it holds. From 2026-07-28 on.
        "cacheScope" cache_scope: must_word(CacheScope), JUL26;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), NOV24;
    }
}

object! {
    /// The result of `resources/templates/list`.
    ListTemplatesResult<'a> ListTemplatesResultView, NOV24 {
        fixed "resultType" result_type = "complete", JUL26;
        /// The templates of this page.
        "resourceTemplates" templates:
            must_list(ResourceTemplate<'a>, ResourceTemplateView), NOV24;
        /// Where the next page begins; none after the last.
        "nextCursor" next_cursor: maybe, NOV24;
        /// For how many milliseconds this holds. From 2026-07-28 on.
        "ttlMs" ttl_ms: must_count, JUL26;
        /// For whom it holds. From 2026-07-28 on.
        "cacheScope" cache_scope: must_word(CacheScope), JUL26;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), NOV24;
    }
}

object! {
    /// The result of `prompts/list`.
    ListPromptsResult<'a> ListPromptsResultView, NOV24 {
        fixed "resultType" result_type = "complete", JUL26;
        /// The prompts of this page.
        "prompts" prompts: must_list(Prompt<'a>, PromptView), NOV24;
        /// Where the next page begins; none after the last.
        "nextCursor" next_cursor: maybe, NOV24;
        /// For how many milliseconds this holds. From 2026-07-28 on.
        "ttlMs" ttl_ms: must_count, JUL26;
        /// For whom it holds. From 2026-07-28 on.
        "cacheScope" cache_scope: must_word(CacheScope), JUL26;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), NOV24;
    }
}

object! {
    /// The result of `tools/call`.
    CallToolResult<'a> CallToolResultView, NOV24 {
        fixed "resultType" result_type = "complete", JUL26;
        /// The result for the model.
        "content" content: must_list(Content<'a>, ContentView), NOV24;
        /// The result for programs: JSON text, of an object before 2026-07-28. Empty: none. From
        /// 2025-06-18 on.
        "structuredContent" structured_content: structured, JUN25;
        /// Whether the tool failed.
        "isError" is_error: flag, NOV24;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), NOV24;
    }
}

object! {
    /// The result of `prompts/get`.
    GetPromptResult<'a> GetPromptResultView, NOV24 {
        fixed "resultType" result_type = "complete", JUL26;
        /// What the prompt is for.
        "description" description: maybe, NOV24;
        /// Its messages.
        "messages" messages: must_list(PromptMessage<'a>, PromptMessageView), NOV24;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), NOV24;
    }
}

object! {
    /// The result of `resources/read`.
    ReadResourceResult<'a> ReadResourceResultView, NOV24 {
        fixed "resultType" result_type = "complete", JUL26;
        /// The contents, in one part or several.
        "contents" contents: must_list(ResourceContents<'a>, ResourceContentsView), NOV24;
        /// For how many milliseconds this holds. From 2026-07-28 on.
        "ttlMs" ttl_ms: must_count, JUL26;
        /// For whom it holds. From 2026-07-28 on.
        "cacheScope" cache_scope: must_word(CacheScope), JUL26;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), NOV24;
    }
}

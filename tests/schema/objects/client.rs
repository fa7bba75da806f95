//! What a server asks a client for, and what a client says of itself.

use super::content::TEXT;
use super::messages::META;
use super::server::TOOL;
use super::{Entry, entry};
use sansmcp::json::Number;
use sansmcp::schema::*;

pub const CLIENT_CAPABILITIES: ClientCapabilities<'static> = ClientCapabilities {
    roots: Some(RootsCapability { list_changed: Some(true) }),
    sampling: Some(SAMPLING),
    elicitation: Some(ELICITATION),
    experimental: "{\"experimental\":{}}",
    extensions: "{\"extensions\":{}}",
};

const SAMPLING: SamplingCapability<'static> =
    SamplingCapability { context: "{\"context\":1}", tools: "{\"tools\":1}" };

const ELICITATION: ElicitationCapability<'static> =
    ElicitationCapability { form: "{\"form\":1}", url: "{\"url\":1}" };

const MESSAGE: SamplingMessage<'static> = SamplingMessage {
    role: Role::User,
    content: &[SamplingContent::Text(TEXT)],
    meta: "{\"_meta\":1}",
};

const PREFERENCES: ModelPreferences<'static> = ModelPreferences {
    hints: &[ModelHint { name: Some("name") }],
    cost_priority: Some(Number::Text("0.1")),
    speed_priority: Some(Number::Text("0.2")),
    intelligence_priority: Some(Number::Int(1)),
};

pub const CREATE_MESSAGE: CreateMessage<'static> = CreateMessage {
    messages: &[MESSAGE],
    model_preferences: Some(PREFERENCES),
    system_prompt: Some(Prose::Plain("systemPrompt")),
    include_context: Some(IncludeContext::ThisServer),
    temperature: Some(Number::Text("0.7")),
    max_tokens: 100,
    stop_sequences: &["stopSequences"],
    metadata: "{\"metadata\":1}",
    tools: &[TOOL],
    tool_choice: Some(ToolChoice { mode: Some(ToolChoiceMode::Required) }),
    meta: Some(META),
};

const ROOT: Root<'static> = Root { uri: "uri", name: Some("name"), meta: "{\"_meta\":1}" };

pub const LIST_ROOTS_RESULT: ListRootsResult<'static> =
    ListRootsResult { roots: &[ROOT], meta: "{\"_meta\":1}" };

pub const CREATE_MESSAGE_RESULT: CreateMessageResult<'static> = CreateMessageResult {
    role: Role::Assistant,
    content: &[SamplingContent::Text(TEXT)],
    model: "model",
    stop_reason: Some("stopReason"),
    meta: "{\"_meta\":1}",
};

pub fn entries() -> Vec<Entry> {
    vec![
        entry!(
            ClientCapabilities,
            ClientCapabilitiesView,
            ["ClientCapabilities"],
            [],
            CLIENT_CAPABILITIES
        ),
        entry!(
            RootsCapability,
            RootsCapabilityView,
            ["ClientCapabilities.roots"],
            [],
            RootsCapability { list_changed: Some(true) }
        ),
        entry!(
            SamplingCapability,
            SamplingCapabilityView,
            ["ClientCapabilities.sampling"],
            [],
            SAMPLING
        ),
        entry!(
            ElicitationCapability,
            ElicitationCapabilityView,
            ["ClientCapabilities.elicitation"],
            [],
            ELICITATION
        ),
        entry!(
            CreateMessage,
            CreateMessageView,
            ["CreateMessageRequestParams"],
            [],
            CREATE_MESSAGE
        ),
        Entry {
            // A list is read in every revision.
            any: &["content"],
            ..entry!(SamplingMessage, SamplingMessageView, ["SamplingMessage"], [], MESSAGE)
        },
        entry!(ModelPreferences, ModelPreferencesView, ["ModelPreferences"], [], PREFERENCES),
        entry!(ModelHint, ModelHintView, ["ModelHint"], [], ModelHint { name: Some("name") }),
        entry!(
            ToolChoice,
            ToolChoiceView,
            ["ToolChoice"],
            [],
            ToolChoice { mode: Some(ToolChoiceMode::Auto) },
            ToolChoice { mode: Some(ToolChoiceMode::None) }
        ),
        Entry {
            any: &["content"],
            ..entry!(
                CreateMessageResult,
                CreateMessageResultView,
                ["CreateMessageResult"],
                [],
                CREATE_MESSAGE_RESULT
            )
        },
        entry!(Root, RootView, ["Root"], [], ROOT),
        entry!(
            ListRoots,
            ListRootsView,
            ["ListRootsRequestParams", "RequestParams"],
            [],
            ListRoots { meta: "{\"_meta\":1}" }
        ),
        entry!(ListRootsResult, ListRootsResultView, ["ListRootsResult"], [], LIST_ROOTS_RESULT),
    ]
}

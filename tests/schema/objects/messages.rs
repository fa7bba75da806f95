//! Parameters and results of the client's requests, notifications, errors.

use super::client::LIST_ROOTS_RESULT;
use super::client::{CLIENT_CAPABILITIES, CREATE_MESSAGE, CREATE_MESSAGE_RESULT};
use super::content::{BLOB_CONTENTS, TEXT, TEXT_CONTENTS};
use super::forms::{ELICIT, ELICIT_RESULT, ELICIT_URL};
use super::server::{IMPLEMENTATION, PROMPT, RESOURCE, SERVER_CAPABILITIES, TEMPLATE, TOOL};
use super::{Entry, entry};
use sansmcp::json::Number;
use sansmcp::rules::Level;
use sansmcp::schema::*;

pub const META: RequestMeta<'static> = RequestMeta {
    progress_token: "\"progressToken\"",
    protocol_version: Some("io.modelcontextprotocol/protocolVersion"),
    client_capabilities: CLIENT_CAPABILITIES,
    client_info: Some(IMPLEMENTATION),
    log_level: Some(Level::Warning),
    traceparent: Some("traceparent"),
    tracestate: Some("tracestate"),
    baggage: Some("baggage"),
    extra: "{\"extra\":1}",
};

const RESULT_META: ResultMeta<'static> =
    ResultMeta { server_info: Some(IMPLEMENTATION), subscription_id: "7", extra: "{\"extra\":1}" };

const NOTICE_META: NotificationMeta<'static> =
    NotificationMeta { subscription_id: "7", extra: "{\"extra\":1}" };

const INPUT_RESPONSES: &[(&str, InputResponse<'static>)] = &[
    ("form", InputResponse::Elicit(ELICIT_RESULT)),
    ("text", InputResponse::CreateMessage(CREATE_MESSAGE_RESULT)),
    ("folders", InputResponse::ListRoots(LIST_ROOTS_RESULT)),
];

const FILTER: SubscriptionFilter<'static> = SubscriptionFilter {
    tools_list_changed: Some(true),
    prompts_list_changed: Some(false),
    resources_list_changed: Some(true),
    resource_subscriptions: &["resourceSubscriptions"],
};

pub fn requests() -> Vec<Entry> {
    vec![
        Entry {
            empty: None,
            ..entry!(
                RequestMeta,
                RequestMetaView,
                ["RequestMetaObject"],
                ["Request.params._meta"],
                META,
                RequestMeta { progress_token: "0", ..META }
            )
        },
        entry!(
            RequestParams,
            RequestParamsView,
            ["RequestParams", "PingRequestParams", "Request.params"],
            [],
            RequestParams { meta: Some(META) },
            RequestParams { meta: None }
        ),
        entry!(
            InitializeParams,
            InitializeParamsView,
            ["InitializeRequestParams"],
            [],
            InitializeParams {
                protocol_version: "protocolVersion",
                capabilities: CLIENT_CAPABILITIES,
                client_info: IMPLEMENTATION,
                meta: Some(META),
            }
        ),
        entry!(
            PageParams,
            PageParamsView,
            [
                "PaginatedRequestParams",
                "ListToolsRequestParams",
                "ListPromptsRequestParams",
                "ListResourcesRequestParams",
                "ListResourceTemplatesRequestParams"
            ],
            [],
            PageParams { cursor: Some("cursor"), meta: Some(META) }
        ),
        entry!(
            CallToolParams,
            CallToolParamsView,
            ["CallToolRequestParams"],
            [],
            CallToolParams {
                name: "name",
                arguments: "{\"arguments\":1}",
                input_responses: INPUT_RESPONSES,
                request_state: Some("requestState"),
                meta: Some(META),
            }
        ),
        entry!(
            GetPromptParams,
            GetPromptParamsView,
            ["GetPromptRequestParams"],
            [],
            GetPromptParams {
                name: "name",
                arguments: &[("one", "1"), ("two \"and\" three", "")],
                input_responses: INPUT_RESPONSES,
                request_state: Some("requestState"),
                meta: Some(META),
            }
        ),
        entry!(
            ReadResourceParams,
            ReadResourceParamsView,
            ["ReadResourceRequestParams"],
            ["InputResponseRequestParams", "ResourceRequestParams"],
            ReadResourceParams {
                uri: "uri",
                input_responses: INPUT_RESPONSES,
                request_state: Some("requestState"),
                meta: Some(META),
            }
        ),
        entry!(
            SubscribeParams,
            SubscribeParamsView,
            ["SubscribeRequestParams", "UnsubscribeRequestParams"],
            [],
            SubscribeParams { uri: "uri", meta: Some(META) }
        ),
        entry!(
            SetLevelParams,
            SetLevelParamsView,
            ["SetLevelRequestParams"],
            [],
            SetLevelParams { level: Level::Emergency, meta: Some(META) }
        ),
        entry!(
            ListenParams,
            ListenParamsView,
            ["SubscriptionsListenRequestParams"],
            [],
            ListenParams { notifications: FILTER, meta: Some(META) }
        ),
        entry!(SubscriptionFilter, SubscriptionFilterView, ["SubscriptionFilter"], [], FILTER),
        entry!(
            CompleteParams,
            CompleteParamsView,
            ["CompleteRequestParams"],
            [],
            CompleteParams {
                reference: Reference::Prompt(PromptReference::EMPTY),
                argument: CompletedArgument::EMPTY,
                context: Some(CompletionContext { arguments: &[("a", "b")] }),
                meta: Some(META),
            },
            CompleteParams {
                reference: Reference::Resource(ResourceReference { uri: "uri" }),
                ..CompleteParams::EMPTY
            }
        ),
        entry!(
            CompletedArgument,
            CompletedArgumentView,
            ["CompleteRequestParams.argument"],
            [],
            CompletedArgument { name: "name", value: "value" }
        ),
        entry!(
            CompletionContext,
            CompletionContextView,
            ["CompleteRequestParams.context"],
            [],
            CompletionContext { arguments: &[("a", "b")] }
        ),
        entry!(
            PromptReference,
            PromptReferenceView,
            ["PromptReference"],
            [],
            PromptReference { name: "name", title: Some("title") }
        ),
        entry!(
            ResourceReference,
            ResourceReferenceView,
            ["ResourceReference", "ResourceTemplateReference"],
            [],
            ResourceReference { uri: "uri" }
        ),
    ]
}

pub fn notifications() -> Vec<Entry> {
    vec![
        entry!(NotificationMeta, NotificationMetaView, ["NotificationMetaObject"], [], NOTICE_META),
        entry!(
            NotificationParams,
            NotificationParamsView,
            [
                "NotificationParams",
                "Notification.params",
                "InitializedNotificationParams",
                "PromptListChangedNotificationParams",
                "ResourceListChangedNotificationParams",
                "ToolListChangedNotificationParams",
                "RootsListChangedNotificationParams"
            ],
            [],
            NotificationParams { meta: Some(NOTICE_META) }
        ),
        entry!(
            CancelledParams,
            CancelledParamsView,
            ["CancelledNotificationParams"],
            [],
            CancelledParams {
                request_id: "\"requestId\"",
                reason: Some("reason"),
                meta: Some(NOTICE_META),
            }
        ),
        entry!(
            ProgressParams,
            ProgressParamsView,
            ["ProgressNotificationParams"],
            [],
            ProgressParams {
                progress_token: "9",
                progress: Number::Text("0.5"),
                total: Some(Number::Int(1)),
                message: Some(Prose::Plain("message")),
                meta: Some(NOTICE_META),
            }
        ),
        entry!(
            LogParams,
            LogParamsView,
            ["LoggingMessageNotificationParams"],
            [],
            LogParams {
                level: Level::Debug,
                logger: Some("logger"),
                data: "[1,{\"a\":null}]",
                meta: Some(NOTICE_META),
            }
        ),
        entry!(
            ResourceUpdatedParams,
            ResourceUpdatedParamsView,
            ["ResourceUpdatedNotificationParams"],
            [],
            ResourceUpdatedParams { uri: "uri", meta: Some(NOTICE_META) }
        ),
        entry!(
            AcknowledgedParams,
            AcknowledgedParamsView,
            ["SubscriptionsAcknowledgedNotificationParams"],
            [],
            AcknowledgedParams { notifications: FILTER, meta: Some(NOTICE_META) }
        ),
        entry!(
            ErrorObject,
            ErrorObjectView,
            ["Error", "JSONRPCError.error"],
            [
                "ParseError",
                "InvalidRequestError",
                "MethodNotFoundError",
                "InvalidParamsError",
                "InternalError",
                "HeaderMismatchError.error",
                "UnsupportedProtocolVersionError.error",
                "MissingRequiredClientCapabilityError.error",
                "URLElicitationRequiredError.error"
            ],
            ErrorObject { code: -32602, message: "message", data: "[]" }
        ),
        entry!(
            UnsupportedVersion,
            UnsupportedVersionView,
            ["UnsupportedProtocolVersionError.error.data"],
            [],
            UnsupportedVersion { supported: &["supported"], requested: "requested" }
        ),
        entry!(
            MissingCapability,
            MissingCapabilityView,
            ["MissingRequiredClientCapabilityError.error.data"],
            [],
            MissingCapability { required_capabilities: CLIENT_CAPABILITIES }
        ),
        entry!(
            UrlRequired,
            UrlRequiredView,
            ["URLElicitationRequiredError.error.data"],
            [],
            UrlRequired { elicitations: &[ELICIT_URL] }
        ),
    ]
}

pub fn results() -> Vec<Entry> {
    vec![
        entry!(
            ResultMeta,
            ResultMetaView,
            ["ResultMetaObject", "SubscriptionsListenResultMetaObject"],
            [],
            RESULT_META
        ),
        entry!(
            EmptyResult,
            EmptyResultView,
            ["Result", "SubscriptionsListenResult"],
            [],
            EmptyResult { meta: Some(RESULT_META) }
        ),
        entry!(
            InitializeResult,
            InitializeResultView,
            ["InitializeResult"],
            [],
            InitializeResult {
                protocol_version: "protocolVersion",
                capabilities: SERVER_CAPABILITIES,
                server_info: IMPLEMENTATION,
                instructions: Some(Prose::Plain("instructions")),
                meta: Some(RESULT_META),
            }
        ),
        entry!(
            DiscoverResult,
            DiscoverResultView,
            ["DiscoverResult"],
            [],
            DiscoverResult {
                supported_versions: &["supportedVersions"],
                capabilities: SERVER_CAPABILITIES,
                instructions: Some(Prose::Plain("instructions")),
                ttl_ms: 5,
                cache_scope: CacheScope::Public,
                meta: Some(RESULT_META),
            }
        ),
        entry!(
            ListToolsResult,
            ListToolsResultView,
            ["ListToolsResult"],
            ["PaginatedResult", "CacheableResult"],
            ListToolsResult {
                tools: &[TOOL],
                next_cursor: Some("nextCursor"),
                ttl_ms: 5,
                cache_scope: CacheScope::Public,
                meta: Some(RESULT_META),
            }
        ),
        entry!(
            ListResourcesResult,
            ListResourcesResultView,
            ["ListResourcesResult"],
            [],
            ListResourcesResult {
                resources: &[RESOURCE],
                next_cursor: Some("nextCursor"),
                ttl_ms: 5,
                cache_scope: CacheScope::Private,
                meta: Some(RESULT_META),
            }
        ),
        entry!(
            ListTemplatesResult,
            ListTemplatesResultView,
            ["ListResourceTemplatesResult"],
            [],
            ListTemplatesResult {
                templates: &[TEMPLATE],
                next_cursor: Some("nextCursor"),
                ttl_ms: 0,
                cache_scope: CacheScope::Public,
                meta: Some(RESULT_META),
            }
        ),
        entry!(
            ListPromptsResult,
            ListPromptsResultView,
            ["ListPromptsResult"],
            [],
            ListPromptsResult {
                prompts: &[PROMPT],
                next_cursor: Some("nextCursor"),
                ttl_ms: 5,
                cache_scope: CacheScope::Public,
                meta: Some(RESULT_META),
            }
        ),
        Entry {
            // Before 2026-07-28 it should be an object, and whatever came is handed on.
            any: &["structuredContent"],
            ..entry!(
                CallToolResult,
                CallToolResultView,
                ["CallToolResult"],
                [],
                CallToolResult {
                    content: &[Content::Text(TEXT)],
                    structured_content: "{\"structuredContent\":1}",
                    is_error: Some(false),
                    meta: Some(RESULT_META),
                }
            )
        },
        entry!(
            GetPromptResult,
            GetPromptResultView,
            ["GetPromptResult"],
            [],
            GetPromptResult {
                description: Some("description"),
                messages: &[PromptMessage { role: Role::User, content: Content::Text(TEXT) }],
                meta: Some(RESULT_META),
            }
        ),
        entry!(
            ReadResourceResult,
            ReadResourceResultView,
            ["ReadResourceResult"],
            [],
            ReadResourceResult {
                contents: &[TEXT_CONTENTS, BLOB_CONTENTS],
                ttl_ms: 5,
                cache_scope: CacheScope::Public,
                meta: Some(RESULT_META),
            }
        ),
        entry!(
            CompleteResult,
            CompleteResultView,
            ["CompleteResult"],
            [],
            CompleteResult { completion: COMPLETION, meta: Some(RESULT_META) }
        ),
        entry!(Completion, CompletionView, ["CompleteResult.completion"], [], COMPLETION),
        entry!(
            InputRequiredResult,
            InputRequiredResultView,
            ["InputRequiredResult"],
            [],
            InputRequiredResult {
                input_requests: &[
                    ("form", InputRequest::Elicit(ELICIT)),
                    ("page", InputRequest::ElicitUrl(ELICIT_URL)),
                    ("text", InputRequest::CreateMessage(CREATE_MESSAGE)),
                    ("folders", InputRequest::ListRoots(ListRoots { meta: "" })),
                ],
                request_state: Some("requestState"),
                meta: Some(RESULT_META),
            }
        ),
    ]
}

const COMPLETION: Completion<'static> =
    Completion { values: &["values"], total: Some(3), has_more: Some(true) };

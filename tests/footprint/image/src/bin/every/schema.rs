//! The protocol's objects: each one written and read, with what the linker cannot know.

use core::hint::black_box;

use sansmcp::json::{Raw, Writer};
use sansmcp::rules::Level;
use sansmcp::schema::*;

use crate::{Unknown, keep};

/// Writes each of these with nothing set. The compiler cannot know what is set, nor the revision.
macro_rules! objects {
    ($out:ident, $revision:ident: $($object:ident)*) => {
        $( keep(black_box::<&dyn Object>(&$object::EMPTY).write(&mut $out, $revision)); )*
    };
}

/// Reads each of these: the properties before the `;`, then those that are lists.
macro_rules! views {
    ($raw:ident, $text:ident: $($view:ident { $($property:ident)* ; $($list:ident)* })*) => {
        $( if let Some(view) = $view::of($raw) {
            $( keep(view.$property()); )*
            $( keep(view.$list().raw()); view.$list().for_each(keep); )*
            keep((view.raw(), View::raw(&view), view.reads($text)));
            keep($view::read($raw));
        } )*
    };
}

pub(crate) fn write(unknown: &mut Unknown<'_>) {
    let revision = sansmcp::Revision::from_number(unknown.number(3));
    let Some(revision) = revision else { return };
    let text = unknown.text;
    let mut out = Writer::new(unknown.out);
    keep(black_box::<&dyn Object>(&Json(text)).write(&mut out, revision));
    objects! { out, revision:
        Annotations TextContent ImageContent AudioContent EmbeddedResource ResourceLink
        ToolUseContent ToolResultContent ClientCapabilities RootsCapability SamplingCapability
        ElicitationCapability ServerCapabilities ListCapability ResourcesCapability CompleteParams
        CompletedArgument CompletionContext PromptReference ResourceReference CompleteResult
        Completion Elicit Form ElicitUrl ElicitResult ElicitationComplete ErrorObject
        UnsupportedVersion MissingCapability UrlRequired StringSchema NumberSchema BooleanSchema
        UntitledSingleSelect TitledSingleSelect UntitledMultiSelect UntitledItems
        TitledMultiSelect TitledItems Choice LegacyTitledEnum Implementation InputRequiredResult
        RequestMeta ResultMeta NotificationMeta NotificationParams CancelledParams ProgressParams
        LogParams ResourceUpdatedParams RequestParams InitializeParams PageParams CallToolParams
        GetPromptParams ReadResourceParams SubscribeParams SetLevelParams ListenParams Prompt
        PromptArgument PromptMessage Resource ResourceTemplate EmptyResult InitializeResult
        DiscoverResult ListToolsResult ListResourcesResult ListTemplatesResult ListPromptsResult
        CallToolResult GetPromptResult ReadResourceResult ListRoots ListRootsResult Root
        CreateMessage SamplingMessage ModelPreferences ModelHint ToolChoice CreateMessageResult
        SubscriptionFilter AcknowledgedParams ToolExecution ToolSchema ServerInfo Tool
        ToolAnnotations ResourceContents Content Reference
    }
    let request = black_box(InputRequest::ListRoots(ListRoots::EMPTY));
    keep((request.method(), request.write_params(&mut out, revision)));
    keep(black_box::<&dyn Object>(&request).write(&mut out, revision));
    let response = InputResponse::ListRoots(ListRootsResult::EMPTY);
    keep(black_box::<&dyn Object>(&response).write(&mut out, revision));
    let content = SamplingContent::text(text);
    keep(black_box::<&dyn Object>(&content).write(&mut out, revision));
    keep(black_box::<&dyn Object>(&Content::text(text)).write(&mut out, revision));
    let field = Field::Boolean(BooleanSchema::EMPTY);
    keep(black_box::<&dyn Object>(&field).write(&mut out, revision));
    let property = black_box(ToolView::PROPERTIES).first();
    keep(property.is_some_and(|property| property.is_in(revision)));
}

pub(crate) fn read(unknown: &mut Unknown<'_>) {
    let Ok(raw) = Raw::parse(unknown.bytes) else { return };
    let text = unknown.text;
    views! { raw, text:
        AnnotationsView { priority last_modified; audience }
        TextContentView { kind text annotations meta; }
        ImageContentView { kind data mime_type annotations meta; }
        AudioContentView { kind data mime_type annotations meta; }
        EmbeddedResourceView { kind resource annotations meta; }
        ResourceLinkView { kind uri name title description mime_type size annotations meta; icons
        }
        ToolUseContentView { kind id name input meta; }
        ToolResultContentView { kind tool_use_id structured_content is_error meta; content }
        ClientCapabilitiesView { roots sampling elicitation experimental extensions; }
        RootsCapabilityView { list_changed; }
        SamplingCapabilityView { context tools; }
        ElicitationCapabilityView { form url; }
        ServerCapabilitiesView { tools resources prompts logging completions experimental
        extensions; }
        ListCapabilityView { list_changed; }
        ResourcesCapabilityView { subscribe list_changed; }
        CompleteParamsView { reference argument context meta; }
        CompletedArgumentView { name value; }
        CompletionContextView {; arguments }
        PromptReferenceView { kind name title; }
        ResourceReferenceView { kind uri; }
        CompleteResultView { result_type completion meta; }
        CompletionView { total has_more; values }
        ResourceContentsView { uri mime_type text blob meta; }
        ElicitView { mode message requested_schema meta; }
        FormView { kind dialect; properties required }
        ElicitUrlView { mode message url elicitation_id meta; }
        ElicitResultView { action content meta; }
        ElicitationCompleteView { elicitation_id; }
        ErrorObjectView { code message data; }
        UnsupportedVersionView { requested; supported }
        MissingCapabilityView { required_capabilities; }
        UrlRequiredView {; elicitations }
        StringSchemaView { kind title description min_length max_length format default; }
        NumberSchemaView { kind title description minimum maximum default; }
        BooleanSchemaView { kind title description default; }
        UntitledSingleSelectView { kind title description default; choices }
        TitledSingleSelectView { kind title description default; choices }
        UntitledMultiSelectView { kind title description min_items max_items items; default }
        UntitledItemsView { kind; choices }
        TitledMultiSelectView { kind title description min_items max_items items; default }
        TitledItemsView {; choices }
        ChoiceView { value title; }
        LegacyTitledEnumView { kind title description default; choices names }
        IconView { src mime_type theme; sizes }
        ImplementationView { name title version description website_url; icons }
        InputRequiredResultView { result_type request_state meta; input_requests }
        RequestMetaView { progress_token protocol_version client_capabilities client_info
        log_level traceparent tracestate baggage; }
        ResultMetaView { server_info subscription_id; }
        NotificationMetaView { subscription_id; }
        NotificationParamsView { meta; }
        CancelledParamsView { request_id reason meta; }
        ProgressParamsView { progress_token progress total message meta; }
        LogParamsView { level logger data meta; }
        ResourceUpdatedParamsView { uri meta; }
        RequestParamsView { meta; }
        InitializeParamsView { protocol_version capabilities client_info meta; }
        PageParamsView { cursor meta; }
        CallToolParamsView { name arguments request_state meta; input_responses }
        GetPromptParamsView { name request_state meta; arguments input_responses }
        ReadResourceParamsView { uri request_state meta; input_responses }
        SubscribeParamsView { uri meta; }
        SetLevelParamsView { level meta; }
        ListenParamsView { notifications meta; }
        PromptView { name title description meta; arguments icons }
        PromptArgumentView { name title description required; }
        PromptMessageView { role content; }
        ResourceView { uri name title description mime_type size annotations meta; icons }
        ResourceTemplateView { uri_template name title description mime_type annotations meta;
        icons }
        EmptyResultView { result_type meta; }
        InitializeResultView { protocol_version capabilities server_info instructions meta; }
        DiscoverResultView { result_type capabilities instructions ttl_ms cache_scope meta;
        supported_versions }
        ListToolsResultView { result_type next_cursor ttl_ms cache_scope meta; tools }
        ListResourcesResultView { result_type next_cursor ttl_ms cache_scope meta; resources }
        ListTemplatesResultView { result_type next_cursor ttl_ms cache_scope meta; templates }
        ListPromptsResultView { result_type next_cursor ttl_ms cache_scope meta; prompts }
        CallToolResultView { result_type structured_content is_error meta; content }
        GetPromptResultView { result_type description meta; messages }
        ReadResourceResultView { result_type ttl_ms cache_scope meta; contents }
        ListRootsView { meta; }
        ListRootsResultView { meta; roots }
        RootView { uri name meta; }
        CreateMessageView { model_preferences system_prompt include_context temperature max_tokens
        metadata tool_choice meta; messages stop_sequences tools }
        SamplingMessageView { role meta; content }
        ModelPreferencesView { cost_priority speed_priority intelligence_priority; hints }
        ModelHintView { name; }
        ToolChoiceView { mode; }
        CreateMessageResultView { role model stop_reason meta; content }
        SubscriptionFilterView { tools_list_changed prompts_list_changed resources_list_changed;
        resource_subscriptions }
        AcknowledgedParamsView { notifications meta; }
        ToolExecutionView { task_support; }
        ToolView { name title description input_schema output_schema annotations execution meta;
        icons }
        ToolSchemaView { kind dialect properties; required }
        ToolAnnotationsView { title read_only destructive idempotent open_world; }
    }
    keep(IconView::of(raw).and_then(|icon| icon.sizes_text()));
    keep(ContentView::of(raw).map(|content| content.raw()));
    keep((ContentView::read(raw), FieldView::of(raw), FieldView::read(raw)));
    keep(ReferenceView::read(raw));
    if let Some(request) = InputRequestView::read(raw) {
        keep((request.raw(), request.method(), request.params()));
    }
    if let Some(answer) = InputResponseView::read(raw) {
        keep((answer.raw(), answer.elicit(), answer.create_message(), answer.list_roots()));
    }
    keep(FormView::of(raw).and_then(|form| form.properties().get(text)));
    keep((Role::read(raw), Level::read(raw), CacheScope::read(raw), bool::read(raw)));
    keep(raw.text().and_then(<Level as Word>::of).map(<Level as Word>::name));
    keep(raw.text().and_then(<Role as Word>::of).map(<Role as Word>::name));
}

//! The values of objects by hand: what is written from which field, what is read from it, what is
//! refused, and which view a piece of content or a field of a form gets.

#![cfg(feature = "legacy")]

use sansmcp::json::{Number, Raw, Text, Writer};
use sansmcp::schema::*;
use sansmcp::{Error, Revision};

const FIRST: Revision = Revision::V2024_11_05;
const JUNE: Revision = Revision::V2025_06_18;
const NOVEMBER: Revision = Revision::V2025_11_25;
const LATEST: Revision = Revision::LATEST;

fn write(object: &dyn Object, revision: Revision) -> Result<String, Error> {
    let mut buffer = [0; 4096];
    let mut out = Writer::new(&mut buffer);
    object.write(&mut out, revision)?;
    Ok(String::from_utf8(out.finish().to_vec()).expect("UTF-8"))
}

#[track_caller]
fn writes(object: &dyn Object, revision: Revision, wanted: &str) {
    assert_eq!(write(object, revision).as_deref(), Ok(wanted));
}

fn raw(text: &str) -> Raw<'_> {
    Raw::parse_str(text).expect("JSON")
}

#[track_caller]
fn is(text: Option<Text<'_>>, wanted: &str) {
    assert!(text.is_some_and(|text| text == wanted), "{text:?} is not {wanted}");
}

#[test]
fn fields_that_look_alike_are_not_swapped() {
    let string = StringSchema { min_length: Some(1), max_length: Some(9), ..StringSchema::EMPTY };
    let text = r#"{"type":"string","minLength":1,"maxLength":9}"#;
    writes(&string, JUNE, text);
    let view = StringSchemaView::of(raw(text)).expect("an object");
    assert_eq!((view.min_length(), view.max_length()), (Some(1), Some(9)));

    let number = NumberSchema {
        minimum: Some(Number::Text("-1.50")),
        maximum: Some(Number::Int(4)),
        default: Some(Number::Int(2)),
        ..NumberSchema::EMPTY
    };
    let text = r#"{"type":"number","minimum":-1.50,"maximum":4,"default":2}"#;
    writes(&number, LATEST, text);
    let view = NumberSchemaView::of(raw(text)).expect("an object");
    assert_eq!(view.kind(), Some(NumberType::Number));
    assert_eq!(view.minimum(), Some(Number::Text("-1.5")));
    assert_eq!(view.maximum(), Some(Number::Int(4)));
    assert_eq!(view.default(), Some(Number::Int(2)));

    let multi = UntitledMultiSelect {
        min_items: Some(1),
        max_items: Some(2),
        items: UntitledItems { choices: &["a", "b"] },
        default: &["b"],
        ..UntitledMultiSelect::EMPTY
    };
    let text = concat!(
        r#"{"type":"array","minItems":1,"maxItems":2,"#,
        r#""items":{"type":"string","enum":["a","b"]},"default":["b"]}"#
    );
    writes(&multi, NOVEMBER, text);
    let view = UntitledMultiSelectView::of(raw(text)).expect("an object");
    assert_eq!((view.min_items(), view.max_items()), (Some(1), Some(2)));
    assert_eq!(view.items().map(|items| items.choices().count()), Some(2));
    assert_eq!(write(&multi, JUNE), Err(Error::NotSupported));

    let titled = TitledMultiSelect {
        min_items: Some(1),
        max_items: Some(2),
        items: TitledItems { choices: &[Choice { value: "a", title: "An A" }] },
        ..TitledMultiSelect::EMPTY
    };
    let text = concat!(
        r#"{"type":"array","minItems":1,"maxItems":2,"#,
        r#""items":{"anyOf":[{"const":"a","title":"An A"}]}}"#
    );
    writes(&titled, LATEST, text);
    let view = TitledMultiSelectView::of(raw(text)).expect("an object");
    assert_eq!((view.min_items(), view.max_items()), (Some(1), Some(2)));

    let hints = ToolAnnotations {
        read_only: Some(true),
        destructive: Some(false),
        idempotent: Some(true),
        open_world: Some(false),
        ..ToolAnnotations::EMPTY
    };
    let text = concat!(
        r#"{"readOnlyHint":true,"destructiveHint":false,"#,
        r#""idempotentHint":true,"openWorldHint":false}"#
    );
    writes(&hints, LATEST, text);
    let view = ToolAnnotationsView::of(raw(text)).expect("an object");
    assert_eq!((view.read_only(), view.destructive()), (Some(true), Some(false)));
    assert_eq!((view.idempotent(), view.open_world()), (Some(true), Some(false)));
    assert_eq!(write(&hints, FIRST), Err(Error::NotSupported));

    let filter = SubscriptionFilter {
        tools_list_changed: Some(true),
        prompts_list_changed: None,
        resources_list_changed: Some(false),
        resource_subscriptions: &["a:b"],
    };
    let text = concat!(
        r#"{"toolsListChanged":true,"resourcesListChanged":false,"#,
        r#""resourceSubscriptions":["a:b"]}"#
    );
    writes(&filter, LATEST, text);
    let view = SubscriptionFilterView::of(raw(text)).expect("an object");
    assert_eq!(view.tools_list_changed(), Some(true));
    assert_eq!(view.prompts_list_changed(), None);
    assert_eq!(view.resources_list_changed(), Some(false));

    let server = ResourcesCapability { subscribe: Some(true), list_changed: Some(false) };
    writes(&server, FIRST, r#"{"subscribe":true,"listChanged":false}"#);

    let preferences = ModelPreferences {
        cost_priority: Some(Number::Text("0.1")),
        speed_priority: Some(Number::Text("0.2")),
        intelligence_priority: Some(Number::Text("0.3")),
        ..ModelPreferences::EMPTY
    };
    let text = r#"{"costPriority":0.1,"speedPriority":0.2,"intelligencePriority":0.3}"#;
    writes(&preferences, FIRST, text);
    let view = ModelPreferencesView::of(raw(text)).expect("an object");
    assert_eq!(view.cost_priority(), Some(Number::Text("0.1")));
    assert_eq!(view.speed_priority(), Some(Number::Text("0.2")));
    assert_eq!(view.intelligence_priority(), Some(Number::Text("0.3")));

    let progress = ProgressParams {
        progress_token: "\"t\"",
        progress: Number::Int(1),
        total: Some(Number::Int(2)),
        ..ProgressParams::EMPTY
    };
    let text = r#"{"progressToken":"t","progress":1,"total":2}"#;
    writes(&progress, LATEST, text);
    let view = ProgressParamsView::of(raw(text)).expect("an object");
    assert_eq!(view.progress(), Some(Number::Int(1)));
    assert_eq!(view.total(), Some(Number::Int(2)));
}

#[test]
fn content_is_written_by_its_kind_and_read_by_its_type() {
    let text = Content::text("a \"b\"");
    writes(&text, FIRST, r#"{"type":"text","text":"a \"b\""}"#);
    let audio = Content::Audio(AudioContent {
        data: b"abc",
        mime_type: "audio/wav",
        ..AudioContent::EMPTY
    });
    assert_eq!(write(&audio, FIRST), Err(Error::NotSupported));
    writes(&audio, JUNE, r#"{"type":"audio","data":"YWJj","mimeType":"audio/wav"}"#);
    let link =
        Content::Link(ResourceLink { uri: "a:b", name: "b", size: Some(3), ..ResourceLink::EMPTY });
    assert_eq!(write(&link, Revision::V2025_03_26), Err(Error::NotSupported));
    writes(&link, JUNE, r#"{"type":"resource_link","uri":"a:b","name":"b","size":3}"#);
    let contents = ResourceContents { uri: "a:b", body: Body::Blob(b"abc"), ..Default::default() };
    let resource =
        Content::Resource(EmbeddedResource { resource: contents, ..EmbeddedResource::EMPTY });
    writes(&resource, FIRST, r#"{"type":"resource","resource":{"uri":"a:b","blob":"YWJj"}}"#);

    for (text, wanted) in [
        (r#"{"type":"text","text":"x"}"#, "Text"),
        (r#"{"type":"t\u0065xt"}"#, "Text"),
        (r#"{"type":"image"}"#, "Image"),
        (r#"{"type":"audio"}"#, "Audio"),
        (r#"{"type":"resource"}"#, "Resource"),
        (r#"{"type":"resource_link"}"#, "Link"),
        (r#"{"type":"tool_use"}"#, "ToolUse"),
        (r#"{"type":"tool_result"}"#, "ToolResult"),
        (r#"{"type":"video"}"#, "Other"),
        (r#"{"type":7}"#, "Other"),
        ("{}", "Other"),
    ] {
        let view = ContentView::of(raw(text)).expect("an object");
        assert!(format!("{view:?}").starts_with(wanted), "{text}: {view:?}");
        assert_eq!(view.raw().as_str(), text);
    }
    assert!(ContentView::of(raw("[]")).is_none());
}

#[test]
fn a_message_is_one_piece_or_several() {
    let use_tool = ToolUseContent { id: "1", name: "t", ..ToolUseContent::EMPTY };
    let two = [SamplingContent::text("hi"), SamplingContent::ToolUse(use_tool)];
    let message = |content| SamplingMessage { content, ..SamplingMessage::EMPTY };
    let one = r#"{"role":"user","content":{"type":"text","text":"hi"}}"#;
    let both = concat!(
        r#"{"role":"user","content":[{"type":"text","text":"hi"},"#,
        r#"{"type":"tool_use","id":"1","name":"t","input":{}}]}"#
    );
    for revision in [FIRST, JUNE, NOVEMBER, LATEST] {
        writes(&message(&two[..1]), revision, one);
    }
    writes(&message(&two), NOVEMBER, both);
    writes(&message(&[]), LATEST, r#"{"role":"user","content":[]}"#);
    assert_eq!(write(&message(&two), JUNE), Err(Error::NotSupported));
    assert_eq!(write(&message(&two[1..]), JUNE), Err(Error::NotSupported));
    let texts = [SamplingContent::text("hi"), SamplingContent::text("ho")];
    assert_eq!(write(&message(&texts), Revision::Draft2025V3), Err(Error::NotSupported));
    let count = |text| SamplingMessageView::of(raw(text)).expect("an object").content().count();
    assert_eq!((count(one), count(both)), (1, 2));
    assert_eq!((count(r#"{"content":7}"#), count("{}")), (0, 0));
}

#[test]
fn fields_of_forms_are_read_by_their_shape() {
    for (text, wanted) in [
        (r#"{"type":"string"}"#, "String"),
        (r#"{"type":"string","enum":["a"]}"#, "Single"),
        (r#"{"type":"string","enum":["a"],"enumNames":["A"]}"#, "Legacy"),
        (r#"{"type":"string","oneOf":[]}"#, "TitledSingle"),
        (r#"{"type":"number"}"#, "Number"),
        (r#"{"type":"integer"}"#, "Number"),
        (r#"{"type":"boolean"}"#, "Boolean"),
        (r#"{"type":"array","items":{"enum":[]}}"#, "Multi"),
        (r#"{"type":"array","items":{"anyOf":[]}}"#, "TitledMulti"),
        (r#"{"type":"object"}"#, "Other"),
        ("{}", "Other"),
    ] {
        let view = FieldView::of(raw(text)).expect("an object");
        assert!(format!("{view:?}").starts_with(wanted), "{text}: {view:?}");
    }
    let elicit = Elicit {
        message: Prose::Plain("Who?"),
        requested_schema: Form {
            properties: &[("name", Field::String(StringSchema::EMPTY))],
            required: &["name"],
            ..Form::EMPTY
        },
        ..Elicit::EMPTY
    };
    let form = concat!(
        r#""message":"Who?","requestedSchema":{"type":"object","#,
        r#""properties":{"name":{"type":"string"}},"required":["name"]}}"#
    );
    assert_eq!(write(&elicit, Revision::V2025_03_26), Err(Error::NotSupported));
    writes(&elicit, JUNE, &format!("{{{form}"));
    let text = format!(r#"{{"mode":"form",{form}"#);
    writes(&elicit, NOVEMBER, &text);
    let view = ElicitView::of(raw(&text)).expect("an object");
    let schema = view.requested_schema().expect("a form");
    let (name, field) = schema.properties().next().expect("a field");
    assert!(name == "name" && matches!(field, FieldView::String(_)));
    assert!(matches!(schema.properties().get("name"), Some(FieldView::String(_))));
    assert!(schema.properties().get("other").is_none());
    assert!(schema.required().next().is_some_and(|name| name == "name"));
    let titled = Field::TitledSingle(TitledSingleSelect::EMPTY);
    let form = Form { properties: &[("a", titled)], ..Form::EMPTY };
    assert_eq!(write(&form, Revision::Draft2025V3), Err(Error::NotSupported));
}

#[test]
fn what_is_no_json_of_its_kind_is_refused() {
    for meta in ["[]", "7", "{", "{}{}", "null", "{\"a\":}"] {
        let resource = Resource { meta, ..Resource::EMPTY };
        assert_eq!(write(&resource, LATEST), Err(Error::NotJson), "{meta}");
        assert_eq!(write(&Json(meta), LATEST), Err(Error::NotJson), "{meta}");
        let params = RequestMeta { extra: meta, ..RequestMeta::EMPTY };
        assert_eq!(write(&params, FIRST), Err(Error::NotJson), "{meta}");
    }
    writes(&Json(" {\"a\":\n1} "), FIRST, "{\"a\": 1}");
    for token in ["{}", "null", "true", "x", "1 2"] {
        let meta = RequestMeta { progress_token: token, ..RequestMeta::EMPTY };
        assert_eq!(write(&meta, FIRST), Err(Error::NotJson), "{token}");
    }
    let annotations = Annotations { priority: Some(Number::Text("much")), ..Annotations::EMPTY };
    assert_eq!(write(&annotations, FIRST), Err(Error::NotJson));
    let log = LogParams { data: "", ..LogParams::EMPTY };
    assert_eq!(write(&log, FIRST), Err(Error::NotJson));
    let result = CallToolResult { structured_content: "[1]", ..CallToolResult::EMPTY };
    assert_eq!(write(&result, NOVEMBER), Err(Error::NotJson));
    let text = r#"{"resultType":"complete","content":[],"structuredContent":[1]}"#;
    writes(&result, LATEST, text);
    // Where the property does not exist it is left out.
    writes(&CallToolResult { structured_content: "{}", ..result }, FIRST, r#"{"content":[]}"#);
}

#[test]
fn only_november_cancels_without_an_id() {
    let nothing = CancelledParams::EMPTY;
    writes(&nothing, NOVEMBER, "{}");
    for revision in [FIRST, JUNE, LATEST] {
        assert_eq!(write(&nothing, revision), Err(Error::NotJson));
    }
    let one = CancelledParams { request_id: "1", ..nothing };
    writes(&one, LATEST, r#"{"requestId":1}"#);
}

#[test]
fn a_modern_request_always_says_what_it_speaks() {
    let ping = RequestParams::EMPTY;
    writes(&ping, NOVEMBER, "{}");
    let text = concat!(
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
        r#""io.modelcontextprotocol/clientCapabilities":{}}}"#
    );
    writes(&ping, LATEST, text);
    let view = RequestParamsView::of(raw(text)).expect("an object");
    let meta = view.meta().expect("_meta");
    is(meta.protocol_version(), "2026-07-28");
    assert!(meta.client_capabilities().is_some() && meta.progress_token().is_none());
    let token = RequestMeta { progress_token: "0", extra: r#"{"a.b/c":[]}"#, ..RequestMeta::EMPTY };
    writes(
        &RequestParams { meta: Some(token) },
        FIRST,
        r#"{"_meta":{"progressToken":0,"a.b/c":[]}}"#,
    );
}

#[test]
fn reading_is_lenient_and_loses_nothing() {
    let text =
        r#"{"uri":7,"n\u0061me":"caf\u00e9","size":1e3,"icons":[1,{"src":"a:b"}],"new":[1]}"#;
    let view = ResourceView::of(raw(text)).expect("an object");
    assert!(view.uri().is_none() && !view.reads("uri"));
    is(view.name(), "café");
    assert_eq!(view.size(), Some(1000));
    assert_eq!(view.icons().count(), 1);
    assert_eq!(view.raw().get("new").map(|new| new.as_str()), Some("[1]"));
    assert!(!view.reads("new"));
    assert!(ResourceView::of(raw("[]")).is_none());
    for (size, wanted) in [
        ("18446744073709551615", Some(u64::MAX)),
        ("18446744073709551616", None),
        ("-1", None),
        ("0.5", None),
        ("7.0", Some(7)),
        ("\"7\"", None),
    ] {
        let text = format!("{{\"size\":{size}}}");
        assert_eq!(ResourceView::of(raw(&text)).and_then(|view| view.size()), wanted, "{size}");
    }
    let audience = r#"{"audience":["user","robot",7,"assistant"]}"#;
    let view = AnnotationsView::of(raw(audience)).expect("an object");
    assert!(view.audience().eq([Role::User, Role::Assistant]));
    let prompt = r#"{"type":"ref/prompt","name":"a"}"#;
    assert!(matches!(ReferenceView::read(raw(prompt)), Some(ReferenceView::Prompt(_))));
    let resource = r#"{"type":"ref/resource","uri":"a:b"}"#;
    assert!(matches!(ReferenceView::read(raw(resource)), Some(ReferenceView::Resource(_))));
    assert!(matches!(ReferenceView::read(raw("{}")), Some(ReferenceView::Other(_))));
}

#[test]
fn what_a_server_needs_is_a_method_with_its_parameters() {
    let page = ElicitUrl {
        message: Prose::Plain("Sign in"),
        url: "https://a.example",
        elicitation_id: "e1",
        ..ElicitUrl::EMPTY
    };
    let request = InputRequest::ElicitUrl(page);
    assert_eq!(request.method(), "elicitation/create");
    let result = InputRequiredResult {
        input_requests: &[("page", request)],
        request_state: Some("s"),
        ..InputRequiredResult::EMPTY
    };
    let text = concat!(
        r#"{"resultType":"input_required","inputRequests":{"page":{"method":"elicitation/create","#,
        r#""params":{"mode":"url","message":"Sign in","url":"https://a.example"}}},"#,
        r#""requestState":"s"}"#
    );
    writes(&result, LATEST, text);
    assert_eq!(write(&result, NOVEMBER), Err(Error::NotSupported));
    let view = InputRequiredResultView::of(raw(text)).expect("an object");
    is(view.result_type(), "input_required");
    let (name, request) = view.input_requests().next().expect("a request");
    assert!(name == "page");
    is(request.method(), "elicitation/create");
    let params = request.params().and_then(ElicitUrlView::of).expect("parameters");
    is(params.url(), "https://a.example");
    assert!(params.elicitation_id().is_none());
    // Before 2026-07-28 the parameters are those of a request, and name the elicitation.
    let mut buffer = [0; 256];
    let mut out = Writer::new(&mut buffer);
    assert_eq!(InputRequest::ElicitUrl(page).write_params(&mut out, NOVEMBER), Ok(()));
    assert!(out.finish().ends_with(br#""elicitationId":"e1"}"#));

    let params = r#"{"name":"t","inputResponses":{"page":{"action":"accept"},"bad":7}}"#;
    let view = CallToolParamsView::of(raw(params)).expect("an object");
    assert_eq!(view.input_responses().count(), 1);
    let answer = view.input_responses().get("page").and_then(|answer| answer.elicit());
    assert_eq!(answer.and_then(|answer| answer.action()), Some(ElicitAction::Accept));
}

/// The arguments of a prompt one by one.
struct Arguments<'a>(&'a [PromptArgument<'a>]);

impl ArgumentSource for Arguments<'_> {
    fn argument(&self, index: usize) -> Option<PromptArgument<'_>> {
        self.0.get(index).copied()
    }
}

#[test]
fn arguments_that_are_not_in_a_slice_are_written_as_those_that_are() {
    let title = Some("B");
    let all = [PromptArgument { name: "a", title, ..PromptArgument::EMPTY }, PromptArgument::EMPTY];
    for count in 0..=2 {
        let arguments = &all[..count];
        let source = Arguments(arguments);
        let listed = Prompt { name: "p", arguments, meta: "{}", ..Prompt::EMPTY };
        // The slice is not looked at then.
        let sourced = Prompt { argument_source: Some(&source), arguments: &all[1..], ..listed };
        for revision in [FIRST, JUNE, NOVEMBER, LATEST] {
            assert_eq!(write(&sourced, revision), write(&listed, revision));
        }
    }
    let arguments = Arguments(&all);
    let prompt = Prompt { name: "p", argument_source: Some(&arguments), ..Prompt::EMPTY };
    writes(&prompt, FIRST, r#"{"name":"p","arguments":[{"name":"a"},{"name":""}]}"#);
}

#[test]
fn a_property_knows_its_revisions() {
    let title = ResourceView::PROPERTIES.iter().find(|property| property.name == "title");
    let title = title.expect("a title");
    assert!(!title.is_in(Revision::V2025_03_26) && title.is_in(JUNE) && title.is_in(LATEST));
}

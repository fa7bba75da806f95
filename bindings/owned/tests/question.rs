//! What is asked is what the core writes itself, in every revision.
#![allow(clippy::unwrap_used)]

use sansmcp::json::{Number, Writer};
use sansmcp::schema::{
    Annotations, BooleanSchema, Choice, Content, CreateMessage, Elicit, ElicitUrl, Field, Form,
    Format, ImageContent, IncludeContext, LegacyTitledEnum, ListRoots, ModelHint, ModelPreferences,
    NumberSchema, NumberType, Object, Prose, RequestMeta, Role, SamplingContent, SamplingMessage,
    StringSchema, TextContent, TitledItems, TitledMultiSelect, TitledSingleSelect, ToolChoice,
    ToolChoiceMode, ToolResultContent, ToolUseContent, UntitledItems, UntitledMultiSelect,
    UntitledSingleSelect,
};
use sansmcp_owned::{Error, Method, Question, Revision};

const REVISIONS: [Revision; 6] = [
    Revision::V2024_11_05,
    Revision::V2025_03_26,
    Revision::V2025_06_18,
    Revision::Draft2025V3,
    Revision::V2025_11_25,
    Revision::V2026_07_28,
];

fn written(object: &dyn Object, revision: Revision) -> Result<String, Error> {
    let mut room = [0; 4096];
    let mut out = Writer::new(&mut room);
    object.write(&mut out, revision)?;
    Ok(String::from_utf8(out.finish().to_vec()).unwrap())
}

/// The question is written as the object is; gives the revisions that have no words for it.
fn same(method: Method, json: &str, object: &dyn Object) -> Vec<Revision> {
    let question = Question::from_json(method, json).unwrap();
    let mut without = Vec::new();
    for revision in REVISIONS {
        let ours = written(&question, revision);
        assert_eq!(ours, written(object, revision), "{revision:?}: {json}");
        if let Err(error) = ours {
            assert_eq!(error, Error::NotSupported);
            without.push(revision);
        }
    }
    without
}

fn field(json: &str, field: Field<'_>) -> Vec<Revision> {
    let json = format!(
        r#"{{"message":"m","requestedSchema":{{"type":"object","properties":{{"a\"b":{json},
            "z":{{"type":"boolean"}}}},"required":["z"]}}}}"#
    );
    let form = Form {
        properties: &[("a\"b", field), ("z", Field::Boolean(BooleanSchema::EMPTY))],
        required: &["z"],
        ..Form::EMPTY
    };
    let params = Elicit { message: "m".into(), requested_schema: form, ..Elicit::EMPTY };
    same(Method::Elicit, &json, &params)
}

const TITLED: &[Choice<'_>] =
    &[Choice { value: "v", title: "V" }, Choice { value: "w", title: "W" }];
const SOME: (Option<&str>, Option<&str>) = (Some("T"), Some("D\u{e9}"));

#[test]
fn fields_with_one_value() {
    let (title, description) = SOME;
    let text = StringSchema {
        title,
        description,
        min_length: Some(1),
        max_length: Some(9),
        format: Some(Format::DateTime),
        default: Some("x\ny"),
    };
    let json = r#"{"default":"x\ny","type":"string","title":"T","description":"D\u00e9",
        "minLength":1,"maxLength":9,"format":"date-time"}"#;
    assert_eq!(field(json, Field::String(text)), REVISIONS[..2]);
    field(r#"{"type":"string"}"#, Field::String(StringSchema::EMPTY));

    for (name, kind) in [("number", NumberType::Number), ("integer", NumberType::Integer)] {
        let number = NumberSchema {
            kind,
            title,
            description,
            minimum: Some(Number::Text("-1.50")),
            maximum: Some(Number::Int(9)),
            default: Some(Number::Text("1e3")),
        };
        let json = format!(
            r#"{{"type":"{name}","minimum":-1.50,"maximum":9,"default":1e3,"title":"T",
            "description":"D\u00e9"}}"#
        );
        assert_eq!(field(&json, Field::Number(number)), REVISIONS[..2]);
    }
    let yes = BooleanSchema { title, description, default: Some(false) };
    let json = r#"{"type":"boolean","title":"T","description":"D\u00e9","default":false}"#;
    assert_eq!(field(json, Field::Boolean(yes)), REVISIONS[..2]);
}

#[test]
fn fields_to_choose_in() {
    let (title, description) = SOME;
    let said = r#""title":"T","description":"D\u00e9""#;
    let one = UntitledSingleSelect {
        title,
        description,
        choices: &["v", "\u{1f600}"],
        default: Some("v"),
    };
    let json = format!(r#"{{"type":"string","enum":["v","\ud83d\ude00"],"default":"v",{said}}}"#);
    assert_eq!(field(&json, Field::Single(one)), REVISIONS[..2]);
    let legacy = LegacyTitledEnum {
        title,
        description,
        choices: &["v", "w"],
        names: &["V", "W"],
        default: Some("w"),
    };
    let json = format!(
        r#"{{"type":"string","enum":["v","w"],"enumNames":["V","W"],"default":"w",{said}}}"#
    );
    assert_eq!(field(&json, Field::Legacy(legacy)), REVISIONS[..2]);

    let titled = r#"[{"const":"v","title":"V"},{"title":"W","const":"w"}]"#;
    let one = TitledSingleSelect { title, description, choices: TITLED, default: Some("v") };
    let json = format!(r#"{{"type":"string","oneOf":{titled},"default":"v",{said}}}"#);
    assert_eq!(field(&json, Field::TitledSingle(one)), REVISIONS[..4]);
    let any = UntitledMultiSelect {
        title,
        description,
        min_items: Some(1),
        max_items: Some(2),
        items: UntitledItems { choices: &["v", "w"] },
        default: &["w"],
    };
    let counts = r#""minItems":1,"maxItems":2,"default":["w"]"#;
    let json = format!(
        r#"{{"type":"array","items":{{"type":"string","enum":["v","w"]}},{counts},{said}}}"#
    );
    assert_eq!(field(&json, Field::Multi(any)), REVISIONS[..4]);
    let any = TitledMultiSelect {
        title,
        description,
        min_items: Some(1),
        max_items: Some(2),
        items: TitledItems { choices: TITLED },
        default: &["w"],
    };
    let json = format!(r#"{{"type":"array","items":{{"anyOf":{titled}}},{counts},{said}}}"#);
    assert_eq!(field(&json, Field::TitledMulti(any)), REVISIONS[..4]);
}

#[test]
fn forms_and_pages() {
    let extra = r#"{"x":1,"y":[2]}"#;
    let meta = Some(RequestMeta { extra, ..RequestMeta::EMPTY });
    let form = Form { dialect: Some("https://json-schema.org/x"), ..Form::EMPTY };
    let params = Elicit { message: "m\"".into(), requested_schema: form, meta };
    for mode in ["", r#""mode":"form","#] {
        let json = format!(
            r#"{{{mode}"message":"m\"","requestedSchema":{{"$schema":"https://json-schema.org/x"}},
            "_meta":{extra}}}"#
        );
        assert_eq!(same(Method::Elicit, &json, &params), REVISIONS[..2]);
    }
    // Half of a surrogate pair goes through.
    let json = r#"{"message":"\ud800","requestedSchema":{}}"#;
    let question = Question::from_json(Method::Elicit, json).unwrap();
    assert!(written(&question, Revision::LATEST).unwrap().contains(r#""message":"\ud800""#));

    let page = ElicitUrl { message: "m".into(), url: "https://a/", elicitation_id: "i", meta };
    for mode in ["", r#""mode":"url","#] {
        let json = format!(
            r#"{{{mode}"elicitationId":"i","message":"m","url":"https://a/","_meta":{extra}}}"#
        );
        assert_eq!(same(Method::Elicit, &json, &page), REVISIONS[..4]);
    }
    // The one revision that has the id demands it.
    let json = r#"{"mode":"url","message":"m","url":"https://a/"}"#;
    let question = Question::from_json(Method::Elicit, json).unwrap();
    assert_eq!(written(&question, Revision::V2025_11_25), Err(Error::NotSupported));
    assert_eq!(written(&question, Revision::V2026_07_28).unwrap(), json);
}

#[test]
fn the_model_and_the_roots() {
    assert!(same(Method::ListRoots, "{}", &ListRoots::EMPTY).is_empty());
    let json = r#"{"_meta":{"a":1}}"#;
    assert!(same(Method::ListRoots, json, &ListRoots { meta: r#"{"a":1}"# }).is_empty());

    let message = |content| SamplingMessage { role: Role::User, content, ..SamplingMessage::EMPTY };
    let text = [SamplingContent::text("hi")];
    let params =
        CreateMessage { messages: &[message(&text)], max_tokens: 7, ..CreateMessage::EMPTY };
    let json =
        r#"{"maxTokens":7,"messages":[{"role":"user","content":{"type":"text","text":"hi"}}]}"#;
    assert!(same(Method::CreateMessage, json, &params).is_empty());
    // One piece in a list is one piece.
    let json =
        r#"{"maxTokens":7,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}"#;
    assert!(same(Method::CreateMessage, json, &params).is_empty());

    let schema = r#"{"type":"object","x":1.0}"#;
    let tools = [sansmcp::Tool { name: "t", input_schema: schema, ..sansmcp::Tool::EMPTY }];
    let params = CreateMessage {
        messages: &[message(&text)],
        model_preferences: Some(ModelPreferences {
            hints: &[ModelHint { name: Some("s") }, ModelHint::EMPTY],
            cost_priority: Some(Number::Text("0.50")),
            speed_priority: Some(Number::Int(1)),
            intelligence_priority: Some(Number::Int(0)),
        }),
        system_prompt: Some(Prose::Plain("be \"kind\"")),
        include_context: Some(IncludeContext::ThisServer),
        temperature: Some(Number::Text("0.7")),
        max_tokens: 1,
        stop_sequences: &["\n"],
        metadata: r#"{"k":{}}"#,
        tools: &tools,
        tool_choice: Some(ToolChoice { mode: Some(ToolChoiceMode::Required) }),
        meta: None,
    };
    let json = format!(
        r#"{{"messages":[{{"role":"user","content":{{"type":"text","text":"hi"}}}}],"maxTokens":1,
        "modelPreferences":{{"hints":[{{"name":"s"}},{{}}],"costPriority":0.50,"speedPriority":1,
        "intelligencePriority":0}},"systemPrompt":"be \"kind\"","includeContext":"thisServer",
        "temperature":0.7,"stopSequences":["\n"],"metadata":{{"k":{{}}}},
        "tools":[{{"name":"t","inputSchema":{schema}}}],"toolChoice":{{"mode":"required"}}}}"#
    );
    assert!(same(Method::CreateMessage, &json, &params).is_empty());
    assert!(!written(&params, Revision::V2025_06_18).unwrap().contains("tool"));
}

#[test]
fn messages_of_every_kind() {
    let one = |content: SamplingContent<'_>, json: &str| {
        let content = [content];
        let message =
            SamplingMessage { role: Role::Assistant, content: &content, meta: r#"{"a":1}"# };
        let params = CreateMessage { messages: &[message], max_tokens: 0, ..CreateMessage::EMPTY };
        let json = format!(
            r#"{{"messages":[{{"role":"assistant","content":{json},"_meta":{{"a":1}}}}],
            "maxTokens":0}}"#
        );
        same(Method::CreateMessage, &json, &params)
    };
    let annotations = Some(Annotations {
        audience: &[Role::User],
        priority: Some(Number::Text("0.5")),
        last_modified: Some("2025"),
    });
    let meta = r#"{"b":2}"#;
    let text = TextContent { text: "\u{e9}".into(), annotations, meta };
    let json = r#"{"type":"text","text":"é","_meta":{"b":2},"annotations":{"priority":0.5,
        "audience":["user"],"lastModified":"2025"}}"#;
    assert!(one(SamplingContent::Text(text), json).is_empty());
    let image = ImageContent { data: b"\x01\x02", mime_type: "image/png", ..ImageContent::EMPTY };
    let json = r#"{"type":"image","data":"AQI=","mimeType":"image/png"}"#;
    assert!(one(SamplingContent::Image(image), json).is_empty());
    let audio = sansmcp::schema::AudioContent {
        data: b"\x01",
        mime_type: "audio/wav",
        ..sansmcp::schema::AudioContent::EMPTY
    };
    let json = r#"{"type":"audio","data":"AQ==","mimeType":"audio/wav"}"#;
    assert_eq!(one(SamplingContent::Audio(audio), json), REVISIONS[..1]);
    let used = ToolUseContent { id: "1", name: "t", input: r#"{"x":1}"#, meta };
    let json = r#"{"type":"tool_use","name":"t","id":"1","input":{"x":1},"_meta":{"b":2}}"#;
    assert_eq!(one(SamplingContent::ToolUse(used), json), REVISIONS[..4]);
    let blocks = [Content::text("a"), Content::Image(image)];
    let came = ToolResultContent {
        tool_use_id: "1",
        content: &blocks,
        structured_content: r#"{"n":1}"#,
        is_error: Some(false),
        meta,
    };
    let json = r#"{"type":"tool_result","toolUseId":"1","isError":false,
        "structuredContent":{"n":1},"content":[{"type":"text","text":"a"},
        {"type":"image","data":"AQI=","mimeType":"image/png"}],"_meta":{"b":2}}"#;
    assert_eq!(one(SamplingContent::ToolResult(came), json), REVISIONS[..4]);

    let both = [SamplingContent::text("a"), SamplingContent::text("b")];
    let message = SamplingMessage { role: Role::User, content: &both, ..SamplingMessage::EMPTY };
    let params = CreateMessage { messages: &[message], max_tokens: 1, ..CreateMessage::EMPTY };
    let json = r#"{"messages":[{"role":"user","content":[{"type":"text","text":"a"},
        {"type":"text","text":"b"}]}],"maxTokens":1}"#;
    assert_eq!(same(Method::CreateMessage, json, &params), REVISIONS[..4]);
}

#[test]
fn what_the_client_must_have_declared() {
    use sansmcp_owned::{Capabilities, Input, Params};
    let needs = |method, json: &str| {
        let read = Params::Read(Question::from_json(method, json).unwrap());
        let [read, as_is] = [read, Params::Json(json.into())]
            .map(|params| Input { key: "k".into(), method, params }.needs().unwrap());
        assert_eq!(read, as_is);
        read
    };
    let form = r#"{"message":"m","requestedSchema":{}}"#;
    assert_eq!(needs(Method::Elicit, form), Capabilities::ELICITATION_FORM);
    let page = r#"{"mode":"url","message":"m","url":"https://a"}"#;
    assert_eq!(needs(Method::Elicit, page), Capabilities::ELICITATION_URL);
    let sampling = |more: &str| {
        let json = format!(r#"{{"messages":[],"maxTokens":1{more}}}"#);
        needs(Method::CreateMessage, &json)
    };
    let tools = Capabilities::SAMPLING | Capabilities::SAMPLING_TOOLS;
    assert_eq!(sampling(""), Capabilities::SAMPLING);
    assert_eq!(sampling(r#","tools":[{"name":"t"}]"#), tools);
    assert_eq!(sampling(r#","toolChoice":{}"#), tools);
    assert_eq!(needs(Method::ListRoots, "{}"), Capabilities::ROOTS);
}

#[test]
fn what_is_wrong_is_named() {
    let wrong = |method, json: &str| Question::from_json(method, json).expect_err(json).to_string();
    let elicit = |json: &str| wrong(Method::Elicit, json);
    let lost = |what: &str| format!("{what} is in no revision of the protocol");
    assert_eq!(elicit("[]"), "params must be an object");
    assert_eq!(elicit(r#"{"message":"m"}"#), "params.requestedSchema must be an object");
    assert_eq!(elicit(r#"{"requestedSchema":{}}"#), "params.message must be a string");
    assert_eq!(elicit(r#"{"mode":"x"}"#), r#"params.mode must be "form" or "url""#);
    assert_eq!(elicit(r#"{"mode":"url","message":"m"}"#), "params.url must be a string");
    assert_eq!(elicit(r#"{"mode":"form","url":"u"}"#), lost("params.url"));
    let schema = |json: &str| elicit(&format!(r#"{{"message":"m","requestedSchema":{json}}}"#));
    let at = "params.requestedSchema";
    assert_eq!(schema(r#"{"title":"t"}"#), lost(&format!("{at}.title")));
    assert_eq!(schema(r#"{"type":"array"}"#), format!(r#"{at}.type must be "object""#));
    assert_eq!(schema(r#"{"properties":[]}"#), format!("{at}.properties must be an object"));
    assert_eq!(schema(r#"{"required":[1]}"#), format!("{at}.required[0] must be a string"));
    let field = |json: &str| schema(&format!(r#"{{"properties":{{"a":{json}}}}}"#));
    let at = "params.requestedSchema.properties.a";
    assert_eq!(field("1"), format!("{at} must be an object"));
    let kinds = r#""string", "number", "integer", "boolean" or "array""#;
    assert_eq!(field(r#"{"type":"object"}"#), format!("{at}.type must be {kinds}"));
    assert_eq!(field("{}"), format!("{at}.type must be {kinds}"));
    for (json, member) in [
        (r#"{"type":"string","pattern":"x"}"#, "pattern"),
        (r#"{"type":"number","exclusiveMinimum":0}"#, "exclusiveMinimum"),
        (r#"{"type":"boolean","enum":[true]}"#, "enum"),
        (r#"{"type":"string","enum":[],"minLength":1}"#, "minLength"),
        (r#"{"type":"string","oneOf":[],"enum":[]}"#, "enum"),
        (r#"{"type":"string","enum":[],"enumNames":[],"x":1}"#, "x"),
        (r#"{"type":"array","items":{"enum":[]},"uniqueItems":true}"#, "uniqueItems"),
        (r#"{"type":"array","items":{"anyOf":[],"type":"string"}}"#, "items.type"),
        (r#"{"type":"array","items":{"enum":[],"x":1}}"#, "items.x"),
        (r#"{"type":"string","oneOf":[{"const":"a","title":"b","x":1}]}"#, "oneOf[0].x"),
    ] {
        assert_eq!(field(json), lost(&format!("{at}.{member}")));
    }
    for (json, member) in [
        (
            r#"{"type":"string","minLength":-1}"#,
            "minLength must be a whole number up to 9007199254740992",
        ),
        (r#"{"type":"string","default":1}"#, "default must be a string"),
        (r#"{"type":"number","default":"1"}"#, "default must be a number"),
        (
            r#"{"type":"string","format":"uuid"}"#,
            r#"format must be "email", "uri", "date" or "date-time""#,
        ),
        (r#"{"type":"string","enumNames":[]}"#, "enum must be an array"),
        (r#"{"type":"array"}"#, "items must be an object"),
        (r#"{"type":"array","items":{}}"#, "items.enum must be an array"),
        (r#"{"type":"array","items":{"type":"number"}}"#, r#"items.type must be "string""#),
        (r#"{"type":"string","oneOf":[{"const":"a"}]}"#, "oneOf[0].title must be a string"),
    ] {
        assert_eq!(field(json), format!("{at}.{member}"));
    }
    let model = |json: &str| wrong(Method::CreateMessage, json);
    let number = "a whole number";
    assert_eq!(model("{}"), "params.messages must be an array");
    assert_eq!(model(r#"{"messages":[]}"#), format!("params.maxTokens must be {number}"));
    assert_eq!(model(r#"{"max_tokens":1}"#), lost("params.max_tokens"));
    let message = |json: &str| model(&format!(r#"{{"messages":[{json}]}}"#));
    assert_eq!(
        message(r#"{"role":"me"}"#),
        r#"params.messages[0].role must be "user" or "assistant""#
    );
    let content = |json: &str| message(&format!(r#"{{"role":"user","content":{json}}}"#));
    let at = "params.messages[0].content";
    let kinds = r#""text", "image", "audio", "tool_use" or "tool_result""#;
    assert_eq!(content(r#"{"type":"resource_link"}"#), format!("{at}.type must be {kinds}"));
    assert_eq!(content(r#"{"type":"text"}"#), format!("{at}.text must be a string"));
    assert_eq!(content(r#"{"type":"text","text":"","x":1}"#), lost(&format!("{at}.x")));
    assert_eq!(
        content(r#"[{"type":"text","text":"","annotations":{"x":1}}]"#),
        lost(&format!("{at}[0].annotations.x"))
    );
    assert_eq!(wrong(Method::ListRoots, r#"{"x":1}"#), lost("params.x"));
}

//! Tools that ask the client once: a form, a page, the model. Before 2026-07-28 that is a request
//! within the call, from then on a result that the client answers with the call again; the handler
//! is the same.

use sansmcp::json::{Number, Writer};
use sansmcp::rules::Capabilities;
use sansmcp::schema::{
    BooleanSchema, Choice, CreateMessage, Elicit, ElicitUrl, Field, Form, Json, LegacyTitledEnum,
    NumberSchema, NumberType, Object, Prose, Role, SamplingContent, SamplingMessage, StringSchema,
    TitledItems, TitledMultiSelect, TitledSingleSelect, ToolChoice, ToolChoiceMode, UntitledItems,
    UntitledMultiSelect, UntitledSingleSelect, UrlRequired,
};
use sansmcp::{Call, Code, Input, Revision, Tool};

use super::{Fixture, plain, with};
use crate::answers;
use crate::desk::{Desk, Done};

pub static TOOLS: &[Fixture] = &[
    with(
        "test_sampling",
        "Passes a prompt to the client's model",
        r#"{"type":"object","properties":{"prompt":{"type":"string"}},"required":["prompt"]}"#,
        sampling,
    ),
    plain("test_sampling_with_tools", "Lets the client's model call a tool", sampling_with_tools),
    with(
        "test_elicitation",
        "Asks the person for a name and a mail address",
        r#"{"type":"object","properties":{"message":{"type":"string"}},"required":["message"]}"#,
        |desk, call, tx| match call.arg("message") {
            Some(message) => {
                let form =
                    Form { properties: USER, required: &["username", "email"], ..Form::EMPTY };
                let params =
                    Elicit { message: message.into(), requested_schema: form, ..Elicit::EMPTY };
                elicit(desk, call, &params, "User response", tx)
            }
            None => desk.server.answer(call.ticket(), tx).fail("message is missing").end(),
        },
    ),
    plain(
        "test_elicitation_sep1034_defaults",
        "Asks with a form whose fields are filled in already",
        |desk, call, tx| {
            let params = Elicit {
                message: "Please check what is filled in.".into(),
                requested_schema: Form { properties: DEFAULTS, ..Form::EMPTY },
                ..Elicit::EMPTY
            };
            elicit(desk, call, &params, "Elicitation completed", tx)
        },
    ),
    plain(
        "test_elicitation_sep1330_enums",
        "Asks with a form that has every kind of choice",
        |desk, call, tx| {
            let params = Elicit {
                message: "Please choose.".into(),
                requested_schema: Form { properties: CHOICES, ..Form::EMPTY },
                ..Elicit::EMPTY
            };
            elicit(desk, call, &params, "Elicitation completed", tx)
        },
    ),
    plain("test_elicitation_url", "Asks the person to visit a page", visit),
    plain(
        "test_elicitation_url_required",
        "Fails until the person has visited a page",
        |desk, call, tx| {
            let can = call.capabilities().contains(Capabilities::ELICITATION_URL);
            // The one revision with an error that says so; others are asked.
            if !can || call.revision() != Revision::V2025_11_25 {
                return visit(desk, call, tx);
            }
            let mut json = [0; 512];
            let mut out = Writer::new(&mut json);
            UrlRequired { elicitations: &[PAGE] }.write(&mut out, call.revision())?;
            let data = String::from_utf8_lossy(out.finish());
            let why = "Visit the page first";
            desk.server.error(call.ticket(), Code::URL_ELICITATION_REQUIRED, why, &data, tx)
        },
    ),
    plain("test_ping_client", "Answers when the client has answered a ping", |desk, call, tx| {
        if call.revision() == Revision::V2026_07_28 {
            let answer = desk.server.answer(call.ticket(), tx);
            return answer.fail("Servers send no requests since 2026-07-28.").end();
        }
        // The lower way to ask, for those who wait for the very answer; see `Desk::pinged`.
        let limits = desk.work.options.limits;
        let ticket = call.ticket();
        let (_, out) = desk.server.request(ticket, "ping", &Json::EMPTY, &limits, desk.now, tx)?;
        Ok(out)
    }),
    plain("test_missing_capability", "Needs a client that has a model", |desk, call, tx| {
        if call.capabilities().contains(Capabilities::SAMPLING) {
            let answer = desk.server.answer(call.ticket(), tx);
            return answer.text("The client has a model.").end();
        }
        desk.server.undeclared(call.ticket(), Capabilities::SAMPLING, tx)
    }),
];

const USER: &[(&str, Field<'_>)] = &[
    ("username", text("The name you go by", None)),
    ("email", text("Where mail reaches you", None)),
];

const DEFAULTS: &[(&str, Field<'_>)] = &[
    ("name", text("Your name", Some("John Doe"))),
    ("age", number("Your age in years", NumberType::Integer, Number::Int(30))),
    ("score", number("Your score", NumberType::Number, Number::Text("95.5"))),
    (
        "status",
        Field::Single(UntitledSingleSelect {
            description: Some("How you are"),
            choices: &["active", "inactive", "pending"],
            default: Some("active"),
            ..UntitledSingleSelect::EMPTY
        }),
    ),
    (
        "verified",
        Field::Boolean(BooleanSchema {
            description: Some("Whether it was checked"),
            default: Some(true),
            ..BooleanSchema::EMPTY
        }),
    ),
];

const OPTIONS: &[&str] = &["option1", "option2", "option3"];

const TITLED: &[Choice<'_>] = &[
    Choice { value: "value1", title: "First Option" },
    Choice { value: "value2", title: "Second Option" },
    Choice { value: "value3", title: "Third Option" },
];

const CHOICES: &[(&str, Field<'_>)] = &[
    (
        "untitledSingle",
        Field::Single(UntitledSingleSelect { choices: OPTIONS, ..UntitledSingleSelect::EMPTY }),
    ),
    (
        "titledSingle",
        Field::TitledSingle(TitledSingleSelect { choices: TITLED, ..TitledSingleSelect::EMPTY }),
    ),
    (
        "legacyEnum",
        Field::Legacy(LegacyTitledEnum {
            choices: &["opt1", "opt2", "opt3"],
            names: &["Option One", "Option Two", "Option Three"],
            ..LegacyTitledEnum::EMPTY
        }),
    ),
    (
        "untitledMulti",
        Field::Multi(UntitledMultiSelect {
            items: UntitledItems { choices: OPTIONS },
            ..UntitledMultiSelect::EMPTY
        }),
    ),
    (
        "titledMulti",
        Field::TitledMulti(TitledMultiSelect {
            items: TitledItems { choices: TITLED },
            ..TitledMultiSelect::EMPTY
        }),
    ),
];

const PAGE: ElicitUrl<'_> = ElicitUrl {
    message: Prose::Plain("Please confirm on the page."),
    url: "https://example.com/confirm",
    elicitation_id: "confirmation-1",
    ..ElicitUrl::EMPTY
};

const fn text(description: &'static str, default: Option<&'static str>) -> Field<'static> {
    Field::String(StringSchema { description: Some(description), default, ..StringSchema::EMPTY })
}

const fn number(
    description: &'static str,
    kind: NumberType,
    default: Number<'static>,
) -> Field<'static> {
    Field::Number(NumberSchema {
        kind,
        description: Some(description),
        default: Some(default),
        ..NumberSchema::EMPTY
    })
}

/// Asks with a form, and answers with what came of it.
fn elicit<'t>(
    desk: &mut Desk<'_, '_>,
    call: &Call<'_>,
    params: &Elicit<'_>,
    what: &str,
    tx: &'t mut [u8],
) -> Done<'t> {
    let Some(answer) = call.input("form") else {
        return desk.ask(call, &[Input::elicit("form", params)], "", tx);
    };
    match answers::form(answer) {
        Some(form) => desk.server.answer(call.ticket(), tx).text(&*format!("{what}: {form}")).end(),
        None => desk.invalid(call, "form is not the result of a form", tx),
    }
}

fn visit<'t>(desk: &mut Desk<'_, '_>, call: &Call<'_>, tx: &'t mut [u8]) -> Done<'t> {
    let Some(answer) = call.input("page") else {
        let inputs = [Input::elicit("page", &PAGE)];
        return desk.ask_for(Capabilities::ELICITATION_URL, call, &inputs, "", tx);
    };
    match answers::action(answer) {
        Some(action) => {
            let text = format!("URL elicitation: {action}");
            desk.server.answer(call.ticket(), tx).text(&*text).end()
        }
        None => desk.invalid(call, "page is not the result of a visit", tx),
    }
}

fn sampling<'t>(desk: &mut Desk<'_, '_>, call: &Call<'_>, tx: &'t mut [u8]) -> Done<'t> {
    let Some(answer) = call.input("reply") else {
        let Some(prompt) = call.arg("prompt") else {
            return desk.server.answer(call.ticket(), tx).fail("prompt is missing").end();
        };
        let content = [SamplingContent::text(prompt)];
        let messages = [SamplingMessage { role: Role::User, content: &content, meta: "" }];
        let params = CreateMessage { messages: &messages, max_tokens: 100, ..CreateMessage::EMPTY };
        return desk.ask(call, &[Input::create_message("reply", &params)], "", tx);
    };
    match answers::said_by_model(answer) {
        Some(text) => {
            desk.server.answer(call.ticket(), tx).text(&*format!("LLM response: {text}")).end()
        }
        None => desk.invalid(call, "reply is not a message of text", tx),
    }
}

fn sampling_with_tools<'t>(desk: &mut Desk<'_, '_>, call: &Call<'_>, tx: &'t mut [u8]) -> Done<'t> {
    let Some(answer) = call.input("reply") else {
        let content = [SamplingContent::text("What is the weather in Paris?")];
        let params = CreateMessage {
            messages: &[SamplingMessage { role: Role::User, content: &content, meta: "" }],
            max_tokens: 100,
            tools: &[Tool {
                name: "get_weather",
                description: "The weather in a city",
                input_schema: concat!(
                    r#"{"type":"object","properties":{"city":{"type":"string"}},"#,
                    r#""required":["city"]}"#
                ),
                ..Tool::EMPTY
            }],
            tool_choice: Some(ToolChoice { mode: Some(ToolChoiceMode::Auto) }),
            ..CreateMessage::EMPTY
        };
        let needed = Capabilities::SAMPLING | Capabilities::SAMPLING_TOOLS;
        let inputs = [Input::create_message("reply", &params)];
        return desk.ask_for(needed, call, &inputs, "", tx);
    };
    let text = match (answers::wished_by_model(answer), answers::said_by_model(answer)) {
        (Some((name, input)), _) => format!("Tool use: {name} {input}"),
        (None, Some(text)) => format!("LLM response: {text}"),
        (None, None) => return desk.invalid(call, "reply is not a message", tx),
    };
    desk.server.answer(call.ticket(), tx).text(&*text).end()
}

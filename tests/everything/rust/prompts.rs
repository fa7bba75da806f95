//! The prompts.

use sansmcp::schema::{Elicit, Field, Form, Prompt, PromptArgument, Role, StringSchema};
use sansmcp::{Call, Event, Input};

use crate::answers::{Said, plain};
use crate::desk::{Desk, Done};
use crate::resources::PIXEL;

pub static PROMPTS: &[Prompt<'static>] = &[
    Prompt {
        name: "test_simple_prompt",
        title: Some("Simple prompt"),
        description: Some("A prompt without arguments"),
        ..Prompt::EMPTY
    },
    Prompt {
        name: "test_prompt_with_arguments",
        description: Some("A prompt with two arguments"),
        arguments: &[required("arg1", "The first"), required("arg2", "The second")],
        ..Prompt::EMPTY
    },
    Prompt {
        name: "test_prompt_with_embedded_resource",
        description: Some("A prompt with a resource in it"),
        arguments: &[required("resourceUri", "The resource's URI")],
        ..Prompt::EMPTY
    },
    Prompt {
        name: "test_prompt_with_image",
        description: Some("A prompt with a picture in it"),
        ..Prompt::EMPTY
    },
    Prompt {
        name: "test_input_required_result_prompt",
        description: Some("A prompt that asks for its context"),
        ..Prompt::EMPTY
    },
];

const fn required(name: &'static str, description: &'static str) -> PromptArgument<'static> {
    PromptArgument {
        name,
        description: Some(description),
        required: Some(true),
        ..PromptArgument::EMPTY
    }
}

pub fn get<'t>(desk: &mut Desk<'_, '_>, call: &Call<'_>, tx: &'t mut [u8]) -> Done<'t> {
    let name = plain(call.name());
    match &*name {
        "test_simple_prompt" => {
            let messages = desk.server.messages(call.ticket(), tx);
            messages.text(Role::User, "This is a simple prompt for testing.").end()
        }
        "test_prompt_with_arguments" => {
            let (Some(one), Some(two)) = (call.arg("arg1"), call.arg("arg2")) else {
                return desk.invalid(call, "arg1 or arg2 is missing", tx);
            };
            let (one, two) = (plain(one), plain(two));
            let text = format!("Prompt with arguments: arg1='{one}', arg2='{two}'");
            desk.server.messages(call.ticket(), tx).text(Role::User, &*text).end()
        }
        "test_prompt_with_embedded_resource" => {
            let Some(uri) = call.arg("resourceUri") else {
                return desk.invalid(call, "resourceUri is missing", tx);
            };
            let text = "Embedded resource content for testing.";
            let messages = desk.server.messages(call.ticket(), tx);
            messages
                .resource(Role::User, &plain(uri), Some("text/plain"), text)
                .text(Role::User, "Please process the embedded resource above.")
                .end()
        }
        "test_prompt_with_image" => {
            let messages = desk.server.messages(call.ticket(), tx);
            messages
                .image(Role::User, PIXEL, "image/png")
                .text(Role::User, "Please analyze the image above.")
                .end()
        }
        "test_input_required_result_prompt" => with_context(desk, call, tx),
        _ => desk.server.reply(&Event::GetPrompt(*call), tx),
    }
}

fn with_context<'t>(desk: &mut Desk<'_, '_>, call: &Call<'_>, tx: &'t mut [u8]) -> Done<'t> {
    let Some(answer) = call.input("user_context") else {
        let params = Elicit {
            message: "What is this about?".into(),
            requested_schema: Form {
                properties: &[("context", Field::String(StringSchema::EMPTY))],
                required: &["context"],
                ..Form::EMPTY
            },
            ..Elicit::EMPTY
        };
        return desk.ask(call, &[Input::elicit("user_context", &params)], "", tx);
    };
    let text = match Said::field(answer, "context") {
        Said::Yes(context) => format!("Answer with this in mind: {context}"),
        Said::No(how) => format!("Answer without knowing what this is about: {how}"),
        Said::Nonsense => return desk.invalid(call, "user_context has no context", tx),
    };
    desk.server.messages(call.ticket(), tx).text(Role::User, &*text).end()
}

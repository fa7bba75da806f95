//! Tools that ask in rounds: several things, several times, with a state between the rounds. The
//! protocol has such results since 2026-07-28; older clients are asked one thing after the other.

use sansmcp::rules::Capabilities;
use sansmcp::schema::{
    BooleanSchema, CreateMessage, Elicit, Field, Form, Role, SamplingContent, SamplingMessage,
    StringSchema,
};
use sansmcp::{Call, Input};

use super::{Fixture, plain};
use crate::answers::{self, NAME, Said};
use crate::desk::{Desk, Done};

pub static TOOLS: &[Fixture] = &[
    plain(
        "test_input_required_result_elicitation",
        "Asks for a name and greets",
        |desk, call, tx| {
            let Some(answer) = call.input("user_name") else {
                return desk.ask(call, &[Input::elicit("user_name", &NAME_FORM)], "", tx);
            };
            match Said::field(answer, "name") {
                Said::Yes(name) => say(desk, call, &format!("Hello, {name}!"), tx),
                Said::No(how) => say(desk, call, &format!("No name: {how}"), tx),
                Said::Nonsense => desk.invalid(call, "user_name has no name", tx),
            }
        },
    ),
    plain(
        "test_input_required_result_sampling",
        "Asks the client's model for a capital",
        |desk, call, tx| {
            let Some(answer) = call.input("capital_question") else {
                let content = [SamplingContent::text("What is the capital of France?")];
                let messages = [of_user(&content)];
                let params =
                    CreateMessage { messages: &messages, max_tokens: 100, ..CreateMessage::EMPTY };
                let inputs = [Input::create_message("capital_question", &params)];
                return desk.ask(call, &inputs, "", tx);
            };
            match answers::said_by_model(answer) {
                Some(text) => say(desk, call, &text, tx),
                None => desk.invalid(call, "capital_question is not a message of text", tx),
            }
        },
    ),
    plain(
        "test_input_required_result_list_roots",
        "Asks for the client's folders",
        |desk, call, tx| {
            let Some(answer) = call.input("client_roots") else {
                return desk.ask(call, &[Input::list_roots("client_roots")], "", tx);
            };
            match answers::roots(answer) {
                Some(roots) => say(desk, call, &format!("Roots: {roots}"), tx),
                None => desk.invalid(call, "client_roots has no roots", tx),
            }
        },
    ),
    plain(
        "test_input_required_result_request_state",
        "Asks for a confirmation, with a state",
        |desk, call, tx| confirm(desk, call, "state-ok", tx),
    ),
    plain(
        "test_input_required_result_tampered_state",
        "Asks for a confirmation, with a state that must not be changed",
        |desk, call, tx| confirm(desk, call, "The state is as it went out", tx),
    ),
    plain(
        "test_input_required_result_multiple_inputs",
        "Asks the person, the model and the client at once",
        multiple,
    ),
    plain("test_input_required_result_multi_round", "Asks for a name, then for a colour", rounds),
    plain(
        "test_input_required_result_capabilities",
        "Asks for all that the client can do",
        whatever,
    ),
];

const NAME_FORM: Elicit<'static> = Elicit {
    message: sansmcp::schema::Prose::Plain("What is your name?"),
    requested_schema: Form { properties: NAME, required: &["name"], ..Form::EMPTY },
    ..Elicit::EMPTY
};

fn say<'t>(desk: &mut Desk<'_, '_>, call: &Call<'_>, text: &str, tx: &'t mut [u8]) -> Done<'t> {
    desk.server.answer(call.ticket(), tx).text(text).end()
}

const fn of_user<'a>(content: &'a [SamplingContent<'a>]) -> SamplingMessage<'a> {
    SamplingMessage { role: Role::User, content, meta: "" }
}

/// One question, and a state that says that it was asked.
fn confirm<'t>(desk: &mut Desk<'_, '_>, call: &Call<'_>, done: &str, tx: &'t mut [u8]) -> Done<'t> {
    let state = match desk.unseal(call) {
        Ok(state) => state,
        Err(error) => return desk.bad_state(call, error, tx),
    };
    let answer = call.input("confirm").filter(|_| state.as_deref() == Some("asked"));
    let Some(answer) = answer else {
        let sealed = desk.seal(call, "asked");
        let params = Elicit {
            message: "Do you agree?".into(),
            requested_schema: Form {
                properties: &[("ok", Field::Boolean(BooleanSchema::EMPTY))],
                required: &["ok"],
                ..Form::EMPTY
            },
            ..Elicit::EMPTY
        };
        return desk.ask(call, &[Input::elicit("confirm", &params)], &sealed, tx);
    };
    match Said::field(answer, "ok") {
        Said::Yes(ok) => say(desk, call, &format!("{done}: ok={ok}"), tx),
        Said::No(how) => say(desk, call, &format!("{done}: {how}"), tx),
        Said::Nonsense => desk.invalid(call, "confirm is not the result of the form", tx),
    }
}

/// Three questions of three kinds at once.
fn multiple<'t>(desk: &mut Desk<'_, '_>, call: &Call<'_>, tx: &'t mut [u8]) -> Done<'t> {
    let state = match desk.unseal(call) {
        Ok(state) => state,
        Err(error) => return desk.bad_state(call, error, tx),
    };
    let all = (call.input("user_name"), call.input("greeting"), call.input("client_roots"));
    let (Some(name), Some(greeting), Some(roots), Some(_)) = (all.0, all.1, all.2, state) else {
        let sealed = desk.seal(call, "asked");
        return ask_all(desk, call, Capabilities(u32::MAX), &sealed, tx);
    };
    let name = match Said::field(name, "name") {
        Said::Yes(name) => name,
        Said::No(how) => how.into(),
        Said::Nonsense => return desk.invalid(call, "user_name has no name", tx),
    };
    match (answers::said_by_model(greeting), answers::roots(roots)) {
        (Some(greeting), Some(roots)) => {
            say(desk, call, &format!("{name}: {greeting}; roots: {roots}"), tx)
        }
        _ => desk.invalid(call, "greeting or client_roots is no answer", tx),
    }
}

/// Asks for a name, a greeting and the roots, as far as `can` has them.
fn ask_all<'t>(
    desk: &mut Desk<'_, '_>,
    call: &Call<'_>,
    can: Capabilities,
    state: &str,
    tx: &'t mut [u8],
) -> Done<'t> {
    let content = [SamplingContent::text("Greet somebody in a few words.")];
    let messages = [of_user(&content)];
    let greeting = CreateMessage { messages: &messages, max_tokens: 50, ..CreateMessage::EMPTY };
    let inputs = [
        (Capabilities::ELICITATION_FORM, Input::elicit("user_name", &NAME_FORM)),
        (Capabilities::SAMPLING, Input::create_message("greeting", &greeting)),
        (Capabilities::ROOTS, Input::list_roots("client_roots")),
    ];
    let able = inputs.into_iter().filter(|(needs, _)| can.contains(*needs));
    let able: Vec<Input<'_>> = able.map(|(_, input)| input).collect();
    desk.ask(call, &able, state, tx)
}

/// Two rounds; what was said in the first is in the state of the second.
fn rounds<'t>(desk: &mut Desk<'_, '_>, call: &Call<'_>, tx: &'t mut [u8]) -> Done<'t> {
    let state = match desk.unseal(call) {
        Ok(state) => state,
        Err(error) => return desk.bad_state(call, error, tx),
    };
    let answered = |key, field| call.input(key).map(|answer| Said::field(answer, field));
    let name = match state.as_deref().and_then(|state| state.strip_prefix("2 ")) {
        Some(name) => name.to_owned(),
        None => match answered("step1", "name").filter(|_| state.as_deref() == Some("1")) {
            Some(Said::Yes(name)) => name,
            Some(Said::No(how)) => return say(desk, call, &format!("No name: {how}"), tx),
            Some(Said::Nonsense) => return desk.invalid(call, "step1 has no name", tx),
            None => {
                let sealed = desk.seal(call, "1");
                return desk.ask(call, &[Input::elicit("step1", &NAME_FORM)], &sealed, tx);
            }
        },
    };
    match answered("step2", "color") {
        Some(Said::Yes(color)) => say(desk, call, &format!("{name} likes the colour {color}."), tx),
        Some(Said::No(how)) => say(desk, call, &format!("{name} named no colour: {how}"), tx),
        Some(Said::Nonsense) => desk.invalid(call, "step2 has no color", tx),
        None => {
            let sealed = desk.seal(call, &format!("2 {name}"));
            let params = Elicit {
                message: "Which colour do you like?".into(),
                requested_schema: Form {
                    properties: &[("color", Field::String(StringSchema::EMPTY))],
                    required: &["color"],
                    ..Form::EMPTY
                },
                ..Elicit::EMPTY
            };
            desk.ask(call, &[Input::elicit("step2", &params)], &sealed, tx)
        }
    }
}

/// Asks for what the client declared and for nothing else.
fn whatever<'t>(desk: &mut Desk<'_, '_>, call: &Call<'_>, tx: &'t mut [u8]) -> Done<'t> {
    let can = call.capabilities();
    let wanted = [
        (Capabilities::ELICITATION_FORM, "user_name"),
        (Capabilities::SAMPLING, "greeting"),
        (Capabilities::ROOTS, "client_roots"),
    ];
    let keys: Vec<&str> =
        wanted.iter().filter(|(needs, _)| can.contains(*needs)).map(|(_, key)| *key).collect();
    if keys.is_empty() {
        return say(desk, call, "The client can be asked for nothing.", tx);
    }
    if keys.iter().any(|key| call.input(key).is_none()) {
        return ask_all(desk, call, can, "", tx);
    }
    say(desk, call, &format!("Answered: {}", keys.join(", ")), tx)
}

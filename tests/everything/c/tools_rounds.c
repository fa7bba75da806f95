/* Tools that ask in rounds: several things, several times, with a state between the rounds. The
 * protocol has such results since 2026-07-28; older clients are asked one thing after the other. */
#include "server.h"

sansmcp_result greet(struct desk *desk, const sansmcp_event *call) {
    sansmcp_str answer, name;
    if (!answered(call, S("user_name"), &answer)) {
        struct question who = elicit(desk, call, S("user_name"), &name_form);
        return ask(desk, call, &who, 1, nothing);
    }
    switch (said(desk, answer, S("name"), &name)) {
        case SAID_YES: return say(desk, call, JOIN(desk, S("Hello, "), name, S("!")));
        case SAID_NO: return say(desk, call, JOIN(desk, S("No name: "), name));
        default: return invalid(desk, call, S("user_name has no name"));
    }
}

static sansmcp_result capital(struct desk *desk, const sansmcp_event *call) {
    sansmcp_str answer, text;
    if (!answered(call, S("capital_question"), &answer)) {
        struct question where
            = prompt_model(desk, S("capital_question"), S("What is the capital of France?"), 100);
        return ask(desk, call, &where, 1, nothing);
    }
    text = said_by_model(desk, answer);
    if (text.data == NULL)
        return invalid(desk, call, S("capital_question is not a message of text"));
    return say(desk, call, text);
}

static sansmcp_result list_roots(struct desk *desk, const sansmcp_event *call) {
    sansmcp_str answer, roots;
    if (!answered(call, S("client_roots"), &answer)) {
        struct question where = folders(S("client_roots"));
        return ask(desk, call, &where, 1, nothing);
    }
    roots = roots_of(desk, answer);
    if (roots.data == NULL) return invalid(desk, call, S("client_roots has no roots"));
    return say(desk, call, JOIN(desk, S("Roots: "), roots));
}

/** One question, and a state that says that it was asked. */
static sansmcp_result confirm(struct desk *desk, const sansmcp_event *call, sansmcp_str done) {
    sansmcp_str state, answer, ok;
    sansmcp_result result = unseal(desk, call, &state);
    if (result != SANSMCP_OK) return bad_state(desk, call, result);
    if (!sansmcp_str_equals(state, S("asked")) || !answered(call, S("confirm"), &answer)) {
        struct question agree = elicit(desk, call, S("confirm"), &ok_form);
        return ask(desk, call, &agree, 1, seal(desk, call, S("asked")));
    }
    switch (said(desk, answer, S("ok"), &ok)) {
        case SAID_YES: return say(desk, call, JOIN(desk, done, S(": ok="), ok));
        case SAID_NO: return say(desk, call, JOIN(desk, done, S(": "), ok));
        default: return invalid(desk, call, S("confirm is not the result of the form"));
    }
}

static sansmcp_result request_state(struct desk *desk, const sansmcp_event *call) {
    return confirm(desk, call, S("state-ok"));
}

static sansmcp_result tampered_state(struct desk *desk, const sansmcp_event *call) {
    return confirm(desk, call, S("The state is as it went out"));
}

enum { ALL = 3 };

/** The questions for a name, a greeting and the roots, as far as the client can answer them. */
static size_t all_questions(struct desk *desk, const sansmcp_event *call, bool is_able_only,
                            struct question *questions) {
    const struct question all[ALL] = {
        elicit(desk, call, S("user_name"), &name_form),
        prompt_model(desk, S("greeting"), S("Greet somebody in a few words."), 50),
        folders(S("client_roots")),
    };
    size_t count = 0;
    for (size_t i = 0; i < ALL; i++)
        if (!is_able_only || can(call, all[i].needs)) questions[count++] = all[i];
    return count;
}

/** Three questions of three kinds at once. */
static sansmcp_result multiple(struct desk *desk, const sansmcp_event *call) {
    sansmcp_str state, name, greeting, roots, value;
    sansmcp_result result = unseal(desk, call, &state);
    if (result != SANSMCP_OK) return bad_state(desk, call, result);
    if (state.data == NULL || !answered(call, S("user_name"), &name)
        || !answered(call, S("greeting"), &greeting)
        || !answered(call, S("client_roots"), &roots)) {
        struct question questions[ALL];
        size_t count = all_questions(desk, call, false, questions);
        return ask(desk, call, questions, count, seal(desk, call, S("asked")));
    }
    if (said(desk, name, S("name"), &value) == SAID_NONSENSE)
        return invalid(desk, call, S("user_name has no name"));
    greeting = said_by_model(desk, greeting);
    roots = roots_of(desk, roots);
    if (greeting.data == NULL || roots.data == NULL)
        return invalid(desk, call, S("greeting or client_roots is no answer"));
    return say(desk, call, JOIN(desk, value, S(": "), greeting, S("; roots: "), roots));
}

/** Two rounds; what was said in the first is in the state of the second. */
static sansmcp_result multi_round(struct desk *desk, const sansmcp_event *call) {
    const sansmcp_str second = S("2 ");
    sansmcp_str state, answer, name, color;
    sansmcp_result result = unseal(desk, call, &state);
    if (result != SANSMCP_OK) return bad_state(desk, call, result);
    if (begins_with(state, second)) {
        name = (sansmcp_str){state.data + second.len, state.len - second.len};
    } else if (sansmcp_str_equals(state, S("1")) && answered(call, S("step1"), &answer)) {
        switch (said(desk, answer, S("name"), &name)) {
            case SAID_YES: break;
            case SAID_NO: return say(desk, call, JOIN(desk, S("No name: "), name));
            default: return invalid(desk, call, S("step1 has no name"));
        }
    } else {
        struct question who = elicit(desk, call, S("step1"), &name_form);
        return ask(desk, call, &who, 1, seal(desk, call, S("1")));
    }
    if (!answered(call, S("step2"), &answer)) {
        struct question which = elicit(desk, call, S("step2"), &color_form);
        return ask(desk, call, &which, 1, seal(desk, call, JOIN(desk, second, name)));
    }
    switch (said(desk, answer, S("color"), &color)) {
        case SAID_YES:
            return say(desk, call, JOIN(desk, name, S(" likes the colour "), color, S(".")));
        case SAID_NO: return say(desk, call, JOIN(desk, name, S(" named no colour: "), color));
        default: return invalid(desk, call, S("step2 has no color"));
    }
}

/** Asks for what the client declared and for nothing else. */
static sansmcp_result whatever(struct desk *desk, const sansmcp_event *call) {
    struct question questions[ALL];
    sansmcp_str keys = S(""), answer;
    size_t count = all_questions(desk, call, true, questions);
    if (count == 0) return say(desk, call, S("The client can be asked for nothing."));
    for (size_t i = 0; i < count; i++) {
        if (!answered(call, questions[i].key, &answer))
            return ask(desk, call, questions, count, nothing);
        keys = JOIN(desk, keys, i == 0 ? S("") : S(", "), questions[i].key);
    }
    return say(desk, call, JOIN(desk, S("Answered: "), keys));
}

const struct fixture round_tools[] = {
    TOOL("test_input_required_result_elicitation", "Asks for a name and greets", greet),
    TOOL("test_input_required_result_sampling", "Asks the client's model for a capital", capital),
    TOOL("test_input_required_result_list_roots", "Asks for the client's folders", list_roots),
    TOOL("test_input_required_result_request_state", "Asks for a confirmation, with a state",
         request_state),
    TOOL("test_input_required_result_tampered_state",
         "Asks for a confirmation, with a state that must not be changed", tampered_state),
    TOOL("test_input_required_result_multiple_inputs",
         "Asks the person, the model and the client at once", multiple),
    TOOL("test_input_required_result_multi_round", "Asks for a name, then for a colour",
         multi_round),
    TOOL("test_input_required_result_capabilities", "Asks for all that the client can do",
         whatever),
};
const size_t round_tool_count = sizeof round_tools / sizeof *round_tools;

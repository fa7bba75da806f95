/* Tools that ask the client once: a form, a page, the model. Before 2026-07-28 that is a request
 * within the call, from then on a result that the client answers with the call again; the handler
 * is the same. */
#include "server.h"

/** Answers with what came of a form. */
static sansmcp_result filled_in(struct desk *desk, const sansmcp_event *call, sansmcp_str answer,
                                sansmcp_str what) {
    sansmcp_str words = form_of(desk, answer);
    if (words.data == NULL) return invalid(desk, call, S("form is not the result of a form"));
    return say(desk, call, JOIN(desk, what, S(": "), words));
}

static sansmcp_result elicitation(struct desk *desk, const sansmcp_event *call) {
    sansmcp_text message;
    sansmcp_str answer;
    if (sansmcp_event_arg(call, S("message"), &message) != SANSMCP_OK)
        return fail(desk, call, S("message is missing"));
    if (answered(call, S("form"), &answer))
        return filled_in(desk, call, answer, S("User response"));
    sansmcp_elicit asking = user_form;
    asking.message = plain(desk, message);
    struct question user = elicit(desk, call, S("form"), &asking);
    return ask(desk, call, &user, 1, nothing);
}

static sansmcp_result defaults(struct desk *desk, const sansmcp_event *call) {
    sansmcp_str answer;
    if (answered(call, S("form"), &answer))
        return filled_in(desk, call, answer, S("Elicitation completed"));
    struct question filled = elicit(desk, call, S("form"), &defaults_form);
    return ask(desk, call, &filled, 1, nothing);
}

static sansmcp_result enums(struct desk *desk, const sansmcp_event *call) {
    sansmcp_str answer;
    if (answered(call, S("form"), &answer))
        return filled_in(desk, call, answer, S("Elicitation completed"));
    struct question choices = elicit(desk, call, S("form"), &choices_form);
    return ask(desk, call, &choices, 1, nothing);
}

static sansmcp_result visit(struct desk *desk, const sansmcp_event *call) {
    sansmcp_str answer;
    if (answered(call, S("page"), &answer)) {
        sansmcp_str action = action_of(answer);
        if (action.data == NULL)
            return invalid(desk, call, S("page is not the result of a visit"));
        return say(desk, call, JOIN(desk, S("URL elicitation: "), action));
    }
    struct question where = elicit(desk, call, S("page"), &page);
    return ask(desk, call, &where, 1, nothing);
}

static sansmcp_result visit_first(struct desk *desk, const sansmcp_event *call) {
    /* The one revision with an error that says so; others are asked. */
    if (!can(call, SANSMCP_CAPABILITY_ELICITATION_URL)
        || sansmcp_event_revision_number(call) != SANSMCP_REVISION_2025_11_25)
        return visit(desk, call);
    struct question where = elicit(desk, call, S("page"), &page);
    sansmcp_str data = JOIN(desk, S("{\"elicitations\":["), where.params, S("]}"));
    return sansmcp_server_error(desk->server, call->ticket, SANSMCP_CODE_URL_ELICITATION_REQUIRED,
                                S("Visit the page first"), data, desk->work->tx, MESSAGE,
                                &desk->out);
}

static sansmcp_result sampling(struct desk *desk, const sansmcp_event *call) {
    sansmcp_str answer, text;
    sansmcp_text prompt;
    if (!answered(call, S("reply"), &answer)) {
        if (sansmcp_event_arg(call, S("prompt"), &prompt) != SANSMCP_OK)
            return fail(desk, call, S("prompt is missing"));
        struct question reply_to = prompt_model(desk, S("reply"), inside(prompt), 100);
        return ask(desk, call, &reply_to, 1, nothing);
    }
    text = said_by_model(desk, answer);
    if (text.data == NULL) return invalid(desk, call, S("reply is not a message of text"));
    return say(desk, call, JOIN(desk, S("LLM response: "), text));
}

static sansmcp_result sampling_with_tools(struct desk *desk, const sansmcp_event *call) {
    sansmcp_str answer, text, name, input;
    if (!answered(call, S("reply"), &answer)) {
        struct question weather = {
            .key = S("reply"),
            .kind = SANSMCP_INPUT_CREATE_MESSAGE,
            .needs = SANSMCP_CAPABILITY_SAMPLING | SANSMCP_CAPABILITY_SAMPLING_TOOLS,
            .params
            = S("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                "\"text\":\"What is the weather in Paris?\"}}],\"maxTokens\":100,"
                "\"tools\":[{\"name\":\"get_weather\",\"description\":\"The weather in a city\","
                "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"city\":"
                "{\"type\":\"string\"}},\"required\":[\"city\"]}}],"
                "\"toolChoice\":{\"mode\":\"auto\"}}"),
        };
        return ask(desk, call, &weather, 1, nothing);
    }
    if (wished_by_model(desk, answer, &name, &input))
        return say(desk, call, JOIN(desk, S("Tool use: "), name, S(" "), input));
    text = said_by_model(desk, answer);
    if (text.data == NULL) return invalid(desk, call, S("reply is not a message"));
    return say(desk, call, JOIN(desk, S("LLM response: "), text));
}

static sansmcp_result ping_client(struct desk *desk, const sansmcp_event *call) {
    sansmcp_ticket ping;
    if (sansmcp_event_revision_number(call) == SANSMCP_REVISION_2026_07_28)
        return fail(desk, call, S("Servers send no requests since 2026-07-28."));
    /* The lower way to ask, for those who wait for the very answer; see pinged() in app.c. */
    sansmcp_limits limits = limits_of(desk->work);
    return sansmcp_server_request(desk->server, call->ticket, S("ping"), NULL, &limits, desk->now,
                                  desk->work->tx, MESSAGE, &ping, &desk->out);
}

static sansmcp_result missing_capability(struct desk *desk, const sansmcp_event *call) {
    if (can(call, SANSMCP_CAPABILITY_SAMPLING))
        return say(desk, call, S("The client has a model."));
    return sansmcp_server_undeclared(desk->server, call->ticket, SANSMCP_CAPABILITY_SAMPLING,
                                     desk->work->tx, MESSAGE, &desk->out);
}

const struct fixture ask_tools[] = {
    TOOL_WITH("test_sampling", "Passes a prompt to the client's model",
              "{\"type\":\"object\",\"properties\":{\"prompt\":{\"type\":\"string\"}},"
              "\"required\":[\"prompt\"]}",
              sampling),
    TOOL("test_sampling_with_tools", "Lets the client's model call a tool", sampling_with_tools),
    TOOL_WITH("test_elicitation", "Asks the person for a name and a mail address",
              "{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\"}},"
              "\"required\":[\"message\"]}",
              elicitation),
    TOOL("test_elicitation_sep1034_defaults",
         "Asks with a form whose fields are filled in already", defaults),
    TOOL("test_elicitation_sep1330_enums", "Asks with a form that has every kind of choice",
         enums),
    TOOL("test_elicitation_url", "Asks the person to visit a page", visit),
    TOOL("test_elicitation_url_required", "Fails until the person has visited a page",
         visit_first),
    TOOL("test_ping_client", "Answers when the client has answered a ping", ping_client),
    TOOL("test_missing_capability", "Needs a client that has a model", missing_capability),
};
const size_t ask_tool_count = sizeof ask_tools / sizeof *ask_tools;

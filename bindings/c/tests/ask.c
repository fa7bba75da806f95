/*
 * What a server asks in the course of a call, in both eras, each function as it should be called.
 * The last line is `N passed, M failed`.
 */
#include "server_world.h"

static const sansmcp_field form[] = {
    {.key = SANSMCP_STR_INIT("message"), .text = SANSMCP_STR_INIT("Sure?")},
    {.key = SANSMCP_STR_INIT("requestedSchema"),
     .json = SANSMCP_STR_INIT("{\"type\":\"object\",\"properties\":{}}")},
};
static const sansmcp_object form_params = {.fields = form, .field_count = 2};
static const sansmcp_object sampling_params = {
    .json = SANSMCP_STR_INIT("{\"messages\":[],\"maxTokens\":9}"),
};
#define FORM "{\"message\":\"Sure?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}"
#define SAMPLING "{\"messages\":[],\"maxTokens\":9}"

static const sansmcp_ask_input inputs[] = {
    {.key = SANSMCP_STR_INIT("sure"), .params = &form_params, .kind = SANSMCP_INPUT_ELICIT},
    {.key = SANSMCP_STR_INIT("poem"), .params = &sampling_params,
     .kind = SANSMCP_INPUT_CREATE_MESSAGE},
    {.key = SANSMCP_STR_INIT("roots"), .kind = SANSMCP_INPUT_LIST_ROOTS},
};
static const sansmcp_limits no_limits = {SANSMCP_FOREVER, SANSMCP_FOREVER};
static const sansmcp_ask ask_one = {
    .inputs = inputs, .input_count = 1, .limits = {SANSMCP_FOREVER, SANSMCP_FOREVER},
};
static const sansmcp_ask ask_all = {
    .inputs = inputs, .input_count = 3, .state = SANSMCP_STR_INIT("\"1\""),
    .limits = {SANSMCP_FOREVER, SANSMCP_FOREVER},
};
#define ALL "{\"elicitation\":{},\"sampling\":{},\"roots\":{}}"

static void modern(void) {
    world w;
    sansmcp_str json = {0};
    begin(&w, &all);
    HEARS(CALL_TOOL, CALL("1", "," META(ALL)));
    CHECK(sansmcp_event_revision_number(&w.event) == SANSMCP_REVISION_2026_07_28);
    CHECK(sansmcp_event_capabilities(&w.event) == (SANSMCP_CAPABILITY_ELICITATION_FORM
          | SANSMCP_CAPABILITY_SAMPLING | SANSMCP_CAPABILITY_ROOTS));
    GIVES(NONE, sansmcp_event_input_response(&w.event, S("sure"), &json));
    CHECK(sansmcp_event_input_responses(&w.event).data == NULL);
    CHECK(sansmcp_event_request_state(&w.event).data == NULL);
    SAYS(sansmcp_server_ask(&w.server, &w.event, &ask_all, 0, TX),
         "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"input_required\"," RESULT_META
         ",\"inputRequests\":{\"sure\":{\"method\":\"elicitation/create\",\"params\":" FORM "},"
         "\"poem\":{\"method\":\"sampling/createMessage\",\"params\":" SAMPLING "},"
         "\"roots\":{\"method\":\"roots/list\",\"params\":{}}},"
         "\"requestState\":\"\\\"1\\\"\"}}");
    CHECK(w.out.is_last && w.out.keep.data == NULL);
    GIVES(STALE, sansmcp_server_ask(&w.server, &w.event, &ask_all, 0, TX));

    HEARS(CALL_TOOL, CALL("2", "," META(ALL) ",\"requestState\":\"\\\"1\\\"\",\"inputResponses\":{"
                          "\"sure\":{\"action\":\"accept\"},\"roots\":{\"roots\":[]}}"));
    GIVES(OK, sansmcp_event_input_response(&w.event, S("sure"), &json));
    CHECK(is(json, "{\"action\":\"accept\"}"));
    GIVES(OK, sansmcp_event_input_response(&w.event, S("roots"), &json));
    CHECK(is(json, "{\"roots\":[]}"));
    GIVES(NONE, sansmcp_event_input_response(&w.event, S("poem"), &json));
    CHECK(is(sansmcp_event_input_responses(&w.event),
             "{\"sure\":{\"action\":\"accept\"},\"roots\":{\"roots\":[]}}"));
    CHECK(sansmcp_text_equals(sansmcp_event_request_state(&w.event), S("\"1\"")));
    GIVES(OK, sansmcp_server_answer_text(&w.server, w.event.ticket, S("x"), TX));

    /* What the client cannot do. */
    HEARS(CALL_TOOL, CALL("3", "," META("{\"roots\":{}}")));
    GIVES(UNDECLARED, sansmcp_server_ask(&w.server, &w.event, &ask_one, 0, TX));
    SAYS(sansmcp_server_undeclared(&w.server, w.event.ticket, SANSMCP_CAPABILITY_ELICITATION_FORM,
                                   TX),
         "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32021,\"message\":"
         "\"This needs a capability that the client did not declare\",\"data\":{"
         "\"requiredCapabilities\":{\"elicitation\":{}}}}}");

    /* A state alone, and nothing at all. */
    HEARS(CALL_TOOL, CALL("4", "," META("{}")));
    sansmcp_ask none = {0};
    GIVES(NOT_SUPPORTED, sansmcp_server_ask(&w.server, &w.event, &none, 0, TX));
    none.state = S("later");
    GIVES(OK, sansmcp_server_ask(&w.server, &w.event, &none, 0, TX));
    /* No requests of the server's. */
    HEARS(CALL_TOOL, CALL("5", "," META(ALL)));
    sansmcp_ticket ticket;
    GIVES(USE_ASK, sansmcp_server_request(&w.server, w.event.ticket, S("roots/list"), NULL, NULL, 0,
                                          w.tx, w.tx_len, &ticket, &w.out));
    uint64_t deadline;
    GIVES(NONE, sansmcp_server_next_deadline(&w.server, &deadline));
    end(&w);
}

/* The answer to the last question. */
static void answer(world *w, const char *rest) {
    char line[512];
    long long id = strtoll((const char *)w->out.data + strlen("{\"jsonrpc\":\"2.0\",\"id\":"), NULL,
                           10);
    snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":%lld,%s}", id, rest);
    GIVES(OK, hear(w, line));
    CHECK(w->event.kind == SANSMCP_EVENT_ANSWERED);
}

/* Resumes with what was kept, in a buffer of its own. */
static sansmcp_result resume(world *w, uint8_t *again, size_t len, sansmcp_event *call) {
    return sansmcp_server_resume(&w->server, &w->event, kept(w), &no_limits, w->now, again, len,
                                 call, &w->out);
}

static void older(void) {
    world w;
    sansmcp_event call;
    sansmcp_str json;
    sansmcp_outcome outcome;
    uint8_t *again = fresh(1024, 1);
    begin(&w, &all);
    shake(&w, "2025-06-18", ALL);
    CHECK(sansmcp_server_revision(&w.server) == SANSMCP_REVISION_2025_06_18);
    HEARS(CALL_TOOL, CALL("7", ",\"arguments\":{\"a\":1}"));
    CHECK(sansmcp_event_revision_number(&w.event) == SANSMCP_REVISION_2025_06_18);
    sansmcp_ticket ticket = w.event.ticket;
    SAYS(sansmcp_server_ask(&w.server, &w.event, &ask_all, 0, TX),
         "{\"jsonrpc\":\"2.0\",\"id\":65537,\"method\":\"elicitation/create\","
         "\"params\":" FORM "}");
    CHECK(!w.out.is_last);
    CHECK(is(w.out.keep, "{\"name\":\"erase\",\"arguments\":{\"a\":1},"
             "\"requestState\":\"\\\"1\\\"\","
             "\"inputRequests\":{\"sure\":null,\"poem\":{\"method\":\"sampling/createMessage\","
             "\"params\":" SAMPLING "},\"roots\":{\"method\":\"roots/list\",\"params\":{}}}}"));
    keep(&w);

    /* One after the other. */
    answer(&w, "\"result\":{\"action\":\"decline\"}");
    CHECK(same_ticket(sansmcp_event_parent(&w.event), ticket));
    CHECK(is(sansmcp_event_result(&w.event), "{\"action\":\"decline\"}"));
    GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(outcome.kind == SANSMCP_OUTCOME_RESULT && is(outcome.result, "{\"action\":\"decline\"}"));
    GIVES(OK, resume(&w, again, 1024, &call));
    CHECK(call.kind == 0 && call.text.data == NULL && call.ticket.generation == 0);
    CHECK(says(&w, "{\"jsonrpc\":\"2.0\",\"id\":131073,\"method\":\"sampling/createMessage\","
                   "\"params\":" SAMPLING "}"));
    keep(&w);
    answer(&w, "\"result\":{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"p\"},"
               "\"model\":\"m\"}");
    GIVES(OK, resume(&w, again, 1024, &call));
    CHECK(call.kind == 0);
    keep(&w);
    answer(&w, "\"result\":{\"roots\":[]}");
    GIVES(OK, resume(&w, again, 1024, &call));

    /* The call again, as it was, with all answers. */
    CHECK(call.kind == SANSMCP_EVENT_CALL_TOOL && w.out.len == 0 && w.out.keep.data == NULL);
    CHECK(same_ticket(call.ticket, ticket) && is(sansmcp_event_id(&call), "7"));
    CHECK(is(sansmcp_event_arguments(&call), "{\"a\":1}"));
    CHECK(sansmcp_text_equals(sansmcp_event_name(&call), S("erase")));
    CHECK(sansmcp_text_equals(sansmcp_event_request_state(&call), S("\"1\"")));
    GIVES(OK, sansmcp_event_input_response(&call, S("sure"), &json));
    CHECK(is(json, "{\"action\":\"decline\"}"));
    CHECK(sansmcp_response_action(json) == SANSMCP_ACTION_DECLINE);
    GIVES(OK, sansmcp_event_input_response(&call, S("roots"), &json));
    CHECK(sansmcp_response_action(json) == SANSMCP_ACTION_NONE);
    GIVES(OK, sansmcp_event_input_response(&call, S("poem"), &json));
    sansmcp_text poem;
    GIVES(OK, sansmcp_response_text(json, 0, &poem));
    CHECK(sansmcp_text_equals(poem, S("p")));
    GIVES(OK, sansmcp_json_get(json, S("model"), &json));
    CHECK(is(json, "\"m\""));
    CHECK(sansmcp_event_capabilities(&call) == (SANSMCP_CAPABILITY_ELICITATION_FORM
          | SANSMCP_CAPABILITY_SAMPLING | SANSMCP_CAPABILITY_ROOTS));

    /* It may ask again. */
    SAYS(sansmcp_server_ask(&w.server, &call, &ask_one, 0, TX),
         "{\"jsonrpc\":\"2.0\",\"id\":262145,\"method\":\"elicitation/create\","
         "\"params\":" FORM "}");
    keep(&w);
    answer(&w, "\"result\":{\"action\":\"accept\"}");
    GIVES(OK, resume(&w, again, 1024, &call));
    CHECK(call.kind == SANSMCP_EVENT_CALL_TOOL);
    GIVES(NONE, sansmcp_event_input_response(&call, S("roots"), &json));
    SAYS(sansmcp_server_answer_text(&w.server, ticket, S("x"), TX),
         "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"text\","
         "\"text\":\"x\"}]}}");
    GIVES(STALE, resume(&w, again, 1024, &call));
    free(again);
    end(&w);
}

/* What people and models answered. */
static void responses(void) {
    static const sansmcp_str none = {0};
    sansmcp_text text = {0};
    CHECK(sansmcp_response_action(S("{\"action\":\"accept\"}")) == SANSMCP_ACTION_ACCEPT);
    CHECK(sansmcp_response_action(S("{\"action\":\"c\\u0061ncel\"}")) == SANSMCP_ACTION_CANCEL);
    CHECK(sansmcp_response_action(S("{\"action\":\"Accept\"}")) == SANSMCP_ACTION_NONE);
    CHECK(sansmcp_response_action(S("{\"action\":1}")) == SANSMCP_ACTION_NONE);
    CHECK(sansmcp_response_action(S("[]")) == SANSMCP_ACTION_NONE);
    CHECK(sansmcp_response_action(S("{")) == SANSMCP_ACTION_NONE);
    CHECK(sansmcp_response_action(none) == SANSMCP_ACTION_NONE);
    static const sansmcp_str list = SANSMCP_STR_INIT(
        "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"image\",\"data\":\"\"},"
        "{\"type\":\"text\",\"text\":\"b\\n\"}]}");
    GIVES(OK, sansmcp_response_text(list, 0, &text));
    CHECK(sansmcp_text_equals(text, S("a")));
    GIVES(OK, sansmcp_response_text(list, 1, &text));
    CHECK(sansmcp_text_equals(text, S("b\n")));
    GIVES(NONE, sansmcp_response_text(list, 2, &text));
    GIVES(NONE, sansmcp_response_text(list, SIZE_MAX, &text));
    GIVES(NONE, sansmcp_response_text(S("{\"content\":7}"), 0, &text));
    GIVES(NONE, sansmcp_response_text(S("[]"), 0, &text));
    GIVES(NOT_JSON, sansmcp_response_text(S("{"), 0, &text));
    GIVES(NOT_JSON, sansmcp_response_text(none, 0, &text));
    GIVES(NULL_POINTER, sansmcp_response_text(list, 0, NULL));
}

/* What ends otherwise than with a result leaves the call open. */
static void refused(void) {
    world w;
    sansmcp_event call;
    sansmcp_outcome outcome;
    uint8_t again[256];
    static const char *const ends[] = {
        "\"error\":{\"code\":-1,\"message\":\"no\",\"data\":[2]}", "\"result\":7",
        "\"result\":{\"a\":1}",
    };
    begin(&w, &all);
    shake(&w, "2025-11-25", ALL);
    for (int which = 0; which < 3; which++) {
        HEARS(CALL_TOOL, CALL("1", ""));
        sansmcp_ticket ticket = w.event.ticket;
        GIVES(OK, sansmcp_server_ask(&w.server, &w.event, &ask_one, 0, TX));
        keep(&w);
        answer(&w, ends[which]);
        GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
        if (which == 0) {
            CHECK(outcome.kind == SANSMCP_OUTCOME_ERROR && outcome.code == -1);
            CHECK(sansmcp_text_equals(outcome.message, S("no")) && is(outcome.data, "[2]"));
            CHECK(is(outcome.received, "{\"code\":-1,\"message\":\"no\",\"data\":[2]}"));
            CHECK(outcome.result.data == NULL && sansmcp_event_result(&w.event).data == NULL);
        } else if (which == 1) {
            CHECK(outcome.kind == SANSMCP_OUTCOME_MALFORMED && is(outcome.received, "7"));
        } else {
            CHECK(outcome.kind == SANSMCP_OUTCOME_RESULT && is(outcome.received, "{\"a\":1}"));
        }
        if (which < 2) {
            GIVES(REJECTED, resume(&w, again, sizeof again, &call));
        } else {
            /* What was kept is something else, or was lost. */
            free(w.kept);
            w.kept = NULL;
            w.kept_len = 0;
            GIVES(NOT_JSON, resume(&w, again, sizeof again, &call));
        }
        GIVES(OK, sansmcp_server_fail(&w.server, ticket, S("no answer"), TX));
        CHECK(w.out.is_last);
    }
    end(&w);
}

/* Two deadlines, of which progress moves one. */
static void late(void) {
    world w;
    sansmcp_event call;
    sansmcp_outcome outcome;
    uint64_t deadline = 0;
    uint8_t again[256];
    sansmcp_ask ask = ask_one;
    ask.limits = (sansmcp_limits){100, 250};
    begin(&w, &all);
    shake(&w, "2025-11-25", ALL);
    GIVES(NONE, sansmcp_server_next_deadline(&w.server, &deadline));
    HEARS(CALL_TOOL, CALL("1", ""));
    sansmcp_ticket ticket = w.event.ticket;
    GIVES(OK, sansmcp_server_ask(&w.server, &w.event, &ask, 1000, TX));
    keep(&w);
    GIVES(OK, sansmcp_server_next_deadline(&w.server, &deadline));
    CHECK(deadline == 1100);
    GIVES(NONE, sansmcp_server_expire(&w.server, 1099, &w.event));
    w.now = 1050;
    HEARS(NOTIFICATION, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{"
                        "\"progressToken\":65537,\"progress\":1}}");
    GIVES(OK, sansmcp_server_next_deadline(&w.server, &deadline));
    CHECK(deadline == 1150);
    GIVES(OK, sansmcp_server_expire(&w.server, 1150, &w.event));
    CHECK(w.event.kind == SANSMCP_EVENT_ANSWERED);
    CHECK(same_ticket(sansmcp_event_parent(&w.event), ticket));
    GIVES(NONE, sansmcp_server_expire(&w.server, 1150, &call));
    GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(outcome.kind == SANSMCP_OUTCOME_EXPIRED && outcome.received.data == NULL);
    GIVES(REJECTED, resume(&w, again, sizeof again, &call));
    SAYS(sansmcp_server_next_output(&w.server, TX),
         "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
         "\"requestId\":65537}}");
    GIVES(NONE, sansmcp_server_next_output(&w.server, TX));
    GIVES(OK, sansmcp_server_fail(&w.server, ticket, S("too late"), TX));
    /* Its answer after all is one to nothing. */
    HEARS(IGNORED, "{\"jsonrpc\":\"2.0\",\"id\":65537,\"result\":{}}");

    /* The usual limits: five minutes and an hour. */
    ask.limits = (sansmcp_limits){0, 0};
    HEARS(CALL_TOOL, CALL("2", ""));
    GIVES(OK, sansmcp_server_ask(&w.server, &w.event, &ask, 7, TX));
    GIVES(OK, sansmcp_server_next_deadline(&w.server, &deadline));
    CHECK(deadline == 300007);
    GIVES(OK, sansmcp_server_abandon(&w.server, w.event.ticket));
    GIVES(NONE, sansmcp_server_next_deadline(&w.server, &deadline));
    end(&w);
}

/* The call ends before the answer comes. */
static void cancelled(void) {
    world w;
    sansmcp_event call;
    uint8_t again[256];
    size_t count = 0;
    begin(&w, &all);
    shake(&w, "2025-11-25", ALL);
    HEARS(CALL_TOOL, CALL("1", ""));
    GIVES(OK, sansmcp_server_ask(&w.server, &w.event, &ask_one, 0, TX));
    keep(&w);
    HEARS(CANCELLED, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
                     "\"requestId\":1}}");
    CHECK(sansmcp_server_is_cancelled(&w.server, w.event.ticket));
    GIVES(OK, sansmcp_server_abandon(&w.server, w.event.ticket));
    SAYS(sansmcp_server_next_output(&w.server, TX),
         "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
         "\"requestId\":65537}}");
    GIVES(NONE, sansmcp_server_next_output(&w.server, TX));

    /* The answer crosses the cancellation: there is nothing to say any more. */
    HEARS(CALL_TOOL, CALL("2", ""));
    GIVES(OK, sansmcp_server_ask(&w.server, &w.event, &ask_one, 0, TX));
    keep(&w);
    sansmcp_event answered;
    char *text = w.text;
    w.text = NULL;
    answer(&w, "\"result\":{\"action\":\"accept\"}");
    answered = w.event;
    char *behind = w.text;
    w.text = NULL;
    HEARS(CANCELLED, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
                     "\"requestId\":2}}");
    w.event = answered;
    GIVES(OK, resume(&w, again, sizeof again, &call));
    CHECK(call.kind == 0 && w.out.len == 0 && w.out.keep.data == NULL);
    GIVES(STALE, resume(&w, again, sizeof again, &call));
    free(text);
    free(behind);

    /* The pipe is closed: what the server asked ends with it, without a word. */
    HEARS(CALL_TOOL, CALL("3", ""));
    sansmcp_ticket ticket = w.event.ticket;
    GIVES(OK, sansmcp_server_ask(&w.server, &w.event, &ask_one, 0, TX));
    GIVES(OK, sansmcp_server_closed(&w.server, (sansmcp_route){0}));
    CHECK(!sansmcp_server_is_ready(&w.server));
    CHECK(sansmcp_server_is_cancelled(&w.server, ticket));
    GIVES(OK, sansmcp_server_open(&w.server, NULL, 0, &count));
    CHECK(count == 1);
    GIVES(OK, sansmcp_server_abandon(&w.server, ticket));
    end(&w);
}

/* The lower primitive, for those who await. */
static void requests(void) {
    world w;
    sansmcp_ticket asked = {0}, call;
    begin(&w, &all);
    GIVES(NOT_READY, sansmcp_server_request(&w.server, no_ticket, S("roots/list"), NULL, NULL, 0,
                                            w.tx, w.tx_len, &asked, &w.out));
    shake(&w, "2025-11-25", "{\"roots\":{}}");
    SAYS(sansmcp_server_request(&w.server, no_ticket, S("roots/list"), NULL, &no_limits, 0, w.tx,
                                w.tx_len, &asked, &w.out),
         "{\"jsonrpc\":\"2.0\",\"id\":131072,\"method\":\"roots/list\",\"params\":{}}");
    CHECK(sansmcp_ticket_number(asked) == 131072 && w.out.keep.data == NULL);
    HEARS(ANSWERED, "{\"jsonrpc\":\"2.0\",\"id\":131072,\"result\":{\"roots\":[]}}");
    CHECK(same_ticket(w.event.ticket, asked));
    CHECK(same_ticket(sansmcp_event_parent(&w.event), no_ticket));
    CHECK(is(sansmcp_event_result(&w.event), "{\"roots\":[]}"));

    /* Of a call, with an own method, and taken back. */
    HEARS(CALL_TOOL, CALL("1", ""));
    call = w.event.ticket;
    SAYS(sansmcp_server_request(&w.server, call, S("x/y"), &form_params, NULL, 0, w.tx, w.tx_len,
                                &asked, &w.out),
         "{\"jsonrpc\":\"2.0\",\"id\":65537,\"method\":\"x/y\",\"params\":{\"message\":\"Sure?\","
         "\"requestedSchema\":{\"type\":\"object\",\"properties\":{}},"
         "\"_meta\":{\"progressToken\":65537}}}");
    GIVES(OK, sansmcp_server_abandon(&w.server, asked));
    SAYS(sansmcp_server_next_output(&w.server, TX),
         "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
         "\"requestId\":65537}}");
    GIVES(UNDECLARED, sansmcp_server_request(&w.server, call, S("elicitation/create"), NULL, NULL,
                                             0, w.tx, w.tx_len, &asked, &w.out));
    GIVES(NOT_SUPPORTED, sansmcp_server_request(&w.server, call, S("notifications/message"), NULL,
                                                NULL, 0, w.tx, w.tx_len, &asked, &w.out));
    /* A call that is cancelled asks for nothing more. */
    HEARS(CANCELLED, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
                     "\"requestId\":1}}");
    asked.index = 5;
    GIVES(OK, sansmcp_server_request(&w.server, call, S("x/y"), NULL, NULL, 0, w.tx, w.tx_len,
                                     &asked, &w.out));
    CHECK(same_ticket(asked, no_ticket) && w.out.len == 0);
    end(&w);
}

int main(void) {
    modern();
    older();
    refused();
    late();
    cancelled();
    requests();
    responses();
    return checked();
}

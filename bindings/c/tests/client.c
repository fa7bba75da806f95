/*
 * What the client does, in both eras: each function as it should be called, against messages that
 * stand here, and against the server of the same library. The last line is `N passed, M failed`.
 */
#include "client_world.h"

#define CANCELLED(id) \
    RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" id "}}"

/* 65536 is the number of the first ticket of the first slot, 131072 of its second. */
static void calls(void) {
    world w;
    sansmcp_outcome outcome;
    begin(&w, &me);
    CHECK(!sansmcp_client_is_connected(&w.client) && sansmcp_client_revision(&w.client) == 0);
    connect_modern(&w);
    CHECK(sansmcp_client_is_connected(&w.client));
    CHECK(sansmcp_client_revision(&w.client) == SANSMCP_REVISION_2026_07_28);
    CHECK(is(sansmcp_revision_name(SANSMCP_REVISION_2026_07_28), "2026-07-28"));
    CHECK(is(sansmcp_event_revision(&w.event), "2026-07-28"));
    CHECK(sansmcp_event_capabilities(&w.event) == sansmcp_client_capabilities(&w.client));
    CHECK(sansmcp_client_capabilities(&w.client)
          == (SANSMCP_CAPABILITY_TOOLS | SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED
              | SANSMCP_CAPABILITY_RESOURCES | SANSMCP_CAPABILITY_RESOURCES_SUBSCRIBE
              | SANSMCP_CAPABILITY_LOGGING));
    CHECK(is(sansmcp_event_server_info(&w.event), "{\"name\":\"s\",\"version\":\"2\"}"));
    CHECK(means(sansmcp_event_instructions(&w.event), "be kind"));
    CHECK(sansmcp_event_result(&w.event).len > 100);
    GIVES(NONE, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(is(sansmcp_event_kind_name(w.event.kind), "connected"));

    sansmcp_ticket ticket = call_echo(&w);
    CHECK(sansmcp_ticket_number(ticket) == 65536);
    CHECK(said(&w, RPC "\"id\":65536,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
        "\"arguments\":{\"text\":\"hi \\\"\xc3\xa4\\\"\\n\"},\"_meta\":{"
        "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
        "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"me\",\"title\":\"M\xc3\xa9\","
        "\"version\":\"1\",\"icons\":[{\"src\":\"data:,x\"}]},"
        "\"io.modelcontextprotocol/clientCapabilities\":{\"roots\":{},\"sampling\":{},"
        "\"elicitation\":{},\"extensions\":{\"com.example/x\":{\"a\":1}}},\"progressToken\":"
        "65536}}}"));
    sansmcp_progress progress;
    CHECK(hears(&w, RPC "\"method\":\"notifications/progress\",\"params\":{\"progressToken\":65536,"
                    "\"progress\":1,\"total\":2.5,\"message\":\"half\"}}",
                SANSMCP_CLIENT_EVENT_PROGRESS));
    GIVES(OK, sansmcp_event_progress(&w.event, &progress));
    CHECK(same(w.event.ticket, ticket) && progress.progress.integer == 1);
    CHECK(progress.total.kind == SANSMCP_NUMBER_TEXT && is(progress.total.text, "2.5"));
    CHECK(means(progress.message, "half"));
    CHECK(hears(&w, RPC "\"method\":\"notifications/message\",\"params\":{\"level\":\"warning\","
                    "\"logger\":\"l\",\"data\":[1]}}", SANSMCP_CLIENT_EVENT_LOG));
    CHECK(sansmcp_event_level(&w.event) == SANSMCP_LEVEL_WARNING);
    CHECK(means(sansmcp_event_logger(&w.event), "l") && is(sansmcp_event_data(&w.event), "[1]"));
    GIVES(NONE, sansmcp_event_progress(&w.event, &progress));

    size_t open = 0;
    sansmcp_ticket tickets[2];
    GIVES(OK, sansmcp_client_open(&w.client, tickets, 2, &open));
    CHECK(open == 1 && same(tickets[0], ticket));
    CHECK(hears(&w, RPC "\"id\":65536,\"result\":{\"resultType\":\"complete\",\"ttlMs\":5,"
                    "\"cacheScope\":\"public\",\"content\":[]}}", SANSMCP_CLIENT_EVENT_ANSWERED));
    GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(outcome.kind == SANSMCP_OUTCOME_RESULT && same(w.event.ticket, ticket));
    CHECK(sansmcp_str_equals(outcome.result, sansmcp_event_result(&w.event)));
    CHECK(outcome.failure == 0 && outcome.code == 0 && outcome.message.data == NULL);
    sansmcp_cache_hint hint = sansmcp_event_cache_hint(&w.event);
    CHECK(hint.ttl_ms == 5 && hint.scope == SANSMCP_CACHE_PUBLIC);
    CHECK(sansmcp_event_refusal_code(&w.event) == 0);
    CHECK(hears(&w, RPC "\"id\":65536,\"result\":{}}", SANSMCP_CLIENT_EVENT_IGNORED));

    call_echo(&w);
    CHECK(hears(&w, RPC "\"id\":131072,\"error\":{\"code\":-32602,\"message\":\"Unknown tool\","
                    "\"data\":{\"a\":1}}}", SANSMCP_CLIENT_EVENT_ANSWERED));
    GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(outcome.kind == SANSMCP_OUTCOME_ERROR && outcome.result.data == NULL);
    CHECK(outcome.code == SANSMCP_CODE_INVALID_PARAMS && means(outcome.message, "Unknown tool"));
    CHECK(is(outcome.data, "{\"a\":1}") && outcome.received.len > outcome.data.len);
    CHECK(sansmcp_event_result(&w.event).data == NULL);

    /* The server has learned another revision than it said. */
    ticket = call_echo(&w);
    sansmcp_ticket renewed = ticket;
    CHECK(hears(&w, RPC "\"id\":196608,\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":{"
                    "\"supported\":[\"2026-07-28\"]}}}", SANSMCP_CLIENT_EVENT_SUSPENDED));
    CHECK(sansmcp_event_why(&w.event) == SANSMCP_PAUSE_REVISION);
    sansmcp_object whole = {.json = S("{\"name\":\"echo\"}")};
    GIVES(NOT_SUPPORTED, sansmcp_client_again(&w.client, ticket, S("prompts/get"), &whole, NULL,
                                              w.now, w.tx, w.tx_len, &renewed, &w.out));
    GIVES(OK, sansmcp_client_again(&w.client, ticket, S("tools/call"), &whole, NULL, w.now, w.tx,
                                   w.tx_len, &renewed, &w.out));
    CHECK(sansmcp_ticket_number(renewed) == 262144 && has(&w, "\"id\":262144,"));

    /* Given up. */
    GIVES(STALE, sansmcp_client_cancel(&w.client, ticket));
    GIVES(OK, sansmcp_client_cancel(&w.client, renewed));
    GIVES(STALE, sansmcp_client_cancel(&w.client, renewed));
    GIVES(OK, next(&w));
    CHECK(said(&w, CANCELLED("262144")));
    GIVES(NONE, next(&w));
    GIVES(OK, sansmcp_client_open(&w.client, NULL, 0, &open));
    CHECK(open == 0);

    /* From now on each request wants log messages. */
    GIVES(OK, sansmcp_client_set_level(&w.client, SANSMCP_LEVEL_ERROR, NULL, w.now, w.tx, w.tx_len,
                                       &ticket, &w.out));
    CHECK(w.out.len == 0 && w.out.data != NULL && same(ticket, (sansmcp_ticket){0, 0}));
    sansmcp_options options = {.idle_ms = SANSMCP_FOREVER, .meta = S("{\"com.example/y\":[]}")};
    GIVES(OK, sansmcp_client_call(&w.client, S("tools/list"), NULL, &options, w.now, w.tx,
                                  w.tx_len, &ticket, &w.out));
    CHECK(has(&w, "\"io.modelcontextprotocol/logLevel\":\"error\",\"com.example/y\":[]}}}\n"));
    GIVES(NOT_OFFERED, sansmcp_client_call(&w.client, S("prompts/list"), NULL, NULL, w.now, w.tx,
                                           w.tx_len, &ticket, &w.out));
    options.anyway = 1;
    GIVES(OK, sansmcp_client_call(&w.client, S("prompts/list"), NULL, &options, w.now, w.tx,
                                  w.tx_len, &ticket, &w.out));
    GIVES(NOT_SUPPORTED, sansmcp_client_call(&w.client, S("ping"), NULL, NULL, w.now, w.tx,
                                             w.tx_len, &ticket, &w.out));
    GIVES(OK, sansmcp_client_notify(&w.client, S("com.example/note"), &whole, w.tx, w.tx_len,
                                    &w.out));
    CHECK(said(&w, RPC "\"method\":\"com.example/note\",\"params\":{\"name\":\"echo\"}}"));
    end(&w);
}

/* All forms of values that an object can have. */
static void objects(void) {
    world w;
    sansmcp_ticket ticket;
    begin(&w, &me);
    connect_older(&w);
    const sansmcp_field fields[] = {
        {.key = S("a\""), .text = S("\x01/\xc3\xa9")},
        {.key = S("b"), .json_text = {"\\u00e9\\n", 8}},
        {.key = S("c"), .json = S(" {\"x\": [1 ,2.50]} ")},
        {.key = S("d"), .number = SANSMCP_INTEGER(-7)},
        {.key = S("e"), .number = SANSMCP_DECIMAL("1e400")},
        {.key = S(""), .text = S("")},
    };
    sansmcp_object params = {.fields = fields, .field_count = 6, .inner_key = S("in")};
    GIVES(OK, sansmcp_client_call(&w.client, S("x/y"), &params, NULL, 0, w.tx, w.tx_len, &ticket,
                                  &w.out));
    CHECK(has(&w, "\"params\":{\"a\\\"\":\"\\u0001/\xc3\xa9\",\"b\":\"\\u00e9\\n\","
                  "\"c\":{\"x\": [1 ,2.50]},\"d\":-7,\"e\":1e400,\"\":\"\",\"in\":{},"
                  "\"_meta\":{\"progressToken\":65536}}}\n"));
    sansmcp_object only_inner = {.inner_key = S("in"), .inner = fields + 3, .inner_count = 2};
    GIVES(OK, sansmcp_client_notify(&w.client, S("x/z"), &only_inner, w.tx, w.tx_len, &w.out));
    CHECK(said(&w, RPC "\"method\":\"x/z\",\"params\":{\"in\":{\"d\":-7,\"e\":1e400}}}"));
    sansmcp_object nothing = {0};
    GIVES(OK, sansmcp_client_notify(&w.client, S("x/z"), &nothing, w.tx, w.tx_len, &w.out));
    CHECK(said(&w, RPC "\"method\":\"x/z\",\"params\":{}}"));
    end(&w);
}

#define ASKED(id, state)                                                                         \
    RPC "\"id\":" id ",\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{"        \
        "\"k\\u0031\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"?\","         \
        "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"age\":{\"type\":\"integer\","\
        "\"default\":7}}}}},\"k2\":{\"method\":\"roots/list\"}},\"requestState\":" state "}}"

static void inputs(void) {
    world w;
    sansmcp_input input;
    begin(&w, &me);
    connect_modern(&w);
    sansmcp_ticket call = call_echo(&w), again = {0};
    CHECK(hears(&w, ASKED("65536", "\"s\\u00e9\\/\""), SANSMCP_CLIENT_EVENT_INPUT_NEEDED));
    CHECK(same(w.event.ticket, call) && same(sansmcp_event_call(&w.event), call));
    CHECK(sansmcp_event_round(&w.event) == 1 && sansmcp_event_pause_ms(&w.event) == 0);
    GIVES(OK, sansmcp_event_input(&w.event, 0, &input));
    CHECK(means(input.key, "k1") && input.kind == SANSMCP_INPUT_ELICIT && input.params.len > 60);
    sansmcp_str form = input.params;
    GIVES(OK, sansmcp_event_input(&w.event, 1, &input));
    CHECK(means(input.key, "k2") && input.kind == SANSMCP_INPUT_LIST_ROOTS);
    CHECK(input.params.data == NULL);
    GIVES(NONE, sansmcp_event_input(&w.event, 2, &input));
    sansmcp_object roots = {.json = S("{\"roots\":[]}")}, params = {.json = S("{\"name\":\"a\"}")};
    sansmcp_given given[] = {
        {.key = S("k1"), .params = form, .content = S("{\"more\":true}")},
        {.key = S("k2"), .result = &roots},
    };
    GIVES(OK, sansmcp_client_provide(&w.client, &w.event, given, 2, &params, NULL, w.now, w.tx,
                                     w.tx_len, &again, &w.out));
    CHECK(has(&w, RPC "\"id\":131072,\"method\":\"tools/call\",\"params\":{\"name\":\"a\","
                  "\"inputResponses\":{\"k1\":{\"action\":\"accept\",\"content\":{\"more\":true,"
                  "\"age\":7}},\"k2\":{\"roots\":[]}},\"requestState\":\"s\\u00e9\\/\","
                  "\"_meta\":{"));
    CHECK(sansmcp_ticket_number(again) == 131072);
    GIVES(STALE, sansmcp_client_provide(&w.client, &w.event, given, 2, &params, NULL, w.now, w.tx,
                                        w.tx_len, &again, &w.out));
    /* It only wants to be asked again; then it wants what nobody gives. */
    CHECK(hears(&w, RPC "\"id\":131072,\"result\":{\"resultType\":\"input_required\","
                    "\"requestState\":\"2\"}}", SANSMCP_CLIENT_EVENT_INPUT_NEEDED));
    CHECK(sansmcp_event_round(&w.event) == 2 && sansmcp_event_pause_ms(&w.event) > 0);
    GIVES(NONE, sansmcp_event_input(&w.event, 0, &input));
    GIVES(OK, sansmcp_client_provide(&w.client, &w.event, NULL, 0, &params, NULL, w.now, w.tx,
                                     w.tx_len, &again, &w.out));
    CHECK(has(&w, "\"params\":{\"name\":\"a\",\"requestState\":\"2\",\"_meta\":{"));
    CHECK(hears(&w, ASKED("196608", "\"\""), SANSMCP_CLIENT_EVENT_INPUT_NEEDED));
    GIVES(OK, sansmcp_client_refuse(&w.client, &w.event, -1, S("no"), w.tx, w.tx_len, &w.out));
    CHECK(w.out.len == 0);
    GIVES(STALE, sansmcp_client_refuse(&w.client, &w.event, -1, S("no"), w.tx, w.tx_len, &w.out));
    end(&w);

    /* Before, it is a request of the server's. */
    begin(&w, &me);
    connect_older(&w);
    for (int id = 0; id < 2; id++) {
        char ask[160];
        snprintf(ask, sizeof ask, RPC "\"id\":\"e%d\",\"method\":\"elicitation/create\","
                 "\"params\":{\"message\":\"?\",\"requestedSchema\":{}}}", id);
        CHECK(hears(&w, ask, SANSMCP_CLIENT_EVENT_INPUT_NEEDED));
        GIVES(OK, sansmcp_event_input(&w.event, 0, &input));
        CHECK(input.key.len == 0 && input.kind == SANSMCP_INPUT_ELICIT);
        GIVES(NONE, sansmcp_event_input(&w.event, 1, &input));
        GIVES(NOT_SUPPORTED, sansmcp_client_provide(&w.client, &w.event, NULL, 0, NULL, NULL,
                                                    w.now, w.tx, w.tx_len, &again, &w.out));
        sansmcp_object declined = {.json = S("{\"action\":\"decline\"}")};
        given[0] = (sansmcp_given){.result = &declined};
        if (id == 0) {
            GIVES(OK, sansmcp_client_provide(&w.client, &w.event, given, 1, NULL, NULL, w.now,
                                             w.tx, w.tx_len, &again, &w.out));
            CHECK(said(&w, RPC "\"id\":\"e0\",\"result\":{\"action\":\"decline\"}}"));
        } else {
            GIVES(OK, sansmcp_client_refuse(&w.client, &w.event, -1, S("not \"now\""), w.tx,
                                            w.tx_len, &w.out));
            CHECK(said(&w, RPC "\"id\":\"e1\",\"error\":{\"code\":-1,"
                           "\"message\":\"not \\\"now\\\"\"}}"));
        }
    }
    end(&w);
}

/* What a server asks before 2026-07-28. */
static void requests(void) {
    world w;
    begin(&w, &me);
    connect_older(&w);
    CHECK(hears(&w, RPC "\"id\":1,\"method\":\"ping\"}", SANSMCP_CLIENT_EVENT_PING));
    GIVES(OK, sansmcp_client_reply(&w.client, &w.event, w.tx, w.tx_len, &w.out));
    CHECK(said(&w, RPC "\"id\":1,\"result\":{}}"));
    GIVES(STALE, sansmcp_client_reply(&w.client, &w.event, w.tx, w.tx_len, &w.out));
    const char *const own = RPC "\"id\":2,\"method\":\"x/do\",\"params\":{\"a\":1}}";
    CHECK(hears(&w, own, SANSMCP_CLIENT_EVENT_REQUEST));
    CHECK(is(sansmcp_event_params(&w.event), "{\"a\":1}") && is(sansmcp_event_id(&w.event), "2"));
    CHECK(means(sansmcp_event_method(&w.event), "x/do"));
    sansmcp_object done = {.json = S("{\"b\":2}")};
    GIVES(OK, sansmcp_client_result(&w.client, w.event.ticket, &done, w.tx, w.tx_len, &w.out));
    CHECK(said(&w, RPC "\"id\":2,\"result\":{\"b\":2}}"));
    CHECK(hears(&w, own, SANSMCP_CLIENT_EVENT_REQUEST));
    GIVES(OK, sansmcp_client_error(&w.client, w.event.ticket, 7, S("no"), S("[1]"), w.tx, w.tx_len,
                                   &w.out));
    CHECK(said(&w, RPC "\"id\":2,\"error\":{\"code\":7,\"message\":\"no\",\"data\":[1]}}"));
    CHECK(hears(&w, own, SANSMCP_CLIENT_EVENT_REQUEST));
    GIVES(OK, sansmcp_client_reply(&w.client, &w.event, w.tx, w.tx_len, &w.out));
    CHECK(has(&w, RPC "\"id\":2,\"error\":{\"code\":-32601,"));
    CHECK(hears(&w, own, SANSMCP_CLIENT_EVENT_REQUEST));
    sansmcp_ticket ticket = w.event.ticket;
    CHECK(hears(&w, RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,"
                    "\"reason\":\"late\"}}", SANSMCP_CLIENT_EVENT_WITHDRAWN));
    CHECK(same(w.event.ticket, ticket) && means(sansmcp_event_reason(&w.event), "late"));
    GIVES(OK, sansmcp_client_result(&w.client, ticket, NULL, w.tx, w.tx_len, &w.out));
    CHECK(w.out.len == 0);
    CHECK(hears(&w, RPC "\"id\":3,\"method\":\"x\",\"params\":7}", SANSMCP_CLIENT_EVENT_REFUSED));
    CHECK(sansmcp_event_refusal_code(&w.event) == SANSMCP_CODE_INVALID_PARAMS);
    CHECK(sansmcp_event_refusal_text(&w.event).len > 0);
    GIVES(OK, sansmcp_client_reply(&w.client, &w.event, w.tx, w.tx_len, &w.out));
    CHECK(has(&w, RPC "\"id\":3,\"error\":{\"code\":-32602,"));
    CHECK(hears(&w, "print(1)", SANSMCP_CLIENT_EVENT_IGNORED));
    GIVES(OK, sansmcp_client_reply(&w.client, &w.event, w.tx, w.tx_len, &w.out));
    CHECK(w.out.len == 0);
    GIVES(OK, sansmcp_client_notify(&w.client, S("notifications/roots/list_changed"), NULL, w.tx,
                                    w.tx_len, &w.out));
    CHECK(said(&w, RPC "\"method\":\"notifications/roots/list_changed\",\"params\":{}}"));
    end(&w);
}

static void listens(void) {
    world w;
    sansmcp_outcome outcome;
    const sansmcp_str uris[] = {S("a:1"), S("a:2")};
    sansmcp_subscription wanted = {.uris = uris, .uri_count = 2, .tools = 1};
    begin(&w, &me);
    connect_modern(&w);
    GIVES(OK, sansmcp_client_listen(&w.client, &wanted, w.now, w.tx, w.tx_len, &w.out));
    CHECK(has(&w, "\"method\":\"subscriptions/listen\",\"params\":{\"notifications\":{"
                  "\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a:1\",\"a:2\"]},"));
    GIVES(NONE, sansmcp_client_listen(&w.client, &wanted, w.now, w.tx, w.tx_len, &w.out));
    CHECK(sansmcp_ticket_number(wanted.ticket) == 65536);
#define TAG "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":65536}"
    CHECK(hears(&w, RPC "\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{"
                    "\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":["
                    "\"a:2\"]}," TAG "}}", SANSMCP_CLIENT_EVENT_LISTENING));
    CHECK(same(w.event.ticket, wanted.ticket));
    CHECK(sansmcp_event_hears(&w.event, SANSMCP_WHAT_TOOLS));
    CHECK(!sansmcp_event_hears(&w.event, SANSMCP_WHAT_PROMPTS));
    CHECK(!sansmcp_event_hears(&w.event, SANSMCP_WHAT_NONE));
    CHECK(means(sansmcp_event_uri(&w.event, 0), "a:2"));
    CHECK(sansmcp_event_uri(&w.event, 1).data == NULL);
    CHECK(hears(&w, RPC "\"method\":\"notifications/tools/list_changed\",\"params\":{" TAG "}}",
                SANSMCP_CLIENT_EVENT_CHANGED));
    CHECK(sansmcp_event_what(&w.event) == SANSMCP_WHAT_TOOLS);
    CHECK(hears(&w, RPC "\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":"
                    "\"a:2\"," TAG "}}", SANSMCP_CLIENT_EVENT_UPDATED));
    CHECK(means(sansmcp_event_uri(&w.event, 0), "a:2") && same(w.event.ticket, wanted.ticket));
    CHECK(hears(&w, RPC "\"id\":65536,\"result\":{\"resultType\":\"complete\"," TAG "}}",
                SANSMCP_CLIENT_EVENT_LISTEN_ENDED));
    GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(outcome.kind == SANSMCP_OUTCOME_RESULT && outcome.result.len > 0);
    GIVES(STALE, sansmcp_client_unlisten(&w.client, &wanted, w.now, w.tx, w.tx_len, &w.out));
    wanted = (sansmcp_subscription){.tools = 1};
    GIVES(OK, sansmcp_client_listen(&w.client, &wanted, w.now, w.tx, w.tx_len, &w.out));
    GIVES(NONE, sansmcp_client_unlisten(&w.client, &wanted, w.now, w.tx, w.tx_len, &w.out));
    GIVES(OK, next(&w));
    CHECK(said(&w, CANCELLED("131072")));
    end(&w);

    /* Before, one request for each resource. */
    begin(&w, &me);
    connect_older(&w);
    wanted = (sansmcp_subscription){.uris = uris, .uri_count = 2, .tools = 1, .prompts = 1};
    GIVES(OK, sansmcp_client_listen(&w.client, &wanted, w.now, w.tx, w.tx_len, &w.out));
    CHECK(said(&w, RPC "\"id\":65537,\"method\":\"resources/subscribe\",\"params\":{"
                   "\"uri\":\"a:1\"}}"));
    GIVES(OK, sansmcp_client_listen(&w.client, &wanted, w.now, w.tx, w.tx_len, &w.out));
    GIVES(NONE, sansmcp_client_listen(&w.client, &wanted, w.now, w.tx, w.tx_len, &w.out));
    GIVES(NONE, hear(&w, RPC "\"id\":65538,\"error\":{\"code\":-32002,\"message\":\"no\"}}"));
    CHECK(hears(&w, RPC "\"id\":65537,\"result\":{}}", SANSMCP_CLIENT_EVENT_LISTENING));
    CHECK(same(w.event.ticket, wanted.ticket) && sansmcp_event_refused(&w.event) == 1);
    CHECK(sansmcp_event_hears(&w.event, SANSMCP_WHAT_TOOLS));
    CHECK(!sansmcp_event_hears(&w.event, SANSMCP_WHAT_PROMPTS));
    CHECK(hears(&w, RPC "\"method\":\"notifications/tools/list_changed\"}",
                SANSMCP_CLIENT_EVENT_CHANGED));
    CHECK(same(w.event.ticket, wanted.ticket));
    GIVES(OK, sansmcp_client_unlisten(&w.client, &wanted, w.now, w.tx, w.tx_len, &w.out));
    CHECK(has(&w, "\"method\":\"resources/unsubscribe\",\"params\":{\"uri\":\"a:1\"}}\n"));
    GIVES(NONE, sansmcp_client_unlisten(&w.client, &wanted, w.now, w.tx, w.tx_len, &w.out));
    end(&w);
}

/* Silence, and pipes that break. */
static void ends(void) {
    world w;
    uint64_t at = 0;
    sansmcp_outcome outcome;
    sansmcp_policy policy;
    begin(&w, &me);
    w.now = 1000;
    GIVES(NONE, sansmcp_client_next_deadline(&w.client, &at));
    GIVES(OK, sansmcp_client_connect(&w.client, NULL, w.now));
    GIVES(NOT_SUPPORTED, sansmcp_client_connect(&w.client, NULL, w.now));
    GIVES(OK, next(&w));
    GIVES(OK, sansmcp_client_next_deadline(&w.client, &at));
    CHECK(at == 4000);
    GIVES(NONE, sansmcp_client_expire(&w.client, 3999, &w.event));
    GIVES(NONE, sansmcp_client_expire(&w.client, 4000, &w.event));
    GIVES(OK, next(&w));
    CHECK(has(&w, "\"method\":\"initialize\""));
    GIVES(OK, sansmcp_client_next_deadline(&w.client, &at));
    CHECK(at == 34000);
    GIVES(OK, sansmcp_client_expire(&w.client, at, &w.event));
    CHECK(w.event.kind == SANSMCP_CLIENT_EVENT_FAILED);
    GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(outcome.kind == SANSMCP_OUTCOME_FAILED && outcome.failure == SANSMCP_FAILURE_SILENT);
    sansmcp_account account = sansmcp_failure_account(outcome.failure);
    CHECK(is(account.name, "silent") && account.whose == SANSMCP_WHOSE_SERVER);
    CHECK(is(account.whose_name, "server") && account.message.len > 0 && account.advice.len > 0);
    GIVES(NONE, sansmcp_event_retry(&w.event, &policy));
    GIVES(NONE, sansmcp_client_expire(&w.client, at, &w.event));

    /* It does not survive the question. */
    sansmcp_route pipe = {0};
    GIVES(OK, sansmcp_client_connect(&w.client, NULL, w.now));
    GIVES(OK, next(&w));
    GIVES(OK, sansmcp_client_closed(&w.client, pipe, w.now));
    GIVES(OK, sansmcp_client_next_deadline(&w.client, &at));
    CHECK(at == 0);
    GIVES(OK, sansmcp_client_expire(&w.client, w.now, &w.event));
    GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(outcome.failure == SANSMCP_FAILURE_CLOSED_ON_PROBE);
    GIVES(OK, sansmcp_event_retry(&w.event, &policy));
    CHECK(policy.newest == SANSMCP_REVISION_2025_11_25 && policy.oldest == 1 && policy.known == 0);
    GIVES(OK, sansmcp_client_connect(&w.client, &policy, w.now));
    GIVES(OK, next(&w));
    CHECK(has(&w, "\"method\":\"initialize\""));
    GIVES(OK, sansmcp_client_closed(&w.client, pipe, w.now));
    while (sansmcp_client_expire(&w.client, w.now, &w.event) == SANSMCP_OK) {}
    policy = (sansmcp_policy){.known = SANSMCP_REVISION_2024_11_05, .connect_ms = SANSMCP_FOREVER};
    GIVES(OK, sansmcp_client_connect(&w.client, &policy, w.now));
    GIVES(OK, next(&w));
    CHECK(has(&w, "\"protocolVersion\":\"2024-11-05\""));
    GIVES(NONE, sansmcp_client_next_deadline(&w.client, &at));
    end(&w);

    /* A call that takes too long, and one that the end of the pipe ends. */
    begin(&w, &me);
    connect_modern(&w);
    sansmcp_ticket slow = {0}, lost;
    sansmcp_options options = {.idle_ms = 10};
    GIVES(OK, sansmcp_client_call(&w.client, S("tools/list"), NULL, &options, 5, w.tx, w.tx_len,
                                  &slow, &w.out));
    lost = call_echo(&w);
    GIVES(OK, sansmcp_client_next_deadline(&w.client, &at));
    CHECK(at == 15);
    GIVES(OK, sansmcp_client_expire(&w.client, 15, &w.event));
    CHECK(w.event.kind == SANSMCP_CLIENT_EVENT_ANSWERED && same(w.event.ticket, slow));
    GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(outcome.kind == SANSMCP_OUTCOME_FAILED && outcome.failure == SANSMCP_FAILURE_SILENT);
    GIVES(NONE, sansmcp_client_expire(&w.client, 15, &w.event));
    GIVES(OK, next(&w));
    CHECK(has(&w, "notifications/cancelled"));
    GIVES(OK, sansmcp_client_closed(&w.client, pipe, 20));
    GIVES(OK, sansmcp_client_expire(&w.client, 20, &w.event));
    CHECK(w.event.kind == SANSMCP_CLIENT_EVENT_ANSWERED && same(w.event.ticket, lost));
    GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(outcome.failure == SANSMCP_FAILURE_CLOSED);
    GIVES(OK, sansmcp_client_expire(&w.client, 20, &w.event));
    CHECK(w.event.kind == SANSMCP_CLIENT_EVENT_FAILED && !sansmcp_client_is_connected(&w.client));
    GIVES(NONE, sansmcp_client_expire(&w.client, 20, &w.event));
    end(&w);
}

static void pages(void) {
    sansmcp_pages guard = {0};
    sansmcp_text cursor = {0};
    const sansmcp_str first = S("{\"tools\":[],\"nextCursor\":\"\\u0032\"}");
    GIVES(OK, sansmcp_pages_next(&guard, first, &cursor));
    CHECK(means(cursor, "2"));
    GIVES(STUCK, sansmcp_pages_next(&guard, first, &cursor));
    GIVES(STUCK, sansmcp_pages_next(&guard, S("{\"nextCursor\":2}"), &cursor));
    GIVES(NONE, sansmcp_pages_next(&guard, S("{\"tools\":[]}"), &cursor));
    GIVES(OK, sansmcp_pages_next(&guard, first, &cursor));
}

/* The client and the server of this library, talking to each other. */
static void together(void) {
    static const uint8_t newest[] = {SANSMCP_REVISION_2024_11_05, SANSMCP_REVISION_2025_03_26,
        SANSMCP_REVISION_2025_06_18, SANSMCP_REVISION_DRAFT_2025_V3, SANSMCP_REVISION_2025_11_25,
        0};
    for (size_t i = 0; i < sizeof newest; i++) {
        world w;
        sansmcp_connection connection = {0};
        sansmcp_slot slots[2] = {0};
        sansmcp_server server;
        sansmcp_event event;
        uint8_t answer[2048];
        sansmcp_policy policy = {.newest = newest[i]};
        int step = 0;
        begin(&w, &me);
        GIVES(OK, sansmcp_server_init(&server, &echo_server, &connection, slots, 2));
        GIVES(OK, sansmcp_client_connect(&w.client, &policy, 0));
        GIVES(OK, next(&w));
        for (int turn = 0; turn < 9 && step < 2; turn++) {
            sansmcp_frame frame = {.data = w.out.data, .len = w.out.len};
            sansmcp_out out = {0};
            sansmcp_text text;
            if (sansmcp_server_receive(&server, &frame, 0, &event) == SANSMCP_OK) {
                if (event.kind == SANSMCP_EVENT_CALL_TOOL
                    && sansmcp_event_arg(&event, S("text"), &text) == SANSMCP_OK)
                    GIVES(OK, sansmcp_server_answer_json_text(&server, event.ticket, text, answer,
                                                              sizeof answer, &out));
                else
                    GIVES(OK, sansmcp_server_reply(&server, &event, answer, sizeof answer, &out));
            }
            frame = (sansmcp_frame){.data = out.data, .len = out.len};
            w.out.len = 0;
            if (sansmcp_client_receive(&w.client, &frame, 0, &w.event) == SANSMCP_OK
                && w.event.kind == SANSMCP_CLIENT_EVENT_ANSWERED) {
                sansmcp_str result = sansmcp_event_result(&w.event), content, item;
                GIVES(OK, sansmcp_json_get(result, S("content"), &content));
                GIVES(OK, sansmcp_json_at(content, 0, &item));
                GIVES(OK, sansmcp_json_get(item, S("text"), &item));
                GIVES(OK, sansmcp_json_text(item, &text));
                CHECK(means(text, "hi \"\xc3\xa4\"\n"));
                step = 2;
            }
            if (next(&w) == SANSMCP_NONE && step == 0) {
                call_echo(&w);
                step = 1;
            }
        }
        CHECK(step == 2);
        CHECK(sansmcp_client_revision(&w.client)
              == (newest[i] != 0 ? newest[i] : SANSMCP_REVISION_2026_07_28));
        end(&w);
    }
}

int main(void) {
    calls();
    objects();
    inputs();
    requests();
    listens();
    ends();
    pages();
    together();
    return checked();
}

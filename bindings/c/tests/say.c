/*
 * What a server says beside its answers: log messages, notifications, changes; listeners of both
 * eras; each function as it should be called. The last line is `N passed, M failed`.
 */
#include "server_world.h"

static const sansmcp_str no_logger = {0};
#define RPC "{\"jsonrpc\":\"2.0\","
#define LOG(level, rest) RPC "\"method\":\"notifications/message\",\"params\":{\"level\":\"" level \
    "\"," rest "}}"

static void older_logs(void) {
    world w;
    sansmcp_out none;
    begin(&w, &all);
    /* Nobody to tell yet. */
    SAYS(sansmcp_server_log(&w.server, no_ticket, SANSMCP_LEVEL_ALERT, S("x"), S("a"), TX), "");
    shake(&w, "2025-11-25", "{}");
    SAYS(sansmcp_server_log(&w.server, no_ticket, SANSMCP_LEVEL_DEBUG, S("x"), S("a\"b"), TX),
         LOG("debug", "\"logger\":\"x\",\"data\":\"a\\\"b\""));
    SAYS(sansmcp_server_log_json(&w.server, no_ticket, SANSMCP_LEVEL_INFO, no_logger,
                                 S("{\"a\":[1]}"), TX),
         LOG("info", "\"data\":{\"a\":[1]}"));
    HEARS(SET_LEVEL, RPC "\"id\":1,\"method\":\"logging/setLevel\",\"params\":{"
                         "\"level\":\"warning\"}}");
    SAYS(sansmcp_server_reply(&w.server, &w.event, TX), RPC "\"id\":1,\"result\":{}}");
    for (uint8_t level = SANSMCP_LEVEL_DEBUG; level <= SANSMCP_LEVEL_EMERGENCY; level++) {
        GIVES(OK, sansmcp_server_log(&w.server, no_ticket, level, no_logger, S("m"), TX));
        CHECK((w.out.len > 0) == (level >= SANSMCP_LEVEL_WARNING));
    }
    HEARS(CALL_TOOL, CALL("2", ""));
    SAYS(sansmcp_server_log(&w.server, w.event.ticket, SANSMCP_LEVEL_ERROR, no_logger, S(""), TX),
         LOG("error", "\"data\":\"\""));
    GIVES(OK, sansmcp_server_answer_text(&w.server, w.event.ticket, S("x"), TX));
    GIVES(STALE, sansmcp_server_log(&w.server, w.event.ticket, SANSMCP_LEVEL_ERROR, no_logger,
                                    S("m"), TX));
    GIVES(NOT_JSON, sansmcp_server_log_json(&w.server, no_ticket, SANSMCP_LEVEL_ALERT, no_logger,
                                            S("{"), TX));
    GIVES(SHORT, sansmcp_server_log(&w.server, no_ticket, SANSMCP_LEVEL_ALERT, no_logger, S("m"),
                                    w.tx, 20, &none));
    CHECK(none.need == strlen(LOG("alert", "\"data\":\"m\"")) + 1);
    end(&w);
}

static void modern_logs(void) {
    world w;
    begin(&w, &all);
    HEARS(CALL_TOOL, CALL("1", "," META("{}")));
    SAYS(sansmcp_server_log(&w.server, w.event.ticket, SANSMCP_LEVEL_ALERT, no_logger, S("m"), TX),
         "");
    GIVES(OK, sansmcp_server_answer_text(&w.server, w.event.ticket, S("x"), TX));
    HEARS(CALL_TOOL, CALL("2", ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":"
                          "\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{},"
                          "\"io.modelcontextprotocol/logLevel\":\"error\"}"));
    SAYS(sansmcp_server_log(&w.server, w.event.ticket, SANSMCP_LEVEL_WARNING, no_logger, S("m"),
                            TX), "");
    SAYS(sansmcp_server_log(&w.server, w.event.ticket, SANSMCP_LEVEL_ERROR, no_logger, S("m"), TX),
         LOG("error", "\"data\":\"m\""));
    end(&w);

    /* A server that does not announce it. */
    static const sansmcp_server_info bare = {.name = SANSMCP_STR_INIT("s"),
                                             .version = SANSMCP_STR_INIT("1")};
    begin(&w, &bare);
    GIVES(NOT_SUPPORTED, sansmcp_server_log(&w.server, no_ticket, SANSMCP_LEVEL_ERROR, no_logger,
                                            S("m"), TX));
    end(&w);
}

static void notifications(void) {
    static const sansmcp_field fields[] = {
        {.key = SANSMCP_STR_INIT("elicitationId"), .text = SANSMCP_STR_INIT("e")},
    };
    static const sansmcp_object params = {.fields = fields, .field_count = 1};
    world w;
    begin(&w, &all);
    GIVES(NOT_READY, sansmcp_server_notify(&w.server, no_ticket, S("x/y"), NULL, TX));
    shake(&w, "2025-11-25", "{\"elicitation\":{\"url\":{}}}");
    SAYS(sansmcp_server_notify(&w.server, no_ticket, S("x/y"), NULL, TX),
         RPC "\"method\":\"x/y\",\"params\":{}}");
    SAYS(sansmcp_server_notify(&w.server, no_ticket, S("notifications/elicitation/complete"),
                               &params, TX),
         RPC "\"method\":\"notifications/elicitation/complete\",\"params\":{"
         "\"elicitationId\":\"e\"}}");
    GIVES(NOT_SUPPORTED, sansmcp_server_notify(&w.server, no_ticket, S("notifications/message"),
                                               &params, TX));
    GIVES(NOT_SUPPORTED, sansmcp_server_notify(&w.server, no_ticket, S("roots/list"), NULL, TX));
    HEARS(CALL_TOOL, CALL("1", ""));
    SAYS(sansmcp_server_notify(&w.server, w.event.ticket, S("x"), &params, TX),
         RPC "\"method\":\"x\",\"params\":{\"elicitationId\":\"e\"}}");
    HEARS(CANCELLED, RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
    SAYS(sansmcp_server_notify(&w.server, w.event.ticket, S("x"), NULL, TX), "");
    end(&w);
}

/* Lists and resources before 2026-07-28. */
static void older_changes(void) {
    world w;
    sansmcp_receivers receivers = {0};
    begin(&w, &all);
    GIVES(OK, sansmcp_server_changed(&w.server, SANSMCP_WHAT_TOOLS));
    GIVES(NONE, sansmcp_server_next_output(&w.server, TX));
    shake(&w, "2025-06-18", "{}");
    GIVES(OK, sansmcp_server_changed(&w.server, SANSMCP_WHAT_TOOLS));
    GIVES(OK, sansmcp_server_changed(&w.server, SANSMCP_WHAT_RESOURCES));
    GIVES(OK, sansmcp_server_changed(&w.server, SANSMCP_WHAT_TOOLS)); /* told once */
    SAYS(sansmcp_server_next_output(&w.server, TX),
         RPC "\"method\":\"notifications/tools/list_changed\"}");
    SAYS(sansmcp_server_next_output(&w.server, TX),
         RPC "\"method\":\"notifications/resources/list_changed\"}");
    GIVES(NONE, sansmcp_server_next_output(&w.server, TX));
    GIVES(OUT_OF_RANGE, sansmcp_server_changed(&w.server, SANSMCP_WHAT_NONE));
    GIVES(OUT_OF_RANGE, sansmcp_server_changed(&w.server, 4));

    GIVES(NONE, sansmcp_server_updated(&w.server, S("a:b"), &receivers, TX));
    HEARS(SUBSCRIBE, RPC "\"id\":1,\"method\":\"resources/subscribe\",\"params\":{"
                         "\"uri\":\"a:b\"}}");
    SAYS(sansmcp_server_reply(&w.server, &w.event, TX), RPC "\"id\":1,\"result\":{}}");
    GIVES(NONE, sansmcp_server_updated(&w.server, S("a:c"), &receivers, TX));
    GIVES(SHORT, sansmcp_server_updated(&w.server, S("a:b"), &receivers, w.tx, 8, &w.out));
    SAYS(sansmcp_server_updated(&w.server, S("a:b"), &receivers, TX),
         RPC "\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"a:b\"}}");
    GIVES(NONE, sansmcp_server_updated(&w.server, S("a:b"), &receivers, TX));
    HEARS(UNSUBSCRIBE, RPC "\"id\":2,\"method\":\"resources/unsubscribe\",\"params\":{"
                           "\"uri\":\"a:b\"}}");
    GIVES(OK, sansmcp_server_reply(&w.server, &w.event, TX));
    receivers = (sansmcp_receivers){0};
    GIVES(NONE, sansmcp_server_updated(&w.server, S("a:b"), &receivers, TX));
    end(&w);
}

#define LISTEN(id, filter) RPC "\"id\":" id ",\"method\":\"subscriptions/listen\",\"params\":{" \
    META("{}") ",\"notifications\":{" filter "}}}"
#define TAG(id) "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" id "}"

/* Listeners from 2026-07-28 on. */
static void listeners(void) {
    world w;
    sansmcp_ticket tickets[4];
    size_t count = 9;
    sansmcp_receivers receivers = {0};
    static const uint8_t allowed[] = {1, 0};
    begin(&w, &all);
    HEARS(LISTEN, LISTEN("\"l\"", "\"toolsListChanged\":true,\"promptsListChanged\":false,"
                         "\"resourceSubscriptions\":[\"a:b\",\"a:c\",\"a:d\"]"));
    CHECK(sansmcp_event_wants(&w.event, SANSMCP_WHAT_TOOLS));
    CHECK(!sansmcp_event_wants(&w.event, SANSMCP_WHAT_PROMPTS));
    CHECK(!sansmcp_event_wants(&w.event, SANSMCP_WHAT_RESOURCES));
    CHECK(!sansmcp_event_wants(&w.event, SANSMCP_WHAT_NONE));
    sansmcp_ticket chosen = w.event.ticket;
    GIVES(SHORT, sansmcp_server_accept(&w.server, &w.event, allowed, 2, w.tx, 90, &w.out));
    SAYS(sansmcp_server_accept(&w.server, &w.event, allowed, 2, TX),
         RPC "\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{" TAG("\"l\"")
         ",\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a:b\"]}}}");
    GIVES(STALE, sansmcp_server_accept(&w.server, &w.event, allowed, 2, TX));
    HEARS(LISTEN, LISTEN("2", "\"toolsListChanged\":true,\"promptsListChanged\":true,"
                         "\"resourceSubscriptions\":[\"a:b\"]"));
    sansmcp_ticket other = w.event.ticket;
    SAYS(sansmcp_server_reply(&w.server, &w.event, TX),
         RPC "\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{" TAG("2")
         ",\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":true,"
         "\"resourceSubscriptions\":[\"a:b\"]}}}");
    GIVES(OK, sansmcp_server_listens(&w.server, tickets, 4, &count));
    CHECK(count == 2 && same_ticket(tickets[0], chosen) && same_ticket(tickets[1], other));
    GIVES(OK, sansmcp_server_listens(&w.server, NULL, 0, &count));
    CHECK(count == 2);

    /* Each is told of what it listens to. */
    GIVES(OK, sansmcp_server_updated(&w.server, S("a:b"), &receivers, TX));
    CHECK(says(&w, RPC "\"method\":\"notifications/resources/updated\",\"params\":{" TAG("\"l\"")
                   ",\"uri\":\"a:b\"}}"));
    GIVES(OK, sansmcp_server_updated(&w.server, S("a:b"), &receivers, TX));
    CHECK(says(&w, RPC "\"method\":\"notifications/resources/updated\",\"params\":{" TAG("2")
                   ",\"uri\":\"a:b\"}}"));
    GIVES(NONE, sansmcp_server_updated(&w.server, S("a:b"), &receivers, TX));
    receivers = (sansmcp_receivers){0};
    GIVES(NONE, sansmcp_server_updated(&w.server, S("a:c"), &receivers, TX));
    GIVES(OK, sansmcp_server_changed(&w.server, SANSMCP_WHAT_PROMPTS));
    SAYS(sansmcp_server_next_output(&w.server, TX),
         RPC "\"method\":\"notifications/prompts/list_changed\",\"params\":{" TAG("2") "}}");
    GIVES(NONE, sansmcp_server_next_output(&w.server, TX));

    /* The one is ended by the server, the other by the client. */
    GIVES(OK, sansmcp_server_end_listen(&w.server, chosen));
    SAYS(sansmcp_server_next_output(&w.server, TX),
         RPC "\"id\":\"l\",\"result\":{\"resultType\":\"complete\",\"_meta\":{"
         "\"io.modelcontextprotocol/subscriptionId\":\"l\","
         "\"io.modelcontextprotocol/serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}}");
    CHECK(w.out.is_last);
    GIVES(STALE, sansmcp_server_end_listen(&w.server, chosen));
    HEARS(CANCELLED, RPC "\"method\":\"notifications/cancelled\",\"params\":{" META("{}")
                         ",\"requestId\":2}}");
    GIVES(STALE, sansmcp_server_end_listen(&w.server, other));
    GIVES(OK, sansmcp_server_listens(&w.server, tickets, 4, &count));
    CHECK(count == 0);
    HEARS(CALL_TOOL, CALL("3", "," META("{}")));
    GIVES(NOT_SUPPORTED, sansmcp_server_end_listen(&w.server, w.event.ticket));
    GIVES(NOT_SUPPORTED, sansmcp_server_accept(&w.server, &w.event, NULL, 0, TX));
    end(&w);
}

int main(void) {
    older_logs();
    modern_logs();
    notifications();
    older_changes();
    listeners();
    return checked();
}

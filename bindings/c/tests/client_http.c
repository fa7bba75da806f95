/*
 * Every function of the client over HTTP as it should be called, without a socket: both eras, JSON
 * and event streams, sessions that are lost, streams that break, denials. The last line is
 * `N passed, M failed`.
 */
#include "client_web.h"

/* 2026-07-28: what a call says in its head, and its answer as JSON. */
static void modern(void) {
    world w;
    begin_http(&w, &me);
    web_modern(&w);
    CHECK(sansmcp_remote_session(&w.remote->value).len == 0);
    CHECK(sansmcp_client_revision(&w.client) == SANSMCP_REVISION_2026_07_28);
    sansmcp_ticket ticket = call_echo(&w);
    CHECK(w.out.verb == SANSMCP_VERB_POST && !w.out.is_last && w.out.status == 200);
    CHECK(heads(&w, "", "Accept: application/json, text/event-stream\r\n"
                "Content-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n"
                "Mcp-Method: tools/call\r\nMcp-Name: echo\r\n"));
    sansmcp_route route = w.out.route;
    CHECK(route.kind == SANSMCP_ROUTE_POST && route.number != 0);
    CHECK(responds(&w, route, 200, JSON, SANSMCP_EXPECT_JSON));
    CHECK(hears_on(&w, route, RPC "\"id\":65536,\"result\":{\"resultType\":\"complete\","
                   "\"content\":[]}}", SANSMCP_CLIENT_EVENT_ANSWERED));
    CHECK(same(w.event.ticket, ticket));
    GIVES(OK, sansmcp_client_closed(&w.client, route, w.now));
    GIVES(NONE, expire(&w));
    /* Nothing is left of it. */
    CHECK(responds(&w, route, 200, JSON, SANSMCP_EXPECT_NOTHING));
    /* There is no session that could be left. */
    GIVES(OK, sansmcp_client_leave(&w.client));
    GIVES(NONE, next(&w));
    end_http(&w);
}

/* Arguments that go into headers, and a head that has no room. */
static void parameters(void) {
    static const char schema[] = "{\"type\":\"object\",\"properties\":{"
        "\"text\":{\"type\":\"string\",\"x-mcp-header\":\"Text\"}}}";
    static const char all[] = "Accept: application/json, text/event-stream\r\n"
        "Content-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n"
        "Mcp-Method: tools/call\r\nMcp-Name: echo\r\n"
        "Mcp-Param-Text: =?base64?aGkgIsOkIgo=?=\r\n";
    world w;
    begin_http(&w, &me);
    web_modern(&w);
    call_echo(&w);
    CHECK(heads(&w, schema, all));
    sansmcp_str lines = {0};
    sansmcp_header header;
    uint8_t *buffer = fresh(sizeof all - 1, 1);
    sansmcp_str text = {schema, sizeof schema - 1};
    for (size_t room = 0; room < sizeof all - 1; room++) {
        GIVES(SHORT, sansmcp_client_head(&w.client, &w.out, text, buffer, room, &lines));
        CHECK(lines.data == NULL && lines.len == sizeof all - 1);
    }
    GIVES(OK, sansmcp_client_head(&w.client, &w.out, text, buffer, sizeof all - 1, &lines));
    GIVES(OK, sansmcp_head_at(lines, 0, &header));
    CHECK(is(header.name, "Accept") && is(header.value, "application/json, text/event-stream"));
    GIVES(OK, sansmcp_head_at(lines, 5, &header));
    CHECK(is(header.name, "Mcp-Param-Text") && is(header.value, "=?base64?aGkgIsOkIgo=?="));
    GIVES(NONE, sansmcp_head_at(lines, 6, &header));
    free(buffer);
    /* An output that was kept: a copy of it and of its bytes says the same. */
    sansmcp_out kept = w.out;
    uint8_t *bytes = fresh(kept.len, 1);
    memcpy(bytes, kept.data, kept.len);
    memset(w.tx, 0, w.tx_len);
    kept.data = bytes;
    w.out = kept;
    CHECK(heads(&w, schema, all));
    free(bytes);
    end_http(&w);
}

/* Up to 2025-11-25: the session goes with each request, and is ended. */
static void session(void) {
    world w;
    begin_http(&w, &me);
    web_older(&w, "s-1");
    CHECK(is(sansmcp_remote_session(&w.remote->value), "s-1"));
    GIVES(OK, next(&w));
    CHECK(w.out.verb == SANSMCP_VERB_GET && w.out.len == 0);
    CHECK(w.out.route.kind == SANSMCP_ROUTE_STREAM);
    CHECK(heads(&w, "", "Accept: text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n"
                "Mcp-Session-Id: s-1\r\n"));
    sansmcp_route stream = w.out.route;
    CHECK(responds(&w, stream, 200, EVENTS, SANSMCP_EXPECT_EVENTS));
    CHECK(hears_on(&w, stream, RPC "\"method\":\"notifications/tools/list_changed\"}",
                   SANSMCP_CLIENT_EVENT_CHANGED));
    GIVES(OK, sansmcp_client_seen(&w.client, stream, S("e-7"), 50));
    /* It breaks off, and is asked for again when its time has come. */
    GIVES(OK, sansmcp_client_closed(&w.client, stream, w.now));
    GIVES(NONE, expire(&w));
    GIVES(NONE, next(&w));
    uint64_t at = 0;
    GIVES(OK, sansmcp_client_next_deadline(&w.client, &at));
    CHECK(at > w.now && at <= w.now + 500);
    w.now = at;
    GIVES(NONE, expire(&w));
    GIVES(OK, next(&w));
    CHECK(w.out.verb == SANSMCP_VERB_GET);
    CHECK(heads(&w, "", "Accept: text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n"
                "Mcp-Session-Id: s-1\r\nLast-Event-ID: e-7\r\n"));
    /* The server has none after all, which is no fault. */
    CHECK(responds(&w, w.out.route, 405, "", SANSMCP_EXPECT_NOTHING));
    GIVES(OK, sansmcp_client_closed(&w.client, w.out.route, w.now));
    GIVES(NONE, expire(&w));
    GIVES(OK, sansmcp_client_leave(&w.client));
    GIVES(OK, next(&w));
    CHECK(w.out.verb == SANSMCP_VERB_DELETE && w.out.len == 0);
    CHECK(heads(&w, "", "MCP-Protocol-Version: 2025-11-25\r\nMcp-Session-Id: s-1\r\n"));
    CHECK(responds(&w, w.out.route, 405, "", SANSMCP_EXPECT_NOTHING));
    GIVES(NONE, next(&w));
    CHECK(!sansmcp_client_is_connected(&w.client));
    end_http(&w);
}

/* A session that the server forgot: it is begun anew, and the call is made again. */
static void lost_session(void) {
    world w;
    begin_http(&w, &me);
    web_older(&w, "s-1");
    GIVES(OK, next(&w)); /* the event stream */
    sansmcp_ticket first = call_echo(&w), second;
    CHECK(responds(&w, w.out.route, 404, "", SANSMCP_EXPECT_NOTHING));
    GIVES(NONE, expire(&w)); /* not before there is a new one */
    GIVES(OK, next(&w));
    CHECK(has(&w, "\"method\":\"initialize\""));
    CHECK(heads(&w, "", "Accept: application/json, text/event-stream\r\n"
                "Content-Type: application/json\r\n"));
    initialized(&w, w.out.route, "s-2");
    CHECK(is(sansmcp_remote_session(&w.remote->value), "s-2"));
    GIVES(OK, expire(&w));
    CHECK(w.event.kind == SANSMCP_CLIENT_EVENT_SUSPENDED && same(w.event.ticket, first));
    CHECK(sansmcp_event_why(&w.event) == SANSMCP_PAUSE_SESSION_LOST);
    GIVES(OK, sansmcp_client_again(&w.client, first, S("tools/call"), NULL, NULL, w.now, w.tx,
                                   w.tx_len, &second, &w.out));
    CHECK(!same(first, second));
    /* Twice is an end. */
    CHECK(responds(&w, w.out.route, 404, "", SANSMCP_EXPECT_NOTHING));
    GIVES(OK, sansmcp_client_closed(&w.client, w.out.route, w.now));
    sansmcp_outcome outcome = {0};
    GIVES(OK, expire(&w));
    GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(outcome.failure == SANSMCP_FAILURE_SESSION_LOST);
    end_http(&w);
}

/* 401: the challenge, and the request again. Of the handshake, too. */
static void denied(void) {
    world w;
    sansmcp_ticket again;
    begin_http(&w, &me);
    GIVES(OK, sansmcp_client_connect(&w.client, NULL, w.now));
    GIVES(OK, next(&w));
    CHECK(responds(&w, w.out.route, 401, "WWW-Authenticate:  Bearer realm=\"x\" ",
                   SANSMCP_EXPECT_DENIED));
    CHECK(is(w.expect.challenge, "Bearer realm=\"x\""));
    sansmcp_ticket ticket = w.expect.ticket;
    GIVES(OK, sansmcp_client_closed(&w.client, w.out.route, w.now));
    GIVES(NONE, expire(&w));
    GIVES(NONE, next(&w));
    GIVES(OK, sansmcp_client_again(&w.client, ticket, (sansmcp_str){0}, NULL, NULL, w.now, w.tx,
                                   w.tx_len, &again, &w.out));
    CHECK(w.out.len == 0 && !same(ticket, again));
    GIVES(OK, next(&w));
    discovered(&w, w.out.route);
    ticket = call_echo(&w);
    CHECK(responds(&w, w.out.route, 403, "", SANSMCP_EXPECT_DENIED));
    CHECK(w.expect.challenge.data != NULL && w.expect.challenge.len == 0);
    CHECK(same(w.expect.ticket, ticket));
    GIVES(OK, sansmcp_client_cancel(&w.client, ticket));
    /* One that nobody answers is not sent again. */
    GIVES(OK, sansmcp_client_notify(&w.client, S("my/own"), NULL, w.tx, w.tx_len, &w.out));
    CHECK(responds(&w, w.out.route, 401, "", SANSMCP_EXPECT_DENIED));
    CHECK(w.expect.ticket.generation == 0 && w.expect.ticket.index == 0);
    end_http(&w);
}

/* An answer as an event stream, which breaks and is gone on with; a call that is taken back. */
static void streams(void) {
    world w;
    uint64_t at = 0;
    begin_http(&w, &me);
    web_older(&w, "s-1");
    GIVES(OK, next(&w)); /* the event stream */
    CHECK(responds(&w, w.out.route, 405, "", SANSMCP_EXPECT_NOTHING));
    sansmcp_ticket ticket = call_echo(&w);
    sansmcp_route route = w.out.route;
    CHECK(responds(&w, route, 200, EVENTS, SANSMCP_EXPECT_EVENTS));
    GIVES(OK, sansmcp_client_seen(&w.client, route, S("a-1"), SANSMCP_NO_RETRY));
    GIVES(OK, sansmcp_client_seen(&w.client, route, S(""), 200));
    GIVES(OK, sansmcp_client_closed(&w.client, route, w.now));
    GIVES(NONE, expire(&w));
    GIVES(OK, sansmcp_client_next_deadline(&w.client, &at));
    CHECK(at == w.now + 200);
    w.now = at;
    GIVES(NONE, expire(&w));
    GIVES(OK, next(&w));
    CHECK(w.out.verb == SANSMCP_VERB_GET && w.out.route.number == route.number);
    CHECK(heads(&w, "", "Accept: text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n"
                "Mcp-Session-Id: s-1\r\nLast-Event-ID: a-1\r\n"));
    CHECK(responds(&w, route, 200, EVENTS, SANSMCP_EXPECT_EVENTS));
    CHECK(hears_on(&w, route, RPC "\"id\":65536,\"result\":{\"content\":[]}}",
                   SANSMCP_CLIENT_EVENT_ANSWERED));
    CHECK(same(w.event.ticket, ticket));
    GIVES(OK, sansmcp_client_closed(&w.client, route, w.now));
    end_http(&w);
    /* 2026-07-28: the end of its exchange takes a call back. */
    begin_http(&w, &me);
    web_modern(&w);
    ticket = call_echo(&w);
    route = w.out.route;
    CHECK(responds(&w, route, 200, EVENTS, SANSMCP_EXPECT_EVENTS));
    GIVES(OK, sansmcp_client_cancel(&w.client, ticket));
    GIVES(OK, next(&w));
    CHECK(w.out.is_last && w.out.len == 0 && w.out.verb == SANSMCP_VERB_POST);
    CHECK(w.out.route.number == route.number && w.out.route.kind == route.kind);
    GIVES(NONE, next(&w));
    end_http(&w);
}

/* Failures that only HTTP has. */
static void failures(void) {
    static const struct {
        uint16_t status;
        const char *head;
        int kind, failure;
    } cases[] = {{500, "", SANSMCP_EXPECT_NOTHING, SANSMCP_FAILURE_STATUS},
        {500, JSON, SANSMCP_EXPECT_JSON, SANSMCP_FAILURE_STATUS},
        {200, "Content-Type: text/html", SANSMCP_EXPECT_NOTHING, SANSMCP_FAILURE_MEDIA_TYPE},
        {202, JSON, SANSMCP_EXPECT_NOTHING, SANSMCP_FAILURE_MALFORMED},
        {200, JSON, SANSMCP_EXPECT_JSON, SANSMCP_FAILURE_CLOSED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world w;
        sansmcp_outcome outcome = {0};
        begin_http(&w, &me);
        web_modern(&w);
        call_echo(&w);
        CHECK(responds(&w, w.out.route, cases[i].status, cases[i].head, cases[i].kind));
        GIVES(OK, sansmcp_client_closed(&w.client, w.out.route, w.now));
        GIVES(OK, expire(&w));
        GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
        CHECK(outcome.failure == cases[i].failure);
        CHECK(sansmcp_failure_account(outcome.failure).name.len > 0);
        end_http(&w);
    }
    world w;
    sansmcp_outcome outcome = {0};
    begin_http(&w, &me);
    GIVES(OK, sansmcp_client_connect(&w.client, &(sansmcp_policy){.newest =
        SANSMCP_REVISION_2025_11_25}, w.now));
    GIVES(OK, next(&w));
    CHECK(responds(&w, w.out.route, 200, JSON "\nMcp-Session-Id: a b", SANSMCP_EXPECT_NOTHING));
    GIVES(OK, expire(&w));
    GIVES(OK, sansmcp_event_outcome(&w.event, &outcome));
    CHECK(outcome.failure == SANSMCP_FAILURE_BAD_SESSION);
    end_http(&w);
}

/* A stream cut into events, at every place. */
static void events(void) {
    static const char stream[] = "\xef\xbb\xbf: hello\r\nid: 1\r\ndata\r\n\r\n"
        "id: 2\ndata: {\"a\":\ndata: 1}\n\nevent: x\rdata: {}\r\rretry: 300\nid: 3\n\n"
        "data: {\"id\":7,\"method\":\"a/b\",\"params\":\"0123456789012345678901234567890123\"}\n\n";
    for (size_t cut = 0; cut < sizeof stream; cut++) {
        sansmcp_events events;
        sansmcp_sse_event event;
        uint8_t *buffer = fresh(48, 1);
        size_t at = 0, count = 0;
        GIVES(OK, sansmcp_events_init(&events, buffer, 48));
        CHECK(sansmcp_events_retry(&events) == SANSMCP_NO_RETRY);
        CHECK(sansmcp_events_last_id(&events).len == 0);
        while (at < sizeof stream - 1) {
            size_t room = 0, len = at < cut ? cut - at : sizeof stream - 1 - at;
            uint8_t *space = sansmcp_events_space(&events, &room);
            CHECK(space != NULL && room > 0);
            if (len > room) len = room;
            memcpy(space, stream + at, len);
            at += len;
            GIVES(OK, sansmcp_events_filled(&events, len));
            while (sansmcp_events_next_event(&events, &event) == SANSMCP_OK) {
                static const char *const kinds[] = {"message", "x", "message"};
                static const char *const ids[] = {"2", "2", "3"};
                static const char *const data[] = {"{\"a\":\n1}", "{}", "7"};
                CHECK(count < 3 && is(event.kind, kinds[count]) && is(event.id, ids[count]));
                CHECK(is((sansmcp_str){(const char *)event.frame.data, event.frame.len},
                         data[count]));
                CHECK((event.frame.overlong_len > 0) == (count == 2));
                count++;
            }
        }
        CHECK(count == 3 && sansmcp_events_retry(&events) == 300);
        CHECK(is(sansmcp_events_last_id(&events), "3"));
        GIVES(OK, sansmcp_events_reset(&events));
        CHECK(is(sansmcp_events_last_id(&events), "3") && sansmcp_events_retry(&events) == 300);
        free(buffer);
    }
}

/* Tools that cannot be called, and the names of numbers. */
static void tools(void) {
    static const char page[] = "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{}},7,"
        "{\"name\":\"b\",\"inputSchema\":{\"properties\":{\"x\":{\"type\":\"string\","
        "\"x-mcp-header\":\"\"}}}},{\"inputSchema\":{\"properties\":{\"x\":{\"type\":\"number\","
        "\"x-mcp-header\":\"X\"}}}},{\"name\":\"c\"}]}";
    sansmcp_str result = {page, sizeof page - 1};
    sansmcp_listed listed = {0};
    uint8_t why = 9;
    GIVES(OK, sansmcp_tools_at(result, 0, &listed));
    CHECK(means(listed.name, "a") && listed.why == SANSMCP_INVALID_NONE);
    CHECK(is(listed.tool, "{\"name\":\"a\",\"inputSchema\":{}}"));
    GIVES(OK, sansmcp_tools_at(result, 1, &listed));
    CHECK(means(listed.name, "b") && listed.why == SANSMCP_INVALID_NAME && !listed.tool.data);
    CHECK(is(sansmcp_invalid_message(listed.why),
             "x-mcp-header is not a name that a header can have"));
    GIVES(OK, sansmcp_tools_at(result, 2, &listed));
    CHECK(listed.name.data == NULL && listed.why == SANSMCP_INVALID_KIND);
    GIVES(OK, sansmcp_tools_at(result, 3, &listed));
    CHECK(means(listed.name, "c") && listed.why == 0);
    GIVES(NONE, sansmcp_tools_at(result, 4, &listed));
    static const char *const schemas[] = {"{}",
        "{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"a b\"}}}",
        ("{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\"},"
        "\"b\":{\"type\":\"string\",\"x-mcp-header\":\"a\"}}}"),
        "{\"properties\":{\"a\":{\"type\":\"object\",\"x-mcp-header\":\"a\"}}}",
        "{\"properties\":{\"a\":{\"items\":{\"type\":\"string\",\"x-mcp-header\":\"a\"}}}}"};
    for (size_t i = 0; i < 5; i++) {
        GIVES(OK, sansmcp_schema_check((sansmcp_str){schemas[i], strlen(schemas[i])}, &why));
        CHECK(why == i);
        CHECK((sansmcp_invalid_message(why).data == NULL) == (i == 0));
    }
    CHECK(sansmcp_invalid_message(SANSMCP_INVALID_TOO_MANY).len > 0);
    CHECK(sansmcp_invalid_message(6).data == NULL);
    CHECK(is(sansmcp_verb_name(SANSMCP_VERB_POST), "POST"));
    CHECK(is(sansmcp_verb_name(SANSMCP_VERB_GET), "GET"));
    CHECK(is(sansmcp_verb_name(SANSMCP_VERB_DELETE), "DELETE"));
    CHECK(sansmcp_verb_name(3).data == NULL);
}

int main(void) {
    modern();
    parameters();
    session();
    lost_session();
    denied();
    streams();
    failures();
    events();
    tools();
    return checked();
}

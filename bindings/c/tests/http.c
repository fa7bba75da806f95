/*
 * The server over HTTP, called as it should be: a session from its beginning to its end, requests
 * that stand for themselves, event streams, replay, pages of other sites, what is put off, and
 * what is cancelled. The last line is `N passed, M failed`.
 */
#include "http_world.h"

static const char *const opening =
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
    "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}";
static const char *const initialized =
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
static const char *const call =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
    "\"arguments\":{\"text\":\"hi\"}}}";

#define META                                                                                       \
    "\"_meta\":{\"progressToken\":5,\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","   \
    "\"io.modelcontextprotocol/clientCapabilities\":{}}"
static const char *const modern =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" META
    ",\"name\":\"echo\",\"arguments\":{\"text\":\"hi\"}}}";
#define MODERN_HEADERS                                                                             \
    {"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "echo"}

/* All that is due by itself. */
static void drain(world *w) {
    sansmcp_out out;
    forget_sent(w);
    while (sansmcp_endpoint_next_output(&w->endpoint, w->tx, sizeof w->tx, &out) == SANSMCP_OK)
        deliver(w, &out);
}

static bool has_header(world *w, const char *name, const char *value) {
    sansmcp_header headers[SANSMCP_MAX_RESPONSE_HEADERS];
    size_t count = 0;
    GIVES(OK, sansmcp_response_headers(&w->response, headers, SANSMCP_MAX_RESPONSE_HEADERS,
                                       &count));
    for (size_t i = 0; i < count; i++)
        if (sansmcp_str_equals(headers[i].name, plain(name)))
            return sansmcp_str_equals(headers[i].value, plain(value));
    return false;
}

static const line *in_session_after(world *w, const char *id) {
    size_t count = 0;
    w->own[count++] = (line){"Mcp-Session-Id", w->session};
    w->own[count++] = (line){"MCP-Protocol-Version", "2025-11-25"};
    if (id != NULL) w->own[count++] = (line){"Last-Event-ID", id};
    w->own[count] = (line){NULL, NULL};
    return w->own;
}

static const line *in_session(world *w) {
    return in_session_after(w, NULL);
}

/* Begins a session, and keeps its id. */
static void begin_session(world *w) {
    const line none[] = {{NULL, NULL}};
    post(w, 1, none, opening);
    CHECK(w->status == 200 && w->body_kind == SANSMCP_BODY_JSON && w->is_ended);
    CHECK(strlen(w->session) == SANSMCP_SESSION_ID);
    CHECK(strstr(w->sent, "\"protocolVersion\":\"2025-11-25\"") != NULL);
    CHECK(has_header(w, "content-type", "application/json"));
    CHECK(has_header(w, "mcp-session-id", w->session));
    post(w, 1, in_session(w), initialized);
    CHECK(w->status == 202 && w->is_ended && w->sent_len == 0);
}

static void sessions(void) {
    world *w = new_world(NULL);
    sansmcp_ticket ticket;
    size_t count;
    begin_session(w);
    post(w, 2, in_session(w), call);
    CHECK(w->status == 200 && w->is_ended && strstr(w->sent, "\"text\":\"hi\"") != NULL);
    CHECK(w->session_len == 0);
    /* An event stream, on which is told what has changed. */
    judge(w, "GET", 3, in_session(w));
    CHECK(w->verdict.kind == SANSMCP_VERDICT_STREAM && !w->verdict.has_replaced);
    CHECK(w->verdict.head.status == 200 && w->verdict.head.body == SANSMCP_BODY_EVENTS);
    CHECK(w->verdict.first.len == 0 && w->verdict.missed.last == 0 && !w->verdict.is_over);
    GIVES(OK, sansmcp_endpoint_changed(&w->endpoint, SANSMCP_WHAT_TOOLS));
    drain(w);
    CHECK(w->to == 3 && !w->is_ended && w->status == 0);
    CHECK(strcmp(w->sent, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":"
                          "\"notifications/tools/list_changed\"}\n\n") == 0);
    /* Another one takes its place. */
    judge(w, "GET", 4, in_session(w));
    CHECK(w->verdict.has_replaced && w->verdict.replaces == 3);
    GIVES(OK, sansmcp_endpoint_open(&w->endpoint, NULL, 0, &count));
    CHECK(count == 0);
    GIVES(OK, sansmcp_endpoint_cancelled(&w->endpoint, &ticket, 1, &count));
    CHECK(count == 0);
    /* The end. */
    judge(w, "DELETE", 5, in_session(w));
    CHECK(w->verdict.kind == SANSMCP_VERDICT_REPLY && w->verdict.head.status == 204);
    CHECK(w->verdict.body.data == NULL);
    drain(w);
    CHECK(w->to == 4 && w->is_ended);
    judge(w, "GET", 6, in_session(w));
    CHECK(w->verdict.kind == SANSMCP_VERDICT_REPLY && w->verdict.head.status == 404);
    CHECK(w->verdict.body.len > 0);
    end_world(w);
}

/* Requests that stand for themselves: events, and what a closed socket means. */
static void alone(void) {
    world *w = new_world(NULL);
    const line headers[] = {MODERN_HEADERS, {NULL, NULL}};
    const line other[] = {
        {"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/list"}, {NULL, NULL}};
    sansmcp_server server;
    sansmcp_ticket ticket;
    sansmcp_out out;
    size_t count;
    post(w, 7, headers, modern);
    CHECK(w->status == 200 && w->is_ended && strstr(w->sent, "\"text\":\"hi\"") != NULL);
    post(w, 7, other, modern);
    CHECK(w->status == 400 && w->is_ended && strstr(w->sent, "-32020") != NULL);
    /* Progress before the answer makes events of both. */
    w->is_lazy = true;
    post(w, 7, headers, modern);
    CHECK(w->status == 0 && w->event.kind == SANSMCP_EVENT_CALL_TOOL);
    GIVES(OK, sansmcp_endpoint_open(&w->endpoint, &ticket, 1, &count));
    CHECK(count == 1 && ticket.generation == w->event.ticket.generation);
    GIVES(OK, sansmcp_endpoint_server(&w->endpoint, ticket, &server));
    GIVES(OK, sansmcp_server_progress(&server, ticket, SANSMCP_INTEGER(1), (sansmcp_number){0},
                                      (sansmcp_str){0}, w->tx, sizeof w->tx, &out));
    deliver(w, &out);
    CHECK(w->status == 200 && w->body_kind == SANSMCP_BODY_EVENTS && !w->is_ended);
    CHECK(has_header(w, "content-type", "text/event-stream"));
    CHECK(strncmp(w->sent, "event: message\ndata: {", 22) == 0);
    GIVES(OK, sansmcp_server_answer_text(&server, ticket, SANSMCP_STR("late"), w->tx,
                                         sizeof w->tx, &out));
    deliver(w, &out);
    CHECK(w->to == 7 && w->is_ended && strstr(w->sent, "\"text\":\"late\"") != NULL);
    /* A closed socket cancels. */
    post(w, 8, headers, modern);
    ticket = w->event.ticket;
    GIVES(OK, sansmcp_endpoint_closed(&w->endpoint, 8));
    GIVES(OK, sansmcp_endpoint_cancelled(&w->endpoint, &ticket, 1, &count));
    CHECK(count == 1);
    GIVES(OK, sansmcp_endpoint_server(&w->endpoint, ticket, &server));
    CHECK(sansmcp_server_is_cancelled(&server, ticket));
    GIVES(OK, sansmcp_server_abandon(&server, ticket));
    GIVES(OK, sansmcp_endpoint_cancelled(&w->endpoint, &ticket, 1, &count));
    CHECK(count == 0);
    /* Nobody is there any more. */
    GIVES(STALE, sansmcp_server_answer_text(&server, ticket, SANSMCP_STR("late"), w->tx,
                                            sizeof w->tx, &out));
    end_world(w);
}

/* What was missed is sent again, and what is put off is come back for. */
static void replays(void) {
    static const sansmcp_endpoint_policy policy = {.replay = 1, .retry_ms = 250};
    world *w = new_world(&policy);
    sansmcp_kept kept;
    sansmcp_sse_fields fields;
    sansmcp_delivery delivery;
    sansmcp_server server;
    sansmcp_out out;
    begin_session(w);
    judge(w, "GET", 3, in_session(w));
    CHECK(w->verdict.first.len > 0 && strstr(w->verdict.first.bytes, "retry: 250\n") != NULL);
    for (int i = 0; i < 3; i++) {
        GIVES(OK, sansmcp_endpoint_changed(&w->endpoint, SANSMCP_WHAT_TOOLS));
        drain(w);
        CHECK(w->kept.sequence == (uint32_t)i + 1);
    }
    GIVES(OK, sansmcp_endpoint_closed(&w->endpoint, 3));
    char last[40];
    snprintf(last, sizeof last, "%x-1", (unsigned)w->kept.stream);
    judge(w, "GET", 4, in_session_after(w, last));
    CHECK(w->verdict.kind == SANSMCP_VERDICT_STREAM && w->verdict.missed.last == 3);
    sansmcp_sse_id after = w->verdict.missed.after;
    CHECK(after.sequence == 1);
    for (uint32_t sequence = 2; sequence <= 3; sequence++) {
        GIVES(OK, sansmcp_store_after(&w->store, after, 3, &kept));
        CHECK(kept.id.sequence == sequence && kept.data[0] == '{');
        GIVES(OK, sansmcp_sse_head(&kept.id, &fields));
        CHECK(fields.len > 0 && strstr(fields.bytes, "data: ") != NULL);
        after = kept.id;
    }
    GIVES(NONE, sansmcp_store_after(&w->store, after, 3, &kept));
    judge(w, "GET", 5, in_session_after(w, "ffff-1"));
    CHECK(w->verdict.kind == SANSMCP_VERDICT_REPLY && w->verdict.head.status == 400);
    /* A call that is put off: its response ends, and its client comes back. */
    w->is_lazy = true;
    post(w, 6, in_session(w), call);
    CHECK(w->status == 200 && w->body_kind == SANSMCP_BODY_EVENTS && !w->is_ended);
    GIVES(OK, sansmcp_endpoint_put_off(&w->endpoint, w->event.ticket, 70, &delivery));
    CHECK(delivery.has_to && delivery.to == 6 && delivery.is_end && !delivery.has_head);
    CHECK(strcmp(delivery.lead.bytes, "retry: 70\n\n") == 0);
    GIVES(NONE, sansmcp_endpoint_put_off(&w->endpoint, w->event.ticket, 70, &delivery));
    GIVES(OK, sansmcp_endpoint_server(&w->endpoint, w->event.ticket, &server));
    GIVES(OK, sansmcp_server_answer_text(&server, w->event.ticket, SANSMCP_STR("late"), w->tx,
                                         sizeof w->tx, &out));
    deliver(w, &out);
    CHECK(!w->has_to && w->kept.sequence == 1);
    snprintf(last, sizeof last, "%x-0", (unsigned)w->kept.stream);
    judge(w, "GET", 7, in_session_after(w, last));
    CHECK(w->verdict.kind == SANSMCP_VERDICT_STREAM && w->verdict.is_over);
    GIVES(OK, sansmcp_store_after(&w->store, w->verdict.missed.after, w->verdict.missed.last,
                                  &kept));
    CHECK(kept.len > 5 && memcmp(kept.data + kept.len - 5, "\"}]}}", 5) == 0);
    end_world(w);
}

/* Who is let in, and what pages of other sites are told. */
static void pages_of_other_sites(void) {
    static const sansmcp_str hosts[] = {SANSMCP_STR_INIT("mcp.example")};
    static const sansmcp_str origins[] = {SANSMCP_STR_INIT("https://page.example"),
                                          SANSMCP_STR_INIT("@loopback")};
    static const sansmcp_endpoint_policy policy = {
        .hosts = hosts, .host_count = 1, .origins = origins, .origin_count = 2};
    world *w = new_world(&policy);
    sansmcp_header headers[8];
    size_t count;
    const line here[] = {{"Host", "mcp.example:80"}, {"Origin", "https://page.example"},
                         {"Access-Control-Request-Method", "POST"},
                         {"Access-Control-Request-Headers", "mcp-param-a, x, Mcp-Param-B"},
                         {NULL, NULL}};
    const line foreign[] = {
        {"Host", "mcp.example"}, {"Origin", "https://evil.example"}, {NULL, NULL}};
    const line rebound[] = {{"Host", "evil.example"}, {NULL, NULL}};
    judge(w, "OPTIONS", 1, here);
    CHECK(w->verdict.kind == SANSMCP_VERDICT_PREFLIGHT);
    GIVES(OK, sansmcp_endpoint_preflight(&w->endpoint, &w->head, headers, 8, &count));
    CHECK(count == 7 && sansmcp_str_equals(headers[0].value, origins[0]));
    CHECK(sansmcp_str_equals(headers[6].value, SANSMCP_STR("Mcp-Param-B")));
    GIVES(SHORT, sansmcp_endpoint_preflight(&w->endpoint, &w->head, headers, 6, &count));
    CHECK(count == 7);
    GIVES(OK, sansmcp_endpoint_exposed(&w->endpoint, &w->head, headers, 8, &count));
    CHECK(count == 3 && sansmcp_str_equals(headers[0].value, origins[0]));
    judge(w, "POST", 1, foreign);
    CHECK(w->verdict.kind == SANSMCP_VERDICT_REPLY && w->verdict.head.status == 403);
    GIVES(OK, sansmcp_endpoint_exposed(&w->endpoint, &w->head, headers, 8, &count));
    CHECK(count == 0);
    GIVES(NONE, sansmcp_endpoint_preflight(&w->endpoint, &w->head, headers, 8, &count));
    judge(w, "POST", 1, rebound);
    CHECK(w->verdict.head.status == 403);
    /* What is allowed is said with a 405. */
    const line plain[] = {{"Host", "mcp.example"}, {NULL, NULL}};
    judge(w, "PUT", 1, plain);
    CHECK(w->verdict.head.status == 405);
    GIVES(OK, sansmcp_response_headers(&w->verdict.head, headers, 8, &count));
    CHECK(count == 3 && sansmcp_str_equals(headers[2].name, SANSMCP_STR("allow")));
    CHECK(sansmcp_str_equals(headers[2].value, SANSMCP_STR("GET, POST, DELETE")));
    GIVES(SHORT, sansmcp_response_headers(&w->verdict.head, headers, 2, &count));
    CHECK(count == 3);
    sansmcp_str value;
    GIVES(OK, sansmcp_head_get(&w->head, SANSMCP_STR("HOST"), &value));
    CHECK(sansmcp_str_equals(value, SANSMCP_STR("mcp.example")));
    GIVES(NONE, sansmcp_head_get(&w->head, SANSMCP_STR("cookie"), &value));
    end_world(w);
}

/* Settings that change what is served. */
static void policies(void) {
    static const sansmcp_endpoint_policy sessionless = {.is_sessionless = 1};
    static const sansmcp_endpoint_policy small = {.longest_body = 10, .sessions_each = 1};
    const line none[] = {{NULL, NULL}};
    const line long_one[] = {{"Content-Length", "11"}, {NULL, NULL}};
    world *w = new_world(&sessionless);
    sansmcp_http_reply denied;
    uint64_t deadline;
    post(w, 1, none, opening);
    CHECK(w->status == 200 && w->session_len == 0);
    judge(w, "GET", 2, none);
    CHECK(w->verdict.head.status == 405);
    GIVES(NONE, sansmcp_endpoint_next_deadline(&w->endpoint, &deadline));
    GIVES(NONE, sansmcp_endpoint_expire(&w->endpoint, 1000000, &w->event));
    end_world(w);
    w = new_world(&small);
    judge(w, "POST", 1, long_one);
    CHECK(w->verdict.head.status == 413);
    post(w, 1, none, opening);
    CHECK(w->status == 200 && w->verdict.longest_body == 10);
    post(w, 1, none, opening);
    CHECK(w->status == 503 && has_header(w, "content-type", "application/json"));
    GIVES(OK, sansmcp_denial_reply(SANSMCP_DENIAL_TOO_LONG, &denied));
    CHECK(denied.head.status == 413 && denied.body.len > 0);
    end_world(w);
}

int main(void) {
    sessions();
    alone();
    replays();
    pages_of_other_sites();
    policies();
    return checked();
}

/*
 * What the endpoint in C does with what it should not be given: NULL, full and missing tables,
 * buffers that are too small, heads that are none, tickets that are out of date, calls in the wrong
 * order. Each is an error value, and nothing crashes. The last line is `N passed, M failed`.
 */
#include "http_world.h"

_Static_assert(sizeof(sansmcp_hub) == 240, "hub");
_Static_assert(sizeof(sansmcp_session) == 256, "session");
_Static_assert(sizeof(sansmcp_stream) == 32, "stream");

static const line nothing[] = {{NULL, NULL}};
static const line headers_of_call[] = {{"MCP-Protocol-Version", "2026-07-28"},
                                       {"Mcp-Method", "tools/call"},
                                       {"Mcp-Name", "echo"},
                                       {NULL, NULL}};
static const char call[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"_meta\":{"
    "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
    "\"io.modelcontextprotocol/clientCapabilities\":{}},\"name\":\"echo\",\"arguments\":{}}}";
static const uint8_t random[16] = {1};

/* Every pointer of every function that gives a result, NULL in its turn. */
static void null_pointers(void) {
    world *w = new_world(NULL);
    sansmcp_endpoint *e = &w->endpoint;
    sansmcp_frame frame = {.data = (const uint8_t *)"{}", .len = 2};
    sansmcp_out out = {0};
    sansmcp_delivery delivery;
    sansmcp_server server;
    sansmcp_header headers[8];
    sansmcp_http_reply reply;
    sansmcp_receivers receivers = {0};
    sansmcp_ticket ticket = {0};
    sansmcp_str value, text = SANSMCP_STR("a");
    size_t count;
    uint64_t deadline;
    const size_t room = sizeof w->tx;
    set_head(w, "POST", nothing);
    GIVES(NULL_POINTER, sansmcp_endpoint_init(NULL, &echo_server, NULL, &w->memory));
    GIVES(NULL_POINTER, sansmcp_endpoint_init(e, NULL, NULL, &w->memory));
    GIVES(NULL_POINTER, sansmcp_endpoint_init(e, &echo_server, NULL, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_judge(NULL, &w->head, 0, 0, 0, &w->verdict));
    GIVES(NULL_POINTER, sansmcp_endpoint_judge(e, NULL, 0, 0, 0, &w->verdict));
    GIVES(NULL_POINTER, sansmcp_endpoint_judge(e, &w->head, 0, 0, 0, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_receive(NULL, &frame, 0, random, &w->event));
    GIVES(NULL_POINTER, sansmcp_endpoint_receive(e, NULL, 0, random, &w->event));
    GIVES(NULL_POINTER, sansmcp_endpoint_receive(e, &frame, 0, NULL, &w->event));
    GIVES(NULL_POINTER, sansmcp_endpoint_receive(e, &frame, 0, random, NULL));
    CHECK(frame.reading == 0 && frame.stream == 0);
    GIVES(NULL_POINTER, sansmcp_endpoint_received(NULL, &frame, &delivery));
    GIVES(NULL_POINTER, sansmcp_endpoint_received(e, NULL, &delivery));
    GIVES(NULL_POINTER, sansmcp_endpoint_received(e, &frame, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_deliver(NULL, &out, &delivery));
    GIVES(NULL_POINTER, sansmcp_endpoint_deliver(e, NULL, &delivery));
    GIVES(NULL_POINTER, sansmcp_endpoint_deliver(e, &out, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_server(NULL, ticket, &server));
    GIVES(NULL_POINTER, sansmcp_endpoint_server(e, ticket, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_server_of(NULL, &frame, &server));
    GIVES(NULL_POINTER, sansmcp_endpoint_server_of(e, NULL, &server));
    GIVES(NULL_POINTER, sansmcp_endpoint_server_of(e, &frame, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_changed(NULL, SANSMCP_WHAT_TOOLS));
    GIVES(NULL_POINTER, sansmcp_endpoint_updated(NULL, text, &receivers, w->tx, room, &out));
    GIVES(NULL_POINTER, sansmcp_endpoint_updated(e, text, NULL, w->tx, room, &out));
    GIVES(NULL_POINTER, sansmcp_endpoint_updated(e, text, &receivers, NULL, room, &out));
    GIVES(NULL_POINTER, sansmcp_endpoint_updated(e, text, &receivers, w->tx, room, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_next_output(NULL, w->tx, room, &out));
    GIVES(NULL_POINTER, sansmcp_endpoint_next_output(e, NULL, room, &out));
    GIVES(NULL_POINTER, sansmcp_endpoint_next_output(e, w->tx, room, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_next_deadline(NULL, &deadline));
    GIVES(NULL_POINTER, sansmcp_endpoint_next_deadline(e, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_expire(NULL, 0, &w->event));
    GIVES(NULL_POINTER, sansmcp_endpoint_expire(e, 0, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_closed(NULL, 0));
    GIVES(NULL_POINTER, sansmcp_endpoint_put_off(NULL, ticket, 1, &delivery));
    GIVES(NULL_POINTER, sansmcp_endpoint_put_off(e, ticket, 1, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_open(NULL, &ticket, 1, &count));
    GIVES(NULL_POINTER, sansmcp_endpoint_open(e, NULL, 1, &count));
    GIVES(NULL_POINTER, sansmcp_endpoint_open(e, &ticket, 1, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_cancelled(NULL, &ticket, 1, &count));
    GIVES(NULL_POINTER, sansmcp_endpoint_cancelled(e, NULL, 1, &count));
    GIVES(NULL_POINTER, sansmcp_endpoint_cancelled(e, &ticket, 1, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_exposed(NULL, &w->head, headers, 8, &count));
    GIVES(NULL_POINTER, sansmcp_endpoint_exposed(e, NULL, headers, 8, &count));
    GIVES(NULL_POINTER, sansmcp_endpoint_exposed(e, &w->head, NULL, 8, &count));
    GIVES(NULL_POINTER, sansmcp_endpoint_exposed(e, &w->head, headers, 8, NULL));
    GIVES(NULL_POINTER, sansmcp_endpoint_preflight(NULL, &w->head, headers, 8, &count));
    GIVES(NULL_POINTER, sansmcp_endpoint_preflight(e, NULL, headers, 8, &count));
    GIVES(NULL_POINTER, sansmcp_endpoint_preflight(e, &w->head, NULL, 8, &count));
    GIVES(NULL_POINTER, sansmcp_endpoint_preflight(e, &w->head, headers, 8, NULL));
    GIVES(NULL_POINTER, sansmcp_response_headers(NULL, headers, 8, &count));
    GIVES(NULL_POINTER, sansmcp_response_headers(&w->response, NULL, 8, &count));
    GIVES(NULL_POINTER, sansmcp_response_headers(&w->response, headers, 8, NULL));
    GIVES(NULL_POINTER, sansmcp_denial_reply(SANSMCP_DENIAL_HOST, NULL));
    GIVES(OUT_OF_RANGE, sansmcp_denial_reply(SANSMCP_DENIAL_BUSY + 1, &reply));
    GIVES(NULL_POINTER, sansmcp_head_get(NULL, text, &value));
    GIVES(NULL_POINTER, sansmcp_head_get(&w->head, text, NULL));
    /* Tables of the endpoint that are not there. */
    sansmcp_endpoint_memory memory = w->memory;
    memory.hub = NULL;
    GIVES(NULL_POINTER, sansmcp_endpoint_init(e, &echo_server, NULL, &memory));
    memory = w->memory;
    memory.streams = NULL;
    GIVES(NULL_POINTER, sansmcp_endpoint_init(e, &echo_server, NULL, &memory));
    memory.stream_count = SIZE_MAX;
    memory.streams = w->memory.streams;
    GIVES(OUT_OF_RANGE, sansmcp_endpoint_init(e, &echo_server, NULL, &memory));
    end_world(w);
}

/* A server whose endpoint is not there any more, or never was. */
static void servers(void) {
    world *w = new_world(NULL);
    sansmcp_endpoint empty = {0};
    sansmcp_server server = {.endpoint = &empty};
    sansmcp_frame frame = {.data = (const uint8_t *)call, .len = sizeof call - 1};
    sansmcp_out out;
    const sansmcp_ticket never = {77, 3}, nowhere = {1, 60000};
    size_t count;
    GIVES(NULL_POINTER, sansmcp_server_open(&server, NULL, 0, &count));
    GIVES(NULL_POINTER, sansmcp_endpoint_server(&empty, never, &server));
    GIVES(OK, sansmcp_endpoint_server(&w->endpoint, never, &server));
    GIVES(STALE, sansmcp_server_answer_text(&server, never, SANSMCP_STR("a"), w->tx,
                                            sizeof w->tx, &out));
    GIVES(OK, sansmcp_endpoint_server(&w->endpoint, nowhere, &server));
    GIVES(STALE, sansmcp_server_abandon(&server, nowhere));
    /* A session that there is not. */
    server.session = 60000;
    GIVES(OK, sansmcp_server_open(&server, NULL, 0, &count));
    GIVES(STALE, sansmcp_server_abandon(&server, never));
    /* The server of a pipe takes no head and needs none. */
    GIVES(OK, sansmcp_endpoint_server_of(&w->endpoint, &frame, &server));
    frame.stream = 0xffffffff;
    GIVES(OK, sansmcp_endpoint_server_of(&w->endpoint, &frame, &server));
    frame.route.kind = 9;
    GIVES(OUT_OF_RANGE, sansmcp_endpoint_server_of(&w->endpoint, &frame, &server));
    end_world(w);
}

static void heads_that_are_none(void) {
    world *w = new_world(NULL);
    static sansmcp_header many[SANSMCP_MAX_HEADERS + 1];
    sansmcp_str value;
    for (size_t i = 0; i <= SANSMCP_MAX_HEADERS; i++)
        many[i] = (sansmcp_header){SANSMCP_STR("a"), SANSMCP_STR("b")};
    sansmcp_head head = {SANSMCP_STR("POST"), many, SANSMCP_MAX_HEADERS + 1};
    GIVES(OUT_OF_RANGE, sansmcp_endpoint_judge(&w->endpoint, &head, 1, 0, 0, &w->verdict));
    head.header_count = SANSMCP_MAX_HEADERS;
    GIVES(OK, sansmcp_endpoint_judge(&w->endpoint, &head, 1, 0, 0, &w->verdict));
    CHECK(w->verdict.kind == SANSMCP_VERDICT_REPLY && w->verdict.head.status == 403);
    many[3].name = (sansmcp_str){"\xff", 1};
    GIVES(NOT_TEXT, sansmcp_endpoint_judge(&w->endpoint, &head, 1, 0, 0, &w->verdict));
    many[3].name = (sansmcp_str){NULL, 3};
    GIVES(NULL_POINTER, sansmcp_endpoint_judge(&w->endpoint, &head, 1, 0, 0, &w->verdict));
    /* Values may be any bytes. */
    many[3] = (sansmcp_header){SANSMCP_STR("b"), {"\xff\0", 2}};
    GIVES(OK, sansmcp_endpoint_judge(&w->endpoint, &head, 1, 0, 0, &w->verdict));
    GIVES(OK, sansmcp_head_get(&head, SANSMCP_STR("B"), &value));
    CHECK(value.len == 2 && value.data == many[3].value.data);
    GIVES(OUT_OF_RANGE, sansmcp_head_get(&head, SANSMCP_STR(""), &value));
    head.method = (sansmcp_str){"\xff", 1};
    GIVES(NOT_TEXT, sansmcp_endpoint_judge(&w->endpoint, &head, 1, 0, 0, &w->verdict));
    head.method = (sansmcp_str){NULL, 0};
    GIVES(OK, sansmcp_endpoint_judge(&w->endpoint, &head, 1, 0, 0, &w->verdict));
    head = (sansmcp_head){0};
    GIVES(OK, sansmcp_endpoint_judge(&w->endpoint, &head, 1, 0, 0, &w->verdict));
    CHECK(w->verdict.head.status == 403);
    /* A body whose head has gone wrong is not read. */
    sansmcp_head bad = {SANSMCP_STR("POST"), many, SANSMCP_MAX_HEADERS + 1};
    sansmcp_frame frame = {.data = (const uint8_t *)call, .len = sizeof call - 1, .head = &bad};
    GIVES(OUT_OF_RANGE, sansmcp_endpoint_receive(&w->endpoint, &frame, 0, random, &w->event));
    CHECK(frame.reading == 0 && frame.stream == 0);
    end_world(w);
}

static void policies_that_are_none(void) {
    static sansmcp_str names[SANSMCP_MAX_NAMES + 1];
    for (size_t i = 0; i <= SANSMCP_MAX_NAMES; i++) names[i] = SANSMCP_STR("a");
    sansmcp_endpoint_policy policy = {.hosts = names, .host_count = SANSMCP_MAX_NAMES + 1};
    world *w = new_world(NULL);
    sansmcp_endpoint *e = &w->endpoint;
    GIVES(OUT_OF_RANGE, sansmcp_endpoint_init(e, &echo_server, &policy, &w->memory));
    policy.host_count = SANSMCP_MAX_NAMES;
    GIVES(OK, sansmcp_endpoint_init(e, &echo_server, &policy, &w->memory));
    policy = (sansmcp_endpoint_policy){.origins = names, .origin_count = SANSMCP_MAX_NAMES + 1};
    GIVES(OUT_OF_RANGE, sansmcp_endpoint_init(e, &echo_server, &policy, &w->memory));
    policy = (sansmcp_endpoint_policy){.origin_count = 1};
    GIVES(NULL_POINTER, sansmcp_endpoint_init(e, &echo_server, &policy, &w->memory));
    names[1] = (sansmcp_str){"\xff", 1};
    policy = (sansmcp_endpoint_policy){.origins = names, .origin_count = 2};
    GIVES(NOT_TEXT, sansmcp_endpoint_init(e, &echo_server, &policy, &w->memory));
    const sansmcp_server_info nameless = {.name = {"\xff", 1}};
    GIVES(NOT_TEXT, sansmcp_endpoint_init(e, &nameless, NULL, &w->memory));
    end_world(w);
}

/* Begins a call without a socket for it, when all places are taken, and after its end. */
static void full_tables(void) {
    world *w = new_world(NULL);
    sansmcp_delivery delivery;
    sansmcp_ticket tickets[SLOTS];
    size_t count;
    w->is_lazy = true;
    for (uint32_t number = 0; number < STREAMS; number++) {
        post(w, number, headers_of_call, call);
        CHECK(number < SLOTS ? w->status == 0 : w->status == 503);
    }
    GIVES(OK, sansmcp_endpoint_open(&w->endpoint, tickets, 2, &count));
    CHECK(count == SLOTS);
    w->memory.stream_count = w->endpoint.memory.stream_count = SLOTS;
    post(w, 99, headers_of_call, call);
    CHECK(w->status == 503 && w->to == 99 && w->is_ended);
    for (uint32_t number = 0; number < STREAMS; number++) {
        GIVES(OK, sansmcp_endpoint_closed(&w->endpoint, number));
        GIVES(OK, sansmcp_endpoint_closed(&w->endpoint, number));
    }
    GIVES(OK, sansmcp_endpoint_cancelled(&w->endpoint, tickets, SLOTS, &count));
    CHECK(count == SLOTS);
    for (size_t i = 0; i < SLOTS; i++) {
        sansmcp_server server;
        GIVES(OK, sansmcp_endpoint_server(&w->endpoint, tickets[i], &server));
        GIVES(OK, sansmcp_server_abandon(&server, tickets[i]));
        GIVES(STALE, sansmcp_server_abandon(&server, tickets[i]));
        GIVES(NONE, sansmcp_endpoint_put_off(&w->endpoint, tickets[i], 1, &delivery));
    }
    GIVES(OK, sansmcp_endpoint_open(&w->endpoint, NULL, 0, &count));
    CHECK(count == 0);
    /* No tables at all: everything is refused. */
    sansmcp_endpoint_memory none = {.hub = w->memory.hub};
    memset(none.hub, 0, sizeof *none.hub);
    GIVES(OK, sansmcp_endpoint_init(&w->endpoint, &echo_server, NULL, &none));
    post(w, 1, headers_of_call, call);
    CHECK(w->status == 503);
    end_world(w);
}

/* Outputs that no server of the endpoint made. */
static void outputs_of_nobody(void) {
    world *w = new_world(NULL);
    sansmcp_delivery delivery;
    sansmcp_out out = {.data = (const uint8_t *)"{}\n", .len = 3, .is_last = true, .status = 200};
    for (uint32_t number = 0; number < 40; number++)
        for (uint8_t kind = 0; kind < 3; kind++) {
            out.route = (sansmcp_route){number * 0x10001, kind};
            GIVES(OK, sansmcp_endpoint_deliver(&w->endpoint, &out, &delivery));
            CHECK(!delivery.has_to && delivery.body_len == 0 && delivery.keep.sequence == 0);
        }
    out.route.kind = 3;
    GIVES(OUT_OF_RANGE, sansmcp_endpoint_deliver(&w->endpoint, &out, &delivery));
    out.route.kind = 1;
    out.data = NULL;
    GIVES(NULL_POINTER, sansmcp_endpoint_deliver(&w->endpoint, &out, &delivery));
    GIVES(OUT_OF_RANGE, sansmcp_endpoint_changed(&w->endpoint, 0));
    GIVES(OUT_OF_RANGE, sansmcp_endpoint_changed(&w->endpoint, 4));
    sansmcp_response_head head = {.status = 200, .body = 3};
    sansmcp_header headers[8];
    size_t count;
    GIVES(OUT_OF_RANGE, sansmcp_response_headers(&head, headers, 8, &count));
    head = (sansmcp_response_head){.status = 200, .session_len = 36};
    GIVES(OUT_OF_RANGE, sansmcp_response_headers(&head, headers, 8, &count));
    head.session_len = 255;
    GIVES(OUT_OF_RANGE, sansmcp_response_headers(&head, headers, 8, &count));
    end_world(w);
}

/* Answers into buffers of every length: too short, and then once whole. */
static void short_buffers(void) {
    world *w = new_world(NULL);
    sansmcp_server server;
    sansmcp_out out;
    w->is_lazy = true;
    post(w, 1, headers_of_call, call);
    GIVES(OK, sansmcp_endpoint_server(&w->endpoint, w->event.ticket, &server));
    size_t room = 0;
    for (;; room++) {
        uint8_t *tx = fresh(room > 0 ? room : 1, 1);
        sansmcp_result result = sansmcp_server_answer_text(&server, w->event.ticket,
                                                           SANSMCP_STR("a"), tx, room, &out);
        if (result == SANSMCP_OK) {
            deliver(w, &out);
            free(tx);
            break;
        }
        CHECK(result == SANSMCP_SHORT && out.need > room);
        free(tx);
    }
    CHECK(w->status == 200 && w->is_ended && w->sent_len + 1 == room);
    end_world(w);
}

int main(void) {
    null_pointers();
    servers();
    heads_that_are_none();
    policies_that_are_none();
    full_tables();
    outputs_of_nobody();
    short_buffers();
    return checked();
}

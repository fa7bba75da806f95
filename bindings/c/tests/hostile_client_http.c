/*
 * What the client over HTTP in C does with what it should not be given: NULL, routes and tickets
 * that are out of date, buffers that are too small, texts that are wrong, calls in the wrong order,
 * streams of garbage. Each is an error value or without effect, and nothing crashes. The last line
 * is `N passed, M failed`.
 */
#include "client_web.h"

_Static_assert(sizeof(sansmcp_remote) == 408, "remote");
_Static_assert(sizeof(sansmcp_events) == 2 * sizeof(void *) + 704, "events");
_Static_assert(sizeof(sansmcp_header) == 4 * sizeof(void *), "header");

static const sansmcp_str none = {0};
static const sansmcp_str not_text = {"a\xff", 2};
static const sansmcp_str lost = {NULL, 1};

static bool is_untouched(const void *memory, size_t len) {
    const uint8_t *bytes = memory;
    while (len > 0 && bytes[len - 1] == 0xaa) len--;
    return len == 0;
}

/* NULL for each pointer of each function. */
static void null_pointers(void) {
    world w;
    sansmcp_str lines;
    sansmcp_expect expect;
    sansmcp_header header = {S("a"), S("b")};
    uint8_t buffer[64];
    begin_http(&w, &me);
    web_modern(&w);
    call_echo(&w);
    sansmcp_client *c = &w.client, other;
    sansmcp_route route = w.out.route;
    memset(&other, 0xaa, sizeof other);
    memset(&lines, 0xaa, sizeof lines);
    memset(&expect, 0xaa, sizeof expect);
    sansmcp_remote *remote = &w.remote->value;
    GIVES(NULL_POINTER, sansmcp_client_init_http(NULL, &me, w.connection, w.slots, 4, remote));
    GIVES(NULL_POINTER, sansmcp_client_init_http(&other, NULL, w.connection, w.slots, 4, remote));
    GIVES(NULL_POINTER, sansmcp_client_init_http(&other, &me, NULL, w.slots, 4, remote));
    GIVES(NULL_POINTER, sansmcp_client_init_http(&other, &me, w.connection, NULL, 4, remote));
    GIVES(NULL_POINTER, sansmcp_client_init_http(&other, &me, w.connection, w.slots, 4, NULL));
    GIVES(OUT_OF_RANGE, sansmcp_client_init_http(&other, &me, w.connection, w.slots, SIZE_MAX,
                                                 remote));
    CHECK(is_untouched(&other, sizeof other));
    CHECK(sansmcp_remote_session(NULL).data == NULL);
    GIVES(NULL_POINTER, sansmcp_client_head(NULL, &w.out, none, buffer, 64, &lines));
    GIVES(NULL_POINTER, sansmcp_client_head(c, NULL, none, buffer, 64, &lines));
    GIVES(NULL_POINTER, sansmcp_client_head(c, &w.out, lost, buffer, 64, &lines));
    GIVES(NULL_POINTER, sansmcp_client_head(c, &w.out, none, NULL, 64, &lines));
    GIVES(NULL_POINTER, sansmcp_client_head(c, &w.out, none, buffer, 64, NULL));
    sansmcp_out out = w.out;
    out.data = NULL;
    GIVES(NULL_POINTER, sansmcp_client_head(c, &out, none, buffer, 64, &lines));
    CHECK(is_untouched(&lines, sizeof lines));
    GIVES(NULL_POINTER, sansmcp_client_responded(NULL, route, 200, &header, 1, 0, &expect));
    GIVES(NULL_POINTER, sansmcp_client_responded(c, route, 200, NULL, 1, 0, &expect));
    GIVES(NULL_POINTER, sansmcp_client_responded(c, route, 200, &header, 1, 0, NULL));
    header.name = lost;
    GIVES(NULL_POINTER, sansmcp_client_responded(c, route, 200, &header, 1, 0, &expect));
    header = (sansmcp_header){S("a"), lost};
    GIVES(NULL_POINTER, sansmcp_client_responded(c, route, 200, &header, 1, 0, &expect));
    CHECK(is_untouched(&expect, sizeof expect));
    GIVES(NULL_POINTER, sansmcp_client_seen(NULL, route, none, 0));
    GIVES(NULL_POINTER, sansmcp_client_seen(c, route, lost, 0));
    GIVES(NULL_POINTER, sansmcp_client_leave(NULL));
    GIVES(NULL_POINTER, sansmcp_head_at(S("a: b\r\n"), 0, NULL));
    GIVES(NULL_POINTER, sansmcp_head_at(lost, 0, &header));
    /* The call was not touched by any of it. */
    CHECK(responds(&w, route, 200, JSON, SANSMCP_EXPECT_JSON));
    end_http(&w);
}

static void null_streams(void) {
    sansmcp_events events;
    sansmcp_sse_event event;
    uint8_t buffer[16];
    size_t room = 7;
    memset(&event, 0xaa, sizeof event);
    memset(&events, 0xaa, sizeof events);
    GIVES(NULL_POINTER, sansmcp_events_init(NULL, buffer, 16));
    GIVES(NULL_POINTER, sansmcp_events_init(&events, NULL, 16));
    GIVES(OUT_OF_RANGE, sansmcp_events_init(&events, buffer, SIZE_MAX));
    CHECK(is_untouched(&events, sizeof events));
    GIVES(OK, sansmcp_events_init(&events, buffer, 16));
    CHECK(sansmcp_events_space(NULL, &room) == NULL && room == 0);
    CHECK(sansmcp_events_space(&events, NULL) == NULL);
    GIVES(NULL_POINTER, sansmcp_events_filled(NULL, 1));
    GIVES(NULL_POINTER, sansmcp_events_next_event(NULL, &event));
    GIVES(NULL_POINTER, sansmcp_events_next_event(&events, NULL));
    CHECK(is_untouched(&event, sizeof event));
    CHECK(sansmcp_events_last_id(NULL).data == NULL);
    CHECK(sansmcp_events_retry(NULL) == SANSMCP_NO_RETRY);
    GIVES(NULL_POINTER, sansmcp_events_reset(NULL));
    /* No buffer at all: there is never any room, and never an event. */
    GIVES(OK, sansmcp_events_init(&events, NULL, 0));
    sansmcp_events_space(&events, &room);
    CHECK(room == 0);
    GIVES(OK, sansmcp_events_filled(&events, 100));
    GIVES(NONE, sansmcp_events_next_event(&events, &event));
    /* More than there is room for counts as all of it. */
    memset(buffer, '\n', sizeof buffer);
    GIVES(OK, sansmcp_events_init(&events, buffer, 16));
    GIVES(OK, sansmcp_events_filled(&events, SIZE_MAX));
    GIVES(NONE, sansmcp_events_next_event(&events, &event));
}

static void null_tools(void) {
    sansmcp_listed listed;
    uint8_t why = 0xaa;
    memset(&listed, 0xaa, sizeof listed);
    GIVES(NULL_POINTER, sansmcp_tools_at(S("{\"tools\":[{}]}"), 0, NULL));
    GIVES(NULL_POINTER, sansmcp_tools_at(lost, 0, &listed));
    GIVES(NOT_JSON, sansmcp_tools_at(S("{"), 0, &listed));
    GIVES(NOT_JSON, sansmcp_tools_at(none, 0, &listed));
    GIVES(NOT_TEXT, sansmcp_tools_at(not_text, 0, &listed));
    GIVES(NONE, sansmcp_tools_at(S("[]"), 0, &listed));
    GIVES(NONE, sansmcp_tools_at(S("{\"tools\":{}}"), 0, &listed));
    GIVES(NONE, sansmcp_tools_at(S("{\"tools\":[{},1]}"), 1, &listed));
    GIVES(NONE, sansmcp_tools_at(S("{\"tools\":[{},1]}"), SIZE_MAX, &listed));
    CHECK(is_untouched(&listed, sizeof listed));
    GIVES(NULL_POINTER, sansmcp_schema_check(S("{}"), NULL));
    GIVES(NULL_POINTER, sansmcp_schema_check(lost, &why));
    GIVES(NOT_JSON, sansmcp_schema_check(S("x"), &why));
    CHECK(why == 0xaa);
    GIVES(OK, sansmcp_schema_check(S("7"), &why));
    CHECK(why == 0);
    for (unsigned i = 0; i < 256; i++) {
        CHECK((sansmcp_invalid_message((uint8_t)i).data != NULL) == (i >= 1 && i <= 5));
        CHECK((sansmcp_verb_name((uint8_t)i).data != NULL) == (i <= 2));
    }
}

/* Outputs and texts that are none of the client's. */
static void wrong_heads(void) {
    world w;
    sansmcp_str lines = {0};
    sansmcp_header header;
    uint8_t buffer[1024];
    begin_http(&w, &me);
    web_modern(&w);
    call_echo(&w);
    sansmcp_client *c = &w.client;
    sansmcp_out out = w.out;
    GIVES(NOT_JSON, sansmcp_client_head(c, &out, S("{"), buffer, 1024, &lines));
    GIVES(NOT_TEXT, sansmcp_client_head(c, &out, not_text, buffer, 1024, &lines));
    out.verb = 3;
    GIVES(OUT_OF_RANGE, sansmcp_client_head(c, &out, none, buffer, 1024, &lines));
    out.verb = 0;
    out.route.kind = 3;
    GIVES(OUT_OF_RANGE, sansmcp_client_head(c, &out, none, buffer, 1024, &lines));
    out.route.kind = SANSMCP_ROUTE_POST;
    out.len = SIZE_MAX;
    GIVES(OUT_OF_RANGE, sansmcp_client_head(c, &out, none, buffer, 1024, &lines));
    out.data = (const uint8_t *)"\xff\n";
    out.len = 2;
    GIVES(NOT_TEXT, sansmcp_client_head(c, &out, none, buffer, 1024, &lines));
    out.data = (const uint8_t *)"[]\n";
    out.len = 3;
    sansmcp_result result = sansmcp_client_head(c, &out, none, buffer, 1024, &lines);
    CHECK(result == SANSMCP_NOT_JSON || result == SANSMCP_OK);
    CHECK(lines.len == 0 || result == SANSMCP_OK);
    /* No end of a line gets into a head. */
    static const char attack[] = RPC "\"id\":1,\"method\":\"tools/call\",\"params\":"
        "{\"name\":\"a\\r\\nEvil: 1\",\"_meta\":{}}}\n";
    out.data = (const uint8_t *)attack;
    out.len = sizeof attack - 1;
    GIVES(OK, sansmcp_client_head(c, &out, none, buffer, 1024, &lines));
    for (size_t i = 0; sansmcp_head_at(lines, i, &header) == SANSMCP_OK; i++)
        CHECK(!is(header.name, "Evil")
              && memchr(header.value.data, '\n', header.value.len) == NULL);
    /* Lines that are none. */
    GIVES(NOT_TEXT, sansmcp_head_at(not_text, 0, &header));
    static const char *const texts[] = {"", "a", "a:", "a\r", ":\r\n", "a: b",
        "\xc3\xa4:\xc3\xa4\r"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t at = 0; at < 3; at++) {
            sansmcp_str text = {texts[i], strlen(texts[i])};
            result = sansmcp_head_at(text, at, &header);
            CHECK(result == SANSMCP_NONE || (result == SANSMCP_OK && at == 0));
        }
    end_http(&w);
    /* A client on a pipe has no heads, and a session never. */
    begin(&w, &me);
    connect_older(&w);
    call_echo(&w);
    GIVES(NOT_SUPPORTED, sansmcp_client_head(&w.client, &w.out, none, buffer, 1024, &lines));
    GIVES(OK, sansmcp_client_leave(&w.client));
    GIVES(NONE, next(&w));
    CHECK(sansmcp_client_is_connected(&w.client));
    end(&w);
}

/* Responses that nobody waits for, and what comes after the end. */
static void wrong_order(void) {
    world w;
    sansmcp_route route;
    sansmcp_header headers[SANSMCP_MAX_HEADERS + 1];
    for (size_t i = 0; i <= SANSMCP_MAX_HEADERS; i++) headers[i] = (sansmcp_header){S("x"), S("y")};
    begin_http(&w, &me);
    sansmcp_client *c = &w.client;
    /* Before there is a connection. */
    for (uint8_t kind = 0; kind < 4; kind++)
        for (uint32_t at = 0; at < 3; at++) {
            route = (sansmcp_route){at, kind};
            sansmcp_result result = kind < 3 ? SANSMCP_OK : SANSMCP_OUT_OF_RANGE;
            CHECK(sansmcp_client_responded(c, route, 200, NULL, 0, 0, &w.expect) == result);
            CHECK(sansmcp_client_seen(c, route, S("id"), 7) == result);
            CHECK(sansmcp_client_closed(c, route, 0) == result);
        }
    GIVES(OK, sansmcp_client_leave(c));
    GIVES(NONE, next(&w));
    /* The end of a pipe is the end of a connection, also where there was none. */
    GIVES(OK, expire(&w));
    CHECK(w.event.kind == SANSMCP_CLIENT_EVENT_FAILED);
    GIVES(NONE, expire(&w));
    web_older(&w, "s");
    GIVES(OK, next(&w));
    sansmcp_ticket ticket = call_echo(&w);
    route = w.out.route;
    GIVES(OUT_OF_RANGE, sansmcp_client_responded(c, route, 200, headers, SANSMCP_MAX_HEADERS + 1,
                                                 0, &w.expect));
    headers[0].name = not_text;
    GIVES(NOT_TEXT, sansmcp_client_responded(c, route, 200, headers, 1, 0, &w.expect));
    headers[0] = (sansmcp_header){S(""), not_text};
    GIVES(OK, sansmcp_client_responded(c, route, 200, headers, SANSMCP_MAX_HEADERS, 0, &w.expect));
    CHECK(w.expect.kind == SANSMCP_EXPECT_JSON);
    /* Ids that cannot be sent back are none. */
    char longest[300];
    memset(longest, 'i', sizeof longest);
    sansmcp_str too_long = {longest, sizeof longest};
    GIVES(OK, sansmcp_client_seen(c, route, too_long, UINT64_MAX - 1));
    GIVES(OK, sansmcp_client_seen(c, route, not_text, 0));
    GIVES(OK, sansmcp_client_seen(c, route, S("a\r\nb"), 0));
    /* Twice the same: the second finds nobody. */
    CHECK(hears_on(&w, route, RPC "\"id\":65536,\"result\":{\"content\":[]}}",
                   SANSMCP_CLIENT_EVENT_ANSWERED));
    w.route = route;
    CHECK(hear(&w, RPC "\"id\":65536,\"result\":{\"content\":[]}}") == SANSMCP_NONE
          || w.event.kind == SANSMCP_CLIENT_EVENT_IGNORED);
    GIVES(OK, sansmcp_client_closed(c, route, 0));
    GIVES(OK, sansmcp_client_closed(c, route, 0));
    CHECK(responds(&w, route, 401, "", SANSMCP_EXPECT_NOTHING));
    GIVES(STALE, sansmcp_client_cancel(c, ticket));
    GIVES(STALE, sansmcp_client_again(c, ticket, S("tools/call"), NULL, NULL, 0, w.tx, w.tx_len,
                                      &ticket, &w.out));
    /* A session that is too long to be kept. */
    GIVES(OK, sansmcp_client_leave(c));
    GIVES(OK, next(&w));
    GIVES(OK, sansmcp_client_connect(c, &(sansmcp_policy){.newest = 5}, 0));
    GIVES(OK, next(&w));
    headers[0] = (sansmcp_header){S("mcp-session-id"), {longest, sizeof longest}};
    GIVES(OK, sansmcp_client_responded(c, w.out.route, 200, headers, 1, 0, &w.expect));
    CHECK(w.expect.kind == SANSMCP_EXPECT_NOTHING);
    GIVES(OK, expire(&w));
    CHECK(w.event.kind == SANSMCP_CLIENT_EVENT_FAILED);
    end_http(&w);
}

/* A remote and streams of any bits: nothing is read beside them. */
static void garbage(void) {
    uint32_t seed = 7;
    for (int round = 0; round < 400; round++) {
        world w;
        begin_http(&w, &me);
        web_older(&w, "s");
        uint8_t *bytes = (uint8_t *)&w.remote->value;
        for (size_t i = 0; i < sizeof w.remote->value; i++) {
            seed = seed * 1664525 + 1013904223;
            bytes[i] = (uint8_t)(seed >> 24);
        }
        sansmcp_str session = sansmcp_remote_session(&w.remote->value), lines;
        CHECK(session.len <= 256);
        uint8_t buffer[1024];
        sansmcp_client_next_output(&w.client, w.tx, w.tx_len, &w.out);
        sansmcp_client_head(&w.client, &w.out, none, buffer, sizeof buffer, &lines);
        sansmcp_client_responded(&w.client, w.out.route, (uint16_t)(round + 100), NULL, 0, 0,
                                 &w.expect);
        sansmcp_client_seen(&w.client, w.out.route, S("x"), seed);
        sansmcp_client_closed(&w.client, w.out.route, 0);
        sansmcp_client_leave(&w.client);
        for (int i = 0; i < 10 && expire(&w) == SANSMCP_OK; i++) {
        }
        end_http(&w);
    }
    for (int round = 0; round < 2000; round++) {
        static const char pieces[][12] = {"data: ", "id:", "\n", "\n\n", "\r", "retry: 7", "event",
            ": ", "{\"id\":1}", "\xef\xbb\xbf", "\xff\xfe", "dat", "99999999999"};
        sansmcp_events events;
        sansmcp_sse_event event;
        uint8_t *buffer = fresh(24, 1);
        GIVES(OK, sansmcp_events_init(&events, buffer, 24));
        for (int i = 0; i < 40; i++) {
            seed = seed * 1664525 + 1013904223;
            const char *piece = pieces[(seed >> 16) % 13];
            size_t room = 0, len = strlen(piece);
            uint8_t *space = sansmcp_events_space(&events, &room);
            if (len > room) len = room;
            memcpy(space, piece, len);
            GIVES(OK, sansmcp_events_filled(&events, len));
            while (sansmcp_events_next_event(&events, &event) == SANSMCP_OK)
                CHECK(event.frame.len < 24 && event.id.len <= 128 && event.kind.len <= 64);
        }
        free(buffer);
    }
}

int main(void) {
    null_pointers();
    null_streams();
    null_tools();
    wrong_heads();
    wrong_order();
    garbage();
    return checked();
}

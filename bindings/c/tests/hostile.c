/*
 * What the C library does with what it should not be given: NULL, tickets that are out of date,
 * buffers that are too small, numbers and texts that are wrong. Each is an error value, nothing is
 * written then, and nothing crashes. The last line is `N passed, M failed`.
 */
#include "check.h"
#include "servers.h"

#include <stdlib.h>
#include <string.h>

/* Promised to whoever counts bytes; the binding holds its own sizes against the engine's. */
_Static_assert(sizeof(sansmcp_connection) == 216, "connection");
_Static_assert(sizeof(sansmcp_slot) == 256, "slot");
_Static_assert(sizeof(sansmcp_lines) <= 256, "lines");
_Static_assert(sizeof(sansmcp_ticket) == 8, "ticket");
_Static_assert(sizeof(sansmcp_route) == 8, "route");
_Static_assert(sizeof(sansmcp_str) == 2 * sizeof(void *), "str");
_Static_assert(sizeof(sansmcp_text) == 2 * sizeof(void *), "text");
_Static_assert(sizeof(sansmcp_server) == 6 * sizeof(void *), "server");
_Static_assert(sizeof(void *) != 8 || sizeof(sansmcp_frame) == 64, "frame");
_Static_assert(sizeof(void *) != 8 || sizeof(sansmcp_event) == 160, "event");
_Static_assert(sizeof(void *) != 8 || sizeof(sansmcp_out) == 56, "out");

static const sansmcp_str none = {0};
static const sansmcp_str not_text = {"a\xff", 2};
static const sansmcp_str endless = {"a", SIZE_MAX};
static const sansmcp_str halves[] = {{"\xc3", 1}, {"\xed\xa0\x80", 3}, {"\xf5\x80\x80\x80", 4}};

/* One connection that is past its handshake, with a call of `echo` that waits for its answer. */
typedef struct {
    sansmcp_connection connection;
    sansmcp_slot slots[2];
    sansmcp_server server;
    sansmcp_event event;
    uint8_t tx[2048];
} world;

static sansmcp_result receive(world *w, const char *message, sansmcp_event *event) {
    sansmcp_frame frame = {.data = (const uint8_t *)message, .len = strlen(message)};
    return sansmcp_server_receive(&w->server, &frame, 0, event);
}

static void begin(world *w, const char *revision) {
    char hello[256];
    sansmcp_out out;
    memset(w, 0, sizeof *w);
    GIVES(OK, sansmcp_server_init(&w->server, &echo_server, &w->connection, w->slots, 2));
    snprintf(hello, sizeof hello,
             "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
             "\"protocolVersion\":\"%s\",\"capabilities\":{},"
             "\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}", revision);
    GIVES(OK, receive(w, hello, &w->event));
    GIVES(OK, sansmcp_server_reply(&w->server, &w->event, w->tx, sizeof w->tx, &out));
    GIVES(OK, receive(w, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                      &w->event));
    GIVES(OK, receive(w, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
                         "\"_meta\":{\"progressToken\":7},\"name\":\"echo\",\"arguments\":{"
                         "\"text\":\"a\\u00e9\",\"half\":\"\\ud800\",\"n\":42.0,\"is\":true}}}",
                      &w->event));
    CHECK(w->event.kind == SANSMCP_EVENT_CALL_TOOL);
}

static bool is_untouched(const void *memory, size_t len) {
    const uint8_t *bytes = memory;
    while (len > 0 && bytes[len - 1] == 0xaa) len--;
    return len == 0;
}

/* Every pointer of every function that gives a result, NULL in its turn. */
static void null_pointers(void) {
    world w;
    sansmcp_lines lines;
    sansmcp_frame frame;
    sansmcp_out out;
    sansmcp_str str;
    sansmcp_text text;
    size_t n;
    bool truth;
    int64_t integer;
    uint8_t buffer[8];
    begin(&w, "2025-11-25");
    sansmcp_server *s = &w.server;
    sansmcp_ticket t = w.event.ticket;
    memset(&out, 0xaa, sizeof out);
    memset(&frame, 0xaa, sizeof frame);

    GIVES(NULL_POINTER, sansmcp_lines_init(NULL, buffer, 8));
    GIVES(NULL_POINTER, sansmcp_lines_init(&lines, NULL, 8));
    GIVES(OUT_OF_RANGE, sansmcp_lines_init(&lines, buffer, SIZE_MAX));
    CHECK(sansmcp_lines_space(NULL, &n) == NULL && n == 0);
    CHECK(sansmcp_lines_space(&lines, NULL) == NULL);
    GIVES(NULL_POINTER, sansmcp_lines_filled(NULL, 1));
    GIVES(NULL_POINTER, sansmcp_lines_next_frame(NULL, &frame));
    GIVES(NULL_POINTER, sansmcp_lines_finish(NULL, &frame));
    CHECK(is_untouched(&frame, sizeof frame));
    GIVES(OK, sansmcp_lines_init(&lines, buffer, 8));
    GIVES(NULL_POINTER, sansmcp_lines_next_frame(&lines, NULL));
    GIVES(NULL_POINTER, sansmcp_lines_finish(&lines, NULL));

    sansmcp_server other;
    memset(&other, 0xaa, sizeof other);
    GIVES(NULL_POINTER, sansmcp_server_init(NULL, &echo_server, &w.connection, w.slots, 2));
    GIVES(NULL_POINTER, sansmcp_server_init(&other, NULL, &w.connection, w.slots, 2));
    GIVES(NULL_POINTER, sansmcp_server_init(&other, &echo_server, NULL, w.slots, 2));
    GIVES(NULL_POINTER, sansmcp_server_init(&other, &echo_server, &w.connection, NULL, 2));
    GIVES(OUT_OF_RANGE, sansmcp_server_init(&other, &echo_server, &w.connection, w.slots,
                                            SIZE_MAX / 16));
    CHECK(is_untouched(&other, sizeof other));

    frame = (sansmcp_frame){.data = (const uint8_t *)"{}", .len = 2};
    sansmcp_event event;
    memset(&event, 0xaa, sizeof event);
    GIVES(NULL_POINTER, sansmcp_server_receive(NULL, &frame, 0, &event));
    GIVES(NULL_POINTER, sansmcp_server_receive(s, NULL, 0, &event));
    GIVES(NULL_POINTER, sansmcp_server_receive(s, &frame, 0, NULL));
    frame.data = NULL;
    GIVES(NULL_POINTER, sansmcp_server_receive(s, &frame, 0, &event));
    sansmcp_server empty = {0};
    frame.len = 0;
    GIVES(NULL_POINTER, sansmcp_server_receive(&empty, &frame, 0, &event));
    CHECK(is_untouched(&event, sizeof event));

    sansmcp_answer answer = {.failure = SANSMCP_STR("why")};
    sansmcp_content block = {0};
    uint8_t *tx = w.tx;
    size_t len = sizeof w.tx;
    for (int which = 0; which < 3; which++) {
        sansmcp_server *server = which == 0 ? NULL : s;
        uint8_t *to = which == 1 ? NULL : tx;
        sansmcp_out *into = which == 2 ? NULL : &out;
        GIVES(NULL_POINTER, sansmcp_server_reply(server, &w.event, to, len, into));
        GIVES(NULL_POINTER, sansmcp_server_error(server, t, -1, none, none, to, len, into));
        GIVES(NULL_POINTER, sansmcp_server_result(server, t, SANSMCP_STR("{}"), to, len, into));
        GIVES(NULL_POINTER, sansmcp_server_progress(server, t, SANSMCP_INTEGER(1),
                                                    SANSMCP_DECIMAL("2.5"), none, to, len, into));
        GIVES(NULL_POINTER, sansmcp_server_answer(server, t, &answer, to, len, into));
        GIVES(NULL_POINTER, sansmcp_server_answer_text(server, t, none, to, len, into));
        sansmcp_text inside = {"a", 1};
        GIVES(NULL_POINTER, sansmcp_server_answer_json_text(server, t, inside, to, len, into));
        GIVES(NULL_POINTER, sansmcp_server_fail(server, t, none, to, len, into));
        GIVES(NULL_POINTER, sansmcp_server_begin_reply(server, &w.event, to, len, into));
        GIVES(NULL_POINTER, sansmcp_server_next_output(server, to, len, into));
        GIVES(NULL_POINTER, sansmcp_server_begin(server, t, &block, to, len, into));
        GIVES(NULL_POINTER, sansmcp_server_piece(server, t, tx, 1, to, len, &n, into));
        GIVES(NULL_POINTER, sansmcp_server_end(server, t, none, to, len, into));
    }
    GIVES(NULL_POINTER, sansmcp_server_reply(s, NULL, tx, len, &out));
    GIVES(NULL_POINTER, sansmcp_server_begin_reply(s, NULL, tx, len, &out));
    GIVES(NULL_POINTER, sansmcp_server_answer(s, t, NULL, tx, len, &out));
    answer.content_count = 1;
    GIVES(NULL_POINTER, sansmcp_server_answer(s, t, &answer, tx, len, &out));
    answer.content = &block;
    GIVES(NULL_POINTER, sansmcp_server_answer(s, t, &answer, tx, len, &out));
    GIVES(NULL_POINTER, sansmcp_server_answer_json_text(s, t, (sansmcp_text){0}, tx, len, &out));
    GIVES(NULL_POINTER, sansmcp_server_begin(s, t, NULL, tx, len, &out));
    GIVES(NULL_POINTER, sansmcp_server_piece(s, t, NULL, 1, tx, len, &n, &out));
    GIVES(NULL_POINTER, sansmcp_server_piece(s, t, tx, 1, tx, len, NULL, &out));
    GIVES(NULL_POINTER, sansmcp_server_abandon(NULL, t));
    GIVES(NULL_POINTER, sansmcp_server_open(NULL, NULL, 0, &n));
    GIVES(NULL_POINTER, sansmcp_server_open(s, NULL, 1, &n));
    GIVES(NULL_POINTER, sansmcp_server_open(s, &t, 1, NULL));
    CHECK(!sansmcp_server_is_cancelled(NULL, t));
    CHECK(is_untouched(&out, sizeof out));

    CHECK(sansmcp_event_id(NULL).data == NULL && sansmcp_event_method(NULL).data == NULL);
    CHECK(sansmcp_event_name(NULL).data == NULL && sansmcp_event_params(NULL).data == NULL);
    CHECK(sansmcp_event_meta(NULL).data == NULL && sansmcp_event_client_info(NULL).data == NULL);
    CHECK(sansmcp_event_arguments(NULL).data == NULL && sansmcp_event_cursor(NULL).data == NULL);
    CHECK(sansmcp_event_reason(NULL).data == NULL && sansmcp_event_revision(NULL).data == NULL);
    CHECK(sansmcp_event_requested_version(NULL).data == NULL);
    CHECK(sansmcp_event_refusal_text(NULL).data == NULL && !sansmcp_event_wants_progress(NULL));
    CHECK(sansmcp_event_refusal_code(NULL) == 0);
    GIVES(NULL_POINTER, sansmcp_event_arg(NULL, SANSMCP_STR("text"), &text));
    GIVES(NULL_POINTER, sansmcp_event_arg(&w.event, SANSMCP_STR("text"), NULL));
    GIVES(NULL_POINTER, sansmcp_event_arg(&w.event, (sansmcp_str){NULL, 1}, &text));
    sansmcp_text inside = {"a", 1};
    GIVES(NULL_POINTER, sansmcp_text_decode(inside, NULL, 1, &str));
    GIVES(NULL_POINTER, sansmcp_text_decode(inside, (char *)buffer, 8, NULL));
    GIVES(NONE, sansmcp_text_decode((sansmcp_text){0}, (char *)buffer, 8, &str));
    const sansmcp_str json = SANSMCP_STR("[{\"a\":1}]");
    GIVES(NULL_POINTER, sansmcp_json_get(json, SANSMCP_STR("a"), NULL));
    GIVES(NULL_POINTER, sansmcp_json_get((sansmcp_str){NULL, 3}, SANSMCP_STR("a"), &str));
    GIVES(NULL_POINTER, sansmcp_json_at(json, 0, NULL));
    GIVES(NULL_POINTER, sansmcp_json_text(json, NULL));
    GIVES(NULL_POINTER, sansmcp_json_integer(json, NULL));
    GIVES(NULL_POINTER, sansmcp_json_bool(json, NULL));
    GIVES(NONE, sansmcp_json_bool(json, &truth));
    GIVES(NONE, sansmcp_json_integer(json, &integer));
}

/* Tickets that are out of date, in each call that takes one. */
static void stale_tickets(void) {
    world w;
    sansmcp_out out;
    size_t n = 77;
    begin(&w, "2025-11-25");
    sansmcp_ticket good = w.event.ticket;
    const sansmcp_ticket tickets[] = {{0, 0}, {good.generation + 1, good.index},
        {good.generation, 1}, {good.generation, 2}, {good.generation, 65535}, {0, good.index},
        {UINT32_MAX, 65534}, sansmcp_ticket_of_number(UINT64_MAX)};
    memset(&out, 0xaa, sizeof out);
    for (size_t i = 0; i <= sizeof tickets / sizeof *tickets; i++) {
        bool answered = i == sizeof tickets / sizeof *tickets;
        sansmcp_ticket t = answered ? good : tickets[i];
        if (answered) { /* the good one, once it is answered */
            GIVES(OK, sansmcp_server_answer_text(&w.server, t, none, w.tx, sizeof w.tx, &out));
            GIVES(STALE, sansmcp_server_reply(&w.server, &w.event, w.tx, sizeof w.tx, &out));
            memset(&out, 0xaa, sizeof out);
        }
        sansmcp_server *s = &w.server;
        uint8_t *tx = w.tx;
        sansmcp_answer answer = {0};
        sansmcp_content block = {0};
        GIVES(STALE, sansmcp_server_error(s, t, -1, none, none, tx, 512, &out));
        GIVES(STALE, sansmcp_server_result(s, t, SANSMCP_STR("{}"), tx, 512, &out));
        GIVES(STALE, sansmcp_server_progress(s, t, SANSMCP_INTEGER(1), (sansmcp_number){0}, none,
                                             tx, 512, &out));
        GIVES(STALE, sansmcp_server_answer(s, t, &answer, tx, 512, &out));
        GIVES(STALE, sansmcp_server_answer_text(s, t, none, tx, 512, &out));
        GIVES(STALE, sansmcp_server_answer_json_text(s, t, (sansmcp_text){"", 0}, tx, 512, &out));
        GIVES(STALE, sansmcp_server_fail(s, t, none, tx, 512, &out));
        GIVES(STALE, sansmcp_server_begin(s, t, &block, tx, 512, &out));
        GIVES(STALE, sansmcp_server_piece(s, t, tx, 1, tx + 1, 511, &n, &out));
        GIVES(STALE, sansmcp_server_end(s, t, none, tx, 512, &out));
        GIVES(STALE, sansmcp_server_abandon(s, t));
        CHECK(!sansmcp_server_is_cancelled(s, t));
        CHECK(n == 77 && is_untouched(&out, sizeof out));
    }
    GIVES(OK, sansmcp_server_open(&w.server, NULL, 0, &n));
    CHECK(n == 0);
}

/* Answers one call in a buffer of every size; the first that does has the size that was said. */
static void small_buffers(void) {
    for (int which = 0; which < 6; which++) {
        world w;
        begin(&w, "2025-11-25");
        sansmcp_content block = {.kind = SANSMCP_CONTENT_IMAGE, .data = w.tx, .data_len = 5,
            .mime_type = SANSMCP_STR("image/png")};
        sansmcp_answer answer = {.content = &block, .content_count = 1,
            .structured = SANSMCP_STR("{\"a\":1}"), .meta = SANSMCP_STR("{\"b\":2}")};
        size_t need = 0;
        for (size_t len = 0;; len++) {
            uint8_t *tx = malloc(len > 0 ? len : 1); /* to the byte, for the sanitizer */
            sansmcp_out out;
            sansmcp_server *s = &w.server;
            sansmcp_ticket t = w.event.ticket;
            sansmcp_result result =
                which == 0 ? sansmcp_server_reply(s, &w.event, tx, len, &out)
                : which == 1 ? sansmcp_server_fail(s, t, SANSMCP_STR("why"), tx, len, &out)
                : which == 2 ? sansmcp_server_answer(s, t, &answer, tx, len, &out)
                : which == 3 ? sansmcp_server_result(s, t, SANSMCP_STR("{}"), tx, len, &out)
                : which == 4 ? sansmcp_server_error(s, t, 5, SANSMCP_STR("no"),
                                                    SANSMCP_STR("[1]"), tx, len, &out)
                             : sansmcp_server_begin(s, t, &block, tx, len, &out);
            bool fits = result == SANSMCP_OK;
            if (fits) {
                CHECK(len == need && out.len == need && out.data == tx && out.need == 0);
                CHECK(out.is_last == (which != 5));
            } else {
                CHECK(result == SANSMCP_SHORT && out.data == NULL && out.len == 0);
                CHECK(out.need > len && (len == 0 || out.need == need));
            }
            need = out.need;
            free(tx);
            if (fits || len > 1024) break;
        }
        CHECK(which == 5 || sansmcp_server_abandon(&w.server, w.event.ticket) == SANSMCP_STALE);
    }
}

/* Numbers that are none of their enumeration, lengths beyond memory, texts that are none. */
static void wrong_values(void) {
    world w;
    sansmcp_out out;
    sansmcp_text text;
    sansmcp_str str;
    size_t n;
    begin(&w, "2024-11-05");
    sansmcp_server *s = &w.server;
    sansmcp_ticket t = w.event.ticket;
    uint8_t *tx = w.tx;
    memset(&out, 0xaa, sizeof out);

    for (unsigned kind = 0; kind < 256; kind++) {
        sansmcp_event event = w.event;
        event.kind = (uint8_t)kind;
        bool known = kind >= SANSMCP_EVENT_INITIALIZE && kind <= SANSMCP_EVENT_ANSWERED;
        bool is_client = kind >= SANSMCP_CLIENT_EVENT_CONNECTED
            && kind <= SANSMCP_CLIENT_EVENT_IGNORED;
        CHECK((sansmcp_event_kind_name(event.kind).data != NULL) == (known || is_client));
        if (!known) GIVES(OUT_OF_RANGE, sansmcp_server_reply(s, &event, tx, 512, &out));
        sansmcp_content block = {.kind = (uint8_t)kind};
        sansmcp_answer answer = {.content = &block, .content_count = 1};
        if (kind > SANSMCP_CONTENT_LINK) {
            GIVES(OUT_OF_RANGE, sansmcp_server_answer(s, t, &answer, tx, 512, &out));
            GIVES(OUT_OF_RANGE, sansmcp_server_begin(s, t, &block, tx, 512, &out));
        }
        sansmcp_number number = {.kind = (uint8_t)kind};
        if (kind != SANSMCP_NUMBER_INTEGER && kind != SANSMCP_NUMBER_TEXT)
            GIVES(OUT_OF_RANGE, sansmcp_server_progress(s, t, number, number, none, tx, 512, &out));
        sansmcp_frame frame = {.overlong_len = 9, .overlong_kind = (uint8_t)kind};
        if (kind > 3) GIVES(OUT_OF_RANGE, sansmcp_server_receive(s, &frame, 0, &event));
        frame = (sansmcp_frame){.route = {1, (uint8_t)kind}};
        if (kind > 2) GIVES(OUT_OF_RANGE, sansmcp_server_receive(s, &frame, 0, &event));
    }
    sansmcp_content sound = {.kind = SANSMCP_CONTENT_AUDIO, .mime_type = SANSMCP_STR("audio/wav")};
    sansmcp_content link = {.kind = SANSMCP_CONTENT_LINK, .uri = SANSMCP_STR("a:b"),
        .name = SANSMCP_STR("b")};
    sansmcp_answer answer = {.content = &sound, .content_count = 1};
    GIVES(NOT_SUPPORTED, sansmcp_server_answer(s, t, &answer, tx, 512, &out));
    answer.content = &link;
    GIVES(NOT_SUPPORTED, sansmcp_server_answer(s, t, &answer, tx, 512, &out));
    GIVES(NOT_SUPPORTED, sansmcp_server_begin(s, t, &link, tx, 512, &out));
    GIVES(NOT_SUPPORTED, sansmcp_server_begin_reply(s, &w.event, tx, 512, &out));

    for (size_t i = 0; i < 4; i++) {
        sansmcp_str bad = i < 3 ? halves[i] : not_text;
        sansmcp_text inside = {bad.data, bad.len};
        answer = (sansmcp_answer){.failure = bad};
        GIVES(NOT_TEXT, sansmcp_server_answer(s, t, &answer, tx, 512, &out));
        GIVES(NOT_TEXT, sansmcp_server_answer_text(s, t, bad, tx, 512, &out));
        GIVES(NOT_TEXT, sansmcp_server_answer_json_text(s, t, inside, tx, 512, &out));
        GIVES(NOT_TEXT, sansmcp_server_fail(s, t, bad, tx, 512, &out));
        GIVES(NOT_TEXT, sansmcp_server_error(s, t, 1, bad, none, tx, 512, &out));
        GIVES(NOT_TEXT, sansmcp_server_error(s, t, 1, none, bad, tx, 512, &out));
        GIVES(NOT_TEXT, sansmcp_server_result(s, t, bad, tx, 512, &out));
        GIVES(NOT_TEXT, sansmcp_event_arg(&w.event, bad, &text));
        GIVES(NOT_TEXT, sansmcp_json_get(bad, none, &str));
        CHECK(!sansmcp_text_equals(inside, bad));
        sansmcp_server_info info = {.name = bad};
        GIVES(NOT_TEXT, sansmcp_server_init(s, &info, &w.connection, w.slots, 2));
    }
    GIVES(OUT_OF_RANGE, sansmcp_server_answer_text(s, t, endless, tx, 512, &out));
    GIVES(OUT_OF_RANGE, sansmcp_server_reply(s, &w.event, tx, SIZE_MAX, &out));
    GIVES(OUT_OF_RANGE, sansmcp_server_piece(s, t, tx, SIZE_MAX, tx, 512, &n, &out));
    CHECK(!sansmcp_str_equals(endless, endless));

    const sansmcp_str bad_json[] = {SANSMCP_STR("{"), SANSMCP_STR("[]"), SANSMCP_STR("{}x"),
        SANSMCP_STR("{\"a\":01}"), SANSMCP_STR("\"a\"")};
    for (size_t i = 0; i < 5; i++) {
        sansmcp_tool tool = {.name = SANSMCP_STR("t"), .input_schema = bad_json[i]};
        sansmcp_server_info info = {.name = SANSMCP_STR("i"), .tools = &tool, .tool_count = 1};
        sansmcp_server other;
        GIVES(NOT_JSON, sansmcp_server_init(&other, &info, &w.connection, w.slots, 2));
        answer = (sansmcp_answer){.meta = bad_json[i]};
        GIVES(NOT_JSON, sansmcp_server_answer(s, t, &answer, tx, 512, &out));
        GIVES(NOT_JSON, sansmcp_server_result(s, t, bad_json[i], tx, 512, &out));
        tool = (sansmcp_tool){.annotations = {.open_world = 3}};
        GIVES(OUT_OF_RANGE, sansmcp_server_init(&other, &info, &w.connection, w.slots, 2));
        info.tools = NULL;
        GIVES(NULL_POINTER, sansmcp_server_init(&other, &info, &w.connection, w.slots, 2));
        info = (sansmcp_server_info){.cache_scope = 2};
        GIVES(OUT_OF_RANGE, sansmcp_server_init(&other, &info, &w.connection, w.slots, 2));
        info = (sansmcp_server_info){.icon_count = 1};
        GIVES(NULL_POINTER, sansmcp_server_init(&other, &info, &w.connection, w.slots, 2));
    }
    const sansmcp_text bad_insides[] = {{"\"", 1}, {"\\", 1}, {"\\x", 2}, {"\n", 1},
        {"\\u12g4", 6}, {"\\u123", 5}, {"a\\", 2}};
    for (size_t i = 0; i < 7; i++) {
        GIVES(NOT_JSON, sansmcp_server_answer_json_text(s, t, bad_insides[i], tx, 512, &out));
        GIVES(NOT_JSON, sansmcp_text_decode(bad_insides[i], (char *)tx, 512, &str));
    }
    GIVES(NOT_JSON, sansmcp_server_progress(s, t, SANSMCP_DECIMAL("1x"), (sansmcp_number){0}, none,
                                            tx, 512, &out));
    CHECK(is_untouched(&out, sizeof out));
    GIVES(OK, sansmcp_server_answer_text(s, t, SANSMCP_STR("it still works"), tx, 512, &out));
}

/* What the readers of texts and values give. */
static void values(void) {
    world w;
    char buffer[16];
    sansmcp_str str;
    sansmcp_text text;
    int64_t integer;
    bool truth;
    begin(&w, "2025-06-18");
    sansmcp_event *e = &w.event;
    CHECK(sansmcp_text_equals(sansmcp_event_name(e), SANSMCP_STR("echo")));
    CHECK(sansmcp_text_equals(sansmcp_event_method(e), SANSMCP_STR("tools/call")));
    CHECK(sansmcp_str_equals(sansmcp_event_id(e), SANSMCP_STR("1")));
    CHECK(sansmcp_str_equals(sansmcp_event_revision(e), SANSMCP_STR("2025-06-18")));
    CHECK(sansmcp_str_equals(sansmcp_event_meta(e), SANSMCP_STR("{\"progressToken\":7}")));
    CHECK(sansmcp_event_wants_progress(e) && sansmcp_event_refusal_code(e) == 0);
    GIVES(OK, sansmcp_event_arg(e, SANSMCP_STR("text"), &text));
    CHECK(sansmcp_text_equals(text, SANSMCP_STR("aé")));
    for (size_t len = 0; len <= 4; len++) {
        sansmcp_result result = sansmcp_text_decode(text, buffer, len, &str);
        CHECK(len < 3 ? result == SANSMCP_SHORT && str.data == NULL && str.len == 3
                      : result == SANSMCP_OK && sansmcp_str_equals(str, SANSMCP_STR("aé")));
    }
    GIVES(OK, sansmcp_event_arg(e, SANSMCP_STR("half"), &text));
    GIVES(NOT_TEXT, sansmcp_text_decode(text, buffer, 16, &str));
    GIVES(NONE, sansmcp_event_arg(e, SANSMCP_STR("n"), &text));
    GIVES(NONE, sansmcp_event_arg(e, SANSMCP_STR("absent"), &text));
    const sansmcp_str arguments = sansmcp_event_arguments(e);
    GIVES(OK, sansmcp_json_get(arguments, SANSMCP_STR("n"), &str));
    GIVES(OK, sansmcp_json_integer(str, &integer));
    CHECK(integer == 42);
    GIVES(OK, sansmcp_json_get(arguments, SANSMCP_STR("is"), &str));
    GIVES(OK, sansmcp_json_bool(str, &truth));
    CHECK(truth);
    GIVES(NONE, sansmcp_json_get(arguments, SANSMCP_STR("x"), &str));
    GIVES(OK, sansmcp_json_at(SANSMCP_STR("[1,\"b\"]"), 1, &str));
    GIVES(OK, sansmcp_json_text(str, &text));
    CHECK(sansmcp_text_equals(text, SANSMCP_STR("b")));
    GIVES(NONE, sansmcp_json_at(SANSMCP_STR("[1]"), 1, &str));
    CHECK(sansmcp_str_equals(none, none) && !sansmcp_str_equals(none, SANSMCP_STR("")));
    const sansmcp_ticket ticket = sansmcp_ticket_of_number(sansmcp_ticket_number(e->ticket));
    CHECK(ticket.generation == e->ticket.generation && ticket.index == e->ticket.index);
    CHECK(strcmp(sansmcp_version(), SANSMCP_VERSION) == 0);
    const char *unknown = sansmcp_result_text(SANSMCP_NOT_BASE64 + 1);
    for (uint32_t i = 0; i <= SANSMCP_NOT_BASE64; i++)
        CHECK(strcmp(sansmcp_result_text(i), unknown) != 0);
    CHECK(strcmp(sansmcp_result_text(UINT32_MAX), unknown) == 0);

    sansmcp_lines lines = {0}; /* new without a call */
    size_t room = 7;
    CHECK(sansmcp_lines_space(&lines, &room) != NULL ? room == 0 : room == 0);
    uint8_t rx[4];
    lines.buffer = rx;
    lines.buffer_len = sizeof rx;
    CHECK(sansmcp_lines_space(&lines, &room) == rx && room == 4);
    memcpy(rx, "1\n2\n", 4);
    GIVES(OK, sansmcp_lines_filled(&lines, SIZE_MAX));
    sansmcp_frame frame;
    GIVES(OK, sansmcp_lines_next_frame(&lines, &frame));
    CHECK(frame.data == rx && frame.len == 1 && frame.overlong_len == 0);
}

/* A frame that says of itself that it was read to anywhere gives events or none, and no more. */
static void wrong_frames(void) {
    static const char batch[] = "[{\"jsonrpc\":\"2.0\",\"id\":\"\u00e9é\",\"method\":\"ping\"},"
                                "{\"jsonrpc\":\"2.0\",\"method\":\"x\"},7]";
    world w;
    sansmcp_event event;
    size_t events = 0;
    begin(&w, "2025-03-26");
    for (uint64_t at = 0; at < sizeof batch + 2; at++) {
        for (uint64_t step = 0; step < 6; step++) {
            char *exact = malloc(sizeof batch - 1);
            if (exact == NULL) abort();
            memcpy(exact, batch, sizeof batch - 1);
            sansmcp_frame frame = {.data = (uint8_t *)exact, .len = sizeof batch - 1,
                .reading = (at << 8) | step};
            int count = 0;
            while (sansmcp_server_receive(&w.server, &frame, 0, &event) == SANSMCP_OK) {
                sansmcp_out out;
                sansmcp_server_reply(&w.server, &event, w.tx, sizeof w.tx, &out);
                if (++count > 8) break;
            }
            CHECK(count <= 3);
            events += (size_t)count;
            free(exact);
        }
    }
    CHECK(events > 3);
    sansmcp_frame endless_frame = {.data = (const uint8_t *)batch, .len = SIZE_MAX};
    GIVES(OUT_OF_RANGE, sansmcp_server_receive(&w.server, &endless_frame, 0, &event));
    sansmcp_frame lost = {.overlong_len = 5000};
    GIVES(OK, sansmcp_server_receive(&w.server, &lost, 0, &event));
    CHECK(event.kind == SANSMCP_EVENT_REFUSED && sansmcp_event_refusal_code(&event) == -32600);
    CHECK(sansmcp_event_id(&event).data == NULL);
    GIVES(NONE, sansmcp_server_receive(&w.server, &lost, 0, &event));
}

int main(void) {
    wrong_frames();
    null_pointers();
    stale_tickets();
    small_buffers();
    wrong_values();
    values();
    return checked();
}

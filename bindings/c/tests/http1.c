/*
 * HTTP/1.1 and the store, called as they should be and as they should not: requests in, whole and
 * byte by byte, responses out, events that are kept. The last line is `N passed, M failed`.
 */
#include "check.h"

#include <sansmcp.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(sansmcp_http1) == 2 * sizeof(void *) + 128, "http1");
_Static_assert(sizeof(sansmcp_store) == 2 * sizeof(void *) + 16, "store");
_Static_assert(sizeof(sansmcp_sse_id) == 8, "id");

typedef struct {
    sansmcp_http1 conversation;
    sansmcp_http1_step step;
    sansmcp_http1_terms terms;
    sansmcp_http1_request request;
    sansmcp_header headers[SANSMCP_MAX_HEADERS];
    uint8_t *buffer;
} world;

static void begin(world *w, size_t len) {
    memset(w, 0, sizeof *w);
    w->buffer = calloc(len, 1);
    if (w->buffer == NULL) abort();
    GIVES(OK, sansmcp_http1_init(&w->conversation, w->buffer, len));
}

static void arrive(world *w, const char *bytes, size_t len) {
    size_t room;
    uint8_t *space = sansmcp_http1_space(&w->conversation, &room);
    CHECK(space != NULL && room >= len);
    if (room < len) abort();
    memcpy(space, bytes, len);
    GIVES(OK, sansmcp_http1_filled(&w->conversation, len));
}

static bool next(world *w, uint8_t kind) {
    return sansmcp_http1_advance(&w->conversation, &w->step) == SANSMCP_OK
        && w->step.kind == kind;
}

static bool look(world *w) {
    return sansmcp_http1_request_of(&w->conversation, w->headers, SANSMCP_MAX_HEADERS,
                                    &w->request)
        == SANSMCP_OK;
}

static bool equals(sansmcp_str text, const char *other) {
    return text.len == strlen(other) && memcmp(text.data, other, text.len) == 0;
}

static const char chunked[] = "POST /mcp?a=b HTTP/1.1\r\nHost: localhost\r\nX: y\r\n"
                              "Transfer-Encoding: chunked\r\n\r\n"
                              "3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n";
static const char plain[] = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                            "Content-Length: 2\r\n\r\n";

/* A request, byte by byte, and the next one right behind it. */
static void requests(void) {
    world w;
    bool is_awaited;
    begin(&w, 512);
    CHECK(sansmcp_http1_stage_of(&w.conversation) == SANSMCP_HTTP1_IDLE);
    for (size_t i = 0; i + 1 < sizeof chunked; i++) {
        arrive(&w, chunked + i, 1);
        if (sansmcp_http1_advance(&w.conversation, &w.step) != SANSMCP_OK) continue;
        if (w.step.kind == SANSMCP_HTTP1_HEAD) {
            CHECK(sansmcp_http1_stage_of(&w.conversation) == SANSMCP_HTTP1_JUDGING);
            CHECK(look(&w) && w.request.body_len == 0);
            GIVES(OK, sansmcp_http1_accept(&w.conversation, 100, &is_awaited));
            CHECK(!is_awaited);
        }
    }
    CHECK(w.step.kind == SANSMCP_HTTP1_REQUEST && look(&w));
    CHECK(equals(w.request.head.method, "POST") && equals(w.request.path, "/mcp"));
    CHECK(equals(w.request.target, "/mcp?a=b") && equals(w.request.query, "a=b"));
    CHECK(w.request.head.header_count == 3 && w.request.head.headers == w.headers);
    CHECK(equals(w.headers[1].name, "X") && equals(w.headers[1].value, "y"));
    CHECK(w.request.body_len == 7 && memcmp(w.request.body, "{\"a\":1}", 7) == 0);
    CHECK(w.request.version == SANSMCP_HTTP1_VERSION_1_1);
    GIVES(SHORT, sansmcp_http1_request_of(&w.conversation, w.headers, 2, &w.request));
    GIVES(OK, sansmcp_http1_terms_of(&w.conversation, &w.terms));
    CHECK(w.terms.keep != 0 && w.terms.is_head_only == 0);
    arrive(&w, plain, sizeof plain - 1);
    CHECK(!next(&w, SANSMCP_HTTP1_HEAD));
    CHECK(sansmcp_http1_finish(&w.conversation));
    CHECK(next(&w, SANSMCP_HTTP1_HEAD) && look(&w) && w.request.query.data == NULL);
    GIVES(OK, sansmcp_http1_accept(&w.conversation, 100, &is_awaited));
    CHECK(is_awaited && sansmcp_http1_continue().len == 25);
    arrive(&w, "{}", 2);
    CHECK(next(&w, SANSMCP_HTTP1_REQUEST) && look(&w) && w.request.body_len == 2);
    GIVES(OK, sansmcp_http1_close(&w.conversation));
    CHECK(sansmcp_http1_stage_of(&w.conversation) == SANSMCP_HTTP1_CLOSED);
    CHECK(!sansmcp_http1_finish(&w.conversation) && !look(&w));
    free(w.buffer);
}

/* What is refused, and what nobody wants. */
static void refusals(void) {
    static const struct {
        const char *bytes;
        uint16_t status;
    } wrong[] = {
        {"GET / HTTP/1.1\n\n", 400},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505},
        {"CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", 501},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
         400},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413},
    };
    world w;
    bool is_awaited;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        begin(&w, 256);
        arrive(&w, wrong[i].bytes, strlen(wrong[i].bytes));
        CHECK(next(&w, SANSMCP_HTTP1_REFUSED) && w.step.status == wrong[i].status);
        CHECK(!look(&w) && !sansmcp_http1_finish(&w.conversation));
        free(w.buffer);
    }
    begin(&w, 256);
    arrive(&w, plain, sizeof plain - 1);
    CHECK(next(&w, SANSMCP_HTTP1_HEAD));
    GIVES(OK, sansmcp_http1_accept(&w.conversation, 1, &is_awaited));
    CHECK(!is_awaited && next(&w, SANSMCP_HTTP1_REFUSED) && w.step.status == 413);
    free(w.buffer);
    /* A small body that is not read: the connection goes on. */
    begin(&w, 256);
    arrive(&w, chunked, sizeof chunked - 1);
    CHECK(next(&w, SANSMCP_HTTP1_HEAD));
    GIVES(OK, sansmcp_http1_skip(&w.conversation, 100, &w.terms));
    CHECK(w.terms.keep != 0 && look(&w) && w.request.body_len == 0);
    CHECK(sansmcp_http1_finish(&w.conversation));
    CHECK(!next(&w, SANSMCP_HTTP1_HEAD));
    CHECK(sansmcp_http1_stage_of(&w.conversation) == SANSMCP_HTTP1_IDLE);
    free(w.buffer);
}

static void responses(void) {
    const sansmcp_header headers[] = {{SANSMCP_STR("A"), SANSMCP_STR("b")}};
    const sansmcp_header bad[] = {
        {SANSMCP_STR("A b"), SANSMCP_STR("c")},
        {SANSMCP_STR("A"), SANSMCP_STR("c\r\nd: e")},
        {SANSMCP_STR("Content-Length"), SANSMCP_STR("1")},
        {{NULL, 0}, SANSMCP_STR("c")},
    };
    const sansmcp_http1_terms keep = {.keep = 1}, old = {.version = 1, .keep = 1};
    sansmcp_http1_sent sent;
    uint8_t tx[128];
    GIVES(OK, sansmcp_http1_write_head(keep, 200, headers, 1, 5, tx, sizeof tx, &sent));
    const char *whole = "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 5\r\n\r\n";
    CHECK(sent.len == strlen(whole) && memcmp(tx, whole, sent.len) == 0);
    CHECK(sent.keep && sent.form == SANSMCP_HTTP1_BODY_PLAIN && sent.need == 0);
    for (size_t room = 0; room < strlen(whole); room++) {
        GIVES(SHORT, sansmcp_http1_write_head(keep, 200, headers, 1, 5, tx, room, &sent));
        CHECK(sent.need == strlen(whole) && sent.len == 0);
    }
    GIVES(OK, sansmcp_http1_write_head(keep, 200, NULL, 0, SANSMCP_HTTP1_STREAM, tx, sizeof tx,
                                       &sent));
    CHECK(sent.keep && sent.form == SANSMCP_HTTP1_BODY_CHUNKED);
    GIVES(OK, sansmcp_http1_write_head(old, 200, NULL, 0, SANSMCP_HTTP1_STREAM, tx, sizeof tx,
                                       &sent));
    CHECK(!sent.keep && sent.form == SANSMCP_HTTP1_BODY_PLAIN);
    GIVES(OK, sansmcp_http1_write_head((sansmcp_http1_terms){.is_head_only = 1}, 404, NULL, 0, 9,
                                       tx, sizeof tx, &sent));
    CHECK(!sent.keep && sent.form == SANSMCP_HTTP1_BODY_NONE);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        GIVES(NOT_SUPPORTED,
              sansmcp_http1_write_head(keep, 200, bad + i, 1, 0, tx, sizeof tx, &sent));
    GIVES(NOT_SUPPORTED, sansmcp_http1_write_head(keep, 99, NULL, 0, 0, tx, sizeof tx, &sent));
    GIVES(NOT_SUPPORTED, sansmcp_http1_write_head(keep, 204, NULL, 0, 1, tx, sizeof tx, &sent));
    GIVES(OUT_OF_RANGE, sansmcp_http1_write_head((sansmcp_http1_terms){.version = 2}, 200, NULL,
                                                 0, 0, tx, sizeof tx, &sent));
    sansmcp_http1_chunk_head chunk = sansmcp_http1_chunk(0x1f0);
    CHECK(chunk.len == 5 && memcmp(chunk.bytes, "1f0\r\n", 5) == 0);
    CHECK(sansmcp_http1_chunk(0).len == 0);
    CHECK(sansmcp_http1_chunk(SIZE_MAX).len == sizeof(size_t) * 2 + 2);
    CHECK(equals(sansmcp_http1_last_chunk(), "0\r\n\r\n"));
    CHECK(equals(sansmcp_http1_reason(404), "Not Found"));
    CHECK(sansmcp_http1_reason(299).len == 0);
    CHECK(equals(sansmcp_sse_tail(), "\n\n") && equals(sansmcp_sse_keep_alive(), ":\n\n"));
}

static void stores(void) {
    sansmcp_store store;
    sansmcp_kept kept;
    uint8_t *bytes = malloc(64);
    sansmcp_sse_id id = {9, 0};
    if (bytes == NULL) abort();
    GIVES(OK, sansmcp_store_init(&store, bytes, 64));
    for (id.sequence = 1; id.sequence <= 3; id.sequence++)
        GIVES(OK, sansmcp_store_keep(&store, id, (const uint8_t *)"[1]", 3));
    id.sequence = 1;
    GIVES(OK, sansmcp_store_after(&store, id, 3, &kept));
    CHECK(kept.id.sequence == 2 && kept.id.stream == 9 && kept.len == 3);
    CHECK(memcmp(kept.data, "[1]", 3) == 0);
    GIVES(NONE, sansmcp_store_after(&store, (sansmcp_sse_id){9, 3}, 3, &kept));
    GIVES(STALE, sansmcp_store_after(&store, (sansmcp_sse_id){9, 4}, 3, &kept));
    GIVES(STALE, sansmcp_store_after(&store, (sansmcp_sse_id){8, 0}, 1, &kept));
    /* Too long, and not an event. */
    GIVES(SHORT, sansmcp_store_keep(&store, id, bytes, 53));
    GIVES(SHORT, sansmcp_store_keep(&store, (sansmcp_sse_id){9, 0}, (const uint8_t *)"1", 1));
    /* The oldest goes. */
    uint8_t more[40] = {0};
    GIVES(OK, sansmcp_store_keep(&store, (sansmcp_sse_id){8, 1}, more, sizeof more));
    GIVES(STALE, sansmcp_store_after(&store, id, 3, &kept));
    GIVES(OK, sansmcp_store_after(&store, (sansmcp_sse_id){8, 0}, 1, &kept));
    GIVES(OK, sansmcp_store_forget(&store, 8));
    GIVES(STALE, sansmcp_store_after(&store, (sansmcp_sse_id){8, 0}, 1, &kept));
    GIVES(OK, sansmcp_store_keep(&store, (sansmcp_sse_id){8, 1}, more, 1));
    GIVES(OK, sansmcp_store_clear(&store));
    GIVES(STALE, sansmcp_store_after(&store, (sansmcp_sse_id){8, 0}, 1, &kept));
    /* A store of nothing keeps nothing. */
    GIVES(OK, sansmcp_store_init(&store, NULL, 0));
    GIVES(SHORT, sansmcp_store_keep(&store, id, NULL, 0));
    free(bytes);
}

/* A request that is answered in the wrong order, and states that are none. */
static void wrong_order(void) {
    world w;
    bool is_awaited;
    begin(&w, 128);
    CHECK(!look(&w) && !sansmcp_http1_finish(&w.conversation));
    free(w.buffer);
    begin(&w, 128);
    GIVES(OK, sansmcp_http1_accept(&w.conversation, 10, &is_awaited));
    GIVES(OK, sansmcp_http1_skip(&w.conversation, 10, &w.terms));
    GIVES(OK, sansmcp_http1_filled(&w.conversation, SIZE_MAX));
    CHECK(next(&w, SANSMCP_HTTP1_REFUSED) || w.step.kind == 0);
    free(w.buffer);
    begin(&w, 1);
    arrive(&w, "G", 1);
    CHECK(next(&w, SANSMCP_HTTP1_REFUSED) && w.step.status == 431);
    free(w.buffer);
}

static void null_pointers(void) {
    world w;
    sansmcp_http1_sent sent;
    sansmcp_kept kept;
    sansmcp_store store;
    uint8_t byte[1];
    size_t room = 7;
    bool is_awaited;
    begin(&w, 64);
    GIVES(NULL_POINTER, sansmcp_http1_init(NULL, byte, 1));
    GIVES(NULL_POINTER, sansmcp_http1_init(&w.conversation, NULL, 1));
    CHECK(sansmcp_http1_space(NULL, &room) == NULL && room == 0);
    CHECK(sansmcp_http1_space(&w.conversation, NULL) == NULL);
    GIVES(NULL_POINTER, sansmcp_http1_filled(NULL, 1));
    GIVES(NULL_POINTER, sansmcp_http1_advance(NULL, &w.step));
    GIVES(NULL_POINTER, sansmcp_http1_advance(&w.conversation, NULL));
    GIVES(NULL_POINTER, sansmcp_http1_request_of(NULL, w.headers, 1, &w.request));
    GIVES(NULL_POINTER, sansmcp_http1_request_of(&w.conversation, NULL, 1, &w.request));
    GIVES(NULL_POINTER, sansmcp_http1_request_of(&w.conversation, w.headers, 1, NULL));
    GIVES(NULL_POINTER, sansmcp_http1_accept(NULL, 1, &is_awaited));
    GIVES(NULL_POINTER, sansmcp_http1_accept(&w.conversation, 1, NULL));
    GIVES(NULL_POINTER, sansmcp_http1_skip(NULL, 1, &w.terms));
    GIVES(NULL_POINTER, sansmcp_http1_skip(&w.conversation, 1, NULL));
    GIVES(NULL_POINTER, sansmcp_http1_terms_of(NULL, &w.terms));
    GIVES(NULL_POINTER, sansmcp_http1_terms_of(&w.conversation, NULL));
    GIVES(NULL_POINTER, sansmcp_http1_close(NULL));
    CHECK(!sansmcp_http1_finish(NULL));
    CHECK(sansmcp_http1_stage_of(NULL) == SANSMCP_HTTP1_CLOSED);
    GIVES(NULL_POINTER, sansmcp_http1_write_head(w.terms, 200, NULL, 1, 0, byte, 1, &sent));
    GIVES(NULL_POINTER, sansmcp_http1_write_head(w.terms, 200, NULL, 0, 0, NULL, 1, &sent));
    GIVES(NULL_POINTER, sansmcp_http1_write_head(w.terms, 200, NULL, 0, 0, byte, 1, NULL));
    const sansmcp_header not_text = {SANSMCP_STR("A"), {"\xff", 1}};
    GIVES(NOT_TEXT, sansmcp_http1_write_head(w.terms, 200, &not_text, 1, 0, byte, 1, &sent));
    GIVES(NULL_POINTER, sansmcp_store_init(NULL, byte, 1));
    GIVES(NULL_POINTER, sansmcp_store_init(&store, NULL, 1));
    GIVES(OUT_OF_RANGE, sansmcp_store_init(&store, byte, SIZE_MAX));
    GIVES(OK, sansmcp_store_init(&store, byte, 1));
    GIVES(NULL_POINTER, sansmcp_store_keep(NULL, (sansmcp_sse_id){1, 1}, byte, 1));
    GIVES(NULL_POINTER, sansmcp_store_keep(&store, (sansmcp_sse_id){1, 1}, NULL, 1));
    GIVES(NULL_POINTER, sansmcp_store_after(NULL, (sansmcp_sse_id){1, 1}, 1, &kept));
    GIVES(NULL_POINTER, sansmcp_store_after(&store, (sansmcp_sse_id){1, 1}, 1, NULL));
    GIVES(NULL_POINTER, sansmcp_store_forget(NULL, 1));
    GIVES(NULL_POINTER, sansmcp_store_clear(NULL));
    sansmcp_sse_fields fields;
    GIVES(NULL_POINTER, sansmcp_sse_head(NULL, NULL));
    GIVES(OK, sansmcp_sse_head(NULL, &fields));
    CHECK(fields.len == 21 && memcmp(fields.bytes, "event: message\ndata: ", 21) == 0);
    free(w.buffer);
}

int main(void) {
    requests();
    refusals();
    responses();
    stores();
    wrong_order();
    null_pointers();
    return checked();
}

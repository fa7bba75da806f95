/*
 * A client with the application's memory around it, for tests: what the server says is written
 * down line by line, and what the client says is compared to the byte.
 *
 * All memory that the library sees is allocated to the byte, so that a sanitizer finds each byte
 * that is read or written beside it.
 */
#ifndef CLIENT_WORLD_H
#define CLIENT_WORLD_H

#include "check.h"
#include "servers.h"

#include <stdlib.h>
#include <string.h>

#define S SANSMCP_STR

typedef struct {
    sansmcp_connection *connection;
    sansmcp_slot *slots;
    size_t slot_count;
    sansmcp_client client;
    sansmcp_event event; /* the last one */
    char *text;          /* what it came from */
    sansmcp_route route; /* the way it came */
    struct remote *remote; /* client_web.h */
    sansmcp_expect expect;
    sansmcp_out out;
    uint8_t *tx;
    size_t tx_len;
    uint64_t now;
} world;

static const sansmcp_icon client_icon = {.src = SANSMCP_STR_INIT("data:,x")};
static const sansmcp_client_info me = {
    .name = SANSMCP_STR_INIT("me"),
    .version = SANSMCP_STR_INIT("1"),
    .title = SANSMCP_STR_INIT("M\xc3\xa9"),
    .icons = &client_icon,
    .icon_count = 1,
    .extensions = SANSMCP_STR_INIT("{\"com.example/x\":{\"a\":1}}"),
    .capabilities = SANSMCP_CAPABILITY_ELICITATION_FORM | SANSMCP_CAPABILITY_ROOTS
        | SANSMCP_CAPABILITY_ROOTS_LIST_CHANGED | SANSMCP_CAPABILITY_SAMPLING,
};

static void *fresh(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) abort();
    return memory;
}

static inline void begin(world *w, const sansmcp_client_info *info) {
    memset(w, 0, sizeof *w);
    w->slot_count = 4;
    w->tx_len = 2048;
    w->connection = fresh(1, sizeof *w->connection);
    w->slots = fresh(w->slot_count, sizeof *w->slots);
    w->tx = fresh(w->tx_len, 1);
    GIVES(OK, sansmcp_client_init(&w->client, info, w->connection, w->slots, w->slot_count));
}

static inline void end(world *w) {
    free(w->connection);
    free(w->slots);
    free(w->tx);
    free(w->text);
}

/* A message of the server's; its event is w->event until the next. */
static inline sansmcp_result hear(world *w, const char *message) {
    size_t len = strlen(message);
    free(w->text);
    w->text = fresh(len, 1);
    memcpy(w->text, message, len);
    sansmcp_frame frame = {.data = (const uint8_t *)w->text, .len = len, .route = w->route};
    sansmcp_result result = sansmcp_client_receive(&w->client, &frame, w->now, &w->event);
    sansmcp_event more;
    if (result == SANSMCP_OK)
        GIVES(NONE, sansmcp_client_receive(&w->client, &frame, w->now, &more));
    return result;
}

static inline bool hears(world *w, const char *message, int kind) {
    return hear(w, message) == SANSMCP_OK && w->event.kind == kind;
}

/* What w->out is, its newline left out. */
static inline bool said(const world *w, const char *line) {
    size_t len = strlen(line);
    bool same = w->out.len == len + 1 && memcmp(w->out.data, line, len) == 0
        && w->out.data[len] == '\n';
    if (!same) printf("  said     %.*s  expected %s\n", (int)w->out.len, w->out.data, line);
    return same;
}

/* Whether w->out has this in it. */
static inline bool has(const world *w, const char *part) {
    size_t len = strlen(part);
    for (size_t at = 0; at + len <= w->out.len; at++)
        if (memcmp(w->out.data + at, part, len) == 0) return true;
    printf("  said     %.*s  without  %s\n", (int)w->out.len, w->out.data, part);
    return false;
}

static inline sansmcp_result next(world *w) {
    return sansmcp_client_next_output(&w->client, w->tx, w->tx_len, &w->out);
}

static inline bool is(sansmcp_str text, const char *plain) {
    return sansmcp_str_equals(text, (sansmcp_str){plain, strlen(plain)});
}

static inline bool means(sansmcp_text text, const char *plain) {
    return sansmcp_text_equals(text, (sansmcp_str){plain, strlen(plain)});
}

static inline bool same(sansmcp_ticket a, sansmcp_ticket b) {
    return a.generation == b.generation && a.index == b.index;
}

/* `tools/call` of `echo`. */
static inline sansmcp_ticket call_echo(world *w) {
    sansmcp_field name = {.key = S("name"), .text = S("echo")};
    sansmcp_field text = {.key = S("text"), .text = S("hi \"\xc3\xa4\"\n")};
    sansmcp_object params = {.fields = &name, .field_count = 1, .inner_key = S("arguments"),
        .inner = &text, .inner_count = 1};
    sansmcp_ticket ticket = {0};
    GIVES(OK, sansmcp_client_call(&w->client, S("tools/call"), &params, NULL, w->now, w->tx,
                                  w->tx_len, &ticket, &w->out));
    return ticket;
}

#define RPC "{\"jsonrpc\":\"2.0\","

/* The server of 2026-07-28. */
static inline void connect_modern(world *w) {
    GIVES(OK, sansmcp_client_connect(&w->client, NULL, w->now));
    GIVES(OK, next(w));
    CHECK(has(w, RPC "\"id\":131070,\"method\":\"server/discover\",\"params\":{\"_meta\":{"));
    GIVES(NONE, next(w));
    CHECK(hears(w, RPC "\"id\":131070,\"result\":{\"resultType\":\"complete\","
                   "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{"
                   "\"listChanged\":true},\"resources\":{\"subscribe\":true},\"logging\":{}},"
                   "\"instructions\":\"be\\u0020kind\",\"ttlMs\":0,\"cacheScope\":\"private\","
                   "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"s\","
                   "\"version\":\"2\"}}}}", SANSMCP_CLIENT_EVENT_CONNECTED));
}

/* The server of 2025-11-25, which refuses the question for its era. */
static inline void connect_older(world *w) {
    GIVES(OK, sansmcp_client_connect(&w->client, NULL, w->now));
    GIVES(OK, next(w));
    GIVES(NONE, hear(w, RPC "\"id\":131070,\"error\":{\"code\":-32601,\"message\":\"no\"}}"));
    GIVES(OK, next(w));
    CHECK(has(w, RPC "\"id\":196606,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                 "\"2025-11-25\",\"capabilities\":{"));
    CHECK(hears(w, RPC "\"id\":196606,\"result\":{\"protocolVersion\":\"2025-11-25\","
                   "\"capabilities\":{\"tools\":{\"listChanged\":true},\"resources\":{"
                   "\"subscribe\":true}},\"serverInfo\":{\"name\":\"s\",\"version\":\"2\"}}}",
                SANSMCP_CLIENT_EVENT_CONNECTED));
    GIVES(OK, next(w));
    CHECK(said(w, RPC "\"method\":\"notifications/initialized\",\"params\":{}}"));
    GIVES(NONE, next(w));
}

#endif

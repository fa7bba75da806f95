/*
 * A server with the application's memory around it, for tests: what the client says is written
 * down line by line, and what the server says is compared to the byte.
 *
 * All memory that the library sees is allocated to the byte, so that a sanitizer finds each byte
 * that is read or written beside it.
 */
#ifndef SERVER_WORLD_H
#define SERVER_WORLD_H

#include "check.h"

#include <sansmcp.h>
#include <stdlib.h>
#include <string.h>

#define S SANSMCP_STR

typedef struct {
    sansmcp_connection *connection;
    sansmcp_slot *slots;
    size_t slot_count;
    sansmcp_server server;
    sansmcp_event event; /* the last one */
    char *text;          /* what it came from */
    sansmcp_out out;
    uint8_t *tx;
    size_t tx_len;
    char *kept; /* what the application keeps of its call */
    size_t kept_len;
    uint64_t now;
} world;

static const sansmcp_tool tools[] = {{.name = SANSMCP_STR_INIT("erase")}};
static const sansmcp_server_info all = {
    .name = SANSMCP_STR_INIT("s"),
    .version = SANSMCP_STR_INIT("1"),
    .tools = tools,
    .tool_count = 1,
    .capabilities = SANSMCP_CAPABILITY_LOGGING | SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED
        | SANSMCP_CAPABILITY_RESOURCES | SANSMCP_CAPABILITY_RESOURCES_SUBSCRIBE
        | SANSMCP_CAPABILITY_RESOURCES_LIST_CHANGED | SANSMCP_CAPABILITY_PROMPTS
        | SANSMCP_CAPABILITY_PROMPTS_LIST_CHANGED,
};
static const sansmcp_ticket no_ticket = {0, 0};

static inline void *fresh(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) abort();
    return memory;
}

/* Copies to memory that ends where the bytes end. */
static inline void *copy(const void *data, size_t len) {
    void *memory = fresh(len, 1);
    if (len > 0) memcpy(memory, data, len);
    return memory;
}

static inline void begin(world *w, const sansmcp_server_info *info) {
    memset(w, 0, sizeof *w);
    w->slot_count = 6;
    w->tx_len = 2048;
    w->connection = fresh(1, sizeof *w->connection);
    w->slots = fresh(w->slot_count, sizeof *w->slots);
    w->tx = fresh(w->tx_len, 1);
    GIVES(OK, sansmcp_server_init(&w->server, info, w->connection, w->slots, w->slot_count));
}

static inline void end(world *w) {
    free(w->connection);
    free(w->slots);
    free(w->tx);
    free(w->text);
    free(w->kept);
}

/* A message of the client's; its event is w->event until the next. */
static inline sansmcp_result hear(world *w, const char *message) {
    size_t len = strlen(message);
    free(w->text);
    w->text = copy(message, len);
    sansmcp_frame frame = {.data = (const uint8_t *)w->text, .len = len};
    sansmcp_result result = sansmcp_server_receive(&w->server, &frame, w->now, &w->event);
    sansmcp_event more;
    if (result == SANSMCP_OK)
        GIVES(NONE, sansmcp_server_receive(&w->server, &frame, w->now, &more));
    return result;
}

#define HEARS(kind_of, message) do { \
    GIVES(OK, hear(&w, message)); \
    CHECK(w.event.kind == SANSMCP_EVENT_##kind_of); \
} while (0)

/* Whether the last output is this line, or with "" no bytes. */
static inline bool says(const world *w, const char *line) {
    size_t len = strlen(line);
    bool same = w->out.data != NULL && w->out.need == 0
        && w->out.len == len + (len > 0 ? 1 : 0)
        && (len == 0 || (memcmp(w->out.data, line, len) == 0 && w->out.data[len] == '\n'));
    int got = w->out.data != NULL ? (int)w->out.len : 0;
    if (!same) printf("  got %.*s\n", got, (const char *)w->out.data);
    return same;
}

#define SAYS(call, line) do { \
    GIVES(OK, call); \
    CHECK(says(&w, line)); \
} while (0)

/* The transmit buffer and the output, as arguments. */
#define TX w.tx, w.tx_len, &w.out

static inline bool is(sansmcp_str got, const char *wanted) {
    bool same = sansmcp_str_equals(got, (sansmcp_str){wanted, strlen(wanted)});
    if (!same) printf("  got %.*s\n", (int)got.len, got.data != NULL ? got.data : "");
    return same;
}

static inline bool same_ticket(sansmcp_ticket a, sansmcp_ticket b) {
    return sansmcp_ticket_number(a) == sansmcp_ticket_number(b);
}

/* What the application does with out.keep. */
static inline void keep(world *w) {
    free(w->kept);
    w->kept_len = w->out.keep.len;
    w->kept = copy(w->out.keep.data, w->kept_len);
}

static inline sansmcp_str kept(const world *w) {
    return (sansmcp_str){w->kept, w->kept_len};
}

/* A handshake in a revision before 2026-07-28. */
static inline void shake(world *w, const char *revision, const char *capabilities) {
    char hello[512];
    snprintf(hello, sizeof hello,
             "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
             "\"protocolVersion\":\"%s\",\"capabilities\":%s,"
             "\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}", revision, capabilities);
    GIVES(OK, hear(w, hello));
    CHECK(sansmcp_server_revision(&w->server) == 0);
    GIVES(OK, sansmcp_server_reply(&w->server, &w->event, w->tx, w->tx_len, &w->out));
    CHECK(sansmcp_server_revision(&w->server) != 0 && !sansmcp_server_is_ready(&w->server));
    GIVES(OK, hear(w, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
    CHECK(sansmcp_server_is_ready(&w->server));
}

#define META(capabilities) "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":" \
    "\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":" capabilities "}"
#define CALL(id, rest) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"tools/call\"," \
    "\"params\":{\"name\":\"erase\"" rest "}}"
#define RESULT_META \
    "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"

#endif

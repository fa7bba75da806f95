/*
 * A server with the application's memory around it, for tests: requests of 2026-07-28 or of an
 * older revision in, and what comes out is compared to the byte.
 *
 * All memory that the library sees is allocated to the byte, so that a sanitizer finds each byte
 * that is read or written beside it.
 */
#ifndef RESULT_WORLD_H
#define RESULT_WORLD_H

#include "check.h"
#include <sansmcp.h>

#include <stdlib.h>
#include <string.h>

#define S SANSMCP_STR
#define I SANSMCP_STR_INIT

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
    bool is_older; /* the handshake of an older revision was made */
} world;

static inline void *fresh(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) abort();
    return memory;
}

static inline void tx(world *w, size_t len) {
    free(w->tx);
    w->tx = fresh(len, 1);
    w->tx_len = len;
}

static inline void begin(world *w, const sansmcp_server_info *info) {
    memset(w, 0, sizeof *w);
    w->slot_count = 4;
    w->connection = fresh(1, sizeof *w->connection);
    w->slots = fresh(w->slot_count, sizeof *w->slots);
    tx(w, 4096);
    GIVES(OK, sansmcp_server_init(&w->server, info, w->connection, w->slots, w->slot_count));
}

static inline void end(world *w) {
    free(w->connection);
    free(w->slots);
    free(w->text);
    free(w->tx);
}

static inline sansmcp_result receive(world *w, const char *message) {
    size_t len = strlen(message);
    free(w->text);
    w->text = fresh(len, 1);
    memcpy(w->text, message, len);
    sansmcp_frame frame = {.data = (const uint8_t *)w->text, .len = len};
    return sansmcp_server_receive(&w->server, &frame, 0, &w->event);
}

/* A request in the revision of the world; params are members, or "". */
static inline void request(world *w, const char *method, const char *params) {
    static const char meta[] = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":"
        "\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}";
    char *message = fresh(strlen(params) + 512, 1);
    const char *own = w->is_older ? "" : meta;
    const char *comma = *own != 0 && *params != 0 ? "," : "";
    sprintf(message, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s%s%s}}", method,
            own, comma, params);
    GIVES(OK, receive(w, message));
    free(message);
}

static inline void reply(world *w) {
    GIVES(OK, sansmcp_server_reply(&w->server, &w->event, w->tx, w->tx_len, &w->out));
}

/* From here on all is of an older revision. */
static inline void older(world *w, const char *revision) {
    char hello[256];
    w->is_older = true;
    sprintf(hello, "\"protocolVersion\":\"%s\",\"capabilities\":{},"
            "\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}", revision);
    request(w, "initialize", hello);
    reply(w);
    GIVES(OK, receive(w, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
}

#define SENDS(w, line) sends(w, line, __FILE__, __LINE__)

/* What went out last. */
static inline void sends(world *w, const char *line, const char *file, int number) {
    size_t len = strlen(line);
    bool is_so = w->out.len == len + 1 && memcmp(w->out.data, line, len) == 0
        && w->out.data[len] == '\n';
    check(is_so, "what went out is what was expected", file, number);
    if (!is_so) printf("  expected %s\n  got      %.*s\n", line, (int)w->out.len, w->out.data);
}

#define GIVES_TEXT(text, literal) CHECK(sansmcp_text_equals(text, S(literal)))
#define GIVES_STR(str, literal) CHECK(sansmcp_str_equals(str, S(literal)))

#endif

/*
 * The client of client_world.h over HTTP: what comes as the response to which request.
 */
#ifndef CLIENT_WEB_H
#define CLIENT_WEB_H

#include "client_world.h"

#define JSON "Content-Type: application/json"
#define EVENTS "content-type: text/event-stream; charset=utf-8"

struct remote {
    sansmcp_remote value;
};

static void begin_http(world *w, const sansmcp_client_info *info) {
    begin(w, info);
    w->remote = fresh(1, sizeof *w->remote);
    GIVES(OK, sansmcp_client_init_http(&w->client, info, w->connection, w->slots, w->slot_count,
                                       &w->remote->value));
}

static void end_http(world *w) {
    free(w->remote);
    end(w);
}

static sansmcp_result expire(world *w) {
    return sansmcp_client_expire(&w->client, w->now, &w->event);
}

/* Whether these are the lines of the head that goes with w->out. */
static inline bool heads(world *w, const char *schema, const char *expected) {
    size_t len = strlen(expected);
    sansmcp_str lines = {0}, text = {strlen(schema) > 0 ? schema : NULL, strlen(schema)};
    uint8_t *buffer = fresh(len, 1);
    sansmcp_result result = sansmcp_client_head(&w->client, &w->out, text, buffer, len, &lines);
    bool is_so = result == SANSMCP_OK && is(lines, expected);
    if (!is_so)
        printf("  %s %.*s\n  instead of\n%s", sansmcp_result_text((uint32_t)result),
               (int)lines.len, lines.data != NULL ? lines.data : "", expected);
    free(buffer);
    return is_so;
}

/* A response with these lines (`Name: value`, newlines between); whether it is to be taken so. */
static bool responds(world *w, sansmcp_route route, uint16_t status, const char *head, int kind) {
    static char text[512]; /* a challenge lies in it */
    sansmcp_header headers[4];
    size_t count = 0;
    snprintf(text, sizeof text, "%s", head);
    for (char *line = text; *line != 0 && count < 4;) {
        char *colon = strchr(line, ':'), *end = strchr(line, '\n');
        if (end == NULL) end = line + strlen(line);
        headers[count++] = (sansmcp_header){.name = {line, (size_t)(colon - line)},
            .value = {colon + 1, (size_t)(end - colon - 1)}};
        line = *end == 0 ? end : end + 1;
    }
    GIVES(OK, sansmcp_client_responded(&w->client, route, status, headers, count, w->now,
                                       &w->expect));
    if (w->expect.kind != kind) printf("  expects %d instead of %d\n", w->expect.kind, kind);
    return w->expect.kind == kind;
}

/* A message on an exchange. */
static bool hears_on(world *w, sansmcp_route route, const char *message, int kind) {
    w->route = route;
    bool is_so = hears(w, message, kind);
    w->route = (sansmcp_route){0};
    return is_so;
}

static inline void exchange_ends(world *w, sansmcp_route route) {
    GIVES(OK, sansmcp_client_closed(&w->client, route, w->now));
}

/* The answer to `server/discover`. */
static inline void discovered(world *w, sansmcp_route route) {
    char line[512];
    unsigned long id = (unsigned long)w->out.route.number; /* its ticket, as the id is */
    const char *found = strstr((const char *)w->out.data, "\"id\":");
    CHECK(found != NULL && sscanf(found, "\"id\":%lu", &id) == 1);
    snprintf(line, sizeof line, RPC "\"id\":%lu,\"result\":{\"resultType\":\"complete\","
             "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{"
             "\"listChanged\":true}},\"ttlMs\":0,\"cacheScope\":\"private\"}}", id);
    CHECK(responds(w, route, 200, JSON, SANSMCP_EXPECT_JSON));
    CHECK(hears_on(w, route, line, SANSMCP_CLIENT_EVENT_CONNECTED));
    exchange_ends(w, route);
    GIVES(NONE, next(w));
}

/* The server of 2026-07-28. */
static inline void web_modern(world *w) {
    GIVES(OK, sansmcp_client_connect(&w->client, NULL, w->now));
    GIVES(OK, next(w));
    CHECK(w->out.verb == SANSMCP_VERB_POST);
    discovered(w, w->out.route);
}

/* The answer to `initialize`, whose request is w->out, in this session, and all up to the GET. */
static inline void initialized(world *w, sansmcp_route route, const char *session) {
    char line[512];
    unsigned long id = 0;
    const char *found = strstr((const char *)w->out.data, "\"id\":");
    CHECK(found != NULL && sscanf(found, "\"id\":%lu", &id) == 1);
    snprintf(line, sizeof line, JSON "\nMcp-Session-Id: %s", session);
    CHECK(responds(w, route, 200, line, SANSMCP_EXPECT_JSON));
    snprintf(line, sizeof line, RPC "\"id\":%lu,\"result\":{\"protocolVersion\":\"2025-11-25\","
             "\"capabilities\":{\"tools\":{\"listChanged\":true}},\"serverInfo\":{"
             "\"name\":\"s\",\"version\":\"2\"}}}", id);
    CHECK(hears_on(w, route, line, SANSMCP_CLIENT_EVENT_CONNECTED));
    exchange_ends(w, route);
    GIVES(OK, next(w));
    CHECK(said(w, RPC "\"method\":\"notifications/initialized\",\"params\":{}}"));
    route = w->out.route;
    CHECK(responds(w, route, 202, "", SANSMCP_EXPECT_NOTHING));
    exchange_ends(w, route);
}

/* The server of 2025-11-25, which does not know `server/discover`. */
static inline void web_older(world *w, const char *session) {
    GIVES(OK, sansmcp_client_connect(&w->client, NULL, w->now));
    GIVES(OK, next(w));
    CHECK(responds(w, w->out.route, 400, "", SANSMCP_EXPECT_NOTHING));
    exchange_ends(w, w->out.route);
    GIVES(OK, next(w));
    CHECK(has(w, "\"method\":\"initialize\""));
    initialized(w, w->out.route, session);
}

#endif

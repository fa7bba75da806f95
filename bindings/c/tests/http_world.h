/* An endpoint with its memory, a head to judge, and what was sent of the last response. */
#ifndef HTTP_WORLD_H
#define HTTP_WORLD_H

#include "check.h"

#include <sansmcp.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 16, MOST_SENT = 8192, SESSIONS = 2, STREAMS = 8, SLOTS = 4, STORE = 2048 };

/* A line of a head; a name that is NULL ends a list. */
typedef struct {
    const char *name, *value;
} line;

/* The tables are allocated to the byte, so that a sanitizer finds what lies beside them. */
typedef struct {
    sansmcp_endpoint endpoint;
    sansmcp_endpoint_memory memory;
    sansmcp_store store;
    uint8_t *stored;
    sansmcp_header lines[MOST_LINES];
    sansmcp_head head;
    sansmcp_verdict verdict;
    /* The event that came last; with `is_lazy` calls are not answered. */
    sansmcp_event event;
    bool is_lazy;
    uint64_t now;
    uint8_t tx[4096];
    /* What the last deliveries were. */
    char sent[MOST_SENT + 1];
    size_t sent_len;
    uint32_t to;
    bool has_to, is_ended;
    uint16_t status;
    uint8_t body_kind;
    sansmcp_response_head response;
    sansmcp_sse_id kept;
    char session[SANSMCP_SESSION_ID + 1];
    uint8_t session_len;
    line own[MOST_LINES];
} world;

static const sansmcp_tool echo_tool = {.name = SANSMCP_STR_INIT("echo")};
static const sansmcp_server_info echo_server = {
    .name = SANSMCP_STR_INIT("echo"),
    .version = SANSMCP_STR_INIT("1.0.0"),
    .tools = &echo_tool,
    .tool_count = 1,
    .capabilities = SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED,
};

static void *fresh(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory == NULL) abort();
    return memory;
}

static world *new_world(const sansmcp_endpoint_policy *policy) {
    world *w = fresh(1, sizeof *w);
    w->memory = (sansmcp_endpoint_memory){
        .hub = fresh(1, sizeof(sansmcp_hub)),
        .sessions = fresh(SESSIONS, sizeof(sansmcp_session)),
        .session_count = SESSIONS,
        .streams = fresh(STREAMS, sizeof(sansmcp_stream)),
        .stream_count = STREAMS,
        .slots = fresh(SLOTS, sizeof(sansmcp_slot)),
        .slot_count = SLOTS,
    };
    w->stored = fresh(STORE, 1);
    GIVES(OK, sansmcp_store_init(&w->store, w->stored, STORE));
    GIVES(OK, sansmcp_endpoint_init(&w->endpoint, &echo_server, policy, &w->memory));
    return w;
}

static void end_world(world *w) {
    free(w->memory.hub);
    free(w->memory.sessions);
    free(w->memory.streams);
    free(w->memory.slots);
    free(w->stored);
    free(w);
}

static sansmcp_str plain(const char *text) {
    return (sansmcp_str){text, strlen(text)};
}

static void set_head(world *w, const char *method, const line *lines) {
    size_t count = 0;
    bool has_host = false;
    for (; lines->name != NULL; lines++, count++) {
        w->lines[count] = (sansmcp_header){plain(lines->name), plain(lines->value)};
        has_host |= strcmp(lines->name, "Host") == 0;
    }
    if (!has_host) w->lines[count++] = (sansmcp_header){plain("Host"), plain("localhost")};
    w->lines[count++] = (sansmcp_header){
        plain("Accept"), plain("application/json, text/event-stream")};
    w->lines[count++] = (sansmcp_header){plain("Content-Type"), plain("application/json")};
    w->head = (sansmcp_head){plain(method), w->lines, count};
}

static void judge(world *w, const char *method, uint32_t number, const line *lines) {
    set_head(w, method, lines);
    GIVES(OK, sansmcp_endpoint_judge(&w->endpoint, &w->head, number, 0, w->now, &w->verdict));
}

/* Notes what is to be sent. */
static void take(world *w, const sansmcp_delivery *delivery) {
    if (delivery->keep.sequence != 0) {
        GIVES(OK, sansmcp_store_keep(&w->store, delivery->keep, delivery->data, delivery->len));
        w->kept = delivery->keep;
    }
    w->has_to = delivery->has_to;
    if (!delivery->has_to) return;
    w->to = delivery->to;
    if (delivery->has_head) {
        w->response = delivery->head;
        w->status = delivery->head.status;
        w->body_kind = delivery->head.body;
        w->session_len = delivery->head.session_len;
        if (w->session_len > 0) memcpy(w->session, delivery->head.session, w->session_len);
    }
    CHECK(delivery->lead.len + delivery->len + delivery->tail.len == delivery->body_len);
    if (w->sent_len + delivery->body_len > MOST_SENT) abort();
    memcpy(w->sent + w->sent_len, delivery->lead.bytes, delivery->lead.len);
    w->sent_len += delivery->lead.len;
    if (delivery->len > 0) memcpy(w->sent + w->sent_len, delivery->data, delivery->len);
    w->sent_len += delivery->len;
    if (delivery->tail.len > 0)
        memcpy(w->sent + w->sent_len, delivery->tail.data, delivery->tail.len);
    w->sent_len += delivery->tail.len;
    w->sent[w->sent_len] = '\0';
    w->is_ended |= delivery->is_end;
}

static void forget_sent(world *w) {
    w->sent_len = 0;
    w->sent[0] = '\0';
    w->status = 0;
    w->is_ended = w->has_to = false;
}

static void deliver(world *w, const sansmcp_out *out) {
    sansmcp_delivery delivery;
    GIVES(OK, sansmcp_endpoint_deliver(&w->endpoint, out, &delivery));
    take(w, &delivery);
}

static void answer(world *w, sansmcp_server *server) {
    sansmcp_out out;
    if (w->event.kind == SANSMCP_EVENT_CALL_TOOL) {
        if (w->is_lazy) return;
        GIVES(OK, sansmcp_server_answer_text(server, w->event.ticket, SANSMCP_STR("hi"), w->tx,
                                             sizeof w->tx, &out));
    } else {
        GIVES(OK, sansmcp_server_reply(server, &w->event, w->tx, sizeof w->tx, &out));
    }
    deliver(w, &out);
}

/* One POST from its head to what is sent. */
static void post(world *w, uint32_t number, const line *lines, const char *body) {
    static const uint8_t random[16] = {7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    sansmcp_delivery delivery;
    sansmcp_server server;
    sansmcp_event event;
    forget_sent(w);
    judge(w, "POST", number, lines);
    CHECK(w->verdict.kind == SANSMCP_VERDICT_BODY);
    sansmcp_frame frame = {.data = (const uint8_t *)body,
                           .len = strlen(body),
                           .head = &w->head,
                           .route = {number, SANSMCP_ROUTE_POST}};
    while (sansmcp_endpoint_receive(&w->endpoint, &frame, w->now, random, &event) == SANSMCP_OK) {
        w->event = event;
        GIVES(OK, sansmcp_endpoint_server_of(&w->endpoint, &frame, &server));
        answer(w, &server);
    }
    if (sansmcp_endpoint_received(&w->endpoint, &frame, &delivery) == SANSMCP_OK)
        take(w, &delivery);
}

#endif

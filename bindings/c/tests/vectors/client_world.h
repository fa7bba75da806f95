/*
 * A client with the application's memory around it, and what the application remembers. All memory
 * that the library sees is allocated to the byte, so that a sanitizer finds each byte that is read
 * or written beside it. Names and texts of the transcript last as long as the replay.
 */
#ifndef VECTORS_CLIENT_WORLD_H
#define VECTORS_CLIENT_WORLD_H

#include "transcript.h"

enum { MOST_NAMED = 64, MOST_GIFTS = 8 };

/* An event over a copy of its text. */
typedef struct {
    sansmcp_str name;
    sansmcp_event event;
    char *text;
} kept_event;

/* A call as it was made, to make it again. */
typedef struct {
    sansmcp_str name, method, params;
    sansmcp_ticket ticket;
} made_call;

typedef struct {
    sansmcp_str name;
    sansmcp_subscription subscription;
    sansmcp_str *uris;
} named_listen;

/* What is given to the server: the result of its method, or the content of a form. */
typedef struct {
    sansmcp_str key, text;
    bool is_content;
} gift;

/* One HTTP request and its response. */
typedef struct {
    unsigned number; /* 0: it is closed */
    sansmcp_route route;
    bool has_head;
    sansmcp_expect expect;
    uint8_t *body; /* or the buffer of the events */
    size_t body_len;
    sansmcp_events events;
} exchange;

typedef struct {
    cursor *c;
    const sansmcp_client_info *info;
    sansmcp_connection *connection;
    sansmcp_slot *slots;
    sansmcp_remote *remote;
    bool is_http;
    size_t slot_count, tx_len, rx_len;
    uint64_t now;
    sansmcp_policy policy;
    sansmcp_options options;
    sansmcp_str schema;
    kept_event last, kept[MOST_NAMED];
    bool is_denied; /* since the last event */
    sansmcp_ticket denied;
    made_call calls[MOST_NAMED];
    named_listen listens[MOST_NAMED];
    size_t kept_count, call_count, listen_count, gift_count;
    gift gifts[MOST_GIFTS];
    sansmcp_pages pages;
    exchange exchanges[MOST_NAMED];
    unsigned exchange_count;
} world;

#define NAMED(name_) .name = SANSMCP_STR_INIT(name_), .version = SANSMCP_STR_INIT("1.0.0")
static const sansmcp_client_info bare_client = {NAMED("bare")};
static const sansmcp_client_info forms_client = {NAMED("forms"),
    .capabilities = SANSMCP_CAPABILITY_ELICITATION_FORM};
static const sansmcp_client_info whole_client = {NAMED("whole"),
    .title = SANSMCP_STR_INIT("Whole"),
    .extensions = SANSMCP_STR_INIT("{\"io.modelcontextprotocol/ui\":{}}"),
    .experimental = SANSMCP_STR_INIT("{\"x\":{}}"),
    .capabilities = SANSMCP_CAPABILITY_ROOTS | SANSMCP_CAPABILITY_ROOTS_LIST_CHANGED
        | SANSMCP_CAPABILITY_SAMPLING | SANSMCP_CAPABILITY_SAMPLING_TOOLS
        | SANSMCP_CAPABILITY_ELICITATION_FORM | SANSMCP_CAPABILITY_ELICITATION_URL};

/* A view over the memory. */
static inline sansmcp_client client_of(world *w) {
    sansmcp_client client;
    sansmcp_result result = w->is_http
        ? sansmcp_client_init_http(&client, w->info, w->connection, w->slots, w->slot_count,
                                   w->remote)
        : sansmcp_client_init(&client, w->info, w->connection, w->slots, w->slot_count);
    if (result != SANSMCP_OK) abort();
    return client;
}

static inline bool set_up(world *w, sansmcp_str verb, sansmcp_str rest) {
    size_t count = (size_t)number(rest);
    if (is(verb, "rx")) {
        w->rx_len = count;
    } else if (is(verb, "tx")) {
        w->tx_len = count;
    } else if (is(verb, "slots")) {
        free(w->slots);
        w->slot_count = count;
        w->slots = fresh(count, sizeof *w->slots);
    } else if (is(verb, "http")) {
        w->is_http = true;
    } else if (is(verb, "client")) {
        w->info = is(rest, "whole") ? &whole_client
                : is(rest, "forms") ? &forms_client : &bare_client;
        if (w->info == &bare_client && !is(rest, "bare")) wrong(w->c, "no such client");
    } else {
        return false;
    }
    return true;
}

static inline void end_exchange(exchange *x) {
    free(x->body);
    *x = (exchange){0};
}

static inline void begin_world(world *w, cursor *c) {
    *w = (world){.c = c, .info = &bare_client, .slot_count = 8, .tx_len = 4096, .rx_len = 4096};
    w->connection = fresh(1, sizeof *w->connection);
    w->slots = fresh(w->slot_count, sizeof *w->slots);
    w->remote = fresh(1, sizeof *w->remote);
}

static inline void end_world(world *w) {
    free(w->connection);
    free(w->slots);
    free(w->remote);
    free(w->last.text);
    while (w->kept_count > 0) free(w->kept[--w->kept_count].text);
    while (w->listen_count > 0) free(w->listens[--w->listen_count].uris);
    for (size_t i = 0; i < MOST_NAMED; i++) end_exchange(&w->exchanges[i]);
}

/* ---- What is remembered ---- */

static inline bool same_text(sansmcp_str a, sansmcp_str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

static inline bool same_ticket(sansmcp_ticket a, sansmcp_ticket b) {
    return sansmcp_ticket_number(a) == sansmcp_ticket_number(b);
}

static inline void keep(kept_event *kept, const sansmcp_event *event) {
    char *text = copy(event->text.data, event->text.len);
    free(kept->text);
    kept->text = text;
    kept->event = *event;
    kept->event.text.data = text;
}

static inline void set_last(world *w, const sansmcp_event *event) {
    keep(&w->last, event);
    w->is_denied = false;
}

/* The event kept under a name, the last one for no name; NULL where there is none. */
static inline const sansmcp_event *event_of(world *w, sansmcp_str name) {
    if (name.len == 0) return &w->last.event;
    for (size_t i = w->kept_count; i > 0; i--)
        if (same_text(w->kept[i - 1].name, name)) return &w->kept[i - 1].event;
    return NULL;
}

static inline made_call *call_named(world *w, sansmcp_str name) {
    for (size_t i = 0; i < w->call_count; i++)
        if (same_text(w->calls[i].name, name)) return &w->calls[i];
    return NULL;
}

static inline made_call *call_with(world *w, sansmcp_ticket ticket) {
    for (size_t i = 0; i < w->call_count; i++)
        if (same_ticket(w->calls[i].ticket, ticket)) return &w->calls[i];
    return NULL;
}

static inline void remember(world *w, made_call call) {
    made_call *place = call_named(w, call.name);
    if (place == NULL && w->call_count == MOST_NAMED) abort();
    if (place == NULL) place = &w->calls[w->call_count++];
    *place = call;
}

static inline named_listen *listen_named(world *w, sansmcp_str name) {
    for (size_t i = 0; i < w->listen_count; i++)
        if (same_text(w->listens[i].name, name)) return &w->listens[i];
    return NULL;
}

/* The ticket of a call, a listen or an event; that of the last event for no name. */
static inline bool ticket_of(world *w, sansmcp_str name, sansmcp_ticket *ticket) {
    const made_call *call = call_named(w, name);
    const named_listen *listen = listen_named(w, name);
    const sansmcp_event *event = event_of(w, name);
    if (name.len == 0)
        *ticket = w->is_denied ? w->denied : w->last.event.ticket;
    else if (call != NULL)
        *ticket = call->ticket;
    else if (listen != NULL)
        *ticket = listen->subscription.ticket;
    else if (event != NULL)
        *ticket = event->ticket;
    else
        return false;
    return true;
}

static inline exchange *exchange_numbered(world *w, long long which) {
    for (size_t i = 0; i < MOST_NAMED; i++)
        if (which > 0 && w->exchanges[i].number == which) return &w->exchanges[i];
    return NULL;
}

#endif

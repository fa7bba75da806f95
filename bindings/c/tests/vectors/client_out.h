/* What the application of a client sends: each output call is made three times. */
#ifndef VECTORS_CLIENT_OUT_H
#define VECTORS_CLIENT_OUT_H

#include "client_lines.h"

/* What an output call is made of. */
typedef struct {
    sansmcp_str verb;
    const sansmcp_event *event;
    sansmcp_str method, text;
    sansmcp_ticket ticket; /* what it is about; then what it gave */
    sansmcp_object object;
    const sansmcp_given *given;
    size_t given_count;
    int32_t code;
    uint8_t level;
    sansmcp_subscription *subscription;
} act_call;

/* What an output call gave. */
typedef struct {
    sansmcp_result result;
    sansmcp_out out;
    uint8_t *buffer;
} written;

static inline sansmcp_result make(world *w, act_call *a, uint8_t *tx, size_t len,
                                  sansmcp_out *out) {
    sansmcp_client client = client_of(w), *c = &client;
    sansmcp_ticket ticket = a->ticket, none = {0};
    sansmcp_str verb = a->verb;
    const sansmcp_options *options = &w->options;
    sansmcp_result result = SANSMCP_NOT_SUPPORTED;
    if (is(verb, "next")) {
        result = sansmcp_client_next_output(c, tx, len, out);
    } else if (is(verb, "call")) {
        result = sansmcp_client_call(c, a->method, &a->object, options, w->now, tx, len, &ticket,
                                     out);
    } else if (is(verb, "again")) {
        result = sansmcp_client_again(c, a->ticket, a->method, &a->object, options, w->now, tx,
                                      len, &ticket, out);
    } else if (is(verb, "provide")) {
        result = sansmcp_client_provide(c, a->event, a->given, a->given_count, &a->object, options,
                                        w->now, tx, len, &ticket, out);
    } else if (is(verb, "level")) {
        ticket = none;
        result = sansmcp_client_set_level(c, a->level, options, w->now, tx, len, &ticket, out);
    } else if (is(verb, "listen")) {
        result = sansmcp_client_listen(c, a->subscription, w->now, tx, len, out);
    } else if (is(verb, "unlisten")) {
        result = sansmcp_client_unlisten(c, a->subscription, w->now, tx, len, out);
    } else if (is(verb, "reply")) {
        result = sansmcp_client_reply(c, a->event, tx, len, out);
    } else if (is(verb, "result")) {
        result = sansmcp_client_result(c, a->event->ticket, &a->object, tx, len, out);
    } else if (is(verb, "error")) {
        result = sansmcp_client_error(c, a->event->ticket, a->code, a->text, (sansmcp_str){0}, tx,
                                      len, out);
    } else if (is(verb, "refuse")) {
        result = sansmcp_client_refuse(c, a->event, a->code, a->text, tx, len, out);
    } else if (is(verb, "notify")) {
        result = sansmcp_client_notify(c, a->method, &a->object, tx, len, out);
    } else {
        wrong(w->c, "no such call");
    }
    if (result == SANSMCP_OK) a->ticket = ticket;
    return result;
}

/*
 * With no room, and with a byte less than it says it needs, which has to change nothing; then with
 * as much as that.
 */
static inline written write_out(world *w, act_call *a) {
    written it = {.buffer = fresh(0, 1)};
    it.result = make(w, a, it.buffer, 0, &it.out);
    size_t need = it.out.need;
    if (it.result != SANSMCP_SHORT || need > w->tx_len) return it;
    free(it.buffer);
    it.buffer = fresh(need - 1, 1);
    it.result = make(w, a, it.buffer, need - 1, &it.out);
    if (it.result != SANSMCP_SHORT) return it;
    if (it.out.need != need) wrong(w->c, "%zu bytes needed, and then %zu", need, it.out.need);
    free(it.buffer);
    it.buffer = fresh(need, 1);
    it.result = make(w, a, it.buffer, need, &it.out);
    return it;
}

/* The lines of the head that goes with an output, but for those that all have. */
static inline void tell_head(world *w, const sansmcp_out *out) {
    static const sansmcp_header implied[] = {
        {SANSMCP_STR_INIT("Accept"), SANSMCP_STR_INIT("application/json, text/event-stream")},
        {SANSMCP_STR_INIT("Content-Type"), SANSMCP_STR_INIT("application/json")},
        {SANSMCP_STR_INIT("Accept"), SANSMCP_STR_INIT("text/event-stream")}};
    static text_line line;
    sansmcp_client client = client_of(w);
    sansmcp_str lines = {0}, schema = {0};
    sansmcp_header header;
    uint8_t *buffer = fresh(0, 1);
    char *copied = copy(w->schema.data, w->schema.len);
    if (w->schema.len > 0) schema = (sansmcp_str){copied, w->schema.len};
    sansmcp_result result = sansmcp_client_head(&client, out, schema, buffer, 0, &lines);
    if (result == SANSMCP_SHORT) {
        free(buffer);
        buffer = fresh(lines.len, 1);
        result = sansmcp_client_head(&client, out, schema, buffer, lines.len, &lines);
    }
    if (result != SANSMCP_OK) {
        wrong(w->c, "no head: %s", sansmcp_result_text((uint32_t)result));
        lines.len = 0;
    }
    size_t first = out->verb == SANSMCP_VERB_POST ? 0 : 2;
    size_t last = out->verb == SANSMCP_VERB_POST ? 2 : out->verb == SANSMCP_VERB_GET ? 3 : 2;
    for (size_t i = 0; sansmcp_head_at(lines, i, &header) == SANSMCP_OK; i++) {
        if (first + i < last) {
            if (!same_text(header.name, implied[first + i].name)
                || !same_text(header.value, implied[first + i].value))
                wrong(w->c, "a header is missing");
            continue;
        }
        line.len = 0;
        add_str(&line, header.name);
        add(&line, ": ");
        add_str(&line, header.value);
        expect(w->c, "<: ", line.text, line.len);
    }
    free(buffer);
    free(copied);
}

/* The bytes of a message, which is one line. */
static inline void tell_line(world *w, const sansmcp_out *out) {
    if (out->len == 0) return;
    if (out->data[out->len - 1] != '\n' || out->data[0] != '{')
        wrong(w->c, "no object with the end of a line");
    else
        expect(w->c, "< ", out->data, out->len - 1);
}

/* An exchange begins, or is closed. */
static inline void tell_request(world *w, const sansmcp_out *out) {
    char line[32];
    bool has_body = out->len > 0;
    if (!has_body && out->is_last) {
        exchange *latest = NULL;
        for (size_t i = 0; i < MOST_NAMED; i++) {
            exchange *x = &w->exchanges[i];
            bool is_it = x->number > 0 && x->route.number == out->route.number
                && x->route.kind == out->route.kind;
            if (is_it && (latest == NULL || x->number > latest->number)) latest = x;
        }
        if (latest == NULL) return;
        snprintf(line, sizeof line, "%u", latest->number);
        end_exchange(latest);
        expect(w->c, "<x ", line, strlen(line));
        return;
    }
    if (!has_body && out->verb == SANSMCP_VERB_POST) return;
    exchange *x = NULL;
    for (size_t i = 0; i < MOST_NAMED && x == NULL; i++)
        if (w->exchanges[i].number == 0) x = &w->exchanges[i];
    if (x == NULL) abort();
    x->number = ++w->exchange_count;
    x->route = out->route;
    sansmcp_str verb = sansmcp_verb_name(out->verb);
    snprintf(line, sizeof line, "%.*s %u", (int)verb.len, verb.data, x->number);
    expect(w->c, "<< ", line, strlen(line));
    tell_head(w, out);
    tell_line(w, out);
}

/* Makes an output call and sends what comes of it: whether it came to something. */
static inline bool send_out(world *w, act_call *a) {
    written it = write_out(w, a);
    /* What a type keeps out in other languages is a number out of its range here. */
    if (it.result == SANSMCP_OUT_OF_RANGE && is(a->verb, "level")) it.result = SANSMCP_NOT_JSON;
    if (it.result == SANSMCP_OUT_OF_RANGE && is(a->verb, "listen"))
        it.result = SANSMCP_NOT_SUPPORTED;
    if (it.result == SANSMCP_OK) {
        if (w->is_http) tell_request(w, &it.out);
        else tell_line(w, &it.out);
    } else if (it.result != SANSMCP_NONE) {
        tell_error(w, it.result, it.out.need);
    }
    free(it.buffer);
    return it.result == SANSMCP_OK;
}

#endif

/*
 * What the application of a whole server does: resources, prompts, completion, logging, listeners,
 * questions.
 */
#ifndef FEATURES_H
#define FEATURES_H

#include "desk.h"

static const sansmcp_ticket no_ticket = {0, 0};

static inline sansmcp_result contents(desk *d, sansmcp_server *server, sansmcp_ticket ticket,
                                      sansmcp_str verb, sansmcp_str rest, sansmcp_out *out) {
    sansmcp_part part = {.uri = word(&rest)};
    sansmcp_contents all = {.parts = &part, .part_count = is(verb, "no_contents") ? 0 : 1};
    uint8_t *data = NULL;
    if (is(verb, "contents")) {
        part.mime_type = SANSMCP_STR("text/plain");
        part.text = rest;
    } else {
        part.data = data = bytes_of(rest, &part.data_len);
    }
    sansmcp_result result =
        sansmcp_server_contents(server, ticket, &all, d->tx, d->tx_len, out);
    free(data);
    return result;
}

static inline sansmcp_result values(desk *d, sansmcp_server *server, sansmcp_ticket ticket,
                                    sansmcp_str rest, bool is_many, sansmcp_out *out) {
    enum { MOST = 1024 };
    static char texts[MOST][8];
    sansmcp_str all[MOST];
    sansmcp_completion completion = {.values = all};
    size_t count = is_many ? (size_t)number(rest) : 0;
    if (count > MOST) abort();
    for (size_t i = 0; i < count; i++)
        all[i] = (sansmcp_str){texts[i], (size_t)snprintf(texts[i], sizeof *texts, "v%zu", i)};
    while (!is_many && rest.len > 0 && count < MOST) {
        all[count] = word(&rest);
        if (all[count].len > 0) count++;
    }
    completion.value_count = count;
    return sansmcp_server_completion(server, ticket, &completion, d->tx, d->tx_len, out);
}

static inline uint8_t level_of(desk *d, sansmcp_str name) {
    for (uint8_t level = 1; level < sizeof level_names / sizeof *level_names; level++)
        if (is(name, level_names[level])) return level;
    wrong(d->c, "no level %.*s", (int)name.len, name.data);
    return 0;
}

static inline uint8_t what_of(desk *d, sansmcp_str name) {
    if (is(name, "tools")) return SANSMCP_WHAT_TOOLS;
    if (is(name, "prompts")) return SANSMCP_WHAT_PROMPTS;
    if (is(name, "resources")) return SANSMCP_WHAT_RESOURCES;
    wrong(d->c, "no list %.*s", (int)name.len, name.data);
    return SANSMCP_WHAT_NONE;
}

static inline uint32_t capabilities_of(desk *d, sansmcp_str names) {
    uint32_t all = 0;
    while (names.len > 0) {
        sansmcp_str name = word(&names);
        uint32_t bit = is(name, "roots") ? SANSMCP_CAPABILITY_ROOTS
            : is(name, "sampling") ? SANSMCP_CAPABILITY_SAMPLING
            : is(name, "sampling.tools") ? SANSMCP_CAPABILITY_SAMPLING_TOOLS
            : is(name, "elicitation") ? SANSMCP_CAPABILITY_ELICITATION_FORM
            : is(name, "elicitation.url") ? SANSMCP_CAPABILITY_ELICITATION_URL : 0;
        if (bit == 0) wrong(d->c, "no capability %.*s", (int)name.len, name.data);
        all |= bit;
    }
    return all;
}

/* A limit of 0 stands for none, which the library has another number for. */
static inline uint32_t limit_of(sansmcp_str text) {
    long long ms = number(text);
    return ms == 0 ? SANSMCP_FOREVER : (uint32_t)ms;
}

/* The kind of what is asked for; 0 for a method that is none of those that can be. */
static inline uint8_t input_kind(sansmcp_text method) {
    static const char *const methods[] = {"", "elicitation/create", "sampling/createMessage",
        "roots/list"};
    for (uint8_t kind = 1; kind < 4; kind++)
        if (sansmcp_text_equals(method, (sansmcp_str){methods[kind], strlen(methods[kind])}))
            return kind;
    return 0;
}

/* `ask STATE {"KEY":{"method":...,"params":...},...}`; `-` for no state. */
static inline sansmcp_result ask(desk *d, sansmcp_server *server, sansmcp_str rest,
                                 const sansmcp_event *event, sansmcp_out *out) {
    sansmcp_ask_input inputs[SANSMCP_MAX_INPUTS] = {0};
    sansmcp_object params[SANSMCP_MAX_INPUTS] = {0};
    sansmcp_str state = word(&rest), value;
    sansmcp_walk walk;
    sansmcp_text key, method;
    sansmcp_ask all = {.inputs = inputs, .limits = d->limits};
    if (!is(state, "-")) all.state = state;
    if (sansmcp_walk_init(&walk, rest) != SANSMCP_OK) wrong(d->c, "the inputs are not JSON");
    while (!d->c->failed && sansmcp_walk_next(&walk, &key, &value) == SANSMCP_OK) {
        if (all.input_count == SANSMCP_MAX_INPUTS) abort();
        sansmcp_ask_input *input = &inputs[all.input_count];
        sansmcp_object *object = &params[all.input_count++];
        sansmcp_str text;
        if (sansmcp_json_get(value, SANSMCP_STR("method"), &text) != SANSMCP_OK
            || sansmcp_json_text(text, &method) != SANSMCP_OK)
            wrong(d->c, "an input without a method");
        input->kind = input_kind(method);
        input->key = (sansmcp_str){key.data, key.len};
        if (sansmcp_json_get(value, SANSMCP_STR("params"), &object->json) == SANSMCP_OK)
            input->params = object;
    }
    sansmcp_result result =
        sansmcp_server_ask(server, event, &all, d->now, d->tx, d->tx_len, out);
    /* C has a number for each thing that can be asked for; another is not among them. */
    if (result == SANSMCP_OUT_OF_RANGE) return SANSMCP_NOT_SUPPORTED;
    if (result == SANSMCP_OK && out->keep.len > 0) remember(d, event->ticket, out->keep);
    return result;
}

/* The call again, as an event line and as the last event; or the next question. */
static inline void resume(desk *d, sansmcp_server *server, const sansmcp_event *event) {
    sansmcp_ticket call = sansmcp_event_parent(event);
    const question *kept = question_of(d, call, false);
    sansmcp_str text = {0};
    sansmcp_event again;
    sansmcp_out out = {0};
    if (kept != NULL) text = (sansmcp_str){kept->text, kept->len};
    sansmcp_result result = sansmcp_server_resume(server, event, text, &d->limits, d->now, d->tx,
                                                  d->tx_len, &again, &out);
    if (result == SANSMCP_OK && again.kind != 0) {
        event_line(d, &again);
        forget_question(d, call);
        return;
    }
    if (result == SANSMCP_OK) remember(d, call, out.keep);
    sent(d, result, &out);
}

/* What is kept of a call, or what an event says of what was asked. */
static inline void same(desk *d, sansmcp_str got, sansmcp_str wanted) {
    if (got.data == NULL) got = SANSMCP_STR("-");
    if (got.len != wanted.len || memcmp(got.data, wanted.data, got.len) != 0)
        wrong(d->c, "expected %.*s\n  got      %.*s", (int)wanted.len, wanted.data, (int)got.len,
              got.data);
}

static inline void check_asked(desk *d, sansmcp_str verb, sansmcp_str rest,
                               const sansmcp_event *event) {
    sansmcp_str got = {0};
    if (is(verb, "kept")) {
        const question *kept = question_of(d, event->ticket, false);
        if (kept != NULL) got = (sansmcp_str){kept->text, kept->len};
    } else if (is(verb, "input")) {
        sansmcp_str key = word(&rest);
        if (sansmcp_event_input_response(event, key, &got) != SANSMCP_OK) got.data = NULL;
    } else {
        sansmcp_text state = sansmcp_event_request_state(event);
        got = (sansmcp_str){state.data, state.len};
    }
    same(d, got, rest);
}

static inline sansmcp_result accept(desk *d, sansmcp_server *server, sansmcp_str rest,
                                    const sansmcp_event *event, sansmcp_out *out) {
    uint8_t allowed[64] = {0};
    size_t count = 0;
    for (; count < sizeof allowed && sansmcp_event_uri(event, count).data != NULL; count++) {
        sansmcp_str uris = rest;
        while (uris.len > 0)
            if (sansmcp_text_equals(sansmcp_event_uri(event, count), word(&uris)))
                allowed[count] = 1;
    }
    return sansmcp_server_accept(server, event, allowed, count, d->tx, d->tx_len, out);
}


/* Does an action if it is one of these. */
static inline bool feature(desk *d, sansmcp_server *server, sansmcp_str verb, sansmcp_str rest,
                           const sansmcp_event *event) {
    sansmcp_ticket ticket = event->ticket, own;
    sansmcp_result result = SANSMCP_OK;
    sansmcp_out out = {0};
    uint8_t *tx = d->tx;
    size_t tx_len = d->tx_len;
    if (is(verb, "limits")) {
        d->limits.idle_ms = limit_of(word(&rest));
        d->limits.hard_ms = limit_of(rest);
    } else if (is(verb, "kept") || is(verb, "input") || is(verb, "state")) {
        check_asked(d, verb, rest, event);
    } else if (is(verb, "resume")) {
        resume(d, server, event);
        return true;
    } else if (is(verb, "ask")) {
        result = ask(d, server, rest, event, &out);
    } else if (is(verb, "contents") || is(verb, "contents_hex") || is(verb, "no_contents")) {
        result = contents(d, server, ticket, verb, rest, &out);
    } else if (is(verb, "messages")) {
        sansmcp_message message = {.content = {.kind = SANSMCP_CONTENT_TEXT, .text = rest}};
        sansmcp_messages all = {.messages = &message, .message_count = 1};
        result = sansmcp_server_messages(server, ticket, &all, tx, tx_len, &out);
    } else if (is(verb, "values") || is(verb, "many_values")) {
        result = values(d, server, ticket, rest, is(verb, "many_values"), &out);
    } else if (is(verb, "log") || is(verb, "log_connection")) {
        uint8_t level = level_of(d, word(&rest));
        sansmcp_str logger = word(&rest);
        if (is(logger, "-")) logger = (sansmcp_str){0};
        result = sansmcp_server_log(server, is(verb, "log") ? ticket : no_ticket, level, logger,
                                    rest, tx, tx_len, &out);
    } else if (is(verb, "changed")) {
        result = sansmcp_server_changed(server, what_of(d, rest));
    } else if (is(verb, "accept")) {
        result = accept(d, server, rest, event, &out);
    } else if (is(verb, "end_listen")) {
        result = sansmcp_server_end_listen(server, ticket);
    } else if (is(verb, "request") || is(verb, "request_connection")) {
        sansmcp_str method = word(&rest);
        sansmcp_object params = {.json = rest};
        result = sansmcp_server_request(server, is(verb, "request") ? ticket : no_ticket, method,
                                        &params, &d->limits, d->now, tx, tx_len, &own, &out);
    } else if (is(verb, "notify") || is(verb, "notify_connection")) {
        sansmcp_str method = word(&rest);
        sansmcp_object params = {.json = rest};
        result = sansmcp_server_notify(server, is(verb, "notify") ? ticket : no_ticket, method,
                                       &params, tx, tx_len, &out);
    } else if (is(verb, "undeclared")) {
        result = sansmcp_server_undeclared(server, ticket, capabilities_of(d, rest), tx, tx_len,
                                           &out);
    } else {
        return false;
    }
    sent(d, result, &out);
    return true;
}

#endif

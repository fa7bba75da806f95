/* What the application of a client does: the verbs of the transcripts. */
#ifndef VECTORS_CLIENT_ACTS_H
#define VECTORS_CLIENT_ACTS_H

#include "client_out.h"

/* What ends without a message. */
static inline void expire(world *w) {
    sansmcp_client client = client_of(w);
    sansmcp_event event;
    while (!w->c->failed && sansmcp_client_expire(&client, w->now, &event) == SANSMCP_OK) {
        set_last(w, &event);
        tell_event(w, &event);
    }
}

/* An object over a copy of its text, which is freed with the call. */
static inline sansmcp_object object_of(sansmcp_str json, char **copied) {
    if (json.len == 0) json = SANSMCP_STR("{}");
    *copied = copy(json.data, json.len);
    return (sansmcp_object){.json = {*copied, json.len}};
}

static inline void act_call_made(world *w, sansmcp_str name, sansmcp_str rest) {
    char *params;
    act_call a = {.verb = SANSMCP_STR("call"), .method = word(&rest)};
    a.object = object_of(rest, &params);
    if (send_out(w, &a))
        remember(w, (made_call){.name = name, .method = a.method, .params = rest,
            .ticket = a.ticket});
    free(params);
}

static inline void act_again(world *w, sansmcp_str name) {
    act_call a = {.verb = SANSMCP_STR("again")};
    ticket_of(w, name, &a.ticket);
    made_call *call = name.len > 0 ? call_named(w, name) : call_with(w, a.ticket);
    char *params;
    if (call == NULL && name.len > 0) {
        wrong(w->c, "no such call");
        return;
    }
    /* The handshake is no call. */
    if (call != NULL) {
        a.ticket = call->ticket;
        a.method = call->method;
    }
    a.object = object_of(call != NULL ? call->params : (sansmcp_str){0}, &params);
    if (send_out(w, &a) && call != NULL) call->ticket = a.ticket;
    free(params);
}

static inline void act_provide(world *w, const sansmcp_event *event) {
    sansmcp_given given[MOST_GIFTS] = {0};
    sansmcp_object results[MOST_GIFTS] = {0};
    char *texts[MOST_GIFTS] = {0}, *params;
    if (event->kind != SANSMCP_CLIENT_EVENT_INPUT_NEEDED) {
        wrong(w->c, "nothing is needed");
        return;
    }
    for (size_t i = 0; i < w->gift_count; i++) {
        const gift *it = &w->gifts[i];
        results[i] = object_of(it->text, &texts[i]);
        given[i].key = it->key;
        if (!it->is_content) {
            given[i].result = &results[i];
            continue;
        }
        sansmcp_input input = {0};
        size_t at = 0;
        while (sansmcp_event_input(event, at, &input) == SANSMCP_OK
               && !(it->key.len == 0 ? input.key.len == 0
                                     : sansmcp_text_equals(input.key, it->key)))
            at++;
        given[i].params = input.params;
        given[i].content = results[i].json;
    }
    made_call *call = call_with(w, event->ticket);
    act_call a = {.verb = SANSMCP_STR("provide"), .event = event, .given = given,
        .given_count = w->gift_count};
    a.object = object_of(call != NULL ? call->params : (sansmcp_str){0}, &params);
    if (send_out(w, &a)) {
        if (call != NULL) call->ticket = a.ticket;
        w->gift_count = 0;
    }
    free(params);
    for (size_t i = 0; i < MOST_GIFTS; i++) free(texts[i]);
}

/* Words such as `tools test://one`. */
static inline named_listen *listen_of(world *w, sansmcp_str name, sansmcp_str words) {
    named_listen *it = listen_named(w, name);
    if (it != NULL) return it;
    if (w->listen_count == MOST_NAMED) abort();
    it = &w->listens[w->listen_count++];
    *it = (named_listen){.name = name, .uris = fresh(words.len / 2 + 1, sizeof *it->uris)};
    sansmcp_subscription *s = &it->subscription;
    while (words.len > 0) {
        sansmcp_str next = word(&words);
        if (is(next, "tools")) s->tools = 1;
        else if (is(next, "prompts")) s->prompts = 1;
        else if (is(next, "resources")) s->resources = 1;
        else if (memchr(next.data, ':', next.len) != NULL) it->uris[s->uri_count++] = next;
    }
    s->uris = it->uris;
    return it;
}

static inline void act_listen(world *w, sansmcp_str verb, sansmcp_str name, sansmcp_str rest) {
    act_call a = {.verb = verb, .subscription = &listen_of(w, name, rest)->subscription};
    while (!w->c->failed && send_out(w, &a)) {
    }
}

static const char *const level_names[] = {"", "debug", "info", "notice", "warning", "error",
    "critical", "alert", "emergency"};

static inline void act_say(world *w, sansmcp_str verb, sansmcp_str name, const sansmcp_event *event,
                           sansmcp_str rest) {
    act_call a = {.verb = verb, .event = event};
    char *object;
    if (is(verb, "error") || is(verb, "refuse")) a.code = (int32_t)number(word(&rest));
    if (is(verb, "notify")) a.method = word(&rest);
    for (uint8_t i = 1; i <= SANSMCP_LEVEL_EMERGENCY; i++)
        if (is(rest, level_names[i])) a.level = i;
    a.text = rest;
    a.object = object_of(rest, &object);
    if (send_out(w, &a) && is(verb, "level") && sansmcp_ticket_number(a.ticket) != 0)
        remember(w, (made_call){.name = name, .method = SANSMCP_STR("logging/setLevel"),
            .ticket = a.ticket});
    free(object);
}

/* 0 of a transcript is for ever. */
static inline uint32_t patience(sansmcp_str text) {
    long long ms = number(text);
    return ms == 0 ? SANSMCP_FOREVER : (uint32_t)ms;
}

static inline void act_policy(world *w, sansmcp_str rest) {
    sansmcp_str name = word(&rest);
    uint8_t revision = 0;
    for (uint8_t i = 1; sansmcp_revision_name(i).data != NULL; i++)
        if (same_text(sansmcp_revision_name(i), rest)) revision = i;
    if (is(name, "any")) w->policy = (sansmcp_policy){0};
    else if (is(name, "modern"))
        w->policy = (sansmcp_policy){.oldest = SANSMCP_REVISION_2026_07_28};
    else if (is(name, "legacy"))
        w->policy = (sansmcp_policy){.newest = SANSMCP_REVISION_2025_11_25};
    else if (is(name, "newest") && revision != 0) w->policy.newest = revision;
    else if (is(name, "oldest") && revision != 0) w->policy.oldest = revision;
    else if (is(name, "known") && revision != 0) w->policy.known = revision;
    else if (is(name, "probe_ms")) w->policy.probe_ms = patience(rest);
    else if (is(name, "connect_ms")) w->policy.connect_ms = patience(rest);
    else wrong(w->c, "no such policy");
}

/* How calls and connections are made from here on; false for another verb. */
static inline bool act_set(world *w, sansmcp_str verb, sansmcp_str rest) {
    sansmcp_str text = is(rest, "-") ? (sansmcp_str){0} : rest;
    if (is(verb, "limits")) {
        w->options.idle_ms = patience(word(&rest));
        w->options.hard_ms = patience(rest);
    } else if (is(verb, "meta")) {
        w->options.meta = text;
    } else if (is(verb, "schema")) {
        w->schema = text;
    } else if (is(verb, "anyway")) {
        w->options.anyway = is(rest, "yes");
    } else if (is(verb, "policy")) {
        act_policy(w, rest);
    } else if (is(verb, "retry")) {
        if (sansmcp_event_retry(&w->last.event, &w->policy) != SANSMCP_OK)
            wrong(w->c, "nothing to be tried again");
    } else {
        return false;
    }
    return true;
}

static inline void check(world *w, sansmcp_str found, sansmcp_str wanted) {
    if (!same_text(found, wanted))
        wrong(w->c, "expected %.*s\n  found    %.*s", (int)wanted.len, wanted.data,
              (int)found.len, found.data);
}

static inline void check_number(world *w, long long found, const char *format,
                                sansmcp_str wanted) {
    char digits[24];
    snprintf(digits, sizeof digits, format, found);
    check(w, (sansmcp_str){digits, strlen(digits)}, wanted);
}

static inline void look_at_tools(world *w, const sansmcp_event *event, sansmcp_str wanted) {
    static text_line line;
    sansmcp_listed tool;
    line.len = 0;
    for (size_t i = 0;
         sansmcp_tools_at(sansmcp_event_result(event), i, &tool) == SANSMCP_OK; i++) {
        if (i > 0) add(&line, " ");
        if (tool.why != 0) add(&line, "-");
        if (tool.name.data != NULL) add_str(&line, as_written(tool.name));
        else if (tool.why == 0) add(&line, "-");
    }
    check(w, (sansmcp_str){line.text, line.len}, wanted);
}

static inline void look_at_page(world *w, const sansmcp_event *event, sansmcp_str wanted) {
    static text_line line;
    sansmcp_text next = {0};
    sansmcp_result result = sansmcp_pages_next(&w->pages, sansmcp_event_result(event), &next);
    line.len = 0;
    add(&line, result == SANSMCP_OK ? "next" : result == SANSMCP_NONE ? "-" : "repeated");
    if (result == SANSMCP_OK) add_word(&line, as_written(next));
    check(w, (sansmcp_str){line.text, line.len}, wanted);
}

static inline void look_at_input(world *w, const sansmcp_event *event, sansmcp_str rest) {
    sansmcp_str key = word(&rest), found = SANSMCP_STR("-");
    sansmcp_input input;
    if (is(key, "-")) key.len = 0;
    for (size_t i = 0; sansmcp_event_input(event, i, &input) == SANSMCP_OK; i++) {
        bool is_it = key.len == 0 ? input.key.len == 0 : sansmcp_text_equals(input.key, key);
        if (is_it) found = input.params.data != NULL ? input.params : SANSMCP_STR("null");
    }
    check(w, found, rest);
}

/* Whose fault a failure is. */
static inline void look_at_whose(world *w, const sansmcp_event *event, sansmcp_str wanted) {
    sansmcp_outcome outcome = {0};
    if (sansmcp_event_outcome(event, &outcome) != SANSMCP_OK) {
        wrong(w->c, "nothing has failed");
        return;
    }
    sansmcp_str name = sansmcp_failure_account(outcome.failure).whose_name;
    check(w, outcome.failure != 0 ? name : SANSMCP_STR("-"), wanted);
}

/* Checks. */
static inline void look(world *w, sansmcp_str verb, const sansmcp_event *event, sansmcp_str rest) {
    sansmcp_client client = client_of(w);
    if (is(verb, "deadline")) {
        uint64_t at = 0;
        bool is_none = sansmcp_client_next_deadline(&client, &at) == SANSMCP_NONE;
        check_number(w, (long long)at, is_none ? "-" : "%lld", rest);
    } else if (is(verb, "open")) {
        size_t count = 0;
        sansmcp_client_open(&client, NULL, 0, &count);
        check_number(w, (long long)count, "%lld", rest);
    } else if (is(verb, "revision")) {
        sansmcp_str name = sansmcp_revision_name(sansmcp_client_revision(&client));
        check(w, name.data != NULL ? name : SANSMCP_STR("-"), rest);
    } else if (is(verb, "connected")) {
        bool is_so = sansmcp_client_is_connected(&client);
        check(w, is_so ? SANSMCP_STR("yes") : SANSMCP_STR("no"), rest);
    } else if (is(verb, "can")) {
        check_number(w, sansmcp_client_capabilities(&client), "%llx", rest);
    } else if (is(verb, "input")) {
        look_at_input(w, event, rest);
    } else if (is(verb, "round")) {
        check_number(w, sansmcp_event_round(event), "%lld", rest);
    } else if (is(verb, "pause")) {
        check_number(w, sansmcp_event_pause_ms(event), "%lld", rest);
    } else if (is(verb, "whose")) {
        look_at_whose(w, event, rest);
    } else if (is(verb, "instructions")) {
        sansmcp_str text = as_written(sansmcp_event_instructions(event));
        check(w, text.data != NULL ? text : SANSMCP_STR("-"), rest);
    } else if (is(verb, "cache")) {
        sansmcp_cache_hint hint = sansmcp_event_cache_hint(event);
        check_number(w, hint.ttl_ms, hint.scope == SANSMCP_CACHE_PUBLIC ? "%lld public"
                     : "%lld private", rest);
    } else if (is(verb, "page")) {
        look_at_page(w, event, rest);
    } else if (is(verb, "tools")) {
        look_at_tools(w, event, rest);
    } else {
        wrong(w->c, "no such action");
    }
}

/* Puts something down for the next `provide`. */
static inline void act_give(world *w, bool is_content, sansmcp_str rest) {
    if (w->gift_count == MOST_GIFTS) abort();
    sansmcp_str key = word(&rest);
    if (is(key, "-")) key = (sansmcp_str){0};
    w->gifts[w->gift_count++] = (gift){.key = key, .text = rest, .is_content = is_content};
}

/* Does what the application does. */
static inline void act(world *w, sansmcp_str rest) {
    sansmcp_client client = client_of(w);
    sansmcp_str verb = word(&rest), name = {0};
    sansmcp_ticket ticket = {0};
    sansmcp_route pipe = {0};
    sansmcp_result result = SANSMCP_OK;
    if (rest.len > 0 && rest.data[0] == '@') {
        name = word(&rest);
        name.data++;
        name.len--;
    }
    const sansmcp_event *event = event_of(w, name);
    if (is(verb, "connect")) {
        result = sansmcp_client_connect(&client, &w->policy, w->now);
    } else if (is(verb, "next")) {
        act_call a = {.verb = verb};
        send_out(w, &a);
    } else if (is(verb, "call")) {
        act_call_made(w, name, rest);
    } else if (is(verb, "again")) {
        act_again(w, name);
    } else if (is(verb, "cancel")) {
        if (!ticket_of(w, name, &ticket)) wrong(w->c, "no such call");
        result = sansmcp_client_cancel(&client, ticket);
    } else if (is(verb, "listen") || is(verb, "unlisten")) {
        act_listen(w, verb, name, rest);
    } else if (is(verb, "give") || is(verb, "accept")) {
        act_give(w, is(verb, "accept"), rest);
    } else if (is(verb, "expire")) {
        expire(w);
    } else if (is(verb, "closed")) {
        sansmcp_client_closed(&client, pipe, w->now);
        expire(w);
    } else if (is(verb, "broken")) {
        exchange *x = exchange_numbered(w, number(rest));
        if (x == NULL) {
            wrong(w->c, "it is not open");
            return;
        }
        sansmcp_client_closed(&client, x->route, w->now);
        end_exchange(x);
        expire(w);
    } else if (is(verb, "leave")) {
        sansmcp_client_leave(&client);
    } else if (is(verb, "keep")) {
        if (w->kept_count == MOST_NAMED) abort();
        keep(&w->kept[w->kept_count], &w->last.event);
        w->kept[w->kept_count++].name = rest;
    } else if (act_set(w, verb, rest)) {
        return;
    } else if (is(verb, "level") || is(verb, "notify")) {
        act_say(w, verb, name, event, rest);
    } else if (event == NULL) {
        wrong(w->c, "nothing is kept under this name");
    } else if (is(verb, "provide")) {
        act_provide(w, event);
    } else if (is(verb, "reply") || is(verb, "result") || is(verb, "error") || is(verb, "refuse")) {
        act_say(w, verb, name, event, rest);
    } else {
        look(w, verb, event, rest);
    }
    if (result != SANSMCP_OK) tell_error(w, result, 0);
}

#endif

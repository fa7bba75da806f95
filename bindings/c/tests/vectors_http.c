/*
 * Replays the transcripts of an endpoint (tests/vectors/README.md, "Over HTTP") through the C
 * library, each case in two ways: as it stands; and with all memory moved to another place before
 * each call, where each answer first finds a buffer of no bytes. `vectors_http [-l] FILE...`:
 * vectors/transcript.h says how. The last line is `N passed, M failed`.
 */
#include "servers.h"
#include "vectors/acts.h"
#include "vectors/http_host.h"

enum { MOST_NAMES = 8 };

typedef struct {
    desk desk; /* first, so that a pointer to it is one to the world */
    http_host host;
    sansmcp_endpoint endpoint;
    sansmcp_endpoint_policy policy;
    sansmcp_str hosts[MOST_NAMES], origins[MOST_NAMES];
    sansmcp_store store;
    uint8_t *stored;
    uint8_t random[16];
    bool has_random, is_tx_given;
    /* The one whose events are being dealt with; NULL: none. */
    sansmcp_frame *frame;
} world;

static bool is_moved(const world *w) {
    return w->desk.c->cut == -1;
}

static void *moved(void *memory, size_t size) {
    void *other = copy(memory, size);
    free(memory);
    return other;
}

/* Puts all memory somewhere else. */
static void shift(world *w) {
    sansmcp_endpoint_memory *m = &w->endpoint.memory;
    if (!is_moved(w)) return;
    m->hub = moved(m->hub, sizeof *m->hub);
    m->sessions = moved(m->sessions, m->session_count * sizeof *m->sessions);
    m->streams = moved(m->streams, m->stream_count * sizeof *m->streams);
    m->slots = moved(m->slots, m->slot_count * sizeof *m->slots);
}

static void deliver(world *w, const sansmcp_delivery *delivery) {
    /* What has no room is missing when it is asked for. */
    if (delivery->keep.sequence != 0)
        (void)sansmcp_store_keep(&w->store, delivery->keep, delivery->data, delivery->len);
    deliver_to_host(&w->host, delivery);
}

static void send_out(desk *d, const sansmcp_out *out) {
    world *w = (world *)d;
    sansmcp_delivery delivery;
    shift(w);
    if (sansmcp_endpoint_deliver(&w->endpoint, out, &delivery) != SANSMCP_OK)
        wrong(d->c, "not delivered");
    else
        deliver(w, &delivery);
}

static size_t names_of(sansmcp_str rest, sansmcp_str names[MOST_NAMES]) {
    size_t count = 0;
    while (rest.len > 0) {
        if (count == MOST_NAMES) abort();
        names[count++] = word(&rest);
    }
    return count;
}

static void set_policy(world *w, sansmcp_str rest) {
    sansmcp_endpoint_policy *p = &w->policy;
    sansmcp_str name = word(&rest);
    if (is(name, "hosts")) {
        p->host_count = names_of(rest, w->hosts);
        p->hosts = w->hosts;
    } else if (is(name, "origins")) {
        p->origin_count = names_of(rest, w->origins);
        p->origins = w->origins;
    } else if (is(name, "sessions")) {
        p->is_sessionless = is(rest, "no");
    } else if (is(name, "replay")) {
        p->replay = is(rest, "yes");
    } else if (is(name, "retry_ms")) {
        p->retry_ms = (uint32_t)number(rest);
    } else if (is(name, "idle_ms")) {
        p->idle_ms = (uint64_t)number(rest);
    } else if (is(name, "sessions_each")) {
        p->sessions_each = (uint16_t)number(rest);
    } else if (is(name, "slots_each")) {
        p->slots_each = number(rest) == 0 ? SANSMCP_ALL_SLOTS : (uint16_t)number(rest);
    } else if (is(name, "longest_body")) {
        p->longest_body = (uint32_t)number(rest);
    } else {
        abort();
    }
}

static void *table(void *old, size_t count, size_t size) {
    free(old);
    return fresh(count, size);
}

/* Takes an action as one of those that come before the first request. */
static bool set_up(world *w, sansmcp_str verb, sansmcp_str rest) {
    static const struct {
        const char *name;
        const sansmcp_server_info *info;
    } servers[] = {{"echo", &echo_server},   {"bare", &bare_server}, {"full", &full_server},
                   {"whole", &whole_server}, {"some", &some_server}, {"mirror", &mirror_server}};
    sansmcp_endpoint_memory *m = &w->endpoint.memory;
    size_t count = (size_t)number(rest);
    if (is(verb, "tx")) {
        w->desk.tx = table(w->desk.tx, w->desk.tx_len = count, 1);
        w->is_tx_given = true;
    } else if (is(verb, "slots")) {
        m->slots = table(m->slots, m->slot_count = count, sizeof *m->slots);
    } else if (is(verb, "sessions")) {
        m->sessions = table(m->sessions, m->session_count = count, sizeof *m->sessions);
    } else if (is(verb, "streams")) {
        m->streams = table(m->streams, m->stream_count = count, sizeof *m->streams);
    } else if (is(verb, "store")) {
        w->stored = table(w->stored, count, 1);
        if (sansmcp_store_init(&w->store, w->stored, count) != SANSMCP_OK) abort();
    } else if (is(verb, "policy")) {
        set_policy(w, rest);
    } else if (is(verb, "server")) {
        w->endpoint.info = is(rest, "many") ? many_server() : NULL;
        for (size_t i = 0; i < sizeof servers / sizeof *servers; i++)
            if (is(rest, servers[i].name)) w->endpoint.info = servers[i].info;
        if (w->endpoint.info == NULL) abort();
    } else {
        return false;
    }
    return true;
}

static void check_count(world *w, sansmcp_result result, size_t count, sansmcp_str wanted) {
    if (result != SANSMCP_OK || count != (size_t)number(wanted))
        wrong(w->desk.c, "expected %.*s, found %zu", (int)wanted.len, wanted.data, count);
}

static void updated(world *w, sansmcp_str uri) {
    sansmcp_receivers receivers = {0};
    sansmcp_out out;
    sansmcp_result result;
    do {
        result = sansmcp_endpoint_updated(&w->endpoint, uri, &receivers, w->desk.tx,
                                          w->desk.tx_len, &out);
        if (result != SANSMCP_NONE) sent(&w->desk, result, &out);
    } while (!w->desk.c->failed && result == SANSMCP_OK);
}

/* What concerns the endpoint, and not one of its servers. */
static bool act_as_host(world *w, sansmcp_str verb, sansmcp_str rest, const sansmcp_event *event) {
    static const char *const whats[] = {"", "tools", "prompts", "resources"};
    desk *d = &w->desk;
    sansmcp_endpoint *e = &w->endpoint;
    sansmcp_delivery delivery;
    sansmcp_event ended;
    sansmcp_out out = {0};
    size_t count = 0;
    uint64_t at = 0;
    if (is(verb, "random")) {
        uint8_t *bytes = bytes_of(rest, &count);
        if (count != sizeof w->random) abort();
        memcpy(w->random, bytes, count);
        w->has_random = true;
        free(bytes);
    } else if (is(verb, "closed")) {
        if (sansmcp_endpoint_closed(e, (uint32_t)number(rest)) != SANSMCP_OK) abort();
        close_response(&w->host, (uint32_t)number(rest));
    } else if (is(verb, "put_off")) {
        sansmcp_result result
            = sansmcp_endpoint_put_off(e, event->ticket, (uint32_t)number(rest), &delivery);
        if (result == SANSMCP_OK) deliver(w, &delivery);
    } else if (is(verb, "changed")) {
        uint8_t what = 1;
        while (what < 3 && !is(rest, whats[what])) what++;
        if (sansmcp_endpoint_changed(e, what) != SANSMCP_OK) abort();
    } else if (is(verb, "open")) {
        sansmcp_result result = sansmcp_endpoint_open(e, NULL, 0, &count);
        check_count(w, result, count, rest);
    } else if (is(verb, "given_up")) {
        sansmcp_result result = sansmcp_endpoint_cancelled(e, NULL, 0, &count);
        check_count(w, result, count, rest);
    } else if (is(verb, "deadline")) {
        sansmcp_result result = sansmcp_endpoint_next_deadline(e, &at);
        bool is_so = result == SANSMCP_NONE
            ? is(rest, "-")
            : result == SANSMCP_OK && !is(rest, "-") && at == (uint64_t)number(rest);
        if (!is_so) wrong(d->c, "another deadline: %llu", (unsigned long long)at);
    } else if (is(verb, "next")) {
        sansmcp_result result = sansmcp_endpoint_next_output(e, d->tx, d->tx_len, &out);
        if (result != SANSMCP_NONE) sent(d, result, &out);
    } else if (is(verb, "updated")) {
        updated(w, rest);
    } else if (is(verb, "expire")) {
        while (!d->c->failed && sansmcp_endpoint_expire(e, d->now, &ended) == SANSMCP_OK)
            event_line(d, &ended);
    } else {
        return false;
    }
    return true;
}

static void act_with(world *w, sansmcp_str verb, sansmcp_str rest, const sansmcp_event *event,
                     bool is_last) {
    sansmcp_ticket ticket = event->ticket;
    sansmcp_server server;
    if (event->kind == SANSMCP_EVENT_ANSWERED) ticket = sansmcp_event_parent(event);
    bool by_frame = w->frame != NULL && is_last
        && (!is_moved(w) || sansmcp_ticket_number(ticket) == 0);
    sansmcp_result result = by_frame
        ? sansmcp_endpoint_server_of(&w->endpoint, w->frame, &server)
        : sansmcp_endpoint_server(&w->endpoint, ticket, &server);
    if (result != SANSMCP_OK)
        wrong(w->desk.c, "no server");
    else if (!act(&w->desk, &server, verb, rest, event))
        wrong(w->desk.c, "no such action: %.*s", (int)verb.len, verb.data);
}

static void do_action(world *w, sansmcp_str rest) {
    desk *d = &w->desk;
    sansmcp_str verb = word(&rest);
    bool is_last = rest.len == 0 || rest.data[0] != '@';
    const sansmcp_event *event = event_of(d, &rest);
    uint8_t *tx = d->tx;
    size_t tx_len = d->tx_len;
    shift(w);
    if (act_as_host(w, verb, rest, event)) return;
    bool is_whole = !is(verb, "piece") && !is(verb, "piecex") && !is(verb, "begin")
        && !is(verb, "begin_reply") && !is(verb, "end");
    d->need = 0;
    if (is_moved(w) && is_whole && !w->is_tx_given) {
        d->tx = NULL;
        d->tx_len = 0;
        d->is_probing = true;
        act_with(w, verb, rest, event, is_last);
        d->is_probing = false;
        /* With less some errors leave out what they are about. */
        d->tx_len = d->need > SANSMCP_MIN_TX ? d->need : SANSMCP_MIN_TX;
        d->tx = fresh(d->tx_len, 1);
        shift(w);
    }
    if (d->need > 0 || d->tx == tx) act_with(w, verb, rest, event, is_last);
    if (d->tx != tx) free(d->tx);
    d->tx = tx;
    d->tx_len = tx_len;
}

/* Does all that comes before the next request or event. */
static void go_on(world *w) {
    const step *next;
    cursor *c = w->desk.c;
    while (!c->failed && (next = now_at(c)) != NULL && (next->mark == '@' || next->mark == '!')) {
        c->at++;
        if (next->mark == '@')
            w->desk.now = (uint64_t)number(next->rest);
        else
            do_action(w, next->rest);
    }
}

/* An event stream, and on it what its client missed. */
static void open_stream(world *w, uint32_t number_of_it, const sansmcp_verdict *verdict) {
    static const sansmcp_str none = {0};
    http_host *h = &w->host;
    sansmcp_sse_id after = verdict->missed.after;
    uint32_t last = verdict->missed.last;
    sansmcp_kept kept;
    if (verdict->has_replaced) send_response(h, verdict->replaces, NULL, none, true);
    if (last > 0 && sansmcp_store_after(&w->store, after, last, &kept) != SANSMCP_OK) {
        sansmcp_http_reply reply;
        if (sansmcp_endpoint_closed(&w->endpoint, number_of_it) != SANSMCP_OK
            || sansmcp_denial_reply(SANSMCP_DENIAL_UNKNOWN_EVENT, &reply) != SANSMCP_OK)
            abort();
        send_response(h, number_of_it, &reply.head, reply.body, true);
        return;
    }
    send_response(h, number_of_it, &verdict->head,
                  (sansmcp_str){verdict->first.bytes, verdict->first.len}, false);
    while (last > 0 && sansmcp_store_after(&w->store, after, last, &kept) == SANSMCP_OK) {
        sansmcp_sse_fields fields;
        sansmcp_str tail = sansmcp_sse_tail();
        if (sansmcp_sse_head(&kept.id, &fields) != SANSMCP_OK) abort();
        char *event = fresh(fields.len + kept.len + tail.len, 1);
        memcpy(event, fields.bytes, fields.len);
        memcpy(event + fields.len, kept.data, kept.len);
        memcpy(event + fields.len + kept.len, tail.data, tail.len);
        send_response(h, number_of_it, NULL,
                      (sansmcp_str){event, fields.len + kept.len + tail.len}, false);
        free(event);
        after = kept.id;
    }
    if (verdict->is_over) send_response(h, number_of_it, NULL, none, true);
}

/* What the head alone is answered with; false: the body is to be read. */
static bool judge(world *w, const sansmcp_head *head, uint32_t number_of_it, uint64_t principal) {
    sansmcp_header headers[SANSMCP_MAX_HEADERS];
    sansmcp_verdict verdict;
    size_t count = 0;
    shift(w);
    begin_response(&w->host, number_of_it);
    if (sansmcp_endpoint_judge(&w->endpoint, head, number_of_it, principal, w->desk.now, &verdict)
        != SANSMCP_OK) {
        wrong(w->desk.c, "not judged");
        return true;
    }
    if (verdict.kind == SANSMCP_VERDICT_REPLY) {
        send_response(&w->host, number_of_it, &verdict.head, verdict.body, true);
    } else if (verdict.kind == SANSMCP_VERDICT_STREAM) {
        open_stream(w, number_of_it, &verdict);
    } else if (verdict.kind == SANSMCP_VERDICT_PREFLIGHT) {
        close_response(&w->host, number_of_it);
        if (sansmcp_endpoint_preflight(&w->endpoint, head, headers, SANSMCP_MAX_HEADERS, &count)
            != SANSMCP_OK)
            wrong(w->desk.c, "no preflight");
        expect_words(&w->host, "<< %u 204 empty", number_of_it);
        for (size_t i = 0; i < count; i++)
            expect_words(&w->host, "<: %.*s: %.*s", (int)headers[i].name.len,
                         headers[i].name.data, (int)headers[i].value.len, headers[i].value.data);
        expect(w->desk.c, "<.", "", 0);
    }
    return verdict.kind != SANSMCP_VERDICT_BODY;
}

/* The lines of a head, and those that every client of this endpoint sends. */
static size_t head_of(world *w, const char *method, bool is_bare,
                      sansmcp_header headers[SANSMCP_MAX_HEADERS]) {
    static const struct {
        const char *method, *name, *value;
    } implied[] = {
        {NULL, "host", "localhost"},
        {"POST", "accept", "application/json, text/event-stream"},
        {"POST", "content-type", "application/json"},
        {"GET", "accept", "text/event-stream"},
    };
    size_t count = 0;
    for (const step *s; (s = now_at(w->desk.c)) != NULL && s->mark == 'h'; w->desk.c->at++) {
        const char *colon = memchr(s->rest.data, ':', s->rest.len);
        if (colon == NULL || count == SANSMCP_MAX_HEADERS) abort();
        size_t len = (size_t)(colon - s->rest.data);
        headers[count].name = (sansmcp_str){s->rest.data, len};
        headers[count++].value = (sansmcp_str){colon + 1, s->rest.len - len - 1};
    }
    sansmcp_head own = {{method, strlen(method)}, headers, count};
    for (size_t i = 0; i < sizeof implied / sizeof *implied && !is_bare; i++) {
        sansmcp_str name = {implied[i].name, strlen(implied[i].name)}, value;
        if (implied[i].method != NULL && strcmp(implied[i].method, method) != 0) continue;
        if (sansmcp_head_get(&own, name, &value) == SANSMCP_OK) continue;
        if (count == SANSMCP_MAX_HEADERS) abort();
        value = (sansmcp_str){implied[i].value, strlen(implied[i].value)};
        headers[count++] = (sansmcp_header){name, value};
    }
    return count;
}

static void request(world *w, sansmcp_str line) {
    sansmcp_header headers[SANSMCP_MAX_HEADERS];
    cursor *c = w->desk.c;
    sansmcp_delivery delivery;
    sansmcp_event event;
    char method[32] = "";
    uint64_t principal = 0;
    bool is_bare = false;
    sansmcp_str name = word(&line);
    uint32_t number_of_it = (uint32_t)number(word(&line));
    if (name.len >= sizeof method) abort();
    memcpy(method, name.data, name.len);
    while (line.len > 0) {
        sansmcp_str more = word(&line);
        if (is(more, "bare"))
            is_bare = true;
        else
            principal = (uint64_t)number(word(&line));
    }
    sansmcp_head head = {{method, name.len}, headers, head_of(w, method, is_bare, headers)};
    uint8_t *body = NULL;
    size_t len = 0;
    for (const step *s; (s = now_at(c)) != NULL && s->mark == '>'; c->at++) {
        body = realloc(body, len + s->len + 1);
        if (body == NULL) abort();
        if (s->len > 0) memcpy(body + len, s->data, s->len);
        len += s->len;
    }
    body = moved(body, len);
    if (!judge(w, &head, number_of_it, principal)) {
        uint8_t random[16];
        memset(random, (int)(number_of_it & 0xff), sizeof random);
        if (w->has_random) memcpy(random, w->random, sizeof random);
        sansmcp_frame frame = {.data = body, .len = len, .head = &head, .principal = principal,
                               .route = {number_of_it, SANSMCP_ROUTE_POST}};
        w->frame = &frame;
        shift(w);
        while (!c->failed
               && sansmcp_endpoint_receive(&w->endpoint, &frame, w->desk.now, random, &event)
                   == SANSMCP_OK) {
            event_line(&w->desk, &event);
            go_on(w);
            shift(w);
        }
        w->frame = NULL;
        const step *next = now_at(c);
        if (next != NULL && next->mark == '.') c->at++;
        if (!c->failed
            && sansmcp_endpoint_received(&w->endpoint, &frame, &delivery) == SANSMCP_OK)
            deliver(w, &delivery);
    }
    free(body);
}

static void run(world *w) {
    cursor *c = w->desk.c;
    for (const step *next; (next = now_at(c)) != NULL && next->mark == '!'; c->at++) {
        sansmcp_str rest = next->rest, verb = word(&rest);
        if (!set_up(w, verb, rest)) break;
    }
    sansmcp_endpoint_memory memory = w->endpoint.memory;
    if (sansmcp_endpoint_init(&w->endpoint, w->endpoint.info, &w->policy, &memory) != SANSMCP_OK)
        abort();
    for (;;) {
        go_on(w);
        const step *next = now_at(c);
        if (c->failed || next == NULL) return;
        if (next->mark == 'r') {
            c->at++;
            request(w, next->rest);
        } else {
            wrong(c, "expected %.*s\n  got      nothing", (int)next->text.len, next->text.data);
        }
    }
}

static void replay(cursor *c) {
    static world w;
    memset(&w, 0, sizeof w);
    sansmcp_endpoint_memory *m = &w.endpoint.memory;
    *m = (sansmcp_endpoint_memory){.session_count = 4, .stream_count = 8, .slot_count = 8};
    m->hub = fresh(1, sizeof *m->hub);
    m->sessions = fresh(m->session_count, sizeof *m->sessions);
    m->streams = fresh(m->stream_count, sizeof *m->streams);
    m->slots = fresh(m->slot_count, sizeof *m->slots);
    w.endpoint.info = &echo_server;
    w.desk.c = w.host.c = c;
    w.desk.send = send_out;
    w.desk.takes_ends = true;
    w.desk.tx_len = 4096;
    w.desk.tx = fresh(w.desk.tx_len, 1);
    w.stored = fresh(4096, 1);
    if (sansmcp_store_init(&w.store, w.stored, 4096) != SANSMCP_OK) abort();
    run(&w);
    clear(&w.desk);
    clear_host(&w.host);
    free(w.desk.tx);
    free(w.stored);
    free(m->hub);
    free(m->sessions);
    free(m->streams);
    free(m->slots);
}

int main(int argc, char **argv) {
    /* Bodies are whole when they are read: there is nothing to cut. */
    static char slow[] = "-s";
    char *all[256] = {argv[0], slow};
    if (argc > 1 && argv[1][0] == '-') return replay_files(argc, argv, replay);
    if (argc > 254) return 1;
    for (int i = 1; i < argc; i++) all[i + 1] = argv[i];
    return replay_files(argc + 1, all, replay);
}

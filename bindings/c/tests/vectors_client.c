/* Replays the transcripts of a client, over a pipe and over HTTP: see vectors/transcript.h. */
#include "vectors/client_acts.h"

/* Does all that comes before the next input or event. */
static void go_on(world *w) {
    const step *next;
    while (!w->c->failed && (next = now_at(w->c)) != NULL
           && (next->mark == '@' || next->mark == '!')) {
        w->c->at++;
        if (next->mark == '@') w->now = (uint64_t)number(next->rest);
        else act(w, next->rest);
    }
}

/* What a frame makes; what is done under each event happens before the next, if it may. */
static void take(world *w, sansmcp_frame *frame, bool goes_on) {
    sansmcp_client client = client_of(w);
    sansmcp_event event;
    while (!w->c->failed
           && sansmcp_client_receive(&client, frame, w->now, &event) == SANSMCP_OK) {
        set_last(w, &event);
        tell_event(w, &event);
        if (goes_on) go_on(w);
    }
}

static void feed_lines(world *w, sansmcp_lines *lines, const uint8_t *data, size_t len) {
    while (len > 0 && !w->c->failed) {
        size_t room;
        uint8_t *space = sansmcp_lines_space(lines, &room);
        size_t count = room < len ? room : len;
        if (count == 0) {
            wrong(w->c, "there is no space");
            return;
        }
        memcpy(space, data, count);
        data += count;
        len -= count;
        sansmcp_frame frame;
        sansmcp_lines_filled(lines, count);
        while (!w->c->failed && sansmcp_lines_next_frame(lines, &frame) == SANSMCP_OK)
            take(w, &frame, true);
    }
}

/* The exchange whose response is read; NULL, and a fault, if it has no head or was closed. */
static exchange *reading(world *w, unsigned which) {
    exchange *x = exchange_numbered(w, which);
    if (x != NULL && x->has_head) return x;
    wrong(w->c, "this exchange has no head");
    return NULL;
}

/* An event stream goes on. It may be closed under an event; then the rest is nobody's. */
static void feed_events(world *w, unsigned which, const uint8_t *data, size_t len) {
    sansmcp_client client = client_of(w);
    exchange *x = reading(w, which);
    while (x != NULL && len > 0 && !w->c->failed) {
        size_t room;
        uint8_t *space = sansmcp_events_space(&x->events, &room);
        size_t count = room < len ? room : len;
        if (count == 0) {
            wrong(w->c, "there is no space");
            return;
        }
        memcpy(space, data, count);
        data += count;
        len -= count;
        sansmcp_events_filled(&x->events, count);
        sansmcp_sse_event event;
        while (x != NULL && !w->c->failed
               && sansmcp_events_next_event(&x->events, &event) == SANSMCP_OK) {
            sansmcp_route route = x->route;
            uint8_t *body = x->body;
            x->body = NULL; /* the frame lies in it, whatever is done with the exchange */
            uint8_t id[128];
            size_t id_len = event.id.len;
            memcpy(id, event.id.data, id_len);
            event.frame.route = route;
            take(w, &event.frame, true);
            sansmcp_client_seen(&client, route, (sansmcp_str){(const char *)id, id_len},
                                SANSMCP_NO_RETRY);
            x = exchange_numbered(w, which);
            if (x != NULL) x->body = body;
            else free(body);
        }
        if (x == NULL) break;
        sansmcp_client_seen(&client, x->route, sansmcp_events_last_id(&x->events),
                            sansmcp_events_retry(&x->events));
    }
}

/* The bytes of an input on an event stream: an event with this data, or bytes with signs. */
static uint8_t *stream_bytes(const step *input, size_t *len) {
    bool is_event = input->len > 0 && input->data[input->len - 1] == '\n';
    uint8_t *bytes = fresh(input->len + 32, 1);
    *len = 0;
    if (is_event) {
        *len = (size_t)sprintf((char *)bytes, "event: message\ndata: ");
        memcpy(bytes + *len, input->data, input->len);
        *len += input->len;
        bytes[(*len)++] = '\n';
        return bytes;
    }
    for (size_t i = 0; i < input->len; i++) {
        /* U+240A and U+240D. */
        bool is_sign = i + 2 < input->len && input->data[i] == 0xe2 && input->data[i + 1] == 0x90;
        uint8_t sign = is_sign ? input->data[i + 2] : 0;
        if (sign == 0x8a || sign == 0x8d) {
            bytes[(*len)++] = sign == 0x8a ? '\n' : '\r';
            i += 2;
        } else {
            bytes[(*len)++] = input->data[i];
        }
    }
    return bytes;
}

/* Some of the body of a response. */
static void take_body(world *w, unsigned which, const step *input) {
    exchange *x = reading(w, which);
    if (x == NULL || x->expect.kind == SANSMCP_EXPECT_DENIED) return;
    if (x->expect.kind == SANSMCP_EXPECT_JSON) {
        uint8_t *longer = fresh(x->body_len + input->len, 1);
        if (x->body_len > 0) memcpy(longer, x->body, x->body_len);
        memcpy(longer + x->body_len, input->data, input->len);
        free(x->body);
        x->body = longer;
        x->body_len += input->len;
    } else if (x->expect.kind == SANSMCP_EXPECT_EVENTS) {
        size_t len;
        uint8_t *bytes = stream_bytes(input, &len);
        size_t piece = first_piece(w->c, len);
        for (size_t done = 0; done < len && !w->c->failed;) {
            /* Under an event the exchange may have ended: what is left of this input is lost. */
            if (done > 0 && exchange_numbered(w, which) == NULL) break;
            feed_events(w, which, bytes + done, piece);
            done += piece;
            piece = w->c->cut == -1 ? 1 : len - done;
        }
        free(bytes);
    }
}

/* The head of a response, or more of one that has begun: the exchange that follows. */
static unsigned take_head(world *w, const step *request) {
    sansmcp_header headers[16];
    size_t count = 0;
    sansmcp_str rest = request->rest, which = word(&rest), status = word(&rest);
    exchange *x = exchange_numbered(w, number(which));
    if (x == NULL) {
        wrong(w->c, "this exchange is not open");
        return 0;
    }
    unsigned same = x->number;
    if (status.len == 0) return same;
    if (is(rest, "json"))
        headers[count++] = (sansmcp_header){SANSMCP_STR("content-type"),
            SANSMCP_STR("application/json")};
    else if (is(rest, "events"))
        headers[count++] = (sansmcp_header){SANSMCP_STR("content-type"),
            SANSMCP_STR("text/event-stream")};
    else if (!is(rest, "empty") && rest.len > 0)
        wrong(w->c, "no such kind");
    for (const step *next = now_at(w->c); next != NULL && next->mark == 'h' && count < 16;
         next = now_at(w->c)) {
        const char *colon = memchr(next->rest.data, ':', next->rest.len);
        if (colon == NULL) abort();
        size_t len = (size_t)(colon - next->rest.data);
        headers[count++] = (sansmcp_header){{next->rest.data, len},
            {colon + 1, next->rest.len - len - 1}};
        w->c->at++;
    }
    sansmcp_client client = client_of(w);
    sansmcp_result result = sansmcp_client_responded(&client, x->route, (uint16_t)number(status),
                                                     headers, count, w->now, &x->expect);
    if (result != SANSMCP_OK) wrong(w->c, "%s", sansmcp_result_text((uint32_t)result));
    x->has_head = true;
    if (x->expect.kind == SANSMCP_EXPECT_EVENTS) {
        free(x->body);
        x->body = fresh(w->rx_len, 1);
        sansmcp_events_init(&x->events, x->body, w->rx_len);
    }
    if (x->expect.kind == SANSMCP_EXPECT_DENIED) {
        w->is_denied = true;
        w->denied = x->expect.ticket;
    }
    tell_expect(w, &x->expect);
    expire(w);
    return same;
}

/* The response has ended. */
static void take_end(world *w, unsigned which) {
    exchange *x = reading(w, which);
    if (x == NULL) return;
    sansmcp_client client = client_of(w);
    sansmcp_frame frame = {.data = x->body, .len = x->body_len, .route = x->route};
    if (x->expect.kind == SANSMCP_EXPECT_JSON) take(w, &frame, false);
    sansmcp_client_closed(&client, frame.route, w->now);
    end_exchange(x);
    expire(w);
}

static void on_pipe(world *w, sansmcp_lines *lines, const step *next) {
    sansmcp_frame frame;
    if (next->mark == '>') {
        size_t piece = first_piece(w->c, next->len);
        for (size_t done = 0; done < next->len && !w->c->failed;) {
            feed_lines(w, lines, next->data + done, piece);
            done += piece;
            piece = w->c->cut == -1 ? 1 : next->len - done;
        }
    } else if (next->mark == '.') {
        while (!w->c->failed && sansmcp_lines_finish(lines, &frame) == SANSMCP_OK)
            take(w, &frame, true);
    } else {
        wrong(w->c, "expected %.*s\n  got      nothing", (int)next->text.len, next->text.data);
    }
}

static void replay(cursor *c) {
    world w;
    unsigned which = 0;
    begin_world(&w, c);
    for (const step *next = now_at(c); next != NULL && next->mark == '!'; next = now_at(c)) {
        sansmcp_str rest = next->rest, verb = word(&rest);
        if (!set_up(&w, verb, rest)) break;
        c->at++;
    }
    uint8_t *rx = fresh(w.rx_len, 1);
    sansmcp_lines lines;
    sansmcp_lines_init(&lines, rx, w.rx_len);
    for (;;) {
        go_on(&w);
        const step *next = now_at(c);
        if (c->failed || next == NULL) break;
        if (w.is_http && next->mark != '=') {
            c->at++;
            if (next->mark == 'r') which = take_head(&w, next);
            else if (next->mark == '>') take_body(&w, which, next);
            else if (next->mark == '.') take_end(&w, which);
            else wrong(c, "a header of no response");
        } else {
            if (next->mark == '>' || next->mark == '.') c->at++;
            on_pipe(&w, &lines, next);
        }
    }
    free(rx);
    end_world(&w);
}

int main(int argc, char **argv) {
    return replay_files(argc, argv, replay);
}

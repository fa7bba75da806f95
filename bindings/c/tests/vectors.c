/*
 * Replays the transcripts of a server on a pipe (tests/vectors/README.md) through the C library.
 * `vectors [-s | -l] FILE...`: vectors/transcript.h says how. The last line is
 * `N passed, M failed`.
 */
#include "servers.h"
#include "vectors/acts.h"

/* A server on a pipe, with the application's desk before it. */
typedef struct {
    desk desk; /* first, so that a pointer to it is one to the world */
    const sansmcp_server_info *info;
    sansmcp_connection *connection;
    sansmcp_slot *slots;
    size_t slot_count, rx_len;
    /* What was sent and has no end of a line yet. */
    char *line;
    size_t line_len, line_room;
} world;

static sansmcp_server server_of(world *w) {
    sansmcp_server server;
    if (sansmcp_server_init(&server, w->info, w->connection, w->slots, w->slot_count) != SANSMCP_OK)
        abort();
    return server;
}

/* Every line that is sent is one JSON object; only the last may still be under way. */
static void write_line(desk *d, const sansmcp_out *out) {
    world *w = (world *)d;
    bool is_end = out->data[out->len - 1] == '\n';
    expect(d->c, is_end ? "< " : "<+ ", out->data, out->len - (is_end ? 1 : 0));
    if (w->line_len + out->len > w->line_room) {
        w->line_room = 2 * (w->line_len + out->len);
        w->line = realloc(w->line, w->line_room);
        if (w->line == NULL) abort();
    }
    memcpy(w->line + w->line_len, out->data, out->len);
    w->line_len += out->len;
    if (!is_end) return;
    if (sansmcp_json_kind((sansmcp_str){w->line, w->line_len}) != SANSMCP_JSON_OBJECT
        || memchr(w->line, '\n', w->line_len - 1) != NULL)
        wrong(d->c, "no line of one JSON object: %.*s", (int)w->line_len, w->line);
    w->line_len = 0;
}

/* Takes an action as one of those that come before the first input. */
static bool set_up(world *w, sansmcp_str verb, sansmcp_str rest) {
    static const struct {
        const char *name;
        const sansmcp_server_info *info;
    } servers[] = {{"echo", &echo_server}, {"bare", &bare_server}, {"full", &full_server},
        {"whole", &whole_server}, {"some", &some_server}};
    if (is(verb, "rx")) {
        w->rx_len = (size_t)number(rest);
    } else if (is(verb, "tx")) {
        free(w->desk.tx);
        w->desk.tx_len = (size_t)number(rest);
        w->desk.tx = fresh(w->desk.tx_len, 1);
    } else if (is(verb, "slots")) {
        free(w->slots);
        w->slot_count = (size_t)number(rest);
        w->slots = fresh(w->slot_count, sizeof *w->slots);
    } else if (is(verb, "server")) {
        w->info = is(rest, "many") ? many_server() : NULL;
        for (size_t i = 0; i < sizeof servers / sizeof *servers; i++)
            if (is(rest, servers[i].name)) w->info = servers[i].info;
        if (w->info == NULL) abort();
    } else {
        return false;
    }
    return true;
}

/* A count that the action says. */
static void check_count(world *w, sansmcp_result result, size_t count, sansmcp_str wanted) {
    if (result != SANSMCP_OK || count != (size_t)number(wanted))
        wrong(w->desk.c, "expected %.*s, found %zu", (int)wanted.len, wanted.data, count);
}

static void check_deadline(world *w, const sansmcp_server *server, sansmcp_str wanted) {
    uint64_t at = 0;
    sansmcp_result result = sansmcp_server_next_deadline(server, &at);
    bool is_so = result == SANSMCP_NONE ? is(wanted, "-")
        : result == SANSMCP_OK && !is(wanted, "-") && at == (uint64_t)number(wanted);
    if (!is_so)
        wrong(w->desk.c, "expected %.*s, found %llu", (int)wanted.len, wanted.data,
              (unsigned long long)at);
}

static void expire(world *w, sansmcp_server *server) {
    sansmcp_event event;
    while (!w->desk.c->failed
           && sansmcp_server_expire(server, w->desk.now, &event) == SANSMCP_OK)
        event_line(&w->desk, &event);
}

static void updated(world *w, sansmcp_server *server, sansmcp_str uri) {
    sansmcp_receivers receivers = {0};
    sansmcp_out out;
    sansmcp_result result;
    do {
        result = sansmcp_server_updated(server, uri, &receivers, w->desk.tx, w->desk.tx_len, &out);
        if (result != SANSMCP_NONE) sent(&w->desk, result, &out);
    } while (!w->desk.c->failed && result == SANSMCP_OK);
}

static void do_action(world *w, sansmcp_str rest) {
    desk *d = &w->desk;
    sansmcp_str verb = word(&rest);
    const sansmcp_event *event = event_of(d, &rest);
    sansmcp_server server = server_of(w);
    sansmcp_out out = {0};
    size_t count = 0;
    if (is(verb, "next")) {
        sansmcp_result result = sansmcp_server_next_output(&server, d->tx, d->tx_len, &out);
        if (result != SANSMCP_NONE) sent(d, result, &out);
    } else if (is(verb, "open")) {
        sansmcp_result result = sansmcp_server_open(&server, NULL, 0, &count);
        check_count(w, result, count, rest);
    } else if (is(verb, "listens")) {
        sansmcp_result result = sansmcp_server_listens(&server, NULL, 0, &count);
        check_count(w, result, count, rest);
    } else if (is(verb, "deadline")) {
        check_deadline(w, &server, rest);
    } else if (is(verb, "closed")) {
        sent(d, sansmcp_server_closed(&server, (sansmcp_route){0}), &out);
    } else if (is(verb, "expire")) {
        expire(w, &server);
    } else if (is(verb, "updated")) {
        updated(w, &server, rest);
    } else if (!act(d, &server, verb, rest, event)) {
        wrong(d->c, "no such action: %.*s", (int)verb.len, verb.data);
    }
}

/* Does all that comes before the next input or event. */
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

static void take(world *w, sansmcp_frame *frame) {
    sansmcp_event event;
    sansmcp_server server = server_of(w);
    while (!w->desk.c->failed
           && sansmcp_server_receive(&server, frame, w->desk.now, &event) == SANSMCP_OK) {
        event_line(&w->desk, &event);
        go_on(w);
    }
}

static void feed(world *w, sansmcp_lines *lines, const uint8_t *data, size_t len) {
    while (len > 0 && !w->desk.c->failed) {
        size_t room;
        uint8_t *space = sansmcp_lines_space(lines, &room);
        size_t count = room < len ? room : len;
        if (count == 0) {
            wrong(w->desk.c, "there is no space");
            return;
        }
        memcpy(space, data, count);
        data += count;
        len -= count;
        sansmcp_frame frame;
        sansmcp_lines_filled(lines, count);
        while (!w->desk.c->failed && sansmcp_lines_next_frame(lines, &frame) == SANSMCP_OK)
            take(w, &frame);
    }
}

/* Reads an input in the pieces in which it arrives. */
static void arrive(world *w, sansmcp_lines *lines, const step *input) {
    for (size_t done = 0; done < input->len;) {
        size_t len = done == 0 || w->desk.c->cut == -1 ? first_piece(w->desk.c, input->len)
                                                       : input->len - done;
        feed(w, lines, input->data + done, len);
        done += len;
    }
}

static void run(world *w) {
    cursor *c = w->desk.c;
    for (const step *next; (next = now_at(c)) != NULL && next->mark == '!'; c->at++) {
        sansmcp_str rest = next->rest, verb = word(&rest);
        if (!set_up(w, verb, rest)) break;
    }
    uint8_t *rx = fresh(w->rx_len, 1);
    sansmcp_lines lines;
    if (sansmcp_lines_init(&lines, rx, w->rx_len) != SANSMCP_OK) abort();
    for (;;) {
        go_on(w);
        const step *next = now_at(c);
        if (c->failed || next == NULL) break;
        if (next->mark == '>') {
            c->at++;
            arrive(w, &lines, next);
        } else if (next->mark == '.') {
            sansmcp_frame frame;
            c->at++;
            while (!c->failed && sansmcp_lines_finish(&lines, &frame) == SANSMCP_OK)
                take(w, &frame);
        } else {
            wrong(c, "expected %.*s\n  got      nothing", (int)next->text.len, next->text.data);
        }
    }
    free(rx);
}

static void replay(cursor *c) {
    static desk new_desk;
    world w = {.desk = new_desk, .info = &echo_server, .slot_count = 8, .rx_len = 4096};
    w.desk.c = c;
    w.desk.send = write_line;
    w.desk.tx_len = 4096;
    w.desk.tx = fresh(w.desk.tx_len, 1);
    w.connection = fresh(1, sizeof *w.connection);
    w.slots = fresh(w.slot_count, sizeof *w.slots);
    run(&w);
    clear(&w.desk);
    free(w.desk.tx);
    free(w.connection);
    free(w.slots);
    free(w.line);
}

int main(int argc, char **argv) {
    return replay_files(argc, argv, replay);
}

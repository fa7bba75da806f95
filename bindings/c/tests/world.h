/*
 * The engine with the application's memory around it, what the application does, and the lines
 * that come of it.
 *
 * All memory that the library sees is allocated to the byte, so that a sanitizer finds each byte
 * that is read or written beside it.
 */
#ifndef WORLD_H
#define WORLD_H

#include "servers.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT = 64 };

/* One line of a case; `data` is what an input holds, `text` the whole line. */
typedef struct {
    char mark; /* '@', '!', '>', '.', or '=' for all that is expected */
    const char *text;
    size_t text_len;
    uint8_t *data;
    size_t len;
    int number;
} step;

/* An event that outlives its frame: a copy over a copy of its text. */
typedef struct {
    char name[32];
    sansmcp_event event;
    char *text;
} kept_event;

typedef struct {
    const char *file;
    const char *title;
    const step *steps;
    size_t count, at;
    long cut; /* 0: whole, -1: byte by byte, else where */
    bool failed;
    const sansmcp_server_info *info;
    sansmcp_connection *connection;
    sansmcp_slot *slots;
    size_t slot_count;
    uint8_t *tx;
    size_t tx_len, rx_len;
    uint64_t now;
    kept_event last, kept[MOST_KEPT];
    size_t kept_count;
} world;

static void *fresh(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) abort();
    return memory;
}

/* Copies to memory that ends where the bytes end. */
static void *copy(const void *data, size_t len) {
    void *memory = fresh(len, 1);
    if (len > 0) memcpy(memory, data, len);
    return memory;
}

static void wrong(world *w, const char *format, ...) {
    if (w->failed) return;
    w->failed = true;
    int line = w->steps[w->at < w->count ? w->at : w->count - 1].number;
    printf("FAIL %s:%d: %s (%ld)\n  ", w->file, line, w->title, w->cut);
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
}

static const step *now_at(const world *w) {
    return w->at < w->count ? &w->steps[w->at] : NULL;
}

/* A line that came of the engine has to be the one that is expected next. */
static void expect(world *w, const char *head, const void *data, size_t len) {
    const step *next = now_at(w);
    size_t head_len = strlen(head);
    if (w->failed) return;
    if (next != NULL && next->mark == '=' && next->text_len == head_len + len
        && memcmp(next->text, head, head_len) == 0
        && (len == 0 || memcmp(next->text + head_len, data, len) == 0)) {
        w->at++;
        return;
    }
    if (next == NULL || next->mark != '=')
        wrong(w, "expected nothing\n  got      %s%.*s", head, (int)len, (const char *)data);
    else
        wrong(w, "expected %.*s\n  got      %s%.*s", (int)next->text_len, next->text, head,
              (int)len, (const char *)data);
}

static void sent(world *w, sansmcp_result result, const sansmcp_out *out) {
    static const char *const errors[] = {"?", "?", "? short ", "? stale", "? streaming", "? busy",
        "? not_supported", "? not_json", "? not_text"};
    char need[24] = "";
    if (result == SANSMCP_OK) {
        if (out->len == 0) return;
        bool line = out->data[out->len - 1] == '\n';
        expect(w, line ? "< " : "<+ ", out->data, out->len - (line ? 1 : 0));
    } else if (result <= SANSMCP_NOT_TEXT) {
        if (result == SANSMCP_SHORT) snprintf(need, sizeof need, "%zu", out->need);
        expect(w, errors[result], need, strlen(need));
    } else {
        wrong(w, "%s", sansmcp_result_text((uint32_t)result));
    }
}

static void forget(kept_event *kept) {
    free(kept->text);
    kept->text = NULL;
}

static void keep(kept_event *kept, const sansmcp_event *event) {
    char *text = copy(event->text.data, event->text.len);
    forget(kept);
    kept->text = text;
    kept->event = *event;
    kept->event.text.data = text;
}

/* The line that an event is written as. */
static void event_line(world *w, const sansmcp_event *event) {
    sansmcp_str name = sansmcp_event_kind_name(event->kind), id = sansmcp_event_id(event);
    sansmcp_text rest = {0};
    bool has_rest = true;
    char code[16];
    switch (event->kind) {
    case SANSMCP_EVENT_CALL_TOOL: rest = sansmcp_event_name(event); break;
    case SANSMCP_EVENT_REQUEST:
    case SANSMCP_EVENT_NOTIFICATION: rest = sansmcp_event_method(event); break;
    case SANSMCP_EVENT_CANCELLED:
        rest = sansmcp_event_reason(event);
        if (rest.data == NULL) rest = (sansmcp_text){"-", 1};
        break;
    case SANSMCP_EVENT_REFUSED:
        rest.len = (size_t)snprintf(code, sizeof code, "%d", sansmcp_event_refusal_code(event));
        rest.data = code;
        break;
    default: has_rest = false;
    }
    if (id.data == NULL) id = SANSMCP_STR("-");
    size_t len = name.len + id.len + rest.len + 2;
    char *line = fresh(len + 1, 1);
    int head = snprintf(line, len + 1, "%.*s %.*s%s", (int)name.len, name.data, (int)id.len,
                        id.data, has_rest ? " " : "");
    if (rest.len > 0) memcpy(line + head, rest.data, rest.len);
    expect(w, "= ", line, (size_t)head + rest.len);
    free(line);
}

/* Takes the first word off a text. */
static sansmcp_str word(sansmcp_str *rest) {
    sansmcp_str first = *rest;
    const char *space = rest->len > 0 ? memchr(rest->data, ' ', rest->len) : NULL;
    if (space != NULL) first.len = (size_t)(space - rest->data);
    size_t gone = first.len + (space != NULL ? 1 : 0);
    rest->data += gone;
    rest->len -= gone;
    return first;
}

static bool is(sansmcp_str text, const char *literal) {
    return sansmcp_str_equals(text, (sansmcp_str){literal, strlen(literal)});
}

static long number(sansmcp_str text) {
    char digits[24] = "";
    memcpy(digits, text.data, text.len < 23 ? text.len : 23);
    return strtol(digits, NULL, 10);
}

/* The bytes of hexadecimal digits and spaces. */
static uint8_t *bytes_of(sansmcp_str text, size_t *len) {
    uint8_t *bytes = fresh(text.len / 2 + 1, 1);
    size_t digits = 0;
    for (size_t i = 0; i < text.len; i++) {
        static const char set[] = "0123456789abcdef";
        const char *digit = strchr(set, text.data[i] | 0x20);
        if (text.data[i] == ' ') continue;
        if (digit == NULL) abort();
        bytes[digits / 2] = (uint8_t)(bytes[digits / 2] << 4 | (digit - set));
        digits++;
    }
    *len = digits / 2;
    uint8_t *exact = copy(bytes, *len);
    free(bytes);
    return exact;
}

static bool set_up(world *w, sansmcp_str verb, sansmcp_str rest) {
    if (is(verb, "rx")) {
        w->rx_len = (size_t)number(rest);
    } else if (is(verb, "tx")) {
        free(w->tx);
        w->tx_len = (size_t)number(rest);
        w->tx = fresh(w->tx_len, 1);
    } else if (is(verb, "slots")) {
        free(w->slots);
        w->slot_count = (size_t)number(rest);
        w->slots = fresh(w->slot_count, sizeof *w->slots);
    } else if (is(verb, "server")) {
        w->info = is(rest, "many") ? many_server() : is(rest, "full") ? &full_server
            : is(rest, "bare") ? &bare_server : is(rest, "echo") ? &echo_server : NULL;
        if (w->info == NULL) wrong(w, "no such server");
    } else {
        return false;
    }
    return true;
}

static sansmcp_number number_of(sansmcp_str text) {
    return (sansmcp_number){text, 0, SANSMCP_NUMBER_TEXT};
}

static void put_all(world *w, sansmcp_server *server, sansmcp_ticket ticket, const uint8_t *data,
                    size_t len) {
    sansmcp_out out;
    do {
        size_t taken = 0;
        sansmcp_result result =
            sansmcp_server_piece(server, ticket, data, len, w->tx, w->tx_len, &taken, &out);
        sent(w, result, &out);
        if (result != SANSMCP_OK) return;
        data += taken;
        len -= taken;
    } while (len > 0 && !w->failed);
}

/* What the README's echo server does. */
static sansmcp_result echo(world *w, sansmcp_server *server, const sansmcp_event *event,
                           sansmcp_out *out) {
    sansmcp_text text;
    if (event->kind != SANSMCP_EVENT_CALL_TOOL
        || !sansmcp_text_equals(sansmcp_event_name(event), SANSMCP_STR("echo")))
        return sansmcp_server_reply(server, event, w->tx, w->tx_len, out);
    if (sansmcp_event_arg(event, SANSMCP_STR("text"), &text) == SANSMCP_OK)
        return sansmcp_server_answer_json_text(server, event->ticket, text, w->tx, w->tx_len, out);
    return sansmcp_server_fail(server, event->ticket, SANSMCP_STR("text is missing"), w->tx,
                               w->tx_len, out);
}

static sansmcp_content block_of(world *w, sansmcp_str words) {
    sansmcp_content block = {0};
    sansmcp_str kind = word(&words);
    if (is(kind, "image")) {
        block.kind = SANSMCP_CONTENT_IMAGE;
    } else if (is(kind, "audio")) {
        block.kind = SANSMCP_CONTENT_AUDIO;
    } else if (is(kind, "blob")) {
        block.kind = SANSMCP_CONTENT_BLOB;
        block.uri = word(&words);
    } else if (!is(kind, "text")) {
        wrong(w, "begin what?");
    }
    if (words.len > 0) block.mime_type = words;
    return block;
}

static void act(world *w, sansmcp_str rest) {
    static const sansmcp_str none = {0};
    sansmcp_str verb = word(&rest);
    const sansmcp_event *event = &w->last.event;
    sansmcp_result result = SANSMCP_OK;
    sansmcp_out out = {0};
    sansmcp_server server;
    if (sansmcp_server_init(&server, w->info, w->connection, w->slots, w->slot_count) != SANSMCP_OK)
        abort();
    if (rest.len > 0 && rest.data[0] == '@') {
        sansmcp_str name = word(&rest);
        event = NULL;
        for (size_t i = w->kept_count; i-- > 0 && event == NULL;) {
            sansmcp_str kept = {w->kept[i].name, strlen(w->kept[i].name)};
            if (sansmcp_str_equals(kept, (sansmcp_str){name.data + 1, name.len - 1}))
                event = &w->kept[i].event;
        }
    }
    if (event == NULL || event->kind == 0) {
        wrong(w, "no such event");
        return;
    }
    sansmcp_ticket ticket = event->ticket;
    uint8_t *tx = w->tx;
    size_t tx_len = w->tx_len;
    if (is(verb, "keep") && w->kept_count < MOST_KEPT && rest.len < sizeof w->kept->name) {
        kept_event *kept = &w->kept[w->kept_count++];
        memcpy(kept->name, rest.data, rest.len);
        keep(kept, event);
    } else if (is(verb, "reply")) {
        result = sansmcp_server_reply(&server, event, tx, tx_len, &out);
    } else if (is(verb, "echo")) {
        result = echo(w, &server, event, &out);
    } else if (is(verb, "answer") && w->cut % 2 == 0) {
        result = sansmcp_server_answer_text(&server, ticket, rest, tx, tx_len, &out);
    } else if (is(verb, "answer")) { /* the long form does the same */
        sansmcp_content block = {.kind = SANSMCP_CONTENT_TEXT, .text = rest};
        sansmcp_answer answer = {.content = &block, .content_count = 1};
        result = sansmcp_server_answer(&server, ticket, &answer, tx, tx_len, &out);
    } else if (is(verb, "fail") && w->cut % 2 == 0) {
        result = sansmcp_server_fail(&server, ticket, rest, tx, tx_len, &out);
    } else if (is(verb, "fail")) {
        sansmcp_answer answer = {.failure = rest};
        result = sansmcp_server_answer(&server, ticket, &answer, tx, tx_len, &out);
    } else if (is(verb, "result")) {
        result = sansmcp_server_result(&server, ticket, rest, tx, tx_len, &out);
    } else if (is(verb, "error")) {
        int32_t code = (int32_t)number(word(&rest));
        result = sansmcp_server_error(&server, ticket, code, rest, none, tx, tx_len, &out);
    } else if (is(verb, "progress")) {
        sansmcp_number progress = number_of(word(&rest)), total = number_of(word(&rest));
        if (is(total.text, "-")) total = (sansmcp_number){0};
        result = sansmcp_server_progress(&server, ticket, progress, total,
                                         rest.len > 0 ? rest : none, tx, tx_len, &out);
    } else if (is(verb, "begin")) {
        sansmcp_content block = block_of(w, rest);
        result = sansmcp_server_begin(&server, ticket, &block, tx, tx_len, &out);
    } else if (is(verb, "piece")) {
        put_all(w, &server, ticket, (const uint8_t *)rest.data, rest.len);
    } else if (is(verb, "piecex")) {
        size_t len;
        uint8_t *data = bytes_of(rest, &len);
        put_all(w, &server, ticket, data, len);
        free(data);
    } else if (is(verb, "end")) {
        result = sansmcp_server_end(&server, ticket, rest.len > 0 ? rest : none, tx, tx_len, &out);
    } else if (is(verb, "begin_reply")) {
        result = sansmcp_server_begin_reply(&server, event, tx, tx_len, &out);
    } else if (is(verb, "next")) {
        result = sansmcp_server_next_output(&server, tx, tx_len, &out);
        if (result == SANSMCP_NONE) return;
    } else if (is(verb, "cancelled")) {
        if (sansmcp_server_is_cancelled(&server, ticket) != is(rest, "yes"))
            wrong(w, "expected %.*s", (int)rest.len, rest.data);
    } else if (is(verb, "abandon")) {
        result = sansmcp_server_abandon(&server, ticket);
    } else if (is(verb, "open")) {
        size_t count = 0;
        result = sansmcp_server_open(&server, NULL, 0, &count);
        if (count != (size_t)number(rest)) wrong(w, "%zu are open", count);
    } else {
        wrong(w, "no such action: %.*s", (int)verb.len, verb.data);
    }
    sent(w, result, &out);
}

#endif

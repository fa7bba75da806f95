/*
 * The host's side of the responses of a transcript: which have begun, which have ended, and that
 * each is one; and the lines that they are written as.
 */
#ifndef HTTP_HOST_H
#define HTTP_HOST_H

#include "transcript.h"

enum { MOST_RESPONSES = 64, LONGEST_LINE = 1 << 16 };

typedef struct {
    bool is_open, has_head;
    uint32_t number;
    uint8_t kind; /* a sansmcp_body_kind */
    char *bytes;
    size_t len;
} response;

typedef struct {
    cursor *c;
    response all[MOST_RESPONSES];
    /* The last line of an event with an id; empty: there was none with the last output. */
    char with_id[LONGEST_LINE];
} http_host;

static inline response *response_of(http_host *h, uint32_t number) {
    for (size_t i = 0; i < MOST_RESPONSES; i++)
        if (h->all[i].is_open && h->all[i].number == number) return &h->all[i];
    return NULL;
}

static inline void begin_response(http_host *h, uint32_t number) {
    size_t i = 0;
    if (response_of(h, number) != NULL) wrong(h->c, "exchange %u is still open", number);
    while (i < MOST_RESPONSES && h->all[i].is_open) i++;
    if (i == MOST_RESPONSES) abort();
    h->all[i] = (response){.is_open = true, .number = number};
}

static inline void forget_response(response *r) {
    free(r->bytes);
    *r = (response){0};
}

/* Its client is gone, or what it gets is none of the host's. */
static inline void close_response(http_host *h, uint32_t number) {
    response *r = response_of(h, number);
    if (r == NULL)
        wrong(h->c, "exchange %u is not open", number);
    else
        forget_response(r);
}

static inline void clear_host(http_host *h) {
    for (size_t i = 0; i < MOST_RESPONSES; i++) forget_response(&h->all[i]);
}

static inline void expect_words(http_host *h, const char *format, ...) {
    static char line[LONGEST_LINE];
    va_list list;
    va_start(list, format);
    int len = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (len < 0 || (size_t)len >= sizeof line) abort();
    expect(h->c, "", line, (size_t)len);
}

static inline bool is_object(const char *data, size_t len) {
    return len > 0 && data[0] == '{'
        && sansmcp_json_kind((sansmcp_str){data, len}) == SANSMCP_JSON_OBJECT;
}

static inline bool takes(sansmcp_str *text, const char *start) {
    size_t len = strlen(start);
    if (text->len < len || memcmp(text->data, start, len) != 0) return false;
    text->data += len;
    text->len -= len;
    return true;
}

/* Bytes as they are. */
static inline void raw_line(http_host *h, sansmcp_str bytes) {
    static char line[LONGEST_LINE];
    size_t at = 0;
    for (size_t i = 0; i < bytes.len; i++) {
        if (at + 4 > sizeof line) abort();
        if (bytes.data[i] == '\n') {
            memcpy(line + at, "\xe2\x90\x8a", 3);
            at += 3;
        } else {
            line[at++] = bytes.data[i];
        }
    }
    expect(h->c, "<+ ", line, at);
}

/* A whole event with a message; false: it is none. */
static inline bool event_text(http_host *h, sansmcp_str text) {
    sansmcp_str id = {0};
    if (text.len < 2 || memcmp(text.data + text.len - 2, "\n\n", 2) != 0) return false;
    text.len -= 2;
    if (!takes(&text, "event: message\n")) return false;
    if (takes(&text, "id: ")) {
        const char *end = memchr(text.data, '\n', text.len);
        if (end == NULL) return false;
        id = (sansmcp_str){text.data, (size_t)(end - text.data)};
        text.len -= id.len + 1;
        text.data = end + 1;
    }
    if (!takes(&text, "data: ") || (text.len > 0 && memchr(text.data, '\n', text.len) != NULL))
        return false;
    if (id.data == NULL) {
        expect(h->c, "< ", text.data, text.len);
        return true;
    }
    snprintf(h->with_id, sizeof h->with_id, "<id %.*s %.*s", (int)id.len, id.data, (int)text.len,
             text.data);
    expect(h->c, "", h->with_id, strlen(h->with_id));
    return true;
}

static inline void body_lines(http_host *h, uint8_t kind, sansmcp_str bytes, bool is_whole) {
    if (bytes.len == 0) return;
    if (kind == SANSMCP_BODY_EMPTY) {
        wrong(h->c, "a body where there is none: %.*s", (int)bytes.len, bytes.data);
    } else if (kind == SANSMCP_BODY_JSON) {
        if (is_whole && memchr(bytes.data, '\n', bytes.len) == NULL)
            expect(h->c, "< ", bytes.data, bytes.len);
        else
            raw_line(h, bytes);
    } else {
        while (bytes.len > 0) {
            size_t len = 2;
            while (len < bytes.len && memcmp(bytes.data + len - 2, "\n\n", 2) != 0) len++;
            if (len > bytes.len) len = bytes.len;
            sansmcp_str text = {bytes.data, len};
            if (!event_text(h, text)) raw_line(h, text);
            bytes.data += len;
            bytes.len -= len;
        }
    }
}

/* The line of a response's beginning, and those of its headers that its kind does not imply. */
static inline void head_lines(http_host *h, uint32_t number, const sansmcp_response_head *head) {
    static const char *const kinds[] = {"empty", "json", "events"};
    static const struct {
        const char *name, *value;
    } implied[][3] = {
        {{NULL, NULL}},
        {{"content-type", "application/json"}, {"cache-control", "no-cache, no-store"}},
        {{"content-type", "text/event-stream"},
         {"cache-control", "no-cache, no-store"},
         {"x-accel-buffering", "no"}},
    };
    sansmcp_header headers[SANSMCP_MAX_RESPONSE_HEADERS];
    size_t count = 0, at = 0;
    if (head->body > SANSMCP_BODY_EVENTS
        || sansmcp_response_headers(head, headers, SANSMCP_MAX_RESPONSE_HEADERS, &count)
            != SANSMCP_OK) {
        wrong(h->c, "no headers");
        return;
    }
    expect_words(h, "<< %u %u %s", number, head->status, kinds[head->body]);
    for (size_t i = 0; i < 3 && implied[head->body][i].name != NULL; i++, at++)
        if (at >= count || !is(headers[at].name, implied[head->body][i].name)
            || !is(headers[at].value, implied[head->body][i].value))
            wrong(h->c, "a header of its kind is missing");
    for (; at < count; at++)
        expect_words(h, "<: %.*s: %.*s", (int)headers[at].name.len, headers[at].name.data,
                     (int)headers[at].value.len, headers[at].value.data);
}

/* A whole body is what it says it is. */
static inline void check_body(http_host *h, const response *r) {
    if (r->kind == SANSMCP_BODY_JSON && !is_object(r->bytes, r->len))
        wrong(h->c, "exchange %u: its body is no JSON object", r->number);
    if (r->kind != SANSMCP_BODY_EVENTS) return;
    for (const char *line = r->bytes, *end = r->bytes + r->len; line != NULL && line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (stop == NULL) stop = end;
        sansmcp_str text = {line, (size_t)(stop - line)};
        if (takes(&text, "data: ") && text.len > 0 && !is_object(text.data, text.len))
            wrong(h->c, "exchange %u: the data of an event is no JSON object", r->number);
        line = stop + 1;
    }
}

/* True if the event that goes out last on an exchange is not whole. */
static inline bool is_half(http_host *h, uint32_t number) {
    const response *r = response_of(h, number);
    return r != NULL && r->kind == SANSMCP_BODY_EVENTS && r->len > 0
        && (r->len < 2 || memcmp(r->bytes + r->len - 2, "\n\n", 2) != 0);
}

/* Sends a head, bytes and the end of a response, as far as they are there; `head` may be NULL. */
static inline void send_response(http_host *h, uint32_t number, const sansmcp_response_head *head,
                                 sansmcp_str bytes, bool is_end) {
    h->with_id[0] = '\0';
    if (head == NULL && bytes.len == 0 && !is_end) return;
    response *r = response_of(h, number);
    if (r == NULL || r->has_head == (head != NULL)) {
        wrong(h->c, "exchange %u %s", number, r == NULL ? "is not open" : "has no head, or two");
        return;
    }
    if (head != NULL) {
        r->has_head = true;
        r->kind = head->body;
        head_lines(h, number, head);
    } else {
        expect_words(h, "<< %u", number);
    }
    r->bytes = realloc(r->bytes, r->len + bytes.len + 1);
    if (r->bytes == NULL) abort();
    if (bytes.len > 0) memcpy(r->bytes + r->len, bytes.data, bytes.len);
    r->len += bytes.len;
    body_lines(h, r->kind, bytes, head != NULL && is_end);
    if (!is_end) return;
    expect(h->c, "<.", "", 0);
    check_body(h, r);
    forget_response(r);
}

/* Breaks a response off in the middle of a message. */
static inline void cut_response(http_host *h, uint32_t number, const sansmcp_delivery *delivery) {
    response *r = response_of(h, number);
    bool is_whole = r == NULL || !r->has_head
        || (r->kind == SANSMCP_BODY_EVENTS ? !is_half(h, number) : r->kind == SANSMCP_BODY_EMPTY);
    if (is_whole || !delivery->is_end || delivery->body_len > 0)
        wrong(h->c, "nothing is half out on exchange %u", number);
    if (r != NULL) forget_response(r);
    expect_words(h, "<< %u", number);
    expect(h->c, "<x", "", 0);
}

static inline void deliver_to_host(http_host *h, const sansmcp_delivery *d) {
    static char bytes[LONGEST_LINE], kept[LONGEST_LINE];
    const char *message = (const char *)d->data;
    bool is_kept = d->keep.sequence != 0;
    snprintf(kept, sizeof kept, "<%s %x-%x %.*s", d->has_to ? "id" : "k",
             (unsigned)d->keep.stream, (unsigned)d->keep.sequence, (int)d->len, message);
    if (!d->has_to) {
        if (is_kept) expect(h->c, "", kept, strlen(kept));
        return;
    }
    if (d->is_cut) {
        cut_response(h, d->to, d);
        return;
    }
    if (d->body_len > sizeof bytes || d->body_len != d->lead.len + d->len + d->tail.len) abort();
    memcpy(bytes, d->lead.bytes, d->lead.len);
    if (d->len > 0) memcpy(bytes + d->lead.len, message, d->len);
    if (d->tail.len > 0) memcpy(bytes + d->lead.len + d->len, d->tail.data, d->tail.len);
    send_response(h, d->to, d->has_head ? &d->head : NULL, (sansmcp_str){bytes, d->body_len},
                  d->is_end);
    if (is_half(h, d->to) != d->is_half) wrong(h->c, "half out on %u, or not?", d->to);
    if (is_kept ? strcmp(h->with_id, kept) != 0 : h->with_id[0] != '\0')
        wrong(h->c, "kept and sent are not the same: %s", is_kept ? kept : h->with_id);
}

#endif

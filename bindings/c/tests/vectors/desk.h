/*
 * What stands on the desk of a server's application: its events, its questions, the time; and the
 * lines that events and errors are written as.
 *
 * All memory that the library sees is allocated to the byte, so that a sanitizer finds each byte
 * that is read or written beside it.
 */
#ifndef DESK_H
#define DESK_H

#include "transcript.h"

enum { MOST_KEPT = 64 };

/* An event that outlives its frame: a copy over a copy of its text. */
typedef struct {
    sansmcp_str name;
    sansmcp_event event;
    char *text;
} kept_event;

/* What is remembered of a call while the client is asked. */
typedef struct {
    sansmcp_ticket call;
    char *text;
    size_t len;
} question;

typedef struct desk desk;
struct desk {
    cursor *c;
    uint64_t now;
    sansmcp_limits limits;
    uint8_t *tx;
    size_t tx_len;
    kept_event last, kept[MOST_KEPT];
    size_t kept_count;
    question questions[MOST_KEPT];
    size_t question_count;
    /* Where what is sent goes; it is never empty, unless takes_ends: an end without a message. */
    void (*send)(desk *, const sansmcp_out *);
    bool takes_ends;
    /* What an action takes is noted instead of written down. */
    bool is_probing;
    size_t need;
};

static inline void forget(kept_event *kept) {
    free(kept->text);
    kept->text = NULL;
}

static inline void keep(kept_event *kept, const sansmcp_event *event) {
    char *text = copy(event->text.data, event->text.len);
    forget(kept);
    kept->text = text;
    kept->event = *event;
    kept->event.text.data = text;
}

/* The last event, or the one kept under the name that the action begins with. */
static inline const sansmcp_event *event_of(desk *d, sansmcp_str *rest) {
    if (rest->len == 0 || rest->data[0] != '@') return &d->last.event;
    sansmcp_str name = word(rest);
    name.data++;
    name.len--;
    for (size_t i = d->kept_count; i-- > 0;)
        if (sansmcp_str_equals(d->kept[i].name, name)) return &d->kept[i].event;
    wrong(d->c, "nothing kept as %.*s", (int)name.len, name.data);
    return &d->last.event;
}

/* The place for what is kept of a call; NULL if there is none and none is to be made. */
static inline question *question_of(desk *d, sansmcp_ticket call, bool is_new) {
    for (size_t i = 0; i < d->question_count; i++)
        if (sansmcp_ticket_number(d->questions[i].call) == sansmcp_ticket_number(call))
            return &d->questions[i];
    if (!is_new) return NULL;
    if (d->question_count == MOST_KEPT) abort();
    question *made = &d->questions[d->question_count++];
    *made = (question){.call = call};
    return made;
}

static inline void remember(desk *d, sansmcp_ticket call, sansmcp_str text) {
    question *place = question_of(d, call, true);
    free(place->text);
    place->text = copy(text.data, text.len);
    place->len = text.len;
}

static inline void forget_question(desk *d, sansmcp_ticket call) {
    question *place = question_of(d, call, false);
    if (place == NULL) return;
    free(place->text);
    *place = d->questions[--d->question_count];
}

static inline void clear(desk *d) {
    forget(&d->last);
    while (d->kept_count > 0) forget(&d->kept[--d->kept_count]);
    while (d->question_count > 0) free(d->questions[--d->question_count].text);
}

/* What came of a call: bytes, nothing, or the line of its error. */
static inline void sent(desk *d, sansmcp_result result, const sansmcp_out *out) {
    static const char *const errors[] = {
        [SANSMCP_STALE] = "? stale",           [SANSMCP_STREAMING] = "? streaming",
        [SANSMCP_BUSY] = "? busy",             [SANSMCP_NOT_SUPPORTED] = "? not_supported",
        [SANSMCP_NOT_JSON] = "? not_json",     [SANSMCP_NOT_TEXT] = "? not_text",
        [SANSMCP_NOT_READY] = "? not_ready",   [SANSMCP_UNDECLARED] = "? undeclared",
        [SANSMCP_REJECTED] = "? rejected",     [SANSMCP_USE_ASK] = "? use_ask",
    };
    char need[24];
    if (result == SANSMCP_OK) {
        if (out->len > 0 || d->takes_ends) d->send(d, out);
    } else if (result == SANSMCP_SHORT && d->is_probing) {
        d->need = out->need;
    } else if (result == SANSMCP_SHORT) {
        int len = snprintf(need, sizeof need, "%zu", out->need);
        expect(d->c, "? short ", need, (size_t)len);
    } else if ((size_t)result < sizeof errors / sizeof *errors && errors[result] != NULL) {
        expect(d->c, errors[result], "", 0);
    } else {
        wrong(d->c, "%s", sansmcp_result_text((uint32_t)result));
    }
}

static const char *const level_names[] = {"", "debug", "info", "notice", "warning", "error",
    "critical", "alert", "emergency"};

/* Some texts with blanks between them; `line` has room for all that the engine lets in. */
typedef struct {
    char line[16384];
    size_t len;
} words;

static inline void add(words *w, const char *data, size_t len) {
    if (w->len + len + 1 > sizeof w->line) abort();
    if (w->len > 0) w->line[w->len++] = ' ';
    if (len > 0) memcpy(w->line + w->len, data, len);
    w->len += len;
}

static inline void add_text(words *w, sansmcp_text text) {
    add(w, text.data, text.len);
}

static inline void add_outcome(words *w, const sansmcp_event *event) {
    sansmcp_outcome outcome = {0};
    sansmcp_event_outcome(event, &outcome);
    sansmcp_str json = outcome.received;
    switch (outcome.kind) {
    case SANSMCP_OUTCOME_RESULT:
        add(w, "result", 6);
        json = outcome.result;
        break;
    case SANSMCP_OUTCOME_ERROR: add(w, "error", 5); break;
    case SANSMCP_OUTCOME_MALFORMED: add(w, "malformed", 9); return;
    case SANSMCP_OUTCOME_EXPIRED: add(w, "expired", 7); return;
    default: add(w, "no outcome", 10); return;
    }
    add(w, json.data, json.len);
}

/* An event is the line that is expected next; it is the last event from here on. */
static inline void event_line(desk *d, const sansmcp_event *event) {
    static words w;
    sansmcp_str name = sansmcp_event_kind_name(event->kind), id = sansmcp_event_id(event);
    sansmcp_text reason = sansmcp_event_reason(event);
    uint8_t level = sansmcp_event_level(event);
    char code[16];
    w.len = 0;
    add(&w, name.data, name.len);
    if (id.data == NULL) id = SANSMCP_STR("-");
    add(&w, id.data, id.len);
    switch (event->kind) {
    case SANSMCP_EVENT_CALL_TOOL:
    case SANSMCP_EVENT_GET_PROMPT: add_text(&w, sansmcp_event_name(event)); break;
    case SANSMCP_EVENT_READ_RESOURCE:
    case SANSMCP_EVENT_SUBSCRIBE:
    case SANSMCP_EVENT_UNSUBSCRIBE: add_text(&w, sansmcp_event_uri(event, 0)); break;
    case SANSMCP_EVENT_COMPLETE:
        add_text(&w, sansmcp_event_argument_name(event));
        add_text(&w, sansmcp_event_argument_value(event));
        break;
    case SANSMCP_EVENT_SET_LEVEL:
        if (level < sizeof level_names / sizeof *level_names)
            add(&w, level_names[level], strlen(level_names[level]));
        break;
    case SANSMCP_EVENT_ANSWERED: add_outcome(&w, event); break;
    case SANSMCP_EVENT_REQUEST:
    case SANSMCP_EVENT_NOTIFICATION: add_text(&w, sansmcp_event_method(event)); break;
    case SANSMCP_EVENT_CANCELLED:
        add_text(&w, reason.data != NULL ? reason : (sansmcp_text){"-", 1});
        break;
    case SANSMCP_EVENT_REFUSED:
        add(&w, code, (size_t)snprintf(code, sizeof code, "%d", sansmcp_event_refusal_code(event)));
        break;
    default: break;
    }
    expect(d->c, "= ", w.line, w.len);
    keep(&d->last, event);
}

#endif

/* How the events of a client, its outputs and its errors look in a transcript. */
#ifndef VECTORS_CLIENT_LINES_H
#define VECTORS_CLIENT_LINES_H

#include "client_world.h"

/* A line that is put together. */
typedef struct {
    char text[1 << 17];
    size_t len;
} text_line;

static inline void add_str(text_line *line, sansmcp_str more) {
    if (more.len > sizeof line->text - line->len) abort();
    if (more.len > 0) memcpy(line->text + line->len, more.data, more.len);
    line->len += more.len;
}

static inline void add(text_line *line, const char *more) {
    add_str(line, (sansmcp_str){more, strlen(more)});
}

static inline void add_number(text_line *line, long long value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", value);
    add(line, digits);
}

/* A blank and a text; `-` where there is none. */
static inline void add_word(text_line *line, sansmcp_str more) {
    add(line, " ");
    if (more.data != NULL) add_str(line, more);
    else add(line, "-");
}

static inline sansmcp_str as_written(sansmcp_text text) {
    return (sansmcp_str){text.data, text.len};
}

static inline void add_ticket(text_line *line, sansmcp_ticket ticket) {
    uint64_t ticket_number = sansmcp_ticket_number(ticket);
    add(line, " ");
    if (ticket_number == 0) add(line, "-");
    else add_number(line, (long long)ticket_number);
}

static inline void add_amount(text_line *line, sansmcp_number amount) {
    if (amount.kind == SANSMCP_NUMBER_INTEGER) {
        add(line, " ");
        add_number(line, amount.integer);
    } else {
        add_word(line, amount.kind == SANSMCP_NUMBER_TEXT ? amount.text : (sansmcp_str){0});
    }
}

static inline bool is_request(const sansmcp_event *event) {
    return !is(sansmcp_event_revision(event), "2026-07-28");
}

static inline void add_failure(text_line *line, const sansmcp_outcome *outcome) {
    add_word(line, sansmcp_failure_account(outcome->failure).name);
}

static inline void add_received(text_line *line, const sansmcp_outcome *outcome) {
    if (outcome->received.data != NULL) add_word(line, outcome->received);
}

static inline void add_inputs(text_line *line, const sansmcp_event *event) {
    static const char *const methods[] = {"", " Elicit", " CreateMessage", " ListRoots"};
    sansmcp_input input;
    size_t count = 0;
    while (sansmcp_event_input(event, count, &input) == SANSMCP_OK) {
        sansmcp_str key = as_written(input.key);
        if (key.len == 0) key.data = NULL;
        add_word(line, key);
        add(line, methods[input.kind]);
        count++;
    }
    if (count == 0) add(line, " -");
}

static const char *const list_names[] = {"-", "tools", "prompts", "resources"};

static inline void add_heard(text_line *line, const sansmcp_event *event) {
    size_t before = line->len;
    for (uint8_t what = SANSMCP_WHAT_TOOLS; what <= SANSMCP_WHAT_RESOURCES; what++) {
        if (!sansmcp_event_hears(event, what)) continue;
        add(line, " ");
        add(line, list_names[what]);
    }
    for (size_t i = 0; sansmcp_event_uri(event, i).data != NULL; i++)
        add_word(line, as_written(sansmcp_event_uri(event, i)));
    if (sansmcp_event_refused(event) > 0) {
        add(line, " refused ");
        add_number(line, sansmcp_event_refused(event));
    }
    if (line->len == before) add(line, " -");
}

static inline void add_outcome(text_line *line, const sansmcp_event *event) {
    bool is_listen = event->kind == SANSMCP_CLIENT_EVENT_LISTEN_ENDED;
    sansmcp_outcome outcome = {0};
    sansmcp_event_outcome(event, &outcome);
    switch (outcome.kind) {
    case SANSMCP_OUTCOME_RESULT:
        add(line, is_listen ? " graceful" : " result");
        if (!is_listen) add_word(line, outcome.result);
        break;
    case SANSMCP_OUTCOME_ERROR:
        add(line, " error");
        add_received(line, &outcome);
        break;
    case SANSMCP_OUTCOME_FAILED:
        if (event->kind != SANSMCP_CLIENT_EVENT_FAILED) add(line, " failed");
        add_failure(line, &outcome);
        if (!is_listen) add_received(line, &outcome);
        break;
    default: add(line, " cancelled");
    }
}

static inline void add_log(text_line *line, const sansmcp_event *event) {
    static const char *const names[] = {"-", "debug", "info", "notice", "warning", "error",
        "critical", "alert", "emergency"};
    add(line, " ");
    add(line, names[sansmcp_event_level(event)]);
    add_word(line, as_written(sansmcp_event_logger(event)));
    add_word(line, sansmcp_event_data(event));
}

static inline void add_progress(text_line *line, const sansmcp_event *event) {
    sansmcp_progress progress = {0};
    sansmcp_event_progress(event, &progress);
    add_amount(line, progress.progress);
    add_amount(line, progress.total);
    if (progress.message.data != NULL) add_word(line, as_written(progress.message));
}

static inline void add_code(text_line *line, int32_t code) {
    add(line, " ");
    if (code != 0) add_number(line, code);
    else add(line, "-");
}

/* What follows the kind and the id. */
static inline void add_rest(text_line *line, const sansmcp_event *event) {
    static const char *const pauses[] = {"", " unauthorized", " forbidden", " session_lost",
        " revision", " header"};
    sansmcp_str name = {0};
    switch (event->kind) {
    case SANSMCP_CLIENT_EVENT_CONNECTED:
        add_word(line, sansmcp_event_revision(event));
        if (sansmcp_json_get(sansmcp_event_server_info(event), SANSMCP_STR("name"), &name)
            == SANSMCP_OK) {
            sansmcp_text inside = {0};
            sansmcp_json_text(name, &inside);
            name = as_written(inside);
        }
        add_word(line, name);
        break;
    case SANSMCP_CLIENT_EVENT_FAILED:
    case SANSMCP_CLIENT_EVENT_ANSWERED:
    case SANSMCP_CLIENT_EVENT_LISTEN_ENDED: add_outcome(line, event); break;
    case SANSMCP_CLIENT_EVENT_INPUT_NEEDED: add_inputs(line, event); break;
    case SANSMCP_CLIENT_EVENT_SUSPENDED: add(line, pauses[sansmcp_event_why(event)]); break;
    case SANSMCP_CLIENT_EVENT_PROGRESS: add_progress(line, event); break;
    case SANSMCP_CLIENT_EVENT_LOG: add_log(line, event); break;
    case SANSMCP_CLIENT_EVENT_LISTENING: add_heard(line, event); break;
    case SANSMCP_CLIENT_EVENT_CHANGED:
        add(line, " ");
        add(line, list_names[sansmcp_event_what(event)]);
        break;
    case SANSMCP_CLIENT_EVENT_UPDATED:
        add_word(line, as_written(sansmcp_event_uri(event, 0)));
        break;
    case SANSMCP_CLIENT_EVENT_WITHDRAWN:
        add_word(line, as_written(sansmcp_event_reason(event)));
        break;
    case SANSMCP_CLIENT_EVENT_PING: break;
    case SANSMCP_CLIENT_EVENT_REFUSED:
    case SANSMCP_CLIENT_EVENT_IGNORED: add_code(line, sansmcp_event_refusal_code(event)); break;
    default: add_word(line, as_written(sansmcp_event_method(event)));
    }
}

/* An event comes out. */
static inline void tell_event(world *w, const sansmcp_event *event) {
    static text_line line;
    bool is_servers = false;
    switch (event->kind) {
    case SANSMCP_CLIENT_EVENT_INPUT_NEEDED: is_servers = is_request(event); break;
    case SANSMCP_CLIENT_EVENT_PING:
    case SANSMCP_CLIENT_EVENT_REQUEST:
    case SANSMCP_CLIENT_EVENT_REFUSED:
    case SANSMCP_CLIENT_EVENT_WITHDRAWN:
    case SANSMCP_CLIENT_EVENT_IGNORED: is_servers = true; break;
    default: break;
    }
    line.len = 0;
    add_str(&line, sansmcp_event_kind_name(event->kind));
    if (is_servers) add_word(&line, sansmcp_event_id(event));
    else add_ticket(&line, event->ticket);
    add_rest(&line, event);
    expect(w->c, "= ", line.text, line.len);
}

static inline void tell_expect(world *w, const sansmcp_expect *it) {
    static const char *const kinds[] = {"nothing", "json", "events", "denied"};
    static text_line line;
    line.len = 0;
    add(&line, kinds[it->kind]);
    if (it->kind == SANSMCP_EXPECT_DENIED) {
        add_ticket(&line, it->ticket);
        if (it->challenge.len > 0) add_word(&line, it->challenge);
    }
    expect(w->c, "= expect ", line.text, line.len);
}

static inline void tell_error(world *w, sansmcp_result result, size_t need) {
    static const char *const errors[] = {[SANSMCP_SHORT] = "? short ", [SANSMCP_STALE] = "? stale",
        [SANSMCP_STREAMING] = "? streaming", [SANSMCP_BUSY] = "? busy",
        [SANSMCP_NOT_SUPPORTED] = "? not_supported", [SANSMCP_NOT_JSON] = "? not_json",
        [SANSMCP_NOT_TEXT] = "? not_text", [SANSMCP_NOT_READY] = "? not_ready",
        [SANSMCP_NOT_OFFERED] = "? not_offered", [SANSMCP_UNDECLARED] = "? undeclared"};
    char digits[24] = "";
    size_t at = (size_t)result;
    if (at >= sizeof errors / sizeof *errors || errors[at] == NULL) {
        wrong(w->c, "%s", sansmcp_result_text((uint32_t)result));
        return;
    }
    if (result == SANSMCP_SHORT) snprintf(digits, sizeof digits, "%zu", need);
    expect(w->c, errors[at], digits, strlen(digits));
}

#endif

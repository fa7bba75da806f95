/* A tool that asks the person first, in all revisions: one loop, with one thing to remember. */
#include <sansmcp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CALLS = 8, KEPT = 4096 };

/* The calls that wait for an answer. */
static struct {
    sansmcp_ticket ticket;
    size_t len; /* 0: the place is free */
    char text[KEPT];
} kept[CALLS];

static uint8_t rx[4096], tx[8192], again[8192];
static sansmcp_connection connection;
static sansmcp_slot slots[CALLS];
static sansmcp_server server;
static sansmcp_out out;

static bool write_all(const uint8_t *data, size_t len) {
    while (len > 0) {
        ssize_t n = write(1, data, len);
        if (n <= 0) return false;
        data += n;
        len -= (size_t)n;
    }
    return true;
}

/* The place of a ticket; of one of all zero bits a free one. */
static size_t place_of(sansmcp_ticket ticket) {
    size_t at = 0;
    while (at < CALLS && (kept[at].len > 0 ? sansmcp_ticket_number(kept[at].ticket) : 0)
               != sansmcp_ticket_number(ticket))
        at++;
    return at;
}

static void forget(sansmcp_ticket ticket) {
    size_t at = place_of(ticket);
    if (at < CALLS) kept[at].len = 0;
}

static sansmcp_result fail(sansmcp_ticket ticket, const char *why) {
    sansmcp_str text = {why, strlen(why)};
    return sansmcp_server_fail(&server, ticket, text, tx, sizeof tx, &out);
}

/* Runs from its start each time the call comes, and finds what was answered meanwhile. */
static sansmcp_result erase(const sansmcp_event *call) {
    static const sansmcp_object sure = {.json = SANSMCP_STR_INIT(
        "{\"message\":\"Erase everything?\","
        "\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}")};
    static const sansmcp_ask_input inputs[] = {
        {.key = SANSMCP_STR_INIT("sure"), .params = &sure, .kind = SANSMCP_INPUT_ELICIT}};
    static const sansmcp_ask ask = {.inputs = inputs, .input_count = 1,
                                    .limits = {SANSMCP_FOREVER, SANSMCP_FOREVER}};
    sansmcp_str answer;
    if (sansmcp_event_input_response(call, SANSMCP_STR("sure"), &answer) == SANSMCP_OK) {
        bool is_sure = sansmcp_response_action(answer) == SANSMCP_ACTION_ACCEPT;
        sansmcp_str text =
            is_sure ? SANSMCP_STR("All is gone.") : SANSMCP_STR("Nothing was done.");
        return sansmcp_server_answer_text(&server, call->ticket, text, tx, sizeof tx, &out);
    }
    if (!(sansmcp_event_capabilities(call) & SANSMCP_CAPABILITY_ELICITATION_FORM))
        return sansmcp_server_undeclared(&server, call->ticket,
                                         SANSMCP_CAPABILITY_ELICITATION_FORM, tx, sizeof tx, &out);
    if (sansmcp_event_revision_number(call) < SANSMCP_REVISION_2026_07_28
        && !sansmcp_server_is_ready(&server))
        /* It may not be asked anything before it says notifications/initialized. */
        return fail(call->ticket, "Say that you are initialized.");
    size_t at = place_of((sansmcp_ticket){0, 0});
    sansmcp_result result = sansmcp_server_ask(&server, call, &ask, 0, tx, sizeof tx, &out);
    if (result == SANSMCP_OK && out.keep.len > 0) {
        /* Before 2026-07-28: the call comes again with this and the answer. */
        if (at == CALLS || out.keep.len > KEPT) return fail(call->ticket, "That is too much.");
        kept[at].ticket = call->ticket;
        kept[at].len = out.keep.len;
        memcpy(kept[at].text, out.keep.data, out.keep.len);
    }
    return result;
}

static sansmcp_result act(const sansmcp_event *event) {
    if (event->kind == SANSMCP_EVENT_CALL_TOOL
        && sansmcp_text_equals(sansmcp_event_name(event), SANSMCP_STR("erase")))
        return erase(event);
    if (event->kind == SANSMCP_EVENT_CANCELLED) {
        forget(event->ticket);
        sansmcp_server_abandon(&server, event->ticket); /* stale if a listen ended */
        return sansmcp_server_reply(&server, event, tx, sizeof tx, &out); /* nothing */
    }
    if (event->kind == SANSMCP_EVENT_ANSWERED) {
        /* Before 2026-07-28: the answer to a request of ours. The call comes again. */
        sansmcp_ticket ticket = sansmcp_event_parent(event);
        size_t at = place_of(ticket);
        sansmcp_str text = {at < CALLS ? kept[at].text : "", at < CALLS ? kept[at].len : 0};
        sansmcp_event call;
        sansmcp_result result = sansmcp_server_resume(&server, event, text, NULL, 0, again,
                                                      sizeof again, &call, &out);
        forget(ticket);
        if (result != SANSMCP_OK)
            return fail(ticket, sansmcp_result_text((uint32_t)result));
        return call.kind != 0 ? act(&call) : result; /* there is one question alone */
    }
    return sansmcp_server_reply(&server, event, tx, sizeof tx, &out);
}

int main(void) {
    static const sansmcp_tool tools[] = {{
        .name = SANSMCP_STR_INIT("erase"),
        .description = SANSMCP_STR_INIT("Erases everything, if told so"),
    }};
    static const sansmcp_server_info info = {.name = SANSMCP_STR_INIT("ask"),
        .version = SANSMCP_STR_INIT("1.0.0"), .tools = tools, .tool_count = 1};
    sansmcp_lines lines;
    sansmcp_frame frame;
    sansmcp_event event;
    sansmcp_lines_init(&lines, rx, sizeof rx);
    if (sansmcp_server_init(&server, &info, &connection, slots, CALLS) != SANSMCP_OK) return 1;
    for (;;) {
        size_t room;
        uint8_t *space = sansmcp_lines_space(&lines, &room);
        ssize_t n = read(0, space, room);
        if (n < 0) return 1;
        sansmcp_lines_filled(&lines, (size_t)n);
        while ((n > 0 ? sansmcp_lines_next_frame(&lines, &frame)
                      : sansmcp_lines_finish(&lines, &frame)) == SANSMCP_OK) {
            while (sansmcp_server_receive(&server, &frame, 0, &event) == SANSMCP_OK) {
                if (act(&event) != SANSMCP_OK || !write_all(out.data, out.len)) return 1;
                /* Questions of calls that were cancelled. */
                while (sansmcp_server_next_output(&server, tx, sizeof tx, &out) == SANSMCP_OK)
                    if (!write_all(out.data, out.len)) return 1;
            }
        }
        if (n == 0) return 0;
    }
}

/*
 * What a server says and asks, given what it should not be given: NULL, tickets that are out of
 * date, buffers that are too small, numbers and texts that are wrong, calls in the wrong order.
 * Each is an error value, nothing is written then, and nothing crashes. The last line is
 * `N passed, M failed`.
 */
#include "server_world.h"

static const sansmcp_str none = {0};
static const sansmcp_str not_text = {"a\xff", 2};
static const sansmcp_str nowhere = {NULL, 3};
static const sansmcp_str endless = {"a", SIZE_MAX};
static const sansmcp_object form = {.json = SANSMCP_STR_INIT("{\"message\":\"?\"}")};
static const sansmcp_ask_input inputs[] = {
    {.key = SANSMCP_STR_INIT("k"), .params = &form, .kind = SANSMCP_INPUT_ELICIT},
    {.key = SANSMCP_STR_INIT("l"), .kind = SANSMCP_INPUT_LIST_ROOTS},
};
static const sansmcp_ask ask = {.inputs = inputs, .input_count = 2,
                                .state = SANSMCP_STR_INIT("state")};
#define ALL "{\"elicitation\":{},\"sampling\":{},\"roots\":{}}"
#define RPC "{\"jsonrpc\":\"2.0\","
#define LISTEN RPC "\"id\":\"l\",\"method\":\"subscriptions/listen\",\"params\":{" META("{}") \
    ",\"notifications\":{\"resourceSubscriptions\":[\"a:b\",\"a:c\"]}}}"

static bool is_untouched(const void *memory, size_t len) {
    const uint8_t *bytes = memory;
    while (len > 0 && bytes[len - 1] == 0xaa) len--;
    return len == 0;
}

/* A call that waits, in a revision with a handshake. */
static void called(world *w) {
    begin(w, &all);
    shake(w, "2025-11-25", ALL);
    GIVES(OK, hear(w, CALL("1", "")));
}

/* Every pointer that a function needs, NULL in its turn. */
static void null_pointers(void) {
    world w;
    sansmcp_out out;
    sansmcp_event call, event;
    sansmcp_ticket ticket;
    sansmcp_receivers receivers = {0};
    size_t count;
    uint64_t deadline;
    sansmcp_str json;
    called(&w);
    memset(&out, 0xaa, sizeof out);
    memset(&call, 0xaa, sizeof call);
    memset(&ticket, 0xaa, sizeof ticket);
    sansmcp_ticket t = w.event.ticket;
    for (int which = 0; which < 3; which++) {
        sansmcp_server *s = which == 0 ? NULL : &w.server;
        uint8_t *tx = which == 1 ? NULL : w.tx;
        sansmcp_out *to = which == 2 ? NULL : &out;
        GIVES(NULL_POINTER, sansmcp_server_ask(s, &w.event, &ask, 0, tx, 512, to));
        GIVES(NULL_POINTER, sansmcp_server_request(s, t, S("x"), NULL, NULL, 0, tx, 512, &ticket,
                                                   to));
        GIVES(NULL_POINTER, sansmcp_server_undeclared(s, t, 0, tx, 512, to));
        GIVES(NULL_POINTER, sansmcp_server_log(s, t, SANSMCP_LEVEL_INFO, none, S("m"), tx, 512,
                                               to));
        GIVES(NULL_POINTER, sansmcp_server_log_json(s, t, SANSMCP_LEVEL_INFO, none, S("1"), tx, 512,
                                                    to));
        GIVES(NULL_POINTER, sansmcp_server_notify(s, t, S("x"), NULL, tx, 512, to));
        GIVES(NULL_POINTER, sansmcp_server_updated(s, S("a:b"), &receivers, tx, 512, to));
    }
    GIVES(NULL_POINTER, sansmcp_server_ask(&w.server, NULL, &ask, 0, w.tx, 512, &out));
    GIVES(NULL_POINTER, sansmcp_server_ask(&w.server, &w.event, NULL, 0, w.tx, 512, &out));
    GIVES(NULL_POINTER, sansmcp_server_request(&w.server, t, S("x"), NULL, NULL, 0, w.tx, 512, NULL,
                                               &out));
    GIVES(NULL_POINTER, sansmcp_server_updated(&w.server, S("a:b"), NULL, w.tx, 512, &out));
    GIVES(NULL_POINTER, sansmcp_server_changed(NULL, SANSMCP_WHAT_TOOLS));
    GIVES(NULL_POINTER, sansmcp_server_end_listen(NULL, t));
    GIVES(NULL_POINTER, sansmcp_server_listens(NULL, NULL, 0, &count));
    GIVES(NULL_POINTER, sansmcp_server_listens(&w.server, NULL, 0, NULL));
    GIVES(NULL_POINTER, sansmcp_server_listens(&w.server, NULL, 1, &count));
    GIVES(NULL_POINTER, sansmcp_server_next_deadline(NULL, &deadline));
    GIVES(NULL_POINTER, sansmcp_server_next_deadline(&w.server, NULL));
    GIVES(NULL_POINTER, sansmcp_server_expire(NULL, 0, &event));
    GIVES(NULL_POINTER, sansmcp_server_expire(&w.server, 0, NULL));
    GIVES(NULL_POINTER, sansmcp_server_closed(NULL, (sansmcp_route){0}));
    GIVES(OUT_OF_RANGE, sansmcp_server_closed(&w.server, (sansmcp_route){0, 3}));
    CHECK(!sansmcp_server_is_ready(NULL) && sansmcp_server_revision(NULL) == 0);
    sansmcp_server empty = {0};
    CHECK(!sansmcp_server_is_ready(&empty) && sansmcp_server_revision(&empty) == 0);

    CHECK(sansmcp_event_revision_number(NULL) == 0 && sansmcp_event_capabilities(NULL) == 0);
    CHECK(sansmcp_event_input_responses(NULL).data == NULL);
    CHECK(sansmcp_event_request_state(NULL).data == NULL);
    CHECK(same_ticket(sansmcp_event_parent(NULL), no_ticket));
    CHECK(!sansmcp_event_wants(NULL, SANSMCP_WHAT_TOOLS));
    GIVES(NULL_POINTER, sansmcp_event_input_response(NULL, S("k"), &json));
    GIVES(NULL_POINTER, sansmcp_event_input_response(&w.event, nowhere, &json));
    GIVES(NULL_POINTER, sansmcp_event_input_response(&w.event, S("k"), NULL));
    GIVES(NOT_TEXT, sansmcp_event_input_response(&w.event, not_text, &json));

    /* The question is out: what resumes it. */
    sansmcp_event first = w.event;
    char *text = w.text;
    w.text = NULL;
    GIVES(OK, sansmcp_server_ask(&w.server, &first, &ask, 0, TX));
    keep(&w);
    HEARS(ANSWERED, RPC "\"id\":65537,\"result\":{\"action\":\"accept\"}}");
    for (int which = 0; which < 5; which++)
        GIVES(NULL_POINTER, sansmcp_server_resume(which == 0 ? NULL : &w.server,
            which == 1 ? NULL : &w.event, kept(&w), NULL, 0, which == 2 ? NULL : w.tx, 512,
            which == 3 ? NULL : &call, which == 4 ? NULL : &out));
    GIVES(NULL_POINTER, sansmcp_server_resume(&w.server, &w.event, nowhere, NULL, 0, w.tx, 512,
                                              &call, &out));
    GIVES(NOT_TEXT, sansmcp_server_resume(&w.server, &w.event, not_text, NULL, 0, w.tx, 512, &call,
                                          &out));
    CHECK(is_untouched(&out, sizeof out) && is_untouched(&call, sizeof call));
    CHECK(is_untouched(&ticket, sizeof ticket));

    HEARS(LISTEN, LISTEN);
    for (int which = 0; which < 4; which++)
        GIVES(NULL_POINTER, sansmcp_server_accept(which == 0 ? NULL : &w.server,
            which == 1 ? NULL : &w.event, NULL, 0, which == 2 ? NULL : w.tx, 512,
            which == 3 ? NULL : &out));
    GIVES(NULL_POINTER, sansmcp_server_accept(&w.server, &w.event, NULL, 1, w.tx, 512, &out));
    GIVES(OUT_OF_RANGE, sansmcp_server_accept(&w.server, &w.event, w.tx, SIZE_MAX, w.tx, 512,
                                              &out));
    CHECK(is_untouched(&out, sizeof out));
    free(text);
    end(&w);
}

/* Texts, numbers and kinds that are none. */
static void wrong_inputs(void) {
    world w;
    sansmcp_out out;
    sansmcp_ticket ticket;
    sansmcp_receivers receivers = {0};
    called(&w);
    memset(&out, 0xaa, sizeof out);
    sansmcp_ticket t = w.event.ticket;
    static const sansmcp_object bad_object = {.json = SANSMCP_STR_INIT("[]")};
    static const sansmcp_object no_fields = {.field_count = 2};
    const struct { sansmcp_ask_input input; sansmcp_result result; } bad[] = {
        {{.key = none, .kind = 1}, SANSMCP_NULL_POINTER},
        {{.key = nowhere, .kind = 1}, SANSMCP_NULL_POINTER},
        {{.key = not_text, .kind = 1}, SANSMCP_NOT_TEXT},
        {{.key = endless, .kind = 1}, SANSMCP_OUT_OF_RANGE},
        {{.key = S("k"), .kind = 0}, SANSMCP_OUT_OF_RANGE},
        {{.key = S("k"), .kind = 4}, SANSMCP_OUT_OF_RANGE},
        {{.key = S("k"), .kind = 1, .params = &bad_object}, SANSMCP_NOT_JSON},
        {{.key = S("k"), .kind = 1, .params = &no_fields}, SANSMCP_NULL_POINTER},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sansmcp_ask_input two[] = {inputs[1], bad[i].input};
        sansmcp_ask wrong = {.inputs = two, .input_count = 2};
        CHECK(sansmcp_server_ask(&w.server, &w.event, &wrong, 0, w.tx, 512, &out)
              == bad[i].result);
    }
    sansmcp_ask wrong = ask;
    wrong.state = not_text;
    GIVES(NOT_TEXT, sansmcp_server_ask(&w.server, &w.event, &wrong, 0, w.tx, 512, &out));
    wrong = (sansmcp_ask){.input_count = 1};
    GIVES(NULL_POINTER, sansmcp_server_ask(&w.server, &w.event, &wrong, 0, w.tx, 512, &out));
    wrong.inputs = inputs;
    wrong.input_count = SIZE_MAX;
    GIVES(OUT_OF_RANGE, sansmcp_server_ask(&w.server, &w.event, &wrong, 0, w.tx, 512, &out));
    sansmcp_ask_input many[SANSMCP_MAX_INPUTS + 1];
    char names[SANSMCP_MAX_INPUTS + 1];
    for (size_t i = 0; i <= SANSMCP_MAX_INPUTS; i++) {
        names[i] = (char)('a' + i);
        many[i] = (sansmcp_ask_input){.key = {&names[i], 1}, .kind = SANSMCP_INPUT_LIST_ROOTS};
    }
    wrong.inputs = many;
    wrong.input_count = SANSMCP_MAX_INPUTS + 1;
    GIVES(OUT_OF_RANGE, sansmcp_server_ask(&w.server, &w.event, &wrong, 0, w.tx, 512, &out));
    sansmcp_ask_input twice[] = {inputs[0], inputs[0]};
    wrong = (sansmcp_ask){.inputs = twice, .input_count = 2};
    GIVES(NOT_SUPPORTED, sansmcp_server_ask(&w.server, &w.event, &wrong, 0, w.tx, 512, &out));
    wrong.input_count = 0;
    GIVES(NOT_SUPPORTED, sansmcp_server_ask(&w.server, &w.event, &wrong, 0, w.tx, 512, &out));

    GIVES(NULL_POINTER, sansmcp_server_request(&w.server, t, nowhere, NULL, NULL, 0, w.tx, 512,
                                               &ticket, &out));
    GIVES(NOT_TEXT, sansmcp_server_request(&w.server, t, not_text, NULL, NULL, 0, w.tx, 512,
                                           &ticket, &out));
    GIVES(NOT_JSON, sansmcp_server_request(&w.server, t, S("x"), &bad_object, NULL, 0, w.tx, 512,
                                           &ticket, &out));
    for (unsigned level = 0; level < 256; level += level == 0 ? 9 : 1)
        GIVES(OUT_OF_RANGE, sansmcp_server_log(&w.server, t, (uint8_t)level, none, S("m"), w.tx,
                                               512, &out));
    GIVES(NOT_TEXT, sansmcp_server_log(&w.server, t, 1, not_text, S("m"), w.tx, 512, &out));
    GIVES(NOT_TEXT, sansmcp_server_log(&w.server, t, 1, none, not_text, w.tx, 512, &out));
    GIVES(NOT_TEXT, sansmcp_server_log_json(&w.server, t, 1, none, not_text, w.tx, 512, &out));
    GIVES(NOT_JSON, sansmcp_server_log_json(&w.server, t, 1, none, none, w.tx, 512, &out));
    GIVES(NOT_TEXT, sansmcp_server_notify(&w.server, t, not_text, NULL, w.tx, 512, &out));
    GIVES(NOT_JSON, sansmcp_server_notify(&w.server, t, S("x"), &bad_object, w.tx, 512, &out));
    GIVES(NOT_TEXT, sansmcp_server_updated(&w.server, not_text, &receivers, w.tx, 512, &out));
    for (unsigned what = 4; what < 256; what++)
        GIVES(OUT_OF_RANGE, sansmcp_server_changed(&w.server, (uint8_t)what));
    CHECK(is_untouched(&out, sizeof out));
    /* The call is as it was. */
    GIVES(OK, sansmcp_server_ask(&w.server, &w.event, &ask, 0, TX));
    end(&w);
}

/* Tickets of nothing, and of something else. */
static void stale(void) {
    world w;
    sansmcp_event call;
    called(&w);
    sansmcp_event first = w.event;
    GIVES(OK, sansmcp_server_answer_text(&w.server, first.ticket, S("x"), TX));
    const sansmcp_ticket tickets[] = {first.ticket, {1, 0}, {UINT32_MAX, 0}, {1, UINT16_MAX},
                                      {UINT32_MAX, UINT16_MAX}, {0, 7}};
    sansmcp_ticket ticket;
    for (size_t i = 0; i < sizeof tickets / sizeof *tickets; i++) {
        sansmcp_ticket t = tickets[i];
        GIVES(STALE, sansmcp_server_undeclared(&w.server, t, UINT32_MAX, TX));
        GIVES(STALE, sansmcp_server_log(&w.server, t, 1, none, S("m"), TX));
        GIVES(STALE, sansmcp_server_notify(&w.server, t, S("x"), NULL, TX));
        GIVES(STALE, sansmcp_server_end_listen(&w.server, t));
        GIVES(STALE, sansmcp_server_request(&w.server, t, S("x"), NULL, NULL, 0, w.tx, w.tx_len,
                                            &ticket, &w.out));
    }
    GIVES(STALE, sansmcp_server_ask(&w.server, &first, &ask, 0, TX));
    /* An event that is no answer, and one of no kind. */
    GIVES(NOT_SUPPORTED, sansmcp_server_resume(&w.server, &first, S("{}"), NULL, 0, w.tx, 512,
                                               &call, &w.out));
    GIVES(NOT_SUPPORTED, sansmcp_server_accept(&w.server, &first, NULL, 0, TX));
    for (unsigned kind = 0; kind < 256; kind++) {
        sansmcp_event event = first;
        sansmcp_str json;
        event.kind = (uint8_t)kind;
        bool is_one = kind >= SANSMCP_EVENT_INITIALIZE && kind <= SANSMCP_EVENT_ANSWERED;
        sansmcp_result result = sansmcp_server_ask(&w.server, &event, &ask, 0, TX);
        CHECK(result == (is_one ? SANSMCP_STALE : SANSMCP_OUT_OF_RANGE));
        result = sansmcp_event_input_response(&event, S("k"), &json);
        CHECK(result == (is_one ? SANSMCP_NONE : SANSMCP_OUT_OF_RANGE));
        CHECK(sansmcp_event_input_responses(&event).data == NULL);
        CHECK(same_ticket(sansmcp_event_parent(&event), no_ticket));
        CHECK(!sansmcp_event_wants(&event, SANSMCP_WHAT_TOOLS));
        result = sansmcp_server_resume(&w.server, &event, S("{}"), NULL, 0, w.tx, 512, &call,
                                       &w.out);
        CHECK(result != SANSMCP_OK);
        CHECK(sansmcp_server_accept(&w.server, &event, NULL, 0, TX) != SANSMCP_OK);
    }
    /* A listener is no call. */
    HEARS(LISTEN, LISTEN);
    GIVES(NOT_SUPPORTED, sansmcp_server_ask(&w.server, &w.event, &ask, 0, TX));
    GIVES(NOT_SUPPORTED, sansmcp_server_notify(&w.server, w.event.ticket, S("x"), NULL, TX));
    GIVES(OK, sansmcp_server_accept(&w.server, &w.event, NULL, 0, TX));
    GIVES(STALE, sansmcp_server_ask(&w.server, &w.event, &ask, 0, TX));
    end(&w);
}

/* Every buffer that is too small: nothing has happened then. */
static void small_buffers(void) {
    world w;
    sansmcp_out out = {0};
    sansmcp_event call;
    sansmcp_ticket ticket;
    called(&w);
    for (size_t room = 0;; room++) {
        uint8_t *tx = fresh(room, 1);
        sansmcp_result result = sansmcp_server_ask(&w.server, &w.event, &ask, 0, tx, room, &out);
        if (result == SANSMCP_OK) {
            CHECK(out.keep.len > 0 && out.len + out.keep.len == room);
            CHECK((const uint8_t *)out.keep.data == tx + out.len);
            w.out = out;
            keep(&w);
            free(tx);
            break;
        }
        CHECK(result == SANSMCP_SHORT && out.need > room && out.need < 512);
        CHECK(out.data == NULL && out.keep.data == NULL);
        free(tx);
    }
    HEARS(ANSWERED, RPC "\"id\":65537,\"result\":{\"action\":\"accept\"}}");
    memset(&call, 0xaa, sizeof call);
    for (size_t room = 0;; room++) {
        uint8_t *tx = fresh(room, 1);
        sansmcp_result result = sansmcp_server_resume(&w.server, &w.event, kept(&w), NULL, 0, tx,
                                                      room, &call, &out);
        if (result == SANSMCP_OK) {
            CHECK(call.kind == 0 && out.keep.len > 0);
            w.out = out;
            keep(&w);
            free(tx);
            break;
        }
        CHECK(result == SANSMCP_SHORT && out.need > room && is_untouched(&call, sizeof call));
        free(tx);
    }
    HEARS(ANSWERED, RPC "\"id\":131073,\"result\":{\"roots\":[]}}");
    for (size_t room = 0;; room++) {
        uint8_t *tx = fresh(room, 1);
        sansmcp_result result = sansmcp_server_resume(&w.server, &w.event, kept(&w), NULL, 0, tx,
                                                      room, &call, &out);
        if (result == SANSMCP_OK) {
            CHECK(call.kind == SANSMCP_EVENT_CALL_TOOL && call.text.len == room);
            free(tx);
            break;
        }
        CHECK(result == SANSMCP_SHORT && out.need > room);
        free(tx);
    }
    for (size_t room = 0; room < 60; room++) {
        GIVES(SHORT, sansmcp_server_log(&w.server, no_ticket, 8, S("l"), S("m"), w.tx, room, &out));
        GIVES(SHORT, sansmcp_server_notify(&w.server, no_ticket, S("notifications/x/y/z/long/name"),
                                           NULL, w.tx, room, &out));
        GIVES(SHORT, sansmcp_server_request(&w.server, no_ticket, S("roots/list"), NULL, NULL, 0,
                                            w.tx, room, &ticket, &out));
        GIVES(SHORT, sansmcp_server_undeclared(&w.server, call.ticket, 0, w.tx, room, &out));
        CHECK(out.need > room && out.data == NULL);
    }
    /* No slot is free for a question. */
    w.slot_count = 1;
    end(&w);
    called(&w);
    sansmcp_slot one = {0};
    sansmcp_connection connection = {0};
    free(w.connection);
    w.connection = copy(&connection, sizeof connection);
    GIVES(OK, sansmcp_server_init(&w.server, &all, w.connection, &one, 1));
    shake(&w, "2025-11-25", ALL);
    HEARS(CALL_TOOL, CALL("1", ""));
    GIVES(BUSY, sansmcp_server_ask(&w.server, &w.event, &ask, 0, TX));
    GIVES(OK, sansmcp_server_answer_text(&w.server, w.event.ticket, S("x"), TX));
    end(&w);
}

int main(void) {
    null_pointers();
    wrong_inputs();
    stale();
    small_buffers();
    return checked();
}

/*
 * What the client in C does with what it should not be given: NULL, tickets that are out of date,
 * buffers that are too small, numbers and texts that are wrong, events of another kind. Each is an
 * error value, nothing is written then, and nothing crashes. The last line is `N passed, M failed`.
 */
#include "client_world.h"

_Static_assert(sizeof(sansmcp_client) == 5 * sizeof(void *), "client");
_Static_assert(sizeof(sansmcp_policy) == 12, "policy");
_Static_assert(sizeof(sansmcp_pages) == 16, "pages");

static const sansmcp_str none = {0};
static const sansmcp_str not_text = {"a\xff", 2};
static const sansmcp_str lost = {NULL, 1};

static bool is_untouched(const void *memory, size_t len) {
    const uint8_t *bytes = memory;
    while (len > 0 && bytes[len - 1] == 0xaa) len--;
    return len == 0;
}

/* A client that was asked for a form; its own call is open beside. */
static sansmcp_ticket asked(world *w) {
    begin(w, &me);
    connect_older(w);
    sansmcp_ticket call = call_echo(w);
    CHECK(hears(w, RPC "\"id\":1,\"method\":\"elicitation/create\",\"params\":{\"message\":\"?\","
                   "\"requestedSchema\":{}}}", SANSMCP_CLIENT_EVENT_INPUT_NEEDED));
    return call;
}

/* Every pointer of every call that writes a message, NULL in its turn. */
static void null_outputs(void) {
    world w;
    sansmcp_ticket call = asked(&w), ticket;
    sansmcp_out out;
    sansmcp_subscription all = {.tools = 1};
    sansmcp_object object = {0};
    sansmcp_given given = {.result = &object};
    const sansmcp_event *e = &w.event;
    memset(&out, 0xaa, sizeof out);
    memset(&ticket, 0xaa, sizeof ticket);
    for (int which = 0; which < 3; which++) {
        sansmcp_client *c = which == 0 ? NULL : &w.client;
        uint8_t *tx = which == 1 ? NULL : w.tx;
        size_t len = w.tx_len;
        sansmcp_out *into = which == 2 ? NULL : &out;
        sansmcp_str m = S("tools/list");
        GIVES(NULL_POINTER, sansmcp_client_next_output(c, tx, len, into));
        GIVES(NULL_POINTER, sansmcp_client_reply(c, e, tx, len, into));
        GIVES(NULL_POINTER, sansmcp_client_call(c, m, NULL, NULL, 0, tx, len, &ticket, into));
        GIVES(NULL_POINTER, sansmcp_client_again(c, call, m, NULL, NULL, 0, tx, len, &ticket,
                                                 into));
        GIVES(NULL_POINTER, sansmcp_client_provide(c, e, &given, 1, NULL, NULL, 0, tx, len,
                                                   &ticket, into));
        GIVES(NULL_POINTER, sansmcp_client_refuse(c, e, 1, none, tx, len, into));
        GIVES(NULL_POINTER, sansmcp_client_set_level(c, 1, NULL, 0, tx, len, &ticket, into));
        GIVES(NULL_POINTER, sansmcp_client_notify(c, m, NULL, tx, len, into));
        GIVES(NULL_POINTER, sansmcp_client_result(c, e->ticket, NULL, tx, len, into));
        GIVES(NULL_POINTER, sansmcp_client_error(c, e->ticket, 1, none, none, tx, len, into));
        GIVES(NULL_POINTER, sansmcp_client_listen(c, &all, 0, tx, len, into));
        GIVES(NULL_POINTER, sansmcp_client_unlisten(c, &all, 0, tx, len, into));
    }
    sansmcp_client *c = &w.client;
    uint8_t *tx = w.tx;
    size_t len = w.tx_len;
    GIVES(NULL_POINTER, sansmcp_client_reply(c, NULL, tx, len, &out));
    GIVES(NULL_POINTER, sansmcp_client_call(c, S("x"), NULL, NULL, 0, tx, len, NULL, &out));
    GIVES(NULL_POINTER, sansmcp_client_call(c, lost, NULL, NULL, 0, tx, len, &ticket, &out));
    GIVES(NULL_POINTER, sansmcp_client_again(c, call, S("x"), NULL, NULL, 0, tx, len, NULL, &out));
    GIVES(NULL_POINTER, sansmcp_client_provide(c, NULL, &given, 1, NULL, NULL, 0, tx, len, &ticket,
                                               &out));
    GIVES(NULL_POINTER, sansmcp_client_provide(c, e, NULL, 1, NULL, NULL, 0, tx, len, &ticket,
                                               &out));
    GIVES(NULL_POINTER, sansmcp_client_provide(c, e, &given, 1, NULL, NULL, 0, tx, len, NULL,
                                               &out));
    GIVES(NULL_POINTER, sansmcp_client_refuse(c, NULL, 1, none, tx, len, &out));
    GIVES(NULL_POINTER, sansmcp_client_set_level(c, 1, NULL, 0, tx, len, NULL, &out));
    GIVES(NULL_POINTER, sansmcp_client_listen(c, NULL, 0, tx, len, &out));
    GIVES(NULL_POINTER, sansmcp_client_unlisten(c, NULL, 0, tx, len, &out));
    all = (sansmcp_subscription){.uri_count = 1};
    GIVES(NULL_POINTER, sansmcp_client_listen(c, &all, 0, tx, len, &out));
    CHECK(is_untouched(&out, sizeof out) && is_untouched(&ticket, sizeof ticket));
    /* An object without its parts, or with half of them. */
    const sansmcp_field fields[] = {{.key = S("k")}, {.text = S("v")},
        {.key = lost, .text = S("v")}, {.key = S("k"), .text = lost}, {.key = S("k"), .json = lost},
        {.key = S("k"), .json_text = {NULL, 1}},
        {.key = S("k"), .number = {.kind = SANSMCP_NUMBER_TEXT, .text = lost}}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        object = (sansmcp_object){.fields = &fields[i], .field_count = 1};
        GIVES(NULL_POINTER, sansmcp_client_notify(c, S("x"), &object, tx, len, &out));
        object = (sansmcp_object){.inner_key = S("i"), .inner = &fields[i], .inner_count = 1};
        GIVES(NULL_POINTER, sansmcp_client_notify(c, S("x"), &object, tx, len, &out));
    }
    object = (sansmcp_object){.field_count = 1};
    GIVES(NULL_POINTER, sansmcp_client_notify(c, S("x"), &object, tx, len, &out));
    object = (sansmcp_object){.field_count = SIZE_MAX, .fields = fields};
    GIVES(OUT_OF_RANGE, sansmcp_client_notify(c, S("x"), &object, tx, len, &out));
    object = (sansmcp_object){.json = lost};
    GIVES(NULL_POINTER, sansmcp_client_notify(c, S("x"), &object, tx, len, &out));
    GIVES(NULL_POINTER, sansmcp_client_provide(c, e, &given, 1, NULL, NULL, 0, tx, len, &ticket,
                                               &out));
    CHECK(is_untouched(&out, sizeof out) && is_untouched(&ticket, sizeof ticket));
    /* It all waits for its answer still. */
    object = (sansmcp_object){0};
    GIVES(OK, sansmcp_client_provide(c, e, &given, 1, NULL, NULL, 0, tx, len, &ticket, &out));
    end(&w);
}

/* NULL everywhere else. */
static void null_pointers(void) {
    world w;
    sansmcp_event event;
    sansmcp_input input;
    sansmcp_outcome outcome;
    sansmcp_progress progress;
    sansmcp_policy policy;
    sansmcp_text cursor;
    sansmcp_pages guard = {0};
    sansmcp_client other;
    sansmcp_route pipe = {0};
    uint64_t at;
    size_t n;
    begin(&w, &me);
    sansmcp_client *c = &w.client;
    memset(&other, 0xaa, sizeof other);
    memset(&event, 0xaa, sizeof event);
    GIVES(NULL_POINTER, sansmcp_client_init(NULL, &me, w.connection, w.slots, 4));
    GIVES(NULL_POINTER, sansmcp_client_init(&other, NULL, w.connection, w.slots, 4));
    GIVES(NULL_POINTER, sansmcp_client_init(&other, &me, NULL, w.slots, 4));
    GIVES(NULL_POINTER, sansmcp_client_init(&other, &me, w.connection, NULL, 4));
    GIVES(OUT_OF_RANGE, sansmcp_client_init(&other, &me, w.connection, w.slots, SIZE_MAX / 16));
    sansmcp_client_info info = me;
    info.icons = NULL;
    GIVES(NULL_POINTER, sansmcp_client_init(&other, &info, w.connection, w.slots, 4));
    CHECK(is_untouched(&other, sizeof other));
    GIVES(NULL_POINTER, sansmcp_client_connect(NULL, NULL, 0));
    sansmcp_frame frame = {.data = (const uint8_t *)"{}", .len = 2};
    GIVES(NULL_POINTER, sansmcp_client_receive(NULL, &frame, 0, &event));
    GIVES(NULL_POINTER, sansmcp_client_receive(c, NULL, 0, &event));
    GIVES(NULL_POINTER, sansmcp_client_receive(c, &frame, 0, NULL));
    frame.data = NULL;
    GIVES(NULL_POINTER, sansmcp_client_receive(c, &frame, 0, &event));
    sansmcp_client empty = {0};
    GIVES(NULL_POINTER, sansmcp_client_connect(&empty, NULL, 0));
    GIVES(NULL_POINTER, sansmcp_client_expire(NULL, 0, &event));
    GIVES(NULL_POINTER, sansmcp_client_expire(c, 0, NULL));
    GIVES(NULL_POINTER, sansmcp_client_next_deadline(NULL, &at));
    GIVES(NULL_POINTER, sansmcp_client_next_deadline(c, NULL));
    GIVES(NULL_POINTER, sansmcp_client_closed(NULL, pipe, 0));
    GIVES(NULL_POINTER, sansmcp_client_cancel(NULL, (sansmcp_ticket){0, 0}));
    GIVES(NULL_POINTER, sansmcp_client_open(NULL, NULL, 0, &n));
    GIVES(NULL_POINTER, sansmcp_client_open(c, NULL, 1, &n));
    GIVES(NULL_POINTER, sansmcp_client_open(c, NULL, 0, NULL));
    CHECK(sansmcp_client_revision(NULL) == 0 && sansmcp_client_capabilities(NULL) == 0);
    CHECK(!sansmcp_client_is_connected(NULL) && is_untouched(&event, sizeof event));

    connect_modern(&w);
    GIVES(NULL_POINTER, sansmcp_event_outcome(NULL, &outcome));
    GIVES(NULL_POINTER, sansmcp_event_outcome(&w.event, NULL));
    GIVES(NULL_POINTER, sansmcp_event_retry(NULL, &policy));
    GIVES(NULL_POINTER, sansmcp_event_retry(&w.event, NULL));
    GIVES(NULL_POINTER, sansmcp_event_input(NULL, 0, &input));
    GIVES(NULL_POINTER, sansmcp_event_input(&w.event, 0, NULL));
    GIVES(NULL_POINTER, sansmcp_event_progress(NULL, &progress));
    GIVES(NULL_POINTER, sansmcp_event_progress(&w.event, NULL));
    GIVES(NULL_POINTER, sansmcp_pages_next(NULL, S("{}"), &cursor));
    GIVES(NULL_POINTER, sansmcp_pages_next(&guard, S("{}"), NULL));
    GIVES(NULL_POINTER, sansmcp_pages_next(&guard, lost, &cursor));
    CHECK(sansmcp_event_capabilities(NULL) == 0 && sansmcp_event_server_info(NULL).data == NULL);
    CHECK(sansmcp_event_instructions(NULL).data == NULL && sansmcp_event_result(NULL).len == 0);
    CHECK(sansmcp_event_cache_hint(NULL).ttl_ms == 0 && sansmcp_event_call(NULL).generation == 0);
    CHECK(sansmcp_event_round(NULL) == 0 && sansmcp_event_pause_ms(NULL) == 0);
    CHECK(sansmcp_event_why(NULL) == 0 && sansmcp_event_level(NULL) == 0);
    CHECK(sansmcp_event_logger(NULL).data == NULL && sansmcp_event_data(NULL).data == NULL);
    CHECK(sansmcp_event_what(NULL) == 0 && !sansmcp_event_hears(NULL, 1));
    CHECK(sansmcp_event_refused(NULL) == 0 && sansmcp_event_uri(NULL, 0).data == NULL);
    end(&w);
}

/* Tickets that are out of date, in each call that takes one, and calls without a connection. */
static void stale_tickets(void) {
    world w;
    sansmcp_out out;
    sansmcp_ticket call = asked(&w), ticket;
    const sansmcp_event *e = &w.event;
    GIVES(OK, sansmcp_client_refuse(&w.client, e, 1, none, w.tx, w.tx_len, &out));
    const sansmcp_ticket tickets[] = {{0, 0}, {call.generation + 1, call.index},
        {call.generation, 3}, {call.generation, 4}, {call.generation, 65535},
        {call.generation, 65534}, {UINT32_MAX, 65534}, {0, call.index}, e->ticket};
    sansmcp_client *c = &w.client;
    memset(&out, 0xaa, sizeof out);
    memset(&ticket, 0xaa, sizeof ticket);
    for (size_t i = 0; i < sizeof tickets / sizeof *tickets; i++) {
        GIVES(STALE, sansmcp_client_again(c, tickets[i], S("tools/call"), NULL, NULL, 0, w.tx,
                                          w.tx_len, &ticket, &out));
        GIVES(STALE, sansmcp_client_cancel(c, tickets[i]));
        GIVES(STALE, sansmcp_client_result(c, tickets[i], NULL, w.tx, w.tx_len, &out));
        GIVES(STALE, sansmcp_client_error(c, tickets[i], 1, none, none, w.tx, w.tx_len, &out));
        sansmcp_subscription all = {.tools = 1, .ticket = tickets[i], .ends = 1, .at = 9};
        sansmcp_result result = sansmcp_client_unlisten(c, &all, 0, w.tx, w.tx_len, &out);
        CHECK(result == SANSMCP_NONE || result == SANSMCP_STALE);
    }
    /* A call of ours is nothing that is answered, and is not suspended. */
    GIVES(STALE, sansmcp_client_result(c, call, NULL, w.tx, w.tx_len, &out));
    GIVES(STALE, sansmcp_client_again(c, call, S("tools/call"), NULL, NULL, 0, w.tx, w.tx_len,
                                      &ticket, &out));
    GIVES(OK, sansmcp_client_closed(c, (sansmcp_route){0, 0}, 0));
    GIVES(STALE, sansmcp_client_cancel(c, e->ticket));
    sansmcp_subscription all = {.tools = 1};
    GIVES(NOT_READY, sansmcp_client_call(c, S("x"), NULL, NULL, 0, w.tx, 512, &ticket, &out));
    GIVES(NOT_READY, sansmcp_client_notify(c, S("x"), NULL, w.tx, 512, &out));
    GIVES(NOT_READY, sansmcp_client_listen(c, &all, 0, w.tx, 512, &out));
    GIVES(NOT_READY, sansmcp_client_set_level(c, 1, NULL, 0, w.tx, 512, &ticket, &out));
    CHECK(is_untouched(&out, sizeof out) && is_untouched(&ticket, sizeof ticket));
    end(&w);
    /* A client that declares nothing, with a table of one slot. */
    sansmcp_client_info bare = {.name = S("b"), .version = S("1")};
    begin(&w, &bare);
    w.client.slot_count = 1;
    connect_older(&w);
    call_echo(&w);
    GIVES(BUSY, sansmcp_client_call(&w.client, S("x"), NULL, NULL, 0, w.tx, 512, &ticket, &out));
    GIVES(UNDECLARED, sansmcp_client_notify(&w.client, S("notifications/roots/list_changed"), NULL,
                                            w.tx, 512, &out));
    end(&w);
}

/* Each call in a buffer of every size; the first that does has the size that was said. */
static void small_buffers(void) {
    for (int which = 0; which < 7; which++) {
        world w;
        sansmcp_ticket call = asked(&w), ticket;
        sansmcp_object object = {.json = S("{\"action\":\"cancel\"}")};
        sansmcp_given given = {.result = &object};
        sansmcp_subscription one = {.uris = (const sansmcp_str[]){S("a:b")}, .uri_count = 1};
        sansmcp_client *c = &w.client;
        size_t need = 0;
        bool fits = false;
        if (which == 5) GIVES(OK, sansmcp_client_cancel(c, call));
        memset(&ticket, 0xaa, sizeof ticket);
        for (size_t len = 0; !fits && len < 1024; len++) {
            uint8_t *tx = fresh(len, 1); /* to the byte, for the sanitizer */
            sansmcp_out out;
            sansmcp_result result =
                which == 0 ? sansmcp_client_call(c, S("x"), &object, NULL, 0, tx, len, &ticket,
                                                 &out)
                : which == 1 ? sansmcp_client_provide(c, &w.event, &given, 1, NULL, NULL, 0, tx,
                                                      len, &ticket, &out)
                : which == 2 ? sansmcp_client_refuse(c, &w.event, 5, S("no"), tx, len, &out)
                : which == 3 ? sansmcp_client_notify(c, S("x"), &object, tx, len, &out)
                : which == 4 ? sansmcp_client_listen(c, &one, 0, tx, len, &out)
                : which == 5 ? sansmcp_client_next_output(c, tx, len, &out)
                             : sansmcp_client_error(c, w.event.ticket, 5, S("no"), S("[1]"), tx,
                                                    len, &out);
            fits = result == SANSMCP_OK;
            if (fits) {
                CHECK(len == need && out.len == need && out.data == tx && out.need == 0);
            } else {
                CHECK(result == SANSMCP_SHORT && out.data == NULL && out.len == 0);
                CHECK(out.need > len && (len == 0 || out.need == need));
                CHECK(is_untouched(&ticket, sizeof ticket));
            }
            need = out.need;
            free(tx);
        }
        CHECK(fits);
        end(&w);
    }
}

/* Numbers that are none of their enumeration, texts that are none, too many of a thing. */
static void wrong_values(void) {
    world w;
    sansmcp_out out;
    sansmcp_ticket ticket;
    asked(&w);
    sansmcp_client *c = &w.client;
    uint8_t *tx = w.tx;
    memset(&out, 0xaa, sizeof out);
    memset(&ticket, 0xaa, sizeof ticket);
    for (unsigned i = 0; i < 256; i++) {
        uint8_t number = (uint8_t)i;
        CHECK((sansmcp_revision_name(number).data != NULL) == (i >= 1 && i <= 6));
        sansmcp_account account = sansmcp_failure_account(number);
        CHECK((account.name.data != NULL) == (i >= 1 && i <= 18) && account.whose <= 2);
        CHECK((account.advice.len > 0) == (account.message.len > 0));
        if (i < 1 || i > 8)
            GIVES(OUT_OF_RANGE, sansmcp_client_set_level(c, number, NULL, 0, tx, 512, &ticket,
                                                         &out));
        const sansmcp_policy policies[] = {{.newest = number}, {.oldest = number},
            {.known = number}};
        for (size_t p = 0; p < 3; p++)
            CHECK(sansmcp_client_connect(c, &policies[p], 0)
                  == (i > 6 ? SANSMCP_OUT_OF_RANGE : SANSMCP_NOT_SUPPORTED));
        if (i > 2) GIVES(OUT_OF_RANGE, sansmcp_client_closed(c, (sansmcp_route){0, number}, 0));
        sansmcp_field field = {.key = S("k"), .number = {.kind = number}};
        sansmcp_object object = {.fields = &field, .field_count = 1};
        if (i > 2) GIVES(OUT_OF_RANGE, sansmcp_client_notify(c, S("x"), &object, tx, 512, &out));
    }
    sansmcp_subscription many = {.uri_count = SANSMCP_MAX_URIS + 1};
    sansmcp_str uris[SANSMCP_MAX_URIS + 1] = {none};
    many.uris = uris;
    GIVES(OUT_OF_RANGE, sansmcp_client_listen(c, &many, 0, tx, 512, &out));
    sansmcp_object empty = {0};
    sansmcp_given given[SANSMCP_MAX_GIVEN + 1];
    memset(given, 0, sizeof given);
    for (size_t i = 0; i <= SANSMCP_MAX_GIVEN; i++) given[i].result = &empty;
    GIVES(OUT_OF_RANGE, sansmcp_client_provide(c, &w.event, given, SANSMCP_MAX_GIVEN + 1, NULL,
                                               NULL, 0, tx, 512, &ticket, &out));
    given[0] = (sansmcp_given){.params = S("nothing")};
    GIVES(NOT_JSON, sansmcp_client_provide(c, &w.event, given, 1, NULL, NULL, 0, tx, 512, &ticket,
                                           &out));
    given[0] = (sansmcp_given){.params = S("{}"), .content = S("[]")};
    GIVES(NOT_JSON, sansmcp_client_provide(c, &w.event, given, 1, NULL, NULL, 0, tx, 512, &ticket,
                                           &out));
    const sansmcp_field fields[] = {{.key = S("k"), .json = S("1,2")},
        {.key = S("k"), .json_text = {"\"", 1}}, {.key = S("k"), .number = SANSMCP_DECIMAL("1x")}};
    sansmcp_object object;
    for (size_t i = 0; i < 3; i++) {
        object = (sansmcp_object){.fields = &fields[i], .field_count = 1};
        GIVES(NOT_JSON, sansmcp_client_notify(c, S("x"), &object, tx, 512, &out));
    }
    const sansmcp_str bad_json[] = {S(""), S("{"), S("[]"), S("{}x"), S("null")};
    for (size_t i = 0; i < 5; i++) {
        object = (sansmcp_object){.json = bad_json[i]};
        GIVES(NOT_JSON, sansmcp_client_call(c, S("x"), &object, NULL, 0, tx, 512, &ticket, &out));
        sansmcp_options options = {.meta = bad_json[i]};
        sansmcp_client_info info = me;
        info.extensions = bad_json[i];
        if (i == 0) continue;
        GIVES(NOT_JSON, sansmcp_client_call(c, S("x"), NULL, &options, 0, tx, 512, &ticket, &out));
        GIVES(NOT_JSON, sansmcp_client_init(c, &info, w.connection, w.slots, 4));
    }
    object = (sansmcp_object){.json = not_text};
    GIVES(NOT_TEXT, sansmcp_client_call(c, S("x"), &object, NULL, 0, tx, 512, &ticket, &out));
    GIVES(NOT_TEXT, sansmcp_client_call(c, not_text, NULL, NULL, 0, tx, 512, &ticket, &out));
    GIVES(NOT_TEXT, sansmcp_client_notify(c, not_text, NULL, tx, 512, &out));
    GIVES(NOT_TEXT, sansmcp_client_refuse(c, &w.event, 1, not_text, tx, 512, &out));
    GIVES(NOT_TEXT, sansmcp_client_error(c, w.event.ticket, 1, none, not_text, tx, 512, &out));
    GIVES(NOT_JSON, sansmcp_client_error(c, w.event.ticket, 1, none, S("1 2"), tx, 512, &out));
    many.uri_count = 1;
    uris[0] = not_text;
    GIVES(NOT_TEXT, sansmcp_client_listen(c, &many, 0, tx, 512, &out));
    CHECK(is_untouched(&out, sizeof out) && is_untouched(&ticket, sizeof ticket));
    end(&w);
}

/* Every reader and every answer, given every event as one of every kind. */
static void wrong_events(void) {
    world w;
    sansmcp_out out;
    sansmcp_ticket ticket;
    size_t known = 0;
    static const char *const messages[] = {
        RPC "\"id\":1,\"method\":\"elicitation/create\",\"params\":{\"message\":\"?\"}}",
        RPC "\"method\":\"notifications/progress\",\"params\":{\"progressToken\":65537}}",
        RPC "\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":[]}}",
        RPC "\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"a:\\ud800\"}}",
        RPC "\"method\":\"notifications/tools/list_changed\"}",
        RPC "\"id\":65537,\"error\":{\"code\":1e99,\"message\":7,\"data\":null}}",
        RPC "\"id\":2,\"method\":\"x\",\"params\":{\"a\":{}}}", "[]"};
    asked(&w);
    for (size_t m = 0; m < sizeof messages / sizeof *messages; m++) {
        GIVES(OK, hear(&w, messages[m]));
        for (unsigned kind = 0; kind < 256; kind++) {
            sansmcp_event event = w.event;
            sansmcp_input input;
            sansmcp_outcome outcome;
            sansmcp_progress progress;
            sansmcp_policy policy;
            event.kind = (uint8_t)kind;
            event.ticket = (sansmcp_ticket){0, 0};
            bool is_client = kind >= SANSMCP_CLIENT_EVENT_CONNECTED
                && kind <= SANSMCP_CLIENT_EVENT_IGNORED;
            bool is_server = kind >= SANSMCP_EVENT_INITIALIZE && kind <= SANSMCP_EVENT_ANSWERED;
            known += is_client;
            sansmcp_result result = sansmcp_event_outcome(&event, &outcome);
            CHECK((result == SANSMCP_OUT_OF_RANGE) == !(is_client || is_server));
            if (result == SANSMCP_OK) CHECK(outcome.kind <= SANSMCP_OUTCOME_EXPIRED);
            sansmcp_event_input(&event, 0, &input);
            sansmcp_event_progress(&event, &progress);
            sansmcp_event_retry(&event, &policy);
            sansmcp_event_instructions(&event);
            sansmcp_event_server_info(&event);
            sansmcp_event_cache_hint(&event);
            sansmcp_event_logger(&event);
            sansmcp_event_reason(&event);
            sansmcp_event_refusal_text(&event);
            sansmcp_event_uri(&event, 0);
            sansmcp_event_uri(&event, SIZE_MAX);
            CHECK(sansmcp_event_level(&event) <= 8 && sansmcp_event_what(&event) <= 3);
            if (is_client) continue;
            if (kind != SANSMCP_EVENT_ANSWERED) CHECK(sansmcp_event_result(&event).data == NULL);
            GIVES(OUT_OF_RANGE, sansmcp_client_reply(&w.client, &event, w.tx, 512, &out));
            GIVES(OUT_OF_RANGE, sansmcp_client_provide(&w.client, &event, NULL, 0, NULL, NULL, 0,
                                                       w.tx, 512, &ticket, &out));
        }
    }
    CHECK(known == 17 * sizeof messages / sizeof *messages);
    GIVES(NOT_SUPPORTED, sansmcp_client_refuse(&w.client, &w.event, 1, none, w.tx, 512, &out));
    end(&w);

    /* A copy over a copy of its text does as well, after the frame is gone. */
    asked(&w);
    sansmcp_event copy = w.event;
    char *text = fresh(copy.text.len, 1);
    memcpy(text, copy.text.data, copy.text.len);
    copy.text.data = text;
    sansmcp_object nothing = {0};
    sansmcp_given given = {.result = &nothing};
    CHECK(hears(&w, "{}", SANSMCP_CLIENT_EVENT_IGNORED));
    GIVES(OK, sansmcp_client_provide(&w.client, &copy, &given, 1, NULL, NULL, 0, w.tx, w.tx_len,
                                     &ticket, &out));
    free(text);
    end(&w);
}

int main(void) {
    null_outputs();
    null_pointers();
    stale_tickets();
    small_buffers();
    wrong_values();
    wrong_events();
    return checked();
}

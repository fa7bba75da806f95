/* What arguments of prompts and the variable of the template may be completed to. */
#include "server.h"

/** How many ids the template knows: more than one answer can hold. */
enum { IDS = 150 };

/** Values that were found, as far as they begin as what is typed. */
struct values {
    struct desk *desk;
    sansmcp_str typed;
    sansmcp_str found[IDS];
    size_t count;
};

static void offer(struct values *values, sansmcp_str value) {
    if (values->count < IDS && begins_with(value, values->typed))
        values->found[values->count++] = value;
}

static void offer_words(struct values *values, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t len = 0;
        while (words[i][len] != '\0') len++;
        offer(values, (sansmcp_str){words[i], len});
    }
}

/** Offers all values that the argument can have; false if it is not one of ours. */
static bool offer_all(struct values *values, const sansmcp_event *event) {
    static const char *const first[] = {"hello", "help", "paris", "park", "party", "world"};
    static const char *const second[] = {"again", "world"};
    struct desk *desk = values->desk;
    uint8_t kind = sansmcp_event_reference_kind(event);
    sansmcp_text of = sansmcp_event_reference(event), name = sansmcp_event_argument_name(event);
    sansmcp_text known;
    if (kind == SANSMCP_REFERENCE_TEMPLATE) {
        if (!sansmcp_text_equals(of, templates[0].uri_template)) return false;
        for (int64_t id = 1; id <= IDS; id++) offer(values, digits(desk, id));
        return true;
    }
    if (kind != SANSMCP_REFERENCE_PROMPT) return false;
    if (sansmcp_text_equals(of, S("test_prompt_with_embedded_resource"))) {
        for (size_t i = 0; i < resource_count; i++) offer(values, resources[i].uri);
        return true;
    }
    if (!sansmcp_text_equals(of, S("test_prompt_with_arguments"))) return false;
    if (sansmcp_text_equals(name, S("arg1"))) {
        offer_words(values, first, sizeof first / sizeof *first);
        return true;
    }
    if (!sansmcp_text_equals(name, S("arg2"))) return false;
    if (sansmcp_event_context(event, S("arg1"), &known) != SANSMCP_OK) {
        offer_words(values, second, sizeof second / sizeof *second);
        return true;
    }
    /* What the first argument says narrows the second. */
    sansmcp_str one = plain(desk, known);
    offer(values, JOIN(desk, one, S(" again")));
    offer(values, JOIN(desk, one, S(" world")));
    return true;
}

sansmcp_result complete(struct desk *desk, const sansmcp_event *event) {
    struct values values = {
        .desk = desk, .typed = plain(desk, sansmcp_event_argument_value(event))};
    if (!offer_all(&values, event)) return reply(desk, event);
    /* The engine sends a hundred of them, and says that there are more. */
    sansmcp_completion completion = {.values = values.found, .value_count = values.count};
    return sansmcp_server_completion(
        desk->server, event->ticket, &completion, desk->work->tx, MESSAGE, &desk->out);
}

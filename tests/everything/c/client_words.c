#include "client_words.h"

static void add_plain(text *to, sansmcp_str json) {
    text plain = {0};
    text_plain(&plain, json);
    text_short(to, text_str(&plain));
    text_free(&plain);
}

/* A piece of content, or a resource's contents. */
static void content(text *to, sansmcp_str piece) {
    sansmcp_text inside = {0};
    sansmcp_str words = json_get(piece, "text"), data = json_get(piece, "blob");
    sansmcp_str inner = json_get(piece, "resource");
    if (sansmcp_json_text(words, &inside) == SANSMCP_OK) {
        add_plain(to, words);
        return;
    }
    if (data.data == NULL) data = json_get(piece, "data");
    if (data.len >= 2) {
        text_plain(to, json_get(piece, "mimeType"));
        text_print(to, ", %zu characters of base64", data.len - 2);
    } else if (inner.data != NULL) {
        text_plain(to, json_get(inner, "uri"));
        text_add(to, STR(": "));
        text_short(to, inner);
    } else {
        text_plain(to, json_get(piece, "type"));
        text_add(to, STR(" "));
        text_plain(to, json_get(piece, "uri"));
    }
}

static void message(text *to, sansmcp_str item) {
    text_plain(to, json_get(item, "role"));
    text_add(to, STR(": "));
    content(to, json_get(item, "content"));
}

static void joined(text *to, sansmcp_str items, void (*add)(text *to, sansmcp_str item)) {
    sansmcp_walk walk = walk_of(items);
    sansmcp_str item;
    text all = {0};
    for (bool is_first = true; walk_next(&walk, &item); is_first = false) {
        if (!is_first) text_add(&all, STR(" | "));
        add(&all, item);
    }
    text_short(to, text_str(&all));
    text_free(&all);
}

void words_result(text *to, const char *method, sansmcp_str result) {
    if (is(str_of(method), "tools/call")) {
        if (json_is_true(json_get(result, "isError"))) text_add(to, STR("the tool failed: "));
        joined(to, json_get(result, "content"), content);
    } else if (is(str_of(method), "resources/read")) {
        joined(to, json_get(result, "contents"), content);
    } else if (is(str_of(method), "prompts/get")) {
        joined(to, json_get(result, "messages"), message);
    } else if (is(str_of(method), "completion/complete")) {
        joined(to, json_get(json_get(result, "completion"), "values"), add_plain);
    } else {
        text_short(to, result);
    }
}

/* How answers of the client are read: of the person, of the model, of its roots. */
#include "server.h"

/** The text under a key of an object. */
static bool text_at(sansmcp_str json, sansmcp_str key, sansmcp_text *text) {
    sansmcp_str value;
    return sansmcp_json_get(json, key, &value) == SANSMCP_OK
        && sansmcp_json_text(value, text) == SANSMCP_OK;
}

sansmcp_str action_of(sansmcp_str answer) {
    sansmcp_text action;
    if (!text_at(answer, S("action"), &action)) return nothing;
    if (sansmcp_text_equals(action, S("accept"))) return S("accept");
    if (sansmcp_text_equals(action, S("decline"))) return S("decline");
    if (sansmcp_text_equals(action, S("cancel"))) return S("cancel");
    return nothing;
}

enum said said(struct desk *desk, sansmcp_str answer, sansmcp_str field, sansmcp_str *value) {
    sansmcp_str action = action_of(answer), content, json;
    sansmcp_text text;
    if (action.data == NULL) return SAID_NONSENSE;
    if (!sansmcp_str_equals(action, S("accept"))) {
        *value = action;
        return SAID_NO;
    }
    if (sansmcp_json_get(answer, S("content"), &content) != SANSMCP_OK
        || sansmcp_json_get(content, field, &json) != SANSMCP_OK)
        return SAID_NONSENSE;
    *value = sansmcp_json_text(json, &text) == SANSMCP_OK ? plain(desk, text) : json;
    return SAID_YES;
}

sansmcp_str form_of(struct desk *desk, sansmcp_str answer) {
    sansmcp_str action = action_of(answer), content;
    if (sansmcp_json_get(answer, S("content"), &content) != SANSMCP_OK) content = S("{}");
    return JOIN(desk, S("action="), action, S(", content="), content);
}

/** The block at `index` of a message, which may stand alone instead of in a list. */
static bool block_at(sansmcp_str answer, size_t index, sansmcp_str *block) {
    sansmcp_str content, type;
    if (sansmcp_json_get(answer, S("content"), &content) != SANSMCP_OK) return false;
    if (sansmcp_json_at(content, index, block) == SANSMCP_OK) return true;
    *block = content;
    return index == 0 && sansmcp_json_get(content, S("type"), &type) == SANSMCP_OK;
}

/** The first block of a type. */
static bool block_of(sansmcp_str answer, sansmcp_str type, sansmcp_str *block) {
    sansmcp_text is;
    for (size_t i = 0; block_at(answer, i, block); i++)
        if (text_at(*block, S("type"), &is) && sansmcp_text_equals(is, type)) return true;
    return false;
}

sansmcp_str said_by_model(struct desk *desk, sansmcp_str answer) {
    sansmcp_str block;
    sansmcp_text text;
    if (!block_of(answer, S("text"), &block) || !text_at(block, S("text"), &text)) return nothing;
    return plain(desk, text);
}

bool wished_by_model(struct desk *desk, sansmcp_str answer, sansmcp_str *name, sansmcp_str *input) {
    sansmcp_str block;
    sansmcp_text text;
    if (!block_of(answer, S("tool_use"), &block) || !text_at(block, S("name"), &text)) return false;
    *name = plain(desk, text);
    return sansmcp_json_get(block, S("input"), input) == SANSMCP_OK;
}

sansmcp_str roots_of(struct desk *desk, sansmcp_str answer) {
    sansmcp_str roots, root, all = S("");
    sansmcp_text uri, name;
    if (sansmcp_json_get(answer, S("roots"), &roots) != SANSMCP_OK || roots.data[0] != '[')
        return nothing;
    for (size_t i = 0; sansmcp_json_at(roots, i, &root) == SANSMCP_OK; i++) {
        sansmcp_str before = i == 0 ? S("") : S(", ");
        sansmcp_str where = text_at(root, S("uri"), &uri) ? plain(desk, uri) : S("");
        all = text_at(root, S("name"), &name)
            ? JOIN(desk, all, before, where, S(" ("), plain(desk, name), S(")"))
            : JOIN(desk, all, before, where);
    }
    return all;
}

bool integer(const sansmcp_event *call, sansmcp_str key, int64_t otherwise, int64_t *value) {
    sansmcp_str json;
    *value = otherwise;
    if (sansmcp_json_get(sansmcp_event_arguments(call), key, &json) != SANSMCP_OK) return true;
    return sansmcp_json_integer(json, value) == SANSMCP_OK;
}

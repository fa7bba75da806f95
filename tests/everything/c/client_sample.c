#include "client_sample.h"

/* How deep a value may be. Deeper ones are `{}` and may not fit. */
enum { DEEPEST = 8 };

static void value(text *to, sansmcp_str schema, int deep);

static bool is_required(sansmcp_str schema, sansmcp_text name) {
    sansmcp_walk required = walk_of(json_get(schema, "required"));
    sansmcp_str item;
    text plain = {0};
    bool found = false;
    text_decode(&plain, name);
    while (!found && walk_next(&required, &item)) {
        sansmcp_text inside = {0};
        found = sansmcp_json_text(item, &inside) == SANSMCP_OK
            && sansmcp_text_equals(inside, text_str(&plain));
    }
    text_free(&plain);
    return found;
}

static void object(text *to, sansmcp_str schema, bool all, int deep) {
    sansmcp_walk properties = walk_of(json_get(schema, "properties"));
    sansmcp_str property;
    sansmcp_text name;
    const char *comma = "";
    text_add(to, STR("{"));
    while (sansmcp_walk_next(&properties, &name, &property) == SANSMCP_OK) {
        bool is_open = all && json_get(property, "default").data == NULL;
        if (!is_open && !is_required(schema, name)) continue;
        text_print(to, "%s\"%.*s\":", comma, SHOW(name));
        value(to, property, deep);
        comma = ",";
    }
    text_add(to, STR("}"));
}

void sample_object(text *to, sansmcp_str schema, bool all) {
    object(to, schema, all, DEEPEST);
}

static const char *word(sansmcp_str schema) {
    sansmcp_str format = json_get(schema, "format");
    if (json_is(format, "email")) return "\"ada@example.com\"";
    if (json_is(format, "uri")) return "\"https://example.com/\"";
    if (json_is(format, "date")) return "\"2026-07-28\"";
    if (json_is(format, "date-time")) return "\"2026-07-28T12:00:00Z\"";
    return "\"Ada\"";
}

static void value(text *to, sansmcp_str schema, int deep) {
    sansmcp_str given = json_get(schema, "const");
    if (given.data == NULL) given = json_get(schema, "default");
    if (given.data == NULL) given = json_at(json_get(schema, "enum"), 0);
    if (given.data != NULL) {
        text_add(to, given);
        return;
    }
    if (deep == 0) {
        text_add(to, STR("{}"));
        return;
    }
    sansmcp_str choice = json_at(json_get(schema, "oneOf"), 0);
    if (choice.data == NULL) choice = json_at(json_get(schema, "anyOf"), 0);
    if (choice.data != NULL) {
        value(to, choice, deep - 1);
        return;
    }
    /* The type, or the first of several. */
    sansmcp_str kind = json_get(schema, "type");
    if (sansmcp_json_kind(kind) == SANSMCP_JSON_ARRAY) kind = json_at(kind, 0);
    if (json_is(kind, "string")) {
        text_add(to, str_of(word(schema)));
    } else if (json_is(kind, "integer") || json_is(kind, "number")) {
        sansmcp_str least = json_get(schema, "minimum");
        text_add(to, sansmcp_json_kind(least) == SANSMCP_JSON_NUMBER ? least : STR("1"));
    } else if (json_is(kind, "boolean")) {
        text_add(to, STR("true"));
    } else if (json_is(kind, "null")) {
        text_add(to, STR("null"));
    } else if (json_is(kind, "array")) {
        sansmcp_str items = json_get(schema, "items");
        text_add(to, STR("["));
        if (items.data != NULL) value(to, items, deep - 1);
        text_add(to, STR("]"));
    } else {
        object(to, schema, false, deep - 1);
    }
}

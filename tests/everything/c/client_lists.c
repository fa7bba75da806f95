/* Lists, page after page, and what a client must know of tools. */
#include "client_peer.h"

#include <stdlib.h>

/* Pages that are read of one list. */
enum { MOST_PAGES = 10000 };

void list_add(list *to, sansmcp_str item) {
    to->items = memory(to->items, (to->count + 1) * sizeof *to->items);
    to->items[to->count] = (text){0};
    text_add(&to->items[to->count++], item);
}

void list_free(list *of) {
    for (size_t i = 0; i < of->count; i++) text_free(&of->items[i]);
    free(of->items);
    *of = (list){0};
}

void tools_free(tool_list *of) {
    list_free(&of->kept);
    list_free(&of->dropped);
    list_free(&of->reasons);
}

typedef void (*take_page)(peer *p, sansmcp_str result, const char *member, void *into);

static bool pages(peer *p, const char *method, bool anyway, take_page take, const char *member,
                  void *into, ending *end) {
    sansmcp_pages guard = {0};
    sansmcp_text cursor;
    text params = {0};
    bool is_fine = true, is_last = false;
    text_add(&params, STR("{}"));
    for (int i = 0; i < MOST_PAGES && is_fine && !is_last; i++) {
        is_fine = peer_call(p, method, text_str(&params), anyway, end);
        if (!is_fine) break;
        take(p, text_str(&end->json), member, into);
        switch (sansmcp_pages_next(&guard, text_str(&end->json), &cursor)) {
        case SANSMCP_OK:
            text_empty(&params);
            text_print(&params, "{\"cursor\":\"%.*s\"}", SHOW(cursor));
            break;
        case SANSMCP_STUCK:
            end->kind = STUCK;
            is_fine = false;
            break;
        default: is_last = true; break;
        }
    }
    text_free(&params);
    return is_fine;
}

static void take_entries(peer *p, sansmcp_str result, const char *member, void *into) {
    sansmcp_walk entries = walk_of(json_get(result, member));
    sansmcp_str entry;
    (void)p;
    while (walk_next(&entries, &entry)) list_add(into, entry);
}

bool peer_list(peer *p, const char *method, const char *member, list *all, ending *end) {
    return pages(p, method, false, take_entries, member, all, end);
}

static void keep_tool(peer *p, tool_list *tools, sansmcp_str tool) {
    sansmcp_str json = json_get(tool, "inputSchema");
    sansmcp_text name = {0};
    list_add(&tools->kept, tool);
    sansmcp_json_text(json_get(tool, "name"), &name);
    if (name.data != NULL && json.data != NULL) schema_keep(p, name, json);
}

static void take_tools(peer *p, sansmcp_str result, const char *member, void *into) {
    sansmcp_walk entries = walk_of(json_get(result, member));
    sansmcp_str entry;
    while (walk_next(&entries, &entry)) keep_tool(p, into, entry);
}

/* Over HTTP in 2026-07-28: a tool whose headers cannot be is left out. */
static void take_callable(peer *p, sansmcp_str result, const char *member, void *into) {
    tool_list *tools = into;
    sansmcp_listed listed;
    (void)member;
    for (size_t i = 0; sansmcp_tools_at(result, i, &listed) == SANSMCP_OK; i++) {
        if (listed.why == SANSMCP_INVALID_NONE) {
            keep_tool(p, tools, listed.tool);
            continue;
        }
        text name = {0};
        text_decode(&name, listed.name);
        list_add(&tools->dropped, text_str(&name));
        list_add(&tools->reasons, sansmcp_invalid_message(listed.why));
        text_free(&name);
    }
}

bool peer_tools(peer *p, bool anyway, tool_list *tools, ending *end) {
    bool has_headers = p->wire.is_http
        && sansmcp_client_revision(&p->client) >= SANSMCP_REVISION_2026_07_28;
    return pages(p, "tools/list", anyway, has_headers ? take_callable : take_tools, "tools", tools,
                 end);
}

void schema_keep(peer *p, sansmcp_text name, sansmcp_str json) {
    text plain = {0};
    schema *it = p->schemas;
    text_decode(&plain, name);
    while (it != NULL && !sansmcp_str_equals(text_str(&it->name), text_str(&plain))) it = it->next;
    if (it == NULL) {
        it = memory(NULL, sizeof *it);
        *it = (schema){.next = p->schemas, .name = plain};
        p->schemas = it;
    } else {
        text_free(&plain);
    }
    text_empty(&it->json);
    text_add(&it->json, json);
}

/* The input schema of the tool that these params name. NULL: it is not known, or none. */
sansmcp_str schema_of(const peer *p, const char *method, sansmcp_str params) {
    sansmcp_text name = {0};
    if (!is(str_of(method), "tools/call")) return (sansmcp_str){0};
    sansmcp_json_text(json_get(params, "name"), &name);
    for (const schema *it = p->schemas; it != NULL; it = it->next)
        if (sansmcp_text_equals(name, text_str(&it->name))) return text_str(&it->json);
    return (sansmcp_str){0};
}

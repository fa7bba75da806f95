/* The tools: what each says of itself and does. Most are those that the official conformance suite
 * calls. */
#include "server.h"

enum { MOST_TOOLS = 64 };

static const struct fixture *at(size_t index) {
    const struct {
        const struct fixture *fixtures;
        size_t count;
    } all[] = {
        {content_tools, content_tool_count}, {slow_tools, slow_tool_count},
        {ask_tools, ask_tool_count},         {round_tools, round_tool_count},
        {listener_tools, listener_tool_count},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (index < all[i].count) return &all[i].fixtures[index];
        index -= all[i].count;
    }
    return NULL;
}

const sansmcp_tool *tools(size_t *count) {
    static sansmcp_tool list[MOST_TOOLS];
    const struct fixture *fixture;
    size_t n = 0;
    for (; n < MOST_TOOLS && (fixture = at(n)) != NULL; n++) list[n] = fixture->tool;
    *count = n;
    return list;
}

handler *tool_named(sansmcp_text name) {
    const struct fixture *fixture;
    for (size_t i = 0; (fixture = at(i)) != NULL; i++)
        if (sansmcp_text_equals(name, fixture->tool.name)) return fixture->run;
    return NULL;
}

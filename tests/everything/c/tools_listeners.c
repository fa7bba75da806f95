/* Tools that make something happen which listeners hear of. */
#include "server.h"

enum { MOST_LISTENS = 256 };

static sansmcp_result tools_change(struct desk *desk, const sansmcp_event *call) {
    desk->work->news.changed[SANSMCP_WHAT_TOOLS] = true;
    return say(desk, call, S("The tools have changed."));
}

static sansmcp_result prompts_change(struct desk *desk, const sansmcp_event *call) {
    desk->work->news.changed[SANSMCP_WHAT_PROMPTS] = true;
    return say(desk, call, S("The prompts have changed."));
}

static sansmcp_result resources_change(struct desk *desk, const sansmcp_event *call) {
    desk->work->news.changed[SANSMCP_WHAT_RESOURCES] = true;
    return say(desk, call, S("The resources have changed."));
}

static sansmcp_result watched_changes(struct desk *desk, const sansmcp_event *call) {
    desk->work->changes++;
    desk->work->news.updated = true;
    return say(desk, call, S("The watched resource has changed."));
}

static sansmcp_result end_listens(struct desk *desk, const sansmcp_event *call) {
    sansmcp_ticket listens[MOST_LISTENS];
    size_t count;
    sansmcp_result result = sansmcp_server_listens(desk->server, listens, MOST_LISTENS, &count);
    if (result != SANSMCP_OK) return result;
    if (count > MOST_LISTENS) count = MOST_LISTENS;
    for (size_t i = 0; i < count; i++) {
        result = sansmcp_server_end_listen(desk->server, listens[i]);
        if (result != SANSMCP_OK) return result;
    }
    return say(desk, call, JOIN(desk, digits(desk, (int64_t)count), S(" listens end.")));
}

const struct fixture listener_tools[] = {
    TOOL("test_trigger_tool_change", "Says that the tools have changed", tools_change),
    TOOL("test_trigger_prompt_change", "Says that the prompts have changed", prompts_change),
    TOOL("test_trigger_resource_change", "Says that the resources have changed",
         resources_change),
    TOOL("test_update_watched_resource", "Changes the watched resource", watched_changes),
    TOOL("test_end_listens", "Ends every listen from this side", end_listens),
};
const size_t listener_tool_count = sizeof listener_tools / sizeof *listener_tools;

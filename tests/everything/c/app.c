/* The application: what is done with each event, with each answer of the client, and with time. */
#include "server.h"

const sansmcp_server_info *everything(void) {
    static sansmcp_server_info info = {
        .name = SANSMCP_STR_INIT("everything"),
        .version = SANSMCP_STR_INIT(SANSMCP_VERSION),
        .title = SANSMCP_STR_INIT("Everything, with sansmcp"),
        .instructions = SANSMCP_STR_INIT("Each tool shows one feature of the protocol."),
        /* Tools, resources and prompts are announced because there are some. */
        .capabilities = SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED
            | SANSMCP_CAPABILITY_RESOURCES_SUBSCRIBE | SANSMCP_CAPABILITY_RESOURCES_LIST_CHANGED
            | SANSMCP_CAPABILITY_PROMPTS_LIST_CHANGED | SANSMCP_CAPABILITY_LOGGING
            | SANSMCP_CAPABILITY_COMPLETIONS,
    };
    if (info.tools == NULL) {
        info.tools = tools(&info.tool_count);
        info.resources = resources;
        info.resource_count = resource_count;
        info.templates = templates;
        info.template_count = template_count;
        info.prompts = prompts;
        info.prompt_count = prompt_count;
    }
    return &info;
}

/** A page of a list. Where not even one entry fits the page, it goes out in pieces. */
static sansmcp_result list(struct desk *desk, const sansmcp_event *event) {
    struct work *work = desk->work;
    size_t page = work->options.page < MESSAGE ? work->options.page : MESSAGE;
    sansmcp_result result
        = sansmcp_server_reply(desk->server, event, work->tx, page, &desk->out);
    if (result != SANSMCP_SHORT) return result;
    /* The other pieces are what is due next. */
    return sansmcp_server_begin_reply(desk->server, event, work->tx, page, &desk->out);
}

static sansmcp_result act(struct desk *desk, const sansmcp_event *event) {
    handler *run;
    switch (event->kind) {
        case SANSMCP_EVENT_CALL_TOOL:
            run = tool_named(sansmcp_event_name(event));
            return run == NULL ? reply(desk, event) : run(desk, event);
        case SANSMCP_EVENT_READ_RESOURCE: return read_resource(desk, event);
        case SANSMCP_EVENT_GET_PROMPT: return get_prompt(desk, event);
        case SANSMCP_EVENT_COMPLETE: return complete(desk, event);
        case SANSMCP_EVENT_LIST_TOOLS:
        case SANSMCP_EVENT_LIST_RESOURCES:
        case SANSMCP_EVENT_LIST_TEMPLATES:
        case SANSMCP_EVENT_LIST_PROMPTS: return list(desk, event);
        case SANSMCP_EVENT_LISTEN: return listen_to(desk, event);
        case SANSMCP_EVENT_REQUEST:
            /* A request of our own making. */
            if (sansmcp_text_equals(sansmcp_event_method(event), S("test/echo"))) {
                sansmcp_str arguments = sansmcp_event_arguments(event);
                return sansmcp_server_result(desk->server, event->ticket,
                                             arguments.data == NULL ? S("{}") : arguments,
                                             desk->work->tx, MESSAGE, &desk->out);
            }
            return reply(desk, event);
        case SANSMCP_EVENT_CANCELLED:
            /* Its work stops, and its slot is free again. */
            app_cancelled(desk->work, event->ticket);
            (void)sansmcp_server_abandon(desk->server, event->ticket);
            desk->out = (sansmcp_out){0};
            return SANSMCP_OK;
        default: return reply(desk, event);
    }
}

/** Does what an event asks for, and sends what comes of it. */
static void handle(struct desk *desk, const sansmcp_event *event) {
    sansmcp_result result = act(desk, event);
    if (result == SANSMCP_OK)
        deliver(desk, event->ticket);
    else
        refuse(desk, event->ticket, result);
}

/** The end of the one request that is not asked but sent: the ping of test_ping_client. */
static void pinged(struct desk *desk, const sansmcp_event *event) {
    sansmcp_event call = {.ticket = sansmcp_event_parent(event)};
    sansmcp_outcome outcome;
    bool is_there = sansmcp_event_outcome(event, &outcome) == SANSMCP_OK
        && outcome.kind == SANSMCP_OUTCOME_RESULT;
    sansmcp_result result = is_there
        ? say(desk, &call, S("The client is there."))
        : fail(desk, &call, S("The client did not answer the ping."));
    if (result == SANSMCP_OK) desk->send(desk->way, &desk->out);
}

/** The client answered what it was asked in the course of a call, or did not in time. The call
 * comes again, with the answer. */
static void resume(struct desk *desk, const sansmcp_event *event) {
    struct work *work = desk->work;
    sansmcp_ticket ticket = sansmcp_event_parent(event);
    struct kept *kept = kept_of(work, ticket);
    if (kept == NULL) {
        pinged(desk, event);
        return;
    }
    sansmcp_event call;
    sansmcp_limits limits = limits_of(work);
    sansmcp_str text = {kept->text, kept->len};
    sansmcp_result result = sansmcp_server_resume(desk->server, event, text, &limits, desk->now,
                                                  work->again, MESSAGE, &call, &desk->out);
    kept->len = 0;
    if (result != SANSMCP_OK)
        refuse(desk, ticket, result);
    else if (call.kind != 0)
        handle(desk, &call);
    else
        deliver(desk, ticket);
}

void app_handle(struct desk *desk, const sansmcp_event *event) {
    desk->work->written = 0;
    if (event->kind == SANSMCP_EVENT_ANSWERED)
        resume(desk, event);
    else
        handle(desk, event);
}

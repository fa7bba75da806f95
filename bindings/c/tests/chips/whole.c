/*
 * A whole server on a chip: a board with a lamp, with tools, resources, prompts, completion, log
 * messages, listeners, deadlines and a question to the user, in all revisions. It is the image
 * `whole` of tests/footprint in C.
 */
#include <sansmcp.h>

#include "board.h"

#define LAMP "board://lamp"
#define PINS "board://pin/"
#define BLINKS 10

static const sansmcp_tool tools[] = {
    {.name = SANSMCP_STR_INIT("echo"),
     .description = SANSMCP_STR_INIT("Returns its text"),
     .input_schema = SANSMCP_STR_INIT(
         "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},"
         "\"required\":[\"text\"]}")},
    {.name = SANSMCP_STR_INIT("greet"),
     .description = SANSMCP_STR_INIT("Asks for a name and greets")},
    {.name = SANSMCP_STR_INIT("blink"),
     .description = SANSMCP_STR_INIT("Blinks the lamp ten times")},
    {.name = SANSMCP_STR_INIT("reset"),
     .description = SANSMCP_STR_INIT("Ends all subscriptions")},
};
static const sansmcp_resource resources[] = {{
    .uri = SANSMCP_STR_INIT(LAMP),
    .name = SANSMCP_STR_INIT("lamp"),
    .description = SANSMCP_STR_INIT("Whether the lamp is lit"),
    .mime_type = SANSMCP_STR_INIT("text/plain"),
}};
static const sansmcp_template templates[] = {{
    .uri_template = SANSMCP_STR_INIT(PINS "{number}"),
    .name = SANSMCP_STR_INIT("pin"),
    .description = SANSMCP_STR_INIT("The level of a pin"),
    .mime_type = SANSMCP_STR_INIT("text/plain"),
}};
static const sansmcp_prompt_argument arguments[] = {
    {.name = SANSMCP_STR_INIT("part"), .required = SANSMCP_HINT_YES}};
static const sansmcp_prompt prompts[] = {{
    .name = SANSMCP_STR_INIT("describe"),
    .description = SANSMCP_STR_INIT("Describes a part of the board"),
    .arguments = arguments,
    .argument_count = 1,
}};
static const sansmcp_server_info board = {
    .name = SANSMCP_STR_INIT("board"),
    .version = SANSMCP_STR_INIT("1.0.0"),
    .title = SANSMCP_STR_INIT("Board with a lamp"),
    .instructions = SANSMCP_STR_INIT("Blink to find the board."),
    .tools = tools,
    .tool_count = 4,
    .resources = resources,
    .resource_count = 1,
    .templates = templates,
    .template_count = 1,
    .prompts = prompts,
    .prompt_count = 1,
    .capabilities = SANSMCP_CAPABILITY_RESOURCES_SUBSCRIBE | SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED
        | SANSMCP_CAPABILITY_RESOURCES_LIST_CHANGED | SANSMCP_CAPABILITY_PROMPTS_LIST_CHANGED
        | SANSMCP_CAPABILITY_LOGGING | SANSMCP_CAPABILITY_COMPLETIONS,
};
static const sansmcp_object form = {.json = SANSMCP_STR_INIT(
    "{\"message\":\"Who is there?\",\"requestedSchema\":{\"type\":\"object\","
    "\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}}")};
static const sansmcp_ask_input inputs[] = {
    {.key = SANSMCP_STR_INIT("name"), .params = &form, .kind = SANSMCP_INPUT_ELICIT}};
static const sansmcp_ask question = {.inputs = inputs, .input_count = 1};

/* 16 KiB of RAM is all that the smallest of the boards has. */
static uint8_t rx[2048], tx[3072], again[1024], kept[512];
static size_t kept_len;
static sansmcp_connection connection;
static sansmcp_slot slots[8];
static sansmcp_lines lines;
static sansmcp_server server;
/* The call that blinks, if its generation is not 0, and how often it has. */
static sansmcp_ticket blinking;
static unsigned blinks;
static bool is_lit;

static uint64_t now(void) { return 0; }

static bool is_called(const sansmcp_event *event, sansmcp_str name) {
    return sansmcp_text_equals(sansmcp_event_name(event), name);
}

static sansmcp_result fail(const sansmcp_event *event, sansmcp_str why, sansmcp_out *out) {
    return sansmcp_server_fail(&server, event->ticket, why, tx, sizeof tx, out);
}

/* Keeps what makes the call again when its user has answered; one at a time. */
static void keep(const sansmcp_out *out) {
    kept_len = 0;
    if (out->keep.data == NULL || out->keep.len > sizeof kept) return;
    while (kept_len < out->keep.len) {
        kept[kept_len] = (uint8_t)out->keep.data[kept_len];
        kept_len++;
    }
}

static sansmcp_result greet(const sansmcp_event *event, sansmcp_out *out) {
    sansmcp_str answer, said;
    sansmcp_text name;
    sansmcp_result result;
    if (sansmcp_event_input_response(event, SANSMCP_STR("name"), &answer) != SANSMCP_OK) {
        result = sansmcp_server_ask(&server, event, &question, now(), tx, sizeof tx, out);
        if (result == SANSMCP_UNDECLARED)
            return fail(event, SANSMCP_STR("nobody can be asked"), out);
        if (result == SANSMCP_OK) keep(out);
        return result;
    }
    if (sansmcp_json_get(answer, SANSMCP_STR("content"), &said) != SANSMCP_OK
        || sansmcp_json_get(said, SANSMCP_STR("name"), &said) != SANSMCP_OK
        || sansmcp_json_text(said, &name) != SANSMCP_OK)
        return fail(event, SANSMCP_STR("no name was given"), out);
    const sansmcp_content content[] = {{.text = SANSMCP_STR("Hello,")}, {.json_text = name}};
    const sansmcp_answer greeting = {.content = content, .content_count = 2};
    return sansmcp_server_answer(&server, event->ticket, &greeting, tx, sizeof tx, out);
}

static void flush(void) {
    sansmcp_out out;
    while (sansmcp_server_next_output(&server, tx, sizeof tx, &out) == SANSMCP_OK)
        board_write(out.data, out.len);
}

static sansmcp_result reset(const sansmcp_event *event, sansmcp_out *out) {
    static const uint8_t all[] = {SANSMCP_WHAT_TOOLS, SANSMCP_WHAT_PROMPTS, SANSMCP_WHAT_RESOURCES};
    sansmcp_ticket listen;
    size_t count;
    while (sansmcp_server_listens(&server, &listen, 1, &count) == SANSMCP_OK && count > 0) {
        if (sansmcp_server_end_listen(&server, listen) != SANSMCP_OK) break;
        flush();
    }
    for (size_t at = 0; at < sizeof all; at++) sansmcp_server_changed(&server, all[at]);
    return sansmcp_server_answer_text(
        &server, event->ticket, SANSMCP_STR("done"), tx, sizeof tx, out);
}

static sansmcp_result call(const sansmcp_event *event, sansmcp_out *out) {
    sansmcp_text text;
    if (is_called(event, SANSMCP_STR("echo"))) {
        if (sansmcp_event_arg(event, SANSMCP_STR("text"), &text) != SANSMCP_OK)
            return fail(event, SANSMCP_STR("text is missing"), out);
        return sansmcp_server_answer_json_text(
            &server, event->ticket, text, tx, sizeof tx, out);
    }
    if (is_called(event, SANSMCP_STR("greet"))) return greet(event, out);
    if (is_called(event, SANSMCP_STR("reset"))) return reset(event, out);
    if (is_called(event, SANSMCP_STR("blink")) && blinking.generation == 0) {
        blinking = event->ticket;
        blinks = 0;
        return SANSMCP_NONE;
    }
    return fail(event, SANSMCP_STR("not now"), out);
}

static sansmcp_result read_resource(const sansmcp_event *event, sansmcp_out *out) {
    sansmcp_text uri = sansmcp_event_uri(event, 0);
    sansmcp_part part = {.mime_type = SANSMCP_STR("text/plain")};
    if (sansmcp_text_equals(uri, SANSMCP_STR(LAMP)))
        part.text = is_lit ? SANSMCP_STR("on") : SANSMCP_STR("off");
    else if (sansmcp_text_equals(uri, SANSMCP_STR(PINS "0"))
        || sansmcp_text_equals(uri, SANSMCP_STR(PINS "1")))
        part.text = SANSMCP_STR("high");
    else
        return sansmcp_server_reply(&server, event, tx, sizeof tx, out);
    part.uri = (sansmcp_str){uri.data, uri.len};
    const sansmcp_contents contents = {.parts = &part, .part_count = 1};
    return sansmcp_server_contents(&server, event->ticket, &contents, tx, sizeof tx, out);
}

static sansmcp_result get_prompt(const sansmcp_event *event, sansmcp_out *out) {
    sansmcp_message said[2] = {
        {.content = {.text = SANSMCP_STR("Describe this part:")}},
        {.content = {.text = SANSMCP_STR("board")}},
    };
    const sansmcp_messages messages = {
        .messages = said, .message_count = 2, .description = SANSMCP_STR("Describes a part")};
    sansmcp_text part;
    if (!is_called(event, SANSMCP_STR("describe")))
        return sansmcp_server_reply(&server, event, tx, sizeof tx, out);
    if (sansmcp_event_arg(event, SANSMCP_STR("part"), &part) == SANSMCP_OK)
        said[1].content = (sansmcp_content){.json_text = part};
    return sansmcp_server_messages(&server, event->ticket, &messages, tx, sizeof tx, out);
}

static sansmcp_result complete(const sansmcp_event *event, sansmcp_out *out) {
    static const sansmcp_str parts[] = {
        SANSMCP_STR_INIT("lamp"), SANSMCP_STR_INIT("pin"), SANSMCP_STR_INIT("port")};
    sansmcp_str values[3];
    sansmcp_completion completion = {.values = values};
    sansmcp_text typed = sansmcp_event_argument_value(event);
    if (!sansmcp_text_equals(sansmcp_event_argument_name(event), SANSMCP_STR("part")))
        return sansmcp_server_reply(&server, event, tx, sizeof tx, out);
    for (size_t at = 0; at < 3; at++) {
        sansmcp_str begin = {parts[at].data, typed.len};
        if (typed.len <= parts[at].len && sansmcp_text_equals(typed, begin))
            values[completion.value_count++] = parts[at];
    }
    return sansmcp_server_completion(&server, event->ticket, &completion, tx, sizeof tx, out);
}

static sansmcp_result resume(const sansmcp_event *event, sansmcp_out *out) {
    sansmcp_str what = {(const char *)kept, kept_len};
    sansmcp_event call_again;
    sansmcp_result result = sansmcp_server_resume(
        &server, event, what, NULL, now(), again, sizeof again, &call_again, out);
    if (result != SANSMCP_OK)
        return sansmcp_server_fail(&server, sansmcp_event_parent(event),
            SANSMCP_STR("no answer came"), tx, sizeof tx, out);
    if (call_again.kind != 0) return call(&call_again, out);
    keep(out);
    return SANSMCP_OK;
}

static sansmcp_result handle(const sansmcp_event *event, sansmcp_out *out) {
    switch (event->kind) {
    case SANSMCP_EVENT_CALL_TOOL: return call(event, out);
    case SANSMCP_EVENT_READ_RESOURCE: return read_resource(event, out);
    case SANSMCP_EVENT_GET_PROMPT: return get_prompt(event, out);
    case SANSMCP_EVENT_COMPLETE: return complete(event, out);
    case SANSMCP_EVENT_ANSWERED: return resume(event, out);
    case SANSMCP_EVENT_CANCELLED:
        if (event->ticket.index == blinking.index
            && event->ticket.generation == blinking.generation)
            blinking.generation = 0;
        /* Nothing to give up where a listener ended. */
        sansmcp_server_abandon(&server, event->ticket);
        return SANSMCP_NONE;
    default: return sansmcp_server_reply(&server, event, tx, sizeof tx, out);
    }
}

/* One step of the call that blinks: how far it is, what is said in the log, who is told. */
static void blink(void) {
    sansmcp_out out;
    sansmcp_receivers receivers = {0};
    is_lit = !is_lit;
    blinks++;
    if (sansmcp_server_progress(&server, blinking, SANSMCP_INTEGER(blinks),
            SANSMCP_INTEGER(BLINKS), (sansmcp_str){0}, tx, sizeof tx, &out) == SANSMCP_OK)
        board_write(out.data, out.len);
    if (sansmcp_server_log(&server, blinking, SANSMCP_LEVEL_INFO, SANSMCP_STR("lamp"),
            SANSMCP_STR("on and off"), tx, sizeof tx, &out) == SANSMCP_OK)
        board_write(out.data, out.len);
    while (sansmcp_server_updated(
               &server, SANSMCP_STR(LAMP), &receivers, tx, sizeof tx, &out) == SANSMCP_OK)
        board_write(out.data, out.len);
    if (blinks < BLINKS) return;
    if (sansmcp_server_answer_text(
            &server, blinking, SANSMCP_STR("blinked"), tx, sizeof tx, &out) == SANSMCP_OK)
        board_write(out.data, out.len);
    blinking.generation = 0;
}

/* A result that does not fit is lost, the server goes on. */
static void take(const sansmcp_event *event) {
    sansmcp_out out;
    if (handle(event, &out) == SANSMCP_OK) board_write(out.data, out.len);
}

void serve(void) {
    sansmcp_frame frame;
    sansmcp_event event;
    uint64_t deadline;

    sansmcp_lines_init(&lines, rx, sizeof rx);
    if (sansmcp_server_init(&server, &board, &connection, slots, 8) != SANSMCP_OK) return;
    for (;;) {
        if (port_waits()) {
            size_t room;
            uint8_t *space = sansmcp_lines_space(&lines, &room);
            sansmcp_lines_filled(&lines, board_read(space, room));
        }
        while (sansmcp_lines_next_frame(&lines, &frame) == SANSMCP_OK) {
            while (sansmcp_server_receive(&server, &frame, now(), &event) == SANSMCP_OK)
                take(&event);
        }
        if (sansmcp_server_next_deadline(&server, &deadline) == SANSMCP_OK && deadline <= now()) {
            while (sansmcp_server_expire(&server, now(), &event) == SANSMCP_OK) take(&event);
        }
        if (blinking.generation != 0) blink();
        flush();
    }
}

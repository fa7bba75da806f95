/* The echo server of the README on a chip: the smallest server that is of use. */
#include <sansmcp.h>

#include "board.h"

static const sansmcp_tool tools[] = {{
    .name = SANSMCP_STR_INIT("echo"),
    .description = SANSMCP_STR_INIT("Returns its text"),
    .input_schema = SANSMCP_STR_INIT(
        "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},"
        "\"required\":[\"text\"]}"),
}};
static const sansmcp_server_info echo = {
    .name = SANSMCP_STR_INIT("echo"),
    .version = SANSMCP_STR_INIT("1.0.0"),
    .tools = tools,
    .tool_count = 1,
};
static uint8_t rx[2048], tx[2048];
static sansmcp_connection connection;
static sansmcp_slot slots[4];
static sansmcp_lines lines;
static sansmcp_server server;

static sansmcp_result handle(const sansmcp_event *event, sansmcp_out *out) {
    sansmcp_text text;
    if (event->kind != SANSMCP_EVENT_CALL_TOOL
        || !sansmcp_text_equals(sansmcp_event_name(event), SANSMCP_STR("echo")))
        return sansmcp_server_reply(&server, event, tx, sizeof tx, out);
    if (sansmcp_event_arg(event, SANSMCP_STR("text"), &text) == SANSMCP_OK)
        return sansmcp_server_answer_json_text(&server, event->ticket, text, tx, sizeof tx, out);
    return sansmcp_server_fail(
        &server, event->ticket, SANSMCP_STR("text is missing"), tx, sizeof tx, out);
}

void serve(void) {
    sansmcp_frame frame;
    sansmcp_event event;
    sansmcp_out out;

    sansmcp_lines_init(&lines, rx, sizeof rx);
    if (sansmcp_server_init(&server, &echo, &connection, slots, 4) != SANSMCP_OK) return;
    for (;;) {
        size_t room;
        uint8_t *space = sansmcp_lines_space(&lines, &room);
        sansmcp_lines_filled(&lines, board_read(space, room));
        while (sansmcp_lines_next_frame(&lines, &frame) == SANSMCP_OK) {
            while (sansmcp_server_receive(&server, &frame, 0, &event) == SANSMCP_OK) {
                /* A result that does not fit is lost, the server goes on. */
                if (handle(&event, &out) == SANSMCP_OK) board_write(out.data, out.len);
            }
        }
    }
}

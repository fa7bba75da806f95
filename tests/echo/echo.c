/* The echo server of the README: bytes in, events out; answers in, bytes out. */
#include <sansmcp.h>
#include <unistd.h>

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

static bool write_all(const uint8_t *data, size_t len) {
    while (len > 0) {
        ssize_t n = write(1, data, len); /* your I/O */
        if (n < 0) return false;
        data += n;
        len -= (size_t)n;
    }
    return true;
}

int main(void) {
    static uint8_t rx[4096], tx[8192];
    static sansmcp_connection connection;
    static sansmcp_slot slots[4];
    sansmcp_lines lines;
    sansmcp_server server;
    sansmcp_frame frame;
    sansmcp_event event;
    sansmcp_text text;
    sansmcp_out out;

    sansmcp_lines_init(&lines, rx, sizeof rx);
    if (sansmcp_server_init(&server, &echo, &connection, slots, 4) != SANSMCP_OK) return 1;
    for (;;) {
        size_t room;
        uint8_t *space = sansmcp_lines_space(&lines, &room);
        ssize_t n = read(0, space, room); /* your I/O */
        if (n < 0) return 1;
        sansmcp_lines_filled(&lines, (size_t)n);
        while ((n > 0 ? sansmcp_lines_next_frame(&lines, &frame)
                      : sansmcp_lines_finish(&lines, &frame)) == SANSMCP_OK) {
            while (sansmcp_server_receive(&server, &frame, 0, &event) == SANSMCP_OK) {
                sansmcp_result result;
                if (event.kind != SANSMCP_EVENT_CALL_TOOL
                    || !sansmcp_text_equals(sansmcp_event_name(&event), SANSMCP_STR("echo")))
                    result = sansmcp_server_reply(&server, &event, tx, sizeof tx, &out);
                else if (sansmcp_event_arg(&event, SANSMCP_STR("text"), &text) == SANSMCP_OK)
                    result = sansmcp_server_answer_json_text(
                        &server, event.ticket, text, tx, sizeof tx, &out);
                else
                    result = sansmcp_server_fail(
                        &server, event.ticket, SANSMCP_STR("text is missing"), tx, sizeof tx, &out);
                /* No bytes where nothing is due. */
                if (result != SANSMCP_OK || !write_all(out.data, out.len)) return 1;
            }
        }
        if (n == 0) return 0;
    }
}
